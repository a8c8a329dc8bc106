//! Curves over a plane. The first curve is in focus and has its intervals as a band; the others
//! have whiskers. Each curve has its name at the end of its data.

use super::axis::{FOOT, Frame};
use super::legend::{Entry, Sample, rows};
use super::marker::marker;
use super::names::{self, Name};
use super::thumbnail::Thumbnail;
use super::{
    Axis, End, MIN_WIDTH_FOR_SIDE_NAMES, MarkInfo, NAME, SMALL, ceil_units, clamped, fit_line,
    note, text_width,
};
use crate::scale::Scale;
use crate::scene::{Anchor, Class, Mark, Role, Scene, Shape, Tint, polygon, polyline, tenths};
use crate::spread::spread;

/// The maximum number of points of a curve for which each has a marker.
const MARKED: usize = 40;
/// The height of a one-line name with its value below.
const NAME_AND_VALUE_HEIGHT: f64 = 31.0;
/// The height of a one-line name without a value.
const NAME_HEIGHT: f64 = 16.0;
/// The maximum number of lines of a name.
const LINES: usize = 3;
/// The gap between the end of a curve and its name.
const CLEAR: f64 = 12.0;
/// The width of a sample with the gap to its name.
const SAMPLE: f64 = 11.0;
/// The distance from the end of the plot to the names in the column next to it.
const BESIDE: f64 = CLEAR + SAMPLE + SPREAD / 2.0;
/// The offset between points of several curves at one position.
const CURVE_OFFSET: f64 = 5.0;
/// The maximum offset of all curves together.
const SPREAD: f64 = 30.0;
/// The offset between curves of a single point each.
const ALONE: f64 = 96.0;
/// The radius of a point's touch target; a close neighbour shortens it.
const REACH: f64 = 11.0;

/// A point of a curve.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// The horizontal value.
    pub x: f64,
    /// The vertical value.
    pub y: f64,
    /// The vertical interval.
    pub range: Option<(f64, f64)>,
    /// The tooltip and filter.
    pub info: MarkInfo,
}

/// A measured curve.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// The name of the curve; empty if the curve is not named.
    pub label: String,
    /// The text below its name, such as its last number; may be empty.
    pub value: String,
    /// Its colour, dash and marker.
    pub tint: Tint,
    /// Its points, in horizontal order.
    pub points: Vec<Point>,
}

/// A curve from another source.
#[derive(Debug, Clone, PartialEq)]
pub struct Reference {
    /// Its name, which includes the source.
    pub label: String,
    /// The positions that its line joins, in horizontal order.
    pub places: Vec<(f64, f64)>,
    /// The known positions among them, with a text for each.
    pub points: Vec<(f64, f64, String)>,
}

/// The point where the curve in focus crosses a share, with its interval.
#[derive(Debug, Clone, PartialEq)]
pub struct Crossing {
    /// The share that the curve crosses.
    pub share: f64,
    /// The horizontal value of the crossing.
    pub at: f64,
    /// The interval of the horizontal value.
    pub range: (End, End),
    /// The value and the interval as text.
    pub text: (String, String),
    /// The tooltip and filter.
    pub info: MarkInfo,
}

/// A chart of curves over a plane.
#[derive(Debug, Clone, PartialEq)]
pub struct Lines {
    /// The accessible name of the chart.
    pub title: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The measured curves. The first curve is in focus: its intervals are a band, and those of
    /// other curves are whiskers. A single point always has a whisker.
    pub series: Vec<Series>,
    /// Curves for comparison.
    pub references: Vec<Reference>,
    /// The point where the curve in focus crosses a share.
    pub crossing: Option<Crossing>,
}

/// The position of names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Names {
    /// At the ends of their curves.
    AtEnds,
    /// Below the plot.
    Below,
}

/// The geometry of the chart at one width.
#[derive(Debug, Clone, Copy)]
pub(super) struct Layout {
    pub(super) frame: Frame,
    pub(super) x: Scale,
    pub(super) y: Scale,
    /// The offset between curves that have points at one position.
    pub(super) apart: f64,
}

