//! Pictures of frequency responses: a cell for each pair of an output and an input.

use std::fmt::Write as _;

use quick_xml::escape::escape;

use super::layout::extent;
use super::svg::{beginning, label, number};
use super::ticks::{Tick, ticks};
use crate::linear::{Channel, Response};

/// Size of a panel, and the space around it for labels, pixels.
const WIDTH: f64 = 330.0;
const HEIGHT: f64 = 150.0;
const LEFT: f64 = 64.0;
const ABOVE: f64 = 28.0;
const BELOW: f64 = 44.0;
/// Space above all cells.
const TOP: f64 = 34.0;
const COLOUR: &str = "#1f6fb4";

/// A panel: what it shows over x, and its place.
struct Panel<'a> {
    place: [f64; 2],
    size: [f64; 2],
    x: [f64; 2],
    y: [f64; 2],
    x_ticks: Vec<Tick>,
    y_ticks: Vec<Tick>,
    label: &'a str,
    points: Vec<[f64; 2]>,
    /// Nothing is below it: it has the labels of x.
    is_last: bool,
}

impl Response {
    /// Magnitude and phase of each pair.
    pub fn to_bode(&self) -> String {
        let decades = |omega: &f64| omega.log10();
        let x = [self.omega.first(), self.omega.last()].map(|end| end.map_or(0.0, decades));
        let x_ticks: Vec<Tick> = (x[0].ceil() as i32..=x[1].floor() as i32).map(decade).collect();
        self.document("Bode diagram", "angular frequency in rad/s", 2.0 * HEIGHT + 8.0, |channel, place| {
            let rows = [("dB", channel.decibel(), place[1]), ("degrees", channel.degrees(), place[1] + HEIGHT + 8.0)];
            let panel = |(label, values, top): (&'static str, Vec<f64>, f64)| {
                let is_last = label == "degrees";
                let y = range(&values, if is_last { 45.0 } else { 1.0 });
                let points = self.omega.iter().map(decades).zip(values).map(|(x, y)| [x, y]).collect();
                let y_ticks = if is_last { right_angles(y) } else { ticks(y[0], y[1], 6) };
                let (place, size, x_ticks) = ([place[0], top], [WIDTH, HEIGHT], x_ticks.clone());
                Panel { place, size, x, y, x_ticks, y_ticks, label, points, is_last }
            };
            rows.map(panel).into_iter().collect()
        })
    }

    /// The curve of each pair in the plane of complex numbers, for positive frequencies.
    pub fn to_nyquist(&self) -> String {
        self.document("Nyquist diagram", "real part", WIDTH, |channel, place| {
            let largest = channel.values.iter().map(|[re, im]| re.hypot(*im)).fold(0.0, f64::max);
            // The critical point, where the curve comes near to it.
            let critical = if largest > 0.2 { [-1.0, 0.0] } else { [0.0; 2] };
            let part = |k: usize| {
                channel.values.iter().map(move |value| value[k]).chain([0.0, critical[k]]).collect::<Vec<_>>()
            };
            let [x, y] = [0, 1].map(|k| range(&part(k), 1e-3 * largest));
            let (x_ticks, y_ticks) = (ticks(x[0], x[1], 6), ticks(y[0], y[1], 6));
            let (size, label, points) = ([WIDTH, WIDTH], "imaginary part", channel.values.clone());
            vec![Panel { place, size, x, y, x_ticks, y_ticks, label, points, is_last: true }]
        })
    }

