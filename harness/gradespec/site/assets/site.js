"use strict";
// Sorting, filters, search and the two pages that list checks. All state is in the address, so a view can be linked.
// Nothing is fetched: data comes as scripts. Texts of others are set as text, never as markup.

const $ = (selector, inside = document) => inside.querySelector(selector);
const $$ = (selector, inside = document) => [...inside.querySelectorAll(selector)];
const ROOT = document.body.dataset.root;
const BROKEN = new Set(["error", "timeout", "crash", "executed"]);
const FINE = new Set(["pass", "unsupported", "not_asked"]);

function make(tag, text, attributes = {}) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

const count = (number, noun) => `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;

// ---- the address

const query = () => new URLSearchParams(location.search);

function keep(values) {
  const found = query();
  for (const [name, value] of Object.entries(values)) value ? found.set(name, value) : found.delete(name);
  const text = found.toString();
  history.replaceState(null, "", (text ? `?${text}` : location.pathname.split("/").pop()) + location.hash);
}

function valuesOf(form) {
  return Object.fromEntries($$("[name]", form).map((field) => [field.name,
    field.type === "checkbox" ? (field.checked ? field.value : "") : field.value]));
}

function fill(form) {
  const found = query();
  for (const field of $$("[name]", form)) {
    if (!found.has(field.name)) continue;
    const value = found.get(field.name);
    if (field.type === "checkbox") field.checked = value === field.value;
    else if (field.tagName !== "SELECT" || [...field.options].some((option) => option.value === value)) field.value = value;
  }
}

function whenChanged(form, show) {
  // Leaving a field is a change, too; what shows the same already stays, or a click on it would be lost.
  let waiting, shown = JSON.stringify(valuesOf(form));
  const changed = () => {
    const values = valuesOf(form);
    if (JSON.stringify(values) === shown) return;
    shown = JSON.stringify(values);
    keep(values);
    show(values);
  };
  form.addEventListener("submit", (event) => { event.preventDefault(); changed(); });
  form.addEventListener("change", changed);
  form.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(changed, 120); });
  form.addEventListener("reset", () => setTimeout(changed));
}

// ---- theme

function theme() {
  const button = $("#theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (document.documentElement.dataset.theme || (system.matches ? "dark" : "light")) === "dark";
  const show = () => button.setAttribute("aria-pressed", isDark());
  button.addEventListener("click", () => {
    const chosen = isDark() ? "light" : "dark";
    document.documentElement.dataset.theme = chosen;
    try { localStorage.setItem("theme", chosen); } catch { /* it lasts as long as the page */ }
    show();
  });
  system.addEventListener("change", show);
  show();
}

// ---- sorting

function sortable(table) {
  const body = table.tBodies[0];
  const heads = columnHeads(table);
  heads.forEach((head, column) => {
    const button = make("button", undefined, { type: "button", class: "sort" });
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const first = head.dataset.first || "asc";
      const now = head.getAttribute("aria-sort");
      const up = now ? now === "descending" : first === "asc";
      sort(column, up);
      keep({ sort: column, order: up ? "asc" : "desc" });
    });
  });
  function sort(column, up) {
    heads.forEach((head) => head.removeAttribute("aria-sort"));
    heads[column].setAttribute("aria-sort", up ? "ascending" : "descending");
    const key = (row) => {
      const cell = row.cells[column];
      if (cell.dataset.v === undefined) return cell.textContent.trim().toLowerCase();
      return cell.dataset.v === "None" ? NaN : Number(cell.dataset.v);
    };
    const compare = (a, b) => typeof a === "string" ? a.localeCompare(b) : a - b;
    const empty = (value) => Number.isNaN(value);
    body.append(...[...body.rows].map((row) => [key(row), row]).sort(([a], [b]) =>
      empty(a) - empty(b) || (up ? compare(a, b) : compare(b, a)) || 0).map(([, row]) => row));
  }
  const found = query();
  if (heads[Number(found.get("sort"))] && found.has("sort")) sort(Number(found.get("sort")), found.get("order") !== "desc");
}

function columnHeads(table) {
  // The heads of columns in their order, where groups of columns have a second row of heads.
  const [first, second] = table.tHead.rows;
  const below = second ? [...second.cells] : [];
  return [...first.cells].flatMap((cell) => cell.colSpan > 1 ? below.splice(0, cell.colSpan) : [cell]);
}

// ---- filters of tables that are in the page

const OUTCOMES = new Map();  // letter → outcome, from the legend of the page

function outcomesOf(letters) {
  return [...letters].map((letter) => OUTCOMES.get(letter));
}

function isOutcome(outcome, wanted) {
  if (!wanted) return true;
  if (wanted === "failed") return !FINE.has(outcome);
  if (wanted === "broken") return BROKEN.has(outcome);
  return outcome === wanted;
}

function readLegend() {
  const kinds = { "false accept": "false_accept", "false reject": "false_reject", "wrong extraction": "wrong_extraction",
    passed: "pass", "n/a": "unsupported", "not asked": "not_asked" };
  for (const entry of $$(".legend > span")) {
    const [letter, name] = [$("b", entry).textContent, entry.lastChild.textContent.trim()];
    OUTCOMES.set(letter, kinds[name] || name);
  }
}

const FILTERS = {
  standings(form, values) {
    const rows = $$("#standings tbody tr");
    for (const row of rows) {
      row.hidden = !row.dataset.name.includes(values.name.toLowerCase()) || (values.safe && row.dataset.safe !== "1");
    }
    return count(rows.filter((row) => !row.hidden).length, "grader");
  },

  matrix(form, values) {
    let shown = 0;
    const narrowed = values.level || values.text;
    for (const body of $$("#matrix tbody.clauses")) {
      const button = $(".fold", body.previousElementSibling);
      const here = !values.chapter || body.dataset.chapter === values.chapter;
      let kept = 0;
      for (const row of body.rows) {
        row.hidden = (values.level && row.dataset.level !== values.level) || !row.dataset.text.includes(values.text.toLowerCase());
        kept += !row.hidden;
      }
      body.previousElementSibling.hidden = !here || (narrowed && !kept);
      body.hidden = !here || (!narrowed && !values.chapter && button.getAttribute("aria-expanded") !== "true");
      if (here) shown += kept;
    }
    return count(shown, "clause");
  },

  "of-clause"(form, values) {
    const place = $("[name=grader]", form).selectedIndex - 1;
    const text = values.text.toLowerCase();
    let shown = 0;
    for (const body of $$("#of-clause tbody")) {
      let kept = 0;
      for (const row of $$(".check", body)) {
        const outcomes = outcomesOf($(".strip", row).textContent);
        const about = place < 0 ? outcomes : [outcomes[place]];
        row.hidden = !about.some((outcome) => isOutcome(outcome, values.outcome))
          || (values.side && row.dataset.side !== values.side)
          || (values.reason && row.dataset.reason !== values.reason)
          || (text && !row.textContent.toLowerCase().includes(text) && !body.rows[0].textContent.toLowerCase().includes(text));
        mark($(".strip", row), place);
        kept += !row.hidden;
      }
      body.hidden = !kept;
      shown += kept;
    }
    $$("#of-clause thead .names > span").forEach((name, index) => name.classList.toggle("chosen", index === place));
    return count(shown, "check");
  },
};

function mark(strip, place) {
  // The letter of the grader that was chosen stands out.
  if (place < 0 && !strip.dataset.lettered) return;
  lettered(strip).forEach((letter, index) => letter.classList.toggle("chosen", index === place));
}

function filtered(form) {
  const filter = FILTERS[form.dataset.filter];
  const show = (values) => { $("output", form).textContent = filter(form, values); };
  fill(form);
  whenChanged(form, show);
  show(valuesOf(form));
  return () => show(valuesOf(form));
}

function folding(again) {
  const buttons = $$(".fold");
  const set = (button, open) => button.setAttribute("aria-expanded", open);
  const stated = new Set((query().get("open") || "").split(" "));
  const remember = () => keep({ open: buttons.filter((one) => one.getAttribute("aria-expanded") === "true")
    .map((one) => one.closest("tbody").dataset.chapter).join(" ") });
  for (const button of buttons) {
    set(button, stated.has(button.closest("tbody").dataset.chapter));
    button.addEventListener("click", () => {
      set(button, button.getAttribute("aria-expanded") !== "true");
      remember();
      again();
    });
  }
  for (const all of $$("[data-expand]")) {
    all.addEventListener("click", () => { buttons.forEach((one) => set(one, all.dataset.expand)); remember(); again(); });
  }
  again();
}

// ---- the explorer and the comparison, from data/checks.js

function* rowsOf(data) {
  const kinds = new Map(Object.entries(data.letters).map(([kind, letter]) => [letter, kind]));
  for (const [id, clause, checks] of data.cases) {
    const [name, level, chapter] = data.clauses[clause];
    for (const [check, reason, option, wanted, letters, gold, answer] of checks) {
      yield { id: `${id}#${check}`, anchor: `${id}/${check}`, clause: name, level, chapter: data.chapters[chapter][0],
        reason: data.reasons[reason], option: data.options[option], wanted: data.wanted[wanted], letters, gold, answer,
        kinds: (place) => kinds.get(letters[place]) };
    }
  }
}

