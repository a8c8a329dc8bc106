//! Compares the grader with every label of `tests/corpus`.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use stepfall_grade::{Answer, Cause, Grader, RootError, StopReason, Verdict};
use stepfall_procedure::Item;

use crate::support::corpora::transcripts;

/// The content of a `.label` file: the expected verdict on a transcript.
#[derive(Debug, Default)]
struct Label {
    stop: StopReason,
    first: String,
    last: Option<String>,
    primary: String,
    modes: BTreeSet<String>,
    roots: Vec<String>,
    steps: Vec<(u16, String)>,
    samples: usize,
    verbatim: bool,
}

impl Label {
    fn read(text: &str) -> Self {
        let mut label = Self::default();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let (key, value) = line.split_once(": ").unwrap_or_else(|| panic!("no key: {line}"));
            let value = value.trim();
            match key {
                "stop" => {
                    label.stop =
                        if value == "length" { StopReason::Length } else { panic!("{line}") }
                }
                "first" => value.clone_into(&mut label.first),
                "last" => label.last = Some(value.to_owned()),
                "primary" => value.clone_into(&mut label.primary),
                "modes" => {
                    label.modes = value.split(',').map(|mode| mode.trim().to_owned()).collect();
                }
                "root" => label.roots.push(value.to_owned()),
                "steps" => label.steps = steps(value),
                "samples" => label.samples = value.parse().unwrap(),
                "source" => label.verbatim = value == "verbatim",
                "model" | "date" | "style" | "note" => {}
                _ => panic!("unknown key: {line}"),
            }
        }
        label
    }
}

/// Parses `S3..S13 right, S14 slip` into one entry for each step.
fn steps(text: &str) -> Vec<(u16, String)> {
    let mut steps = Vec::new();
    for part in text.split(',').map(str::trim).filter(|part| *part != "none") {
        let (range, status) = part.split_once(' ').unwrap_or_else(|| panic!("{part}"));
        let number = |name: &str| name.strip_prefix('S').unwrap().parse::<u16>().unwrap();
        let (from, to) = range.split_once("..").unwrap_or((range, range));
        for step in number(from)..=number(to) {
            steps.push((step, status.trim().to_owned()));
        }
    }
    steps
}

fn answer_text(answer: Option<&Answer>) -> String {
    match answer {
        None => "none".to_owned(),
        Some(answer) if answer.claim.second_value.is_some() => "ambiguous".to_owned(),
        Some(answer) => answer.claim.value.to_string(),
    }
}

/// Returns whether a label and the grader have the same number, in any spelling.
fn same_number(label: &str, read: &str) -> bool {
    label == read
        || matches!(
            (label.parse::<stepfall_number::Number>(), read.parse::<stepfall_number::Number>()),
            (Ok(a), Ok(b)) if a == b
        )
}

fn cause_text(cause: Cause) -> String {
    match cause {
        Cause::Operand { took: Some(number), .. } => format!("wrong-operand S{number}"),
        Cause::Operand { took: None, .. } => "wrong-operand ?".to_owned(),
        Cause::Operation(op) => format!("wrong-operation {}", op.slug()),
        Cause::Table(table) => format!("wrong-table {table}"),
        Cause::ArithmeticError(arithmetic_error) => format!("slip {}", arithmetic_error.slug()),
        Cause::Equation(arithmetic_error) => format!("false-equation {}", arithmetic_error.slug()),
        Cause::Reports(number) => format!("S{number}"),
        other => other.slug().to_owned(),
    }
}

/// Returns the word for the place of a root error in labels: a step, `equation` or `answer`.
fn subject_of(root: &RootError) -> String {
    match (root.number, root.cause()) {
        (Some(number), _) => format!("S{number}"),
        (None, Cause::Equation(_)) => "equation".to_owned(),
        (None, _) => "answer".to_owned(),
    }
}

/// Returns whether the `root` line of a label describes a root error. The first cause of the line
/// must be the first cause that the grader reports.
fn same_root(label: &str, root: &RootError) -> bool {
    let (subject, causes) = label.split_once(' ').unwrap_or_else(|| panic!("{label}"));
    if subject != subject_of(root) {
        return false;
    }
    let first = causes.split(" / ").next().unwrap_or_default().trim();
    let read = cause_text(root.cause());
    // Labels have no kind for an arithmetic error of an answer.
    let read =
        if subject == "answer" && read.starts_with("slip") { "slip".to_owned() } else { read };
    // A label may name alternative operands: `wrong-operand S8|S9`.
    let mut alternatives = first.split('|').map(|part| {
        if part.starts_with('S') && subject != "answer" {
            format!("wrong-operand {part}")
        } else {
            part.to_owned()
        }
    });
    alternatives.any(|alternative| alternative == read)
}

