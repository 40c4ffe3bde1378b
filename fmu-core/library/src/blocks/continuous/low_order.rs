//! Modelica.Blocks.Continuous: blocks with at most two states.

use super::registration::{Init, Linear, Y_START, init_type};
use crate::blocks::interfaces::*;
use crate::blocks::nonlinear::{STRICT, homotopy_type, refuse_crossed};
use crate::class::*;
use crate::laws::blocks::edges::ResetLaw;
use crate::laws::blocks::functions::DerLaw;
use crate::laws::blocks::lim_pid::{Differential, Integral, LimPidLaw};
use crate::laws::blocks::limiter::{LimitedRate, LimitedRateLaw};
use crate::laws::blocks::linear::{u, x};
use crate::types::{LIMITER_HOMOTOPY, SIMPLE_CONTROLLER};
use mechanism::{Shape, StateId};

const GAIN: Parameter = real("k", "", "Gain").or(1.0).tunable();
const X_START: Parameter = real("x_start", "", "Initial or guess value of the state").or(0.0);

pub static FIRST_ORDER: Class = Class {
    name: "Modelica.Blocks.Continuous.FirstOrder",
    description: "First order transfer function block (= 1 pole): T der(y) + y = k u",
    parameters: &[GAIN, real("T", "s", "Time constant").min(f64::MIN_POSITIVE).tunable(), init_type("NoInit"), Y_START],
    ..siso(|e| {
        let state = Init::of(e, "initType").add_output_state(e);
        let (k, t) = (e.real("k"), e.real("T"));
        let rate = vec![u(0).times(k).over(t), x(0).by(-1.0).over(t)];
        Linear { rates: vec![rate], outputs: vec![vec![x(0)]] }.build(e, state);
    })
};

pub static SECOND_ORDER: Class = Class {
    name: "Modelica.Blocks.Continuous.SecondOrder",
    description: "Second order transfer function block (= 2 poles): der(der(y)) = w (w (k u - y) - 2 D der(y))",
    parameters: &[
        GAIN,
        real("w", "", "Angular frequency").min(f64::MIN_POSITIVE).tunable(),
        real("D", "", "Damping").tunable(),
        init_type("NoInit"),
        Y_START,
        real("yd_start", "", "Initial or guess value of the derivative of the output").or(0.0),
    ],
    ..siso(|e| {
        let (init, yd_start) = (Init::of(e, "initType"), e.address("yd_start"));
        let first = init.add_output_state(e);
        init.for_output().add_state(e, "yd", "Derivative of y", yd_start, false);
        let (k, w, d) = (e.real("k"), e.real("w"), e.real("D"));
        let acceleration =
            vec![u(0).times(w).times(w).times(k), x(0).by(-1.0).times(w).times(w), x(1).by(-2.0).times(d).times(w)];
        Linear { rates: vec![vec![x(1)], acceleration], outputs: vec![vec![x(0)]] }.build(e, first);
    })
};

pub static DERIVATIVE: Class = Class {
    name: "Modelica.Blocks.Continuous.Derivative",
    description: "Approximated derivative block: y = k s/(T s + 1) u",
    parameters: &[
        GAIN,
        real("T", "s", "Time constant (T > 0 required; T = 0 is the ideal derivative)")
            .or(0.01)
            .min(f64::MIN_POSITIVE)
            .tunable(),
        init_type("NoInit"),
        X_START,
        Y_START,
    ],
    ..siso(|e| {
        let (init, start) = (Init::of(e, "initType"), e.address("x_start"));
        let state = init.add_state(e, "x", "State of the block", start, false);
        init.start_output(e);
        let (k, t) = (e.real("k"), e.real("T"));
        let rate = vec![u(0).over(t), x(0).by(-1.0).over(t)];
        let output = vec![u(0).times(k).over(t), x(0).by(-1.0).times(k).over(t)];
        Linear { rates: vec![rate], outputs: vec![output] }.build(e, state);
    })
};

