//! What a class's function sees of its component; [`registration`] is where it registers joints, masses, laws and variables.

mod registration;

use super::Class;
use super::elements::Elements;
use crate::frames::Sequence;
use crate::mechanism::{FlangeId, FrameId, PortId, Shape, SignalIn, SignalOut, Slot, Slot3, Slot9};
use std::collections::HashMap;

/// A connector of a component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConnectorHandle {
    /// Frame; more than one where it stands for connectors of parts.
    Frame(Vec<FrameId>),
    /// Flange.
    Flange(FlangeId),
    /// Heat port.
    Heat(PortId),
    /// Signal input.
    Input(SignalIn),
    /// Signal output.
    Output(SignalOut),
}

/// Value of a parameter that shapes the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Structural {
    /// Boolean.
    Boolean(bool),
    /// Literal, counted from 0.
    Literal(usize),
    /// Axes of three rotations.
    Sequence(Sequence),
}

/// Attributes that the model gives to a variable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VariableAttributes {
    /// Address of the start values.
    pub start: Option<usize>,
    /// Some element is fixed.
    pub fixed: bool,
}

/// A component that is being made.
#[derive(Debug)]
pub struct Element<'a> {
    /// Full name.
    pub name: &'a str,
    /// Class.
    pub class: &'static Class,
    /// Parameters that shape the model.
    pub structural: &'a HashMap<&'static str, Structural>,
    /// Addresses and shapes of the numeric parameters.
    pub parameters: &'a HashMap<&'static str, (usize, Shape)>,
    /// Parameters whose expressions are evaluated anew again and again: numbers of the formulas.
    pub formulas: &'a HashMap<&'static str, usize>,
    /// Connectors that exist.
    pub connectors: &'a HashMap<&'static str, ConnectorHandle>,
    /// Variables with what the model says of them.
    pub attributes: &'a HashMap<&'static str, VariableAttributes>,
    /// Elements of the parameter array.
    pub slots: &'a mut Vec<Slot>,
    /// Where to register.
    pub elements: &'a mut Elements,
}

impl Element<'_> {
    /// Value of a Boolean parameter.
    pub fn boolean(&self, name: &str) -> bool {
        matches!(self.structural.get(name), Some(Structural::Boolean(true)))
    }

    /// Literal of an enumeration parameter.
    pub fn literal(&self, name: &str) -> &'static str {
        let parameter = self.class.parameters.iter().find(|p| p.name == name);
        match (self.structural.get(name), parameter.map(|p| p.kind)) {
            (Some(Structural::Literal(k)), Some(super::ParameterKind::Enumeration(e))) => {
                e.literals.get(*k).copied().unwrap_or("")
            }
            _ => "",
        }
    }

    /// Value of a sequence of axes.
    pub fn sequence(&self, name: &str) -> Sequence {
        match self.structural.get(name) {
            Some(Structural::Sequence(s)) => *s,
            _ => Sequence::default(),
        }
    }

    /// Address of a number. The class declares every name it asks for; a wrong one is a fault of the class, which its tests show.
    pub fn real(&self, name: &str) -> usize {
        debug_assert!(self.parameters.contains_key(name), "{}: no parameter {name}", self.class.name);
        self.parameters.get(name).map_or(0, |(first, _)| *first)
    }

    /// Whether a number may differ from zero. Where the model leaves it at zero, no value but zero is legal.
    pub fn is_present(&mut self, name: &str) -> bool {
        let address = self.real(name);
        let Some(slot) = self.slots.get_mut(address) else { return false };
        let is_absent = slot.independent && slot.value == 0.0;
        if is_absent {
            slot.limit(Some(0.0), Some(0.0));
        }
        !is_absent
    }

    /// Shape of a number, vector or matrix.
    pub fn shape(&self, name: &str) -> Shape {
        self.parameters.get(name).map_or(Shape::Scalar, |(_, shape)| *shape)
    }

    /// Number of the formula that a parameter is, if it is one.
    pub fn formula(&self, name: &str) -> Option<usize> {
        self.formulas.get(name).copied()
    }

    /// Address of a vector.
    pub fn vector(&self, name: &str) -> Slot3 {
        Slot3(self.real(name))
    }

    /// Address of a matrix.
    pub fn matrix(&self, name: &str) -> Slot9 {
        Slot9(self.real(name))
    }

    /// Address of the start value of a variable that has one.
    pub fn start(&self, name: &str) -> usize {
        debug_assert!(
            self.attributes.get(name).is_some_and(|a| a.start.is_some()),
            "{}: no start {name}",
            self.class.name
        );
        self.attributes.get(name).and_then(|a| a.start).unwrap_or(0)
    }

    /// True when the model fixes a variable.
    pub fn is_fixed(&self, name: &str) -> bool {
        self.attributes.get(name).is_some_and(|a| a.fixed)
    }

    /// A frame connector.
    pub fn frame(&self, name: &str) -> FrameId {
        self.optional_frame(name).unwrap_or(0)
    }

    /// A frame connector that may not exist.
    pub fn optional_frame(&self, name: &str) -> Option<FrameId> {
        match self.connectors.get(name) {
            Some(ConnectorHandle::Frame(frames)) => frames.first().copied(),
            _ => None,
        }
    }

    /// A flange connector that may not exist.
    pub fn flange(&self, name: &str) -> Option<FlangeId> {
        match self.connectors.get(name) {
            Some(ConnectorHandle::Flange(flange)) => Some(*flange),
            _ => None,
        }
    }

    /// A heat port that may not exist.
    pub fn heat_port(&self, name: &str) -> Option<PortId> {
        match self.connectors.get(name) {
            Some(ConnectorHandle::Heat(port)) => Some(*port),
            _ => None,
        }
    }

    /// The heat port of a component that turns power into heat, if it is enabled; a law writes the flow.
    pub fn loss_port(&mut self) -> Option<PortId> {
        let port = self.heat_port("heatPort")?;
        self.elements.heat_sources.push(port);
        Some(port)
    }

    /// A signal input.
    pub fn input(&self, name: &str) -> SignalIn {
        match self.connectors.get(name) {
            Some(ConnectorHandle::Input(input)) => *input,
            _ => SignalIn { first: 0, size: 0 },
        }
    }

    /// A signal output that may not exist.
    pub fn output(&self, name: &str) -> Option<SignalOut> {
        match self.connectors.get(name) {
            Some(ConnectorHandle::Output(output)) => Some(*output),
            _ => None,
        }
    }

    /// Address of the start value of a variable or output, when it has one.
    pub fn optional_start(&self, name: &str) -> Option<usize> {
        self.attributes.get(name).and_then(|a| a.start)
    }
}
