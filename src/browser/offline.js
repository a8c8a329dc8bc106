// Registers the service worker, which keeps the page for offline use, and notifies the page when a
// newer version is ready. Nothing is reloaded without a request.
let registration;
let isTaken = false;

export async function register(script, onUpdate) {
  const container = navigator.serviceWorker;
  if (!container || !isSecureContext) return;
  const wasControlled = Boolean(container.controller);
  container.addEventListener("controllerchange", () => {
    if (isTaken) location.reload();
    // Another window has activated the newer version.
    else if (wasControlled) onUpdate();
  });
  try {
    registration = await container.register(script, { updateViaCache: "none" });
    const follow = (worker) => {
      const tell = () => worker.state === "installed" && registration.active && onUpdate();
      worker?.addEventListener("statechange", tell);
    };
    if (registration.waiting) onUpdate();
    follow(registration.installing);
    registration.addEventListener("updatefound", () => follow(registration.installing));
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") registration.update().catch(() => {});
    });
    (await container.ready).active.postMessage("keep the rest");
  } catch (error) {
    // Some browsers and modes do not support this, and the page works without it.
    console.info(`not kept for use without a network: ${error.message}`);
  }
}

// Reloads the page in its newest version, whether it was fetched already or not.
export async function takeUpdate() {
  isTaken = true;
  const known = registration ?? (await navigator.serviceWorker?.getRegistration().catch(() => undefined));
  if (known && !known.waiting) await fetchNewest(known).catch(() => {});
  if (!known?.waiting) return location.reload();
  // The listener of `register` reloads the page, if there is one.
  if (!registration) navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  known.waiting.postMessage("take over");
}

// Fetches the newest service worker, and waits until it is installed.
async function fetchNewest(known) {
  await known.update();
  const coming = known.installing;
  if (coming) await new Promise((done) => coming.addEventListener("statechange", done, { once: true }));
}

// Returns whether the host has another version than that of this document. The query bypasses the
// copy of the service worker.
export async function isOutdated() {
  // The loader in the document names every file of the module with its digest.
  const loader = document.querySelector("script[type=module]:not([src])")?.textContent;
  try {
    const response = await fetch(new URL("./?published", document.baseURI), { cache: "no-store" });
    return Boolean(loader) && response.ok && !(await response.text()).includes(loader);
  } catch {
    return false;
  }
}
