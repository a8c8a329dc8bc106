const GLUE = "{glue}";
const MODULE = "{module}";
const MODULE_INTEGRITY = "{module_integrity}";
const WORKERS = {workers};

async function load() {
  const glue = import(GLUE);
  glue.catch(() => {}); // Reported below, where it is awaited.
  const response = await fetch(MODULE, { integrity: MODULE_INTEGRITY });
  if (!response.ok) throw new Error(`${MODULE}: status ${response.status}`);
  admitOwnTemplates(await response.clone().arrayBuffer());
  const { default: start } = await glue;
  await start({ module_or_path: response });
}

// Leptos clones static markup from <template> elements, which is the one place where text becomes markup. Such markup
// is a literal of the module, and the module's digest has just been checked: so whatever stands in the module is
// admitted, and nothing else is, wherever it comes from.
function admitOwnTemplates(module) {
  const decoder = new TextDecoder("windows-1252"); // One character for each byte, whichever byte it is.
  const encoder = new TextEncoder();
  let literals;
  globalThis.trustedTypes?.createPolicy("default", {
    createHTML(markup) {
      literals ??= decoder.decode(module);
      return literals.includes(decoder.decode(encoder.encode(markup))) ? markup : null;
    },
    createScriptURL(address) {
      const absolute = new URL(address, document.baseURI).href;
      return WORKERS.some((worker) => new URL(worker, document.baseURI).href === absolute) ? address : null;
    },
  });
}

// Until the page has started the document shows the example, which is none of an address that leads elsewhere.
document.getElementById("shell")?.toggleAttribute("data-elsewhere", location.hash.length > 1);
// What is for a frame shows nothing in place of what it is for.
if (location.hash.startsWith("#/embed/")) document.getElementById("shell")?.remove();
load().catch((error) => {
  document.getElementById("not-started")?.removeAttribute("hidden");
  throw error;
});
