// The desk without reloading: clicks and live checks send the form in the background and take over parts of the page that comes
// back. The page does all of this without script as well, by full round trips.

const form = document.getElementById("desk");
const log = document.getElementById("log");
const byId = (id, page = document) => page.getElementById(id);

const CLICKS = new Set(["add", "zone", "undo", "rest", "middle", "fix", "sample"]);
const PAUSE = 400;

document.documentElement.classList.add("script");

// ---- asking the server
let asked = 0;
let pending = 0;
let clicks = Promise.resolve(true);

async function ask(button) {
  const body = new FormData(form);
  if (button) body.append(button.name, button.value);
  const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "text/html" } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (!answer.ok) throw new Error(page.querySelector("main .lede")?.textContent ?? "");
  return page;
}

/** Says that no answer came, or what the service said instead of one. */
function failed(error) {
  const span = (text) => Object.assign(document.createElement("span"), { className: "no", textContent: text });
  const said = error.message && !(error instanceof TypeError) ? error.message : form.dataset.failed;
  byId("status").replaceChildren(span(said));
  byId("say").replaceChildren(span(said));
}

/** Everything that is typed and chosen. */
const filledIn = () => JSON.stringify([...new FormData(form)].filter(([, value]) => typeof value === "string"));

/** Sends the form as `button` would; what was typed meanwhile is sent once more, so that nothing is lost. */
async function press(button) {
  clearTimeout(timer);
  try {
    for (;;) {
      const sent = filledIn();
      asked += 1;
      const page = await ask(button);
      if (filledIn() !== sent) continue;
      asked += 1;
      const text = byId("log", page).value;
      if (text !== log.value) log.value = text;
      take(page, button);
      return true;
    }
  } catch (error) {
    failed(error);
    return false;
  } finally {
    pending -= 1;
  }
}

/** Presses one button after the other; says of the last one whether its answer came. */
function queue(button) {
  pending += 1;
  return (clicks = clicks.then(() => press(button)));
}

let timer;
async function check() {
  const number = (asked += 1);
  try {
    const page = await ask();
    if (number === asked) take(page);
  } catch (error) {
    if (number === asked) failed(error);
  }
}

// ---- taking over an answer
/** Puts the inside of some parts of the page that came back in place of what is here. */
function take(page, button) {
  const here = document.activeElement;
  const inside = byId("cards").contains(here) || byId("problems").contains(here);
  swapSheet(page);
  byId("summary")?.remove();
  document.title = page.title;
  for (const id of ["head", "carried", "chosen", "cards", "gutter", "ghost", "status", "problems", "say"])
    swap(id, page);
  swapSetup(page);
  scrolled();
  if (inside && !here.isConnected) refocus(here, button);
}

function swap(id, page) {
  const [old, fresh] = [byId(id), byId(id, page)];
  if (!old || !fresh || old.innerHTML === fresh.innerHTML) return;
  for (const next of fresh.querySelectorAll("[autofocus]")) {
    next.removeAttribute("autofocus"); // it is ours to move the focus, once everything has its place
    next.dataset.next = "";
  }
  const open = [...old.querySelectorAll("details")].map((each) => each.open);
  old.replaceChildren(...fresh.childNodes);
  const folds = [...old.querySelectorAll("details")];
  if (folds.length === open.length) folds.forEach((each, index) => (each.open = open[index]));
}

/** The pictures of the cards and the fields of the setup, if another ruleset was written into the log. */
function swapSheet(page) {
  const [old, fresh] = [document.querySelector(".sprite"), page.querySelector(".sprite")];
  if (old && fresh && old.outerHTML !== fresh.outerHTML) old.replaceWith(fresh);
  document.documentElement.dataset.deck = page.documentElement.dataset.deck;
}

