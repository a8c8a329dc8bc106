// The worker that asks models for the page: it has the network, the clock and the disk, and its module decides what is done with them.
//
// To it come arrays `[name, ...arguments]`, of which the first is `start` with the module's address and its digest; the others are calls of the
// module's `Runner`, or of `DESK` below. From it come arrays `[kind, id, text]`, and `["broken", 0, message]` where it is of no more use.

const CALLS = new Set([
  "providers", "models", "ask", "stop", "check", "begin", "open", "go", "pause", "figures", "file", "attempts", "attempt",
  "compare", "forget", "report", "sign_in", "exchange",
]);

let runner;
let started;
const underWay = new Map();
let waking = Infinity;
let alarm;

async function start(address, integrity) {
  // In a published page the module's script stands before this one, in the same file.
  if (typeof wasm_bindgen === "undefined") importScripts("./stepfall-runner.js");
  await wasm_bindgen({ module_or_path: fetch(address, integrity ? { integrity } : {}) });
  runner = new wasm_bindgen.Runner();
}

self.onmessage = async ({ data: [name, ...given] }) => {
  try {
    if (name === "start") return await (started = start(...given));
    await started;
    if (name in DESK) await DESK[name](...given).catch(untaken);
    else if (CALLS.has(name)) happen(name, ...given);
    else throw new Error(`there is no call ${name}`);
  } catch (error) {
    broken(error);
  }
};

// Tells the module what has happened, and does what it says. What is to be kept together is written together.
function happen(name, ...given) {
  try {
    const attempts = new Map();
    for (const [command, ...rest] of JSON.parse(runner[name](Date.now(), ...given))) {
      if (command === "keep") {
        const [run, number, line] = rest;
        if (!attempts.has(run)) attempts.set(run, []);
        attempts.get(run).push([number, line]);
      } else {
        COMMANDS[command](...rest);
      }
    }
    for (const [run, lines] of attempts) keep(run, lines);
  } catch (error) {
    broken(error);
  }
}

function broken(error) {
  self.postMessage(["broken", 0, String(error?.message ?? error)]);
}

// The disk did not do what was asked of it; everything else goes on.
function untaken(error) {
  self.postMessage(["untaken", 0, `This browser's storage failed: ${error?.message ?? error}`]);
}

const COMMANDS = {
  fetch: send,
  abort(id) {
    underWay.get(id)?.abort();
    underWay.delete(id);
  },
  probe: look,
  hash,
  // The module says anew when to come back whenever something happens, so that the earliest time is enough.
  wake(at) {
    if (at >= waking) return;
    waking = at;
    clearTimeout(alarm);
    alarm = setTimeout(() => {
      waking = Infinity;
      happen("wake");
    }, Math.max(0, at - Date.now()));
  },
  tell(...told) {
    self.postMessage(told);
  },
  run: (run, header) => keepRun(run, header),
  answer: keepAnswer,
  load,
  one,
  read: readOn,
  lock,
  unlock(run) {
    locks.get(run)?.();
    locks.delete(run);
  },
};

// Sends a request to the one origin that it is for. Nothing goes along but what the module says.
async function send(id, method, url, origin, headers, body) {
  const call = new AbortController();
  underWay.set(id, call);
  const isMine = () => underWay.get(id) === call;
  try {
    if (new URL(url).origin !== origin) throw new Error("another origin");
    const response = await fetch(url, {
      method,
      headers,
      body: body || undefined,
      mode: "cors",
      credentials: "omit",
      cache: "no-store",
      redirect: "error",
      referrerPolicy: "no-referrer",
      signal: call.signal,
    });
    if (!isMine()) return;
    happen("head", id, response.status, [...response.headers].map((header) => header.join(":")).join("\n"));
    const reader = response.body?.getReader();
    for (let piece; reader && !(piece = await reader.read()).done && isMine(); ) happen("bytes", id, piece.value);
    if (isMine()) happen("end", id);
  } catch {
    // An error of the network has no more to say than that it was one.
    if (isMine()) happen("lost", id);
  }
}

