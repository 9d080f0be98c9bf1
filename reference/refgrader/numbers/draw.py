"""Numbers drawn from a text: the same ones on every machine and in every run, so that a verdict is (RUN-1)."""

from __future__ import annotations


def bits(text: str) -> int:
    """64 bits that a text draws, as one number."""
    try:
        from _blake2 import blake2b  # hashlib has it, too, but loads OpenSSL
    except ImportError:
        from hashlib import blake2b

    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")
