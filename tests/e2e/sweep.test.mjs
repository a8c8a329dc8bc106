// Sweep: from the set-up to figures that open attempts, with simulated solvers.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { noBarriers } from "./barriers.mjs";
import { journey } from "./harness.mjs";
import { button, figure, sentence, start } from "./sweep-page.mjs";
import { waitUntilSteady } from "./steady.mjs";

const SIMULATED = "#/sweep?v=2&seed=7&steps=5,25&items=10&model=simulated:wrong-operand:200&model=simulated:mixed:100";

journey("simulated solvers give a curve, whose points open their attempts in Play", async ({ open }) => {
  const page = await open(SIMULATED);
  await page.locator(".setup-facts").waitFor();
  await start(page);
  await sentence(page).getByText("All 40 answered").waitFor();
  const curve = page.locator("[data-figure=collapse]");
  await curve.getByText(/Of all attempts|first answer is correct/).first().waitFor();
  await curve.getByText("Table", { exact: true }).click();
  await curve.locator("tbody tr").first().waitFor();
  await curve.locator("circle[data-filter]").first().focus();
  await page.keyboard.press("Enter");
  await page.locator(".listed").getByText(/trace, \d+ steps/).waitFor();
  await (await waitUntilSteady(page.locator(".list-row").first())).click();
  await page.locator(".answer .source").getByText("simulated").waitFor();
  await page.locator(".transcript mark").first().waitFor();
  assert.match(page.url(), /#\/play\?/);
  await page.goBack();
  await sentence(page).getByText("All 40 answered").waitFor();
});

journey("marks of every figure open their attempts and describe them", async ({ open }) => {
  const page = await open(SIMULATED);
  await page.locator("button:enabled", { hasText: /^Start$/ }).waitFor();
  await start(page);
  await sentence(page).getByText("All 40 answered").waitFor();
  const said = page.locator(".listed");
  // Opens the attempts of the last mark of a figure, and waits for as many rows as the page
  // reports.
  const opens = async (name, filter, text) => {
    const mark = (await figure(page, name)).locator(`[data-filter${filter}]`).last();
    await mark.waitFor({ state: "attached" });
    await mark.focus();
    await page.keyboard.press("Enter");
    await said.getByText(text).waitFor();
    const number = parseInt(await said.innerText()) || 0;
    await page.waitForFunction((rows) => document.querySelectorAll(".list-row").length === rows, number);
    return number;
  };
  const name = /of simulated mixed, 1 %, trace/.source;
  assert.equal(await opens("horizon", "", new RegExp(`^20 attempts ${name}$`)), 20);
  await opens("hazard", '*="first-error"', new RegExp(`${name}: first error (at|in) step.*, of \\d+ that came to .* without one$`));
  assert.ok((await opens("paired", '*="either"', /^\d+ attempts at the \d+ items? that only one of .* and .* answers correctly$/)) % 2 === 0);
  const all = await opens("modes", '*="/5/5/mode/followed"', /5 steps, look-back 5: correct$/);
  assert.equal(await page.locator(".list-row.is-right").count(), all);
  const failed = await opens("modes", '*="lost-operand"', /25 steps, look-back 5: wrong operand$/);
  assert.ok(failed > 0);
  const outcomes = await page.locator(".list-row > span:nth-child(6)").allInnerTexts();
  assert.ok(outcomes.length === failed && outcomes.every((outcome) => outcome === "Wrong operand"), outcomes.join());
  await (await waitUntilSteady(page.locator(".list-row").first())).click();
  await page.locator(".transcript mark").first().waitFor();
  await page.getByText(/^From run “/).waitFor();
  assert.equal(await page.getByText("an example is filled in").count(), 0);
  await page.getByRole("link", { name: "Back to the run" }).click();
  await said.getByText(/25 steps, look-back 5: wrong operand$/).waitFor();
});

journey("a link opens the same set-up on another machine", async ({ open }) => {
  const page = await open(`${SIMULATED}&run=123`);
  await sentence(page).getByText(/not in this browser/).waitFor();
  assert.equal(await page.getByLabel("Procedures per length").inputValue(), "10");
  assert.equal(await page.locator(".targets li").count(), 2);
  await start(page);
  await sentence(page).getByText("All 40 answered").waitFor();
});

journey("presets run without a key, or ask for a model first", async ({ open }) => {
  const page = await open("#/sweep?v=2&max-spend=3&model=simulated:wrong-operand:200");
  const cards = page.locator(".preset");
  assert.equal(await cards.count(), 6);
  await button(page, "Start").and(page.locator(":enabled")).waitFor();
  // A preset that needs a model is set up, and waits until a model is added.
  await button(page, "Set up: One model, the usual curve").click();
  await page.getByText("No model yet").waitFor();
  // The preset leads to the form, and its first field has the focus.
  await page.waitForFunction(() => document.activeElement.matches(".setup-add [name=provider]"));
  assert.ok(await page.evaluate(() => document.activeElement.getBoundingClientRect().bottom <= innerHeight));
  await page.locator(".setup-add [name=provider]").waitFor();
  assert.ok(await button(page, "Start").isDisabled());
  assert.equal(await page.locator(".preset.is-set").count(), 1);
  // A preset of solvers alone runs at once.
  await button(page, "Run: Look-back against length").click();
  await sentence(page).getByText("All 480 answered").waitFor();
  assert.match(page.url(), /max-spend=3.*lookback=2,3,5,7/);
  assert.equal(await cards.count(), 0);
  await button(page, "New sweep").click();
  assert.equal(await page.getByLabel("Look-backs").inputValue(), "2,3,5,7");
  await button(page, "Run: Two simulations").click();
  await sentence(page).getByText("All 240 answered").waitFor();
});

journey("all figures are reached by keys while the address stays, and are saved as SVG, PNG and CSV", async ({ open }) => {
  const page = await open(SIMULATED);
  await start(page);
  await sentence(page).getByText("All 40 answered").waitFor();
  const all = page.getByRole("navigation", { name: "Figures of this run" });
  await all.locator('[data-thumbnail="modes"]').waitFor();
  assert.ok((await all.getByRole("button").count()) >= 5);
  const address = page.url();
  for (const name of ["hazard", "modes", "collapse"]) {
    await all.locator(`[data-thumbnail="${name}"]`).focus();
    await page.keyboard.press("Enter");
    await page.locator(`[data-figure="${name}"]`).waitFor();
    assert.equal(await page.locator("section.figure").count(), 1);
    assert.equal(await page.evaluate(() => document.activeElement.dataset.thumbnail), name);
    assert.equal(await all.locator("[aria-current=true]").getAttribute("data-thumbnail"), name);
  }
  assert.equal(page.url(), address);
  const curve = page.locator("[data-figure=collapse]");
  for (const form of ["SVG", "PNG", "CSV"]) {
    const saved = page.waitForEvent("download");
    await curve.getByRole("button", { name: new RegExp(`^${form}`) }).click();
    assert.equal((await saved).suggestedFilename(), `stepfall-collapse.${form.toLowerCase()}`);
  }
});

journey("a narrow window replaces thumbnails with a list of figures", async ({ open }) => {
  const page = await open(SIMULATED, { viewport: { width: 320, height: 700 } });
  await start(page);
  await sentence(page).getByText("All 40 answered").waitFor();
  await page.getByLabel(/^Figure 1 of \d+$/).waitFor();
  await figure(page, "hazard");
  await page.getByLabel(/^Figure \d+ of \d+$/).and(page.locator("select")).waitFor();
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 320);
});

