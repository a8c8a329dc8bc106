// Shows the notice that the page has failed, with a report and a link to the current address. The
// module no longer runs, so every link within the page loads the page anew.
//
// `source` is the address of the source code, or undefined if the build does not set the address.
export function report(message, source, [heading, detailsLabel, copyLabel, sourceLabel, reloadLabel, backLabel, afreshLabel, hideLabel]) {
  console.error(message);
  if (document.querySelector(".panic")) return;
  const address = location.href;
  const make = (tag, content, properties = {}) => Object.assign(document.createElement(tag), { textContent: content, ...properties });
  const box = make("div", "", { className: "panic", role: "alert" });
  document.getElementById("not-started")?.remove();
  // The example that the document shows until the page is built.
  document.getElementById("shell")?.remove();
  const reportElement = make("pre", `${message}\n\n${address}\n${navigator.userAgent}`);
  const copy = make("button", copyLabel, {
    className: "button is-small",
    async onclick() {
      // If the clipboard is refused, the visitor can still select and copy the report.
      const copied = await navigator.clipboard?.writeText(reportElement.textContent).then(() => true, () => false);
      copy.textContent = copied ? `✓ ${copyLabel}` : copyLabel;
      if (!copied) {
        details.open = true;
        getSelection().selectAllChildren(reportElement);
      }
    },
  });
  const details = document.createElement("details");
  details.append(make("summary", detailsLabel), reportElement);
  const acts = make("p", "", { className: "panic-acts" });
  acts.append(copy);
  if (source) acts.append(make("a", sourceLabel, { href: source, target: "_blank", rel: "noopener" }));
  acts.append(
    make("button", reloadLabel, { className: "button is-small", onclick: () => location.reload() }),
    make("a", backLabel, { href: address, target: "_blank" }),
  );
  // Opening the address without its fragment loads the page anew.
  if (location.hash) acts.append(make("a", afreshLabel, { href: address.split("#")[0] }));
  acts.append(make("button", hideLabel, { className: "button is-small", onclick: () => box.remove() }));
  box.append(make("p", heading), details, acts);
  document.body.append(box);
  goAnew(address);
}

// Handles links before the page's own handlers, which call the failed module.
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
    // If the page fails while it follows a link, the event of that link arrives after the failure. Then
    // the address is unchanged, and no reload is needed.
    if (location.href !== address) location.reload();
  }, true);
}

// Reports other failures of the page's module, such as a lack of memory, like panics. A panic also
// ends in a trap, but its notice is already visible then.
export function reportTraps(source, labels) {
  const tell = (error) => {
    const isTrap = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    if (isTrap && !document.querySelector(".panic")) report(String(error.stack ?? error), source, labels);
  };
  addEventListener("error", ({ error }) => tell(error));
  addEventListener("unhandledrejection", ({ reason }) => tell(reason));
}
