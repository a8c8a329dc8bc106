// A tab dies repeatedly in the middle of dialogues, and another tab resumes the run. The records of
// the browser are compared with the requests at the server. No request is forgotten, and at most
// the turn in progress is requested again.

import assert from "node:assert/strict";
import { after, before } from "node:test";
import { startFaults } from "./faults.mjs";
import { journey } from "./harness.mjs";
import { button, sentence, start } from "./sweep-page.mjs";

let faults;
before(async () => (faults = await startFaults()));
after(() => faults?.close());

const STEPS = 6;
const ITEMS = 2;
// Each turn gets no reply at first, then half of one, and a whole one only at the third request.
const FLAWS = "silent-once+stall-twice";
// The longest wait for progress of a run, in milliseconds.
const PATIENCE = 60_000;

const asked = () => faults.requests.filter(({ method }) => method === "POST");
const dialogueOf = ({ body }) => body.messages[0].content;
const turnOf = ({ body }) => JSON.stringify(body.messages);

// Returns for each request how often its turn was requested up to then, that request included.
function times(requests) {
  const met = new Map();
  return requests.map((request) => met.set(turnOf(request), (met.get(turnOf(request)) ?? 0) + 1).get(turnOf(request)));
}

// Counts the lines that the browser keeps of the run: attempts, and sent requests of the ledger.
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
    // One of the renderers is a spare one. The next tab would start in it until the browser notices
    // its death.
    while ((await renderers()).some(({ id }) => killed.has(id))) await new Promise(setImmediate);
    await client.detach();
    await page.close();
  },
];

// Waits until the tab can be killed, and returns the reason. `waiting`: each open dialogue waits
// for a reply that does not come. `answered`: each has just received the first whole reply to its
// turn, which the browser may or may not store before the tab dies. `over`: all are stored.
//
// `since` is the number of requests before this tab was opened, and `over` the number of dialogues
// that were complete by then.
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
  journey(`${condition} resumes from its last turn after every kill of its tab`, async ({ open, expectProblem }) => {
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
    // `unsent` is an upper bound for requests that were recorded but never sent, and `again` for requests
    // of a turn that was requested before.
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
      const message = `kill ${kills + 1}, ${now}: ${sent} requests in the ledger, ${counted} at the server, ${repeated} of them for a turn once more`;
      assert.ok(counted <= sent && sent <= counted + unsent && repeated <= again, message);
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
    // No dialogue went back to an earlier turn.
    const reached = new Map();
    for (const request of asked()) {
      const { length } = request.body.messages;
      assert.ok(length >= (reached.get(dialogueOf(request)) ?? 0), `asked for a turn before ${turnOf(request)}`);
      reached.set(dialogueOf(request), length);
    }
    expectProblem(/crash/);
  });
}