journey("the focus stays in the list of runs when one is deleted", async ({ open }) => {
  const page = await open("#/sweep?v=2&steps=5&items=1&model=simulated:followed:0");
  for (let run = 0; run < 3; run += 1) {
    await page.locator("button:enabled", { hasText: /^Start$/ }).waitFor();
    await start(page);
    await sentence(page).getByText("All 1 answered").waitFor();
    await button(page, "New sweep").click();
    await page.locator(".history li").nth(run).waitFor();
  }
  const focused = () => page.evaluate(() => [document.activeElement.textContent, document.activeElement.closest("li")?.dataset.row ?? ""]);
  const names = await page.locator(".history li").evaluateAll((rows) => rows.map((row) => row.dataset.row));
  const remove = async (left) => {
    await page.keyboard.press("Enter");
    assert.equal((await focused())[0], "Delete for good");
    await page.keyboard.press("Enter");
    await page.waitForFunction((left) => document.querySelectorAll(".history li").length === left, left);
  };
  await page.locator(".history li").nth(1).getByRole("button", { name: "Delete" }).focus();
  await remove(2);
  assert.deepEqual(await focused(), ["Delete", names[2]]);
  await remove(1);
  assert.deepEqual(await focused(), ["Delete", names[0]]);
  await remove(0);
  assert.deepEqual(await focused(), ["Open a file", ""]);
});

