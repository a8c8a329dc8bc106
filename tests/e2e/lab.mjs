// Helpers for tests of the Lab.

// Waits until the heading says how the transcript ended.
export const over = (page) => page.locator(".lab-head h1:not(.is-waiting)").waitFor();

// Saves the curve in a form, and gives the file's name and content.
export async function saved(page, form) {
  const figure = page.locator('[data-figure="specimen"]');
  const [download] = await Promise.all([page.waitForEvent("download"), figure.getByRole("button", { name: `${form}: ` }).click()]);
  const parts = await (await download.createReadStream()).toArray();
  return { name: download.suggestedFilename(), content: Buffer.concat(parts) };
}
