//! Numbers in messages.

/// A number with four significant digits.
pub fn four_digits(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let rounded: f64 = format!("{value:.3e}").parse().unwrap_or(value);
    if (1e-3..1e6).contains(&rounded.abs()) { rounded.to_string() } else { format!("{rounded:e}") }
}

/// So many things of a kind: `1 element`, `3 elements`.
pub fn counted(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::four_digits;

    #[test]
    fn numbers_are_short() {
        let shown = [0.0, -0.0, 1.0, 0.333_333, -12.345_67, 1e-12, 123_456.7, 6.02e23].map(four_digits);
        assert_eq!(shown, ["0", "0", "1", "0.3333", "-12.35", "1e-12", "123500", "6.02e23"]);
    }
}
