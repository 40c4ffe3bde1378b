//! Registration of joints, masses, laws and variables.

use super::Element;
use crate::laws::one_dimensional::drives::SupportedFlange;
use crate::laws::one_dimensional::friction::FrictionLaw;
use crate::laws::{Held, ListedVariable};
use crate::{
    AngleStatesElement, AnyLaw, ClosedFormElement, ConnectorKind, ConstraintElement, DirectionForm, ElementVariable,
    JointElement, JointQuantity, LawState, LengthForm, LineForceEnd, OrientationStart, OwnCoordinate, PreferredStart,
    PrescribedFlange, PrescribedLevel, Refusal, StartAngles, StartCondition, StartMeaning, StartQuantity,
    UniversalForm, Variable, VariableSource, WatchedLaw,
};
use mechanism::frames::Sequence;
use mechanism::{
    ConstraintKind, FlangeId, FrameId, FrictionElement, GearMesh, InertElement, InertKind, JointStart, RigidEdge,
    RigidTransform, Shape, SignalIn, Slot, Slot3, Source, Stage, StateId,
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

impl Element<'_> {
    /// Registers the start values of the orientation of `frame_b` relative to `frame_a` (none: the world): vectors of
    /// start angles, angular velocity and angular acceleration, each with the Boolean parameter that fixes it.
    pub fn add_orientation_start(
        &mut self,
        (frame_a, frame_b): (Option<FrameId>, FrameId),
        [angles, w, z]: [(&str, &str); 3],
    ) {
        let Slot3(first) = self.vector(angles.0);
        let start = StartAngles { sequence: self.sequence("sequence_start"), angles: [first, first + 1, first + 2] };
        let fixed = |(value, parameter): (&str, &str)| self.boolean(parameter).then(|| self.vector(value));
        let start = OrientationStart {
            component: self.component,
            frame_a,
            frame_b,
            start,
            angles: if self.boolean(angles.1) { StartMeaning::Fixed } else { StartMeaning::Guess },
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
        for (order, name) in ["phi", "phi_d", "phi_dd"].into_iter().enumerate() {
            self.push_variable(name, &|element| VariableSource::Angle { order, element });
        }
    }

    /// Registers angles that are states, and the variables of the angles and their derivatives.
    pub fn add_named_angles(&mut self, sequence: Sequence, near: usize, names: [&'static str; 2]) {
        let component = self.component;
        self.elements.angle_states.push(AngleStatesElement { component, sequence, near: Some(near), names });
        for (order, name) in names.into_iter().enumerate() {
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
        let (frame_a, frame_b) = (self.frame("frame_a"), self.frame("frame_b"));
        self.elements.rigid_edges.push(RigidEdge { name: self.name.to_owned(), frame_a, frame_b, transform });
    }

    /// Registers a joint from frame_a to frame_b, with its axis if it has one; returns its number.
    pub fn add_joint(&mut self, axis: Option<Slot3>, start: JointStart) -> usize {
        let (frame_a, frame_b) = (self.frame("frame_a"), self.frame("frame_b"));
        let (name, component) = (self.name.to_owned(), self.component);
        self.elements.joints.push(JointElement { name, component, frame_a, frame_b, axis, start });
        self.elements.joints.len() - 1
    }

    /// Registers an equation between frame_a and frame_b.
    pub fn add_constraint(&mut self, kind: ConstraintKind) {
        self.add_constraint_between(kind, [self.frame("frame_a"), self.frame("frame_b")]);
    }

    /// Registers an equation between two frames.
    pub fn add_constraint_between(&mut self, kind: ConstraintKind, frames: [FrameId; 2]) {
        self.elements.constraints.push(ConstraintElement { name: self.name.to_owned(), kind, frames });
    }

    /// Registers a mass between frame_a and frame_b.
    pub fn add_inert(&mut self, kind: InertKind, m: usize) {
        let frames = [self.frame("frame_a"), self.frame("frame_b")];
        self.elements.inert.push(InertElement { name: self.name.to_owned(), kind, m, frames });
    }

    /// Registers a state of a law, which is the declared scalar variable `name` with a start value; returns its number.
    pub fn add_state(&mut self, name: &str) -> StateId {
        let start = self.start(name);
        self.add_states(name, start)
    }

    /// Registers states of a law, which are the elements of the declared variable `name`, with start values from address `start` on;
    /// returns the number of the first.
    pub fn add_states(&mut self, name: &str, start: usize) -> StateId {
        let first = self.elements.states.len();
        let size = self.declared_variable(name).map_or(0, |variable| variable.shape.size());
        for k in 0..size {
            let subscript = if size == 1 { String::new() } else { format!("[{}]", k + 1) };
            let name = format!("{}.{name}{subscript}", self.name);
            self.elements.states.push(LawState { name, start: start + k, is_fixed: false });
        }
        self.add_variable(name, |k| Source::LawState(first + k));
        first
    }

    /// Registers a state of a law that is the variable `name` of this component; returns its number. A connector with that name is the
    /// variable, any other variable is registered.
    pub fn add_named_state(&mut self, name: &str, description: &'static str, start: usize, is_fixed: bool) -> StateId {
        let (state, full) = (self.elements.states.len(), format!("{}.{name}", self.name));
        self.elements.states.push(LawState { name: full, start, is_fixed });
        if self.declared_connector(name).is_none() {
            let variable = ElementVariable::real(name.to_owned(), "", description, Source::LawState(state));
            self.elements.variables.push(variable);
        }
        state
    }

    /// Fixes the derivative of a state to zero at the start. `name` is that of the state.
    pub fn start_steady(&mut self, name: &str, state: StateId) {
        let start = self.add_zero("steady state");
        self.start_at(format!("der({name})"), StartQuantity::Direct(Source::LawStateDerivative(state)), start, 2);
    }

    /// Fixes the initial value of an element of a signal output to the parameter at the address `start`.
    pub fn start_signal(&mut self, name: &str, signal: usize, start: usize) {
        self.start_at(name.to_owned(), StartQuantity::Signal(signal), start, 2);
    }

    /// Fixes the initial value of an element of a vector that a law shows to the number at the address `start`.
    pub(crate) fn start_shown(&mut self, (name, k): (&str, usize), source: Source, start: usize) {
        self.start_at(format!("{name}[{}]", k + 1), StartQuantity::Direct(source), start, 2);
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
        self.start_at(name.to_owned(), StartQuantity::Direct(source), start, order);
    }

    fn start_at(&mut self, variable: String, quantity: StartQuantity, start: usize, order: u8) {
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

    /// Registers the potential and the current of a pin, elements `k` of variables of a law.
    pub(crate) fn show_pin<V: ListedVariable>(&mut self, pin: &str, law: LawHandle<V::Law>, [v, i]: [V; 2], k: usize) {
        for (name, unit, description, variable) in
            [("v", "V", "Potential at the pin", v), ("i", "A", "Current flowing into the pin", i)]
        {
            let source = law.source(variable, k);
            self.elements.variables.push(ElementVariable::real(format!("{pin}.{name}"), unit, description, source));
        }
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

    /// Registers a flange whose motion a law prescribes, relative to the support if there is one.
    pub fn prescribe(&mut self, flange: FlangeId, level: PrescribedLevel, reference: Option<SignalIn>, exact: bool) {
        let starts = ["position", "speed"].map(|what| self.add_zero(what));
        self.prescribe_from(flange, (level, reference, exact), starts);
    }

    /// Registers a flange whose motion a law integrates from start values: addresses of position and speed.
    pub fn prescribe_from(
        &mut self,
        flange: FlangeId,
        (level, reference, exact): (PrescribedLevel, Option<SignalIn>, bool),
        [position, speed]: [usize; 2],
    ) {
        let support = self.flange("support");
        let prescribed = self.prescribed((flange, support), (level, reference, exact), [position, speed]);
        self.elements.prescribed_flanges.push(prescribed);
    }

    /// A flange whose motion is prescribed relative to the support if there is one.
    pub(crate) fn prescribed(
        &mut self,
        (flange, support): (FlangeId, Option<FlangeId>),
        (level, reference, exact): (PrescribedLevel, Option<SignalIn>, bool),
        [position, speed]: [usize; 2],
    ) -> PrescribedFlange {
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

    /// Registers a law with warnings.
    pub fn watch<L>(&mut self, law: LawHandle<L>) {
        self.elements.watched.push(WatchedLaw { law: law.number, component: self.name.to_owned() });
    }

    /// Registers a frame at which a law writes the flow at each evaluation.
    pub fn add_acting_frame(&mut self, frame: FrameId) {
        self.elements.acting_frames.push(frame);
    }

    /// Registers one end of a line force.
    pub fn add_line_force_end(&mut self, frame: FrameId, parameter: &'static str) {
        let fixed_rotation = (parameter, self.boolean(parameter));
        self.add_acting_frame(frame);
        self.elements.line_force_ends.push(LineForceEnd { name: self.name.to_owned(), frame, fixed_rotation });
    }

    /// Registers the elements of a declared variable.
    pub fn add_variable(&mut self, name: &str, source: impl Fn(usize) -> Source) {
        self.push_variable(name, &|k| VariableSource::Direct(source(k)));
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

    /// Registers that `reach`, a point that a joint of this component moves, has the distance `length` from the origin of a frame.
    pub fn add_length_form(&mut self, joint: usize, [frame_a, frame_b, far]: [FrameId; 3]) {
        let form = LengthForm {
            joint,
            n: self.vector("n"),
            reach: self.vector("reach"),
            length: self.address("lengthConstraint"),
            guess: self.address("guess"),
            frames: [frame_a, frame_b, far],
        };
        self.elements.closed_forms.push(ClosedFormElement::Length(form));
    }

    /// Registers that the last joints, two revolute ones and, if `reaches`, a prismatic one behind them, turn a rod towards a point.
    pub fn add_universal_form(&mut self, (n1, rod): (Slot3, Slot3), frames: [FrameId; 3], reaches: bool) {
        let count = self.elements.joints.len();
        let Some(first) = count.checked_sub(2 + usize::from(reaches)) else { return };
        let form =
            UniversalForm { joints: [first, first + 1], reaching: reaches.then_some(first + 2), n1, rod, frames };
        self.elements.closed_forms.push(ClosedFormElement::Universal(form));
    }

    /// Registers that the parameter `n_b` is the direction `n_a` of frame_a, resolved in frame_b at the start.
    pub fn add_direction_form(&mut self, n_a: &str, n_b: &str) {
        let form = DirectionForm {
            name: format!("{}.{n_b}", self.name),
            n_a: self.vector(n_a),
            n_b: self.vector(n_b),
            frames: [self.frame("frame_a"), self.frame("frame_b")],
        };
        self.elements.closed_forms.push(ClosedFormElement::Direction(form));
    }
}
