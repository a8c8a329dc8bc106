// Measures the tokens per second that the small model reads in WebAssembly, on one core. Compares our
// module with onnxruntime-web on the same weights. Both cache the keys and values of earlier tokens.
//
// Takes the folder of our bound module, the file of weights, the ONNX graph of `small_model.py`, and
// the folder in which onnxruntime-web is installed. Writes a JSON object. Both engines have to predict
// the same token at every timed position.

import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const [folder, weightsFile, graph, packages] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const script = readdirSync(folder).find((name) => name.endsWith(".js"));
const { Reading, text_of: textOf, transcript } = require(path.resolve(folder, script));
const ort = createRequire(path.resolve(packages, "package.json"))("onnxruntime-web");
ort.env.wasm.numThreads = 1;

const LINK = "#/lab?v=2&model=short.1&steps=110&seed=1";
const CONTEXTS = [512, 1800];
const TIMED = 64;
const ROUNDS = 5;
const [LAYERS, HEADS, HEAD, WIDTH, TAPS, BASE] = [4, 4, 24, 96, 4, 10_000];

const weights = readFileSync(weightsFile);
const text = textOf(LINK);
const names = Array.from({ length: LAYERS }, (_, layer) => ["keys", "values", "recent"].map((name) => `${name}-${layer}`)).flat();

// Returns the milliseconds for the last TIMED tokens of a context, the fastest of several rounds,
// and the likeliest token after each.
function ours(context) {
  const start = context - TIMED;
  let fastest = Infinity;
  let likeliest;
  for (let round = 0; round < ROUNDS; round += 1) {
    const reading = Reading.open(weights);
    reading.read(text.slice(0, start));
    const begin = performance.now();
    likeliest = Array.from(text.slice(start, context), (token) => reading.read(Uint8Array.of(token)));
    fastest = Math.min(fastest, performance.now() - begin);
    reading.free();
  }
  return [fastest, likeliest];
}

// Measures the same with onnxruntime-web.
async function theirs(session, context) {
  const start = context - TIMED;
  let cache = Object.fromEntries(
    names.map((name) => [
      name,
      name.startsWith("recent")
        ? new ort.Tensor("float32", new Float32Array(TAPS * WIDTH), [TAPS, WIDTH])
        : new ort.Tensor("float32", new Float32Array(0), [HEADS, 0, HEAD]),
    ]),
  );
  const step = async (at) => {
    const angles = Array.from({ length: HEAD / 2 }, (_, pair) => at * BASE ** (-pair / (HEAD / 2)));
    const made = await session.run({
      token: new ort.Tensor("int64", BigInt64Array.of(BigInt(text[at])), [1]),
      cos: new ort.Tensor("float32", Float32Array.from(angles, Math.cos), [HEAD / 2]),
      sin: new ort.Tensor("float32", Float32Array.from(angles, Math.sin), [HEAD / 2]),
      ...cache,
    });
    cache = Object.fromEntries(names.map((name) => [name, made[`${name}-out`]]));
    const scores = made.scores.data;
    return scores.indexOf(scores.reduce((most, score) => Math.max(most, score)));
  };
  for (let at = 0; at < start; at += 1) await step(at);
  const before = cache;
  let fastest = Infinity;
  let likeliest;
  for (let round = 0; round < ROUNDS; round += 1) {
    cache = before;
    likeliest = [];
    const begin = performance.now();
    for (let at = start; at < context; at += 1) likeliest.push(await step(at));
    fastest = Math.min(fastest, performance.now() - begin);
  }
  return [fastest, likeliest];
}

const session = await ort.InferenceSession.create(graph);
const figures = {};
for (const context of CONTEXTS) {
  const [ourTime, ourTokens] = ours(context);
  const [theirTime, theirTokens] = await theirs(session, context);
  const same = ourTokens.filter((token, at) => token === theirTokens[at]).length;
  if (same < TIMED) throw new Error(`after ${context} tokens, both engines agree on ${same} of ${TIMED} tokens`);
  figures[`ours/${context}`] = (1000 * TIMED) / ourTime;
  figures[`peer/${context}`] = (1000 * TIMED) / theirTime;
}
let map = Infinity;
for (let round = 0; round < ROUNDS; round += 1) {
  const begin = performance.now();
  transcript("#/lab?v=2&model=short.1&steps=25&lookback=7&seed=2", weights);
  map = Math.min(map, performance.now() - begin);
}
figures["map/25"] = map;
console.log(JSON.stringify(figures));
process.exit(0);
