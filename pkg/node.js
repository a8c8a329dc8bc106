// The npm package `stepfall` for Node. The module is read from disk, because Node's `fetch` does not
// support `file:` addresses.

import { readFile } from "node:fs/promises";
import { address, loader } from "./api.js";

export const load = loader(() => {
  const module = address();
  return module.protocol === "file:" ? readFile(module) : fetch(module);
});
