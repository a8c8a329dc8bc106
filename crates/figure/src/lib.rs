//! What a sweep shows: graded attempts in, figures out, each with its table twin and the sentence that reads it aloud.
//!
//! A [`Run`] is rows of graded attempts ([`Row`]), and a [`Summary`] its counts, grouped once. Every figure is a question to the summary:
//!
//! | module | question |
//! | --- | --- |
//! | `collapse` | how often are answers right, against the number of steps? ([`Summary::collapse`]) |
//! | `horizon` | up to how many steps is it half of the time? ([`Summary::horizon`]) |
//! | `difficulty`, `equal_difficulty` | is it the length that costs, or are longer items harder? ([`Summary::difficulty`]) |
//! | `control` | what is each condition held against? |
//! | `helps` | which condition helps against its control, and what is lost where the task is changed? ([`Summary::helps`], [`Summary::controls`]) |
//! | `modes` | in which way do attempts fail? ([`Summary::modes`]) |
//! | `heat` | does it depend on how far steps look back? ([`Summary::heat`]) |
//! | `hazard` | where does the first error come? ([`Summary::hazard`]) |
//! | `paired` | do two lines differ on the same items? ([`Summary::paired`]) |
//! | `cost` | what does it take? ([`Summary::cost`]) |
//! | `specimen` | how does the small model of the page fare, and what does it lose? ([`specimen()`]) |
//! | `finding` | what does the whole run come to? ([`Summary::finding`]) |
//! | `planned` | which difference can a plan detect? ([`detectable`]) |
//!
//! A [`Figure`] is laid out for a width when it is drawn ([`Figure::scene`], [`Figure::thumbnail`], [`Figure::picture`]), and counts nothing anew for it. [`csv`] and [`html_report`] write files, and [`attempt_table`] has
//! the attempts themselves for other programs.
//! What stands behind a mark of it is a [`AttemptFilter`], which takes its attempts out of a run and says what they are.
//!
//! A picture stands by itself: it has its title, what it rests on ([`Basis`]), its names in whole and its notes.
//!
//! An attempt without a reply is no row and never counts as incorrect; figures say how many attempts failed. While planned attempts are missing ([`Completion`]), every
//! figure, table and sentence is marked as interim, and nothing is tested. What is simulated is named so wherever it is named. Everything is
//! a function of the run, and resampling of its seed.

mod alone;
mod attempt_filter;
mod attempt_table;
mod basis;
mod collapse;
mod control;
mod cost;
mod difficulty;
mod equal_difficulty;
mod figure;
mod finding;
mod graded_run;
mod hazard;
mod heat;
mod helps;
mod horizon;
mod html;
mod length_axis;
mod line_id;
mod loss;
mod modes;
mod paired;
mod planned;
mod row;
mod run;
mod scored;
mod selection;
mod shares;
mod specimen;
mod summary;
mod table;
mod totals;
mod words;

pub use self::attempt_filter::{Alone, AttemptFilter, Only};
pub use self::attempt_table::attempt_table;
pub use self::basis::Basis;
pub use self::collapse::STUDY;
pub use self::figure::{Figure, MAX_LINES};
pub use self::graded_run::{GradedRun, NOT_GRADED, is_confounded, is_study};
pub use self::html::{REPORT_MARK, html_report};
pub use self::line_id::LineId;
pub use self::loss::Loss;
pub use self::planned::detectable;
pub use self::row::{Row, Spent, Task};
pub use self::run::{Completion, Missing, Run, TargetLabel};
pub use self::selection::{Listed, Selection};
pub use self::specimen::{Fared, FaredAt, specimen};
pub use self::summary::Summary;
pub use self::table::csv;
pub use stepfall_protocol::figure::{Measure, Table};

impl Summary {
    /// Returns all figures in the order of a report, one for each question that the run has an answer to; the curve is among them in any case. What is right follows the
    /// measure, but for the figures of items solved, which say so.
    pub fn figures(&self, measure: Measure) -> Vec<Figure> {
        let rest = [
            self.horizon(measure),
            self.difficulty(),
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
