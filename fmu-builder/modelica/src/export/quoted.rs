//! Quoted strings.

/// A string with the escapes of Modelica.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            '\r' => quoted.push_str("\\r"),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// ` "text"`, or nothing.
pub(super) fn described(description: Option<&str>) -> String {
    description.map(|text| format!(" {}", quoted(text))).unwrap_or_default()
}
