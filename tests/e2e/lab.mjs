// Helpers for tests of the Lab.

// Waits until the heading reports how the transcript ended.
export const waitForTranscript = (page) => page.locator(".lab-head h1:not(.is-waiting)").waitFor();

// Saves the curve in a format; returns the name and the content of the file.
export async function saved(page, form) {
  const figure = page.locator('[data-figure="specimen"]');
  const [download] = await Promise.all([page.waitForEvent("download"), figure.getByRole("button", { name: `${form}: ` }).click()]);
  const parts = await (await download.createReadStream()).toArray();
  return { name: download.suggestedFilename(), content: Buffer.concat(parts) };
}
