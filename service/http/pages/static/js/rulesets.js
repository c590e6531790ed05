// The list says which rulesets are ticked while they are ticked; a rule book says in its contents where one is. Both do without this file.

const say = document.querySelector(".bar-below .say");
const boxes = [...document.querySelectorAll(".shelf input")];

function tell() {
  const [first, second, third] = boxes.filter((box) => box.checked).map((box) => box.dataset.title);
  const { none, one, two, many } = say.dataset;
  const text = third ? many : second ? two : first ? one : none;
  say.textContent = text.replace(/\{(first|second)\}/g, (_, which) => (which === "first" ? first : second));
}

for (const box of boxes) box.addEventListener("change", tell);

const entries = new Map([...document.querySelectorAll(".toc a")].map((link) => [link.hash.slice(1), link]));
const seen = new Set();

const watch = new IntersectionObserver(
  (changes) => {
    for (const { target, isIntersecting } of changes) seen[isIntersecting ? "add" : "delete"](target.id);
    const first = [...entries.keys()].find((id) => seen.has(id));
    for (const [id, link] of entries) {
      if (id === first) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  },
  { rootMargin: "-10% 0px -60% 0px" },
);

for (const id of entries.keys()) watch.observe(document.getElementById(id));
