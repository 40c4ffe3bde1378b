//! Numbers of the command line with optional units, as in model files.

use fmu_tool::number_in_unit;

/// A time in s.
pub(super) fn seconds(text: &str) -> Result<f64, String> {
    number_in_unit(text, Some("s"))
        .ok_or_else(|| "expected a time in s, such as 2.5, or with its unit, such as \"10 ms\"".to_owned())
}

/// An acceleration of gravity, m/s2.
pub(super) fn gravity(text: &str) -> Result<f64, String> {
    let gravity = number_in_unit(text, Some("m/s2")).filter(|gravity| *gravity >= 0.0);
    gravity.ok_or_else(|| "expected zero or more in m/s2, such as 9.81: gravity acts along -z".to_owned())
}

/// Reads a positive number in a unit.
pub(super) fn positive(unit: &'static str) -> impl Fn(&str) -> Result<f64, String> + Clone {
    move |text| {
        let number = number_in_unit(text, Some(unit)).filter(|x| *x > 0.0);
        number.ok_or_else(|| format!("expected a positive number in {unit}"))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    #[test]
    fn numbers_may_have_units_that_fit() {
        assert_eq!(super::seconds("0.25"), Ok(0.25));
        assert_eq!(super::seconds("250 ms"), Ok(0.25));
        assert_eq!(super::seconds("2 min"), Ok(120.0));
        assert_eq!(super::positive("N/m")("2 kN/m"), Ok(2000.0));
        assert_eq!(super::positive("N.m/m")("5"), Ok(5.0));
        assert!((super::gravity("981 cm/s2").unwrap() - 9.81).abs() < 1e-15);
        for wrong in ["", "3 kg", "inf", "1 s s", "1e999"] {
            assert!(super::seconds(wrong).is_err(), "{wrong}");
        }
        assert!(super::gravity("-9.81").is_err() && super::positive("N/m")("0").is_err());
    }
}
