//! Curves over a plane, with intervals as bands or whiskers, named at their ends.

use super::axis::{FOOT, Frame};
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
/// Points of one place that are less than this apart upright hide each other.
const CLOSE: f64 = 4.0;
/// From point to point where they would hide each other, how far all of them may stand from each other, and the same for single points with their whiskers.
const BESIDE: f64 = 8.0;
const SPREAD: f64 = 30.0;
const ALONE: f64 = 9.0;

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
    /// How far points that would hide each other may stand from each other, all together.
    spread: f64,
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
        let mut root = vec![
            Mark::group(self.y.upright(frame, f64::from(width))),
            Mark::group(self.x.along(layout.x, frame)),
        ];
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
        let top = self.y.head(all);
        let left = self.y.widest() + 10.0;
        let frame = Frame { left, top, right: all - names, bottom: top + height };
        // A marker at either end stays clear of the axis.
        let x = self.x.scale((frame.left + 12.0, frame.right - 8.0));
        let y = self.y.scale((frame.bottom, frame.top));
        Layout { frame, x, y, is_named_at_ends, spread: self.spread(x) }
    }

    /// How far points that would hide each other may stand from each other, all together.
    fn spread(&self, x: Scale) -> f64 {
        if self.series.iter().any(|series| series.points.len() > MARKED) {
            return 0.0;
        }
        let points = self.series.iter().flat_map(|series| &series.points);
        let mut places: Vec<f64> = points.map(|point| x.at(point.x)).collect();
        places.sort_by(f64::total_cmp);
        let gaps = places.windows(2).map(|pair| pair[1] - pair[0]).filter(|gap| *gap > 0.01);
        gaps.fold(SPREAD, |least, gap| least.min(gap * 0.8))
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
        let stands = |point: &Point, y: f64| {
            (layout.x.at(point.x) + self.aside(series, point, layout).0, layout.y.at(y))
        };
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
            marks.push(self.target(series, point, layout, place));
        }
        Mark::group(marks)
    }

    /// What a finger can meet of a point: a little more than is seen, but nothing of another point beside it.
    fn target(&self, series: &Series, point: &Point, layout: &Layout, (x, y): (f64, f64)) -> Mark {
        const REACH: f64 = 11.0;
        let class = Class::of(Role::Target);
        let is_dense = series.points.len() > MARKED;
        let target = match self.aside(series, point, layout).1 {
            Some(apart) if !is_dense => {
                Mark::rect(x - apart / 2.0, y - REACH, x + apart / 2.0, y + REACH, class)
            }
            _ => {
                let radius = if is_dense { 5.0 } else { REACH };
                Mark::new(Shape::Circle([x, y, radius].map(tenths)), class)
            }
        };
        target.told(&point.told.title, &point.told.data)
    }

    /// The series that have a point by this one of a series that would hide it or be hidden, and whether that is
    /// so by the points alone. The whiskers of single points
    /// hide each other at any height.
    fn here<'a>(
        &'a self,
        series: &'a Series,
        point: &'a Point,
        layout: &'a Layout,
    ) -> impl Iterator<Item = (&'a Series, bool)> {
        let is_single = |series: &Series| series.points.len() == 1;
        self.series.iter().filter_map(move |other| {
            let found = other.points.binary_search_by(|there| there.x.total_cmp(&point.x));
            let there = &other.points[found.ok()?];
            let is_close = (layout.y.at(there.y) - layout.y.at(point.y)).abs() < CLOSE;
            (is_close || is_single(series) && is_single(other)).then_some((other, is_close))
        })
    }

    /// How far a point of a series stands aside of its place, so that those at one place do not hide each other; and how far it is from the next point, where
    /// there is one.
    fn aside(&self, series: &Series, point: &Point, layout: &Layout) -> (f64, Option<f64>) {
        let (mut all, mut before, mut close) = (0.0, 0.0, 0);
        let mut is_before = true;
        for (other, is_close) in self.here(series, point, layout) {
            is_before &= !std::ptr::eq(other, series);
            all += 1.0;
            before += if is_before { 1.0 } else { 0.0 };
            close += u32::from(is_close);
        }
        let apart =
            if series.points.len() == 1 { ALONE } else { (layout.spread / all).min(BESIDE) };
        ((before - (all - 1.0) / 2.0) * apart, (close > 1).then_some(apart))
    }

    /// The names of all curves at their ends, which a line joins where they had to move.
    fn names(&self, layout: &Layout, width: f64) -> Vec<Mark> {
        let is_named = |series: &&Series| !series.label.is_empty();
        let series = self.series.iter().filter(is_named).filter_map(|series| {
            let last = series.points.last()?;
            let (x, y) = layout.place(last.x, last.y);
            let place = (x + self.aside(series, last, layout).0, y);
            Some((place, series.tint, &series.label))
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