journey("an invalid setting is reported at its field and disables Start", async ({ open }) => {
  const page = await open("#/sweep?v=2&steps=5&model=simulated:wrong-operand:200");
  const items = page.getByLabel("Procedures per length");
  await items.fill("99999");
  await page.locator("[data-about=items]").getByText(/1000|1,000/).waitFor();
  assert.ok(await button(page, "Start").isDisabled());
  assert.equal(await items.getAttribute("aria-invalid"), "true");
  await items.fill("5");
  await page.waitForFunction(() => [...document.querySelectorAll("button")].some((b) => b.textContent === "Start" && !b.disabled));
  await page.waitForFunction(() => location.hash.includes("items=5"));
});

journey("unreadable parts of a link are reported until dismissed", async ({ open }) => {
  const page = await open("#/sweep?v=2&steps=5,abc&colour=red&model=simulated:mixed:100");
  const notices = page.getByRole("region", { name: "Part of this link could not be read" });
  await notices.getByText("colour").waitFor();
  assert.equal(await notices.getByRole("listitem").count(), 2);
  await noBarriers(page, "with notices");
  await notices.getByRole("button", { name: "Dismiss" }).click();
  await notices.waitFor({ state: "detached" });
  // An invalid value is reported at its field.
  await page.getByLabel("Procedures per length").fill("many");
  await page.locator(".setup-facts").waitFor({ state: "detached" });
  assert.equal(await notices.count(), 0);
});

journey("fields can be cleared and retyped by keyboard, including blanks", async ({ open }) => {
  const page = await open("#/sweep?v=2&steps=5&items=20&model=simulated:wrong-operand:200");
  const lengths = page.getByLabel("Steps", { exact: true }).locator("visible=true").first();
  await lengths.click();
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("7, 9");
  assert.equal(await lengths.inputValue(), "7, 9");
  const items = page.getByLabel("Procedures per length");
  await items.click();
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("3");
  assert.equal(await items.inputValue(), "3");
  await page.locator(".setup-facts").getByText("6", { exact: true }).waitFor();
  await start(page);
  await sentence(page).getByText("All 6 answered").waitFor();
});

journey("20,000 attempts finish, and their list draws no more rows than a short one", async ({ open }) => {
  const page = await open("#/sweep?v=2&seed=7&steps=5,15&items=1000&samples=5&model=simulated:wrong-operand:200&model=simulated:mixed:100");
  await page.locator("button:enabled", { hasText: /^Start$/ }).waitFor();
  await start(page);
  await sentence(page).getByText(/All 20.000 answered/).waitFor({ timeout: 120_000 });
  // The list contains all attempts once the last figures are drawn.
  await page.waitForFunction(() => document.querySelector(".list").scrollHeight >= 20_000 * 34);
  await page.locator(".list").evaluate((list) => (list.scrollTop = list.scrollHeight));
  await page.locator('.list-row[data-attempt="19999"]').waitFor();
  assert.ok((await page.locator(".list-row").count()) < 60);
});

