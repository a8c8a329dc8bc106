//! The 50 % horizon: up to how many steps answers are right half of the time.

use stepfall_plot::Spacing;
use stepfall_plot::chart::{Axis, Dot, Dots, End, Lines, Point, Series, Tick};
use stepfall_plot::integer_ticks;
use stepfall_plot::scene::Tint;
use stepfall_stats::{Confidence, FEWEST_ITEMS, Horizon, HorizonEstimate, Length, horizon};

use crate::attempt_filter::AttemptFilter;
use crate::figure::{Drawing, Figure, MAX_LINES, NO_ATTEMPTS};
use crate::length_axis::length_axis;
use crate::line_id::LineId;
use crate::scored::first_note;
use crate::shares::item_shares;
use crate::summary::{Measure, Summary};
use crate::table::Table;
use crate::words::{self, NONE, TOO_FEW_ITEMS, horizon_estimate};

/// The share at which a horizon lies.
const HALF: f64 = 0.5;
/// The most lines whose horizon is sought, since each takes 2,000 fits.
const MOST: usize = 3 * MAX_LINES;
/// What lies between two lengths.
const BETWEEN: &str = "Nothing was measured between two lengths: there each step is taken to lose the same part, as where steps go wrong equally often. A curve of another form crosses elsewhere; if it only never rises, the horizon still lies between the two lengths in the last columns of the table, as surely as the interval holds.";
/// What is said where no line has two lengths.
const TOO_FEW: &str = "A horizon needs at least two lengths; no line has them yet.";

/// The horizon of a line.
struct Found {
    line: LineId,
    lengths: Vec<u16>,
    estimate: HorizonEstimate,
}

impl Summary {
    /// The number of steps at which the first answer is right half of the time, for each line with at least two lengths.
    pub fn horizon(&self) -> Figure {
        const TITLE: &str = "50 % horizon, in steps";
        let found = self.found();
        let table = self.horizon_table(&found);
        if found.is_empty() {
            let why = if self.lines().is_empty() { NO_ATTEMPTS } else { TOO_FEW };
            return Figure::nothing("horizon", TITLE, why, table);
        }
        let row = |(tint, found): (usize, &Found)| self.dot(found, tint);
        let dots = Dots {
            title: TITLE.to_owned(),
            axis: axis(&found),
            rows: found.iter().enumerate().map(row).collect(),
        };
        let mut notes = vec![
            format!(
                "The 50 % horizon is the number of steps up to which first answers are right half of the time: where the curve that never rises and is nearest to the shares is cut at 50 %. Intervals at 95 % are over 2,000 resamples of the items, expanded for their number; with fewer than {FEWEST_ITEMS} items at a length there is none."
            ),
            BETWEEN.to_owned(),
        ];
        notes.extend(first_note(&lines_of(&found)));
        notes.extend(self.shared_items_note());
        notes.extend(self.shared_notes());
        Figure {
            id: "horizon".to_owned(),
            title: TITLE.to_owned(),
            sentence: self.sentence_of(&found),
            table,
            notes,
            basis: self.basis(&lines_of(&found)),
            drawing: Drawing::Dots(dots),
        }
    }

    /// The same against the number of parameters, for the targets of which it is known.
    pub fn horizon_by_size(&self) -> Figure {
        const TITLE: &str = "50 % horizon by size of the model";
        let mut found = self.found();
        found.retain(|found| self.size(found.line.target).is_some());
        let table = self.horizon_table(&found);
        let sizes = self.sizes(&found);
        let [least, .., most] = &sizes[..] else {
            let why = "This needs models of two known sizes, with a horizon each.";
            return Figure::nothing("horizon-by-size", TITLE, why, table);
        };
        let longest = axis(&found).ends.1;
        let tick = |size: &f64| Tick { at: *size, text: size_text(*size) };
        let lines = Lines {
            title: TITLE.to_owned(),
            x: Axis {
                label: "parameters, billions (each doubling is equally wide)".to_owned(),
                ends: (least / 1.25, most * 1.25),
                ticks: sizes.iter().map(tick).collect(),
                spacing: Spacing::Doubling,
            },
            y: Axis { ends: (0.0, longest), ..upright(longest) },
            series: found
                .iter()
                .zip(0..)
                .map(|(found, tint)| self.sized(found, tint, longest))
                .collect(),
            references: Vec::new(),
            crossing: None,
            is_joined: false,
        };
        let mut notes = vec![
            "Horizons beyond the longest length stand at it, those below the shortest at the foot; the table tells them apart.".to_owned(),
        ];
        notes.extend(first_note(&lines_of(&found)));
        notes.extend(self.shared_notes());
        Figure {
            id: "horizon-by-size".to_owned(),
            title: TITLE.to_owned(),
            sentence: self.sentence_of(&found),
            table,
            notes,
            basis: self.basis(&lines_of(&found)),
            drawing: Drawing::Lines(lines),
        }
    }

