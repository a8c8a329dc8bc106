const GLUE = "{glue}";
const MODULE = "{module}";
const WORKERS = {workers};
// The address of the file with the common chunks (chunks.rs); empty if there are none.
const COMMON = "{common}";
// The chunks that each split point needs, and the digests of the module and its chunks.
const NEEDED = {needed};
const DIGESTS = {digests};
// The lengths of the chunks in a file that has several.
const BUNDLED = {bundled};
// The split points that a page needs at first. A page that is not listed needs the split point with
// its own name.
const POINTS = new Map([
  ["play", []],
  ["embed/play", ["embed"]],
  ["embed/sweep", ["embed", "figure"]],
  ["embed/lab", ["embed", "lab"]],
  ["embed/learn", ["embed", "learn"]],
]);

// Requests that were sent before the module needed them.
const early = new Map();

// The browser's cache may contain a damaged answer, so the second request bypasses it.
async function fetchChecked(address) {
  const integrity = DIGESTS[address];
  try {
    const response = await fetch(address, { integrity });
    if (response.ok) return response;
  } catch {
    // The second request reports the error.
  }
  return fetch(address, { integrity, cache: "reload" });
}

function request(address) {
  const requested = early.get(address);
  early.delete(address);
  return requested ?? fetchChecked(address);
}

// Requests the chunks that the page of the address needs at first.
function requestEarly() {
  const page = location.hash.match(/^#\/([a-z/]+)/)?.[1];
  const points = POINTS.get(page) ?? [page];
  const parts = points.flatMap((name) => (Object.hasOwn(NEEDED, name) ? NEEDED[name] : []));
  const isFramed = page?.startsWith("embed/");
  for (const address of new Set(COMMON && !isFramed ? [COMMON, ...parts] : parts)) {
    const response = fetchChecked(address);
    response.catch(() => {}); // The module's own use of the response reports the error.
    early.set(address, response);
  }
}

// Resolves once the example in the document's element `shell` is on the screen, or after a second.
// Embedded and hidden documents do not wait.
function firstPaint() {
  const isSeen = window === window.parent && !document.hidden && document.getElementById("shell");
  if (!isSeen || !globalThis.PerformanceObserver) return Promise.resolve();
  return new Promise((resolve) => {
    setTimeout(resolve, 1000);
    new PerformanceObserver((entries) => {
      if (entries.getEntriesByName("first-contentful-paint").length > 0) resolve();
    }).observe({ type: "paint", buffered: true });
  });
}

async function load() {
  // Neither loading nor starting the module delays the first frame. Files from the service worker
  // need no network, so they are loaded at once.
  const isPainted = firstPaint();
  if (!navigator.serviceWorker?.controller) await isPainted;
  const glue = import(GLUE);
  glue.catch(() => {}); // Reported below, where it is awaited.
  const requested = fetchChecked(MODULE);
  requestEarly();
  const response = await requested;
  if (!response.ok) throw new Error(`${MODULE}: status ${response.status}`);
  const admit = admitOwnTemplates();
  admit(await response.clone().arrayBuffer());
  const { default: start, useChunks } = await glue;
  useChunks({ needed: NEEDED, bundled: BUNDLED, request, admit });
  await isPainted;
  await start({ module_or_path: response });
}

// Leptos clones static markup from <template> elements. Text becomes markup only there. This markup
// is a literal in the module or in one of its chunks, whose digests have been checked. The policy
// admits only text from these files.
function admitOwnTemplates() {
  const decoder = new TextDecoder("windows-1252"); // One character for each byte.
  const encoder = new TextEncoder();
  const modules = [];
  const literals = [];
  globalThis.trustedTypes?.createPolicy("default", {
    createHTML(markup) {
      while (modules.length > 0) literals.push(decoder.decode(modules.shift()));
      const wanted = decoder.decode(encoder.encode(markup));
      return literals.some((text) => text.includes(wanted)) ? markup : null;
    },
    createScriptURL(address) {
      const absolute = new URL(address, document.baseURI).href;
      return WORKERS.some((worker) => new URL(worker, document.baseURI).href === absolute) ? address : null;
    },
  });
  return (module) => modules.push(module);
}

// Until the page has started, the document shows the example. At another address the example is
// hidden.
document.getElementById("shell")?.toggleAttribute("data-elsewhere", location.hash.length > 1);
// A frame never shows the example.
if (location.hash.startsWith("#/embed/")) document.getElementById("shell")?.remove();
const showNotStarted = () => document.getElementById("not-started")?.removeAttribute("hidden");
load().catch((error) => {
  showNotStarted();
  throw error;
});
// After the module has started, later tasks build the page and remove the shell. After an error in
// one of them, the shell would stay without a notice.
addEventListener("error", () => document.getElementById("shell") && showNotStarted());
