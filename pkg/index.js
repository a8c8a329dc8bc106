// The npm package `stepfall` for browsers and bundlers, which fetch the module. Node has an entry of its own, node.js.

import { address, loader } from "./api.js";

export const load = loader(() => fetch(address()));
