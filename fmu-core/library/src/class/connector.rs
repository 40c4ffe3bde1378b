//! Declarations of connectors.

use mechanism::Shape;

/// Type of a connector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConnectorKind {
    /// Frame of a rigid mechanism (r_0, R, f, t).
    Frame,
    /// Frame that is only used for its orientation (frame_resolve).
    FrameResolve,
    /// Rotational flange (phi, tau).
    RotationalFlange,
    /// Translational flange (s, f).
    TranslationalFlange,
    /// Heat port (T, Q_flow).
    HeatPort,
    /// Electrical pin (v, i).
    Pin,
    /// Signal input of that many elements.
    Input(SignalType, usize),
    /// Signal output of that many elements.
    Output(SignalType, usize),
}

/// Type of the elements of a signal or variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignalType {
    /// Numbers.
    Real,
    /// 0 or 1, which changes at events only.
    Boolean,
    /// Whole numbers, which change at events only.
    Integer,
}

/// Number of elements of a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignalSize {
    /// The size given by its kind.
    Declared,
    /// The number of rows of a matrix parameter.
    Rows(&'static str),
    /// The value of an Integer parameter.
    Integer(&'static str),
    /// The sum of Integer parameters.
    Sum(&'static [&'static str]),
    /// The number of elements of the longest of vector parameters.
    Longest(&'static [&'static str]),
    /// The number of columns of a matrix parameter, minus a number.
    Columns(&'static str, usize),
}

/// Condition for the existence of a connector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// Always.
    Always,
    /// The structural parameter has this value: `true`, `false` or a literal.
    Is(&'static str, &'static str),
    /// At least one of the parameters has this value.
    Any(&'static [&'static str], &'static str),
    /// All of these Boolean parameters are true.
    All(&'static [&'static str]),
}

/// A connector.
#[derive(Clone, Copy, Debug)]
pub struct Connector {
    /// Name.
    pub name: &'static str,
    /// Type.
    pub kind: ConnectorKind,
    /// Unit of a signal; empty when dimensionless.
    pub unit: &'static str,
    /// Description in the FMU.
    pub description: &'static str,
    /// Condition for its existence.
    pub condition: Condition,
    /// It always has a start value, which the class reads.
    pub has_start: bool,
    /// Number of elements of a signal.
    pub size: SignalSize,
    /// The signal output is also an output of the FMU.
    pub is_measured: bool,
}

/// A connector that always exists.
pub const fn connector(
    name: &'static str,
    kind: ConnectorKind,
    unit: &'static str,
    description: &'static str,
) -> Connector {
    Connector {
        name,
        kind,
        unit,
        description,
        condition: Condition::Always,
        has_start: false,
        size: SignalSize::Declared,
        is_measured: false,
    }
}

/// A frame connector.
pub const fn frame(name: &'static str, description: &'static str) -> Connector {
    connector(name, ConnectorKind::Frame, "", description)
}

/// A signal input of one Real number.
pub const fn real_input(name: &'static str, unit: &'static str, description: &'static str) -> Connector {
    real_inputs(name, 1, unit, description)
}

/// A signal input of `n` Real numbers.
pub const fn real_inputs(name: &'static str, n: usize, unit: &'static str, description: &'static str) -> Connector {
    connector(name, ConnectorKind::Input(SignalType::Real, n), unit, description)
}

/// A signal output of one Real number.
pub const fn real_output(name: &'static str, unit: &'static str, description: &'static str) -> Connector {
    connector(name, ConnectorKind::Output(SignalType::Real, 1), unit, description)
}

/// A signal output of one Boolean.
pub const fn boolean_output(name: &'static str, description: &'static str) -> Connector {
    connector(name, ConnectorKind::Output(SignalType::Boolean, 1), "", description)
}

impl Connector {
    /// Sets the number of elements of a signal.
    pub const fn sized(self, size: SignalSize) -> Self {
        Self { size, ..self }
    }
    /// Makes it conditional on a Boolean parameter.
    pub const fn when(self, parameter: &'static str) -> Self {
        self.when_is(parameter, "true")
    }
    /// Makes it conditional on a value of a structural parameter.
    pub const fn when_is(self, parameter: &'static str, value: &'static str) -> Self {
        Self { condition: Condition::Is(parameter, value), ..self }
    }
    /// Makes it conditional on all of these Boolean parameters.
    pub const fn when_all(self, parameters: &'static [&'static str]) -> Self {
        Self { condition: Condition::All(parameters), ..self }
    }
    /// Makes it conditional on a value of one of these structural parameters.
    pub const fn when_any(self, parameters: &'static [&'static str], value: &'static str) -> Self {
        Self { condition: Condition::Any(parameters, value), ..self }
    }
    /// Makes the signal output of a sensor an output of the FMU.
    pub const fn measured(self) -> Self {
        Self { is_measured: true, ..self }
    }
}

impl ConnectorKind {
    /// Number of elements of a signal, 1 for others.
    pub const fn size(self) -> usize {
        match self {
            Self::Input(_, n) | Self::Output(_, n) => n,
            _ => 1,
        }
    }

    /// The same type of signal with another number of elements; other connectors do not change.
    pub const fn with_size(self, size: usize) -> Self {
        match self {
            Self::Input(of, _) => Self::Input(of, size),
            Self::Output(of, _) => Self::Output(of, size),
            kind => kind,
        }
    }

    /// Type of the elements of a signal; none for other connectors.
    pub const fn signal_type(self) -> Option<SignalType> {
        match self {
            Self::Input(of, _) | Self::Output(of, _) => Some(of),
            _ => None,
        }
    }

    /// True for signals of any type.
    pub const fn is_signal(self) -> bool {
        self.signal_type().is_some()
    }

    /// True for signal inputs of any type.
    pub const fn is_input(self) -> bool {
        matches!(self, Self::Input(..))
    }

    /// True for signal outputs of any type.
    pub const fn is_output(self) -> bool {
        matches!(self, Self::Output(..))
    }

    /// Shape of a signal.
    pub const fn shape(self) -> Shape {
        match self.size() {
            1 => Shape::Scalar,
            n => Shape::Vector(n),
        }
    }
}
