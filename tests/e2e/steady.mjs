// An element once it stays where it is. Figures that come into reach take their real height, and whatever is below them moves, also from under a pointer
// that has aimed already.

export async function steady(locator) {
  let before;
  for (;;) {
    // What is drawn anew in between is looked at again.
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
