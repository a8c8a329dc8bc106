//! The results of the small model at several lengths: accuracy, and what is lost.

use stepfall_plot::chart::{Axis, Lines, MarkInfo, Point, Reference, Series};
use stepfall_plot::scene::Tint;
use stepfall_protocol::figure::Table;
use stepfall_protocol::lab::{CurveCell, CurveLine};
use stepfall_stats::{Confidence, Interval, Share, wilson};
use stepfall_text::capital;

use crate::basis::Basis;
use crate::figure::{Drawing, Figure};
use crate::length_axis::length_axis;
use crate::words::{NONE, count, percent};

/// The kinds of tokens in the order of [`CurveCell::parts`], each with its name and the ability
/// that it tests.
const PARTS: [(&str, &str); 5] = [
    ("next line", "following"),
    ("operand’s name", "following"),
    ("operation", "following"),
    ("fetched value", "memory"),
    ("result", "arithmetic"),
];

/// Returns the figures of the small model, run in several configurations on the same items: correct
/// answers by number of steps, and the error categories of each configuration.
pub fn small_model(configurations: &[CurveLine]) -> Vec<Figure> {
    let configurations: Vec<&CurveLine> =
        configurations.iter().filter(|configuration| !configuration.cells.is_empty()).collect();
    let mut figures = vec![collapse(&configurations)];
    figures.extend(
        configurations
            .iter()
            .enumerate()
            .map(|(number, configuration)| lost(number, configuration)),
    );
    figures
}

fn collapse(configurations: &[&CurveLine]) -> Figure {
    const TITLE: &str = "Answers correct, by number of steps";
    let mut table = Table::new(&[
        "model",
        "steps",
        "items",
        "answers correct",
        "95 % interval",
        "whole traces correct",
        "steps asked alone correct",
        "arithmetic alone",
    ]);
    for (configuration, at) in configurations
        .iter()
        .flat_map(|configuration| configuration.cells.iter().map(move |at| (configuration, at)))
    {
        table.rows.push(vec![
            configuration.name.clone(),
            at.steps.to_string(),
            at.items.to_string(),
            share(at.solved, at.items),
            interval_cell(at.solved, at.items),
            share(at.whole, at.items),
            share(at.alone.0, at.alone.1),
            predicted(at).map_or_else(|| NONE.to_owned(), percent),
        ]);
    }
    let series = configurations.iter().zip(0u8..).map(|(configuration, number)| {
        let points = configuration
            .cells
            .iter()
            .map(|at| point(&configuration.name, at.steps, at.solved, at.items));
        Series {
            label: configuration.name.clone(),
            value: String::new(),
            tint: Tint::Series(number),
            points: points.collect(),
        }
    });
    let lines = Lines {
        title: TITLE.to_owned(),
        x: length_axis(&lengths(configurations)),
        y: Axis::percent("answers correct"),
        series: series.collect(),
        references: configurations
            .first()
            .map(|configuration| alone(configuration))
            .into_iter()
            .collect(),
        crossing: None,
    };
    let text: Vec<String> =
        configurations.iter().filter_map(|configuration| text(configuration)).collect();
    Figure {
        id: "specimen".to_owned(),
        title: TITLE.to_owned(),
        sentence: text.join(" "),
        table,
        note: Some("Greedy decoding; the same items for all lines. Bars and bands are 95 % intervals (Wilson). One guess in 31 is correct.".to_owned()),
        method: vec!["Dashed, arithmetic alone: each of up to ten steps of an item is also asked by itself, as a procedure of one step with its true operands. A procedure of n steps is correct if all of its steps are, so that the prediction is the n-th power of the share of steps that are correct there. What is lost below it was not lost to single operations.".to_owned()],
        basis: Basis::default(),
        drawing: Drawing::Lines(lines),
    }
}

/// Returns the predicted curve if only arithmetic went wrong.
fn alone(configuration: &CurveLine) -> Reference {
    let place = |at: &CurveCell| Some((f64::from(at.steps), predicted(at)?));
    let places = configuration.cells.iter().filter_map(place).collect();
    Reference { label: "arithmetic alone".to_owned(), places, points: Vec::new() }
}

