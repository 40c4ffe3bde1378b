//! Equations of ports.

use super::QUANTITIES;
use crate::laws::given::Given;
use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{
    MotionView, Parameters, PortId, Real, ScalarIn, SignalIn, Signals, StateId, relation_holds, relation_indicator,
};

/// Number of values that a port holds between events: its state, and a time or the side from which the state was reached.
pub const HELD: usize = 2;

/// A switch or diode conducts; an amplifier is not limited.
const CONDUCTS: f64 = 0.0;
/// An amplifier is at its upper limit.
const UPPER: f64 = 1.0;
/// An amplifier is at its lower limit.
const LOWER: f64 = -1.0;
/// A switch or diode blocks.
const BLOCKS: f64 = 2.0;
/// An open switch has an arc with a current from p to n.
const ARC: f64 = 3.0;
/// An open switch has an arc with a current from n to p.
const ARC_BACK: f64 = 4.0;

/// The equation of a port.
#[derive(Clone, Copy, Debug, Binary)]
pub enum Characteristic {
    /// A resistor or conductor.
    Resistance {
        value: Given,
        conducts: bool,
        /// Address of alpha, and of T_ref.
        alpha: [Real; 2],
        /// T, or the heat port that gives it.
        temperature: Temperature,
        /// Position of a sliding contact; true: the part between p and the contact.
        slider: Option<(Given, bool)>,
    },
    /// The voltage (of a capacitor) or the current (of an inductor) is a state divided by a signal, which is at least a parameter.
    Storage { state: StateId, by: ScalarIn, least: Real, is_inductor: bool },
    /// A source: `offset + amplitude sin(phase)`, or the cosine; the phase is a state.
    Wave { phase: StateId, amplitude: Given, offset: Real, is_cosine: bool, gives_voltage: bool },
    /// The current is a function of the flux; parameters Inom, Lnom, Lzer, Linf.
    Saturation { flux: StateId, parameters: [Real; 4] },
    /// `v = Ron i` or `i = Goff v`; the third quantity is the control voltage.
    Switch { control: Control, r_on: Real, g_off: Real, arc: Option<Arc> },
    /// A switch that conducts above a knee voltage, if the gate allows it.
    Diode { r_on: Real, g_off: Real, knee: Real, gate: Gate, blocks_before: Real },
    /// The supply of an amplifier: its power and that of the output, third and fourth quantity, are zero together. An equation of powers,
    /// which is linear near a solution only.
    Supply,
    /// The voltage is a multiple of the third quantity, or that is zero, within limits.
    Amplifier { gain: Option<Real>, supply: Supply, limit_before: i8 },
}

/// Temperature of a resistor.
#[derive(Clone, Copy, Debug, Binary)]
pub enum Temperature {
    Parameter(Real),
    Port(PortId),
}

/// Control of a switch.
#[derive(Clone, Copy, Debug, Binary)]
pub enum Control {
    /// It is closed while the Boolean signal has this value.
    Signal(ScalarIn, bool),
    /// It is closed while `control voltage > level` has this value.
    Voltage(Real, bool),
}

/// Arc of a switch that opens: initial voltage, slope, and maximum voltage.
#[derive(Clone, Copy, Debug, Binary)]
pub struct Arc(pub [Real; 3]);

/// Gate of a diode.
#[derive(Clone, Copy, Debug, Binary)]
pub enum Gate {
    None,
    /// It must be true to begin conducting.
    Fires(ScalarIn),
    /// It must be true to conduct.
    Holds(ScalarIn),
}

/// Limits of the output of an amplifier.
#[derive(Clone, Copy, Debug, Binary)]
pub enum Supply {
    /// Upper and lower limit.
    Constant([Real; 2]),
    /// The fourth and fifth quantity.
    Pins,
}

/// `sum of factors * quantities = constant`
pub struct Line<T> {
    pub factors: [T; QUANTITIES],
    pub constant: T,
}

impl<T: Scalar> Line<T> {
    fn of(v: T, i: T, constant: T) -> Self {
        let zero = T::zero();
        Self { factors: [v, i, zero, zero, zero], constant }
    }

    /// Tangent of `v i + v_out i_out = 0`.
    pub fn of_power([v, i, v_out, i_out, _]: [T; QUANTITIES]) -> Self {
        Self { factors: [i, v, i_out, v_out, T::zero()], constant: v * i + v_out * i_out }
    }
}

