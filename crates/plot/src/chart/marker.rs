//! The markers of series: a different shape for each, of about equal visual size.

use crate::scene::{Class, Mark, Role, Shape, Tint, polygon, tenths};

/// Draws the marker of a series at a position.
pub(super) fn marker((x, y): (f64, f64), radius: f64, tint: Tint) -> Mark {
    let class = Class::tinted(Role::Point, tint);
    let around = |corners: &[(f64, f64)]| {
        let places: Vec<(f64, f64)> =
            corners.iter().map(|(across, down)| (x + across * radius, y + down * radius)).collect();
        Mark::new(Shape::Path(polygon(&places)), class)
    };
    let series = match tint {
        Tint::Series(series) => series % 8,
        _ => 0,
    };
    match series {
        1 => around(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]),
        2 => around(&[(0.0, -1.25), (1.15, 0.8), (-1.15, 0.8)]),
        3 => around(&[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)]),
        4 => around(&[(0.0, 1.25), (1.15, -0.8), (-1.15, -0.8)]),
        5 => around(&PLUS),
        6 => around(&CROSS),
        7 => around(&[(0.0, -1.2), (1.15, -0.37), (0.7, 0.97), (-0.7, 0.97), (-1.15, -0.37)]),
        _ => Mark::new(Shape::Circle([tenths(x), tenths(y), tenths(radius)]), class),
    }
}

const PLUS: [(f64, f64); 12] = [
    (-0.4, -1.25),
    (0.4, -1.25),
    (0.4, -0.4),
    (1.25, -0.4),
    (1.25, 0.4),
    (0.4, 0.4),
    (0.4, 1.25),
    (-0.4, 1.25),
    (-0.4, 0.4),
    (-1.25, 0.4),
    (-1.25, -0.4),
    (-0.4, -0.4),
];

const CROSS: [(f64, f64); 12] = [
    (0.0, -0.57),
    (0.6, -1.17),
    (1.17, -0.6),
    (0.57, 0.0),
    (1.17, 0.6),
    (0.6, 1.17),
    (0.0, 0.57),
    (-0.6, 1.17),
    (-1.17, 0.6),
    (-0.57, 0.0),
    (-1.17, -0.6),
    (-0.6, -1.17),
];