    fn document<'a>(
        &'a self,
        kind: &str,
        axis: &str,
        height: f64,
        panels: impl Fn(&'a Channel, [f64; 2]) -> Vec<Panel<'a>>,
    ) -> String {
        let columns = self.inputs.max(1);
        let rows = self.channels.len().div_ceil(columns);
        let cell = [LEFT + WIDTH + 16.0, ABOVE + height + BELOW];
        let size = [columns as f64 * cell[0], TOP + rows as f64 * cell[1]];
        let names = self.channels.iter().map(|channel| format!("{} by {}", channel.output, channel.input));
        let names = names.collect::<Vec<_>>().join("; ");
        let mut out = beginning(size, 12.0, &self.title, &format!("{kind}: {names}"));
        for (index, channel) in self.channels.iter().enumerate() {
            let place = [(index % columns) as f64 * cell[0] + LEFT, TOP + (index / columns) as f64 * cell[1] + ABOVE];
            let middle = place[0] + WIDTH / 2.0;
            let pair = format!("{} by {}", escape(&channel.output), escape(&channel.input));
            out.push_str(&label("middle", [middle, place[1] - 10.0], &pair));
            panels(channel, place).iter().for_each(|panel| panel.write(&mut out));
            out.push_str(&label("middle", [middle, place[1] + height + 36.0], axis));
        }
        out.push_str("</svg>\n");
        out
    }
}

impl Panel<'_> {
    fn at(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let part = |value: f64, [low, high]: [f64; 2]| (value - low) / (high - low);
        [self.place[0] + self.size[0] * part(x, self.x), self.place[1] + self.size[1] * (1.0 - part(y, self.y))]
    }

    fn write(&self, out: &mut String) {
        let [left, top] = self.place;
        let [right, bottom] = [left + self.size[0], top + self.size[1]];
        let line = |ends: [f64; 4]| {
            let [x1, y1, x2, y2] = ends.map(number);
            format!("<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>")
        };
        let mut lines = String::from("<g class=\"grid\">\n");
        for tick in &self.y_ticks {
            let y = self.at([self.x[0], tick.value])[1];
            lines += &(line([left, y, right, y]) + &label("end", [left - 6.0, y + 4.0], &tick.label));
        }
        for tick in &self.x_ticks {
            let x = self.at([tick.value, self.y[0]])[0];
            let text = if self.is_last { tick.label.as_str() } else { "" };
            lines += &(line([x, top, x, bottom]) + &label("middle", [x, bottom + 16.0], text));
        }
        let [width, height] = self.size.map(number);
        let (x, y) = (number(left - 48.0), number(top + self.size[1] / 2.0));
        // Writing to a text does not fail.
        let _ = write!(
            out,
            "{lines}</g>\n<rect class=\"field\" x=\"{}\" y=\"{}\" width=\"{width}\" height=\"{height}\"/>\n\
             <text class=\"middle\" transform=\"translate({x} {y}) rotate(-90)\">{}</text>\n\
             <path class=\"curve\" stroke=\"{COLOUR}\" d=\"{}\"/>\n",
            number(left),
            number(top),
            self.label,
            self.path()
        );
    }

    /// The curve, in pieces where a value is missing.
    fn path(&self) -> String {
        let mut path = String::new();
        let mut command = "M";
        for point in &self.points {
            if !point.iter().all(|x| x.is_finite()) {
                command = "M";
                continue;
            }
            let [x, y] = self.at(*point).map(number);
            path.push_str(&format!("{command}{x} {y}"));
            command = "L";
        }
        path
    }
}

/// Least and largest value, at least `least` apart.
fn range(values: &[f64], least: f64) -> [f64; 2] {
    let Some([low, high]) = extent(values.iter().copied()) else { return [-least, least] };
    let more = (0.05 * (high - low)).max(0.5 * (least - (high - low)));
    [low - more, high + more]
}

fn decade(exponent: i32) -> Tick {
    let label = match exponent {
        -3..=4 => format!("{}", 10_f64.powi(exponent)),
        _ => format!("1e{exponent}"),
    };
    Tick { value: f64::from(exponent), label }
}

/// Ticks at multiples of 45 degrees, or of more where these are many.
fn right_angles([low, high]: [f64; 2]) -> Vec<Tick> {
    let step = 45.0 * ((high - low) / 45.0 / 6.0).ceil().max(1.0);
    let multiples = (low / step).ceil() as i32..=(high / step).floor() as i32;
    multiples.map(|k| Tick { value: step * f64::from(k), label: format!("{}", step * f64::from(k)) }).collect()
}
