//! Text of the user in messages.

/// `text` between backquotes for a message: control characters escaped, cut where it is too long to read.
pub(super) fn quoted(text: &str) -> String {
    const LONGEST: usize = 100;
    let mut shown: String = text.chars().take(LONGEST).collect();
    if shown.len() < text.len() {
        shown.push_str("...");
    }
    let shown: String = shown.chars().flat_map(escaped).collect();
    format!("`{shown}`")
}

/// A control character as an escape, anything else as it is.
fn escaped(c: char) -> impl Iterator<Item = char> {
    let (escape, plain) = if c.is_control() { (Some(c.escape_debug()), None) } else { (None, Some(c)) };
    escape.into_iter().flatten().chain(plain)
}
