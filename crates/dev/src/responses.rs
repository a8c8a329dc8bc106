//! `stepfall-dev responses`: how the grader reads what models answered to arithmetic questions of collections that others have published.
//!
//! A question such as `52 + 33 - 90` becomes a procedure of one's own, whose steps go from left to right. A collection says of every response whether its
//! answer is right and nothing of its steps, so that two things are measured without a label: how often a right answer is accused of a fault, and whether
//! a wrong answer is traced to one. `--show` prints some of both for a careful reader.

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
use stepfall_grade::Stop;
use stepfall_procedure::{Condition, Item, Wording, text_hash};

use self::collection::{Asked, Completion, File};
use self::expression::{LeftOut, procedure};
use self::model_counts::{AnswerOutcome, Causes, ModelCounts};

#[derive(Debug, Args)]
pub(crate) struct ResponsesArguments {
    /// Folders with collections, as in a checkout of open-thought/reasoning-gym-eval: MODEL/CATEGORY/TASK.json.
    #[arg(required = true, value_name = "FOLDER")]
    pub(crate) folders: Vec<String>,
    /// The tasks, by the names of their files [default: all].
    #[arg(long, value_name = "TASK", value_delimiter = ',')]
    pub(crate) task: Vec<String>,
    /// Print so many right answers that are accused of a fault, and so many wrong ones, with their verdicts.
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    pub(crate) show: usize,
}

/// A right answer is one with this score at least: some collections give less for an answer of another form.
const RIGHT: f64 = 1.0;
/// The columns of the name of a model.
const NAMES: usize = 40;

/// All that is counted.
#[derive(Default)]
struct Counts {
    models: BTreeMap<String, ModelCounts>,
    left_out: BTreeMap<LeftOut, u32>,
    shown: Vec<Shown>,
}

/// A response that a careful reader may want to see.
struct Shown {
    /// The number that its place among all is drawn by.
    draw: u64,
    outcome: AnswerOutcome,
    text: String,
}

/// Prints the figures of all collections below some folders.
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
            if let Some(collection) = collection::read(&file.path)? {
                for asked in &collection.results {
                    counts.asked(&file, asked, arguments.show > 0);
                }
            }
        }
    }
    counts.show(arguments.show, out)?;
    counts.print(out)
}

impl Counts {
    /// Counts all responses to a question.
    fn asked(&mut self, file: &File, asked: &Asked, shows: bool) {
        let item = procedure(&asked.question);
        for (at, completion) in asked.completions.iter().enumerate() {
            let Some(text) = completion.full_model_response.as_deref() else { continue };
            let model_counts = self.models.entry(file.model.clone()).or_default();
            model_counts.responses += 1;
            match &item {
                Err(reason) => *self.left_out.entry(*reason).or_default() += 1,
                Ok(item) => {
                    let (outcome, said) = grade(item, completion, text, model_counts);
                    let is_shown = matches!(outcome, AnswerOutcome::Accused | AnswerOutcome::Wrong);
                    if shows && is_shown {
                        let place = format!("{}, completion {}", file.path.display(), at + 1);
                        let head = format!("{place}\n{}\n\n", asked.question);
                        let draw = text_hash(&format!("{place}\n{}", asked.question));
                        self.shown.push(Shown { draw, outcome, text: head + &said });
                    }
                }
            }
        }
    }

    /// Prints some of the responses with a right answer that are accused, and as many of those with a wrong one.
    fn show(&mut self, count: usize, out: &mut impl Write) -> Result<(), CommandError> {
        self.shown.sort_by_key(|shown| shown.draw);
        for outcome in [AnswerOutcome::Accused, AnswerOutcome::Wrong] {
            let name = if outcome == AnswerOutcome::Accused { "accused" } else { "wrong" };
            let of = self.shown.iter().filter(|shown| shown.outcome == outcome);
            for (at, shown) in of.take(count).enumerate() {
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
            "{:<NAMES$} {:>9} {:>6} {:>8} {:>6} {:>6} {:>7} {:>6} {:>8} {:>6} {:>6}",
            "",
            "responses",
            "read",
            "answered",
            "agreed",
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
                worked,
                own_way,
                right,
                wrong,
                ..
            } = model_counts;
            writeln!(
                out,
                "{name:<NAMES$} {responses:>9} {read:>6} {answered:>8} {agreed:>6} {worked:>6} {own_way:>7} {right:>6} {:>8} {wrong:>6} {:>6}",
                sum(&model_counts.accused),
                traced(&model_counts.faults),
            )?;
        }
        for (title, causes) in [
            (
                "Right answers accused, by cause",
                (|model_counts| &model_counts.accused) as fn(&ModelCounts) -> &Causes,
            ),
            ("Wrong answers, by the cause of the first root fault", |model_counts| {
                &model_counts.faults
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

/// Grades a response and counts it; what was written is told with the verdict.
fn grade(
    item: &Item,
    completion: &Completion,
    text: &str,
    model_counts: &mut ModelCounts,
) -> (AnswerOutcome, String) {
    let condition = Condition::Free;
    let reading = read(item, condition, text, Stop::Unknown);
    let is_right = completion.score.is_some_and(|score| score >= RIGHT);
    let outcome = model_counts.count(&reading.verdict, is_right);
    let page = Page { item, condition, reading: &reading };
    let steps = item.text_in(Wording::Assignments);
    (outcome, format!("{steps}\n\n--- response\n{text}\n\n--- verdict\n{}", page.text()))
}

fn sum(causes: &Causes) -> u32 {
    causes.values().sum()
}

/// How many are traced to something that is known.
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
