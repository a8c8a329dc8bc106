// Shows the notice that the page has failed: what to do, and a report with the link back to this
// address. The module does nothing more then, so a link to another address of the page reloads it
// there.
//
// `source` is the address of the source code, if the build knew it.
export function report(message, source, [heading, detailsLabel, copyLabel, sourceLabel, reloadLabel, backLabel, afreshLabel, hideLabel]) {
  console.error(message);
  if (document.querySelector(".panic")) return;
  const address = location.href;
  const make = (tag, content, properties = {}) => Object.assign(document.createElement(tag), { textContent: content, ...properties });
  const box = make("div", "", { className: "panic", role: "alert" });
  document.getElementById("not-started")?.remove();
  // Before the page is built, the document shows the example in its place.
  document.getElementById("shell")?.remove();
  const told = make("pre", `${message}\n\n${address}\n${navigator.userAgent}`);
  const copy = make("button", copyLabel, {
    className: "button is-small",
    async onclick() {
      // If the clipboard is refused, the visitor can still select and copy the report.
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
  goAnew(address);
}

// Handles links before the page's own handlers, which wait for a module that no longer answers.
function goAnew(address) {
  addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    if (!link) return;
    event.stopImmediatePropagation();
    // The browser would ignore a link to the current address.
    if (link.href === location.href && !link.target) location.reload();
  }, true);
  addEventListener("hashchange", (event) => {
    event.stopImmediatePropagation();
    // A page that fails while it follows a link fails before the event of that link arrives.
    if (location.href !== address) location.reload();
  }, true);
}

// Reports other ends of the page's module, such as too little memory, like a panic. A panic has
// already been reported when its trap arrives here.
export function reportTraps(source, labels) {
  const tell = (error) => {
    const isTrap = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    if (isTrap && !document.querySelector(".panic")) report(String(error.stack ?? error), source, labels);
  };
  addEventListener("error", ({ error }) => tell(error));
  addEventListener("unhandledrejection", ({ reason }) => tell(reason));
}
