//! Enumeration types of Modelica.Mechanics.MultiBody.Types and Modelica.

use super::Enumeration;

/// `Types.GravityTypes`
pub static GRAVITY_TYPES: Enumeration =
    Enumeration { name: "GravityTypes", literals: &["NoGravity", "UniformGravity", "PointGravity"] };
/// `Types.ResolveInFrameA`
pub static RESOLVE_IN_FRAME_A: Enumeration =
    Enumeration { name: "ResolveInFrameA", literals: &["world", "frame_a", "frame_resolve"] };
/// `Types.ResolveInFrameB`
pub static RESOLVE_IN_FRAME_B: Enumeration =
    Enumeration { name: "ResolveInFrameB", literals: &["world", "frame_b", "frame_resolve"] };
/// `Types.ResolveInFrameAB`
pub static RESOLVE_IN_FRAME_AB: Enumeration =
    Enumeration { name: "ResolveInFrameAB", literals: &["world", "frame_a", "frame_b", "frame_resolve"] };
/// `Types.RotationTypes`
pub static ROTATION_TYPES: Enumeration =
    Enumeration { name: "RotationTypes", literals: &["RotationAxis", "TwoAxesVectors", "PlanarRotationSequence"] };
/// `Blocks.Types.Smoothness`
pub static SMOOTHNESS: Enumeration = Enumeration {
    name: "Smoothness",
    literals: &[
        "LinearSegments",
        "ContinuousDerivative",
        "ConstantSegments",
        "MonotoneContinuousDerivative1",
        "MonotoneContinuousDerivative2",
        "ModifiedContinuousDerivative",
    ],
};
/// `Blocks.Types.Extrapolation`
pub static EXTRAPOLATION: Enumeration =
    Enumeration { name: "Extrapolation", literals: &["HoldLastPoint", "LastTwoPoints", "Periodic", "NoExtrapolation"] };
/// `Blocks.Types.TimeEvents`
pub static TIME_EVENTS: Enumeration =
    Enumeration { name: "TimeEvents", literals: &["Always", "AtDiscontinuities", "NoTimeEvents"] };
/// `StateSelect`
pub static STATE_SELECT: Enumeration =
    Enumeration { name: "StateSelect", literals: &["never", "avoid", "default", "prefer", "always"] };
/// `Blocks.Types.Init`
pub static INIT: Enumeration =
    Enumeration { name: "Init", literals: &["NoInit", "SteadyState", "InitialState", "InitialOutput"] };
/// `Blocks.Types.AnalogFilter`
pub static ANALOG_FILTER: Enumeration =
    Enumeration { name: "AnalogFilter", literals: &["CriticalDamping", "Bessel", "Butterworth", "ChebyshevI"] };
/// `Blocks.Types.FilterType`
pub static FILTER_TYPE: Enumeration =
    Enumeration { name: "FilterType", literals: &["LowPass", "HighPass", "BandPass", "BandStop"] };
/// `Blocks.Types.Regularization`
pub static REGULARIZATION: Enumeration =
    Enumeration { name: "Regularization", literals: &["Exp", "Sine", "Linear", "CoSine"] };
/// `Blocks.Types.SimpleController`
pub static SIMPLE_CONTROLLER: Enumeration =
    Enumeration { name: "SimpleController", literals: &["P", "PI", "PD", "PID"] };
