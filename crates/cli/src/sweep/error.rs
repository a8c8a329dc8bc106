//! The errors of sweeps, in words that name the remedy.

use std::fmt;
use std::io;

use stepfall_cli::CommandError;
use stepfall_sweep::{HeaderError, Problem};

/// The reason why a sweep cannot run.
#[derive(Debug)]
pub(super) enum SweepError {
    /// No target is named.
    NoModel,
    /// Parts of the plan are not understood.
    NotUnderstood(Vec<Problem>),
    /// The plan is invalid.
    Plan(Vec<Problem>),
    /// A flag of the plan is given with `--from`, whose file contains a plan.
    NoEffect { flag: &'static str },
    /// No file is named for the answers of language models.
    NoFile,
    /// The file belongs to another plan.
    OtherPlan { path: String, plan: String },
    /// The file is not a file of attempts.
    NotASweep { path: String, error: HeaderError },
    /// The file is a table, to which no lines can be added.
    IsTable { path: String },
    /// The file is UTF-16, to which no lines can be added.
    Utf16 { path: String },
    /// Another run is writing the file.
    Busy { path: String },
    /// A file or a folder cannot be written.
    Unwritten { path: String, error: io::Error },
    /// No variable contains a key for a provider that needs one.
    NoKey { provider: &'static str, variable: Option<&'static str> },
    /// A named variable contains no valid key.
    BadKey { variable: String, is_set: bool },
    /// The key of one variable would go to two origins.
    TwoOrigins { variable: String, origins: [String; 2] },
    /// A variable is named for a provider or an origin that no target has.
    UnknownOwner(String),
    /// Interrupts cannot be handled.
    Interrupts(String),
}

impl From<SweepError> for CommandError {
    fn from(error: SweepError) -> Self {
        Self::Message(error.to_string())
    }
}

impl fmt::Display for SweepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoModel => write!(
                f,
                "the plan has no model; add one, such as --model openai:NAME or --model simulated:mixed:200, or give an address"
            ),
            Self::NotUnderstood(problems) => {
                write!(f, "parts of the plan are not understood, so the sweep does not start:")?;
                list(problems, f)
            }
            Self::Plan(problems) => {
                write!(f, "the plan cannot be run; change these parameters:")?;
                list(problems, f)
            }
            Self::NoEffect { flag } => {
                write!(
                    f,
                    "--{flag} has no effect with --from, whose file has its own plan; leave it out"
                )
            }
            Self::NoFile => write!(
                f,
                "name a file with --out, so that no paid answer is lost; only --dry-run needs no file"
            ),
            Self::OtherPlan { path, plan } => write!(
                f,
                "{path} contains attempts of another plan; name another file, or leave out the address and the flags to continue its plan\n  its plan: {plan}"
            ),
            Self::NotASweep { path, error } => {
                write!(f, "{path} is not a file of attempts: {error}")
            }
            Self::IsTable { path } => write!(
                f,
                "{path} is a table, and attempts cannot be added to a table; show it with --from, or open it in the page, save it as JSONL, and continue with that file"
            ),
            Self::Utf16 { path } => write!(
                f,
                "{path} is in UTF-16, and attempts can be added only to UTF-8; show it with --from, or save it as UTF-8 and continue with that file"
            ),
            Self::Busy { path } => {
                write!(
                    f,
                    "another run is writing to {path}; wait until it ends, or name another file"
                )
            }
            Self::Unwritten { path, error } => write!(f, "{path} cannot be written: {error}"),
            Self::NoKey { provider, variable } => {
                let variable = variable.map(|name| format!("{name} or ")).unwrap_or_default();
                write!(
                    f,
                    "there is no key for {provider}; set {variable}STEPFALL_KEY, or name the variable that contains the key with --key-env"
                )
            }
            Self::BadKey { variable, is_set: false } => {
                write!(f, "the environment variable {variable} is not set")
            }
            Self::BadKey { variable, is_set: true } => {
                write!(f, "the environment variable {variable} does not contain a valid key")
            }
            Self::TwoOrigins { variable, origins: [one, other] } => write!(
                f,
                "the key in {variable} would be sent to {one} and to {other}; choose one of them with --key-env {one}=NAME"
            ),
            Self::UnknownOwner(owner) => write!(
                f,
                "--key-env {owner}=…: the plan has no model at {owner}; write a provider's name or an origin such as \
                 https://host:port"
            ),
            Self::Interrupts(error) => write!(f, "Ctrl-C cannot be handled: {error}"),
        }
    }
}

fn list(problems: &[Problem], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for Problem { field, sentence } in problems {
        write!(f, "\n  {field}: {sentence}")?;
    }
    Ok(())
}
