//! The difficulty-adjusted curve: is a longer procedure solved less often because it is longer, or
//! because it is harder?

use stepfall_plot::chart::{Axis, Lines, Point, Series};
use stepfall_plot::scene::Tint;
use stepfall_protocol::figure::Table;
use stepfall_stats::Estimate;

use crate::attempt_filter::AttemptFilter;
use crate::equal_difficulty::{
    AtLength, Effect, LineModel, MIN_EVENTS, MIN_LENGTHS, Predictor, STEPS,
};
use crate::figure::{Drawing, Figure, MAX_LINES, MAX_NAMED, NO_ATTEMPTS, OFFSET_NOTE};
use crate::length_axis::length_axis;
use crate::line_id::LineId;
use crate::shares::solved_shares;
use crate::summary::Summary;
use crate::words::{self, NONE, count, fixed, level, list, percent_cell};

const ID: &str = "difficulty";
/// The note below the figure.
const NOTE: &str =
    "At mean difficulty: a model's estimate for items that are equally hard but for their length.";
const TITLE: &str = "Accuracy, adjusted for difficulty";

/// The most lines that have a model, since each is fitted twice.
const MAX_MODELLED_LINES: usize = 3 * MAX_LINES;

/// A line with its model.
struct FittedLine {
    line: LineId,
    model: LineModel,
    /// The share of solved items at each length.
    observed: Vec<(u16, Estimate)>,
}

impl Summary {
    /// Returns how often items of each length are solved: as observed, and by a logistic model at
    /// the mean difficulty of the line's items. It also shows the effect of length and of each part
    /// of difficulty on the odds.
    ///
    /// Difficulty is that of the generated item ([`stepfall_procedure::Item::difficulty`]), also
    /// under conditions that ask for less than its arithmetic. The model is
    /// [`stepfall_stats::logistic`].
    pub fn difficulty(&self) -> Figure {
        self.marked(self.difficulty_figure())
    }

    fn difficulty_figure(&self) -> Figure {
        let columns = ["line", "quantity", "at", "items", "value", "low", "high"];
        let mut table = Table::new(&columns);
        let lines = self.lines();
        let (mut modelled, mut without) = (Vec::new(), Vec::new());
        for line in lines.iter().take(MAX_MODELLED_LINES) {
            match self.model_of(*line) {
                Ok(model) => {
                    modelled.push(FittedLine {
                        line: *line,
                        model,
                        observed: self.observed(*line),
                    });
                }
                Err(why) => without.push((*line, why)),
            }
        }
        for fitted in &modelled {
            self.push_rows(fitted, &mut table);
        }
        // The line in focus is the baseline of the first target, or else the first line with a
        // model.
        let focus = lines.first().and_then(|line| self.baseline(line.target));
        let focus = modelled.iter().find(|fitted| Some(fitted.line) == focus).or(modelled.first());
        let Some(focus) = focus else {
            let without = self.for_each_line(&without);
            let none = format!("Length and difficulty cannot be told apart: {without}.");
            let why = if lines.is_empty() { NO_ATTEMPTS } else { &none };
            return Figure::nothing(ID, TITLE, why, table);
        };
        let (title, chart) = (self.titled(TITLE, &[focus.line]), curves(focus));
        let fitted: Vec<LineId> = modelled.iter().map(|line_model| line_model.line).collect();
        let named = modelled.len().min(MAX_NAMED);
        let text: Vec<(LineId, String)> = modelled
            .iter()
            .filter_map(|line_model| {
                Some((
                    line_model.line,
                    sentence(&line_model.model, named, self.completion.is_interim())?,
                ))
            })
            .collect();
        let mut method = methods(&modelled);
        method.push(gap(focus));
        method.push(OFFSET_NOTE.to_owned());
        if fitted.len() > 1 {
            let name = self.label(focus.line);
            method.push(format!("Drawn is {name}; the table has the other lines."));
        }
        for (line, why) in without.iter().take(MAX_NAMED) {
            method.push(format!("There is no model of {}: {why}.", self.label(*line)));
        }
        method.extend(
            (lines.len() > MAX_MODELLED_LINES)
                .then(|| format!("The first {MAX_MODELLED_LINES} lines have models.")),
        );
        method.extend(self.missing_note(&self.all_lines()));
        method.extend(self.naming_notes(&fitted));
        Figure {
            id: ID.to_owned(),
            sentence: format!("At equal difficulty {}.", self.for_each_line(&text)),
            table,
            note: Some(NOTE.to_owned()),
            method,
            basis: self.basis(&fitted),
            drawing: Drawing::Lines(Lines { title: title.clone(), ..chart }),
            title,
        }
    }

