// Loads the workers' module. It is a file of its own, because a worker cannot import what a page may only load with its digest: the first message says
// where it is and what its digest is. What comes before the module is there is handed to it; a text that goes back says why it could not be started.
const early = [];

self.onmessage = async ({ data }) => {
  if (early.push(data) > 1) return;
  const [address, integrity, lock] = data;
  // The browser frees the lock when this worker ends, however it ends, and the page waits for that.
  navigator.locks?.request(lock, () => new Promise(() => {}));
  try {
    // In a published page the module's script stands before this one, in the same file.
    if (typeof wasm_bindgen === "undefined") importScripts("./stepfall-worker.js");
    await wasm_bindgen({ module_or_path: fetch(address, integrity ? { integrity } : {}) });
    wasm_bindgen.serve(early.slice(1));
  } catch (error) {
    self.postMessage(String(error?.message ?? error));
  }
};
