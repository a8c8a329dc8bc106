// A static server for the page below a path, as any host might serve it, on a port that the system
// picks. It serves the folder `dist`, or the one that PAGE names.

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PAGE = path.resolve(ROOT, process.env.PAGE ?? "dist") + path.sep;
const BASE = "/some/sub/path/";
// The name of an empty document on the page's origin. No file has this name.
const EMPTY = "empty.html";
const MEDIA_TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

// Returns a function from a file's name to its headers in `_headers`; empty if the folder has no
// such file.
async function rules(folder) {
  const text = await readFile(path.join(folder, "_headers"), "utf8").catch(() => "");
  const all = new Map();
  for (const rule of text.split(/\n(?=\S)/)) {
    const [at, ...headers] = rule.trimEnd().split("\n  ");
    all.set(at, headers.map((header) => header.split(": ")));
  }
  return (name) => Object.fromEntries([...(all.get("/*") ?? []), ...(all.get(`/${name}`) ?? [])]);
}

// Reads the compressed form of a file if the browser accepts it and `cargo xtask dist` has made it,
// and otherwise the file itself.
async function packed(file, accepted) {
  for (const [coding, extension] of [["br", ".br"], ["gzip", ".gz"]]) {
    const bytes = accepted.includes(coding) && (await readFile(file + extension).catch(() => undefined));
    if (bytes) return [bytes, { "Content-Encoding": coding }];
  }
  return [await readFile(file), {}];
}

// Serves the page, or another folder. `alter(name, bytes)` may return other bytes than the file's, as a broken host would.
// `compressed` sends compressed files, as most hosts do, and `more` has further headers of every file.
export async function serve({ folder = PAGE, alter = (_name, bytes) => bytes, compressed = false, more = {} } = {}) {
  const headers = await rules(folder);
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://host");
    const name = pathname === BASE ? "index.html" : pathname.slice(BASE.length);
    const file = path.join(folder, name);
    if (name === EMPTY) return void response.writeHead(200, { "Content-Type": "text/html" }).end();
    if (!pathname.startsWith(BASE) || !file.startsWith(folder)) return void response.writeHead(404).end();
    try {
      const [bytes, coding] = await packed(file, compressed ? (request.headers["accept-encoding"] ?? "") : "");
      const type = MEDIA_TYPES[path.extname(file)] ?? "application/octet-stream";
      response.writeHead(200, { ...headers(name), ...more, ...coding, "Content-Type": type });
      response.end(alter(name, bytes));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${server.address().port}${BASE}`,
    empty: `http://127.0.0.1:${server.address().port}${BASE}${EMPTY}`,
    close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve))),
  };
}
