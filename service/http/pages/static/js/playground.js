// The playground: checks while one types, line numbers that follow, places that lead to the word. The button does the same without it.

const WAIT = 400; // milliseconds after the last key
const SWAPPED = ["problems", "hands", "changes"]; // what was tried of an older text goes, too
const form = document.getElementById("house-form");
let asked = 0;
let timer;

for (const field of form.querySelectorAll("[data-editor]")) {
  const area = field.querySelector("textarea");
  area.addEventListener("input", () => {
    numbered(field);
    clearTimeout(timer);
    timer = setTimeout(look, WAIT);
  });
  area.addEventListener("scroll", () => {
    field.querySelector(".underlay").scrollLeft = area.scrollLeft;
  });
  numbered(field);
}

form.addEventListener("submit", () => clearTimeout(timer));

form.addEventListener("click", (event) => {
  const place = event.target.closest("a.at");
  if (!place) return;
  event.preventDefault();
  select(document.getElementById(place.hash.slice(1)), place.dataset);
});

/** As many numbers, and as high a field, as there are lines; marks of an older text go. */
function numbered(field) {
  const area = field.querySelector("textarea");
  const gutter = field.querySelector(".gutter");
  const lines = area.value.split("\n").length;
  while (gutter.children.length < lines) gutter.append(document.createElement("li"));
  while (gutter.children.length > lines) gutter.lastElementChild.remove();
  area.rows = Math.max(lines, 6);
}

/** Columns count code points, a text area counts UTF-16 units. */
function select(area, { line, column, length }) {
  const rows = area.value.split("\n");
  const before = rows.slice(0, line - 1).reduce((sum, row) => sum + row.length + 1, 0);
  const points = [...(rows[line - 1] ?? "")];
  const start = before + points.slice(0, column - 1).join("").length;
  const marked = points.slice(column - 1, Number(column) - 1 + Number(length)).join("").length;
  area.focus();
  area.setSelectionRange(start, start + marked);
}

/** Asks for the problems of the text as it stands, and puts them in place of those shown; a late answer is dropped. */
async function look() {
  const number = ++asked;
  const shown = document.getElementById("problems");
  shown.setAttribute("aria-busy", "true");
  const body = new URLSearchParams(new FormData(form));
  body.set("act", "look");
  let text;
  try {
    const answer = await fetch(form.action, { method: "POST", body });
    if (!answer.ok) throw new Error(answer.statusText);
    text = await answer.text();
  } catch {
    text = undefined;
  }
  if (number !== asked) return;
  shown.removeAttribute("aria-busy");
  if (text === undefined) {
    const sorry = document.createElement("p");
    sorry.textContent = form.dataset.failed;
    shown.replaceChildren(sorry);
    return;
  }
  swap(new DOMParser().parseFromString(text, "text/html"));
}

function swap(answer) {
  document.getElementById("checked").textContent = answer.querySelector("#problems h2").textContent;
  for (const id of SWAPPED) {
    const old = document.getElementById(id);
    if (old.contains(document.activeElement)) continue; // a button there is being used
    old.replaceChildren(...document.adoptNode(answer.getElementById(id)).childNodes);
  }
  const fields = answer.querySelectorAll("[data-editor]");
  for (const [at, field] of form.querySelectorAll("[data-editor]").entries()) {
    for (const part of [".gutter", ".underlay"]) {
      field.querySelector(part).replaceChildren(...document.adoptNode(fields[at].querySelector(part)).childNodes);
    }
    field.querySelector(".underlay").scrollLeft = field.querySelector("textarea").scrollLeft;
  }
}
