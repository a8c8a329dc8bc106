//! Alignment of all numbers of a text with the steps.
//!
//! If every step has one statement that names it, there is nothing to choose. Otherwise a number
//! may belong to several steps or to none. Then all numbers are aligned with the steps of the
//! procedure at once.
//!
//! A reading assigns a number of the text to each step, or leaves the step without a number.
//! Everything that needs an explanation has a cost. Examples are a value that does not follow from
//! earlier values, the name of another step, and a number before that of an earlier step. A beam
//! search keeps the readings with the lowest costs.

mod mention;
mod plain;
mod search;

use std::ops::Range;

use stepfall_number::Number;

use crate::cause::Cause;
use crate::certainty::{Certainty, Doubt};
use crate::claim::{AnswerRule, StepClaim, WrittenOperation};
use crate::requested_procedure::RequestedProcedure;
use crate::token::Tokens;
use crate::verdict::TextVerdict;

use self::mention::{NameRelation, NumberMention, mentions};
use self::plain::cannot_be_beaten;
use self::search::{Alignment, Choice, Search, StepChoice, cost};

/// The fewest steps that another reading must show if no statement claims a step.
const MIN_SHOWN_STEPS: usize = 2;
/// The most numbers in a text that is aligned.
const MAX_NUMBERS: usize = 4_000;

/// The cost that another reading must save to replace the reading of the statements. Costs are in
/// hundredths, and an error costs 300.
const MIN_SAVING: u32 = 60;
/// The cost that another reading must save if no statement claims a step.
const MIN_SAVING_WITHOUT_CLAIMS: u32 = 30;
/// The cost that another reading must save if both readings have the same first error or none, or
/// if the text may have corrected an error.
const MIN_SAVING_FOR_SAME_ERROR: u32 = 200;
/// The extra cost up to which a reading without an error is preferred if the answer is correct.
const PREFER_NO_ERROR_WITHIN: u32 = 150;
/// The extra cost from which a rival reading casts no doubt on the chosen one.
const RIVAL_DOUBT_BELOW: u32 = 200;
/// The extra cost that a rival reading must have before the chosen reading names an error. The
/// first number is for an incorrect answer, the second for a correct one.
const RIVAL_UNCLEAR_BELOW: [u32; 2] = [15, 100];
/// The average cost per step, without the costs of errors, from which a reading names no error. The
/// first number is for an incorrect answer, the second for a correct one.
const MAX_UNEXPLAINED_PER_STEP: [u32; 2] = [170, 50];
/// The average cost per step from which a reading without errors is unclear, if the answer is
/// incorrect and most steps are hidden.
const MAX_UNREAD_COST: u32 = 100;

/// The result of aligning all numbers of a text.
#[derive(Debug)]
pub(crate) struct AlignmentResult {
    /// The claims of another reading, if it replaces the reading of the statements.
    pub(crate) claims: Option<Vec<StepClaim>>,
    pub(crate) certainty: Certainty,
}

/// The reading of the text statement by statement.
pub(crate) struct StatementReading<'a> {
    pub(crate) claims: &'a [StepClaim],
    /// The verdict on these claims.
    pub(crate) text: &'a TextVerdict,
    /// True if the claim with the first error fills its line and shares it with no other step.
    pub(crate) is_plain: bool,
}

impl StatementReading<'_> {
    /// Returns the first step with an error, or 0. Stopping early is not an error of a step.
    fn first_error(&self) -> u16 {
        let root = self.text.roots.first().filter(|root| root.cause() != Cause::Stopped);
        root.and_then(|root| root.number).unwrap_or(0)
    }

    /// Returns whether the text stops before the last step.
    fn stops(&self) -> bool {
        self.text.roots.iter().any(|root| root.cause() == Cause::Stopped)
    }
}

