//! Torques and forces on a flange, whose reaction acts on a support.

use crate::laws::given::Given;
use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{
    Connections, Contact, Event, FlangeId, Law, ModeName, Modes, MotionView, Parameters, PortId, Real, ScalarIn,
    Signals, TimeView, after, law_variables, relation_holds, relation_indicator,
};
use std::f64::consts::FRAC_PI_2;

/// A flange, and the one that it is relative to.
#[derive(Clone, Copy, Debug, Binary)]
pub struct SupportedFlange {
    /// The flange.
    pub flange: FlangeId,
    /// Its support, or the other flange of a sensor; none: the ground.
    pub support: Option<FlangeId>,
}

impl SupportedFlange {
    /// The flange without its support.
    pub fn alone(self) -> Self {
        Self { support: None, ..self }
    }

    /// Contacts of the law.
    pub fn contacts(self) -> Vec<Contact> {
        std::iter::once(self.flange).chain(self.support).map(Contact::Flange).collect()
    }

    /// Replaces the flange by another one without a support, if it is `flange` ([`mechanism::Law::prescribe_instead`]).
    pub fn prescribe_instead(&mut self, flange: FlangeId, other: FlangeId) {
        if self.flange == flange {
            *self = Self { flange: other, support: None };
        }
    }

    /// A quantity of the flange, minus that of the support.
    pub fn difference<T: Scalar>(self, of: impl Fn(FlangeId) -> T) -> T {
        of(self.flange) - self.support.map_or_else(T::zero, of)
    }

    /// Speed of the flange relative to the support.
    pub fn speed<T: Scalar>(self, view: &MotionView<'_, T>) -> T {
        self.difference(|flange| view.flange_speed(flange))
    }
}

/// Drives `flange`; the reaction acts on `support`, or on the ground if there is none.
#[derive(Clone, Debug, Binary)]
pub struct FlangeDrive {
    pub driven: SupportedFlange,
    pub drive: Drive,
}

/// Origin of the torque or force.
#[derive(Clone, Copy, Debug, Binary)]
pub enum Drive {
    Signal(ScalarIn),
    /// The flow into the flange, its opposite.
    Flow(ScalarIn),
    Constant(Real),
    /// Height, offset and time of a step.
    Step([Real; 3]),
}

law_variables! {
    pub FlangeDriveVariable of FlangeDrive {
        Step: Motion step_value,
    }
}

impl FlangeDrive {
    fn step_value<T: Scalar>(&self, view: &TimeView<'_, T>) -> T {
        let Drive::Step([height, offset, _]) = self.drive else { return T::zero() };
        let p = view.parameters();
        p[offset] + if view.mode() == 0 { T::zero() } else { p[height] }
    }
}

impl Law for FlangeDrive {
    type Stage = after::Time;
    const ACTS: bool = true;

    fn connections(&self) -> Connections {
        let input = if let Drive::Signal(input) | Drive::Flow(input) = self.drive { Some(input) } else { None };
        Connections::default().reads(input).touches(self.driven.contacts())
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        let drive = match self.drive {
            Drive::Signal(input) => signals.get(input),
            Drive::Flow(input) => -signals.get(input),
            Drive::Constant(parameter) => view.parameters()[parameter],
            Drive::Step(_) => self.step_value(view),
        };
        view.drive(self.driven.flange, self.driven.support, drive);
    }

    fn changes(&self, p: Parameters<'_, f64>) -> impl Iterator<Item = f64> {
        let start = if let Drive::Step([_, _, start]) = self.drive { Some(p[start]) } else { None };
        start.into_iter()
    }

    fn has_mode(&self, mode: i32) -> bool {
        mode == 0 || (mode == 1 && matches!(self.drive, Drive::Step(_)))
    }
}

/// Torque or force relative to the nominal one, as a function of `r`, the speed divided by the nominal speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub enum SpeedDependence {
    /// r
    Linear,
    /// abs(r)
    Magnitude,
    /// r abs(r)
    OddSquare,
    /// r^2
    Square,
    /// 2/(1 + exp(-100 r)) - 1, the hyperbolic tangent of 50 r
    Exponential,
    /// sin(pi r/2) up to one, then the sign of r
    Sine,
    /// r up to one, then the sign of r
    Clipped,
    /// sign(r) (1 - cos(pi r/2)) up to one, then the sign of r
    Cosine,
}

