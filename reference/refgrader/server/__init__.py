"""The grader over HTTP, for other languages and for sandboxes: `refgrader serve`, with the extra ``serve``.

A body becomes rows (`rows`), rows are graded in processes of their own (`processes`, `work`), and `app` is what
answers. `work` alone runs in those processes.
"""
