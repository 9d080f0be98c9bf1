"""The site in a real browser, from the disk: what is clicked works, nothing is fetched, and everybody can read it.

It takes Debian's chromium and what the extra ``[browser]`` installs; where either is missing, the tests are skipped.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from built import HOSTILE

webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed: pip install -e '.[browser]'")
axe = pytest.importorskip("axe_core_python.selenium", reason="axe is not installed: pip install -e '.[browser]'")
from selenium.common.exceptions import (  # noqa: E402
    StaleElementReferenceException,
    TimeoutException,
    WebDriverException,
)
from selenium.webdriver.common.by import By  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402
from selenium.webdriver.support.ui import Select, WebDriverWait  # noqa: E402

BROWSER, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-dev-shm-usage --disable-quic --no-first-run"
    " --disable-background-networking"
    " --disable-component-update --disable-sync --window-size=1300,900"
)
BAD = "bad-script-img-src-x-onerror-alert-1-1.0"
PAGES = (
    "index.html",
    "matrix.html?open=04-numbers",
    "clauses/NUM-1.html",
    f"clauses/NUM-1.html?grader={BAD}&outcome=failed",
    "chapters/04-numbers.html",
    f"graders/{BAD}.html",
    "checks.html?outcome=failed",
    f"compare.html?a={BAD}&b=good-1.0",
    "search.html",
    "search.html?q=equal",
    "questions.html",
)
#: What axe holds to be of the levels A and AA.
LEVELS = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}}

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not (BROWSER and DRIVER), reason="no chromium here: apt-get install chromium chromium-driver"),
]


class Browser:
    """A browser that shows pages of the site in `folder`."""

    def __init__(self, folder: Path, profile: Path) -> None:
        self.folder = folder
        options = webdriver.ChromeOptions()
        options.binary_location = str(BROWSER)
        for flag in (*FLAGS.split(), f"--user-data-dir={profile}"):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(str(DRIVER)))

    def open(self, page: str) -> None:
        self.driver.get(f"{self.folder.as_uri()}/{page}")

    def all(self, selector: str) -> list[str]:
        """The texts of the elements that can be seen."""
        return [one.text for one in self.driver.find_elements(By.CSS_SELECTOR, selector) if one.is_displayed()]

    def one(self, selector: str):  # type: ignore[no-untyped-def]
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def click(self, selector: str) -> None:
        self.one(selector).click()

    def choose(self, selector: str, value: str) -> None:
        options = Select(self.one(selector)).options
        next(option for option in options if option.get_attribute("value") == value).click()

    def write(self, selector: str, text: str) -> None:
        self.one(selector).clear()
        self.one(selector).send_keys(text)

    def until(self, selector: str, texts: list[str]) -> None:
        """Wait until these are the texts of the elements that can be seen; one that goes meanwhile is none of them."""
        seen: list[list[str]] = []
        wait = WebDriverWait(self.driver, 20, ignored_exceptions=[StaleElementReferenceException])
        try:
            wait.until(lambda _: seen.append(self.all(selector)) or seen[-1] == texts)
        except TimeoutException:
            pytest.fail(f"{seen[-1:]} != {texts}")

    def wait(self, told: Callable[[], bool]) -> None:
        """Wait until it is so."""
        WebDriverWait(self.driver, 20).until(lambda _: told())

    @property
    def query(self) -> dict[str, list[str]]:
        return parse_qs(urlsplit(self.driver.current_url).query)

    @property
    def page(self) -> str:
        return Path(urlsplit(self.driver.current_url).path).name

    def said(self) -> list[str]:
        """What is on the console since it was last asked."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requested(self) -> set[str]:
        """The schemes of all that was asked for since it was last asked."""
        events = (json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance"))
        asked = (one["params"]["request"]["url"] for one in events if one["method"] == "Network.requestWillBeSent")
        return {urlsplit(url).scheme for url in asked} - {"data"}  # the browser's own picture of an arrow


@pytest.fixture(scope="module")
def opened(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    try:
        made = Browser(site, tmp_path_factory.mktemp("profile"))
    except WebDriverException as error:
        pytest.skip(f"the browser does not start here: {(error.msg or '').splitlines()[:1]}")
    made.open("index.html")  # and the page that a browser begins with is behind us
    yield made
    made.driver.quit()


@pytest.fixture
def browser(opened: Browser) -> Iterator[Browser]:
    """The browser, after whose test nothing was on the console and nothing was asked for but files."""
    opened.said()
    opened.requested()
    yield opened
    assert opened.said() == []
    assert opened.requested() <= {"file"}


def test_from_the_matrix_to_a_clause_to_a_check(browser: Browser) -> None:
    browser.open("matrix.html")
    assert browser.all("tbody.clauses tr") == []
    browser.click("tbody.chapter .fold")
    assert browser.query["open"] == ["04-numbers"]
    assert len(browser.all("tbody.clauses tr")) == 2
    browser.driver.find_elements(By.CSS_SELECTOR, "tbody.clauses tr:first-child td a")[0].click()
    assert browser.page == "NUM-1.html"
    assert browser.query == {"grader": [BAD], "outcome": ["failed"]}
    browser.until(".filters output", ["4 checks"])
    browser.click("tr.check:not([hidden]) summary")
    assert "numbers/basics/half#accept-2" in browser.one("tr.check:not([hidden]) details").text


def test_filters_are_kept_in_the_address(browser: Browser) -> None:
    browser.open("clauses/NUM-1.html")
    browser.until(".filters output", ["6 checks"])
    browser.choose("[name=side]", "reject")
    browser.until(".filters output", ["4 checks"])
    browser.choose("[name=reason]", "power-of-ten")
    browser.until(".filters output", ["1 check"])
    assert browser.query == {"side": ["reject"], "reason": ["power-of-ten"]}
    browser.driver.refresh()
    browser.until(".filters output", ["1 check"])
    assert "a tenth <b>of</b> it" in browser.one("tr.check:not([hidden])").text


def test_the_first_page_is_sorted_and_filtered(browser: Browser) -> None:
    names = "#standings tbody th"
    browser.open("index.html")
    assert browser.all(names) == ["good 1.0", f"bad {HOSTILE} 1.0"]
    head = "#standings thead tr:nth-child(2) th:first-child"
    browser.click(f"{head} button")
    assert browser.one(head).get_attribute("aria-sort") == "ascending"
    assert browser.all(names) == ["good 1.0", f"bad {HOSTILE} 1.0"]
    browser.driver.refresh()
    assert browser.all(names) == ["good 1.0", f"bad {HOSTILE} 1.0"]
    browser.click(f"{head} button")
    assert browser.all(names) == [f"bad {HOSTILE} 1.0", "good 1.0"]
    browser.click("[name=safe]")
    browser.until(names, ["good 1.0"])


@pytest.mark.parametrize(
    ("address", "row"),
    [("clauses/NUM-1.html", 3), (f"clauses/NUM-1.html?grader={BAD}", 3), ("checks.html?clause=NUM-1", 2)],
)
def test_every_letter_says_whose_it_is_and_what_it_means(browser: Browser, address: str, row: int) -> None:
    browser.open(address)
    letters = f"tr:nth-child({row}) .strip > *"
    WebDriverWait(browser.driver, 5).until(lambda driver: len(driver.find_elements(By.CSS_SELECTOR, letters)) == 2)
    told = [one.get_attribute("title") for one in browser.driver.find_elements(By.CSS_SELECTOR, letters)]
    assert told == [f"bad {HOSTILE} 1.0: false reject", "good 1.0: pass"]


def test_two_graders_side_by_side(browser: Browser) -> None:
    browser.open("index.html")
    browser.driver.find_element(By.LINK_TEXT, "Compare").click()
    browser.choose("[name=a]", BAD)
    browser.until(".filters output", ["5 checks"])
    browser.choose("[name=show]", "unanswered")
    browser.until(".filters output", ["0 checks"])
    browser.choose("[name=show]", "a-accepts")
    browser.until(".filters output", ["3 checks"])
    assert browser.all("#counts td") == ["2", "0", "5", "0"]
    assert browser.all("#found td.bad") == ["false accept"] * 3
    browser.click("#swap")
    browser.until(".filters output", ["0 checks"])
    assert (browser.query["a"], browser.query["b"]) == (["good-1.0"], [BAD])
    browser.click("#clauses-differ a")
    assert browser.query["clause"] == ["NUM-1"]


def test_from_the_first_page_to_a_wrong_answer_that_one_alone_accepts(browser: Browser) -> None:
    browser.open("index.html")
    browser.choose("[name=a]", BAD)
    browser.click("form[action='compare.html'] button")
    browser.until(".filters output", ["3 checks"])
    assert browser.query == {"show": ["a-accepts"], "a": [BAD], "b": ["good-1.0"]}
    browser.click("#found tbody a")
    assert browser.page == "NUM-1.html"
    assert "false accept" in browser.one("tr:target details").text


def test_the_checks_are_found_by_what_they_are(browser: Browser) -> None:
    browser.open(f"checks.html?grader={BAD}&outcome=broken")
    browser.until(".filters output", ["1 check"])
    browser.choose("[name=outcome]", "failed")
    browser.until(".filters output", ["5 checks"])
    browser.choose("[name=level]", "SHOULD")
    browser.until(".filters output", ["1 check"])
    assert browser.one("#found .looks math")
    browser.click("button[type=reset]")
    browser.until(".filters output", ["9 checks"])
    browser.write("[name=text]", "onerror")
    browser.until(".filters output", ["2 checks"])
    assert HOSTILE in browser.one("#found .source").text


def test_the_specification_is_searched(browser: Browser) -> None:
    browser.open("clauses/NUM-1.html")
    browser.write(".find [name=q]", "zebra")
    browser.one(".find [name=q]").send_keys(Keys.ENTER)
    browser.until("#results a", ["4. Numbers"])
    browser.write("#search [name=q]", "short decim")
    browser.wait(lambda: browser.query.get("q") == ["short decim"])
    browser.until("#results a", ["NUM-2 SHOULD"])
    browser.click("#results a")
    browser.wait(lambda: browser.page == "NUM-2.html")


def test_what_is_found_is_shown_as_far_as_it_is_said_and_more_on_demand(browser: Browser, tmp_path: Path) -> None:
    many = tmp_path / "site"
    shutil.copytree(browser.folder, many)
    text = "zebra " + "wordless " * 60
    entries = [["clause", f"NUM-{place}", "index.html", text] for place in range(130)]
    (many / "data/search.js").write_text(f"window.GRADESPEC_SEARCH={json.dumps(entries)};")
    browser.driver.get(f"{many.as_uri()}/search.html?q=zebra")
    browser.until("#search output", ["130 results, the first 60 shown"])
    assert len(browser.all("#results li")) == 60
    assert browser.all("#results p")[0].endswith("wordless …")
    browser.click("#more")
    browser.until("#search output", ["130 results, the first 120 shown"])
    browser.click("#more")
    browser.until("#search output", ["130 results"])
    assert len(browser.all("#results li")) == 130
    assert browser.all("#more") == []


def test_nothing_scrolls_on_paper(browser: Browser) -> None:
    script = """return [...document.querySelectorAll(".scroll, .asked")]
        .filter((one) => getComputedStyle(one).overflowX !== "visible").length"""
    browser.open(f"graders/{BAD}.html")
    assert browser.driver.execute_script(script) > 0
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        assert browser.driver.execute_script(script) == 0
    finally:
        browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def test_no_formula_scrolls_up_and_down(browser: Browser) -> None:
    browser.open(f"graders/{BAD}.html")
    ways = browser.driver.execute_script(
        'return [...document.querySelectorAll(".asked")].map((one) => getComputedStyle(one).overflowY)'
    )
    assert set(ways) == {"hidden"}


def test_the_theme_is_chosen_and_kept(browser: Browser) -> None:
    colour = "return getComputedStyle(document.body).backgroundColor"
    browser.open("index.html")
    light = browser.driver.execute_script(colour)
    browser.click("#theme")
    dark = browser.driver.execute_script(colour)
    assert dark != light
    assert browser.one("#theme").get_attribute("aria-pressed") == "true"
    browser.open("matrix.html")
    assert browser.driver.execute_script(colour) == dark
    browser.click("#theme")
    assert browser.driver.execute_script(colour) == light


def test_the_keyboard_reaches_the_content_first(browser: Browser) -> None:
    browser.open("index.html")
    browser.one("body").send_keys(Keys.TAB)
    skip = browser.driver.switch_to.active_element
    assert skip.text == "Skip to the content"
    skip.send_keys(Keys.ENTER)
    assert browser.driver.switch_to.active_element.get_attribute("id") == "main"


def test_an_address_opens_its_check(browser: Browser) -> None:
    browser.open("clauses/NUM-1.html#numbers/basics/half/reject-2")
    assert browser.driver.find_elements(By.CSS_SELECTOR, "details[open]")


@pytest.fixture
def sized(browser: Browser) -> Iterator[Callable[[int, int], None]]:
    """Sets the width and height of the view, until the end of the test."""

    def set_size(width: int, height: int) -> None:
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        browser.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    yield set_size
    browser.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


BELOW_THE_HEAD = """
const row = document.querySelector("tr:target").getBoundingClientRect();
const heads = [...document.querySelectorAll(".tall thead th")].map((head) => head.getBoundingClientRect().bottom);
return row.top >= Math.max(0, ...heads) && row.top < innerHeight;
"""


@pytest.mark.parametrize("size", [(1280, 600), (820, 600), (360, 600)])
@pytest.mark.parametrize("check", ["accept-2", "reject-2", "reject-4"])
def test_the_check_of_an_address_is_not_under_the_head(
    check: str, size: tuple[int, int], browser: Browser, sized: Callable[[int, int], None]
) -> None:
    sized(*size)
    browser.open("index.html")  # or only the place in the page would change
    browser.open(f"clauses/NUM-1.html#numbers/basics/half/{check}")
    browser.wait(lambda: bool(browser.driver.execute_script(BELOW_THE_HEAD)))


MANY_GRADERS = 'document.querySelectorAll("td.strip").forEach((strip) => { strip.textContent = "·".repeat(28); });'


@pytest.mark.parametrize("width", [360, 820, 1000, 1280])
def test_the_details_of_a_check_have_room(width: int, browser: Browser, sized: Callable[[int, int], None]) -> None:
    sized(width, 800)
    browser.open("index.html")
    browser.open("clauses/NUM-1.html#numbers/basics/half/reject-4")
    browser.driver.execute_script(MANY_GRADERS)
    browser.wait(lambda: browser.one("tr:target details dd").size["width"] >= 150)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("page", PAGES)
def test_nothing_keeps_anybody_out(page: str, theme: str, browser: Browser) -> None:
    browser.open(page)
    browser.driver.execute_script(f"document.documentElement.dataset.theme = '{theme}'")
    browser.driver.set_script_timeout(120)
    broken = axe.Axe().run(browser.driver, options=LEVELS)["violations"]
    assert [
        (rule["id"], [(node["html"], node["failureSummary"]) for node in rule["nodes"][:3]]) for rule in broken
    ] == []


@pytest.mark.parametrize("page", PAGES)
def test_a_phone_scrolls_down_and_not_aside(page: str, browser: Browser) -> None:
    metrics = {"width": 360, "height": 740, "deviceScaleFactor": 2, "mobile": True}
    browser.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        browser.open(page)
        assert browser.driver.execute_script("return document.documentElement.scrollWidth") <= 360
    finally:
        browser.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
