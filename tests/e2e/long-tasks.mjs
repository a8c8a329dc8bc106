// Measures the longest tasks of the page's main thread in journeys through its pages, from
// Chromium's traces. A task is defined as in the browser's Long Tasks API: it includes the
// microtasks at its end.
//
// Prints a table and notes. It is no test, since times differ between machines. Takes parts of the
// names of journeys (all by default). The variable RESULTS names a file of nearly 200 MB for Batch.

import { launch } from "./browser.mjs";
import { serve } from "./site.mjs";

// Users notice a longer task as a delay (https://web.dev/articles/optimize-long-tasks). In
// milliseconds.
const LONG = 50;
const CATEGORIES = ["toplevel", "devtools.timeline"];
// The event that runs the microtasks of a task. In traces it follows the task and is not part of
// it.
const CHECKPOINT = "BlinkScheduler_PerformMicrotaskCheckpoint";

const button = (page, name) => page.getByRole("button", { name, exact: true });
const judged = (page) => page.locator(".chip.is-primary").waitFor();
const rest = (page) => page.waitForTimeout(700);

// Returns an answer that follows the procedure, from the page's own solver.
async function solved(page) {
  await button(page, "Examples").click();
  await page.getByLabel("Kind of error").selectOption({ label: "None" });
  await button(page, "Simulate").click();
  await judged(page);
  await button(page, "Edit").click();
  return await page.getByLabel("What the model wrote").inputValue();
}

// Puts text into the field as a paste does, without the driver's work of typing it.
const pasted = async (page, text) => {
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    const paste = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    document.querySelector("textarea.transcript").dispatchEvent(paste);
  }, text);
  await judged(page);
};

// An item, and a very long answer to it.
const PASTED = "#/play?v=2&steps=25&seed=42";
const long = (bytes) => "S3 = S1 + S2 = -471 + (-214) = -685\n".repeat(Math.ceil(bytes / 36)) + "Answer: -320";

const ofText = (name, text) => ({ [`Play: ${name}`]: [(page, open) => open(PASTED), (page) => pasted(page, text)] });

// Opens the page in a new tab, and waits for the element `shown`, which exists once the page is complete.
const opening = (fragment, shown) => [
  async () => {},
  async (page, open) => {
    await open(fragment);
    await page.locator(shown).first().waitFor();
  },
  { opens: true },
];

// The number of bursts, and the time between two keys in milliseconds.
const BURSTS = 10;
const BETWEEN_KEYS = 60;

