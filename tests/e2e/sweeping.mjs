// What tests of Sweep look at and do.

export const sentence = (page) => page.locator("h1:visible");
export const button = (page, name) => page.getByRole("button", { name, exact: true });
export const start = (page) => button(page, "Start").click();
// Shows a figure whole, by its name, and returns it.
export async function figure(page, name) {
  const chooser = page.locator(".chooser select");
  if (await chooser.isVisible()) await chooser.selectOption(name);
  else await page.locator(`[data-thumbnail="${name}"]`).click();
  const whole = page.locator(`[data-figure="${name}"]`);
  await whole.waitFor();
  return whole;
}
