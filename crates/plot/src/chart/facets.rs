//! A curve in each of several equal plots, with its interval as a band.

use super::axis::FOOT;
use super::lines::{Layout, Lines, Series};
use super::marker::marker;
use super::panels::{Panels, along};
use super::thumbnail::{Thumbnail, quarters};
use super::{Axis, clamped, names, note};
use crate::scene::{Class, Mark, Role, Scene, Shape, tenths};

/// A curve in each of several equal plots.
#[derive(Debug, Clone, PartialEq)]
pub struct Facets {
    /// The accessible name of the chart.
    pub title: String,
    /// The horizontal axis of every plot.
    pub x: Axis,
    /// The vertical axis of every plot.
    pub y: Axis,
    /// The curves, each with its name.
    pub series: Vec<Series>,
}

/// The height of all plots together.
const MAX_HEIGHT: f64 = 370.0;
/// The maximum number of points of a curve for which each point has a marker.
const MARKED: usize = 12;

impl Facets {
    /// Draws the chart at a width. A single curve fills it.
    pub fn scene(&self, width: u32) -> Scene {
        let width = clamped(width);
        match &self.series[..] {
            [] => note(&self.title, "There is nothing to draw.", width),
            [only] => self.whole(only).scene(width),
            _ => self.several(width),
        }
    }

    /// Draws the chart as a thumbnail: up to four plots.
    pub fn thumbnail(&self, width: u32) -> Scene {
        if let [only] = &self.series[..] {
            return self.whole(only).thumbnail(width);
        }
        let mut small = Thumbnail::new(width);
        let frames = quarters(self.series.len(), small.frame);
        let right = frames.first().map_or(small.frame.right, |frame| frame.right);
        if let (Some(first), Some(last)) = (self.x.ticks.first(), self.x.ticks.last()) {
            small.ends((small.frame.left, &first.text), (right, &last.text), right);
        }
        for (frame, series) in frames.iter().zip(&self.series) {
            let x = self.x.scale((frame.left + 2.0, frame.right - 2.0));
            let y = self.y.scale((frame.bottom, frame.top));
            let layout = Layout { frame: *frame, x, y, apart: 0.0 };
            let foot = ((frame.left, frame.bottom), (frame.right, frame.bottom));
            small.marks.push(Mark::line(foot.0, foot.1, Class::of(Role::Axis)));
            small.marks.extend(series.band(layout));
            small.marks.extend(series.small(layout));
        }
        small.scene(&self.title)
    }

    /// Returns the chart of a single curve, which needs no name.
    fn whole(&self, only: &Series) -> Lines {
        Lines {
            title: self.title.clone(),
            x: self.x.clone(),
            y: self.y.clone(),
            series: vec![Series { label: String::new(), value: String::new(), ..only.clone() }],
            references: Vec::new(),
            crossing: None,
        }
    }

    fn several(&self, width: u32) -> Scene {
        let all = f64::from(width);
        let left = self.y.widest() + 10.0;
        let labels: Vec<&str> = self.series.iter().map(|series| series.label.as_str()).collect();
        let panels = Panels::new(&labels, (left, all - 6.0), self.y.head(all) - 8.0, MAX_HEIGHT);
        let mut root = vec![Mark::group(self.y.label(all)), Mark::group(panels.ground(&self.y))];
        for (frame, series) in panels.frames().zip(&self.series) {
            let x = self.x.scale((frame.left + 6.0, frame.right - 4.0));
            let y = self.y.scale((frame.bottom, frame.top));
            let layout = Layout { frame, x, y, apart: 0.0 };
            let ticks: Vec<(f64, &str)> =
                self.x.ticks.iter().map(|tick| (x.at(tick.at), tick.text.as_str())).collect();
            root.push(Mark::group(along(&ticks, frame.bottom)));
            root.push(panel(series, layout));
        }
        root.extend(panels.caption(&self.x.label));
        names::scene(&self.title, width, panels.bottom + FOOT - 20.0, root)
    }
}

/// Draws a curve in its plot, with the pointer targets of its points.
fn panel(series: &Series, layout: Layout) -> Mark {
    let mut marks: Vec<Mark> = series.band(layout).into_iter().collect();
    marks.extend(series.small(layout));
    let is_marked = series.points.len() <= MARKED;
    for point in &series.points {
        let place = layout.place(point.x, point.y);
        if is_marked {
            marks.push(marker(place, 3.0, series.tint));
        }
        let target = Shape::Circle([place.0, place.1, 7.0].map(tenths));
        let target = Mark::new(target, Class::of(Role::Target));
        marks.push(target.info(&point.info.title, &point.info.filter));
    }
    Mark::group(marks)
}
