//! The laws of all classes under one type, so that a model keeps them in one array and an evaluation needs no trait objects.

use mechanism::scalar::Scalar;
use mechanism::{
    Contact, Discrete, Event, FlangeId, FrameId, Instant, Law, LawStage, LawVariable, LinePull, Local, MeshLoss,
    ModeName, MotionView, Parameters, ReactionView, SignalIn, SignalOut, Signals, Stage, Warning,
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

        /// What [`Law`] says, whatever the law.
        impl AnyLaw {
            /// The stage whose results it needs.
            pub fn stage(&self) -> Stage {
                match self { $(Self::$kind(law) => law.stage()),+ }
            }
            /// [`Law::reads_speeds`].
            pub fn reads_speeds(&self) -> bool {
                match self { $(Self::$kind(law) => law.reads_speeds()),+ }
            }
            /// [`Law::inputs`].
            pub fn inputs(&self) -> Vec<SignalIn> {
                match self { $(Self::$kind(law) => law.inputs()),+ }
            }
            /// [`Law::output`].
            pub fn output(&self) -> Option<SignalOut> {
                match self { $(Self::$kind(law) => law.output()),+ }
            }
            /// [`Law::contacts`].
            pub fn contacts(&self) -> Vec<Contact> {
                match self { $(Self::$kind(law) => law.contacts()),+ }
            }
            /// [`Law::acts`].
            pub fn acts(&self) -> bool {
                match self { $(Self::$kind(law) => law.acts()),+ }
            }
            /// [`Law::reads_derivatives`].
            pub fn reads_derivatives(&self) -> bool {
                match self { $(Self::$kind(law) => law.reads_derivatives()),+ }
            }
            /// [`Law::line`].
            pub fn line(&self) -> Option<[FrameId; 2]> {
                match self { $(Self::$kind(law) => law.line()),+ }
            }
            /// [`Law::line_pull`].
            pub fn line_pull<T: Scalar>(&self, view: &MotionView<'_, T>) -> Option<LinePull<T>> {
                match self { $(Self::$kind(law) => law.line_pull(view)),+ }
            }
            /// [`Law::prescribe_instead`].
            pub fn prescribe_instead(&mut self, flange: FlangeId, other: FlangeId) {
                match self { $(Self::$kind(law) => law.prescribe_instead(flange, other)),+ }
            }
            /// [`Law::evaluate`].
            pub fn evaluate<T: Scalar>(&self, view: &mut ReactionView<'_, T>, signals: &mut Signals<'_, T>) {
                match self { $(Self::$kind(law) => law.evaluate(<$law as Law>::Stage::of(view), signals)),+ }
            }
            /// Value of a variable that is no signal.
            pub fn variable<T: Scalar>(&self, local: Local, view: &ReactionView<'_, T>, signals: &Signals<'_, T>) -> T {
                match self {
                    $($(Self::$kind(law) => <$variable>::value(law, local, view, signals),)?)+
                    // These have none, so that there is no such `local` for them.
                    _ => T::zero(),
                }
            }
            /// [`Law::warning`].
            pub fn warning(&self, view: &MotionView<'_, f64>) -> Option<Warning> {
                match self { $(Self::$kind(law) => law.warning(view)),+ }
            }
            /// [`Law::next_event`].
            pub fn next_event(&self, parameters: &[f64], discrete: Discrete<'_>, now: Instant) -> Option<f64> {
                match self { $(Self::$kind(law) => law.next_event(Parameters::new(parameters), discrete, now)),+ }
            }
            /// [`Law::mode`].
            pub fn mode(&self, parameters: &[f64], time: f64) -> i32 {
                match self { $(Self::$kind(law) => law.mode(Parameters::new(parameters), time)),+ }
            }
            /// [`Law::first_mode`].
            pub fn first_mode(&self) -> i32 {
                match self { $(Self::$kind(law) => law.first_mode()),+ }
            }
            /// [`Law::other_start`].
            pub fn other_start(&self, view: &mut ReactionView<'_, f64>, signals: &Signals<'_, f64>) -> Option<i32> {
                match self { $(Self::$kind(law) => law.other_start(<$law as Law>::Stage::of(view), signals)),+ }
            }
            /// [`Law::has_mode`].
            pub fn has_mode(&self, mode: i32) -> bool {
                match self { $(Self::$kind(law) => law.has_mode(mode)),+ }
            }
            /// [`Law::mode_name`].
            pub fn mode_name(&self, discrete: Discrete<'_>) -> Option<ModeName> {
                match self { $(Self::$kind(law) => law.mode_name(discrete)),+ }
            }
            /// [`Law::held`].
            pub fn held(&self) -> usize {
                match self { $(Self::$kind(law) => law.held()),+ }
            }
            /// [`Law::relations`].
            pub fn relations(&self) -> usize {
                match self { $(Self::$kind(law) => law.relations()),+ }
            }
            /// [`Law::indicators`].
            pub fn indicators(&self, view: &mut ReactionView<'_, f64>, signals: &Signals<'_, f64>, indicators: &mut [f64]) {
                match self { $(Self::$kind(law) => law.indicators(<$law as Law>::Stage::of(view), signals, indicators)),+ }
            }
            /// [`Law::update`].
            pub fn update(&self, view: &mut ReactionView<'_, f64>, signals: &Signals<'_, f64>, event: &mut Event<'_>) {
                match self { $(Self::$kind(law) => law.update(<$law as Law>::Stage::of(view), signals, event)),+ }
            }
            /// [`Law::grip`].
            pub fn grip<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> Option<[T; 2]> {
                match self { $(Self::$kind(law) => law.grip(view, signals)),+ }
            }
            /// [`Law::mesh`].
            pub fn mesh<T: Scalar>(&self, view: &MotionView<'_, T>) -> Option<MeshLoss<T>> {
                match self { $(Self::$kind(law) => law.mesh(view)),+ }
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