/// Returns the accuracy of isolated steps to the power of the number of steps; `None` without
/// isolated steps.
fn predicted(at: &CurveCell) -> Option<f64> {
    let (correct, all) = at.alone;
    // A product, since a power function may differ from machine to machine.
    (all > 0).then(|| (0..at.steps).fold(1.0, |product, _| product * ratio(correct, all)))
}

fn lost(number: usize, configuration: &CurveLine) -> Figure {
    let title = format!("What is lost: {}", configuration.name);
    let mut table =
        Table::new(&["kind of token", "what it is", "steps", "tokens", "correct", "95 % interval"]);
    let series = PARTS.iter().enumerate().zip(0u8..).map(|((part, (name, matter)), tint)| {
        let mut points = Vec::new();
        for at in &configuration.cells {
            let (correct, all) = at.parts[part];
            table.rows.push(vec![
                (*name).to_owned(),
                (*matter).to_owned(),
                at.steps.to_string(),
                all.to_string(),
                share(correct, all),
                interval_cell(correct, all),
            ]);
            // Tokens of one item are no independent draws, so that bars would be too short.
            points.push(Point { range: None, ..point(name, at.steps, correct, all) });
        }
        Series {
            label: (*name).to_owned(),
            value: (*matter).to_owned(),
            tint: Tint::Series(tint),
            points,
        }
    });
    let series = series.collect();
    let lines = Lines {
        title: title.clone(),
        x: length_axis(&lengths(&[configuration])),
        y: Axis::percent("tokens correct"),
        series,
        references: Vec::new(),
        crossing: None,
    };
    let sentence = configuration.cells.last().map_or_else(String::new, |at| {
        let part = |number: usize| share(at.parts[number].0, at.parts[number].1);
        let text = format!(
            "At {} the next line is correct in {}, an operand’s name in {}; a value is fetched correctly in {}, and the result is correct in {}.",
            count(u32::from(at.steps), "step"),
            part(0),
            part(1),
            part(3),
            part(4)
        );
        text + &results_lost(configuration).unwrap_or_default()
    });
    Figure {
        id: format!("specimen-lost-{}", number + 1),
        title,
        sentence,
        table,
        note: Some("Tokens of one item are no independent draws: their intervals (Wilson, in the table) are too narrow.".to_owned()),
        method: vec!["Each token with the true transcript before it, so that no earlier error counts: which line comes next, which value a step takes and with which operation is following; the value of a name is memory; the result is arithmetic, unless the same step is correct when it is asked alone.".to_owned()],
        basis: Basis::default(),
        drawing: Drawing::Lines(lines),
    }
}

/// Returns a sentence on results that are incorrect although the same steps are correct in
/// isolation. Such a loss is not arithmetic.
fn results_lost(configuration: &CurveLine) -> Option<String> {
    const CLEARLY: f64 = 0.05;
    let after_true_transcript = |at: &CurveCell| ratio(at.parts[4].0, at.parts[4].1);
    let is_lost = |at: &&CurveCell| {
        at.alone.1 > 0 && ratio(at.alone.0, at.alone.1) - after_true_transcript(at) > CLEARLY
    };
    let (first, last) =
        (configuration.cells.iter().find(is_lost)?, configuration.cells.last().filter(is_lost)?);
    Some(format!(
        " From {} on results are lost as well, and not to arithmetic: even behind the true transcript {} are correct at {}, while steps asked alone are correct in {}.",
        count(u32::from(first.steps), "step"),
        percent(after_true_transcript(last)),
        count(u32::from(last.steps), "step"),
        share(last.alone.0, last.alone.1)
    ))
}

/// Returns a sentence on how the accuracy of a configuration falls with length.
fn text(configuration: &CurveLine) -> Option<String> {
    let (first, last) = (configuration.cells.first()?, configuration.cells.last()?);
    let at = |at: &CurveCell| {
        format!("{} at {}", share(at.solved, at.items), count(u32::from(at.steps), "step"))
    };
    if first.steps == last.steps {
        return Some(format!("{}: {}.", capital(&configuration.name), at(first)));
    }
    Some(format!("{}: {}, {}.", capital(&configuration.name), at(first), at(last)))
}

