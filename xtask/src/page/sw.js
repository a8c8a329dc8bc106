// The service worker: keeps the files of this version, so that the page works without a network, and answers with them.
const VERSION = "{version}";
const DOCUMENT = "./";
// What every visit loads, and what is loaded when it is needed: addresses with digests.
const FIRST = {first};
const LATER = {later};
const DIGESTS = { ...FIRST, ...LATER };

const SCOPE = self.registration.scope;
const PREFIX = `stepfall ${SCOPE} `;
const NAME = PREFIX + VERSION;
const HASHED = /-[0-9a-f]{16}\.\w+$/;
// Hosts vary their answers by how they pack them, which says nothing about what they hold.
const LOOSELY = { ignoreVary: true };

// Fetches a file. A faulty answer may lie in the browser's cache, so the second request passes by it.
async function fetchFile(address, isHashed) {
  const request = async (cache) => {
    const response = await fetch(address, { integrity: DIGESTS[address], cache });
    if (!response.ok) throw new Error(`${address}: status ${response.status}`);
    return response;
  };
  return isHashed ? request("default").catch(() => request("reload")) : request("no-cache");
}

// Keeps a file, from an earlier version where its name carries its hash, else from the network, which may not change it.
async function keep(address) {
  const cache = await caches.open(NAME);
  if (await cache.match(address, LOOSELY)) return;
  const isHashed = HASHED.test(address);
  const earlier = isHashed ? await caches.match(new URL(address, SCOPE), LOOSELY) : undefined;
  const response = earlier ?? (await fetchFile(address, isHashed));
  // A browser refuses the answer of a redirection where it navigates.
  const { status, headers } = response;
  await cache.put(address, response.redirected ? new Response(await response.blob(), { status, headers }) : response);
}

// Deletes what earlier versions have kept, unless another window may still be at one of them, or the next version is about to come.
async function tidy() {
  if (self.registration.installing || self.registration.waiting) return;
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  if (windows.filter(({ url }) => url.startsWith(SCOPE)).length > 1) return;
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== NAME).map((name) => caches.delete(name)));
}

// A file as it is kept: of this version, or of the earlier one that a window is still at.
async function kept(address) {
  const cache = await caches.open(NAME);
  return (await cache.match(address, LOOSELY)) ?? caches.match(address, LOOSELY);
}

async function navigate(request) {
  const { origin, pathname } = new URL(request.url);
  const isDocument = [SCOPE, `${SCOPE}index.html`].includes(origin + pathname);
  const response = await kept(isDocument ? DOCUMENT : request);
  return response ?? fetch(request).catch((error) => (isDocument ? Promise.reject(error) : Response.redirect(SCOPE)));
}

self.addEventListener("install", (event) => {
  event.waitUntil(Promise.all(Object.keys(FIRST).map(keep)));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim());
});

// What the page asks for: the rest of the files once it is idle, and that this version takes over, which nobody but the visitor decides.
self.addEventListener("message", (event) => {
  if (event.data === "keep the rest") {
    event.waitUntil(Promise.allSettled(Object.keys(LATER).map(keep)).then(tidy));
  } else if (event.data === "take over") {
    event.waitUntil(self.skipWaiting());
  }
});

// Requests to anybody else, such as to models, never pass through here.
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(SCOPE)) return;
  if (request.mode === "navigate") event.respondWith(navigate(request));
  else event.respondWith(kept(request).then((response) => response ?? fetch(request)));
});
