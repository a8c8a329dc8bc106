// Has the browser keep the page for use without a network, by its service worker, and tells when a newer version is ready. Nothing is reloaded unasked.
let registration;
let isTaken = false;

export async function register(script, onUpdate) {
  const container = navigator.serviceWorker;
  if (!container || !isSecureContext) return;
  const wasControlled = Boolean(container.controller);
  container.addEventListener("controllerchange", () => {
    if (isTaken) location.reload();
    // Another window has taken the newer version up.
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
    // Some browsers and modes keep nothing, and the page works without.
    console.info(`not kept for use without a network: ${error.message}`);
  }
}

// Reloads the page in its newest version, whether that was fetched already or not.
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

// Tells whether the host has another version than the one of this document. The query passes by the copy that a service worker keeps.
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
