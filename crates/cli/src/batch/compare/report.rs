//! The report of a comparison, for reading.

use stepfall_cli::layout::{fitted, wrapped};
use stepfall_interchange::{
    BatchComparison, Compared, ComparedQuestion, Counting, Group, PassDifference, Side,
};
use stepfall_stats::Estimate;
use stepfall_text::{batch_duplicates, batch_ungraded};

use super::Source;

/// The maximum number of ids that are printed for each file.
const PRINTED: usize = 10;
/// The column after the names in the first tables.
const NAMES: usize = 24;

/// Returns the report as lines.
pub(super) fn report(first: &Source<'_>, second: &Source<'_>, all: &BatchComparison) -> String {
    let mut text = String::new();
    for source in [first, second] {
        push(&mut text, &described(source));
    }
    text.push('\n');
    push(&mut text, &overlap(all));
    if let Some(compared) = all.compared(Counting::Scored) {
        text.push('\n');
        text.push_str(&shares(first, second, &compared));
        push(&mut text, &format!("\n{}", test(&compared)));
        text.push_str(&passes(&compared));
        text.push_str(&groups(&all.groups(Counting::Scored)));
    }
    text.push_str(&with_unscored(all));
    for side in [Side::First, Side::Second] {
        text.push_str(&only_in(side, all));
    }
    text
}

