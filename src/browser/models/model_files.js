// Stores models in the page's private file system (OPFS).
//
// Each model has a folder of its name, with the model in pieces of 16 MiB. A browser saves a file only
// when the file is closed, so a closed tab loses at most one piece. `entry.json` is written last and
// marks a complete model. `source.json` marks an unfinished download.

import { inspect } from "./gguf.js";
import { amount, ModelError } from "./model_error.js";
import { Sha256 } from "./sha256.js";

const FOLDER = "models";
const ENTRY = "entry.json";
const SOURCE = "source.json";
const PIECE = 2 ** 24;
const HASHED_AT_ONCE = 2 ** 19;

const isMissing = (error) => error?.name === "NotFoundError";
const pieceName = (index) => String(index).padStart(6, "0");

// Returns the file name of a model. Throws if the name contains a slash or does not end in .gguf.
export function checkedName(name) {
  if (!/^[^/\\]+\.gguf$/i.test(name)) {
    throw new ModelError(400, "not_gguf", `${name || "This address"} does not name a GGUF file. Choose a file whose name ends in .gguf.`);
  }
  return name;
}

async function models() {
  if (!navigator.storage?.getDirectory) {
    throw new ModelError(0, "unsupported_browser", "This browser cannot keep a model. Use a current Chrome, Edge or Firefox, and no private window.");
  }
  return (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });
}

async function openFolder(name) {
  try {
    return await (await models()).getDirectoryHandle(name);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function readJson(folder, name) {
  try {
    return JSON.parse(await (await (await folder.getFileHandle(name)).getFile()).text());
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

async function writeJson(folder, name, value) {
  const file = await (await folder.getFileHandle(name, { create: true })).createWritable();
  await file.write(JSON.stringify(value));
  await file.close();
}

// Runs a change of a model. Throws if another tab or call is changing the same model.
export async function alone(name, change) {
  if (!navigator.locks) return change();
  return navigator.locks.request(`stepfall-model ${name}`, { ifAvailable: true }, (lock) => {
    if (lock) return change();
    throw new ModelError(409, "busy", `${name} is being added or downloaded already, perhaps in another tab. Wait until that ends.`);
  });
}

// Returns the entries of all complete models, sorted by name.
export async function entries() {
  const found = [];
  for await (const handle of (await models()).values()) {
    const entry = handle.kind === "directory" ? await readJson(handle, ENTRY) : undefined;
    if (entry) found.push(entry);
  }
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

// Returns the entry and the bytes of a complete model.
export async function openModel(name) {
  const folder = await openFolder(name);
  const entry = folder && (await readJson(folder, ENTRY));
  if (!entry) throw new ModelError(404, "model_not_found", `This browser keeps no model ${name}. Add its file or download it.`);
  const blob = await joined(folder);
  if (blob.size !== entry.bytes) {
    throw new ModelError(500, "incomplete", `The browser has lost a part of ${name}. Remove it, and add or download it again.`);
  }
  return { entry, blob };
}

export async function removeModel(name) {
  try {
    await (await models()).removeEntry(name, { recursive: true });
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

// Joins the pieces of a model into one blob. The first incomplete piece is the last one.
async function joined(folder) {
  const pieces = [];
  for (let index = 0; pieces.length === index; index += 1) {
    try {
      const piece = await (await folder.getFileHandle(pieceName(index))).getFile();
      pieces.push(piece);
      if (piece.size < PIECE) break;
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  return new Blob(pieces);
}

// Writes a new model, or continues an unfinished download.
export class Writer {
  #folder;
  #file;

  // Opens the folder of a model, and deletes stored bytes from another address. Throws if the model
  // is already complete, or if the browser has no room for it.
  static async open(name, source) {
    const known = await openFolder(name);
    if (known && (await readJson(known, ENTRY))) {
      throw new ModelError(409, "exists", `This browser keeps a model ${name} already. Remove it first, or rename the file.`);
    }
    const earlier = known && (await readJson(known, SOURCE));
    const isSame = earlier && earlier.address === source.address;
    if (!isSame) await removeModel(name);
    const writer = new Writer();
    writer.name = name;
    writer.source = source.address;
    writer.announced = source.bytes;
    writer.total = isSame ? earlier.total : undefined;
    await writer.#openFolder();
    await checkRoom(name, (writer.total ?? source.bytes) - writer.length);
    return writer;
  }

  async #openFolder() {
    this.#folder = await (await models()).getDirectoryHandle(this.name, { create: true });
    this.length = (await joined(this.#folder)).size;
  }

  // Deletes the stored bytes, because the file at the address has changed.
  async restart() {
    await this.discard();
    this.total = undefined;
    await this.#openFolder();
  }

  // Stores the length of the whole file, so that a later download can continue.
  async setTotal(total) {
    if (this.total === total) return;
    this.total = total;
    await writeJson(this.#folder, SOURCE, { address: this.source, total });
  }

  async write(bytes) {
    try {
      for (let rest = bytes; rest.length > 0; ) {
        this.#file ??= await this.#openPiece();
        const part = rest.subarray(0, PIECE - (this.length % PIECE));
        await this.#file.write(part);
        this.length += part.length;
        rest = rest.subarray(part.length);
        if (this.length % PIECE === 0) await this.close();
      }
    } catch (error) {
      if (error?.name !== "QuotaExceededError") throw error;
      throw new ModelError(507, "storage_full", `There is no room for ${this.name} in this browser's storage. Free some, or choose a smaller model.`);
    }
  }

  async #openPiece() {
    const piece = await this.#folder.getFileHandle(pieceName(Math.floor(this.length / PIECE)), { create: true });
    const file = await piece.createWritable({ keepExistingData: true });
    await file.seek(this.length % PIECE);
    return file;
  }

  // Closes the current piece, which saves its bytes.
  async close() {
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }

  // Removes all written bytes.
  async discard() {
    await this.close().catch(() => {});
    await removeModel(this.name);
  }

  // Checks the stored bytes, and marks the model as complete.
  async finish(source, { onProgress, signal }) {
    await this.close();
    const blob = await joined(this.#folder);
    await inspect(blob, this.name);
    const hash = new Sha256();
    for (let at = 0; at < blob.size; at += HASHED_AT_ONCE) {
      signal?.throwIfAborted();
      hash.update(new Uint8Array(await blob.slice(at, at + HASHED_AT_ONCE).arrayBuffer()));
      onProgress?.({ step: "check", done: Math.min(at + HASHED_AT_ONCE, blob.size), total: blob.size });
    }
    const entry = { name: this.name, bytes: blob.size, source, sha256: hash.digest() };
    await writeJson(this.#folder, ENTRY, entry);
    await this.#folder.removeEntry(SOURCE).catch(() => {});
    return entry;
  }
}

// Throws if the browser has no room for this number of bytes.
async function checkRoom(name, bytes) {
  const { quota, usage } = (await navigator.storage.estimate?.()) ?? {};
  if (quota !== undefined && bytes > quota - usage) {
    throw new ModelError(507, "storage_full", `${name} needs ${amount(bytes)}, and this browser gives the page ${amount(Math.max(0, quota - usage))}. Free some room, or choose a smaller model.`);
  }
}
