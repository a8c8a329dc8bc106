// Play asks a model file. The model is tiny and random, and the engine is the real one.

import { unfold } from "./asking.mjs";
import { journey } from "./harness.mjs";
import { button } from "./sweep-page.mjs";
import { tinyGguf } from "./tiny-gguf.mjs";

const LINK = "#/play?v=2&steps=3&seed=7";
const NONE = "There is none yet.";

async function choose(page) {
  await unfold(page);
  await page.getByLabel("Provider").selectOption("gguf");
}

async function give(page, name, buffer) {
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), button(page, "Choose a model file (.gguf)").click()]);
  await chooser.setFiles({ name, mimeType: "application/octet-stream", buffer });
}

const row = (page, name) => page.getByRole("listitem").filter({ hasText: name });

journey("a model file is added, answers without a request, persists and is deleted", async ({ open }) => {
  const page = await open(LINK);
  await choose(page);
  await page.getByText(NONE).waitFor();
  await give(page, "tiny.gguf", tinyGguf());
  await row(page, "tiny.gguf").getByText("in use").waitFor();
  await page.locator(".asking-more > summary").click();
  await page.getByLabel("Max output tokens").fill("24");
  await button(page, "Ask").click();
  await page.getByText(/Answered in .*model: tiny\.gguf/).waitFor();

  await page.reload();
  await choose(page);
  await button(row(page, "tiny.gguf"), "Delete").click();
  await page.getByText(NONE).waitFor();
});

journey("an invalid model file is refused; downloads show size, licence and host", async ({ open }) => {
  const page = await open(LINK);
  await choose(page);
  await give(page, "notes.gguf", Buffer.from("These are notes."));
  await page.locator(".in-page [role=status]").getByText(/notes\.gguf/).waitFor();
  await row(page, "Download SmolLM2-135M-Instruct").getByText("106 MB, Apache-2.0, from huggingface.co").waitFor();
});