/// Aligns the numbers of a text with the steps. Returns `None` if the text has no numbers or too
/// many. Also returns `None` if no other reading is cheap enough to matter, or if too few steps are
/// shown. A step with the same value in both readings keeps its claims.
pub(crate) fn align(
    tokens: &Tokens,
    ranges: &[Range<usize>],
    procedure: &RequestedProcedure<'_>,
    stated: &StatementReading<'_>,
) -> Option<AlignmentResult> {
    if cannot_be_beaten(tokens, ranges, procedure, stated) {
        debug_assert!(
            align_by_search(tokens, ranges, procedure, stated)
                .is_none_or(|aligned| aligned.claims.is_none()),
            "another reading has less to explain"
        );
        return None;
    }
    align_by_search(tokens, ranges, procedure, stated)
}

/// Does the work of `align`, without its shortcut for plain texts.
fn align_by_search(
    tokens: &Tokens,
    ranges: &[Range<usize>],
    procedure: &RequestedProcedure<'_>,
    stated: &StatementReading<'_>,
) -> Option<AlignmentResult> {
    let TextVerdict { answers, steps, .. } = stated.text;
    let mentions = mentions(tokens, ranges, stated.claims, answers, procedure, MAX_NUMBERS);
    if mentions.is_empty() {
        return None;
    }
    // An answer that was taken from the last step is no evidence for the value of that step.
    let stated_answer = answers.first().filter(|answer| answer.claim.rule != AnswerRule::LastStep);
    let answer = stated_answer.map(|answer| &answer.claim.value);
    let mut search = Search::new(procedure, &mentions, steps);
    let values: Vec<Option<Number>> =
        steps.iter().map(|step| step.claim.as_ref().map(|claim| claim.value.clone())).collect();
    let own = search.cheapest_with_values(answer, &values)?;
    // Readings that cost more than this limit cast no doubt. If the first error is in a plain
    // statement, only readings that could replace the statements are needed.
    let most = match (stated.is_plain, stated.text.is_correct()) {
        (true, true) => own.cost.checked_sub(MIN_SAVING_FOR_SAME_ERROR)?,
        (true, false) => own.cost.checked_sub(MIN_SAVING)?,
        (false, _) => own.cost.saturating_add(RIVAL_DOUBT_BELOW),
    };
    let readings = search.run(answer, None, most);
    let best = readings.first()?;
    let shown_steps = best.values().flatten().count();
    let is_little = shown_steps < MIN_SHOWN_STEPS || shown_steps * 3 < steps.len();
    if stated.claims.is_empty() && is_little {
        return None;
    }
    let is_correct = stated.text.is_correct();
    let taken = better_reading(&own, stated, &readings, &mentions, procedure.last());
    let chosen = ChosenReading {
        procedure,
        reading: taken.unwrap_or(&own),
        is_taken: taken.is_some(),
        first_error: taken.map_or(stated.first_error(), |reading| reading.first_error),
        is_correct,
        stops: stated.stops(),
    };
    let certainty = match taken {
        None if stated.is_plain => Certainty::Sure,
        _ => chosen.certainty(&readings, &mentions),
    };
    // Only a name assigns a number to a step beyond the procedure. So such a step is certain
    // enough.
    let certainty = match certainty {
        Certainty::Unclear { doubt, from } if from > procedure.last() => Certainty::Likely(doubt),
        certainty => certainty,
    };
    let claims = taken.map(|reading| claims_of(reading, procedure, &mentions, stated));
    Some(AlignmentResult { claims, certainty })
}

