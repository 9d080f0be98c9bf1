"""Numbers drawn from a text: the same ones on every machine and in every run, so that a verdict is (RUN-1)."""

from __future__ import annotations


def bits(text: str) -> int:
    """64 bits that a text draws, as one number."""
    from hashlib import blake2b  # it loads OpenSSL, and most answers are told apart without a drawn number

    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")
