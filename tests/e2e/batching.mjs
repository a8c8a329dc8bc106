// Suites that the page downloads, and what comes back to them.

export const QUICK = "#/batch?v=2&suite=quick&for=jsonl";

// What a press downloads.
export const downloaded = async (page, press) => {
  const [download] = await Promise.all([page.waitForEvent("download"), press()]);
  const parts = await (await download.createReadStream()).toArray();
  return { name: download.suggestedFilename(), text: Buffer.concat(parts).toString() };
};

// Files as they are chosen: by name and text, or bytes.
export const choose = async (page, files) => {
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "Choose files" }).click(),
  ]);
  await chooser.setFiles(files.map(([name, content]) => ({ name, mimeType: "text/plain", buffer: Buffer.from(content) })));
};

// The suite that the page downloads.
export const suite = async (page) => {
  const button = page.getByRole("button", { name: "Download", exact: true });
  const { name, text } = await downloaded(page, () => button.click());
  return { name, questions: text.trim().split("\n").map((line) => JSON.parse(line)) };
};

// Each third answer is another one than the right one, and some responses are none.
export const answered = (questions, model = "model-1") =>
  questions.map(({ id, target }, at) => {
    const text = at % 3 === 0 ? "Answer: 1" : `Answer: ${target}`;
    const message = { role: "assistant", content: text };
    const body = { model, choices: [{ message, finish_reason: "stop" }] };
    const whole = { id: `batch_${at}`, custom_id: id, response: { status_code: 200, body }, error: null };
    if (at === 1) return { ...whole, response: null, error: { code: "batch_expired", message: "This request expired." } };
    if (at === 2) return { ...whole, response: { status_code: 200, body: { ...body, choices: [{ message: { ...message, content: "" }, finish_reason: "length" }] } } };
    return whole;
  });

export const lines = (values) => values.map((value) => JSON.stringify(value)).join("\n");

// Files of every kind of trouble; the first has six good rows.
export const troubles = (questions) => [
  ["torn.jsonl", `${lines(answered(questions).slice(3, 9))}\n{"custom_id": "sf1-`],
  ["empty.jsonl", ""],
  ["half.eval", Buffer.from("504b0304140000000800", "hex")],
  ["notes.csv", "key,note\n1,hello\n"],
  ["foreign.jsonl", lines([{ id: "gsm8k-1", response: "7" }])],
];
