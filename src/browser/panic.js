// What a visitor sees when the page has failed: what to do, and a report with the link that leads back here.
export function report(message, heading, copyLabel, reloadLabel) {
  console.error(message);
  if (document.querySelector(".panic")) return;
  const text = `${message}\n\n${location.href}\n${navigator.userAgent}`;
  const make = (tag, content, act) => {
    const element = document.createElement(tag);
    element.textContent = content;
    if (act) element.addEventListener("click", act);
    return element;
  };
  const box = make("div", "");
  box.className = "panic";
  box.setAttribute("role", "alert");
  document.getElementById("not-started")?.remove();
  const copy = make("button", copyLabel, async ({ currentTarget }) => {
    // Where the clipboard is refused the report can still be marked and copied by hand.
    const copied = await navigator.clipboard?.writeText(text).then(() => true, () => false);
    currentTarget.textContent = copied ? `✓ ${copyLabel}` : copyLabel;
    if (!copied) getSelection().selectAllChildren(box.querySelector("pre"));
  });
  const reload = make("button", reloadLabel, () => location.reload());
  copy.className = reload.className = "button is-small";
  box.append(make("p", heading), make("pre", text), copy, reload);
  document.body.append(box);
}

// Whatever else ends the page's module, such as too little memory for it, is told like a panic, which has been told already when its trap comes here.
export function reportTraps(...labels) {
  const tell = (error) => {
    const isTrap = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    if (isTrap && !document.querySelector(".panic")) report(String(error.stack ?? error), ...labels);
  };
  addEventListener("error", ({ error }) => tell(error));
  addEventListener("unhandledrejection", ({ reason }) => tell(reason));
}