/// A rectangle: left, top, right, bottom.
type Edges = [f64; 4];

impl Lines {
    /// Draws the chart at a width.
    pub fn scene(&self, width: u32) -> Scene {
        let width = clamped(width);
        if self.series.iter().all(|series| series.points.is_empty()) && self.references.is_empty() {
            return note(&self.title, "There is nothing to draw.", width);
        }
        let (layout, seats) = self.layout(width);
        let frame = layout.frame;
        let mut root = vec![
            Mark::group(self.y.upright(frame, f64::from(width))),
            Mark::group(self.x.along(layout.x, frame)),
        ];
        root.push(Mark::group(self.band(layout).into_iter().collect()));
        root.push(Mark::group(
            self.references.iter().flat_map(|it| draw_reference(it, layout)).collect(),
        ));
        let curves = self.curves(layout);
        if let Some(crossing) = &self.crossing {
            root.push(Mark::group(crossing.marks(layout, &self.traces(layout))));
        }
        root.extend(curves);
        let mut bottom = frame.bottom + FOOT + 10.0;
        let entries = self.entries();
        match seats {
            Names::AtEnds => root.push(Mark::group(self.names(layout, f64::from(width)))),
            Names::Below if !entries.is_empty() => {
                let (marks, end) = rows(&entries, (0.0, bottom + 6.0), f64::from(width));
                root.push(Mark::group(marks));
                bottom = end + 4.0;
            }
            Names::Below => {}
        }
        names::scene(&self.title, width, bottom, root)
    }

    /// Draws the chart as a thumbnail: curves and the band of the first, without names.
    pub fn thumbnail(&self, width: u32) -> Scene {
        let mut small = Thumbnail::new(width);
        let (x, y) = small.plane(&self.x, &self.y);
        let layout = Layout { frame: small.frame, x, y, apart: 0.0 };
        small.marks.extend(self.band(layout));
        for reference in &self.references {
            small.marks.push(curve(&reference.places, layout, Class::of(Role::Reference)));
        }
        for series in self.series.iter().rev() {
            small.marks.extend(series.small(layout));
        }
        small.scene(&self.title)
    }

    fn layout(&self, width: u32) -> (Layout, Names) {
        let all = f64::from(width);
        let height = (all * 0.46).clamp(210.0, 350.0);
        let most = all * 0.36 - BESIDE;
        let labels: Vec<Fitted> = self.labels().map(|label| label.within(most, LINES)).collect();
        let blocks: f64 = labels.iter().map(Fitted::height).sum();
        // There is more room below the plot. A name is shortened only if even that is not enough.
        let is_whole = labels.iter().all(Fitted::is_whole);
        let has_room = is_whole && blocks > 0.0 && blocks <= height;
        let (names, room) = if self.has_curves() && width >= MIN_WIDTH_FOR_SIDE_NAMES && has_room {
            let widest = labels.iter().map(Fitted::width).fold(0.0, f64::max);
            (Names::AtEnds, widest + BESIDE)
        } else {
            (Names::Below, 12.0)
        };
        let (top, left) = (self.y.head(all), self.y.widest() + 10.0);
        let frame = Frame { left, top, right: all - room, bottom: top + height };
        // A marker at either end stays clear of the axis.
        let x = self.x.scale((frame.left + 12.0, frame.right - 8.0));
        let y = self.y.scale((frame.bottom, frame.top));
        let apart = self.apart(x, (frame.right - frame.left) * 0.7);
        (Layout { frame, x, y, apart }, names)
    }

    /// Returns the offset between curves with points at one position. `room` is the maximum offset
    /// of all curves together if each has a single point.
    fn apart(&self, x: Scale, room: f64) -> f64 {
        let points = self.series.iter().flat_map(|series| &series.points);
        let mut places: Vec<f64> = points.map(|point| x.at(point.x)).collect();
        places.sort_by(f64::total_cmp);
        let gaps = places.windows(2).map(|pair| pair[1] - pair[0]).filter(|gap| *gap > 0.01);
        let least = gaps.fold(f64::MAX, f64::min);
        let others = number(self.series.len().saturating_sub(1));
        let (apart, all) = if self.has_curves() { (CURVE_OFFSET, SPREAD) } else { (ALONE, room) };
        apart.min(all.min(least * 0.7) / others.max(1.0))
    }

