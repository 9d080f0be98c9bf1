"""Answers whose equality or difference is known by construction, without end, to try graders with.

An object is drawn first (`kinds`), then written twice (`pen`), the second time after a rewriting that keeps it or a
mistake that models make. Nothing here comes from the reference grader: what construction does not decide is decided
by exact fractions or by mpmath at many digits, and a pair whose truth is not certain is not asked.

What is drawn depends on the seed and the number of the pair alone, on any machine and any Python (`choices`).
"""
