"""The grader as trainers and evaluation harnesses call it: a module for each, with the signature that it asks for.

docs/rewards.md has an example of each. A framework is imported by the functions that need it, and never from here.
"""
