//! Elements of electrical circuits.

use super::given::Given;
use super::one_dimensional::drives::SupportedFlange;
use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{
    Circuit, CircuitElement, CircuitKind, Connections, Contact, Each, FlangeId, Law, MotionView, PinId, PortId,
    Quantity, Real, ScalarOut, SignalIn, Signals, StateId, Winding, after, law_variables,
};

/// Variables of a component, and its effect outside the circuit.
#[derive(Clone, Debug, Binary)]
pub struct CircuitLaw {
    /// Numbers of its elements; the effect is that of the first.
    pub elements: Vec<usize>,
    /// Pins whose potentials and currents it shows.
    pub pins: Vec<PinId>,
    /// Its place, once known.
    pub place: Option<CircuitPlace>,
    /// Signals that it depends on.
    pub reads: Vec<SignalIn>,
    /// States, flanges and heat ports that it depends on.
    pub looks_at: Vec<Contact>,
    /// Number of the sum of states that must be zero and determines the start value of this capacitor or inductor.
    pub constraint: Option<usize>,
    pub effect: Effect,
}

/// The place of a component in a circuit.
#[derive(Clone, Debug, Binary)]
pub struct CircuitPlace {
    /// Number of the circuit.
    pub circuit: usize,
    /// Branch of each element.
    pub branches: Vec<usize>,
    /// Row of the potential of each pin; none: potential zero.
    pub potentials: Vec<Option<usize>>,
    /// Rows of the currents that flow into each pin, with a sign.
    pub currents: Vec<Vec<(usize, f64)>>,
    /// Signals of the discrete states of ports.
    pub modes: Vec<SignalIn>,
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
    /// The derivative of the current depends on the voltages of this element and the second one.
    Winding(Winding),
    /// The derivative of the flux, a state, is the voltage.
    Flux(StateId),
    /// The derivative of the charge, a state, is the current.
    Charge(StateId),
    /// The derivative of the phase, a state, follows from the frequency.
    Phase(StateId, Given),
    /// The current times this parameter drives the flange.
    Machine(SupportedFlange, Real),
    /// The loss power flows into a heat port.
    Heater(PortId),
    /// The voltage is an output.
    Voltmeter(ScalarOut),
    /// The current is an output.
    Ammeter(ScalarOut),
    /// The opposite of the current is an output.
    Delivery(ScalarOut),
}

law_variables! {
    pub CircuitVariable of CircuitLaw, |law, view, signals| {
        Voltage: Signals (Each(|k| law.quantity(view, signals, Quantity::Voltage, k))),
        Current: Signals (Each(|k| law.quantity(view, signals, Quantity::Current, k))),
        Potential: Signals (Each(|pin| law.row(view, signals, law.potential_of(pin)))),
        PinCurrent: Signals (Each(|pin| law.current_into(view, signals, pin))),
        Loss: Signals power,
        Off: Signals (Each(|k| law.mode_of(k).map_or_else(T::zero, |mode| signals.element(mode, 0)))),
        Torque: Signals torque,
        Reaction: Signals (-law.torque(view, signals)),
        Angle: Motion (law.of_flanges(|flange| view.flange_position(flange))),
        Speed: Motion (law.of_flanges(|flange| view.flange_speed(flange))),
        Mismatch: Signals mismatch,
    }
}

/// Current into a pin: elements with a sign.
pub fn current_into(elements: &[&CircuitElement], pin: PinId) -> Vec<(usize, f64)> {
    let of = |(k, element): (usize, &&CircuitElement)| {
        let first = if element.kind == CircuitKind::Amplifier { 2 } else { 0 };
        let is_at = |end: usize| element.pins.get(first + end) == Some(&pin);
        [is_at(0).then_some((k, 1.0)), is_at(1).then_some((k, -1.0))]
    };
    elements.iter().enumerate().flat_map(of).flatten().collect()
}

impl CircuitLaw {
    pub fn new(elements: Vec<usize>, pins: Vec<PinId>, effect: Effect) -> Self {
        Self { elements, pins, place: None, reads: Vec::new(), looks_at: Vec::new(), constraint: None, effect }
    }

    /// Returns true if it only shows variables.
    pub fn shows(&self) -> bool {
        matches!(self.effect, Effect::None)
    }

    /// Rows of the solution of the circuit that the law reads.
    pub fn rows(&self) -> Vec<usize> {
        let Some(place) = &self.place else { return Vec::new() };
        let quantities: &[Quantity] = match self.effect {
            Effect::None | Effect::Heater(_) => &[Quantity::Voltage, Quantity::Current],
            Effect::Phase(..) => &[],
            Effect::Capacitor(..)
            | Effect::Charge(_)
            | Effect::Machine(..)
            | Effect::Ammeter(_)
            | Effect::Delivery(_) => &[Quantity::Current],
            Effect::Inductor(..) | Effect::Winding(_) | Effect::Flux(_) | Effect::Voltmeter(_) => &[Quantity::Voltage],
        };
        let row = |branch: usize| quantities.iter().map(move |quantity| Circuit::row_of(branch, *quantity));
        let mut rows: Vec<usize> = place.branches.iter().copied().flat_map(row).collect();
        if self.shows() {
            rows.extend(place.potentials.iter().flatten());
            rows.extend(place.currents.iter().flatten().map(|(row, _)| row));
        }
        rows
    }

