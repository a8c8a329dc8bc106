//! Accuracy over look-back and length.

use stepfall_plot::chart::{Grid, Heat, HeatCell};
use stepfall_protocol::figure::{Measure, Table};
use stepfall_stats::Estimate;
use stepfall_sweep::RepeatedCell;
use stepfall_text::capital;

use crate::attempt_filter::AttemptFilter;
use crate::figure::{Drawing, Figure, NO_ATTEMPTS};
use crate::line_id::LineId;
use crate::scored::measure_note;
use crate::shares::{SHARE_INTERVALS, item_shares, pooled_counts};
use crate::summary::{Counts, LengthAndLookBack, Summary};
use crate::words::{self, count, fixed, percent_cell};

/// The note for items in which operation and look-back go together.
const CONFOUNDED: &str = "In these items each + and − takes an earlier value, and each × and ÷ a constant: an effect of look-back cannot be told from one of the operations. Numbers modulo 97 (mod97) have no such link.";

/// The accuracy at items of one shape.
struct ShapeAccuracy {
    shape: LengthAndLookBack,
    correct: u32,
    attempts: u32,
    estimate: Estimate,
    filter: AttemptFilter,
}

/// The accuracy at one look-back, over some lengths.
struct LookBack {
    look_back: u8,
    estimate: Estimate,
}

impl Summary {
    /// Returns the share of correct answers of each line for each look-back and number of steps.
    pub fn heat(&self, measure: Measure) -> Figure {
        self.marked(self.heat_figure(measure))
    }

    fn heat_figure(&self, measure: Measure) -> Figure {
        const ID: &str = "look-back";
        let lines = self.lines();
        let title = self.titled("Correct answers by look-back and number of steps", &lines);
        let columns = [
            "line",
            "look-back",
            "steps",
            "attempts",
            "correct",
            "correct, %",
            "low, %",
            "high, %",
        ];
        let mut table = Table::new(&columns);
        let all: Vec<(LineId, Vec<ShapeAccuracy>)> =
            lines.iter().map(|line| (*line, self.by_shape(*line, measure))).collect();
        for (line, measured) in &all {
            table.rows.extend(measured.iter().map(|measured| row(self.label(*line), measured)));
        }
        if all.is_empty() {
            return Figure::nothing(ID, &title, NO_ATTEMPTS, table);
        }
        let shapes =
            || all.iter().flat_map(|(_, measured)| measured).map(|accuracy| accuracy.shape);
        let mut look_backs: Vec<u8> = shapes().map(|shape| shape.look_back).collect();
        look_backs.sort_unstable();
        look_backs.dedup();
        if look_backs.len() < 2 {
            return Figure::nothing(ID, &title, "Only one look-back was measured.", table);
        }
        let mut lengths: Vec<u16> = shapes().map(|shape| shape.steps).collect();
        lengths.sort_unstable();
        lengths.dedup();
        let (drawn, more) = Self::panelled(&lines);
        let chart = Heat {
            title: title.clone(),
            across: "number of steps".to_owned(),
            down: "look-back, % correct".to_owned(),
            columns: lengths.iter().map(u16::to_string).collect(),
            grids: all[..drawn.len()]
                .iter()
                .map(|(line, measured)| Grid {
                    name: self.label_among(*line, &lines),
                    rows: cells(&look_backs, &lengths, measured),
                })
                .collect(),
        };
        let mut method: Vec<String> = measure_note(measure, &lines).into_iter().collect();
        if look_backs.contains(&1) {
            method.push("* At look-back 1 there is nothing to look back for: every other operand is a constant. It is a family of its own.".to_owned());
        }
        let is_empty = |cell: &&RepeatedCell| {
            let shape = LengthAndLookBack { steps: cell.steps, look_back: cell.look_back };
            shapes().all(|other| other != shape)
        };
        method.extend(self.repeated.iter().filter(is_empty).map(ToString::to_string));
        method.push(format!("The table has intervals at 95 %: {SHARE_INTERVALS}. Two look-backs are called different where their intervals, over the lengths that all have, do not overlap; two equal ones come out so in fewer than one of a hundred runs."));
        method.extend(self.shared_items_note());
        method.extend(more);
        method.extend(self.missing_note(&lines));
        method.extend(self.naming_notes(&lines));
        let text: Vec<(LineId, String)> = lines
            .iter()
            .filter_map(|line| Some((*line, self.look_back_sentence(*line, measure)?)))
            .collect();
        Figure {
            id: ID.to_owned(),
            sentence: format!("{}: {}.", capital(measure.means()), self.for_each_line(&text)),
            table,
            note: self.is_confounded.then(|| CONFOUNDED.to_owned()),
            method,
            basis: self.basis(&lines),
            drawing: Drawing::Heat(chart),
            title,
        }
    }

    fn by_shape(&self, line: LineId, measure: Measure) -> Vec<ShapeAccuracy> {
        let mut all: Vec<ShapeAccuracy> = self
            .shapes(line)
            .filter_map(|(shape, counts)| self.measure(line, shape, counts, measure))
            .collect();
        all.sort_by_key(|measured| (measured.shape.look_back, measured.shape.steps));
        all
    }

