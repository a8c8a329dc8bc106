//! The reading of a whole text under which its writer makes the most sense.
//!
//! Where a text says by names, in one statement each, what every step comes to, there is nothing to choose. Elsewhere a number may belong to several
//! steps, or to none. Then all numbers of the text are aligned with the steps of the procedure at once: step after step, each either takes a number of
//! the text or is not shown, at a cost for what has to be explained (a value that does not follow, a name that says otherwise, a number that comes too
//! early); the readings with the lowest costs so far are gone on with (a beam search over the values that follow from what was taken).

mod mention;
mod search;

use std::ops::Range;

use stepfall_number::Number;

use crate::claim::{Expression, StepClaim};
use crate::judge::StepVerdict;
use crate::plan::Plan;
use crate::token::Tokens;
use crate::verdict::Answer;

use self::mention::{Link, Mention, mentions};
use self::search::{Pick, Picked, Search};

/// Fewer steps are no work, where no statement says that it is about one.
const FEWEST: usize = 2;
/// The most numbers of a text that is aligned.
const MOST: usize = 4_000;

/// Another reading of a text.
#[derive(Debug)]
pub(crate) struct Aligned {
    pub(crate) claims: Vec<StepClaim>,
    /// By how much less it has to explain than what was read statement by statement.
    pub(crate) gain: u32,
    /// The first step that is at fault; 0 where none is.
    pub(crate) first: u16,
}

/// Aligns the numbers of a text with the steps. `claims` is what was read statement by statement, and `steps` what that is worth: where a step has the
/// same value in both readings, its claims stay.
pub(crate) fn align(
    tokens: &Tokens,
    ranges: &[Range<usize>],
    plan: &Plan<'_>,
    claims: &[StepClaim],
    steps: &[StepVerdict],
    answers: &[Answer],
) -> Option<Aligned> {
    let mentions = mentions(tokens, ranges, claims, answers, MOST);
    if mentions.is_empty() {
        return None;
    }
    let answer = answers.first().map(|answer| &answer.claim.value);
    let mut search = Search::new(plan, &mentions, steps);
    let reading = search.run(answer, None)?;
    let own: Vec<Option<Number>> =
        steps.iter().map(|step| step.claim.as_ref().map(|claim| claim.value.clone())).collect();
    let before = search.run(answer, Some(&own))?;
    let shown =
        reading.picks.iter().filter(|picked| matches!(picked.pick, Pick::Mention(_))).count();
    let is_little = shown < FEWEST || shown * 3 < steps.len();
    if claims.is_empty() && is_little {
        return None;
    }
    // What goes on beyond the procedure does so by name.
    let goes_on = |claim: &&StepClaim| {
        let named = |mention: &Mention| {
            mention.span.start == claim.value_span.start
                && mention.link(claim.number) == Some(Link::Direct)
        };
        claim.number > plan.last() && mentions.iter().any(named)
    };
    let mut out: Vec<StepClaim> = claims.iter().filter(goes_on).cloned().collect();
    for (step, Picked { pick, value, shown }) in steps.iter().zip(&reading.picks) {
        let own = claims.iter().filter(|claim| claim.number == step.number);
        match pick {
            Pick::Nothing | Pick::Skipped => {}
            Pick::Mention(at) => {
                let mention = &mentions[*at];
                let value = value.as_ref().unwrap_or(&mention.value);
                let same = step.claim.as_ref().is_some_and(|claim| claim.value == *value);
                if same {
                    out.extend(own.cloned());
                } else {
                    let read =
                        claims.iter().find(|claim| claim.value_span.start == mention.span.start);
                    out.push(claim(
                        step.number,
                        mention,
                        value,
                        shown.as_ref().or(read.and_then(|read| read.values.as_ref())),
                        read,
                    ));
                }
            }
        }
    }
    out.sort_by_key(|claim| claim.value_span.start);
    let gain = before.cost.saturating_sub(reading.cost);
    Some(Aligned { claims: out, gain, first: reading.first })
}

fn claim(
    number: u16,
    mention: &Mention,
    value: &Number,
    shown: Option<&Expression>,
    read: Option<&StepClaim>,
) -> StepClaim {
    StepClaim {
        number,
        value: value.clone(),
        other: None,
        nearly: (mention.value != *value).then(|| mention.value.clone()),
        opens_line: false,
        shares_row: true,
        mixed: mention.mixed,
        span: mention.span.clone(),
        value_span: mention.span.clone(),
        names: read.and_then(|read| read.names.clone()).or_else(|| mention.named.clone()),
        values: shown.cloned(),
        source: read.and_then(|read| read.source),
    }
}
