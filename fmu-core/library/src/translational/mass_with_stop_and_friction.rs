//! Modelica.Mechanics.Translational.Components.MassWithStopAndFriction

use super::damper::WITH_HEAT_PORT;
use crate::Element;
use crate::class::*;
use crate::friction::{FrictionLaw, FrictionNames, Guide, MODE, START_BACKWARD, START_FORWARD, USE_HEAT_PORT};
use crate::rotational::rigid_transmission::add_inertia;
use crate::rotational::{FlangeMiddle, MiddleVariable};
use mechanism::Source;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Translational.Components.MassWithStopAndFriction",
    description: "Sliding mass with hard stop and Stribeck friction",
    documentation: documentation!("mass_with_stop_and_friction.md"),
    parameters: &[
        real("smax", "m", "Right stop for (right end of) sliding mass").or(25.0),
        real("smin", "m", "Left stop for (left end of) sliding mass").or(-25.0),
        real("m", "kg", "Mass of the sliding mass").min(0.0),
        real("L", "m", "Length of component, from left flange to right flange (= flange_b.s - flange_a.s)").or(0.0),
        real("F_prop", "N.s/m", "Velocity dependent friction").min(0.0),
        real("F_Coulomb", "N", "Constant friction: Coulomb force").min(0.0),
        real("F_Stribeck", "N", "Stribeck effect").min(0.0),
        real("fexp", "s/m", "Exponential decay of the Stribeck effect").min(0.0),
        USE_HEAT_PORT,
    ],
    connectors: &WITH_HEAT_PORT,
    variables: &[
        variable("s", "m", "Absolute position of center of component (s = flange_a.s + L/2 = flange_b.s - L/2)")
            .with_start(),
        variable("v", "m/s", "Absolute velocity of component (= der(s))").with_start(),
        variable("a", "m/s2", "Absolute acceleration of component (= der(v))").with_start(),
        variable("f", "N", "Friction force (against the motion), at a stop with what the stop holds"),
        variable("f0", "N", "Friction force at speed zero"),
        variable("f0_max", "N", "Friction force that starts a motion"),
        variable("lossPower", "W", "Loss power leaving the component"),
        integer_variable("stopped", "-1, 1 at the left or the right stop, 0 in between"),
        MODE,
        START_FORWARD,
        START_BACKWARD,
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let Some(flange_a) = add_inertia(e, "m", Some("L"), ["s", "v"]) else { return };
    let Some(flange_b) = e.flange("flange_b") else { return };
    let middle = e.add_law(FlangeMiddle { flange_a, flange_b });
    e.show("s", middle, MiddleVariable::Position);
    e.add_variable("v", |_| Source::FlangeSpeed(flange_a));
    e.add_variable("a", |_| Source::FlangeAcceleration(flange_a));
    let (inner, guide) = (e.add_inner_flange(flange_a), Guide::of(e));
    // Position, speed and acceleration are shown already.
    let names = FrictionNames { motion: ["", "", ""], friction: "f", still: ["f0", "f0_max"] };
    FrictionLaw::between_stops(e, inner, guide, &names);
}
