//! What the page is told of sweeps, as JSON text.

use serde_json::{Value, json};
use stepfall_figure::{Figure, Row};
use stepfall_procedure::shown_line;
use stepfall_sweep::{
    Amount, Attempt, Estimate, Header, Plan, Problem, Progress, Range, Run, TASK_COLUMNS, Target,
    TargetState, push_record, table_cells, table_columns,
};

use crate::bench::MAX_FILE;
use crate::listing::{Entry, Listing};

/// What is wrong with a set-up, and what it would take.
pub(crate) fn checked(problems: &[Problem], plan: &Plan, estimate: Option<&Estimate>) -> String {
    let problem = |problem: &Problem| json!({"field": problem.field, "sentence": problem.sentence});
    let problems: Vec<Value> = problems.iter().map(problem).collect();
    let notes: Vec<String> = plan.repeated().iter().map(ToString::to_string).collect();
    let mut told = json!({"problems": problems, "attempts": plan.tasks(), "notes": notes});
    if let Some(Estimate { total, unpriced, .. }) = estimate {
        let Amount { input, output, cost, .. } = total;
        told["input"] = range(input);
        told["output"] = range(output);
        told["cost"] = cost.as_ref().map_or(Value::Null, range);
        told["unpriced"] = (*unpriced).into();
    }
    told.to_string()
}

fn range(range: &Range) -> Value {
    json!([range.low, range.high])
}

/// The header of a run, with how far it is.
pub(crate) fn header(header: &Header, progress: &Progress) -> String {
    header_of(header, progress.answered as usize, progress.total)
}

/// The same by its numbers.
pub(crate) fn header_of(header: &Header, answered: usize, total: u32) -> String {
    json!({
        "stepfall_sweep": header.stepfall_sweep,
        "plan": header.plan,
        "name": header.name,
        "started": header.started,
        "answered": answered,
        "total": total,
    })
    .to_string()
}

/// What a report is called.
pub(crate) fn title(header: &Header) -> String {
    if header.name.is_empty() { "A sweep".to_owned() } else { header.name.clone() }
}

/// Why nothing could be kept.
pub(crate) fn not_kept(wrong: &str) -> String {
    match wrong {
        "full" => "There is no room left in this browser to keep the file.".to_owned(),
        other => format!("The file could not be kept: {other}."),
    }
}

/// A file is too large.
pub(crate) fn too_large() -> String {
    format!(
        "The file is too large: at most {} MB are read. Leave out lines behind the first; the rest is asked, or read, as a run of its own.",
        MAX_FILE / 1_000_000
    )
}

/// What was left out of a file.
pub(crate) fn bad_lines(run: &Run) -> String {
    let first = run.bad.first().map(|bad| format!(" Line {}: {}.", bad.line, bad.error));
    let lines = match run.bad_lines {
        1 => "One line of the file was left out.".to_owned(),
        more => format!("{more} lines of the file were left out."),
    };
    lines + &first.unwrap_or_default()
}

/// What was graded of an attempt, in a table.
const GRADED: [&str; 8] = [
    "first answer right",
    "last answer right",
    "any answer right",
    "solved at the end",
    "what is lost",
    "primary mode",
    "claimed steps",
    "right given own values",
];

/// The names of the columns of a table, behind the mark by which spreadsheets know UTF-8.
pub(crate) fn table_begin() -> String {
    let mut columns = table_columns().to_vec();
    columns.splice(TASK_COLUMNS..TASK_COLUMNS, GRADED);
    let mut text = "\u{feff}".to_owned();
    push_record(&mut text, &columns);
    text
}

/// A line of a table: an attempt with what was graded of it.
pub(crate) fn push_table(text: &mut String, attempt: &Attempt, header: &Header, row: Option<&Row>) {
    let yes = |is: bool| if is { "1" } else { "0" }.to_owned();
    let graded = row.map_or_else(Default::default, |row| {
        [
            yes(row.first),
            yes(row.last),
            yes(row.any),
            yes(row.solved),
            row.loss.map_or("", |loss| loss.slug()).to_owned(),
            row.primary.slug().to_owned(),
            row.claimed.to_string(),
            row.right_given_own.to_string(),
        ]
    });
    let mut cells = table_cells(attempt, header);
    cells.splice(TASK_COLUMNS..TASK_COLUMNS, graded);
    push_record(text, &cells);
}

