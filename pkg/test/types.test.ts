// The types as a program uses them. It is only compiled.

import { load, type Executor, type Form, type Mode, type Verdict } from "stepfall";

const stepfall = await load();
const verdict: Verdict = stepfall.grade("#/play?v=2", stepfall.simulate("#/play?v=2", { executor: "mixed" }).transcript, { stop: "length" });
const primary: Mode = verdict.primary;
const faults: string[] = verdict.root_faults.map(({ name, cause, operand }) => `${name} ${cause} ${operand ?? ""}`);
const places: number[] = verdict.steps.flatMap(({ start, end }) => (start === null || end === null ? [] : [start, end]));
const next: string | null | undefined = verdict.dialogue?.next;
const wrong: number = verdict.dialogue?.detail.kind === "calls" ? verdict.dialogue.detail.wrong_operands : 0;
const outcome: "correct" | "wrong" | "unparsed" | "unclear" | "truncated" | "refused" = stepfall.gradeId("", "", { stop: "length" }).outcome;
const [first] = stepfall.item("#").inputs;

const [executor, form]: [Executor, Form] = ["slip-off-by-one", "value-lines"];
stepfall.simulate("#", { executor, form, rate: 100 });
stepfall.simulate("#", null);
stepfall.share("#", "", "https://example.org/", { stop: "length", simulated: true });

// @ts-expect-error There is no such executor.
stepfall.simulate("#", { executor: "clever" });
// @ts-expect-error There is no such form.
stepfall.simulate("#", { form: "poem" });
// @ts-expect-error A link is a string.
stepfall.item(7);
// @ts-expect-error There is no such reason.
stepfall.grade("#", "", { stop: "tired" });

export const told = [outcome, next, wrong, primary, faults, places, first.value, verdict.answers.first?.within_tolerance];
