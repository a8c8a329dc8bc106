// Helpers for tests of Sweep.

// Locates the progress of a run: its heading, or the line above.
export const sentence = (page) => page.locator(".run:visible").locator("h1, .eyebrow");
export const button = (page, name) => page.getByRole("button", { name, exact: true });
export const start = (page) => button(page, "Start").click();
// Shows a figure in full, by its name, and returns it.
export async function figure(page, name) {
  const chooser = page.locator(".chooser select");
  if (await chooser.isVisible()) await chooser.selectOption(name);
  else await page.locator(`[data-thumbnail="${name}"]`).click();
  const enlarged = page.locator(`[data-figure="${name}"]`);
  await enlarged.waitFor();
  return enlarged;
}
