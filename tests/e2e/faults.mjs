// A server that speaks the wire format of every provider and fails as providers do. It runs on
// 127.0.0.1, which is another origin than the page. Its model carries out the procedure of its
// prompt, at once or over several turns, and calls tools if its script asks for that
// (faults/model.mjs).
//
//     const faults = await startFaults();
//     faults.base("mistral");             // the base address to give to the page
//     faults.base("openai", "no-cors");   // an address that has the fault `no-cors` for every model
//     faults.requests;                    // the received requests; `GET /__requests` returns the same, `POST /__reset` forgets them
//     faults.mend();                      // ends all faults until `faults.reset()`
//     await faults.close();
//
// The key is `fault-key`. The name of the model selects the faults: faults/script.mjs has the words.
// Without a provider in the path, paths are those of OpenAI, Anthropic, Gemini, Cohere, Ollama,
// OpenRouter and Fireworks themselves. `node tests/e2e/faults.mjs --port 8787` runs the server alone.

import { createServer } from "node:http";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { PROVIDERS } from "./faults/providers.mjs";
import { Faults } from "./faults/server.mjs";

export { KEY } from "./faults/server.mjs";

export async function startFaults({ port = 0 } = {}) {
  const faults = new Faults();
  const server = createServer((request, response) => {
    faults.handle(request, response).catch((error) => {
      console.error(error);
      response.destroy();
    });
  });
  await new Promise((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  const { port: found } = server.address();
  const origin = `http://127.0.0.1:${found}`;
  return {
    origin,
    port: found,
    requests: faults.requests,
    base: (slug, words) => `${origin}/${slug}${words ? `+${words}` : ""}${PROVIDERS[slug].base}`,
    reset: () => faults.reset(),
    mend: () => faults.mend(),
    close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve))),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { values } = parseArgs({ options: { port: { type: "string", default: "0" } } });
  const { origin } = await startFaults({ port: Number(values.port) });
  console.log(origin);
}
