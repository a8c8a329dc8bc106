//! The report of a comparison, for reading.

use stepfall_cli::layout::{fitted, wrapped};
use stepfall_interchange::{
    BatchComparison, ComparedQuestion, Comparison, Group, PairKind, ScoredPairs, Side,
};
use stepfall_text::{
    GROUP_COLUMNS, GROUP_NOTE, PASS_COLUMNS, PASS_NOTE, batch_duplicates, batch_ungraded,
    compared_overlap, pair_names,
};

use super::ComparedFile;

/// The maximum number of ids in the list of questions that only one file has.
const PRINTED: usize = 10;
/// The width of the names in the tables of shares and of questions, in columns.
const NAMES: usize = 26;

pub(super) fn report(
    first: &ComparedFile<'_>,
    second: &ComparedFile<'_>,
    all: &BatchComparison,
    result: &Comparison,
) -> String {
    let mut text = String::new();
    for source in [first, second] {
        push(&mut text, &described(source));
    }
    text.push('\n');
    push(&mut text, &overlap(result));
    if let Some(scored) = &result.scored {
        text.push('\n');
        text.push_str(&shares(first, second, &result.counts, scored));
        push(&mut text, &format!("\n{}", scored.test));
        text.push_str(&noted(PASS_COLUMNS, &scored.passes, PASS_NOTE));
        text.push_str(&noted(GROUP_COLUMNS, &scored.groups, GROUP_NOTE));
    }
    if !result.with_unscored.is_empty() {
        push(&mut text, &format!("\n{}", result.with_unscored));
    }
    for side in [Side::First, Side::Second] {
        text.push_str(&only_in(side, all));
    }
    text
}

/// Describes a file: its path and model, and the numbers of responses.
fn described(source: &ComparedFile<'_>) -> String {
    let counts = &source.tally.counts;
    let replies: u64 = counts.iter().sum();
    let side = match source.side {
        Side::First => "First",
        Side::Second => "Second",
    };
    let model = match source.name() {
        name if name == source.path => String::new(),
        name => format!(" ({})", fitted(name, 40)),
    };
    let mut sentence = format!("{side}: {}{model}, {}.", source.path, count(replies, "response"));
    if source.tally.duplicates > 0 {
        sentence.push_str(&format!(" {}", batch_duplicates(source.tally.duplicates)));
    }
    if source.tally.ungraded > 0 {
        sentence.push_str(&format!(" {}", batch_ungraded(source.tally.ungraded)));
    }
    sentence
}

/// Describes how many questions are in both files and in only one, and how many are left out.
fn overlap(result: &Comparison) -> String {
    let [both, first, second, neither, unscored, only_first, only_second] = result.counts;
    let all = both + first + second + neither + unscored;
    compared_overlap(all, unscored, only_first, only_second)
}

/// Returns two tables: the shares of correct answers, and the numbers of questions by outcome.
fn shares(
    first: &ComparedFile<'_>,
    second: &ComparedFile<'_>,
    counts: &[u64],
    scored: &ScoredPairs,
) -> String {
    let row = |name: &str, [value, low, high]: &[String; 3]| {
        format!("  {name:<NAMES$} {value:>8} {low:>8} {high:>8}\n")
    };
    let [of_first, of_second, difference] = &scored.shares;
    let mut text = row("correct, %", &["value", "low", "high"].map(str::to_owned));
    text.push_str(&row(&fitted(first.name(), NAMES), of_first));
    text.push_str(&row(&fitted(second.name(), NAMES), of_second));
    text.push_str(&row("difference, points", difference));
    text.push('\n');
    for (name, count) in pair_names(scored.is_single).into_iter().zip(counts) {
        text.push_str(&format!("  {name:<NAMES$} {count:>8}\n"));
    }
    text
}

/// Returns a table with a note; empty if it has no rows.
fn noted<const N: usize>(head: [&str; N], rows: &[[String; N]], note: &str) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let rows = [&[head.map(str::to_owned)], rows].concat();
    format!("\n{}{}\n", table(&rows, 1), wrapped(note, 0, 0))
}

/// Lists up to [`PRINTED`] questions that only the file of this side has, and the number of the
/// remaining ones. The list is empty if there are none.
fn only_in(side: Side, all: &BatchComparison) -> String {
    let (kind, name) = match side {
        Side::First => (PairKind::InFirst, "first"),
        Side::Second => (PairKind::InSecond, "second"),
    };
    let questions: Vec<&ComparedQuestion> =
        all.questions().filter(|question| question.kind() == kind).collect();
    if questions.is_empty() {
        return String::new();
    }
    let mut text = format!("\nOnly in the {name} file:\n");
    for question in questions.iter().take(PRINTED) {
        let Group { condition, steps, .. } = &question.group;
        text.push_str(&format!("  {} ({condition}, {steps} steps)\n", question.id));
    }
    if questions.len() > PRINTED {
        text.push_str(&format!("  and {} more\n", questions.len() - PRINTED));
    }
    text
}

/// Returns a table whose first `left` columns are aligned to the left.
fn table<const N: usize>(rows: &[[String; N]], left: usize) -> String {
    let wide = |at: usize| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or_default();
    let widths: [usize; N] = std::array::from_fn(wide);
    let mut text = String::new();
    for row in rows {
        text.push_str("  ");
        let cells = row.iter().zip(widths).enumerate().map(|(at, (cell, wide))| {
            if at < left { format!("{cell:<wide$}") } else { format!("{cell:>wide$}") }
        });
        text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        text.push('\n');
    }
    text
}

fn count(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

fn push(text: &mut String, line: &str) {
    text.push_str(&wrapped(line, 0, 0));
    text.push('\n');
}
