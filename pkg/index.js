// The npm package `stepfall` for browsers and bundlers, which fetch the module. Node has its own
// entry, node.js.

import { address, loader } from "./api.js";

export const load = loader(() => fetch(address()));
