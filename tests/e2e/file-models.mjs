// Helpers for tests of models that run in the page.

// Imports the page's module for such models as the global `models`. The document names the files that
// the module needs.
export async function connect(page) {
  // The page must have started, because its Trusted Types policy admits the engine's worker.
  await page.waitForSelector("h1");
  await page.evaluate(async () => {
    const asset = (name) => document.querySelector(`meta[name="asset-${name}"]`).content;
    const [script, worker, module, digest] = asset("wllama").split(" ");
    globalThis.models = await import(new URL(asset("file-model"), document.baseURI));
    await models.configure({ script, worker, module, digest });
    // Returns the outcome of a call that may fail.
    globalThis.outcome = (call) => call.then((value) => ({ value }), ({ name, status, code, message }) => ({ name, status, code, message }));
    // Returns the text of an answer and its last event.
    globalThis.answer = async (body, signal) => {
      let text = "";
      let end;
      for await (const { content, ...rest } of models.chat(body, signal)) content === undefined ? (end = rest) : (text += content);
      return { text, end };
    };
  });
}

// Adds a file with these bytes, and returns the outcome.
export function add(page, name, bytes) {
  const decode = ([name, text]) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    return outcome(models.add(new File([bytes], name)));
  };
  return page.evaluate(decode, [name, bytes.toString("base64")]);
}

export const load = (page, name) => page.evaluate((name) => outcome(models.load(name)), name);
export const ask = (page, body) => page.evaluate((body) => outcome(answer(body)), body);
export const stored = (page) => page.evaluate(() => models.stored());
