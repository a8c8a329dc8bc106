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

A row is a fault, a column a wire format, and a cell what the command line makes of the fault. \`tests/e2e/faults/script.mjs\`
says what each fault is; those that end in \`-once\` or \`-twice\` pass after so many requests, all others last. Of each, a
server on this machine (\`tests/e2e/faults.mjs\`) is asked for one short item with \`stepfall sweep\`. Then everything is mended
there, and the sweep is gone on with, with no other flags than its file and its key. What only a browser does, such as CORS, is not here.

The first words say what came of the attempt:

- \`right\`: the answer is there, exactly as it was sent, and graded right.
- \`cut\`, \`refused\`, \`filtered\`: the text is there as far as it came, and it is recorded that the model stopped for this.
- \`no text\`, \`another text\`, \`a part\`: something else came than the right answer, and counts as an answer.
- \`calls\`: so does a call of a tool in place of a text.
- \`given up (WHY)\`: there is no answer, and the attempt counts neither as right nor as wrong.
- \`halted (WHY)\`: the model is asked no more until someone goes on with the sweep.
- \`paused (WHY)\`: so is every model.
- \`waiting\`: it waited for the time that the server had named, an hour, and was interrupted.

\`after 2\` says how many requests there were, where it was not one for one answer; the record, its ledger and the server agree on
the number, or the cell says so in brackets. What differs in an answer from one without a fault follows: its stop, tokens,
parameters that were left out, characters that were replaced since what was sent is none. Where there was no answer at first, \`asked again\` says that going on asked once more and got
the right one, and \`not asked again\` that it takes \`--retry\`. \`–\` stands where a format has nothing of the kind.

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