journey("a run is saved as JSONL, deleted and imported again", async ({ open }) => {
  const page = await open(SIMULATED);
  await start(page);
  await sentence(page).getByText("All 40 answered").waitFor();
  const lines = await waitUntilSteady(page.locator(".history").getByRole("button", { name: "JSONL" }));
  const saved = page.waitForEvent("download");
  await lines.click();
  const file = await (await saved).path();
  const csv = page.waitForEvent("download");
  await page.locator(".run").getByRole("button", { name: "CSV" }).click();
  assert.equal((await csv).suggestedFilename(), "stepfall-sweep.csv");
  const report = page.waitForEvent("download");
  await page.getByRole("button", { name: "Report" }).click();
  assert.equal((await report).suggestedFilename(), "stepfall-sweep.html");
  await (await waitUntilSteady(page.locator(".history").getByRole("button", { name: "Delete", exact: true }))).click();
  await (await waitUntilSteady(page.getByRole("button", { name: "Delete for good" }))).click();
  await page.getByText("No runs yet.").waitFor();
  const opener = await waitUntilSteady(page.getByRole("button", { name: "Open a file" }));
  const chooser = page.waitForEvent("filechooser");
  await opener.click();
  await (await chooser).setFiles(file);
  await page.locator(".history").getByText(/40 of 40/).waitFor();
  await (await waitUntilSteady(page.locator(".history").getByRole("button", { name: "Open", exact: true }))).click();
  await sentence(page).getByText("All 40 answered").waitFor();
  await page.locator("[data-figure=collapse]").waitFor();
});

journey("a run saved as CSV is imported with the same figures and attempts", async ({ open }) => {
  const page = await open(SIMULATED);
  await start(page);
  const seen = async () => {
    await sentence(page).getByText("All 40 answered").waitFor();
    await page.locator("[data-thumbnail]").first().waitFor();
    const names = await page.locator("[data-thumbnail]").evaluateAll((all) => all.map(({ dataset }) => dataset.thumbnail));
    const figures = [];
    for (const name of names) figures.push(await (await figure(page, name)).evaluate((whole) => whole.textContent));
    await page.locator(".list-row").nth(9).waitFor();
    return [figures, (await page.locator(".list-row").allInnerTexts()).slice(0, 10)];
  };
  await sentence(page).getByText("All 40 answered").waitFor();
  // Some figures may have been drawn before all attempts arrived. After a reload all are complete.
  await page.reload();
  const before = await seen();
  const saved = page.waitForEvent("download");
  await page.locator(".run").getByRole("button", { name: "CSV" }).click();
  const file = await (await saved).path();
  await (await waitUntilSteady(page.locator(".history").getByRole("button", { name: "Delete", exact: true }))).click();
  await (await waitUntilSteady(page.getByRole("button", { name: "Delete for good" }))).click();
  await page.getByText("No runs yet.").waitFor();
  const openFile = async (text) => {
    const opener = await waitUntilSteady(button(page, "Open a file"));
    const chooser = page.waitForEvent("filechooser");
    await opener.click();
    await (await chooser).setFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from(text) });
  };
  const text = await readFile(file);
  await openFile("steps,right\n5,20\n");
  await page.getByText(/This is not a file of a sweep/).first().waitFor();
  // Some programs save the file in UTF-16.
  await openFile(Buffer.from(text.toString("utf8"), "utf16le"));
  await page.locator(".history").getByText(/40 of 40/).waitFor();
  await (await waitUntilSteady(page.locator(".history").getByRole("button", { name: "Open", exact: true }))).click();
  assert.deepEqual(await seen(), before);
  await (await waitUntilSteady(page.locator(".list-row").first())).click();
  await page.locator(".transcript mark").first().waitFor();
});

