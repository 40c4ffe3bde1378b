//! Laws, the equations of classes, in one file or folder for each package. They depend on the mechanism, not on classes; a
//! class registers them.
//!
//! [`AnyLaw`] combines them in one type, so that a model has them in one array and an evaluation needs no trait
//! objects.

pub mod blocks;
pub mod circuit;
pub mod circuit_ports;
pub mod contact_damper;
pub mod forces;
pub mod gas_force;
pub mod given;
pub mod heat;
pub mod joints;
pub mod multibody_fmu;
pub mod one_dimensional;
pub mod resolve;
pub mod sensors;

use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{
    Connections, Contact, Discrete, Event, FlangeId, FrameId, Instant, Law, LawStage, LawVariable, LinePull, Local,
    MeshLoss, ModeName, MotionView, Parameters, ReactionView, Remembered, SignalIn, SignalOut, Signals, Stage, Warning,
};

/// Variables that the list of laws knows.
pub(crate) trait ListedVariable: LawVariable {}

/// Variables of all other laws: what they hold between events.
#[derive(Clone, Copy, Debug)]
pub enum Held {
    /// A number.
    Number,
    /// A time after the start, shown as time.
    Instant,
}

impl Held {
    /// The number `k` that a law holds.
    pub fn element(self, k: usize) -> Local {
        Local::new(self as u16, k)
    }

    fn value<T: Scalar>(local: Local, view: &ReactionView<'_, T>) -> T {
        let held = view.held(local.element());
        if local.variable() == Self::Instant as u16 { view.time() - view.elapsed() + held } else { held }
    }
}

/// True if [`Law::MODE_NAMES`] is empty, or has a name for each of [`Law::MODES`].
const fn names_all_modes<L: Law>() -> bool {
    let (modes, names) = (L::MODES, L::MODE_NAMES.len() as i32);
    names == 0 || names > *modes.end() - *modes.start()
}

