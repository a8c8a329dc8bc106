//! The reading of a whole text under which its writer makes the most sense.
//!
//! Where a text says by names, in one statement each, what every step comes to, there is nothing to choose. Elsewhere a number may belong to several
//! steps, or to none. Then all numbers of the text are aligned with the steps of the procedure at once: step after step, each either takes a number of
//! the text or is not shown, at a cost for what has to be explained (a value that does not follow, a name that says otherwise, a number that comes too
//! early); the readings with the lowest costs so far are gone on with (a beam search over the values that follow from what was taken).

mod mention;
mod plain;
mod search;

use std::ops::Range;

use stepfall_number::Number;

use crate::cause::Cause;
use crate::certainty::{Certainty, Doubt};
use crate::claim::{Expression, Rule, StepClaim};
use crate::plan::Plan;
use crate::token::Tokens;
use crate::verdict::TextVerdict;

use self::mention::{Link, Mention, mentions};
use self::plain::is_beyond_gain;
use self::search::{Choice, Reading, Search, StepChoice, cost};

/// Fewer steps are no work, where no statement says that it is about one.
const FEWEST: usize = 2;
/// The most numbers of a text that is aligned.
const MOST: usize = 4_000;

/// By how much less another reading has to explain that is taken, in hundredths, where a fault is 300.
const GAIN: u32 = 60;
/// The same where nothing was read statement by statement.
const LITTLE_GAIN: u32 = 30;
/// The same where both readings find the first fault in the same step.
const SURE_GAIN: u32 = 200;
/// By how much more than another that fits a reading without a fault may have to explain that is taken where the answer is right.
const CHARITY: u32 = 150;
/// By how much more another reading has to explain that leaves no doubt.
const LIKELY: u32 = 200;
/// The same that leaves so little doubt that a fault is named: where the answer is wrong, and where it is right.
const CLEAR: [u32; 2] = [15, 100];
/// From how much a step on, beside its faults, a reading has too much to explain to name a fault: where the answer is wrong, and where it is right.
const TOO_MUCH: [u32; 2] = [170, 50];
/// The same where no fault is found and the answer is wrong all the same.
const UNREAD: u32 = 100;

/// What all numbers of a text say together.
#[derive(Debug)]
pub(crate) struct Aligned {
    /// Another reading than statement by statement, where one makes more sense.
    pub(crate) claims: Option<Vec<StepClaim>>,
    pub(crate) certainty: Certainty,
}

/// What was read statement by statement.
pub(crate) struct Stated<'a> {
    pub(crate) claims: &'a [StepClaim],
    /// What that is worth.
    pub(crate) text: &'a TextVerdict,
    /// Whether the first fault stands in a statement that is all of its line.
    pub(crate) is_plain: bool,
}

impl Stated<'_> {
    /// The first step at fault; 0 where none is. That there are no more is no fault of a step.
    fn first(&self) -> u16 {
        let root = self.text.roots.first().filter(|root| root.cause() != Cause::Stopped);
        root.and_then(|root| root.number).unwrap_or(0)
    }

    /// Whether it stops before the last step.
    fn stops(&self) -> bool {
        self.text.roots.iter().any(|root| root.cause() == Cause::Stopped)
    }
}

/// Aligns the numbers of a text with the steps; nothing where there are none to align. Where a step has the same value in both readings, its claims stay.
pub(crate) fn align(
    tokens: &Tokens,
    ranges: &[Range<usize>],
    plan: &Plan<'_>,
    stated: &Stated<'_>,
) -> Option<Aligned> {
    if is_beyond_gain(tokens, ranges, plan, stated) {
        debug_assert!(
            searched(tokens, ranges, plan, stated).is_none_or(|aligned| aligned.claims.is_none()),
            "another reading has less to explain"
        );
        return None;
    }
    searched(tokens, ranges, plan, stated)
}