pub static PI: Class = Class {
    name: "Modelica.Blocks.Continuous.PI",
    description: "Proportional-Integral controller: y = k (1 + 1/(T s)) u",
    parameters: &[
        GAIN,
        real("T", "s", "Time constant (T > 0 required)").min(f64::MIN_POSITIVE).tunable(),
        init_type("NoInit"),
        X_START,
        Y_START,
    ],
    ..siso(|e| {
        let (init, start) = (Init::of(e, "initType"), e.address("x_start"));
        let state = init.add_state(e, "x", "State of the block", start, false);
        init.start_output(e);
        let k = e.real("k");
        let rate = vec![u(0).over(e.real("T"))];
        Linear { rates: vec![rate], outputs: vec![vec![x(0).times(k), u(0).times(k)]] }.build(e, state);
    })
};

const XI_START: Parameter =
    real("xi_start", "", "Initial or guess value of the integrator output (= integrator state)").or(0.0);
const XD_START: Parameter = real("xd_start", "", "Initial or guess value of the state of the derivative block").or(0.0);

pub static PID: Class = Class {
    name: "Modelica.Blocks.Continuous.PID",
    description: "PID controller in additive description form: y = k (1 + 1/(Ti s) + Td s/(1 + s Td/Nd)) u",
    parameters: &[
        GAIN,
        real("Ti", "s", "Time constant of integrator").min(f64::MIN_POSITIVE).tunable(),
        real("Td", "s", "Time constant of derivative block").min(0.0).tunable(),
        real("Nd", "", "The higher Nd, the more ideal the derivative block").or(10.0).min(f64::MIN_POSITIVE).tunable(),
        init_type("InitialState"),
        XI_START,
        XD_START,
        Y_START,
        real("D.T", "s", "Time constant of the smoothing of the derivative")
            .derived("max(Td/Nd, 100*2.220446049250313e-16)"),
    ],
    inner: &[
        inner("P.u", "u"),
        inner("P.y", "u"),
        inner("I.u", "u"),
        inner("D.u", "u"),
        inner("D.y", "Td/D.T*(u - D.x)"),
        inner("Add.u1", "u"),
        inner("Add.u2", "I.y"),
        inner("Add.u3", "D.y"),
        inner("Add.y", "u + I.y + D.y"),
        inner("Gain.u", "Add.y"),
        inner("Gain.y", "y"),
    ],
    ..siso(|e| {
        let init = Init::of(e, "initType");
        let starts = ["xi_start", "xd_start"].map(|start| e.address(start));
        let integral = init.add_state(e, "I.y", "Output of the integrator", starts[0], false);
        init.add_state(e, "D.x", "State of the derivative block", starts[1], true);
        init.start_output(e);
        let [k, ti, td, t] = ["k", "Ti", "Td", "D.T"].map(|name| e.real(name));
        let rates = vec![vec![u(0).over(ti)], vec![u(0).over(t), x(1).by(-1.0).over(t)]];
        let output = vec![
            u(0).times(k),
            x(0).times(k),
            u(0).times(k).times(td).over(t),
            x(1).by(-1.0).times(k).times(td).over(t),
        ];
        Linear { rates, outputs: vec![output] }.build(e, integral);
    })
};

pub static LIM_PID: Class = Class {
    name: "Modelica.Blocks.Continuous.LimPID",
    description: "P, PI, PD, and PID controller with limited output, anti-windup compensation, setpoint weighting and optional feed-forward",
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
        XI_START,
        XD_START,
        Y_START,
        homotopy_type(&LIMITER_HOMOTOPY),
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
    parameters: &[K, USE_RESET, USE_SET, init_type("InitialState"), Y_START],
    connectors: CONNECTORS,
    inner: LOCAL,
    ..Class::element(|e| {
        let state = Init::of(e, "initType").add_output_state(e);
        let rate = vec![u(0).times(e.real("k"))];
        Linear { rates: vec![rate], outputs: vec![vec![x(0)]] }.build(e, state);
        ResetLaw::build(e, state, None);
    })
};

pub static LIM_INTEGRATOR: Class = Class {
    name: "Modelica.Blocks.Continuous.LimIntegrator",
    description: "Integrator with limited value of the output",
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
        let state = Init::of(e, "initType").add_output_state(e);
        let (k, how) = (e.real("k"), [e.boolean("strict"), !e.boolean("limitsAtInit")]);
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

pub static DER: Class = Class {
    name: "Modelica.Blocks.Continuous.Der",
    description: "Derivative of input (= exact differentiation)",
    ..siso(|e| {
        e.add_law(DerLaw { u: e.scalar_input("u"), y: e.scalar_y() });
    })
};
