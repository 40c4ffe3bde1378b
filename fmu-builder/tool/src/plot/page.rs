//! The page: the picture, what the cursor is at, and zoom, in one file.

use serde_json::{Value, json};

use super::layout::Layout;
use super::svg::text;
use super::{Plot, svg};

const PAGE: &str = include_str!("page.html");
const SCRIPT: &str = include_str!("page.js");

/// Significant digits of values in the page.
const DIGITS: usize = 7;

pub(super) fn document(plot: &Plot) -> String {
    let layout = Layout::new(plot);
    let parts = [
        ("{{title}}", text(&plot.title).into_owned()),
        ("{{plot}}", svg::document(plot)),
        ("{{rows}}", rows(plot, &layout)),
        // Within a script element only the end of it must not occur.
        ("{{data}}", data(plot, &layout).to_string().replace('<', "\\u003c")),
        ("{{script}}", SCRIPT.to_owned()),
    ];
    let mut page = String::new();
    let mut rest = PAGE;
    // Each place once, in the order of the page: what is put in is not searched again.
    while let Some((at, (place, content))) =
        parts.iter().filter_map(|part| Some((rest.find(part.0)?, part))).min_by_key(|found| found.0)
    {
        page.push_str(&rest[..at]);
        page.push_str(content);
        rest = &rest[at + place.len()..];
    }
    page + rest
}

/// Rows of the table: one for each curve.
fn rows(plot: &Plot, layout: &Layout<'_>) -> String {
    let mut rows: Vec<(usize, String)> = Vec::with_capacity(plot.curves.len());
    for entry in layout.panels.iter().flat_map(|panel| &panel.entries) {
        let (curve, colour) = (entry.curve, entry.colour);
        let [name, unit, description] =
            [&curve.name, curve.unit.as_deref().unwrap_or_default(), curve.description.as_deref().unwrap_or_default()]
                .map(|cell| text(cell).into_owned());
        let row = format!(
            "<tr><th scope=\"row\"><span class=\"key\" style=\"background:{colour}\"></span>{name}</th>\
             <td class=\"number\" data-value=\"{}\"></td><td>{unit}</td><td>{description}</td></tr>",
            entry.number
        );
        rows.push((entry.number, row));
    }
    rows.sort_by_key(|row| row.0);
    rows.into_iter().map(|row| row.1).collect::<Vec<_>>().join("\n")
}

/// Times, values and where the panels are.
fn data(plot: &Plot, layout: &Layout<'_>) -> Value {
    let panels: Vec<Value> = layout
        .panels
        .iter()
        .map(|panel| {
            let curves: Vec<usize> = panel.entries.iter().map(|entry| entry.number).collect();
            json!({ "top": panel.top, "height": panel.height, "range": panel.range, "curves": curves })
        })
        .collect();
    let curves: Vec<Vec<Value>> =
        plot.curves.iter().map(|curve| curve.values.iter().map(|&x| short(x)).collect()).collect();
    json!({
        "left": layout.left, "width": layout.width, "range": layout.times,
        "times": plot.times, "curves": curves, "panels": panels,
    })
}

/// A value in as many digits as a reader needs; null where it is not finite.
fn short(x: f64) -> Value {
    let digits = DIGITS - 1;
    format!("{x:.digits$e}").parse::<f64>().map_or(Value::Null, Value::from)
}
