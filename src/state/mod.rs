//! What the page knows, as plain structs with methods.
//!
//! Nothing here knows signals, views or the browser: everything is tested natively.

mod asked;
mod field;
mod listing;
mod play;
mod quote;

pub(crate) use self::asked::{Asked, Family};
pub(crate) use self::field::Field;
pub(crate) use self::listing::{Row, rows, sign, typeset};
pub(crate) use self::play::{Address, Edit, Judgement, Play, Problem, Shown};
pub(crate) use self::quote::quote;
