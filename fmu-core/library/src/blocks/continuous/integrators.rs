//! Modelica.Blocks.Continuous: Integrator and LimIntegrator, with their reset.

use super::initialization::{Init, Y_START, init_type};
use super::linear::Linear;
use crate::blocks::interfaces::*;
use crate::blocks::nonlinear::{STRICT, refuse_crossed};
use crate::class::*;
use crate::laws::blocks::limited_rate::{LimitedRate, LimitedRateLaw};
use crate::laws::blocks::linear::{u, x};
use crate::laws::blocks::reset::ResetLaw;
use mechanism::StateId;

const K: Parameter = real("k", "", "Integrator gain").or(1.0).tunable();

const USE_RESET: Parameter = boolean("use_reset", false, "The reset port is enabled");

const USE_SET: Parameter = boolean("use_set", false, "The set port is enabled, and sets the value of a reset")
    .only_if(&[("use_reset", "true")]);

const RESET: Connector =
    Connector { description: "The output is reset when this becomes true", ..boolean_input("reset") }.when("use_reset");

const SET: Connector = Connector { description: "Value of a reset, instead of y_start", ..input("set") }
    .when_all(&["use_reset", "use_set"]);

/// Reset of an integrator, also of one without the ports.
const LOCAL: &[Inner] = &[
    inner_boolean("local_reset", "reset").only_if(&[("use_reset", "true")]),
    inner_boolean("local_reset", "0").only_if(&[("use_reset", "false")]),
];

/// Connectors of an integrator.
const CONNECTORS: &[Connector] = &[input("u"), RESET, SET, Y];

pub static INTEGRATOR: Class = Class {
    name: "Modelica.Blocks.Continuous.Integrator",
    description: "Output the integral of the input signal: der(y) = k u",
    documentation: documentation!("integrator.md"),
    parameters: &[K, USE_RESET, USE_SET, init_type("InitialState"), Y_START],
    connectors: CONNECTORS,
    inner: LOCAL,
    ..Class::element(|e| {
        let (init, y_start) = (Init::of(e, "initType"), e.address("y_start"));
        let state = init.add_output_state(e, y_start);
        let rate = vec![u(0).times(e.real("k"))];
        Linear { rates: vec![rate], outputs: vec![vec![x(0)]] }.build(e, state);
        ResetLaw::build(e, state, None);
    })
};

pub static LIM_INTEGRATOR: Class = Class {
    name: "Modelica.Blocks.Continuous.LimIntegrator",
    description: "Integrator with limited value of the output",
    documentation: documentation!("lim_integrator.md"),
    parameters: &[
        K,
        real("outMax", "", "Upper limit of output").tunable(),
        real("outMin", "", "Lower limit of output").or_expression("-outMax").tunable(),
        USE_RESET,
        USE_SET,
        init_type("InitialState"),
        boolean("limitsAtInit", true, "The limits also apply at the start"),
        Y_START,
        STRICT,
    ],
    connectors: CONNECTORS,
    inner: LOCAL,
    ..Class::element(|e| {
        refuse_crossed(e, ["outMax", "outMin"]);
        let (init, start, k) = (Init::of(e, "initType"), e.address("y_start"), e.real("k"));
        let state = init.add_output_state(e, start);
        let how = [e.boolean("strict"), !e.boolean("limitsAtInit")];
        LimitedRateLaw::build(e, LimitedRate::Integral { k }, state, ["outMax", "outMin"], how);
        ResetLaw::build(e, state, Some(["outMax", "outMin"]));
    })
};

impl ResetLaw {
    /// Registers the law of the reset of `e`, if it has the input.
    fn build(e: &mut Element<'_>, state: StateId, limits: Option<[&str; 2]>) {
        if e.boolean("use_reset") {
            let set = e.boolean("use_set").then(|| e.scalar_input("set"));
            let (reset, start) = (e.scalar_input("reset"), e.real("y_start"));
            let limits = limits.map(|limits| limits.map(|name| e.real(name)));
            e.add_law(Self { state, reset, set, start, limits });
        }
    }
}
