//! Linear systems against the equations near them, which the projection brings back to the constraints.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::*;
use crate::scene::{Drawable, RunOptions};
use compiler::model_file::ModelFile;
use mechanism::frames::quaternions::{self, Quaternion};
use nalgebra::{DMatrix, DVector};
use std::path::Path;

/// Independent coordinates and their rates at a state near that of `point`; rotations relative to the undisturbed motion.
fn near(point: &mut OperatingPoint, tangent: &tangent::Tangent, x: &[f64]) -> [DVector<f64>; 2] {
    let (t, mut rates, mut origin) = (point.elapsed, vec![0.0; x.len()], vec![0.0; x.len()]);
    point.system.derivatives(t, x, &mut rates).unwrap();
    point.system.derivatives(t, &point.x, &mut origin).unwrap();
    let quaternion = |x: &[f64], first: usize| Quaternion(std::array::from_fn(|k| x[first + k]));
    let relative = |a: &[f64], b: &[f64], first: usize| {
        quaternions::relative_rotation(&quaternion(a, first), &quaternion(b, first)).0
    };
    let values = tangent.coordinates.iter().map(|own| match own.axis {
        None => [x[own.state] - point.x[own.state], rates[own.state]],
        Some(axis) => {
            let turn = 2.0 * relative(&point.x, x, own.state)[axis];
            let turning = relative(&origin, x, own.state)[axis] + relative(&point.x, &rates, own.state)[axis];
            [turn, 2.0 * turning]
        }
    });
    let pairs: Vec<[f64; 2]> = values.collect();
    [0, 1].map(|k| DVector::from_iterator(pairs.len(), pairs.iter().map(|pair| pair[k])))
}

/// The rates are `f0 + A z` up to the square of z, on both sides: the second order cancels, and the third in two sizes of a step.
fn agrees(name: &str, at: Option<f64>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name);
    let (file, _) = ModelFile::from_path(&path).unwrap();
    let drawable = Drawable::new(&file).unwrap();
    let options = RunOptions { stop_time: Some(10.0), ..RunOptions::default() };
    let mut point = OperatingPoint::new(&drawable, &options, at, &mut |_| ()).unwrap();
    let (linear, tangent) = point.linearize_with_tangent().unwrap();
    let n = linear.states.len();
    let a = DMatrix::from_fn(n, n, |i, k| linear.a[i][k]);
    for column in 0..n {
        let mut sides = |step: f64| -> [DVector<f64>; 2] {
            let mut difference = [step, -step].map(|step| {
                let mut x = point.x.clone();
                tangent.lift.column(column).iter().zip(&mut x).for_each(|(lift, x)| *x += step * lift);
                point.system.project(point.elapsed, &mut x);
                near(&mut point, &tangent, &x)
            });
            let [plus, minus] = &mut difference;
            [0, 1].map(|k| (&plus[k] - &minus[k]) / (2.0 * step))
        };
        let step = 5e-4;
        let ([z, f], [z_half, f_half]) = (sides(step), sides(step / 2.0));
        let (z, f) = ((z_half * 4.0 - z) / 3.0, (f_half * 4.0 - f) / 3.0);
        let error = (&a * &z - &f).norm() / (a.norm() * z.norm());
        assert!(
            error < 1e-8,
            "{name} at {at:?}, {}: {error}\n{}\n{}",
            linear.states[column].name,
            (&a * z).transpose(),
            f.transpose()
        );
    }
}

#[test]
fn small_motions_of_closed_loops_agree_with_the_equations() {
    for name in ["four_bar.toml", "slider_crank.toml", "wishbone.toml", "stewart_platform.toml", "gripper.toml"] {
        agrees(name, None);
        agrees(name, Some(0.35));
    }
}

#[test]
fn small_motions_of_free_bodies_agree_with_the_equations() {
    for name in ["quadrotor.toml", "three_springs.toml", "spring_pendulum.toml"] {
        agrees(name, Some(0.4));
    }
}

#[test]
fn a_chain_of_integrators_has_eigenvalues_of_zero_and_several_vectors_are_independent() {
    let chain = DMatrix::from_fn(6, 6, |i, k| if k == i + 1 { 3.0 } else { 0.0 });
    assert!(eigen::eigenvalues(&chain).unwrap().iter().all(|eigen| eigen.value.norm() == 0.0));
    // Two equal oscillators that are coupled by their coordinates alone: rotated by an angle.
    let (c, s) = (0.6, 0.8);
    let turn = DMatrix::from_row_slice(4, 4, &[c, -s, 0., 0., s, c, 0., 0., 0., 0., c, -s, 0., 0., s, c]);
    let pair = DMatrix::from_row_slice(4, 4, &[0., 0., 1., 0., 0., 0., 0., 1., -4., 1e-3, 0., 0., 1e-3, -4., 0., 0.]);
    let matrix = &turn * pair * turn.transpose();
    for eigen in eigen::eigenvalues(&matrix).unwrap() {
        let whole = matrix.map(nalgebra::Complex::from);
        assert!((&whole * &eigen.right - &eigen.right * eigen.value).norm() < 1e-12 * eigen.right.norm());
        assert!((whole.transpose() * &eigen.left - &eigen.left * eigen.value).norm() < 1e-12 * eigen.left.norm());
    }
}
