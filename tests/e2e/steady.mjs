// Waits until an element keeps its position, and returns it. Figures that come into view take their
// real height. Elements below them move, also from under a pointer that has aimed already.

export async function steady(locator) {
  let before;
  for (;;) {
    // Finds the element again if it was drawn anew in between.
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
