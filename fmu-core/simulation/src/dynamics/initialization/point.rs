//! Values of the unknowns.

use crate::dynamics::pipeline::Pipeline;
use crate::dynamics::{Evaluation, Result};
use crate::model::{Dimension, Model, Unknown};
use mechanism::frames::quaternions::{self, Quaternion};
use mechanism::scalar::{Scalar, Vector3};
use std::ops::Range;

/// Value of one unknown.
#[derive(Clone, Copy, Debug, PartialEq)]
enum UnknownValue {
    /// Coordinate, speed or parameter.
    Number(f64),
    /// Orientation.
    Rotation(Quaternion<f64>),
}

/// A position coordinate or a parameter that follows from other quantities, and may be an unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quantity {
    /// Position coordinate.
    Position(usize),
    /// Element of the parameter array.
    Parameter(usize),
}

/// Values of all unknowns of a model, in their order. Unknowns are moved by increments, one for a number and three for an
/// orientation: a rotation vector (rad) resolved in the frame that turns. The increments of all unknowns are the columns.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::dynamics) struct Point(Vec<UnknownValue>);

/// Columns of each unknown.
pub(super) fn columns(unknowns: &[Unknown]) -> impl Iterator<Item = (Range<usize>, &Unknown)> {
    unknowns.iter().scan(0, |next, unknown| {
        let first = *next;
        *next += if matches!(unknown, Unknown::Orientation { .. }) { 3 } else { 1 };
        Some((first..*next, unknown))
    })
}

impl Point {
    /// The values in an evaluation.
    pub fn of(unknowns: &[Unknown], evaluation: &Evaluation<f64>) -> Self {
        let value = |unknown: &Unknown| match *unknown {
            Unknown::Position { coordinate, .. } => UnknownValue::Number(evaluation.q[coordinate]),
            Unknown::Speed { coordinate, .. } => UnknownValue::Number(evaluation.v[coordinate]),
            Unknown::LawState { state } => UnknownValue::Number(evaluation.states[state]),
            Unknown::Parameter { address } => UnknownValue::Number(evaluation.parameters[address]),
            Unknown::Orientation { quaternion } => {
                UnknownValue::Rotation(Quaternion(std::array::from_fn(|k| evaluation.q[quaternion + k])))
            }
        };
        Self(unknowns.iter().map(value).collect())
    }

    /// Sets a quantity, if it is an unknown; returns the change.
    pub(super) fn set(&mut self, unknowns: &[Unknown], quantity: Quantity, value: f64) -> f64 {
        let is_it = |unknown: &Unknown| match *unknown {
            Unknown::Position { coordinate, .. } => quantity == Quantity::Position(coordinate),
            Unknown::Parameter { address } => quantity == Quantity::Parameter(address),
            Unknown::Orientation { .. } | Unknown::Speed { .. } | Unknown::LawState { .. } => false,
        };
        let number = unknowns.iter().position(is_it);
        match number.and_then(|number| self.0.get_mut(number)) {
            Some(UnknownValue::Number(number)) => (std::mem::replace(number, value) - value).abs(),
            _ => 0.0,
        }
    }

    /// Writes the unknowns into `pipeline`, with the infinitesimal parts that `increment` gives for their columns (the
    /// value is zero), and computes dependent parameters and start values. Time, inputs and modes are known.
    ///
    /// # Errors
    /// Parameters without a value, impossible geometry, joints that start at a reference that depends on their own
    /// position.
    pub fn place<T: Scalar>(
        &self,
        model: &Model,
        unknowns: &[Unknown],
        pipeline: &mut Pipeline<T>,
        increment: impl Fn(usize) -> T,
    ) -> Result<()> {
        let pairs = || columns(unknowns).zip(&self.0);
        if unknowns.iter().any(|unknown| matches!(unknown, Unknown::Parameter { .. })) {
            pipeline.set_parameters(model, |parameters| {
                for ((column, unknown), value) in pairs() {
                    if let (Unknown::Parameter { address }, UnknownValue::Number(x)) = (unknown, value) {
                        parameters[*address] = T::constant(*x) + increment(column.start);
                    }
                }
            })?;
        }
        pipeline.start(model, |evaluation| {
            for ((column, unknown), value) in pairs() {
                let (to, x) = match (*unknown, *value) {
                    (Unknown::Position { coordinate, .. }, UnknownValue::Number(x)) => {
                        (&mut evaluation.q[coordinate], x)
                    }
                    (Unknown::Speed { coordinate, .. }, UnknownValue::Number(x)) => (&mut evaluation.v[coordinate], x),
                    (Unknown::LawState { state }, UnknownValue::Number(x)) => (&mut evaluation.states[state], x),
                    (Unknown::Orientation { quaternion }, UnknownValue::Rotation(at)) => {
                        let at = Quaternion(at.0.map(T::constant));
                        let turn = Vector3::from_fn(|k, _| increment(column.start + k));
                        let change = quaternions::der_orientation(&at, turn);
                        for k in 0..4 {
                            evaluation.q[quaternion + k] = at.0[k] + change.0[k];
                        }
                        continue;
                    }
                    _ => continue,
                };
                *to = T::constant(x) + increment(column.start);
            }
        })
    }

