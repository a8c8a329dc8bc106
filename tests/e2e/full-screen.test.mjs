// Figures fill the screen for a classroom: large type, arrow keys, a QR code of the address.

import assert from "node:assert/strict";
import { journey } from "./harness.mjs";

const enter = (page) => page.getByRole("button", { name: "Full screen", exact: true }).first().click();
const leave = (page) => page.getByRole("button", { name: "Leave full screen", exact: true });
const code = (page) => page.getByRole("img", { name: "QR code of the link" });
const fits = (page) =>
  page.evaluate(() => {
    const stage = document.fullscreenElement;
    return stage.scrollHeight <= stage.clientHeight && stage.scrollWidth <= stage.clientWidth;
  });

journey("the collapse fills the screen, and the arrow keys change the number of steps", async ({ open }) => {
  const page = await open("#/learn", { viewport: { width: 1280, height: 720 } });
  await page.locator(".learn-story").getByRole("link", { name: "The collapse" }).first().click();
  const sentence = page.locator(".learn-sentence:not(:empty)");
  await sentence.getByText("After 25 steps").waitFor();
  await enter(page);
  await leave(page).waitFor();
  await code(page).waitFor();
  const before = await code(page).locator("path").getAttribute("d");
  await page.keyboard.press("ArrowRight");
  await sentence.getByText("After 30 steps").waitFor();
  await page.waitForFunction((before) => document.querySelector(".stage-code path")?.getAttribute("d") !== before, before);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await sentence.getByText("After 20 steps").waitFor();
  assert.equal(await fits(page), true, "nothing needs scrolling at 1280 by 720");
  const height = await page.locator(".learn-picture text").first().evaluate((text) => text.getBoundingClientRect().height);
  assert.ok(height >= 22, `the smallest text is ${height} pixels high`);
  await leave(page).click();
  await page.waitForFunction(() => document.fullscreenElement === null);
  await code(page).waitFor({ state: "detached" });
});

journey("a wrong operand fills the screen, and the arrow keys move it", async ({ open }) => {
  const page = await open("#/learn?v=2&chapter=operand", { viewport: { width: 1280, height: 720 } });
  const error = page.locator(".learn-dial output");
  await error.getByText("S9", { exact: true }).waitFor();
  await enter(page);
  await code(page).waitFor();
  await page.keyboard.press("ArrowRight");
  await error.getByText("S10", { exact: true }).waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await error.getByText("S8", { exact: true }).waitFor();
  assert.equal(await fits(page), true, "nothing needs scrolling at 1280 by 720");
});

journey("the figures of a run fill the screen one after another", async ({ open }) => {
  const page = await open("#/sweep?v=2&steps=5,15&items=20&model=simulated:wrong-operand:200", {
    viewport: { width: 1280, height: 720 },
  });
  await page.getByRole("button", { name: "Start", exact: true }).first().click();
  const title = page.locator(".focus .figure h2");
  await page.getByText("All 40 answered").first().waitFor();
  await title.waitFor();
  const first = await title.textContent();
  await enter(page);
  await code(page).waitFor();
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction((first) => document.querySelector(".focus .figure h2").textContent !== first, first);
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction((first) => document.querySelector(".focus .figure h2").textContent === first, first);
  // The figure is drawn again for full screen.
  await page.waitForFunction(() =>
    [...document.querySelectorAll(".focus .scene text")].every((text) => text.getBoundingClientRect().height >= 18));
  assert.equal(await fits(page), true, "nothing needs scrolling at 1280 by 720");
});

journey("the curve of a real model fills the screen", async ({ open }) => {
  const page = await open("#/sweep", { viewport: { width: 1280, height: 720 } });
  const curve = page.locator(".stage", { hasText: "SmolLM2-135M-Instruct on short procedures" });
  await curve.locator(".scene text").first().waitFor();
  await curve.getByRole("button", { name: "Full screen", exact: true }).click();
  await code(page).waitFor();
  await page.waitForFunction(() =>
    [...document.fullscreenElement.querySelectorAll(".scene text")].every((text) => text.getBoundingClientRect().height >= 18));
  assert.equal(await fits(page), true, "nothing needs scrolling at 1280 by 720");
});
