//! The expected use of a sweep before it is run: requests, tokens, money.
//!
//! A model's tokens are unknown before it is asked, but the texts are known. One real item of every
//! cell gives the prompt. The text of a simulated solver without errors gives the shortest reply
//! that follows the instructions. The tokens of both texts are counted in two ways:
//!
//! - *low*: in the pieces into which tiktoken's pattern `cl100k_base` splits a text: words, groups of
//!   up to three digits, groups of signs, a blank before a number. A tokenizer with this pattern
//!   never joins two pieces, so it never gives fewer tokens.
//! - *high*: every digit, sign, line break and blank before a number by itself, as in tokenizers
//!   that split numbers (H. Touvron et al., `LLaMA`, arXiv 2302.13971, section 2.1), and words in
//!   parts of four letters.
//!
//! A large plan is measured only in part, so its estimate takes well below a second. Tokens of an
//! unmeasured length lie between those of the next shorter and the next longer measured length.
//! Tokens of an unmeasured look-back lie between the least and the most of all measured look-backs,
//! give or take an eighth.
//!
//! Numbers can grow so long that even one item of the greatest length would take too long. Its
//! tokens are then estimated from a shorter item: at most the shorter item's tokens times the cube
//! of the ratio of lengths, and an eighth more. The tokens of the longest dialogues grow at this
//! rate.
//!
//! The estimate leaves out the text that a provider's template adds, some ten tokens a request. The
//! reasoning of a model cannot be predicted. If reasoning is requested, the high end is the limit
//! of output, or unknown without a limit. A model that reasons without a request exceeds the
//! estimate.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use stepfall_condition::{Dialogue, DialogueSolver};
use stepfall_procedure::{Condition, Generator, Item, Refusal};
use stepfall_protocol::sweep::EstimateRange;
use stepfall_provider::{Effort, Turn};
use stepfall_solver::{Form, Solver, SolverKind};

use crate::money::{Micros, Price};
use crate::plan::Plan;

/// The limit of work, in bytes of text, after which no further cell is measured. Long numbers count
/// as bytes, too (see `BYTE`). A page needs half a second for this amount.
const MAX_ESTIMATE_WORK: usize = 2 << 20;
/// A value of `n` bits counts as `n * n / BYTE` bytes of text: its arithmetic takes about as long
/// as processing that text.
const BYTE: usize = 2_048;

/// The tokens of one attempt in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell {
    /// The condition of the cell's attempts.
    pub condition: Condition,
    /// The maximum look-back.
    pub look_back: u8,
    /// The length of the items, in steps.
    pub steps: u16,
    /// The number of requests, if none fails and nothing has to be repeated.
    pub requests: u32,
    /// Tokens of all requests; each request of a dialogue contains everything before it.
    pub input: EstimateRange,
    /// Tokens of all replies, reasoning included.
    pub output: EstimateRange,
    /// The most tokens of a single request.
    largest_request: u64,
    /// The most tokens of a single reply, without reasoning.
    longest_reply: u64,
}

/// The estimated use of a target, or of all targets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Amount {
    /// The number of requests, if none fails.
    pub requests: u32,
    /// Tokens of all requests.
    pub input: EstimateRange,
    /// Tokens of all replies, reasoning included.
    pub output: EstimateRange,
    /// The cost in millionths of a dollar; `None` if no price is known or the target is not a
    /// language model.
    pub cost: Option<EstimateRange>,
}

/// The estimate of a sweep.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Estimate {
    /// The cells of each target, lengths fastest and conditions slowest. They include repeated
    /// cells, for which the plan has no attempts.
    pub cells: Vec<Cell>,
    /// The amounts of the targets, in the plan's order. Everything is 0 for a target that is not a
    /// language model.
    pub targets: Vec<Amount>,
    /// The total of all targets. Its cost is that of the targets with a price.
    pub total: Amount,
    /// The number of models without a price.
    pub unpriced: u32,
}