/// Returns the reading that replaces the reading of the statements, if any.
fn better_reading<'r>(
    own: &Alignment,
    stated: &StatementReading<'_>,
    readings: &'r [Alignment],
    mentions: &[NumberMention],
    last_number: u16,
) -> Option<&'r Alignment> {
    let is_correct = stated.text.is_correct();
    // If the answer is correct, the text may have corrected a plain error. If the answer is correct
    // and the statements contain no error, only a reading without errors may replace them. Such a
    // reading may show more steps.
    let is_self_corrected = is_correct && stated.is_plain;
    let is_sound = is_correct && stated.text.roots.is_empty();
    let best = readings.iter().find(|reading| !is_sound || reading.first_error == 0)?;
    if is_self_corrected && best.first_error != 0 {
        return None;
    }
    // A text that seems to stop may continue in another form.
    let end = best.choices.last().map(|choice| &choice.choice);
    let goes_on = stated.stops()
        && matches!(end, Some(Choice::Mention(at)) if !mentions[*at].is_of_another(last_number));
    let is_same = stated.first_error() == best.first_error && !goes_on && !stated.claims.is_empty();
    let is_sure = is_self_corrected || is_same;
    let least = match is_sure {
        // Without statements, another reading contradicts no statement.
        false if stated.claims.is_empty() => MIN_SAVING_WITHOUT_CLAIMS,
        false => MIN_SAVING,
        true => MIN_SAVING_FOR_SAME_ERROR,
    };
    let better = Some(best).filter(|best| own.cost.saturating_sub(best.cost) >= least);
    let best = better?;
    let mut flawless = readings.iter().filter(|reading| reading.first_error == 0);
    let flawless =
        flawless.find(|reading| is_correct && reading.cost <= best.cost + PREFER_NO_ERROR_WITHIN);
    flawless.or(better)
}

/// The reading that is used, with the facts that decide its certainty.
struct ChosenReading<'a> {
    procedure: &'a RequestedProcedure<'a>,
    reading: &'a Alignment,
    /// True if this reading replaces the reading of the statements.
    is_taken: bool,
    first_error: u16,
    is_correct: bool,
    stops: bool,
}

impl ChosenReading<'_> {
    fn certainty(&self, readings: &[Alignment], mentions: &[NumberMention]) -> Certainty {
        let Self { reading, is_taken, first_error: first, is_correct, .. } = *self;
        let steps = u32::try_from(reading.choices.len()).unwrap_or(u32::MAX).max(1);
        // In a text that stops, an answer other than the last value is expected.
        let explained = if first == 0 && self.stops { cost::OTHER_ANSWER } else { 0 };
        let residue = reading.residue().saturating_sub(explained);
        let hidden = u32::try_from(reading.values().filter(Option::is_none).count());
        let is_too_much = match first {
            // Without an error, only a text that hides most steps is doubted.
            0 => {
                !is_correct
                    && residue / steps >= MAX_UNREAD_COST
                    && hidden.unwrap_or(u32::MAX) * 2 > steps
            }
            _ => residue / steps >= MAX_UNEXPLAINED_PER_STEP[usize::from(is_correct)],
        };
        let is_loose = is_taken && is_loose(self.procedure, reading, first, mentions);
        if is_too_much || is_loose {
            let hidden = || {
                (self.procedure.first()..).zip(reading.values()).find(|(_, value)| value.is_none())
            };
            let from = match hidden() {
                Some((number, _)) if first == 0 || (!is_too_much && number < first) => number,
                _ => first.max(self.procedure.first()),
            };
            return Certainty::Unclear { doubt: Doubt::Unexplained, from };
        }
        // Statements are stronger evidence than numbers that fit.
        let own = reading.cost.saturating_sub(if is_taken { 0 } else { MIN_SAVING });
        let rival = readings.iter().filter(|rival| rival.first_error != first).find_map(|rival| {
            Some((
                rival.cost.saturating_sub(own),
                first_difference(self.procedure, reading, rival)?,
            ))
        });
        match rival {
            Some((more, from))
                if first != 0 && more < RIVAL_UNCLEAR_BELOW[usize::from(is_correct)] =>
            {
                Certainty::Unclear { doubt: Doubt::Rivals, from }
            }
            Some((more, _)) if more < RIVAL_DOUBT_BELOW => Certainty::Likely(Doubt::Rivals),
            _ if is_taken => Certainty::Likely(Doubt::Fitted),
            _ => Certainty::Sure,
        }
    }
}

