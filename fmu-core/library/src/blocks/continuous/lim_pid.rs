//! Modelica.Blocks.Continuous.LimPID

use super::registration::{Init, Y_START, init_type};
use crate::blocks::interfaces::*;
use crate::blocks::nonlinear::{HOMOTOPY_TYPE, STRICT, refuse_crossed};
use crate::class::*;
use crate::laws::blocks::lim_pid::{Differential, Integral, LimPidLaw};
use crate::types::SIMPLE_CONTROLLER;
use mechanism::Shape;

pub static LIM_PID: Class = Class {
    name: "Modelica.Blocks.Continuous.LimPID",
    description: "P, PI, PD, and PID controller with limited output, anti-windup compensation, setpoint weighting and optional feed-forward",
    documentation: documentation!("lim_pid.md"),
    parameters: &[
        enumeration("controllerType", &SIMPLE_CONTROLLER, "PID", "Type of controller"),
        real("k", "", "Gain of controller, must be non-zero").or(1.0).checked(nonzero).tunable(),
        real("Ti", "s", "Time constant of integrator block").min(f64::MIN_POSITIVE).or(0.5).tunable(),
        real("Td", "s", "Time constant of derivative block").min(0.0).or(0.1).tunable(),
        real("yMax", "", "Upper limit of output").tunable(),
        real("yMin", "", "Lower limit of output").or_expression("-yMax").tunable(),
        real("wp", "", "Set-point weight for proportional block").min(0.0).or(1.0).tunable(),
        real("wd", "", "Set-point weight for derivative block").min(0.0).or(0.0).tunable(),
        real("Ni", "", "Ni*Ti is time constant of anti-windup compensation")
            .min(100.0 * f64::EPSILON)
            .or(0.9)
            .tunable(),
        real("Nd", "", "The higher Nd, the more ideal the derivative block")
            .min(100.0 * f64::EPSILON)
            .or(10.0)
            .tunable(),
        boolean("withFeedForward", false, "Use feed-forward input"),
        real("kFF", "", "Gain of feed-forward input").or(1.0).tunable(),
        init_type("InitialState"),
        real("xi_start", "", "Initial or guess value of the integrator output (= integrator state)").or(0.0),
        real("xd_start", "", "Initial or guess value of the state of the derivative block").or(0.0),
        Y_START,
        HOMOTOPY_TYPE,
        STRICT,
        real("D.T", "s", "Time constant of the smoothing of the derivative").derived("max(Td/Nd, 1e-14)"),
    ],
    connectors: &[
        real_input("u_s", "", "Set-point"),
        real_input("u_m", "", "Measured signal"),
        real_input("u_ff", "", "Feed-forward signal").when("withFeedForward"),
        Y,
    ],
    inner: &[
        inner("controlError", "u_s - u_m"),
        inner("addP.u1", "u_s"),
        inner("addP.u2", "u_m"),
        inner("addP.y", "wp*u_s - u_m"),
        inner("P.u", "addP.y"),
        inner("P.y", "addP.y"),
        inner("addD.u1", "u_s").only_if(WITH_D),
        inner("addD.u2", "u_m").only_if(WITH_D),
        inner("addD.y", "wd*u_s - u_m").only_if(WITH_D),
        inner("D.u", "addD.y").only_if(WITH_D),
        inner("D.y", "Td/D.T*(addD.y - D.x)").only_if(WITH_D),
        inner("Dzero.y", "0").only_if(WITHOUT_D),
        inner("Izero.y", "0").only_if(WITHOUT_I),
        inner("FFzero.y", "0").only_if(&[("withFeedForward", "false")]),
        inner("addPID.u1", "P.y"),
        inner("addPID.u2", "D.y").only_if(WITH_D),
        inner("addPID.u2", "0").only_if(WITHOUT_D),
        inner("addPID.u3", "I.y").only_if(WITH_I),
        inner("addPID.u3", "0").only_if(WITHOUT_I),
        inner("addPID.y", "addPID.u1 + addPID.u2 + addPID.u3"),
        inner("gainPID.u", "addPID.y"),
        inner("gainPID.y", "k*addPID.y"),
        inner("addFF.u1", "gainPID.y"),
        inner("addFF.u2", "u_ff").only_if(&[("withFeedForward", "true")]),
        inner("addFF.u2", "0").only_if(&[("withFeedForward", "false")]),
        inner("addFF.y", "gainPID.y + kFF*addFF.u2"),
        inner("limiter.u", "addFF.y"),
        inner("limiter.y", "y"),
        inner("addSat.u1", "y").only_if(WITH_I),
        inner("addSat.u2", "addFF.y").only_if(WITH_I),
        inner("addSat.y", "y - addFF.y").only_if(WITH_I),
        inner("gainTrack.u", "addSat.y").only_if(WITH_I),
        inner("gainTrack.y", "addSat.y/(k*Ni)").only_if(WITH_I),
        inner("addI.u1", "u_s").only_if(WITH_I),
        inner("addI.u2", "u_m").only_if(WITH_I),
        inner("addI.u3", "gainTrack.y").only_if(WITH_I),
        inner("addI.y", "u_s - u_m + gainTrack.y").only_if(WITH_I),
        inner("I.u", "addI.y").only_if(WITH_I),
    ],
    ..Class::element(|e| {
        refuse_crossed(e, ["yMax", "yMin"]);
        let (init, controller) = (Init::of(e, "initType"), e.literal("controllerType"));
        let [with_i, with_d] = ["I", "D"].map(|part| controller.contains(part));
        let starts = ["xi_start", "xd_start"].map(|name| e.address(name));
        let integral = with_i.then(|| Integral {
            state: init.add_state(e, "I.y", "Output of the integrator", starts[0], false),
            time: e.real("Ti"),
            ni: e.real("Ni"),
        });
        let differential = with_d.then(|| Differential {
            state: init.add_state(e, "D.x", "State of the derivative block", starts[1], true),
            time: e.real("Td"),
            smoothing: e.real("D.T"),
            wd: e.real("wd"),
        });
        if integral.is_some() {
            init.start_output(e);
        }
        let feed_forward = e.boolean("withFeedForward").then(|| (e.scalar_input("u_ff"), e.real("kFF")));
        let law = LimPidLaw {
            u_s: e.scalar_input("u_s"),
            u_m: e.scalar_input("u_m"),
            feed_forward,
            k: e.real("k"),
            wp: e.real("wp"),
            integral,
            differential,
            limits: ["yMax", "yMin"].map(|name| e.real(name)),
            is_strict: e.boolean("strict"),
            starts_steady: with_i && init == Init::SteadyState,
            y: e.scalar_y(),
        };
        e.add_law(law);
    })
};

const WITH_I: &[(&str, &str)] = &[("controllerType", "PI"), ("controllerType", "PID")];
const WITHOUT_I: &[(&str, &str)] = &[("controllerType", "P"), ("controllerType", "PD")];
const WITH_D: &[(&str, &str)] = &[("controllerType", "PD"), ("controllerType", "PID")];
const WITHOUT_D: &[(&str, &str)] = &[("controllerType", "P"), ("controllerType", "PI")];

/// Check: a gain must not be zero.
fn nonzero(elements: &[f64], _: Shape) -> Option<&'static str> {
    elements.contains(&0.0).then_some("a number that is not zero")
}