/// Returns all differences between a verdict and a label.
fn departures(label: &Label, verdict: &Verdict) -> Vec<String> {
    let mut found = Vec::new();
    let text_verdict = &verdict.visible;
    let (first, last) =
        (answer_text(text_verdict.first_answer()), answer_text(text_verdict.last_answer()));
    if !same_number(&label.first, &first) {
        found.push(format!("first {first}, not {}", label.first));
    }
    let expected = label.last.as_ref().unwrap_or(&label.first);
    if !same_number(expected, &last) {
        found.push(format!("last {last}, not {expected}"));
    }
    if verdict.primary.slug() != label.primary {
        found.push(format!("primary {}, not {}", verdict.primary.slug(), label.primary));
    }
    let modes: BTreeSet<String> = verdict.modes.iter().map(|mode| mode.slug().to_owned()).collect();
    if modes != label.modes {
        let more: Vec<_> = modes.difference(&label.modes).collect();
        let less: Vec<_> = label.modes.difference(&modes).collect();
        found.push(format!("modes: too many {more:?}, missing {less:?}"));
    }
    let roots = &text_verdict.roots;
    let same = roots.len() == label.roots.len()
        && label.roots.iter().zip(roots).all(|(label, root)| same_root(label, root));
    if !same {
        let read: Vec<String> = roots
            .iter()
            .map(|root| {
                let subject = subject_of(root);
                let causes: Vec<_> = root.causes.iter().map(|cause| cause_text(*cause)).collect();
                format!("{subject} {}", causes.join(" / "))
            })
            .collect();
        found.push(format!("roots {read:?}, not {:?}", label.roots));
    }
    let mut incorrect = String::new();
    if label.steps.is_empty() {
        for step in text_verdict.steps.iter().filter(|step| step.claim.is_some()) {
            let _ = write!(incorrect, " S{} claimed", step.number);
        }
    }
    for (number, status) in &label.steps {
        let Some(step) = text_verdict.steps.get(usize::from(*number).wrapping_sub(3)) else {
            continue;
        };
        if step.slug() != status {
            let value = step.claim.as_ref().map(|claim| claim.value.to_string());
            let _ = write!(incorrect, " S{number} {} {value:?} not {status};", step.slug());
        }
    }
    if !incorrect.is_empty() {
        found.push(format!("steps:{incorrect}"));
    }
    let samples = verdict.samples.len();
    if label.samples.max(1) != samples.max(1) {
        found.push(format!("{samples} samples, not {}", label.samples));
    }
    found
}

fn cases() -> Vec<PathBuf> {
    transcripts(&["corpus"])
}

fn graded(path: &Path) -> (Label, Verdict) {
    let label = fs::read_to_string(path.with_extension("label")).unwrap();
    let label = Label::read(&label);
    let record = fs::read_to_string(path.with_extension("json")).unwrap();
    let (item, condition) =
        Item::from_record(&record).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let transcript = fs::read_to_string(path).unwrap();
    let verdict = Grader::new(&item, condition).grade(&transcript, label.stop);
    (label, verdict)
}

#[test]
fn every_corpus_transcript_matches_its_label() {
    let cases = cases();
    let mut incorrect = String::new();
    let mut count = 0;
    for path in &cases {
        let (label, verdict) = graded(path);
        let departures = departures(&label, &verdict);
        if !departures.is_empty() {
            count += 1;
            let name = path.to_string_lossy();
            let name = name.split_once("corpus/").map_or(&*name, |(_, name)| name);
            let _ = writeln!(incorrect, "{name}\n    {}", departures.join("\n    "));
        }
    }
    assert!(
        incorrect.is_empty(),
        "{incorrect}{count} of {} transcripts are read differently",
        cases.len()
    );
}

#[test]
fn corpus_has_its_stated_size_and_covers_every_mode() {
    let cases = cases();
    let graded: Vec<_> = cases.iter().map(|path| graded(path)).collect();
    let verbatim = graded.iter().filter(|(label, _)| label.verbatim);
    let failing = verbatim.clone().filter(|(label, _)| label.primary != "followed");
    assert!(cases.len() >= 200 && verbatim.count() >= 60 && failing.count() >= 25);
    for mode in stepfall_grade::Mode::ALL {
        let labelled = graded.iter().filter(|(label, _)| label.modes.contains(mode.slug())).count();
        assert!(labelled >= 3, "{}: {labelled}", mode.slug());
    }
}
