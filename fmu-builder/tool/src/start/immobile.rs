//! The motion of a joint that moves no mass: its direction, and the inertia that is left there.

use std::fmt;

use mechanism::digits::four_digits;
use mechanism::spatial::algebra::dot;
use mechanism::spatial::articulated_inertia::LinkTerms;
use mechanism::spatial::pair::{first, pairs, second};
use mechanism::{LinkMotion, Motion, Wrench};
use nalgebra::{DMatrix, SymmetricEigen, Vector3};
use simulation::dynamics::{Evaluation, System};
use simulation::model::Model;

use super::freedom::unit_motion;

/// Part of the largest inertia of a joint below which an inertia is none.
const NONE: f64 = 1e-9;

/// A motion of a joint along which nothing resists.
#[derive(Clone, Debug, PartialEq)]
pub struct Immobile {
    /// Name of the joint.
    pub joint: String,
    /// True for a rotation about the direction, false for a translation along it.
    pub is_rotation: bool,
    /// Unit vector, world axes, at the start.
    pub direction: [f64; 3],
    /// Inertia that resists the motion, kg or kg.m2: zero up to rounding.
    pub inertia: f64,
}

impl fmt::Display for Immobile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.direction.map(short);
        let Self { joint, is_rotation, inertia, .. } = self;
        let inertia = short(*inertia);
        let (way, unit, mend) = match is_rotation {
            true => ("about", "kg.m2", "an inertia about that axis, or a mass beside it"),
            false => ("along", "kg", "a mass"),
        };
        write!(
            f,
            "joint {joint} moves no mass: {way} [{x}, {y}, {z}] (world axes) it moves {inertia} {unit}; give a body behind it {mend}, \
             or prescribe the motion of the joint"
        )
    }
}

/// A number in a message; rounding errors of unit vectors are zeros.
fn short(x: f64) -> String {
    four_digits(if x.abs() < 1e-12 { 0.0 } else { x })
}

impl Immobile {
    /// The motion of the joint called `name` with the least inertia, if that is none, where the search for the initial state left off.
    pub(super) fn of(model: &Model, system: &System, x: &[f64], name: &str) -> Option<Self> {
        let joint = model.mechanism.joints.iter().position(|joint| joint.name == name)?;
        let subtree = Subtree::new(model, system, x, joint)?;
        let inertia = subtree.articulated_inertia()?;
        let own = inertia.nrows();
        let (rotations, translations): (Vec<usize>, Vec<usize>) = (0..own).partition(|&k| subtree.turns(k));
        let candidates = [(true, &rotations, &translations), (false, &translations, &rotations)];
        candidates.into_iter().find_map(|(is_rotation, kept, others)| {
            if kept.is_empty() {
                return None;
            }
            let eigen = SymmetricEigen::new(reduced(&inertia, kept, others));
            let least = eigen.eigenvalues.imin();
            let value = eigen.eigenvalues[least];
            if value > NONE * subtree.largest(kept) {
                return None;
            }
            let parts = eigen.eigenvectors.column(least);
            let along = kept.iter().zip(parts.iter()).map(|(&k, part)| subtree.velocity(k, is_rotation) * *part);
            let direction: Vector3<f64> = along.sum();
            let direction = direction.try_normalize(f64::EPSILON)?;
            // One of the two senses, so that the words are the same each time.
            let sense = direction.iter().find(|x| x.abs() > NONE).map_or(1.0, |x| x.signum());
            Some(Self {
                joint: name.to_owned(),
                is_rotation,
                direction: (direction * sense).into(),
                inertia: value.max(0.0),
            })
        })
    }
}

/// The inertia that the coordinates `kept` move while the `others`, if anything resists them, are free.
fn reduced(inertia: &DMatrix<f64>, kept: &[usize], others: &[usize]) -> DMatrix<f64> {
    let part = |rows: &[usize], columns: &[usize]| inertia.select_rows(rows).select_columns(columns);
    let block = part(kept, kept);
    match part(others, others).cholesky() {
        Some(factors) if !others.is_empty() && !kept.is_empty() => {
            block - part(kept, others) * factors.solve(&part(others, kept))
        }
        _ => block,
    }
}

