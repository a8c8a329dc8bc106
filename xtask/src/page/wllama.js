// Makes the two scripts of the engine wllama from its npm package: `node wllama.js PACKAGE FOLDER`.
//
// The package starts its worker from a text in its module, which the page's policy refuses. This program
// writes that text to FOLDER/wllama-worker.js, and writes a changed module to FOLDER/wllama.js, which
// starts the worker from that file. Every change requires the code that it replaces. So an incompatible
// release of the package fails here, and not in a browser.

import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import typescript from "typescript";

const [from, to] = process.argv.slice(2).map((folder) => path.resolve(folder));
const { version } = JSON.parse(readFileSync(path.join(from, "package.json"), "utf8"));
const text = readFileSync(path.join(from, "esm/index.js"), "utf8");
const source = typescript.createSourceFile("index.js", text, typescript.ScriptTarget.Latest, true);

function fail(message) {
  console.error(`wllama ${version} differs from the release that this build knows: ${message}. Adapt xtask/src/page/wllama.js.`);
  process.exit(1);
}

function find(root, what, matches) {
  const found = [];
  const visit = (node) => {
    if (matches(node)) found.push(node);
    node.forEachChild(visit);
  };
  visit(root);
  if (found.length !== 1) fail(`${what} occurs ${found.length} times instead of once`);
  return found[0];
}

const variable = (name, root = source) =>
  find(root, `the variable ${name}`, (node) => node.kind === typescript.SyntaxKind.VariableDeclaration && node.name.getText() === name);

function literal(name) {
  const { initializer } = variable(name);
  if (!typescript.isStringLiteralLike(initializer)) fail(`${name} is no text`);
  return initializer.text;
}

// The changes of the module: `[begin, end, text]` replaces the source between two offsets.
const changes = [];
const replace = (node, by) => changes.push([node.getStart(), node.getEnd(), by]);
const statement = (name) => variable(name, start).parent.parent;

const start = find(source, "the method moduleInit", (node) => typescript.isMethodDeclaration(node) && node.name.getText() === "moduleInit");
const call = find(start, "createWorker(completeCode)", (node) => node.getText() === "createWorker(completeCode)");
const blob = find(start, "the blob of the module's code", (node) => typescript.isNewExpression(node) && node.expression.getText() === "Blob");
const gpu = find(start, "the branch without WebGPU", (node) => typescript.isIfStatement(node) && node.expression.getText() === "this.resources.noWebGPU");
const firstMessage = find(start, "the first message to the worker", (node) => typescript.isExpressionStatement(node) && node.getText().startsWith("this.worker.onerror ="));

for (const name of ["moduleCode", "mainModuleCode", "completeCode"]) replace(statement(name), "");
replace(gpu, "");
replace(call, "createWorker(workerAddress)");
replace(blob, "workerAddress");
replace(firstMessage, `${firstMessage.getText()} this.worker.postMessage({ verb: "stepfall.options", args: [{ ...runOptions, digest: workerDigest }] });`);
replace(variable("createWorker").initializer, '(address) => new Worker(address, { type: "module" })');
// Without this change, the module could load another build of the engine from a CDN.
replace(variable("WasmCompatFromCDN").initializer, "null");

const [worker, engine, stub] = ["LLAMA_CPP_WORKER_CODE", "WLLAMA_EMSCRIPTEN_CODE", "JSPI_STUB"].map(literal);
for (const name of ["LLAMA_CPP_WORKER_CODE", "WLLAMA_EMSCRIPTEN_CODE", "JSPI_STUB", "OPFS_UTILS_WORKER_CODE"]) {
  replace(variable(name).initializer, '""');
}
replace(
  find(source, "the list of exports", (node) => typescript.isExportDeclaration(node)),
  `let workerAddress;
let workerDigest;
// Sets the address of the worker's script, and the digest of the WebAssembly module.
function useWorker(address, digest) {
  workerAddress = new URL(address, document.baseURI).href;
  workerDigest = digest;
}
export { useWorker, Wllama };`,
);

let module = text;
for (const [begin, end, by] of changes.sort((a, b) => b[0] - a[0])) module = module.slice(0, begin) + by + module.slice(end);

const HEAD = "var Module=typeof Module";
if (!engine.startsWith(HEAD)) fail("the engine's code does not start with its variable Module");
for (const name of ["RUN_OPTIONS", "wModuleInit()", "let Module = null;", "onmessage = async (e) =>", "function handleError("]) {
  if (!worker.includes(name)) fail(`the worker's code has no ${name}`);
}
if (!engine.includes('name:"em-pthread"')) fail("the threads of the engine have another name");

// The script of the worker and of its threads. All of them run the engine's code.
const script = `let RUN_OPTIONS;
function wModuleInit() {
  if (RUN_OPTIONS) {
    // Hides the GPU: the CPU computes the same text on every machine.
    try {
      Object.defineProperty(WorkerNavigator.prototype, "gpu", { get: () => ({ requestAdapter: async () => null }) });
    } catch {}
    Module.instantiateWasm = (imports, receive) => {
      const address = RUN_OPTIONS.pathConfig["wllama.wasm"];
      const load = async () => {
        const response = await fetch(address, { integrity: RUN_OPTIONS.digest });
        if (!response.ok) throw new Error(address + ": status " + response.status);
        const { instance, module } = await WebAssembly.instantiate(await response.arrayBuffer(), imports);
        receive(instance, module);
      };
      load().catch(handleError);
    };
  }
  ${stub}
  ${engine.replace("var Module", "var ___Module")};
  return Module;
}
${worker}
if (self.name.startsWith("em-pthread")) {
  Module = {};
  wModuleInit();
} else {
  const receiveMessage = onmessage;
  onmessage = (event) => {
    if (event.data?.verb === "stepfall.options") [RUN_OPTIONS] = event.data.args;
    else receiveMessage(event);
  };
}
`;

// The page's policy forbids evaluation and `importScripts`. Requests to a CDN must not happen.
for (const [name, made] of Object.entries({ module, script })) {
  const forbidden = made.match(/\beval\(|\bnew Function\b|\bimportScripts\(|jsdelivr|unpkg/)?.[0];
  if (forbidden) fail(`the ${name} contains ${forbidden}`);
  const { parseDiagnostics } = typescript.createSourceFile(name, made, typescript.ScriptTarget.Latest);
  if (parseDiagnostics.length > 0) fail(`the changed ${name} is no JavaScript: ${parseDiagnostics[0].messageText}`);
}
if (/createObjectURL/.test(module)) fail("the module still makes addresses of blobs");

writeFileSync(path.join(to, "wllama.js"), module);
writeFileSync(path.join(to, "wllama-worker.js"), script);
