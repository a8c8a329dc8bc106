//! The parts of Results: the table of recorded runs, and the open run. The curve of a recorded run
//! is also shown by Sweep and Learn.

mod real_curve;
mod run;
mod table;

pub(crate) use self::real_curve::RealCurve;
pub(crate) use self::run::RunCard;
pub(crate) use self::table::{Filter, RunTable};
