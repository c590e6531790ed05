// The quick question asks while one fills it in: the form is sent in the background and what comes back is taken over. The button
// does the same without it. An answer to facts that have changed meanwhile is dropped, and none stands beside other facts.

const WAIT = 400; // milliseconds after the last key
const form = document.getElementById("question");
const found = document.getElementById("found");
const short = document.getElementById("short");
let asked = 0;
let timer;

form.classList.add("live");
short.classList.add("live");

form.addEventListener("input", ({ target }) => {
  asked += 1;
  found.classList.add("stale");
  found.setAttribute("aria-busy", "true");
  clearTimeout(timer);
  timer = setTimeout(ask, target.type === "text" ? WAIT : 0);
});

form.addEventListener("submit", () => {
  clearTimeout(timer);
  asked += 1;
});

async function ask() {
  const number = asked;
  const query = new URLSearchParams([...new FormData(form)].filter(([, value]) => value));
  for (const [name, value] of new URLSearchParams(location.search)) {
    if (["lang", "cards", "colours", "theme"].includes(name)) query.append(name, value);
  }
  say(form.dataset.asking);
  let answer, text;
  try {
    answer = await fetch(`${form.action.split("#")[0]}?${query}`);
    if (!answer.ok) throw new Error(answer.statusText);
    text = await answer.text();
  } catch {
    if (number === asked) say(form.dataset.failed);
    return;
  }
  if (number !== asked) return;
  take(new DOMParser().parseFromString(text, "text/html"));
  history.replaceState(null, "", answer.url.split("#")[0]);
}

function say(text) {
  const link = short.querySelector("a");
  link.textContent = text;
  link.hidden = !text;
}

function take(page) {
  found.replaceChildren(...document.adoptNode(page.getElementById("found")).childNodes);
  found.classList.remove("stale");
  found.removeAttribute("aria-busy");
  say(page.querySelector("#short a").textContent);
  document.title = page.title;
  fields(page.getElementById("question"));
}

/** The parts of the form that are different now: other questions, what is wrong, which fact decides. The focus stays. */
function fields(fresh) {
  written();
  const here = document.activeElement;
  const open = new Set([...form.querySelectorAll("details[open]")].map(({ id }) => id));
  for (const each of fresh.querySelectorAll("details")) each.open = open.has(each.id);
  const [old, now] = [[...form.children], [...document.adoptNode(fresh).children]];
  now.forEach((part, at) => {
    if (!old[at]) form.append(part);
    else if (!old[at].isEqualNode(part)) old[at].replaceWith(part);
  });
  for (const part of old.slice(now.length)) part.remove();
  if (form.contains(here) || here === document.body || !here?.name) return;
  const value = here.type === "radio" ? `[value="${CSS.escape(here.value)}"]` : "";
  const same = form.querySelector(`[name="${CSS.escape(here.name)}"]${value}`);
  same?.focus({ preventScroll: true });
  if (same?.type === "text") same.setSelectionRange(here.selectionStart, here.selectionEnd);
}

/** What was typed and chosen, written into the document as the server would, so that equal parts are equal. */
function written() {
  for (const field of form.querySelectorAll("input, option")) {
    if (field.type === "text") field.setAttribute("value", field.value);
    else if (field.matches("option")) field.toggleAttribute("selected", field.selected);
    else field.toggleAttribute("checked", field.checked);
  }
}