    /// Returns the share of solved items of a line at each length.
    fn observed(&self, line: LineId) -> Vec<(u16, Estimate)> {
        let at = |steps: u16| {
            let shares = solved_shares(&self.at(line, steps));
            Some((steps, self.estimate(&shares)?))
        };
        self.lengths(line).into_iter().filter_map(at).collect()
    }

    fn push_rows(&self, fitted: &FittedLine, table: &mut Table) {
        let label = self.label(fitted.line);
        let mut push =
            |quantity: &str, at: String, items: usize, [value, low, high]: [String; 3]| {
                let first = [label.clone(), quantity.to_owned(), at, items.to_string()];
                table.rows.push(first.into_iter().chain([value, low, high]).collect());
            };
        for effect in &fitted.model.effects {
            let Estimate { value, interval } = effect.ratio;
            let cells = [value, interval.low, interval.high].map(ratio);
            push("odds ratio", growth(effect), fitted.model.items, cells);
        }
        for (at, (_, observed)) in fitted.model.lengths.iter().zip(&fitted.observed) {
            let steps = count(u32::from(at.steps), "step");
            let shapes = self.at(fitted.line, at.steps);
            let items: usize = shapes.iter().map(|(_, counts)| counts.items.len()).sum();
            let cells = |share: Estimate| {
                [share.value, share.interval.low, share.interval.high].map(percent_cell)
            };
            push("solved, %", steps.clone(), items, cells(*observed));
            let none = || NONE.to_owned();
            let own = [percent_cell(at.straight), none(), none()];
            push("by the straight model, %", steps.clone(), items, own);
            push("at mean difficulty, %", steps, items, cells(at.adjusted));
        }
    }
}

/// Returns the curve at mean difficulty and the observed curve.
fn curves(fitted: &FittedLine) -> Lines {
    let at_mean = fitted.model.lengths.iter().map(|at| (at.steps, at.adjusted)).collect();
    let lengths: Vec<u16> = fitted.observed.iter().map(|(steps, _)| *steps).collect();
    Lines {
        title: String::new(),
        x: length_axis(&lengths),
        y: Axis::percent("items solved"),
        series: vec![
            curve(fitted.line, "at mean difficulty", at_mean, 0),
            curve(fitted.line, "observed", fitted.observed.clone(), 1),
        ],
        references: Vec::new(),
        crossing: None,
    }
}

fn curve(line: LineId, label: &str, shares: Vec<(u16, Estimate)>, tint: u8) -> Series {
    let last = shares.last().map(|(_, share)| words::short_estimate(*share));
    let point = |(steps, share): (u16, Estimate)| {
        let length = count(u32::from(steps), "step");
        let title = format!("{label}, {length}: {}", words::estimate(share));
        let filter = AttemptFilter { steps: Some(steps), ..AttemptFilter::line(line) };
        Point {
            x: f64::from(steps),
            y: share.value,
            range: Some((share.interval.low, share.interval.high)),
            info: filter.info(title),
        }
    };
    Series {
        label: label.to_owned(),
        value: last.unwrap_or_default(),
        tint: Tint::Series(tint),
        points: shares.into_iter().map(point).collect(),
    }
}

