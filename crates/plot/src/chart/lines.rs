//! Curves over a plane, with intervals as bands or whiskers, named at their ends.

use super::axis::{FOOT, Frame, HEAD};
use super::legend::{Entry, Sample, rows};
use super::marker::marker;
use super::{Axis, NAME, ROOMY, Told, clamped, fitted, note, whole, wide};
use crate::scale::Scale;
use crate::scene::{Anchor, Class, Mark, Role, Scene, Shape, Tint, polygon, polyline, tenths};
use crate::spread::spread;

/// The most points of a curve that each have a marker.
const MARKED: usize = 40;
/// From name to name.
const APART: f64 = 16.0;

/// How the interval around a point is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Uncertainty {
    /// As a stripe along the curve.
    Band,
    /// As a line at each point.
    Whiskers,
}

/// A point of a curve.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// The number along the foot.
    pub x: f64,
    /// The number upright.
    pub y: f64,
    /// The interval upright.
    pub range: Option<(f64, f64)>,
    /// What it says.
    pub told: Told,
}

/// A curve that was measured.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// Its name; it is not named where this is empty.
    pub label: String,
    /// Its colour, dash and marker.
    pub tint: Tint,
    /// Its points, along the foot.
    pub points: Vec<Point>,
}

/// A curve from elsewhere.
#[derive(Debug, Clone, PartialEq)]
pub struct Reference {
    /// Its name, which says where it is from.
    pub label: String,
    /// Its points, along the foot, and what is said of each.
    pub points: Vec<(f64, f64, String)>,
}

/// Curves over a plane.
#[derive(Debug, Clone, PartialEq)]
pub struct Lines {
    /// What the chart is, for those who do not see it.
    pub title: String,
    /// Along the foot.
    pub x: Axis,
    /// Upright.
    pub y: Axis,
    /// What was measured.
    pub series: Vec<Series>,
    /// What it is held against.
    pub references: Vec<Reference>,
    /// How intervals are drawn. A single point always has a whisker.
    pub uncertainty: Uncertainty,
    /// Whether points are joined.
    pub is_joined: bool,
}

/// The places of one layout.
struct Layout {
    frame: Frame,
    x: Scale,
    y: Scale,
    is_named_at_ends: bool,
}

impl Lines {
    /// The chart at a width.
    pub fn scene(&self, width: u32) -> Scene {
        let width = clamped(width);
        if self.series.iter().all(|series| series.points.is_empty()) && self.references.is_empty() {
            return note(&self.title, "There is nothing to draw.", width);
        }
        let layout = self.layout(width);
        let frame = layout.frame;
        let mut root =
            vec![Mark::group(self.y.upright(frame)), Mark::group(self.x.along(layout.x, frame))];
        let bands = self.series.iter().filter_map(|series| self.band(series, &layout)).collect();
        root.push(Mark::group(bands));
        root.push(Mark::group(self.references.iter().flat_map(|it| drawn(it, &layout)).collect()));
        root.extend(self.series.iter().map(|series| self.curve(series, &layout)));
        let mut bottom = frame.bottom + FOOT + 10.0;
        if layout.is_named_at_ends {
            root.push(Mark::group(self.names(&layout, f64::from(width))));
        } else if !self.entries().is_empty() {
            let (marks, end) = rows(&self.entries(), (0.0, bottom + 6.0), f64::from(width));
            root.push(Mark::group(marks));
            bottom = end + 4.0;
        }
        Scene { title: self.title.clone(), width, height: whole(bottom), root }
    }

    fn layout(&self, width: u32) -> Layout {
        let entries = self.entries();
        let names = entries.iter().map(|entry| wide(&entry.text, NAME)).fold(0.0, f64::max) + 22.0;
        let all = f64::from(width);
        let height = (all * 0.46).clamp(210.0, 400.0);
        let lines = u32::try_from(entries.len()).map_or(0.0, f64::from);
        let is_named_at_ends =
            self.has_curves() && width >= ROOMY && !entries.is_empty() && lines * APART <= height;
        let names = if is_named_at_ends { names.min(all * 0.36) } else { 12.0 };
        let frame = Frame {
            left: self.y.widest() + 10.0,
            top: HEAD,
            right: all - names,
            bottom: HEAD + height,
        };
        // A marker at either end stays clear of the axis.
        let x = self.x.scale((frame.left + 12.0, frame.right - 8.0));
        let y = self.y.scale((frame.bottom, frame.top));
        Layout { frame, x, y, is_named_at_ends }
    }

    /// Whether points are joined, and there are any to join.
    fn has_curves(&self) -> bool {
        self.is_joined && self.series.iter().any(|series| series.points.len() > 1)
    }

    fn entries(&self) -> Vec<Entry> {
        let sample = if self.has_curves() { Sample::Curve } else { Sample::Marker };
        let is_named = |series: &&Series| !series.points.is_empty() && !series.label.is_empty();
        let series = self.series.iter().filter(is_named);
        let series =
            series.map(|series| Entry { text: series.label.clone(), tint: series.tint, sample });
        let references = self.references.iter().map(|reference| Entry {
            text: reference.label.clone(),
            tint: Tint::Plain,
            sample: Sample::Reference,
        });
        series.chain(references).collect()
    }

