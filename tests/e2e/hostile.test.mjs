// Links that try to keep the page busy: a megabyte of unusual text, thousands of turns or models, an
// address longer than any link. The tests count the elements that a browser has to lay out, and measure
// no time.

import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import { journey } from "./harness.mjs";

const SEED = "#/play?v=2&steps=25&seed=42";
const MIB = 1 << 20;
// The limits of `src/state/pieces.rs`, in UTF-16 units.
const PIECE = 2_000;
const SHOWN = 200_000;
const PARTS = 400;
// The limit of `src/components/sweep/targets.rs`.
const MODELS = 64;
// The number of elements that a browser lays out without a pause.
const ELEMENTS = 8_000;

const packed = (text) => deflateRawSync(text, { level: 9 }).toString("base64url");
const filled = (text, bytes) => text.repeat(Math.floor(bytes / Buffer.byteLength(text)));
const elements = (page) => page.locator("*").count();

// Returns the size of each piece of the answer, and `auto` if it is laid out only when it is in
// sight.
const pieces = (page) =>
  page.locator(".transcript .piece").evaluateAll((all) =>
    all.map((piece) => [piece.textContent.length, getComputedStyle(piece).contentVisibility]),
  );

const UNUSUAL = {
  "Arabic-Indic digits": "\u0663",
  "isolates that turn the direction": "\u2067",
  "codes for terminals": "\u001b[31m",
  "digits beyond the first plane": "\u{1d7d3}",
  "letters with two marks": "e\u0301\u0302",
  "one long word": "a",
};

for (const [name, text] of Object.entries(UNUSUAL)) {
  journey(`a megabyte of ${name} in one line is laid out in pieces`, async ({ open }) => {
    const page = await open(`${SEED}&t=${packed(filled(text, MIB))}`);
    await page.locator(".chip.is-primary").waitFor();
    await page.getByText("Only the first part is shown here").waitFor();
    const all = await pieces(page);
    assert.ok(all.length >= SHOWN / PIECE / 2, `${all.length} pieces`);
    for (const [size, visibility] of all) {
      assert.ok(size <= PIECE, `${size} units`);
      assert.equal(visibility, "auto");
    }
    assert.ok(all.reduce((sum, [size]) => sum + size, 0) <= SHOWN);
    assert.equal(await page.locator("textarea.transcript").count(), 0);
    assert.ok((await elements(page)) < ELEMENTS);
  });
}

journey("unusual text is not editable in a text field, even if it is short", async ({ open }) => {
  const page = await open(`${SEED}&t=${packed(filled("\u0663", 200_000))}`);
  await page.locator(".chip.is-primary").waitFor();
  assert.equal(await page.locator("textarea.transcript").count(), 0);
  assert.ok(await page.getByRole("button", { name: "Edit" }).isDisabled());
});

journey("a dialogue of thousands of replies is graded, and displayed in part", async ({ open }) => {
  const dialogue = filled("=== answered ===\nS3 = 1\n", MIB);
  const page = await open(`#/play?v=2&steps=500&seed=42&condition=verified.5&t=${packed(dialogue)}`);
  await page.locator(".chip.is-primary").waitFor();
  const parts = page.locator(".transcript .message");
  await page.getByText(/\d+ more parts of the dialogue are not shown/).waitFor();
  assert.equal(await parts.count(), PARTS);
  await page.getByRole("button", { name: "Show more" }).click();
  await parts.nth(2 * PARTS - 1).waitFor({ state: "attached" });
});

journey("a set-up of a thousand models displays a few and keeps all", async ({ open }) => {
  const page = await open(`#/sweep?v=2${"&model=openai:x".repeat(1_000)}`);
  await page.getByText(`${1_000 - MODELS} more models are in this set-up.`).waitFor();
  const drawn = page.locator(".targets > li");
  assert.equal(await drawn.count(), MODELS);
  await page.getByRole("button", { name: "Show more" }).click();
  await drawn.nth(2 * MODELS - 1).waitFor();
  await drawn.first().getByRole("button", { name: "Remove" }).click();
  await page.waitForFunction(() => location.hash.split("&model=").length - 1 === 999);
});

journey("an overlong address is refused without being parsed", async ({ open }) => {
  const page = await open(SEED);
  await page.evaluate(() => (location.hash = `#/play?v=2&seed=42&t=${"A".repeat(1_900_000)}`));
  await page.getByText(/^This link is longer than \d+ bytes and was not read\.$/).waitFor();
});

journey("hostile links open, and report only what could not be read", async ({ open, leave }) => {
  const bomb = "7cEBAQAAAICQ_q_uCAo".padEnd(60_000, "A");
  const links = [
    "#/play?v=2&__proto__=1&constructor=1&steps=<img src=x onerror=alert(1)>&seed=%00",
    `#/play?v=2&seed=42&t=${bomb}`,
    `#/play?v=2&seed=42&t=${"A".repeat(200_000)}`,
    `#/play?v=2&${"steps=5&steps=6&".repeat(4_000)}`,
    "#/play?v=2&numbers=mod99999999999&lookback=exactly-999&ops=mul:99999&dead=100&inputs=9..-9",
    "#/play?v=999999999999999999999&source=javascript:alert(1)&stop=%ff%fe",
    "#%E0%A4%A=1",
  ];
  for (const link of links) {
    const page = await open(link);
    await page.getByRole("heading", { name: "Part of this link could not be read" }).waitFor();
    assert.equal(await page.locator("main img, main script").count(), 0);
    assert.ok((await page.locator("tbody tr").count()) >= 3, "an item is there");
    await leave(page);
  }
  for (const link of ["#/__proto__?v=2&constructor=1", "#/<img src=x onerror=alert(1)>", "#%E0%A4%A", `#/${"a/".repeat(40_000)}`]) {
    const page = await open(link);
    await page.getByRole("heading", { level: 1, name: /^There is no page “.{1,40}” in Stepfall$/ }).waitFor();
    assert.equal(await page.locator("main img, main script").count(), 0);
    await leave(page);
  }
  const old = await open("#/play?v=0&seed=42");
  await old.getByRole("heading", { name: "An old link" }).waitFor();
});