const sideOf = (row) => row.wanted === "accept" ? "accept"
  : row.wanted === "reject" || row.wanted === "ungradable" || row.wanted === "find no answer" ? "reject" : "value";

function fits(row, values) {
  const text = (values.text || "").toLowerCase();
  return (!values.chapter || row.chapter === values.chapter)
    && (!values.clause || row.clause === values.clause.trim().toUpperCase())
    && (!values.level || row.level === values.level)
    && (!values.reason || (values.reason === "none" ? !row.reason : row.reason === values.reason))
    && (!values.side || sideOf(row) === values.side)
    && (!values.option || (values.option === "any" ? row.option : row.option === values.option))
    && (!text || `${row.id} ${row.gold} ${row.answer}`.toLowerCase().includes(text));
}

function looks(text) {
  // Formulas were made at build time, escaped, and come with the site: the only markup that is set as such.
  const markup = (window.GRADESPEC_FORMULAS || {})[text];
  const made = make(markup ? "span" : "code", markup ? undefined : text, { class: markup ? "looks" : "source", title: text });
  if (markup) made.innerHTML = markup;
  return made;
}

function stripOf(data, row) {
  const made = make("td", undefined, { class: "strip" });
  const fine = new Set([...FINE].map((kind) => data.letters[kind]));
  for (const letter of row.letters) made.append(fine.has(letter) ? letter : make("b", letter, { class: letter }));
  return made;
}

