//! What a sweep shows: graded attempts in, figures out, each with its table twin and the sentence that reads it aloud.
//!
//! A [`Run`] is rows of graded attempts ([`Row`]), and a [`Summary`] its counts, grouped once. Every figure is a question to the summary:
//!
//! | module | question |
//! | --- | --- |
//! | `collapse` | how often are answers right, against the number of steps? ([`Summary::collapse`]) |
//! | `horizon` | at how many steps is it half of the time, and is that a matter of size? ([`Summary::horizon`], [`Summary::horizon_by_size`]) |
//! | `lost` | what do wrong attempts lose first? ([`Summary::lost`], [`Loss`]) |
//! | `helps`, `frontier` | which condition helps a target, and for how many tokens? ([`Summary::helps`], [`Summary::frontier`]) |
//! | `modes` | in which way do attempts fail, and do they execute all steps? ([`Summary::modes`], [`Summary::executed`]) |
//! | `heat` | does it depend on how far steps look back? ([`Summary::heat`]) |
//! | `hazard` | where does the first error come? ([`Summary::hazard`]) |
//! | `own_state` | is a step right given the attempt's own earlier values? ([`Summary::own_state`]) |
//! | `protocol`, `both_ways` | what do conditions ask about beside that? ([`Summary::protocols`]) |
//! | `paired` | do two lines differ on the same items? ([`Summary::paired`]) |
//! | `cost` | what does it take? ([`Summary::cost`]) |
//!
//! A [`Figure`] is laid out for a width when it is drawn, and counts nothing anew for it. [`csv`] and [`html_report`] write files.
//! What stands behind a mark of it is a [`Pick`], which takes its attempts out of a run and says what they are.
//!
//! What got no reply is no row and is never wrong; figures say how many attempts were given up. What is simulated is named so wherever it is named. Everything is
//! a function of the run, and resampling of its seed.

mod both_ways;
mod collapse;
mod cost;
mod figure;
mod frontier;
mod hazard;
mod heat;
mod helps;
mod horizon;
mod html;
mod loss;
mod lost;
mod modes;
mod own_state;
mod paired;
mod pick;
mod picked;
mod protocol;
mod row;
mod run;
mod summary;
mod table;
mod tally;
mod totals;
mod words;

pub use self::collapse::STUDY;
pub use self::figure::{Figure, MAX_LINES};
pub use self::html::html_report;
pub use self::loss::Loss;
pub use self::pick::{Alone, Only, Pick};
pub use self::picked::{Listed, Picked};
pub use self::row::{Row, Spent, Task};
pub use self::run::{Missing, Run, TargetLabel};
pub use self::summary::{LineId, Measure, Summary};
pub use self::table::{Table, csv};
pub use self::tally::{NOT_GRADED, Tally};

impl Summary {
    /// All figures in the order of a report: those of the whole run, then those of each line that is drawn.
    pub fn figures(&self) -> Vec<Figure> {
        let lines = self.pictured();
        let mut figures = vec![self.collapse(Measure::First), self.horizon()];
        let sized = self.horizon_by_size();
        figures.extend(sized.is_drawn().then_some(sized));
        let lost = self.lost_lines().into_iter().map(|line| self.lost(line));
        let mut lost: Vec<Figure> = lost.filter(Figure::is_drawn).collect();
        let rest = lost.split_off(lost.len().min(1));
        figures.extend(lost);
        let compared = std::iter::once(self.helps()).chain(self.frontiers());
        figures.extend(compared.filter(Figure::is_drawn));
        figures.extend(rest);
        figures.extend(lines.iter().map(|line| self.modes(*line)));
        figures.extend(lines.iter().map(|line| self.executed(*line)).filter(Figure::is_drawn));
        figures.extend(lines.iter().map(|line| self.heat(*line)));
        figures.extend(lines.iter().map(|line| self.hazard(*line)).filter(Figure::is_drawn));
        figures.push(self.own_state());
        figures.extend(self.protocols());
        if lines.len() > 1 {
            figures.push(self.paired(&self.with_first()));
        }
        figures.push(self.cost());
        figures
    }
}
