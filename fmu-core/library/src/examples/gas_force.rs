//! Modelica.Mechanics.MultiBody.Examples.Loops.Utilities.GasForce2

use crate::Element;
use crate::class::*;
use crate::translational::interfaces::{FLANGE_A, FLANGE_B};
use mechanism::scalar::Scalar;
use mechanism::{
    Connections, Contact, Discrete, Event, FlangeId, Law, ModeName, Modes, MotionView, Real, Signals, after,
    law_variables, relation_holds, relation_indicator,
};
use serde::{Deserialize, Serialize};

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Examples.Loops.Utilities.GasForce2",
    description: "Rough approximation of the gas force in a cylinder of a combustion engine",
    documentation: documentation!("gas_force.md"),
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
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let (Some(flange_a), Some(flange_b)) = (e.flange("flange_a"), e.flange("flange_b")) else { return };
    let [length, diameter, k0, k1, k] = ["L", "d", "k0", "k1", "k"].map(|name| e.real(name));
    let law = e.add_law(GasForceLaw { flange_a, flange_b, length, diameter, k0, k1, k });
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
}

/// The piston moves towards the top.
const COMPRESSES: i32 = 1;
/// It is near the top: beyond the limit of its direction.
const NEAR_TOP: i32 = 2;
/// Positions where that begins, for expansion and compression.
const LIMITS: [f64; 2] = [0.933, 0.986_061];
/// Coefficients of the pressure, bar, over the position, the highest power first: expansion, compression, the same near the top.
const PRESSURE: [[f64; 5]; 4] = [
    [145.930, -131.707, 17.3438, 17.9272, 2.4],
    [177.4132, -287.2189, 151.8252, -24.9973, 2.4],
    [-3_929_704.0, 14_748_765.0, -20_747_000.0, 12_964_477.0, -3_036_495.0],
    [2_836_360.0, -10_569_296.0, 14_761_814.0, -9_158_505.0, 2_129_670.0],
];
/// Pa in a bar.
const BAR: f64 = 1e5;

/// A pressure that is a polynomial in the position of the piston, another one for each direction and for the end near the top.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GasForceLaw {
    flange_a: FlangeId,
    flange_b: FlangeId,
    length: Real,
    diameter: Real,
    k0: Real,
    k1: Real,
    k: Real,
}

law_variables! {
    /// Variables that the law calculates.
    pub(crate) GasForceVariable of GasForceLaw {
        Distance: Motion distance,
        Speed: Motion speed,
        Force: Motion force,
        Position: Motion position,
        Pressure: Motion pressure,
        Volume: Motion volume,
        Temperature: Motion temperature,
    }
}

impl GasForceLaw {
    fn distance<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        view.flange_position(self.flange_b) - view.flange_position(self.flange_a)
    }

    fn speed<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        view.flange_speed(self.flange_b) - view.flange_speed(self.flange_a)
    }

    fn position<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        T::one() - self.distance(view) / view.parameters()[self.length]
    }

    fn pressure<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        let (x, coefficients) = (self.position(view), PRESSURE[(view.mode() & 3) as usize]);
        let bar = coefficients.into_iter().fold(T::zero(), |sum, coefficient| sum * x + T::constant(coefficient));
        bar * T::constant(BAR)
    }

    fn force<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        let d = view.parameters()[self.diameter];
        -self.pressure(view) * T::constant(std::f64::consts::FRAC_PI_4) * d * d
    }

    fn volume<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        let p = view.parameters();
        p[self.k0] + p[self.k1] * (T::one() - self.position(view))
    }

    fn temperature<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        self.pressure(view) * self.volume(view) / view.parameters()[self.k]
    }

    /// Positive in compression, and near the top.
    fn differences(&self, view: &MotionView<'_, f64>, mode: i32) -> [f64; 2] {
        [-self.speed(view), self.position(view) - LIMITS[(mode & COMPRESSES) as usize]]
    }
}

impl Law for GasForceLaw {
    type Stage = after::Motion;
    const ACTS: bool = true;
    const MODES: Modes = 0..=3;
    const RELATIONS: usize = 2;

    fn connections(&self) -> Connections {
        Connections::default().touches([self.flange_a, self.flange_b].map(Contact::Flange))
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, _signals: &mut Signals<'_, T>) {
        let force = self.force(view);
        view.set_flange_flows(self.flange_a, self.flange_b, force);
    }

    fn mode_name(&self, discrete: Discrete<'_>) -> Option<ModeName> {
        let compresses = discrete.mode & COMPRESSES != 0;
        let is_near = discrete.mode & NEAR_TOP != 0;
        Some([
            if compresses { "compression" } else { "expansion" },
            if is_near { "near the top" } else { "away from the top" },
        ])
    }

    fn indicators(&self, view: &MotionView<'_, f64>, _signals: &Signals<'_, f64>, indicators: &mut [f64]) {
        let [compression, top] = self.differences(view, view.mode());
        indicators[0] = relation_indicator(view.mode() & COMPRESSES != 0, compression);
        indicators[1] = relation_indicator(view.mode() & NEAR_TOP != 0, top);
    }

    fn update(&self, view: &MotionView<'_, f64>, _signals: &Signals<'_, f64>, event: &mut Event<'_>) {
        let before = event.mode;
        let [compression, _] = self.differences(view, before);
        let compresses = relation_holds(before & COMPRESSES != 0, compression, event.is_initial);
        event.mode = if compresses { COMPRESSES } else { 0 };
        let [_, top] = self.differences(view, event.mode);
        if relation_holds(before & NEAR_TOP != 0, top, event.is_initial) {
            event.mode |= NEAR_TOP;
        }
    }
}
