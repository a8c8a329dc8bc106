// The worker that carries out calls of the engine, one after the other, so that no text keeps the page from answering.
//
// To it come arrays `[id, name, ...arguments]`; the first call is `start` with the module's address and its digest. From it come
// `[id, true, result]` and `[id, false, message]`. What is under way is cancelled by ending the worker. With 0 for the call a fault is told that
// leaves the worker of no use: that it could not start, or that the module has stopped in the middle of a call.

const CALLS = new Set(["grade", "simulate", "example", "shares", "share", "protocol"]);

let started;

async function start(address, integrity) {
  // In a published page the engine's script stands before this one, in the same file.
  if (typeof wasm_bindgen === "undefined") importScripts("./stepfall-js.js");
  await wasm_bindgen({ module_or_path: fetch(address, integrity ? { integrity } : {}) });
  return "";
}

async function carryOut(name, given) {
  if (name === "start") return (started = start(...given));
  await started;
  if (!CALLS.has(name)) throw new Error(`there is no call ${name}`);
  return wasm_bindgen[name](...given);
}

self.onmessage = async ({ data: [id, name, ...given] }) => {
  try {
    self.postMessage([id, true, await carryOut(name, given)]);
  } catch (error) {
    const dead = error instanceof WebAssembly.RuntimeError;
    self.postMessage([dead ? 0 : id, false, String(error?.message ?? error)]);
  }
};
