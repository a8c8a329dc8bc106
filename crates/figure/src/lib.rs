//! The figures of a sweep: graded attempts in, figures out, each with a table and a sentence of the
//! same content.
//!
//! A [`FigureData`] contains rows of graded attempts ([`Row`]). A [`Summary`] counts and groups them once.
//! Every figure answers a question from the summary:
//!
//! | module | question |
//! | --- | --- |
//! | `collapse` | how often are answers correct, against the number of steps? ([`Summary::collapse`]) |
//! | `horizon` | up to how many steps are answers correct half of the time? ([`Summary::horizon`]) |
//! | `control` | what is each condition compared with? |
//! | `helps` | which condition helps against its control, and what is lost if the task is changed? ([`Summary::helps`], [`Summary::controls`]) |
//! | `modes` | in which way do attempts fail? ([`Summary::modes`]) |
//! | `heat` | does accuracy depend on how far steps look back? ([`Summary::heat`]) |
//! | `hazard` | where does the first error come? ([`Summary::hazard`]) |
//! | `paired` | do two lines differ on the same items? ([`Summary::paired`]) |
//! | `cost` | how many tokens, how much time and money does an item take? ([`Summary::cost`]) |
//! | `small_model` | what are the results of the small model, and what does it lose? ([`small_model()`]) |
//! | `finding` | what is the overall result of the run? ([`Summary::finding`]) |
//! | `planned` | which difference can a plan detect? ([`detectable`]) |
//!
//! A [`Figure`] is laid out for a width when it is drawn ([`Figure::scene`], [`Figure::thumbnail`],
//! [`Figure::picture`]), without counting again. [`csv`] and [`html_report`] write files, and
//! [`attempt_table()`] has the attempts themselves for other programs. Each mark has an
//! [`AttemptFilter`], which selects its attempts from a run and describes them.
//!
//! A picture is complete: it has its title, its basis ([`Basis`]), its full names and its notes.
//!
//! An attempt without a reply has no row and never counts as incorrect; figures state how many
//! attempts failed. While planned attempts are missing ([`Completion`]), every figure, table and
//! sentence is marked as interim, and nothing is tested. Simulated targets are marked wherever they
//! are named. The same run always gives the same figures, since resampling uses its seed.

mod attempt_filter;
mod attempt_table;
mod basis;
mod collapse;
mod control;
mod cost;
mod error_category;
mod figure;
mod finding;
mod graded_run;
mod hazard;
mod heat;
mod helps;
mod horizon;
mod html;
mod isolated;
mod length_axis;
mod line_id;
mod modes;
mod paired;
mod planned;
mod row;
mod run;
mod scored;
mod selection;
mod shares;
mod small_model;
mod summary;
mod table;
mod totals;
mod words;

pub use self::attempt_filter::{AttemptFilter, BetterLine, Restriction};
pub use self::attempt_table::attempt_table;
pub use self::basis::Basis;
pub use self::collapse::STUDY;
pub use self::error_category::ErrorCategory;
pub use self::figure::{Figure, MAX_LINES};
pub use self::graded_run::{GradedRun, NOT_GRADED, is_confounded, is_study};
pub use self::html::{REPORT_MARK, html_report};
pub use self::line_id::LineId;
pub use self::planned::detectable;
pub use self::row::{AttemptCosts, Row, TaskKey};
pub use self::run::{Completion, FigureData, Missing, TargetLabel};
pub use self::selection::{AttemptSelection, ListedAttempt};
pub use self::small_model::small_model;
pub use self::summary::Summary;
pub use self::table::csv;
pub use self::words::enclosed_short;
pub use stepfall_protocol::figure::{Measure, Table};

impl Summary {
    /// Returns all figures in the order of a report, one for each question that the run has an
    /// answer to; the curve is always among them. Correctness follows the measure, except in the
    /// figures of solved items, which name it.
    pub fn figures(&self, measure: Measure) -> Vec<Figure> {
        let rest = [
            self.horizon(measure),
            self.controls(),
            self.helps(),
            self.modes(),
            self.heat(measure),
            self.hazard(),
            self.paired(&self.with_first(), measure),
            self.cost(),
        ];
        let curve = self.collapse(measure);
        std::iter::once(curve).chain(rest.into_iter().filter(Figure::is_drawn)).collect()
    }
}
