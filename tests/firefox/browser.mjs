// Starts the Firefox of a test file: the one that FIREFOX names, or one from the search path.

import { existsSync } from "node:fs";
import path from "node:path";
import puppeteer from "puppeteer-core";

const NAMES = ["firefox-esr", "firefox"];

function executable() {
  const found = (process.env.PATH ?? "")
    .split(path.delimiter)
    .flatMap((folder) => NAMES.map((name) => path.join(folder, name)))
    .find((file) => existsSync(file));
  const chosen = process.env.FIREFOX ?? found;
  if (!chosen) throw new Error("no Firefox found: install one, or name it in FIREFOX");
  return chosen;
}

// Starts Firefox over WebDriver BiDi, in the light theme. Downloads go to a folder without a dialogue.
export function launch(downloads) {
  const extraPrefsFirefox = {
    "browser.download.folderList": 2,
    "browser.download.dir": downloads,
    // A test writes to the clipboard without a previous click.
    "dom.events.testing.asyncClipboard": true,
    "layout.css.prefers-color-scheme.content-override": 1,
  };
  return puppeteer.launch({ browser: "firefox", executablePath: executable(), extraPrefsFirefox });
}
