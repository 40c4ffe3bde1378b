//! States, their derivatives, and start values of fixed variables.

use super::maker::{Maker, real};
use crate::units::derivative_unit;
use mechanism::hashed::HashMap;
use mechanism::{Coordinate, JointInfo, Sense, Shape, Source};
use simulation::variables::{Causality, DataType, Initial, Target, Value};

impl Maker<'_> {
    /// Adds the states, with their start values, and their derivatives.
    pub(super) fn states(&mut self) {
        // The coordinates are in the order of the joints.
        let (mut positions, mut speeds) = (Vec::new(), Vec::new());
        for joint in 0..self.context.spanned.mechanism.joints.len() {
            self.state_names(joint, &mut positions, &mut speeds);
        }
        let layout = self.context.states;
        let position = |i: &usize| (Source::Coordinate(*i), positions[*i].clone());
        let mut list: Vec<_> = layout.positions.iter().map(position).collect();
        list.extend(layout.speeds.iter().map(|v| (Source::Speed(*v), speeds[*v].clone())));
        let elements = self.context.collected.elements.angle_states.iter().rev();
        let names_of: HashMap<usize, [&'static str; 2]> =
            elements.map(|element| (element.component, element.names)).collect();
        for (number, angles) in layout.angles.iter().enumerate() {
            let component = &self.context.spanned.mechanism.joints[angles.joint].name;
            let own = self.context.spanned.components[angles.joint].and_then(|component| names_of.get(&component));
            let variables = own.copied().unwrap_or(["phi", "phi_d"]);
            for (i, variable) in variables.into_iter().enumerate() {
                list.extend((0..3).map(|k| {
                    let name = [component, ".", variable, &*Shape::Vector(3).subscript(k)].concat();
                    (Source::Angle(6 * number + 3 * i + k), StateName { name, unit: "", start: None })
                }));
            }
        }
        let laws = self.context.collected.elements.states.iter().enumerate();
        list.extend(
            laws.map(|(i, s)| {
                (Source::LawState(i), StateName { name: s.name.clone(), unit: "", start: Some(s.start) })
            }),
        );
        // First the variables, then all derivatives; each state has the unit of its coordinate.
        let mut units = Vec::with_capacity(list.len());
        for (source, state) in list {
            let index = self.state(&state, source);
            self.out.states.push(index);
            units.push(state.unit);
        }
        for (index, coordinate_unit) in self.out.states.clone().into_iter().zip(units) {
            let state = self.out.variables.at(index);
            let name = state.name.to_owned();
            let unit = if let DataType::Real { unit, .. } = &state.data_type { unit.as_deref() } else { None };
            let unit = unit.and_then(derivative_unit);
            let source = state.source.derivative().unwrap_or(Source::Constant(0.0));
            // A quaternion may be declared without a unit.
            let unit = unit.or_else(|| derivative_unit(coordinate_unit));
            let mut derivative = real("Derivative of a state".into(), unit, source);
            derivative.derivative_of = Some(index);
            let number = self.push(&["der(", &name, ")"], derivative);
            self.out.derivatives.push(number);
        }
    }

    /// Adds start values of fixed variables, which the host may set.
    pub(super) fn fixed_variables(&mut self) {
        for named in &self.context.plan.fixed {
            let Some(index) = self.started.get(&named.start).copied() else { continue };
            let variable = self.out.variables.at(index);
            let is_real = matches!(variable.data_type, DataType::Real { .. });
            let computed = is_real && matches!(variable.causality, Causality::Local | Causality::Output);
            if computed && variable.target.is_none() {
                self.take_start(index, named.start, false);
            }
        }
    }

    /// Adds start values from frame_a to frame_b to variables whose coordinates lead from frame_b to frame_a and depend
    /// on them.
    pub(super) fn reversed_motions(&mut self) {
        let spanned = self.context.spanned;
        for (joint, start) in spanned.starts.iter().enumerate() {
            let sense = spanned.mechanism.joints[joint].sense();
            if sense != Sense::Reversed {
                continue;
            }
            let tree_joint = spanned.mechanism.tree.joints[joint];
            let (forward, own) = (start.coordinates(Sense::Forward), start.coordinates(sense));
            let positions = (tree_joint.q..).take(tree_joint.kind.nq()).map(Source::Coordinate);
            let speeds = (tree_joint.v..).take(tree_joint.kind.nv()).map(Source::Speed);
            let may_move = positions.chain(speeds).any(|source| self.context.plan.may_move(&source));
            for coordinate in forward.positions.iter().chain(&forward.speeds) {
                let is_own = own.positions.iter().chain(&own.speeds).any(|other| other.variable == coordinate.variable);
                let Some(address) = coordinate.start.filter(|_| !is_own) else { continue };
                let name = [&*spanned.mechanism.joints[joint].name, ".", &*coordinate.name()].concat();
                let Some(index) = self.find(&name) else { continue };
                if self.out.variables.at(index).target.is_none() {
                    self.take_start(index, address, may_move);
                }
            }
        }
    }

    /// Makes the value at `address` the start value of a variable, unless an expression determines it.
    fn take_start(&mut self, index: usize, address: usize, may_move: bool) {
        let slot = &self.context.table.slots[address];
        if slot.independent {
            let initial = if may_move { Initial::Approx } else { Initial::Exact };
            self.out.variables.set_start(index, initial, Value::Real(slot.value), Target::Parameter(address));
        }
    }

    /// Adds one state.
    fn state(&mut self, state: &StateName, source: Source) -> usize {
        let index = match self.find(&state.name) {
            Some(index) => index,
            None => {
                let description = "Coordinate of a free motion".into();
                self.push(&[&state.name], real(description, Some(state.unit), source.clone()))
            }
        };
        let may_move = self.context.plan.may_move(&source);
        self.out.variables.set_source(index, source);
        if let Some(address) = state.start {
            self.started.entry(address).or_insert(index);
            self.take_start(index, address, may_move);
        }
        index
    }

    /// Adds the names of the coordinates of a joint.
    fn state_names(&self, joint: usize, positions: &mut Vec<StateName>, speeds: &mut Vec<StateName>) {
        let spanned = self.context.spanned;
        let info = &spanned.mechanism.joints[joint];
        let prescriber = spanned.prescriber(joint, self.context.collected);
        let follows = prescriber.is_some_and(|source| source.start_reference().is_some());
        let coordinates = spanned.coordinates(joint);
        let wheels = &self.context.collected.elements.wheels;
        let is_wheel = |body: usize| wheels.iter().any(|wheel| wheel.body == body);
        let is_wheel = spanned.free_roots.iter().any(|(body, root)| *root == joint && is_wheel(*body));
        for (k, coordinate) in coordinates.positions.iter().enumerate() {
            let start = coordinate.start.filter(|_| !follows);
            let mut name = StateName::new(info, coordinate, start);
            if let (true, Some(position)) = (is_wheel, ["x", "y", "z"].get(k)) {
                name.name = [&*info.name, ".", position].concat();
            }
            positions.push(name);
        }
        speeds.extend(coordinates.speeds.iter().map(|coordinate| StateName::new(info, coordinate, coordinate.start)));
    }
}

/// A coordinate that is a state.
#[derive(Clone)]
struct StateName {
    name: String,
    unit: &'static str,
    /// Address of its start value, if the host may set it.
    start: Option<usize>,
}

impl StateName {
    fn new(joint: &JointInfo, coordinate: &Coordinate, start: Option<usize>) -> Self {
        let name = [&*joint.name, ".", &*coordinate.name()].concat();
        Self { name, unit: coordinate.unit, start }
    }
}