impl Estimate {
    /// Returns the estimate for a plan that passed its check.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] if a measured cell has no procedures.
    pub fn of(plan: &Plan) -> Result<Self, Box<Refusal>> {
        let mut known: Known = BTreeMap::new();
        let mut read = 0;
        let top = longest(plan)?;
        let mut lengths: Vec<u16> =
            plan.steps.iter().copied().filter(|&steps| steps < top).collect();
        lengths.push(top);
        let looks = spread(&lengths).into_iter().flat_map(|steps| {
            spread(&plan.look_backs).into_iter().map(move |look_back| (look_back, steps))
        });
        for (look_back, steps) in looks {
            if read > MAX_ESTIMATE_WORK {
                break;
            }
            let item = first_item(plan, look_back, steps)?;
            read = read.saturating_add(weight(&item).saturating_mul(plan.conditions.len()));
            let conditions = plan.conditions.iter();
            let looked_at = conditions
                .map(|&condition| cell(plan, &item, look_back, condition, &mut read))
                .collect();
            known.insert((look_back, steps), looked_at);
        }
        let pairs = plan.distinct_pairs().map(|(steps, look_back)| (look_back, steps));
        let mut cells: Vec<Cell> = pairs.flat_map(|at| estimate_cells(&known, at)).collect();
        // Conditions vary slowest in the numbers of attempts. The sort is stable, so all other
        // order stays.
        let place =
            |cell: &Cell| plan.conditions.iter().position(|&condition| condition == cell.condition);
        cells.sort_by_key(place);
        Ok(Self::sum(plan, cells))
    }

    fn sum(plan: &Plan, cells: Vec<Cell>) -> Self {
        let in_cell = u64::from(plan.items) * u64::from(plan.samples);
        let sum = |field: fn(&Cell) -> EstimateRange| {
            cells.iter().map(field).fold(EstimateRange::ZERO, EstimateRange::plus).times(in_cell)
        };
        let (input, output) = (sum(|cell| cell.input), sum(|cell| cell.output));
        let each: u64 = cells.iter().map(|cell| u64::from(cell.requests)).sum();
        let requests = u32::try_from(each.saturating_mul(in_cell)).unwrap_or(u32::MAX);
        let nothing = Amount {
            requests: 0,
            input: EstimateRange::ZERO,
            output: EstimateRange::ZERO,
            cost: None,
        };
        let (mut total, mut unpriced) = (nothing, 0);
        let mut targets = Vec::new();
        for target in &plan.targets {
            if !target.is_model() {
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
                cost: cost
                    .map(|cost| total.cost.unwrap_or(EstimateRange::ZERO).plus(cost))
                    .or(total.cost),
            };
            targets.push(amount);
        }
        Self { cells, targets, total, unpriced }
    }

    /// Returns the highest expected cost of one request for an attempt. The output counts with the
    /// limit of output or, without a limit, with the longest reply without reasoning.
    pub(crate) fn request(&self, number: u32, plan: &Plan, price: &Price) -> Micros {
        let count = u32::try_from(self.cells.len()).unwrap_or(u32::MAX).max(1);
        let Some(cell) = self.cells.get((number % count) as usize) else {
            return Micros::ZERO;
        };
        let output = plan.settings.max_output.map_or(cell.longest_reply, u64::from);
        price.of_tokens(cell.largest_request, output)
    }
}

fn cost(price: &Price, input: EstimateRange, output: EstimateRange) -> EstimateRange {
    let high = input.high.zip(output.high).map(|(input, output)| price.of_tokens(input, output).0);
    EstimateRange { low: price.of_tokens(input.low, output.low).0, high }
}

/// The measured cells by look-back and length, one cell for each condition.
type Known = BTreeMap<(u8, u16), Vec<Cell>>;

/// Returns the longest length to measure: the plan's longest one, or half of it, a quarter and so
/// on if its numbers grow too long.
fn longest(plan: &Plan) -> Result<u16, Box<Refusal>> {
    let mut steps = plan.steps.iter().copied().max().unwrap_or(1);
    let look_back = plan.look_backs.iter().copied().min().unwrap_or(1);
    let mut item = first_item(plan, look_back, steps)?;
    while weight(&item).saturating_mul(plan.conditions.len()) > MAX_ESTIMATE_WORK {
        let half = steps / 2;
        let suits = half > 0 && plan.conditions.iter().all(|condition| condition.suits(half));
        let Some(shorter) = suits.then(|| first_item(plan, look_back, half).ok()).flatten() else {
            break;
        };
        (steps, item) = (half, shorter);
    }
    Ok(steps)
}

fn first_item(plan: &Plan, look_back: u8, steps: u16) -> Result<Item, Box<Refusal>> {
    let generator = Generator::new(plan.cell_spec(steps, look_back)).map_err(Box::new)?;
    generator.item(plan.seed, 0).map_err(Box::new)
}

