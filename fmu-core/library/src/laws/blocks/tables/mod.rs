//! Interpolation in tables.

pub mod axis;
pub mod columns;
pub mod extrapolation;
pub mod interpolation;
pub mod surface;
pub mod time_table;
pub mod toggle;

use mechanism::scalar::Scalar;

/// Number of the increasing points, of `count`, that are not greater than `u`.
pub fn points_until(u: f64, count: usize, point: impl Fn(usize) -> f64) -> usize {
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = usize::midpoint(low, high);
        if point(middle) <= u { low = middle + 1 } else { high = middle }
    }
    low
}

/// Element `segment` of a sequence of `count`, extrapolated with constant differences on either side.
pub fn continued<T: Scalar>(segment: isize, count: usize, element: impl Fn(usize) -> T) -> T {
    let last = count as isize - 1;
    if (0..=last).contains(&segment) {
        return element(segment as usize);
    }
    let end = segment.clamp(0, last);
    if last == 0 {
        return element(0);
    }
    let beside = if end == 0 { 1 } else { last - 1 };
    let [end_value, beside_value] = [end, beside].map(|k| element(k as usize));
    end_value + (end_value - beside_value) * T::constant((segment - end).abs() as f64)
}

#[cfg(test)]
mod tests {
    use super::continued;

    #[test]
    fn sequences_go_on_with_constant_differences() {
        let squares = |k: usize| (k * k) as f64;
        let found: Vec<f64> = (-2..6).map(|k| continued(k, 4, squares)).collect();
        assert_eq!(found, [-2.0, -1.0, 0.0, 1.0, 4.0, 9.0, 14.0, 19.0]);
        assert_eq!(continued(-2, 1, |_| 7.0), 7.0);
    }
}