/** Other fields if there is another ruleset; else the values that the log has now, but for a field that is being typed in. */
function swapSetup(page) {
  const [ruleset, fresh] = [byId("ruleset"), byId("ruleset", page)];
  if (ruleset && fresh && ruleset.value !== fresh.value) {
    byId("setup").replaceChildren(...byId("setup", page).childNodes);
    return;
  }
  const fields = (root) => [...root.querySelectorAll("#setup :is(input, select):not([type=hidden])")];
  const now = fields(page);
  fields(document).forEach((field, index) => {
    const other = now[index];
    if (!other || other.name !== field.name || field === document.activeElement) return;
    if (field.type === "radio") field.checked = other.checked;
    else field.value = other.value;
    if (field.name === "dealer") field.nextElementSibling.replaceChildren(...other.nextElementSibling.childNodes);
  });
}

/** The focus goes on to what comes next among the cards, never into the log by itself: a phone would open its keyboard. */
function refocus(here, button) {
  const cards = byId("cards");
  const field = here.name && !here.matches("button") && fieldLike(here);
  if (field) {
    if (field.matches("[type=text], [type=number]")) field.value = here.value;
    field.focus({ preventScroll: true });
    return;
  }
  const same =
    button && cards.querySelector(`button[name="${button.name}"][value="${CSS.escape(button.value)}"]:enabled`);
  const next =
    cards.querySelector("[data-next]") ??
    same ??
    cards.querySelector(".playhand button, .deckgrid button:enabled") ??
    cards.querySelector(".turn") ??
    cards.querySelector("h2");
  (button?.name === "fix" ? log : next).focus({ preventScroll: true });
}

/** The field of a page that came back that stands for one that has gone. */
function fieldLike(gone) {
  const fields = [...byId("cards").querySelectorAll(`[name="${CSS.escape(gone.name)}"]`)];
  return fields.find((field) => field.type !== "radio" || field.value === gone.value);
}

// ---- clicks
form.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (!button) return;
  if (CLICKS.has(button.name) || (button.name === "set" && !rulesetChanged())) {
    event.preventDefault();
    queue({ name: button.name, value: button.value });
  } else if (pending) {
    event.preventDefault(); // what was clicked last is not in the log yet
    clicks.then((came) => came && form.requestSubmit(button));
  }
});

const rulesetChanged = () => {
  const ruleset = byId("ruleset");
  return ruleset && new URLSearchParams(form.elements.shown.value).get("ruleset") !== ruleset.value;
};

form.addEventListener("change", (event) => {
  if (event.target === log) return;
  if (rulesetChanged()) form.requestSubmit(document.querySelector('button[form="desk"][name="set"]'));
  else queue({ name: "set", value: "1" }).then(() => (form.elements.file.value = ""));
});

// ---- the log
log.addEventListener("input", () => {
  const lines = log.value.split("\n").length;
  const gutter = byId("gutter");
  while (gutter.children.length > lines) gutter.lastChild.remove();
  while (gutter.children.length < lines) {
    gutter.append(Object.assign(document.createElement("li"), { textContent: gutter.children.length + 1 }));
  }
  byId("ghost").textContent = "";
  scrolled();
  asked += 1;
  clearTimeout(timer);
  timer = setTimeout(check, PAUSE);
});

function scrolled() {
  byId("gutter").scrollTop = byId("ghost").scrollTop = log.scrollTop;
  byId("ghost").scrollLeft = log.scrollLeft;
}
log.addEventListener("scroll", scrolled);

// ---- from a problem to its place: the server counts characters, a text area UTF-16 units
addEventListener("click", (event) => {
  const link = event.target.closest?.("[data-line]");
  if (!link) return;
  event.preventDefault();
  const { line, column, length } = link.dataset;
  const lines = log.value.split("\n");
  const units = (text, from, to) => Array.from(text).slice(from, to).join("").length;
  const source = lines[line - 1] ?? "";
  const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0) + units(source, 0, column - 1);
  log.focus();
  log.setSelectionRange(start, start + units(source, column - 1, column - 1 + Number(length)));
  log.scrollTop = Math.max(0, (line - 4) * parseFloat(getComputedStyle(log).lineHeight));
});

scrolled();
