// Imports a script at an address relative to the document.
export const importScript = (address) => import(new URL(address, document.baseURI).href);

// Loads the script at `address`, which runs the models in the page, to answer a worker's request on
// `port`. If the script cannot be loaded, the reply has status 503.
export async function serveModels(address, port) {
  try {
    (await importScript(address)).serve(port);
  } catch (error) {
    const message = `A part of this page could not be loaded: ${error.message}. Check the network, and try again.`;
    port.postMessage({ status: 503, headers: { "content-type": "application/json" } });
    port.postMessage(new TextEncoder().encode(JSON.stringify({ error: { message } })));
    port.postMessage("end");
  }
}
