//! What a sweep shows: graded attempts in, figures out, each with its table twin and the sentence that reads it aloud.
//!
//! A [`Run`] is rows of graded attempts ([`Row`]), and a [`Summary`] its counts, grouped once. Every figure is a question to the summary:
//!
//! | module | question |
//! | --- | --- |
//! | `collapse` | how often are answers right, against the number of steps? ([`Summary::collapse`]) |
//! | `horizon` | up to how many steps is it half of the time, and is that a matter of size? ([`Summary::horizon`], [`Summary::horizon_by_size`]) |
//! | `difficulty`, `equal_difficulty` | is it the length that costs, or are longer items harder? ([`Summary::difficulty`]) |
//! | `lost` | what do wrong attempts lose first? ([`Summary::lost`], [`Loss`]) |
//! | `control` | what is each condition held against? |
//! | `helps` | which condition helps against its control, and what is lost to what others isolate? ([`Summary::helps`], [`Summary::controls`]) |
//! | `frontier` | what is had for how many tokens, and for how much money? ([`Summary::frontier`], [`Summary::frontier_by_money`]) |
//! | `votes` | what do several samples of an item add? ([`Summary::votes`]) |
//! | `modes` | in which way do attempts fail, and do they execute all steps? ([`Summary::modes`], [`Summary::executed`]) |
//! | `heat` | does it depend on how far steps look back? ([`Summary::heat`]) |
//! | `hazard` | where does the first error come? ([`Summary::hazard`]) |
//! | `own_state` | is a step right given the attempt's own earlier values? ([`Summary::own_state`]) |
//! | `protocol`, `both_ways` | what do conditions ask about beside that? ([`Summary::protocols`]) |
//! | `paired` | do two lines differ on the same items? ([`Summary::paired`]) |
//! | `cost` | what does it take? ([`Summary::cost`]) |
//! | `specimen` | how does the small model of the page fare, and what does it lose? ([`specimen()`]) |
//! | `finding` | what does the whole run come to? ([`Summary::finding`]) |
//!
//! A [`Figure`] is laid out for a width when it is drawn ([`Figure::scene`], [`Figure::thumbnail`], [`Figure::picture`]), and counts nothing anew for it. [`csv`] and [`html_report`] write files, and [`attempt_table`] has
//! the attempts themselves for other programs.
//! What stands behind a mark of it is a [`AttemptFilter`], which takes its attempts out of a run and says what they are.
//!
//! A picture stands by itself: it has its title, what it rests on ([`Basis`]), its names in whole and its notes.
//!
//! What got no reply is no row and is never wrong; figures say how many attempts failed. What is simulated is named so wherever it is named. Everything is
//! a function of the run, and resampling of its seed.

mod alone;
mod attempt_filter;
mod attempt_table;
mod basis;
mod both_ways;
mod collapse;
mod control;
mod cost;
mod difficulty;
mod equal_difficulty;
mod figure;
mod finding;
mod frontier;
mod graded_run;
mod hazard;
mod heat;
mod helps;
mod horizon;
mod html;
mod length_axis;
mod line_id;
mod loss;
mod lost;
mod modes;
mod own_state;
mod paired;
mod protocol;
mod row;
mod run;
mod scored;
mod selection;
mod shares;
mod specimen;
mod summary;
mod table;
mod totals;
mod votes;
mod words;

pub use self::attempt_filter::{Alone, AttemptFilter, Only};
pub use self::attempt_table::attempt_table;
pub use self::basis::Basis;
pub use self::collapse::STUDY;
pub use self::figure::{Figure, MAX_LINES};
pub use self::graded_run::{GradedRun, NOT_GRADED, is_study};
pub use self::html::html_report;
pub use self::line_id::LineId;
pub use self::loss::Loss;
pub use self::row::{Row, Spent, Task};
pub use self::run::{Missing, Run, TargetLabel};
pub use self::selection::{Listed, Selection};
pub use self::specimen::{Fared, FaredAt, specimen};
pub use self::summary::{Measure, Summary};
pub use self::table::{Table, csv};

impl Summary {
    /// All figures in the order of a report, one for each kind of question that the run has an answer to; the curve is among them in any case.
    pub fn figures(&self) -> Vec<Figure> {
        let rest = [
            self.horizon(),
            self.horizon_by_size(),
            self.difficulty(),
            self.lost(),
            self.controls(),
            self.helps(),
            self.frontier(),
            self.frontier_by_money(),
            self.votes(),
            self.modes(),
            self.executed(),
            self.heat(),
            self.hazard(),
            self.own_state(),
        ];
        let last = [self.paired(&self.with_first()), self.cost()];
        let rest = rest.into_iter().chain(self.protocols()).chain(last);
        let curve = self.collapse(Measure::First);
        std::iter::once(curve).chain(rest.filter(Figure::is_drawn)).collect()
    }
}