/// Arguments of the next state of a port.
pub struct Situation {
    pub quantities: [f64; QUANTITIES],
    pub held: [f64; HELD],
    /// Time since the start of the simulation, s.
    pub elapsed: f64,
    pub is_initial: bool,
}

impl Situation {
    fn holds(&self, held: bool, difference: f64) -> bool {
        relation_holds(held, difference, self.is_initial)
    }

    fn state(&self) -> f64 {
        self.held[0]
    }

    /// Positive if the control voltage closes the switch.
    fn closing(&self, level: f64, closes: bool) -> f64 {
        let above = self.quantities[2] - level;
        if closes { above } else { -above }
    }

    /// Positive while the current keeps an arc burning.
    fn burning(&self, g_off: f64) -> f64 {
        let [v, i, ..] = self.quantities;
        (if self.state() == ARC { i } else { -i }) - v.abs() * g_off
    }

    /// Position on the characteristic of a diode, positive beyond the knee: a current, or a voltage if it blocks.
    fn excess(&self, knee: f64, g_off: f64) -> f64 {
        let [v, i, ..] = self.quantities;
        if self.state() == BLOCKS { v - knee } else { i - g_off * knee }
    }
}

type View<'v, 'a, T> = &'v MotionView<'a, T>;

impl Characteristic {
    /// Returns true if it has states that change at events.
    pub fn is_discrete(&self) -> bool {
        match self {
            Self::Resistance { .. } | Self::Storage { .. } | Self::Wave { .. } | Self::Saturation { .. } => false,
            Self::Supply => false,
            Self::Switch { control, arc, .. } => arc.is_some() || matches!(control, Control::Voltage(..)),
            Self::Diode { .. } | Self::Amplifier { .. } => true,
        }
    }

    /// True for a current, false for a voltage that does not depend on the circuit.
    pub fn gives_current(&self) -> Option<bool> {
        match self {
            Self::Storage { is_inductor, .. } => Some(*is_inductor),
            Self::Wave { gives_voltage, .. } => Some(!gives_voltage),
            Self::Saturation { .. } => Some(true),
            _ => None,
        }
    }

    /// Signals that it reads.
    pub fn inputs(&self) -> impl Iterator<Item = SignalIn> {
        let inputs: [Option<ScalarIn>; 2] = match self {
            Self::Resistance { value, slider, .. } => [value.input(), slider.and_then(|(r, _)| r.input())],
            Self::Storage { by, .. } => [Some(*by), None],
            Self::Wave { amplitude, .. } => [amplitude.input(), None],
            Self::Switch { control: Control::Signal(input, _), .. } => [Some(*input), None],
            Self::Diode { gate: Gate::Fires(input) | Gate::Holds(input), .. } => [Some(*input), None],
            _ => [None, None],
        };
        inputs.into_iter().flatten().map(SignalIn::from)
    }

    /// State that it reads.
    pub fn state(&self) -> Option<StateId> {
        match self {
            Self::Storage { state, .. } | Self::Wave { phase: state, .. } | Self::Saturation { flux: state, .. } => {
                Some(*state)
            }
            _ => None,
        }
    }

    /// Heat port whose temperature it reads.
    pub fn heat_port(&self) -> Option<PortId> {
        if let Self::Resistance { temperature: Temperature::Port(port), .. } = self { Some(*port) } else { None }
    }

    /// Held values before the start.
    pub fn first(&self, p: Parameters<'_, f64>) -> [f64; HELD] {
        let state = match self {
            Self::Switch { .. } => BLOCKS,
            Self::Diode { blocks_before, .. } if p[*blocks_before] != 0.0 => BLOCKS,
            Self::Amplifier { limit_before, .. } => f64::from(*limit_before),
            _ => CONDUCTS,
        };
        [state, 0.0]
    }

    /// Returns true if it blocks.
    pub fn blocks<T: Scalar>(&self, signals: &Signals<'_, T>, state: f64) -> bool {
        match self {
            Self::Switch { control: Control::Signal(input, closed), arc: None, .. } => {
                (signals.get(*input).value() > 0.5) != *closed
            }
            _ => state >= BLOCKS,
        }
    }

