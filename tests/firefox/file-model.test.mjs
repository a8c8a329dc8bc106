// An open model that runs in the page, in Firefox.

import assert from "node:assert/strict";
import { add, ask, connect, load, stored } from "../e2e/file-models.mjs";
import { tinyGguf } from "../e2e/tiny-gguf.mjs";
import { journey } from "./harness.mjs";

journey("a model from a file is stored, loaded and asked", async ({ open }) => {
  const page = await open();
  await connect(page);
  const { value, message } = await add(page, "tiny.gguf", tinyGguf());
  assert.ok(value, message);
  assert.deepEqual(await stored(page), [value]);
  assert.equal((await load(page, "tiny.gguf")).value.sha256, value.sha256);
  const body = { messages: [{ role: "user", content: "a" }], seed: 7, max_tokens: 24 };
  const { value: first } = await ask(page, body);
  assert.match(first.text, /^[a-z]{24}$/);
  assert.deepEqual((await ask(page, body)).value, first);
});
