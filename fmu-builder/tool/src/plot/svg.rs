//! The picture.

use std::fmt::Write as _;

use quick_xml::escape::escape;

use super::Plot;
use super::layout::{Layout, Panel, WIDTH};

/// Looks of all parts, in the picture itself.
const STYLE: &str = "\
.plot{font:13px system-ui,sans-serif;fill:#1c2733}\
.plot .title{font-size:16px;font-weight:600}\
.plot .ground{fill:#fff}\
.plot .field{fill:none;stroke:#66727f}\
.plot .grid line{stroke:#d5dce3}\
.plot .grid line.zero{stroke:#9aa5b1}\
.plot .curve{fill:none;stroke-width:1.6;stroke-linejoin:round}\
.plot .end{text-anchor:end}\
.plot .middle{text-anchor:middle}";

/// The beginning of a document of this size, with its title, `left` pixels from the edge, and what it shows.
pub(super) fn beginning(size: [f64; 2], left: f64, title: &str, description: &str) -> String {
    let ([width, height], left) = (size.map(number), number(left));
    let (title, description) = (escape(title), escape(description));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\" aria-labelledby=\"plot-title plot-description\">\n\
         <title id=\"plot-title\">{title}</title>\n<desc id=\"plot-description\">{description}</desc>\n<style>{STYLE}</style>\n\
         <rect class=\"ground\" width=\"{width}\" height=\"{height}\"/>\n<text class=\"title\" x=\"{left}\" y=\"22\">{title}</text>\n"
    )
}

impl Plot {
    /// The picture.
    pub fn to_svg(&self) -> String {
        let layout = Layout::new(self);
        let mut out = String::new();
        // Writing to a text does not fail.
        let _ = write(&mut out, self, &layout);
        out
    }
}

fn write(out: &mut String, plot: &Plot, layout: &Layout<'_>) -> std::fmt::Result {
    out.push_str(&beginning([WIDTH, layout.height], layout.left, &plot.title, &plot.description()));
    for (index, panel) in layout.panels.iter().enumerate() {
        self::panel(out, plot, layout, index, panel)?;
    }
    time_axis(out, layout)?;
    writeln!(out, "</svg>")
}

fn panel(out: &mut String, plot: &Plot, layout: &Layout<'_>, index: usize, panel: &Panel<'_>) -> std::fmt::Result {
    let [left, width, top, height] = [layout.left, layout.width, panel.top, panel.height].map(number);
    let [right, bottom] = [layout.left + layout.width, panel.top + panel.height].map(number);
    let field = format!("x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"");
    writeln!(out, "<g class=\"panel\">")?;
    writeln!(out, "<clipPath id=\"field-{index}\"><rect {field}/></clipPath>")?;
    writeln!(out, "<g class=\"grid values\">")?;
    for tick in &panel.ticks {
        let y = number(panel.y(tick.value));
        let zero = if tick.value == 0.0 { " class=\"zero\"" } else { "" };
        writeln!(out, "<line{zero} x1=\"{left}\" y1=\"{y}\" x2=\"{right}\" y2=\"{y}\"/>")?;
        out.push_str(&label("end", [layout.left - 6.0, panel.y(tick.value) + 4.0], &tick.label));
    }
    writeln!(out, "</g>\n<g class=\"grid times\">")?;
    for tick in &layout.ticks {
        let x = number(layout.x(tick.value));
        writeln!(out, "<line x1=\"{x}\" y1=\"{top}\" x2=\"{x}\" y2=\"{bottom}\"/>")?;
    }
    writeln!(out, "</g>\n<rect class=\"field\" {field}/>")?;
    let middle = number(panel.top + panel.height / 2.0);
    let unit = escape(panel.unit.unwrap_or_default());
    writeln!(out, "<text class=\"unit middle\" transform=\"translate(16 {middle}) rotate(-90)\">{unit}</text>")?;
    writeln!(out, "<g clip-path=\"url(#field-{index})\">")?;
    for entry in &panel.entries {
        let (colour, pieces) = (entry.colour, layout.pieces(panel, &plot.times, &entry.curve.values));
        writeln!(
            out,
            "<path class=\"curve\" data-curve=\"{}\" stroke=\"{colour}\" d=\"{}\"/>",
            entry.number,
            path(&pieces)
        )?;
    }
    writeln!(out, "</g>\n<g class=\"legend\">")?;
    for entry in &panel.entries {
        let ([x, y], [end, label], base) = (entry.at, [entry.at[0] + 22.0, entry.at[0] + 28.0], entry.at[1] + 4.0);
        let [x, y, end, label, base] = [x, y, end, label, base].map(number);
        let colour = entry.colour;
        writeln!(out, "<line x1=\"{x}\" y1=\"{y}\" x2=\"{end}\" y2=\"{y}\" stroke=\"{colour}\" stroke-width=\"3\"/>")?;
        writeln!(out, "<text x=\"{label}\" y=\"{base}\">{}</text>", escape(&entry.curve.name))?;
    }
    writeln!(out, "</g>\n</g>")
}

/// Labels under the last panel.
fn time_axis(out: &mut String, layout: &Layout<'_>) -> std::fmt::Result {
    let bottom = layout.panels.last().map_or(0.0, |panel| panel.top + panel.height);
    writeln!(out, "<g class=\"time-labels\">")?;
    for tick in &layout.ticks {
        out.push_str(&label("middle", [layout.x(tick.value), bottom + 18.0], &tick.label));
    }
    let (x, y) = (number(layout.left + layout.width / 2.0), number(bottom + 38.0));
    writeln!(out, "</g>\n<text class=\"unit middle\" x=\"{x}\" y=\"{y}\">time in s</text>")
}

/// A line with a label; its text is escaped already.
pub(super) fn label(class: &str, at: [f64; 2], text: &str) -> String {
    let [x, y] = at.map(number);
    format!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{text}</text>\n")
}

/// Pieces of a curve as a path.
fn path(pieces: &[Vec<[f64; 2]>]) -> String {
    let mut path = String::new();
    for piece in pieces {
        for (index, &[x, y]) in piece.iter().enumerate() {
            path.push_str(match index {
                0 => "M",
                1 => "L",
                _ => " ",
            });
            path.push_str(&format!("{} {}", number(x), number(y)));
        }
    }
    path
}

/// A place with two digits, without zeros at the end.
pub(super) fn number(x: f64) -> String {
    let text = format!("{x:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}
