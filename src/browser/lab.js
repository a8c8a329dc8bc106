// Loads the module that runs the small model, as `worker.js` loads the usual module of the workers.
// It requires SIMD, and reports an error to the page if the browser lacks it.
const early = [];
// A module with one function, which fills a vector.
const SIMD = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11];

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
    if (!WebAssembly.validate(new Uint8Array(SIMD))) throw new Error("no SIMD");
    // In a published page the module's script precedes this one in the same file.
    if (typeof wasm_bindgen === "undefined") importScripts("./stepfall-lab.js");
    await wasm_bindgen({ module_or_path: fetch(address, integrity ? { integrity } : {}) });
    await held;
    wasm_bindgen.serve(early.slice(1));
  } catch (error) {
    self.postMessage(String(error?.message ?? error));
  }
};
