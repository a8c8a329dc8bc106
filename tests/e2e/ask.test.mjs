// Play asks models on another origin: the server of `faults.mjs`, which speaks the format of every
// provider and fails on request.

import assert from "node:assert/strict";
import { after, before } from "node:test";
import { choose, unfold } from "./asking.mjs";
import { KEY, startFaults } from "./faults.mjs";
import { journey } from "./harness.mjs";

const LINK = "#/play?v=2&steps=12&seed=7";

let faults;
before(async () => (faults = await startFaults()));
after(() => faults?.close());

const at = (model, { provider = "compatible", base = faults.base("compatible"), key = KEY } = {}) => ({ provider, base, key, model });

async function ask(page, model, options) {
  await choose(page, at(model, options));
  await page.getByRole("button", { name: "Ask", exact: true }).click();
}

// Returns the content of all databases of the page, as text.
const kept = (page) =>
  page.evaluate(async () => {
    const result = (request) => new Promise((resolve, reject) => Object.assign(request, { onsuccess: () => resolve(request.result), onerror: reject }));
    const all = [];
    for (const { name } of await indexedDB.databases()) {
      const database = await result(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const from = database.transaction(store).objectStore(store);
        all.push(store, await result(from.getAllKeys()), await result(from.getAll()));
      }
      database.close();
    }
    return JSON.stringify(all);
  });

const callStatus = (page) => page.locator(".asking [role=status]");
const headline = (page) => page.getByRole("heading", { level: 1 });

journey("the answer of a model is graded and survives a reload", async ({ open }) => {
  const page = await open(LINK, { origins: [faults.origin] });
  await ask(page, "right");
  await page.getByText(/Answered in/).waitFor();
  await page.getByText("All 12 steps and the answer are correct").first().waitFor();
  assert.equal(await page.locator(".answer .source").innerText(), "right");
  // The form closes, so that the verdict is visible. A line about the call stays.
  await page.getByRole("region", { name: "Ask a model" }).waitFor({ state: "hidden" });
  await page.getByText(/Answered in .* first token/).waitFor();
  // The address contains the answer, like every other transcript.
  await page.waitForFunction(() => location.hash.includes("t="));
  await page.reload();
  await page.getByText("All 12 steps and the answer are correct").first().waitFor();
});

journey("claims are marked while a reply arrives, and Stop keeps the partial text", async ({ open }) => {
  const page = await open("#/play?v=2&steps=60&seed=7", { origins: [faults.origin] });
  await ask(page, "slow");
  await page.locator(".transcript mark").nth(3).waitFor();
  const before = await page.locator(".transcript mark").count();
  assert.ok(before < 60, `${before} steps at once`);
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await page.getByText(/Stopped after/).waitFor();
  // After the stop the page grades the text again, as a truncated one: each complete line is a step.
  // The page must keep showing this last verdict.
  const isRead = () => {
    const lines = document.querySelector(".transcript").textContent.split("\n").length - 1;
    return document.querySelectorAll(".transcript mark").length === lines;
  };
  await page.waitForFunction(isRead);
  await page.waitForTimeout(500);
  assert.ok(await page.evaluate(isRead));
  assert.ok(await page.getByLabel(/cut off/i).isChecked());
});

journey("a new procedure stops the running request", async ({ open }) => {
  const page = await open("#/play?v=2&steps=60&seed=7", { origins: [faults.origin] });
  await ask(page, "slow");
  await page.locator(".transcript mark").nth(1).waitFor();
  await page.getByRole("button", { name: "New procedure" }).click();
  await page.getByText(/Stopped after/).waitFor();
  assert.equal(await page.locator(".transcript").inputValue(), "");
});

journey("a pre-filled error that whole numbers do not allow is not requested", async ({ open }) => {
  const primed = (rest) => `#/play?v=2&seed=7${rest}&condition=primed.4.1`;
  const page = await open(primed(""), { origins: [faults.origin] });
  const before = faults.requests.length;
  await ask(page, "right");
  await callStatus(page).locator(".note").getByText(/^Not asked: .*numbers=mod97/).waitFor();
  assert.equal(faults.requests.slice(before).filter(({ method }) => method === "POST").length, 0);
  const other = await open(primed("&numbers=mod97"), { origins: [faults.origin] });
  await ask(other, "right");
  await other.getByText(/Answered in/).waitFor();
});

journey("every local server format is supported", async ({ open, leave }) => {
  for (const provider of ["ollama", "lm-studio", "ollama-compatible", "vllm"]) {
    const page = await open(LINK, { origins: [faults.origin] });
    await ask(page, "wrong-at-7", { provider, base: faults.base(provider) });
    await page.getByText(/Answered in/).waitFor();
    await page.getByText(/S7/).first().waitFor();
    await leave(page);
  }
});

