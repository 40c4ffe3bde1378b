//! States, their derivatives, and the start values of what is fixed.

use super::super::spanned::SpannedStart;
use super::maker::{Maker, real};
use super::units::derivative_unit;
use crate::library::PrescribedLevel;
use crate::mechanism::{JointKind, Source};
use crate::variables::{Causality, DataType, Initial, Target, Value};

impl Maker<'_> {
    /// Marks the states, with their start values, and adds their derivatives.
    pub(super) fn states(&mut self) {
        let mut names = Vec::new();
        for joint in 0..self.context.spanned.joints.len() {
            self.state_names(joint, &mut names);
        }
        let layout = self.context.states;
        let position = |i: usize| (Source::Coordinate(i), names[i].clone());
        let mut list: Vec<_> = layout.positions.iter().copied().map(position).collect();
        let nq = self.context.spanned.tree.nq;
        list.extend(layout.speeds.iter().map(|v| (Source::Speed(*v), names[nq + v].clone())));
        for (number, angles) in layout.angles.iter().enumerate() {
            let component = &self.context.spanned.joints[angles.joint].name;
            let elements = &self.context.collected.elements.angle_states;
            let own = elements.iter().find(|element| element.component == *component);
            let variables = own.map_or(["phi", "phi_d"], |element| element.names);
            for (i, variable) in variables.into_iter().enumerate() {
                list.extend((0..3).map(|k| {
                    let name = format!("{component}.{variable}[{}]", k + 1);
                    (Source::Angle(6 * number + 3 * i + k), StateName::new(name, "", None))
                }));
            }
        }
        let laws = self.context.collected.elements.states.iter().enumerate();
        list.extend(laws.map(|(i, s)| (Source::LawState(i), StateName::new(s.name.clone(), "", Some(s.start)))));
        for (source, state) in list {
            let index = self.state(&state, source);
            self.out.states.push(index);
        }
        for index in self.out.states.clone() {
            let state = &self.out.variables[index];
            let name = format!("der({})", state.name);
            let unit =
                if let DataType::Real { unit, .. } = state.data_type { unit.and_then(derivative_unit) } else { None };
            let source = state.source.derivative().unwrap_or(Source::Constant(0.0));
            let unit = unit.or(if state.name.contains(".Q") { Some("1/s") } else { None });
            let derivative =
                self.push(real(name, "Derivative of a state", unit, source), |v| v.derivative_of = Some(index));
            self.out.derivatives.push(derivative);
        }
    }

    /// Gives variables that are fixed their start value, which the host may set.
    pub(super) fn fixed_variables(&mut self) {
        for named in &self.context.plan.fixed {
            let target = self.settable(named.start);
            let Some(variable) = self.find(&named.name()).map(|index| &mut self.out.variables[index]) else {
                continue;
            };
            let computed = matches!(variable.causality, Causality::Local | Causality::Output);
            if target.is_some() && computed && variable.target.is_none() {
                variable.initial = Some(Initial::Exact);
                variable.start = Some(Value::Real(self.context.table.slots[named.start].value));
                variable.target = target;
            }
        }
    }

    /// Gives the variables of free motions that are entered from frame_b their start values: the coordinates, which are those of frame_a
    /// relative to frame_b, follow from them.
    pub(super) fn reversed_motions(&mut self) {
        let spanned = self.context.spanned;
        for (joint, start) in spanned.starts.iter().enumerate() {
            let SpannedStart::Free(start, true) = *start else { continue };
            let tree_joint = spanned.tree.joints[joint];
            let coordinates = (tree_joint.q..tree_joint.q + 7).map(Source::Coordinate);
            let speeds = (tree_joint.v..tree_joint.v + 6).map(Source::Speed);
            let may_move = coordinates.chain(speeds).any(|source| self.context.plan.may_move(&source));
            for (variable, first) in [("r_rel_a", start.r.0), ("v_rel_a", start.v.0)] {
                for k in 0..3 {
                    let name = format!("{}.{variable}[{}]", spanned.joints[joint].name, k + 1);
                    let Some(index) = self.find(&name) else { continue };
                    if self.out.variables[index].target.is_none() {
                        self.take_start(index, first + k, may_move);
                    }
                }
            }
        }
    }

    /// Makes the value at `address` the start value of a variable, if no expression decides it.
    fn take_start(&mut self, index: usize, address: usize, may_move: bool) {
        let slot = &self.context.table.slots[address];
        let variable = &mut self.out.variables[index];
        if slot.independent {
            variable.initial = Some(if may_move { Initial::Approx } else { Initial::Exact });
            variable.start = Some(Value::Real(slot.value));
            variable.target = Some(Target::Parameter(address));
        }
    }

    /// Marks one state.
    fn state(&mut self, state: &StateName, source: Source) -> usize {
        let index = match self.find(&state.name) {
            Some(index) => index,
            None => self.push(real(state.name.clone(), state.description, Some(state.unit), source.clone()), |_| {}),
        };
        let may_move = self.context.plan.may_move(&source);
        self.out.variables[index].source = source;
        if let Some(address) = state.start {
            self.take_start(index, address, may_move);
        }
        index
    }

    /// Names of the coordinates of a joint: positions at their place, then speeds behind all positions.
    fn state_names(&self, joint: usize, names: &mut Vec<StateName>) {
        let spanned = self.context.spanned;
        let (tree_joint, info) = (spanned.tree.joints[joint], &spanned.joints[joint]);
        let (nq, nv) = (spanned.tree.nq, spanned.tree.nv);
        names.resize_with(nq + nv, StateName::default);
        let level = spanned.level(joint, self.context.collected);
        match spanned.starts[joint] {
            SpannedStart::One(position, speed) => {
                let is_distance = spanned.is_distance(joint, self.context.collected);
                let [q, v] = if is_distance { ["s", "v"] } else { ["phi", "w"] };
                let start = (level != Some(PrescribedLevel::Acceleration)).then_some(position);
                names[tree_joint.q] = StateName::new(format!("{}.{q}", info.name), "", start);
                names[nq + tree_joint.v] = StateName::new(format!("{}.{v}", info.name), "", Some(speed));
            }
            SpannedStart::Rotation(_, reversed) => {
                let [quaternion, w] = if reversed { ["Q_rel", "w_rel_a"] } else { ["Q", "w_rel"] };
                let name = |variable: &str, k: usize| format!("{}.{variable}[{}]", info.name, k + 1);
                (0..4).for_each(|k| names[tree_joint.q + k] = StateName::new(name(quaternion, k), "1", None));
                (0..3).for_each(|k| names[nq + tree_joint.v + k] = StateName::new(name(w, k), "rad/s", None));
            }
            SpannedStart::Free(start, reversed) => {
                let is_root = info.frames.is_none();
                let [r, quaternion, v, w] = match (is_root, reversed) {
                    (true, _) => ["r_0", "Q", "v_0", "w_a"],
                    (false, false) => ["r_rel_a", "Q", "v_rel_a", "w_rel_b"],
                    (false, true) => ["r_rel_b", "Q_rel", "v_rel_b", "w_rel_a"],
                };
                let name = |variable: &str, k: usize| format!("{}.{variable}[{}]", info.name, k + 1);
                let settable = !reversed;
                let is_wheel = self.context.collected.elements.wheels.iter().any(|wheel| wheel.component == info.name);
                for k in 0..3 {
                    let position = if is_wheel { format!("{}.{}", info.name, ["x", "y", "z"][k]) } else { name(r, k) };
                    names[tree_joint.q + k] = StateName::new(position, "m", settable.then_some(start.r.0 + k));
                    names[nq + tree_joint.v + k] = StateName::new(name(v, k), "m/s", settable.then_some(start.v.0 + k));
                }
                if tree_joint.kind == JointKind::Free {
                    (0..4).for_each(|k| names[tree_joint.q + 3 + k] = StateName::new(name(quaternion, k), "1", None));
                    (0..3).for_each(|k| names[nq + tree_joint.v + 3 + k] = StateName::new(name(w, k), "rad/s", None));
                }
            }
        }
    }
}

/// A coordinate that is a state.
#[derive(Clone, Debug, Default)]
struct StateName {
    name: String,
    unit: &'static str,
    description: &'static str,
    /// Address of its start value, where the host may set it.
    start: Option<usize>,
}

impl StateName {
    fn new(name: String, unit: &'static str, start: Option<usize>) -> Self {
        Self { name, unit, description: "Coordinate of a free motion", start }
    }
}
