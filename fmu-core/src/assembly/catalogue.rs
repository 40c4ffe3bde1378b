//! The FMI variables of a model.

use super::Problems;
use super::components::Collected;
use super::connections::Sets;
use super::dependencies::Dependencies;
use super::names::{ParameterEntry, ParameterOrigin, nearest_name};
use super::spanning_tree::{Spanned, SpannedStart};
use crate::library::{
    ConnectorHandle, ConnectorKind, JointQuantity, ParameterKind, PrescribedLevel, Structural, VariableSource,
};
use crate::mechanism::{FrameId, JointKind, Mechanism, ParameterTable, Source};
use crate::model_file::{LibraryProblem, ModelFile, PublicName};
use crate::variables::{Catalogue, Causality, DataType, Initial, Target, Value, Variability, Variable};
use std::borrow::Cow;
use std::collections::HashMap;

/// What the catalogue is made from.
pub(super) struct Context<'a> {
    pub file: &'a ModelFile,
    pub collected: &'a Collected,
    pub table: &'a ParameterTable,
    pub sets: &'a Sets,
    pub spanned: &'a Spanned,
    pub schedule: &'a super::Schedule,
    pub mechanism: &'a Mechanism,
    pub states: &'a super::StateLayout,
}

/// Builds the catalogue.
pub(super) fn build(context: &Context<'_>, problems: &mut Problems) -> Catalogue {
    let mut maker =
        Maker { context, out: Catalogue::default(), names: HashMap::new(), tunable: tunable_slots(context) };
    maker.push(real("time", "Simulation time", Some("s"), Source::Time), |v| {
        (v.causality, v.initial) = (Causality::Independent, None);
    });
    for entry in context.collected.parameters.iter().filter(|p| matches!(p.origin, ParameterOrigin::Model)) {
        maker.parameter(entry);
    }
    for index in 0..context.collected.components.len() {
        maker.component(index);
    }
    maker.aliases();
    maker.states();
    maker.inputs(problems);
    maker.public_outputs(problems);
    let dependencies = Dependencies::new(context);
    let inputs = maker.out.inputs.clone();
    for variable in &mut maker.out.variables {
        variable.dependencies = dependencies.of(&variable.source).into_iter().map(|i| inputs[i]).collect();
        variable.dependencies.sort_unstable();
    }
    maker.out
}

fn real(
    name: impl Into<String>,
    description: impl Into<Cow<'static, str>>,
    unit: Option<&'static str>,
    source: Source,
) -> Variable {
    Variable {
        name: name.into(),
        description: description.into(),
        data_type: DataType::Real { unit: unit.filter(|u| !u.is_empty()), min: None, max: None },
        causality: Causality::Local,
        variability: Variability::Continuous,
        initial: Some(Initial::Calculated),
        start: None,
        derivative_of: None,
        dependencies: Vec::new(),
        target: None,
        source,
    }
}

struct Maker<'a> {
    context: &'a Context<'a>,
    out: Catalogue,
    names: HashMap<String, usize>,
    /// For each parameter element: it may change in flight.
    tunable: Vec<bool>,
}

const AXES: [(usize, usize); 9] = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)];

