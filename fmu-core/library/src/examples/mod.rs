//! Components of the library's examples.

use crate::class::*;
use crate::laws::gas_force::{GasForceLaw, GasForceVariable};
use crate::translational::interfaces::{FLANGE_A, FLANGE_B};

classes! { GAS_FORCE }

static GAS_FORCE: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Examples.Loops.Utilities.GasForce2",
    description: "Rough approximation of the gas force in a cylinder of a combustion engine",
    parameters: &[
        real("L", "m", "Length of the cylinder").min(f64::MIN_POSITIVE),
        real("d", "m", "Diameter of the cylinder").min(f64::MIN_POSITIVE),
        real("k0", "m3", "Volume where the piston is at the top, in relative units").or(0.01),
        real("k1", "m3", "Growth of the volume over the whole length").or(1.0),
        real("k", "J/K", "Gas constant (p V = k T)").or(1.0),
    ],
    connectors: &[FLANGE_A, FLANGE_B],
    variables: &[
        variable("s_rel", "m", "Relative distance (= flange_b.s - flange_a.s)"),
        variable("v_rel", "m/s", "Relative velocity (= der(s_rel))"),
        variable("f", "N", "Force between flanges (= flange_b.f)"),
        variable("x", "1", "Normalised position of the piston, 1 at the top"),
        variable("press", "Pa", "Pressure in the cylinder"),
        variable("V", "m3", "Volume"),
        variable("T", "K", "Temperature"),
    ],
    ..Class::element(|e| {
        let flanges = e.flanges();
        let [length, diameter, k0, k1, k] = ["L", "d", "k0", "k1", "k"].map(|name| e.real(name));
        let law = e.add_law(GasForceLaw { flanges, length, diameter, k0, k1, k });
        let list = [
            ("s_rel", GasForceVariable::Distance),
            ("v_rel", GasForceVariable::Speed),
            ("f", GasForceVariable::Force),
            ("x", GasForceVariable::Position),
            ("press", GasForceVariable::Pressure),
            ("V", GasForceVariable::Volume),
            ("T", GasForceVariable::Temperature),
        ];
        e.show_declared(law, &list);
    })
};
