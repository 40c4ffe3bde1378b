//! Modelica.Blocks.Sources.KinematicPTP2

use super::super::START_TIME;
use super::point_to_point::{Output, PointToPoint};
use crate::Element;
use crate::class::*;
use mechanism::Shape;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Sources.KinematicPTP2",
    description: "Move as fast as possible from start to end position within given kinematic constraints, with output signals q, qd, qdd",
    documentation: documentation!("kinematic_ptp2.md"),
    parameters: &[
        array("q_begin", "", "Start position").or(0.0),
        array("q_end", "", "End position"),
        array("qd_max", "", "Maximum velocities").checked(positive),
        array("qdd_max", "", "Maximum accelerations").checked(positive),
        START_TIME,
    ],
    connectors: &[
        connector("q", ConnectorKind::SignalOutput(1), "", "Reference position of path planning").sized(SIZE),
        connector("qd", ConnectorKind::SignalOutput(1), "", "Reference speed of path planning").sized(SIZE),
        connector("qdd", ConnectorKind::SignalOutput(1), "", "Reference acceleration of path planning").sized(SIZE),
        connector("moving", ConnectorKind::BooleanOutput(1), "", "True while the axes move").sized(SIZE),
    ],
    variables: &[variable("endTime", "s", "Time at which the motion ends")],
    ..Class::element(build)
};

/// What is wrong with limits.
fn positive(elements: &[f64], _: Shape) -> Option<&'static str> {
    elements.iter().any(|limit| *limit <= 0.0).then_some("numbers that are greater than zero")
}

/// Number of axes.
const SIZE: SignalSize = SignalSize::Longest(&["q_begin", "q_end", "qd_max", "qdd_max"]);

fn build(e: &mut Element<'_>) {
    let outputs =
        [("q", Output::Position), ("qd", Output::Speed), ("qdd", Output::Acceleration), ("moving", Output::Moving)];
    PointToPoint::build(e, Some("q_begin"), "q_end", &outputs);
}