macro_rules! laws {
    ($($kind:ident: $law:ty $(, shows $variable:ty)?;)+) => {
        /// A law of any class.
        #[derive(Clone, Debug, Binary)]
        pub enum AnyLaw {
            $(#[doc = concat!("[`", stringify!($law), "`]")] $kind($law)),+
        }

        $(
            impl From<$law> for AnyLaw {
                fn from(law: $law) -> Self {
                    Self::$kind(law)
                }
            }

            $(impl ListedVariable for $variable {})?

            const _: () = assert!(names_all_modes::<$law>(), "MODE_NAMES has no name for some of MODES");
        )+

        /// Evaluates an expression with the law inside an [`AnyLaw`].
        macro_rules! with_law {
            ($any:expr, $name:ident => $result:expr) => {
                match $any { $(AnyLaw::$kind($name) => $result),+ }
            };
        }

        impl AnyLaw {
            /// Value of a variable that is not a signal.
            pub fn variable<T: Scalar>(&self, local: Local, view: &ReactionView<'_, T>, signals: &Signals<'_, T>) -> T {
                match self {
                    $($(Self::$kind(law) => <$variable>::value(law, local, view, signals),)?)+
                    _ => Held::value(local, view),
                }
            }
        }
    };
}

laws! {
    WorldWrench: forces::WorldWrench;
    FrameWrench: forces::FrameWrench;
    LineForce: forces::LineForce, shows forces::LineVariable;
    MotionVector: sensors::MotionVector;
    AccelerationVector: sensors::AccelerationVector;
    Angles: sensors::AnglesLaw;
    Distance: sensors::DistanceLaw;
    RelativeMotion: joints::RelativeMotion;
    AcceleratedMotion: joints::AcceleratedMotion;
    Rod: joints::RodLaw, shows joints::RodVariable;
    RodAngle: joints::RodAngleLaw, shows joints::RodAngleVariable;
    Rolling: joints::RollingLaw, shows joints::RollingVariable;
    CutVector: sensors::CutVector;
    Power: sensors::PowerLaw;
    VectorTransformation: sensors::VectorTransformation;
    Compliance: one_dimensional::compliance::Compliance, shows one_dimensional::compliance::ComplianceVariable;
    FlangeDrive: one_dimensional::drives::FlangeDrive, shows one_dimensional::drives::FlangeDriveVariable;
    InverseSpeed: one_dimensional::drives::InverseSpeed, shows one_dimensional::drives::InverseSpeedVariable;
    RollingResistance: one_dimensional::drives::RollingResistance, shows one_dimensional::drives::RollingResistanceVariable;
    EddyCurrent: one_dimensional::drives::EddyCurrent, shows one_dimensional::drives::EddyCurrentVariable;
    FlangeMiddle: one_dimensional::sensors::FlangeMiddle, shows one_dimensional::sensors::FlangeMiddleVariable;
    FlangeDistance: one_dimensional::sensors::FlangeDistance, shows one_dimensional::sensors::FlangeDistanceVariable;
    FlangeMotion: one_dimensional::sensors::FlangeMotion;
    FlangeAcceleration: one_dimensional::sensors::FlangeAcceleration;
    FlangeFlow: one_dimensional::sensors::FlangeFlow;
    SpeedDependent: one_dimensional::drives::SpeedDependent, shows one_dimensional::drives::SpeedDependentVariable;
    Friction: one_dimensional::friction::FrictionLaw, shows one_dimensional::friction::FrictionVariable;
    Gap: one_dimensional::gap::GapLaw, shows one_dimensional::gap::GapVariable;
    Move: one_dimensional::prescribed_motion::MoveLaw;
    GasForce: gas_force::GasForceLaw, shows gas_force::GasForceVariable;
    FlangeStart: one_dimensional::sensors::FlangeStart, shows one_dimensional::sensors::FlangeStartVariable;
    Circuit: circuit::CircuitLaw, shows circuit::CircuitVariable;
    CircuitPorts: circuit_ports::CircuitPorts;
    Rope: multibody_fmu::RopeLaw, shows multibody_fmu::RopeVariable;
    Bushing: multibody_fmu::BushingLaw;
    PlaneContact: multibody_fmu::PlaneContactLaw, shows multibody_fmu::PlaneContactVariable;
    DrivenMotion: one_dimensional::prescribed_motion::DrivenMotion, shows one_dimensional::prescribed_motion::DrivenMotionVariable;
    ConstantSpeed: one_dimensional::prescribed_motion::ConstantSpeedLaw;
    FilteredPosition: one_dimensional::prescribed_motion::FilteredPosition, shows one_dimensional::prescribed_motion::FilteredPositionVariable;
    Conductance: heat::Conductance;
    TemperatureSensor: heat::TemperatureSensor;
    HeatFlow: heat::HeatFlow;
    Radiation: heat::Radiation;
    GivenTemperature: heat::GivenTemperature;
    Constant: blocks::waves::ConstantLaw;
    Clock: blocks::waves::ClockLaw;
    Expression: blocks::expression::ExpressionLaw;
    Sine: blocks::waves::SineLaw;
    Ramp: blocks::waves::RampLaw;
    Der: blocks::functions::DerLaw;
    Trapezoid: blocks::waves::TrapezoidLaw, shows blocks::waves::TrapezoidVariable;
    CombiTimeTable: blocks::tables::time_table::CombiTimeTableLaw;
    MatrixGain: blocks::functions::MatrixGainLaw;
    LinearRates: blocks::linear::LinearRates, shows blocks::linear::LinearVariable;
    LeastRates: blocks::linear::LeastRates, shows blocks::linear::LeastRatesVariable;
    LinearOutput: blocks::linear::LinearOutput;
    Reset: blocks::edges::ResetLaw;
    Function: blocks::functions::FunctionLaw;
    Selection: blocks::functions::Selection;
    PointToPoint: blocks::point_to_point::PointToPoint, shows blocks::point_to_point::PointToPointVariable;
    TableColumns: blocks::tables::interpolation::TableColumns;
    TableSurface: blocks::tables::surface::TableSurface;
    Limiter: blocks::limiter::LimiterLaw;
    LimitedRate: blocks::limiter::LimitedRateLaw;
    StateOutput: blocks::limiter::StateOutput;
    LimPid: blocks::lim_pid::LimPidLaw;
    WeightedSum: blocks::functions::WeightedSum;
    Comparison: blocks::comparisons::ComparisonLaw;
    Hysteresis: blocks::comparisons::HysteresisLaw;
    Timer: blocks::edges::TimerLaw;
    Memory: blocks::edges::MemoryLaw;
    LogicalDelay: blocks::edges::LogicalDelayLaw;
    TriggeredTrapezoid: blocks::edges::TriggeredTrapezoidLaw;
    ZeroCrossing: blocks::comparisons::ZeroCrossingLaw;
    TimedValue: blocks::timed_value::TimedValue, shows blocks::timed_value::TimedVariable;
    Rounding: blocks::functions::RoundingLaw;
    Extraction: blocks::functions::Extraction;
    When: blocks::when::WhenLaw;
    Before: blocks::when::BeforeLaw;
    Sampled: blocks::sampled::SampledLaw, shows blocks::sampled::SampledVariable;
    Delay: blocks::delay::DelayLaw;
}

/// Forwards methods of [`Law`] to any law.
macro_rules! pass_on {
    ($($method:ident $(<$scalar:ident>)? ($($argument:ident: $type:ty),*) -> $result:ty;)+) => {
        impl AnyLaw {
            $(
                #[doc = concat!("[`Law::", stringify!($method), "`]")]
                pub fn $method $(<$scalar: Scalar>)? (&self, $($argument: $type),*) -> $result {
                    with_law!(self, law => law.$method($($argument),*))
                }
            )+
        }
    };
}

pass_on! {
    stage() -> Stage;
    reads_speeds() -> bool;
    connections() -> Connections;
    acts() -> bool;
    reads_derivatives() -> bool;
    line() -> Option<[FrameId; 2]>;
    line_pull<T>(view: &MotionView<'_, T>) -> Option<LinePull<T>>;
    warning(view: &MotionView<'_, f64>) -> Option<Warning>;
    next_event(parameters: Parameters<'_, f64>, discrete: Discrete<'_>, now: Instant) -> Option<f64>;
    remembered() -> Option<(usize, Remembered)>;
    mode(parameters: Parameters<'_, f64>, time: f64) -> i32;
    first_mode() -> i32;
    has_mode(mode: i32) -> bool;
    mode_name(discrete: Discrete<'_>) -> Option<ModeName>;
    held() -> usize;
    settle(held: &mut [f64]) -> ();
    relations() -> usize;
    grip<T>(view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> Option<[T; 2]>;
    mesh<T>(view: &MotionView<'_, T>) -> Option<MeshLoss<T>>;
}

/// The view that a law has at its stage.
#[inline]
fn view_of<'v, 'a, L: Law, T: Scalar>(
    _law: &L,
    all: &'v mut ReactionView<'a, T>,
) -> &'v mut <L::Stage as LawStage>::View<'a, T> {
    L::Stage::of(all)
}

/// Methods of [`Law`] that modify the law or use the view of its stage, and its connections.
impl AnyLaw {
    /// Signals that it reads.
    pub fn inputs(&self) -> Vec<SignalIn> {
        self.connections().inputs
    }
    /// Signals that it reads at events only.
    pub fn sampled(&self) -> Vec<SignalIn> {
        self.connections().sampled
    }
    /// Signal that it writes.
    pub fn output(&self) -> Option<SignalOut> {
        self.connections().output
    }
    /// Elements that it reads or acts on besides its signals.
    pub fn contacts(&self) -> Vec<Contact> {
        self.connections().contacts
    }
    /// [`Law::prescribe_instead`]
    pub fn prescribe_instead(&mut self, flange: FlangeId, other: FlangeId) {
        with_law!(self, law => law.prescribe_instead(flange, other));
    }
    /// [`Law::evaluate`]
    pub fn evaluate<T: Scalar>(&self, view: &mut ReactionView<'_, T>, signals: &mut Signals<'_, T>) {
        with_law!(self, law => law.evaluate(view_of(law, view), signals));
    }
    /// [`Law::other_start`]
    pub fn other_start(&self, view: &mut ReactionView<'_, f64>, signals: &Signals<'_, f64>) -> Option<i32> {
        with_law!(self, law => law.other_start(view_of(law, view), signals))
    }
    /// [`Law::indicators`]
    pub fn indicators(&self, view: &mut ReactionView<'_, f64>, signals: &Signals<'_, f64>, indicators: &mut [f64]) {
        with_law!(self, law => law.indicators(view_of(law, view), signals, indicators));
    }
    /// [`Law::update`]
    pub fn update(&self, view: &mut ReactionView<'_, f64>, signals: &Signals<'_, f64>, event: &mut Event<'_>) {
        with_law!(self, law => law.update(view_of(law, view), signals, event));
    }
}
