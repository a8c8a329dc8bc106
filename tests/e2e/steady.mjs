// An element once it stays where it is. Figures that come into reach take their real height, and whatever is below them moves, also from under a pointer
// that has aimed already.

export async function steady(locator) {
  let before;
  for (;;) {
    await locator.scrollIntoViewIfNeeded();
    const box = JSON.stringify(await locator.boundingBox());
    if (box === before) return locator;
    before = box;
    await locator.page().evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  }
}
