//! Properties of many items of a spec, as counts.

use stepfall_number::{Budget, Number};
use stepfall_procedure::{
    Arithmetic, Difficulty, Generator, Item, Op, Operand, Refusal, Seed, Step,
};

/// The number of parts of a procedure that are counted separately, from its beginning to its end.
pub(super) const THIRDS: usize = 3;
/// The number of values before the answer that a guess may name.
const LAST: usize = 5;

/// The counts of a third of the steps of one item.
#[derive(Debug, Clone, Default)]
pub(super) struct Third {
    pub(super) difficulty: Difficulty,
    /// The number of uses of each operation.
    pub(super) mix: [u32; Op::COUNT],
    /// The number of operands that are constants.
    pub(super) constants: u32,
    /// The number of steps whose value is that of an earlier step or input.
    pub(super) repeated: u32,
}

/// A share within one item, as a count and its total.
pub(super) type RatioCounts = (u32, u32);

/// The counts of one item.
#[derive(Debug, Clone)]
pub(super) struct ItemAudit {
    pub(super) thirds: [Third; THIRDS],
    /// True if the procedure ends in a trap ([`is_trapped`]).
    pub(super) is_trapped: Option<bool>,
    /// The single errors that change the value of their step ([`Item::error_share_at_step`]).
    pub(super) shows_at_step: RatioCounts,
    /// The single errors that change the answer ([`Item::error_share_in_answer`]).
    pub(super) shows_in_answer: RatioCounts,
    /// The single errors after which a later division leaves a remainder
    /// ([`Item::remainder_error_share`]).
    pub(super) remainder_errors: RatioCounts,
    /// The number of steps that can be left out without changing the answer, out of all steps
    /// except the last.
    pub(super) left_out: RatioCounts,
    /// True if the value before the last one is the answer.
    pub(super) is_one_early: bool,
    /// The number of values that equal the answer, out of the last [`LAST`] values before it.
    pub(super) last_values: RatioCounts,
    pub(super) answer: String,
}

/// The counts of the items of a spec under a seed.
pub(super) struct Audit {
    pub(super) items: Vec<ItemAudit>,
    /// The absolute values of all steps in each third, sorted.
    pub(super) sizes: [Vec<f64>; THIRDS],
}

impl Audit {
    /// Measures the first `count` items of a seed.
    pub(super) fn of(generator: &Generator, seed: Seed, count: u32) -> Result<Self, Refusal> {
        let mut audit = Self { items: Vec::new(), sizes: Default::default() };
        for index in 0..count {
            audit.take(&generator.item(seed, index)?);
        }
        audit.sizes.iter_mut().for_each(|sizes| sizes.sort_unstable_by(f64::total_cmp));
        Ok(audit)
    }

    fn take(&mut self, item: &Item) {
        let steps = &item.procedure.steps;
        let inputs = item.procedure.inputs.len();
        let mut thirds: [Third; THIRDS] = Default::default();
        for (position, step) in steps.iter().enumerate() {
            let at = position * THIRDS / steps.len();
            let third = &mut thirds[at];
            third.difficulty = third.difficulty.and(item.difficulty_of(position));
            third.mix[step.op.index()] += 1;
            third.constants += 2 - number(step.references().count());
            let value = &item.values[inputs + position];
            third.repeated += u32::from(item.values[..inputs + position].contains(value));
            self.sizes[at].push(size(value));
        }
        let shown = item.error_share_at_step();
        // If an incorrect value exceeds the digit budget, every error that changes its step counts
        // as one that changes the answer.
        let in_answer = item.error_share_in_answer().unwrap_or(shown);
        let remainder_errors = item.remainder_error_share();
        let answer = item.answer();
        let before =
            &item.values[item.values.len().saturating_sub(LAST + 1)..item.values.len() - 1];
        let same = |value: &&Number| item.procedure.arithmetic.answer(value) == answer;
        self.items.push(ItemAudit {
            thirds,
            is_trapped: is_trapped(item),
            shows_at_step: (shown.shown, shown.of),
            shows_in_answer: (in_answer.shown, in_answer.of),
            remainder_errors: (remainder_errors.shown, remainder_errors.of),
            left_out: removable_steps(item),
            is_one_early: before.last().as_ref().is_some_and(same),
            last_values: (number(before.iter().filter(same).count()), number(before.len())),
            answer: item.answer_text(),
        });
    }

