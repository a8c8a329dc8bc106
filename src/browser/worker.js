// Loads the workers' module. It is a file of its own, because a worker cannot import what a page may only load with its digest: the first message says
// where it is and what its digest is. What comes before the module is there is handed to it; a text that goes back says why it could not be started.
const early = [];

self.onmessage = async ({ data }) => {
  if (early.push(data) > 1) return;
  const [address, integrity, lock] = data;
  // The browser frees the lock when this worker ends, however it ends. The page waits for that from the first message on, and its request could overtake
  // this one. So no message is sent before the lock is held.
  const held = new Promise((resolve) => {
    if (!navigator.locks) return resolve();
    const forever = () => {
      resolve();
      return new Promise(() => {});
    };
    navigator.locks.request(lock, forever).catch(resolve);
  });
  try {
    // In a published page the module's script stands before this one, in the same file.
    if (typeof wasm_bindgen === "undefined") importScripts("./stepfall-worker.js");
    await wasm_bindgen({ module_or_path: fetch(address, integrity ? { integrity } : {}) });
    await held;
    wasm_bindgen.serve(early.slice(1));
  } catch (error) {
    self.postMessage(String(error?.message ?? error));
  }
};
