// The worker that asks models for the page: it has the network and the clock, and its module decides what is done with them.
//
// To it come arrays `[name, ...arguments]`, of which the first is `start` with the module's address and its digest; the others are calls of the
// module's `Runner`. From it come arrays `[kind, id, text]`, and `["broken", 0, message]` where it is of no more use.

const CALLS = new Set(["providers", "models", "ask", "stop"]);

let runner;
let started;
const underWay = new Map();

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
    if (!CALLS.has(name)) throw new Error(`there is no call ${name}`);
    happen(name, ...given);
  } catch (error) {
    broken(error);
  }
};

// Tells the module what has happened, and does what it says.
function happen(name, ...given) {
  try {
    for (const [command, ...rest] of JSON.parse(runner[name](Date.now(), ...given))) COMMANDS[command](...rest);
  } catch (error) {
    broken(error);
  }
}

function broken(error) {
  self.postMessage(["broken", 0, String(error?.message ?? error)]);
}

const COMMANDS = {
  fetch: send,
  abort(id) {
    underWay.get(id)?.abort();
    underWay.delete(id);
  },
  probe: look,
  wake(at) {
    setTimeout(() => happen("wake"), Math.max(0, at - Date.now()));
  },
  tell(...told) {
    self.postMessage(told);
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

// Finds out what there is to know about a request that failed without a word.
async function look(id, origin) {
  const bare = { mode: "no-cors", credentials: "omit", cache: "no-store", redirect: "manual", referrerPolicy: "no-referrer" };
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