    /// The point moved by `step`, with one increment for each column.
    pub fn moved(&self, unknowns: &[Unknown], step: &[f64]) -> Self {
        let value = |((column, _), value): ((Range<usize>, &Unknown), &UnknownValue)| match value {
            UnknownValue::Number(x) => UnknownValue::Number(x + step[column.start]),
            UnknownValue::Rotation(q) => {
                let turn = Vector3::from_fn(|k, _| step[column.start + k]);
                UnknownValue::Rotation(unit(&quaternions::absolute_rotation(q, &rotation(&turn))))
            }
        };
        Self(columns(unknowns).zip(&self.0).map(value).collect())
    }

    /// The step that leads from here to `target`.
    pub fn way_to(&self, target: &Self) -> Vec<f64> {
        let mut way = Vec::new();
        for (from, to) in self.0.iter().zip(&target.0) {
            match (from, to) {
                (UnknownValue::Rotation(from), UnknownValue::Rotation(to)) => {
                    way.extend(rotation_vector(&quaternions::relative_rotation(from, to)).iter());
                }
                (UnknownValue::Number(from), UnknownValue::Number(to)) => way.push(to - from),
                _ => {}
            }
        }
        way
    }

    /// Scale of each column: the model's size `length` (m, and m/s for speeds), 1 rad (rad/s), the value of a parameter
    /// or of a state of a law (1 if that is zero).
    pub fn scales(&self, unknowns: &[Unknown], length: f64) -> Vec<f64> {
        let mut scales = Vec::new();
        for (unknown, value) in unknowns.iter().zip(&self.0) {
            match (unknown, value) {
                (Unknown::Orientation { .. }, _) => scales.extend([1.0; 3]),
                (Unknown::Position { dimension, .. } | Unknown::Speed { dimension, .. }, _) => {
                    scales.push(if *dimension == Dimension::Length { length } else { 1.0 });
                }
                (_, UnknownValue::Number(x)) if *x != 0.0 => scales.push(x.abs()),
                _ => scales.push(1.0),
            }
        }
        scales
    }
}

fn unit(q: &Quaternion<f64>) -> Quaternion<f64> {
    let length = q.dot(q).sqrt();
    Quaternion(q.0.map(|x| x / length))
}

/// The quaternion of a rotation vector.
fn rotation(turn: &Vector3<f64>) -> Quaternion<f64> {
    let angle = turn.norm();
    // sin(angle/2)/angle, by its series where the quotient loses digits.
    let factor = if angle < 1e-4 { 0.5 - angle * angle / 48.0 } else { (0.5 * angle).sin() / angle };
    Quaternion::from_parts(turn * factor, (0.5 * angle).cos())
}

/// The rotation vector, at most pi long, of a unit quaternion.
fn rotation_vector(q: &Quaternion<f64>) -> Vector3<f64> {
    let (v, w) = if q.0[3] < 0.0 { (-q.vector(), -q.0[3]) } else { (q.vector(), q.0[3]) };
    let sine = v.norm();
    if sine < 1e-8 { v * 2.0 } else { v * (2.0 * sine.atan2(w) / sine) }
}