    /// Returns whether any curve has more than one point.
    fn has_curves(&self) -> bool {
        self.series.iter().any(|series| series.points.len() > 1)
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

    /// Draws the band of the curve in focus.
    fn band(&self, layout: Layout) -> Option<Mark> {
        self.series.first()?.band(layout)
    }

    /// Draws the curves with their points, the one in focus last.
    fn curves(&self, layout: Layout) -> Vec<Mark> {
        let mut curves: Vec<Mark> =
            (0..).zip(&self.series).map(|(at, series)| self.curve(at, series, layout)).collect();
        curves.reverse();
        curves
    }

    fn curve(&self, at: usize, series: &Series, layout: Layout) -> Mark {
        let places = self.places(at, series, layout);
        let mut marks = Vec::new();
        if places.len() > 1 {
            let class = Class::tinted(Role::Line, series.tint);
            marks.push(Mark::new(Shape::Path(polyline(&places)), class));
        }
        let is_dense = places.len() > MARKED;
        let has_band = at == 0 && places.len() > 1;
        for (point, place) in series.points.iter().zip(places) {
            if let Some((low, high)) = point.range.filter(|_| !has_band && !is_dense) {
                let (from, to) = ((place.0, layout.y.at(low)), (place.0, layout.y.at(high)));
                marks.push(Mark::line(from, to, Class::tinted(Role::Whisker, series.tint)));
            }
            if !is_dense {
                marks.push(marker(place, 3.8, series.tint));
            }
            marks.push(self.target(series, point, layout, place));
        }
        Mark::group(marks)
    }

    /// Returns the positions of a curve's points. Points of the first curve keep their positions.
    /// Points of other curves are shifted to alternate sides, so that no point hides another.
    fn places(&self, at: usize, series: &Series, layout: Layout) -> Vec<(f64, f64)> {
        let place = |point: &Point| {
            let is_here = |other: &&Series| {
                other.points.iter().any(|other_point| (other_point.x - point.x).abs() < 1e-9)
            };
            let count = |series: &[Series]| series.iter().filter(is_here).count();
            // All points of a curve are shifted equally, so that it keeps its shape. A single point
            // is shifted only if others are at its position.
            let out = if self.has_curves() {
                aside(at)
            } else {
                let (before, all) = (count(&self.series[..at]), count(&self.series));
                number(before) - (number(all) - 1.0) / 2.0
            };
            (layout.x.at(point.x) + out * layout.apart, layout.y.at(point.y))
        };
        series.points.iter().map(place).collect()
    }

    /// Draws the touch target of a point: slightly larger than the point, but clear of its
    /// neighbours.
    fn target(&self, series: &Series, point: &Point, layout: Layout, (x, y): (f64, f64)) -> Mark {
        let class = Class::of(Role::Target);
        let is_near = |other: &&Series| {
            let near = |other_point: &Point| {
                (layout.x.at(other_point.x) - layout.x.at(point.x)).abs() < 1.0
                    && (layout.y.at(other_point.y) - y).abs() < REACH
            };
            !std::ptr::eq(*other, series) && other.points.iter().any(near)
        };
        let is_dense = series.points.len() > MARKED;
        let target = if !is_dense && layout.apart > 0.0 && self.series.iter().any(|it| is_near(&it))
        {
            let half = layout.apart.min(2.0 * REACH) / 2.0;
            Mark::rect(x - half, y - REACH, x + half, y + REACH, class)
        } else {
            let radius = if is_dense { 5.0 } else { REACH };
            Mark::new(Shape::Circle([x, y, radius].map(tenths)), class)
        };
        target.info(&point.info.title, &point.info.filter)
    }

    /// Returns the labels of all named curves.
    fn labels(&self) -> impl Iterator<Item = Label<'_>> {
        let series = (0..).zip(&self.series).filter(|(_, series)| !series.label.is_empty());
        let series = series.map(|(at, series)| Label {
            name: &series.label,
            value: &series.value,
            tint: series.tint,
            series: Some(at),
        });
        let references = self.references.iter().map(|reference| Label {
            name: &reference.label,
            value: "",
            tint: Tint::Plain,
            series: None,
        });
        series.chain(references)
    }

