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

export function takeUpdate() {
  isTaken = true;
  if (registration?.waiting) registration.waiting.postMessage("take over");
  else location.reload();
}
