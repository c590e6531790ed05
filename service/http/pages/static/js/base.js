// What every page may have: menus that close, a print button, copy buttons. Every page does its main job without this file.

const menus = () => document.querySelectorAll("details.menu[open]");

addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of menus()) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});

addEventListener("click", (event) => {
  for (const menu of menus()) if (!menu.contains(event.target)) menu.open = false;
});

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}

// Without https there is no clipboard but the old one; where neither works, the text is left selected, and nothing is said.
const copied = async (field) => {
  field.focus();
  field.select();
  try {
    if (!navigator.clipboard) return document.execCommand("copy");
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return false;
  }
};

for (const button of document.querySelectorAll("[data-copy]")) {
  const label = button.textContent;
  const news = document.createElement("span");
  news.className = "vh";
  news.setAttribute("role", "status");
  button.after(news);
  button.hidden = false;
  button.addEventListener("click", async () => {
    if (!(await copied(document.getElementById(button.dataset.copy)))) return;
    button.textContent = news.textContent = button.dataset.copied;
    setTimeout(() => {
      button.textContent = label;
      news.textContent = "";
    }, 4000);
  });
}
