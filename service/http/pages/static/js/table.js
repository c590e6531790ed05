// The replay without page jumps: links, arrow keys, one spoken line a step. Without this file the links alone do it.

const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };

for (const replay of document.querySelectorAll(".replay")) {
  const steps = new Map([...replay.querySelectorAll(".step")].map((step) => [step.id, step]));
  const said = replay.querySelector("[role=status]");
  let shown = steps.get(location.hash.slice(1)) ?? replay.querySelector(".step.start");

  const show = (step) => {
    shown.classList.remove("on");
    step.classList.add("on");
    shown = step;
    said.textContent = step.querySelector(".cap").textContent;
  };

  const control = (name) => shown.querySelector(`[data-to="${name}"]`);

  // The focus goes to the same control of the step that is shown now, so that a key held down goes on.
  const go = (id, name) => {
    const step = steps.get(id);
    if (!step || step === shown) return;
    show(step);
    const next =
      [...step.querySelectorAll(".scrub a")].find((link) => link.hash === name) ??
      control(name) ??
      control(name === "next" || name === "last" ? "previous" : "next");
    next?.focus({ preventScroll: true });
    try {
      history.replaceState(history.state, "", `#${id}`);
    } catch {
      // Some browsers allow so many a second; the address follows with the next step.
    }
  };

  const follow = (link) => go(link.hash.slice(1), link.dataset.to ?? link.hash);

  replay.classList.add("live");
  shown.classList.add("on");

  replay.addEventListener("click", (event) => {
    const link = event.target.closest(".ctl a, .scrub a");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    follow(link);
  });

  replay.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const held = event.key === "Enter" && event.repeat && event.target.closest(".ctl a"); // no browser clicks again by itself
    if (held) follow(held);
    if (held || event.key in KEYS) event.preventDefault();
    if (!(event.key in KEYS)) return;
    const name = KEYS[event.key];
    const link = control(name);
    if (link) go(link.hash.slice(1), document.activeElement?.dataset.to ?? name);
  });

  addEventListener("hashchange", () => {
    const step = steps.get(location.hash.slice(1));
    if (step && step !== shown) {
      show(step);
      step.scrollIntoView({ block: "nearest" });
    }
  });
}

// Another language, other cards: the step stays.
addEventListener("click", (event) => {
  const link = event.target.closest(".pop a");
  if (link && location.hash) link.hash = location.hash;
});