function who(data, row) {
  // The graders that fail, by name: the letters say it in short, and where there is room with heads.
  const found = new Map();
  data.graders.forEach(([, title], place) => {
    const kind = row.kinds(place);
    if (!FINE.has(kind)) found.set(kind, [...(found.get(kind) || []), title]);
  });
  if (!found.size) return [];
  const made = make("details"), list = make("dl");
  for (const [kind, titles] of found) list.append(make("dt", data.names[kind]), make("dd", titles.join(", ")));
  made.append(make("summary", "who fails"), list);
  return [" ", made];
}

function checkRow(data, row, ends) {
  const made = make("tr");
  const clause = make("td");
  clause.append(make("a", row.clause, { href: `clauses/${row.clause}.html#${encodeURI(row.anchor)}`, title: row.id }));
  if (row.reason) clause.append(" ", make("small", row.reason, { class: "quiet" }));
  const answer = make("td", undefined, { class: "answer", "data-label": "answer" });
  answer.append(looks(row.answer));
  if (row.option) answer.append(" ", make("span", row.option, { class: "option" }));
  answer.append(...who(data, row));
  const gold = make("td", undefined, row.gold ? { "data-label": "gold" } : {});
  if (row.gold) gold.append(looks(row.gold));
  made.append(clause, make("td", row.wanted, { class: `must ${sideOf(row)}` }), gold, answer, ...ends);
  return made;
}