journey("a run of an unpublished generator is shown, saved and never graded", async ({ open }) => {
  const file = new URL("./unpublished.jsonl", import.meta.url);
  const page = await open("#/sweep?v=2&seed=42&steps=5&items=2&model=mistral:m");
  const takeIn = async () => {
    const opener = await waitUntilSteady(button(page, "Open a file"));
    const chooser = page.waitForEvent("filechooser");
    await opener.click();
    await (await chooser).setFiles(fileURLToPath(file));
    await page.locator(".history").getByText(/3 of 4/).waitFor();
  };
  await takeIn();
  assert.equal(await page.locator(".history-name").inputValue(), "Of version 1");
  await (await waitUntilSteady(page.locator(".history").getByRole("button", { name: "Open", exact: true }))).click();
  await sentence(page).getByText("2 of 4 answered, not graded", { exact: true }).waitFor();
  await page.locator(".run .note").getByText(/^Made with an unpublished generator, not graded\./).waitFor();
  // The run does not continue, even after a reload. A request would fail this test.
  await page.reload();
  await sentence(page).getByText("2 of 4 answered, not graded", { exact: true }).waitFor();
  for (const name of ["Resume", "Retry failed", "Pause"]) assert.equal(await button(page, name).count(), 0, name);
  const rows = page.locator(".list-row");
  await rows.nth(2).waitFor();
  assert.equal(await page.locator(".list-row.is-right, .list-row.is-fault").count(), 0);
  assert.equal(await rows.filter({ hasText: "made with an unpublished generator, not graded" }).count(), 2);
  assert.equal(await page.locator("section.figure").count(), 0);
  assert.ok(await page.getByLabel("Correct means").isHidden());
  // The saved file equals the opened one, except for the times at which the page stored its lines.
  const lines = await waitUntilSteady(page.locator(".history").getByRole("button", { name: "JSONL" }));
  const saved = page.waitForEvent("download");
  await lines.click();
  const attempts = (text) => text.toString().trimEnd().split("\n").slice(1).map((line) => JSON.parse(line));
  assert.deepEqual(attempts(await readFile(await (await saved).path())), attempts(await readFile(file)));
  const table = page.waitForEvent("download");
  await page.locator(".run").getByRole("button", { name: "CSV" }).click();
  assert.match((await readFile(await (await table).path())).toString(), /#\/sweep\?v=1&/);
  // Play shows the attempt as text, next to the item of the current generator version.
  await (await waitUntilSteady(rows.filter({ hasText: "not graded" }).first())).click();
  await page.getByRole("heading", { name: "An old link" }).waitFor();
  await page.getByText("This answer belongs to another prompt").first().waitFor();
  assert.match(await page.getByLabel("What the model wrote").inputValue(), /^S3 = S1 \+ S2 = 3 \+ 2 = 5\n/);
  assert.equal(await page.locator(".chip").count(), 0);
  await page.goBack();
  await sentence(page).getByText("2 of 4 answered, not graded", { exact: true }).waitFor();
  await (await waitUntilSteady(page.locator(".history").getByRole("button", { name: "Delete", exact: true }))).click();
  await (await waitUntilSteady(page.getByRole("button", { name: "Delete for good" }))).click();
  await page.getByText("No runs yet.").waitFor();
});

journey("a set-up of an unpublished generator is converted, with a notice", async ({ open }) => {
  const page = await open("#/sweep?v=1&seed=7&steps=5&items=2&model=simulated:followed:0");
  await page.getByText("This set-up comes from an unpublished generator.").waitFor();
  await page.locator("button:enabled", { hasText: /^Start$/ }).waitFor();
  await start(page);
  await sentence(page).getByText("All 2 answered").waitFor();
  assert.match(page.url(), /#\/sweep\?v=2&/);
});

journey("a full disk pauses the run, and nothing is lost", async ({ open }) => {
  const page = await open("#/sweep?v=2&seed=7&steps=95&items=500&model=simulated:wrong-operand:200");
  const client = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  await client.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 300_000 });
  await page.locator("button:enabled", { hasText: /^Start$/ }).waitFor();
  await start(page);
  await page.locator(".run .note").getByText(/no space/).waitFor();
  await sentence(page).getByText(/^Paused at/).waitFor();
  await client.send("Storage.overrideQuotaForOrigin", { origin });
  await button(page, "Resume").click();
  await sentence(page).getByText("All 500 answered").waitFor();
});

