//! Points and names of several curves: none hides another, and long names continue on the next
//! line.

use stepfall_plot::chart::{Axis, Crossing, End, Lines, MarkInfo, Point, Series, Tick};
use stepfall_plot::scene::{Mark, Role, Scene, Shape, Tint};

fn axis(lengths: &[u32]) -> Axis {
    let tick = |steps: &u32| Tick { at: f64::from(*steps), text: steps.to_string() };
    let ends = (f64::from(lengths[0]), f64::from(lengths[lengths.len() - 1]));
    Axis { label: "steps".to_owned(), ends, ticks: lengths.iter().map(tick).collect() }
}

fn lines(upright: &str, shares: &[[f64; 3]]) -> Lines {
    let steps = [5, 50, 95];
    let series = |(tint, shares): (u8, &[f64; 3])| Series {
        label: format!("line {tint}"),
        value: format!("value {tint}"),
        tint: Tint::Series(tint),
        points: (steps.iter().zip(shares))
            .map(|(x, y)| Point {
                x: f64::from(*x),
                y: *y,
                range: Some((y - 0.1, y + 0.1)),
                info: MarkInfo::default(),
            })
            .collect(),
    };
    Lines {
        title: "Lines".to_owned(),
        x: axis(&steps),
        y: Axis::percent(upright),
        series: (0..).zip(shares).map(series).collect(),
        references: Vec::new(),
        crossing: None,
    }
}

fn all<'a>(marks: &'a [Mark], found: &mut Vec<&'a Mark>) {
    for mark in marks {
        match &mark.shape {
            Shape::Group(marks) => all(marks, found),
            _ => found.push(mark),
        }
    }
}

fn marks_of(scene: &Scene, role: Role) -> Vec<&Mark> {
    let mut found = Vec::new();
    all(&scene.root, &mut found);
    found.retain(|mark| mark.class.role == role);
    found
}

/// Returns the horizontal positions of the points of a series, in order.
fn places(scene: &Scene, series: u8) -> Vec<i32> {
    let whiskers = marks_of(scene, Role::Whisker).into_iter();
    let of_series = whiskers.filter(|mark| mark.class.tint == Tint::Series(series));
    let place = |mark: &Mark| match mark.shape {
        Shape::Line([x, ..]) => x,
        _ => panic!("{mark:?}"),
    };
    of_series.map(place).collect()
}

#[test]
fn the_first_series_has_a_band_and_the_others_have_whiskers() {
    let shares = [[1.0, 0.5, 0.0]; 4];
    for width in [280, 780] {
        let scene = lines("right", &shares).scene(width);
        let bands = marks_of(&scene, Role::Band);
        assert_eq!(bands.len(), 1);
        assert_eq!(bands[0].class.tint, Tint::Series(0));
        assert!(places(&scene, 0).is_empty());
        let [first, second, third] = [1, 2, 3].map(|series| places(&scene, series));
        assert_eq!([first.len(), second.len(), third.len()], [3; 3]);
        // Curve 2 is to the left of curve 1, and curve 3 to its right. All points stay clear of the
        // next length.
        for at in 0..3 {
            assert!(
                second[at] < first[at] && first[at] < third[at],
                "{second:?} {first:?} {third:?}"
            );
            assert!(at == 2 || third[at] < second[at + 1]);
        }
        // Curves keep their shape.
        let apart: Vec<i32> =
            first.iter().zip(&second).map(|(first, second)| first - second).collect();
        assert!(apart.iter().all(|it| (it - apart[0]).abs() <= 1), "{apart:?}");
    }
}

fn texts(scene: &Scene, role: Role) -> Vec<(i32, i32, String)> {
    let text = |mark: &Mark| match &mark.shape {
        Shape::Text { at: [x, y], text, .. } => (*x, *y, text.clone()),
        _ => panic!("{mark:?}"),
    };
    marks_of(scene, role).into_iter().map(text).collect()
}

