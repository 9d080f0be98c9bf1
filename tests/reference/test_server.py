"""`refgrader serve`: a real process, asked over a real socket."""

from __future__ import annotations

import json
import os
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from typing import Any

import anyio
import psutil
import pytest
import refgrader
from gradespec import data
from jsonschema import Draft202012Validator
from refgrader.limits import MAX_RESPONSE
from refgrader.server import processes, work
from refgrader.server.processes import LOST, Processes
from refgrader.server.rows import MAX_BODY, MAX_GOLDS, MAX_ID, Limits, Row, read

pytestmark = pytest.mark.long

ROW = {"gold": "1/2", "response": r"Half of them, so \boxed{50\%}."}
SERVE = [sys.executable, "-m", "refgrader", "serve", "--port", "0", "--workers", "2"]
ROWS = 100
BODY = 3 * MAX_RESPONSE


class Server:
    """A server in a process of its own, and what it said when it was there."""

    def __init__(self, *options: str) -> None:
        self.process = subprocess.Popen(
            [*SERVE, *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # tests in the background ignore it
        )
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()
        self.port = int(self.said.partition(": POST")[0].rpartition(":")[2])

    def ask(self, body: object, path: str = "/grade", method: str = "POST") -> tuple[int, Any]:
        """The status and the answer to a body, which is bytes, or sent as JSON."""
        sent = body if isinstance(body, bytes) else json.dumps(body).encode()
        connection = HTTPConnection("127.0.0.1", self.port, timeout=300)
        connection.request(method, path, sent)
        response = connection.getresponse()
        assert response.getheader("content-type") == "application/json"
        return response.status, json.loads(response.read())

    def workers(self) -> list[psutil.Process]:
        """The processes that grade."""
        return psutil.Process(self.process.pid).children()

    def end(self) -> str:
        """End it, and say what it wrote on standard error."""
        self.process.terminate()
        return self.process.communicate(timeout=300)[1]


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    started = Server("--max-rows", str(ROWS), "--max-body", str(BODY))
    yield started
    assert started.end() == "", "nothing that a client sends is a fault"


def test_one_row_has_one_verdict(server: Server) -> None:
    status, answer = server.ask({"id": 7, "op": "grade", **ROW, "options": {}})
    assert (status, answer["id"], answer["verdict"]) == (200, 7, "correct")
    assert answer == {"id": 7, **refgrader.grade(ROW["gold"], ROW["response"]).to_dict()}


def test_rows_are_answered_in_order_as_each_alone(server: Server) -> None:
    rows = [{"id": f"row {n}", "gold": n % 7, "response": rf"\boxed{{{n % 5}}}"} for n in range(ROWS)]
    status, answers = server.ask(rows)
    assert status == 200
    assert [answer["id"] for answer in answers] == [row["id"] for row in rows]
    alone = [refgrader.grade(n % 7, rf"\boxed{{{n % 5}}}") for n in range(ROWS)]
    assert [(answer["verdict"], answer["reason"]) for answer in answers] == [(v.kind, v.reason) for v in alone]
    assert server.ask([]) == (200, [])


@pytest.mark.parametrize(
    ("row", "verdict"),
    [
        ({"op": "verify", "gold": "5 m", "answer": "5 cm"}, "incorrect"),
        ({"op": "verify", "gold": "5 m", "answer": "500 cm"}, "correct"),
        ({"gold": ["1/3", [0.5]], "response": r"\boxed{0.5}"}, "correct"),
        ({"gold": r"10\%", "response": r"\boxed{10}"}, "correct"),
        ({"gold": r"10\%", "response": r"\boxed{10}", "options": {"percent": "strict"}}, "incorrect"),
        ({"gold": r"10\%", "response": r"\boxed{10}", "options": {"profile": "strict"}}, "incorrect"),
        ({"gold": None, "response": r"\boxed{10}"}, "ungradable"),
        ({"gold": "5", "response": "\ud800\u200e\x00" + r"\boxed{5}", "more": [1]}, "correct"),
        ({"gold": "5", "response": ""}, "incorrect"),
    ],
)
def test_what_a_row_may_say(server: Server, row: dict[str, Any], verdict: str) -> None:
    status, answer = server.ask(row)
    assert (status, answer.get("verdict")) == (200, verdict)


def test_answers_are_those_of_the_protocol(server: Server) -> None:
    schema = json.loads((data.spec_dir() / "schemas" / "protocol.schema.json").read_text(encoding="utf-8"))
    asked = {"id": 1, "op": "grade", **ROW, "options": {}}
    answers = [server.ask(asked)[1], server.ask({**asked, "op": "parse"})[1]]
    for kind, messages in {"request": [asked], "answer_to_grade": answers}.items():
        validator = Draft202012Validator({"$ref": f"#/$defs/{kind}", "$defs": schema["$defs"]})
        assert [validator.is_valid(message) for message in messages] == [True] * len(messages)


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ({"response": "5"}, "gold is missing"),
        ({"gold": "5"}, "response is a text"),
        ({"gold": "5", "response": 5}, "response is a text"),
        ({"gold": "5", "response": "5", "op": "parse"}, "op is one of grade, verify"),
        ({"gold": "5", "response": "5", "op": ["grade"]}, "op is one of grade, verify"),
        ({"gold": "5", "answer": 5, "op": "verify"}, "answer is a text"),
        ({"gold": {"a": 1}, "response": "5"}, "a gold is a text, a number or a list"),
        ({"gold": ["5"] * (MAX_GOLDS + 1), "response": "5"}, f"at most {MAX_GOLDS}"),
        ({"gold": [[["5"] * 50] * 2, "5"], "response": "5"}, f"at most {MAX_GOLDS}"),
        ({"gold": [[[[["5"]]]]], "response": "5"}, "a gold is a text, a number or a list"),
        ({"gold": "5", "response": "x" * (MAX_RESPONSE + 1)}, "characters, and cannot be graded"),
        ({"gold": ["x" * (MAX_RESPONSE + 1)], "response": "5"}, "characters, and cannot be graded"),
        ({"gold": [["x" * (MAX_RESPONSE + 1)]], "response": "5"}, "characters, and cannot be graded"),
        ({"gold": "5", "response": "5", "options": {"precission": 3}}, "unknown option 'precission'"),
        ({"gold": "5", "response": "5", "options": {"percent": ["strict"]}}, "is not one of either, strict"),
        ({"gold": "5", "response": "5", "options": {"profile": ["strict"]}}, "options are an object"),
        ({"gold": "5", "response": "5", "options": [1]}, "options are an object"),
        ({"gold": "5", "response": "5", "options": {"answer_tags": ["a" * 3000]}}, "options are an object"),
        ({"gold": "5", "response": "5", "id": "x" * (MAX_ID + 1)}, "id is an integer"),
        ({"gold": "5", "response": "5", "id": [1]}, "id is an integer"),
        (5, "a row is an object"),
    ],
)
def test_a_row_that_is_wrong_is_told_so_and_costs_itself_alone(server: Server, row: Any, told: str) -> None:
    status, (wrong, right) = server.ask([row, ROW])
    assert (status, right["verdict"]) == (200, "correct")
    assert told in wrong["error"]
    if isinstance(row, dict):
        status, answer = server.ask(row)
        assert (status, answer) == (400, wrong)


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (b"", "not JSON"),
        (b"gold=5", "not JSON"),
        (b"\xff\xfe\xff", "not JSON"),
        (b'{"gold": NaN, "response": "5"}', "NaN is no number"),
        (b'{"gold": 1' + b"0" * 5000 + b', "response": "5"}', "not JSON"),
        (b'"text"', "neither an object nor a list"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a":' * 100_000, "nested too deeply"),
    ],
    ids=["empty", "form", "binary", "NaN", "digits", "text", "lists", "objects"],
)
def test_what_is_no_row_is_refused_with_what_to_send(server: Server, body: bytes, told: str) -> None:
    status, answer = server.ask(body)
    assert status == 400
    assert told in answer["error"]
    assert 'send a row {"gold": "1/2"' in answer["error"]


