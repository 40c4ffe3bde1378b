//! Curves with as few points as their picture needs.

/// Largest distance between a reduced curve and the original, pixels.
pub(super) const TOLERANCE: f64 = 0.25;

/// A polyline that stays within [`TOLERANCE`] of `points`, whose first coordinates ascend; its points are some of them.
pub(super) fn reduce(points: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let points = thin(points);
    let (Some(&first), Some(&last)) = (points.first(), points.last()) else { return Vec::new() };
    let mut kept = vec![first];
    let (mut anchor, mut previous) = (first, first);
    let mut slopes = f64::NEG_INFINITY..=f64::INFINITY;
    for &point in points.iter().skip(1) {
        let width = point[0] - anchor[0];
        let slope = (point[1] - anchor[1]) / width;
        // A jump has no slope.
        if !(width > 0.0 && slopes.contains(&slope)) && previous != anchor {
            kept.push(previous);
            anchor = previous;
            slopes = f64::NEG_INFINITY..=f64::INFINITY;
        }
        let width = point[0] - anchor[0];
        let bound = |offset: f64| (point[1] + offset - anchor[1]) / width;
        if width > 0.0 {
            slopes = slopes.start().max(bound(-TOLERANCE))..=slopes.end().min(bound(TOLERANCE));
        } else {
            kept.push(point);
            anchor = point;
            slopes = f64::NEG_INFINITY..=f64::INFINITY;
        }
        previous = point;
    }
    if kept.last() != Some(&last) {
        kept.push(last);
    }
    kept
}

/// Reduces the points in each column of one tolerance in width to the first, lowest, highest and last one.
fn thin(points: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let column = |point: &[f64; 2]| (point[0] / TOLERANCE).floor();
    let mut kept = Vec::with_capacity(points.len().min(1 << 16));
    for group in points.chunk_by(|a, b| column(a) == column(b)) {
        if group.len() <= 4 {
            kept.extend_from_slice(group);
            continue;
        }
        let extreme =
            |sign: f64| (0..group.len()).max_by(|&i, &j| (sign * group[i][1]).total_cmp(&(sign * group[j][1])));
        let mut indices = [Some(0), extreme(-1.0), extreme(1.0), Some(group.len() - 1)];
        indices.sort_unstable();
        kept.extend(indices.into_iter().flatten().filter_map(|index| group.get(index)));
    }
    kept
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    /// Largest vertical distance of a point from a polyline whose points are among them.
    fn distance(points: &[[f64; 2]], line: &[[f64; 2]]) -> f64 {
        let at = |x: f64| -> f64 {
            let end = line.partition_point(|point| point[0] < x).max(1);
            let ([x0, y0], [x1, y1]) = (line[end - 1], line[end.min(line.len() - 1)]);
            if x1 > x0 { y0 + (y1 - y0) * (x - x0) / (x1 - x0) } else { y0 }
        };
        points.iter().map(|point| (at(point[0]) - point[1]).abs()).fold(0.0, f64::max)
    }

    #[test]
    fn a_smooth_curve_needs_few_points_and_stays_within_the_tolerance() {
        let points: Vec<[f64; 2]> =
            (0..=500).map(|i| f64::from(i) * 1.4).map(|x| [x, 80.0 * (x / 70.0).sin()]).collect();
        let line = reduce(&points);
        assert!(line.len() < 200, "{}", line.len());
        assert!(distance(&points, &line) <= TOLERANCE);
        assert!(line.iter().all(|point| points.contains(point)));
    }

    #[test]
    fn straight_lines_need_their_ends() {
        let points: Vec<[f64; 2]> = (0..100).map(|i| [f64::from(i), 3.0 * f64::from(i)]).collect();
        assert_eq!(reduce(&points), [[0.0, 0.0], [99.0, 297.0]]);
        assert_eq!(reduce(&points[..1]), [[0.0, 0.0]]);
        assert_eq!(reduce(&[]), Vec::<[f64; 2]>::new());
    }

    #[test]
    fn jumps_stay_upright() {
        let points = [[0.0, 0.0], [5.0, 0.0], [10.0, 0.0], [10.0, 50.0], [15.0, 50.0], [20.0, 50.0]];
        assert_eq!(reduce(&points), [[0.0, 0.0], [10.0, 0.0], [10.0, 50.0], [20.0, 50.0]]);
    }

    #[test]
    fn fast_oscillations_keep_their_range_in_a_bounded_number_of_points() {
        let points: Vec<[f64; 2]> =
            (0..200_000).map(|i| [f64::from(i) * 0.0035, if i % 2 == 0 { 10.0 } else { -10.0 }]).collect();
        let line = reduce(&points);
        assert!(line.len() <= 4 * 2800 + 4, "{}", line.len());
        assert!(line.iter().any(|point| point[1] == 10.0) && line.iter().any(|point| point[1] == -10.0));
    }
}
