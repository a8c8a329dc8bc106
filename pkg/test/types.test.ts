// The types as a program uses them. This file is only compiled.

import { load, type Batch, type Form, type Mode, type SolverName, type Source, type Tally, type Verdict } from "stepfall";

const stepfall = await load();
const verdict: Verdict = stepfall.grade("#/play?v=2", stepfall.simulate("#/play?v=2", { solver: "mixed" }).transcript, { stop: "length" });
const primary: Mode = verdict.primary;
const faults: string[] = verdict.root_faults.map(({ name, cause, operand }) => `${name} ${cause} ${operand ?? ""}`);
const places: number[] = verdict.steps.flatMap(({ start, end }) => (start === null || end === null ? [] : [start, end]));
const next: string | null | undefined = verdict.dialogue?.next;
const wrong: number = verdict.dialogue?.detail.kind === "calls" ? verdict.dialogue.detail.wrong_operands : 0;
const outcome: "correct" | "wrong" | "unparsed" | "unclear" | "truncated" | "refused" = stepfall.gradeId("", "", { stop: "length" }).outcome;
const [first] = stepfall.item("#").inputs;

const [solver, form]: [SolverName, Form] = ["slip-off-by-one", "value-lines"];
stepfall.simulate("#", { solver, form, rate: 100 });
stepfall.simulate("#", null);
stepfall.share("#", "", "https://example.org/", { stop: "length", simulated: true });

const isolates: string[] = stepfall.suites().map(({ name, isolates, tokens }) => `${name} ${isolates} ${tokens.input[1]}`);
for (const { id, messages } of stepfall.questions("own", { steps: [5, 9], lookback: "exactly-2", nested: true, condition: ["trace", "filler.50"] })) {
  isolates.push(id, ...(messages ?? []).map(({ role }) => role));
}
for (const { name, text } of stepfall.exportFiles("paper55", "openai", { model: "m", items: 1, maxOutput: 4096, effort: "low" })) isolates.push(name, text);
const batch: Batch = stepfall.batch({ records: [stepfall.item("#"), "#/play?v=2"] });
for (const source of [new Blob(), new Uint8Array(), "", fetched(), [new Uint8Array()]] satisfies Source[]) {
  for await (const row of batch.grade(source, { name: "answers.csv", id: "key", output: "said" })) {
    isolates.push(row.outcome === null ? row.why : `${row.outcome} ${row.mode ?? "no reply"} ${row.model ?? ""} ${row.target}`);
  }
}
const { accuracy, outcomes, modes, cells }: Tally = batch.tally();
const curve: [number, number | undefined][] = cells.map(({ steps, accuracy }) => [steps, accuracy?.low]);
const errored: number = outcomes.errored + (modes["lost-operand"] ?? 0) + (accuracy?.share ?? 0);
const troubles: string[] = batch.files().flatMap(({ troubles }) => troubles);

async function* fetched(): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(1);
}

// @ts-expect-error There is no such suite.
stepfall.questions("loud");
// @ts-expect-error There is no such setting.
stepfall.questions("own", { lookBack: 3 });
// @ts-expect-error There is no such target.
stepfall.exportFiles("quick", "excel");
// @ts-expect-error A number is no source.
batch.grade(7);
// @ts-expect-error There is no such solver.
stepfall.simulate("#", { solver: "clever" });
// @ts-expect-error There is no such form.
stepfall.simulate("#", { form: "poem" });
// @ts-expect-error A link is a string.
stepfall.item(7);
// @ts-expect-error There is no such reason.
stepfall.grade("#", "", { stop: "tired" });

export const used = [isolates, curve, errored, troubles, outcome, next, wrong, primary, faults, places, first.value, verdict.answers.first?.within_tolerance];