    /// Signal of the discrete state of a port.
    fn mode_of(&self, k: usize) -> Option<SignalIn> {
        self.place.as_ref()?.modes.get(k).copied()
    }

    /// Row of the potential of a pin, once known; none: potential zero.
    fn potential_of(&self, pin: usize) -> Option<usize> {
        *self.place.as_ref()?.potentials.get(pin)?
    }

    /// A row of the circuit, once known; zero if there is none.
    fn row<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>, row: Option<usize>) -> T {
        let (Some(place), Some(row)) = (&self.place, row) else { return T::zero() };
        view.circuit(place.circuit, row, signals)
    }

    /// Voltage or current of the law's element `k`.
    fn quantity<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>, of: Quantity, k: usize) -> T {
        let branch = self.place.as_ref().and_then(|place| place.branches.get(k));
        self.row(view, signals, branch.map(|branch| Circuit::row_of(*branch, of)))
    }

    fn current_into<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>, pin: usize) -> T {
        let terms = self.place.iter().flat_map(|place| place.currents.get(pin)).flatten();
        let values = terms.map(|(row, sign)| self.row(view, signals, Some(*row)) * T::constant(*sign));
        values.fold(T::zero(), |sum, value| sum + value)
    }

    fn voltage<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> T {
        self.quantity(view, signals, Quantity::Voltage, 0)
    }

    fn current<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> T {
        self.quantity(view, signals, Quantity::Current, 0)
    }

    fn power<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> T {
        let of = |k: usize| [Quantity::Voltage, Quantity::Current].map(|of| self.quantity(view, signals, of, k));
        (0..self.elements.len()).map(of).fold(T::zero(), |sum, [v, i]| sum + v * i)
    }

    fn torque<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> T {
        match self.effect {
            Effect::Machine(_, k) => view.parameters()[k] * self.current(view, signals),
            _ => T::zero(),
        }
    }

    fn mismatch<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> T {
        match (&self.place, self.constraint) {
            (Some(place), Some(constraint)) => view.circuit_mismatch(place.circuit, constraint, signals),
            _ => T::zero(),
        }
    }

    fn of_flanges<T: Scalar>(&self, of: impl Fn(FlangeId) -> T) -> T {
        match self.effect {
            Effect::Machine(driven, _) => driven.difference(of),
            _ => T::zero(),
        }
    }
}

impl Law for CircuitLaw {
    type Stage = after::Motion;
    // A law that only shows variables, too, needs all signals that it reads.
    const ACTS: bool = true;

    fn connections(&self) -> Connections {
        let inputs = Connections::default().reads(self.reads.iter().copied());
        let own = match self.effect {
            Effect::Voltmeter(output) | Effect::Ammeter(output) | Effect::Delivery(output) => inputs.writes(output),
            Effect::Capacitor(state, _) | Effect::Inductor(state, _) | Effect::Flux(state) | Effect::Charge(state) => {
                inputs.touches([Contact::State(state)])
            }
            Effect::Phase(state, f) => inputs.reads(f.input()).touches([Contact::State(state)]),
            Effect::Winding(winding) => inputs.touches([Contact::State(winding.state)]),
            Effect::Machine(driven, _) => inputs.touches(driven.contacts()),
            Effect::Heater(port) => inputs.touches([Contact::Port(port)]),
            Effect::None => inputs,
        };
        own.touches(self.looks_at.iter().copied())
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, signals: &mut Signals<'_, T>) {
        match self.effect {
            Effect::None => {}
            Effect::Capacitor(state, c) => {
                view.set_state_derivative(state, self.current(view, signals) / view.parameters()[c])
            }
            Effect::Inductor(state, l) => {
                view.set_state_derivative(state, self.voltage(view, signals) / view.parameters()[l])
            }
            Effect::Flux(state) => view.set_state_derivative(state, self.voltage(view, signals)),
            Effect::Phase(state, f) => {
                let turns = f.value(view.parameters(), signals);
                view.set_state_derivative(state, turns * T::constant(std::f64::consts::TAU));
            }
            Effect::Charge(state) => view.set_state_derivative(state, self.current(view, signals)),
            Effect::Winding(winding) => {
                let [own, other] = [0, 1].map(|k| self.quantity(view, signals, Quantity::Voltage, k));
                let [of_own, of_other] = winding.rates(|address| view.parameters()[Real::new(address)]);
                view.set_state_derivative(winding.state, of_own * own + of_other * other);
            }
            Effect::Machine(driven, _) => view.drive(driven.flange, driven.support, self.torque(view, signals)),
            Effect::Heater(port) => view.set_heat_flow(port, -self.power(view, signals)),
            Effect::Voltmeter(output) => signals.set(output, self.voltage(view, signals)),
            Effect::Ammeter(output) => signals.set(output, self.current(view, signals)),
            Effect::Delivery(output) => signals.set(output, -self.current(view, signals)),
        }
    }
}
