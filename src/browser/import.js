// Imports a script that the page needs only sometimes.
export const importScript = (address) => import(new URL(address, document.baseURI).href);

// Lets the models in the page answer the request of a worker.
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
