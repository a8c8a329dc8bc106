//! `stepfall-dev responses`: how the grader reads the responses of models to arithmetic questions,
//! in published collections.
//!
//! A question such as `52 + 33 - 90` becomes a custom procedure, whose steps go from left to right.
//! A collection labels the answer of every response as correct or incorrect, but not its steps. So
//! two things are measured without a label: how often the grader finds an error in a response with
//! a correct answer, and whether it explains an incorrect answer. `--show` prints some of both for
//! a careful reader.

mod collection;
mod expression;
mod model_counts;

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use clap::Args;
use stepfall_cli::CommandError;
use stepfall_cli::layout::entry;
use stepfall_cli::verdict::Page;
use stepfall_condition::read;
use stepfall_grade::StopReason;
use stepfall_procedure::{Condition, Wording, text_hash};

use self::collection::{File, RecordedQuestion};
use self::expression::LeftOut;
use self::model_counts::{Causes, Finding, ModelCounts};

#[derive(Debug, Args)]
pub(crate) struct ResponsesArguments {
    /// Checkouts of published collections: open-thought/reasoning-gym-eval,
    /// maxim-saplin/llm_arithmetic, WHGTyen/BIG-Bench-Mistake, suzgunmirac/BIG-Bench-Hard,
    /// openai/grade-school-math.
    #[arg(required = true, value_name = "FOLDER")]
    pub(crate) folders: Vec<String>,
    /// The tasks, by the names of their files [default: all].
    #[arg(long, value_name = "TASK", value_delimiter = ',')]
    pub(crate) task: Vec<String>,
    /// Print this many responses of each kind with their verdicts. The kinds are misread answers,
    /// correct answers with an error, answers to another procedure, first errors that differ from
    /// the annotators', and incorrect answers.
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    pub(crate) show: usize,
}

/// The condition under which responses are read. The collections prescribe no form of the work.
const CONDITION: Condition = Condition::Free;
/// The length of the excerpt from the first error on, in bytes.
const EXCERPT: usize = 160;
/// The width of the name of a model, in columns.
const NAMES: usize = 40;

/// The counts by model, the numbers of responses that are left out, and the responses to print.
#[derive(Default)]
struct Counts {
    models: BTreeMap<String, ModelCounts>,
    left_out: BTreeMap<LeftOut, u32>,
    shown: Vec<Shown>,
}

/// A response that `--show` may print.
struct Shown {
    /// A hash of the position and the question. It brings the responses into an arbitrary but fixed
    /// order.
    draw: u64,
    finding: Finding,
    text: String,
}

/// Prints the counts of all collections below the folders, or of the chosen tasks in them.
pub(crate) fn run(
    arguments: &ResponsesArguments,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let mut counts = Counts::default();
    for folder in &arguments.folders {
        for file in collection::files(Path::new(folder))? {
            let name = file.path.file_stem().unwrap_or_default().to_string_lossy();
            if !arguments.task.is_empty() && !arguments.task.iter().any(|task| *task == name) {
                continue;
            }
            for question in &collection::read(&file)? {
                counts.count(&file, question, arguments.show > 0);
            }
        }
    }
    counts.show(arguments.show, out)?;
    counts.print(out)
}

impl Counts {
    /// Counts all responses to a question. With `shows`, also collects the responses to print.
    fn count(&mut self, file: &File, recorded: &RecordedQuestion, shows: bool) {
        for response in &recorded.responses {
            let model_counts = self.models.entry(response.model.clone()).or_default();
            model_counts.responses += 1;
            let item = match &recorded.item {
                Ok(item) => item,
                Err(reason) => {
                    *self.left_out.entry(*reason).or_default() += 1;
                    continue;
                }
            };
            let reading = read(item, CONDITION, &response.text, StopReason::Unknown);
            let findings = model_counts.count(&reading.verdict, response);
            if !shows || findings.is_empty() {
                continue;
            }
            let head =
                format!("{}, {}\n{}", file.path.display(), response.place, recorded.question);
            let steps = item.text_in(Wording::Assignments);
            let verdict_text = Page { item, condition: CONDITION, reading: &reading }.text();
            let text = format!(
                "{head}\n\n{steps}\n\n--- response\n{}\n\n--- verdict\n{verdict_text}",
                response.text
            );
            let root = reading.verdict.visible.roots.first();
            let from = root.map_or("", |root| from(&response.text, root.at));
            let text = format!("{text}\nFirst error: {from:?}");
            let draw = text_hash(&head);
            self.shown.extend(findings.into_iter().map(|finding| Shown {
                draw,
                finding,
                text: text.clone(),
            }));
        }
    }