    /// Returns the number of items whose answer is the most frequent one.
    pub(super) fn majority(&self) -> u32 {
        let mut answers: Vec<&str> = self.items.iter().map(|item| item.answer.as_str()).collect();
        answers.sort_unstable();
        let runs = answers.chunk_by(|left, right| left == right).map(<[&str]>::len);
        number(runs.max().unwrap_or(0))
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Returns the absolute value of a number, approximately. Only medians use it.
fn size(value: &Number) -> f64 {
    let size = value.abs();
    match size.to_fraction() {
        #[expect(clippy::cast_precision_loss, reason = "sizes are printed with a few digits")]
        Some((num, den)) => num as f64 / den as f64,
        None => size.round(3).to_fixed(3).parse().unwrap_or(f64::MAX),
    }
}

/// Returns whether the procedure ends in a trap. That is, all values on which the answer depends
/// and that one more step could use are multiples of one prime of 11 or more. `None` for specs that
/// cannot have this trap.
fn is_trapped(item: &Item) -> Option<bool> {
    let places = match item.spec.arithmetic {
        Arithmetic::Integer => 0,
        Arithmetic::Decimal { places } => u32::from(places),
        _ => return None,
    };
    if item.spec.look_back.reach() < 2 || !(item.spec.uses(Op::Add) || item.spec.uses(Op::Sub)) {
        return None;
    }
    let unit = 10i64.checked_pow(places)?;
    let (live, inputs) = (item.procedure.live_flags(), item.procedure.inputs.len());
    let from = item.values.len().saturating_sub(item.spec.look_back.reach().into());
    let within = (from..item.values.len()).filter(|&at| at < inputs || live[at - inputs]);
    let units = within.filter_map(|at| {
        let (num, den) = item.values[at].to_fraction()?;
        num.unsigned_abs().checked_mul((unit / den).unsigned_abs())
    });
    let mut common = units.fold(0, gcd);
    for prime in [2, 3, 5, 7] {
        while common > 0 && common.is_multiple_of(prime) {
            common /= prime;
        }
    }
    Some(common > 1)
}

const fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Returns the number of steps, except the last, that can be left out without changing the answer.
/// A value that the step uses replaces its result ([`stand_in`]).
fn removable_steps(item: &Item) -> RatioCounts {
    let budget = Budget::default();
    let (steps, answer) = (&item.procedure.steps, item.answer());
    let count = steps.len() - 1;
    let mut correct = 0;
    let mut values = Vec::with_capacity(item.values.len());
    for position in 0..count {
        values.clear();
        values.extend_from_slice(&item.values[..item.procedure.inputs.len() + position]);
        values.push(stand_in(&steps[position], &item.values));
        for step in &steps[position + 1..] {
            match item.procedure.compute(*step, &values, budget) {
                Ok(value) => values.push(value),
                Err(_) => break,
            }
        }
        let is_complete = values.len() == item.values.len();
        let last = values.last().filter(|_| is_complete);
        correct +=
            u32::from(last.is_some_and(|last| item.procedure.arithmetic.answer(last) == answer));
    }
    (correct, number(count))
}

/// Returns the value that replaces the result of an omitted step: the nearest earlier value that
/// the step uses, or a constant if it uses none.
fn stand_in(step: &Step, values: &[Number]) -> Number {
    let operands = [step.left, step.right].into_iter().filter_map(Operand::reference);
    match (operands.max(), step.left) {
        (None, Operand::Constant(constant)) => constant.number(),
        (Some(number), _) | (None, Operand::Value(number)) => {
            values[usize::from(number) - 1].clone()
        }
    }
}
