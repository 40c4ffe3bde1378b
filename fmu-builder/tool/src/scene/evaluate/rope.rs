//! The line that a rope hangs in: a catenary where it is longer than the way between its ends.

use drawing::math::{Vector, add, dot, length, scaled, subtract, unit};

/// Pieces that a slack rope is drawn in.
pub(super) const PIECES: usize = 16;
/// Smallest excess length of a rope that sags visibly, relative to its length.
const SLACK: f64 = 1e-6;
/// Ends that are nearer to each other than this part of the length, sideways, are above each other.
const NARROW: f64 = 1e-6;

/// True if a rope of length `own` is longer than the distance `way` between its ends.
pub(super) fn is_slack(way: Vector, own: f64) -> bool {
    length(way) < own * (1.0 - SLACK)
}

/// The ends of equally long pieces of a rope from the origin to the end of `way`.
pub(super) fn points(way: Vector, own: f64, down: Vector, pieces: usize) -> Vec<Vector> {
    let part = |k: usize| k as f64 / pieces as f64;
    if !is_slack(way, own) {
        return (0..=pieces).map(|k| scaled(way, part(k))).collect();
    }
    let rise = -dot(way, down);
    let sideways = add(way, scaled(down, rise));
    let span = length(sideways);
    let across = unit(sideways).unwrap_or([0.0; 3]);
    let line = Line::new(span, rise, own);
    let point = |k: usize| {
        let [x, y] = line.at(own * part(k));
        subtract(scaled(across, x), scaled(down, y))
    };
    (0..=pieces).map(point).collect()
}

/// The line in its plane, by the way along it.
enum Line {
    /// Straight down so far, then up.
    Folded { lowest: f64 },
    /// Height `size cosh((x - middle)/size)` above its directrix.
    Catenary { size: f64, middle: f64 },
}

impl Line {
    fn new(span: f64, rise: f64, own: f64) -> Self {
        if span < NARROW * own {
            return Self::Folded { lowest: (own - rise) / 2.0 };
        }
        // sinh(x)/x = ratio for x = span/(2 size).
        let ratio = (own * own - rise * rise).sqrt() / span;
        // Above the solution, so that Newton's method on a convex function comes down to it.
        let mut x = (6.0 * (ratio - 1.0)).sqrt().min((2.0 * ratio).ln() + (2.0 * ratio).ln().max(1.0).ln() + 1.0);
        for _ in 0..50 {
            let step = (x.sinh() - ratio * x) / (x.cosh() - ratio);
            x -= step;
            if step.abs() <= 1e-14 * x {
                break;
            }
        }
        let size = span / (2.0 * x);
        Self::Catenary { size, middle: span / 2.0 - size * (rise / own).atanh() }
    }

    /// Place sideways and height over the beginning, after a way along the rope.
    fn at(&self, way: f64) -> [f64; 2] {
        match *self {
            Self::Folded { lowest } => [0.0, (way - lowest).abs() - lowest],
            Self::Catenary { size, middle } => {
                let start = -middle / size;
                let here = (way / size + start.sinh()).asinh();
                [middle + size * here, size * (here.cosh() - start.cosh())]
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOWN: Vector = [0.0, -1.0, 0.0];

    fn near(a: Vector, b: Vector) -> bool {
        length(subtract(a, b)) < 1e-9
    }

    #[test]
    fn a_rope_ends_where_it_is_held_and_keeps_its_length() {
        for way in [[1.0, 0.0, 0.0], [0.3, -0.8, 0.4], [0.01, 1.9, 0.0], [0.0, -1.0, 0.0], [0.0; 3], [0.0, 0.0, 1.999]]
        {
            let pieces = 4000;
            let line = points(way, 2.0, DOWN, pieces);
            assert!(near(line[0], [0.0; 3]) && near(line[pieces], way), "{way:?}: {:?}", line[pieces]);
            let own: f64 = line.windows(2).map(|pair| length(subtract(pair[1], pair[0]))).sum();
            assert!((own - 2.0).abs() < 1e-4, "{way:?}: {own}");
        }
    }

    /// Twice as long as the way: sinh(x) = 2 x for x = 2.177 318 985, and the sag is (cosh(x) - 1)/(2 x) of the way.
    #[test]
    fn a_rope_between_equal_heights_sags_as_the_catenary_does() {
        let line = points([1.0, 0.0, 0.0], 2.0, DOWN, 2);
        assert!(near(line[1], [0.5, -(2.177_318_985_f64.cosh() - 1.0) / (2.0 * 2.177_318_985), 0.0]), "{:?}", line[1]);
    }

    #[test]
    fn a_rope_without_slack_is_straight() {
        let line = points([0.0, -3.0, 0.0], 2.0, DOWN, 3);
        assert!(line.iter().zip(0..).all(|(point, k)| near(*point, [0.0, -f64::from(k), 0.0])));
    }
}
