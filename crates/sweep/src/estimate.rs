//! What a sweep will take, before it is run: requests, tokens, money.
//!
//! Nobody knows a model's tokens before it is asked. The texts are known: one real item of every cell gives the prompt, and what a
//! faultless executor writes about it gives the shortest reply that does as it is told. Their tokens are counted twice:
//!
//! - *low*: in the pieces into which tiktoken's pattern `cl100k_base` parts a text: words, groups of up to three digits, groups of
//!   signs, a blank before a number. No such tokenizer joins two of them, so that it never gives fewer.
//! - *high*: every digit, sign and line break by itself, as tokenizers do that split numbers (H. Touvron et al., `LLaMA`,
//!   arXiv 2302.13971, section 2.1), and words in parts of four letters.
//!
//! A large plan is not looked at in full, so that its estimate takes well below a second: of some lengths the tokens lie between those of the next
//! shorter and the next longer one that was.
//!
//! Left out is what a provider's template adds, some ten tokens a request. A model that reasons writes an amount that nothing here
//! foretells: where reasoning is asked for, the high end is the limit of output, if there is one, and else unknown. A model that
//! reasons unasked passes the estimate.

use std::collections::{BTreeMap, BTreeSet};

use stepfall_condition::{Dialogue, Simulated};
use stepfall_executor::{Executor, Form, Kind};
use stepfall_procedure::{Condition, Generator, Item, Refusal};
use stepfall_provider::{Effort, Turn};

use crate::money::{Micros, Price};
use crate::plan::Plan;

/// How many steps are looked at, over all cells.
const MOST_STEPS: usize = 100_000;

/// From at least to at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Range {
    /// At least.
    pub low: u64,
    /// At most; none where nobody can say.
    pub high: Option<u64>,
}

impl Range {
    const ZERO: Self = Self { low: 0, high: Some(0) };

    fn plus(self, other: Self) -> Self {
        let high = self.high.zip(other.high).map(|(one, other)| one.saturating_add(other));
        Self { low: self.low.saturating_add(other.low), high }
    }

    fn times(self, count: u64) -> Self {
        let times = |tokens: u64| tokens.saturating_mul(count);
        Self { low: times(self.low), high: self.high.map(times) }
    }
}

/// The tokens of one attempt in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell {
    /// The condition.
    pub condition: Condition,
    /// How far the look-back reaches.
    pub look_back: u8,
    /// The length.
    pub steps: u16,
    /// Requests, if none fails and nothing has to be said twice.
    pub requests: u32,
    /// Tokens of all requests: of a dialogue each holds everything before it.
    pub input: Range,
    /// Tokens of all replies, reasoning included.
    pub output: Range,
    /// The most tokens of a single request, and of a single reply without reasoning, whatever its limit.
    asked: u64,
    written: u64,
}

/// What a target, or all of them, will take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Amount {
    /// Requests, if none fails.
    pub requests: u32,
    /// Tokens of input.
    pub input: Range,
    /// Tokens of output.
    pub output: Range,
    /// What that costs in millionths of a dollar; none where there is no price.
    pub cost: Option<Range>,
}

/// What a sweep will take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Estimate {
    /// The cells of each target, lengths fastest and conditions slowest, as attempts are numbered.
    pub cells: Vec<Cell>,
    /// The targets in their order. A simulated executor takes nothing.
    pub targets: Vec<Amount>,
    /// All of them. Its cost is that of the targets with a price.
    pub total: Amount,
    /// How many models have no price.
    pub unpriced: u32,
}

impl Estimate {
    /// The estimate for a plan that passed its check.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] where a cell has no procedures.
    pub fn of(plan: &Plan) -> Result<Self, Box<Refusal>> {
        let looked_at = looked_at(plan);
        let mut cells = Vec::new();
        for &look_back in &plan.look_backs {
            let mut known = BTreeMap::new();
            for &steps in &looked_at {
                let item = Generator::new(plan.cell(steps, look_back))
                    .and_then(|generator| generator.item(plan.seed, 0))
                    .map_err(Box::new)?;
                let conditions = plan.conditions.iter();
                let of_length: Vec<Cell> =
                    conditions.map(|&condition| cell(plan, &item, look_back, condition)).collect();
                known.insert(steps, of_length);
            }
            for &steps in &plan.steps {
                cells.extend(between(&known, steps));
            }
        }
        // Conditions vary slowest in the numbers of attempts; the sort keeps the order of everything else.
        let place = |cell: &Cell| plan.conditions.iter().position(|&one| one == cell.condition);
        cells.sort_by_key(place);
        Ok(Self::sum(plan, cells))
    }