// The digest of a sign-in's verifier; empty where the browser has none to give, as on a page that came by plain http.
async function hash(id, verifier) {
  const bytes = new TextEncoder().encode(verifier);
  const digest = await crypto.subtle?.digest("SHA-256", bytes).catch(() => undefined);
  happen("hashed", id, new Uint8Array(digest ?? 0));
}

// Finds out what there is to know about a request that failed without a word.
async function look(id, origin) {
  const bare = { mode: "no-cors", credentials: "omit", cache: "no-store", redirect: "follow", referrerPolicy: "no-referrer" };
  const answers = await fetch(origin, { ...bare, signal: AbortSignal.timeout(5_000) }).then(
    () => true,
    () => false,
  );
  const isSafari = /Safari\//.test(navigator.userAgent) && !/Chrom|Edg/.test(navigator.userAgent);
  happen("found", id, navigator.onLine, answers, await permission(), self.location.origin, isSafari);
}

// Whether this page may reach this machine; browsers call it by several names.
async function permission() {
  for (const name of ["loopback-network", "local-network-access"]) {
    try {
      return (await navigator.permissions.query({ name })).state;
    } catch {
      // Not known by this name.
    }
  }
  return "unknown";
}

// What is kept: runs by their names, each with a header, and their attempts by number, each a line of JSON; and what Play was answered, a header and a transcript
// by the same number. Where the browser has no disk for this page, everything is in memory, and the page says so.

// Answers of Play that are kept, the newest.
const MOST_ANSWERS = 200;

class Disk {
  static open() {
    return new Promise((resolve) => {
      const opening = indexedDB.open("stepfall", 2);
      opening.onupgradeneeded = ({ oldVersion }) => {
        const stores = [["runs", "attempts"], ["answers", "transcripts"]].slice(oldVersion).flat();
        for (const store of stores) opening.result.createObjectStore(store, { autoIncrement: store === "answers" });
      };
      opening.onsuccess = () => resolve(new Disk(opening.result));
      opening.onerror = opening.onblocked = () => resolve(new Memory());
    });
  }

  isDisk = true;

  constructor(database) {
    this.database = database;
    // Another version of the page may need to change what is here.
    database.onversionchange = () => database.close();
  }

  // Writes in one go; resolves once it is on the disk.
  write(store, act) {
    return new Promise((resolve, reject) => {
      const transaction = this.database.transaction(store, "readwrite", { durability: "strict" });
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
      act(transaction);
    });
  }

