//! Elements of electrical circuits.

use super::given::Given;
use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{
    Circuit, CircuitElement, CircuitKind, Connections, Contact, FlangeId, Law, MotionView, PinId, PortId, Quantity,
    Real, ScalarOut, SignalIn, Signals, StateId, Winding, after, law_variables,
};

/// Maximum number of pins of a component.
pub const MOST_PINS: usize = 5;

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
    /// The current times this parameter drives the flange against the support.
    Machine(FlangeId, Option<FlangeId>, Real),
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
        Voltage: Signals (law.quantities(view, signals, Quantity::Voltage)),
        Current: Signals (law.quantities(view, signals, Quantity::Current)),
        Potential: Signals potentials,
        PinCurrent: Signals pin_currents,
        Loss: Signals power,
        Off: Signals (law.each(|place, k| place.modes.get(k).map_or_else(T::zero, |mode| signals.element(*mode, 0)))),
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
        let rows = |quantities: &[Quantity]| {
            let of = |branch: &usize| {
                let branch = *branch;
                quantities.iter().map(move |quantity| Circuit::row_of(branch, *quantity))
            };
            place.branches.iter().flat_map(of).collect::<Vec<usize>>()
        };
        match self.effect {
            Effect::None => {
                let shown = rows(&[Quantity::Voltage, Quantity::Current]).into_iter();
                let shown = shown.chain(place.potentials.iter().copied().flatten());
                shown.chain(place.currents.iter().flatten().map(|(row, _)| *row)).collect()
            }
            Effect::Phase(..) => Vec::new(),
            Effect::Heater(_) => rows(&[Quantity::Voltage, Quantity::Current]),
            Effect::Capacitor(..)
            | Effect::Charge(_)
            | Effect::Machine(..)
            | Effect::Ammeter(_)
            | Effect::Delivery(_) => rows(&[Quantity::Current]),
            Effect::Inductor(..) | Effect::Winding(_) | Effect::Flux(_) | Effect::Voltmeter(_) => {
                rows(&[Quantity::Voltage])
            }
        }
    }

    fn each<T: Scalar>(&self, values: impl Fn(&CircuitPlace, usize) -> T) -> [T; MOST_PINS] {
        std::array::from_fn(|k| self.place.as_ref().map_or_else(T::zero, |place| values(place, k)))
    }

    fn quantities<T: Scalar>(
        &self,
        view: &MotionView<'_, T>,
        signals: &Signals<'_, T>,
        quantity: Quantity,
    ) -> [T; MOST_PINS] {
        self.each(|place, k| {
            let row = |branch: &usize| view.circuit(place.circuit, Circuit::row_of(*branch, quantity), signals);
            place.branches.get(k).map_or_else(T::zero, row)
        })
    }

    fn potentials<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> [T; MOST_PINS] {
        self.each(|place, k| {
            let row = place.potentials.get(k).copied().flatten();
            row.map_or_else(T::zero, |row| view.circuit(place.circuit, row, signals))
        })
    }

    fn pin_currents<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> [T; MOST_PINS] {
        self.each(|place, k| {
            let terms = place.currents.get(k).into_iter().flatten();
            let values = terms.map(|(row, sign)| view.circuit(place.circuit, *row, signals) * T::constant(*sign));
            values.fold(T::zero(), |sum, value| sum + value)
        })
    }

    fn first<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>, quantity: Quantity) -> T {
        let Some(place) = &self.place else { return T::zero() };
        let row = |branch: &usize| view.circuit(place.circuit, Circuit::row_of(*branch, quantity), signals);
        place.branches.first().map_or_else(T::zero, row)
    }

    fn voltage<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> T {
        self.first(view, signals, Quantity::Voltage)
    }

    fn current<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> T {
        self.first(view, signals, Quantity::Current)
    }

    fn power<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> T {
        let [voltages, currents] = [Quantity::Voltage, Quantity::Current].map(|q| self.quantities(view, signals, q));
        voltages.into_iter().zip(currents).fold(T::zero(), |sum, (v, i)| sum + v * i)
    }

    fn torque<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> T {
        match self.effect {
            Effect::Machine(_, _, k) => view.parameters()[k] * self.current(view, signals),
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
            Effect::Machine(flange, support, _) => of(flange) - support.map_or_else(T::zero, of),
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
            Effect::Machine(flange, support, _) => {
                inputs.touches(std::iter::once(flange).chain(support).map(Contact::Flange))
            }
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
                let [own, other, ..] = self.quantities(view, signals, Quantity::Voltage);
                let [of_own, of_other] = winding.rates(|address| view.parameters()[Real::new(address)]);
                view.set_state_derivative(winding.state, of_own * own + of_other * other);
            }
            Effect::Machine(flange, support, _) => view.drive(flange, support, self.torque(view, signals)),
            Effect::Heater(port) => view.set_heat_flow(port, -self.power(view, signals)),
            Effect::Voltmeter(output) => signals.set(output, self.voltage(view, signals)),
            Effect::Ammeter(output) => signals.set(output, self.current(view, signals)),
            Effect::Delivery(output) => signals.set(output, -self.current(view, signals)),
        }
    }
}
