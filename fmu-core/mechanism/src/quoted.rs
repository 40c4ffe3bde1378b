//! User text in messages.

/// `text` between backquotes for a message, with invisible characters escaped, and truncated if it is long.
pub fn quoted(text: &str) -> String {
    const LONGEST: usize = 100;
    let mut shown: String = text.chars().take(LONGEST).collect();
    if shown.len() < text.len() {
        shown.push_str("...");
    }
    let shown: String = shown.chars().flat_map(escaped).collect();
    format!("`{shown}`")
}

/// An invisible character as an escape, any other unchanged.
fn escaped(c: char) -> impl Iterator<Item = char> {
    let (escape, plain) = if is_unseen(c) { (Some(c.escape_debug()), None) } else { (None, Some(c)) };
    escape.into_iter().flatten().chain(plain)
}

/// Returns true for invisible characters: control characters, those that set the direction of writing (Unicode's
/// Bidi_Control), and separators of lines and paragraphs.
pub fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
