//! Numbers in messages.

/// A number with four significant digits.
pub fn four_digits(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let scientific = format!("{value:.3e}");
    let Some((digits, exponent)) = scientific.split_once('e') else { return scientific };
    match exponent.parse() {
        // Reading the number back in would need more code.
        Ok(exponent @ 4..6) => {
            let unit = 10f64.powi(exponent - 3);
            ((value / unit).round() * unit).to_string()
        }
        Ok(exponent @ -3..4) => short(&format!("{value:.*}", 3usize.saturating_add_signed(-exponent as isize))),
        _ if value.is_finite() => [&short(digits), "e", exponent].concat(),
        _ => scientific,
    }
}

/// A decimal fraction without zeros at its end.
fn short(number: &str) -> String {
    let significant = if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.') } else { number };
    significant.to_owned()
}

/// A count with its noun in singular or plural: `1 element`, `3 elements`.
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
        let rounded = [999_999.0, -99_999.0, 9_999.6, 0.000_999_96, 1e-3, 1000.0, 1e6, f64::NAN, f64::NEG_INFINITY];
        let shown = rounded.map(four_digits);
        assert_eq!(shown, ["1e6", "-100000", "10000", "0.001", "0.001", "1000", "1e6", "NaN", "-inf"]);
    }
}