/// A nominal torque or force times a function of the speed of a flange, relative to a support.
#[derive(Clone, Debug, Binary)]
pub struct SpeedDependent {
    pub driven: SupportedFlange,
    pub nominal: Real,
    pub nominal_speed: Real,
    pub kind: SpeedDependence,
}

law_variables! {
    pub SpeedDependentVariable of SpeedDependent, |law, view, signals| {
        Speed: Motion (law.driven.speed(view)),
        Drive: Motion drive,
    }
}

impl SpeedDependent {
    fn drive<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        let p = view.parameters();
        p[self.nominal] * self.kind.of(self.driven.speed(view) / p[self.nominal_speed])
    }
}

impl SpeedDependence {
    /// The regularized sign function of a literal of the enumeration `Regularization`.
    pub fn regularized(literal: &str) -> Self {
        match literal {
            "Sine" => Self::Sine,
            "Linear" => Self::Clipped,
            "CoSine" => Self::Cosine,
            _ => Self::Exponential,
        }
    }

    /// Value at `r`.
    pub fn of<T: Scalar>(self, r: T) -> T {
        let sign = T::constant(if r.value() < 0.0 { -1.0 } else { 1.0 });
        let quarter = || r * T::constant(FRAC_PI_2);
        match self {
            Self::Linear => r,
            Self::Magnitude => r.abs(),
            Self::OddSquare => r * r.abs(),
            Self::Square => r * r,
            Self::Exponential => (r * T::constant(50.0)).tanh(),
            _ if r.value().abs() >= 1.0 => sign,
            Self::Sine => quarter().sin(),
            Self::Clipped => r,
            Self::Cosine => sign * (T::one() - quarter().cos()),
        }
    }
}

impl Law for SpeedDependent {
    type Stage = after::Motion;
    const ACTS: bool = true;

    fn connections(&self) -> Connections {
        Connections::default().touches(self.driven.contacts())
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, _signals: &mut Signals<'_, T>) {
        view.drive(self.driven.flange, self.driven.support, self.drive(view));
    }
}

/// Constant power, which drives a flange relative to a support: nominal torque times nominal speed divided by the
/// speed. Below the speed `small` (mode 1) the torque is regularized; it jumps there, so that there is an event.
#[derive(Clone, Debug, Binary)]
pub struct InverseSpeed {
    pub driven: SupportedFlange,
    pub nominal: Real,
    pub nominal_speed: Real,
    pub small: Real,
    /// The torque does not depend on the direction of motion.
    pub one_direction: bool,
}

law_variables! {
    pub InverseSpeedVariable of InverseSpeed, |law, view, signals| {
        Speed: Motion (law.driven.speed(view)),
        Drive: Motion drive,
    }
}

impl InverseSpeed {
    fn drive<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        let (p, speed) = (view.parameters(), self.driven.speed(view));
        let (nominal, power, small) = (p[self.nominal], p[self.nominal] * p[self.nominal_speed], p[self.small]);
        match (self.one_direction, view.mode() == 1) {
            (true, true) => power / small,
            (true, false) => power / speed.abs(),
            (false, true) => nominal * speed / small,
            (false, false) => power / speed,
        }
    }

    /// Positive below the speed `small`.
    fn slowness(&self, view: &MotionView<'_, f64>) -> f64 {
        view.parameters()[self.small] - self.driven.speed(view).abs()
    }
}

impl Law for InverseSpeed {
    type Stage = after::Motion;
    const ACTS: bool = true;
    const MODES: Modes = 0..=1;
    const MODE_NAMES: &'static [ModeName] = &[["above the small speed", ""], ["below the small speed", ""]];
    const RELATIONS: usize = 1;

    fn connections(&self) -> Connections {
        Connections::default().touches(self.driven.contacts())
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, _signals: &mut Signals<'_, T>) {
        view.drive(self.driven.flange, self.driven.support, self.drive(view));
    }

    // The search for the initial state may pass through zero speed.
    fn first_mode(&self) -> i32 {
        1
    }

    fn indicators(&self, view: &MotionView<'_, f64>, _signals: &Signals<'_, f64>, indicators: &mut [f64]) {
        indicators[0] = relation_indicator(view.mode() == 1, self.slowness(view));
    }

