// Collects problems that a visitor's console would show: errors, failed or refused requests, and
// requests to a foreign origin.

// Files that a page loads while it is idle: workers, weights, and the parts of the page.
const LATER = /\/((stepfall-)?(worker|lab)|short|long|common|part(-\w+)?)-[0-9a-f]+\.(js|wasm|bin|safetensors)$/;

// Adds the problems of a page of Playwright or Puppeteer to `problems`, as text. A request to an origin
// that is not in `origins` is a problem.
export function watch(page, origins, problems) {
  const isOwn = (url) => /^(data|blob):/.test(url) || origins.includes(new URL(url).origin);
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`error: ${error.stack ?? error}`));
  page.on("crash", () => problems.push("crash: the page died"));
  page.on("request", (request) => {
    if (!isOwn(request.url())) problems.push(`foreign: ${request.method()} ${request.url()}`);
  });
  page.on("requestfailed", (request) => {
    const error = request.failure()?.errorText;
    // A cancelled request to a provider is no problem, nor is one of an idle page that is left.
    const isForeign = new URL(request.url()).origin !== new URL(page.url()).origin;
    if (error === "net::ERR_ABORTED" && (isForeign || LATER.test(request.url()))) return;
    problems.push(`request: ${request.url()} ${error}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) problems.push(`response: ${response.status()} ${response.url()}`);
  });
}
