//! Elements of electrical circuits.

use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{
    Connections, Contact, FlangeId, Law, MotionView, PortId, Real, ScalarOut, SignalIn, Signals, StateId, after,
    law_variables,
};

/// Row of the voltage.
const VOLTAGE: usize = 0;

/// Row of the current.
const CURRENT: usize = 1;

/// Variables of an element, and its effect outside the circuit.
#[derive(Clone, Debug, Binary)]
pub struct CircuitLaw {
    /// Number of the element.
    pub element: usize,
    /// Circuit and branch, once known.
    pub place: Option<(usize, usize)>,
    /// Signals that its voltage and current depend on.
    pub reads: Vec<SignalIn>,
    /// States, flanges and heat ports that its voltage and current depend on.
    pub looks_at: Vec<Contact>,
    /// Number of the sum of states that must be zero and determines the start value of this capacitor or inductor.
    pub constraint: Option<usize>,
    pub effect: Effect,
}

/// Effect of an element in addition to its voltage and current.
#[derive(Clone, Copy, Debug, Binary)]
pub enum Effect {
    /// No effect.
    None,
    /// The derivative of the voltage, a state, is the current divided by this parameter.
    Capacitor(StateId, Real),
    /// The derivative of the current, a state, is the voltage divided by this parameter.
    Inductor(StateId, Real),
    /// The current times this parameter drives the flange against the support.
    Machine(FlangeId, Option<FlangeId>, Real),
    /// The loss power flows into a heat port.
    Heater(PortId),
    /// The voltage is an output.
    Voltmeter(ScalarOut),
    /// The current is an output.
    Ammeter(ScalarOut),
}

law_variables! {
    pub CircuitVariable of CircuitLaw {
        Voltage: Signals voltage,
        Current: Signals current,
        Loss: Signals power,
        Torque: Signals torque,
        Reaction: Signals reaction,
        Angle: Motion angle,
        Speed: Motion speed,
        Mismatch: Signals mismatch,
    }
}

impl CircuitLaw {
    /// Rows of the solution of the circuit that the law reads.
    pub fn rows(&self) -> &'static [usize] {
        match self.effect {
            Effect::None | Effect::Heater(_) => &[VOLTAGE, CURRENT],
            Effect::Capacitor(..) | Effect::Machine(..) | Effect::Ammeter(_) => &[CURRENT],
            Effect::Inductor(..) | Effect::Voltmeter(_) => &[VOLTAGE],
        }
    }

    fn row<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>, row: usize) -> T {
        self.place.map_or_else(T::zero, |(circuit, branch)| view.circuit(circuit, branch, row, signals))
    }

    fn voltage<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> T {
        self.row(view, signals, VOLTAGE)
    }

    fn current<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> T {
        self.row(view, signals, CURRENT)
    }

    fn power<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> T {
        self.voltage(view, signals) * self.current(view, signals)
    }

    fn torque<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> T {
        match self.effect {
            Effect::Machine(_, _, k) => view.parameters()[k] * self.current(view, signals),
            _ => T::zero(),
        }
    }

    fn reaction<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> T {
        -self.torque(view, signals)
    }

    fn mismatch<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> T {
        match (self.place, self.constraint) {
            (Some((circuit, _)), Some(constraint)) => view.circuit_mismatch(circuit, constraint, signals),
            _ => T::zero(),
        }
    }

    fn of_flanges<T: Scalar>(&self, of: impl Fn(FlangeId) -> T) -> T {
        match self.effect {
            Effect::Machine(flange, support, _) => of(flange) - support.map_or_else(T::zero, of),
            _ => T::zero(),
        }
    }

    fn angle<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        self.of_flanges(|flange| view.flange_position(flange))
    }

    fn speed<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        self.of_flanges(|flange| view.flange_speed(flange))
    }
}

impl Law for CircuitLaw {
    type Stage = after::Motion;
    const ACTS: bool = true;

    fn connections(&self) -> Connections {
        let inputs = Connections::default().reads(self.reads.iter().copied());
        let own = match self.effect {
            Effect::Voltmeter(output) | Effect::Ammeter(output) => inputs.writes(output),
            Effect::Capacitor(state, _) | Effect::Inductor(state, _) => inputs.touches([Contact::State(state)]),
            Effect::Machine(flange, support, _) => {
                inputs.touches(std::iter::once(flange).chain(support).map(Contact::Flange))
            }
            Effect::Heater(port) => inputs.touches([Contact::Port(port)]),
            _ => inputs,
        };
        own.touches(self.looks_at.iter().copied())
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, signals: &mut Signals<'_, T>) {
        match self.effect {
            Effect::None => {}
            Effect::Capacitor(state, c) => {
                let derivative = self.current(view, signals) / view.parameters()[c];
                view.set_state_derivative(state, derivative);
            }
            Effect::Inductor(state, l) => {
                let derivative = self.voltage(view, signals) / view.parameters()[l];
                view.set_state_derivative(state, derivative);
            }
            Effect::Machine(flange, support, _) => {
                let torque = self.torque(view, signals);
                view.drive(flange, support, torque);
            }
            Effect::Heater(port) => {
                let loss = self.power(view, signals);
                view.set_heat_flow(port, -loss);
            }
            Effect::Voltmeter(output) => {
                let voltage = self.voltage(view, signals);
                signals.set(output, voltage);
            }
            Effect::Ammeter(output) => {
                let current = self.current(view, signals);
                signals.set(output, current);
            }
        }
    }
}
