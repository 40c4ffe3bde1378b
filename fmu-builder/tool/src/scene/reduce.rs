//! Fewer keys: rows that interpolation between others gives to within a tolerance are left out (Douglas and Peucker, "Algorithms for the
//! reduction of the number of points required to represent a digitized line", 1973).

use drawing::math::{Rotation, angle, slerp};

use super::part::Track;

/// Error of positions and lengths by the size of the picture.
pub(crate) const LENGTH_TOLERANCE: f64 = 5e-4;
/// Error of rotations, rad.
pub(crate) const ANGLE_TOLERANCE: f64 = 0.25 * std::f64::consts::PI / 180.0;
/// Largest rotation between two keys, rad: viewers take the shorter way, and some go straight.
pub(crate) const LARGEST_TURN: f64 = 30.0 * std::f64::consts::PI / 180.0;

/// Rows that are kept: `error` of a row (third argument) that is interpolated between two others.
fn kept(rows: usize, tolerance: f64, error: &dyn Fn(usize, usize, usize) -> f64) -> Vec<usize> {
    let mut keep = vec![false; rows];
    let last = rows.saturating_sub(1);
    keep[0] = true;
    keep[last] = true;
    let mut open = vec![(0, last)];
    while let Some((from, to)) = open.pop() {
        let worst = (from + 1..to).map(|row| (error(from, to, row), row)).max_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((found, row)) = worst
            && found > tolerance
        {
            keep[row] = true;
            open.extend([(from, row), (row, to)]);
        }
    }
    (0..rows).filter(|&row| keep[row]).collect()
}

/// The part of the way from one row to another at a third.
fn part(times: &[f64], [from, to, row]: [usize; 3]) -> f64 {
    let [a, b, c] = [from, to, row].map(|k| times.get(k).copied().unwrap_or_default());
    if b > a { (c - a) / (b - a) } else { 0.0 }
}

/// Rows of a number or a vector.
pub(crate) fn vector_keys<const N: usize>(times: &[f64], track: &Track<[f64; N]>, tolerance: f64) -> Vec<usize> {
    kept(times.len(), tolerance, &|from, to, row| {
        let part = part(times, [from, to, row]);
        let (a, b, c) = (track.get(from), track.get(to), track.get(row));
        let off = (0..N).map(|k| a[k] + part * (b[k] - a[k]) - c[k]);
        off.map(|x| x * x).sum::<f64>().sqrt()
    })
}

/// Rows of a rotation.
pub(crate) fn rotation_keys(times: &[f64], track: &Track<Rotation>, tolerance: f64) -> Vec<usize> {
    let mut keys = kept(times.len(), tolerance, &|from, to, row| {
        angle(slerp(track.get(from), track.get(to), part(times, [from, to, row])), track.get(row))
    });
    let mut more = Vec::new();
    for pair in keys.windows(2) {
        let mut turn = 0.0;
        for row in pair[0]..pair[1] {
            let step = angle(track.get(row), track.get(row + 1));
            if turn + step > LARGEST_TURN && row > pair[0] {
                more.push(row);
                turn = 0.0;
            }
            turn += step;
        }
    }
    keys.extend(more);
    keys.sort_unstable();
    keys.dedup();
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(rows: usize) -> Vec<f64> {
        (0..rows).map(|row| row as f64 * 0.01).collect()
    }

    #[test]
    fn straight_lines_need_two_keys_and_curves_more() {
        let times = times(201);
        let line = Track::new(201, |row| [row as f64, 0.0, 2.0 * row as f64]);
        assert_eq!(vector_keys(&times, &line, 1e-9), [0, 200]);
        let curve = Track::new(201, |row| [(0.05 * row as f64).sin()]);
        let keys = vector_keys(&times, &curve, 1e-2);
        assert!((10..60).contains(&keys.len()), "{}", keys.len());
    }

    #[test]
    fn a_wheel_at_constant_speed_keeps_turning() {
        let times = times(201);
        let wheel = Track::new(201, |row| {
            let half: f64 = 0.05 * row as f64;
            [0.0, 0.0, half.sin(), half.cos()]
        });
        let keys = rotation_keys(&times, &wheel, ANGLE_TOLERANCE);
        let turn = |pair: &[usize]| 0.1 * (pair[1] - pair[0]) as f64;
        assert!(keys.windows(2).all(|pair| turn(pair) <= LARGEST_TURN + 1e-9), "{keys:?}");
        assert_eq!((keys.first(), keys.last()), (Some(&0), Some(&200)));
    }
}
