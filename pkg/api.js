// The parts that both entries of the npm package `stepfall` share. index.d.ts documents the
// functions.

import { given, text, whole } from "./arguments.js";
import { batch, exportFiles, questions, suites } from "./batch.js";
import start, * as engine from "./dist/stepfall.js";

/** Returns the address of the module, in the form that bundlers recognise. */
export const address = () => new URL("./dist/stepfall.wasm", import.meta.url);

/**
 * Returns `load`, which loads the module once. `ownModule` returns the module, or its address, for
 * calls without one.
 */
export function loader(ownModule) {
  let loading;
  return function load(module) {
    loading ??= start({ module_or_path: module ?? ownModule() }).then(() => api, (error) => {
      loading = undefined; // The next call tries again.
      throw error;
    });
    return loading;
  };
}

const LINK = ["stop", "simulated"];

const api = Object.freeze({
  item: (link) => JSON.parse(engine.item(text(link, "link"))),
  link(link, transcript, options) {
    const { stop = "unknown", simulated = false } = given(options, LINK);
    return engine.link(text(link, "link"), text(transcript ?? "", "transcript"), text(stop, "stop"), Boolean(simulated));
  },
  share(link, transcript, address, options) {
    const { stop = "unknown", simulated = false } = given(options, LINK);
    const [answer, page] = [text(transcript, "transcript"), text(address, "address")];
    return JSON.parse(engine.share(text(link, "link"), answer, text(stop, "stop"), page, Boolean(simulated)));
  },
  shares: (link) => JSON.parse(engine.shares(text(link, "link"))),
  grade(item, transcript, options) {
    const { stop = "unknown" } = given(options, ["stop"]);
    return JSON.parse(engine.grade(text(item, "item"), text(transcript, "transcript"), text(stop, "stop")));
  },
  gradeId(id, transcript, options) {
    const { stop = "unknown", showsThinking = false } = given(options, ["stop", "showsThinking"]);
    const [question, answer] = [text(id, "id"), text(transcript, "transcript")];
    return JSON.parse(engine.grade_id(question, answer, text(stop, "stop"), Boolean(showsThinking)));
  },
  simulate(link, options) {
    const { executor = "mixed", solver = executor, form = "trace", rate = 0, run = 0 } = given(options, ["solver", "executor", "form", "rate", "run"]);
    const [name, notation] = [text(solver, "solver"), text(form, "form")];
    return JSON.parse(engine.simulate(text(link, "link"), name, notation, whole(rate, "rate"), whole(run, "run")));
  },
  suites,
  questions,
  exportFiles,
  batch,
});