def test_what_is_too_large_is_refused(server: Server) -> None:
    status, answer = server.ask([ROW] * (ROWS + 1))
    assert (status, "more than 100" in answer["error"]) == (413, True)
    status, answer = server.ask(b" " * (BODY + 1))
    assert (status, "send fewer rows" in answer["error"]) == (413, True)
    with socket.create_connection(("127.0.0.1", server.port), timeout=300) as client:
        client.sendall(b"POST /grade HTTP/1.1\r\nHost: x\r\nContent-Length: 999999999999\r\n\r\n")
        sent, reading = 0, True
        while reading and sent < 10 * BODY:
            try:
                client.sendall(b" " * BODY)
                sent += BODY
            except OSError:  # it hangs up on who sends without end
                reading = False
    assert not reading
    assert server.ask(ROW)[0] == 200


@pytest.mark.parametrize(
    ("method", "path", "status"), [("POST", "/grdae", 404), ("GET", "/", 404), ("GET", "/grade", 405)]
)
def test_elsewhere_is_told_where_to_go(server: Server, method: str, path: str, status: int) -> None:
    found, answer = server.ask(b"", path, method)
    assert found == status
    assert "POST rows to /grade" in answer["error"]


def test_health_says_what_is_there(server: Server) -> None:
    status, answer = server.ask(b"", "/health", "GET")
    assert (status, answer["status"], answer["version"]) == (200, "ok", refgrader.__version__)
    assert answer["limits"] == {"body": BODY, "rows": ROWS}
    assert len(server.workers()) == answer["workers"] == 2


def test_it_is_there_for_this_machine_alone(server: Server) -> None:
    assert server.said.startswith("refgrader listens on http://127.0.0.1:")
    (listening,) = (c for c in psutil.Process(server.process.pid).net_connections() if c.status == psutil.CONN_LISTEN)
    assert listening.laddr.ip == "127.0.0.1"