journey("Test connection lists the models and reports an invalid key", async ({ open, expectProblem }) => {
  const page = await open(LINK, { origins: [faults.origin] });
  await choose(page, at(""));
  await page.getByRole("button", { name: "Test connection" }).click();
  await page.getByText(/Connected: \d+ models/).waitFor();
  // A model without a name is listed by its id.
  const names = await page.getByRole("listbox", { name: "Models found" }).getByRole("option").allInnerTexts();
  assert.ok(names.length > 3 && names.every((name) => name.trim() !== ""), names.join());
  await page.getByLabel("Key", { exact: true }).fill("another");
  await page.getByRole("button", { name: "Test connection" }).click();
  await callStatus(page).getByText(/key is missing or not accepted/).waitFor();
  expectProblem(/401/);
});

journey("a failure hidden by CORS is reported with a possible fix", async ({ open, expectProblem }) => {
  const page = await open(LINK, { origins: [faults.origin] });
  await ask(page, "right", { provider: "ollama", base: faults.base("ollama", "no-cors") });
  await callStatus(page).getByText(/does not say why/).waitFor();
  const line = await callStatus(page).locator("code").innerText();
  assert.equal(line, `OLLAMA_ORIGINS=${new URL(page.url()).origin}`);
  // A server exists at that address, but CORS hides its answer from the page.
  assert.doesNotMatch((await callStatus(page).allInnerTexts()).join(), /Nothing answers/);
  expectProblem(/CORS|ERR_FAILED|404/);
});

journey("an unreachable server is distinguished from one without CORS", async ({ open, expectProblem }) => {
  const gone = await startFaults();
  await gone.close();
  const page = await open(LINK, { origins: [gone.origin] });
  await ask(page, "right", { provider: "ollama", base: gone.base("ollama") });
  await callStatus(page).getByText(`Nothing answers at ${gone.origin}`).waitFor();
  expectProblem(/ERR_CONNECTION_REFUSED/);
});

journey("each failure has its message, and partial text is kept", async ({ open, expectProblem }) => {
  const page = await open(LINK, { origins: [faults.origin] });
  await choose(page, at(""));
  for (const [model, sentence] of [
    ["403", /has no permission for this/],
    ["404", /no such model/],
    ["429-hint-body", /Too many requests/],
    ["529", /cannot answer now/],
    ["error-in-200", /cannot answer now: Bad gateway/],
    ["cut-stream", /ended before the model had finished/],
    ["wrong-type", /cannot be read/],
  ]) {
    await page.getByLabel("Model", { exact: true }).fill(model);
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await callStatus(page).locator(".note").getByText(sentence).waitFor();
    assert.equal(await callStatus(page).getByText(KEY).count(), 0);
  }
  await page.getByLabel("Model", { exact: true }).fill("cut-stream");
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await callStatus(page).locator(".note").getByText(/ended before the model had finished/).waitFor();
  await page.locator(".transcript mark").first().waitFor();
  expectProblem(/status of|response:|ERR_/);
});

journey("a refused parameter is omitted and reported; the request can be viewed", async ({ open, expectProblem }) => {
  const page = await open(LINK, { origins: [faults.origin] });
  await choose(page, at("400-names-temperature"));
  await page.locator(".asking").getByText("More", { exact: true }).click();
  await page.getByLabel("Temperature").fill("0.3");
  await page.getByText("What is sent").click();
  const sent = page.locator(".asking-sent pre");
  await sent.getByText('"temperature": 0.3').waitFor();
  assert.ok(!(await sent.innerText()).includes(KEY));
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await page.getByText(/Not sent.*temperature/).waitFor();
  expectProblem(/400/);
});

journey("reasoning is shown separately from the answer", async ({ open }) => {
  const page = await open(LINK, { origins: [faults.origin] });
  await ask(page, "reasons");
  await page.getByText(/Answered in/).waitFor();
  await page.locator(".transcript .reasoning").waitFor();
  await headline(page).getByText(/are correct\./).waitFor();
});

