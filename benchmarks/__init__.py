"""Speed and memory of the reference grader, beside its peers in the same run: ``python -m benchmarks``."""
