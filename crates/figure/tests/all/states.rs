//! Runs with no data, or little, to draw.

use crate::runs::{self, counted, row, target, task};
use stepfall_figure::{
    Completion, Figure, FigureData, MAX_LINES, Measure, Summary, TargetLabel, TaskKey,
};
use stepfall_plot::Theme;
use stepfall_procedure::Condition;

#[test]
fn figures_of_a_run_without_attempts_report_that() {
    let summary = Summary::of(&FigureData::default());
    let figures = [
        summary.collapse(Measure::First),
        summary.horizon(Measure::First),
        summary.modes(),
        summary.heat(Measure::First),
        summary.hazard(),
        summary.cost(),
    ];
    for figure in figures {
        assert_eq!(figure.sentence, "There are no graded attempts yet.", "{}", figure.id);
        assert!(!figure.is_drawn());
        let svg = figure.scene(360).to_svg(Theme::PRINT);
        assert!(svg.contains("There are no graded attempts yet."), "{svg}");
    }
    assert!(!summary.helps().is_drawn() && !summary.paired(&[], Measure::First).is_drawn());
}

#[test]
fn one_length_is_a_point_without_a_horizon() {
    let summary = Summary::of(&counted(&[(25, 6)]));
    let curve = summary.collapse(Measure::First);
    assert!(curve.sentence.ends_with("Only one length was measured; a curve needs two."));
    let horizon = summary.horizon(Measure::First);
    assert!(!horizon.is_drawn());
    assert_eq!(horizon.sentence, "A horizon needs at least two lengths; no line has them yet.");
}

#[test]
fn one_attempt_is_drawn_with_its_interval() {
    let run = FigureData {
        targets: vec![target("a")],
        rows: vec![row(task(25, 0), None)],
        ..FigureData::default()
    };
    let summary = Summary::of(&run);
    let curve = summary.collapse(Measure::First);
    assert!(
        curve.sentence.contains("100\u{a0}% (21 to 100\u{a0}%) at 25 steps"),
        "{}",
        curve.sentence
    );
    assert!(!summary.hazard().is_drawn());
    for figure in summary.figures(Measure::First) {
        assert!(!format!("{:?}", figure.scene(320)).contains("NaN"), "{}", figure.id);
    }
}

#[test]
fn simulated_targets_are_labelled() {
    let mut run = counted(&[(5, 10), (25, 5)]);
    let real = run.rows.iter().map(|row| {
        let task = TaskKey { target: 1, ..row.task };
        stepfall_figure::Row { task, ..*row }
    });
    let real: Vec<_> = real.collect();
    for row in &mut run.rows {
        row.is_simulated = true;
    }
    run.rows.extend(real);
    run.targets.push(target("model-b"));
    let summary = Summary::of(&run);
    let labels: Vec<String> = summary.lines().into_iter().map(|line| summary.label(line)).collect();
    assert_eq!(labels, ["simulated: model-a", "model-b"]);
    let notes = summary.collapse(Measure::First).notes();
    assert!(notes.contains(&"Simulated, not a language model: model-a.".to_owned()));
}

#[test]
fn surplus_lines_are_only_in_the_table() {
    let targets = (0..11).map(|at| target(&format!("model-{at}"))).collect();
    let rows = (0..11)
        .flat_map(|target| [5, 25].map(|steps| row(TaskKey { target, ..task(steps, 0) }, None)));
    let run = FigureData { targets, rows: rows.collect(), ..FigureData::default() };
    let figure = Summary::of(&run).collapse(Measure::First);
    assert_eq!(figure.table.rows.len(), 22);
    assert!(figure.notes().contains(&"8 of 11 lines are drawn; the table has all.".to_owned()));
    let svg = figure.scene(1_100).to_svg(Theme::PRINT);
    assert!(svg.contains(">model-7<") && !svg.contains(">model-8<"), "{MAX_LINES}");
}

#[test]
fn names_with_markup_are_escaped() {
    let name = "<script>alert(\"&\")</script>\u{1}";
    let label = TargetLabel { name: name.to_owned(), is_simulated: false, size: Some(f64::NAN) };
    let run = FigureData { targets: vec![label], ..counted(&[(5, 10), (25, 5)]) };
    for figure in Summary::of(&run).figures(Measure::First) {
        for width in [0, 320, 5_000] {
            let scene = figure.scene(width);
            assert!((280..=1_600).contains(&scene.width));
            let svg = scene.to_svg(Theme::PRINT) + &scene.to_markup();
            assert!(!svg.contains("<script") && !svg.contains("NaN") && !svg.contains('\u{1}'));
        }
    }
}

