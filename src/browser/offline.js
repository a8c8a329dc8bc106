// Registers the service worker, which stores the page for offline use. Calls `onUpdate` when a newer
// version is ready. The page is reloaded only after `takeUpdate`.
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
    // Some browsers and private windows refuse; the page works without a service worker.
    console.info(`not kept for use without a network: ${error.message}`);
  }
}

// Reloads the page in its newest version. Fetches this version first if necessary.
export async function takeUpdate() {
  isTaken = true;
  const known = registration ?? (await navigator.serviceWorker?.getRegistration().catch(() => undefined));
  if (known && !known.waiting) await fetchNewest(known).catch(() => {});
  if (!known?.waiting) return location.reload();
  // If `register` has run, its listener reloads the page.
  if (!registration) navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  known.waiting.postMessage("take over");
}

// Fetches the newest service worker, and waits until it is installed.
async function fetchNewest(known) {
  await known.update();
  const coming = known.installing;
  if (coming) await new Promise((done) => coming.addEventListener("statechange", done, { once: true }));
}

// Returns whether the host serves another version than this document. Because of the query
// `published`, the service worker passes the request to the network.
export async function isOutdated() {
  // The inline script contains the digests of all files of the module, so it identifies the version.
  const loader = document.querySelector("script[type=module]:not([src])")?.textContent;
  try {
    const response = await fetch(new URL("./?published", document.baseURI), { cache: "no-store" });
    return Boolean(loader) && response.ok && !(await response.text()).includes(loader);
  } catch {
    return false;
  }
}
