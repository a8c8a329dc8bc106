// The service worker. It stores the files of this version, so that the page works without a network.
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
// A `Vary` header of the host concerns only compression, so cached files match any value of it.
const IGNORING_VARY = { ignoreVary: true };

// Fetches a file. The browser's cache may contain a damaged copy, so the second request bypasses the
// cache.
async function fetchFile(address, isHashed) {
  const request = async (cache) => {
    const response = await fetch(address, { integrity: DIGESTS[address], cache });
    if (!response.ok) throw new Error(`${address}: status ${response.status}`);
    return response;
  };
  return isHashed ? request("default").catch(() => request("reload")) : request("no-cache");
}

// Stores a file in the cache of this version. If its name contains its hash, a copy of an earlier
// version is reused. Otherwise the file comes from the network, and its digest is checked.
async function store(address) {
  const cache = await caches.open(NAME);
  if (await cache.match(address, IGNORING_VARY)) return;
  const isHashed = HASHED.test(address);
  const earlier = isHashed ? await caches.match(new URL(address, SCOPE), IGNORING_VARY) : undefined;
  const response = earlier ?? (await fetchFile(address, isHashed));
  // Browsers refuse a redirected response for a navigation, so it is stored as a new response.
  const { status, headers } = response;
  await cache.put(address, response.redirected ? new Response(await response.blob(), { status, headers }) : response);
}

// Deletes the files of earlier versions, unless another window is open that may use them, or a newer
// version is being installed or waits.
async function deleteEarlier() {
  if (self.registration.installing || self.registration.waiting) return;
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  if (windows.filter(({ url }) => url.startsWith(SCOPE)).length > 1) return;
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== NAME).map((name) => caches.delete(name)));
}

// Returns a stored file of this version, or else of an earlier version that a window still uses.
async function storedFile(address) {
  const cache = await caches.open(NAME);
  return (await cache.match(address, IGNORING_VARY)) ?? caches.match(address, IGNORING_VARY);
}

async function navigate(request) {
  const { origin, pathname } = new URL(request.url);
  const isDocument = [SCOPE, `${SCOPE}index.html`].includes(origin + pathname);
  const response = await storedFile(isDocument ? DOCUMENT : request);
  return response ?? fetch(request).catch((error) => (isDocument ? Promise.reject(error) : Response.redirect(SCOPE)));
}

self.addEventListener("install", (event) => {
  event.waitUntil(Promise.all(Object.keys(FIRST).map(store)));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim());
});

// Handles messages of the page. The page sends "keep the rest" once it is idle; then the remaining
// files are stored. It sends "take over" when the visitor accepts the newer version; then this
// service worker, which belongs to the newer version, becomes active.
self.addEventListener("message", (event) => {
  if (event.data === "keep the rest") {
    event.waitUntil(Promise.allSettled(Object.keys(LATER).map(store)).then(deleteEarlier));
  } else if (event.data === "take over") {
    event.waitUntil(self.skipWaiting());
  }
});

// Requests to other origins, such as providers of models, are left to the browser.
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(SCOPE)) return;
  if (request.mode === "navigate") event.respondWith(navigate(request));
  else event.respondWith(storedFile(request).then((response) => response ?? fetch(request)));
});