    fn band(&self, series: &Series, layout: &Layout) -> Option<Mark> {
        let has_band = self.uncertainty == Uncertainty::Band && series.points.len() > 1;
        let ranges = || series.points.iter().filter_map(|point| Some((point.x, point.range?)));
        let high = ranges().map(|(x, range)| (layout.x.at(x), layout.y.at(range.1)));
        let low = ranges().map(|(x, range)| (layout.x.at(x), layout.y.at(range.0)));
        let mut places: Vec<(f64, f64)> = high.collect();
        places.extend(low.collect::<Vec<_>>().into_iter().rev());
        let class = Class::tinted(Role::Band, series.tint);
        (has_band && places.len() > 3).then(|| Mark::new(Shape::Path(polygon(&places)), class))
    }

    /// The curve and the points of a series.
    fn curve(&self, series: &Series, layout: &Layout) -> Mark {
        let mut marks = Vec::new();
        let aside = self.aside(series);
        let stands = |point: &Point, y: f64| (layout.x.at(point.x) + aside, layout.y.at(y));
        let places: Vec<(f64, f64)> =
            series.points.iter().map(|point| stands(point, point.y)).collect();
        if self.is_joined && places.len() > 1 {
            let class = Class::tinted(Role::Line, series.tint);
            marks.push(Mark::new(Shape::Path(polyline(&places)), class));
        }
        let has_whiskers = self.uncertainty == Uncertainty::Whiskers || places.len() == 1;
        let is_dense = places.len() > MARKED;
        for (point, place) in series.points.iter().zip(places) {
            if let Some((low, high)) = point.range.filter(|_| has_whiskers) {
                let (from, to) = (stands(point, low), stands(point, high));
                marks.push(Mark::line(from, to, Class::tinted(Role::Whisker, series.tint)));
            }
            if !is_dense {
                marks.push(marker(place, 3.8, series.tint));
            }
            // Something that a finger can meet.
            let radius = if is_dense { 5.0 } else { 11.0 };
            let target = Shape::Circle([tenths(place.0), tenths(place.1), tenths(radius)]);
            let target = Mark::new(target, Class::of(Role::Target));
            marks.push(target.told(&point.told.title, &point.told.data));
        }
        Mark::group(marks)
    }

    /// How far a single point stands aside of its place, so that those at one place do not hide each other.
    fn aside(&self, series: &Series) -> f64 {
        const APART: f64 = 9.0;
        let [only] = &series.points[..] else { return 0.0 };
        let is_here = |other: &&Series| matches!(&other.points[..], [point] if point.x.to_bits() == only.x.to_bits());
        let here = || self.series.iter().filter(is_here);
        let before = here().take_while(|other| *other != series).count();
        let number = |count: usize| u32::try_from(count).map_or(0.0, f64::from);
        (number(before) - (number(here().count()) - 1.0) / 2.0) * APART
    }

    /// The names of all curves at their ends, which a line joins where they had to move.
    fn names(&self, layout: &Layout, width: f64) -> Vec<Mark> {
        let is_named = |series: &&Series| !series.label.is_empty();
        let series = self.series.iter().filter(is_named).filter_map(|series| {
            let last = series.points.last()?;
            Some((layout.place(last.x, last.y), series.tint, &series.label))
        });
        let references = self.references.iter().filter_map(|reference| {
            let last = reference.points.last()?;
            Some((layout.place(last.0, last.1), Tint::Plain, &reference.label))
        });
        let all: Vec<_> = series.chain(references).collect();
        let wanted: Vec<f64> = all.iter().map(|((_, y), ..)| *y).collect();
        let frame = layout.frame;
        let places = spread(&wanted, APART, (frame.top + 4.0, frame.bottom - 2.0));
        let left = frame.right + 14.0;
        let mut marks = Vec::new();
        for (((x, y), tint, label), place) in all.into_iter().zip(places) {
            if (place - y).abs() > 3.0 || left - x > 30.0 {
                let path = polyline(&[(x + 6.0, y), (left - 10.0, y), (left - 3.0, place)]);
                marks.push(Mark::new(Shape::Path(path), Class::tinted(Role::Leader, tint)));
            }
            let text = fitted(label, NAME, width - left);
            let class = Class::tinted(Role::Name, tint);
            marks.push(Mark::text((left, place + 4.5), Anchor::Start, text, class));
        }
        marks
    }
}

impl Layout {
    fn place(&self, x: f64, y: f64) -> (f64, f64) {
        (self.x.at(x), self.y.at(y))
    }
}

/// A reference: its curve and what is said at its points.
fn drawn(reference: &Reference, layout: &Layout) -> Vec<Mark> {
    let places: Vec<(f64, f64)> =
        reference.points.iter().map(|(x, y, _)| layout.place(*x, *y)).collect();
    let mut marks = vec![Mark::new(Shape::Path(polyline(&places)), Class::of(Role::Reference))];
    for (place, (.., title)) in places.into_iter().zip(&reference.points) {
        marks.push(marker(place, 3.0, Tint::Plain));
        let target = Shape::Circle([tenths(place.0), tenths(place.1), tenths(9.0)]);
        marks.push(Mark::new(target, Class::of(Role::Target)).told(title, &[]));
    }
    marks
}
