//! Connect equations to connections of components. A connector of a composite is a node: what connects to it from inside and outside is
//! one set, and nothing is left of it.

use fmu_core::digits::counted;
use fmu_core::library::SignalSize;
use fmu_core::model_file::Span;

use super::buses::Path;
use super::context::{Context, Outcome, fault};
use super::instance::What;
use super::modifiers::Scope;
use super::places::{Place, Thing, indexed, members, suggestion};
use super::standard::Connector;
use super::syntax::Reference;

/// One end of a connection.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct End {
    /// Its name in the netlist.
    pub(super) name: String,
    /// A connector of a composite or of the model.
    pub(super) is_node: bool,
    /// Elements of a signal that is named as a whole.
    size: Option<usize>,
    /// Whether it is an input of a component or composite.
    pub(super) is_input: Option<bool>,
    /// A bus or a member of one.
    pub(super) bus: Option<Path>,
}

/// The connections of a model.
#[derive(Debug, Default)]
pub(super) struct Connections {
    pub(super) pairs: Vec<(End, End, Span)>,
    /// Buses and members of buses that are connected with each other.
    pub(super) buses: Vec<(Path, Path, Span)>,
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
        let bytes = |ends: &[End]| ends.iter().map(|end| std::mem::size_of::<End>() + end.name.len()).sum::<usize>();
        self.store.budget.hold(bytes(&left) + bytes(&right))?;
        match (left.as_slice(), right.as_slice()) {
            (left, right) if left.len() == right.len() => {
                for (a, b) in left.iter().zip(right) {
                    if let Some(pair) = with_bus(a, b, span)? {
                        connections.buses.push(pair);
                        continue;
                    }
                    match (a.size, b.size) {
                        (Some(m), Some(n)) if m != n => {
                            let message = format!(
                                "these signals differ in size: `{}` has {m} elements, `{}` has {n}",
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
                    let message = format!(
                        "`{}` has {}, the other side has {}",
                        whole.name,
                        counted(size, "element"),
                        elements.len()
                    );
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
        let first = reference.parts.first().map(|(part, _)| &*part.text).unwrap_or_default();
        let Some(places) = self.places(reference, scope)? else {
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
                Thing::Bus => {
                    let name = self.bus_path(place, scope)?;
                    let bus = Some(Path { name: name.clone(), root: place.name.len() });
                    ends.push(End { name, is_node: true, size: None, is_input: None, bus });
                }
                Thing::Composite(_) => {
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
                        let signal = variable.kind.signal();
                        let kind = if variable.input {
                            Connector::SignalInput(signal)
                        } else {
                            Connector::SignalOutput(signal)
                        };
                        ends.extend(self.node_ends(place, symbol, kind, scope, &reference.span)?);
                    }
                    // Reported where it is declared.
                    What::Refused | What::Outer => return Ok(None),
                    What::Variable(_) => {
                        let message = format!(
                            "`{}` is a variable, no connector: write an equation, `push.f = {first}`",
                            place.name
                        );
                        return fault(&reference.span, message);
                    }
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
            return Ok(vec![End { name: full, is_node: false, size, is_input, bus: None }]);
        }
        if is_input.is_none() {
            return fault(span, format!("`{full}` is one connector: it has no elements"));
        }
        // Sizes that parameters decide are checked when the model is put together.
        let limit = size.unwrap_or(10_000);
        let chosen = self.expand(&full, &name.span, &[limit], subscripts, scope)?;
        let element =
            |index: &Vec<usize>| End { name: indexed(&full, index), is_node: false, size: None, is_input, bus: None };
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
            Connector::SignalInput(_) => Some(true),
            Connector::SignalOutput(_) => Some(false),
        };
        let chosen = self.expand(&place.name, span, &dimensions, &place.subscripts, scope)?;
        let size = is_input.map(|_| 1);
        let element =
            |index: &Vec<usize>| End { name: indexed(&place.name, index), is_node: true, size, is_input, bus: None };
        Ok(chosen.iter().map(element).collect())
    }
}

/// Two ends of which at least one is a bus or a member of one: the pair, where both are.
fn with_bus(a: &End, b: &End, span: &Span) -> Outcome<Option<(Path, Path, Span)>> {
    match (&a.bus, &b.bus) {
        (Some(x), Some(y)) => {
            let is_part = |x: &Path, y: &Path| y.name.strip_prefix(&x.name).is_some_and(|rest| rest.starts_with('.'));
            if is_part(x, y) || is_part(y, x) {
                return fault(
                    span,
                    format!("`{}` and `{}`: a bus cannot be connected with a part of itself", x.name, y.name),
                );
            }
            Ok(Some((x.clone(), y.clone(), span.clone())))
        }
        (Some(bus), None) | (None, Some(bus)) if bus.is_whole() => {
            let other = if a.bus.is_some() { &b.name } else { &a.name };
            fault(
                span,
                format!("`{}` is a bus, and `{other}` is none: name the member, `{}.speed`", bus.name, bus.name),
            )
        }
        _ => Ok(None),
    }
}
