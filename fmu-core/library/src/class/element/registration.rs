//! Registration of joints, masses, laws and variables.

use super::Element;
use crate::laws::one_dimensional::drives::SupportedFlange;
use crate::laws::one_dimensional::friction::FrictionLaw;
use crate::laws::{Held, ListedVariable};
use crate::{
    AdaptorElement, AdaptorEnd, AdaptorSignal, AngleStatesElement, AnyLaw, ClosedFormElement, ConnectorHandle,
    ConnectorKind, ConstraintElement, ElementVariable, JointElement, JointQuantity, LawState, LineForceEnd,
    OrientationStart, OwnCoordinate, PreferredStart, PrescribedFlange, PrescribedLevel, Refusal, StartAngles,
    StartCondition, StartMeaning, StartQuantity, UniversalForm, Variable, VariableSource, WatchedLaw,
};
use mechanism::{
    ConstraintKind, FlangeId, FrameId, FrictionElement, GearMesh, InertElement, InertKind, JointStart, Relative,
    RigidEdge, RigidTransform, Shape, SignalIn, Slot, Slot3, Source, Stage, StateId,
};
use std::marker::PhantomData;

/// Handle of a registered law.
#[derive(Debug)]
pub struct LawHandle<L> {
    number: usize,
    law: PhantomData<L>,
}

impl<L> Clone for LawHandle<L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L> Copy for LawHandle<L> {}

impl<L> LawHandle<L> {
    /// Element `k` of a variable of the law.
    pub(crate) fn source<V: ListedVariable<Law = L>>(self, variable: V, k: usize) -> Source {
        Source::Law(self.number, variable.element(k), variable.stage())
    }
}

/// Level, reference and exactness of a [`PrescribedFlange`].
type Prescription = (PrescribedLevel, Option<SignalIn>, bool);

