//! Modelica.Blocks.Sources.KinematicPTP

use super::super::START_TIME;
use super::point_to_point::{Output, PointToPoint};
use crate::Element;
use crate::class::*;
use mechanism::Shape;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Sources.KinematicPTP",
    description: "Move as fast as possible along a distance within given kinematic constraints; the output is the acceleration",
    documentation: documentation!("kinematic_ptp.md"),
    parameters: &[
        array("deltaq", "", "Distance to move").or(1.0),
        array("qd_max", "", "Maximum velocities").or(1.0).checked(positive),
        array("qdd_max", "", "Maximum accelerations").or(1.0).checked(positive),
        START_TIME,
    ],
    connectors: &[connector("y", ConnectorKind::SignalOutput(1), "", "Output signals")
        .sized(SignalSize::Longest(&["deltaq", "qd_max", "qdd_max"]))],
    ..Class::element(build)
};

/// What is wrong with limits.
fn positive(elements: &[f64], _: Shape) -> Option<&'static str> {
    elements.iter().any(|limit| *limit <= 0.0).then_some("numbers that are greater than zero")
}

fn build(e: &mut Element<'_>) {
    PointToPoint::build(e, None, "deltaq", &[("y", Output::Acceleration)]);
}
