// The list of rulesets: the bar below says which are ticked while they are ticked. Without this file it says so once the form was sent.

const say = document.querySelector(".bar-below .say");
const boxes = [...document.querySelectorAll(".shelf input")];

function tell() {
  const [first, second, third] = boxes.filter((box) => box.checked).map((box) => box.dataset.title);
  const { none, one, two, many } = say.dataset;
  const text = third ? many : second ? two : first ? one : none;
  say.textContent = text.replace(/\{(first|second)\}/g, (_, which) => (which === "first" ? first : second));
}

for (const box of boxes) box.addEventListener("change", tell);