#[test]
fn names_are_at_the_ends_of_their_data_and_apart() {
    let mut chart = lines("right", &[[1.0, 0.9, 0.8], [1.0, 0.9, 0.79], [0.6, 0.2, 0.1]]);
    chart.series[2].points.pop();
    let scene = chart.scene(780);
    let names = texts(&scene, Role::Name);
    let name = |name: &str| names.iter().find(|(.., text)| text == name).unwrap();
    let (first, second, early) = (name("line 0"), name("line 1"), name("line 2"));
    assert_eq!(first.0, second.0);
    assert!((first.1 - second.1).abs() >= 300, "there is room for a value below each name");
    assert!(early.0 < first.0 - 1_000, "{names:?}");
    let values = texts(&scene, Role::Tick);
    assert!(values.iter().any(|(x, y, text)| {
        text == "value 2" && *x == early.0 && (130..160).contains(&(y - early.1))
    }));
    // If there is no room next to the plot, the names are below it.
    let narrow = chart.scene(360);
    assert!(texts(&narrow, Role::Name).is_empty());
    assert_eq!(texts(&narrow, Role::Row).len(), 3);
}

#[test]
fn a_crossing_is_dropped_to_the_axis_and_labelled_off_the_curves() {
    let mut chart = lines("right", &[[1.0, 0.0, 0.0], [0.3, 0.0, 0.0]]);
    chart.crossing = Some(Crossing {
        share: 0.5,
        at: 27.5,
        range: (End::At(20.0), End::Beyond),
        text: ("28 steps".to_owned(), "20 to beyond 95".to_owned()),
        info: MarkInfo::default(),
    });
    let scene = chart.scene(780);
    let [drop] = marks_of(&scene, Role::Drop)[..] else { panic!("one line") };
    let Shape::Path(path) = &drop.shape else { panic!("{drop:?}") };
    assert_eq!(path.matches('L').count(), 2);
    let [extent] = marks_of(&scene, Role::Extent)[..] else { panic!("one interval") };
    let Shape::Line([low, y, high, _]) = extent.shape else { panic!("{extent:?}") };
    assert!(low < high);
    let row_texts = texts(&scene, Role::Row);
    let (x, height, _) = row_texts.iter().find(|(.., text)| text == "28 steps").unwrap();
    assert!(*x > low && *height < y, "above the axis, clear of the curve that runs along it");
    assert!(!marks_of(&chart.thumbnail(200), Role::Line).is_empty());
}

#[test]
fn a_thumbnail_has_the_ends_of_its_axes_and_no_names() {
    let scene = lines("right", &[[1.0, 0.9, 0.8], [1.0, 0.5, 0.2]]).thumbnail(220);
    assert_eq!((scene.width, scene.height), (220, stepfall_plot::chart::THUMBNAIL_HEIGHT));
    let tick_texts: Vec<String> =
        texts(&scene, Role::Tick).into_iter().map(|(.., text)| text).collect();
    assert_eq!(tick_texts, ["0", "100 %", "5", "95"]);
    assert!(marks_of(&scene, Role::Name).is_empty() && marks_of(&scene, Role::Target).is_empty());
    assert_eq!(marks_of(&scene, Role::Line).len(), 2);
    assert_eq!(marks_of(&scene, Role::Band).len(), 1);
}

#[test]
fn a_long_axis_label_wraps() {
    let long = "local accuracy of the steps shown (axis from 95 %)";
    let labels = |width| {
        let scene = lines(long, &[[1.0, 0.5, 0.0]]).scene(width);
        let text = |mark: &&Mark| match &mark.shape {
            Shape::Text { text, .. } => text.clone(),
            _ => String::new(),
        };
        marks_of(&scene, Role::Label).iter().map(text).collect::<Vec<String>>()
    };
    assert_eq!(labels(720), [long, "steps"]);
    let narrow = labels(280);
    assert_eq!(narrow.len(), 3);
    assert_eq!(narrow[..2].join(" "), long);
}
