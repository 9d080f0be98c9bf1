"""The real code of a grader comes from one commit of a git repository, whatever is checked out."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from gradespec import data, sdk, sources
from gradespec.cage import Limits
from gradespec.environments import Unavailable, read_needs
from gradespec.graders import resolve
from gradespec.protocol import Request
from gradespec.sources import Source
from gradespec.worker import Worker

ADDRESS = "https://git.invalid/someone/grader"


def git(folder: Path, *arguments: str) -> str:
    command = ["git", "-C", str(folder), "-c", "user.name=n", "-c", "user.email=e@invalid", *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def clones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one repository, `grader`, whose last commit is not the one that is wanted."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv(sources.FOLDER_VARIABLE, raising=False)
    repository = tmp_path / "clones" / "grader"
    (repository / "deep").mkdir(parents=True)
    git(repository, "init", "--quiet")
    for text in ("wanted", "newer"):
        (repository / "deep" / "code.py").write_text(text)
        git(repository, "add", ".")
        git(repository, "commit", "--quiet", "-m", text)
    return tmp_path / "clones"


@pytest.fixture
def source(clones: Path) -> Source:
    return Source(ADDRESS, git(clones / "grader", "rev-parse", "HEAD^"), ("deep/code.py",))


def test_a_clone_in_the_named_folder_is_read_at_the_commit(
    clones: Path, source: Source, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert sources.located(source) is None
    monkeypatch.setenv(sources.FOLDER_VARIABLE, str(clones))
    found = sources.located(source)
    assert found is not None
    assert (found / "deep" / "code.py").read_text() == "wanted"
    monkeypatch.delenv(sources.FOLDER_VARIABLE)
    assert sources.located(source) == found, "it stays in the cache"


def test_a_clone_without_the_commit_is_passed_over(clones: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(sources.FOLDER_VARIABLE, str(clones))
    assert sources.located(Source(ADDRESS, "0" * 40, ("deep/code.py",))) is None


def test_a_file_that_the_commit_lacks_leaves_nothing_behind(
    clones: Path, source: Source, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(sources.FOLDER_VARIABLE, str(clones))
    more = Source(source.repository, source.commit, ("deep/code.py", "absent.py"))
    assert sources.located(more) is None
    assert not more.folder.exists()


def test_fetch_takes_the_commit_from_its_address(clones: Path, source: Source, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in_for_the_network(clones / "grader", monkeypatch)
    assert (sources.fetch(source) / "deep" / "code.py").read_text() == "wanted"


def test_the_newest_is_that_of_the_default_branch(
    clones: Path, source: Source, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in_for_the_network(clones / "grader", monkeypatch)
    git(clones / "grader", "checkout", "--quiet", "-b", "ours")
    said = sources.environment("grader", source, True, sources.NEWEST)
    assert (Path(said[sources.ADAPTER_VARIABLE]) / "deep" / "code.py").read_text() == "newer"
    assert said[sdk.VERSION_VARIABLE] == git(clones / "grader", "rev-parse", "--short=7", "HEAD")
    pinned = sources.environment("grader", source, True, None)
    assert pinned == {sources.ADAPTER_VARIABLE: ""}, "it is not here, and is not fetched"
    git(clones / "grader", "rm", "--quiet", "deep/code.py")
    git(clones / "grader", "commit", "--quiet", "-m", "moved")
    with pytest.raises(Unavailable, match="git cat-file failed"):
        sources.environment("grader", source, True, sources.NEWEST)


def test_fetch_says_what_went_wrong(clones: Path, source: Source, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in_for_the_network(clones / "nothing", monkeypatch)
    with pytest.raises(Unavailable, match="git fetch failed"):
        sources.fetch(source)


def stand_in_for_the_network(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", f"url.{folder}.insteadOf")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", ADDRESS)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"repository": "file:///etc"}, "https"),
        ({"commit": "main"}, "40 hexadecimal"),
        ({"files": ["../outside.py"]}, "inside the repository"),
        ({"files": ["/etc/passwd"]}, "inside the repository"),
        ({"files": []}, "inside the repository"),
        ({"files": None}, "repository, commit and files"),
    ],
)
def test_a_bad_source_is_refused(change: dict[str, object], complaint: str) -> None:
    good = {"repository": ADDRESS, "commit": "0" * 40, "files": ["a.py"]}
    assert sources.read_source({"source": good}) is not None
    with pytest.raises(Unavailable, match=complaint):
        sources.read_source({"source": {**good, **change}})


FAKES = {
    "ets": (
        "evaluate/evaluate_utils/grader.py",
        "def grade_answer(given, truth):\n    return given == 'up'\n",
    ),
    "math-equivalence": (
        "src/context_bench/evaluators/math_equivalence.py",
        "class MathEquivalence:\n"
        "    def score(self, example, output):\n"
        "        return {'math_equiv': 1.0 if output['response'] == 'up' else 0.0}\n",
    ),
    "maxtext": (
        "src/maxtext/trainers/post_train/rl/utils_rl.py",
        "import jax_is_not_here\n"
        "FALLBACK_ANSWER = 'none'\n"
        "def get_answer_fallback_regex(config):\n"
        "    return re.compile(config.solution_start_token)\n"
        "def extract_answer(response, config):\n"
        "    return 'up' if get_answer_fallback_regex(config).search(response) else FALLBACK_ANSWER\n",
    ),
}


@pytest.fixture
def in_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Stand-ins for the real code, in the cache where a fetch would have put it."""
    cache = tmp_path / "cache"
    monkeypatch.setattr(sources.platformdirs, "user_cache_path", lambda name: cache / name)
    for name, (file, text) in FAKES.items():
        source = sources.read_source(read_needs(data.adapters_dir() / name / "adapter.py").about)
        assert source is not None
        for each in source.files:
            path = source.folder / each
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text if each == file else "")