impl Maker<'_> {
    fn push(&mut self, mut variable: Variable, change: impl FnOnce(&mut Variable)) -> usize {
        change(&mut variable);
        let index = self.out.variables.len();
        self.names.insert(variable.name.clone(), index);
        self.out.variables.push(variable);
        index
    }

    fn parameter(&mut self, entry: &ParameterEntry) {
        let (unit, description) = match entry.origin {
            ParameterOrigin::Model => {
                (entry.unit.as_deref().and_then(known_unit), Cow::Owned(entry.description.clone()))
            }
            ParameterOrigin::Component { parameter, .. } => {
                let unit = if let ParameterKind::Real(unit) = parameter.kind { unit } else { None };
                (unit, Cow::Borrowed(parameter.description))
            }
            ParameterOrigin::Start => return,
        };
        for k in 0..entry.shape.size() {
            let address = entry.first + k;
            let slot = &self.context.table.slots[address];
            let tunable = self.tunable[address];
            self.push(real(slot.name.clone(), description.clone(), unit, Source::Parameter(address)), |v| {
                v.data_type = DataType::Real { unit, min: slot.min, max: slot.max };
                v.variability = if tunable { Variability::Tunable } else { Variability::Fixed };
                if slot.independent {
                    v.causality = Causality::Parameter;
                    v.initial = Some(Initial::Exact);
                    v.start = Some(Value::Real(slot.value));
                    v.target = Some(Target::Parameter(address));
                } else {
                    v.causality = Causality::CalculatedParameter;
                }
            });
        }
    }

    fn component(&mut self, index: usize) {
        let component = &self.context.collected.components[index];
        let mut parameters: Vec<&ParameterEntry> =
            self.context.collected.parameters[component.parameters.clone()].iter().collect();
        // Parts lie inside the range of the whole; they come with their own component.
        parameters.retain(|p| matches!(p.origin, ParameterOrigin::Component { index: owner, .. } if owner == index));
        for declared in component.class.parameters.iter().filter(|p| !p.hidden) {
            match component.structural.get(declared.name) {
                Some(value) => self.structural(&component.name, declared, *value),
                None => parameters
                    .iter()
                    .filter(|p| p.name.ends_with(&format!(".{}", declared.name)))
                    .for_each(|p| self.parameter(p)),
            }
        }
        let variables = self.context.collected.elements.variables.iter().filter(|v| v.component == component.name);
        for variable in variables {
            let source = self.source(&variable.source);
            self.push(
                real(
                    format!("{}.{}", component.name, variable.name),
                    variable.description,
                    Some(variable.unit),
                    source,
                ),
                |_| {},
            );
        }
        for connector in self.context.collected.connectors.iter().filter(|c| c.component == index) {
            self.connector(connector);
        }
    }

    fn source(&self, source: &VariableSource) -> Source {
        match source {
            VariableSource::Direct(source) => source.clone(),
            VariableSource::Joint(element, quantity) => {
                let Some(joint) = self.context.spanned.joint_of_element[*element] else { return Source::Constant(0.0) };
                let tree_joint = self.context.spanned.tree.joints[joint];
                match quantity {
                    JointQuantity::Position => Source::Coordinate(tree_joint.q),
                    JointQuantity::Speed => Source::Speed(tree_joint.v),
                    JointQuantity::Acceleration => Source::Acceleration(tree_joint.v),
                    JointQuantity::Force => Source::JointForce(joint),
                }
            }
        }
    }

    /// A parameter that shaped the model: it is shown, but constant.
    fn structural(&mut self, component: &str, declared: &crate::library::Parameter, value: Structural) {
        let name = format!("{component}.{}", declared.name);
        match (value, declared.kind) {
            (Structural::Boolean(b), _) => {
                self.constant(name, declared.description, DataType::Boolean, Value::Boolean(b))
            }
            (Structural::Literal(k), ParameterKind::Enumeration(e)) => {
                let data_type = DataType::Enumeration { name: e.name, literals: e.literals };
                self.constant(name, declared.description, data_type, Value::Integer(k as i32 + 1));
            }
            (Structural::Sequence(s), _) => {
                for (k, axis) in s.numbers().into_iter().enumerate() {
                    let name = format!("{name}[{}]", k + 1);
                    self.constant(name, declared.description, DataType::Integer, Value::Integer(axis));
                }
            }
            _ => {}
        }
    }

    fn constant(&mut self, name: String, description: &'static str, data_type: DataType, value: Value) {
        let number = match value {
            Value::Real(x) => x,
            Value::Integer(i) => f64::from(i),
            Value::Boolean(b) => f64::from(u8::from(b)),
        };
        self.push(real(name, description, None, Source::Constant(number)), |v| {
            v.data_type = data_type;
            v.variability = Variability::Constant;
            v.initial = Some(Initial::Exact);
            v.start = Some(value);
        });
    }

    fn connector(&mut self, connector: &super::names::ConnectorEntry) {
        let name = &connector.name;
        match &connector.handle {
            None => {}
            Some(ConnectorHandle::Frame(frames)) => self.frame(name, frames),
            Some(ConnectorHandle::Flange(flange)) => {
                let names = match connector.kind {
                    ConnectorKind::RotationalFlange => [
                        ("phi", "rad", "Absolute rotation angle of flange"),
                        ("tau", "N.m", "Cut torque in the flange"),
                    ],
                    _ => [("s", "m", "Absolute position of flange"), ("f", "N", "Cut force directed into flange")],
                };
                let [(position, unit, text), (flow, flow_unit, flow_text)] = names;
                self.push(
                    real(format!("{name}.{position}"), text, Some(unit), Source::FlangePosition(*flange)),
                    |_| {},
                );
                self.push(
                    real(format!("{name}.{flow}"), flow_text, Some(flow_unit), Source::FlangeFlow(*flange)),
                    |_| {},
                );
            }
            Some(ConnectorHandle::Heat(port)) => {
                let (temperature, flow) = (Source::Temperature(*port), Source::HeatFlow(*port));
                self.push(real(format!("{name}.T"), "Port temperature", Some("K"), temperature), |_| {});
                let text = "Heat flow rate (positive if flowing from outside into the component)";
                self.push(real(format!("{name}.Q_flow"), text, Some("W"), flow), |_| {});
            }
            Some(ConnectorHandle::Output(output)) => {
                let is_sensor = self.context.collected.components[connector.component].class.name.contains(".Sensors.");
                for k in 0..output.size {
                    let full = format!("{name}{}", connector.shape().subscript(k));
                    let signal = output.first + k;
                    let source = Source::Signal(signal, self.context.schedule.signal_stages[signal]);
                    self.push(real(full, connector.declared.description, Some(connector.declared.unit), source), |v| {
                        if is_sensor {
                            v.causality = Causality::Output;
                        }
                        if connector.kind == ConnectorKind::BooleanOutput {
                            (v.data_type, v.variability) = (DataType::Boolean, Variability::Discrete);
                        }
                    });
                }
            }
            Some(ConnectorHandle::Input(input)) => {
                for k in 0..input.size {
                    let full = format!("{name}{}", connector.shape().subscript(k));
                    let signal = self.context.sets.drivers[input.first + k];
                    let source = Source::Signal(signal, self.context.schedule.signal_stages[signal]);
                    self.push(
                        real(full, connector.declared.description, Some(connector.declared.unit), source),
                        |_| {},
                    );
                }
            }
        }
    }

    fn frame(&mut self, name: &str, frames: &[FrameId]) {
        let Some(first) = frames.first().copied() else { return };
        for k in 0..3 {
            let text = "Position vector from world frame to the connector frame origin, resolved in world frame";
            self.push(real(format!("{name}.r_0[{}]", k + 1), text, Some("m"), Source::Position(first, k)), |_| {});
        }
        for (i, j) in AXES {
            let text = "Transformation matrix from world frame to local frame";
            let full = format!("{name}.R.T[{},{}]", i + 1, j + 1);
            self.push(real(full, text, None, Source::Orientation(first, i, j)), |_| {});
        }
        for k in 0..3 {
            let text = "Absolute angular velocity of local frame, resolved in local frame";
            self.push(
                real(format!("{name}.R.w[{}]", k + 1), text, Some("rad/s"), Source::AngularVelocity(first, k)),
                |_| {},
            );
        }
        for k in 0..3 {
            let text = "Cut-force resolved in connector frame";
            self.push(real(format!("{name}.f[{}]", k + 1), text, Some("N"), Source::Force(frames.to_vec(), k)), |_| {});
        }
        for k in 0..3 {
            let text = "Cut-torque resolved in connector frame";
            self.push(
                real(format!("{name}.t[{}]", k + 1), text, Some("N.m"), Source::Torque(frames.to_vec(), k)),
                |_| {},
            );
        }
    }

    /// Variables of netlist classes that are variables of their parts; parts of parts first resolved by their own alias.
    fn aliases(&mut self) {
        for alias in self.context.collected.aliases.iter().rev() {
            for k in 0..alias.shape.size() {
                let subscript = alias.shape.subscript(k);
                let Some(target) = self.names.get(&format!("{}{subscript}", alias.target)) else { continue };
                let source = self.out.variables[*target].clone();
                let name = format!("{}.{}{subscript}", alias.component, alias.name);
                self.push(Variable { name, ..source }, |_| {});
            }
        }
    }

    /// Marks the states, with their start values, and adds their derivatives.
    fn states(&mut self) {
        let mut names = Vec::new();
        for joint in 0..self.context.spanned.joints.len() {
            self.state_names(joint, &mut names);
        }
        let layout = self.context.states;
        let position = |i: usize| (Source::Coordinate(i), names[i].clone());
        let mut list: Vec<_> = layout.positions.iter().copied().map(position).collect();
        let nq = self.context.spanned.tree.nq;
        list.extend(layout.speeds.iter().map(|v| (Source::Speed(*v), names[nq + v].clone())));
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

    /// Marks one state.
    fn state(&mut self, state: &StateName, source: Source) -> usize {
        let index = match self.names.get(&state.name) {
            Some(index) => *index,
            None => self.push(real(state.name.clone(), state.description, Some(state.unit), source.clone()), |_| {}),
        };
        let variable = &mut self.out.variables[index];
        variable.source = source;
        if let Some(address) = state.start {
            let slot = &self.context.table.slots[address];
            if slot.independent {
                variable.initial = Some(Initial::Exact);
                variable.start = Some(Value::Real(slot.value));
                variable.target = Some(Target::Parameter(address));
            }
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
                for k in 0..3 {
                    names[tree_joint.q + k] = StateName::new(name(r, k), "m", settable.then_some(start.r.0 + k));
                    names[nq + tree_joint.v + k] = StateName::new(name(v, k), "m/s", settable.then_some(start.v.0 + k));
                }
                if tree_joint.kind == JointKind::Free {
                    (0..4).for_each(|k| names[tree_joint.q + 3 + k] = StateName::new(name(quaternion, k), "1", None));
                    (0..3).for_each(|k| names[nq + tree_joint.v + 3 + k] = StateName::new(name(w, k), "rad/s", None));
                }
            }
        }
    }

    /// FMI inputs: signal inputs that nothing drives, under their public names where they have some.
    fn inputs(&mut self, problems: &mut Problems) {
        let mut public: HashMap<usize, String> = HashMap::new();
        for name in &self.context.file.inputs {
            self.public_input(name, &mut public, problems);
        }
        let first_signal = self.context.collected.signal_outputs;
        for (input, elements) in self.context.sets.inputs.iter().enumerate() {
            let Some(element) = elements.first() else { continue };
            let Some(index) = self.input_variable(*element) else { continue };
            let renamed = elements.iter().find_map(|e| public.get(e));
            let variable = &mut self.out.variables[index];
            variable.causality = Causality::Input;
            variable.initial = None;
            variable.start = Some(Value::Real(0.0));
            variable.target = Some(Target::Input(input));
            variable.source = Source::Input(input);
            if let Some(name) = renamed {
                self.names.remove(&variable.name);
                self.names.insert(name.clone(), index);
                variable.name.clone_from(name);
            }
            self.out.inputs.push(index);
            debug_assert!(self.context.sets.drivers[*element] == first_signal + input);
        }
    }

    /// Catalogue index of the variable of a signal input's element.
    fn input_variable(&self, element: usize) -> Option<usize> {
        let connector = self.context.collected.connectors.iter().find_map(|c| match &c.handle {
            Some(ConnectorHandle::Input(input)) if (input.first..input.first + input.size).contains(&element) => {
                Some(format!("{}{}", c.name, c.shape().subscript(element - input.first)))
            }
            _ => None,
        })?;
        self.names.get(&connector).copied()
    }

    fn public_input(&mut self, public: &PublicName, names: &mut HashMap<usize, String>, problems: &mut Problems) {
        let (name, target) = (&public.name.value, &public.target.value);
        let mut found = Vec::new();
        for connector in &self.context.collected.connectors {
            let Some(ConnectorHandle::Input(input)) = &connector.handle else { continue };
            let shape = connector.shape();
            for k in 0..input.size {
                let element = format!("{}{}", connector.name, shape.subscript(k));
                if *target == connector.name {
                    found.push((input.first + k, format!("{name}{}", shape.subscript(k))));
                } else if *target == element {
                    found.push((input.first + k, name.clone()));
                }
            }
        }
        let first_input = self.context.collected.signal_outputs;
        found.retain(|(element, _)| self.context.sets.drivers[*element] >= first_input);
        if found.is_empty() {
            let inputs = self
                .context
                .collected
                .connectors
                .iter()
                .filter(|c| matches!(c.handle, Some(ConnectorHandle::Input(_))));
            let nearest = nearest_name(target, inputs.map(|c| c.name.as_str()));
            let (name, target) = (name.clone(), target.clone());
            let problem = LibraryProblem::UnknownTarget {
                section: "inputs",
                name,
                target,
                expected: "signal input that nothing drives",
                nearest,
            };
            problems.add(Some(&public.target.span), problem);
        }
        for (element, name) in found {
            self.check_free_name("inputs", public, &name, problems);
            names.insert(element, name);
        }
    }

    fn check_free_name(&self, section: &'static str, public: &PublicName, name: &str, problems: &mut Problems) -> bool {
        let taken = self.names.contains_key(name);
        if taken {
            problems.add(Some(&public.name.span), LibraryProblem::NameTaken { section, name: name.to_owned() });
        }
        !taken
    }

    fn public_outputs(&mut self, problems: &mut Problems) {
        for public in &self.context.file.outputs {
            let targets = self.output_targets(&public.target.value);
            if targets.is_empty() {
                self.unknown_output(public, problems);
            }
            for (subscript, variable) in targets {
                let name = format!("{}{subscript}", public.name.value);
                if self.check_free_name("outputs", public, &name, problems) {
                    self.push(Variable { name, ..variable }, |v| {
                        (v.causality, v.variability, v.initial) =
                            (Causality::Output, Variability::Continuous, Some(Initial::Calculated));
                        (v.start, v.target, v.derivative_of) = (None, None, None);
                    });
                }
            }
        }
    }

    /// The variables that a target names: one, or the elements of an array with their subscripts; `der(x)` for their derivatives.
    fn output_targets(&self, target: &str) -> Vec<(String, Variable)> {
        if let Some(inner) = target.strip_prefix("der(").and_then(|t| t.strip_suffix(')')) {
            let derivative = |(subscript, mut variable): (String, Variable)| {
                variable.source = variable.source.derivative()?;
                if let DataType::Real { unit, .. } = &mut variable.data_type {
                    *unit = unit.and_then(derivative_unit);
                }
                Some((subscript, variable))
            };
            return self.output_targets(inner).into_iter().filter_map(derivative).collect();
        }
        let is_real = |v: &&Variable| matches!(v.data_type, DataType::Real { .. });
        if let Some(index) = self.names.get(target) {
            return Some(&self.out.variables[*index])
                .filter(is_real)
                .map(|v| (String::new(), v.clone()))
                .into_iter()
                .collect();
        }
        let element = |v: &Variable| {
            let subscript = v.name.strip_prefix(target)?;
            let inner = subscript.strip_prefix('[')?.strip_suffix(']')?;
            inner.bytes().all(|b| b.is_ascii_digit() || b == b',').then(|| (subscript.to_owned(), v.clone()))
        };
        self.out.variables.iter().filter(is_real).filter_map(element).collect()
    }

    fn unknown_output(&self, public: &PublicName, problems: &mut Problems) {
        let nearest = nearest_name(&public.target.value, self.out.variables.iter().map(|v| v.name.as_str()));
        let (name, target) = (public.name.value.clone(), public.target.value.clone());
        let expected = "variable of the model, nor the derivative of one that has it";
        let problem = LibraryProblem::UnknownTarget { section: "outputs", name, target, expected, nearest };
        problems.add(Some(&public.target.span), problem);
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

/// Parameter elements that may change in flight: those of tunable declarations, and those of the model that feed only such ones.
fn tunable_slots(context: &Context<'_>) -> Vec<bool> {
    let mut tunable = vec![true; context.table.slots.len()];
    for entry in &context.collected.parameters {
        let declared = match entry.origin {
            ParameterOrigin::Model => true,
            ParameterOrigin::Component { parameter, .. } => parameter.tunable,
            ParameterOrigin::Start => false,
        };
        tunable[entry.first..entry.first + entry.shape.size()].fill(declared);
    }
    // Backwards through the bindings: what feeds a parameter that is fixed is fixed.
    for binding in context.table.bindings.iter().rev() {
        if tunable[binding.first] {
            continue;
        }
        for reference in &binding.references {
            tunable[reference.first..reference.first + reference.shape.size()].fill(false);
        }
    }
    // Forwards: what depends on fixed parameters only does not change.
    for binding in &context.table.bindings {
        let changes = binding.references.iter().any(|r| tunable[r.first]);
        tunable[binding.first..binding.first + binding.shape.size()].fill(changes);
    }
    tunable
}

/// The unit of a time derivative.
fn derivative_unit(unit: &'static str) -> Option<&'static str> {
    Some(match unit {
        "m" => "m/s",
        "m/s" => "m/s2",
        "rad" => "rad/s",
        "rad/s" => "rad/s2",
        "1" => "1/s",
        "K" => "K/s",
        _ => return None,
    })
}

/// The units that a model parameter may have; an unknown one is shown without unit.
fn known_unit(unit: &str) -> Option<&'static str> {
    const UNITS: &[&str] = &[
        "1",
        "m",
        "m2",
        "m3",
        "s",
        "kg",
        "rad",
        "deg",
        "Hz",
        "N",
        "N.m",
        "J",
        "W",
        "K",
        "degC",
        "W/K",
        "J/K",
        "Pa",
        "m/s",
        "m/s2",
        "rad/s",
        "rad/s2",
        "kg.m2",
        "kg/m3",
        "N/m",
        "N.s/m",
        "N.m/rad",
        "N.m.s/rad",
        "m3/s2",
        "1/s",
        "kg.m",
    ];
    UNITS.iter().copied().find(|u| *u == unit)
}
