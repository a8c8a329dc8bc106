//! What the page knows, as plain structs with methods.
//!
//! Nothing here knows signals, views or the browser: everything is tested natively.

mod asked;
mod asking;
mod board;
mod calls;
mod dialogue;
mod earlier;
pub(crate) mod example;
mod field;
mod listing;
mod own;
mod play;
mod preset;
mod report;
mod sign_in;

pub(crate) use self::asked::{Asked, Family};
pub(crate) use self::asking::{Ended, Keys, Model, Provider, Stage, Suspect, Trouble};
pub(crate) use self::board::{Checked, Progress, Range, RunInfo, State, TargetProgress};
pub(crate) use self::calls::{Call, Calls, Verdict};
pub(crate) use self::dialogue::{Dialogue, Protocol, Said, Speaker, continued};
pub(crate) use self::earlier::Earlier;
pub(crate) use self::field::Field;
pub(crate) use self::listing::{Row, rows, shortened, sign, typeset};
pub(crate) use self::play::{Address, Edit, Judgement, Kept, Play, Problem, Shown};
pub(crate) use self::preset::Preset;
pub(crate) use self::report::{
    Answer, Cause, Mark, Marked, Reasoning, Report, Root, Shared, Shares, Span, Step, Voice,
};
pub(crate) use self::sign_in::{Back, Leave, SignIn};
pub(crate) use stepfall_protocol::Attempt as Opened;