const STEP = 100;

function listing(data, form, ends) {
  // Shows rows a hundred at a time, and formulas once their file has come.
  const body = $("#found tbody"), more = $("#more");
  let rows = [], shown = 0;
  const next = () => {
    for (const row of rows.slice(shown, shown + STEP)) body.append(checkRow(data, row, ends(row)));
    shown = Math.min(shown + STEP, rows.length);
    more.hidden = shown >= rows.length;
    $("output", form).textContent = count(rows.length, "check") + (more.hidden ? "" : `, the first ${shown} shown`);
  };
  const show = (found) => { rows = found; shown = 0; body.replaceChildren(); next(); };
  more.addEventListener("click", next);
  const script = make("script", undefined, { src: "data/formulas.js" });
  script.addEventListener("load", () => show(rows));
  document.head.append(script);
  return show;
}

function choicesOf(form, name, values) {
  const select = $(`[name=${name}]`, form);
  if (select) for (const [value, label] of values) select.append(make("option", label, { value }));
}

function explorer(form) {
  const data = window.GRADESPEC_CHECKS;
  const rows = [...rowsOf(data)];
  const places = new Map(data.graders.map(([slug], place) => [slug, place]));
  choicesOf(form, "chapter", data.chapters.filter(([stem]) => rows.some((row) => row.chapter === stem)));
  choicesOf(form, "reason", data.reasons.filter(Boolean).sort().map((name) => [name, name]).concat([["none", "no reason given"]]));
  choicesOf(form, "option", [["any", "any option"], ...data.options.filter(Boolean).sort().map((name) => [name, name])]);
  $("#clauses").append(...data.clauses.map(([id, , , text]) => make("option", text, { value: id })));
  fill(form);
  (form.dataset.page === "compare" ? compare : explore)(data, rows, places, form);
}

function explore(data, rows, places, form) {
  const list = listing(data, form, (row) => [stripOf(data, row)]);
  const show = (values) => {
    const place = places.has(values.grader) ? places.get(values.grader) : -1;
    const about = (row) => place < 0 ? data.graders.map((_, index) => row.kinds(index)) : [row.kinds(place)];
    list(rows.filter((row) => fits(row, values) && about(row).some((kind) => isOutcome(kind, values.outcome))));
    $$("thead .names > span").forEach((name, index) => name.classList.toggle("chosen", index === place));
  };
  whenChanged(form, show);
  show(valuesOf(form));
}

const failed = (kind) => !FINE.has(kind);
const answered = (kind) => kind !== "unsupported" && kind !== "not_asked";
const PAIRS = {
  differ: (a, b) => answered(a) && answered(b) && failed(a) !== failed(b),
  unanswered: (a, b) => failed(a) && !answered(b) || failed(b) && !answered(a),
  "a-accepts": (a, b) => a === "false_accept" && b === "pass",
  "b-accepts": (a, b) => b === "false_accept" && a === "pass",
  "a-rejects": (a, b) => a === "false_reject" && b === "pass",
  "b-rejects": (a, b) => b === "false_reject" && a === "pass",
  "a-fails": (a, b) => failed(a) && b === "pass",
  "b-fails": (a, b) => failed(b) && a === "pass",
  "both-fail": (a, b) => failed(a) && failed(b),
};

