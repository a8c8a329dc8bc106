// The service worker: keeps the files of this version, so that the page works without a network.
const VERSION = "{version}";
const DOCUMENT = "./";
// The addresses and digests of the files that every visit loads, and of those that are loaded on
// demand.
const FIRST = {first};
const LATER = {later};
const DIGESTS = { ...FIRST, ...LATER };

const SCOPE = self.registration.scope;
const PREFIX = `stepfall ${SCOPE} `;
const NAME = PREFIX + VERSION;
const HASHED = /-[0-9a-f]{16}\.\w+$/;
// Hosts vary their answers by compression, which does not change the content.
const LOOSELY = { ignoreVary: true };

// Fetches a file. The browser's cache may contain a faulty answer, so the second request bypasses
// it.
async function fetchFile(address, isHashed) {
  const request = async (cache) => {
    const response = await fetch(address, { integrity: DIGESTS[address], cache });
    if (!response.ok) throw new Error(`${address}: status ${response.status}`);
    return response;
  };
  return isHashed ? request("default").catch(() => request("reload")) : request("no-cache");
}

// Keeps a file. If its name contains its hash, a copy of an earlier version is reused. Otherwise it
// comes from the network, and its digest is checked.
async function keep(address) {
  const cache = await caches.open(NAME);
  if (await cache.match(address, LOOSELY)) return;
  const isHashed = HASHED.test(address);
  const earlier = isHashed ? await caches.match(new URL(address, SCOPE), LOOSELY) : undefined;
  const response = earlier ?? (await fetchFile(address, isHashed));
  // Browsers refuse a redirected answer for a navigation.
  const { status, headers } = response;
  await cache.put(address, response.redirected ? new Response(await response.blob(), { status, headers }) : response);
}

// Deletes the files of earlier versions, unless another window may still use one of them, or the
// next version is about to start.
async function tidy() {
  if (self.registration.installing || self.registration.waiting) return;
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  if (windows.filter(({ url }) => url.startsWith(SCOPE)).length > 1) return;
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== NAME).map((name) => caches.delete(name)));
}

// Returns a kept file of this version, or of an earlier version that a window still uses.
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

// Messages of the page: keep the remaining files once it is idle, and let this version take over,
// which only the visitor decides.
self.addEventListener("message", (event) => {
  if (event.data === "keep the rest") {
    event.waitUntil(Promise.allSettled(Object.keys(LATER).map(keep)).then(tidy));
  } else if (event.data === "take over") {
    event.waitUntil(self.skipWaiting());
  }
});

// Requests to other servers, such as those of models, never pass through here.
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(SCOPE)) return;
  if (request.mode === "navigate") event.respondWith(navigate(request));
  else event.respondWith(kept(request).then((response) => response ?? fetch(request)));
});
