//! Modelica.Blocks.Continuous.PID

use super::super::{Y, input};
use super::initialization::{Init, Y_START};
use super::linear::{Linear, u, x};
use crate::Element;
use crate::class::*;
use crate::types::INIT;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Continuous.PID",
    description: "PID controller in additive description form: y = k (1 + 1/(Ti s) + Td s/(1 + s Td/Nd)) u",
    documentation: documentation!("pid.md"),
    parameters: &[
        real("k", "", "Gain").or(1.0).tunable(),
        real("Ti", "s", "Time constant of integrator").min(f64::MIN_POSITIVE).tunable(),
        real("Td", "s", "Time constant of derivative block").min(0.0).tunable(),
        real("Nd", "", "The higher Nd, the more ideal the derivative block").or(10.0).min(f64::MIN_POSITIVE).tunable(),
        enumeration("initType", &INIT, "InitialState", "Type of initialization"),
        real("xi_start", "", "Initial or guess value of the integrator output (= integrator state)").or(0.0),
        real("xd_start", "", "Initial or guess value of the state of the derivative block").or(0.0),
        Y_START,
        real("D.T", "s", "Time constant of the smoothing of the derivative")
            .derived("max(Td/Nd, 100*2.220446049250313e-16)"),
    ],
    connectors: &[input("u"), Y],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let init = Init::of(e, "initType");
    let starts = ["xi_start", "xd_start"].map(|start| e.address(start));
    let integral = init.add_state(e, "I.y", "Output of the integrator", starts[0], false);
    init.add_state(e, "D.x", "State of the derivative block", starts[1], true);
    init.start_output(e);
    let [k, ti, td, t] = ["k", "Ti", "Td", "D.T"].map(|name| e.real(name));
    let rates = vec![vec![u(0).over(ti)], vec![u(0).over(t), x(1).by(-1.0).over(t)]];
    let output =
        vec![u(0).times(k), x(0).times(k), u(0).times(k).times(td).over(t), x(1).by(-1.0).times(k).times(td).over(t)];
    Linear { rates, outputs: vec![output] }.build(e, integral);
}
