// Fills in the form in which Play asks a model.

// Opens the form and waits until the list of providers is loaded, since it moves the fields below.
export async function unfold(page) {
  await page.getByText("Ask a model", { exact: true }).click();
  await page.getByLabel("Provider").locator('option[value="openrouter"]').waitFor({ state: "attached" });
}

// Opens the form and fills in provider, key and model, and the address if there is one.
export async function choose(page, { provider = "openrouter", base, key = "", model = "" } = {}) {
  await unfold(page);
  await page.getByLabel("Provider").selectOption(provider);
  if (base) {
    await page.getByLabel("Address").fill(base);
    await page.getByLabel("Address").blur();
  }
  await page.getByLabel("Key", { exact: true }).fill(key);
  await page.getByLabel("Model", { exact: true }).fill(model);
}

// Enters the key of a server. If a run waits for the key, its field gets the key. Otherwise the set-up
// of the sweep gets the server's address and key.
export async function giveKey(page, base, key) {
  if (await page.locator(".page.has-run").isVisible()) {
    await page.getByRole("button", { name: "Allow" }).click();
    return page.locator(".run [name=key]").fill(key);
  }
  const form = page.locator(".setup-add").first();
  // Opened by keyboard, because the layout moves while the page reads a set-up.
  if (!(await form.evaluate((details) => details.open))) await page.getByText("Add a model", { exact: true }).press("Enter");
  await page.locator('.setup-add [name=provider] option[value="compatible"]').waitFor({ state: "attached" });
  await page.locator(".setup-add [name=provider]").selectOption("compatible");
  await page.locator(".setup-add [name=address]").fill(base);
  await page.locator(".setup-add [name=address]").blur();
  await page.locator(".setup-add [name=key]").fill(key);
}