    fn shared_notes(&self) -> Vec<String> {
        let all = self.with_lengths().count();
        let more = (all > MOST).then(|| {
            format!("Horizons are sought for the first {MOST} of {all} lines with two lengths; the others are neither drawn nor in the table.")
        });
        let missing = self.missing_note(&self.all_lines());
        more.into_iter().chain(missing).chain(self.naming_notes(&self.lines())).collect()
    }

    /// The lines of which a horizon can be sought.
    fn with_lengths(&self) -> impl Iterator<Item = LineId> {
        self.lines().into_iter().filter(|line| self.lengths(*line).len() > 1)
    }

    fn found(&self) -> Vec<Found> {
        let of = |line: LineId| {
            let estimate = self.horizon_of(line, Measure::First)?;
            Some(Found { line, lengths: self.lengths(line), estimate })
        };
        self.with_lengths().filter_map(of).take(MOST).collect()
    }

    /// The 50 % horizon of a line with at least two lengths, by a measure. It is sought once, since it takes 2,000 resamples.
    pub fn horizon_of(&self, line: LineId, measure: Measure) -> Option<HorizonEstimate> {
        let known = self.horizons.borrow().get(&(line, measure)).copied();
        known.unwrap_or_else(|| {
            let found = self.sought(line, measure);
            self.horizons.borrow_mut().insert((line, measure), found);
            found
        })
    }

    fn sought(&self, line: LineId, measure: Measure) -> Option<HorizonEstimate> {
        let length = |steps: u16| Length {
            steps: u32::from(steps),
            items: item_shares(&self.at(line, steps), measure),
        };
        let measured: Vec<Length> = self.lengths(line).into_iter().map(length).collect();
        if measured.len() < 2 {
            return None;
        }
        horizon(&measured, self.items, HALF, Confidence::USUAL, self.resampling()).ok()
    }

    fn horizon_table(&self, found: &[Found]) -> Table {
        let columns = [
            "line",
            "parameters, billions",
            "lengths",
            "items",
            "horizon, steps, interpolated",
            "low",
            "high",
            "not before",
            "not after",
            "measured on both sides at",
        ];
        let mut table = Table::new(&columns);
        for Found { line, lengths, estimate } in found {
            let [low, high] = match estimate.interval {
                Some((low, high)) => [words::horizon(low), words::horizon(high)],
                None => [TOO_FEW_ITEMS.to_owned(), TOO_FEW_ITEMS.to_owned()],
            };
            let [from, to] = surely(lengths, estimate);
            let sides = sides(lengths, estimate);
            let sides = sides.map_or(NONE.to_owned(), |(from, to)| format!("{from} {to}"));
            let lengths: Vec<String> = lengths.iter().map(u16::to_string).collect();
            table.rows.push(vec![
                self.label(*line),
                self.size(line.target).map_or(NONE.to_owned(), size_text),
                lengths.join(" "),
                self.basis(&[*line]).items.to_string(),
                words::horizon(estimate.horizon),
                low,
                high,
                from,
                to,
                sides,
            ]);
        }
        table
    }

    fn dot(&self, found: &Found, tint: usize) -> Dot {
        let Found { line, lengths, estimate } = found;
        let text = horizon_estimate(estimate, lengths);
        let (low, high) = ends(estimate);
        let label = self.label(*line);
        let title = format!("{label}: {text} steps");
        Dot {
            label,
            tint: Tint::Series(u8::try_from(tint).unwrap_or(0)),
            value: end(estimate.horizon),
            range: (end(low), end(high)),
            text,
            info: AttemptFilter::line(*line).info(title),
        }
    }

    fn sized(&self, found: &Found, tint: u8, longest: f64) -> Series {
        let place = |horizon: Horizon| match horizon {
            Horizon::BelowShortest(_) => 0.0,
            Horizon::At(steps) => steps,
            Horizon::BeyondLongest(_) => longest,
        };
        let estimate = found.estimate;
        let label = self.label(found.line);
        let size = self.size(found.line.target).unwrap_or(1.0);
        let said = horizon_estimate(&estimate, &found.lengths);
        let title = format!("{label}, {} billion: {said} steps", size_text(size));
        let interval = estimate.interval.map(|(low, high)| (place(low), place(high)));
        let point = Point {
            x: size,
            y: place(estimate.horizon),
            range: interval,
            info: AttemptFilter::line(found.line).info(title),
        };
        let tint = Tint::Series(tint);
        Series { label, value: String::new(), tint, points: vec![point], between: Vec::new() }
    }

