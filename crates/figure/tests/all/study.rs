//! The averages of the original study appear only next to comparable results, and within the
//! measured range.

use crate::runs::{row, target, task};
use stepfall_figure::{Figure, FigureData, Measure, Summary, TaskKey, is_study};
use stepfall_plot::scene::{Mark, Role, Scene, Shape};
use stepfall_procedure::{Arithmetic, Condition, Spec, Suite};

fn run(is_study: bool, condition: Condition, lengths: &[u16]) -> FigureData {
    let rows = lengths.iter().flat_map(|steps| {
        (0..10)
            .map(|item| row(TaskKey { condition, ..task(*steps, item) }, (item > 5).then_some(1)))
    });
    FigureData {
        targets: vec![target("a")],
        rows: rows.collect(),
        is_study,
        ..FigureData::default()
    }
}

fn curve(is_study: bool, condition: Condition, lengths: &[u16], measure: Measure) -> Figure {
    Summary::of(&run(is_study, condition, lengths)).collapse(measure)
}

fn all<'a>(marks: &'a [Mark], found: &mut Vec<&'a Mark>) {
    for mark in marks {
        found.push(mark);
        if let Shape::Group(marks) = &mark.shape {
            all(marks, found);
        }
    }
}

/// Returns the known points of the study that a figure shows.
fn known(figure: &Figure) -> Vec<String> {
    let scene = figure.scene(780);
    let mut marks = Vec::new();
    all(&scene.root, &mut marks);
    let titles = marks.iter().map(|mark| mark.title.replace('\u{a0}', " "));
    titles.filter(|title| title.starts_with("arXiv")).collect()
}

/// Returns the right ends of the study's line and of the run's line.
fn ends(scene: &Scene) -> [String; 2] {
    let mut marks = Vec::new();
    all(&scene.root, &mut marks);
    let end = |role: Role| {
        let mut of_role = marks.iter().filter(|mark| mark.class.role == role);
        let path = of_role.find_map(|mark| match &mark.shape {
            Shape::Path(path) => Some(path.clone()),
            _ => None,
        });
        let path = path.unwrap();
        path.rsplit('L').next().unwrap().split(' ').next().unwrap().to_owned()
    };
    [Role::Reference, Role::Line].map(end)
}

#[test]
fn the_study_is_drawn_only_for_first_answers_in_its_setting() {
    use Condition::{AnswerOnly, Trace};
    let points_of = |is_study, condition, measure| {
        !known(&curve(is_study, condition, &[5, 25, 95], measure)).is_empty()
    };
    assert!(
        points_of(true, AnswerOnly, Measure::First)
            && points_of(true, AnswerOnly, Measure::Tolerant)
    );
    assert!(!points_of(false, AnswerOnly, Measure::First), "another arithmetic");
    assert!(!points_of(true, Trace, Measure::First), "another condition");
    assert!(
        !points_of(true, AnswerOnly, Measure::Any) && !points_of(true, AnswerOnly, Measure::Last)
    );
}

#[test]
fn the_study_is_drawn_only_within_the_measured_lengths() {
    let curve_of = |lengths: &[u16]| curve(true, Condition::AnswerOnly, lengths, Measure::First);
    let short = curve_of(&[5, 25, 45]);
    assert_eq!(known(&short), ["arXiv 2605.00817: average about 61 % at 5 steps"]);
    let [study, own] = ends(&short.scene(780));
    assert_eq!(study, own);
    assert_eq!(known(&curve_of(&[5, 95])).len(), 2);
    assert!(known(&curve_of(&[15, 85])).is_empty(), "neither of its lengths was measured");
    assert!(short.notes().iter().any(|note| note.contains("2605.00817")));
    assert!(!curve_of(&[15, 85]).notes().iter().any(|note| note.contains("2605.00817")));
}

#[test]
fn the_setting_of_the_study_is_its_arithmetic_without_distractors() {
    let paper = Spec::new(Arithmetic::Paper { places: 3 });
    assert!(is_study(&paper));
    assert!(Suite::Paper55.entries(&Spec::default()).iter().all(|entry| is_study(&entry.spec)));
    assert!(!is_study(&Spec { dead: 20, ..paper }));
    assert!(!is_study(&Spec::default()));
}
