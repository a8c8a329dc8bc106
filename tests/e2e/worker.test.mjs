// The page after a failure of a worker's module. No known input makes the module fail, so the test
// server changes the script around the module. If a request contains WORD, or a reply REPLIED, the
// script makes its bytes appear longer than the memory of the module.

import assert from "node:assert/strict";
import { after, before } from "node:test";
import { choose } from "./asking.mjs";
import { KEY, startFaults } from "./faults.mjs";
import { journey } from "./harness.mjs";
import { serve } from "./site.mjs";
import { button, sentence, start } from "./sweep-page.mjs";

const LINK = "#/play?v=2&steps=12&seed=7";
const WORD = "overburdened";
// The beginning of a reply of the model that reasons.
const REPLIED = "I go through";

let faults;
const sites = {};
before(async () => {
  faults = await startFaults();
  for (const failure of ["panic", "trap", "close"]) sites[failure] = await failing(failure);
});
after(() => Promise.all([faults, ...Object.values(sites)].map((server) => server?.close())));

// Returns code to be put before the worker's script. With `panic`, Rust has to copy 4 GB, and panics
// because no buffer can be that long. With `trap`, it has to copy 2 GB when all memory is taken, which
// ends in a trap that the module cannot report. With `close`, the worker ends itself.
const alteration = (failure) => `{
  const instantiate = WebAssembly.instantiateStreaming;
  let memory;
  WebAssembly.instantiateStreaming = async (...given) => {
    if (${JSON.stringify(failure)} === "close") await asked; // The worker ends before it has replied.
    const made = await instantiate.apply(WebAssembly, given);
    memory = made.instance.exports.memory;
    for (const bytes of early) alter(bytes);
    return made;
  };
  const early = [];
  const alter = (bytes) => {
    if (${JSON.stringify(failure)} === "close") return self.close();
    if (${JSON.stringify(failure)} === "trap") memory.grow(65_536 - memory.buffer.byteLength / 65_536);
    Object.defineProperty(bytes, "length", { value: ${failure === "trap" ? "2 ** 31 - 1" : "2 ** 32 - 1"} });
  };
  const { read } = ReadableStreamDefaultReader.prototype;
  ReadableStreamDefaultReader.prototype.read = async function () {
    const piece = await read.call(this);
    if (piece.value && new TextDecoder().decode(piece.value).includes(${JSON.stringify(REPLIED)})) alter(piece.value);
    return piece;
  };
  const { promise: asked, resolve: onAsked } = Promise.withResolvers();
  addEventListener("message", ({ data }) => {
    const bytes = Array.isArray(data) ? data[0] : data;
    if (!(bytes instanceof Uint8Array)) return;
    onAsked();
    if (!new TextDecoder().decode(bytes).includes(${JSON.stringify(WORD)})) return;
    if (memory) alter(bytes);
    else early.push(bytes);
  });
}
`;

// Serves the page with a worker that fails in this way.
const failing = (failure) => serve({ alter: (name, bytes) => (/^worker-[0-9a-f]+\.js$/.test(name) ? Buffer.concat([Buffer.from(alteration(failure)), bytes]) : bytes) });

const headline = (page) => page.getByRole("heading", { level: 1 }).first();

for (const [failure, said] of [["panic", /^A part of this page broke off \(panicked at [^]*capacity overflow\)/], ["trap", /^A part of this page broke off \(/]]) {
  journey(`a ${failure} while grading is reported, and the next answer is graded`, async ({ open, problems }) => {
    const page = await open(LINK, { address: sites[failure].address });
    const field = page.locator("textarea.transcript");
    await field.fill(`${WORD}\nAnswer: 5`);
    await headline(page).getByText(said).waitFor();
    // The text is in the field and in the address, and the procedure is next to it.
    assert.equal(await field.inputValue(), `${WORD}\nAnswer: 5`);
    await page.waitForFunction(() => location.hash.includes("&t="));
    const link = new URL(page.url()).hash;
    await field.fill("Answer: 7");
    await headline(page).getByText("The final answer is incorrect: 7").waitFor();
    const again = await open(link, { address: sites[failure].address });
    await headline(again).getByText(said).waitFor();
    // With the original script the same link has its verdict.
    const healthyPage = await open(link);
    await headline(healthyPage).getByText("The final answer is incorrect: 5").waitFor();
    problems.length = 0; // The failure causes more errors.
  });

  journey(`a ${failure} while asking is reported without the key, and the page recovers`, async ({ open, problems }) => {
    const page = await open(LINK, { address: sites[failure].address, origins: [faults.origin] });
    await choose(page, { provider: "compatible", base: faults.base("compatible"), key: KEY, model: WORD });
    await button(page, "Ask").click();
    const notice = page.locator(".asking [role=status]").getByText(/A part of this page /);
    await notice.waitFor();
    assert.ok(!(await page.locator("body").innerText()).includes(KEY));
    await page.getByLabel("Model", { exact: true }).fill("right");
    await button(page, "Ask").click();
    await page.getByText(/Answered in/).waitFor();
    await headline(page).getByText("are correct").waitFor();
    problems.length = 0;
  });
}

journey("a worker that closes itself is reported, and the next answer is graded", async ({ open, problems }) => {
  const page = await open(LINK, { address: sites.close.address });
  const field = page.locator("textarea.transcript");
  await field.fill(`${WORD}\nAnswer: 5`);
  await headline(page).getByText(/^A part of this page broke off \(it ended unexpectedly\)/).waitFor();
  await field.fill("Answer: 7");
  await headline(page).getByText("The final answer is incorrect: 7").waitFor();
  problems.length = 0;
});

for (const failure of ["panic", "trap"]) {
  journey(`a ${failure} while a reply arrives is reported, and the page recovers`, async ({ open, problems }) => {
    const page = await open(LINK, { address: sites[failure].address, origins: [faults.origin] });
    await choose(page, { provider: "compatible", base: faults.base("compatible"), key: KEY, model: "reasons" });
    await button(page, "Ask").click();
    await page.locator(".asking [role=status]").getByText(/A part of this page /).waitFor();
    await page.getByLabel("Model", { exact: true }).fill("right");
    await button(page, "Ask").click();
    await page.getByText(/Answered in/).waitFor();
    problems.length = 0;
  });
}

journey("a panic while a run is shown is reported, and the run can be reopened", async ({ open, problems }) => {
  const page = await open("#/sweep?v=2&seed=7&steps=5,25&items=10&model=simulated:mixed:100", { address: sites.panic.address });
  await start(page);
  await sentence(page).getByText("All 20 answered").waitFor();
  await page.locator(".history-name").fill(WORD);
  await page.locator(".history-name").blur();
  await page.locator(".run .note").getByText(/^A part of this page broke off/).waitFor();
  await sentence(page).getByText("This run could not be loaded.").waitFor();
  await button(page, "Try again").click();
  await sentence(page).getByText("All 20 answered").waitFor();
  await page.locator("[data-figure=collapse]").waitFor();
  assert.equal(await page.locator(".run .note").count(), 0);
  await page.reload();
  await sentence(page).getByText("All 20 answered").waitFor();
  await page.locator("[data-figure=collapse]").waitFor();
  problems.length = 0;
});
