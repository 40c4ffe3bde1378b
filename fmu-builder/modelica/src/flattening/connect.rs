//! Connect equations become connections of components. A connector of a composite is a node: everything connected to it from inside and
//! outside is one set, and the netlist does not have the node itself.

use std::collections::HashSet;

use compiler::model_file::Span;
use library::SignalSize;
use mechanism::digits::counted;

use crate::classes::standard::members;
use crate::evaluation::Evaluator;
use crate::evaluation::places::{Place, Thing};
use crate::instances::modifiers::Scope;
use crate::instances::{Quantity, Symbol, What};
use crate::names::{indexed, suggestion};
use crate::problem::{Fault, Note, Outcome, fault, refused, unknown};
use crate::syntax::Reference;

/// One end of a connection.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct End {
    /// Its name in the netlist.
    pub(crate) name: String,
    /// A connector of a composite or of the model.
    pub(crate) is_node: bool,
    /// Elements of a signal that is named as a whole.
    size: Option<usize>,
    /// True if it is an input of a component or composite.
    pub(crate) is_input: Option<bool>,
    /// A bus or a member of one.
    pub(crate) bus: Option<Path>,
}

/// The name of a bus or of a member: `arm.bus.axis.angle`, and how much of it is the bus.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Path {
    pub(crate) name: String,
    /// Length of the name of the bus itself.
    pub(crate) root: usize,
}

impl Path {
    /// A bus itself, no member.
    fn is_whole(&self) -> bool {
        self.root == self.name.len()
    }
}

/// The connections of a model.
#[derive(Debug, Default)]
pub(crate) struct Connections {
    pub(crate) pairs: Vec<(End, End, Span)>,
    /// Buses and members of buses that are connected with each other.
    pub(crate) buses: Vec<(Path, Path, Span)>,
}

impl Connections {
    /// Connects a connector of a composite with one of a component.
    pub(crate) fn attach(&mut self, node: &str, component: String, span: &Span) {
        let end = |name: String, is_node| End { name, is_node, size: None, is_input: None, bus: None };
        self.pairs.push((end(node.to_owned(), true), end(component, false), span.clone()));
    }

    /// True if something inside the composite is connected to its connector.
    pub(crate) fn leads_inside(&self, node: &str) -> bool {
        let inside = &node[..node.rfind('.').map_or(0, |at| at + 1)];
        let pairs = self.pairs.iter().flat_map(|(a, b, _)| [(a, b), (b, a)]);
        pairs.filter(|(own, _)| own.is_node && own.name == node).any(|(_, other)| other.name.starts_with(inside))
    }

    /// Connectors of the text that are connected with outputs of components.
    pub(crate) fn driven(&self) -> HashSet<&str> {
        let pairs = self.pairs.iter().flat_map(|(a, b, _)| [(a, b), (b, a)]);
        pairs
            .filter(|(node, end)| node.is_node && !end.is_node && end.is_input == Some(false))
            .map(|(node, _)| node.name.as_str())
            .collect()
    }
}

