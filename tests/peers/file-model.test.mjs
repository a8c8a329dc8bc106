// Models in the page, compared with a llama.cpp server that runs the same file. LLAMA_CPP names the
// Python of an environment that has the server, and SMOLLM2 the file of a real model.
//
// Both engines are llama.cpp, but compiled for different processors, so their rounding errors differ. A
// model of random weights in full precision gives equal texts up to the compared length. A real model
// with quantised weights does not: its texts often differ from the first token on, even between two
// settings of the server. For it, only the number of tokens of the prompt is compared.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { ask, connect, load } from "../e2e/file-models.mjs";
import { journey } from "../e2e/harness.mjs";
import { tinyGguf } from "../e2e/tiny-gguf.mjs";
import { Peer } from "./peers.mjs";

const SERVER = join(dirname(fileURLToPath(import.meta.url)), "gguf-server.py");
const { LLAMA_CPP, SMOLLM2 } = process.env;

let folder;
before(() => (folder = mkdtempSync(join(tmpdir(), "stepfall-models-"))));
after(() => rmSync(folder, { recursive: true }));

const question = (text, tokens) => ({ messages: [{ role: "user", content: text }], temperature: 0, max_tokens: tokens });

// Returns the answers of the server.
async function served(file, bodies) {
  const peer = await Peer.start((port) => [LLAMA_CPP, SERVER, file, `${port}`], "/health", { cwd: folder });
  const answers = [];
  for (const body of bodies) {
    const response = await fetch(`${peer.origin}/v1/chat/completions`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ ...body, cache_prompt: false }),
    });
    const { choices, usage } = await response.json();
    answers.push({ text: choices[0].message.content, prompt: usage.prompt_tokens });
  }
  await peer.kill();
  return answers;
}

// Adds a file of this machine to the page, and loads it.
async function addFile(page, file) {
  await page.evaluate(() => document.body.append(Object.assign(document.createElement("input"), { type: "file", id: "chosen" })));
  await page.setInputFiles("#chosen", file);
  const { value, message } = await page.evaluate(() => outcome(models.add(document.getElementById("chosen").files[0])));
  assert.ok(value, message);
  assert.ok((await load(page, value.name)).value);
}

async function answered(page, bodies) {
  const answers = [];
  for (const body of bodies) {
    const { value, message } = await ask(page, body);
    assert.ok(value, message);
    answers.push({ text: value.text, prompt: value.end.usage.prompt_tokens });
  }
  return answers;
}

journey("a model in the page writes the same text as a llama.cpp server", async ({ open }) => {
  const file = join(folder, "tiny.gguf");
  writeFileSync(file, tinyGguf());
  const bodies = ["a", "What is 7 plus 5?", "Count.", "x y z"].map((text) => question(text, 24));
  const page = await open();
  await connect(page);
  await addFile(page, file);
  assert.deepEqual(await answered(page, bodies), await served(file, bodies));
});

journey("a real model is deterministic, with the token counts of llama.cpp", async ({ open }) => {
  const bodies = ["What is 7 plus 5?", "Write one sentence about rain."].map((text) => question(text, 24));
  const page = await open();
  await connect(page);
  await addFile(page, SMOLLM2);
  const first = await answered(page, bodies);
  assert.deepEqual(await answered(page, bodies), first);
  const prompts = (answers) => answers.map(({ prompt }) => prompt);
  assert.deepEqual(prompts(first), prompts(await served(SMOLLM2, bodies)));
  for (const { text } of first) assert.match(text, /\w+ \w+/);
});
