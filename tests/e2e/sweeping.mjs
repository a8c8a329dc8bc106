// What tests of Sweep look at and do.

export const sentence = (page) => page.locator("h1:visible");
export const button = (page, name) => page.getByRole("button", { name, exact: true });
export const start = (page) => button(page, "Start").click();
