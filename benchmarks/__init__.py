"""Speed and memory of the reference grader, every figure a ratio to a peer in the same run: ``python -m benchmarks``."""