/// Returns the work of computing with an item's values under one condition, as an equivalent in
/// bytes of text.
fn weight(item: &Item) -> usize {
    item.values.iter().map(|value| value.bits() * value.bits() / BYTE).sum()
}

/// Returns values in the order in which they are measured: the greatest, the least, and then again
/// and again the middle of each interval.
fn spread<T: Copy + Ord>(values: &[T]) -> Vec<T> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    let mut spread: Vec<T> = sorted.last().into_iter().chain(sorted.first()).copied().collect();
    spread.dedup();
    let mut parts: VecDeque<(usize, usize)> = VecDeque::from([(0, sorted.len().saturating_sub(1))]);
    while let Some((from, to)) = parts.pop_front() {
        let middle = from.midpoint(to);
        if middle > from {
            spread.push(sorted[middle]);
            parts.extend([(from, middle), (middle, to)]);
        }
    }
    spread
}

/// Returns the cells of a look-back and a length, one for each condition. The tokens for an
/// unmeasured look-back range from the least to the most of all measured look-backs. This range is
/// extended by an eighth at both ends.
fn estimate_cells(known: &Known, (look_back, steps): (u8, u16)) -> Vec<Cell> {
    let own = between(known, (look_back, steps));
    if !own.is_empty() {
        return own;
    }
    let others: BTreeSet<u8> = known.keys().map(|(look_back, _)| *look_back).collect();
    let others = others.into_iter().map(|other| between(known, (other, steps)));
    let covering = |first: EstimateRange, second: EstimateRange| EstimateRange {
        low: first.low.min(second.low),
        high: first.high.zip(second.high).map(|(first, second)| first.max(second)),
    };
    let join = |first: Cell, second: Cell| Cell {
        input: covering(first.input, second.input),
        output: covering(first.output, second.output),
        largest_request: first.largest_request.max(second.largest_request),
        longest_reply: first.longest_reply.max(second.longest_reply),
        ..first
    };
    let joined = others.reduce(|all, cells| {
        all.into_iter().zip(cells).map(|(first, second)| join(first, second)).collect()
    });
    let wider = |range: EstimateRange| EstimateRange {
        low: range.low / 8 * 7,
        high: range.high.map(|high| high.saturating_add(high / 8)),
    };
    let own = |cell: Cell| Cell {
        look_back,
        input: wider(cell.input),
        output: wider(cell.output),
        largest_request: cell.largest_request.saturating_add(cell.largest_request / 8),
        longest_reply: cell.longest_reply.saturating_add(cell.longest_reply / 8),
        ..cell
    };
    joined.unwrap_or_default().into_iter().map(own).collect()
}

/// Returns the cells of a measured look-back and a length, one for each condition. The tokens for
/// an unmeasured length range from those of the next shorter to those of the next longer length.
/// Beyond the measured lengths they are scaled. The result is empty for an unmeasured look-back.
fn between(known: &Known, (look_back, steps): (u8, u16)) -> Vec<Cell> {
    let shorter = known.range((look_back, 0)..=(look_back, steps)).next_back();
    let longer = known.range((look_back, steps)..=(look_back, u16::MAX)).next();
    let cells = shorter.or(longer).map_or(&[][..], |(_, cells)| cells);
    let estimated_cell = |(nth, cell): (usize, &Cell)| {
        // Cells at the same position in two lists have the same condition.
        let shorter = shorter.and_then(|(_, cells)| cells.get(nth)).copied();
        let longer = longer.and_then(|(_, cells)| cells.get(nth)).copied();
        let low = shorter.unwrap_or_else(|| scaled(*cell, steps));
        let high = longer.unwrap_or_else(|| scaled(*cell, steps));
        let range = |low: EstimateRange, high: EstimateRange| EstimateRange {
            low: low.low,
            high: high.high,
        };
        Cell {
            steps,
            requests: requests(cell.condition, steps),
            input: range(low.input, high.input),
            output: range(low.output, high.output),
            ..high
        }
    };
    cells.iter().enumerate().map(estimated_cell).collect()
}