    fn sum(plan: &Plan, cells: Vec<Cell>) -> Self {
        let in_cell = u64::from(plan.items) * u64::from(plan.samples);
        let sum = |of: fn(&Cell) -> Range| {
            cells.iter().map(of).fold(Range::ZERO, Range::plus).times(in_cell)
        };
        let (input, output) = (sum(|cell| cell.input), sum(|cell| cell.output));
        let each: u64 = cells.iter().map(|cell| u64::from(cell.requests)).sum();
        let requests = u32::try_from(each.saturating_mul(in_cell)).unwrap_or(u32::MAX);
        let nothing = Amount { requests: 0, input: Range::ZERO, output: Range::ZERO, cost: None };
        let (mut total, mut unpriced) = (nothing, 0);
        let mut targets = Vec::new();
        for target in &plan.targets {
            if target.is_simulated() {
                targets.push(nothing);
                continue;
            }
            let cost = target.price().map(|price| cost(price, input, output));
            let amount = Amount { requests, input, output, cost };
            unpriced += u32::from(cost.is_none());
            total = Amount {
                requests: total.requests.saturating_add(amount.requests),
                input: total.input.plus(input),
                output: total.output.plus(output),
                cost: cost.map(|cost| total.cost.unwrap_or(Range::ZERO).plus(cost)).or(total.cost),
            };
            targets.push(amount);
        }
        Self { cells, targets, total, unpriced }
    }

    /// What a request for an attempt may cost: all of its limit of output, where it has one, and else the longest reply without reasoning.
    pub(crate) fn request(&self, number: u32, plan: &Plan, price: &Price) -> Micros {
        let count = u32::try_from(self.cells.len()).unwrap_or(u32::MAX).max(1);
        let Some(cell) = self.cells.get((number % count) as usize) else {
            return Micros::ZERO;
        };
        let output = plan.settings.max_output.map_or(cell.written, u64::from);
        price.of_tokens(cell.asked, output)
    }
}

fn cost(price: &Price, input: Range, output: Range) -> Range {
    let high = input.high.zip(output.high).map(|(input, output)| price.of_tokens(input, output).0);
    Range { low: price.of_tokens(input.low, output.low).0, high }
}

/// The lengths that are looked at: all of them, or as many as can be, from the shortest to the longest.
fn looked_at(plan: &Plan) -> BTreeSet<u16> {
    let mut lengths = plan.steps.clone();
    lengths.sort_unstable();
    let beside = plan.look_backs.len() * plan.conditions.len();
    let steps: usize = lengths.iter().map(|&steps| usize::from(steps)).sum();
    let all = lengths.len();
    let longest = lengths.last().map_or(1, |&longest| usize::from(longest).max(1));
    let most = (MOST_STEPS / (beside * longest).max(1)).max(2);
    if steps.saturating_mul(beside) <= MOST_STEPS || most >= all {
        return lengths.into_iter().collect();
    }
    (0..most).map(|nth| lengths[nth * (all - 1) / (most - 1)]).collect()
}

/// The cells of a length, one for each condition: as they were looked at, or from the next shorter to the next longer ones.
fn between(known: &BTreeMap<u16, Vec<Cell>>, steps: u16) -> Vec<Cell> {
    let shorter = known.range(..=steps).next_back();
    let longer = known.range(steps..).next();
    let (Some((_, shorter)), Some((_, longer))) = (shorter, longer) else {
        return Vec::new();
    };
    let range = |shorter: Range, longer: Range| Range { low: shorter.low, high: longer.high };
    let one = |(shorter, longer): (&Cell, &Cell)| Cell {
        steps,
        requests: requests(longer.condition, steps),
        input: range(shorter.input, longer.input),
        output: range(shorter.output, longer.output),
        ..*longer
    };
    shorter.iter().zip(longer).map(one).collect()
}

/// How many requests a model needs that does as it is told.
fn requests(condition: Condition, steps: u16) -> u32 {
    let turns = match condition {
        Condition::Stepwise => steps,
        Condition::Checkpoints(chunk) | Condition::Verified(chunk) => steps.div_ceil(chunk.max(1)),
        // The last one is for the answer.
        Condition::Calculator | Condition::CalculatorText => steps.saturating_add(1),
        Condition::Explain | Condition::Review => 2,
        _ => 1,
    };
    turns.into()
}

