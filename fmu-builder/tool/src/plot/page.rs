//! The page: the picture, what the cursor is at, and zoom, in one file.

use quick_xml::escape::escape;
use serde_json::{Value, json};

use super::Plot;
use super::layout::{Layout, Panel};
use crate::template::filled;

const PAGE: &str = include_str!("page.html");
const SCRIPT: &str = include_str!("page.js");

/// Significant digits of values in the page.
const DIGITS: usize = 7;

impl Plot {
    /// The page: the picture, a table with the values under a cursor, and zoom.
    pub fn to_html(&self) -> String {
        let layout = Layout::new(self);
        filled(PAGE, |field| match field {
            "title" => escape(&self.title),
            "plot" => self.to_svg().into(),
            "rows" => rows(self, &layout).into(),
            // Within a script element only the end of it must not occur.
            "data" => data(self, &layout).to_string().replace('<', "\\u003c").into(),
            "script" => SCRIPT.into(),
            _ => "".into(),
        })
    }
}

/// Rows of the table: one for each curve.
fn rows(plot: &Plot, layout: &Layout<'_>) -> String {
    let mut rows: Vec<(usize, String)> = Vec::with_capacity(plot.curves.len());
    for entry in layout.panels.iter().flat_map(|panel| &panel.entries) {
        let (curve, colour) = (entry.curve, entry.colour);
        let [name, unit, description] =
            [&curve.name, curve.unit.as_deref().unwrap_or_default(), curve.description.as_deref().unwrap_or_default()]
                .map(|cell| escape(cell).into_owned());
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
    let panel = |panel: &Panel<'_>| {
        let curves: Vec<usize> = panel.entries.iter().map(|entry| entry.number).collect();
        json!({ "top": panel.top, "height": panel.height, "range": panel.range, "curves": curves })
    };
    let panels: Vec<Value> = layout.panels.iter().map(panel).collect();
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