/// The same by a search.
fn searched(
    tokens: &Tokens,
    ranges: &[Range<usize>],
    plan: &Plan<'_>,
    stated: &Stated<'_>,
) -> Option<Aligned> {
    let TextVerdict { answers, steps, .. } = stated.text;
    let mentions = mentions(tokens, ranges, stated.claims, answers, plan, MOST);
    if mentions.is_empty() {
        return None;
    }
    // The value of the last step says nothing of what that is.
    let stated_answer = answers.first().filter(|answer| answer.claim.rule != Rule::LastStep);
    let answer = stated_answer.map(|answer| &answer.claim.value);
    let mut search = Search::new(plan, &mentions, steps);
    let values: Vec<Option<Number>> =
        steps.iter().map(|step| step.claim.as_ref().map(|claim| claim.value.clone())).collect();
    let own = search.own(answer, &values)?;
    // What has more to explain leaves no doubt; what is plain is only doubted where another reading is taken.
    let most = match (stated.is_plain, stated.text.is_right()) {
        (true, true) => own.cost.checked_sub(SURE_GAIN)?,
        (true, false) => own.cost.checked_sub(GAIN)?,
        (false, _) => own.cost.saturating_add(LIKELY),
    };
    let readings = search.run(answer, None, most);
    let best = readings.first()?;
    let shown = best.values().flatten().count();
    let is_little = shown < FEWEST || shown * 3 < steps.len();
    if stated.claims.is_empty() && is_little {
        return None;
    }
    let is_right = stated.text.is_right();
    let taken = taken(&own, stated, &readings, &mentions, plan.last());
    let chosen = Chosen {
        plan,
        reading: taken.unwrap_or(&own),
        is_taken: taken.is_some(),
        first: taken.map_or(stated.first(), |reading| reading.first),
        is_right,
        stops: stated.stops(),
    };
    let certainty = match taken {
        None if stated.is_plain => Certainty::Sure,
        _ => chosen.certainty(&readings, &mentions),
    };
    // What goes on beyond the procedure is told from its steps by its names.
    let certainty = match certainty {
        Certainty::Unclear { doubt, from } if from > plan.last() => Certainty::Likely(doubt),
        certainty => certainty,
    };
    let claims = taken.map(|reading| claims_of(reading, plan, &mentions, stated));
    Some(Aligned { claims, certainty })
}

/// The reading that is taken instead of the own one.
fn taken<'r>(
    own: &Reading,
    stated: &Stated<'_>,
    readings: &'r [Reading],
    mentions: &[Mention],
    last_number: u16,
) -> Option<&'r Reading> {
    let is_right = stated.text.is_right();
    // With a right answer, a plain error may have been corrected. Without an error, only a reading without errors is taken, for the steps that it shows.
    let is_mended = is_right && stated.is_plain;
    let is_sound = is_right && stated.text.roots.is_empty();
    let best = readings.iter().find(|reading| !is_sound || reading.first == 0)?;
    if is_mended && best.first != 0 {
        return None;
    }
    // A text that seems to stop may go on in another form.
    let end = best.choices.last().map(|choice| &choice.choice);
    let goes_on = stated.stops()
        && matches!(end, Some(Choice::Mention(at)) if !mentions[*at].is_of_another(last_number));
    let is_same = stated.first() == best.first && !goes_on && !stated.claims.is_empty();
    let is_sure = is_mended || is_same;
    let least = match is_sure {
        // No statement is given up for the other reading.
        false if stated.claims.is_empty() => LITTLE_GAIN,
        false => GAIN,
        true => SURE_GAIN,
    };
    let better = Some(best).filter(|best| own.cost.saturating_sub(best.cost) >= least);
    let best = better?;
    let mut flawless = readings.iter().filter(|reading| reading.first == 0);
    let flawless = flawless.find(|reading| is_right && reading.cost <= best.cost + CHARITY);
    flawless.or(better)
}

/// The reading that counts.
struct Chosen<'a> {
    plan: &'a Plan<'a>,
    reading: &'a Reading,
    /// Whether it is another than statement by statement.
    is_taken: bool,
    first: u16,
    is_right: bool,
    stops: bool,
}