impl Element<'_> {
    /// Registers the start values of the orientation of `frame_b` relative to `frame_a` (none: the world):
    /// `angles_start`, and vectors of the angular velocity and the angular acceleration, whose parameters begin with
    /// the given names.
    pub fn add_orientation_start(&mut self, frame_a: Option<FrameId>, frame_b: FrameId, [w, z]: [&str; 2]) {
        let Slot3(first) = self.vector("angles_start");
        let start = StartAngles { sequence: self.sequence("sequence_start"), angles: [first, first + 1, first + 2] };
        let is_fixed = |name: &str| self.boolean(&format!("{name}_fixed"));
        let fixed = |name: &str| is_fixed(name).then(|| self.vector(&format!("{name}_start")));
        let start = OrientationStart {
            component: self.component,
            frame_a,
            frame_b,
            start,
            angles: if is_fixed("angles") { StartMeaning::Fixed } else { StartMeaning::Guess },
            w: fixed(w),
            z: fixed(z),
        };
        self.elements.orientation_starts.push(start);
    }

    /// Registers the variables `phi`, `phi_d` and `phi_dd`. If the parameter useQuaternions is false, these angles
    /// around `sequence_angleStates` are states wherever the orientation is a coordinate.
    pub fn add_angle_states(&mut self, may_be_states: bool) {
        if may_be_states && !self.boolean("useQuaternions") {
            let sequence = self.sequence("sequence_angleStates");
            let near = (sequence == self.sequence("sequence_start")).then(|| self.address("angles_start"));
            let (component, names) = (self.component, ["phi", "phi_d"]);
            self.elements.angle_states.push(AngleStatesElement { component, sequence, near, names });
        }
        self.show_angles(&["phi", "phi_d", "phi_dd"]);
    }

    /// Registers the variables of angles that may be states, and of their derivatives.
    pub fn show_angles(&mut self, names: &[&str]) {
        for (order, name) in names.iter().enumerate() {
            self.push_variable(name, &|element| VariableSource::Angle { order, element });
        }
    }

    /// Lets the search for the initial state begin at the start value of a variable, if the model gives one.
    pub fn prefer_start(&mut self, name: &str) {
        if let Some(start) = self.optional_start(name) {
            let component = self.component;
            self.elements.preferred_starts.push(PreferredStart { component, variable: name.to_owned(), start });
        }
    }

    /// Refuses an unsupported setting; `what` names it.
    pub fn refuse(&mut self, what: &str, needs: &'static str) {
        self.elements.refusals.push(Refusal { component: self.name.to_owned(), what: what.to_owned(), needs });
    }

    /// Refuses a Boolean parameter that is true.
    pub fn refuse_if(&mut self, parameter: &str, needs: &'static str) {
        if self.boolean(parameter) {
            self.refuse(&format!("{parameter} = true"), needs);
        }
    }

    /// Registers a rigid connection from frame_a to frame_b.
    pub fn add_rigid(&mut self, transform: RigidTransform) {
        let [frame_a, frame_b] = self.frames();
        self.elements.rigid_edges.push(RigidEdge { name: self.name.to_owned(), frame_a, frame_b, transform });
    }

    /// Registers a joint from frame_a to frame_b, with its axis if it has one; returns its number.
    pub fn add_joint(&mut self, axis: Option<Slot3>, start: JointStart) -> usize {
        let [frame_a, frame_b] = self.frames();
        let (name, component) = (self.name.to_owned(), self.component);
        self.elements.joints.push(JointElement { name, component, frame_a, frame_b, axis, start });
        self.elements.joints.len() - 1
    }

    /// Registers an equation between frame_a and frame_b.
    pub fn add_constraint(&mut self, kind: ConstraintKind) {
        self.add_constraint_between(kind, self.frames());
    }

    /// Registers an equation between two frames.
    pub fn add_constraint_between(&mut self, kind: ConstraintKind, frames: [FrameId; 2]) {
        self.elements.constraints.push(ConstraintElement { name: self.name.to_owned(), kind, frames });
    }

    /// Registers a mass between frame_a and frame_b.
    pub fn add_inert(&mut self, kind: InertKind, m: usize) {
        let frames = self.frames();
        self.elements.inert.push(InertElement { name: self.name.to_owned(), kind, m, frames });
    }

    /// Registers a state of a law, which is the declared scalar variable `name` with a start value; returns its number.
    pub fn add_state(&mut self, name: &str) -> StateId {
        self.add_state_from(name, self.start(name))
    }

    /// Registers a state of a law, which is the declared scalar variable `name`, with the start value at an address;
    /// returns its number.
    pub fn add_state_from(&mut self, name: &str, start: usize) -> StateId {
        let state = self.push_state(name, start, false);
        self.add_variable(name, |_| Source::LawState(state));
        state
    }

    /// Registers a state of a law that is the variable `name` of this component; returns its number. A connector with that name is the
    /// variable, any other variable is registered.
    pub fn add_named_state(&mut self, name: &str, description: &'static str, start: usize, is_fixed: bool) -> StateId {
        let state = self.push_state(name, start, is_fixed);
        if self.declared_connector(name).is_none() {
            let variable = ElementVariable::real(name.to_owned(), "", description, Source::LawState(state));
            self.elements.variables.push(variable);
        }
        state
    }

    fn push_state(&mut self, name: &str, start: usize, is_fixed: bool) -> StateId {
        self.elements.states.push(LawState { name: format!("{}.{name}", self.name), start, is_fixed });
        self.elements.states.len() - 1
    }

    /// Registers a vector variable of a law with `count` elements that the class does not declare.
    pub(crate) fn show_elements<V: ListedVariable>(
        &mut self,
        (name, description): (&str, &'static str),
        count: usize,
        law: LawHandle<V::Law>,
        variable: V,
    ) {
        let elements = (0..count).map(|k| ElementVariable {
            subscript: Shape::Vector(count).subscript(k),
            ..ElementVariable::real(name.to_owned(), "", description, law.source(variable, k))
        });
        self.elements.variables.extend(elements);
    }

    /// Fixes a scalar variable to zero at the start; `name` is its name in messages, for `order` see
    /// [`StartCondition::order`].
    pub(crate) fn start_at_zero(&mut self, name: &str, source: Source, order: u8) {
        let start = self.add_zero(name);
        self.start_quantity(name.to_owned(), StartQuantity::Direct(source), start, order);
    }

    /// Fixes a quantity that depends on all unknowns at the start to the number at the address `start`; `name` is its
    /// name in messages.
    pub(crate) fn start_at(&mut self, name: String, source: Source, start: usize) {
        self.start_quantity(name, StartQuantity::Direct(source), start, StartCondition::ON_ALL);
    }

    /// The same for an element of a signal output.
    pub(crate) fn start_signal(&mut self, name: String, signal: usize, start: usize) {
        self.start_quantity(name, StartQuantity::Signal(signal), start, StartCondition::ON_ALL);
    }

    fn start_quantity(&mut self, variable: String, quantity: StartQuantity, start: usize, order: u8) {
        let component = self.name.to_owned();
        self.elements.start_conditions.push(StartCondition { component, variable, quantity, order, start });
    }

    /// Registers a law.
    pub fn add_law<L: Into<AnyLaw>>(&mut self, law: L) -> LawHandle<L> {
        self.elements.laws.push(law.into());
        self.elements.law_components.push(self.component);
        LawHandle { number: self.elements.laws.len() - 1, law: PhantomData }
    }

    /// A flange inside the component that is connected to one of its connectors: for a law beside a rigid connection.
    pub fn add_inner_flange(&mut self, connector: FlangeId) -> FlangeId {
        let name = self.flange_names.get(connector).cloned().unwrap_or_default();
        self.flange_names.push(name);
        let inner = self.flange_names.len() - 1;
        self.elements.inner_flanges.push([inner, connector]);
        inner
    }

    /// Registers a law with dry friction.
    pub(crate) fn add_friction(&mut self, law: FrictionLaw) -> LawHandle<FrictionLaw> {
        let (name, SupportedFlange { flange, support }) = (self.name.to_owned(), law.flanges);
        let mesh = law.mesh_of().map(|mesh| GearMesh { end: mesh.end, heat_port: law.heat_port });
        let handle = self.add_law(law);
        self.elements.frictions.push(FrictionElement { name, law: handle.number, flange, support, mesh });
        handle
    }

    /// Registers a declared variable as a variable of a law.
    pub(crate) fn show<V: ListedVariable>(&mut self, name: &str, law: LawHandle<V::Law>, variable: V) {
        self.add_variable(name, |k| law.source(variable, k));
    }

    /// Registers a declared scalar variable as number `k` that a law without variables holds between events.
    pub(crate) fn show_held<L>(&mut self, name: &str, law: LawHandle<L>, (held, k): (Held, usize)) {
        self.add_variable(name, |_| Source::Law(law.number, held.element(k), Stage::Time));
    }

    /// Registers the variables of a list that the class declares as variables of a law.
    pub(crate) fn show_declared<V: ListedVariable>(&mut self, law: LawHandle<V::Law>, list: &[(&str, V)]) {
        for (name, variable) in list {
            if self.declares(name) {
                self.show(name, law, *variable);
            }
        }
    }

    /// Returns true if the class declares a variable.
    pub fn declares(&self, name: &str) -> bool {
        self.declared_variable(name).is_some()
    }

    fn declared_variable(&self, name: &str) -> Option<&'static Variable> {
        self.class.variables.iter().find(|variable| variable.name == name)
    }

    /// Registers a flange whose motion a law prescribes.
    pub(crate) fn prescribe(&mut self, driven: SupportedFlange, motion: Prescription, starts: Option<[usize; 2]>) {
        let prescribed = self.prescribed(driven, motion, starts);
        self.elements.prescribed_flanges.push(prescribed);
    }

    /// A flange whose motion is prescribed relative to the support if there is one, from start values at the addresses
    /// of position and speed; by default they are zero.
    pub(crate) fn prescribed(
        &mut self,
        SupportedFlange { flange, support }: SupportedFlange,
        (level, reference, exact): Prescription,
        starts: Option<[usize; 2]>,
    ) -> PrescribedFlange {
        let [position, speed] = starts.unwrap_or_else(|| ["position", "speed"].map(|what| self.add_zero(what)));
        let kind = self.declared_connector("flange").map(|connector| connector.kind);
        let translational = kind == Some(ConnectorKind::TranslationalFlange);
        let own = OwnCoordinate { position, speed, fixed: 0, translational };
        let (name, zero) = (self.name.to_owned(), self.add_zero("zero"));
        let (moved, is_adaptor, speed) = (None, false, None);
        PrescribedFlange { name, flange, moved, support, level, reference, exact, is_adaptor, speed, own, zero }
    }

    /// Adds the number zero; returns its address.
    pub(crate) fn add_zero(&mut self, what: &str) -> usize {
        self.add_number(what, 0.0)
    }

    /// Adds a constant; returns its address.
    pub(crate) fn add_number(&mut self, what: &str, number: f64) -> usize {
        let name = [what, " of ", self.name].concat();
        self.slots.push(Slot::new(name.into(), (Shape::Scalar, 0), number, true));
        self.slots.len() - 1
    }

    /// Registers an adaptor with the signals of this list that exist.
    pub(crate) fn add_adaptor(&mut self, signals: &[(&str, AdaptorSignal)], gives_potential: bool, end: AdaptorEnd) {
        let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
        for (name, signal) in signals {
            match self.connectors.get(name) {
                Some(ConnectorHandle::Input(input)) => inputs.push((*signal, input.first)),
                Some(ConnectorHandle::Output(output)) => outputs.push((*signal, output.first)),
                _ => {}
            }
        }
        let component = self.component;
        self.elements.adaptors.push(AdaptorElement { component, gives_potential, inputs, outputs, end });
    }

    /// Registers a law with warnings.
    pub fn watch<L>(&mut self, law: LawHandle<L>) {
        self.elements.watched.push(WatchedLaw { law: law.number, component: self.name.to_owned() });
    }

    /// Registers one end of a line force.
    pub fn add_line_force_end(&mut self, frame: FrameId, parameter: &'static str) {
        let fixed_rotation = (parameter, self.boolean(parameter));
        self.elements.acting_frames.push(frame);
        self.elements.line_force_ends.push(LineForceEnd { name: self.name.to_owned(), frame, fixed_rotation });
    }

    /// Registers the elements of a declared variable.
    pub fn add_variable(&mut self, name: &str, source: impl Fn(usize) -> Source) {
        self.push_variable(name, &|k| VariableSource::Direct(source(k)));
    }

    /// Registers declared variables that are quantities of the motion of frame_b relative to frame_a.
    pub(crate) fn show_relative(&mut self, shown: &[(&str, Relative)]) {
        let [a, b] = self.frames();
        for (name, quantity) in shown {
            self.add_variable(name, |k| Source::Relative(a, b, *quantity, k as u8));
        }
    }

    /// Registers declared variables that are position, speed and acceleration of a flange.
    pub(crate) fn show_motion(&mut self, flange: FlangeId, [position, speed, acceleration]: [&str; 3]) {
        self.add_variable(position, |_| Source::FlangePosition(flange));
        self.add_variable(speed, |_| Source::FlangeSpeed(flange));
        self.add_variable(acceleration, |_| Source::FlangeAcceleration(flange));
    }

    /// Registers a declared scalar variable that is a quantity of a joint.
    pub fn add_joint_variable(&mut self, name: &str, joint: usize, quantity: JointQuantity) {
        self.push_variable(name, &|_| VariableSource::Joint(joint, quantity));
    }

    fn push_variable(&mut self, name: &str, source: &dyn Fn(usize) -> VariableSource) {
        let Some(declared) = self.declared_variable(name) else { return self.fault("the variable", name) };
        let start = self.attributes.get(declared.name).and_then(|a| a.start);
        for k in 0..declared.shape.size() {
            self.elements.variables.push(ElementVariable {
                name: declared.name.into(),
                subscript: declared.shape.subscript(k),
                unit: declared.unit,
                signal_type: declared.signal_type,
                description: declared.description,
                source: source(k),
                start: start.map(|first| first + k),
            });
        }
    }

    /// Registers that the last joints, two revolute ones and, if `reaches`, a prismatic one behind them, turn a rod towards a point.
    pub fn add_universal_form(&mut self, (n1, rod): (Slot3, Slot3), frames: [FrameId; 3], reaches: bool) {
        let count = self.elements.joints.len();
        let Some(first) = count.checked_sub(2 + usize::from(reaches)) else { return };
        let form =
            UniversalForm { joints: [first, first + 1], reaching: reaches.then_some(first + 2), n1, rod, frames };
        self.elements.closed_forms.push(ClosedFormElement::Universal(form));
    }
}
