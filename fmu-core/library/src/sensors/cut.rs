//! Modelica.Mechanics.MultiBody.Sensors: flows between two rigidly connected frames.

use super::interfaces::*;
use crate::class::*;
use crate::laws::sensors::{CutQuantity, CutVector, PowerLaw};
use crate::pictures::{CUT_FORCE as FORCE_PICTURE, CUT_TORQUE as TORQUE_PICTURE, FORCE_ARROW, SHOWN, TORQUE_ARROW};
use mechanism::RigidTransform;

const POSITIVE_SIGN: Parameter = boolean(
    "positiveSign",
    true,
    "The cut force and torque at frame_a are given with positive sign, otherwise those at frame_b",
);

/// frame_a of a sensor between two coincident frames.
const FRAME_A: Connector = frame("frame_a", "Coordinate system with one cut force and cut torque");

/// frame_b of a sensor between two coincident frames.
const FRAME_B: Connector = frame("frame_b", "Coordinate system that coincides with frame_a");

const FORCE: Connector = output("force", "N", "Cut force, resolved in the frame given by resolveInFrame");

const TORQUE: Connector = output("torque", "N.m", "Cut torque, resolved in the frame given by resolveInFrame");

pub static CUT_FORCE: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Sensors.CutForce",
    description: "Measure the cut force between two rigidly connected frames",
    parameters: &[POSITIVE_SIGN, RESOLVE_A],
    connectors: &[FRAME_A, FRAME_B, FRAME_RESOLVE, FORCE],
    inner_parts: &["cutForce"],
    graphics: &[SHOWN, FORCE_ARROW],
    pictures: &[FORCE_PICTURE],
    ..Class::element(build)
};

pub static CUT_TORQUE: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Sensors.CutTorque",
    description: "Measure the cut torque between two rigidly connected frames",
    parameters: &[POSITIVE_SIGN, RESOLVE_A],
    connectors: &[FRAME_A, FRAME_B, FRAME_RESOLVE, TORQUE],
    inner_parts: &["cutTorque"],
    graphics: &[SHOWN, TORQUE_ARROW],
    pictures: &[TORQUE_PICTURE],
    ..Class::element(build)
};

pub static CUT_FORCE_AND_TORQUE: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Sensors.CutForceAndTorque",
    description: "Measure the cut force and cut torque between two rigidly connected frames",
    parameters: &[POSITIVE_SIGN, RESOLVE_A],
    connectors: &[FRAME_A, FRAME_B, FRAME_RESOLVE, FORCE, TORQUE],
    inner_parts: &["cutForce", "cutTorque"],
    graphics: &[SHOWN, FORCE_ARROW, TORQUE_ARROW],
    pictures: &[FORCE_PICTURE, TORQUE_PICTURE],
    ..Class::element(build)
};

pub static POWER: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Sensors.Power",
    description: "Measure the power flowing from frame_a to frame_b, which are rigidly connected",
    connectors: &[
        FRAME_A,
        FRAME_B,
        real_output("power", "W", "Power that flows into the sensor at frame_a").measured(),
    ],
    ..Class::element(|e| {
        e.add_rigid(RigidTransform::Identity);
        e.add_law(PowerLaw { frame_a: e.frame("frame_a"), output: e.scalar_output("power") });
    })
};

/// Registers the rigid connection, and the force and the torque as far as the class has these outputs.
fn build(e: &mut Element<'_>) {
    e.add_rigid(RigidTransform::Identity);
    let (frame_a, resolve, positive) = (e.frame("frame_a"), e.resolve("resolveInFrame"), e.boolean("positiveSign"));
    for (name, quantity) in [("force", CutQuantity::Force), ("torque", CutQuantity::Torque)] {
        if e.has_connector(name)
            && let Some(output) = e.vector_output(name)
        {
            e.add_law(CutVector { frame_a, resolve, positive, quantity, output });
        }
    }
}
