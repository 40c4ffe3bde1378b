//! Review of the assembled model: starts out of range, unmet `stateSelect`, tensors, sensors.

use super::Authored;
use super::attributes::StateSelect;
use super::canonical::connected;
use super::problem::AuthoringProblem;
use crate::model_file::{Diagnostic, LibraryProblem, PROBLEM_LIMIT, Place, Span, Value as Setting, owners};
use library::{ConnectorKind, ParameterKind};
use mechanism::Slot;
use mechanism::digits::four_digits;
use mechanism::hashed::{HashMap, HashSet};
use mechanism::scalar::Matrix3;
use simulation::model::Model;
use simulation::variables::Value;

/// Relative tolerance of the triangle inequality of principal moments, for rounded input.
const ROUNDING: f64 = 1e-6;

impl Authored {
    /// The warnings for the text and for the assembled model.
    ///
    /// # Errors
    /// Start values outside the limits given by the model.
    pub(crate) fn review(&mut self, model: &Model) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
        let mut problems = self.starts_out_of_range(model);
        problems.extend(self.zero_directions(model));
        if !problems.is_empty() {
            return Err(problems);
        }
        let mut warnings = self.warnings.clone();
        warnings.extend(self.states(model));
        warnings.extend(self.tensors(model));
        warnings.extend(self.bypassed());
        warnings.extend(self.idle_starts());
        warnings.extend(self.idle_connections());
        warnings.extend(super::loose::loose_pieces(&self.file, model));
        warnings.sort_by_key(|warning| warning.span.as_ref().map_or(usize::MAX, |span| span.start));
        warnings.dedup();
        super::distinct(&mut warnings, &self.file.expansion);
        warnings.truncate(PROBLEM_LIMIT);
        Ok(warnings)
    }

    fn starts_out_of_range(&self, model: &Model) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        if self.units.is_empty() {
            return found;
        }
        for variable in model.catalogue.variables.iter() {
            let (Some(Value::Real(start)), Some(bounds)) = (variable.start, self.units.bounds(variable.name)) else {
                continue;
            };
            let broken = (bounds.min.filter(|min| start < *min), bounds.max.filter(|max| start > *max));
            if broken != (None, None) {
                let problem = LibraryProblem::out_of_range(&format!("{}.start", variable.name), start, broken);
                found.push(Diagnostic::new(bounds.span.clone(), problem.into()));
            }
        }
        found
    }

    /// Unmet `stateSelect`, and nominal values of states, which are removed.
    fn states(&mut self, model: &Model) -> Vec<Diagnostic> {
        if self.wishes.is_empty() && self.units.is_empty() {
            return Vec::new();
        }
        let catalogue = &model.catalogue;
        let states: HashSet<usize> = catalogue.states.iter().map(|index| catalogue.reference(*index)).collect();
        let names: HashMap<&str, usize> =
            catalogue.variables.numbered().map(|(index, variable)| (variable.name, index)).collect();
        let is_state = |name: &str| {
            let index = names.get(name).or_else(|| names.get(format!("{name}[1]").as_str()));
            index.is_some_and(|index| states.contains(&catalogue.reference(*index)))
        };
        let wishes = self.wishes.iter().filter_map(|wish| {
            let is_state = is_state(&wish.variable);
            let is_met = match wish.wish {
                StateSelect::Yes => is_state,
                StateSelect::No => !is_state,
                StateSelect::Either => true,
            };
            (!is_met)
                .then(|| Diagnostic::about(&wish.span, wish.place.clone(), AuthoringProblem::StateSelect { is_state }))
        });
        let mut warnings: Vec<Diagnostic> = wishes.collect();
        for (name, bounds) in &mut self.units.bounds {
            if is_state(name) && bounds.nominal.take().is_some() {
                warnings.push(Diagnostic::about(&bounds.span, place_of(name), AuthoringProblem::NominalOfState));
            }
        }
        warnings
    }

    /// Inertia tensors whose largest principal moment is larger than the sum of the others.
    fn tensors(&self, model: &Model) -> Vec<Diagnostic> {
        let slots = &model.parameters.slots;
        let names = self.file.components.iter().map(|component| &component.name);
        let spans: HashMap<&str, &Span> = names.map(|name| (name.value.as_str(), &name.span)).collect();
        let moments_of = |addresses: [usize; 6]| {
            let [i11, i22, i33, i21, i31, i32] =
                addresses.map(|address| slots.get(address).map_or(0.0, |slot| slot.value));
            let tensor = Matrix3::new(i11, i21, i31, i21, i22, i32, i31, i32, i33);
            let mut moments: [f64; 3] = tensor.symmetric_eigenvalues().into();
            moments.sort_by(f64::total_cmp);
            moments
        };
        let masses = model.mechanism.masses.iter().filter_map(|mass| Some((&mass.name, moments_of(mass.inertia?))));
        let wrong = masses.filter(|(_, [a, b, c])| *c > (a + b) * (1.0 + ROUNDING) && *c > 0.0);
        wrong
            .filter_map(|(name, moments)| {
                // For a part, the component of the model file that contains it.
                let span = owners(name).find_map(|owner| spans.get(owner))?;
                let moments = moments.map(four_digits);
                let place = Place::Component(name.clone());
                Some(Diagnostic::about(span, place, AuthoringProblem::TriangleInequality { moments }))
            })
            .collect()
    }

    /// Directions of zero length: axes, gravity.
    fn zero_directions(&self, model: &Model) -> Vec<Diagnostic> {
        let zeros = zero_vectors(model);
        let mut found = Vec::new();
        for component in &self.file.components {
            let Some(class) = library::find_class(&component.class.value) else { continue };
            for modifier in &component.modifiers {
                let is_direction = class.parameters.iter().any(|parameter| {
                    parameter.name == modifier.name.value
                        && parameter.shape.size() == 3
                        && matches!(parameter.kind, ParameterKind::Real(Some("1")))
                });
                let name = format!("{}.{}", component.name.value, modifier.name.value);
                if is_direction && zeros.contains(name.as_str()) {
                    let problem = LibraryProblem::zero_direction(&name);
                    found.push(Diagnostic::new(modifier.value.span.clone(), problem.into()));
                }
            }
        }
        found
    }

    /// Connections of a connector with itself, and duplicate connections.
    fn idle_connections(&self) -> Vec<Diagnostic> {
        let mut pairs = HashSet::default();
        let mut found = Vec::new();
        for connection in &self.file.connections {
            let (from, to) = (connection.from.value.as_str(), connection.to.value.as_str());
            let problem = if from == to {
                AuthoringProblem::ConnectedWithItself { connector: from.to_owned() }
            } else if !pairs.insert((from.min(to), from.max(to))) {
                AuthoringProblem::ConnectedTwice { first: from.to_owned(), second: to.to_owned() }
            } else {
                continue;
            };
            found.push(Diagnostic::new(connection.from.span.clone(), problem.into()));
        }
        found
    }

    /// Sensors and forces whose ends are connected with each other.
    fn bypassed(&self) -> Vec<Diagnostic> {
        let (_, numbers, mut sets) = connected(&self.file.connections);
        let mut found = Vec::new();
        for component in &self.file.components {
            let Some(class) = library::find_class(&component.class.value) else { continue };
            let is_sensor = match class.name.rsplit('.').nth(1) {
                Some("Sensors") => true,
                Some("Forces") => false,
                _ => continue,
            };
            let is_end = |kind: ConnectorKind| {
                !kind.is_signal() && !matches!(kind, ConnectorKind::FrameResolve | ConnectorKind::Pin)
            };
            let ends = class.connectors.iter().filter(|connector| is_end(connector.kind));
            let ends = ends.map(|connector| format!("{}.{}", component.name.value, connector.name));
            let ends: Vec<String> = ends.collect();
            if let [first, second] = &ends[..]
                && let (Some(a), Some(b)) = (numbers.get(first.as_str()), numbers.get(second.as_str()))
                && sets.find(*a) == sets.find(*b)
            {
                let problem = AuthoringProblem::Bypassed { first: first.clone(), second: second.clone(), is_sensor };
                let place = Place::Component(component.name.value.clone());
                found.push(Diagnostic::about(&component.name.span, place, problem));
            }
        }
        found
    }

    /// Start values, not fixed, of voltages and currents of pins, and of temperatures and heat flows of ports: nothing starts there.
    fn idle_starts(&self) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for component in &self.file.components {
            let Some(class) = library::find_class(&component.class.value) else { continue };
            let is_network = |kind| matches!(kind, ConnectorKind::Pin | ConnectorKind::HeatPort);
            let networks = class.connectors.iter().filter(|connector| is_network(connector.kind));
            let networks: Vec<&str> = networks.map(|connector| connector.name).collect();
            for setting in component.modifiers.iter().filter(|setting| networks.contains(&&*setting.name.value)) {
                let Setting::Table(variables) = &setting.value.value else { continue };
                for (variable, attributes) in variables {
                    let Setting::Table(attributes) = &attributes.value else { continue };
                    let is = |name: &str| attributes.iter().find(|(key, _)| key.value == name);
                    if let (Some((start, _)), false) =
                        (is("start"), is("fixed").is_some_and(|(_, value)| value.value == Setting::Boolean(true)))
                    {
                        let variable = format!("{}.{}", setting.name.value, variable.value);
                        let place = Place::Component(component.name.value.clone());
                        found.push(Diagnostic::about(&start.span, place, AuthoringProblem::IdleStart { variable }));
                    }
                }
            }
        }
        found
    }
}

/// Names of the parameters of three elements that are all zero.
fn zero_vectors(model: &Model) -> HashSet<&str> {
    let parameters = model.parameters.slots.chunk_by(|one, other| one.parameter() == other.parameter());
    let zeros = parameters.filter(|elements| elements.len() == 3 && elements.iter().all(|slot| slot.value == 0.0));
    zeros.filter_map(|elements| elements.first()).map(Slot::parameter).collect()
}

/// The component and the variable of a name.
fn place_of(name: &str) -> Place {
    match name.rsplit_once('.') {
        Some((component, path)) => Place::Modifier { component: component.to_owned(), path: path.to_owned() },
        None => Place::Parameter(name.to_owned()),
    }
}
