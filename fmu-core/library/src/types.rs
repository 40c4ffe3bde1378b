//! Enumeration types of Modelica.Mechanics.MultiBody.Types and Modelica.

use super::Enumeration;
use binary::{Binary, Reader, Writer};

macro_rules! enumerations {
    ($($(#[$meta:meta])* $id:ident: $name:literal $literals:tt;)+) => {
        $($(#[$meta])* pub static $id: Enumeration = Enumeration { name: $name, literals: &$literals };)+

        /// All types.
        static ALL: &[&Enumeration] = &[$(&$id),+];
    };
}

enumerations! {
    /// `Types.GravityTypes`
    GRAVITY_TYPES: "GravityTypes" ["NoGravity", "UniformGravity", "PointGravity"];
    /// `Types.ResolveInFrameA`
    RESOLVE_IN_FRAME_A: "ResolveInFrameA" ["world", "frame_a", "frame_resolve"];
    /// `Types.ResolveInFrameB`
    RESOLVE_IN_FRAME_B: "ResolveInFrameB" ["world", "frame_b", "frame_resolve"];
    /// `Types.ResolveInFrameAB`
    RESOLVE_IN_FRAME_AB: "ResolveInFrameAB" ["world", "frame_a", "frame_b", "frame_resolve"];
    /// `Types.RotationTypes`
    ROTATION_TYPES: "RotationTypes" ["RotationAxis", "TwoAxesVectors", "PlanarRotationSequence"];
    /// `Blocks.Types.Smoothness`
    SMOOTHNESS: "Smoothness" [
        "LinearSegments",
        "ContinuousDerivative",
        "ConstantSegments",
        "MonotoneContinuousDerivative1",
        "MonotoneContinuousDerivative2",
        "ModifiedContinuousDerivative",
    ];
    /// `Blocks.Types.Extrapolation`
    EXTRAPOLATION: "Extrapolation" ["HoldLastPoint", "LastTwoPoints", "Periodic", "NoExtrapolation"];
    /// `Blocks.Types.TimeEvents`
    TIME_EVENTS: "TimeEvents" ["Always", "AtDiscontinuities", "NoTimeEvents"];
    /// `StateSelect`
    STATE_SELECT: "StateSelect" ["never", "avoid", "default", "prefer", "always"];
    /// `Blocks.Types.Init`
    INIT: "Init" ["NoInit", "SteadyState", "InitialState", "InitialOutput"];
    /// `Blocks.Types.AnalogFilter`
    ANALOG_FILTER: "AnalogFilter" ["CriticalDamping", "Bessel", "Butterworth", "ChebyshevI"];
    /// `Blocks.Types.FilterType`
    FILTER_TYPE: "FilterType" ["LowPass", "HighPass", "BandPass", "BandStop"];
    /// `Blocks.Types.Regularization`
    REGULARIZATION: "Regularization" ["Exp", "Sine", "Linear", "CoSine"];
    /// `Blocks.Types.LimiterHomotopy`
    LIMITER_HOMOTOPY: "LimiterHomotopy" ["NoHomotopy", "Linear", "UpperLimit", "LowerLimit"];
    /// `Blocks.Types.VariableLimiterHomotopy`
    VARIABLE_LIMITER_HOMOTOPY: "VariableLimiterHomotopy" ["NoHomotopy", "Linear", "Fixed"];
    /// `Blocks.Types.SimpleController`
    SIMPLE_CONTROLLER: "SimpleController" ["P", "PI", "PD", "PID"];
}

/// The type with this name.
pub fn by_name(name: &str) -> Option<&'static Enumeration> {
    ALL.iter().copied().find(|enumeration| enumeration.name == name)
}

/// Written by its name.
impl Binary for &'static Enumeration {
    fn write(&self, writer: &mut Writer<'_>) {
        writer.text(self.name);
    }

    fn read(reader: &mut Reader<'_>) -> Self {
        let name = reader.text();
        by_name(name).unwrap_or_else(|| {
            reader.fail();
            ALL[0]
        })
    }
}