function compare(data, rows, places, form) {
  const outcome = (row, place) => make("td", data.names[row.kinds(place)], { "data-label": data.graders[place][1], class: failed(row.kinds(place)) ? "bad" : "quiet" });
  let a = 0, b = 0;
  const list = listing(data, form, (row) => [outcome(row, a), outcome(row, b)]);
  const show = (values) => {
    [a, b] = [places.get(values.a), places.get(values.b)];
    const near = rows.filter((row) => fits(row, values));
    counted(near, a, b);
    differing(near, a, b);
    const heads = $$("#found thead th");
    [heads.at(-2).textContent, heads.at(-1).textContent] = [data.graders[a][1], data.graders[b][1]];
    list(near.filter((row) => PAIRS[values.show](row.kinds(a), row.kinds(b))));
  };
  $("#swap").addEventListener("click", () => {
    const [first, second] = [$("[name=a]", form), $("[name=b]", form)];
    [first.value, second.value] = [second.value, first.value];
    form.dispatchEvent(new Event("change"));
  });
  whenChanged(form, show);
  show(valuesOf(form));
}

function counted(rows, a, b) {
  const both = rows.map((row) => [row.kinds(a), row.kinds(b)])
    .filter((pair) => pair.every(answered));
  const cells = $$("#counts tbody td");
  [[false, false], [false, true], [true, false], [true, true]].forEach(([first, second], index) => {
    cells[index].textContent = both.filter(([x, y]) => failed(x) === first && failed(y) === second).length.toLocaleString("en");
  });
}

function differing(rows, a, b) {
  const found = new Map();
  for (const row of rows) {
    if (!PAIRS["a-fails"](row.kinds(a), row.kinds(b)) && !PAIRS["b-fails"](row.kinds(a), row.kinds(b))) continue;
    const pair = found.get(row.clause) || [0, 0];
    pair[failed(row.kinds(a)) ? 0 : 1] += 1;
    found.set(row.clause, pair);
  }
  const most = [...found].sort(([, x], [, y]) => (y[0] + y[1]) - (x[0] + x[1])).slice(0, 12);
  $("#clauses-differ").replaceChildren(...most.map(([clause, [first, second]]) => {
    const address = query();
    address.set("clause", clause);
    const link = make("a", `${clause} `, { href: `?${address}`, title: `${first} that A alone fails, ${second} that B alone fails` });
    link.append(make("b", `A ${first} · B ${second}`));
    const item = make("li");
    item.append(link);
    return item;
  }));
}

// ---- full text

const wordsOf = (text) => text.toLowerCase().normalize("NFKD").match(/[a-z0-9_\\]+(-[0-9]+)?/g) || [];

function score(words, title, text) {
  // Every word has to begin a word of the entry; in a title it weighs more, and a whole word more than a part.
  let sum = 0;
  for (const word of words) {
    const of = (list, weight) => list.reduce((best, one) => Math.max(best, one === word ? 2 * weight : one.startsWith(word) ? weight : 0), 0);
    const found = of(title, 5) + of(text, 1) + Math.min(text.filter((one) => one === word).length, 4) / 4;
    if (!found) return 0;
    sum += found;
  }
  return sum;
}

function snippet(text, words) {
  const low = text.toLowerCase();
  const place = Math.max(0, Math.min(...words.map((word) => { const at = low.indexOf(word); return at < 0 ? Infinity : at; })));
  const start = Number.isFinite(place) && place > 120 ? low.indexOf(" ", place - 80) + 1 : 0;
  if (text.length <= start + 260) return (start ? "… " : "") + text.slice(start);
  const end = text.lastIndexOf(" ", start + 260);
  return (start ? "… " : "") + text.slice(start, end > start ? end : start + 260) + " …";
}

function marked(text, words) {
  const made = make("span");
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const pattern = new RegExp(`(${escaped.join("|")})`, "gi");
  text.split(pattern).forEach((part, index) => made.append(index % 2 ? make("mark", part) : part));
  return made;
}

const RESULTS = 60;