journey("a key is only in its field and its request", async ({ open }) => {
  const secret = KEY;
  const page = await open(LINK, { origins: [faults.origin] });
  await ask(page, "right");
  await page.getByText(/Answered in/).waitFor();
  const traces = () =>
    page.evaluate(async () => {
      const stores = [localStorage, sessionStorage].map((store) => JSON.stringify({ ...store }));
      return [document.documentElement.outerHTML, location.href, document.cookie, ...stores].join("\n");
    }).then(async (traces) => traces + (await kept(page)));
  assert.ok(!(await traces()).includes(secret));
  // A new verdict closes the share panel, so wait for the verdict first.
  await page.getByText("All 12 steps and the answer are correct").first().waitFor();
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("textbox", { name: "Link" }).waitFor();
  assert.ok(!(await traces()).includes(secret));
  await page.keyboard.press("Escape");
  // The key is stored only if the visitor asks for that, and is gone after its deletion.
  await unfold(page);
  await page.getByLabel("Remember until I close this tab").check();
  assert.ok((await traces()).includes(secret));
  await page.reload();
  await unfold(page);
  await page.waitForFunction(() => document.querySelector(".answer .asking-key [type=password]")?.value !== "");
  await page.getByRole("button", { name: "Delete key" }).click();
  assert.equal(await page.locator(".answer .asking-key [type=password]").inputValue(), "");
  assert.ok(!(await traces()).includes(secret));
});

journey("a key is sent only to the origin that it was entered for", async ({ open, expectProblem }) => {
  const other = await startFaults();
  try {
    const page = await open(LINK, { origins: [faults.origin, other.origin] });
    await choose(page, at("right"));
    const address = page.getByLabel("Address");
    await address.fill(other.base("compatible"));
    await address.blur();
    assert.equal(await page.locator(".answer .asking-key [type=password]").inputValue(), "");
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await callStatus(page).locator(".note").waitFor();
    assert.ok(other.requests.length > 0);
    assert.ok(other.requests.every(({ key, keyIn }) => key === "none" && keyIn.length === 0));
    await address.fill(faults.base("compatible"));
    await address.blur();
    assert.equal(await page.locator(".answer .asking-key [type=password]").inputValue(), KEY);
    expectProblem(/401/);
  } finally {
    await other.close();
  }
});

journey("answers are stored, reopen in another tab and can be deleted", async ({ open }) => {
  const page = await open("#/play?v=2&steps=400&seed=7", { origins: [faults.origin] });
  await ask(page, "right+repeats-key");
  await page.getByText(/Answered in/).waitFor();
  await page.getByText("All 400 steps and the answer are correct").first().waitFor();
  assert.ok(!(await kept(page)).includes(KEY));
  // The other tab has neither the address nor the history of this one.
  const other = await page.context().newPage();
  await other.goto(page.url().split("#")[0]);
  await unfold(other);
  await other.getByText("Earlier answers").click();
  const answers = other.locator(".earlier li");
  await answers.first().getByText(/400 steps, seed 7$/).waitFor();
  assert.equal(await answers.count(), 1);
  await answers.getByRole("button", { name: "Open" }).click();
  await other.getByText("All 400 steps and the answer are correct").first().waitFor();
  assert.equal(await other.locator(".answer .source").innerText(), "right+repeats-key");
  await unfold(other);
  await answers.getByRole("button", { name: "Delete" }).click();
  await answers.getByRole("button", { name: "Delete for good" }).click();
  await other.getByText(/No answers yet/).waitFor();
  assert.ok(!(await kept(other)).includes("S402"));
});

journey("the partial text of a stopped answer is stored", async ({ open }) => {
  const page = await open("#/play?v=2&steps=60&seed=7", { origins: [faults.origin] });
  await ask(page, "slow");
  // Opened by keyboard, because the growing answer moves the elements below it.
  await page.getByText("Earlier answers").press("Enter");
  await page.getByText(/No answers yet/).waitFor();
  await page.locator(".transcript mark").nth(3).waitFor();
  await page.getByRole("button", { name: "New procedure" }).click();
  await page.locator(".earlier li").getByText(/60 steps, seed 7 .* stopped/).waitFor();
  await page.getByRole("button", { name: "Open" }).click();
  await page.locator(".transcript mark").nth(3).waitFor();
  assert.ok(await page.getByLabel(/cut off/i).isChecked());
});

journey("a database of an earlier version keeps its data", async ({ open }) => {
  const prepare = (context) =>
    context.addInitScript(() => {
      const opening = indexedDB.open("stepfall", 1);
      opening.onupgradeneeded = () => {
        opening.result.createObjectStore("attempts");
        opening.result.createObjectStore("runs").put('{"plan":"#/sweep","name":"Kept","started":1,"answered":0,"total":1}', "old");
      };
      opening.onsuccess = () => opening.result.close();
    });
  const page = await open(LINK, { origins: [faults.origin], prepare });
  await ask(page, "right");
  await page.getByText(/Answered in/).waitFor();
  const all = await kept(page);
  assert.ok(all.includes("Kept") && all.includes("#/play?v=2&steps=12&seed=7"), all);
});
