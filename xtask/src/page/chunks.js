// Loads the chunks of the page's module on demand.
let chunks;
const loaded = new Map();

// Sets the tables and functions of the document's loader. `known` has these members: `needed` lists the
// addresses that each split point needs, and `bundled` the lengths of chunks that share a file.
// `request` fetches an address. `admit` registers the bytes of a chunk, so that markup from them may
// enter the document.
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
    // Forgets a failed chunk, so that the next use fetches it again.
    loading.catch(() => loaded.delete(address));
  }
  return loading;
}

// Returns the function `__wasm_split_load_NAME(callback, data)`, by which the module loads the chunks of
// a split point. `callback` is an index into the module's function table. The function there receives
// `data`, and whether the chunks were loaded.
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