fn cell(plan: &Plan, item: &Item, look_back: u8, condition: Condition) -> Cell {
    let reasons = plan.settings.effort.is_some_and(|effort| effort != Effort::Off);
    let limit = plan.settings.max_output.map(u64::from);
    let mut cell = Cell {
        condition,
        look_back,
        steps: item.spec.steps,
        requests: 0,
        input: Range::ZERO,
        output: Range::ZERO,
        asked: 0,
        written: 0,
    };
    for (asked, reply) in usual(item, condition) {
        let (low, written) = tokens(&reply);
        let high =
            if reasons { limit } else { Some(limit.map_or(written, |limit| written.min(limit))) };
        let low = limit.map_or(low, |limit| low.min(limit));
        cell.requests += 1;
        cell.input = cell.input.plus(Range { low: asked.0, high: Some(asked.1) });
        cell.output = cell.output.plus(Range { low, high });
        cell.asked = cell.asked.max(asked.1);
        cell.written = cell.written.max(written);
    }
    cell
}

/// The fewest and the most tokens of each request, and what an executor replies that makes no mistake.
fn usual(item: &Item, condition: Condition) -> Vec<((u64, u64), String)> {
    let form = if condition == Condition::Structured { Form::Json } else { Form::Trace };
    let mut executor = Simulated::new(item, condition, Executor::once(Kind::Followed), form, 0);
    let mut dialogue = Dialogue::new(item, condition);
    let (mut known, mut seen) = ((0, 0), 0);
    let mut all = Vec::new();
    while !dialogue.is_over() {
        let turns = dialogue.turns();
        // A question that is asked anew begins from nothing.
        if turns.len() <= seen {
            (known, seen) = ((0, 0), 0);
        }
        for turn in &turns[seen..] {
            let (low, high) = tokens(&turn_text(turn));
            known = (known.0 + low, known.1 + high);
        }
        seen = turns.len();
        let Some(reply) = executor.as_mut().and_then(|executor| executor.reply(turns)) else {
            // Nobody has a faultless reply; the answer alone is the least that there is.
            all.push((known, item.expected_text(condition)));
            break;
        };
        dialogue.hear_right(&reply);
        let calls = reply.calls.iter().map(|call| call.arguments.as_str());
        let text = std::iter::once(reply.text.as_str()).chain(calls).collect::<Vec<_>>().join("\n");
        all.push((known, text));
    }
    all
}

/// What a turn says, as far as it is counted.
fn turn_text(turn: &Turn) -> String {
    match turn {
        Turn::User(text) => text.clone(),
        Turn::Assistant { text, calls, .. } => {
            let calls = calls.iter().map(|call| call.arguments.as_str());
            std::iter::once(text.as_str()).chain(calls).collect::<Vec<_>>().join("\n")
        }
        Turn::Results(results) => {
            results.iter().map(|result| result.text.as_str()).collect::<Vec<_>>().join("\n")
        }
    }
}

/// What a character is to a tokenizer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    Letter,
    Digit,
    Sign,
    Blank,
}

/// The fewest and the most tokens that tokenizers take a text for: in the pieces of `cl100k_base`, and with digits and signs each by itself.
pub fn tokens(text: &str) -> (u64, u64) {
    let (mut low, mut high) = (0u64, 0u64);
    let (mut before, mut length) = (Class::Blank, 0u64);
    for (at, character) in text.char_indices() {
        let class = match character {
            _ if character.is_alphabetic() => Class::Letter,
            _ if character.is_numeric() => Class::Digit,
            _ if character.is_whitespace() => Class::Blank,
            _ => Class::Sign,
        };
        let begins_with_blank = at > 0 && before == Class::Blank && class == Class::Digit;
        length = if class == before { length + 1 } else { 0 };
        before = class;
        let (least, most) = match class {
            Class::Letter => (length == 0, length.is_multiple_of(4)),
            Class::Digit => (length.is_multiple_of(3), true),
            Class::Sign => (length == 0, true),
            Class::Blank => (false, character == '\n'),
        };
        low += u64::from(least) + u64::from(begins_with_blank && text[..at].ends_with(' '));
        high += u64::from(most) + u64::from(begins_with_blank && text[..at].ends_with(' '));
    }
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_counted_in_pieces() {
        for (text, low, high) in [
            ("", 0, 0),
            ("Answer", 1, 2),
            ("S3 = S1 + S2", 8, 8),
            ("= 1234567", 5, 9),
            ("Answer: 42\n", 4, 7),
            ("-5", 2, 2),
        ] {
            assert_eq!(tokens(text), (low, high), "{text}");
        }
    }
}