/// Scales the tokens of a cell to another length by the cube of the ratio of lengths. The result is
/// a lower bound for a shorter length and an upper bound for a longer one. Tokens of dialogues grow
/// with the square of the length, and digits of long numbers with the length. An eighth is added or
/// subtracted for differences between items.
fn scaled(cell: Cell, steps: u16) -> Cell {
    let cube = |steps: u16| u128::from(steps).pow(3);
    let eighths = if steps > cell.steps { 9 } else { 7 };
    let times = |tokens: u64| {
        let scaled = u128::from(tokens) * cube(steps) / cube(cell.steps).max(1);
        u64::try_from(scaled * eighths / 8).unwrap_or(u64::MAX)
    };
    let range =
        |range: EstimateRange| EstimateRange { low: times(range.low), high: range.high.map(times) };
    Cell {
        input: range(cell.input),
        output: range(cell.output),
        largest_request: times(cell.largest_request),
        longest_reply: times(cell.longest_reply),
        ..cell
    }
}

/// Returns the number of requests that a model needs if it follows the instructions.
fn requests(condition: Condition, steps: u16) -> u32 {
    let turns = match condition {
        Condition::Stepwise | Condition::Isolated => steps,
        Condition::Checkpoints(chunk) | Condition::Verified(chunk) => steps.div_ceil(chunk.max(1)),
        // The additional request is for the answer.
        Condition::Calculator | Condition::CalculatorText => steps.saturating_add(1),
        Condition::Explain | Condition::Review => 2,
        _ => 1,
    };
    turns.into()
}

fn cell(plan: &Plan, item: &Item, look_back: u8, condition: Condition, read: &mut usize) -> Cell {
    let reasons = plan.settings.effort.is_some_and(|effort| effort != Effort::Off);
    let limit = plan.settings.max_output.map(u64::from);
    let mut cell = Cell {
        condition,
        look_back,
        steps: item.spec.steps,
        requests: 0,
        input: EstimateRange::ZERO,
        output: EstimateRange::ZERO,
        largest_request: 0,
        longest_reply: 0,
    };
    for (request, reply) in usual(item, condition, read) {
        let (low, written) = tokens(&reply);
        let high =
            if reasons { limit } else { Some(limit.map_or(written, |limit| written.min(limit))) };
        let low = limit.map_or(low, |limit| low.min(limit));
        cell.requests += 1;
        cell.input = cell.input.plus(EstimateRange { low: request.0, high: Some(request.1) });
        cell.output = cell.output.plus(EstimateRange { low, high });
        cell.largest_request = cell.largest_request.max(request.1);
        cell.longest_reply = cell.longest_reply.max(written);
    }
    cell
}

/// Returns the requests of a dialogue with a solver that makes no error: the fewest and the most
/// tokens of each request, and its reply.
fn usual(item: &Item, condition: Condition, read: &mut usize) -> Vec<((u64, u64), String)> {
    let form = if condition == Condition::Structured { Form::Json } else { Form::Trace };
    let mut solver =
        DialogueSolver::new(item, condition, Solver::once(SolverKind::Followed), form, 0);
    let mut dialogue = Dialogue::new(item, condition);
    let (mut known, mut seen) = ((0, 0), 0);
    let mut all = Vec::new();
    while !dialogue.is_over() {
        let turns = dialogue.turns();
        // A question in a new dialogue begins with an empty context.
        if turns.len() <= seen {
            (known, seen) = ((0, 0), 0);
        }
        for turn in &turns[seen..] {
            let text = turn_text(turn);
            *read = read.saturating_add(text.len());
            let (low, high) = tokens(&text);
            known = (known.0 + low, known.1 + high);
        }
        seen = turns.len();
        let Some(reply) = solver.as_mut().and_then(|solver| solver.reply(turns)) else {
            // If the solver has no reply, the answer alone is the shortest possible reply.
            all.push((known, item.expected_text(condition)));
            break;
        };
        dialogue.on_correct_answer(&reply);
        let calls = reply.calls.iter().map(|call| call.arguments.as_str());
        let text = std::iter::once(reply.text.as_str()).chain(calls).collect::<Vec<_>>().join("\n");
        all.push((known, text));
    }
    all
}

/// Returns the text of a turn whose tokens are counted: the text and the arguments of tool calls,
/// or the results of the calls.
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

/// The class of a character for a tokenizer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    Letter,
    Digit,
    Sign,
    Blank,
}

/// Returns the fewest and the most tokens of a text. The fewest are the pieces of `cl100k_base`.
/// The most count every digit, sign, line break and blank before a number, and every four letters
/// of a word, as a token.
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
    fn token_ranges_of_texts_are_estimated() {
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
