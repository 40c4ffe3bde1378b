//! Modelica.Blocks.Sources: KinematicPTP and KinematicPTP2, which move all axes from point to point within limits of speed and acceleration.

use crate::blocks::interfaces::*;
use crate::class::*;
use crate::laws::blocks::point_to_point::{Output, PointToPoint, PointToPointVariable};
use mechanism::Shape;

pub static KINEMATIC_PTP: Class = Class {
    name: "Modelica.Blocks.Sources.KinematicPTP",
    description: "Move as fast as possible along a distance within given kinematic constraints; the output is the acceleration",
    documentation: documentation!("kinematic_ptp.md"),
    parameters: &[
        array("deltaq", "", "Distance to move").or(1.0),
        array("qd_max", "", "Maximum velocities").or(1.0).checked(positive),
        array("qdd_max", "", "Maximum accelerations").or(1.0).checked(positive),
        START_TIME,
    ],
    connectors: &[outputs("y", SignalSize::Longest(&["deltaq", "qd_max", "qdd_max"]))],
    ..Class::element(|e| PointToPoint::build(e, None, "deltaq", &[("y", Output::Acceleration)]))
};

pub static KINEMATIC_PTP2: Class = Class {
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
        real_output("q", "", "Reference position of path planning").sized(AXES),
        real_output("qd", "", "Reference speed of path planning").sized(AXES),
        real_output("qdd", "", "Reference acceleration of path planning").sized(AXES),
        connector("moving", ConnectorKind::BooleanOutput(1), "", "True while the axes move").sized(AXES),
    ],
    variables: &[variable("endTime", "s", "Time at which the motion ends")],
    ..Class::element(|e| {
        let outputs =
            [("q", Output::Position), ("qd", Output::Speed), ("qdd", Output::Acceleration), ("moving", Output::Moving)];
        PointToPoint::build(e, Some("q_begin"), "q_end", &outputs);
    })
};

/// Number of axes.
const AXES: SignalSize = SignalSize::Longest(&["q_begin", "q_end", "qd_max", "qdd_max"]);

/// Check: limits must be positive.
fn positive(elements: &[f64], _: Shape) -> Option<&'static str> {
    elements.iter().any(|limit| *limit <= 0.0).then_some("numbers that are greater than zero")
}

impl PointToPoint {
    /// Registers a law for each of the `outputs`.
    fn build(e: &mut Element<'_>, begin: Option<&str>, end: &str, outputs: &[(&str, Output)]) {
        let begin = begin.map(|begin| e.reals(begin));
        let (end, qd_max, qdd_max) = (e.reals(end), e.reals("qd_max"), e.reals("qdd_max"));
        let start_time = e.real("startTime");
        let longest = begin.into_iter().chain([end, qd_max, qdd_max]).map(|vector| vector.size).max().unwrap_or(1);
        if begin.into_iter().chain([end, qd_max, qdd_max]).any(|vector| vector.size != 1 && vector.size != longest) {
            e.refuse("the positions and limits", "one number for all axes, or one each");
            return;
        }
        for (name, output) in outputs {
            if let Some(y) = e.output(name) {
                let law = e.add_law(Self { begin, end, qd_max, qdd_max, start_time, output: *output, y });
                if *output == Output::Position {
                    e.show("endTime", law, PointToPointVariable::EndTime);
                }
            }
        }
    }
}
