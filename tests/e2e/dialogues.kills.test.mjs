// A tab dies again and again in the middle of dialogues, and another one goes on with the run. What the browser keeps of it is held against what the server
// has seen: no request is forgotten, and no more than the turn that was under way is asked again.

import assert from "node:assert/strict";
import { after, before } from "node:test";
import { startFaults } from "./faults.mjs";
import { journey } from "./harness.mjs";
import { button, sentence, start } from "./sweeping.mjs";

let faults;
before(async () => (faults = await startFaults()));
after(() => faults?.close());

const STEPS = 6;
const ITEMS = 2;
// Each turn gets no reply, then half of one, and a whole one only when it is asked for the third time.
const FLAWS = "silent-once+stall-twice";
// Milliseconds until a run that stands still is given up.
const PATIENCE = 60_000;

const asked = () => faults.requests.filter(({ method }) => method === "POST");
const dialogueOf = ({ body }) => body.messages[0].content;
const turnOf = ({ body }) => JSON.stringify(body.messages);

// How often each request's turn had been asked for by then, that request included.
function times(requests) {
  const met = new Map();
  return requests.map((request) => met.set(turnOf(request), (met.get(turnOf(request)) ?? 0) + 1).get(turnOf(request)));
}

// The lines that the browser keeps of the one run: attempts, and those of the ledger.
async function kept(page) {
  const lines = await page.evaluate(async () => {
    const opening = indexedDB.open("stepfall");
    const database = await new Promise((resolve) => (opening.onsuccess = () => resolve(opening.result)));
    const all = database.transaction("attempts").objectStore("attempts").getAll();
    const found = await new Promise((resolve) => (all.onsuccess = () => resolve(all.result)));
    database.close();
    return found.map((line) => JSON.parse(line));
  });
  const ledger = lines.filter((line) => line.ledger);
  return { attempts: lines.length - ledger.length, sent: ledger.filter((line) => line.ledger === "sent").length };
}

const KILLS = [
  async function crash(page) {
    const client = await page.context().newCDPSession(page);
    const crashed = page.waitForEvent("crash");
    client.send("Page.crash").catch(() => {});
    await crashed;
    await page.close();
  },
  (page) => page.close({ runBeforeUnload: false }),
  async function killProcess(page) {
    const client = await page.context().browser().newBrowserCDPSession();
    const renderers = async () => (await client.send("SystemInfo.getProcessInfo")).processInfo.filter(({ type }) => type === "renderer");
    const killed = new Set((await renderers()).map(({ id }) => id));
    const crashed = page.waitForEvent("crash");
    for (const id of killed) process.kill(id, "SIGKILL");
    await crashed;
    // One of them is the browser's spare one, in which the next tab would begin for as long as its death is not noticed.
    while ((await renderers()).some(({ id }) => killed.has(id))) await new Promise(setImmediate);
    await client.detach();
    await page.close();
  },
];

// Waits until the tab is to be killed: each dialogue that is under way waits for a reply that does not come, or each has just been given its whole reply
// for the first time, which the browser may or may not keep before the tab dies. Tells which, or that all dialogues are over. `since` says how many
// requests were sent before this tab, and `over` how many dialogues were over.
async function moment(page, { since, over }) {
  for (const end = Date.now() + PATIENCE; Date.now() < end; ) {
    const requests = asked();
    const nth = times(requests);
    const mine = requests.map((request, at) => ({ ...request, nth: nth[at] })).slice(since);
    const answered = new Set(mine.filter((request) => request.nth === 3 && request.isAnswered).map(dialogueOf));
    if (over + answered.size === ITEMS) return "answered";
    const last = new Map(mine.map((request) => [dialogueOf(request), request]));
    const waiting = [...last.values()].filter((request) => request.nth < 3);
    const { attempts } = await kept(page);
    if (attempts === ITEMS) return "over";
    if (attempts + waiting.length === ITEMS) return "waiting";
  }
  throw new Error(`the dialogues do not go on: ${await page.locator(".run").innerText()}`);
}

for (const [condition, model, turns] of [
  ["stepwise", "right", STEPS],
  ["verified.1", "wrong-at-3+mends", STEPS + 1],
]) {
  journey(`${condition} goes on from its last turn, however often its tab dies`, async ({ open, expectProblem }) => {
    faults.reset();
    const target = `ollama:${encodeURIComponent(`${model}+${FLAWS}`)};base=${encodeURIComponent(faults.base("ollama"))}`;
    const fragment = `#/sweep?v=2&seed=7&steps=${STEPS}&items=${ITEMS}&concurrency=${ITEMS}&condition=${condition}&model=${target}`;
    let page = await open(fragment, { origins: [faults.origin] });
    const context = page.context();
    await button(page, "Allow").click();
    await start(page);
    await sentence(page).getByText(/of 2 answered/).waitFor();
    const address = page.url();
    const before = { since: 0, over: 0 };
    // What may have been written down and never sent, and what may have been asked again.
    let [kills, unsent, again] = [0, 0, 0];
    for (let now; (now = await moment(page, before)) !== "over"; kills += 1) {
      await KILLS[kills % KILLS.length](page);
      page = await context.newPage();
      await page.goto(address);
      await sentence(page).getByText(/(Paused at|All 2 answered)/).waitFor();
      const { sent, attempts } = await kept(page);
      if (now === "answered") unsent += ITEMS - attempts;
      again += ITEMS - attempts;
      const counted = asked().length;
      const repeated = counted - new Set(asked().map(turnOf)).size;
      const told = `kill ${kills + 1}, ${now}: ${sent} requests in the ledger, ${counted} at the server, ${repeated} of them for a turn once more`;
      assert.ok(counted <= sent && sent <= counted + unsent && repeated <= again, told);
      await page.locator(".run").getByText(new RegExp(`\\b${sent} requests\\b`)).first().waitFor();
      if (attempts === ITEMS) break;
      Object.assign(before, { since: counted, over: attempts });
      await button(page, "Allow").click();
      await button(page, "Resume").click();
    }
    await sentence(page).getByText("All 2 answered").waitFor();
    await page.locator(".list-row.is-right").nth(ITEMS - 1).waitFor();
    assert.ok(kills >= 2 * STEPS, `${kills} kills`);
    assert.equal(new Set(asked().map(turnOf)).size, ITEMS * turns);
    // No dialogue went back behind a turn that it had come to.
    const reached = new Map();
    for (const request of asked()) {
      const { length } = request.body.messages;
      assert.ok(length >= (reached.get(dialogueOf(request)) ?? 0), `asked for a turn before ${turnOf(request)}`);
      reached.set(dialogueOf(request), length);
    }
    expectProblem(/crash/);
  });
}
