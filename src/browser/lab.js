// The worker that runs the small model: loads the WebAssembly module. The messages are those of
// `worker.js`. The worker reports an error if the browser lacks SIMD.

// Messages that arrived before the module was ready.
const early = [];
// The bytes of a minimal module that uses a SIMD instruction, to test for SIMD.
const SIMD = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11];

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
    if (!WebAssembly.validate(new Uint8Array(SIMD))) throw new Error("no SIMD");
    // The build puts the script of the module, which defines `wasm_bindgen`, before this code.
    await wasm_bindgen({ module_or_path: fetch(address, { integrity }) });
    wasm_bindgen.serve(early.slice(1));
  } catch (error) {
    self.postMessage(String(error?.message ?? error));
  }
};
