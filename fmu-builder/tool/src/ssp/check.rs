//! Rules that a system keeps, whether it is to be packed or was read.

use std::collections::{HashMap, HashSet};

use compiler::model_file::Span;
use simulation::variables::{Causality, Value};

use super::fault::{Finding, SystemFault as Fault};
use super::units::{Conversion, conversion};
use super::{Connection, End, Parameter, Signal, System, loops};
use crate::host::ModelDescription;
use crate::settings::{Setting, SettingError, Variables};

/// A connection whose ends are known.
pub(super) struct Link<'a> {
    pub connection: &'a Connection,
    pub source: End,
    pub target: End,
    pub conversion: Conversion,
}

/// The connections by their directions, and everything that is wrong with the system.
pub(super) fn check(system: &System) -> (Vec<Link<'_>>, Vec<Finding>) {
    let mut checker = Checker { system, findings: Vec::new() };
    let links: Vec<Link<'_>> = system.connections.iter().filter_map(|connection| checker.link(connection)).collect();
    checker.sources(&links);
    system.parameters.iter().for_each(|parameter| checker.parameter(parameter));
    checker.not_connected(&links);
    let pairs: Vec<(End, End)> = links.iter().map(|link| (link.source.clone(), link.target.clone())).collect();
    for cycle in loops::find(system, &pairs) {
        let back = cycle.first().cloned();
        let path: Vec<String> = cycle.into_iter().chain(back).collect();
        checker.tell(None, Fault::Loop(path.join(" -> ")));
    }
    (links, checker.findings)
}

/// The value of a parameter in the unit of its variable.
pub(super) fn value(description: &ModelDescription, parameter: &Parameter) -> Result<Value, SettingError> {
    let setting = Setting { name: parameter.end.connector.clone(), value: parameter.value.clone() };
    let value = description.assignment(&setting)?.value;
    let own = description.find(&setting.name).and_then(|variable| Signal::of(description, variable).unit);
    Ok(match (value, &parameter.unit, own) {
        (Value::Real(value), Some(given), Some(own)) => match conversion(given, &own) {
            Conversion::Linear(factor, offset) => Value::Real(factor * value + offset),
            Conversion::None => Value::Real(value),
            Conversion::Impossible => {
                let expected = format!("a value with a unit that fits {} is", own.name);
                let value = format!("{value} {}", given.name);
                return Err(SettingError::Value { name: setting.name, value, expected });
            }
        },
        (value, ..) => value,
    })
}

struct Checker<'a> {
    system: &'a System,
    findings: Vec<Finding>,
}

impl<'a> Checker<'a> {
    fn tell(&mut self, place: Option<&Span>, fault: Fault) {
        self.findings.push(Finding { place: place.cloned(), fault });
    }

