//! The sizes of figures, and their other forms: thumbnails, captioned pictures, and figures of two
//! runs.

use crate::runs::{self, counted, row, target, task};
use stepfall_condition::ConditionResult;
use stepfall_figure::{Figure, FigureData, Measure, Row, Summary, TaskKey};
use stepfall_plot::Theme;
use stepfall_plot::scene::{Mark, Shape};
use stepfall_procedure::Condition;

fn all_runs() -> Vec<FigureData> {
    let mut runs: Vec<FigureData> = [1, 2, 4, 6].map(runs::of_lines).into();
    runs.push(runs::conditions(&[5, 20], 6));
    runs
}

fn figures() -> Vec<Figure> {
    all_runs().iter().flat_map(|run| Summary::of(run).figures(Measure::First)).collect()
}

fn texts(marks: &[Mark], into: &mut Vec<(i32, i32, String)>) {
    for mark in marks {
        match &mark.shape {
            Shape::Group(marks) => texts(marks, into),
            Shape::Text { at: [x, y], text, .. } => into.push((*x, *y, text.clone())),
            _ => {}
        }
    }
}

#[test]
fn a_figure_in_focus_fits_next_to_its_overview() {
    for figure in figures() {
        let scene = figure.scene(780);
        assert!(scene.height <= 480, "{} is {} high", figure.id, scene.height);
    }
}

#[test]
fn the_number_of_figures_does_not_grow_with_the_models() {
    for run in all_runs() {
        let ids: Vec<String> =
            Summary::of(&run).figures(Measure::First).into_iter().map(|figure| figure.id).collect();
        let mut kinds = ids.clone();
        kinds.dedup();
        assert_eq!(kinds, ids);
        assert!(ids.len() <= 10, "{ids:?}");
    }
}

#[test]
fn thumbnails_show_only_numbers() {
    for figure in figures() {
        for width in [160, 220, 240] {
            let small = figure.thumbnail(width);
            assert_eq!((small.width, small.height), (width, 120), "{}", figure.id);
            assert_eq!(small.title, figure.title);
            assert!(!small.root.is_empty(), "{}", figure.id);
            let mut drawn = Vec::new();
            texts(&small.root, &mut drawn);
            assert!(drawn.len() <= 4, "{}: {drawn:?}", figure.id);
            for (x, y, text) in drawn {
                let is_number =
                    |character: char| character.is_ascii_digit() || ".,+−% ".contains(character);
                assert!(text.chars().all(is_number), "{}: {text}", figure.id);
                let within = i32::try_from(width).unwrap() * 10;
                assert!((0..=within).contains(&x) && (0..=1_200).contains(&y), "{text}");
            }
        }
    }
    let nothing = Summary::of(&FigureData::default()).horizon(Measure::First).thumbnail(220);
    assert!(nothing.root.is_empty() && nothing.height == 120);
}

#[test]
fn a_picture_states_its_subject_sample_sizes_and_source() {
    let figure = &Summary::of(&counted(&[(5, 10), (25, 4)])).figures(Measure::First)[0];
    assert_eq!((figure.basis.attempts, figure.basis.items), (20, 20));
    let picture = figure.picture(900, "https://example.org/#/sweep?v=2");
    let svg = picture.to_svg(Theme::PRINT);
    for text in [
        "Correct answers by number of steps",
        "model-a · trace · 20 attempts at 20 items",
        "Only the markers are measured. Shaded: 95 % intervals.",
        "https://example.org/#/sweep?v=2",
    ] {
        assert!(svg.contains(&format!(">{text}</text>")), "{text}");
    }
    assert!(picture.height > figure.scene(900).height + 40);
    let long = "https://example.org/".repeat(40);
    let mut drawn = Vec::new();
    texts(&figure.picture(400, &long).root, &mut drawn);
    assert!(drawn.iter().all(|(.., text)| text.chars().count() < 80), "{drawn:?}");
}

#[test]
fn surplus_panels_are_only_in_the_table() {
    let targets = (0..20).map(|at| runs::target(&format!("model-{at}"))).collect();
    let rows = (0..20)
        .flat_map(|target| [5, 25].map(|steps| row(TaskKey { target, ..task(steps, 0) }, Some(1))));
    let run = FigureData { targets, rows: rows.collect(), ..FigureData::default() };
    let summary = Summary::of(&run);
    {
        let figure = summary.modes();
        assert_eq!(figure.table.rows.len(), 40, "{}", figure.id);
        let note = "12 of 20 lines are drawn; the table has all.";
        assert!(figure.notes().iter().any(|found| found == note), "{:?}", figure.notes());
        let svg = figure.scene(780).to_svg(Theme::PRINT);
        assert!(svg.contains(">model-11<") && !svg.contains(">model-12<"), "{}", figure.id);
    }
}

#[test]
fn letters_and_a_legend_distinguish_two_runs() {
    let long = "a run with a name that nobody could write beside a line";
    let both =
        counted(&[(5, 10), (25, 5)]).compared_with(counted(&[(5, 9), (45, 5)]), ["mine", long]);
    let summary = Summary::of(&both);
    let labels: Vec<String> = summary.lines().into_iter().map(|line| summary.label(line)).collect();
    assert_eq!(labels, ["model-a (A)", "model-a (B)"]);
    for figure in summary.figures(Measure::First) {
        for note in ["A: mine.".to_owned(), format!("B: {long}.")] {
            assert!(figure.notes().contains(&note), "{}: {:?}", figure.id, figure.notes());
        }
    }
    assert_eq!(both.rows.len(), 40);
}

#[test]
fn panels_name_their_target_if_others_are_only_in_the_table() {
    // There are more conditions than panels. All drawn lines have one target, but the title cannot
    // name it, because lines in the table have another target.
    let rows = [0, 1].into_iter().flat_map(|target| {
        Condition::OFFERED.into_iter().flat_map(move |condition| {
            (0..12).map(move |item| {
                let task = TaskKey { target, condition, ..task(25, item) };
                row(task, (item % 2 == 0).then_some(3))
            })
        })
    });
    let targets = vec![target("one"), target("other")];
    let summary =
        Summary::of(&FigureData { targets, rows: rows.collect(), ..FigureData::default() });
    for figure in [summary.modes(), summary.hazard()] {
        assert!(!figure.title.contains("one"), "{}", figure.title);
        let mut drawn = Vec::new();
        texts(&figure.scene(780).root, &mut drawn);
        let named = drawn.iter().filter(|(.., text)| text.starts_with("one · ")).count();
        assert_eq!(named, 12, "{}: {drawn:?}", figure.id);
    }
}

#[test]
fn a_note_names_each_simulated_target_once() {
    let review = |target: u16, condition: Condition| {
        (0..12).flat_map(move |item| {
            (0..2).map(move |sample| {
                let task = TaskKey { target, condition, sample, ..task(25, item) };
                let detail = match condition {
                    Condition::Review => ConditionResult::Review { before: true, after: true },
                    _ => ConditionResult::Plain,
                };
                Row { is_simulated: true, detail, ..row(task, None) }
            })
        })
    };
    let rows = [0, 1].into_iter().flat_map(|target| {
        review(target, Condition::Trace).chain(review(target, Condition::Review))
    });
    let targets = vec![target("one"), target("other")];
    let summary =
        Summary::of(&FigureData { targets, rows: rows.collect(), ..FigureData::default() });
    for figure in summary.figures(Measure::First) {
        for note in figure.notes().iter().filter(|note| note.starts_with("Simulated, ")) {
            assert_eq!(note.matches("other").count(), 1, "{}: {note}", figure.id);
        }
    }
}
