//! Strict JSON (RFC 8259), for reading and writing.

use crate::model_file::Value;
use jsonc_parser::ParseOptions;

/// Strict JSON, without the parser's extensions.
pub(crate) fn strict() -> ParseOptions {
    ParseOptions {
        allow_comments: false,
        allow_loose_object_property_names: false,
        allow_trailing_commas: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    }
}

/// A text as a string of JSON, which TOML reads as well; all control characters are escaped.
pub fn json_string(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Appends a value in compact form.
pub(crate) fn write(out: &mut String, value: &Value) {
    match value {
        Value::Number(x) if x.is_finite() => out.push_str(&shortest(*x)),
        // JSON does not have such a number; the reader refuses null and reports its place.
        Value::Number(_) => out.push_str("null"),
        Value::Boolean(x) => out.push_str(if *x { "true" } else { "false" }),
        Value::String(x) => out.push_str(&json_string(x)),
        Value::Expression(x) => out.push_str(&json_string(&x.to_string())),
        Value::Condition(x) => out.push_str(&json_string(&x.to_string())),
        Value::Array(elements) => list(out, ['[', ']'], elements, |out, element| write(out, &element.value)),
        Value::Table(entries) => list(out, ['{', '}'], entries, |out, (key, value)| {
            out.push_str(&json_string(&key.value));
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
