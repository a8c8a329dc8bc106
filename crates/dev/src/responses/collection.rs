//! Published collections of responses as files. The shape of a file identifies its collection:
//!
//! - open-thought/reasoning-gym-eval: `MODEL/CATEGORY/TASK.json` with questions and their
//!   completions.
//! - maxim-saplin/llm_arithmetic: `results/*.jsonl`, one operation a line.
//! - WHGTyen/BIG-Bench-Mistake: `multistep_arithmetic.jsonl` with the sentence of the first error,
//!   named by annotators.
//! - suzgunmirac/BIG-Bench-Hard: outputs of code-davinci-002 to `multistep_arithmetic_two`.
//! - openai/grade-school-math: `example_model_solutions.jsonl`, whose reference solutions are the
//!   procedures.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::Value;
use stepfall_cli::CommandError;
use stepfall_procedure::Item;

use super::expression::{LeftOut, of_solution, of_text, procedure};

/// The least score of a correct answer. Some collections give less for an answer in another form.
const RIGHT: f64 = 1.0;

/// A question with all responses to it in one file.
pub(super) struct RecordedQuestion {
    pub(super) question: String,
    pub(super) item: Result<Item, LeftOut>,
    pub(super) responses: Vec<Response>,
}

/// One response with the labels of its collection.
pub(super) struct Response {
    /// The position in the file, as text for the reader of the report.
    pub(super) place: String,
    pub(super) model: String,
    pub(super) text: String,
    /// True if the final answer is correct.
    pub(super) is_correct: bool,
    /// The final answer as the collection reads it, if it has one.
    pub(super) answer: Option<f64>,
    pub(super) mistake: Option<Mistake>,
}

/// The first error according to annotators.
pub(super) struct Mistake {
    /// The byte ranges of all sentences.
    pub(super) sentences: Vec<Range<usize>>,
    /// The index of the first incorrect sentence; `None` if all are correct.
    pub(super) first: Option<usize>,
}

/// A file that may contain responses.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct File {
    /// The name of the model, from the path.
    pub(super) model: String,
    pub(super) path: PathBuf,
}

/// Returns all files with the extension `json` or `jsonl` below a folder, sorted by model and path.
/// The model's name is that of the folder two levels above the file, without date and time.
pub(super) fn files(folder: &Path) -> Result<Vec<File>, CommandError> {
    let mut found = Vec::new();
    find(folder, &mut found)?;
    found.sort();
    Ok(found)
}

fn find(folder: &Path, found: &mut Vec<File>) -> Result<(), CommandError> {
    let unread = |error| CommandError::File { path: folder.display().to_string(), error };
    for entry in fs::read_dir(folder).map_err(unread)? {
        let entry = entry.map_err(unread)?;
        let path = entry.path();
        // Symbolic links are not followed, because they may lead back to this folder.
        if entry.file_type().map_err(unread)?.is_dir() {
            find(&path, found)?;
        } else if path.extension().is_some_and(|end| end == "json" || end == "jsonl") {
            found.push(File { model: model(&path), path });
        }
    }
    Ok(())
}

/// Returns the model's name in a path: `some-lab_model-1` for
/// `some-lab_model-1_20250315_163713/arithmetic/sums.json`.
fn model(path: &Path) -> String {
    let folder = path.parent().and_then(Path::parent).and_then(Path::file_name);
    let name = folder.map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let is_number = |part: &str| part.len() >= 6 && part.bytes().all(|byte| byte.is_ascii_digit());
    let mut name = name.as_str();
    while let Some((before, last)) = name.rsplit_once('_')
        && is_number(last)
    {
        name = before;
    }
    name.to_owned()
}

