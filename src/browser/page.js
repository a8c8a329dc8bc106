// What is easier said in JavaScript than over the boundary: files, and the report of a failure.

// Texts that are given to the page as a whole. What is wrong is told by a number: 1 the file cannot be read, 2 it is too large, 3 it is no text, 4 it is
// empty, 5 there are several.

// A field with a longer text than this keeps the browser busy for a moment.
const LONG = 50_000;
// A browser lays marks that are piled on one character out in a time that grows with the square of their number.
const PILES = /\p{M}{9}/u;
// A little more than the worker reads.
const LARGE = 40_000_000;

// Calls back with the text of the first file that is dropped, and with a text that is pasted where it cannot be written or that is too long for a field.
export function onGiven(given) {
  const target = (isOver) => document.querySelector(".answer")?.classList.toggle("is-target", isOver);
  const isFile = (event) => event.dataTransfer?.types.includes("Files");
  document.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const field = event.target.closest?.("textarea, input[type='text']");
    const isHard = text.length >= LONG || PILES.test(text);
    if (field ? field.tagName !== "TEXTAREA" || !isHard : text.trim() === "") return;
    event.preventDefault();
    given(text, 0);
  });
  document.addEventListener("dragover", (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    target(true);
  });
  document.addEventListener("dragleave", (event) => event.relatedTarget || target(false));
  document.addEventListener("drop", (event) => {
    target(false);
    if (!isFile(event)) return;
    event.preventDefault();
    if (event.dataTransfer.files.length > 1) given("", 5);
    else take(event.dataTransfer.files[0], given);
  });
}

// Lets the visitor choose a file, and calls back with its text.
export function pickFile(given) {
  chooseFile((file) => take(file, given));
}

// Lets the visitor choose a file, which is read elsewhere.
export function chooseFile(given) {
  const input = document.createElement("input");
  input.type = "file";
  input.addEventListener("change", () => input.files[0] && given(input.files[0]));
  input.click();
}

async function take(file, given) {
  if (!file) return;
  if (file.size > LARGE) return given("", 2);
  try {
    const text = decoded(new Uint8Array(await file.arrayBuffer()));
    // Bytes that are no UTF-8 have become replacement characters.
    const broken = text.split("\uFFFD").length - 1;
    given(text, text.trim() === "" ? 4 : text.includes("\0") || broken * 50 > text.length ? 3 : 0);
  } catch {
    given("", 1);
  }
}

// As Windows writes it where a byte-order mark says so, else UTF-8.
function decoded(bytes) {
  const wide = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8";
  return new TextDecoder(wide).decode(bytes);
}

export function revealElement(selector) {
  document.querySelector(selector)?.scrollIntoView({ block: "nearest" });
}

// Goes to where a place begins, for eyes and for keys.
export function goUp() {
  scrollTo(0, 0);
  for (const main of document.querySelectorAll("main")) if (main.checkVisibility()) main.focus({ preventScroll: true });
}

export function isDark() {
  return getComputedStyle(document.documentElement).colorScheme === "dark" || (document.documentElement.dataset.theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
}

// Saving what the page has made as a file.

export function saveText(name, type, text) {
  save(name, new Blob([text], { type }));
}

export function saveFile(name, content) {
  save(name, content instanceof Blob ? content : new Blob([content]));
}

// Draws the text of an SVG at twice its size, which is sharp on a slide.
export async function savePng(name, svg) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.naturalWidth * 2, image.naturalHeight * 2];
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => blob && save(name, blob), "image/png");
}

function save(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

// What a visitor sees when the page has failed: what to do, and a report with the link that leads back here.

export function report(message, heading, copyLabel, reloadLabel) {
  console.error(message);
  if (document.querySelector(".panic")) return;
  const text = `${message}\n\n${location.href}\n${navigator.userAgent}`;
  const make = (tag, content, act) => {
    const element = document.createElement(tag);
    element.textContent = content;
    if (act) element.addEventListener("click", act);
    return element;
  };
  const box = make("div", "");
  box.className = "panic";
  box.setAttribute("role", "alert");
  const copy = make("button", copyLabel, () => navigator.clipboard?.writeText(text));
  const reload = make("button", reloadLabel, () => location.reload());
  copy.className = reload.className = "button is-small";
  box.append(make("p", heading), make("pre", text), copy, reload);
  document.body.append(box);
}
