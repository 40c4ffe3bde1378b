//! Identities of the orientation algebra on random orientations, and the results of invalid arguments.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod bad_arguments;
mod coverage;
mod derivatives;
mod directions;
mod orientations;
mod quaternion_identities;
mod sequences;
mod two_forms;

use super::quaternions::{self, Quaternion};
use super::{Orientation, transformation_matrices as matrices};
use crate::scalar::{Jet, Matrix3, Scalar, Vector3};
use proptest::prelude::*;
use std::f64::consts::PI;

type D = Jet;

/// All rotation sequences.
const SEQUENCES: [[i32; 3]; 12] = [
    [1, 2, 3],
    [1, 3, 2],
    [2, 1, 3],
    [2, 3, 1],
    [3, 1, 2],
    [3, 2, 1],
    [1, 2, 1],
    [1, 3, 1],
    [2, 1, 2],
    [2, 3, 2],
    [3, 1, 3],
    [3, 2, 3],
];

/// Few enough cases for a test run of seconds.
fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

fn angle() -> impl Strategy<Value = f64> {
    -PI..PI
}

fn angles() -> impl Strategy<Value = [f64; 3]> {
    [angle(), angle(), angle()]
}

fn vector() -> impl Strategy<Value = Vector3<f64>> {
    [-5.0..5.0, -5.0..5.0, -5.0..5.0].prop_map(Vector3::from)
}

/// A vector long enough to have a well-defined direction.
fn direction() -> impl Strategy<Value = Vector3<f64>> {
    vector().prop_filter("too short", |v| v.norm() > 0.1)
}

fn dyade() -> impl Strategy<Value = Matrix3<f64>> {
    [vector(), vector(), vector()].prop_map(|columns| Matrix3::from_columns(&columns))
}

fn sequence() -> impl Strategy<Value = [i32; 3]> {
    prop::sample::select(SEQUENCES.to_vec())
}

/// Any orientation, constructed without planar rotations or rotation sequences.
fn quaternion() -> impl Strategy<Value = Quaternion<f64>> {
    [-1.0..1.0, -1.0..1.0, -1.0..1.0, -1.0..1.0]
        .prop_filter("too short", |q: &[f64; 4]| q.iter().map(|x| x * x).sum::<f64>() > 0.01)
        .prop_map(|q| quaternions::normalize(&Quaternion(q)).unwrap())
}

fn matrix() -> impl Strategy<Value = Matrix3<f64>> {
    quaternion().prop_map(|q| quaternions::to_t(&q))
}

fn orientation() -> impl Strategy<Value = Orientation<f64>> {
    (matrix(), vector()).prop_map(|(t, w)| Orientation { t, w })
}

/// Largest difference of two lists of numbers.
fn distance<'a>(a: impl IntoIterator<Item = &'a f64>, b: impl IntoIterator<Item = &'a f64>) -> f64 {
    let (a, b): (Vec<_>, Vec<_>) = (a.into_iter().collect(), b.into_iter().collect());
    assert_eq!(a.len(), b.len());
    // A NaN has to count as infinitely far, and f64::max would skip it.
    a.iter().zip(&b).map(|(a, b)| (**a - **b).abs()).fold(0.0, |d, x| if x > d || x.is_nan() { x } else { d })
}

#[track_caller]
fn close<'a>(a: impl IntoIterator<Item = &'a f64>, b: impl IntoIterator<Item = &'a f64>, tolerance: f64) {
    let d = distance(a, b);
    assert!(d <= tolerance, "difference {d:e} above {tolerance:e}");
}

#[track_caller]
fn same(a: &Orientation<f64>, b: &Orientation<f64>, tolerance: f64) {
    close(&a.t, &b.t, tolerance);
    close(&a.w, &b.w, tolerance);
}

/// The rows are a right-handed orthonormal triad.
#[track_caller]
fn is_rotation(t: &Matrix3<f64>, tolerance: f64) {
    close(&(t * t.transpose()), &Matrix3::identity(), tolerance);
    close(&matrices::orientation_constraint(t), &[0.0; 6], tolerance);
    assert!((t.determinant() - 1.0).abs() <= tolerance, "determinant {}", t.determinant());
}

/// `x + rate t` at t = 0, t being the dual direction.
fn moving<const N: usize>(x: [f64; N], rate: [f64; N]) -> [D; N] {
    std::array::from_fn(|i| Jet::along(x[i], [rate[i], 0.0, 0.0]))
}

fn constant(v: Vector3<f64>) -> Vector3<D> {
    v.map(D::constant)
}
