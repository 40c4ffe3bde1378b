//! Connectors as a class declares them.

use mechanism::Shape;

/// Type of a connector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConnectorKind {
    /// Frame of a rigid mechanism (r_0, R, f, t).
    Frame,
    /// Frame that only tells an orientation (frame_resolve).
    FrameResolve,
    /// Rotational flange (phi, tau).
    RotationalFlange,
    /// Translational flange (s, f).
    TranslationalFlange,
    /// Heat port (T, Q_flow).
    HeatPort,
    /// Electrical pin (v, i).
    Pin,
    /// Signal input of `size` elements.
    SignalInput(usize),
    /// Signal output of `size` elements.
    SignalOutput(usize),
    /// Boolean signal input of `size` elements: 0 or 1.
    BooleanInput(usize),
    /// Boolean signal output of `size` elements: 0 or 1.
    BooleanOutput(usize),
    /// Integer signal input of `size` elements: whole numbers.
    IntegerInput(usize),
    /// Integer signal output of `size` elements: whole numbers.
    IntegerOutput(usize),
}

/// What the elements of a signal or of a variable are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignalType {
    /// Numbers.
    Real,
    /// 0 or 1, which changes at events only.
    Boolean,
    /// Whole numbers, which change at events only.
    Integer,
}

/// How many elements a signal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignalSize {
    /// As its kind says.
    Declared,
    /// As many as the matrix parameter has rows.
    Rows(&'static str),
    /// As many as the vector parameter has elements.
    Elements(&'static str),
    /// As many as the whole number says.
    Integer(&'static str),
    /// As many as these whole numbers together.
    Sum(&'static [&'static str]),
    /// As many as the longest of these vector parameters has elements.
    Longest(&'static [&'static str]),
    /// As many as the matrix parameter has columns, less that many.
    Columns(&'static str, usize),
}

/// When a connector exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// Always.
    Always,
    /// The Boolean parameter is true.
    Boolean(&'static str),
    /// All Boolean parameters are true.
    Booleans(&'static [&'static str]),
    /// The enumeration parameter has that literal.
    Literal(&'static str, &'static str),
    /// One of these enumeration parameters has that literal.
    AnyLiteral(&'static [&'static str], &'static str),
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
    /// What it is.
    pub description: &'static str,
    /// When it exists.
    pub condition: Condition,
    /// It always has a start value, which its class reads.
    pub has_start: bool,
    /// Number of elements of a signal.
    pub size: SignalSize,
    /// A signal output that is an output of the FMU as well.
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
    connector(name, ConnectorKind::SignalInput(n), unit, description)
}

/// A signal output of one Real number.
pub const fn real_output(name: &'static str, unit: &'static str, description: &'static str) -> Connector {
    connector(name, ConnectorKind::SignalOutput(1), unit, description)
}

impl Connector {
    /// A signal with that many elements.
    pub const fn sized(mut self, size: SignalSize) -> Self {
        self.size = size;
        self
    }
    /// Exists only when the Boolean parameter is true.
    pub const fn when(mut self, parameter: &'static str) -> Self {
        self.condition = Condition::Boolean(parameter);
        self
    }
    /// Exists only when all these Boolean parameters are true.
    pub const fn when_all(mut self, parameters: &'static [&'static str]) -> Self {
        self.condition = Condition::Booleans(parameters);
        self
    }
    /// It always has a start value, which its class reads.
    pub const fn with_start(mut self) -> Self {
        self.has_start = true;
        self
    }
    /// A signal output of a sensor: it is an output of the FMU as well.
    pub const fn measured(mut self) -> Self {
        self.is_measured = true;
        self
    }
    /// Exists only when the enumeration parameter has that literal.
    pub const fn when_literal(mut self, parameter: &'static str, literal: &'static str) -> Self {
        self.condition = Condition::Literal(parameter, literal);
        self
    }
    /// Exists only when one of the enumeration parameters has that literal.
    pub const fn when_any_literal(mut self, parameters: &'static [&'static str], literal: &'static str) -> Self {
        self.condition = Condition::AnyLiteral(parameters, literal);
        self
    }
}

impl ConnectorKind {
    /// Number of elements of a signal, 1 for others.
    pub const fn size(self) -> usize {
        match self {
            Self::SignalInput(n) | Self::SignalOutput(n) => n,
            Self::BooleanInput(n) | Self::BooleanOutput(n) => n,
            Self::IntegerInput(n) | Self::IntegerOutput(n) => n,
            _ => 1,
        }
    }

    /// The same kind of signal with another number of elements; what is no signal stays as it is.
    pub const fn with_size(self, size: usize) -> Self {
        match self {
            Self::SignalInput(_) => Self::SignalInput(size),
            Self::SignalOutput(_) => Self::SignalOutput(size),
            Self::BooleanInput(_) => Self::BooleanInput(size),
            Self::BooleanOutput(_) => Self::BooleanOutput(size),
            Self::IntegerInput(_) => Self::IntegerInput(size),
            Self::IntegerOutput(_) => Self::IntegerOutput(size),
            kind => kind,
        }
    }

    /// What the elements of a signal are; nothing where it is none.
    pub const fn signal_type(self) -> Option<SignalType> {
        match self {
            Self::SignalInput(_) | Self::SignalOutput(_) => Some(SignalType::Real),
            Self::BooleanInput(_) | Self::BooleanOutput(_) => Some(SignalType::Boolean),
            Self::IntegerInput(_) | Self::IntegerOutput(_) => Some(SignalType::Integer),
            _ => None,
        }
    }

    /// True for signals of any type.
    pub const fn is_signal(self) -> bool {
        self.signal_type().is_some()
    }

    /// True for signal inputs of any type.
    pub const fn is_input(self) -> bool {
        matches!(self, Self::SignalInput(_) | Self::BooleanInput(_) | Self::IntegerInput(_))
    }

    /// True for signal outputs of any type.
    pub const fn is_output(self) -> bool {
        matches!(self, Self::SignalOutput(_) | Self::BooleanOutput(_) | Self::IntegerOutput(_))
    }

    /// Shape of a signal.
    pub const fn shape(self) -> Shape {
        match self.size() {
            1 => Shape::Scalar,
            n => Shape::Vector(n),
        }
    }
}
