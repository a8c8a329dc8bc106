//! Runs with missing planned attempts: none of their figures looks finished.

use crate::runs::{self, row, target, task};
use stepfall_figure::{
    Completion, FigureData, GradedRun, Measure, Row, Summary, TaskKey, attempt_table, csv,
    html_report,
};
use stepfall_plot::Theme;
use stepfall_procedure::Condition;
use stepfall_solver::SolverKind;
use stepfall_sweep::{Plan, Target};

const STATE: &str = "60 of 200 planned attempts; interim";

/// Returns unfinished runs: of three models, two models, two conditions, many lines and all
/// conditions.
fn unfinished() -> Vec<FigureData> {
    use Condition::{Stepwise, Trace};

    let clear = |right: fn(u16, Condition) -> u32,
                 conditions: &'static [Condition],
                 targets: u16| {
        let rows = (0..targets).flat_map(move |target| {
            conditions.iter().flat_map(move |condition| {
                [5, 25, 45].into_iter().flat_map(move |steps| {
                    (0..20).map(move |item| {
                        let task = TaskKey { target, condition: *condition, ..task(steps, item) };
                        row(task, (item >= right(target, *condition)).then_some(1))
                    })
                })
            })
        });
        let targets = (0..targets).map(|at| target(&format!("model-{at}"))).collect();
        FigureData { targets, rows: rows.collect::<Vec<Row>>(), ..FigureData::default() }
    };
    let models = clear(|target, _| if target == 0 { 19 } else { 2 }, &[Trace], 3);
    let two = clear(|target, _| if target == 0 { 19 } else { 2 }, &[Trace], 2);
    let conditions =
        clear(|_, condition| if condition == Trace { 3 } else { 20 }, &[Trace, Stepwise], 1);
    let mut all = vec![models, two, conditions, runs::sweep(&[5, 35, 65, 95], 12, 1)];
    all.push(runs::conditions(&[5, 15, 25], 20));
    all.into_iter()
        .map(|run| FigureData { completion: Completion { planned: 200, ended: 60 }, ..run })
        .collect()
}

#[test]
fn figures_of_an_unfinished_run_are_interim_and_test_nothing() {
    for run in unfinished() {
        let summary = Summary::of(&run);
        for figure in Measure::ALL.into_iter().flat_map(|measure| summary.figures(measure)) {
            assert!(figure.sentence.starts_with(&format!("{STATE}. ")), "{}", figure.sentence);
            assert!(csv(&figure.table).lines().skip(1).all(|line| line.ends_with(STATE)));
            assert!(figure.picture(780, "").to_svg(Theme::PRINT).contains(STATE), "{}", figure.id);
            let text = format!("{} {:?}", figure.sentence, figure.scene(780));
            for claim in [
                "p = ",
                "p < ",
                "clear difference",
                "a difference of",
                "differ clearly",
                "costs:",
                " cost\"",
                "for the least",
                "least often",
            ] {
                assert!(
                    !text.contains(claim),
                    "{} claims: {claim}: {}",
                    figure.id,
                    figure.sentence
                );
            }
            for (at, column) in figure.table.columns.iter().enumerate() {
                if column == "p" || column == "p, adjusted" {
                    assert!(figure.table.rows.iter().all(|row| row[at] == "–"), "{}", figure.id);
                }
            }
        }
        let finding = summary.finding(Measure::First).unwrap();
        assert!(finding.starts_with(&format!("{STATE}. ")), "{finding}");
        for claim in ["clear difference", "differ by", "helps most", "does worst"] {
            assert!(!finding.contains(claim), "{finding}");
        }
        let report = html_report("A run", "", &summary.figures(Measure::First));
        assert!(report.contains(&format!("<strong>{STATE}.</strong>")));
    }
}

#[test]
fn finished_runs_are_tested() {
    let claims = unfinished().into_iter().map(|run| {
        let summary =
            Summary::of(&FigureData { completion: Completion { planned: 200, ended: 200 }, ..run });
        assert_eq!(summary.interim(), None);
        let figures = summary.figures(Measure::First);
        figures.iter().any(|figure| figure.table.columns.iter().any(|column| column == "p"))
            && figures.iter().all(|figure| !figure.sentence.contains("interim"))
    });
    assert!(claims.into_iter().all(|tested| tested));
}

#[test]
fn an_unfinished_run_counts_missing_attempts() {
    let plan = Plan {
        targets: vec![Target::simulated(SolverKind::Followed, 0)],
        steps: vec![5],
        items: 4,
        ..Plan::default()
    };
    let graded = GradedRun::new(plan);
    assert_eq!(graded.completion(), Completion { planned: 4, ended: 0 });
    assert!(!graded.is_answered());
    assert_eq!(graded.run().completion.interim().unwrap(), "0 of 4 planned attempts; interim");
    assert!(attempt_table(&graded).rows.is_empty());
    let both = graded.run().compared_with(graded.run(), ["one", "other"]);
    assert_eq!(both.completion, Completion { planned: 8, ended: 0 });
}
