"""A grader that speaks the protocol by itself and misbehaves as its one argument says."""

from __future__ import annotations

import json
import os
import sys
import time

mode = sys.argv[1]


def say(**message: object) -> None:
    print(json.dumps(message), flush=True)


def misbehave(request: dict[str, object]) -> bool:
    """Whether the request was answered, badly."""
    number = request["id"]
    if mode == "rubbish":
        print("rubbish\n[1, 2]\n{broken\n" + json.dumps({"id": -1, "verdict": "incorrect"}), flush=True)
        return False
    if mode == "only-rubbish":
        print("rubbish", flush=True)
    elif mode == "flood":
        while True:
            os.write(1, b"x" * 65536)
    elif mode == "closes":
        os.close(1)
        time.sleep(60)
    elif mode == "wrong-shape":
        say(id=number, verdict="maybe")
    elif mode == "wrong-member":
        say(id=number, answer="1")
    else:
        return False
    return True


for line in sys.stdin:
    request = json.loads(line)
    if request["op"] == "start":
        if mode == "never-starts":
            sys.exit("no licence")
        if mode == "deaf":
            say(id=0, name="deaf", version="1", capabilities=["verify"])
            time.sleep(60)
        say(id=0, name=mode, version="1", capabilities=["verify"])
    elif request["op"] == "stop":
        break
    elif "bad" not in request["answer"] or not misbehave(request):
        say(id=request["id"], verdict="correct" if request["answer"] == request["gold"] else "incorrect")
