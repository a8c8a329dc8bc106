// Compares the outcome of each fault in each format with the table of tests/golden/faults.md.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { COMMAND, GOLDEN, outcomes } from "./outcomes.mjs";

const SHOWN = 5;

test("every fault has its recorded outcome in every format", async () => {
  const [found, recorded] = [await outcomes(), readFileSync(GOLDEN, "utf8")].map((text) => text.split("\n"));
  const lines = Array.from({ length: Math.max(found.length, recorded.length) }, (_, at) => [recorded[at] ?? "", found[at] ?? ""]);
  const other = lines.filter(([before, now]) => before !== now);
  const shown = other.slice(0, SHOWN).map(([before, now]) => `- ${before}\n+ ${now}`);
  const rest = other.length > SHOWN ? `\n… and ${other.length - SHOWN} more lines` : "";
  const message = `${other.length} lines of tests/golden/faults.md differ from the outcomes:\n${shown.join("\n")}${rest}`;
  assert.ok(other.length === 0, `${message}\nIf that is intended, write the file again: ${COMMAND}`);
});