/// Returns a sentence about a file.
fn described(source: &Source<'_>) -> String {
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

/// Returns a sentence about the questions of both files.
fn overlap(all: &BatchComparison) -> String {
    let [mut both, mut scored, mut first, mut second] = [0; 4];
    for question in all.questions() {
        match (question.first, question.second) {
            (Some(one), Some(other)) => {
                both += 1;
                scored += u64::from(one.scored > 0 && other.scored > 0);
            }
            (Some(_), None) => first += 1,
            _ => second += 1,
        }
    }
    let mut sentence = format!(
        "{} in both files, {first} only in the first, {second} only in the second.",
        are(both)
    );
    if scored < both {
        sentence.push_str(&format!(
            " Of those in both, {} left out: a file has no reply to them that could be scored.",
            are(both - scored)
        ));
    }
    sentence
}

/// Returns the table of shares.
fn shares(first: &Source<'_>, second: &Source<'_>, compared: &Compared) -> String {
    let row = |name: &str, estimate: &Estimate, sign: bool| {
        let cell = if sign { points } else { percent };
        let (value, low, high) = (estimate.value, estimate.interval.low, estimate.interval.high);
        format!("  {name:<NAMES$} {:>8} {:>8} {:>8}\n", cell(value), cell(low), cell(high))
    };
    let mut text =
        format!("  {:<NAMES$} {:>8} {:>8} {:>8}\n", "correct, %", "value", "low", "high");
    text.push_str(&row(&fitted(first.name(), NAMES), &compared.first, false));
    text.push_str(&row(&fitted(second.name(), NAMES), &compared.second, false));
    text.push_str(&row("difference, points", &compared.difference, true));
    let counts = &compared.pairs;
    let rows = if compared.is_single {
        [
            ("correct in both", counts.both),
            ("only in the first", counts.only_first),
            ("only in the second", counts.only_second),
            ("in neither", counts.neither),
        ]
    } else {
        [
            ("all correct in both", counts.both),
            ("better in the first", counts.only_first),
            ("better in the second", counts.only_second),
            ("else equal", counts.neither),
        ]
    };
    text.push('\n');
    for (name, count) in rows {
        text.push_str(&format!("  {name:<NAMES$} {count:>8}\n"));
    }
    text
}

/// Returns a sentence about the test.
fn test(compared: &Compared) -> String {
    let name = if compared.is_single {
        "McNemar's mid-p test, two-sided"
    } else {
        "Sign-flip test by item (mid-p), two-sided"
    };
    format!(
        "{name}: {}. Intervals are at 95 %; that of the difference is for paired shares.",
        p_value(compared.p)
    )
}

/// Returns the table of estimates over several samples.
fn passes(compared: &Compared) -> String {
    if compared.passes.is_empty() {
        return String::new();
    }
    let row = |name: String, one: &PassDifference| {
        [
            name,
            percent(one.first),
            percent(one.second),
            points(one.difference.value),
            points(one.difference.interval.low),
            points(one.difference.interval.high),
            p_cell(one.p),
        ]
    };
    let mut rows = vec![
        ["samples", "first, %", "second, %", "difference", "low", "high", "p"].map(str::to_owned),
    ];
    for passes in &compared.passes {
        rows.push(row(format!("pass@{}", passes.k), &passes.any));
        rows.push(row(format!("pass^{}", passes.k), &passes.all));
    }
    format!(
        "\n{}{}\n",
        table(&rows, 1),
        wrapped(
            "pass@k: at least one of k samples is correct; pass^k: all are. Intervals resample items; p is that of the sign-flip test by item.",
            0,
            0
        )
    )
}

/// Returns the table of groups, if there are several.
fn groups(groups: &[(Group, Compared, f64)]) -> String {
    if groups.len() < 2 {
        return String::new();
    }
    let head = [
        "condition",
        "look-back",
        "steps",
        "questions",
        "first, %",
        "second, %",
        "difference",
        "low",
        "high",
        "p",
    ];
    let mut rows = vec![head.map(str::to_owned)];
    for (group, compared, p) in groups {
        rows.push([
            group.condition.clone(),
            group.look_back.to_string(),
            group.steps.to_string(),
            compared.questions.to_string(),
            percent(compared.first.value),
            percent(compared.second.value),
            points(compared.difference.value),
            points(compared.difference.interval.low),
            points(compared.difference.interval.high),
            p_cell(*p),
        ]);
    }
    format!("\n{}p is adjusted after Holm for all rows.\n", table(&rows, 1))
}

/// Returns a sentence about the result if replies that could not be scored count as incorrect.
/// Empty if all replies are scored.
fn with_unscored(all: &BatchComparison) -> String {
    let attempts = all.questions().filter_map(|question| question.first.zip(question.second));
    let is_scored =
        attempts.flat_map(|(first, second)| [first, second]).all(|one| one.scored == one.replies);
    let Some(compared) = all.compared(Counting::Replies).filter(|_| !is_scored) else {
        return String::new();
    };
    let Estimate { value, interval } = compared.difference;
    let mut text = String::new();
    push(
        &mut text,
        &format!(
            "\nIf replies that could not be scored count as incorrect: {} % and {} % of {}, difference {} points ({} to {}), {}.",
            percent(compared.first.value),
            percent(compared.second.value),
            count(compared.questions as u64, "question"),
            points(value),
            points(interval.low),
            points(interval.high),
            p_value(compared.p),
        ),
    );
    text
}

/// Lists the questions that only one file has.
fn only_in(side: Side, all: &BatchComparison) -> String {
    let is_only = |question: &&ComparedQuestion| match side {
        Side::First => question.second.is_none(),
        Side::Second => question.first.is_none(),
    };
    let questions: Vec<&ComparedQuestion> = all.questions().filter(is_only).collect();
    if questions.is_empty() {
        return String::new();
    }
    let name = match side {
        Side::First => "first",
        Side::Second => "second",
    };
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

/// Returns a table whose first columns are aligned to the left.
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

fn percent(share: f64) -> String {
    format!("{:.1}", share * 100.0)
}

/// Returns a difference in percentage points, with its sign.
fn points(difference: f64) -> String {
    let text = format!("{:+.1}", difference * 100.0);
    if text == "-0.0" || text == "+0.0" { "0.0".to_owned() } else { text }
}

fn p_cell(p: f64) -> String {
    if p < 0.0005 { "< 0.001".to_owned() } else { format!("{p:.3}") }
}

fn p_value(p: f64) -> String {
    if p < 0.0005 { "p < 0.001".to_owned() } else { format!("p = {p:.3}") }
}

fn count(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

fn are(questions: u64) -> String {
    if questions == 1 { "1 question is".to_owned() } else { format!("{questions} questions are") }
}

fn push(text: &mut String, line: &str) {
    text.push_str(&wrapped(line, 0, 0));
    text.push('\n');
}