    /// Returns the end of a label's curve.
    fn end(&self, label: &Label, layout: Layout) -> Option<(f64, f64)> {
        if let Some(at) = label.series {
            return self.places(at, self.series.get(at)?, layout).last().copied();
        }
        let named = self.references.iter().find(|other| other.label == label.name)?;
        named.places.last().map(|(x, y)| layout.place(*x, *y))
    }

    /// Draws the names of all curves. The names of the curves that end furthest to the right are in
    /// a column there. A curve that ends earlier has its name at the end of its data, if there is
    /// room.
    fn names(&self, layout: Layout, width: f64) -> Vec<Mark> {
        let ends = |label| Some((self.end(&label, layout)?, label));
        let all: Vec<((f64, f64), Label)> = self.labels().filter_map(ends).collect();
        let last = all.iter().map(|((x, _), _)| *x).fold(f64::MIN, f64::max);
        // A single name needs no sample of its curve.
        let has_several = all.len() > 1;
        let mut marks = Vec::new();
        let mut taken = self.traces(layout);
        let left = last + CLEAR;
        let room = width - left - if has_several { SAMPLE } else { 0.0 };
        let mut column: Vec<(f64, Fitted)> = Vec::new();
        for ((x, y), label) in all {
            let is_early = last - x > SPREAD;
            let beside = label.within(width, 1);
            match beside.seat((x, y), layout.frame, &taken).filter(|_| is_early) {
                Some(edges) => {
                    marks.extend(beside.marks(edges, has_several));
                    taken.push(edges);
                }
                None => column.push((y, label.within(room, LINES))),
            }
        }
        let tops = stacked(&column, layout.frame);
        for ((_, label), top) in column.into_iter().zip(tops) {
            marks.extend(label.marks([left, top, width, top + label.height()], has_several));
        }
        marks
    }

    /// Returns the area of curves: a small square every few units along them.
    fn traces(&self, layout: Layout) -> Vec<Edges> {
        let mut traces = Vec::new();
        let mut trace = |places: &[(f64, f64)]| {
            for pair in places.windows(2) {
                let ((x, y), (to, down)) = (pair[0], pair[1]);
                let steps = ceil_units(((to - x).abs() + (down - y).abs()) / 6.0).clamp(1, 400);
                traces.extend((0..=steps).map(|step| {
                    let share = f64::from(step) / f64::from(steps);
                    let (x, y) = (x + share * (to - x), y + share * (down - y));
                    [x - 3.0, y - 3.0, x + 3.0, y + 3.0]
                }));
            }
        };
        for (at, series) in self.series.iter().enumerate() {
            trace(&self.places(at, series, layout));
        }
        for reference in &self.references {
            let places: Vec<(f64, f64)> =
                reference.places.iter().map(|(x, y)| layout.place(*x, *y)).collect();
            trace(&places);
        }
        traces
    }
}

impl Series {
    /// Draws the intervals of the points as a band.
    pub(super) fn band(&self, layout: Layout) -> Option<Mark> {
        let ranges = || self.points.iter().filter_map(|point| Some((point.x, point.range?)));
        let high = ranges().map(|(x, range)| layout.place(x, range.1));
        let low: Vec<(f64, f64)> = ranges().map(|(x, range)| layout.place(x, range.0)).collect();
        let places: Vec<(f64, f64)> = high.chain(low.into_iter().rev()).collect();
        let class = Class::tinted(Role::Band, self.tint);
        (places.len() > 3).then(|| Mark::new(Shape::Path(polygon(&places)), class))
    }

    /// Draws the curve in a thumbnail, or its only point.
    pub(super) fn small(&self, layout: Layout) -> Vec<Mark> {
        let places: Vec<(f64, f64)> = self.points.iter().map(|point| (point.x, point.y)).collect();
        if places.len() > 1 {
            return vec![curve(&places, layout, Class::tinted(Role::Line, self.tint))];
        }
        let points = self.points.iter();
        points.map(|it| marker(layout.place(it.x, it.y), 3.0, self.tint)).collect()
    }
}

