//! Values as compact JSON.

use super::Value;
use crate::json::write_string;

/// Appends a value.
pub(super) fn write(out: &mut String, value: &Value) {
    match value {
        Value::Number(x) if x.is_finite() => out.push_str(&shortest(*x)),
        // JSON does not have such a number; the reader refuses null and reports its place.
        Value::Number(_) => out.push_str("null"),
        Value::Boolean(x) => out.push_str(if *x { "true" } else { "false" }),
        Value::String(x) => write_string(out, x),
        Value::Expression(x) => write_string(out, &x.to_string()),
        Value::Condition(x) => write_string(out, &x.to_string()),
        Value::Array(elements) => list(out, ['[', ']'], elements, |out, element| write(out, &element.value)),
        Value::Table(entries) => list(out, ['{', '}'], entries, |out, (key, value)| {
            write_string(out, &key.value);
            out.push(':');
            write(out, &value.value);
        }),
    }
}

fn list<T>(out: &mut String, [open, close]: [char; 2], items: &[T], write: fn(&mut String, &T)) {
    out.push(open);
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        write(out, item);
    }
    out.push(close);
}

/// The shortest digits that are read back as the same number.
pub fn shortest(x: f64) -> String {
    let digits = format!("{x:?}");
    digits.strip_suffix(".0").map_or(digits.clone(), str::to_owned)
}