/// Returns whether most steps are hidden and the first error is in a number that neither a close
/// name nor an operation links to its step.
fn is_loose(
    procedure: &RequestedProcedure<'_>,
    reading: &Alignment,
    first: u16,
    mentions: &[NumberMention],
) -> bool {
    let at = procedure.position_of(first).and_then(|at| reading.choices.get(at));
    let Some(StepChoice { choice: Choice::Mention(at), .. }) = at else { return false };
    let mention = &mentions[*at];
    let is_linked = mention.link(first).is_some_and(|link| link != NameRelation::Near);
    let shown_steps = reading.values().flatten().count();
    !is_linked && mention.operations_by_value.is_empty() && shown_steps * 2 < reading.choices.len()
}

/// Returns the first step whose values differ between two readings, or `None` if only their errors
/// differ.
fn first_difference(
    procedure: &RequestedProcedure<'_>,
    one: &Alignment,
    other: &Alignment,
) -> Option<u16> {
    let mut both = (procedure.first()..).zip(one.values().zip(other.values()));
    both.find(|(_, (one, other))| one != other).map(|(number, _)| number)
}

/// Returns the claims that a reading makes. A step with the same value in the statements keeps
/// their claims.
fn claims_of(
    reading: &Alignment,
    procedure: &RequestedProcedure<'_>,
    mentions: &[NumberMention],
    stated: &StatementReading<'_>,
) -> Vec<StepClaim> {
    // Claims of steps beyond the procedure are kept if they name their step.
    let goes_on = |claim: &&StepClaim| {
        let named = |mention: &NumberMention| {
            mention.span.start == claim.value_span.start
                && mention.link(claim.number) == Some(NameRelation::Direct)
        };
        claim.number > procedure.last() && mentions.iter().any(named)
    };
    let claims = stated.claims;
    let mut out: Vec<StepClaim> = claims.iter().filter(goes_on).cloned().collect();
    for (step, StepChoice { choice, value, shown }) in
        stated.text.steps.iter().zip(&reading.choices)
    {
        let Choice::Mention(at) = choice else { continue };
        let mention = &mentions[*at];
        let value = value.as_ref().unwrap_or(&mention.value);
        if step.claim.as_ref().is_some_and(|claim| claim.value == *value) {
            // Later claims with another value do not count: they only recall the step.
            let counts = |claim: &&StepClaim| {
                claim.number == step.number
                    && (claim.value == *value || claim.value_span.start < mention.span.start)
            };
            let of_step = claims.iter().filter(counts).cloned();
            out.extend(of_step.map(|claim| {
                StepClaim {
                    operation_by_value: claim
                        .operation_by_value
                        .or_else(|| shown.clone().filter(|_| claim.operation_by_name.is_none())),
                    ..claim
                }
            }));
            continue;
        }
        let read = claims.iter().find(|claim| claim.value_span.start == mention.span.start);
        let shown = shown.as_ref().or(read.and_then(|read| read.operation_by_value.as_ref()));
        out.push(claim(step.number, mention, value, shown, read));
    }
    out.sort_by_key(|claim| claim.value_span.start);
    out
}

fn claim(
    number: u16,
    mention: &NumberMention,
    value: &Number,
    shown: Option<&WrittenOperation>,
    read: Option<&StepClaim>,
) -> StepClaim {
    StepClaim {
        number,
        value: value.clone(),
        second_value: None,
        rounding: (mention.value != *value).then(|| mention.value.clone()),
        opens_line: false,
        shares_row: true,
        form: mention.form,
        span: mention.span.clone(),
        value_span: mention.span.clone(),
        operation_by_name: read
            .and_then(|read| read.operation_by_name.clone())
            .or_else(|| mention.operation_by_name.clone()),
        operation_by_value: shown.cloned(),
        look_up: None,
        equation: read.and_then(|read| read.equation),
        is_corrected: read.is_some_and(|read| read.is_corrected),
    }
}
