//! Modelica.Mechanics.Translational.Components.Vehicle

use crate::class::*;
use crate::laws::blocks::sums::{Weight, WeightedSum};
use crate::laws::blocks::waves::ConstantLaw;

pub static VEHICLE: Class = Class {
    name: "Modelica.Mechanics.Translational.Components.Vehicle",
    description: "Simple vehicle model",
    documentation: documentation!("vehicle.md"),
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
        connector("flangeT", ConnectorKind::TranslationalFlange, "", "Translational flange"),
        connector("flangeR", ConnectorKind::RotationalFlange, "", "Rotational flange"),
        real_input("inclination", "", "Inclination = tan(angle)").when("useInclinationInput"),
        real_input("cr", "", "Rolling resistance coefficient").when("useCrInput"),
        real_input("vWind", "m/s", "Wind velocity").when("useWindInput"),
    ],
    variables: &[
        variable("s", "m", "Position of vehicle").with_start(),
        variable("v", "m/s", "Velocity of vehicle").with_start(),
        variable("a", "m/s2", "Acceleration of vehicle"),
    ],
    body: Body::Netlist(&Netlist {
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
    }),
    ..Class::EMPTY
};

/// An input, or a constant in its place: in MSL the constant is a conditional block. Not an MSL class.
pub static CHOICE: Class = Class {
    name: "Modelica.Mechanics.Translational.Components.Internal.Choice",
    description: "An input, or a constant in its place",
    documentation: Documentation::NONE,
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