def test_rows_of_a_killed_process_are_graded_by_another(server: Server) -> None:
    stopped, _ = server.workers()
    stopped.suspend()
    with ThreadPoolExecutor() as threads:
        asked = threads.submit(server.ask, [ROW] * ROWS)
        time.sleep(1)
        assert not asked.done(), "some of the rows are with the process that stands still"
        stopped.kill()
        status, answers = asked.result(timeout=300)
    assert (status, [answer["verdict"] for answer in answers]) == (200, ["correct"] * ROWS)
    for worker in server.workers():
        worker.kill()
    assert server.ask(ROW)[0] == 200


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_what_is_running_is_finished_before_the_end(number: signal.Signals) -> None:
    server = Server()
    workers = server.workers()
    body = json.dumps([ROW] * 50).encode()
    with socket.create_connection(("127.0.0.1", server.port), timeout=300) as client:
        head = f"POST /grade HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\nExpect: 100-continue\r\n\r\n"
        client.sendall(head.encode())
        assert b"100 Continue" in client.recv(1000), "from here on it is running"
        for process in (psutil.Process(server.process.pid), *workers):  # as a terminal, or systemd, sends it to all
            process.send_signal(number)
        _wait_until_closed(server.port)
        client.sendall(body)
        answer = b"".join(iter(lambda: client.recv(65_536), b""))
    assert answer.startswith(b"HTTP/1.1 200")
    assert answer.count(b'"verdict": "correct"') == 50
    _, errors = server.process.communicate(timeout=300)
    assert server.process.returncode == (-signal.SIGTERM if number == signal.SIGTERM else 130)
    assert errors == ""
    until = time.monotonic() + 60
    while any(map(_is_alive, workers)):
        assert time.monotonic() < until, "its processes end with it"
        time.sleep(0.05)


def _is_alive(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def _wait_until_closed(port: int) -> None:
    """Until nobody listens on the port any more."""
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=300).close()
        except ConnectionRefusedError:
            return
        time.sleep(0.05)


def test_a_port_that_is_taken_is_named(server: Server) -> None:
    ended = subprocess.run([*SERVE, "--port", str(server.port)], capture_output=True, text=True, timeout=300)
    assert ended.returncode == 2
    assert f"cannot listen on 127.0.0.1, port {server.port}" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_without_the_extra_it_says_what_to_install() -> None:
    without = (
        "import sys; sys.modules['uvicorn'] = None; from refgrader.__main__ import main; sys.exit(main(['serve']))"
    )
    ended = subprocess.run([sys.executable, "-c", without, "serve"], capture_output=True, text=True, timeout=300)
    assert ended.returncode == 2
    assert "pip install" in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize("option", ["--port=70000", "--workers=0", "--max-rows=x", "--max-body=-1"])
def test_wrong_usage_is_told(option: str) -> None:
    ended = subprocess.run([*SERVE, option], capture_output=True, text=True, timeout=300)
    assert ended.returncode == 2
    assert option.partition("=")[0] in ended.stderr
    assert "Traceback" not in ended.stderr


# --- the processes, given work that is not graded but goes wrong ------------------------------------------------


def lossy(rows: Sequence[Row]) -> list[str]:
    """Ends its process, or never ends, where a row says so."""
    if any(row.text == "die" for row in rows):
        os.kill(os.getpid(), signal.SIGKILL)
    if any(row.text == "hang" for row in rows):
        time.sleep(3600)
    return work.answers(rows)


def bounds(rows: Sequence[Row]) -> list[str]:
    """What its process may have, once it has answered."""
    work.answers(rows)
    return [str(resource.getrlimit(resource.RLIMIT_AS)[0])]


def answers(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """What one process answers to the rows."""
    return [json.loads(text) for text in anyio.run(Processes(1).answers, rows)]


def test_a_row_that_kills_its_process_twice_is_told_so_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "answers", lossy)
    found = answers([Row(n, "grade", "5", "die" if n == 2 else r"\boxed{5}") for n in range(5)])
    assert [answer["id"] for answer in found] == list(range(5))
    assert [answer.get("verdict") for answer in found] == ["correct", "correct", None, "correct", "correct"]
    assert found[2]["error"] == LOST


def test_a_row_that_never_ends_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "answers", lossy)
    monkeypatch.setattr(processes, "SECONDS", 1)
    assert answers([Row(1, "grade", "5", "hang")]) == [{"id": 1, "error": LOST}]


@pytest.mark.skipif(sys.platform != "linux", reason="the system sets no such limit")
def test_a_process_may_have_so_much_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "answers", bounds)
    assert anyio.run(Processes(1).answers, [Row(1, "grade", "5", "5")]) == [str(work.MEMORY)]


def test_a_body_that_fills_the_limits_is_read() -> None:
    limits = Limits()
    assert limits.body == MAX_BODY
    row = json.dumps({"gold": "5", "response": "x" * MAX_RESPONSE}).encode()
    found = read(row, limits)
    assert isinstance(found, Row)
    assert not found.wrong
    assert len(row) <= limits.body
