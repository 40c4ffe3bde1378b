//! Connect equations to connections of components. A connector of a composite is a node: what connects to it from inside and outside is
//! one set, and nothing is left of it.

use std::collections::HashMap;

use fmu_core::library::SignalSize;
use fmu_core::model_file::Span;

use super::context::{Context, Outcome, fault};
use super::equations::Definitions;
use super::instance::What;
use super::modifiers::Scope;
use super::netlist::{Netlist, key, named, text};
use super::outputs::Public;
use super::places::{Place, Thing, indexed, members, suggestion};
use super::standard::Connector;
use super::syntax::Reference;

/// One end of a connection.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct End {
    /// Its name in the netlist.
    name: String,
    /// A connector of a composite or of the model.
    is_node: bool,
    /// Elements of a signal that is named as a whole.
    size: Option<usize>,
    /// Whether it is an input of a component or composite.
    is_input: Option<bool>,
}

/// The connections of a model.
#[derive(Debug, Default)]
pub(super) struct Connections {
    pairs: Vec<(End, End, Span)>,
}

impl Context<'_> {
    /// Adds what `connect(from, to)` says.
    pub(super) fn connect(
        &self,
        from: &Reference,
        to: &Reference,
        span: &Span,
        scope: &Scope,
        connections: &mut Connections,
    ) -> Outcome<()> {
        let (Some(left), Some(right)) = (self.ends(from, scope)?, self.ends(to, scope)?) else { return Ok(()) };
        match (left.as_slice(), right.as_slice()) {
            (left, right) if left.len() == right.len() => {
                for (a, b) in left.iter().zip(right) {
                    match (a.size, b.size) {
                        (Some(m), Some(n)) if m != n => {
                            let message = format!(
                                "these signals differ in size: `{}` has {m} element(s), `{}` has {n}",
                                a.name, b.name
                            );
                            return fault(span, message);
                        }
                        _ => connections.pairs.push((a.clone(), b.clone(), span.clone())),
                    }
                }
            }
            ([whole], elements) | (elements, [whole]) => {
                if whole.size.is_some_and(|size| size != elements.len()) || elements.is_empty() {
                    let size = whole.size.unwrap_or(1);
                    let message =
                        format!("`{}` has {size} element(s), the other side has {}", whole.name, elements.len());
                    return fault(span, message);
                }
                if whole.size.is_none() && whole.is_input.is_none() {
                    let message = format!("`{}` is one connector, the other side are {}", whole.name, elements.len());
                    return fault(span, message);
                }
                for (index, element) in elements.iter().enumerate() {
                    let name = indexed(&whole.name, &[index + 1]);
                    let part = End { name, size: None, ..whole.clone() };
                    let is_first = left.len() == 1;
                    let (a, b) = if is_first { (part, element.clone()) } else { (element.clone(), part) };
                    connections.pairs.push((a, b, span.clone()));
                }
            }
            (left, right) => {
                let message = format!("these arrays differ in size: {} and {}", left.len(), right.len());
                return fault(span, message);
            }
        }
        Ok(())
    }

    /// What a reference in a connect equation names; none where that is not there.
    fn ends(&self, reference: &Reference, scope: &Scope) -> Outcome<Option<Vec<End>>> {
        let Some(places) = self.places(reference, scope)? else {
            let first = reference.parts.first().map(|(part, _)| &*part.text).unwrap_or_default();
            let symbols = scope.instance.and_then(|index| self.instance(index));
            let names: Vec<_> = symbols
                .map(|instance| instance.symbols.borrow().all.iter().map(|s| s.name.clone()).collect())
                .unwrap_or_default();
            let near = suggestion(first, names.iter().map(|name: &std::rc::Rc<str>| &**name));
            return fault(&reference.span, format!("there is no component `{first}`{near}"));
        };
        let mut ends = Vec::new();
        for place in &places {
            match &place.what {
                Thing::Absent => return Ok(None),
                Thing::Composite => {
                    return fault(
                        &reference.span,
                        format!("`{}` is a component: name one of its connectors", place.name),
                    );
                }
                Thing::Library(class, _) => ends.extend(self.library_ends(place, class, scope, &reference.span)?),
                Thing::Symbol(symbol) => match &symbol.what {
                    What::Connector(kind) => {
                        ends.extend(self.node_ends(place, symbol, *kind, scope, &reference.span)?)
                    }
                    What::Variable(variable) if variable.input || variable.output => {
                        let kind = if variable.input { Connector::SignalInput } else { Connector::SignalOutput };
                        ends.extend(self.node_ends(place, symbol, kind, scope, &reference.span)?);
                    }
                    // Reported where it is declared.
                    What::Refused | What::Outer => return Ok(None),
                    _ => return fault(&reference.span, format!("`{}` is no connector", place.name)),
                },
            }
        }
        Ok(Some(ends))
    }

    fn library_ends(
        &self,
        place: &Place,
        class: &'static fmu_core::library::Class,
        scope: &Scope,
        span: &Span,
    ) -> Outcome<Vec<End>> {
        let [(name, subscripts)] = place.rest.as_slice() else {
            return match place.rest.as_slice() {
                [] => {
                    let list: Vec<&str> = class.connectors.iter().map(|connector| connector.name).collect();
                    fault(
                        span,
                        format!("`{}` is a component: name one of its connectors ({})", place.name, list.join(", ")),
                    )
                }
                _ => fault(
                    span,
                    format!("only connectors of `{}` can be connected, not what is inside of it", place.name),
                ),
            };
        };
        let Some(connector) = class.connectors.iter().find(|connector| connector.name == &*name.text) else {
            let near = suggestion(&name.text, class.connectors.iter().map(|connector| connector.name));
            let hint = match near.is_empty() {
                true if members(class).any(|member| member == &*name.text) => {
                    ": it is a variable; a sensor gives it as a signal".to_owned()
                }
                true => {
                    let list: Vec<&str> = class.connectors.iter().map(|connector| connector.name).collect();
                    format!("; it has {}", list.join(", "))
                }
                false => near,
            };
            let short = fmu_core::library::short_name(class);
            return fault(
                &name.span,
                format!("`{}` is a {short}, which has no connector `{}`{hint}", place.name, name.text),
            );
        };
        let full = format!("{}.{}", place.name, name.text);
        let is_input = connector.kind.signal_type().map(|_| connector.kind.is_input());
        let size = is_input.filter(|_| connector.size == SignalSize::Declared).map(|_| connector.kind.size());
        if subscripts.is_empty() {
            return Ok(vec![End { name: full, is_node: false, size, is_input }]);
        }
        if is_input.is_none() {
            return fault(span, format!("`{full}` is one connector: it has no elements"));
        }
        // Sizes that parameters decide are checked when the model is put together.
        let limit = size.unwrap_or(10_000);
        let chosen = self.expand(&full, &name.span, &[limit], subscripts, scope)?;
        let element = |index: &Vec<usize>| End { name: indexed(&full, index), is_node: false, size: None, is_input };
        Ok(chosen.iter().map(element).collect())
    }

    fn node_ends(
        &self,
        place: &Place,
        symbol: &super::instance::Symbol,
        kind: Connector,
        scope: &Scope,
        span: &Span,
    ) -> Outcome<Vec<End>> {
        if let Some((member, _)) = place.rest.first() {
            return fault(
                &member.span,
                format!("`{}` is a connector: what is inside of it cannot be connected", place.name),
            );
        }
        let owner = self.instance_scope(place.instance, symbol, scope);
        let dimensions = self.dimensions(symbol, &owner).unwrap_or_default();
        let is_input = match kind {
            Connector::Physical => None,
            Connector::SignalInput => Some(true),
            Connector::SignalOutput => Some(false),
        };
        let chosen = self.expand(&place.name, span, &dimensions, &place.subscripts, scope)?;
        let size = is_input.map(|_| 1);
        let element = |index: &Vec<usize>| End { name: indexed(&place.name, index), is_node: true, size, is_input };
        Ok(chosen.iter().map(element).collect())
    }
}