    /// The equation in the present state.
    pub fn line<T: Scalar>(&self, view: View<'_, '_, T>, signals: &Signals<'_, T>, held: [f64; HELD]) -> Line<T> {
        let (p, one, zero) = (view.parameters(), T::one(), T::zero());
        match *self {
            Self::Resistance { value, conducts, alpha: [alpha, t_ref], temperature, slider } => {
                let temperature = match temperature {
                    Temperature::Parameter(t) => p[t],
                    Temperature::Port(port) => view.temperature(port),
                };
                let change = one + p[alpha] * (temperature - p[t_ref]);
                let share = slider.map_or(one, |(r, is_upper)| {
                    let r = r.value(p, signals).max(zero).min(one);
                    if is_upper { one - r } else { r }
                });
                let value = value.value(p, signals);
                if conducts {
                    Line::of(value / change, -one, zero)
                } else {
                    Line::of(one, -value * change * share, zero)
                }
            }
            Self::Storage { state, by, least, is_inductor } => {
                let given = view.state(state) / signals.get(by).max(p[least]);
                if is_inductor { Line::of(zero, one, given) } else { Line::of(one, zero, given) }
            }
            Self::Wave { phase, amplitude, offset, is_cosine, gives_voltage } => {
                let (sin, cos) = view.state(phase).sin_cos();
                let value = p[offset] + amplitude.value(p, signals) * if is_cosine { cos } else { sin };
                if gives_voltage { Line::of(one, zero, value) } else { Line::of(zero, one, value) }
            }
            Self::Saturation { flux, parameters } => {
                Line::of(zero, one, saturated_current(view.state(flux), parameters.map(|parameter| p[parameter])))
            }
            Self::Switch { r_on, g_off, arc, .. } => match (held[0], arc) {
                (state, Some(Arc([v_0, slope, v_max]))) if state == ARC || state == ARC_BACK => {
                    let voltage = (p[v_0] + p[slope] * (view.elapsed() - T::constant(held[1]))).min(p[v_max]);
                    Line::of(one, zero, if state == ARC { voltage } else { -voltage })
                }
                (state, _) if self.blocks(signals, state) => Line::of(p[g_off], -one, zero),
                _ => Line::of(one, -p[r_on], zero),
            },
            Self::Supply => Line::of(zero, one, zero),
            Self::Diode { g_off, .. } if held[0] == BLOCKS => Line::of(p[g_off], -one, zero),
            Self::Diode { r_on, g_off, knee, .. } => Line::of(one, -p[r_on], p[knee] * (one - p[r_on] * p[g_off])),
            Self::Amplifier { gain, supply, .. } => match (held[0], supply) {
                (CONDUCTS, _) => match gain {
                    Some(gain) => Line { factors: [one, zero, -p[gain], zero, zero], constant: zero },
                    None => Line { factors: [zero, zero, one, zero, zero], constant: zero },
                },
                (state, Supply::Constant([upper, lower])) => {
                    Line::of(one, zero, p[if state == UPPER { upper } else { lower }])
                }
                (UPPER, Supply::Pins) => Line { factors: [one, zero, zero, -one, zero], constant: zero },
                (_, Supply::Pins) => Line { factors: [one, zero, zero, zero, -one], constant: zero },
            },
        }
    }

    /// Held values after an event; none if they do not change.
    pub fn next(
        &self,
        view: View<'_, '_, f64>,
        signals: &Signals<'_, f64>,
        situation: &Situation,
    ) -> Option<[f64; HELD]> {
        let state = situation.state();
        let next = match *self {
            Self::Switch { control, g_off, arc, .. } if self.is_discrete() => {
                let (p, [v, i, ..]) = (view.parameters(), situation.quantities);
                let closed = match control {
                    Control::Signal(input, closed) => (signals.get(input) > 0.5) == closed,
                    Control::Voltage(level, closes) => {
                        situation.holds(state == CONDUCTS, situation.closing(p[level], closes))
                    }
                };
                match state {
                    _ if closed => CONDUCTS,
                    CONDUCTS if arc.is_some() && i.abs() > v.abs() * p[g_off] && !situation.is_initial => {
                        let arc = if i > 0.0 { ARC } else { ARC_BACK };
                        return Some([arc, situation.elapsed]);
                    }
                    ARC | ARC_BACK if situation.holds(true, situation.burning(p[g_off])) => state,
                    _ => BLOCKS,
                }
            }
            Self::Diode { gate, knee, g_off, .. } => {
                let (p, conducted) = (view.parameters(), state == CONDUCTS);
                let conducts = situation.holds(conducted, situation.excess(p[knee], p[g_off]));
                let may = match gate {
                    Gate::None => true,
                    Gate::Fires(input) => conducted || signals.get(input) > 0.5,
                    Gate::Holds(input) => signals.get(input) > 0.5,
                };
                if conducts && may { CONDUCTS } else { BLOCKS }
            }
            Self::Amplifier { .. } => {
                let [above, below] = self.beyond(view, situation);
                let next = match state {
                    CONDUCTS if situation.holds(false, above) => UPPER,
                    CONDUCTS if situation.holds(false, below) => LOWER,
                    UPPER if !situation.holds(true, above) => CONDUCTS,
                    LOWER if !situation.holds(true, below) => CONDUCTS,
                    state => state,
                };
                // With positive feedback the range between the limits is unstable: the output passes it.
                if state == CONDUCTS && next != CONDUCTS && next == situation.held[1] {
                    return Some([-next, 0.0]);
                }
                return (next != state).then_some([next, if next == CONDUCTS { state } else { 0.0 }]);
            }
            _ => state,
        };
        (next != state).then_some([next, situation.held[1]])
    }