#[test]
fn every_text_is_inside_its_figure() {
    use stepfall_plot::scene::{Anchor, Mark, Shape};
    fn check(marks: &[Mark], width: u32, height: u32, id: &str) {
        for mark in marks {
            match &mark.shape {
                Shape::Group(marks) => check(marks, width, height, id),
                Shape::Text { at: [x, y], anchor, text } => {
                    // Texts are a tenth narrower than in the widest fonts.
                    let wide =
                        i32::try_from(stepfall_plot::typography::width(text, 12)).unwrap() * 9;
                    let left = match anchor {
                        Anchor::Start => *x,
                        Anchor::Middle => x - wide / 2,
                        Anchor::End => x - wide,
                    };
                    let (width, height) =
                        (i32::try_from(width).unwrap(), i32::try_from(height).unwrap());
                    assert!(left >= -40 && left + wide <= (width + 4) * 10, "{id} {width}: {text}");
                    assert!((0..=height * 10).contains(y), "{id} {width}: {text}");
                }
                _ => {}
            }
        }
    }
    let all = [
        runs::sweep(&[5, 35, 65, 95], 6, 1),
        runs::conditions(&[5, 20], 4),
        runs::long_names(8),
        runs::long_names(1),
        FigureData::default(),
    ];
    for figure in all.iter().flat_map(|run| Summary::of(run).figures(Measure::First)) {
        for width in [320, 330, 360, 480, 720, 1_100, 1_280] {
            for scene in [figure.scene(width), figure.picture(width, "https://example.org/")] {
                check(&scene.root, scene.width, scene.height, &figure.id);
            }
        }
    }
}

#[test]
fn extreme_numbers_do_not_break_figures() {
    use stepfall_figure::{AttemptCosts, Missing};
    use stepfall_stats::FirstError;
    let mut rows = Vec::new();
    for (sample, first_error) in
        [FirstError::At(0), FirstError::At(u32::MAX), FirstError::NotBy(u32::MAX)]
            .into_iter()
            .enumerate()
    {
        for steps in [0, u16::MAX] {
            let sample = u32::try_from(sample).unwrap();
            let task = TaskKey { target: u16::MAX, look_back: 0, sample, ..task(steps, u32::MAX) };
            let most = Some(u32::MAX);
            let spent = AttemptCosts {
                tokens_in: most,
                tokens_out: most,
                reasoning: most,
                millis: most,
                cost_micros: Some(u64::MAX),
            };
            rows.push(stepfall_figure::Row {
                task,
                first_error,
                claimed: u16::MAX,
                replies: u16::MAX,
                written: u32::MAX,
                correct_given_own: u16::MAX,
                spent,
                ..row(task, None)
            });
        }
    }
    let missing = Missing {
        target: u16::MAX,
        condition: Condition::Trace,
        steps: 0,
        look_back: 0,
        attempts: u32::MAX,
    };
    let sizes = [f64::MIN_POSITIVE, f64::MAX, f64::INFINITY, -1.0];
    let targets = sizes.map(|size| TargetLabel { size: Some(size), ..target("a") }).into();
    for target in 0..3 {
        for steps in [0, 1] {
            rows.push(row(TaskKey { target, ..self::task(steps, 0) }, None));
        }
    }
    let summary = Summary::of(&FigureData {
        targets,
        rows,
        missing: vec![missing, missing],
        reveals_errors: true,
        is_study: true,
        is_confounded: true,
        completion: Completion { planned: u32::MAX, ended: u32::MAX },
        legend: Vec::new(),
        repeated: Vec::new(),
        items: stepfall_stats::ItemSharing::Shared,
        seed: u64::MAX,
    });
    for figure in summary.figures(Measure::First) {
        let scene = format!("{:?}", figure.scene(720));
        assert!(!scene.contains("NaN") && !scene.contains("214748364"), "{}", figure.id);
    }
}

/// Figures that show how arithmetic errors are corrected note that the items reveal them.
#[test]
fn checksums_are_noted_in_figures_of_corrections() {
    let notes_of = |reveals_errors: bool| {
        let run = FigureData { reveals_errors, ..runs::conditions(&[5, 20], 4) };
        let figures = Summary::of(&run).figures(Measure::First);
        let notes = figures.iter().flat_map(Figure::notes);
        notes.filter(|note| note.contains("reveal themselves")).count()
    };
    assert_eq!((notes_of(false), notes_of(true) > 0), (0, true));
}