/// Returns a sentence on the effect of length in a line, and on the parts of difficulty that lower
/// its accuracy. The sentence follows "at equal difficulty". `lines` is the number of lines that
/// have such a sentence.
fn sentence(model: &LineModel, lines: usize, is_interim: bool) -> Option<String> {
    let odds = model.length(level(lines))?;
    let (first, last) = (model.lengths.first()?, model.lengths.last()?);
    let found = if is_interim {
        "so far and not tested"
    } else if odds.interval.high < 1.0 {
        "length by itself costs"
    } else if odds.interval.low > 1.0 {
        "longer procedures are solved more often"
    } else {
        "it cannot be told whether length by itself costs"
    };
    let (low, high) = (ratio(odds.interval.low), ratio(odds.interval.high));
    let times = format!(
        "{} more steps multiply the odds of solving an item by {} ({low} to {high})",
        fixed(STEPS, 0),
        ratio(odds.value)
    );
    let (from, to) = (words::estimate(first.adjusted), words::estimate(last.adjusted));
    let steps = count(u32::from(first.steps), "step");
    let costly = model.costly(level(lines * (model.effects.len() - 1).max(1)));
    let names: Vec<String> = costly.iter().map(|predictor| predictor.name().to_owned()).collect();
    let harder = match &names[..] {
        [] => String::new(),
        _ if is_interim => String::new(),
        _ => format!("; at equal length, more {} cost", list(&names)),
    };
    Some(format!(
        "{found}: {times}, and {from} are solved at {steps} and {to} at {}{harder}",
        last.steps
    ))
}

/// Formats an odds ratio, with one more place if it is close to 1.
fn ratio(value: f64) -> String {
    match value {
        high if high >= 999.5 => "> 999".to_owned(),
        low if low < 0.005 => "< 0.01".to_owned(),
        close if (0.9..1.1).contains(&close) => fixed(close, 3),
        large if large >= 10.0 => fixed(large, 1),
        usual => fixed(usual, 2),
    }
}

/// Returns, in words, the growth of a predictor that multiplies the odds by the effect's ratio.
fn growth(effect: &Effect) -> String {
    let Effect { predictor, by, .. } = effect;
    let name = predictor.name();
    match predictor {
        Predictor::Length => format!("{} more {name}", fixed(STEPS, 0)),
        Predictor::LookBack => format!("{} more {name} (1 standard deviation)", fixed(*by, 2)),
        Predictor::Sums
        | Predictor::Digits
        | Predictor::Carries
        | Predictor::Negatives
        | Predictor::Distance => {
            format!("{} more {name} a step (1 standard deviation)", fixed(*by, 2))
        }
    }
}

/// Returns notes on how the models are made.
fn methods(modelled: &[FittedLine]) -> Vec<String> {
    let used = |predictor: &Predictor| {
        *predictor != Predictor::Length
            && modelled.iter().any(|fitted| !fitted.model.left_out.contains(predictor))
    };
    let names = |is_listed: &dyn Fn(&Predictor) -> bool| {
        let all = Predictor::ALL.iter().filter(|predictor| is_listed(predictor));
        list(&all.map(|predictor| predictor.name().to_owned()).collect::<Vec<_>>())
    };
    let left_out = |predictor: &Predictor| {
        modelled.iter().any(|fitted| fitted.model.left_out.contains(predictor))
            && *predictor != Predictor::LookBack
    };
    let mut method = vec![
        format!(
            "A logistic model for each line: the log odds of solving an item by its number of steps and by the mean over its steps of {}. The curve has a coefficient for each length and holds difficulty at the mean of the line's items; the odds ratio takes length as a straight line. What else grows with the number of steps, such as the length of the text, counts as length.",
            names(&used)
        ),
        format!(
            "Firth's penalized likelihood; 95 % intervals by Student's t with the larger of the model's standard error and the one clustered by item. A line has a model where it has {MIN_LENGTHS} lengths, and {} solved and as many unsolved items for each coefficient of the straight line.",
            fixed(MIN_EVENTS, 0)
        ),
    ];
    let names = names(&left_out);
    if !names.is_empty() {
        method.push(format!(
            "Left out where all items of a line are alike, nothing is known, or another term says the same: {names}."
        ));
    }
    method.push("What is said to cost, and the odds in the sentence, hold together at 95 %, by Bonferroni's rule: the lengths of the lines named together, and all parts of their difficulty together. Intervals in the table are at 95 % each, not adjusted for several.".to_owned());
    method
}

/// Returns a sentence on the largest distance between the straight model and the observed shares.
fn gap(fitted: &FittedLine) -> String {
    let distance =
        |(at, (_, observed)): (&AtLength, &(u16, Estimate))| (at.straight - observed.value).abs();
    let most = fitted.model.lengths.iter().zip(&fitted.observed).map(distance).fold(0.0, f64::max);
    let points = fixed(most * 100.0, 0);
    format!(
        "The straight line is at most {points} percentage points from what was observed at any length."
    )
}
