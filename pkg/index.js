// The npm package `stepfall`. index.d.ts says what everything means.

import start, * as engine from "./dist/stepfall.js";

let loading;

export function load(module) {
  loading ??= start({ module_or_path: module ?? ownModule() }).then(() => api, (error) => {
    loading = undefined; // The next call tries again.
    throw error;
  });
  return loading;
}

// Node has no fetch for files. Bundlers know both forms of the address.
function ownModule() {
  const address = new URL("./dist/stepfall.wasm", import.meta.url);
  if (address.protocol !== "file:") return fetch(address);
  return import("node:fs/promises").then(({ readFile }) => readFile(address));
}

const api = Object.freeze({
  item: (link) => JSON.parse(engine.item(text(link, "link"))),
  link: (link, transcript = "", { stop = "unknown", simulated = false } = {}) =>
    engine.link(text(link, "link"), text(transcript, "transcript"), text(stop, "stop"), Boolean(simulated)),
  share: (link, transcript, address, { stop = "unknown" } = {}) =>
    JSON.parse(
      engine.share(text(link, "link"), text(transcript, "transcript"), text(stop, "stop"), text(address, "address")),
    ),
  shares: (link) => JSON.parse(engine.shares(text(link, "link"))),
  grade: (link, transcript, { stop = "unknown" } = {}) =>
    JSON.parse(engine.grade(text(link, "link"), text(transcript, "transcript"), text(stop, "stop"))),
  simulate: (link, { executor = "mixed", form = "trace", rate = 0, run = 0 } = {}) =>
    JSON.parse(
      engine.simulate(text(link, "link"), text(executor, "executor"), text(form, "form"), whole(rate, "rate"), whole(run, "run")),
    ),
});

function text(value, name) {
  if (typeof value !== "string") throw new TypeError(`${name} is a string, not ${typeof value}`);
  return value;
}

function whole(value, name) {
  if (!Number.isInteger(value) || value < 0 || value > 0xffffffff) {
    throw new TypeError(`${name} is a whole number below 2^32`);
  }
  return value;
}
