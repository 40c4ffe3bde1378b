//! A component under construction: lookup of its parameters and connectors for the build function of its class.
//! [`registration`] has the functions that register joints and laws.

mod registration;

pub use registration::LawHandle;

use crate::elements::Elements;
use crate::laws::given::Given;
use crate::laws::resolve::Resolve;
use crate::{ByName, Class, Connector, ConnectorKind};
use mechanism::frames::Sequence;
use mechanism::{
    FlangeId, FrameId, PinId, PortId, Real, Reals, ScalarIn, ScalarOut, Shape, SignalIn, SignalOut, Slot, Slot3,
    VectorIn, VectorOut,
};
use std::cell::RefCell;
use std::sync::Arc;

/// A connector of a component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConnectorHandle {
    /// Frame; several if the connector is connected to several parts.
    Frame(Arc<[FrameId]>),
    /// Flange.
    Flange(FlangeId),
    /// Heat port.
    Heat(PortId),
    /// Electrical pin.
    Pin(PinId),
    /// Signal input.
    Input(SignalIn),
    /// Signal output.
    Output(SignalOut),
}

/// Value of a structural parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Structural {
    /// Boolean.
    Boolean(bool),
    /// Whole number.
    Integer(i32),
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
    /// At least one element is fixed.
    pub fixed: bool,
}

/// A component under construction.
#[derive(Debug)]
pub struct Element<'a> {
    /// Full name.
    pub name: &'a str,
    /// Number of the component.
    pub component: usize,
    /// Class.
    pub class: &'static Class,
    /// Structural parameters.
    pub structural: &'a ByName<Structural>,
    /// Addresses and shapes of the numeric parameters.
    pub parameters: &'a ByName<(usize, Shape)>,
    /// Numbers of the formulas of parameters whose expressions are evaluated during the simulation.
    pub formulas: &'a ByName<usize>,
    /// Connectors that exist.
    pub connectors: &'a ByName<ConnectorHandle>,
    /// Attributes of variables.
    pub attributes: &'a ByName<VariableAttributes>,
    /// Elements of the parameter array.
    pub slots: &'a mut Vec<Slot>,
    /// Names of all flanges.
    pub flange_names: &'a mut Vec<String>,
    /// Registered elements of all components.
    pub elements: &'a mut Elements,
    /// Undeclared names that the class has asked for.
    pub faults: RefCell<Vec<ClassFault>>,
}

/// A name that a class asks for but does not declare: an error in the class, not in the model. The class gets a
/// placeholder, so that a model with such a component must not be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassFault {
    /// Kind of name: a parameter, a connector.
    pub what: &'static str,
    /// The name.
    pub name: String,
}