journey("two runs over the same items are compared", async ({ open }) => {
  const page = await open("#/sweep?v=2&seed=7&steps=25&items=20&model=simulated:followed:0");
  await page.getByLabel("Name", { exact: true }).first().fill("the first");
  await start(page);
  await sentence(page).getByText("All 20 answered").waitFor();
  await button(page, "New sweep").click();
  await page.goto(page.url().replace(/#.*/, "#/sweep?v=2&seed=7&steps=25&items=20&model=simulated:wrong-operand:1500"));
  await page.locator("button:enabled", { hasText: /^Start$/ }).waitFor();
  await start(page);
  await sentence(page).getByText("All 20 answered").waitFor();
  await (await waitUntilSteady(page.locator(".history li:not(.is-open)").getByRole("button", { name: "Compare" }))).click();
  await page.getByText("Compared, procedure by procedure, with the first").waitFor();
  await (await figure(page, "paired")).locator(".reading-aloud").getByText(/20 items/).waitFor();
  await (await waitUntilSteady(button(page, "End the comparison"))).click();
  await page.locator("[data-thumbnail=paired]").waitFor({ state: "detached" });
});

journey("a sweep is shared as a link and report, and its result is listed", async ({ open }) => {
  const page = await open(SIMULATED, { permissions: ["clipboard-read", "clipboard-write"] });
  await button(page, "Copy link").click();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /#\/sweep\?v=2&seed=7&steps=5,25/);
  await start(page);
  await sentence(page).getByText("All 40 answered").waitFor();
  const finding = await page.locator(".history-finding").innerText();
  assert.match(finding, /half of the time/);
  await page.locator(".run h1").getByText(finding, { exact: true }).waitFor();
  await page.getByRole("button", { name: "Share" }).click();
  const panel = page.getByRole("group", { name: "Share" });
  const link = await panel.getByLabel("Link").inputValue();
  assert.match(link, /#\/sweep\?v=2&seed=7/);
  await panel.getByRole("button", { name: "Copy link" }).click();
  await panel.getByText("Copied", { exact: true }).first().waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), link);
  const report = page.waitForEvent("download");
  await panel.getByRole("button", { name: "Report" }).click();
  assert.equal((await report).suggestedFilename(), "stepfall-sweep.html");
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
});

journey("no barriers in a sweep, in a wide window and a narrow one", async ({ open }) => {
  const wide = { width: 1280, height: 800 };
  const page = await open(SIMULATED, { viewport: wide, bypassCSP: true });
  const inBoth = async (state) => {
    await noBarriers(page, `${state}, 1280 px`);
    await page.setViewportSize({ width: 320, height: 800 });
    await noBarriers(page, `${state}, 320 px`);
    await page.setViewportSize(wide);
  };
  await page.locator("button:enabled", { hasText: /^Start$/ }).waitFor();
  for (const fold of ["Add a model", "Add a simulation", "Limits and settings"]) {
    await page.getByText(fold, { exact: true }).click();
  }
  await inBoth("as it opens");
  await start(page);
  await sentence(page).getByText("All 40 answered").waitFor();
  await page.locator("[data-thumbnail]").nth(3).waitFor({ state: "attached" });
  await page.locator("[data-figure=collapse]").getByText("Table", { exact: true }).click();
  await page.locator(".list-row").first().waitFor();
  await inBoth("with figures");
});