    /// Held values at the beginning of an event.
    pub fn begin(&self, held: &mut [f64]) {
        if matches!(self, Self::Amplifier { .. }) {
            held[1] = 0.0;
        }
    }

    /// Positive while the state is valid; 1 if it cannot change.
    pub fn indicator(&self, view: View<'_, '_, f64>, signals: &Signals<'_, f64>, situation: &Situation) -> f64 {
        let state = situation.state();
        match *self {
            Self::Switch { control, g_off, .. } if self.is_discrete() => {
                let p = view.parameters();
                let switches = match control {
                    Control::Signal(..) => 1.0,
                    Control::Voltage(level, closes) => {
                        relation_indicator(state == CONDUCTS, situation.closing(p[level], closes))
                    }
                };
                let burns = match state {
                    ARC | ARC_BACK => relation_indicator(true, situation.burning(p[g_off])),
                    _ => 1.0,
                };
                switches.min(burns)
            }
            Self::Diode { gate, knee, g_off, .. } => match gate {
                Gate::Fires(input) | Gate::Holds(input) if state == BLOCKS && signals.get(input) < 0.5 => 1.0,
                _ => {
                    let p = view.parameters();
                    relation_indicator(state == CONDUCTS, situation.excess(p[knee], p[g_off]))
                }
            },
            Self::Amplifier { .. } => {
                let [above, below] = self.beyond(view, situation);
                match state {
                    UPPER => relation_indicator(true, above),
                    LOWER => relation_indicator(true, below),
                    _ => relation_indicator(false, above).min(relation_indicator(false, below)),
                }
            }
            _ => 1.0,
        }
    }

    /// Excess of an amplifier over the upper and under the lower limit.
    fn beyond(&self, view: View<'_, '_, f64>, situation: &Situation) -> [f64; 2] {
        let Self::Amplifier { gain, supply, .. } = *self else { return [-1.0; 2] };
        let p = view.parameters();
        let [v, _, v_in, upper, lower] = situation.quantities;
        let [upper, lower] = match supply {
            Supply::Constant(limits) => limits.map(|limit| p[limit]),
            Supply::Pins => [upper, lower],
        };
        match gain {
            Some(gain) => [p[gain] * v_in - upper, lower - p[gain] * v_in],
            None if situation.state() == CONDUCTS => [v - upper, lower - v],
            None => [v_in, -v_in],
        }
    }
}

/// Number of Newton steps; they converge from one side, and quadratically at the end.
const STEPS: usize = 25;

/// Current of a saturating inductor, `flux = Linf i + (Lzer - Linf) Ipar atan(i/Ipar)`.
fn saturated_current<T: Scalar>(flux: T, [i_nom, l_nom, l_zer, l_inf]: [T; 4]) -> T {
    let more = l_zer - l_inf;
    let i_par = i_nom * saturation((l_nom - l_inf) / more);
    let mut i = flux / l_zer;
    for _ in 0..STEPS {
        let x = i / i_par;
        let slope = l_inf + more / (T::one() + x * x);
        i += (flux - l_inf * i - more * i_par * x.atan()) / slope;
    }
    i
}

/// The solution of `x (pi/2 - atan(x)) = share`, for a share between 0 and 1.
fn saturation<T: Scalar>(share: T) -> T {
    let mut x = share * T::constant(std::f64::consts::FRAC_2_PI);
    for _ in 0..STEPS {
        let rest = T::one().atan2(x);
        let slope = rest - x / (T::one() + x * x);
        x += (share - x * rest) / slope;
    }
    x
}
