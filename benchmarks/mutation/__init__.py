"""How much of the reference grader the cases pin: ``python -m benchmarks.mutation``.

Small wrong changes are made to the grader, one at a time, and the cases alone are its test. A change that no check
notices is a hole in the corpus, or a change that makes no difference.
"""
