//! Classes that are netlists of other classes: their parts, and the connectors and variables that they expose.

use super::super::collected::{Alias, ComponentEntry, ConnectorEntry, FixedVariable};
use super::maker::{Given, GivenValue, Maker};
use crate::model_file::{Spanned, Value};
use library::{Class, ClassFault, Connector, ConnectorHandle, ConnectorKind, Netlist};

impl Maker<'_> {
    /// Start values fixed by the class.
    fn fixed_by_class(&mut self, name: &str, class: &'static Class, netlist: &'static Netlist, given: &[Given<'_>]) {
        for (own, inner) in netlist.variables {
            let variable = class.variables.iter().find(|variable| variable.name == *own && variable.is_fixed);
            if variable.is_none() || says_fixed(given, own) {
                continue;
            }
            let target = self.variable_of_part(format!("{name}.{inner}"));
            let Some((component, variable)) = target.rsplit_once('.') else { continue };
            let Some((entry, _)) = self.out.find_parameter(&format!("{target}.start"), None) else { continue };
            let (component, variable) = (component.to_owned(), variable.to_owned());
            let (shape, start) = (entry.shape, entry.first);
            let (fixed, span) = (vec![true; shape.size()], self.out.span_of(name));
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
            let bound = part.parameters.iter().map(|(name_in_part, expression)| Given {
                name: name_in_part,
                name_span: None,
                value: GivenValue::Bound { expression, scope: index },
            });
            let mut inner: Vec<Given<'_>> = bound.collect();
            inner.extend(attributes_for_part(netlist, part.name, given));
            self.instantiate(&[name, ".", part.name].concat(), part_class, inner, span.clone());
        }
        for (from, to) in netlist.connections {
            self.out.part_connections.push(([name, ".", from].concat(), [name, ".", to].concat()));
        }
        for (own, inner) in netlist.connectors {
            let Some(connector) = class.connectors.iter().find(|c| c.name == *own) else {
                self.class_fault(index, ClassFault { what: "the connector", name: (*own).to_owned() });
                continue;
            };
            let handle = self.handle_of_parts((name, connector), inner);
            self.out.add_connector(ConnectorEntry {
                name: [name, ".", own].concat(),
                component: index,
                declared: connector,
                kind: connector.kind,
                handle,
                starts: Vec::new(),
            });
        }
        self.fixed_by_class(name, class, netlist, given);
        for (own, inner) in netlist.variables {
            let Some(variable) = class.variables.iter().find(|v| v.name == *own) else {
                self.class_fault(index, ClassFault { what: "the variable", name: (*own).to_owned() });
                continue;
            };
            let target = [name, ".", inner].concat();
            self.out.aliases.push(Alias {
                component: name.to_owned(),
                name: variable.name,
                target,
                shape: variable.shape,
            });
        }
    }

    /// The connectors of parts that a connector of a composite class exposes; none if it does not exist.
    fn handle_of_parts(
        &mut self,
        (name, connector): (&str, &'static Connector),
        inner: &[&str],
    ) -> Option<ConnectorHandle> {
        if matches!(connector.kind, ConnectorKind::Frame | ConnectorKind::FrameResolve) {
            let frames = inner.iter().flat_map(|inner| self.out.frames_of(&[name, ".", inner].concat()));
            return Some(ConnectorHandle::Frame(frames.collect()));
        }
        let part = |inner: &&str| {
            let index = self.out.connector(&[name, ".", inner].concat())?;
            self.out.connectors[index].handle.clone()
        };
        let parts: Vec<ConnectorHandle> = inner.iter().filter_map(part).collect();
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
    own.any(
        |value| matches!(&value.value, Value::Table(entries) if entries.iter().any(|(key, _)| key.value == "fixed")),
    )
}

/// Settings of a composite class that apply to one of its parts: attributes of aliased variables, and tables with the
/// part's name.
fn attributes_for_part<'a>(netlist: &'static Netlist, part: &str, given: &[Given<'a>]) -> Vec<Given<'a>> {
    let mut result = Vec::new();
    for g in given {
        let target =
            netlist.variables.iter().find(|(own, _)| *own == g.name).and_then(|(_, inner)| inner.split_once('.'));
        if let Some((owner, variable)) = target
            && owner == part
        {
            result.push(Given { name: variable, ..g.clone() });
        }
        let connector = netlist.connectors.iter().find(|(own, _)| *own == g.name);
        if let Some((owner, inner)) = connector.and_then(|(_, inner)| inner.first()?.split_once('.'))
            && owner == part
        {
            result.push(Given { name: inner, ..g.clone() });
        }
        if let (true, Some(Spanned { value: Value::Table(entries), .. })) = (g.name == part, g.user()) {
            result.extend(entries.iter().map(|(key, value)| Given::of_user(key, value)));
        }
    }
    result
}
