// Checks that every test that docs/safety.md names exists.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

const ROOT = new URL("../../", import.meta.url);
const read = (path) => readFile(new URL(path, ROOT), "utf8");
const escaped = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

// Returns the names of the tests in a JavaScript file, as patterns. The parts that a template fills
// in match anything.
function named(source) {
  const names = source.matchAll(/\b(?:journey|test)\((?:"((?:[^"\\]|\\.)*)"|`([^`]*)`)/g);
  return [...names].map(([, plain, template]) => new RegExp(`^${plain ? escaped(plain) : template.split(/\$\{[^}]*\}/).map(escaped).join(".+")}$`));
}

const holds = (path, source, name) =>
  path.endsWith(".rs") ? new RegExp(`#\\[test\\]\\s+fn ${name}\\(`).test(source) : named(source).some((pattern) => pattern.test(name));

test("every test that docs/safety.md names is there, and every promise names one", async () => {
  const text = await read("docs/safety.md");
  const rows = text.split("\n").filter((line) => /^\| (?!---|promise)/.test(line));
  assert.ok(rows.length > 15, `${rows.length} rows`);
  let count = 0;
  for (const row of rows) {
    const [, promise, tests, ...more] = row.split(" | ").length === 2 ? ["", ...row.slice(2, -2).split(" | ")] : [];
    assert.ok(promise && tests && more.length === 0, `two cells: ${row}`);
    const found = [...tests.matchAll(/`([\w./-]+\.(?:rs|mjs))`: ((?:“[^”]+”(?:, )?)+)/g)];
    assert.ok(found.length > 0, `no test: ${row}`);
    for (const [, path, names] of found) {
      const source = await read(path);
      for (const [, name] of names.matchAll(/“([^”]+)”/g)) {
        count += 1;
        assert.ok(holds(path, source, name), `${path} has no test “${name}”`);
      }
    }
    // The cell contains nothing else.
    assert.equal(tests.replaceAll(/`[\w./-]+\.(?:rs|mjs)`: (?:“[^”]+”(?:, )?)+/g, "").replaceAll(/[; ]|<br>/g, ""), "", row);
  }
  assert.ok(count >= rows.length);
  assert.match(await read("SECURITY.md"), /\]\(docs\/safety\.md\)/);
});
