// Starts the browser of a test file: the Chromium that CHROMIUM names, or one from the search path.

import { existsSync } from "node:fs";
import path from "node:path";
import { chromium } from "playwright-core";

const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

function executable() {
  const found = (process.env.PATH ?? "")
    .split(path.delimiter)
    .flatMap((folder) => NAMES.map((name) => path.join(folder, name)))
    .find((file) => existsSync(file));
  const chosen = process.env.CHROMIUM ?? found;
  if (!chosen) throw new Error("no Chromium found: install one, or name it in CHROMIUM");
  return chosen;
}

// Starts Chromium with additional options of its command line.
export function launch(options = []) {
  // Chromium's sandbox does not work for root, and tests in containers run as root.
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return chromium.launch({ executablePath: executable(), args: [...args, ...options] });
}