impl Connections {
    /// A signal that an equation gives cannot drive others: the netlist has no block for it.
    pub(super) fn refuse_given(&self, definitions: &Definitions, context: &Context<'_>) {
        for node in self.pairs.iter().flat_map(|(a, b, _)| [a, b]).filter(|end| end.is_node) {
            if let Some((_, span)) = definitions.get(&node.name) {
                let message = format!(
                    "`{}` is given by an equation and connected, which is not read yet: use blocks of the library (Gain, Add, ...) for signals \
                     that drive others",
                    node.name
                );
                context.store.report(span, message);
            }
        }
    }

    /// Connections between components, public inputs and outputs. `public` has the signals of the model: true for inputs.
    pub(super) fn finish(self, public: Vec<Public>, context: &Context<'_>, netlist: &mut Netlist) {
        let mut nodes: HashMap<String, usize> = HashMap::new();
        let mut parents: Vec<usize> = Vec::new();
        let mut joined: Vec<(End, usize, Span)> = Vec::new();
        for (a, b, span) in self.pairs {
            if !a.is_node && !b.is_node {
                netlist.connections.push((a.name, b.name, span));
                continue;
            }
            let mut sets = Vec::new();
            for end in [&a, &b] {
                if end.is_node {
                    let next = parents.len();
                    let node = *nodes.entry(end.name.clone()).or_insert(next);
                    if node == next {
                        parents.push(next);
                    }
                    sets.push(root(&parents, node));
                }
            }
            let set = sets[0];
            if let Some(other) = sets.get(1) {
                parents[*other] = set;
            }
            for end in [a, b] {
                if !end.is_node {
                    joined.push((end, set, span.clone()));
                }
            }
        }
        let mut sets: Vec<(usize, Vec<(End, Span)>)> = Vec::new();
        for (end, node, span) in joined {
            let set = root(&parents, node);
            match sets.iter_mut().find(|(known, _)| *known == set) {
                Some((_, ends)) => {
                    if !ends.iter().any(|(known, _)| known.name == end.name) {
                        ends.push((end, span));
                    }
                }
                None => sets.push((set, vec![(end, span)])),
            }
        }
        for (_, ends) in &sets {
            let Some(((first, _), others)) = ends.split_first() else { continue };
            for (end, span) in others {
                netlist.connections.push((first.name.clone(), end.name.clone(), span.clone()));
            }
        }
        for Public { name, is_input, span, attributes } in public {
            let set = nodes.get(&name).map(|node| root(&parents, *node));
            let ends = set.and_then(|set| sets.iter().find(|(known, _)| *known == set)).map(|(_, ends)| ends);
            let target = ends.and_then(|ends| ends.iter().find(|(end, _)| end.is_input == Some(is_input)));
            let list = if is_input { &mut netlist.inputs } else { &mut netlist.outputs };
            match target {
                // A signal that nothing drives is an input by its own name.
                Some((end, _)) if end.name == name && attributes.is_empty() => {}
                Some((end, _)) => {
                    let entry = named(text(end.name.as_str(), &span), attributes);
                    list.push((key(name, &span), entry));
                }
                None if is_input => {
                    context.note(&span, &format!("input `{name}` is connected to nothing and left out"));
                }
                None => context.note(&span, &format!("output `{name}` is connected to nothing and left out")),
            }
        }
    }
}

/// The number of the set that has `node`.
fn root(parents: &[usize], mut node: usize) -> usize {
    while parents[node] != node {
        node = parents[node];
    }
    node
}