fn lengths(configurations: &[&CurveLine]) -> Vec<u16> {
    let mut lengths: Vec<u16> = configurations
        .iter()
        .flat_map(|configuration| configuration.cells.iter().map(|at| at.steps))
        .collect();
    lengths.sort_unstable();
    lengths.dedup();
    lengths
}

fn point(name: &str, steps: u16, hits: u32, trials: u32) -> Point {
    let Interval { low, high } = interval(hits, trials);
    let at = count(u32::from(steps), "step");
    let title = format!("{name}: {hits} of {trials} at {at}, {}", share(hits, trials));
    Point {
        x: f64::from(steps),
        y: ratio(hits, trials),
        range: Some((low, high)),
        info: MarkInfo { title, filter: String::new() },
    }
}

fn interval(hits: u32, trials: u32) -> Interval {
    let share = Share::new(hits, trials);
    share.map_or(Interval { low: 0.0, high: 1.0 }, |share| wilson(share, Confidence::P95))
}

fn interval_cell(hits: u32, trials: u32) -> String {
    let Interval { low, high } = interval(hits, trials);
    format!("{} to {}", percent(low), percent(high))
}

fn ratio(hits: u32, trials: u32) -> f64 {
    if trials == 0 { 0.0 } else { f64::from(hits) / f64::from(trials) }
}

fn share(hits: u32, trials: u32) -> String {
    percent(ratio(hits, trials))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn configuration(name: &str) -> CurveLine {
        let at = |steps, solved, results| CurveCell {
            steps,
            items: 20,
            whole: solved,
            solved,
            parts: [(20, 20), (40, 40), (20, 20), (40, 40), (results, 20)],
            alone: (19, 20),
        };
        CurveLine { name: name.to_owned(), cells: vec![at(5, 20, 20), at(20, 4, 19)] }
    }

    #[test]
    fn every_configuration_has_a_curve_and_a_figure_of_losses() {
        let figures = small_model(&[configuration("short"), configuration("long")]);
        let ids: Vec<&str> = figures.iter().map(|figure| figure.id.as_str()).collect();
        assert_eq!(ids, ["specimen", "specimen-lost-1", "specimen-lost-2"]);
        assert_eq!(
            figures[0].sentence.replace('\u{a0}', " "),
            "Short: 100 % at 5 steps, 20 % at 20 steps. Long: 100 % at 5 steps, 20 % at 20 steps."
        );
        assert_eq!(figures[0].table.rows.len(), 4);
        assert_eq!(figures[1].table.rows.len(), 10);
        let Drawing::Lines(lines) = &figures[0].drawing else { unreachable!("it has lines") };
        let alone = lines.references[0].places[1].1;
        assert!((alone - 0.95f64.powi(20)).abs() < 1e-12);
        for figure in &figures {
            assert!(figure.scene(700).height > 100);
        }
    }

    #[test]
    fn lost_results_are_reported_if_steps_alone_are_correct() {
        let text = |results| {
            let mut configuration = configuration("short");
            configuration.cells[1].parts[4] = (results, 20);
            small_model(&[configuration])[1].sentence.replace('\u{a0}', " ")
        };
        assert!(text(10).ends_with(
            " From 20 steps on results are lost as well, and not to arithmetic: even behind the true transcript 50 % are correct at 20 steps, while steps asked alone are correct in 95 %."
        ));
        assert!(text(19).ends_with("and the result is correct in 95 %."));
    }

    #[test]
    fn missing_results_give_an_empty_figure() {
        let figures = small_model(&[]);
        assert_eq!(figures.len(), 1);
        assert!(figures[0].scene(320).height > 0);
        let empty = CurveLine {
            cells: vec![CurveCell { steps: 5, ..CurveCell::default() }],
            ..configuration("x")
        };
        assert!(small_model(&[empty])[0].scene(320).height > 0);
    }
}
