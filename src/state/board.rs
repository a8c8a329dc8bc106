//! What a sweep would take, how far it is, and which runs there are.

/// From at least to at most; nothing where nobody can say.
pub(crate) type Range = (f64, Option<f64>);

/// What the runner says about a set-up.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Checked {
    /// What is wrong, each with the parameter that it is about.
    pub(crate) problems: Vec<(String, String)>,
    /// What is to be known of the grid, a sentence each.
    pub(crate) notes: Vec<String>,
    pub(crate) attempts: u32,
    /// Tokens.
    pub(crate) input: Range,
    pub(crate) output: Range,
    /// Millionths of a dollar; nothing where no model has a price.
    pub(crate) cost: Option<Range>,
    /// How many models have none.
    pub(crate) unpriced: u32,
}

/// What a run is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    Opening,
    Running,
    Paused,
    Stopped,
    Finished,
    /// It is at items that another generator made: it is kept, and neither graded nor gone on with.
    Unpublished,
    /// It runs in another tab.
    Elsewhere,
    /// It is not on this machine.
    Gone,
}

impl State {
    pub(crate) fn of(slug: &str) -> Self {
        match slug {
            "running" => Self::Running,
            "paused" => Self::Paused,
            "stopped" => Self::Stopped,
            "finished" => Self::Finished,
            "unpublished" => Self::Unpublished,
            "elsewhere" => Self::Elsewhere,
            "gone" => Self::Gone,
            _ => Self::Opening,
        }
    }
}

/// How far a run is.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Progress {
    pub(crate) run: String,
    pub(crate) state: State,
    /// Why it is doing nothing, in a sentence; may be empty.
    pub(crate) why: String,
    pub(crate) total: u32,
    pub(crate) answered: u32,
    pub(crate) given_up: u32,
    pub(crate) in_flight: u32,
    pub(crate) waiting: u32,
    pub(crate) asked: u32,
    /// Millionths of a dollar.
    pub(crate) cost: f64,
    pub(crate) input: f64,
    pub(crate) output: f64,
    /// Answers a minute.
    pub(crate) rate: u32,
    /// Milliseconds.
    pub(crate) eta: Option<f64>,
    pub(crate) targets: Vec<TargetProgress>,
}

/// How far one of those is who are asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TargetProgress {
    pub(crate) label: String,
    pub(crate) state: String,
    pub(crate) answered: u32,
    pub(crate) given_up: u32,
    pub(crate) total: u32,
    pub(crate) in_flight: u32,
    /// The last failure in words; may be empty.
    pub(crate) error: String,
}

/// A run that is kept.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct RunInfo {
    pub(crate) run: String,
    pub(crate) name: String,
    pub(crate) plan: String,
    /// Milliseconds since 1970.
    pub(crate) started: f64,
    pub(crate) answered: u32,
    pub(crate) total: u32,
}