/// Adds `connect(from, to)`.
pub(crate) fn add_connect(
    evaluator: &Evaluator<'_>,
    from: &Reference,
    to: &Reference,
    span: &Span,
    scope: &Scope,
    connections: &mut Connections,
) -> Outcome<()> {
    let (Some(left), Some(right)) = (ends_of(evaluator, from, scope)?, ends_of(evaluator, to, scope)?) else {
        return Ok(());
    };
    let bytes = |ends: &[End]| ends.iter().map(|end| std::mem::size_of::<End>() + end.name.len()).sum::<usize>();
    evaluator.budget.hold(bytes(&left) + bytes(&right))?;
    match (left.as_slice(), right.as_slice()) {
        (left, right) if left.len() == right.len() => {
            for (a, b) in left.iter().zip(right) {
                if let Some(pair) = with_bus(a, b, span)? {
                    connections.buses.push(pair);
                    continue;
                }
                match (a.size, b.size) {
                    (Some(m), Some(n)) if m != n => {
                        return fault(span, Fault::SignalSizes { a: a.name.clone(), m, b: b.name.clone(), n });
                    }
                    _ => connections.pairs.push((a.clone(), b.clone(), span.clone())),
                }
            }
        }
        ([whole], elements) | (elements, [whole]) => {
            if whole.size.is_some_and(|size| size != elements.len()) || elements.is_empty() {
                let (whole, size) = (whole.name.clone(), counted(whole.size.unwrap_or(1), "element"));
                return fault(span, Fault::ElementCount { whole, size, elements: elements.len() });
            }
            if whole.size.is_none() && whole.is_input.is_none() {
                return fault(span, Fault::OneConnector { whole: whole.name.to_string(), elements: elements.len() });
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
            return fault(span, Fault::ArraySizes { left: left.len(), right: right.len() });
        }
    }
    Ok(())
}

/// Ends that a reference in a connect equation names; none where the component is absent.
fn ends_of(evaluator: &Evaluator<'_>, reference: &Reference, scope: &Scope) -> Outcome<Option<Vec<End>>> {
    let first = reference.parts.first().map(|(part, _)| &*part.text).unwrap_or_default();
    let Some(places) = evaluator.places(reference, scope)? else {
        return unknown(&reference.span, "component", first, evaluator.near(first, scope));
    };
    let mut ends = Vec::new();
    for place in &places {
        match &place.what {
            Thing::Absent => return Ok(None),
            Thing::Bus => {
                let name = evaluator.bus_path(place, scope)?;
                let bus = Some(Path { name: name.clone(), root: place.name.len() });
                ends.push(End { name, is_node: true, size: None, is_input: None, bus });
            }
            Thing::Composite(_) => {
                return refused(&reference.span, &place.name, "is a component: name one of its connectors");
            }
            Thing::Library(..) => {
                if evaluator.is_left_out(place, &reference.span) {
                    let member = place.rest.first().map(|(member, _)| &*member.text).unwrap_or_default();
                    let name = format!("{}.{member}", place.name);
                    evaluator.model.note(&reference.span, Note::AbsentConnector { name });
                    return Ok(None);
                }
                ends.extend(library_ends(evaluator, place, scope, &reference.span)?);
            }
            Thing::Symbol(symbol) => {
                let is_input = match &symbol.what {
                    What::Connector(kind) => kind.is_signal().then(|| kind.is_input()),
                    What::Variable(Quantity { prefixes, .. }) if prefixes.input || prefixes.output => {
                        Some(prefixes.input)
                    }
                    // Reported where it is declared.
                    What::Refused | What::Outer => return Ok(None),
                    What::Variable(_) => {
                        let (name, first) = (place.name.clone(), first.to_owned());
                        return fault(&reference.span, Fault::Variable { name, first });
                    }
                    _ => return refused(&reference.span, &place.name, "is not a connector"),
                };
                ends.extend(node_ends(evaluator, place, symbol, is_input, scope, &reference.span)?);
            }
        }
    }
    Ok(Some(ends))
}

fn library_ends(evaluator: &Evaluator<'_>, place: &Place, scope: &Scope, span: &Span) -> Outcome<Vec<End>> {
    let Some((class, _)) = place.library() else { return Ok(Vec::new()) };
    let list = || class.connectors.iter().map(|connector| connector.name).collect::<Vec<_>>().join(", ");
    let (name, subscripts) = match place.rest.as_slice() {
        [one] => one,
        [] => return fault(span, Fault::ComponentOfConnectors { name: place.name.clone(), list: list() }),
        _ => return fault(span, Fault::InsideOfComponent { name: place.name.clone() }),
    };
    let Some(connector) = class.connectors.iter().find(|connector| connector.name == &*name.text) else {
        let near = suggestion(&name.text, class.connectors.iter().map(|connector| connector.name));
        let near = match near.is_empty() {
            true if members(class).any(|member| member == &*name.text) => {
                ": it is a variable; a sensor gives it as a signal".to_owned()
            }
            true => format!("; it has {}", list()),
            false => near,
        };
        let (component, class) = (place.name.clone(), library::short_name(class).to_owned());
        let problem = Fault::NoPartOfClass { component, class, part: "connector", name: name.text.to_string(), near };
        return fault(&name.span, problem);
    };
    let full = format!("{}.{}", place.name, name.text);
    let is_input = connector.kind.is_signal().then(|| connector.kind.is_input());
    let size = is_input.filter(|_| connector.size == SignalSize::Declared).map(|_| connector.kind.size());
    if subscripts.is_empty() {
        return Ok(vec![End { name: full, is_node: false, size, is_input, bus: None }]);
    }
    if is_input.is_none() {
        return refused(span, full, "is one connector: it has no elements");
    }
    // Sizes that depend on parameters are checked when the model is compiled.
    let limit = size.unwrap_or(10_000);
    let chosen = evaluator.expand(&full, &name.span, &[limit], subscripts, scope)?;
    let end = |index: Vec<usize>| End { name: indexed(&full, &index), is_node: false, size: None, is_input, bus: None };
    Ok(chosen.into_iter().map(end).collect())
}

fn node_ends(
    evaluator: &Evaluator<'_>,
    place: &Place,
    symbol: &Symbol,
    is_input: Option<bool>,
    scope: &Scope,
    span: &Span,
) -> Outcome<Vec<End>> {
    if let Some((member, _)) = place.rest.first() {
        return refused(&member.span, &place.name, "is a connector: what is inside of it cannot be connected");
    }
    let dimensions = evaluator.dimensions(place.instance, symbol).unwrap_or_default();
    let chosen = evaluator.expand(&place.name, span, &dimensions, &place.subscripts, scope)?;
    let size = is_input.map(|_| 1);
    let end = |index: Vec<usize>| End { name: indexed(&place.name, &index), is_node: true, size, is_input, bus: None };
    Ok(chosen.into_iter().map(end).collect())
}

/// Connects two ends of which at least one is a bus or its member; the pair, if both are.
fn with_bus(a: &End, b: &End, span: &Span) -> Outcome<Option<(Path, Path, Span)>> {
    match (&a.bus, &b.bus) {
        (Some(x), Some(y)) => {
            let is_part = |x: &Path, y: &Path| y.name.strip_prefix(&x.name).is_some_and(|rest| rest.starts_with('.'));
            if is_part(x, y) || is_part(y, x) {
                return fault(span, Fault::BusWithItself { x: x.name.to_string(), y: y.name.to_string() });
            }
            Ok(Some((x.clone(), y.clone(), span.clone())))
        }
        (Some(bus), None) | (None, Some(bus)) if bus.is_whole() => {
            let other = if a.bus.is_some() { &b.name } else { &a.name };
            fault(span, Fault::BusWithSignal { bus: bus.name.to_string(), other: other.to_string() })
        }
        _ => Ok(None),
    }
}
