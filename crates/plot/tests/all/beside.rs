//! What would hide each other in a chart stands beside each other, and what is long goes on on the next line.

use stepfall_plot::Spacing;
use stepfall_plot::chart::{Axis, Lines, Point, Series, Tick, Told, Uncertainty};
use stepfall_plot::scene::{Mark, Role, Scene, Shape, Tint};

fn axis(lengths: &[u32]) -> Axis {
    let tick = |steps: &u32| Tick { at: f64::from(*steps), text: steps.to_string() };
    let ends = (f64::from(lengths[0]), f64::from(lengths[lengths.len() - 1]));
    Axis {
        label: "steps".to_owned(),
        ends,
        ticks: lengths.iter().map(tick).collect(),
        spacing: Spacing::Even,
    }
}

fn lines(upright: &str, shares: &[[f64; 3]]) -> Lines {
    let steps = [5, 50, 95];
    let series = |(tint, shares): (u8, &[f64; 3])| Series {
        label: format!("line {tint}"),
        tint: Tint::Series(tint),
        points: (steps.iter().zip(shares))
            .map(|(x, y)| Point { x: f64::from(*x), y: *y, range: None, told: Told::default() })
            .collect(),
    };
    Lines {
        title: "Lines".to_owned(),
        x: axis(&steps),
        y: Axis::percent(upright),
        series: (0..).zip(shares).map(series).collect(),
        references: Vec::new(),
        uncertainty: Uncertainty::Band,
        is_joined: true,
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

fn of(scene: &Scene, role: Role) -> Vec<&Mark> {
    let mut found = Vec::new();
    all(&scene.root, &mut found);
    found.retain(|mark| mark.class.role == role);
    found
}

/// The middle and half the width of all that a pointer can meet, in the order of series and points.
fn targets(scene: &Scene) -> Vec<(i32, i32)> {
    let place = |mark: &&Mark| match mark.shape {
        Shape::Circle([x, _, radius]) => (x, radius),
        Shape::Rect([x, _, width, _]) => (x + width / 2, width / 2),
        _ => (0, 0),
    };
    of(scene, Role::Target).iter().map(place).collect()
}

#[test]
fn points_of_one_place_stand_on_both_sides_of_it() {
    let alone = targets(&lines("right", &[[1.0, 0.5, 0.0]]).scene(720));
    let both = targets(&lines("right", &[[1.0, 0.5, 0.0], [1.0, 0.9, 0.0]]).scene(720));
    for at in [0, 2] {
        let (first, second) = (both[at], both[at + 3]);
        assert_eq!(i32::midpoint(first.0, second.0), alone[at].0, "their middle is the place");
        assert!(second.0 - first.0 >= first.1 + second.1, "each can be met");
    }
    assert_eq!((both[1], both[4]), (alone[1], alone[1]), "what is apart stays in its place");
}

#[test]
fn many_points_of_one_place_stay_clear_of_the_next_length() {
    let shares = [[1.0, 1.0, 1.0]; 8];
    for width in [280, 720] {
        let places = targets(&lines("right", &shares).scene(width));
        let at = |point: usize| places.iter().skip(point).step_by(3).map(|place| place.0);
        let highest = |point| at(point).max().unwrap_or_default();
        let lowest = |point| at(point).min().unwrap_or_default();
        assert!(highest(0) < lowest(1) && highest(1) < lowest(2));
        let apart: Vec<i32> = at(0).collect();
        assert!(apart.is_sorted_by(|one, other| one < other), "{apart:?}");
    }
}

#[test]
fn what_an_axis_measures_goes_on_on_the_next_line() {
    let long = "claimed steps right given own values (axis from 95 %)";
    let labels = |width| {
        let scene = lines(long, &[[1.0, 0.5, 0.0]]).scene(width);
        let text = |mark: &&Mark| match &mark.shape {
            Shape::Text { text, .. } => text.clone(),
            _ => String::new(),
        };
        of(&scene, Role::Label).iter().map(text).collect::<Vec<String>>()
    };
    assert_eq!(labels(720), [long, "steps"]);
    let narrow = labels(280);
    assert_eq!(narrow.len(), 3);
    assert_eq!(narrow[..2].join(" "), long);
}
