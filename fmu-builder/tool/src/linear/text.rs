//! As JSON, a row of a matrix on a line.

use super::{lists, matrices};
use crate::host::{Linearization, Signal};

pub(super) fn json(system: &Linearization) -> String {
    let mut entries = vec![format!("\"time\": {:?}", system.time)];
    for (name, values, signals) in lists(system) {
        let described = signals.iter().map(|signal| format!("    {}", variable(signal)));
        entries.push(list(name, described));
        let numbers: Vec<String> = signals.iter().map(|signal| format!("{:?}", signal.value)).collect();
        entries.push(format!("\"{values}\": [{}]", numbers.join(", ")));
    }
    for (name, rows, ..) in matrices(system) {
        entries.push(list(name, rows.iter().map(|row| format!("    {row:?}"))));
    }
    format!("{{\n  {}\n}}\n", entries.join(",\n  "))
}

fn list(name: &str, lines: impl Iterator<Item = String>) -> String {
    let lines: Vec<String> = lines.collect();
    if lines.is_empty() {
        return format!("\"{name}\": []");
    }
    format!("\"{name}\": [\n{}\n  ]", lines.join(",\n"))
}

fn variable(signal: &Signal) -> String {
    // Map and text alike are JSON of a kind that always can be written.
    let name = serde_json::Value::from(signal.name.as_str());
    let unit = signal.unit.as_deref().map_or(serde_json::Value::Null, serde_json::Value::from);
    format!("{{ \"name\": {name}, \"unit\": {unit} }}")
}
