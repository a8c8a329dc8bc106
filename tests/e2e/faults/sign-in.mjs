// OpenRouter's sign-in without a pasted key (PKCE, RFC 7636). The page sends the visitor to `/auth`
// with a challenge, and the visitor comes back with a code. The code and the verifier are exchanged
// for a key. A code works once.

import { createHash } from "node:crypto";

export class SignIn {
  #challenges = new Map();
  #codes = 0;

  // Returns the address to which the visitor is sent back; `null` if the request lacks something.
  // Every visitor agrees at once.
  agree(query) {
    const [callback, challenge] = [query.get("callback_url"), query.get("code_challenge")];
    if (!URL.canParse(callback) || !challenge || query.get("code_challenge_method") !== "S256") return null;
    const code = `code-${(this.#codes += 1)}`;
    this.#challenges.set(code, challenge);
    const back = new URL(callback);
    back.searchParams.set("code", code);
    return back.href;
  }

  // Returns whether this code was issued for the challenge of this verifier.
  exchange({ code, code_verifier: verifier, code_challenge_method: method }) {
    const challenge = this.#challenges.get(code);
    this.#challenges.delete(code);
    if (challenge === undefined || method !== "S256" || typeof verifier !== "string") return false;
    return createHash("sha256").update(verifier).digest("base64url") === challenge;
  }

  clear() {
    this.#challenges.clear();
  }
}
