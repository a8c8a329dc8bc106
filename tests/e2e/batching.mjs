// Downloads suites from the page, and makes results for them.

export const QUICK = "#/batch?v=2&suite=quick&for=jsonl";

// Calls `press`, and returns the name and the text of the file that is downloaded.
export const downloaded = async (page, press) => {
  const [download] = await Promise.all([page.waitForEvent("download"), press()]);
  const parts = await (await download.createReadStream()).toArray();
  return { name: download.suggestedFilename(), text: Buffer.concat(parts).toString() };
};

// Presses a button that asks for files, and chooses files with these names and contents.
export const choose = async (page, files, button = "Choose files") => {
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: button }).click(),
  ]);
  await chooser.setFiles(files.map(([name, content]) => ({ name, mimeType: "text/plain", buffer: Buffer.from(content) })));
};

// Downloads a suite; returns the name of its file and its questions.
export const suite = async (page) => {
  const button = page.getByRole("button", { name: "Download", exact: true });
  const { name, text } = await downloaded(page, () => button.click());
  return { name, questions: text.trim().split("\n").map((line) => JSON.parse(line)) };
};

// Returns results in which each third answer is incorrect, one request has expired and one reply is
// truncated.
export const answered = (questions, model = "model-1") =>
  questions.map(({ id, target }, at) => {
    const text = at % 3 === 0 ? "Answer: 1" : `Answer: ${target}`;
    const message = { role: "assistant", content: text };
    const body = { model, choices: [{ message, finish_reason: "stop" }] };
    const result = { id: `batch_${at}`, custom_id: id, response: { status_code: 200, body }, error: null };
    if (at === 1) return { ...result, response: null, error: { code: "batch_expired", message: "This request expired." } };
    if (at === 2) return { ...result, response: { status_code: 200, body: { ...body, choices: [{ message: { ...message, content: "" }, finish_reason: "length" }] } } };
    return result;
  });

export const lines = (values) => values.map((value) => JSON.stringify(value)).join("\n");

// Returns damaged, empty and foreign files. The first one has six complete rows and a torn one.
export const troubles = (questions) => [
  ["torn.jsonl", `${lines(answered(questions).slice(3, 9))}\n{"custom_id": "sf1-`],
  ["empty.jsonl", ""],
  ["half.eval", Buffer.from("504b0304140000000800", "hex")],
  ["notes.csv", "key,note\n1,hello\n"],
  ["foreign.jsonl", lines([{ id: "gsm8k-1", response: "7" }])],
];
