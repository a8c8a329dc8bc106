//! Accuracy over look-back and length.

use stepfall_plot::chart::{Field, Heat};
use stepfall_stats::Estimate;
use stepfall_sweep::Repeated;

use crate::figure::{Drawing, Figure, NO_ATTEMPTS, id_of};
use crate::pick::Pick;
use crate::summary::{Counts, LineId, Measure, Shape, Summary, estimate, item_shares, pooled};
use crate::table::Table;
use crate::words::{self, count, fixed, percent_cell};

/// What was measured of one shape.
struct Measured {
    shape: Shape,
    right: u32,
    attempts: u32,
    estimate: Estimate,
    pick: Pick,
}

impl Summary {
    /// The share of right first answers of a line for each look-back and number of steps.
    pub fn heat(&self, line: LineId) -> Figure {
        let title =
            format!("First answers right, by look-back and number of steps: {}", self.label(line));
        let id = id_of("look-back", line);
        let columns = ["look-back", "steps", "attempts", "right", "right, %", "low, %", "high, %"];
        let mut table = Table::new(&columns);
        let mut all: Vec<Measured> = self
            .shapes(line)
            .filter_map(|(shape, counts)| self.measure(line, shape, counts))
            .collect();
        all.sort_by_key(|measured| (measured.shape.look_back, measured.shape.steps));
        table.rows.extend(all.iter().map(row));
        if all.is_empty() {
            return Figure::nothing(&id, &title, NO_ATTEMPTS, table);
        }
        let mut notes = Vec::new();
        if all.iter().any(|measured| measured.shape.look_back == 1) {
            notes.push("* At look-back 1 there is nothing to look back for: every other operand is a constant. It is a family of its own.".to_owned());
        }
        let is_empty = |cell: &&Repeated| {
            let shape = Shape { steps: cell.steps, look_back: cell.look_back };
            all.iter().all(|measured| measured.shape != shape)
        };
        notes.extend(self.repeated.iter().filter(is_empty).map(ToString::to_string));
        notes.push("The table has intervals at 95 %.".to_owned());
        notes.extend(self.missing_note(&[line]));
        notes.extend(self.simulated_note(&[line]));
        Figure {
            id,
            sentence: sentence(&all),
            table,
            notes,
            drawing: Drawing::Heat(chart(&title, &self.lengths(line), &all)),
            title,
        }
    }

    fn measure(&self, line: LineId, shape: Shape, counts: &Counts) -> Option<Measured> {
        let these = [(shape, counts)];
        let shares = item_shares(&these, Measure::First);
        let (right, attempts) = pooled(&shares);
        let estimate = estimate(&shares, self.resampling())?;
        Some(Measured { shape, right, attempts, estimate, pick: Self::pick(line, &these) })
    }
}

fn row(measured: &Measured) -> Vec<String> {
    let Estimate { value, interval } = measured.estimate;
    vec![
        measured.shape.look_back.to_string(),
        measured.shape.steps.to_string(),
        measured.attempts.to_string(),
        measured.right.to_string(),
        percent_cell(value),
        percent_cell(interval.low),
        percent_cell(interval.high),
    ]
}

fn chart(title: &str, lengths: &[u16], all: &[Measured]) -> Heat {
    let mut look_backs: Vec<u8> = all.iter().map(|measured| measured.shape.look_back).collect();
    look_backs.dedup();
    let field = |look_back: u8, steps: u16| {
        let shape = Shape { steps, look_back };
        let measured = all.iter().find(|measured| measured.shape == shape)?;
        let title = format!("look-back {look_back}, {}", said(measured));
        Some(Field {
            share: measured.estimate.value,
            text: fixed(measured.estimate.value * 100.0, 0),
            told: measured.pick.told(title),
        })
    };
    let name = |look_back: u8| if look_back == 1 { "1*".to_owned() } else { look_back.to_string() };
    let row = |look_back: u8| {
        (name(look_back), lengths.iter().map(|steps| field(look_back, *steps)).collect())
    };
    Heat {
        title: title.to_owned(),
        across: "steps".to_owned(),
        down: "look-back, % right".to_owned(),
        columns: lengths.iter().map(u16::to_string).collect(),
        rows: look_backs.into_iter().map(row).collect(),
    }
}

fn said(measured: &Measured) -> String {
    let steps = count(u32::from(measured.shape.steps), "step");
    let of = format!("{} of {}", measured.right, count(measured.attempts, "attempt"));
    format!("{steps}: {}, {of}", words::estimate(measured.estimate))
}

fn sentence(all: &[Measured]) -> String {
    let by_value =
        |one: &&Measured, other: &&Measured| one.estimate.value.total_cmp(&other.estimate.value);
    let told = |measured: &Measured| {
        let Shape { steps, look_back } = measured.shape;
        let share = words::estimate(measured.estimate);
        format!("{share} at look-back {look_back} and {}", count(u32::from(steps), "step"))
    };
    let (least, most) = (all.iter().min_by(by_value), all.iter().max_by(by_value));
    match (least, most) {
        (Some(only), Some(_)) if all.len() == 1 => {
            format!(
                "First answers are right in {}. Only one look-back and length was measured.",
                told(only)
            )
        }
        (Some(least), Some(most)) if by_value(&least, &most).is_eq() => {
            let share = words::estimate(least.estimate);
            format!("First answers are right in {share} at every look-back and length.")
        }
        (Some(least), Some(most)) => format!(
            "First answers are right most often, in {}, and least often, in {}.",
            told(most),
            told(least)
        ),
        _ => String::new(),
    }
}
