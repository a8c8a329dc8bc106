//! `stepfall-dev agreement`: how often the grader agrees with the labels of careful readers, by
//! language, form and author.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use stepfall_cli::CommandError;
use stepfall_grade::{Grader, Mode, RootError, StopReason, Verdict};
use stepfall_procedure::Item;

#[derive(Debug, Args)]
pub(crate) struct AgreementArguments {
    /// Folders with cases. A case is NAME.txt, the transcript; NAME.json, the record of its item;
    /// and NAME.label, the label of a careful reader.
    #[arg(required = true, value_name = "FOLDER")]
    pub(crate) folders: Vec<String>,
    /// Name every case whose first root error differs from the label.
    #[arg(long)]
    pub(crate) show: bool,
}

/// A careful reader's label of a transcript: `key: value` on each line.
pub(crate) struct Label {
    values: BTreeMap<String, String>,
}

/// A root error that a label allows: the number of the step and the cause. The number is `None` for
/// the answer and for an equation of no step. A root error is not inherited from an earlier error.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Root {
    number: Option<u16>,
    cause: String,
}

/// The comparison of a verdict with its label, as counts.
#[derive(Debug, Clone, Copy, Default)]
struct Count {
    cases: u32,
    /// Cases in which the label allows the grader's first root error, or allows that the grader
    /// names none.
    agreed: u32,
    /// Cases that agree if only the steps of root errors are compared, and not their causes.
    same_step: u32,
    /// Cases whose label names no error.
    correct: u32,
    /// Cases whose label names no error, and in which the grader finds one.
    accused: u32,
    /// Cases whose text cannot be assigned to steps with certainty.
    unclear: u32,
    /// Cases in which the grader's first answer is that of the label, or neither has an answer.
    answers: u32,
}

/// Prints the counts over all transcripts in the folders, in total and by group.
pub(crate) fn run(
    arguments: &AgreementArguments,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let mut labels = Vec::new();
    for folder in &arguments.folders {
        find(Path::new(folder), &mut labels)?;
    }
    labels.sort();
    let mut counts: BTreeMap<(usize, String), Count> = BTreeMap::new();
    for path in &labels {
        let label = Label::read(path)?;
        let verdict = graded(path, &label)?;
        let count = compare(&label, &verdict);
        let groups = ["source", "language", "form", "model"];
        let named = groups
            .iter()
            .enumerate()
            .filter_map(|(at, key)| Some((at + 1, format!("{key} {}", label.values.get(*key)?))));
        for group in named.chain([(0, "all".to_owned())]) {
            counts.entry(group).or_default().add(count);
        }
        if arguments.show && count.agreed == 0 {
            let graded_root = verdict.visible.roots.first().map_or_else(none, root_text);
            writeln!(out, "{}: {} and not {graded_root}", path.display(), label.get("root"))?;
        }
    }
    writeln!(
        out,
        "{:<36} {:>6} {:>16} {:>10} {:>18} {:>8} {:>8}",
        "", "cases", "first root error", "its step", "wrongly accused", "unclear", "answer"
    )?;
    for ((_, group), count) in &counts {
        let Count { cases, agreed, same_step, correct, accused, unclear, answers } = *count;
        writeln!(
            out,
            "{group:<36} {cases:>6} {:>16} {:>10} {:>18} {unclear:>8} {:>8}",
            share(agreed, cases),
            share(same_step, cases),
            format!("{accused} of {correct}"),
            share(answers, cases)
        )?;
    }
    Ok(())
}

/// Collects the paths of all labels below a folder.
pub(crate) fn find(folder: &Path, labels: &mut Vec<PathBuf>) -> Result<(), CommandError> {
    let unread = |error| CommandError::File { path: folder.display().to_string(), error };
    for entry in fs::read_dir(folder).map_err(unread)? {
        let path = entry.map_err(unread)?.path();
        if path.is_dir() {
            find(&path, labels)?;
        } else if path.extension().is_some_and(|extension| extension == "label") {
            labels.push(path);
        }
    }
    Ok(())
}

pub(crate) fn text(path: &Path) -> Result<String, CommandError> {
    let unread = |error| CommandError::File { path: path.display().to_string(), error };
    fs::read_to_string(path).map_err(unread)
}

fn graded(path: &Path, label: &Label) -> Result<Verdict, CommandError> {
    let record = path.with_extension("json");
    let (item, condition) = Item::from_record(&text(&record)?)
        .map_err(|error| CommandError::Record { path: record.display().to_string(), error })?;
    let stop = if label.get("stop") == "length" { StopReason::Length } else { StopReason::Unknown };
    Ok(Grader::new(&item, condition).grade(&text(&path.with_extension("txt"))?, stop))
}