function search(form) {
  const entries = window.GRADESPEC_SEARCH.map(([kind, title, target, text]) =>
    ({ kind, title, target, text, inTitle: wordsOf(title), inText: wordsOf(text) }));
  const results = $("#results"), contents = $("#contents"), more = $("#more");
  let found = [], words = [], shown = 0;
  const item = (entry) => {
    const made = make("li");
    made.append(make("a", entry.title, { href: ROOT + entry.target }), " ", make("small", entry.kind, { class: "quiet" }));
    if (entry.text) { const said = make("p"); said.append(marked(snippet(entry.text, words), words)); made.append(said); }
    return made;
  };
  const next = () => {
    results.append(...found.slice(shown, shown + RESULTS).map(item));
    shown = Math.min(shown + RESULTS, found.length);
    more.hidden = shown >= found.length;
    $("output", form).textContent = found.length
      ? count(found.length, "result") + (more.hidden ? "" : `, the first ${shown} shown`) : "nothing found";
  };
  const show = ({ q }) => {
    words = wordsOf(q);
    shown = 0;
    results.replaceChildren();
    results.hidden = !words.length;
    contents.hidden = !!words.length;
    if (!words.length) { $("output", form).textContent = ""; more.hidden = true; return; }
    found = entries.map((entry) => [score(words, entry.inTitle, entry.inText), entry])
      .filter(([points]) => points > 0).sort(([x], [y]) => y - x).map(([, entry]) => entry);
    next();
  };
  more.addEventListener("click", next);
  fill(form);
  const field = $(".find [name=q]");
  if (field) field.value = query().get("q") || "";
  whenChanged(form, show);
  show(valuesOf(form));
}

// ---- letters say whose they are

function lettered(strip) {
  // An element for each letter, with the grader and the outcome for a title.
  if (strip.dataset.lettered) return [...strip.children];
  const text = strip.textContent;
  const names = $$("thead .names > span", strip.closest("table")).map((name) => name.textContent);
  const failures = new Set($$("b", strip).map((run) => run.textContent[0]));
  const letters = [...text].map((letter, place) => make(failures.has(letter) ? "b" : "span", letter, {
    class: failures.has(letter) ? letter : "", title: `${names[place]}: ${OUTCOMES.get(letter).replaceAll("_", " ")}`,
  }));
  strip.replaceChildren(...letters);
  strip.dataset.lettered = "yes";
  return letters;
}

function titles() {
  // Only of what comes near the view: a page may have hundreds of checks, each with a letter for every grader.
  const near = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target: strip } of entries) {
      if (!isIntersecting) continue;
      near.unobserve(strip);
      if (strip.isConnected) lettered(strip);  // another view may have taken its row away meanwhile
    }
  }, { rootMargin: "400px" });
  const watch = (element) => $$("td.strip", element).forEach((strip) => near.observe(strip));
  watch(document);
  for (const body of $$("#found tbody")) new MutationObserver(() => watch(body)).observe(body, { childList: true });
}

// ---- a check that the address names is open

function target() {
  const row = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!row || !row.classList.contains("check")) return;
  row.hidden = false;
  row.closest("tbody").hidden = false;
  $("details", row).open = true;
  measure();
  row.scrollIntoView({ block: "start" });
}

function measure() {
  // How much of a table of checks its head covers, which stays in view: nothing where there is no room for columns.
  const head = $(".tall .checks thead");
  if (head) document.documentElement.style.setProperty("--head", `${head.offsetHeight}px`);
}

theme();
readLegend();
titles();
for (const table of $$("table.sortable")) sortable(table);
for (const form of $$("form[data-filter]")) {
  const again = filtered(form);
  if (form.dataset.filter === "matrix") folding(again);
}
if ($("#explore") && window.GRADESPEC_CHECKS) explorer($("#explore"));
if ($("#search") && window.GRADESPEC_SEARCH) search($("#search"));
target();
addEventListener("hashchange", target);
addEventListener("load", target);  // a browser goes to the place that the address names, too, and later than this
addEventListener("resize", measure);