    fn link(&mut self, connection: &'a Connection) -> Option<Link<'a>> {
        let place = connection.place.as_ref();
        let mut found = Vec::new();
        for end in &connection.ends {
            let element = self.system.elements.get(end.element)?;
            match element.connector(&end.connector) {
                Some(connector) => found.push((end, connector)),
                None => self.tell(place, element.no_connector(&end.connector)),
            }
        }
        let [(a, (a_role, a_signal)), (b, (b_role, b_signal))] = <[_; 2]>::try_from(found).ok()?;
        // From inside, an input of the system is a source.
        let side = |end: &End, role| Side::of(role, end.element == connection.system);
        // The direction of `inout` does not follow from the connection.
        let (from, to) = match (side(a, a_role?), side(b, b_role?)) {
            (Some(one), Some(other)) if one.is_parameter == other.is_parameter && one.is_source != other.is_source => {
                if one.is_source {
                    ((a, a_signal), (b, b_signal))
                } else {
                    ((b, b_signal), (a, a_signal))
                }
            }
            sides => {
                self.tell(place, Fault::Direction(self.system.name_of(a), self.system.name_of(b), why_not(&sides)));
                return None;
            }
        };
        let conversion = self.signals(connection, (from.0, from.1.as_ref()), (to.0, to.1.as_ref()));
        Some(Link { connection, source: from.0.clone(), target: to.0.clone(), conversion })
    }

    /// Compares types and units.
    fn signals(
        &mut self,
        connection: &Connection,
        (source, a): (&End, Option<&Signal>),
        (target, b): (&End, Option<&Signal>),
    ) -> Conversion {
        let (Some(a), Some(b)) = (a, b) else { return Conversion::None };
        let (from, to, place) = (self.system.name_of(source), self.system.name_of(target), connection.place.as_ref());
        if a.kind != b.kind {
            let (from_kind, to_kind) = (a.kind.name(), b.kind.name());
            self.tell(place, Fault::Type { from, from_kind, to, to_kind });
            return Conversion::None;
        }
        if let (Some((_, one)), Some((_, other))) = (&a.enumeration, &b.enumeration)
            && one != other
        {
            self.tell(place, Fault::Literals { from, to });
            return Conversion::None;
        }
        let (Some(from_unit), Some(to_unit)) = (&a.unit, &b.unit) else { return Conversion::None };
        let conversion = conversion(from_unit, to_unit);
        let (from_unit, to_unit) = (from_unit.name.clone(), to_unit.name.clone());
        match conversion {
            Conversion::Impossible => self.tell(place, Fault::Unit { from, from_unit, to, to_unit }),
            Conversion::Linear(..) if connection.suppresses_units && !connection.transforms => {
                self.tell(place, Fault::NotConverted { from, from_unit, to, to_unit });
            }
            _ => {}
        }
        conversion
    }

    /// Each connector has one source.
    fn sources(&mut self, links: &[Link<'_>]) {
        let mut sources: HashMap<&End, &End> = HashMap::new();
        for link in links {
            if let Some(first) = sources.insert(&link.target, &link.source) {
                let [target, first, second] = [&link.target, first, &link.source].map(|end| self.system.name_of(end));
                self.tell(link.connection.place.as_ref(), Fault::TwoSources { target, first, second });
            }
        }
    }

    /// Inputs of FMUs without source or value, and outputs of the system without source.
    fn not_connected(&mut self, links: &[Link<'_>]) {
        let given = self.system.parameters.iter().map(|parameter| &parameter.end);
        let ends = links.iter().map(|link| &link.target).chain(given);
        let set: HashSet<(usize, &str)> = ends.map(|end| (end.element, end.connector.as_str())).collect();
        for (position, element) in self.system.elements.iter().enumerate() {
            let variables = element.fmu().map(|description| description.variables.as_slice()).unwrap_or_default();
            let known: HashSet<u32> = variables
                .iter()
                .filter(|variable| set.contains(&(position, variable.name.as_str())))
                .map(|variable| variable.value_reference)
                .collect();
            for variable in variables.iter().filter(|v| v.causality == Causality::Input && !v.is_alias) {
                if !known.contains(&variable.value_reference) {
                    let name = element.name_of(&variable.name);
                    self.tell(element.place.as_ref(), Fault::NotConnected { name, start: variable.start.clone() });
                }
            }
            if matches!(element.content, super::Content::System) {
                for connector in element.connectors.iter().filter(|c| c.role == Some(Causality::Output)) {
                    if !set.contains(&(position, connector.name.as_str())) {
                        let name = element.name_of(&connector.name);
                        self.tell(connector.place.as_ref(), Fault::NoSource(name));
                    }
                }
            }
        }
    }

    fn parameter(&mut self, parameter: &Parameter) {
        let Some(element) = self.system.elements.get(parameter.end.element) else { return };
        let (place, name) = (parameter.place.as_ref(), element.name_of(&parameter.end.connector));
        let Some(description) = element.fmu() else { return };
        let found = description.find(&parameter.end.connector);
        if let (Some(variable), Some(given)) = (found, parameter.kind)
            && variable.kind != given
        {
            let (kind, given) = (variable.kind.name(), given.name());
            return self.tell(place, Fault::ParameterType { name, kind, given });
        }
        match (value(description, parameter), found) {
            (Err(error), _) => self.tell(place, Fault::Parameter { element: element.path.clone(), error }),
            (Ok(Value::Real(value)), Some(variable)) => {
                let below = variable.min.filter(|&min| value < min).map(|min| (min, "below its minimum"));
                let above = variable.max.filter(|&max| value > max).map(|max| (max, "above its maximum"));
                if let Some((limit, fault)) = below.or(above) {
                    self.tell(place, Fault::Range { name, value, fault, limit });
                }
            }
            _ => {}
        }
    }
}

/// Why there is no connection between two sides.
fn why_not(sides: &(Option<Side>, Option<Side>)) -> &'static str {
    match sides {
        (Some(one), Some(other)) if one.is_parameter != other.is_parameter => "one of them is a parameter",
        (Some(one), Some(_)) if one.is_source => "both are sources",
        (Some(_), Some(_)) => "neither of them is a source",
        _ => "one of them is neither input nor output nor parameter",
    }
}

/// A connector as a connection sees it.
struct Side {
    is_source: bool,
    is_parameter: bool,
}

impl Side {
    fn of(role: Causality, is_inside: bool) -> Option<Self> {
        let (gives, is_parameter) = match role {
            Causality::Output => (true, false),
            Causality::Input => (false, false),
            Causality::CalculatedParameter => (true, true),
            Causality::Parameter => (false, true),
            Causality::Local | Causality::Independent => return None,
        };
        Some(Self { is_source: gives != is_inside, is_parameter })
    }
}
