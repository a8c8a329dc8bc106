// Waits until an element keeps its position, and returns the locator. A figure that comes into view
// changes its height. That moves the elements below it, which a click would then miss.

export async function waitUntilSteady(locator) {
  let before;
  for (;;) {
    // The locator finds the element again if the page has recreated it.
    const place = await locator.evaluate((node) => {
      node.scrollIntoView({ block: "nearest" });
      const { x, y, width, height } = node.getBoundingClientRect();
      return [x, y, width, height].join();
    });
    if (place === before) return locator;
    before = place;
    await locator.page().evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  }
}
