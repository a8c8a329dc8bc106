//! The parts of the Lab.

mod controls;
mod curve;
mod detail;
mod flow;
mod head;
mod map;
mod results;
mod segments;
mod trace;

pub(crate) use self::controls::{Controls, PlayButton, StepButtons};
pub(crate) use self::curve::CurveCard;
pub(crate) use self::detail::Detail;
pub(crate) use self::head::{Head, StartChoices};
pub(crate) use self::map::{MapCard, MapKey};
pub(crate) use self::results::Results;
pub(crate) use self::trace::TraceCard;