impl Element<'_> {
    /// Value of a Boolean parameter.
    pub fn boolean(&self, name: &str) -> bool {
        let value = if let Some(Structural::Boolean(value)) = self.structural.get(name) { Some(*value) } else { None };
        self.expect(value, "the Boolean parameter", name, false)
    }

    /// Value of an Integer parameter.
    pub fn integer(&self, name: &str) -> i32 {
        let value = if let Some(Structural::Integer(value)) = self.structural.get(name) { Some(*value) } else { None };
        self.expect(value, "the integer parameter", name, 1)
    }

    /// Returns true if the class declares a parameter.
    pub fn has_parameter(&self, name: &str) -> bool {
        self.class.parameters.iter().any(|parameter| parameter.name == name)
    }

    /// Literal of an enumeration parameter.
    pub fn literal(&self, name: &str) -> &'static str {
        self.expect(self.class.literal(self.structural, name), "the enumeration parameter", name, "")
    }

    /// Value of a sequence of axes.
    pub fn sequence(&self, name: &str) -> Sequence {
        let value = if let Some(Structural::Sequence(value)) = self.structural.get(name) { Some(*value) } else { None };
        self.expect(value, "the sequence of axes", name, Sequence::default())
    }

    /// The frame given by an enumeration parameter, whose literals are `world` and names of frame connectors.
    pub(crate) fn resolve(&self, name: &str) -> Resolve {
        match self.literal(name) {
            "world" => Resolve::World,
            frame => self.optional_frame(frame).map_or(Resolve::World, Resolve::Frame),
        }
    }

    /// Handle of a number, for a law.
    pub fn real(&self, name: &str) -> Real {
        Real::new(self.address(name))
    }

    /// Handle of the elements of a number, vector or matrix, for a law.
    pub fn reals(&self, name: &str) -> Reals {
        let (first, shape) = self.number(name);
        Reals { first, size: shape.size() }
    }

    /// Address of a number.
    pub fn address(&self, name: &str) -> usize {
        self.number(name).0
    }

    /// A number, if the model file gives its value.
    pub(crate) fn known(&self, name: &str) -> Option<f64> {
        self.slots.get(self.address(name)).filter(|slot| slot.independent).map(|slot| slot.value)
    }

    /// Returns true if a number may differ from zero. If it is zero in the model, it cannot be set to another value
    /// later.
    pub fn is_present(&mut self, name: &str) -> bool {
        let address = self.address(name);
        self.is_present_at(address)
    }

    /// Returns true if the number at an address may differ from zero; see [`Self::is_present`].
    pub fn is_present_at(&mut self, address: usize) -> bool {
        let Some(slot) = self.slots.get_mut(address) else { return false };
        let is_absent = slot.independent && slot.value == 0.0;
        if is_absent {
            slot.limit(Some(0.0), Some(0.0));
        }
        !is_absent
    }

    /// The elements of a structural parameter, which cannot be set later. None if it is bound to an expression.
    pub fn settled(&mut self, name: &str) -> Option<Vec<f64>> {
        let Reals { first, size } = self.reals(name);
        let slots = self.slots.get_mut(first..first + size)?;
        slots.iter().all(|slot| slot.independent).then(|| {
            // An illegal value keeps its limits for the error message.
            let legal = slots.iter_mut().filter(|slot| !slot.excludes(slot.value));
            legal.for_each(|slot| slot.limit(Some(slot.value), Some(slot.value)));
            slots.iter().map(|slot| slot.value).collect()
        })
    }

    /// Shape of a number, vector or matrix.
    pub fn shape(&self, name: &str) -> Shape {
        self.number(name).1
    }

    /// Number of the formula of a parameter, if it has one.
    pub fn formula(&self, name: &str) -> Option<usize> {
        self.formulas.get(name).copied()
    }

    /// Address of a vector.
    pub fn vector(&self, name: &str) -> Slot3 {
        Slot3(self.address(name))
    }

    /// Address of the start value of a variable that always has one.
    pub fn start(&self, name: &str) -> usize {
        let start = self.attributes.get(name).and_then(|attributes| attributes.start);
        self.expect(start, "the start value of", name, 0)
    }

    /// Address of the start value of a variable or output, if it has one.
    pub fn optional_start(&self, name: &str) -> Option<usize> {
        self.attributes_of(name).start
    }

    /// Returns true if the model fixes a variable.
    pub fn is_fixed(&self, name: &str) -> bool {
        self.attributes_of(name).fixed
    }

    /// A frame connector.
    pub fn frame(&self, name: &str) -> FrameId {
        self.expect(self.optional_frame(name), "the frame", name, 0)
    }

    /// frame_a and frame_b.
    pub fn frames(&self) -> [FrameId; 2] {
        ["frame_a", "frame_b"].map(|name| self.frame(name))
    }

    /// A frame connector that may not exist.
    pub fn optional_frame(&self, name: &str) -> Option<FrameId> {
        let is_frame = |kind| matches!(kind, ConnectorKind::Frame | ConnectorKind::FrameResolve);
        let handle = self.connector(name, "the frame", is_frame)?;
        if let ConnectorHandle::Frame(frames) = handle { frames.first().copied() } else { None }
    }

    /// A flange connector.
    pub fn flange(&self, name: &str) -> FlangeId {
        self.expect(self.optional_flange(name), "the flange", name, 0)
    }

    /// flange_a and flange_b.
    pub fn flanges(&self) -> [FlangeId; 2] {
        ["flange_a", "flange_b"].map(|name| self.flange(name))
    }

    /// A flange connector that may not exist.
    pub fn optional_flange(&self, name: &str) -> Option<FlangeId> {
        let is_flange = |kind| matches!(kind, ConnectorKind::RotationalFlange | ConnectorKind::TranslationalFlange);
        let handle = self.connector(name, "the flange", is_flange)?;
        if let ConnectorHandle::Flange(flange) = handle { Some(*flange) } else { None }
    }

    /// A heat port.
    pub fn heat_port(&self, name: &str) -> PortId {
        self.expect(self.optional_heat_port(name), "the heat port", name, 0)
    }

    /// A heat port that may not exist.
    pub fn optional_heat_port(&self, name: &str) -> Option<PortId> {
        let handle = self.connector(name, "the heat port", |kind| kind == ConnectorKind::HeatPort)?;
        if let ConnectorHandle::Heat(port) = handle { Some(*port) } else { None }
    }

    /// The heat port of a component with dissipation, if it is enabled; a law writes the heat flow rate.
    pub fn loss_port(&mut self) -> Option<PortId> {
        let port = self.optional_heat_port("heatPort")?;
        self.elements.heat_sources.push(port);
        Some(port)
    }

    /// An electrical pin.
    pub fn pin(&self, name: &str) -> PinId {
        let handle = self.connector(name, "the pin", |kind| kind == ConnectorKind::Pin);
        let pin = if let Some(ConnectorHandle::Pin(pin)) = handle { Some(*pin) } else { None };
        self.expect(pin, "the pin", name, 0)
    }

    /// Returns true if a connector exists in this model.
    pub fn has_connector(&self, name: &str) -> bool {
        self.connectors.get(name).is_some()
    }

    /// A signal input.
    pub fn input(&self, name: &str) -> SignalIn {
        let input =
            if let Some(ConnectorHandle::Input(input)) = self.connectors.get(name) { Some(*input) } else { None };
        self.expect(input, "the signal input", name, SignalIn { first: 0, size: 0 })
    }

    /// A signal input of one element.
    pub fn scalar_input(&self, name: &str) -> ScalarIn {
        let input = self.input(name);
        self.expect_size(input.size, 1, "the scalar signal input", name);
        ScalarIn::of(input)
    }

    /// A signal input of three elements.
    pub fn vector_input(&self, name: &str) -> VectorIn {
        let input = self.input(name);
        self.expect_size(input.size, 3, "the signal input of size 3", name);
        VectorIn::of(input)
    }

    /// A signal output of one element.
    pub fn scalar_output(&self, name: &str) -> ScalarOut {
        let output = self.output(name);
        self.expect_size(output.size, 1, "the scalar signal output", name);
        ScalarOut::of(output)
    }

    /// A signal output of one element that may not exist.
    pub fn optional_scalar_output(&self, name: &str) -> Option<ScalarOut> {
        self.optional_output(name).map(|_| self.scalar_output(name))
    }

    /// A signal output of three elements that may not exist.
    pub fn vector_output(&self, name: &str) -> Option<VectorOut> {
        let output = self.optional_output(name)?;
        self.expect_size(output.size, 3, "the signal output of size 3", name);
        Some(VectorOut::of(output))
    }

    /// The signal output `y` of a block.
    pub fn y(&self) -> SignalOut {
        self.output("y")
    }

    /// The signal output `y` of a block, of one element.
    pub fn scalar_y(&self) -> ScalarOut {
        self.scalar_output("y")
    }

    /// A law's operand: the signal input, if it exists in this model, otherwise the parameter.
    pub(crate) fn given(&self, input: &str, parameter: &str) -> Given {
        if self.has_connector(input) {
            Given::Signal(self.scalar_input(input))
        } else {
            Given::Parameter(self.real(parameter))
        }
    }

    fn expect_size(&self, size: usize, expected: usize, what: &'static str, name: &str) {
        self.expect((size == expected).then_some(()), what, name, ());
    }

    /// A signal output.
    pub fn output(&self, name: &str) -> SignalOut {
        self.expect(self.optional_output(name), "the signal output", name, SignalOut { first: 0, size: 1 })
    }

    /// A signal output that may not exist.
    pub fn optional_output(&self, name: &str) -> Option<SignalOut> {
        let handle = self.connector(name, "the signal output", ConnectorKind::is_output)?;
        if let ConnectorHandle::Output(output) = handle { Some(*output) } else { None }
    }

    /// Address and shape of a numeric parameter.
    fn number(&self, name: &str) -> (usize, Shape) {
        self.expect(self.parameters.get(name).copied(), "the parameter", name, (0, Shape::Scalar))
    }

    /// Attributes that the model gives to a declared variable or output.
    fn attributes_of(&self, name: &str) -> VariableAttributes {
        self.expect(self.attributes.get(name).copied(), "the variable", name, VariableAttributes::default())
    }

    fn declared_connector(&self, name: &str) -> Option<&'static Connector> {
        self.class.connectors.iter().find(|connector| connector.name == name)
    }

    /// A connector of a given kind that the class declares, if it exists in this model.
    fn connector(
        &self,
        name: &str,
        what: &'static str,
        is_of_kind: impl Fn(ConnectorKind) -> bool,
    ) -> Option<&ConnectorHandle> {
        let declared = self.declared_connector(name).filter(|connector| is_of_kind(connector.kind));
        self.expect(declared.map(|_| ()), what, name, ());
        self.connectors.get(name)
    }

    /// `found`; if it is missing, records the error in the class and returns `instead`.
    fn expect<T>(&self, found: Option<T>, what: &'static str, name: &str, instead: T) -> T {
        found.unwrap_or_else(|| {
            self.fault(what, name);
            instead
        })
    }

    /// Records that the class asks for an undeclared name.
    #[inline(never)]
    pub(super) fn fault(&self, what: &'static str, name: &str) {
        self.faults.borrow_mut().push(ClassFault { what, name: name.to_owned() });
    }
}
