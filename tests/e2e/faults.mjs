// A server that speaks the wire format of every provider and does what providers do on bad days, on 127.0.0.1 and so on
// another origin than the page. The model behind it really carries out the procedure of its prompt, at once or over several
// turns, and calls tools where it is told to (faults/model.mjs).
//
//   const faults = await startFaults();
//   faults.base("mistral");             // the base address to give to the page
//   faults.base("openai", "no-cors");   // the same with something wrong at the address itself
//   faults.requests;                    // what was received; `GET /__requests` gives the same, `POST /__reset` forgets it
//   faults.mend();                      // from now on nothing goes wrong
//   await faults.close();
//
// The key is `fault-key`. What goes wrong is told by the name of the model: faults/script.mjs has the words. Without a
// provider in the path, paths are those of OpenAI, Anthropic, Gemini, Cohere, Ollama, OpenRouter and Fireworks themselves.
// `node tests/e2e/faults.mjs --port 8787` runs it by itself.

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
