//! Classes that are netlists of other classes: their parts, and the connectors and variables that they expose.

use super::super::collected::{Alias, ComponentEntry, ConnectorEntry, FixedVariable};
use super::attributes::attribute;
use super::maker::{Given, GivenValue, Maker};
use crate::model_file::{Spanned, Value};
use library::{Class, ClassFault, Connector, ConnectorHandle, ConnectorKind, Netlist};

impl Maker<'_> {
    /// Start values fixed by the class.
    fn fixed_by_class(&mut self, name: &str, class: &'static Class, netlist: &'static Netlist, given: &[Given<'_>]) {
        for variable in class.variables.iter().filter(|own| own.is_fixed && !says_fixed(given, own.name)) {
            let Some((part, inner)) = netlist.variable_of(variable) else { continue };
            let target = self.variable_of_part([name, ".", part, ".", inner].concat());
            let Some((component, variable)) = target.rsplit_once('.') else { continue };
            let Some((entry, _)) = self.out.find_parameter(&format!("{target}.start"), None) else { continue };
            let (component, variable) = (component.to_owned(), variable.to_owned());
            let (shape, start) = (entry.shape, entry.first);
            let (fixed, span) = (vec![true; shape.size()], self.out.span_of_owner(name));
            self.out.fixed.push(FixedVariable { component, variable, shape, start, fixed, span });
        }
    }

    /// Resolves a variable of a part that is itself a netlist.
    fn variable_of_part(&self, name: String) -> String {
        let alias = |name: &str| {
            let (component, variable) = name.rsplit_once('.')?;
            // Aliases of the present component were added last.
            let mut aliases = self.out.aliases.iter().rev();
            Some(aliases.find(|alias| alias.component == component && alias.name == variable)?.target.clone())
        };
        std::iter::successors(Some(name.clone()), |name| alias(name)).last().unwrap_or(name)
    }

    pub(super) fn netlist(&mut self, index: usize, netlist: &'static Netlist, given: &[Given<'_>]) {
        let ComponentEntry { name, class, span, .. } = &self.out.components[index];
        let (name, class, span) = (name.clone(), *class, span.clone());
        let name = name.as_str();
        for part in netlist.parts {
            let Some(part_class) = library::find_class(part.class) else {
                self.class_fault(index, ClassFault { what: "the class of a part,", name: part.class.to_owned() });
                continue;
            };
            let bound = part.settings().map(|(name, expression)| Given {
                name,
                name_span: None,
                value: GivenValue::Bound { expression, scope: index },
            });
            let mut inner: Vec<Given<'_>> = bound.collect();
            inner.extend(attributes_for_part(class, netlist, part.name, given));
            self.instantiate(&[name, ".", part.name].concat(), part_class, inner, span.clone());
        }
        for (from, to) in netlist.connections {
            self.out.part_connections.push(([name, ".", from].concat(), [name, ".", to].concat()));
        }
        let connectors = netlist.connectors.iter().map(|(own, _)| ("the connector", *own));
        let variables = netlist.variables.iter().map(|(own, _)| ("the variable", *own));
        let undeclared = connectors
            .filter(|(_, own)| class.connectors.iter().all(|declared| declared.name != *own))
            .chain(variables.filter(|(_, own)| class.variables.iter().all(|declared| declared.name != *own)));
        for (what, own) in undeclared {
            self.class_fault(index, ClassFault { what, name: own.to_owned() });
        }
        for connector in class.connectors {
            let handle = self.handle_of_parts((name, connector), &netlist.connectors_of(connector));
            self.out.add_connector(ConnectorEntry {
                name: [name, ".", connector.name].concat(),
                component: index,
                declared: connector,
                kind: connector.kind,
                handle,
                starts: Vec::new(),
            });
        }
        self.fixed_by_class(name, class, netlist, given);
        for variable in class.variables {
            let Some((part, inner)) = netlist.variable_of(variable) else { continue };
            self.out.aliases.push(Alias {
                component: name.to_owned(),
                name: variable.name,
                target: [name, ".", part, ".", inner].concat(),
                shape: variable.shape,
            });
        }
    }

    /// The connectors of parts that a connector of a composite class exposes; none if it does not exist.
    fn handle_of_parts(
        &mut self,
        (name, connector): (&str, &'static Connector),
        inner: &[(&str, &str)],
    ) -> Option<ConnectorHandle> {
        let part = |(part, own): &(&str, &str)| {
            let index = self.out.connector(&[name, ".", part, ".", own].concat())?;
            self.out.connectors[index].handle.clone()
        };
        let parts: Vec<ConnectorHandle> = inner.iter().filter_map(part).collect();
        if matches!(connector.kind, ConnectorKind::Frame | ConnectorKind::FrameResolve) {
            let frames = |part: &ConnectorHandle| {
                if let ConnectorHandle::Frame(frames) = part { frames.to_vec() } else { vec![] }
            };
            return Some(ConnectorHandle::Frame(parts.iter().flat_map(frames).collect()));
        }
        if let [ConnectorHandle::Heat(_), _, ..] = parts.as_slice() {
            let whole = self.out.heat_ports.len();
            self.out.heat_ports.push(format!("{name}.{}", connector.name));
            let ports =
                parts.iter().filter_map(|part| if let ConnectorHandle::Heat(port) = part { Some(*port) } else { None });
            self.out.elements.inner_ports.extend(ports.map(|port| [port, whole]));
            return Some(ConnectorHandle::Heat(whole));
        }
        parts.into_iter().next()
    }
}

/// Returns true if the model sets `fixed` of a variable.
fn says_fixed(given: &[Given<'_>], variable: &str) -> bool {
    let mut own = given.iter().filter(|g| g.name == variable).filter_map(Given::user);
    own.any(|value| matches!(&value.value, Value::Table(entries) if attribute(entries, "fixed").is_some()))
}

/// Settings of a composite class that apply to one of its parts: attributes of aliased variables, and tables with the
/// part's name.
fn attributes_for_part<'a>(class: &Class, netlist: &Netlist, part: &str, given: &[Given<'a>]) -> Vec<Given<'a>> {
    let mut result = Vec::new();
    for g in given {
        let variable = class.variables.iter().find(|variable| variable.name == g.name);
        let connector = class.connectors.iter().find(|connector| connector.name == g.name);
        let variable = variable.and_then(|variable| netlist.variable_of(variable));
        let connector = connector.and_then(|connector| netlist.connectors_of(connector).first().copied());
        let targets = variable.into_iter().chain(connector).filter(|(owner, _)| *owner == part);
        result.extend(targets.map(|(_, name)| Given { name, ..g.clone() }));
        if let (true, Some(Spanned { value: Value::Table(entries), .. })) = (g.name == part, g.user()) {
            result.extend(entries.iter().map(|(key, value)| Given::of_user(key, value)));
        }
    }
    result
}