impl Chosen<'_> {
    fn certainty(&self, readings: &[Reading], mentions: &[Mention]) -> Certainty {
        let Self { reading, is_taken, first, is_right, .. } = *self;
        let steps = u32::try_from(reading.choices.len()).unwrap_or(u32::MAX).max(1);
        // Whoever stops gives another answer than the last.
        let explained = if first == 0 && self.stops { cost::OTHER_ANSWER } else { 0 };
        let residue = reading.residue().saturating_sub(explained);
        let hidden = u32::try_from(reading.values().filter(Option::is_none).count());
        let is_too_much = match first {
            // Where no fault is found, a text that shows most steps says at least what they come to.
            0 => !is_right && residue / steps >= UNREAD && hidden.unwrap_or(u32::MAX) * 2 > steps,
            _ => residue / steps >= TOO_MUCH[usize::from(is_right)],
        };
        let is_loose = is_taken && is_loose(self.plan, reading, first, mentions);
        if is_too_much || is_loose {
            let hidden =
                || (self.plan.first()..).zip(reading.values()).find(|(_, value)| value.is_none());
            let from = match hidden() {
                Some((number, _)) if first == 0 || (!is_too_much && number < first) => number,
                _ => first.max(self.plan.first()),
            };
            return Certainty::Unclear { doubt: Doubt::Unexplained, from };
        }
        // Statements say more than what fits.
        let own = reading.cost.saturating_sub(if is_taken { 0 } else { GAIN });
        let rival = readings.iter().filter(|rival| rival.first != first).find_map(|rival| {
            Some((rival.cost.saturating_sub(own), parting(self.plan, reading, rival)?))
        });
        match rival {
            Some((more, from)) if first != 0 && more < CLEAR[usize::from(is_right)] => {
                Certainty::Unclear { doubt: Doubt::Rivals, from }
            }
            Some((more, _)) if more < LIKELY => Certainty::Likely(Doubt::Rivals),
            _ if is_taken => Certainty::Likely(Doubt::Fitted),
            _ => Certainty::Sure,
        }
    }
}

/// Whether what is at fault is a number of which nothing says that it belongs to that step, where most steps are not shown.
fn is_loose(plan: &Plan<'_>, reading: &Reading, first: u16, mentions: &[Mention]) -> bool {
    let at = plan.position_of(first).and_then(|at| reading.choices.get(at));
    let Some(StepChoice { choice: Choice::Mention(at), .. }) = at else { return false };
    let mention = &mentions[*at];
    let is_linked = mention.link(first).is_some_and(|link| link != Link::Near);
    let shown = reading.values().flatten().count();
    !is_linked && mention.shown.is_empty() && shown * 2 < reading.choices.len()
}

/// The first number of which two readings say different things; nothing where they only differ in what they call a fault.
fn parting(plan: &Plan<'_>, one: &Reading, other: &Reading) -> Option<u16> {
    let mut both = (plan.first()..).zip(one.values().zip(other.values()));
    both.find(|(_, (one, other))| one != other).map(|(number, _)| number)
}

/// The claims of a reading.
fn claims_of(
    reading: &Reading,
    plan: &Plan<'_>,
    mentions: &[Mention],
    stated: &Stated<'_>,
) -> Vec<StepClaim> {
    // What goes on beyond the procedure does so by name.
    let goes_on = |claim: &&StepClaim| {
        let named = |mention: &Mention| {
            mention.span.start == claim.value_span.start
                && mention.link(claim.number) == Some(Link::Direct)
        };
        claim.number > plan.last() && mentions.iter().any(named)
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
            // What is said of it later and does not count is only recalled.
            let counts = |claim: &&StepClaim| {
                claim.number == step.number
                    && (claim.value == *value || claim.value_span.start < mention.span.start)
            };
            let of_step = claims.iter().filter(counts).cloned();
            out.extend(of_step.map(|claim| StepClaim {
                values: claim.values.or_else(|| shown.clone().filter(|_| claim.names.is_none())),
                ..claim
            }));
            continue;
        }
        let read = claims.iter().find(|claim| claim.value_span.start == mention.span.start);
        let shown = shown.as_ref().or(read.and_then(|read| read.values.as_ref()));
        out.push(claim(step.number, mention, value, shown, read));
    }
    out.sort_by_key(|claim| claim.value_span.start);
    out
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
        form: mention.form,
        span: mention.span.clone(),
        value_span: mention.span.clone(),
        names: read.and_then(|read| read.names.clone()).or_else(|| mention.named.clone()),
        values: shown.cloned(),
        look_up: None,
        equation: read.and_then(|read| read.equation),
        is_corrected: read.is_some_and(|read| read.is_corrected),
    }
}
