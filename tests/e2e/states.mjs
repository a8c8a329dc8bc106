// States of the page for pictures: a fragment, and a function that prepares the picture.

import { choose } from "./asking.mjs";
import { QUICK, answered, choose as give, lines, suite, troubles } from "./batching.mjs";
import { openSettings } from "./settings.mjs";
import { figure } from "./sweeping.mjs";

const primary = (page) => page.locator(".chip.is-primary").waitFor();

const type = (text) => async (page) => {
  await page.getByLabel("What the model wrote").fill(text);
  await page.waitForFunction(() => document.querySelector(".chip") || document.querySelector(".note"));
};

const example = (place) => async (page) => {
  await page.getByRole("button", { name: "Examples", exact: true }).click();
  await page.getByLabel("Example", { exact: true }).selectOption({ index: place });
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.waitForFunction(() => location.hash !== "");
  await primary(page);
};

const simulated = (solver, form = "One line a step") => async (page) => {
  await page.getByRole("button", { name: "Examples", exact: true }).click();
  await page.getByLabel("Kind of error").selectOption({ label: solver });
  await page.getByLabel("Form", { exact: true }).selectOption({ label: form });
  await page.getByRole("button", { name: "Simulate" }).click();
  await primary(page);
};

const asked = (model, until) => async (page, faults) => {
  await choose(page, { provider: "compatible", base: faults.base("compatible"), key: "fault-key", model });
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await until(page);
};

// Runs a sweep of simulated solvers to its end.
const swept = async (page) => {
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.locator(".run").getByText(/All .* answered/).first().waitFor({ timeout: 60_000 });
  await page.locator("[data-thumbnail]").nth(3).waitFor({ state: "attached" });
  await page.waitForTimeout(1_500);
};

// Waits until the transcripts of the Lab are complete.
const over = (page) => page.locator(".lab-head h1:not(.is-waiting)").waitFor();

const setUp = (name) => async (page) => {
  await over(page);
  await page.getByRole("button", { name }).click();
  await over(page);
};

// Gives results to Batch, and waits until they are graded.
const graded = (files) => async (page) => {
  const { questions } = await suite(page);
  await give(page, await files(questions));
  await page.getByText(/graded/).first().waitFor();
  await page.waitForTimeout(1_500);
};

const repeated = (questions) => Array.from({ length: 400 }, (_, at) => lines(answered(questions, `model-${at}`))).join("\n");

// Waits until the size of a suite is shown.
const sized = (page) => page.locator(".batch-size").filter({ hasText: "tokens" }).first().waitFor();

const dialogue = (condition) => `#/play?v=2&steps=15&seed=42&condition=${condition}`;

const item = (steps) => `#/play?v=2&steps=${steps}&seed=42`;

// An answer to the item with 8 steps.
const REASONING = `<think>
Let me go step by step. S3 = 237 - 492 = -255, S4 = -255 * 2 = -510, S5 = -510 / 3 = -170.
S6 = -170 + -255 = -425, S7 = -425 - 492 = -917, S8 = -917 + -170 = -1087.
Hmm, S9 = -1087 / 4 is not even. Let me write it down properly.
</think>

S3 = S2 - S1 = 237 - 492 = -255
S4 = S3 * 2 = -255 * 2 = -510
S5 = S4 / 3 = -510 / 3 = -170
S6 = S5 + S3 = -170 + -255 = -425
S7 = S6 - S2 = -425 - 237 = -662
S8 = S7 + S5 = -662 + -170 = -832
S9 = S8 / 4 = -832 / 4 = -208
S10 = S9 * 3 = -208 * 3 = -624
Answer: -624`;

// A sample for the item with 8 steps.
const sample = (number, last) => `Sample ${number}:
S3 = -255
S4 = -510
S5 = -170
S6 = -425
S7 = ${last}
S8 = ${last - 170}
Answer: ${last - 170}
`;
const SAMPLES = [-662, -917, -662].map((last, at) => sample(at + 1, last)).join("\n");