    fn sizes(&self, found: &[Found]) -> Vec<f64> {
        let mut sizes: Vec<f64> =
            found.iter().filter_map(|found| self.size(found.line.target)).collect();
        sizes.sort_unstable_by(f64::total_cmp);
        sizes.dedup();
        sizes
    }

    fn sentence_of(&self, found: &[Found]) -> String {
        let parts: Vec<String> = found
            .iter()
            .take(3)
            .map(|found| format!("{}: {}", self.label(found.line), located(found)))
            .collect();
        let more = match found.len() {
            0..=3 => String::new(),
            some => format!(" The table has all {some} lines that are drawn."),
        };
        format!(
            "First answers are right half of the time up to so many steps: {}.{more}",
            parts.join("; ")
        )
    }
}

/// The ends of the interval of a horizon; where it has none, the horizon itself.
fn ends(estimate: &HorizonEstimate) -> (Horizon, Horizon) {
    estimate.interval.unwrap_or((estimate.horizon, estimate.horizon))
}

/// The lengths on both sides of a horizon, between which nothing was measured; nothing where it is at a length, or beyond all.
fn sides(lengths: &[u16], estimate: &HorizonEstimate) -> Option<(u16, u16)> {
    match estimate.horizon {
        Horizon::At(steps) => words::enclosing(lengths, steps),
        Horizon::BelowShortest(_) | Horizon::BeyondLongest(_) => None,
    }
}

/// A horizon in a sentence: the lengths between which it was found, and where between them it is if each step loses the same part.
fn located(found: &Found) -> String {
    let said = horizon_estimate(&found.estimate, &found.lengths);
    match sides(&found.lengths, &found.estimate) {
        Some((from, to)) if !said.starts_with("between") => {
            format!("between {from} and {to}, about {said}")
        }
        _ => said,
    }
}

/// The lengths between which the interval lies whatever the curve does between two lengths, as long as it never rises.
fn surely(lengths: &[u16], estimate: &HorizonEstimate) -> [String; 2] {
    let Some((low, high)) = estimate.interval else { return [NONE.to_owned(), NONE.to_owned()] };
    let is_before = |length: &&u16| matches!(low, Horizon::At(low) if f64::from(**length) <= low);
    let is_after = |length: &&u16| matches!(high, Horizon::At(high) if f64::from(**length) >= high);
    let from = match low {
        Horizon::At(_) => lengths.iter().rev().find(is_before).map(u16::to_string),
        Horizon::BelowShortest(_) | Horizon::BeyondLongest(_) => Some(words::horizon(low)),
    };
    let to = match high {
        Horizon::At(_) => lengths.iter().find(is_after).map(u16::to_string),
        Horizon::BelowShortest(_) | Horizon::BeyondLongest(_) => Some(words::horizon(high)),
    };
    [from, to].map(|end| end.unwrap_or(NONE.to_owned()))
}

pub(crate) const fn end(horizon: Horizon) -> End {
    match horizon {
        Horizon::BelowShortest(_) => End::Below,
        Horizon::At(steps) => End::At(steps),
        Horizon::BeyondLongest(_) => End::Beyond,
    }
}

/// The axis of steps over all lengths of all lines.
fn axis(found: &[Found]) -> Axis {
    let mut lengths: Vec<u16> =
        found.iter().flat_map(|found| found.lengths.iter().copied()).collect();
    lengths.sort_unstable();
    lengths.dedup();
    length_axis(&lengths)
}

fn lines_of(found: &[Found]) -> Vec<LineId> {
    found.iter().map(|found| found.line).collect()
}

/// Whole numbers of steps up to the longest length.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a number of steps")]
fn upright(longest: f64) -> Axis {
    let longest_steps = longest as u32;
    let mut ticks = integer_ticks(0, longest_steps, 6);
    ticks.retain(|steps| steps.saturating_mul(10) <= longest_steps.saturating_mul(9));
    ticks.push(longest_steps);
    let tick = |steps: u32| Tick { at: f64::from(steps), text: steps.to_string() };
    Axis {
        label: "50 % horizon, steps".to_owned(),
        ends: (0.0, longest),
        ticks: ticks.into_iter().map(tick).collect(),
        spacing: Spacing::Even,
    }
}

/// A size in billions: `8`, `1.5`, `0.36`.
fn size_text(size: f64) -> String {
    let text = words::fixed(size, 2);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
