//! The transcripts that edits are applied to.

use std::path::Path;

use stepfall_cli::CommandError;
use stepfall_grade::StopReason;
use stepfall_procedure::{Arithmetic, Condition, Generator, Item, LookBack, Seed, Spec};
use stepfall_solver::{ErrorFrequency, Form, Solver, SolverKind, simulate};

use crate::agreement::{Label, find, text};
use crate::confusion::Draws;

/// A transcript with its item.
pub(super) struct TestTranscript {
    /// The name in printed examples: the file, the solver and the form, or the number of the trace.
    pub(super) name: String,
    pub(super) item: Item,
    pub(super) condition: Condition,
    pub(super) text: String,
    pub(super) stop: StopReason,
}

/// Reads the labelled transcripts below some folders.
pub(super) fn labelled(folders: &[String]) -> Result<Vec<TestTranscript>, CommandError> {
    let mut labels = Vec::new();
    for folder in folders {
        find(Path::new(folder), &mut labels)?;
    }
    labels.sort();
    let read = |path: &std::path::PathBuf| {
        let record = path.with_extension("json");
        let (item, condition) = Item::from_record(&text(&record)?)
            .map_err(|error| CommandError::Record { path: record.display().to_string(), error })?;
        let is_cut = Label::read(path)?.get("stop") == "length";
        Ok(TestTranscript {
            name: path.display().to_string(),
            item,
            condition,
            text: text(&path.with_extension("txt"))?,
            stop: if is_cut { StopReason::Length } else { StopReason::Unknown },
        })
    };
    labels.iter().map(read).collect()
}

/// Draws transcripts of simulated solvers.
pub(super) fn simulated(count: u64) -> Result<Vec<TestTranscript>, CommandError> {
    let draws = Draws::new(SolverKind::ALL.to_vec(), Form::ALL.to_vec())?;
    let trials = (0..count).filter_map(|number| draws.trial(number));
    let subject = |trial: crate::confusion::Trial| TestTranscript {
        name: format!("{} in the form {}", trial.kind.slug(), trial.form.slug()),
        item: trial.item,
        condition: trial.condition,
        text: trial.simulation.transcript,
        stop: StopReason::Unknown,
    };
    Ok(trials.map(subject).collect())
}

/// Draws correct traces with values of up to five digits. Every step is an equation on its own
/// line.
pub(super) fn traces(count: u64) -> Result<Vec<TestTranscript>, CommandError> {
    let mut spec = Spec::new(Arithmetic::Integer);
    spec.set("bound", "99999").map_err(CommandError::Param)?;
    let generators = [5, 8, 11]
        .map(|steps| Generator::new(Spec { steps, look_back: LookBack::AtMost(3), ..spec }));
    let [short, middle, long] = generators;
    let generators = [short?, middle?, long?];
    let solver = Solver { kind: SolverKind::Followed, frequency: ErrorFrequency::Once };
    let subject = |number: u64| {
        let generator = &generators[usize::try_from(number % 3).ok()?];
        let item = generator.item(Seed::wrapping(number), 0).ok()?;
        let simulation = simulate(&item, Condition::Trace, &solver, Form::Trace, number)?;
        Some(TestTranscript {
            name: format!("correct trace {number}"),
            item,
            condition: Condition::Trace,
            text: simulation.transcript,
            stop: StopReason::Unknown,
        })
    };
    Ok((0..count).filter_map(subject).collect())
}
