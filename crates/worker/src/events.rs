//! What the page is told of sweeps.

use serde_json::json;
use stepfall_figure::{Figure, Row, Table};
use stepfall_plot::scene::{Anchor, Mark, Scene, Shape};
use stepfall_procedure::shown_line;
use stepfall_protocol::figure as shown;
use stepfall_protocol::listing::{AttemptOutcome, Row as ListRow, Rows};
use stepfall_protocol::sweep::{
    Checked, Estimate as Told, Problem as Wrong, Progress as HowFar, Range as FromTo, RunState,
    TargetProgress, TargetState as Doing,
};
use stepfall_sweep::{
    Amount, Attempt, Estimate, Header, Plan, Problem, Progress, Range, Run, Target, TargetState,
};

use crate::listing::{Entry, Listing};
use crate::run_manager::MAX_FILE;
use crate::store::StoreError;

/// What is wrong with a set-up, and what it would take.
pub(crate) fn checked(problems: &[Problem], plan: &Plan, estimate: Option<&Estimate>) -> Checked {
    let problem = |problem: &Problem| Wrong {
        field: problem.field.to_string(),
        sentence: problem.sentence.clone(),
    };
    let told = |Estimate { total, unpriced, .. }: &Estimate| {
        let Amount { input, output, cost, .. } = *total;
        Told {
            input: range(input),
            output: range(output),
            cost: cost.map(range),
            unpriced: *unpriced,
        }
    };
    Checked {
        problems: problems.iter().map(problem).collect(),
        notes: plan.repeated().iter().map(ToString::to_string).collect(),
        attempts: plan.tasks(),
        estimate: estimate.map(told),
    }
}

const fn range(Range { low, high }: Range) -> FromTo {
    FromTo { low, high }
}

/// The header of a run, with how far it is and, where that is known, what came of it.
pub(crate) fn header(header: &Header, progress: &Progress, finding: &str) -> String {
    header_of(header, progress.answered as usize, progress.total, finding)
}

/// The same by its numbers.
pub(crate) fn header_of(header: &Header, answered: usize, total: u32, finding: &str) -> String {
    json!({
        "stepfall_sweep": header.stepfall_sweep,
        "plan": header.plan,
        "name": header.name,
        "started": header.started,
        "answered": answered,
        "total": total,
        "finding": finding,
    })
    .to_string()
}

/// Why nothing could be kept.
pub(crate) fn not_kept(wrong: &StoreError) -> String {
    match wrong {
        StoreError::Full => "There is no room left in this browser to keep the file.".to_owned(),
        StoreError::Other(words) => format!("The file could not be kept: {words}."),
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

/// How far a run is that is known to the scheduler.
pub(crate) fn progress(
    run: &str,
    (state, why): (RunState, String),
    progress: Option<&Progress>,
    plan: &Plan,
    answered: usize,
) -> HowFar {
    let known = HowFar { why, total: plan.tasks(), ..HowFar::new(run, state) };
    let Some(progress) = progress else {
        return HowFar { answered: u32::try_from(answered).unwrap_or(u32::MAX), ..known };
    };
    let target = |(target, of): (&Target, &stepfall_sweep::TargetProgress)| {
        let (state, halt) = match &of.state {
            TargetState::Working => (Doing::Working, String::new()),
            TargetState::Waiting(_) => (Doing::Waiting, String::new()),
            TargetState::Halted(halt) => (Doing::Halted, halt.to_string()),
            TargetState::Done => (Doing::Done, String::new()),
        };
        let error = of.last_error.as_ref().map(|error| {
            let status = error.status.map(|status| format!(" ({status})")).unwrap_or_default();
            format!("{}{status}: {}", error.error, shown_line(&error.message))
        });
        let error = [halt, error.unwrap_or_default()].into_iter().filter(|part| !part.is_empty());
        TargetProgress {
            label: target.name(),
            state,
            answered: of.answered,
            given_up: of.given_up,
            total: of.total,
            in_flight: of.in_flight,
            error: error.collect::<Vec<_>>().join(" "),
        }
    };
    HowFar {
        answered: progress.answered,
        given_up: progress.given_up,
        in_flight: progress.in_flight,
        waiting: progress.waiting,
        asked: progress.asked,
        cost: progress.cost.0,
        input: progress.input,
        output: progress.output,
        rate: progress.rate,
        eta: progress.eta,
        targets: plan.targets.iter().zip(&progress.targets).map(target).collect(),
        ..known
    }
}

/// The width of a figure in an overview, in units.
const THUMBNAIL: u32 = 220;

/// Figures, laid out for a width.
pub(crate) fn figures(figures: &[Figure], width: u32) -> Vec<shown::Figure> {
    let one = |figure: &Figure| shown::Figure {
        id: figure.id.clone(),
        title: figure.title.clone(),
        sentence: figure.sentence.clone(),
        notes: figure.notes.clone(),
        table: table(&figure.table),
        scene: scene(figure.scene(width)),
        thumbnail: scene(figure.thumbnail(THUMBNAIL)),
    };
    figures.iter().map(one).collect()
}

fn table(table: &Table) -> shown::Table {
    shown::Table { columns: table.columns.clone(), rows: table.rows.clone() }
}

fn scene(scene: Scene) -> shown::Scene {
    let Scene { title, width, height, root } = scene;
    shown::Scene { title, width, height, root: marks(root) }
}

fn marks(marks: Vec<Mark>) -> Vec<shown::Mark> {
    marks.into_iter().map(mark).collect()
}

fn mark(mark: Mark) -> shown::Mark {
    let Mark { shape, class, title, data } = mark;
    let shape = match shape {
        Shape::Group(inner) => shown::Shape::Group(marks(inner)),
        Shape::Path(path) => shown::Shape::Path(path),
        Shape::Line(places) => shown::Shape::Line(places),
        Shape::Rect(places) => shown::Shape::Rect(places),
        Shape::Circle(places) => shown::Shape::Circle(places),
        Shape::Text { at, anchor, text } => {
            let anchor = match anchor {
                Anchor::Start => shown::Anchor::Start,
                Anchor::Middle => shown::Anchor::Middle,
                Anchor::End => shown::Anchor::End,
            };
            shown::Shape::Text { at, anchor, text }
        }
    };
    let filter = data.into_iter().find_map(|(name, value)| (name == "filter").then_some(value));
    shown::Mark { shape, class: class.text(), title, filter: filter.unwrap_or_default() }
}

/// Rows of the list of attempts, from one on, and what these attempts are.
pub(crate) fn attempts(
    listing: &Listing,
    (numbers, said): (&[u32], String),
    from: usize,
    most: usize,
) -> Rows {
    let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let rows = numbers.iter().skip(from).take(most).filter_map(|number| {
        let Entry { plan, task, name, row, end, why } = listing.entry(*number)?;
        let place = format!("{} · {}", task.steps, task.look_back);
        let item = if plan.samples > 1 {
            format!("{}.{}", task.item, task.sample)
        } else {
            task.item.to_string()
        };
        let (outcome, mode, spent) = match row {
            Some(row) if row.first => (AttemptOutcome::Right, row.primary.name(), spent(row)),
            Some(row) => (AttemptOutcome::Wrong, row.primary.name(), spent(row)),
            None => (AttemptOutcome::Missing, end, why.to_owned()),
        };
        let condition = task.condition.slug();
        let cells = [name, condition, place, item, mode.to_owned(), spent];
        Some(ListRow { number: *number, outcome, cells })
    });
    Rows { from: count(from), total: count(numbers.len()), said, rows: rows.collect() }
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
