//! Constants over scalars that know time: parameters do not change, so all derivatives in time are zero.

use super::{
    CircuitConstants, ClosedPartConstants, Constants, FlangePose, FramePose, GravityField, JointPlacement,
    MassConstants,
};
use super::{RigidInertia, TreeConstants};
use crate::scalar::{Scalar, Vector3};

/// The same constants without a change in time.
pub(super) fn lifted<T: Scalar>(constants: Constants<T::Steady>) -> Constants<T> {
    Constants {
        gravity: field(constants.gravity),
        tree: tree(constants.tree),
        nodes: all(constants.nodes, |pose| FramePose { axes: pose.axes.map(T::lift), position: vector(pose.position) }),
        masses: all(constants.masses, |mass| MassConstants {
            m: T::lift(mass.m),
            r_cm: vector(mass.r_cm),
            inertia: mass.inertia.map(T::lift),
        }),
        rigid_edges: all(constants.rigid_edges, |(t, r)| (t.map(T::lift), vector(r))),
        closed_parts: all(constants.closed_parts, ClosedPartConstants::lifted),
        axes: all(constants.axes, vector),
        flanges: all(constants.flanges, |pose| FlangePose { ratio: T::lift(pose.ratio), offset: T::lift(pose.offset) }),
        rotor_axes: all(constants.rotor_axes, vector),
        mounting_axes: all(constants.mounting_axes, vector),
        circuits: all(constants.circuits, |circuit| CircuitConstants { rows: all(circuit.rows, T::lift) }),
    }
}

fn all<A, B>(items: Vec<A>, lift: impl Fn(A) -> B) -> Vec<B> {
    items.into_iter().map(lift).collect()
}

fn vector<T: Scalar>(v: Vector3<T::Steady>) -> Vector3<T> {
    v.map(T::lift)
}

fn field<T: Scalar>(field: GravityField<T::Steady>) -> GravityField<T> {
    match field {
        GravityField::Uniform(g) => GravityField::Uniform(vector(g)),
        GravityField::Point(mu) => GravityField::Point(T::lift(mu)),
        GravityField::Field => GravityField::Field,
    }
}

fn tree<T: Scalar>(tree: TreeConstants<T::Steady>) -> TreeConstants<T> {
    TreeConstants {
        placements: all(tree.placements, |placement| JointPlacement {
            axes: placement.axes.map(|axis| axis.map(T::lift)),
            position: placement.position.map(T::lift),
        }),
        inertias: all(tree.inertias, |inertia| RigidInertia {
            mass: T::lift(inertia.mass),
            moment: inertia.moment.map(T::lift),
            inertia: inertia.inertia.map(T::lift),
        }),
        armature: all(tree.armature, T::lift),
    }
}
