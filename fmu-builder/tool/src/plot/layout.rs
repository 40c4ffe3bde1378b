//! Positions of panels, axes, legends and curves, in pixels.

use super::reduce::reduce;
use super::ticks::{Tick, ticks};
use super::{Curve, Plot};

/// Width of the picture.
pub(super) const WIDTH: f64 = 860.0;
/// Height of the title's row.
const TITLE: f64 = 34.0;
/// Heights of panels: of a single one, and of several.
const HEIGHTS: [f64; 2] = [340.0, 200.0];
/// Height of a row of a legend.
const LEGEND_ROW: f64 = 20.0;
/// Space at the right, under a panel, and under the last one for the time.
const RIGHT: f64 = 24.0;
const GAP: f64 = 22.0;
const TIME_AXIS: f64 = 46.0;
/// Estimated width of a character.
pub(super) const CHARACTER: f64 = 7.2;
/// Room for the name of an axis, left of its labels.
const AXIS_NAME: f64 = 30.0;
/// Largest number of curves of a panel, which is the number of colours.
const MOST_CURVES: usize = 8;
/// Colours that people tell apart who do not see all of them (M. Okabe, K. Ito, Color Universal Design).
pub(super) const COLOURS: [&str; MOST_CURVES] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b07d00", "#3d9dd6", "#7a5195", "#4d4d4d"];
/// Distances that ticks have at least.
const TICK_DISTANCES: [f64; 2] = [80.0, 36.0];

/// Curves of one unit, with their numbers in the plot.
pub(super) struct Group<'a> {
    pub unit: Option<&'a str>,
    pub curves: Vec<(usize, &'a Curve)>,
}

/// The curves by unit, in the order in which units occur; groups that would have too many are divided.
pub(super) fn groups(plot: &Plot) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for (number, curve) in plot.curves.iter().enumerate() {
        let unit = curve.unit.as_deref().filter(|unit| !unit.is_empty());
        let open = |group: &&mut Group<'_>| group.unit == unit && group.curves.len() < MOST_CURVES;
        match groups.iter_mut().find(open) {
            Some(group) => group.curves.push((number, curve)),
            None => groups.push(Group { unit, curves: vec![(number, curve)] }),
        }
    }
    groups
}

pub(super) struct Panel<'a> {
    pub unit: Option<&'a str>,
    /// Top and height of the field with the curves.
    pub top: f64,
    pub height: f64,
    /// Values at its lower and upper edge.
    pub range: [f64; 2],
    pub ticks: Vec<Tick>,
    pub entries: Vec<Entry<'a>>,
}

/// A curve with its place in the legend.
pub(super) struct Entry<'a> {
    pub number: usize,
    pub curve: &'a Curve,
    pub colour: &'static str,
    /// Left end and middle of the legend's line.
    pub at: [f64; 2],
}

/// The whole picture.
pub(super) struct Layout<'a> {
    pub height: f64,
    /// Left edge and width of all panels.
    pub left: f64,
    pub width: f64,
    /// Times at their left and right edge, s.
    pub times: [f64; 2],
    pub ticks: Vec<Tick>,
    pub panels: Vec<Panel<'a>>,
}

impl<'a> Layout<'a> {
    pub(super) fn new(plot: &'a Plot) -> Self {
        let groups = groups(plot);
        let height = HEIGHTS[usize::from(groups.len() > 1)];
        let ranges: Vec<[f64; 2]> = groups.iter().map(range).collect();
        let ticks_of = |&[low, high]: &[f64; 2]| ticks(low, high, (height / TICK_DISTANCES[1]) as usize);
        let labels: Vec<Vec<Tick>> = ranges.iter().map(ticks_of).collect();
        let longest = labels.iter().flatten().map(|tick| tick.label.chars().count()).max().unwrap_or(1);
        let left = AXIS_NAME + CHARACTER * longest as f64 + 8.0;
        let width = WIDTH - left - RIGHT;
        let mut y = TITLE;
        let mut panels = Vec::with_capacity(groups.len());
        for ((group, range), ticks) in groups.into_iter().zip(ranges).zip(labels) {
            let (entries, rows) = legend(&group, left, y);
            let top = y + LEGEND_ROW * rows as f64 + 4.0;
            panels.push(Panel { unit: group.unit, top, height, range, ticks, entries });
            y = top + height + GAP;
        }
        let times = extent(plot.times.iter().copied()).map_or([0.0, 1.0], widened);
        let time_ticks = ticks(times[0], times[1], (width / TICK_DISTANCES[0]) as usize);
        Self { height: y - GAP + TIME_AXIS, left, width, times, ticks: time_ticks, panels }
    }

    /// Horizontal place of a time.
    pub(super) fn x(&self, time: f64) -> f64 {
        self.left + self.width * (time - self.times[0]) / (self.times[1] - self.times[0])
    }

    /// The pieces of a curve, reduced, in pixels.
    pub(super) fn pieces(&self, panel: &Panel<'_>, times: &[f64], values: &[f64]) -> Vec<Vec<[f64; 2]>> {
        let points: Vec<[f64; 2]> = times.iter().zip(values).map(|(&t, &value)| [self.x(t), panel.y(value)]).collect();
        let is_gap = |point: &[f64; 2]| !(point[0].is_finite() && point[1].is_finite());
        points.split(is_gap).filter(|piece| !piece.is_empty()).map(reduce).collect()
    }
}

impl Panel<'_> {
    /// Vertical place of a value.
    pub(super) fn y(&self, value: f64) -> f64 {
        self.top + self.height * (self.range[1] - value) / (self.range[1] - self.range[0])
    }
}

/// Smallest and largest finite number.
pub(super) fn extent(numbers: impl Iterator<Item = f64>) -> Option<[f64; 2]> {
    let finite = numbers.filter(|number| number.is_finite());
    finite.map(|x| [x, x]).reduce(|[low, high], [x, _]| [low.min(x), high.max(x)])
}

/// Range of the values of a group, with some room above and below.
fn range(group: &Group<'_>) -> [f64; 2] {
    let values = group.curves.iter().flat_map(|(_, curve)| curve.values.iter().copied());
    let [low, high] = widened(extent(values).unwrap_or([0.0, 1.0]));
    let room = 0.04 * (high - low);
    [low - room, high + room]
}

/// A range around a single value, or around values that differ by rounding only.
fn widened([low, high]: [f64; 2]) -> [f64; 2] {
    let size = low.abs().max(high.abs());
    if high - low > 1e-12 * size {
        return [low, high];
    }
    let half = if size > 0.0 { 0.1 * size } else { 1.0 };
    [low - half, high + half]
}

/// The entries of a legend that begins at `top`, and its number of rows.
fn legend<'a>(group: &Group<'a>, left: f64, top: f64) -> (Vec<Entry<'a>>, usize) {
    let (mut x, mut rows) = (left, 1);
    let mut entries = Vec::with_capacity(group.curves.len());
    for (&(number, curve), colour) in group.curves.iter().zip(COLOURS) {
        let width = 30.0 + CHARACTER * curve.name.chars().count() as f64 + 16.0;
        if x > left && x + width > WIDTH - RIGHT {
            (x, rows) = (left, rows + 1);
        }
        let at = [x, top + LEGEND_ROW * (rows as f64 - 0.5)];
        entries.push(Entry { number, curve, colour, at });
        x += width;
    }
    (entries, rows)
}
