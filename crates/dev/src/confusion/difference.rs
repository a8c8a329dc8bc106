//! Differences between verdicts and the truth.

use std::collections::BTreeMap;
use std::io::Write;

use stepfall_cli::CommandError;
use stepfall_grade::{Cause, Grader, RootError, Stop, Verdict};
use stepfall_link::Link;
use stepfall_solver::{Location, Truth};

use super::draw::{Draws, Trial};
use super::form_counts::{has_one_mode, has_one_status, root_at, same_answers, same_modes};

/// Returns the first difference between a verdict and the truth, in words that are equal for equal
/// differences. Returns `None` if they agree. Parts with several explanations do not count as
/// different.
pub(crate) fn difference(truth: &Truth, verdict: &Verdict) -> Option<String> {
    let has_single_mode = has_one_mode(truth);
    if has_single_mode && truth.primary.slug() != verdict.primary.slug() {
        return Some(format!(
            "primary {}, graded {}",
            truth.primary.slug(),
            verdict.primary.slug()
        ));
    }
    for root in &truth.roots {
        if let Location::Step(number) = root.place
            && root_at(verdict, number).is_none()
        {
            return Some(format!("root {} not found", first_word(&root.cause.to_string())));
        }
    }
    for root in &verdict.text.roots {
        let place = root.number.map_or(Location::Answer, Location::Step);
        if !truth.roots.iter().any(|root| root.place == place) {
            return Some(format!("root {} named where there is none", root.cause().slug()));
        }
    }
    let pairs = truth.steps.iter().zip(&verdict.text.steps);
    let mut incorrect = pairs.filter(|(step, graded)| {
        has_one_status(truth, step) && step.status.slug() != graded.slug()
    });
    if let Some((step, graded)) = incorrect.next() {
        return Some(format!("step {}, graded {}", step.status.slug(), graded.slug()));
    }
    if !same_answers(truth, verdict) {
        return Some("first or last answer".to_owned());
    }
    (has_single_mode && !same_modes(truth, verdict)).then(|| "modes beside the primary".to_owned())
}

fn first_word(text: &str) -> &str {
    text.split(' ').next().unwrap_or(text)
}

/// The transcripts with the same difference: their count, and the size in bytes and the trial
/// number of the shortest one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Group {
    count: u64,
    shortest: (usize, u64),
}

/// All differences, by a description with the kind of solver, the group of forms and the
/// difference.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Differences(BTreeMap<String, Group>);

impl Differences {
    /// Records the difference of the verdict on a trial.
    pub(crate) fn note(&mut self, number: u64, trial: &Trial, verdict: &Verdict) {
        if let Some(description) = difference(&trial.simulation.truth, verdict) {
            let group = if trial.form.shows_operands(trial.condition) {
                "operands shown"
            } else {
                "values only"
            };
            self.enter(
                format!("{}, {group}: {description}", trial.kind.slug()),
                Group { count: 1, shortest: (trial.simulation.transcript.len(), number) },
            );
        }
    }

    fn enter(&mut self, description: String, group: Group) {
        let entry = self.0.entry(description).or_insert(Group { count: 0, ..group });
        entry.count += group.count;
        entry.shortest = entry.shortest.min(group.shortest);
    }

    /// Adds the differences that another thread recorded.
    pub(crate) fn add(&mut self, other: Self) {
        for (description, group) in other.0 {
            self.enter(description, group);
        }
    }

    /// Prints the shortest transcript of each of the most frequent differences, with both labels.
    pub(crate) fn show(
        &self,
        most: usize,
        draws: &Draws,
        out: &mut impl Write,
    ) -> Result<(), CommandError> {
        let mut groups: Vec<(&String, &Group)> = self.0.iter().collect();
        groups.sort_by_key(|(description, group)| (u64::MAX - group.count, *description));
        for (description, group) in groups.into_iter().take(most) {
            let Some(trial) = draws.trial(group.shortest.1) else { continue };
            let verdict = Grader::new(&trial.item, trial.condition)
                .grade(&trial.simulation.transcript, Stop::Unknown);
            let link = Link {
                spec: trial.item.spec,
                seed: trial.item.seed,
                index: trial.item.index,
                condition: trial.condition,
                ..Link::default()
            };
            writeln!(out, "\n== {} times: {description}", group.count)?;
            writeln!(out, "form {}, item {}\n", trial.form.slug(), link.fragment())?;
            writeln!(out, "{}", trial.simulation.transcript)?;
            writeln!(out, "\n-- truth\n{}", trial.simulation.truth.label())?;
            writeln!(out, "-- graded\n{}", label(&verdict))?;
        }
        Ok(())
    }
}

/// Formats a verdict as a label of the corpus.
fn label(verdict: &Verdict) -> String {
    let text_verdict = &verdict.text;
    let answer = |answer: Option<&stepfall_grade::Answer>| match answer {
        None => "none".to_owned(),
        Some(answer) if answer.claim.other.is_some() => "ambiguous".to_owned(),
        Some(answer) => answer.claim.value.to_string(),
    };
    let modes: Vec<&str> = verdict.modes.iter().map(|mode| mode.slug()).collect();
    let mut lines = vec![
        format!("first: {}", answer(text_verdict.first())),
        format!("last: {}", answer(text_verdict.last())),
        format!("primary: {}", verdict.primary.slug()),
        format!("modes: {}", modes.join(", ")),
    ];
    lines.extend(text_verdict.roots.iter().map(|root| format!("root: {}", root_text(root))));
    let ranges = text_verdict.steps.chunk_by(|one, next| one.slug() == next.slug());
    let ranges = ranges.filter_map(|range| Some((range.first()?, range.last()?)));
    let steps: Vec<String> = ranges
        .map(|(first, last)| format!("S{}..S{} {}", first.number, last.number, first.slug()))
        .collect();
    lines.push(format!("steps: {}", steps.join(", ")));
    lines.join("\n")
}

fn root_text(root: &RootError) -> String {
    let subject = root.number.map_or("answer".to_owned(), |number| format!("S{number}"));
    let causes: Vec<String> = root.causes.iter().map(|cause| cause_text(*cause)).collect();
    format!("{subject} {}", causes.join(" / "))
}

fn cause_text(cause: Cause) -> String {
    match cause {
        Cause::Operand { took: Some(number), .. } => format!("wrong-operand S{number}"),
        Cause::Operand { took: None, .. } => "wrong-operand ?".to_owned(),
        Cause::Operation(op) => format!("wrong-operation {}", op.slug()),
        Cause::Table(table) => format!("wrong-table {table}"),
        Cause::ArithmeticError(arithmetic_error) => format!("slip {}", arithmetic_error.slug()),
        Cause::Reports(number) => format!("S{number}"),
        other => other.slug().to_owned(),
    }
}
