//! The laws of all classes under one type, so that a model keeps them in one array and an evaluation needs no trait objects.

use mechanism::scalar::Scalar;
use mechanism::{
    Connections, Contact, Discrete, Event, FlangeId, FrameId, Instant, Law, LawStage, LawVariable, LinePull, Local,
    MeshLoss, ModeName, MotionView, Parameters, ReactionView, SignalIn, SignalOut, Signals, Stage, Warning,
};
use serde::{Deserialize, Serialize};

/// Variables that the list of laws knows.
pub(crate) trait ListedVariable: LawVariable {}

macro_rules! laws {
    ($($kind:ident: $law:ty $(, shows $variable:ty)?;)+) => {
        /// A law of any class.
        #[derive(Clone, Debug, Serialize, Deserialize)]
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
        )+

        /// Calculates an expression with the law inside of an [`AnyLaw`].
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
                    // The others have no variables.
                    _ => T::zero(),
                }
            }
        }
    };
}

laws! {
    WorldWrench: super::forces::WorldWrench;
    FrameWrench: super::forces::FrameWrench;
    LineForce: super::forces::LineForce, shows super::forces::LineVariable;
    MotionVector: super::sensors::MotionVector;
    AccelerationVector: super::sensors::AccelerationVector;
    Angles: super::sensors::AnglesLaw;
    Distance: super::sensors::DistanceLaw;
    RelativeMotion: super::joints::RelativeMotion;
    AcceleratedMotion: super::joints::AcceleratedMotion;
    Rod: super::joints::RodLaw, shows super::joints::RodVariable;
    RodAngle: super::joints::RodAngleLaw, shows super::joints::RodAngleVariable;
    Rolling: super::joints::RollingLaw, shows super::joints::RollingVariable;
    CutVector: super::sensors::CutVector;
    Power: super::sensors::PowerLaw;
    VectorTransformation: super::sensors::VectorTransformation;
    Compliance: super::one_dimensional::Compliance, shows super::one_dimensional::ComplianceVariable;
    FlangeDrive: super::one_dimensional::FlangeDrive, shows super::one_dimensional::FlangeDriveVariable;
    InverseSpeed: super::one_dimensional::InverseSpeed, shows super::one_dimensional::InverseSpeedVariable;
    RollingResistance: super::translational::RollingResistance, shows super::translational::RollingResistanceVariable;
    EddyCurrent: super::one_dimensional::EddyCurrent, shows super::one_dimensional::EddyCurrentVariable;
    FlangeMiddle: super::one_dimensional::FlangeMiddle, shows super::one_dimensional::FlangeMiddleVariable;
    FlangeDistance: super::one_dimensional::FlangeDistance, shows super::one_dimensional::FlangeDistanceVariable;
    FlangeMotion: super::one_dimensional::FlangeMotion;
    FlangeAcceleration: super::one_dimensional::FlangeAcceleration;
    FlangeFlow: super::one_dimensional::FlangeFlow;
    SpeedDependent: super::one_dimensional::SpeedDependent, shows super::one_dimensional::SpeedDependentVariable;
    Friction: super::one_dimensional::FrictionLaw, shows super::one_dimensional::FrictionVariable;
    Gap: super::one_dimensional::GapLaw, shows super::one_dimensional::GapVariable;
    Move: super::one_dimensional::MoveLaw;
    GasForce: super::examples::GasForceLaw, shows super::examples::GasForceVariable;
    FlangeStart: super::one_dimensional::FlangeStart, shows super::one_dimensional::FlangeStartVariable;
    Circuit: super::electrical::CircuitLaw, shows super::electrical::CircuitVariable;
    Rope: super::multibody_fmu::RopeLaw, shows super::multibody_fmu::RopeVariable;
    Bushing: super::multibody_fmu::BushingLaw;
    PlaneContact: super::multibody_fmu::PlaneContactLaw, shows super::multibody_fmu::PlaneContactVariable;
    DrivenMotion: super::one_dimensional::DrivenMotion, shows super::one_dimensional::DrivenMotionVariable;
    ConstantSpeed: super::one_dimensional::ConstantSpeedLaw;
    FilteredPosition: super::one_dimensional::FilteredPosition, shows super::one_dimensional::FilteredPositionVariable;
    Conductance: super::thermal::Conductance;
    Constant: super::blocks::ConstantLaw;
    Clock: super::blocks::ClockLaw;
    Expression: super::blocks::ExpressionLaw;
    Sine: super::blocks::SineLaw;
    Ramp: super::blocks::RampLaw;
    Der: super::blocks::DerLaw;
    Trapezoid: super::blocks::TrapezoidLaw;
    CombiTimeTable: super::blocks::CombiTimeTableLaw;
    MatrixGain: super::blocks::MatrixGainLaw;
    LinearRates: super::blocks::LinearRates, shows super::blocks::LinearVariable;
    LeastRates: super::blocks::LeastRates, shows super::blocks::LeastRatesVariable;
    LinearOutput: super::blocks::LinearOutput;
    Reset: super::blocks::ResetLaw;
    Function: super::blocks::FunctionLaw;
    Selection: super::blocks::Selection;
    PointToPoint: super::blocks::PointToPoint, shows super::blocks::PointToPointVariable;
    TableColumns: super::blocks::TableColumns;
    TableSurface: super::blocks::TableSurface;
    Limiter: super::blocks::LimiterLaw;
    LimitedRate: super::blocks::LimitedRateLaw;
    StateOutput: super::blocks::StateOutput;
    LimPid: super::blocks::LimPidLaw;
    WeightedSum: super::blocks::WeightedSum;
    Comparison: super::blocks::ComparisonLaw;
    Hysteresis: super::blocks::HysteresisLaw;
    Timer: super::blocks::TimerLaw;
    Memory: super::blocks::MemoryLaw;
    LogicalDelay: super::blocks::DelayLaw;
    TriggeredTrapezoid: super::blocks::TriggeredTrapezoidLaw;
    ZeroCrossing: super::blocks::ZeroCrossingLaw;
    TimedValue: super::blocks::TimedValue;
    Rounding: super::blocks::RoundingLaw;
    Extraction: super::blocks::Extraction;
}

/// Methods of [`Law`] for any law.
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
    mode(parameters: Parameters<'_, f64>, time: f64) -> i32;
    first_mode() -> i32;
    has_mode(mode: i32) -> bool;
    mode_name(discrete: Discrete<'_>) -> Option<ModeName>;
    held() -> usize;
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

/// Methods of [`Law`] that change the law, or see the quantities of its stage, and parts of its connections.
impl AnyLaw {
    /// Signals it reads.
    pub fn inputs(&self) -> Vec<SignalIn> {
        self.connections().inputs
    }
    /// Signal it writes.
    pub fn output(&self) -> Option<SignalOut> {
        self.connections().output
    }
    /// Everything that it reads or acts on besides its signals.
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