  read(store, act) {
    return new Promise((resolve, reject) => {
      const request = act(this.database.transaction(store).objectStore(store));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  }

  keep(run, lines) {
    return this.write("attempts", (transaction) => {
      const store = transaction.objectStore("attempts");
      for (const [number, line] of lines) store.put(line, [run, number]);
    });
  }

  keepRun(run, header) {
    return this.write("runs", (transaction) => transaction.objectStore("runs").put(header, run));
  }

  header(run) {
    return this.read("runs", (store) => store.get(run));
  }

  async runs() {
    const [names, headers] = await Promise.all([
      this.read("runs", (store) => store.getAllKeys()),
      this.read("runs", (store) => store.getAll()),
    ]);
    return names.map((name, at) => [name, headers[at]]);
  }

  // So many lines from a number on, with the number after the last; nothing where there are no more.
  async lines(run, from, most) {
    const range = IDBKeyRange.bound([run, from], [run, Infinity]);
    const [keys, lines] = await Promise.all([
      this.read("attempts", (store) => store.getAllKeys(range, most)),
      this.read("attempts", (store) => store.getAll(range, most)),
    ]);
    return lines.length > 0 ? [lines, keys.at(-1)[1] + 1] : undefined;
  }

  keepAnswer(header, transcript) {
    return this.write(["answers", "transcripts"], (transaction) => {
      const [answers, transcripts] = ["answers", "transcripts"].map((store) => transaction.objectStore(store));
      answers.add(header).onsuccess = ({ target }) => transcripts.add(transcript, target.result);
      answers.getAllKeys().onsuccess = ({ target }) => {
        const last = target.result.at(-MOST_ANSWERS - 1);
        if (last !== undefined) for (const store of [answers, transcripts]) store.delete(IDBKeyRange.upperBound(last));
      };
    });
  }

  // Numbers and headers, the oldest first.
  async answers() {
    const [numbers, headers] = await Promise.all([
      this.read("answers", (store) => store.getAllKeys()),
      this.read("answers", (store) => store.getAll()),
    ]);
    return numbers.map((number, at) => [number, headers[at]]);
  }

  answer(number) {
    return Promise.all(["answers", "transcripts"].map((name) => this.read(name, (store) => store.get(number))));
  }

  removeAnswer(number) {
    return this.write(["answers", "transcripts"], (transaction) => {
      for (const store of ["answers", "transcripts"]) transaction.objectStore(store).delete(number);
    });
  }

  remove(run) {
    return this.write(["runs", "attempts"], (transaction) => {
      transaction.objectStore("runs").delete(run);
      transaction.objectStore("attempts").delete(IDBKeyRange.bound([run, 0], [run, Infinity]));
    });
  }
}

class Memory {
  isDisk = false;
  kept = new Map();
  answered = new Map();
  last = 0;

  async keep(run, lines) {
    const { attempts } = this.kept.get(run);
    for (const [number, line] of lines) attempts.set(number, line);
  }

  async keepRun(run, header) {
    const { attempts = new Map() } = this.kept.get(run) ?? {};
    this.kept.set(run, { header, attempts });
  }

  async header(run) {
    return this.kept.get(run)?.header;
  }

  async runs() {
    return [...this.kept].map(([name, { header }]) => [name, header]);
  }

  async lines(run, from, most) {
    const found = [...(this.kept.get(run)?.attempts ?? [])].filter(([number]) => number >= from).sort(([a], [b]) => a - b);
    const lines = found.slice(0, most);
    return lines.length > 0 ? [lines.map(([, line]) => line), lines.at(-1)[0] + 1] : undefined;
  }

  async keepAnswer(header, transcript) {
    this.answered.set(++this.last, [header, transcript]);
    this.answered.delete([...this.answered.keys()].at(-MOST_ANSWERS - 1));
  }

  async answers() {
    return [...this.answered].map(([number, [header]]) => [number, header]);
  }

  async answer(number) {
    return this.answered.get(number) ?? [];
  }

  async removeAnswer(number) {
    this.answered.delete(number);
  }

  async remove(run) {
    this.kept.delete(run);
  }
}

let opening;
const disk = () => (opening ??= Disk.open().catch(() => new Memory()));
const locks = new Map();
// Lines that are read at once.
const AT_ONCE = 500;

// What went wrong with the disk, in a word that the module knows or in the browser's own.
const fault = (error) => (error?.name === "QuotaExceededError" ? "full" : String(error?.message ?? error));

async function keep(run, lines) {
  let wrong = "";
  try {
    await (await disk()).keep(run, lines);
  } catch (error) {
    wrong = fault(error);
  }
  happen("kept", run, lines.length, wrong);
}

async function keepRun(run, header) {
  try {
    await (await disk()).keepRun(run, header);
    await DESK.runs();
  } catch (error) {
    happen("kept", run, 0, fault(error));
  }
}

async function keepAnswer(id, header, transcript) {
  let wrong = "";
  try {
    await (await disk()).keepAnswer(header, transcript);
  } catch (error) {
    wrong = fault(error);
  }
  happen("kept_answer", id, wrong);
}

// The lines of a run, in pieces.
async function* linesOf(kept, run) {
  for (let from = 0, found; (found = await kept.lines(run, from, AT_ONCE)); from = found[1]) yield found[0].join("\n");
}

// Reads a run in pieces, each of which the module may take its time for.
async function load(run) {
  const kept = await disk();
  happen("header", run, (await kept.header(run)) ?? "");
  for await (const lines of linesOf(kept, run)) happen("loaded", run, lines, false);
  happen("loaded", run, "", true);
}

async function one(run, number) {
  const found = await (await disk()).lines(run, number, 1);
  if (found?.[1] === number + 1) happen("one", run, found[0][0]);
}

// Files that are being taken in, by the runs that they become. Of a large one only a piece is in memory, of so many bytes.
const files = new Map();
const PIECE = 4_000_000;

// Reads the next piece of a file, as UTF-8.
async function readOn(run) {
  try {
    const file = files.get(run);
    const { blob, decoder } = file;
    const piece = new Uint8Array(await blob.slice(file.at, (file.at += PIECE)).arrayBuffer());
    const isLast = file.at >= blob.size;
    if (isLast) files.delete(run);
    happen("piece", run, decoder ? new TextEncoder().encode(decoder.decode(piece, { stream: !isLast })) : piece, isLast);
  } catch {
    files.delete(run);
    happen("unread", run);
  }
}

// One run belongs to one tab.
function lock(run) {
  if (locks.has(run)) return happen("locked", run, true);
  if (!navigator.locks) return happen("locked", run, true);
  navigator.locks.request(`stepfall-run-${run}`, { ifAvailable: true }, (held) => {
    happen("locked", run, held !== null);
    return held && new Promise((release) => locks.set(run, release));
  });
}

// What the page asks that the module need not know of, or only with what the worker adds.
const DESK = {
  async runs() {
    const kept = await disk();
    const runs = (await kept.runs()).map(([name, header]) => ({ ...JSON.parse(header), run: name }));
    runs.sort((a, b) => b.started - a.started);
    self.postMessage(["runs", kept.isDisk ? 1 : 0, JSON.stringify(runs)]);
  },
  async rename(run, name) {
    const kept = await disk();
    const header = await kept.header(run);
    if (header) await kept.keepRun(run, JSON.stringify({ ...JSON.parse(header), name }));
    happen("rename", run, name);
    await DESK.runs();
  },
  // What another tab is at is not taken from under it.
  async remove(run) {
    const remove = async (held) => {
      if (!held) return self.postMessage(["untaken", 0, "This run goes on in another tab; pause it there before it is deleted."]);
      await (await disk()).remove(run);
      await DESK.runs();
    };
    if (!navigator.locks || locks.has(run)) await remove(true);
    else await navigator.locks.request(`stepfall-run-${run}`, { ifAvailable: true }, remove);
  },
  // What Play was answered, the newest first.
  async answers() {
    const kept = await disk();
    const answers = (await kept.answers()).map(([number, header]) => ({ ...JSON.parse(header), number })).reverse();
    self.postMessage(["answers", kept.isDisk ? 1 : 0, JSON.stringify(answers)]);
  },
  // One of the answers, to be opened.
  async answer(number) {
    const [header, transcript] = await (await disk()).answer(number);
    if (!header) return DESK.answers();
    const { link, model: author } = JSON.parse(header);
    self.postMessage(["answer", number, JSON.stringify({ link, transcript, author })]);
  },
  async remove_answer(number) {
    await (await disk()).removeAnswer(number);
    await DESK.answers();
  },
  // A run as a file of lines, the header first.
  async lines(run) {
    const kept = await disk();
    const parts = [`${await kept.header(run)}\n`];
    for await (const lines of linesOf(kept, run)) parts.push(new Blob([lines, "\n"]));
    self.postMessage(["file", 0, new Blob(parts, { type: "application/jsonl" }), "stepfall-sweep.jsonl"]);
  },
  // A run as a table.
  async table(run) {
    const kept = await disk();
    const header = (await kept.header(run)) ?? "";
    const parts = [runner.table(run, header, "")];
    for await (const lines of linesOf(kept, run)) parts.push(new Blob([runner.table(run, header, lines)]));
    self.postMessage(["file", 0, new Blob(parts, { type: "text/csv" }), "stepfall-sweep.csv"]);
  },
  // Takes a file in, which the module asks for piece by piece. Windows writes some texts in two bytes a character, and says so at their beginning.
  async take(run, blob) {
    try {
      const [first, second] = new Uint8Array(await blob.slice(0, 2).arrayBuffer());
      const wide = first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "";
      files.set(run, { blob, at: 0, decoder: wide && new TextDecoder(wide) });
    } catch {
      // What cannot be read is found out with the first piece.
    }
    happen("take", run, blob.size);
  },
};