impl Layout {
    pub(super) fn place(&self, x: f64, y: f64) -> (f64, f64) {
        (self.x.at(x), self.y.at(y))
    }
}

/// A name and the text below it.
#[derive(Debug, Clone, Copy)]
struct Label<'a> {
    name: &'a str,
    value: &'a str,
    tint: Tint,
    /// The index of its series; `None` for a reference.
    series: Option<usize>,
}

impl Label<'_> {
    fn within(&self, room: f64, most: usize) -> Fitted {
        Fitted {
            name: Name::new(self.name, NAME, room, most),
            value: fit_line(self.value, SMALL, room),
            tint: self.tint,
            is_reference: self.series.is_none(),
        }
    }
}

/// A label that fits its room.
#[derive(Debug, Clone)]
struct Fitted {
    name: Name,
    value: String,
    tint: Tint,
    is_reference: bool,
}

impl Fitted {
    fn width(&self) -> f64 {
        self.name.width(NAME).max(text_width(&self.value, SMALL))
    }

    fn height(&self) -> f64 {
        self.name.extra_height()
            + if self.value.is_empty() { NAME_HEIGHT } else { NAME_AND_VALUE_HEIGHT }
    }

    /// Returns whether nothing was left out.
    fn is_whole(&self) -> bool {
        !self.name.is_shortened() && !self.value.contains('…')
    }

    /// Returns a free position at the end of its curve, within the plot.
    fn seat(&self, (x, y): (f64, f64), frame: Frame, taken: &[Edges]) -> Option<Edges> {
        let (width, height) = (self.width() + SAMPLE, self.height());
        let seat = |down: &f64| {
            let top = y + down - height / 2.0;
            [x + CLEAR, top, x + CLEAR + width, top + height]
        };
        let is_free = |edges: &Edges| {
            let is_inside =
                edges[1] >= frame.top - 4.0 && edges[3] <= frame.bottom && edges[2] <= frame.right;
            is_inside && !taken.iter().any(|other| meet(edges, other))
        };
        [0.0, -18.0, 18.0, -32.0, 32.0].iter().map(seat).find(is_free)
    }

    /// Draws a label. If there are several labels, it has a sample of its curve.
    fn marks(&self, [left, top, ..]: Edges, has_sample: bool) -> Vec<Mark> {
        let mut marks = Vec::new();
        let mut x = left;
        if has_sample {
            let middle = top + 8.0;
            marks.push(if self.is_reference {
                let class = Class::of(Role::Reference);
                Mark::line((x - 5.0, middle), (x + 6.0, middle), class)
            } else {
                marker((x + 2.0, middle), 3.4, self.tint)
            });
            x += SAMPLE;
        }
        let role = if self.is_reference { Role::Tick } else { Role::Name };
        let class = Class::tinted(role, if self.is_reference { Tint::Plain } else { self.tint });
        marks.extend(self.name.marks((x, top + 12.5), Anchor::Start, class));
        if !self.value.is_empty() {
            let class = Class::of(Role::Tick);
            marks.push(Mark::text(
                (x, top + 26.5 + self.name.extra_height()),
                Anchor::Start,
                &self.value,
                class,
            ));
        }
        marks
    }
}