@pytest.mark.usefixtures("in_cache")
@pytest.mark.parametrize(
    ("name", "request_", "answers"),
    [
        ("ets", Request("verify", {"gold": "2", "answer": "up"}), ("correct", "incorrect")),
        ("math-equivalence", Request("verify", {"gold": "2", "answer": "up"}), ("correct", "incorrect")),
        ("maxtext", Request("extract", {"response": "<answer>down</answer>"}), ("up", "down")),
    ],
)
def test_the_backend_that_is_named_is_the_one_that_ran(name: str, request_: Request, answers: tuple[str, str]) -> None:
    upstream, documented = answers
    assert asked(name, request_) == ("upstream", upstream)
    assert asked(f"{name}@upstream", request_) == ("upstream", upstream)
    assert asked(f"{name}@documented", request_) == ("documented", documented)


@pytest.mark.usefixtures("in_cache")
def test_the_newest_code_states_its_commit_as_its_version(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "newest", lambda source: replace(source, commit="f" * 40))
    monkeypatch.setattr(sources, "fetch", lambda source: source.folder.with_name(f"newest-{source.commit[:12]}"))
    source = sources.read_source(read_needs(data.adapters_dir() / "math-equivalence" / "adapter.py").about)
    assert source is not None
    shutil.copytree(source.folder, source.folder.with_name("newest-" + "f" * 12))
    with contextlib.closing(Worker(resolve("math-equivalence@newest").launch, Limits())) as worker:
        hello = worker.start()
    assert (hello.version, hello.backend) == ("f" * 7, "upstream")


def asked(name: str, request: Request) -> tuple[str, object]:
    """The backend that the grader's start names, and what it then answers."""
    try:
        worker = Worker(resolve(name).launch, Limits())
    except Unavailable as reason:
        pytest.skip(str(reason))
    with contextlib.closing(worker):
        return worker.start().backend, worker.ask(request).value


@pytest.mark.parametrize("name", ["ets@upstream", "prm800k", "prm800k@upstream"])
def test_a_backend_that_is_not_here_says_how_to_get_it(clones: Path, name: str) -> None:
    with pytest.raises(Unavailable, match=f"gradespec adapters fetch {name.partition('@')[0]}"):
        resolve(name)


def test_what_was_never_written_down_cannot_run_as_documented() -> None:
    with pytest.raises(Unavailable, match="prm800k has one backend only"):
        resolve("prm800k@documented")