/// How far a run is.
pub(crate) fn progress(
    run: &str,
    state: &str,
    why: &str,
    progress: Option<&Progress>,
    plan: &Plan,
    answered: usize,
) -> String {
    let mut told = json!({"run": run, "state": state, "why": why, "total": plan.tasks()});
    let Some(progress) = progress else {
        told["answered"] = answered.into();
        return told.to_string();
    };
    let targets = plan.targets.iter().zip(&progress.targets).map(|(target, of)| {
        let (state, halt) = match &of.state {
            TargetState::Working => ("working", String::new()),
            TargetState::Waiting(_) => ("waiting", String::new()),
            TargetState::Halted(halt) => ("halted", halt.to_string()),
            TargetState::Done => ("done", String::new()),
        };
        let error = of.last_error.as_ref().map(|error| {
            let status = error.status.map(|status| format!(" ({status})")).unwrap_or_default();
            format!("{}{status}: {}", error.error, shown_line(&error.message))
        });
        let error = [halt, error.unwrap_or_default()].into_iter().filter(|part| !part.is_empty());
        json!({
            "label": target.name(),
            "state": state,
            "answered": of.answered,
            "given_up": of.given_up,
            "total": of.total,
            "in_flight": of.in_flight,
            "error": error.collect::<Vec<_>>().join(" "),
        })
    });
    told["targets"] = targets.collect();
    told["answered"] = progress.answered.into();
    told["given_up"] = progress.given_up.into();
    told["in_flight"] = progress.in_flight.into();
    told["waiting"] = progress.waiting.into();
    told["asked"] = progress.asked.into();
    told["cost"] = progress.cost.0.into();
    told["input"] = progress.input.into();
    told["output"] = progress.output.into();
    told["rate"] = progress.rate.into();
    told["eta"] = progress.eta.into();
    told.to_string()
}

/// There is no such run on this machine.
pub(crate) fn gone(run: &str) -> String {
    json!({"run": run, "state": "gone"}).to_string()
}

/// Figures, each laid out for its width.
pub(crate) fn figures(figures: &[Figure], wide: u32, narrow: u32) -> String {
    let mut told = String::from("[");
    for (at, figure) in figures.iter().enumerate() {
        let words = json!({
            "id": figure.id,
            "title": figure.title,
            "sentence": figure.sentence,
            "notes": figure.notes,
            "table": {"columns": figure.table.columns, "rows": figure.table.rows},
        });
        let mut words = words.to_string();
        words.pop();
        if at > 0 {
            told.push(',');
        }
        let scene = figure.scene(if at == 0 { wide } else { narrow });
        told.push_str(&format!("{words},\"scene\":{}}}", scene.to_json()));
    }
    told.push(']');
    told
}

/// Rows of the list of attempts: number, sign, standing, and what each column says.
pub(crate) fn attempts(listing: &Listing, numbers: &[u32], from: usize, most: usize) -> String {
    let rows = numbers.iter().skip(from).take(most).filter_map(|number| {
        let Entry { plan, task, name, row, end, why } = listing.entry(*number)?;
        let place = format!("{} · {}", task.steps, task.look_back);
        let item = if plan.samples > 1 {
            format!("{}.{}", task.item, task.sample)
        } else {
            task.item.to_string()
        };
        let (sign, standing, mode, spent) = match row {
            Some(row) if row.first => ("✓", "right", row.primary.name(), spent(row)),
            Some(row) => ("✕", "fault", row.primary.name(), spent(row)),
            None => ("–", "missing", end, why.to_owned()),
        };
        let condition = task.condition.slug();
        Some(json!([number, sign, standing, name, condition, place, item, mode, spent]))
    });
    json!({"from": from, "total": numbers.len(), "rows": rows.collect::<Vec<_>>()}).to_string()
}

fn spent(row: &Row) -> String {
    let mut spent = Vec::new();
    if let Some(millis) = row.spent.millis {
        spent.push(format!("{}.{} s", millis / 1_000, millis % 1_000 / 100));
    }
    if let Some(tokens) = row.spent.tokens_out {
        spent.push(format!("{tokens} tokens"));
    }
    spent.join(" · ")
}

/// An attempt, to be opened in Play.
pub(crate) fn attempt(plan: &Plan, attempt: &Attempt) -> Option<stepfall_protocol::Attempt> {
    let task = plan.task(attempt.number)?;
    let mut link = plan.link(&task);
    link.cut = attempt.stop.as_deref() == Some("length");
    let author = match plan.target(&task)? {
        Target::Model { model, .. } => model.as_str(),
        Target::Simulated { .. } => "",
    };
    Some(stepfall_protocol::Attempt {
        link: link.fragment_beside(),
        transcript: attempt.transcript(),
        author: author.to_owned(),
    })
}
