// The longest tasks of the page's main thread in journeys of Play, Sweep and Batch, read from Chromium's own traces: how long
// the page does not answer at worst. Prints a table; it is no test, since times differ between machines. Takes parts of the names of journeys (all by default), and in RESULTS
// a file of nearly 200 MB for Batch.

import { launch } from "./browser.mjs";
import { serve } from "./site.mjs";

// From here on a task is felt as a delay (https://web.dev/articles/optimize-long-tasks). In milliseconds.
const LONG = 50;
const CATEGORIES = ["toplevel", "devtools.timeline"];

const button = (page, name) => page.getByRole("button", { name, exact: true });
const judged = (page) => page.locator(".chip.is-primary").waitFor();
const rest = (page) => page.waitForTimeout(700);

// An answer that follows the procedure, as the page's own executor writes it.
async function solved(page) {
  await button(page, "Examples").click();
  await page.getByLabel("Executor").selectOption({ label: "Follows" });
  await button(page, "Simulate").click();
  await judged(page);
  await button(page, "Examples").click();
  await button(page, "Edit").click();
  return await page.getByLabel("What the model wrote").inputValue();
}

// Puts text into the field as a paste does, without the driver's own work of typing it.
const pasted = async (page, text) => {
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    const paste = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    document.querySelector("textarea.transcript").dispatchEvent(paste);
  }, text);
  await judged(page);
};

// An answer to the item of `PASTED` that goes on and on.
const PASTED = "#/play?v=2&steps=25&seed=42";
const long = (bytes) => "S3 = S1 + S2 = -471 + (-214) = -685\n".repeat(Math.ceil(bytes / 36)) + "Answer: -320";

const ofText = (name, text) => ({ [`Play: ${name}`]: [(page, open) => open(PASTED), (page) => pasted(page, text)] });

// The journeys at a number of steps: what is prepared, and then what is traced.
const ofPlay = (steps) => ({
  [`Play, ${steps} steps: open`]: [async () => {}, (page, open) => open(`#/play?v=2&steps=${steps}&seed=42`)],
  [`Play, ${steps} steps: paste and judge`]: [
    async (page, open) => {
      await open(`#/play?v=2&steps=${steps}&seed=42`);
      const answer = await solved(page);
      const half = Math.round(steps / 2);
      const wrong = answer.replace(new RegExp(`^(S${half} = .*\\d)$`, "m"), "$17");
      await page.evaluate((text) => navigator.clipboard.writeText(text), wrong);
      await button(page, "Clear").click();
      await page.getByLabel("What the model wrote").focus();
    },
    async (page) => {
      await page.keyboard.press("ControlOrMeta+V");
      await page.locator("tr.is-fault, .arcs .point.is-fault").first().waitFor();
    },
  ],
  [`Play, ${steps} steps: new seed`]: [
    async (page, open) => void (await open(`#/play?v=2&steps=${steps}&seed=42`)),
    (page) => button(page, "New seed").click(),
  ],
});

const SWEEP = "#/sweep?v=2&seed=7&items=50&steps=5,15,25,65,95&model=simulated:wrong-operand:200&model=simulated:mixed:100";
const swept = async (page) => {
  await page.locator("button:enabled", { hasText: /^Start$/ }).click();
  await page.locator(".run .eyebrow").getByText("All 500 answered").waitFor();
  await page.locator("[data-thumbnail]").first().waitFor();
};

const LONG_SWEEP = "#/sweep?v=2&seed=7&steps=5,15&items=1000&samples=5&model=simulated:wrong-operand:200&model=simulated:mixed:100";

const JOURNEYS = {
  ...ofPlay(95),
  ...ofPlay(500),
  ...ofText("100 kB pasted", long(100_000)),
  ...ofText("10 MB pasted", long(10_000_000)),
  ...ofText("20,000 marks on one character", `S4 = e${"\u0301".repeat(20_000)}\nAnswer: -136`),
  "Sweep: open": [async () => {}, (page, open) => open("#/sweep")],
  "Sweep, 95 steps: 500 attempts and their figures": [async (page, open) => void (await open(SWEEP)), swept],
  "Sweep: 20,000 attempts, and the end of their list": [
    (page, open) => open(LONG_SWEEP),
    async (page) => {
      await page.locator("button:enabled", { hasText: /^Start$/ }).click();
      await page.locator(".run .eyebrow").getByText(/All 20.000 answered/).waitFor({ timeout: 300_000 });
      await page.waitForFunction(() => document.querySelector(".list").scrollHeight >= 20_000 * 34);
      await page.locator(".list").evaluate((list) => (list.scrollTop = list.scrollHeight));
      await page.locator('.list-row[data-attempt="19999"]').waitFor();
    },
  ],
  "Batch: 55,000 results, 200 MB": [
    (page, open) => open("#/batch"),
    async (page) => {
      const chooser = page.waitForEvent("filechooser");
      await button(page, "Choose files").click();
      await (await chooser).setFiles(process.env.RESULTS);
      await page.locator(".batch-list").getByText(/✓ .* graded/).waitFor({ timeout: 300_000 });
      await page.locator(".batch-figures [data-figure]").first().waitFor();
    },
  ],
  "Sweep, 95 steps: from figure to figure": [
    async (page, open) => {
      await open(SWEEP);
      await swept(page);
    },
    async (page) => {
      for (const figure of await page.locator("[data-thumbnail]").all()) {
        await figure.click();
        await page.waitForTimeout(100);
      }
    },
  ],
};

const named = process.argv.slice(2);
const chosen = Object.entries(JOURNEYS).filter(([name]) => named.length === 0 || named.some((part) => name.includes(part)));

// Milliseconds of each task of the thread that draws the page and runs its code.
function tasks(trace) {
  const { traceEvents } = JSON.parse(trace);
  const mains = traceEvents.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain");
  const isMain = ({ pid, tid }) => mains.some((main) => main.pid === pid && main.tid === tid);
  return traceEvents.filter((event) => event.name === "ThreadControllerImpl::RunTask" && isMain(event)).map(({ dur }) => (dur ?? 0) / 1000);
}

const site = await serve();
const browser = await launch();
console.log("| journey | longest task, ms | tasks over 50 ms |\n| --- | --- | --- |");
try {
  for (const [name, [prepare, journey]] of chosen) {
    const permissions = ["clipboard-read", "clipboard-write"];
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, permissions });
    const open = async (fragment) => {
      await page.goto(site.address + fragment);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      await rest(page);
    };
    await prepare(page, open);
    await rest(page);
    await browser.startTracing(page, { categories: CATEGORIES });
    await journey(page, open);
    await rest(page);
    const all = tasks((await browser.stopTracing()).toString());
    if (all.length === 0) throw new Error("the trace holds no task of the page");
    const long = all.filter((took) => took > LONG).length;
    console.log(`| ${name} | ${Math.max(...all).toFixed(0)} | ${long} |`);
    await page.close();
  }
} finally {
  await browser.close();
  await site.close();
}