/// Reads all questions of a file. A file of another shape, such as a summary, has none.
pub(super) fn read(file: &File) -> Result<Vec<RecordedQuestion>, CommandError> {
    let unread = |error| CommandError::File { path: file.path.display().to_string(), error };
    let text = fs::read_to_string(&file.path).map_err(unread)?;
    if file.path.extension().is_some_and(|end| end == "json") {
        return Ok(match serde_json::from_str(&text) {
            Ok(Document::ReasoningGym { results }) => {
                results.into_iter().map(|question| question.read(&file.model)).collect()
            }
            Ok(Document::BigBenchHard { outputs }) => {
                outputs.into_iter().filter_map(|output| output.read(&file.model)).collect()
            }
            Err(_) => Vec::new(),
        });
    }
    let lines = text.lines().enumerate();
    let questions = lines.filter_map(|(at, line)| {
        let line: Line = serde_json::from_str(line).ok()?;
        line.read(&format!("line {}", at + 1))
    });
    Ok(questions.collect())
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Document {
    ReasoningGym { results: Vec<GymQuestion> },
    BigBenchHard { outputs: Vec<HardOutput> },
}

#[derive(Deserialize)]
struct GymQuestion {
    question: String,
    completions: Vec<GymCompletion>,
}

#[derive(Deserialize)]
struct GymCompletion {
    /// The text of the model. `None` if the request failed.
    full_model_response: Option<String>,
    /// The score that the collection gives.
    score: Option<f64>,
}

impl GymQuestion {
    fn read(self, model: &str) -> RecordedQuestion {
        let completions = self.completions.into_iter().enumerate();
        let responses = completions.filter_map(|(at, completion)| {
            Some(Response {
                place: format!("completion {}", at + 1),
                model: model.to_owned(),
                text: completion.full_model_response?,
                is_correct: completion.score.is_some_and(|score| score >= RIGHT),
                answer: None,
                mistake: None,
            })
        });
        let responses = responses.collect();
        RecordedQuestion { item: procedure(&self.question), question: self.question, responses }
    }
}

#[derive(Deserialize)]
struct HardOutput {
    input: String,
    prediction: String,
    target: String,
}

impl HardOutput {
    /// Returns the last question of the prompt, which begins with examples. `None` if the question
    /// is not an expression.
    fn read(self, model: &str) -> Option<RecordedQuestion> {
        let question = self.input.rsplit("Q: ").next()?.lines().next()?.to_owned();
        is_expression(&question).then_some(())?;
        let text = self.prediction.split("\nQ:").next().unwrap_or_default().to_owned();
        let stated = text.rsplit("So the answer is ").next().unwrap_or_default();
        let is_correct = stated.trim().trim_end_matches('.') == self.target.trim();
        let place = question.clone();
        let response = Response {
            place,
            model: model.to_owned(),
            text,
            is_correct,
            answer: None,
            mistake: None,
        };
        Some(RecordedQuestion { item: procedure(&question), question, responses: vec![response] })
    }
}

/// Returns whether a question is an expression: the questions of arithmetic tasks end with an
/// equals sign, and those of other tasks do not.
fn is_expression(question: &str) -> bool {
    question.trim_end().ends_with('=')
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Line {
    Operation {
        model: String,
        variant: String,
        operands: Vec<Value>,
        raw_response: Option<String>,
        classification: String,
        parsed: Value,
    },
    Annotated {
        input: String,
        steps: Vec<String>,
        target: String,
        answer: String,
        mistake_index: Option<usize>,
    },
    GradeSchool {
        question: String,
        ground_truth: String,
        #[serde(flatten)]
        solutions: std::collections::BTreeMap<String, Value>,
    },
}

impl Line {
    fn read(self, place: &str) -> Option<RecordedQuestion> {
        let place = place.to_owned();
        Some(match self {
            Self::Operation { model, variant, operands, raw_response, classification, parsed } => {
                let [left, right] = &operands[..] else { return None };
                let sign = match variant.rsplit('_').next()? {
                    "add" => "+",
                    "sub" => "-",
                    "mul" => "*",
                    "div" => "/",
                    _ => return None,
                };
                let written = |operand: &Value| match operand {
                    Value::String(text) => text.clone(),
                    other => other.to_string(),
                };
                let [left, right] = [written(left), written(right)];
                let question = format!("{left} {sign} {right}");
                let is_correct = classification == "Correct";
                let response = raw_response.map(|text| Response {
                    place,
                    model,
                    text,
                    is_correct,
                    answer: parsed.as_f64().or_else(|| parsed.as_str()?.parse().ok()),
                    mistake: None,
                });
                // Inputs may have more digits than constants.
                let item = of_text(&format!("x = {left}\ny = {right}\nS3 = x {sign} y"));
                RecordedQuestion { item, question, responses: response.into_iter().collect() }
            }
            Self::Annotated { input, steps, target, answer, mistake_index } => {
                is_expression(&input).then_some(())?;
                let mut text = String::new();
                let mut sentences = Vec::new();
                for step in &steps {
                    if !text.is_empty() {
                        text.push('\n');
                    }
                    let from = text.len();
                    text.push_str(step);
                    sentences.push(from..text.len());
                }
                let mistake = Some(Mistake { sentences, first: mistake_index });
                let is_correct = target == answer;
                let model = "PaLM-2".to_owned();
                let answer = answer.parse().ok();
                let response = Response { place, model, text, is_correct, answer, mistake };
                RecordedQuestion {
                    item: procedure(&input),
                    question: input,
                    responses: vec![response],
                }
            }
            Self::GradeSchool { question, ground_truth, solutions } => {
                let response = |(model, solution): (String, Value)| {
                    Some(Response {
                        place: format!("{place}, {model}"),
                        model,
                        text: solution.get("solution")?.as_str()?.to_owned(),
                        is_correct: solution.get("is_correct")?.as_bool()?,
                        answer: None,
                        mistake: None,
                    })
                };
                let responses = solutions.into_iter().filter_map(response).collect();
                RecordedQuestion { item: of_solution(&ground_truth), question, responses }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn model_name_comes_from_its_folder() {
        let model_of = |path: &str| model(Path::new(path));
        assert_eq!(model_of("a/lab_model-1_20250315_163713/arithmetic/sums.json"), "lab_model-1");
        assert_eq!(model_of("lab_model-1/arithmetic/sums.json"), "lab_model-1");
        assert_eq!(model_of("sums.json"), "");
    }
}
