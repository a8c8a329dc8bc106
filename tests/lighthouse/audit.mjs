// Audits the compressed page with Lighthouse, with the settings for desktop and for mobile. Writes the
// scores and the times of each device as JSON. They are medians of three runs, since a single run
// depends on the load of the machine.
//
//     node tests/lighthouse/audit.mjs FOLDER   (where the package lighthouse is installed)

import { createServer } from "node:net";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { launch } from "../e2e/browser.mjs";
import { serve } from "../e2e/site.mjs";

const RUNS = 3;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
const TIMES = ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time"];

const [folder] = process.argv.slice(2);
const lighthouse = await import(pathToFileURL(path.join(folder, "node_modules/lighthouse/core/index.js")).href);
const DEVICES = { desktop: lighthouse.desktopConfig, mobile: undefined };

// Returns a free port, through which Lighthouse reaches the browser.
async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

// Audits the page once. Returns scores from 0 to 100, times in milliseconds, the layout shift, and
// the names of failed audits outside of the category performance.
async function audit(address, port, config) {
  const { lhr } = await lighthouse.default(address, { port, onlyCategories: CATEGORIES, logLevel: "error" }, config);
  if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
  const scores = CATEGORIES.map((name) => Math.round(lhr.categories[name].score * 100));
  const times = TIMES.map((name) => Math.round(lhr.audits[name].numericValue));
  const findings = CATEGORIES.slice(1).flatMap((name) =>
    lhr.categories[name].auditRefs.filter(({ id, weight }) => weight > 0 && (lhr.audits[id].score ?? 1) < 1).map(({ id }) => id),
  );
  return { scores, times, shift: lhr.audits["cumulative-layout-shift"].numericValue, findings };
}

const site = await serve({ compressed: true });
const results = {};
try {
  for (const [device, config] of Object.entries(DEVICES)) {
    const runs = [];
    for (let run = 0; run < RUNS; run += 1) {
      const port = await freePort();
      const browser = await launch([`--remote-debugging-port=${port}`]);
      try {
        runs.push(await audit(site.address, port, config));
      } finally {
        await browser.close();
      }
    }
    runs.sort((a, b) => a.scores[0] - b.scores[0]);
    results[device] = runs[(RUNS - 1) / 2];
  }
} finally {
  await site.close();
}
console.log(JSON.stringify(results));
