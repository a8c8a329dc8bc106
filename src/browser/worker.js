// Loads the workers' module. It is a separate file, because a worker cannot import a module that
// the page may load only with its digest. The first message contains the address of the module and
// its digest. Further messages wait until the module is ready. If it cannot be started, the worker
// sends the reason as text.
const early = [];

// Sends a request to a model in the page, and resolves to its response, as `fetch` does. The page
// answers through a port: with the head, pieces of the body, and "end".
self.fetchFromPage = (url, body, signal) =>
  new Promise((resolve, reject) => {
    const { port1: port, port2: other } = new MessageChannel();
    let pieces;
    const stream = new ReadableStream({ start: (controller) => (pieces = controller) });
    signal.addEventListener("abort", () => {
      port.postMessage("cancel");
      port.onmessage = null;
      pieces.error(signal.reason);
      reject(signal.reason);
    });
    port.onmessage = ({ data }) => {
      if (data === "end") {
        pieces.close();
        port.close();
      } else if (data instanceof Uint8Array) {
        pieces.enqueue(data);
      } else {
        resolve(new Response(stream, data));
      }
    };
    port.postMessage({ url, body });
    self.postMessage(other, [other]);
  });

self.onmessage = async ({ data }) => {
  if (early.push(data) > 1) return;
  const [address, integrity, lock] = data;
  // The browser frees the lock when this worker ends, however it ends. The page waits for that from
  // the first message on, and its request could overtake this one. So no message is sent before the
  // lock is held.
  const held = new Promise((resolve) => {
    if (!navigator.locks) return resolve();
    const forever = () => {
      resolve();
      return new Promise(() => {});
    };
    navigator.locks.request(lock, forever).catch(resolve);
  });
  try {
    // In a published page the module's script precedes this one in the same file.
    if (typeof wasm_bindgen === "undefined") importScripts("./stepfall-worker.js");
    await wasm_bindgen({ module_or_path: fetch(address, integrity ? { integrity } : {}) });
    await held;
    wasm_bindgen.serve(early.slice(1));
  } catch (error) {
    self.postMessage(String(error?.message ?? error));
  }
};
