//! Values that a parameter takes one after the other: `1:0.1:2`, `lin(0,1,11)`, `log(10,1000,7)`, `a,b,c`.

/// Most values of one parameter, and most samples: more would take gigabytes.
pub const MOST_VALUES: u32 = 10_000_000;
/// Part of a step that may be missing at the end of a range.
const SLACK: f64 = 1e-9;

/// The values that a text means, as texts that read back to the same numbers. `from:step:to` ends at the last value that is not beyond `to`;
/// `lin` and `log` include both ends.
///
/// # Errors
/// The text that is expected instead.
pub(super) fn axis_values(text: &str) -> Result<Vec<String>, String> {
    let text = text.trim();
    for (name, is_logarithmic) in [("lin", false), ("log", true)] {
        let arguments = text.strip_prefix(name).and_then(|rest| rest.trim().strip_prefix('('));
        if let Some(arguments) = arguments.and_then(|rest| rest.strip_suffix(')')) {
            return spaced(arguments, is_logarithmic);
        }
    }
    if text.contains(':') {
        return range(text);
    }
    let values: Vec<String> = text.split(',').map(|value| value.trim().to_owned()).collect();
    if values.iter().any(String::is_empty) {
        return Err(format!("\"{text}\": a value is missing; a list is values with commas between"));
    }
    Ok(values)
}

fn number(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|value: &f64| value.is_finite())
}

fn range(text: &str) -> Result<Vec<String>, String> {
    let numbers: Option<Vec<f64>> = text.split(':').map(number).collect();
    let Some([from, step, to]) = numbers.as_deref() else {
        return Err(format!("\"{text}\": from:step:to is expected, as in 1:0.1:2"));
    };
    let steps = (to - from) / step;
    if !steps.is_finite() || steps < 0.0 {
        return Err(format!("\"{text}\": the step does not lead from {from:?} to {to:?}"));
    }
    if steps >= f64::from(MOST_VALUES) {
        return Err(too_many(text));
    }
    let count = (steps + SLACK).floor() + 1.0;
    Ok(texts(count as u32, |index| from + step * index))
}

fn spaced(arguments: &str, is_logarithmic: bool) -> Result<Vec<String>, String> {
    let name = if is_logarithmic { "log" } else { "lin" };
    let expected = || format!("\"{name}({arguments})\": {name}(from,to,count) is expected, as in {name}(1,100,7)");
    let parts: Vec<&str> = arguments.split(',').collect();
    let [from, to, count] = parts[..] else { return Err(expected()) };
    let (from, to) = number(from).zip(number(to)).ok_or_else(expected)?;
    let count = count.trim().parse().ok().filter(|&count: &u64| count >= 2).ok_or_else(expected)?;
    let count = u32::try_from(count).ok().filter(|&count| count <= MOST_VALUES);
    let count = count.ok_or_else(|| too_many(&format!("{name}({arguments})")))?;
    if !(to - from).is_finite() {
        return Err(format!("\"{name}({arguments})\": the ends are too far from each other"));
    }
    let last = f64::from(count - 1);
    if !is_logarithmic {
        return Ok(texts(count, |index| if index == last { to } else { from + (to - from) * (index / last) }));
    }
    if from <= 0.0 || to <= 0.0 {
        return Err(format!("\"log({arguments})\": both ends have to be positive"));
    }
    let between = |index: f64| (from.ln() + (to.ln() - from.ln()) * (index / last)).exp();
    Ok(texts(count, |index| match index {
        0.0 => from,
        _ if index == last => to,
        _ => between(index),
    }))
}

fn too_many(text: &str) -> String {
    format!("\"{text}\": these are more than {MOST_VALUES} values")
}

/// Numbers by their places; whole ones are without a point, so that integers take them.
fn texts(count: u32, value: impl Fn(f64) -> f64) -> Vec<String> {
    (0..count).map(|index| value(f64::from(index)).to_string()).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    fn numbers(text: &str) -> Vec<f64> {
        axis_values(text).unwrap().iter().map(|text| text.parse().unwrap()).collect()
    }

    #[test]
    fn ranges_reach_their_ends() {
        assert_eq!(numbers("1:0.5:2"), [1.0, 1.5, 2.0]);
        assert_eq!(numbers("1:0.1:2").len(), 11);
        assert_eq!(numbers("2:-1:0.5"), [2.0, 1.0]);
        assert_eq!(numbers("lin(0, 1, 3)"), [0.0, 0.5, 1.0]);
        let decades = numbers("log(10,1000,3)");
        assert_eq!((decades[0], decades[2]), (10.0, 1000.0));
        assert!((decades[1] - 100.0).abs() < 1e-12);
        assert_eq!(axis_values("1 kg, 500 g").unwrap(), ["1 kg", "500 g"]);
    }

    #[test]
    fn what_is_no_list_of_values_is_refused() {
        for (text, expected) in [
            ("1:2", "from:step:to"),
            ("1:-1:2", "does not lead"),
            ("1:0:2", "does not lead"),
            ("log(0,1,3)", "positive"),
            ("log(1,2)", "log(from,to,count)"),
            ("lin(1,2,1)", "lin(from,to,count)"),
            ("lin(1,2,4000000000)", "more than 10000000 values"),
            ("log(1,2,99999999999)", "more than 10000000 values"),
            ("0:1e-9:1", "more than 10000000 values"),
            ("1:1e-320:2", "does not lead"),
            ("lin(-1e308,1e308,3)", "too far from each other"),
            ("1,,2", "missing"),
        ] {
            let error = axis_values(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