/// Subtree moved by a joint: for each free coordinate of the joint and of those behind it, the motion of the links at unit speed.
struct Subtree<'a> {
    model: &'a Model,
    evaluation: Evaluation<f64>,
    joint: usize,
    /// Links behind the joint.
    links: Vec<usize>,
    /// Velocity coordinates, those of the joint first.
    coordinates: Vec<usize>,
    /// For each of these, all links.
    motions: Vec<Vec<LinkMotion<f64>>>,
}

impl<'a> Subtree<'a> {
    fn new(model: &'a Model, system: &System, x: &[f64], joint: usize) -> Option<Self> {
        let tree = &model.mechanism.tree;
        let evaluation = Evaluation::new(model, system.all_parameters().to_vec()).ok()?;
        let mut q = evaluation.q.clone();
        for (coordinate, q) in q.iter_mut().enumerate() {
            if let Ok(state) = model.states.positions.binary_search(&coordinate) {
                *q = x.get(state).copied().unwrap_or(*q);
            }
        }
        let mut is_behind = vec![false; tree.joints.len() + 1];
        let (mut links, mut coordinates) = (Vec::new(), Vec::new());
        for (i, own) in tree.joints.iter().enumerate() {
            is_behind[i + 1] = i == joint || is_behind[own.parent];
            if is_behind[i + 1] {
                links.push(i + 1);
                if own.motion == Motion::Dynamic {
                    coordinates.extend(own.v..own.v + own.kind.nv());
                }
            }
        }
        let motions = coordinates.iter().map(|&coordinate| unit_motion(model, &evaluation, &q, coordinate)).collect();
        Some(Self { model, evaluation, joint, links, coordinates, motions })
    }

    /// Angular velocity of the joint's link, or velocity of its origin, at unit speed of its coordinate `k`.
    fn velocity(&self, k: usize, is_rotation: bool) -> Vector3<f64> {
        let link = &self.motions[k][self.joint + 1];
        Vector3::from(if is_rotation { link.omega } else { link.velocity })
    }

    fn turns(&self, k: usize) -> bool {
        self.velocity(k, true).norm() > NONE
    }

    /// The largest inertia that something with the mass of the subtree, and its size, could have along these coordinates; not zero.
    fn largest(&self, coordinates: &[usize]) -> f64 {
        let inertias = &self.evaluation.constants.tree.inertias;
        let inertias = self.links.iter().map(|link| &inertias[link - 1]);
        inertias.fold(f64::MIN_POSITIVE, |largest, inertia| {
            let about: f64 = inertia.inertia[..3].iter().sum();
            largest.max(if coordinates.iter().any(|&k| self.turns(k)) { about } else { inertia.mass })
        })
    }

    /// The mass matrix of the joint's own coordinates while the joints behind it are free (Featherstone, Rigid Body Dynamics Algorithms, 2008,
    /// 7.1); none where these are not determined themselves.
    fn articulated_inertia(&self) -> Option<DMatrix<f64>> {
        let tree = &self.model.mechanism.tree;
        let n = self.coordinates.len();
        let mut mass = DMatrix::zeros(n, n);
        for &link in &self.links {
            let inertia = &self.evaluation.constants.tree.inertias[link - 1];
            let motions: Vec<&LinkMotion<f64>> = self.motions.iter().map(|links| &links[link]).collect();
            // All motions have the same axes.
            let Some(any) = motions.first() else { continue };
            let terms = LinkTerms::new(inertia, any, &Wrench::default());
            for (i, motion) in motions.iter().enumerate() {
                // Momenta follow from velocities as forces do from accelerations.
                let momenta = terms.times(pairs(motion.omega, motion.velocity));
                for (j, other) in motions[..=i].iter().enumerate() {
                    mass[(i, j)] += dot(first(momenta), other.omega) + dot(second(momenta), other.velocity);
                }
            }
        }
        for (i, coordinate) in self.coordinates.iter().enumerate() {
            let armature = tree.joints.iter().position(|joint| joint.kind.nv() == 1 && joint.v == *coordinate);
            mass[(i, i)] += armature.map_or(0.0, |joint| self.evaluation.constants.tree.armature[joint]);
        }
        mass.fill_upper_triangle_with_lower_triangle();
        let own: Vec<usize> = (0..tree.joints[self.joint].kind.nv().min(n)).collect();
        let others: Vec<usize> = (own.len()..n).collect();
        if !others.is_empty() {
            mass.select_rows(&others).select_columns(&others).cholesky()?;
        }
        Some(reduced(&mass, &own, &others))
    }
}