// Types zeros after an answer and deletes them: only the last key makes the answer correct again.
// Returns a sentence with the longest time from that key to the frame with the verdict.
async function typed(page) {
  const waits = [];
  for (let burst = 0; burst < BURSTS; burst++) {
    for (const key of ["0", "0", "0", "Backspace", "Backspace"]) await page.keyboard.press(key, { delay: BETWEEN_KEYS });
    await rest(page);
    await page.evaluate(() => {
      const primary = () => document.querySelector(".chip.is-primary")?.textContent;
      const before = primary();
      window.waited = undefined;
      let pressed;
      addEventListener("keydown", ({ timeStamp }) => (pressed = timeStamp), { capture: true, once: true });
      const drawn = new MessageChannel();
      drawn.port1.onmessage = () => (window.waited = performance.now() - pressed);
      const watch = new MutationObserver(() => {
        if (primary() === before) return;
        watch.disconnect();
        requestAnimationFrame(() => drawn.port2.postMessage(undefined));
      });
      watch.observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    await page.keyboard.press("Backspace");
    const waited = await page.waitForFunction(() => window.waited);
    waits.push(await waited.jsonValue());
  }
  return `After typing into an answer of 100 kB, the verdict was drawn ${Math.max(...waits).toFixed(0)} ms after the last key, at worst of ${BURSTS} times. It should take no more than ${LONG}.`;
}

// The journeys of Play at a number of steps. Each is a list of its preparation and its traced part.
const ofPlay = (steps) => ({
  [`Play, ${steps} steps: open`]: opening(`#/play?v=2&steps=${steps}&seed=42`, "main:visible"),
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
    (page) => button(page, "New procedure").click(),
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
  "Play: typing into 100 kB": [
    async (page, open) => {
      await open(PASTED);
      const field = page.getByLabel("What the model wrote");
      await field.fill(long(100_000));
      await judged(page);
      await field.focus();
      await page.keyboard.press("ControlOrMeta+End");
    },
    typed,
  ],
  "Sweep: open": opening("#/sweep", "main:visible"),
  "Batch: open": opening("#/batch", "main:visible"),
  "Lab: open": opening("#/lab", ".lab-head h1:not(.is-waiting)"),
  "Learn, a chapter: open": opening("#/learn?v=2&chapter=collapse", ".learn-sentence:not(:empty)"),
  "Learn, the field guide: open": opening("#/learn?v=2&chapter=guide", ".guide-list"),
  "Learn, an entry of the guide: open": opening("#/learn?v=2&chapter=guide&entry=lost-operand", ".learn-verdict:not(:empty)"),
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

// Returns the milliseconds of each task of the renderers' main threads. A task is an event that is
// not within another one. A checkpoint is a part of the task before it.
function tasks(trace) {
  const { traceEvents } = JSON.parse(trace);
  const thread = ({ pid, tid }) => `${pid} ${tid}`;
  const mains = new Map();
  for (const event of traceEvents) {
    if (event.name === "thread_name" && event.args.name === "CrRendererMain") mains.set(thread(event), []);
  }
  for (const event of traceEvents) if (event.ph === "X") mains.get(thread(event))?.push(event);
  const all = [];
  for (const events of mains.values()) {
    events.sort((a, b) => a.ts - b.ts || b.dur - a.dur);
    let end = -Infinity;
    for (const { name, ts, dur = 0 } of events) {
      if (ts < end) continue;
      if (name === CHECKPOINT && end !== -Infinity) all[all.length - 1] += dur / 1000;
      else all.push(dur / 1000);
      end = ts + dur;
    }
  }
  return all;
}

// Traces a journey; returns its tasks and its result.
async function traced(page, journey) {
  await browser.startTracing(page, { categories: CATEGORIES });
  const note = await journey();
  await rest(page);
  const all = tasks((await browser.stopTracing()).toString());
  if (all.length === 0) throw new Error("the trace holds no task of the page");
  return [all, note];
}

// Fails if microtasks are not measured. In traces, some work is outside of tasks: work after a promise
// that no script resolves, such as the mounting of the page.
async function seesMicrotasks(page) {
  const busy = async (most) => {
    await WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
    const begin = performance.now();
    while (performance.now() - begin < most);
  };
  const most = 2 * LONG;
  const [all] = await traced(page, () => page.evaluate(busy, most));
  if (Math.max(...all) < most) throw new Error(`a microtask of ${most} ms is not seen: the longest task is ${Math.max(...all)} ms`);
}

const site = await serve();
const browser = await launch();
const notes = [];
const past = { opens: [], others: [] };
try {
  const blank = await browser.newPage();
  await seesMicrotasks(blank);
  await blank.close();
  console.log(`| journey | longest task, ms | tasks over ${LONG} ms |\n| --- | --- | --- |`);
  for (const [name, [prepare, journey, { opens = false } = {}]] of chosen) {
    const permissions = ["clipboard-read", "clipboard-write"];
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, permissions });
    const open = async (fragment) => {
      await page.goto(site.address + fragment);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      await rest(page);
    };
    await prepare(page, open);
    await rest(page);
    const [all, note] = await traced(page, () => journey(page, open));
    const long = all.filter((took) => took > LONG).length;
    console.log(`| ${name} | ${Math.max(...all).toFixed(0)} | ${long} |`);
    if (long > 0) (opens ? past.opens : past.others).push(name);
    if (typeof note === "string") notes.push(note);
    await page.close();
  }
} finally {
  await browser.close();
  await site.close();
}

const listed = (names) => names.map((name) => `“${name}”`).join(", ");
if (past.opens.length > 0) notes.unshift(`Past ${LONG} ms when they are opened are ${listed(past.opens)}.`);
if (past.others.length > 0) notes.unshift(`Past ${LONG} ms on other journeys are ${listed(past.others)}.`);
if (notes.length > 0) console.log(`\n${notes.join("\n")}`);