    fn measure(
        &self,
        line: LineId,
        shape: LengthAndLookBack,
        counts: &Counts,
        measure: Measure,
    ) -> Option<ShapeAccuracy> {
        let these = [(shape, counts)];
        let shares = item_shares(&these, measure);
        let (correct, attempts) = pooled_counts(&shares);
        let estimate = self.estimate(&shares)?;
        Some(ShapeAccuracy {
            shape,
            correct,
            attempts,
            estimate,
            filter: Self::filter(line, &these),
        })
    }

    /// Returns the accuracy of a line at each look-back, over the lengths that were measured at all
    /// of its look-backs.
    fn by_look_back(&self, line: LineId, measure: Measure) -> Vec<LookBack> {
        let shapes: Vec<(LengthAndLookBack, &Counts)> = self.shapes(line).collect();
        let mut look_backs: Vec<u8> = shapes.iter().map(|(shape, _)| shape.look_back).collect();
        look_backs.sort_unstable();
        look_backs.dedup();
        let has_all = |steps: u16| {
            look_backs.iter().all(|&look_back| {
                shapes.iter().any(|(shape, _)| *shape == LengthAndLookBack { steps, look_back })
            })
        };
        let accuracy_of = |&look_back: &u8| {
            let matching =
                shapes.iter().filter(|(it, _)| it.look_back == look_back && has_all(it.steps));
            let items = item_shares(&matching.copied().collect::<Vec<_>>(), measure);
            Some(LookBack { look_back, estimate: self.estimate(&items)? })
        };
        look_backs.iter().filter_map(accuracy_of).collect()
    }

    /// Returns a sentence on whether look-backs of a line differ, and if so, on which is correct
    /// least often.
    ///
    /// The look-backs that are least and most often correct are called different if their 95 %
    /// intervals do not overlap. Intervals of two equal shares are apart with a probability of
    /// about 0.6 % (H. Goldstein and M. J. R. Healy, The Graphical Presentation of a Collection of
    /// Means, Journal of the Royal Statistical Society A 158 (1995) 175-177). For the extremes of
    /// five equal shares, the probability is about 5 %. Their intervals are apart if the shares
    /// differ by 2 × 1.96 = 3.92 standard errors of one share. The 5 % point of Tukey's studentized
    /// range for five is 3.86.
    fn look_back_sentence(&self, line: LineId, measure: Measure) -> Option<String> {
        let all = self.by_look_back(line, measure);
        let by_value = |first: &&LookBack, second: &&LookBack| {
            first.estimate.value.total_cmp(&second.estimate.value)
        };
        let (least, most) = (all.iter().min_by(by_value)?, all.iter().max_by(by_value)?);
        let share = |look_back: &LookBack| words::estimate(look_back.estimate);
        let is_open = self.completion.is_interim();
        if !is_open && least.estimate.interval.high < most.estimate.interval.low {
            return Some(format!(
                "correct least often at look-back {}, {}, and most often at {}, {}",
                least.look_back,
                share(least),
                most.look_back,
                share(most)
            ));
        }
        let (near, far) = (all.first()?, all.last()?);
        let claim =
            if is_open { "not compared so far" } else { "no clear difference between look-backs" };
        Some(format!(
            "{claim}, {} correct at look-back {} and {} at {}",
            share(near),
            near.look_back,
            share(far),
            far.look_back
        ))
    }
}

fn row(label: String, measured: &ShapeAccuracy) -> Vec<String> {
    let Estimate { value, interval } = measured.estimate;
    vec![
        label,
        measured.shape.look_back.to_string(),
        measured.shape.steps.to_string(),
        measured.attempts.to_string(),
        measured.correct.to_string(),
        percent_cell(value),
        percent_cell(interval.low),
        percent_cell(interval.high),
    ]
}

/// Returns the rows of a line's heat map: each look-back with its cells.
fn cells(
    look_backs: &[u8],
    lengths: &[u16],
    all: &[ShapeAccuracy],
) -> Vec<(String, Vec<Option<HeatCell>>)> {
    let field = |look_back: u8, steps: u16| {
        let shape = LengthAndLookBack { steps, look_back };
        let measured = all.iter().find(|measured| measured.shape == shape)?;
        let title = format!("look-back {look_back}, {}", text(measured));
        Some(HeatCell {
            share: measured.estimate.value,
            text: fixed(measured.estimate.value * 100.0, 0),
            info: measured.filter.info(title),
        })
    };
    let name = |look_back: u8| if look_back == 1 { "1*".to_owned() } else { look_back.to_string() };
    let row = |look_back: &u8| {
        (name(*look_back), lengths.iter().map(|steps| field(*look_back, *steps)).collect())
    };
    look_backs.iter().map(row).collect()
}

fn text(measured: &ShapeAccuracy) -> String {
    let steps = count(u32::from(measured.shape.steps), "step");
    let of = format!("{} of {}", measured.correct, count(measured.attempts, "attempt"));
    format!("{steps}: {}, {of}", words::estimate(measured.estimate))
}
