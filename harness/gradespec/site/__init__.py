"""The site: reports as pages that people look at, built into a folder and read from it without a network.

Reports and suite → `board` → values of `pages` → templates. It needs what the extra ``[site]`` installs.
"""
