// Opens the settings of Play, of which only some are visible at first.

export async function openSettings(page) {
  const button = page.getByRole("button", { name: "Settings", exact: true });
  if ((await button.getAttribute("aria-expanded")) !== "true") await button.click();
  await page.locator(".settings").waitFor();
}
