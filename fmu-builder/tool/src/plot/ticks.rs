//! Ticks of an axis: at steps of 1, 2 or 5 times a power of ten.

/// A tick with its label.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tick {
    pub value: f64,
    pub label: String,
}

/// From this magnitude on, and for steps below its inverse, labels have exponents.
const LARGE: i32 = 5;

/// At most `most` ticks within `low..=high`, and no fewer than a third of them.
pub(super) fn ticks(low: f64, high: f64, most: usize) -> Vec<Tick> {
    let width = high - low;
    if !(width.is_finite() && width > 0.0) || most == 0 {
        return Vec::new();
    }
    let raw = width / most as f64;
    let mut exponent = raw.log10().floor() as i32;
    let mantissa = match raw / power(exponent) {
        x if x <= 1.0 => 1.0,
        x if x <= 2.0 => 2.0,
        x if x <= 5.0 => 5.0,
        _ => {
            exponent += 1;
            1.0
        }
    };
    // A quotient of whole numbers is the nearest number to the decimal one.
    let at = |index: f64| {
        if exponent < 0 { index * mantissa / power(-exponent) } else { index * mantissa * power(exponent) }
    };
    let step = at(1.0);
    let (first, last) = ((low / step - 1e-9).ceil(), (high / step + 1e-9).floor());
    let largest = at(first).abs().max(at(last).abs());
    let count = (last - first) as usize;
    (0..=count)
        .map(|index| at(first + index as f64))
        .map(|value| Tick { value, label: label(value, exponent, largest) })
        .collect()
}

fn power(exponent: i32) -> f64 {
    10_f64.powi(exponent)
}

/// The tick in as many digits as its step has.
fn label(value: f64, exponent: i32, largest: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let magnitude = largest.log10().floor() as i32;
    if magnitude < LARGE && exponent > -LARGE {
        return format!("{value:.*}", usize::try_from(-exponent).unwrap_or_default());
    }
    let digits = usize::try_from(magnitude - exponent).unwrap_or_default();
    format!("{:.digits$}e{magnitude}", value / power(magnitude))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    fn labels(low: f64, high: f64, most: usize) -> Vec<String> {
        ticks(low, high, most).into_iter().map(|tick| tick.label).collect()
    }

    #[test]
    fn labels_are_decimal_numbers_of_equal_length() {
        assert_eq!(labels(0.0, 10.0, 5), ["0", "2", "4", "6", "8", "10"][..6]);
        assert_eq!(labels(-0.31, 0.32, 5), ["-0.2", "0", "0.2"]);
        assert_eq!(labels(0.0, 0.3, 3), ["0", "0.1", "0.2", "0.3"]);
        assert_eq!(labels(1e6, 3e6, 4), ["1.0e6", "1.5e6", "2.0e6", "2.5e6", "3.0e6"]);
        assert_eq!(labels(0.0, 4e-6, 4), ["0", "1e-6", "2e-6", "3e-6", "4e-6"]);
        assert_eq!(labels(99.98, 100.02, 4), ["99.98", "99.99", "100.00", "100.01", "100.02"]);
        assert_eq!(labels(1.0, 1.0, 4), Vec::<String>::new());
    }

    #[test]
    fn steps_are_one_two_or_five_times_a_power_of_ten() {
        for seed in 1..2000 {
            let width = 10_f64.powf(f64::from(seed) / 100.0 - 10.0);
            let low = -width * f64::from(seed % 7) / 3.0;
            let ticks = ticks(low, low + width, 6);
            assert!((2..=7).contains(&ticks.len()), "{ticks:?}");
            let step = ticks[1].value - ticks[0].value;
            let mantissa = step / 10_f64.powf((step * (1.0 + 1e-9)).log10().floor());
            assert!([1.0, 2.0, 5.0].iter().any(|one| (mantissa - one).abs() < 1e-6), "{mantissa}");
            for tick in &ticks {
                assert!(tick.value >= low - 1e-6 * width && tick.value <= low + width * (1.0 + 1e-6));
                let read: f64 = tick.label.parse().unwrap();
                assert!((read - tick.value).abs() < 1e-6 * step, "{tick:?}");
            }
        }
    }
}
