//! The summary of a batch, for reading.

use std::collections::BTreeMap;

use stepfall_cli::layout::{fitted, wrapped};
use stepfall_interchange::{Cell, Counts, Outcome, Scored, Tally, modes_by_count};
use stepfall_stats::{Confidence, Share, wilson};
use stepfall_text::{batch_duplicates, batch_ungraded};

/// The maximum number of ids that are printed in each list.
const PRINTED: usize = 10;

pub(super) fn summary(tally: &Tally) -> String {
    let mut text = String::new();
    let Scored { correct, scored, all } = Scored::of(&tally.counts);
    push(&mut text, &headline(correct, scored, all));
    for outcome in Outcome::ALL {
        let count = tally.counts[outcome as usize];
        if count > 0 {
            text.push_str(&format!("  {:<10} {count:>8}\n", outcome.slug()));
        }
    }
    let modes = modes_by_count(tally);
    if !modes.is_empty() {
        text.push_str("\nFailure modes of the replies:\n");
        for (mode, count) in modes {
            text.push_str(&format!("  {:<32} {count:>8}\n", mode.name()));
        }
    }
    let cells_by_model = tally.named_cells();
    if cells_by_model.len() > 1 {
        text.push('\n');
        text.push_str(&cells(&cells_by_model));
    }
    if tally.duplicates > 0 {
        push(&mut text, &format!("\n{}", batch_duplicates(tally.duplicates)));
        listed(&mut text, tally.duplicates, tally.duplicate_ids.iter().map(|id| fitted(id, 70)));
    }
    if tally.ungraded > 0 {
        push(&mut text, &format!("\n{}", batch_ungraded(tally.ungraded)));
        let lines = tally.ungraded_ids.iter().map(|(id, why)| format!("{}: {why}", fitted(id, 64)));
        listed(&mut text, tally.ungraded, lines);
    }
    text
}

fn headline(correct: u64, scored: u64, all: u64) -> String {
    if all == 0 {
        return "No response could be graded.".to_owned();
    }
    let share = interval(correct, scored);
    let are = if correct == 1 { "is" } else { "are" };
    let first = format!("{correct} of {scored} scored answers {are} correct{share}.");
    match all - scored {
        0 => first,
        1 if scored == 0 => "The response could not be scored.".to_owned(),
        left if scored == 0 => format!("None of the {left} responses could be scored."),
        left => format!(
            "{first} {left} of {all} could not be scored; if they count as incorrect, {correct} of {all} {are} correct{}.",
            interval(correct, all)
        ),
    }
}

fn cells(cells_by_model: &BTreeMap<Cell, Counts>) -> String {
    let head = ["model", "condition", "look-back", "steps", "correct", "scored", "all"];
    let mut rows = vec![head.map(str::to_owned)];
    rows.extend(cells_by_model.iter().map(|(cell, counts)| {
        let Scored { correct, scored, all } = Scored::of(counts);
        let model = if cell.model.is_empty() { "no model named" } else { &cell.model };
        [
            fitted(model, 24),
            cell.condition.clone(),
            cell.look_back.to_string(),
            cell.steps.to_string(),
            correct.to_string(),
            scored.to_string(),
            all.to_string(),
        ]
    }));
    let wide = |at: usize| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or_default();
    let widths: Vec<usize> = (0..head.len()).map(wide).collect();
    let mut text = String::new();
    for row in &rows {
        let cells: Vec<String> = row
            .iter()
            .zip(&widths)
            .enumerate()
            .map(
                |(at, (cell, wide))| {
                    if at < 2 { format!("{cell:<wide$}") } else { format!("{cell:>wide$}") }
                },
            )
            .collect();
        text.push_str(format!("  {}", cells.join("  ")).trim_end());
        text.push('\n');
    }
    text
}

/// Formats a share and its 95 % interval (Wilson), in percent. The text is empty if `all` is 0 or
/// does not fit into `u32`.
fn interval(correct: u64, all: u64) -> String {
    let (Ok(correct), Ok(all)) = (u32::try_from(correct), u32::try_from(all)) else {
        return String::new();
    };
    let Some(share) = Share::new(correct, all).ok().filter(|_| all > 0) else {
        return String::new();
    };
    let within = wilson(share, Confidence::P95);
    let percent = |part: f64| format!("{:.1}", part * 100.0);
    let share = percent(f64::from(correct) / f64::from(all));
    format!(" ({share} %, 95 % interval {} to {})", percent(within.low), percent(within.high))
}

fn push(text: &mut String, line: &str) {
    text.push_str(&wrapped(line, 0, 0));
    text.push('\n');
}

/// Lists the first `PRINTED` lines, and the number of the remaining entries. `all` is the number of
/// entries. `lines` may have fewer, because a tally stores only the first ids.
fn listed(text: &mut String, all: u64, lines: impl Iterator<Item = String>) {
    let mut more = all;
    for line in lines.take(PRINTED) {
        text.push_str(&format!("  {}\n", wrapped(&line, 2, 4)));
        more = more.saturating_sub(1);
    }
    if more > 0 {
        text.push_str(&format!("  and {more} more\n"));
    }
}

#[cfg(test)]
mod tests {
    use stepfall_interchange::{BatchGrader, QuestionId, Response, ResponseEnd, Ungraded};
    use stepfall_procedure::{Condition, Generator, Seed, Spec};

    use super::*;

    #[test]
    fn unlisted_ids_are_counted() {
        for count in [9, 10, 11, 150] {
            let mut tally = Tally::default();
            for number in 0..count {
                let error = QuestionId::read("q").err();
                let why = error.map_or(Ungraded::NoItem, Ungraded::Id);
                tally.add_ungraded(&format!("q-{number}"), &why);
            }
            let text = summary(&tally);
            let listed = text.lines().filter(|line| line.starts_with("  q-")).count();
            assert_eq!(listed, count.min(PRINTED), "{text}");
            let more = format!("  and {} more\n", count.saturating_sub(PRINTED));
            assert_eq!(text.ends_with(&more), count > PRINTED, "{text}");
        }
    }

    #[test]
    fn a_failed_call_counts_for_the_only_model() {
        let generator = Generator::new(Spec::default()).unwrap();
        let item = generator.item(Seed::wrapping(1), 0).unwrap();
        let mut grader = BatchGrader::default();
        let mut tally = Tally::default();
        for sample in 0..2 {
            let id = QuestionId::of(&item, Condition::AnswerOnly, sample).to_string();
            let response = match sample {
                0 => Response { id, model: Some("m-1".to_owned()), ..Response::default() },
                _ => Response {
                    id,
                    end: ResponseEnd::Failed("late".to_owned()),
                    ..Response::default()
                },
            };
            tally.add(&grader.grade(response).unwrap());
        }
        let cells = tally.named_cells();
        let counts: Vec<_> = cells
            .iter()
            .map(|(cell, counts)| (cell.model.as_str(), Scored::of(counts).all))
            .collect();
        assert_eq!(counts, [("m-1", 2)]);
    }
}