impl Crossing {
    /// Draws a line from the vertical axis to the crossing and down to the horizontal axis, with
    /// the interval on that axis. Both texts are placed where they hide no curve.
    fn marks(&self, layout: Layout, taken: &[Edges]) -> Vec<Mark> {
        let Frame { left, top, right, bottom } = layout.frame;
        let (x, y) = layout.place(self.at, self.share);
        let class = Class::of(Role::Drop);
        let path = polyline(&[(left, y), (x, y), (x, bottom)]);
        let place = |end: End| match end {
            End::Below => left,
            End::At(value) => layout.x.at(value),
            End::Beyond => right,
        };
        let (low, high) = (place(self.range.0), place(self.range.1));
        let mut marks = vec![
            Mark::new(Shape::Path(path), class),
            Mark::line((low, bottom - 4.0), (high, bottom - 4.0), Class::of(Role::Extent)),
        ];
        let width = text_width(&self.text.0, NAME).max(text_width(&self.text.1, SMALL));
        let seat = |(side, up): (f64, f64)| {
            let (near, far) = (x + side * 5.0, x + side * (9.0 + width));
            let base = bottom - 9.0 - up;
            (side, [near.min(far), base - 33.0, near.max(far), base])
        };
        // Returns the number of overlaps with curves. A position outside of the plot, or on the level
        // of the target, has the largest number.
        let hidden = |(_, edges): &(f64, Edges)| {
            let is_beside_target = edges[1] >= y || edges[3] <= y;
            let is_inside = edges[0] >= left && edges[2] <= right && edges[1] >= top;
            let is_inside = is_inside && is_beside_target;
            let met = taken.iter().filter(|other| meet(edges, other)).count();
            if is_inside { met } else { usize::MAX }
        };
        // The positions go up from the axis, each to the right and to the left of the crossing. The
        // last two are above the crossing itself, because most curves fall.
        let heights = [0.0, 16.0, 32.0, 48.0, 64.0, 80.0, 96.0, bottom - 3.0 - y];
        let seats = heights.into_iter().flat_map(|up| [(1.0, up), (-1.0, up)]).map(seat);
        let (side, edges) = seats.min_by_key(hidden).unwrap_or_else(|| seat((1.0, 0.0)));
        let (anchor, at) =
            if side > 0.0 { (Anchor::Start, x + 7.0) } else { (Anchor::End, x - 7.0) };
        let (first, second) = ((at, edges[3] - 19.0), (at, edges[3] - 5.0));
        marks.push(Mark::text(first, anchor, &self.text.0, Class::of(Role::Row)));
        marks.push(Mark::text(second, anchor, &self.text.1, Class::of(Role::Tick)));
        let target = Mark::rect(low, bottom - 10.0, high, bottom, Class::of(Role::Target));
        marks.push(target.info(&self.info.title, &self.info.filter));
        marks
    }
}

fn number(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::MAX, f64::from)
}

/// Returns the offset of a curve, as a multiple of the offset between two curves. The first curve
/// has none; the others alternate to the right and to the left.
fn aside(rank: usize) -> f64 {
    let out = number(rank.div_ceil(2));
    if rank % 2 == 1 { out } else { -out }
}

/// Returns the starts of the blocks in a column, each as near to the end of its curve as the other
/// blocks allow.
fn stacked(column: &[(f64, Fitted)], frame: Frame) -> Vec<f64> {
    // The distance between blocks is the height of the tallest one.
    let tallest = column.iter().map(|(_, label)| label.height()).fold(NAME_HEIGHT, f64::max);
    let wanted: Vec<f64> = column.iter().map(|(y, label)| y - label.height() / 2.0).collect();
    spread(&wanted, tallest, (frame.top - 8.0, frame.bottom - tallest + 6.0))
}

fn meet(first: &Edges, second: &Edges) -> bool {
    first[0] < second[2] && first[2] > second[0] && first[1] < second[3] && first[3] > second[1]
}

fn curve(places: &[(f64, f64)], layout: Layout, class: Class) -> Mark {
    let places: Vec<(f64, f64)> = places.iter().map(|(x, y)| layout.place(*x, *y)).collect();
    Mark::new(Shape::Path(polyline(&places)), class)
}

/// Draws a reference: its line and the texts at its known points.
fn draw_reference(reference: &Reference, layout: Layout) -> Vec<Mark> {
    let mut marks = vec![curve(&reference.places, layout, Class::of(Role::Reference))];
    for (x, y, title) in &reference.points {
        let place = layout.place(*x, *y);
        marks.push(marker(place, 3.0, Tint::Plain));
        let target = Shape::Circle([tenths(place.0), tenths(place.1), tenths(9.0)]);
        marks.push(Mark::new(target, Class::of(Role::Target)).info(title, ""));
    }
    marks
}
