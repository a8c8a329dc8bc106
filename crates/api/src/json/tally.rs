//! The tally of a batch, as JSON.

use serde::{Serialize, Serializer};
use stepfall_interchange::{Counts, Outcome, Scored, Tally, modes_by_count};
use stepfall_stats::{Confidence, Interval, Share, wilson};

/// The JSON form of a tally.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TallyRecord<'t> {
    /// The number of responses with any outcome.
    responses: u64,
    #[serde(flatten)]
    counted: Counted,
    /// The accuracy if every response that is not correct counts as incorrect.
    accuracy_of_all: Option<Accuracy>,
    /// Counts by slug, the most frequent first.
    #[serde(serialize_with = "as_map")]
    modes: Vec<(&'static str, u64)>,
    cells: Vec<CellRecord>,
    duplicates: u64,
    duplicate_ids: &'t [String],
    ungraded: u64,
    ungraded_ids: Vec<UngradedId<'t>>,
}

/// Responses with one model, condition, look-back and number of steps.
#[derive(Serialize)]
struct CellRecord {
    model: String,
    condition: String,
    lookback: u8,
    steps: u16,
    #[serde(flatten)]
    counted: Counted,
}

#[derive(Serialize)]
struct Counted {
    correct: u64,
    scored: u64,
    all: u64,
    /// The accuracy among scored responses.
    accuracy: Option<Accuracy>,
    #[serde(serialize_with = "as_map")]
    outcomes: Vec<(&'static str, u64)>,
}

/// A share with its interval.
#[derive(Serialize)]
struct Accuracy {
    share: f64,
    low: f64,
    high: f64,
}

#[derive(Serialize)]
struct UngradedId<'t> {
    id: &'t str,
    why: &'t str,
}

impl<'t> From<&'t Tally> for TallyRecord<'t> {
    fn from(tally: &'t Tally) -> Self {
        let counted = Counted::of(&tally.counts);
        let cells = tally.named_cells().into_iter().map(|(cell, counts)| CellRecord {
            model: cell.model,
            condition: cell.condition,
            lookback: cell.look_back,
            steps: cell.steps,
            counted: Counted::of(&counts),
        });
        let ungraded_ids = tally.ungraded_ids.iter().map(|(id, why)| UngradedId { id, why });
        let modes = modes_by_count(tally).into_iter().map(|(mode, count)| (mode.slug(), count));
        Self {
            responses: tally.responses(),
            accuracy_of_all: accuracy(counted.correct, counted.all),
            counted,
            modes: modes.collect(),
            cells: cells.collect(),
            duplicates: tally.duplicates,
            duplicate_ids: &tally.duplicate_ids,
            ungraded: tally.ungraded,
            ungraded_ids: ungraded_ids.collect(),
        }
    }
}

impl Counted {
    fn of(counts: &Counts) -> Self {
        let Scored { correct, scored, all } = Scored::of(counts);
        let outcomes =
            Outcome::ALL.into_iter().map(|outcome| (outcome.slug(), counts[outcome as usize]));
        let accuracy = accuracy(correct, scored);
        Self { correct, scored, all, accuracy, outcomes: outcomes.collect() }
    }
}

/// Returns the share `correct / scored` with Wilson's interval, or `None` if `scored` is 0 or does
/// not fit into 32 bits.
fn accuracy(correct: u64, scored: u64) -> Option<Accuracy> {
    let share = Share::new(u32::try_from(correct).ok()?, u32::try_from(scored).ok()?).ok()?;
    let Interval { low, high } = wilson(share, Confidence::P95);
    Some(Accuracy { share: share.value()?, low, high })
}

/// Writes counts as an object, in their order.
fn as_map<S: Serializer>(counts: &[(&'static str, u64)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(counts.iter().copied())
}
