//! Events of sweeps for the page.

use serde_json::json;
use stepfall_figure::{Figure, Row, detectable};
use stepfall_grade::Mode;
use stepfall_procedure::{Condition, safe_line};
use stepfall_protocol::listing::{self, AttemptOutcome};
use stepfall_protocol::sweep::Problem;
use stepfall_protocol::{figure, sweep};
use stepfall_sweep::{
    Amount, Attempt, Estimate, Header, Plan, Progress, Target, TargetProgress, TargetState,
};

use crate::listing::{Entry, Listing};

/// Returns the errors, the notes and the estimated size of a set-up. `unread` has the errors of its
/// address, and `invalid` those of its plan.
pub(crate) fn setup_check(
    unread: &[Problem],
    invalid: &[Problem],
    plan: &Plan,
    estimate: Option<&Estimate>,
) -> sweep::SetupCheck {
    let estimated = |Estimate { total, unpriced, .. }: &Estimate| {
        let Amount { input, output, cost, .. } = *total;
        sweep::SizeEstimate { input, output, cost, unpriced: *unpriced }
    };
    sweep::SetupCheck {
        problems: unread.iter().chain(invalid).cloned().collect(),
        unread: unread.iter().map(|problem| problem.sentence.clone()).collect(),
        notes: notes(plan),
        attempts: plan.task_count(),
        estimate: estimate.map(estimated),
    }
}

fn notes(plan: &Plan) -> Vec<String> {
    let repeated = plan.repeated_cells().into_iter().map(|repeated| repeated.to_string());
    let notices = plan.notices().into_iter().map(|notice| notice.to_string());
    repeated.chain(notices).chain(detectable(plan)).collect()
}

/// Returns the header of a run as JSON text, with its progress and its main finding. The finding
/// may be empty.
pub(crate) fn header(header: &Header, progress: &Progress, finding: &str) -> String {
    header_of(header, progress.answered as usize, progress.total, finding)
}

/// Returns the header of a run as JSON text, from the numbers of answered attempts and of all
/// attempts.
pub(crate) fn header_of(header: &Header, answered: usize, total: u32, finding: &str) -> String {
    json!({
        "stepfall_sweep": header.stepfall_sweep,
        "plan": header.plan,
        "name": header.name,
        "started": header.started,
        "answered": answered,
        "total": total,
        "finding": finding,
    })
    .to_string()
}

/// Returns the progress of a run. Without the scheduler's `progress`, it contains only the number
/// of answered attempts.
pub(crate) fn progress(
    run: &str,
    (state, why): (sweep::RunState, String),
    progress: Option<&Progress>,
    plan: &Plan,
    answered: usize,
) -> sweep::RunProgress {
    let known =
        sweep::RunProgress { why, total: plan.task_count(), ..sweep::RunProgress::new(run, state) };
    let Some(progress) = progress else {
        return sweep::RunProgress {
            answered: u32::try_from(answered).unwrap_or(u32::MAX),
            ..known
        };
    };
    let target = |(target, target_progress): (&Target, &TargetProgress)| {
        let (state, halt) = match &target_progress.state {
            TargetState::Working => (sweep::TargetStatus::Working, String::new()),
            TargetState::Waiting(_) => (sweep::TargetStatus::Waiting, String::new()),
            TargetState::Halted(halt) => (sweep::TargetStatus::Halted, halt.to_string()),
            TargetState::Done => (sweep::TargetStatus::Done, String::new()),
        };
        let error = target_progress.last_error.as_ref().map(|error| {
            let status = error.status.map(|status| format!(" ({status})")).unwrap_or_default();
            format!("{}{status}: {}", error.error, safe_line(&error.message))
        });
        let error = [halt, error.unwrap_or_default()].into_iter().filter(|part| !part.is_empty());
        sweep::TargetReport {
            label: target.name(),
            state,
            answered: target_progress.answered,
            given_up: target_progress.given_up,
            total: target_progress.total,
            in_flight: target_progress.in_flight,
            error: error.collect::<Vec<_>>().join(" "),
        }
    };
    sweep::RunProgress {
        answered: progress.answered,
        given_up: progress.given_up,
        in_flight: progress.in_flight,
        waiting: progress.waiting,
        asked: progress.asked,
        cost: progress.cost.0,
        input: progress.input,
        output: progress.output,
        rate: progress.rate,
        eta: progress.eta,
        targets: plan.targets.iter().zip(&progress.targets).map(target).collect(),
        ..known
    }
}

/// The width of a figure in an overview, in units of the drawing.
const THUMBNAIL: u32 = 220;

/// Lays figures out for a width.
pub(crate) fn figures(figures: &[Figure], width: u32) -> Vec<figure::Figure> {
    let laid_out = |figure: &Figure| figure::Figure {
        id: figure.id.clone(),
        title: figure.title.clone(),
        sentence: figure.sentence.clone(),
        note: figure.note.clone(),
        method: figure.method.clone(),
        table: figure.table.clone(),
        scene: figure.scene(width),
        thumbnail: figure.thumbnail(THUMBNAIL),
    };
    figures.iter().map(laid_out).collect()
}

