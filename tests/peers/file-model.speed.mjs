// Prints the tokens per second of a model in the page, with one thread and with several:
// `PAGE=dist node tests/peers/file-model.speed.mjs MODEL [TOKENS]`. Several threads need the headers
// that isolate a page from other origins.

import { connect, load } from "../e2e/file-models.mjs";
import { launch } from "../e2e/browser.mjs";
import { serve } from "../e2e/site.mjs";

const [file, tokens = "64"] = process.argv.slice(2);
const ISOLATED = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "credentialless" };

async function measure(browser, more) {
  const site = await serve({ more });
  const context = await browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  await page.goto(site.address);
  await connect(page);
  await page.evaluate(() => document.body.append(Object.assign(document.createElement("input"), { type: "file", id: "chosen" })));
  await page.setInputFiles("#chosen", file);
  const { name } = await page.evaluate(() => models.add(document.getElementById("chosen").files[0]));
  const { value, message } = await load(page, name);
  if (!value) throw new Error(message);
  const rate = await page.evaluate(async (tokens) => {
    let count = 0;
    let begin;
    for await (const { content } of models.chat({ messages: [{ role: "user", content: "Tell a long story." }], temperature: 0, max_tokens: tokens })) {
      if (content === undefined) continue;
      begin ??= performance.now();
      count += 1;
    }
    return ((count - 1) * 1000) / (performance.now() - begin);
  }, Number(tokens));
  await context.close();
  await site.close();
  return `${value.threads} thread${value.threads > 1 ? "s" : ""}: ${rate.toFixed(1)} tokens per second`;
}

const browser = await launch();
for (const more of [{}, ISOLATED]) console.log(await measure(browser, more));
await browser.close();
