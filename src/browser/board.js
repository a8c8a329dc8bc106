// What is drawn by hand, since there is much of it: the figures of a sweep, and the list of its attempts.

const SVG = "http://www.w3.org/2000/svg";
const MARKS = new Set(["g", "path", "line", "rect", "circle", "text"]);
const ATTRIBUTES = {
  path: ["d"],
  line: ["x1", "y1", "x2", "y2"],
  rect: ["x", "y", "width", "height"],
  circle: ["cx", "cy", "r"],
  text: ["x", "y", "text-anchor"],
};

const make = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
};

// A mark as an element: the runner's tree, of which nothing but what is named here becomes part of the page.
function mark([tag, classes, shape, more = {}]) {
  if (!MARKS.has(tag)) return document.createComment("");
  const element = document.createElementNS(SVG, tag);
  element.setAttribute("class", classes);
  if (tag === "g") element.append(...shape.map(mark));
  else [shape].flat().forEach((value, at) => ATTRIBUTES[tag][at] && element.setAttribute(ATTRIBUTES[tag][at], value));
  if (tag === "text") element.textContent = shape.at(-1);
  for (const [name, value] of Object.entries(more)) {
    if (name === "title") {
      const title = document.createElementNS(SVG, "title");
      title.textContent = value;
      element.append(title);
      element.setAttribute("aria-label", value);
    } else {
      element.dataset[name] = value;
    }
  }
  if (more.pick) {
    element.setAttribute("role", "button");
    element.setAttribute("tabindex", "0");
  }
  return element;
}

function drawing({ title, width, height, root }) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("role", "group");
  svg.setAttribute("aria-label", title);
  svg.style.maxWidth = `${width}px`;
  svg.append(...root.map(mark));
  return svg;
}

function table({ columns, rows }) {
  const line = (cells, tag) => make("tr", {}, ...cells.map((cell) => make(tag, {}, cell)));
  return make("table", {}, make("thead", {}, line(columns, "th")), make("tbody", {}, ...rows.map((row) => line(row, "td"))));
}

// Draws figures, one after the other, so that the page stays free between them; those that stay the same are left alone.
export function drawFigures(host, json, words, told) {
  const figures = JSON.parse(json);
  const names = JSON.parse(words);
  const names_of = new Set(figures.map(({ id }) => id));
  for (const card of [...host.children]) if (!names_of.has(card.dataset.figure)) card.remove();
  host.pending = figures;
  const count = figures.length;
  const next = () => {
    if (host.pending !== figures || figures.length === 0) return;
    const figure = figures.shift();
    const at = count - figures.length - 1;
    const text = JSON.stringify(figure);
    const old = [...host.children].find((card) => card.dataset.figure === figure.id);
    if (old?.drawn !== text) {
      const card = draw(figure, names, told, old);
      card.drawn = text;
      if (old) old.replaceWith(card);
      else host.insertBefore(card, host.children[at] ?? null);
    }
    setTimeout(next);
  };
  next();
}

function draw({ id, title, sentence, notes, scene, table: rows }, names, told, old) {
  const button = (word) => {
    const element = make("button", { type: "button", class: "button is-small", "aria-label": `${names[word]}: ${title}` }, names[word]);
    element.addEventListener("click", () => told(word, id));
    return element;
  };
  const picture = drawing(scene);
  const pick = (event) => {
    const attempts = event.target.closest?.("[data-pick]")?.dataset.pick;
    if (!attempts || (event.type === "keydown" && event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    told("pick", attempts);
  };
  picture.addEventListener("click", pick);
  picture.addEventListener("keydown", pick);
  const frame = make("div", { class: "table-frame", tabindex: "0", role: "region", "aria-label": `${names.table}: ${title}` });
  const twin = make("details", { class: "twin" }, make("summary", {}, names.table), frame);
  // A long table is only made for those who look at it.
  const fill = () => twin.open && frame.childElementCount === 0 && frame.append(table(rows));
  twin.addEventListener("toggle", fill);
  twin.open = old?.querySelector(".twin")?.open ?? false;
  fill();
  const heading = make("h2", { id: `figure-${id}` }, title);
  return make(
    "section",
    { class: "card figure", "data-figure": id, "aria-labelledby": `figure-${id}` },
    make("div", { class: "card-head" }, heading),
    make("p", { class: "reading-aloud" }, sentence),
    make("div", { class: "scene" }, picture),
    ...notes.map((note) => make("p", { class: "hint" }, note)),
    make("div", { class: "figure-ways" }, twin, make("div", { class: "figure-files" }, button("svg"), button("png"), button("csv"))),
  );
}

// Calls back with the width of an element, now and when it stays another.
export function onWidth(host, told) {
  let before = 0;
  let timer;
  new ResizeObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(
      () => {
        const width = Math.round(host.clientWidth);
        if (width > 0 && width !== before) told((before = width));
      },
      before ? 200 : 0,
    );
  }).observe(host);
}

// A list of any length, of which only what is seen is there, with as much before and behind it. Rows come by `fillList`, as many as are wanted from
// one on; their elements are used again and again.
const PAGE = 14;
// Rows have two lines where one is too narrow (results.css).
const NARROW = matchMedia("(max-width: 600px)");
const rowHeight = () => (NARROW.matches ? 52 : 34);

export function makeList(host, wanted, opened) {
  const ground = make("div", { class: "list-ground" });
  host.replaceChildren(ground);
  host.list = { ground, wanted, from: -1, pool: [] };
  let frame = 0;
  host.addEventListener("scroll", () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      want(host);
    });
  });
  NARROW.addEventListener("change", () => renewList(host, true));
  host.addEventListener("click", (event) => {
    const row = event.target.closest("[data-attempt]");
    if (row) opened(Number(row.dataset.attempt));
  });
}

function want(host) {
  const from = Math.max(0, Math.floor(host.scrollTop / rowHeight() / PAGE) - 1) * PAGE;
  if (from !== host.list.from) host.list.wanted((host.list.from = from));
}

// Asks for what is seen anew; of another list, from its begin.
export function renewList(host, isOther) {
  if (isOther) host.scrollTop = 0;
  host.list.from = -1;
  want(host);
}

export function fillList(host, json) {
  const { from, total, rows } = JSON.parse(json);
  const { ground, pool } = host.list;
  const row_height = rowHeight();
  const height = `${total * row_height}px`;
  if (ground.style.height !== height) ground.style.height = height;
  rows.forEach(([number, sign, standing, ...cells], at) => {
    const row = pool[at] ?? (pool[at] = emptyRow(cells.length + 1));
    row.className = `list-row is-${standing}`;
    row.dataset.attempt = number;
    row.style.transform = `translateY(${(from + at) * row_height}px)`;
    [sign, ...cells].forEach((text, cell) => {
      const node = row.children[cell].firstChild;
      if (node.data !== text) node.data = text;
    });
    if (!row.isConnected) ground.append(row);
  });
  for (const row of pool.slice(rows.length)) row.remove();
}

function emptyRow(cells) {
  const row = make("button", { type: "button" });
  for (let cell = 0; cell < cells; cell += 1) row.append(make("span", {}, document.createTextNode("")));
  row.firstChild.className = "list-sign";
  return row;
}

// Day and time of day here. Browsers have a formatter, whose first use takes a tenth of a second.
export function when(millis) {
  const date = new Date(millis);
  const two = (number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
