//! A result against a reference, by the rules of the reference's README.

use super::sampling::Sampler;
use super::trajectory::Trajectory;
use super::tube::Tube;

/// Half width of the tube relative to the time range, and half height relative to the size of the signal.
const TUBE: f64 = 2e-3;
/// Signals smaller than this are measured against it.
const FLOOR: f64 = 1e-3;
/// Largest normed deviation of smooth models.
pub const NORM: f64 = 1e-4;

/// Comparison of one signal.
#[derive(Clone, Debug, PartialEq)]
pub struct SignalComparison {
    pub signal: String,
    /// Largest deviation relative to the range of the reference; none for a signal that the result lacks.
    pub norm: Option<f64>,
    /// Time of the largest deviation, s.
    pub at: f64,
    /// Number of samples outside of the tube.
    pub outside: usize,
    /// The signal exists, is finite, reaches the end, and stays in the tube.
    pub in_tube: bool,
}

/// Comparison of a result.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison(pub Vec<SignalComparison>);

impl Comparison {
    /// True if all signals stay in their tubes.
    pub fn in_tube(&self) -> bool {
        self.0.iter().all(|signal| signal.in_tube)
    }

    /// True if all signals stay in their tubes and deviate by no more than [`NORM`].
    pub fn in_norm(&self) -> bool {
        self.in_tube() && self.worst_norm() <= NORM
    }

    /// The signal to look at: one that is missing, else the one that deviates most.
    pub fn worst(&self) -> Option<&SignalComparison> {
        let key = |signal: &SignalComparison| signal.norm.unwrap_or(f64::INFINITY);
        self.0.iter().max_by(|a, b| key(a).total_cmp(&key(b)))
    }

    /// Largest normed deviation of the signals that are there.
    pub fn worst_norm(&self) -> f64 {
        self.0.iter().filter_map(|signal| signal.norm).fold(0.0, f64::max)
    }
}

/// Compares the signals of `reference` but for those that match a pattern of `ignore`.
pub fn compare(reference: &Trajectory, result: &Trajectory, ignore: &[String]) -> Comparison {
    let sampler = Sampler::new(&result.time, &reference.time);
    let is_wanted = |name: &str| !ignore.iter().any(|pattern| matches(pattern, name));
    let wanted = reference.names.iter().zip(&reference.columns).filter(|(name, _)| is_wanted(name));
    let compared = wanted.map(|(name, expected)| match result.column(name) {
        Some(found) => {
            let sign = if is_opposite_orientation(name, reference, result, &sampler) { -1.0 } else { 1.0 };
            let found: Vec<f64> = found.iter().map(|value| sign * value).collect();
            compare_signal(name, &reference.time, expected, &sampler.map(&found, expected), sampler.reaches_the_end())
        }
        None => SignalComparison { signal: name.clone(), norm: None, at: f64::NAN, outside: 0, in_tube: false },
    });
    Comparison(compared.collect())
}

fn compare_signal(
    name: &str,
    time: &[f64],
    expected: &[f64],
    found: &[Option<f64>],
    reaches_the_end: bool,
) -> SignalComparison {
    let (low, high) = extremes(expected);
    let range = high - low;
    let half_width = TUBE * (time[time.len() - 1] - time[0]).max(time[0].abs()).max(1e-12);
    let half_height = TUBE * range.max(low.abs()).max(FLOOR);
    let tube = Tube::new(time, expected, half_width);
    let (mut largest, mut at, mut outside, mut finite) = (0.0, f64::NAN, 0, true);
    for ((time, expected), found) in time.iter().zip(expected).zip(found) {
        let Some(found) = *found else { continue };
        let deviation = (found - expected).abs();
        finite &= found.is_finite();
        if deviation.is_finite() && deviation > largest {
            (largest, at) = (deviation, *time);
        }
        let (lower, upper) = tube.range(*time);
        if !(lower - half_height <= found && found <= upper + half_height) {
            outside += 1;
        }
    }
    let size = if range == 0.0 { low.abs() } else { range };
    SignalComparison {
        signal: name.to_owned(),
        norm: Some(largest / size.max(FLOOR)),
        at,
        outside,
        in_tube: outside == 0 && finite && reaches_the_end,
    }
}

fn extremes(values: &[f64]) -> (f64, f64) {
    values.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(*value), high.max(*value)))
}

/// True if `name` is an element of a quaternion that starts with the opposite sign: Q and -Q are the same orientation.
fn is_opposite_orientation(name: &str, reference: &Trajectory, result: &Trajectory, sampler: &Sampler) -> bool {
    let Some(quaternion) = quaternion_of(name) else { return false };
    let product = |element: usize| {
        let name = format!("{quaternion}[{element}]");
        let (expected, found) = (reference.column(&name)?, result.column(&name)?);
        Some(expected[0] * sampler.map(found, expected)[0].unwrap_or(0.0))
    };
    (1..=4).map(product).sum::<Option<f64>>().is_some_and(|dot| dot < 0.0)
}