/// Returns rows of the list of attempts from a position on, with a description of the selected
/// attempts.
pub(crate) fn attempts(
    listing: &Listing,
    (numbers, description): (&[u32], String),
    from: usize,
    most: usize,
) -> listing::AttemptRows {
    let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let rows = numbers.iter().skip(from).take(most).filter_map(|number| {
        let Entry { plan, task, name, row, end, why } = listing.entry(*number)?;
        let place = format!("{} · {}", task.steps, task.look_back);
        let item = if plan.samples > 1 {
            format!("{}.{}", task.item, task.sample)
        } else {
            task.item.to_string()
        };
        let (outcome, mode, spent) = match row {
            Some(row) => {
                let (outcome, mode) = outcome(row, task.condition);
                (outcome, mode, cost_text(row))
            }
            None => (AttemptOutcome::Missing, end, why.to_owned()),
        };
        let condition = task.condition.slug();
        let cells = [name, condition, place, item, mode.to_owned(), spent];
        Some(listing::AttemptRow { number: *number, outcome, cells })
    });
    listing::AttemptRows {
        from: count(from),
        total: count(numbers.len()),
        description,
        rows: rows.collect(),
    }
}

/// Returns the outcome of an attempt, which determines its sign in the list, and a description that
/// agrees with the sign.
fn outcome(row: &Row, condition: Condition) -> (AttemptOutcome, &'static str) {
    match (row.is_solved, row.is_first_answer_correct) {
        (true, true) => (AttemptOutcome::Correct, row.primary.name()),
        (true, false) => (
            AttemptOutcome::Later,
            match condition {
                Condition::Verified(_) => "Correct after a retry",
                Condition::Review => "Correct after the review",
                _ => "Correct at the end",
            },
        ),
        (false, _) if row.primary == Mode::Followed => (AttemptOutcome::Incorrect, "Incorrect"),
        (false, _) => (AttemptOutcome::Incorrect, row.primary.name()),
    }
}

fn cost_text(row: &Row) -> String {
    let mut spent = Vec::new();
    if let Some(millis) = row.spent.millis {
        spent.push(format!("{}.{} s", millis / 1_000, millis % 1_000 / 100));
    }
    if let Some(tokens) = row.spent.tokens_out {
        spent.push(format!("{tokens} tokens"));
    }
    spent.join(" · ")
}

/// Returns an attempt, to be opened in Play.
pub(crate) fn attempt(plan: &Plan, attempt: &Attempt) -> Option<stepfall_protocol::LinkedAttempt> {
    let task = plan.task(attempt.number)?;
    let mut link = plan.link(&task);
    link.is_cut = attempt.stop.as_deref() == Some("length");
    let author = match plan.target(&task)? {
        Target::Model { model, .. } => model.as_str(),
        Target::Simulated { .. } | Target::SmallModel { .. } => "",
    };
    Some(stepfall_protocol::LinkedAttempt {
        link: link.fragment_without_text(),
        transcript: attempt.transcript(),
        author: author.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use stepfall_condition::ConditionResult;
    use stepfall_figure::{AttemptCosts, TaskKey};
    use stepfall_procedure::Difficulty;
    use stepfall_stats::FirstError;

    use super::*;

    fn row(first: bool, solved: bool, primary: Mode) -> Row {
        let condition = Condition::Verified(5);
        Row {
            task: TaskKey { target: 0, condition, steps: 25, look_back: 5, item: 0, sample: 0 },
            difficulty: Difficulty::default(),
            sums: 0,
            is_simulated: false,
            is_solved: solved,
            error_category: None,
            answer: None,
            is_first_answer_correct: first,
            is_last_answer_correct: solved,
            is_any_answer_correct: first || solved,
            is_first_answer_close: first,
            primary,
            executed: None,
            first_error: FirstError::NotBy(25),
            correct_given_own: 25,
            claimed: 25,
            replies: 6,
            written: 100,
            agreement: None,
            detail: ConditionResult::Plain,
            spent: AttemptCosts::default(),
        }
    }

    #[test]
    fn the_outcome_and_its_words_agree() {
        for (first, solved, primary, condition, expected) in [
            (true, true, Mode::Followed, Condition::Trace, (AttemptOutcome::Correct, "Correct")),
            (
                false,
                true,
                Mode::Followed,
                Condition::Verified(5),
                (AttemptOutcome::Later, "Correct after a retry"),
            ),
            (
                false,
                true,
                Mode::SelfCorrected,
                Condition::Review,
                (AttemptOutcome::Later, "Correct after the review"),
            ),
            (
                true,
                false,
                Mode::Followed,
                Condition::Review,
                (AttemptOutcome::Incorrect, "Incorrect"),
            ),
            (
                false,
                false,
                Mode::Slipped,
                Condition::Trace,
                (AttemptOutcome::Incorrect, Mode::Slipped.name()),
            ),
        ] {
            assert_eq!(outcome(&row(first, solved, primary), condition), expected);
        }
    }
}
