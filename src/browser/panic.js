// What a visitor sees when the page has failed: what to do, and a report with the link that leads back here. The module does nothing more then, so whatever
// leads to another place of the page loads it anew, there.
// `source` is the address of the source, where whoever built the page knew it.
export function report(message, source, [heading, detailsLabel, copyLabel, sourceLabel, reloadLabel, backLabel, afreshLabel, hideLabel]) {
  console.error(message);
  if (document.querySelector(".panic")) return;
  const address = location.href;
  const make = (tag, content, properties = {}) => Object.assign(document.createElement(tag), { textContent: content, ...properties });
  const box = make("div", "", { className: "panic", role: "alert" });
  document.getElementById("not-started")?.remove();
  // Before the page is there, its place holds the example of the document.
  document.getElementById("shell")?.remove();
  const told = make("pre", `${message}\n\n${address}\n${navigator.userAgent}`);
  const copy = make("button", copyLabel, {
    className: "button is-small",
    async onclick() {
      // Where the clipboard is refused the report can still be marked and copied by hand.
      const copied = await navigator.clipboard?.writeText(told.textContent).then(() => true, () => false);
      copy.textContent = copied ? `✓ ${copyLabel}` : copyLabel;
      if (!copied) {
        details.open = true;
        getSelection().selectAllChildren(told);
      }
    },
  });
  const details = document.createElement("details");
  details.append(make("summary", detailsLabel), told);
  const acts = make("p", "", { className: "panic-acts" });
  acts.append(copy);
  if (source) acts.append(make("a", sourceLabel, { href: source, target: "_blank", rel: "noopener" }));
  acts.append(
    make("button", reloadLabel, { className: "button is-small", onclick: () => location.reload() }),
    make("a", backLabel, { href: address, target: "_blank" }),
  );
  // An address without a fragment is another document, which is loaded.
  if (location.hash) acts.append(make("a", afreshLabel, { href: address.split("#")[0] }));
  acts.append(make("button", hideLabel, { className: "button is-small", onclick: () => box.remove() }));
  box.append(make("p", heading), details, acts);
  document.body.append(box);
  goAnew();
}

// Before the page's own handlers, which wait for a module that no longer answers.
function goAnew() {
  addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    if (!link) return;
    event.stopImmediatePropagation();
    // Which would change nothing.
    if (link.href === location.href && !link.target) location.reload();
  }, true);
  addEventListener("hashchange", (event) => {
    event.stopImmediatePropagation();
    location.reload();
  }, true);
}

// Whatever else ends the page's module, such as too little memory for it, is told like a panic, which has been told already when its trap comes here.
export function reportTraps(source, labels) {
  const tell = (error) => {
    const isTrap = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    if (isTrap && !document.querySelector(".panic")) report(String(error.stack ?? error), source, labels);
  };
  addEventListener("error", ({ error }) => tell(error));
  addEventListener("unhandledrejection", ({ reason }) => tell(reason));
}