// Answers to the item with 8 steps. In the first, the operation of each line identifies its step;
// in the second, nothing identifies a step.
const IDENTIFIED = "S2 - S1: -255\n*2: -510\n/3: -170\n+ S3: -425\n- S2: -662\n+ S5: -832\n/4: -218\n*3: -654\nAnswer: -654";
const UNIDENTIFIED = "S3 was found first, then half of that and another one:\n255, then -510; 171 comes, -424, -661.\n-830 over four, thrice.\nAnswer: 77";

export const STATES = {
  likely: [item(8), type(IDENTIFIED)],
  unclear: [item(8), type(UNIDENTIFIED)],
  "sweep-set-up": ["#/sweep", (page) => page.locator(".setup-facts").waitFor()],
  "sweep-notices": [
    "#/sweep?v=2&steps=5,abc&colour=red&model=simulated:mixed:100",
    (page) => page.getByRole("region", { name: /could not be read/ }).waitFor(),
  ],
  "sweep-preset": [
    "#/sweep",
    async (page) => {
      await page.getByRole("button", { name: "Set up: One model, the usual curve" }).click();
      await page.getByText("No model yet").waitFor();
    },
  ],
  "sweep-models": [
    `#/sweep?v=2&steps=5,25&items=10&model=openrouter:meta-llama/llama-3.3-70b-instruct;size=70&model=openai:gpt-5-mini;base=${encodeURIComponent("https://gateway.example/v1")}&model=simulated:slip-digit:150;form=value-lines`,
    (page) => page.locator(".setup-facts").waitFor(),
  ],
  "sweep-done": ["#/sweep?v=2&seed=7&items=20&model=simulated:wrong-operand:200&model=simulated:mixed:100&lookback=3,5&steps=5,15,25,45,65,95", swept],
  "sweep-picked": [
    "#/sweep?v=2&seed=7&items=20&model=simulated:wrong-operand:200&steps=5,25,45",
    async (page) => {
      await swept(page);
      await (await figure(page, "hazard")).locator("[data-filter]").nth(6).click();
      await page.locator(".listed").getByText(/first error/).waitFor();
    },
  ],
  "sweep-alike": [
    "#/sweep?v=2&seed=7&items=5&steps=5,25,65&model=simulated:followed:0&model=simulated:self-corrected:0&model=simulated:slip-digit:400",
    swept,
  ],
  "sweep-figure": [
    "#/sweep?v=2&seed=7&items=5&model=simulated:wrong-operand:200&model=simulated:mixed:100&lookback=3,5",
    async (page) => {
      await swept(page);
      await figure(page, "modes");
    },
  ],
  "sweep-attempts": [
    "#/sweep?v=2&seed=7&items=5&condition=structured,trace&model=simulated:wrong-operand:200&model=simulated:right-answer-wrong-procedure:0",
    async (page) => {
      await swept(page);
      await page.locator(".attempts").scrollIntoViewIfNeeded();
    },
  ],
  asking: [item(12), (page) => choose(page)],
  "asking-more": [
    item(12),
    async (page) => {
      await choose(page, { provider: "anthropic", key: "an-invented-key", model: "claude-sonnet-4-5" });
      await page.locator(".asking").getByText("More", { exact: true }).click();
      await page.getByText("What is sent").click();
      await page.locator(".asking-sent pre").getByText("thinking", { exact: false }).or(page.locator(".asking-sent pre").getByText("max_tokens")).waitFor();
    },
  ],
  "asking-streams": [item(95), asked("slow", (page) => page.locator(".transcript mark").nth(20).waitFor())],
  "asking-answered": [item(25), asked("wrong-at-7+reasons", (page) => page.getByText(/Answered in/).waitFor())],
  "asking-refused": [item(12), asked("429-hint-body", (page) => page.locator(".asking .note").waitFor())],
  "asking-lost": [
    item(12),
    async (page) => {
      await choose(page, { provider: "ollama", model: "qwen3:8b" });
      await page.getByRole("button", { name: "Ask", exact: true }).click();
      await page.locator(".asking .note li").first().waitFor();
    },
  ],
  first: ["", async () => {}],
  empty: [item(25), async () => {}],
  sources: [item(25), (page) => page.getByRole("button", { name: "Examples", exact: true }).click()],
  followed: [item(25), simulated("None")],
  "5-steps": [item(5), simulated("One digit incorrect", "Prose")],
  "95-steps": ["", example(6)],
  "300-steps": [item(300), simulated("Wrong operand")],
  modular: ["", example(2)],
  "free-form": ["", example(3)],
  decimals: ["", example(4)],
  "wrong-work-not-shown": ["", example(1)],
  "talked-out": ["", example(7)],
  truncated: ["", example(8)],
  swapped: [item(25), simulated("Swapped operands", "LaTeX")],
  skipped: [item(25), simulated("Step left out", "List")],
  stopped: [item(25), simulated("Stopped early")],
  refused: [item(25), simulated("Refused")],
  "self-corrected": [item(25), simulated("Self-corrected")],
  mixed: [item(25), simulated("Mixed", "Table")],
  "no-answer": [item(25), type("I am not sure what to do with this.")],
  "another-item": [item(25), type("S1 = 9\nS2 = 8\nS3 = S1 * S2 = 72\nS4 = S3 - S1 = 63\nS5 = S4 + S2 = 71\nS6 = S5 * 2 = 142\nAnswer: 142")],
  scattered: ["#/play?v=2&names=scattered&wording=english&dead=20&seed=42", simulated("Wrong operand", "Prose")],
  copy: ["#/play?v=2&condition=copy&seed=42", simulated("Wrong operand")],
  paper: ["#/play?v=2&numbers=paper&steps=40&seed=42", simulated("None")],
  reasoning: [
    item(8),
    async (page) => {
      await type(REASONING)(page);
      await page.getByRole("button", { name: "Read" }).click();
    },
  ],
  "reasoning-open": [
    item(8),
    async (page) => {
      await type(REASONING)(page);
      await page.getByRole("button", { name: "Read" }).click();
      await page.locator("summary", { hasText: "Reasoning" }).click();
    },
  ],
  "extra-steps": [item(8), type(`${REASONING.slice(REASONING.indexOf("S3 = S2"))}\nS11 = S10 + S9 = -624 + -208 = -832`)],
  folded: [item(8), type("S3 = -255\nS5 = -170\nS8 = -832\nS10 = -624\nAnswer: -624")],
  unexplained: [item(8), type("S3 = -255\nS4 = -510\nS5 = -170\nS6 = -425\nS7 = 713\nAnswer: 713")],
  samples: [item(8), type(SAMPLES)],
  "cut-off": [
    item(25),
    async (page) => {
      await type("S3 = S1 + S2 = -471 + -214 = -685\nS4 = -685 / 5 = -137")(page);
      await page.getByText("Disagree with this verdict?").click();
      await page.getByLabel("This answer was cut off").check();
      await page.getByText("Truncated").first().waitFor();
    },
  ],
  settings: [item(25), openSettings],
  "custom-procedure": [
    item(25),
    async (page) => {
      await openSettings(page);
      await page.getByText("Write your own").click();
      await page.getByRole("textbox", { name: "Procedure" }).fill("price = 120\nrebate = -15\na = price / 7");
      await page.getByText("Line 3, column 13: 120 / 7 leaves a remainder").waitFor();
    },
  ],
  "refused-setting": [
    item(25),
    async (page) => {
      await openSettings(page);
      await page.locator(".settings").getByText("More", { exact: true }).click();
      await page.getByRole("textbox", { name: "Steps", exact: true }).fill("0");
      await page.getByRole("button", { name: /Use the nearest/ }).waitFor();
    },
  ],
  share: [
    "",
    async (page) => {
      await page.getByRole("button", { name: "Share" }).click();
      await page.getByRole("img", { name: "QR code" }).waitFor();
    },
  ],
  "dialogue-first": [dialogue("verified.5"), (page) => page.locator(".protocol .message").first().waitFor()],
  "dialogue-primed": [dialogue("primed.4.1&numbers=mod97"), (page) => page.locator(".next-words").first().waitFor()],
  "dialogue-verified": [dialogue("verified.5"), simulated("Wrong operand")],
  "dialogue-calculator": [dialogue("calculator"), simulated("Wrong operand")],
  "dialogue-transcribe": [dialogue("transcribe"), simulated("Wrong operand")],
  "dialogue-review": [dialogue("review"), simulated("One digit incorrect")],
  "dialogue-explain": [dialogue("explain"), simulated("Wrong operand")],
  "dialogue-begun": [dialogue("primed.4.1&numbers=mod97"), simulated("None")],
  "dialogue-open": [
    dialogue("checkpoints.4"),
    async (page) => {
      await page.getByLabel("What the model wrote").fill("S3 = S1 - S2 = -199 - -351 = 152\nS4 = S3 + S1 = 152 + -199 = -47\nS5 = S4 * 9 = -47 * 9 = -423\nS6 = S5 / 3 = -423 / 3 = -141");
      await page.getByRole("button", { name: "Read", exact: true }).click();
      await page.locator(".next").waitFor();
    },
  ],
  "dialogue-ignored": [
    dialogue("checkpoints.4"),
    async (page) => {
      await type("I am sorry.\n=== answered ===\nI cannot do that.")(page);
      await page.getByRole("button", { name: "Read", exact: true }).click();
    },
  ],
  notices: ["#/play?v=9&steps=abc&seed=-1&colour=red&t=@@@", async () => {}],
  "another-prompt": [
    item(25),
    async (page) => {
      await type("Answer: 12")(page);
      await openSettings(page);
      await page.getByRole("textbox", { name: "Seed", exact: true }).fill("43");
      await page.keyboard.press("Escape");
      await page.getByText("belongs to another prompt").first().waitFor();
    },
  ],
  "sources-specimen": [
    "#/play?v=2&steps=6&numbers=mod31&seed=3",
    (page) => page.getByRole("button", { name: "Examples", exact: true }).click(),
  ],
  "sweep-specimen": ["#/sweep?v=2&steps=5,15,20&items=20&numbers=mod31&model=specimen:short&model=specimen:long", swept],
  "batch-models": [QUICK, async (page) => {
    const { questions } = await suite(page);
    await give(page, [["one.jsonl", lines(answered(questions, "model-1"))], ["two.jsonl", lines(answered(questions.slice(0, 40), "model-2"))]]);
    await page.locator(".batch-models tbody tr").nth(1).waitFor();
  }],
  // A simulated solver's answer with a wrong operand.
  "embed-verdict": ["#/embed/play?v=2&steps=8&seed=42&t=LY45EgMxCARzXkHoo7ZsAbpctYHfwBucOrCD_f4ykrLWtGBw5Z1deGNPQaI10LoEb5IzucEr3xgRxKTejDzDGT9YZ7JIpZEXuMx3DI8o8IKV13hWJa_4UFAsIwlCe_SmErsbdMV8Xlkw1uw8fIdv0WgzWWSJPD3helyqI1mQROn9_R-f32vwCQ", (page) => page.locator(".chip.is-primary").waitFor()],
  "embed-figure": ["#/embed/sweep?v=2&steps=5,15,25,45,65,95&items=40&seed=3&model=simulated:mixed:200", (page) => page.locator(".scene svg").waitFor()],
  "embed-chapter": ["#/embed/learn?v=2&chapter=operand", (page) => page.locator(".learn-sentence:not(:empty)").waitFor()],
  "embed-map": ["#/embed/lab", (page) => page.locator(".lab-map-picture svg").waitFor()],
  "learn-procedure": ["#/learn", async (page) => {
    await page.getByRole("button", { name: "Fill in the correct values" }).click();
    await page.locator(".learn-steps input").nth(1).fill("7");
    await page.getByRole("button", { name: "Check", exact: true }).click();
    await page.locator(".learn-status.is-fault").waitFor();
  }],
  "learn-collapse": ["#/learn?v=2&chapter=collapse", (page) => page.locator(".learn-sentence:not(:empty)").waitFor()],
  "learn-operand": ["#/learn?v=2&chapter=operand", (page) => page.locator(".learn-sentence:not(:empty)").waitFor()],
  "learn-right-answer": ["#/learn?v=2&chapter=right-answer", async (page) => {
    await page.locator(".learn-match.is-right").waitFor();
    await page.getByRole("button", { name: "Show its steps" }).click();
    await page.locator(".learn-verdict:not(:empty)").waitFor();
  }],
  "learn-instrument": ["#/learn?v=2&chapter=instrument&case=rounded", async (page) => {
    await page.getByRole("button", { name: "It was followed" }).click();
    await page.locator(".learn-verdict:not(:empty)").waitFor();
  }],
  "learn-remedies": ["#/learn?v=2&chapter=remedies", (page) => page.locator(".learn-verdict").waitFor()],
  "guide": ["#/learn?v=2&chapter=guide", (page) => page.locator(".guide-list").first().waitFor()],
  "guide-mode": ["#/learn?v=2&chapter=guide&entry=lost-operand", (page) => page.locator(".guide-measured").waitFor()],
  "guide-step": ["#/learn?v=2&chapter=guide&entry=step-unclear", (page) => page.locator(".learn-verdict:not(:empty)").waitFor()],
  "learn-notices": ["#/learn?v=2&chapter=seven&at=200", (page) => page.getByText("There is no chapter").waitFor()],
  "lab-breaks": ["#/lab", over],
  "lab-bridge": ["#/lab", setUp(/with StepFlow/)],
  "lab-training": ["#/lab", setUp(/40 steps/)],
  "lab-step": ["#/lab?v=2&model=short.1&steps=25&seed=7&step=8", over],
  "lab-notices": ["#/lab?v=2&model=short.9&steps=9&seed=3&flow=wormhole&layer=8", over],
  "results": ["#/results", (page) => page.getByRole("table").waitFor()],
  "results-run": ["#/results?v=2&run=smollm2-135m-instruct.trace", (page) => page.locator(".is-results .list-row").first().waitFor()],
  "results-compared": [
    "#/results?v=2&run=smollm2-135m-instruct.trace&with=smollm2-135m-instruct.answer-only",
    (page) => page.locator('[data-thumbnail="paired"]').waitFor({ state: "attached" }),
  ],
  "results-notices": ["#/results?v=2&run=zoo", (page) => page.getByText("There is no recorded run").waitFor()],
  "batch-empty": ["#/batch", sized],
  "batch-own": ["#/batch?v=2&suite=own&lengths=4,6&condition=trace,copy&for=openai&model=gpt-x&price=0.15/0.6", sized],
  "batch-notices": ["#/batch?v=2&suite=loud&for=openai&items=0", async () => {}],
  "batch-grading": [
    QUICK,
    async (page) => {
      const { questions } = await suite(page);
      await give(page, [["results.jsonl", repeated(questions)]]);
      await page.locator(".batch-file .number").filter({ hasText: /^[1-9]/ }).waitFor();
    },
  ],
  "batch-done": [QUICK, graded((questions) => [["results.jsonl", lines(answered(questions))]])],
  "batch-compared": [
    QUICK,
    async (page) => {
      const { questions } = await suite(page);
      await give(page, [["first.jsonl", lines(answered(questions))]]);
      await page.getByRole("button", { name: "Add second result" }).waitFor();
      await give(page, [["second.jsonl", lines(answered(questions.slice(1), "model-2"))]], "Add second result");
      await page.locator(".batch-pairs .list-row").first().waitFor();
      await page.waitForTimeout(1_500);
    },
  ],
  "batch-problems": [QUICK, graded(troubles)],
};
