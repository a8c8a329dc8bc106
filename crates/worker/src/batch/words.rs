//! The results of a batch in words.

use stepfall_interchange::{Counts, Outcome, ReplyCounts, Scored, Tally, modes_by_count};
use stepfall_protocol::batch::{BatchSummary, ModelOutcomes};
use stepfall_stats::{Confidence, Share, wilson};

use super::MAX_BATCH_FILE;

/// The title of a report.
pub(super) const REPORT: &str = "Stepfall batch";
/// The text that replaces a reply that is not stored.
pub(super) const NOT_KEPT: &str = "(The page has no room for this reply. It was graded and not kept; grade its file alone to open it.)";
/// The maximum number of listed ids of repeated and of ungraded responses.
const LISTED: usize = 20;
/// The maximum number of models with separate results.
const MAX_MODELS: usize = 50;

pub(super) fn too_large(size: u64) -> String {
    let mega = |bytes: u64| bytes.div_ceil(1_000_000);
    format!(
        "The file has {} MB, and the page takes {} MB at most. Split it, or grade it on the command line: stepfall batch grade FILE",
        mega(size),
        mega(MAX_BATCH_FILE)
    )
}

/// Reports that a file could not be read to its end.
pub(super) fn unread(why: &str) -> String {
    format!("It could not be read to its end ({why}). What came before is graded.")
}

/// Reports further errors that are not listed.
pub(super) fn more(count: u64) -> String {
    format!("And {count} more like these.")
}

/// Returns the results of all responses.
pub(super) fn summary(tally: &Tally) -> BatchSummary {
    let Scored { correct, scored, all } = Scored::of(&tally.counts);
    let shares = [share(correct, scored), share(correct, all)];
    let modes = modes_by_count(tally).into_iter().filter(|(mode, _)| mode.is_failure());
    BatchSummary {
        finding: finding(tally, &shares[0], scored, all),
        shares,
        counts: tally.counts,
        models: models(tally),
        modes: modes.map(|(mode, count)| (mode.name().to_owned(), count)).collect(),
        duplicates: (tally.duplicates, tally.duplicate_ids.iter().take(LISTED).cloned().collect()),
        ungraded: (tally.ungraded, tally.ungraded_ids.iter().take(LISTED).cloned().collect()),
    }
}

/// Returns the results of the models by name, at most [`MAX_MODELS`].
fn models(tally: &Tally) -> Vec<ModelOutcomes> {
    let outcomes = |(model, counts): (String, Counts)| {
        let Scored { correct, scored, .. } = Scored::of(&counts);
        ModelOutcomes { model, share: share(correct, scored), counts }
    };
    tally.by_model().into_iter().take(MAX_MODELS).map(outcomes).collect()
}

fn finding(tally: &Tally, share: &str, scored: u64, all: u64) -> String {
    if all == 0 && tally.ungraded > 0 {
        return "No response could be graded.".to_owned();
    }
    if all == 0 {
        return String::new();
    }
    let left = all - scored;
    let mut kinds: Vec<(u64, Outcome)> = Outcome::ALL
        .into_iter()
        .filter(|outcome| !matches!(outcome, Outcome::Correct | Outcome::Incorrect))
        .map(|outcome| (tally.counts[outcome as usize], outcome))
        .collect();
    kinds.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    let most = match kinds.first() {
        Some((count, outcome)) if *count == left && left > 0 => format!(": {}", outcome.slug()),
        Some((count, outcome)) if count * 2 > left => format!(", most of them {}", outcome.slug()),
        _ => String::new(),
    };
    let unscored = match left {
        0 => String::new(),
        1 if all == 1 => format!(" The response could not be scored{most}."),
        _ if scored == 0 => format!(" None of the {all} responses could be scored{most}."),
        1 => format!(" One of {all} could not be scored{most}."),
        _ => format!(" {left} of {all} could not be scored{most}."),
    };
    if scored == 0 {
        return unscored.trim_start().to_owned();
    }
    format!("{share} of the scored answers are correct.{unscored}")
}

/// Describes the replies to one question.
pub(super) fn replies(ReplyCounts { correct, scored, replies }: ReplyCounts) -> String {
    match (replies, scored) {
        (0, _) => "no reply".to_owned(),
        (_, 0) => "not scored".to_owned(),
        (1, _) if correct == 1 => "correct".to_owned(),
        (1, _) => "incorrect".to_owned(),
        _ => format!("{correct} of {scored} correct"),
    }
}

/// Returns a share in percent with its interval; empty if `scored` is 0.
fn share(correct: u64, scored: u64) -> String {
    let counts = u32::try_from(correct).ok().zip(u32::try_from(scored).ok());
    let Some((correct, scored)) = counts.filter(|(_, scored)| *scored > 0) else {
        return String::new();
    };
    let Ok(share) = Share::new(correct, scored) else { return String::new() };
    let within = wilson(share, Confidence::P95);
    let percent = |part: f64| format!("{:.1}", part * 100.0);
    let share = percent(f64::from(correct) / f64::from(scored));
    format!("{share} % ({} to {})", percent(within.low), percent(within.high))
}
