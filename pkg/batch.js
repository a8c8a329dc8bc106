// Suites, files of questions, and result files. Large results arrive in pieces.

import * as engine from "./dist/stepfall.js";
import { given, maybe, number, procedures, text, whole, words } from "./arguments.js";
import { named, pieces } from "./source.js";

const SETTINGS = ["items", "samples", "seed", "condition", "procedures"];
const PARAMETERS = ["steps", "lookback", "ops", "numbers", "bound", "inputs", "constants", "dead", "wording", "names", "lines", "nested"];
const ASKING = ["model", "maxOutput", "temperature", "effort"];

export const suites = () => JSON.parse(engine.suites());

export function questions(suite, settings) {
  const wanted = selection(given(settings, [...SETTINGS, ...PARAMETERS]));
  return inChunks(new engine.Questions(text(suite, "suite"), wanted));
}

export function exportFiles(suite, target, settings) {
  const wanted = given(settings, [...SETTINGS, ...PARAMETERS, ...ASKING]);
  const [name, service] = [text(suite, "suite"), text(target, "target")];
  return inPieces(new engine.ExportFiles(name, selection(wanted), service, asking(wanted)));
}

export function batch(options) {
  const { records = [] } = given(options, ["records"]);
  return new Batch(new engine.Batch(JSON.stringify(procedures(records, "records"))));
}

function selection({ items, samples, seed, condition = [], procedures: own = [], ...rest }) {
  const params = Object.entries(rest).filter(([key]) => PARAMETERS.includes(key));
  return JSON.stringify({
    items: maybe(items, whole, "items"),
    samples: maybe(samples, whole, "samples", 16),
    seed: maybe(seed, whole, "seed", 53),
    condition: words(condition, "condition"),
    procedures: procedures(own, "procedures"),
    params: Object.fromEntries(params.map(([key, value]) => [key, words(value, key)])),
  });
}

function asking({ model, maxOutput, temperature, effort }) {
  return JSON.stringify({
    model: maybe(model, text, "model"),
    maxOutput: maybe(maxOutput, whole, "maxOutput"),
    temperature: maybe(temperature, number, "temperature"),
    effort: maybe(effort, text, "effort"),
  });
}

function* inChunks(questions) {
  try {
    for (;;) {
      const chunk = JSON.parse(questions.next_chunk());
      if (chunk.length === 0) return;
      yield* chunk;
    }
  } finally {
    questions.free();
  }
}

function* inPieces(files) {
  try {
    for (;;) {
      const piece = files.next_piece();
      if (piece === undefined) return;
      yield JSON.parse(piece);
    }
  } finally {
    files.free();
  }
}

class Batch {
  #engine;
  #files = [];

  constructor(engine) {
    this.#engine = engine;
  }

  grade(source, options) {
    const { name = named(source), id, output, model } = given(options, ["name", "id", "output", "model"]);
    if ((id === undefined) !== (output === undefined)) throw new TypeError("id and output name two columns: give both, or neither");
    const file = new engine.ResultFile(text(name, "name"), maybe(id, text, "id"), maybe(output, text, "output"), maybe(model, text, "model"));
    return this.#rows(pieces(source), file, name);
  }

  async *#rows(source, file, name) {
    const report = { name, complete: false, kind: null, lines: 0, responses: 0, graded: 0, troubles: [], troublesLeftOut: 0, columns: [], procedures: 0 };
    this.#files.push(report);
    const counted = (rows) => {
      report.graded += rows.filter(({ outcome }) => outcome !== null).length;
      return rows;
    };
    let open = file;
    try {
      let failure;
      for (;;) {
        const next = await source.next().catch((error) => ({ done: true, failure: { error } }));
        failure = next.failure;
        if (next.done) break;
        yield* counted(JSON.parse(this.#engine.push(file, next.value)));
      }
      open = undefined;
      const ended = JSON.parse(this.#engine.finish(file));
      Object.assign(report, ended.report, { complete: failure === undefined });
      if (failure) report.troubles.unshift(unread(failure.error));
      yield* counted(ended.rows);
      if (failure) throw failure.error;
    } finally {
      open?.free();
      await source.return();
    }
  }

  tally() {
    return JSON.parse(this.#engine.tally());
  }

  files() {
    return structuredClone(this.#files);
  }
}

const unread = (error) => `It could not be read to its end (${error?.message ?? error}). What came before is graded.`;
