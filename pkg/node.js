// The npm package `stepfall` for Node, which cannot fetch files.

import { readFile } from "node:fs/promises";
import { address, loader } from "./api.js";

export const load = loader(() => {
  const module = address();
  return module.protocol === "file:" ? readFile(module) : fetch(module);
});
