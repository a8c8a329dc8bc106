// Play and Sweep ask the browser's own model. The browser of the tests has the interface without a
// model. All other states come from a stand-in.

import assert from "node:assert/strict";
import { unfold } from "./asking.mjs";
import { journey } from "./harness.mjs";
import { ownModel } from "./language-model.mjs";
import { button, sentence, start } from "./sweep-page.mjs";

const LINK = "#/play?v=2&steps=12&seed=7";
const FETCH = "Let the browser fetch its model";

async function choose(page) {
  await unfold(page);
  await page.getByLabel("Provider").selectOption("browser");
}

const ask = (page) => button(page, "Ask").click();
const model = (page) => page.getByLabel("Model", { exact: true });

// Returns the id of the model: the browser with its main version.
const ready = async (page) => {
  await page.getByText("Ready, for up to 9,216 tokens.").waitFor();
  await page.waitForFunction(() => /^[a-z-]+-\d+$/.test(document.querySelector("[name=model]").value));
  return model(page).inputValue();
};

journey("a browser without a built-in model reports what is needed", async ({ open }) => {
  const page = await open(LINK);
  await choose(page);
  await page.getByText(/^This browser (has no|does not offer its own) language model|^The browser has to fetch its model first/).waitFor();
  assert.equal(await page.getByLabel("Key", { exact: true }).count(), 0);
  assert.equal(await page.getByLabel("Address").count(), 0);
  await page.getByLabel("Model", { exact: true }).fill("chrome-148");
  await ask(page);
  await page.getByText(/There is no such model \(404\): The browser’s own model is not ready/).waitFor();
});

journey("the browser fetches its model after a click, and then answers without a request", async ({ open }) => {
  const page = await open(LINK, { prepare: ownModel({ state: "downloadable" }) });
  await choose(page);
  await page.getByText("about 4 GB").waitFor();
  assert.equal(await page.evaluate(() => globalThis.ownModel.created), 0);
  await button(page, FETCH).click();
  await page.getByText("The browser is fetching its model: 42 %.").waitFor();
  await page.evaluate(() => globalThis.ownModel.finishDownload());
  const id = await ready(page);
  await ask(page);
  await page.getByText("All 12 steps and the answer are correct").first().waitFor();
  assert.equal(await page.locator(".answer .source").innerText(), id);
  // The line about the call names the full version of the browser.
  await page.getByText(/Answered in .*; model: .* \d+\.\d+/).waitFor();
});

journey("a download of the model that is already running is awaited", async ({ open }) => {
  const page = await open(LINK, { prepare: ownModel({ state: "downloading" }) });
  await choose(page);
  await page.getByText("The browser is fetching its model already.").waitFor();
  await button(page, FETCH).click();
  await page.getByText("42 %").waitFor();
  await page.evaluate(() => globalThis.ownModel.finishDownload());
  await ready(page);
});

journey("a prompt beyond the context is refused with both sizes", async ({ open }) => {
  const page = await open(LINK, { prepare: ownModel({ size: 20 }) });
  await choose(page);
  await page.waitForFunction(() => document.querySelector("[name=model]").value !== "");
  await ask(page);
  await page.getByText(/The prompt is too long .*: \d+ tokens, of 20 that fit/).waitFor();
});

journey("Stop ends the browser's model, and a token limit truncates its answer", async ({ open }) => {
  const page = await open("#/play?v=2&steps=60&seed=7", { prepare: ownModel() });
  await choose(page);
  await ready(page);
  await page.evaluate(() => (globalThis.ownModel.delay = 100));
  await ask(page);
  await page.locator(".transcript mark").nth(1).waitFor();
  await button(page, "Stop").click();
  await page.getByText(/Stopped after/).waitFor();

  await page.evaluate(() => (globalThis.ownModel.delay = 0));
  await page.getByText("Ask a model", { exact: true }).click();
  await page.locator(".asking-more > summary").click();
  await page.getByLabel("Max output tokens").fill("40");
  await page.getByLabel("Temperature").fill("0.5");
  await ask(page);
  await page.getByText(/It was cut off at its token limit\. Not sent, since the model does not take it: temperature\./).waitFor();
});

// Adds the browser's own model to the set-up of a sweep.
async function addModel(page) {
  const form = page.locator(".setup-add").first();
  if (!(await form.evaluate((details) => details.open))) await page.getByText("Add a model", { exact: true }).press("Enter");
  await page.locator('.setup-add [name=provider] option[value="browser"]').waitFor({ state: "attached" });
  await page.locator(".setup-add [name=provider]").selectOption("browser");
  await page.getByText("Ready, for up to 9,216 tokens.").waitFor();
  await page.waitForFunction(() => document.querySelector(".setup-add [name=model]").value !== "");
  await button(page, "Add").click();
}

journey("a sweep asks the browser's model, and dialogues reuse one session", async ({ open }) => {
  const page = await open("#/sweep?v=2&seed=7&steps=3,5&items=2&condition=trace,stepwise&temperature=0&concurrency=1", {
    prepare: ownModel({ hasModes: true }),
  });
  await addModel(page);
  await start(page);
  await sentence(page).getByText("All 8 answered").waitFor();
  await page.locator(".list-row.is-right").nth(7).waitFor();
  // A dialogue continues in a clone of its session, so all dialogues need only one new session.
  assert.ok((await page.evaluate(() => globalThis.ownModel.created)) <= 2);
});

journey("a run pauses while the browser's model is unavailable, and resumes", async ({ open }) => {
  const page = await open("#/sweep?v=2&seed=7&steps=5&items=6&concurrency=1", { prepare: ownModel() });
  await addModel(page);
  await page.evaluate(() => (globalThis.ownModel.delay = 50));
  await start(page);
  await sentence(page).getByText(/^[1-5] of 6/).waitFor();
  await page.evaluate(() => (globalThis.ownModel.state = "unavailable"));
  await page.locator(".run .note").getByText(/cannot be asked/).waitFor();
  await page.locator(".run-targets").getByText(/no such model/i).waitFor();
  await page.evaluate(() => (globalThis.ownModel.state = "available"));
  await button(page, "Resume").click();
  await sentence(page).getByText("All 6 answered").waitFor();
});
