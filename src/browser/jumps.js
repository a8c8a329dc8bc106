// The row of links to the parts of a long page, which stays in sight. The address belongs to the place, so that they are buttons.

// Marks a part while it stands in the upper half of the window, below the row itself.
const WATCHED = "-64px 0px -55% 0px";

// Figures that come into reach are only then as high as they are, which moves what is below them: so many frames until that is over.
const SETTLED = 12;

function align(section, frames) {
  section.scrollIntoView();
  if (frames > 0) requestAnimationFrame(() => align(section, frames - 1));
}

// Brings a part to the top of the window, for eyes and for keys.
function jumpTo(section) {
  const heading = section?.querySelector("h2");
  if (!heading) return;
  align(section, SETTLED);
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

// The same for the part that a selector finds.
export function jump(selector) {
  jumpTo(document.querySelector(selector));
}

// Fills the row with the figures that are there, one for each kind of them, and with the parts that say what they are called by `data-part`. Figures come
// and go one by one.
export function makeJumps(row, host, words) {
  const { kinds, parts } = JSON.parse(words);
  const figures = host.querySelector(".figures");
  const buttons = new Map();
  const seen = new Set();
  let current;

  const nameOf = ({ dataset: { figure, part } }) => part ?? (figure in kinds ? figure : figure.replace(/-\d+(-.*)?$|(?<=^collapse)-.*/, ""));
  const sections = () => [...host.parentElement.querySelectorAll(".figure, [data-part]")].filter(({ hidden }) => !hidden);

  const go = (name) => {
    jumpTo(sections().find((section) => nameOf(section) === name));
  };

  const mark = () => {
    const all = sections();
    const isEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
    const section = isEnd ? all.at(-1) : all.find((section) => seen.has(section));
    const button = section ? buttons.get(nameOf(section)) : undefined;
    if (button === current) return;
    current?.removeAttribute("aria-current");
    current = button;
    if (!button) return;
    button.setAttribute("aria-current", "true");
    const [start, end] = [button.offsetLeft, button.offsetLeft + button.offsetWidth];
    if (start < row.scrollLeft || end > row.scrollLeft + row.clientWidth) row.scrollLeft = (start + end - row.clientWidth) / 2;
  };

  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) isIntersecting ? seen.add(target) : seen.delete(target);
      mark();
    },
    { rootMargin: WATCHED },
  );

  const fill = () => {
    const names = [...new Set(sections().map(nameOf))];
    for (const [name, button] of buttons) if (!names.includes(name)) buttons.delete(name) && button.remove();
    names.forEach((name, at) => {
      if (!buttons.has(name)) {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "jump";
        button.textContent = kinds[name] ?? parts[name] ?? name;
        button.addEventListener("click", () => go(name));
        buttons.set(name, button);
      }
      // What has the focus keeps it, since nothing is moved that is in its place.
      if (row.children[at] !== buttons.get(name)) row.insertBefore(buttons.get(name), row.children[at] ?? null);
    });
  };

  new MutationObserver((changes) => {
    for (const { addedNodes, removedNodes } of changes) {
      for (const card of removedNodes) {
        watcher.unobserve(card);
        seen.delete(card);
      }
      for (const card of addedNodes) watcher.observe(card);
    }
    for (const section of sections()) if (section.dataset.part) watcher.observe(section);
    fill();
    mark();
  }).observe(figures, { childList: true });
}

// Keeps the focus in a list whose rows, each with its `data-row`, are about to be made anew: on the same `data-way` of the same row, else of the next one
// that is left, else of the one before, else on what a selector finds.
export function keepFocus(list, otherwise) {
  const rows = [...list.children].filter(({ dataset }) => dataset.row);
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  if (at < 0) return;
  const { way } = document.activeElement.dataset;
  const names = rows.map(({ dataset }) => dataset.row);
  const nearest = [...names.slice(at), ...names.slice(0, at).reverse()];
  queueMicrotask(() => {
    const left = new Map([...list.children].map((row) => [row.dataset.row, row]));
    const found = nearest.map((name) => left.get(name)?.querySelector(`[data-way="${way}"]:enabled`)).find(Boolean);
    (found ?? document.querySelector(otherwise))?.focus();
  });
}