    /// Prints up to `count` responses of each finding.
    fn show(&mut self, count: usize, out: &mut impl Write) -> Result<(), CommandError> {
        self.shown.sort_by_key(|shown| shown.draw);
        for (finding, name) in Finding::ALL {
            let of_finding = self.shown.iter().filter(|shown| shown.finding == finding);
            for (at, shown) in of_finding.take(count).enumerate() {
                writeln!(out, "=== {name} {} ===\n{}\n", at + 1, shown.text)?;
            }
        }
        Ok(())
    }

    fn print(&self, out: &mut impl Write) -> Result<(), CommandError> {
        let mut all = ModelCounts::default();
        for model_counts in self.models.values() {
            all.add(model_counts);
        }
        let rows = || self.models.iter().map(|(name, model_counts)| (name.as_str(), model_counts));
        let rows = || rows().chain([("all", &all)]);
        writeln!(
            out,
            "{:<NAMES$} {:>9} {:>6} {:>8} {:>6} {:>7} {:>10} {:>6} {:>7} {:>6} {:>8} {:>6} {:>6}",
            "",
            "responses",
            "read",
            "answered",
            "agreed",
            "another",
            "same error",
            "worked",
            "own way",
            "right",
            "accused",
            "wrong",
            "traced"
        )?;
        for (name, model_counts) in rows() {
            let ModelCounts {
                responses,
                read,
                answered,
                agreed,
                another,
                annotated,
                same_error,
                worked,
                other_order,
                correct,
                incorrect,
                ..
            } = model_counts;
            let same = match annotated {
                0 => "-".to_owned(),
                _ => format!("{same_error}/{annotated}"),
            };
            writeln!(
                out,
                "{name:<NAMES$} {responses:>9} {read:>6} {answered:>8} {agreed:>6} {another:>7} {same:>10} {worked:>6} {other_order:>7} {correct:>6} {:>8} {incorrect:>6} {:>6}",
                sum(&model_counts.accused),
                traced(&model_counts.errors),
            )?;
        }
        for (title, causes) in [
            (
                "Right answers accused, by cause",
                (|model_counts| &model_counts.accused) as fn(&ModelCounts) -> &Causes,
            ),
            ("Wrong answers, by the cause of the first root error", |model_counts| {
                &model_counts.errors
            }),
        ] {
            writeln!(out, "\n{title}")?;
            for (name, model_counts) in rows() {
                write!(out, "{}", entry(name, NAMES + 1, &listed(causes(model_counts))))?;
            }
        }
        writeln!(out, "\nLeft out")?;
        for (reason, count) in &self.left_out {
            writeln!(out, "{count:>9} {reason}")?;
        }
        Ok(())
    }
}

/// Returns the excerpt of a text that begins at a byte.
fn from(text: &str, at: usize) -> &str {
    let rest = &text[text.floor_char_boundary(at)..];
    &rest[..rest.floor_char_boundary(EXCERPT)]
}

fn sum(causes: &Causes) -> u32 {
    causes.values().sum()
}

/// Returns the number of errors with a known cause.
fn traced(causes: &Causes) -> u32 {
    causes.iter().filter(|(cause, _)| **cause != "unexplained").map(|(_, count)| count).sum()
}

fn listed(causes: &Causes) -> String {
    if causes.is_empty() {
        return "-".to_owned();
    }
    let parts: Vec<String> =
        causes.iter().map(|(cause, count)| format!("{cause} {count}")).collect();
    parts.join(", ")
}
