// Makes the table of tests/golden/faults.md: outcomes of `stepfall sweep` for each fault in each
// wire format. `node tests/e2e/outcomes.mjs` prints the table, and `--write` writes the file.
// STEPFALL names the binary.
//
// Each fault is a model that is asked for one short item. Then the server's faults end, and each
// run is resumed to show what is asked again. All runs happen at once, since they mostly wait.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { startFaults } from "./faults.mjs";
import { FORMATS, PARTS } from "./outcomes.faults.mjs";
import { Run } from "./outcomes.run.mjs";
import { cell } from "./outcomes.words.mjs";

export const GOLDEN = join(dirname(fileURLToPath(import.meta.url)), "..", "golden", "faults.md");
export const COMMAND = "STEPFALL=target/debug/stepfall node tests/e2e/outcomes.mjs --write";
// The most models in one run.
const MOST = 32;
// Ports below those that systems assign on request.
const PORTS = { first: 20_000, count: 10_000 };

const INTRODUCTION = `# What a sweep makes of faults

A row is a fault, a column a wire format, and a cell the outcome on the command line. \`tests/e2e/faults/script.mjs\`
describes each fault. Faults that end in \`-once\` or \`-twice\` pass after that many requests; all others last. For each
fault, \`stepfall sweep\` asks a server on this machine (\`tests/e2e/faults.mjs\`) for one short item. Then all faults of the
server end, and the sweep is resumed with no flags but its file and its key. Faults that only a browser has, such as CORS,
are not listed.

The first words of a cell are the outcome of the attempt:

- \`right\`: the answer arrived exactly as it was sent, and is graded as correct.
- \`cut\`, \`refused\`, \`filtered\`: the text is stored as far as it arrived, with this reason for its end.
- \`no text\`, \`another text\`, \`a part\`: something else than the correct answer arrived, and counts as an answer.
- \`calls\`: a call of a tool arrived in place of a text, and counts as an answer.
- \`given up (WHY)\`: there is no answer, and the attempt counts neither as correct nor as incorrect.
- \`halted (WHY)\`: the model gets no further request until the sweep is resumed.
- \`paused (WHY)\`: no model gets a further request until the sweep is resumed.
- \`waiting\`: the sweep waited for the hour that the server had named, and was interrupted.

\`after 2\` is the number of requests; it is left out if one request gave an answer. If the attempt, its ledger and the server
have different numbers, the differing ones follow in brackets. Then come the differences from an answer without a fault: its
stop, its tokens, parameters that were left out, and invalid characters that were replaced. If there was no answer at first,
\`asked again\` means that the resumed sweep asked once more and got the correct answer, and a colon precedes any other outcome.
\`not asked again\` means that only \`--retry\` asks again. \`–\` means that the format has no such fault.

This table is written by \`${COMMAND}\`, and
\`tests/e2e/outcomes.test.mjs\` compares it.
`;

// Returns the runs of a format: faults with the same flags share a run, others have their own.
function runs(slug) {
  const groups = new Map();
  for (const fault of PARTS.flatMap(({ faults }) => faults)) {
    if (fault.lacking?.includes(slug)) continue;
    const group = fault.isAlone ? fault : fault.flags?.join(" ");
    groups.set(group, [...(groups.get(group) ?? []), fault]);
  }
  return [...groups.values()].flatMap((faults) => {
    const parts = Array.from({ length: Math.ceil(faults.length / MOST) }, (_, at) => faults.slice(at * MOST, (at + 1) * MOST));
    return parts.map((part) => ({ slug, faults: part }));
  });
}

// Returns a server that is absent until it is mended.
async function startLater() {
  for (;;) {
    const port = PORTS.first + Math.floor(Math.random() * PORTS.count);
    const server = await startFaults({ port }).catch((error) => (error.code === "EADDRINUSE" ? null : Promise.reject(error)));
    if (!server) continue;
    await server.close();
    const mend = async () => Object.assign(later, await startFaults({ port }));
    const later = { ...server, mend, close: async () => {} };
    return later;
  }
}

// Returns the cells of each fault, by its name.
async function cells() {
  const folder = mkdtempSync(join(tmpdir(), "stepfall-"));
  const servers = { usual: await startFaults(), later: await startLater() };
  try {
    const all = FORMATS.flatMap(({ slug }) => runs(slug)).map((run, at) => new Run({ ...run, at, folder, servers }));
    const first = await Promise.all(all.map((run) => run.begin()));
    for (const server of Object.values(servers)) await server.mend();
    const second = await Promise.all(all.map((run) => run.resume()));
    const pairs = all.flatMap((run, at) => first[at].map((one, number) => ({ slug: run.slug, one, other: second[at][number] })));
    const rows = new Map();
    for (const { slug, one, other } of pairs) {
      const usual = pairs.find((each) => each.slug === slug && each.one.name === "right").one.attempt;
      rows.set(one.name, { ...rows.get(one.name), [slug]: cell(one, other, usual) });
    }
    return rows;
  } finally {
    await Promise.all(Object.values(servers).map((server) => server.close()));
    rmSync(folder, { recursive: true, force: true });
  }
}

// Returns the file with the table.
export async function outcomes() {
  const rows = await cells();
  const line = (texts) => `| ${texts.join(" | ")} |`;
  const head = [line(["fault", ...FORMATS.map(({ name }) => name)]), line(Array(FORMATS.length + 1).fill("---"))];
  const parts = PARTS.map(({ title, faults }) => {
    const lines = faults.map(({ word, name = word }) => line([`\`${name}\``, ...FORMATS.map(({ slug }) => rows.get(name)[slug] ?? "–")]));
    return [`## ${title}`, "", ...head, ...lines, ""].join("\n");
  });
  return [INTRODUCTION, ...parts].join("\n");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const text = await outcomes();
  if (process.argv.includes("--write")) writeFileSync(GOLDEN, text);
  else process.stdout.write(text);
}
