//! Joint assemblies at the start: coordinates that follow in closed form from the ends of rods.
//!
//! With `e` the axis of a joint, `r_a` the far end of a rod of length L in its frame_a and `r_b` the near end in its frame_b, a revolute
//! joint has `A cos(angle) + B sin(angle) + C = 0` where
//!
//! ```text
//! A = -2 (r_a . r_b - (e . r_a)(e . r_b))    B = 2 r_b . (e x r_a)    C = r_a . r_a + r_b . r_b - L^2 - 2 (e . r_a)(e . r_b)
//! ```
//!
//! and a prismatic joint `|r_b + e distance - r_a| = L`. Of two solutions the one nearer to the guess is taken; if they
//! are equally near up to rounding, the first one, as in MSL.

use super::point::{Point, Quantity};
use super::search::Search;
use crate::dynamics::{Evaluation, Result};
use crate::model::{ClosedForm, Model};
use mechanism::scalar::Vector3;
use mechanism::{FrameId, Stage};

/// Changes up to this are rounding errors, rad or m.
const SETTLED: f64 = 1e-13;
/// Difference of the distances of two solutions from the guess, relative to that of the solutions, up to which they are
/// equally near.
const TIE: f64 = 1e-9;
/// A difference is zero up to this fraction of its terms.
const SMALL: f64 = 1e-12;

/// Sets all coordinates and directions that follow in closed form. An end of one assembly may be moved by another one,
/// so this is repeated until nothing changes. Quantities without a solution stay as they are.
///
/// # Errors
/// An evaluation fails.
pub(super) fn assemble(search: &mut Search<'_, '_>, point: &mut Point) -> Result<()> {
    let model = search.model;
    let (forms, unknowns) = (&model.initialization.closed_forms, &model.initialization.unknowns);
    for _ in 0..=forms.len() {
        let mut change = 0.0_f64;
        for form in forms {
            search.sides(point, &[])?;
            search.real.reach(model, Stage::Motion)?;
            let found = search.real.base.solve(model, form).unwrap_or_default();
            for (quantity, value) in found {
                change = change.max(point.set(unknowns, quantity, value));
            }
        }
        if change <= SETTLED {
            break;
        }
    }
    Ok(())
}

impl Evaluation<f64> {
    /// Solves a closed form; none if it has no solution.
    fn solve(&mut self, model: &Model, form: &ClosedForm) -> Option<Vec<(Quantity, f64)>> {
        match *form {
            ClosedForm::Length { coordinate, turns, n, reach, length, guess, frames } => {
                let far = self.seen(model, frames);
                let parameters = &self.parameters;
                let e = unit(&n.get(parameters))?;
                let (reach, length) = (reach.get(parameters), parameters[length]);
                let solutions =
                    if turns { angles(&e, &far, &reach, length) } else { distances(&e, &far, &reach, length) };
                let value = nearest(solutions?, parameters[guess]);
                Some(vec![(Quantity::Position(coordinate), value)])
            }
            ClosedForm::Universal { angles, distance, n1, rod, frames } => {
                let far = self.seen(model, frames);
                let parameters = &self.parameters;
                let [first, second] = universal(&n1.get(parameters), &rod.get(parameters), &far)?;
                let positions = [(angles[0], first), (angles[1], second)];
                let all = positions.into_iter().chain(distance.map(|coordinate| (coordinate, far.norm())));
                Some(all.map(|(coordinate, value)| (Quantity::Position(coordinate), value)).collect())
            }
            ClosedForm::Direction { n_a, n_b, frames } => {
                let n: Vector3<f64> = n_a.get(&self.parameters);
                let [a, b] = frames.map(|frame| self.view(model).axes(frame));
                let n = b.transpose() * a * n;
                Some((0..3).map(|k| (Quantity::Parameter(n_b.0 + k), n[k])).collect())
            }
        }
    }

    /// Origin of the second frame in the axes of the first one.
    fn seen(&mut self, model: &Model, [frame, other]: [FrameId; 2]) -> Vector3<f64> {
        let view = self.view(model);
        view.axes(frame).transpose() * (view.r_0(other) - view.r_0(frame))
    }
}

fn unit(n: &Vector3<f64>) -> Option<Vector3<f64>> {
    n.try_normalize(0.0)
}

/// The solution nearer to a guess.
fn nearest([first, second]: [f64; 2], guess: f64) -> f64 {
    let tie = TIE * (first - second).abs();
    if (first - guess).abs() <= (second - guess).abs() + tie { first } else { second }
}

/// Both angles about `e` at which `reach` has the distance `length` from `far`.
fn angles(e: &Vector3<f64>, far: &Vector3<f64>, reach: &Vector3<f64>, length: f64) -> Option<[f64; 2]> {
    let along = e.dot(far) * e.dot(reach);
    let a = -2.0 * (far.dot(reach) - along);
    let b = 2.0 * reach.dot(&e.cross(far));
    let c = far.norm_squared() + reach.norm_squared() - length * length - 2.0 * along;
    let terms = a * a + b * b;
    let scale = far.norm_squared() + reach.norm_squared() + length * length;
    if terms <= (SMALL * scale).powi(2) {
        return None;
    }
    let root = root(terms - c * c, terms)?;
    Some([1.0, -1.0].map(|sign| (-b * c - sign * a * root).atan2(-a * c + sign * b * root)))
}

/// Both distances along `e` at which `reach` has the distance `length` from `far`.
fn distances(e: &Vector3<f64>, far: &Vector3<f64>, reach: &Vector3<f64>, length: f64) -> Option<[f64; 2]> {
    let r = reach - far;
    let along = e.dot(&r);
    let root = root(along * along - r.norm_squared() + length * length, r.norm_squared() + length * length)?;
    Some([-along + root, -along - root])
}

/// Square root of a difference of terms of the given size; zero if rounding errors have made it negative.
fn root(difference: f64, terms: f64) -> Option<f64> {
    (difference >= -SMALL * terms).then(|| difference.max(0.0).sqrt())
}

/// The angles about `n1` and about the axis perpendicular to `n1` and `rod` that turn `rod` into the direction of `far`.
fn universal(n1: &Vector3<f64>, rod: &Vector3<f64>, far: &Vector3<f64>) -> Option<[f64; 2]> {
    let (n1, rod, e) = (unit(n1)?, unit(rod)?, unit(far)?);
    let across = |e: &Vector3<f64>| Some(n1.cross(e)).filter(|n2| n2.norm() > SMALL).and_then(|n2| unit(&n2));
    let (before, after) = (across(&rod)?, across(&e)?);
    let first = n1.dot(&before.cross(&after)).atan2(before.dot(&after));
    // The direction before the turn of the first joint.
    let (sin, cos) = first.sin_cos();
    let back = e * cos - n1.cross(&e) * sin + n1 * (n1.dot(&e) * (1.0 - cos));
    let second = before.dot(&rod.cross(&back)).atan2(rod.dot(&back));
    Some([first, second])
}
