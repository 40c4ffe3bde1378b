//! Modelica.Blocks.Continuous.LimPID

use super::initialization::{Init, Y_START, init_type};
use crate::blocks::interfaces::*;
use crate::blocks::nonlinear::{
    ABOVE, BELOW, FREE, HOMOTOPY_TYPE, STRICT, limit_indicators, limit_mode, limit_name, place, refuse_crossed,
};
use crate::class::*;
use crate::types::SIMPLE_CONTROLLER;
use mechanism::scalar::Scalar;
use mechanism::{
    Connections, Contact, Discrete, Event, Law, ModeName, Modes, MotionView, Parameters, Real, ScalarIn, ScalarOut,
    Shape, Signals, StateId, after,
};
use serde::{Deserialize, Serialize};

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
    ..Class::element(|e| {
        refuse_crossed(e, ["yMax", "yMin"]);
        let Some(y) = e.scalar_output("y") else { return };
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
            y,
        };
        e.add_law(law);
    })
};

/// A gain must not be zero.
fn nonzero(elements: &[f64], _: Shape) -> Option<&'static str> {
    elements.contains(&0.0).then_some("a number that is not zero")
}

/// The integral part.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Integral {
    /// Output of the integrator.
    pub state: StateId,
    /// Time constant, s.
    pub time: Real,
    /// Time constant of the anti-windup, relative to `time`.
    pub ni: Real,
}

/// The derivative part.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Differential {
    /// State of the derivative block.
    pub state: StateId,
    /// Time constant, s.
    pub time: Real,
    /// Time constant of its smoothing, s.
    pub smoothing: Real,
    /// Set-point weight.
    pub wd: Real,
}

/// `y = limit(k (P + I + D) + kFF u_ff)`; what the limits take away flows back into the integral.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LimPidLaw {
    u_s: ScalarIn,
    u_m: ScalarIn,
    feed_forward: Option<(ScalarIn, Real)>,
    k: Real,
    wp: Real,
    integral: Option<Integral>,
    differential: Option<Differential>,
    /// Upper and lower limit of the output.
    limits: [Real; 2],
    is_strict: bool,
    /// The integral starts at rest.
    starts_steady: bool,
    y: ScalarOut,
}

impl LimPidLaw {
    /// Output before the limits, and the derivative of the state of the derivative block.
    fn unlimited<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> [T; 2] {
        let (p, u_s, u_m) = (view.parameters(), signals.get(self.u_s), signals.get(self.u_m));
        let integral = self.integral.map_or_else(T::zero, |integral| view.state(integral.state));
        let rate = |d: Differential| (p[d.wd] * u_s - u_m - view.state(d.state)) / p[d.smoothing];
        let rate = self.differential.map_or_else(T::zero, rate);
        let differential = self.differential.map_or_else(T::zero, |d| p[d.time] * rate);
        let forward = self.feed_forward.map_or_else(T::zero, |(u, k)| p[k] * signals.get(u));
        [p[self.k] * (p[self.wp] * u_s - u_m + integral + differential) + forward, rate]
    }

    fn limits<T: Scalar>(&self, p: Parameters<'_, T>) -> [T; 2] {
        self.limits.map(|limit| p[limit])
    }

    /// Control error, the input of the integral part.
    fn error<T: Scalar>(&self, signals: &Signals<'_, T>) -> T {
        signals.get(self.u_s) - signals.get(self.u_m)
    }
}

impl Law for LimPidLaw {
    type Stage = after::Motion;
    const MODES: Modes = BELOW..=ABOVE;

    fn connections(&self) -> Connections {
        let forward = self.feed_forward.map(|(u, _)| u);
        let states = [self.integral.map(|i| i.state), self.differential.map(|d| d.state)];
        Connections::default()
            .reads([self.u_s, self.u_m])
            .reads(forward)
            .writes(self.y)
            .touches(states.into_iter().flatten().map(Contact::State))
    }

    fn acts(&self) -> bool {
        self.integral.is_some() || self.differential.is_some()
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, signals: &mut Signals<'_, T>) {
        let ([unlimited, rate], p) = (self.unlimited(view, signals), view.parameters());
        let limits = self.limits(p);
        // Strict limits have a mode only while an initial state beyond them is calculated.
        let mode = if self.is_strict && view.mode() == FREE { place(unlimited, limits) } else { view.mode() };
        let y = match mode {
            ABOVE => limits[0],
            BELOW => limits[1],
            _ => unlimited,
        };
        signals.set(self.y, y);
        if let Some(Integral { state, time, ni }) = self.integral {
            let error = self.error(signals);
            view.set_state_derivative(state, (error + (y - unlimited) / (p[self.k] * p[ni])) / p[time]);
        }
        if let Some(differential) = self.differential {
            view.set_state_derivative(differential.state, rate);
        }
    }

    fn mode_name(&self, discrete: Discrete<'_>) -> Option<ModeName> {
        Some(limit_name(discrete.mode))
    }

    /// An integral at rest whose error is not zero is beyond the limit that the error drives it to.
    fn other_start(&self, view: &MotionView<'_, f64>, signals: &Signals<'_, f64>) -> Option<i32> {
        let drive = view.parameters()[self.k] * self.error(signals);
        let beyond = if drive > 0.0 { ABOVE } else { BELOW };
        (self.starts_steady && drive != 0.0).then_some(beyond)
    }

    fn relations(&self) -> usize {
        if self.is_strict && !self.starts_steady { 0 } else { 2 }
    }

    fn indicators(&self, view: &MotionView<'_, f64>, signals: &Signals<'_, f64>, indicators: &mut [f64]) {
        let ([unlimited, _], limits) = (self.unlimited(view, signals), self.limits(view.parameters()));
        if self.is_strict {
            indicators.fill(1.0);
        } else {
            indicators.copy_from_slice(&limit_indicators(view.mode(), unlimited, limits));
        }
    }

    fn update(&self, view: &MotionView<'_, f64>, signals: &Signals<'_, f64>, event: &mut Event<'_>) {
        event.mode = if self.is_strict {
            FREE
        } else {
            let [unlimited, _] = self.unlimited(view, signals);
            limit_mode(event, unlimited, self.limits(event.parameters))
        };
    }
}
