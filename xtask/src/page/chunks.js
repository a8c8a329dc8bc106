// Loads the chunks of the page's module on demand.
let chunks;
const loaded = new Map();

// Takes the document's tables of chunks. `needed` has the addresses of each split point, and
// `bundled` the lengths of chunks that share a file. `request` requests an address, and `admit`
// admits the markup in a chunk.
export function useChunks(known) {
  chunks = known;
}

async function instantiate(address) {
  const response = await chunks.request(address);
  if (!response.ok) throw new Error(`${address}: status ${response.status}`);
  const imports = { __wasm_split: wasm };
  const bytes = await response.arrayBuffer();
  chunks.admit(bytes);
  const lengths = chunks.bundled[address] ?? [bytes.byteLength];
  let end = 0;
  const parts = lengths.map((length) => bytes.slice(end, (end += length)));
  return Promise.all(parts.map((part) => WebAssembly.instantiate(part, imports)));
}

function load(address) {
  let loading = loaded.get(address);
  if (!loading) {
    loading = instantiate(address);
    loaded.set(address, loading);
    // A failed chunk is requested again when it is needed again.
    loading.catch(() => loaded.delete(address));
  }
  return loading;
}

// The module calls `__wasm_split_load_NAME(callback, data)`, and the result is passed through its
// table of functions.
const splitPoint = (name) => async (callback, data) => {
  let isLoaded = true;
  try {
    await Promise.all(chunks.needed[name].map(load));
  } catch (error) {
    console.error(error);
    isLoaded = false;
  }
  // A module that has panicked is not called again.
  if (!document.querySelector(".panic")) wasm.__indirect_function_table.get(callback)(data, isLoaded);
};
