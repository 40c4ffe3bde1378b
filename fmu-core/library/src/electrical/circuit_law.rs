//! The law of an element of a circuit.

use crate::{ConnectorKind, Element};
use mechanism::scalar::Scalar;
use mechanism::{
    CircuitElement, CircuitKind, Connections, Contact, FlangeId, Law, MotionView, PortId, Real, ScalarOut, SignalIn,
    Signals, StateId, after, law_variables,
};
use serde::{Deserialize, Serialize};

/// Row of the voltage.
const VOLTAGE: usize = 0;
/// Row of the current.
const CURRENT: usize = 1;

/// Shows voltage and current of an element, and applies its effect outside of the circuit.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CircuitLaw {
    /// Number of the element.
    pub element: usize,
    /// Circuit and branch, once they are known.
    pub place: Option<(usize, usize)>,
    /// Signals that its voltage and current depend on.
    pub reads: Vec<SignalIn>,
    /// States, flanges and ports that they depend on.
    pub looks_at: Vec<Contact>,
    /// Number of the sum of states that has to be zero and that decides the start of this capacitor or inductor.
    pub constraint: Option<usize>,
    effect: Effect,
}

/// Effect of an element besides its voltage and current.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) enum Effect {
    /// No effect.
    None,
    /// The derivative of the voltage, a state, is the current over this parameter.
    Capacitor(StateId, Real),
    /// The derivative of the current, a state, is the voltage over this parameter.
    Inductor(StateId, Real),
    /// The flange gets the current times this parameter, against the support.
    Machine(FlangeId, Option<FlangeId>, Real),
    /// The loss flows into a heat port.
    Heater(PortId),
    /// The voltage is an output.
    Voltmeter(ScalarOut),
    /// The current is an output.
    Ammeter(ScalarOut),
}

law_variables! {
    /// Variables that the law calculates.
    pub(crate) CircuitVariable of CircuitLaw {
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
    /// Registers an element between the pins of its class, and the variables that the class declares.
    pub(super) fn build(e: &mut Element<'_>, kind: CircuitKind, effect: Effect) {
        let pins = e.class.connectors.iter().filter(|connector| connector.kind == ConnectorKind::Pin);
        let pins = pins.map(|pin| e.pin(pin.name)).collect();
        let element = e.elements.circuit_elements.len();
        let name = e.name.to_owned();
        e.elements.circuit_elements.push(CircuitElement { name, pins, kind });
        let law =
            e.add_law(Self { element, place: None, reads: Vec::new(), looks_at: Vec::new(), constraint: None, effect });
        let list = [
            ("v", CircuitVariable::Voltage),
            ("i", CircuitVariable::Current),
            ("LossPower", CircuitVariable::Loss),
            ("tauElectrical", CircuitVariable::Torque),
            ("tau", CircuitVariable::Reaction),
            ("f", CircuitVariable::Reaction),
            ("fElectrical", CircuitVariable::Torque),
            ("phi", CircuitVariable::Angle),
            ("s", CircuitVariable::Angle),
            ("w", CircuitVariable::Speed),
        ];
        // A state is registered as a variable already.
        let state = match effect {
            Effect::Capacitor(..) => "v",
            Effect::Inductor(..) => "i",
            _ => "",
        };
        let shown: Vec<_> = list.into_iter().filter(|(name, _)| *name != state).collect();
        e.show_declared(law, &shown);
        // Start values of capacitors and inductors that depend on each other have to agree; otherwise the condition is removed later, when the
        // circuit is known.
        if !state.is_empty() {
            e.start_at_zero(state, law, CircuitVariable::Mismatch, 1);
        }
    }

    /// Registers a resistor or conductor with the name of its parameter. The loss flows into the heat port, if it is enabled.
    pub(super) fn resistor(e: &mut Element<'_>, parameter: &str, conducts: bool) {
        let follows = e.boolean("useHeatPort") && e.is_present("alpha");
        let port = if follows { e.loss_port() } else { None };
        let parameters = [parameter, "alpha", "T", "T_ref"].map(|name| e.address(name));
        let effect = e.loss_port().map_or(Effect::None, Effect::Heater);
        Self::build(e, CircuitKind::Resistor { parameters, conducts, port }, effect);
    }

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