impl Label {
    pub(crate) fn read(path: &Path) -> Result<Self, CommandError> {
        let text = text(path)?;
        let lines = text.lines().filter_map(|line| line.split_once(':'));
        let pair = |(key, value): (&str, &str)| (key.trim().to_owned(), value.trim().to_owned());
        // If a key occurs on several lines, the first line counts.
        let mut values = BTreeMap::new();
        for (key, value) in lines.map(pair) {
            values.entry(key).or_insert(value);
        }
        Ok(Self { values })
    }

    pub(crate) fn get(&self, key: &str) -> &str {
        self.values.get(key).map_or("", String::as_str)
    }

    /// Returns the root errors that the label allows. Empty if the whole transcript is correct.
    fn roots(&self) -> Vec<Root> {
        let parts = self.get("root").split('/').map(str::trim);
        let mut subject = "";
        let mut roots = Vec::new();
        for part in parts.filter(|part| !part.is_empty() && *part != "none") {
            let (first, rest) = part.split_once(' ').unwrap_or((part, ""));
            // In `S14 slip / wrong-operand S8`, both causes are about S14.
            let is_subject = matches!(first, "answer" | "equation")
                || first.strip_prefix('S').is_some_and(is_number);
            let cause = if is_subject { rest } else { part };
            if is_subject {
                subject = first;
            }
            roots.push(Root {
                number: subject.strip_prefix('S').and_then(|number| number.parse().ok()),
                cause: cause.split(' ').next().unwrap_or_default().to_owned(),
            });
        }
        roots
    }

    /// Returns whether the label allows a reading without an error.
    fn may_be_correct(&self) -> bool {
        let mut parts = self.get("root").split('/').map(str::trim);
        parts.any(|part| part.is_empty() || part == "none")
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn compare(label: &Label, verdict: &Verdict) -> Count {
    let allowed = label.roots();
    let is_correct = allowed.is_empty();
    let found = verdict.visible.roots.first();
    // The transcript has no steps, and its answer is incorrect.
    let is_answer_alone = verdict.primary == Mode::WrongWorkNotShown;
    let (agreed, same_step) = match found {
        None if is_answer_alone => {
            let is_named = allowed.iter().any(|root| root.number.is_none())
                || label.get("primary") == Mode::WrongWorkNotShown.slug();
            (is_named, is_named)
        }
        None => {
            // The verdict also names no error if it is uncertain which text belongs to which step.
            // Then a label with an error of the answer is not a disagreement.
            let is_unclear = verdict.visible.certainty.is_unclear();
            let is_of_answer = is_unclear && allowed.iter().any(|root| root.number.is_none());
            let is_same = label.may_be_correct() || is_of_answer;
            (is_same, is_same)
        }
        Some(root) => {
            let cause = root.cause().slug();
            let same = |allowed_root: &&Root| allowed_root.number == root.number;
            // Causes are not compared for an answer, because its errors have many names.
            let is_named =
                |allowed_root: &Root| allowed_root.number.is_none() || allowed_root.cause == cause;
            let mut of_step = allowed.iter().filter(same);
            (of_step.clone().any(is_named), of_step.next().is_some())
        }
    };
    let answer = verdict.visible.first_answer().map(|answer| answer.claim.value.clone());
    let labelled = label.get("answer").parse::<stepfall_number::Number>().ok();
    Count {
        cases: 1,
        agreed: agreed.into(),
        same_step: same_step.into(),
        correct: is_correct.into(),
        accused: (is_correct && found.is_some()).into(),
        unclear: verdict.visible.certainty.is_unclear().into(),
        answers: (answer == labelled).into(),
    }
}

impl Count {
    const fn add(&mut self, other: Self) {
        self.cases += other.cases;
        self.agreed += other.agreed;
        self.same_step += other.same_step;
        self.correct += other.correct;
        self.accused += other.accused;
        self.unclear += other.unclear;
        self.answers += other.answers;
    }
}

fn none() -> String {
    "none".to_owned()
}

fn root_text(root: &RootError) -> String {
    let subject = root.number.map_or_else(|| "answer".to_owned(), |number| format!("S{number}"));
    format!("{subject} {}", root.cause().slug())
}

fn share(part: u32, of: u32) -> String {
    if of == 0 {
        return "-".to_owned();
    }
    format!("{:.1} %", 100.0 * f64::from(part) / f64::from(of))
}
