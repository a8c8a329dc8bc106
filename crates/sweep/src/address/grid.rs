//! Parses the lists in an address: `5,25,95`, `5..95/10`, `exactly-3,exactly-5`.

use stepfall_procedure::{Condition, LookBack, MAX_LOOK_BACK, MAX_STEPS, safe_excerpt};

use crate::plan::{MAX_CONDITIONS, MAX_LENGTHS, MAX_PAIRS, Plan};
use stepfall_protocol::sweep::Problem;

/// The most comma-separated parts of a list of numbers that are read. Further parts are ignored.
const MAX_PARTS: usize = 500;

pub(super) fn read_steps(text: &str, plan: &mut Plan, problems: &mut Vec<Problem>) {
    let steps = numbers("steps", text, MAX_STEPS.into(), MAX_LENGTHS, problems);
    let steps: Vec<u16> = steps.into_iter().filter_map(|steps| steps.try_into().ok()).collect();
    if !steps.is_empty() {
        plan.steps = steps;
    }
}

/// Reads the look-backs. The first one determines whether all are exact distances (`exactly-5`).
pub(super) fn read_look_backs(text: &str, plan: &mut Plan, problems: &mut Vec<Problem>) {
    const EXACTLY: &str = "exactly-";
    let is_exact = text.starts_with(EXACTLY);
    let parts: Vec<&str> = text.split(',').collect();
    if parts.iter().any(|part| part.starts_with(EXACTLY) != is_exact) {
        let sentence =
            "Look-backs are either all exact distances or none is; all are read as the first one.";
        problems.push(Problem::new("lookback", sentence));
    }
    let bare: Vec<&str> =
        parts.iter().map(|part| part.strip_prefix(EXACTLY).unwrap_or(part)).collect();
    let most = usize::from(MAX_LOOK_BACK);
    let reaches = numbers("lookback", &bare.join(","), MAX_LOOK_BACK.into(), most, problems);
    let reaches: Vec<u8> = reaches.into_iter().filter_map(|reach| reach.try_into().ok()).collect();
    if !reaches.is_empty() {
        plan.look_backs = reaches;
        let reach = plan.base.look_back.reach();
        plan.base.look_back =
            if is_exact { LookBack::Exactly(reach) } else { LookBack::AtMost(reach) };
    }
}

/// Drops the last look-backs if there are too many pairs of a length and a look-back.
pub(super) fn fit_pairs(plan: &mut Plan, problems: &mut Vec<Problem>) {
    let room = MAX_PAIRS / plan.steps.len().max(1);
    if plan.look_backs.len() > room {
        plan.look_backs.truncate(room);
        let sentence = format!(
            "There may be {MAX_PAIRS} pairs of a length and a look-back; only the first {room} look-backs count."
        );
        problems.push(Problem::new("lookback", sentence));
    }
}

pub(super) fn read_conditions(text: &str, plan: &mut Plan, problems: &mut Vec<Problem>) {
    let mut conditions = Vec::new();
    for slug in text.split(',') {
        match Condition::from_slug(slug) {
            Some(condition) if conditions.contains(&condition) => {}
            Some(_) if conditions.len() == MAX_CONDITIONS => {
                let sentence =
                    format!("There may be {MAX_CONDITIONS} conditions; only the first ones count.");
                problems.push(Problem::new("condition", sentence));
                break;
            }
            Some(condition) => conditions.push(condition),
            None if problems.iter().filter(|problem| problem.field == "condition").count() < 5 => {
                let slug = safe_excerpt(slug);
                let sentence = format!("There is no condition “{slug}”; it is left out.");
                problems.push(Problem::new("condition", sentence));
            }
            None => {}
        }
    }
    if !conditions.is_empty() {
        plan.conditions = conditions;
    }
}

/// Parses a list such as `5,25..95/10` into distinct numbers from 1 to `most`, at most `room` of
/// them. A smaller number becomes 1, a larger one `most`, and unreadable parts are left out. Each
/// kind of problem is reported once, under `field`, and so is a list with more than `room` numbers.
fn numbers(
    field: &'static str,
    text: &str,
    most: u32,
    room: usize,
    problems: &mut Vec<Problem>,
) -> Vec<u32> {
    let mut numbers: Vec<u32> = Vec::new();
    let (mut unread, mut moved, mut full) = (None, false, false);
    for part in text.split(',').take(MAX_PARTS) {
        let Some((from, to, by)) = range(part) else {
            unread = unread.or(Some(part));
            continue;
        };
        let mut next = Some(from);
        while let Some(number) = next.filter(|&number| number <= to) {
            let taken = number.clamp(1, most);
            moved |= taken != number;
            if !numbers.contains(&taken) {
                if numbers.len() == room {
                    full = true;
                    break;
                }
                numbers.push(taken);
            }
            // Above `most`, every further number would become `most`, so the range ends.
            next = number.checked_add(by).filter(|_| number <= most);
        }
    }
    let mut report = |sentence: String| problems.push(Problem::new(field, sentence));
    if let Some(part) = unread {
        let part = safe_excerpt(part);
        report(format!(
            "“{part}” is left out; write numbers such as 5,25 or a range such as 5..95/10."
        ));
    }
    if moved {
        report(format!("Numbers are from 1 to {most}; others count as the nearest one."));
    }
    if full {
        report(format!("There may be {room} of them; only the first ones count."));
    }
    numbers
}

/// Parses `25`, `5..95` or `5..95/10`. Returns the first number, the last number and the step
/// width. A number above `u32::MAX` becomes `u32::MAX`. Returns `None` for any other text, for a
/// descending range and for the width 0.
fn range(text: &str) -> Option<(u32, u32, u32)> {
    let number = |text: &str| {
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| text.parse().unwrap_or(u32::MAX))
    };
    let Some((from, to)) = text.split_once("..") else {
        let number = number(text)?;
        return Some((number, number, 1));
    };
    let (to, by) = to.split_once('/').unwrap_or((to, "1"));
    let (from, to, by) = (number(from)?, number(to)?, number(by)?);
    (from <= to && by > 0).then_some((from, to, by))
}