    fn update(&self, view: &MotionView<'_, f64>, _signals: &Signals<'_, f64>, event: &mut Event<'_>) {
        event.mode = i32::from(relation_holds(event.mode == 1, self.slowness(view), event.is_initial));
    }
}

/// A force against the motion: the coefficient times the normal force of the weight on an inclined road.
#[derive(Clone, Debug, Binary)]
pub struct RollingResistance {
    pub driven: SupportedFlange,
    pub weight: Real,
    pub coefficient: Given,
    pub inclination: Given,
    pub small: Real,
    pub kind: SpeedDependence,
}

law_variables! {
    pub RollingResistanceVariable of RollingResistance, |law, view, signals| {
        Speed: Motion (law.driven.speed(view)),
        Resistance: Signals resistance,
        Nominal: Signals nominal,
    }
}

impl RollingResistance {
    /// With MSL's sign, in which an accelerating force is positive.
    fn nominal<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> T {
        let p = view.parameters();
        let (coefficient, tangent) = (self.coefficient.value(p, signals), self.inclination.value(p, signals));
        -coefficient * p[self.weight] / (T::one() + tangent * tangent).sqrt()
    }

    fn resistance<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> T {
        -self.nominal(view, signals) * self.kind.of(self.driven.speed(view) / view.parameters()[self.small])
    }
}

impl Law for RollingResistance {
    type Stage = after::Motion;
    const ACTS: bool = true;

    fn connections(&self) -> Connections {
        Connections::default()
            .reads([self.coefficient, self.inclination].into_iter().filter_map(Given::input))
            .touches(self.driven.contacts())
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, signals: &mut Signals<'_, T>) {
        view.drive(self.driven.flange, self.driven.support, -self.resistance(view, signals));
    }
}

/// Reference temperature of `alpha20`, K.
const TEMPERATURE_20: f64 = 293.15;

/// Brakes a flange, relative to a support, by `2 r/(1 + r^2)` times its nominal torque or force and the square of the
/// excitation, where r is the speed
/// divided by the nominal speed at the temperature of the disc (Kloss).
#[derive(Clone, Debug, Binary)]
pub struct EddyCurrent {
    pub driven: SupportedFlange,
    pub nominal: Real,
    pub nominal_speed: Real,
    pub excitation: Given,
    /// Reference temperature, K; coefficient at 20 degC, 1/K; temperature, K.
    pub thermal: [Real; 3],
    pub heat_port: Option<PortId>,
    /// Heat port whose temperature replaces the parameter.
    pub followed: Option<PortId>,
}

law_variables! {
    pub EddyCurrentVariable of EddyCurrent, |law, view, signals| {
        Speed: Motion (law.driven.speed(view)),
        Ratio: Motion ratio,
        Brake: Signals brake,
        Loss: Signals loss,
    }
}

impl EddyCurrent {
    fn ratio<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        let p = view.parameters();
        let [reference, alpha, temperature] = self.thermal.map(|parameter| p[parameter]);
        let temperature = self.followed.map_or(temperature, |port| view.temperature(port));
        // The coefficient is given for 20 degC; this is the one at the reference temperature.
        let at_reference = alpha / (T::one() + alpha * (reference - T::constant(TEMPERATURE_20)));
        let resistance = T::one() + at_reference * (temperature - reference);
        self.driven.speed(view) / (p[self.nominal_speed] * resistance)
    }

    fn brake<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> T {
        let ratio = self.ratio(view);
        let p = view.parameters();
        let excitation = self.excitation.value(p, signals);
        T::constant(2.0) * p[self.nominal] * excitation * excitation * ratio / (T::one() + ratio * ratio)
    }

    fn loss<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> T {
        self.brake(view, signals) * self.driven.speed(view)
    }
}

impl Law for EddyCurrent {
    type Stage = after::Motion;
    const ACTS: bool = true;

    fn connections(&self) -> Connections {
        Connections::default()
            .reads(self.excitation.input())
            .touches(self.driven.contacts())
            .touches(self.heat_port.map(Contact::Port))
            .touches(self.followed.map(Contact::SeenPort))
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, signals: &mut Signals<'_, T>) {
        view.drive(self.driven.flange, self.driven.support, -self.brake(view, signals));
        if let Some(port) = self.heat_port {
            view.set_heat_flow(port, -self.loss(view, signals));
        }
    }
}
