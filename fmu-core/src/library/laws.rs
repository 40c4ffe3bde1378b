//! The laws of all classes under one type, so that a model keeps them in one array and an evaluation needs no trait objects.

use crate::mechanism::{Contact, FlangeId, FrameId, Law, LinePull, SignalIn, SignalOut, Stage, View, Warning};
use crate::scalar::Scalar;

macro_rules! laws {
    ($($kind:ident: $law:ty),+ $(,)?) => {
        /// A law of any class.
        #[derive(Clone, Debug)]
        pub enum AnyLaw {
            $(#[doc = concat!("[`", stringify!($law), "`]")] $kind($law)),+
        }

        $(impl From<$law> for AnyLaw {
            fn from(law: $law) -> Self {
                Self::$kind(law)
            }
        })+

        impl Law for AnyLaw {
            fn stage(&self) -> Stage {
                match self { $(Self::$kind(law) => law.stage()),+ }
            }
            fn reads_speeds(&self) -> bool {
                match self { $(Self::$kind(law) => law.reads_speeds()),+ }
            }
            fn inputs(&self) -> Vec<SignalIn> {
                match self { $(Self::$kind(law) => law.inputs()),+ }
            }
            fn output(&self) -> Option<SignalOut> {
                match self { $(Self::$kind(law) => law.output()),+ }
            }
            fn contacts(&self) -> Vec<Contact> {
                match self { $(Self::$kind(law) => law.contacts()),+ }
            }
            fn acts(&self) -> bool {
                match self { $(Self::$kind(law) => law.acts()),+ }
            }
            fn reads_derivatives(&self) -> bool {
                match self { $(Self::$kind(law) => law.reads_derivatives()),+ }
            }
            fn line(&self) -> Option<[FrameId; 2]> {
                match self { $(Self::$kind(law) => law.line()),+ }
            }
            fn pull<T: Scalar>(&self, view: &View<'_, T>) -> Option<LinePull<T>> {
                match self { $(Self::$kind(law) => law.pull(view)),+ }
            }
            fn prescribe_instead(&mut self, flange: FlangeId, other: FlangeId) {
                match self { $(Self::$kind(law) => law.prescribe_instead(flange, other)),+ }
            }
            fn evaluate<T: Scalar>(&self, view: &mut View<'_, T>) {
                match self { $(Self::$kind(law) => law.evaluate(view)),+ }
            }
            fn variable<T: Scalar>(&self, view: &View<'_, T>, index: usize) -> T {
                match self { $(Self::$kind(law) => law.variable(view, index)),+ }
            }
            fn warning(&self, view: &View<'_, f64>) -> Option<Warning> {
                match self { $(Self::$kind(law) => law.warning(view)),+ }
            }
            fn next_event(&self, parameters: &[f64], time: f64) -> Option<f64> {
                match self { $(Self::$kind(law) => law.next_event(parameters, time)),+ }
            }
            fn mode(&self, parameters: &[f64], time: f64) -> i32 {
                match self { $(Self::$kind(law) => law.mode(parameters, time)),+ }
            }
            fn has_mode(&self, mode: i32) -> bool {
                match self { $(Self::$kind(law) => law.has_mode(mode)),+ }
            }
        }
    };
}

laws! {
    WorldWrench: super::forces::WorldWrench,
    FrameWrench: super::forces::FrameWrench,
    LineForce: super::forces::LineForce,
    AbsoluteVector: super::sensors::AbsoluteVector,
    AbsoluteAngles: super::sensors::AbsoluteAngles,
    RelativeVector: super::sensors::RelativeVector,
    RelativeAngles: super::sensors::RelativeAngles,
    Distance: super::sensors::DistanceLaw,
    RelativeMotion: super::joints::RelativeMotion,
    Rod: super::joints::RodLaw,
    RodAngle: super::joints::RodAngleLaw,
    Rolling: super::joints::RollingLaw,
    CutVector: super::sensors::CutVector,
    Power: super::sensors::PowerLaw,
    VectorTransformation: super::sensors::VectorTransformation,
    Compliance: super::rotational::Compliance,
    FlangeDrive: super::rotational::FlangeDrive,
    FlangeMiddle: super::rotational::FlangeMiddle,
    FlangeDistance: super::rotational::FlangeDistance,
    FlangeSensor: super::rotational::FlangeSensor,
    QuadraticTorque: super::rotational::QuadraticTorque,
    Move: super::rotational::MoveLaw,
    ConstantSpeed: super::rotational::ConstantSpeedLaw,
    FilteredPosition: super::rotational::FilteredPosition,
    Conductance: super::thermal::Conductance,
    Constant: super::blocks::ConstantLaw,
    Expression: super::blocks::ExpressionLaw,
    Sine: super::blocks::SineLaw,
    Step: super::blocks::StepLaw,
    Ramp: super::blocks::RampLaw,
    Der: super::blocks::DerLaw,
    Trapezoid: super::blocks::TrapezoidLaw,
    CombiTimeTable: super::blocks::CombiTimeTableLaw,
    MatrixGain: super::blocks::MatrixGainLaw,
    WeightedSum: super::blocks::WeightedSum,
    LessEqualThreshold: super::blocks::LessEqualThresholdLaw,
}
