//! Modelica.Mechanics.Translational.Components: Vehicle and RollingResistance.

use super::interfaces::*;
use crate::class::*;
use crate::laws::blocks::functions::{Weight, WeightedSum};
use crate::laws::blocks::waves::ConstantLaw;
use crate::laws::one_dimensional::drives::{
    RollingResistance, RollingResistanceVariable, SpeedDependence, SupportedFlange,
};

pub static ROLLING_RESISTANCE: Class = Class {
    name: "Modelica.Mechanics.Translational.Components.RollingResistance",
    description: "Resistance of a rolling wheel",
    parameters: &[
        USE_SUPPORT,
        real("fWeight", "N", "Wheel load due to gravity").tunable(),
        boolean("useCrInput", false, "The rolling resistance coefficient is the input cr"),
        real("CrConstant", "", "Constant rolling resistance coefficient").or(0.01).tunable(),
        boolean("useInclinationInput", false, "The inclination is the input inclination"),
        real("inclinationConstant", "", "Constant inclination = tan(angle)").or(0.0).tunable(),
        REG,
        V_SMALL.or(0.1).tunable(),
    ],
    connectors: &[
        FLANGE,
        SUPPORT,
        real_input("inclination", "", "Inclination = tan(angle)").when("useInclinationInput"),
        real_input("cr", "", "Rolling resistance coefficient").when("useCrInput"),
    ],
    variables: &[
        S_SUPPORT,
        V_SUPPORT,
        variable("f", "N", "Force acting at flange, against its motion (= flange.f)"),
        variable("f_nominal", "N", "Nominal rolling resistance without regularization"),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let driven = SupportedFlange::of(e);
    let (coefficient, inclination) = (e.given("cr", "CrConstant"), e.given("inclination", "inclinationConstant"));
    let (weight, small, kind) = (e.real("fWeight"), e.real("v0"), SpeedDependence::regularized(e.literal("reg")));
    let law = e.add_law(RollingResistance { driven, weight, coefficient, inclination, small, kind });
    driven.show_position(e);
    e.show("v", law, RollingResistanceVariable::Speed);
    e.show("f", law, RollingResistanceVariable::Resistance);
    e.show("f_nominal", law, RollingResistanceVariable::Nominal);
}

pub static VEHICLE: Class = Class {
    name: "Modelica.Mechanics.Translational.Components.Vehicle",
    description: "Simple vehicle model",
    parameters: &[
        real("m", "kg", "Total mass of vehicle").min(0.0),
        real("g", "m/s2", "Constant gravity acceleration").or(9.80665),
        real("J", "kg.m2", "Total rotational inertia of drive train").min(0.0),
        real("R", "m", "Wheel radius").min(f64::MIN_POSITIVE),
        real("A", "m2", "Cross section of vehicle"),
        real("Cd", "", "Drag resistance coefficient"),
        real("rho", "kg/m3", "Density of air").or(1.2),
        boolean("useWindInput", false, "The wind velocity is the input vWind"),
        real("vWindConstant", "m/s", "Constant wind velocity").or(0.0),
        boolean("useCrInput", false, "The rolling resistance coefficient is the input cr"),
        real("CrConstant", "", "Constant rolling resistance coefficient").or(0.015),
        real("vReg", "m/s", "Velocity for regularization around 0").min(f64::EPSILON).or(1e-3),
        boolean("useInclinationInput", false, "The inclination is the input inclination"),
        real("inclinationConstant", "", "Constant inclination = tan(angle)").or(0.0),
    ],
    connectors: &[
        translational_flange("flangeT", "Translational flange"),
        rotational_flange("flangeR", "Rotational flange"),
        real_input("inclination", "", "Inclination = tan(angle)").when("useInclinationInput"),
        real_input("cr", "", "Rolling resistance coefficient").when("useCrInput"),
        real_input("vWind", "m/s", "Wind velocity").when("useWindInput"),
    ],
    variables: &[
        variable("s", "m", "Position of vehicle").with_start(),
        variable("v", "m/s", "Velocity of vehicle").with_start(),
        variable("a", "m/s2", "Acceleration of vehicle"),
    ],
    ..Class::netlist(&Netlist {
        parts: &[
            part("inertia", "Modelica.Mechanics.Rotational.Components.Inertia", &[("J", "J")]),
            part(
                "idealRollingWheel",
                "Modelica.Mechanics.Translational.Components.IdealRollingWheel",
                &[("radius", "R")],
            ),
            part("mass", "Modelica.Mechanics.Translational.Components.Mass", &[("m", "m")]),
            part(
                "fDrag",
                "Modelica.Mechanics.Translational.Sources.QuadraticSpeedDependentForce",
                &[
                    ("useSupport", "true"),
                    ("f_nominal", "-0.5*Cd*A*rho*1"),
                    ("v_nominal", "1"),
                    ("ForceDirection", "false"),
                ],
            ),
            part(
                "fRoll",
                "Modelica.Mechanics.Translational.Components.RollingResistance",
                &[
                    ("fWeight", "m*g"),
                    ("useCrInput", "useCrInput"),
                    ("CrConstant", "CrConstant"),
                    ("useInclinationInput", "true"),
                    ("reg", "Linear"),
                    ("v0", "vReg"),
                ],
            ),
            part("fGrav", "Modelica.Mechanics.Translational.Sources.Force", &[]),
            part("atan", "Modelica.Blocks.Math.Atan", &[]),
            part("sin", "Modelica.Blocks.Math.Sin", &[]),
            part("gravForceGain", "Modelica.Blocks.Math.Gain", &[("k", "-m*g")]),
            part("windSpeed", "Modelica.Mechanics.Translational.Sources.Speed", &[]),
            part("wind", CHOICE.name, &[("use_u", "useWindInput"), ("k", "vWindConstant")]),
            part("grade", CHOICE.name, &[("use_u", "useInclinationInput"), ("k", "inclinationConstant")]),
        ],
        connections: &[
            ("inertia.flange_b", "idealRollingWheel.flangeR"),
            ("idealRollingWheel.flangeT", "mass.flange_a"),
            ("mass.flange_b", "fDrag.flange"),
            ("mass.flange_b", "fRoll.flange"),
            ("mass.flange_b", "fGrav.flange"),
            ("fDrag.support", "windSpeed.flange"),
            ("wind.y", "windSpeed.v_ref"),
            ("grade.y", "fRoll.inclination"),
            ("grade.y", "atan.u"),
            ("atan.y", "sin.u"),
            ("sin.y", "gravForceGain.u"),
            ("gravForceGain.y", "fGrav.f"),
        ],
        connectors: &[
            ("flangeT", &["mass.flange_b"]),
            ("flangeR", &["inertia.flange_a"]),
            ("inclination", &["grade.u"]),
            ("cr", &["fRoll.cr"]),
            ("vWind", &["wind.u"]),
        ],
        variables: &[("s", "mass.s"), ("v", "mass.v"), ("a", "mass.a")],
    })
};

/// An input, or a constant in its place: in MSL the constant is a conditional block. Not an MSL class.
pub static CHOICE: Class = Class {
    name: "Modelica.Mechanics.Translational.Components.Internal.Choice",
    description: "An input, or a constant in its place",
    parameters: &[boolean("use_u", false, "The input is enabled"), real("k", "", "Constant output value")],
    connectors: &[real_input("u", "", "Input signal").when("use_u"), real_output("y", "", "Output signal")],
    ..Class::element(|e| {
        if e.boolean("use_u") {
            WeightedSum::build(e, &[("u", Weight::Constant(1.0))]);
        } else {
            ConstantLaw::build(e, "k");
        }
    })
};
