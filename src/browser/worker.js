// Loads the WebAssembly module of a worker, and passes messages to it. The first message from the page
// contains the address of the module, its digest, and the name of a lock. Later messages wait until
// the module is ready. If the module cannot be started, the worker sends the reason as text.

// Messages that arrived before the module was ready.
const early = [];

// Sends a request to a model in the page. Returns a promise of its response, like `fetch`. The page
// answers through a port with status and headers, then pieces of the body, then "end".
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
  // The browser frees this lock when the worker ends, for any reason. The message `null` means
  // that the worker holds the lock. The page then requests the lock too, to notice the end.
  await new Promise((resolve) => {
    if (!navigator.locks) return resolve();
    const forever = () => {
      resolve();
      return new Promise(() => {});
    };
    navigator.locks.request(lock, forever).catch(resolve);
  });
  self.postMessage(null);
  try {
    // The build puts the script of the module, which defines `wasm_bindgen`, before this code.
    await wasm_bindgen({ module_or_path: fetch(address, { integrity }) });
    wasm_bindgen.serve(early.slice(1));
  } catch (error) {
    self.postMessage(String(error?.message ?? error));
  }
};
