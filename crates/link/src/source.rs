//! The author of a transcript, as an address encodes it.

use crate::address::whole;
use crate::lab::Checkpoint;
use crate::setup::LinkedModel;

/// The author of a transcript.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Source {
    /// A language model, or an unknown author.
    #[default]
    Model,
    /// A simulated solver whose settings are unknown (`source=simulated`).
    Simulated,
    /// A run of a simulated solver (`source=simulated:wrong-operand:200;form=table;run=7`). These
    /// settings are enough to let the solver solve another item.
    Solver(SolverRun),
    /// The small model (`source=specimen:short`); `None` if its checkpoint is unknown.
    SmallModel(Option<Checkpoint>),
}

/// A run of a simulated solver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolverRun {
    /// The solver's slug, such as `wrong-operand`.
    pub solver: String,
    /// The slug of the form in which the solver writes.
    pub form: String,
    /// The failure rate of a step, in ten-thousandths; 0 for a single failure.
    pub rate: u32,
    /// The number of the run, which selects the random draws of the solver.
    pub run: u32,
}

/// The value of `source` for an unknown simulated solver.
const SIMULATED: &str = "simulated";
/// The prefix of `source` for the small model.
const SMALL_MODEL: &str = "specimen";
/// The default form, which an address leaves out.
const DEFAULT_FORM: &str = "trace";
/// The default number of the run, which an address leaves out.
const FIRST_RUN: u32 = 1;
/// The maximum rate, in ten-thousandths.
const WHOLE: u32 = 10_000;
/// The maximum length of a slug, in bytes.
const MAX_SLUG: usize = 40;

impl Source {
    /// Returns whether a simulated solver wrote the transcript.
    pub const fn is_simulated(&self) -> bool {
        matches!(self, Self::Simulated | Self::Solver(_))
    }

    /// Returns the run of the solver that wrote the transcript, if it is known.
    pub const fn solver(&self) -> Option<&SolverRun> {
        match self {
            Self::Solver(run) => Some(run),
            Self::Model | Self::Simulated | Self::SmallModel(_) => None,
        }
    }

    /// Returns whether the small model wrote the transcript.
    pub const fn is_small_model(&self) -> bool {
        matches!(self, Self::SmallModel(_))
    }

    /// Returns the value of `source`; empty for a language model.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Model => String::new(),
            Self::Simulated => SIMULATED.to_owned(),
            Self::Solver(run) => run.model().text(),
            Self::SmallModel(None) => SMALL_MODEL.to_owned(),
            Self::SmallModel(Some(checkpoint)) => format!("{SMALL_MODEL}:{}", checkpoint.slug()),
        }
    }

    /// Parses the value of `source`. An invalid solver still counts as simulated, and an unknown
    /// checkpoint still as the small model. The second value is false if a part was not understood.
    pub(crate) fn read(text: &str) -> (Self, bool) {
        if text == SMALL_MODEL {
            return (Self::SmallModel(None), true);
        }
        if let Some(slug) = text.strip_prefix(SMALL_MODEL).and_then(|rest| rest.strip_prefix(':')) {
            let checkpoint = Checkpoint::from_slug(slug);
            return (Self::SmallModel(checkpoint), checkpoint.is_some());
        }
        if text == SIMULATED {
            return (Self::Simulated, true);
        }
        let model = LinkedModel::read(text);
        if !model.is_simulated() {
            return (Self::Model, text.is_empty());
        }
        match SolverRun::read(&model) {
            Some(run) => (Self::Solver(run), true),
            None => (Self::Simulated, false),
        }
    }
}

impl SolverRun {
    /// Returns the solver in the form in which a sweep names it, with the number of its run.
    fn model(&self) -> LinkedModel {
        let Self { solver, form, rate, run } = self;
        let mut model = LinkedModel::new(format!("{SIMULATED}:{solver}:{rate}"), &[]);
        if form != DEFAULT_FORM {
            model.set("form", form);
        }
        if *run != FIRST_RUN {
            model.set("run", &run.to_string());
        }
        model
    }

    fn read(model: &LinkedModel) -> Option<Self> {
        let (_, solver) = model.name.split_once(':')?;
        let (solver, rate) = solver.split_once(':')?;
        let mut run = Self {
            solver: slug(solver)?,
            form: DEFAULT_FORM.to_owned(),
            rate: number(rate).filter(|rate| *rate <= WHOLE)?,
            run: FIRST_RUN,
        };
        for (key, value) in model.more() {
            match key {
                "form" => run.form = slug(value)?,
                "run" => run.run = number(value)?,
                _ => return None,
            }
        }
        Some(run)
    }
}

/// Parses a slug, whether or not a solver or form has this name.
fn slug(text: &str) -> Option<String> {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let is_slug = (1..=MAX_SLUG).contains(&text.len()) && text.bytes().all(is_plain);
    is_slug.then(|| text.to_owned())
}

fn number(text: &str) -> Option<u32> {
    whole(text).and_then(|number| u32::try_from(number).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solver_reads_back_with_its_form_and_run() {
        let run = |solver: &str, form: &str, rate, run| {
            let (solver, form) = (solver.to_owned(), form.to_owned());
            Source::Solver(SolverRun { solver, form, rate, run })
        };
        let cases = [
            ("simulated", Source::Simulated),
            ("simulated:wrong-operand:0", run("wrong-operand", "trace", 0, 1)),
            ("simulated:mixed:200;form=value-lines", run("mixed", "value-lines", 200, 1)),
            ("simulated:mixed:10000;form=table;run=49", run("mixed", "table", 10_000, 49)),
        ];
        for (text, source) in cases {
            assert_eq!(source.text(), text);
            assert_eq!(Source::read(text), (source, true));
        }
        assert_eq!(Source::Model.text(), "");
    }

    #[test]
    fn the_small_model_is_neither_a_model_nor_simulated() {
        let cases = [
            ("specimen", Source::SmallModel(None)),
            ("specimen:short", Source::SmallModel(Some(Checkpoint::Short))),
            ("specimen:long", Source::SmallModel(Some(Checkpoint::Long))),
        ];
        for (text, source) in cases {
            assert_eq!(source.text(), text);
            assert_eq!(Source::read(text), (source.clone(), true));
            assert!(source.is_small_model() && !source.is_simulated());
        }
        for text in ["specimen:", "specimen:medium", "specimen:short.1", "specimen:short;run=2"] {
            assert_eq!(Source::read(text), (Source::SmallModel(None), false), "{text}");
        }
        assert_eq!(Source::read("specimens"), (Source::Model, false));
    }

    #[test]
    fn an_invalid_solver_leaves_the_transcript_simulated() {
        for text in [
            "simulated:",
            "simulated:mixed",
            "simulated:mixed:10001",
            "simulated:mixed:-1",
            "simulated:Mixed:1",
            "simulated::1",
            "simulated:mixed:1;form=",
            "simulated:mixed:1;colour=red",
            "simulated:mixed:1;run=4294967296",
            "simulated:mixed:1;run",
        ] {
            assert_eq!(Source::read(text), (Source::Simulated, false), "{text}");
        }
        assert_eq!(Source::read(""), (Source::Model, true));
        for text in ["model", "simulateds", "simulates:mixed:1"] {
            assert_eq!(Source::read(text), (Source::Model, false), "{text}");
        }
    }
}