/// `body.Q` of `body.Q[3]`: the last part of the name begins with Q.
fn quaternion_of(name: &str) -> Option<&str> {
    let base = ["[1]", "[2]", "[3]", "[4]"].iter().find_map(|subscript| name.strip_suffix(subscript))?;
    let is_separator = |c: char| !c.is_alphanumeric() && c != '_';
    base.rsplit(is_separator).next()?.starts_with('Q').then_some(base)
}

/// True if the pattern, in which `*` is any text and `?` any character, matches the whole name.
fn matches(pattern: &str, name: &str) -> bool {
    let mut rest = pattern.chars();
    match rest.next() {
        None => name.is_empty(),
        Some('*') => {
            name.char_indices().map(|(at, _)| at).chain([name.len()]).any(|at| matches(rest.as_str(), &name[at..]))
        }
        Some(wanted) => {
            let mut name = name.chars();
            name.next().is_some_and(|found| (wanted == '?' || wanted == found) && matches(rest.as_str(), name.as_str()))
        }
    }
}

mod tests {
    use super::*;

    fn trajectory(time: &[f64], name: &str, values: &[f64]) -> Trajectory {
        Trajectory { time: time.to_vec(), names: vec![name.to_owned()], columns: vec![values.to_vec()] }
    }

    #[test]
    fn patterns_match_whole_names() {
        assert!(matches("universal.*", "universal.frame_a.f[1]"));
        assert!(!matches("universal.*", "my.universal.phi"));
        assert!(matches("*.f[?]", "body.f[2]"));
        assert!(!matches("body.f[2]", "body.f2"));
    }

    #[test]
    fn quaternions_are_recognized_by_their_name() {
        assert_eq!(quaternion_of("body.Q[2]"), Some("body.Q"));
        assert_eq!(quaternion_of("Q_rel[4]"), Some("Q_rel"));
        assert_eq!(quaternion_of("body.Q[5]"), None);
        assert_eq!(quaternion_of("body.fQ[1]"), None);
    }

    #[test]
    fn a_deviation_within_norm_tube_or_neither() {
        let time: Vec<f64> = (0..=1000).map(|k| f64::from(k) * 1e-3).collect();
        let line = trajectory(&time, "x", &time);
        for (error, norm, tube) in
            [(9e-5, true, true), (1.1e-4, false, true), (3.9e-3, false, true), (4.1e-3, false, false)]
        {
            // Half of the tube of a line is its height, half the width times the slope.
            let shifted: Vec<f64> = time.iter().map(|t| if *t > 0.4 && *t < 0.6 { t + error } else { *t }).collect();
            let comparison = compare(&line, &trajectory(&time, "x", &shifted), &[]);
            assert_eq!((comparison.in_norm(), comparison.in_tube()), (norm, tube), "{error}");
            assert!((comparison.worst_norm() - error).abs() < 1e-12, "{error}");
        }
    }

    #[test]
    fn both_limits_of_an_event_count() {
        let reference = trajectory(&[0.0, 1.0, 1.0, 2.0], "x", &[0.0, 0.0, 1.0, 1.0]);
        assert!(compare(&reference, &reference, &[]).in_norm());
        let late = trajectory(&[0.0, 1.0, 1.0, 2.0], "x", &[0.0, 0.0, 0.9, 1.0]);
        assert!((compare(&reference, &late, &[]).worst_norm() - 0.1).abs() < 1e-12);
        let continuous = trajectory(&[0.0, 1.0, 2.0], "x", &[0.0, 0.0, 1.0]);
        assert!((compare(&reference, &continuous, &[]).worst_norm() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn missing_infinite_and_early_ending_signals_fail() {
        let reference = trajectory(&[0.0, 1.0, 2.0], "x", &[0.0, 1.0, 2.0]);
        for result in [
            trajectory(&[0.0, 1.0, 2.0], "y", &[0.0, 1.0, 2.0]),
            trajectory(&[0.0, 1.0, 2.0], "x", &[0.0, f64::NAN, 2.0]),
            trajectory(&[0.0, 1.0, 2.0], "x", &[0.0, f64::INFINITY, 2.0]),
            trajectory(&[0.0, 1.0], "x", &[0.0, 1.0]),
        ] {
            assert!(!compare(&reference, &result, &[]).in_tube(), "{result:?}");
        }
        assert!(compare(&reference, &trajectory(&[0.0, 2.0], "x", &[0.0, 2.0]), &[]).in_norm(), "linear between rows");
    }

    #[test]
    fn opposite_quaternions_are_equal() {
        let names: Vec<String> = (1..=4).map(|k| format!("body.Q[{k}]")).collect();
        let quaternion = |sign: f64| Trajectory {
            time: vec![0.0, 1.0],
            names: names.clone(),
            columns: [[0.0, 0.6], [0.6, 0.0], [0.0, 0.0], [0.8, 0.8]]
                .iter()
                .map(|c| c.map(|x| sign * x).to_vec())
                .collect(),
        };
        assert!(compare(&quaternion(1.0), &quaternion(-1.0), &[]).in_norm());
    }
}
