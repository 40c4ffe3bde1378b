//! Connectors of classes with equations of their own, `i = p.i; v = p.v - n.v; i = f(v)`: potentials are measured, and the flows that the
//! equations give are those of sources.

use std::collections::{BTreeMap, BTreeSet};

use compiler::model_file::{BinaryOperator, Expression, Span};
use library::ConnectorKind;

use crate::classes::standard::{Physical, physical};
use crate::evaluation::Evaluator;
use crate::evaluation::targets::Target;
use crate::flattening::connect::Connections;
use crate::flattening::definitions::{Building, Definition, Definitions};
use crate::flattening::implicit::{Residual, Unknowns, linear, read};
use crate::flattening::joined::Joined;
use crate::instances::What;
use crate::instances::model::{MODEL, Model, Sensor};
use crate::instances::modifiers::value_of;
use crate::netlist::{Netlist, expression, key};
use crate::problem::Fault;
use crate::values::Value;
use crate::values::open::negated;

/// A connector of a composite to which nothing inside is connected, and which equations name.
#[derive(Debug)]
struct Terminal {
    name: String,
    span: Span,
    kind: &'static Physical,
    /// The component that gives the flow.
    source: String,
}

#[derive(Debug, Default)]
pub(crate) struct Terminals {
    all: Vec<Terminal>,
}

impl Terminals {
    /// Finds the terminals, and the flows that declarations give.
    pub(crate) fn find(building: &mut Building<'_>, residuals: &[Residual], connections: &Connections) -> Self {
        let Building { evaluator, definitions, .. } = building;
        let mut found = Self::default();
        let read = read(definitions, residuals);
        for (_, instance) in evaluator.model.all().into_iter().filter(|(index, _)| *index != MODEL) {
            let symbols = instance.symbols.borrow().all.clone();
            for symbol in &symbols {
                let What::Connector(kind) = symbol.what else { continue };
                let Some(kind) = physical(kind) else { continue };
                let name = format!("{}{}", instance.prefix, symbol.name);
                // `HeatPort_a heatPort(Q_flow = -lossPower)`
                let given = value_of(&symbol.modifiers, kind.flow);
                let given = given.and_then(|flow| evaluator.classes.told(evaluator.bound(flow, false)));
                let is_named =
                    [kind.potential, kind.flow].iter().any(|member| read.contains(&format!("{name}.{member}")));
                if (!is_named && given.is_none()) || connections.leads_inside(&name) {
                    continue;
                }
                if let Some(value) = given {
                    definitions.put(Definition::hidden(format!("{name}.{}", kind.flow), None, value, &symbol.span));
                }
                // The place where the component is declared.
                let component = instance.prefix.strip_suffix('.').and_then(|name| evaluator.model.symbol_called(name));
                let span = component.as_ref().unwrap_or(symbol).span.clone();
                let source = evaluator.model.free(format!("{name}_flow"));
                found.all.push(Terminal { name, span, kind, source });
            }
        }
        found
    }

    /// Flows that no definition gives.
    pub(crate) fn unknowns(&self, definitions: &Definitions) -> Unknowns {
        let flows = self.all.iter().map(|terminal| (terminal.flow(), terminal.span.clone()));
        let unknown = flows.filter(|(flow, _)| definitions.get(flow).is_none());
        unknown.map(|(flow, span)| (flow.clone(), (Target::hidden(flow, None), span))).collect()
    }

    /// Variables that are the difference of the potentials at two connectors of a component, where a conductor could be.
    pub(crate) fn differences(&self, definitions: &Definitions) -> Vec<Difference> {
        let terminal = |side: &Expression| {
            let Expression::Reference { name, .. } = side else { return None };
            self.all.iter().position(|it| it.kind.conductor.is_some() && it.potential() == *name)
        };
        let difference = |definition: &Definition| match definition.value.expression()? {
            Expression::Binary(BinaryOperator::Subtract, a, b) => {
                let ends = [terminal(&a)?, terminal(&b)?];
                let [inside, other] = ends.map(|end| self.all[end].name.rsplit_once('.').map(|(inside, _)| inside));
                (inside == other).then(|| Difference { name: definition.target.name.clone(), ends })
            }
            _ => None,
        };
        definitions.all().iter().filter_map(difference).collect()
    }

    /// Flows that are proportional to a difference of potentials are those of conductors, which are part of the network's equations: then
    /// they may change the potentials at once. The rest of each flow, by the number of its terminal.
    fn conduct(&self, building: &mut Building<'_>, connections: &mut Connections) -> BTreeMap<usize, Expression> {
        let Building { evaluator, definitions, netlist, .. } = building;
        let mut rests = BTreeMap::new();
        for Difference { name, ends: [a, b] } in self.differences(definitions) {
            let flow = |end: usize| definitions.get(&self.all[end].flow())?.value.expression();
            let (Some(into_a), Some(into_b), false) = (flow(a), flow(b), rests.contains_key(&a)) else { continue };
            let parts = linear(&into_a, &name).filter(|(factor, _)| *factor != Expression::Number(0.0));
            let Some((factor, rest)) = parts else { continue };
            let is_constant = factor.references().iter().all(|name| evaluator.model.is_parameter(name));
            let terminal = &self.all[a];
            if let (true, true, Some((class, ports))) =
                (is_constant, into_a == negated(into_b), terminal.kind.conductor)
            {
                let (name, span) = (evaluator.model.free(format!("{}_conductor", terminal.name)), &terminal.span);
                netlist.add_hidden(&name, class, [(key("G", span), expression(factor, span))], span);
                for (end, port) in [a, b].into_iter().zip(ports) {
                    connections.attach(&self.all[end].name, format!("{name}.{port}"), span);
                }
                rests.extend([(a, rest.clone()), (b, negated(rest))]);
            }
        }
        rests
    }

    /// Names that the inputs of the sources depend on.
    fn needed(&self, definitions: &Definitions) -> BTreeSet<String> {
        let mut needed = BTreeSet::new();
        let mut open: Vec<String> = self.all.iter().map(Terminal::input).collect();
        while let Some(name) = open.pop() {
            let names = definitions.get(&name).map(|definition| definition.value.references()).unwrap_or_default();
            open.extend(names.into_iter().map(str::to_owned).filter(|name| needed.insert(name.clone())));
        }
        needed
    }

    /// Gives the sources the flows that have been found, and names the sensors of the potentials.
    pub(crate) fn give(&self, building: &mut Building<'_>, connections: &mut Connections) {
        let mut rests = self.conduct(building, connections);
        let Building { evaluator, definitions, netlist, .. } = building;
        for (number, terminal) in self.all.iter().enumerate() {
            let flow = terminal.flow();
            if definitions.get(&flow).is_none() {
                if evaluator.classes.problems.borrow().is_empty() {
                    evaluator.classes.report(&terminal.span, Fault::FlowNotGiven { name: flow });
                }
                continue;
            }
            let value = rests.remove(&number).unwrap_or_else(|| Expression::from(flow));
            if matches!(value, Expression::Number(0.0)) {
                continue;
            }
            terminal.add(evaluator.model, connections, netlist);
            let value = if terminal.kind.sign < 0.0 { Expression::Negate(Box::new(value)) } else { value };
            let driver = format!("{}_{}", terminal.source, terminal.kind.flow);
            let driven = Target::hidden(terminal.input(), Some(driver));
            let given = Value::open(value, Vec::new(), &terminal.span)
                .and_then(|value| definitions.define(evaluator, &[driven], value, &terminal.span));
            evaluator.classes.told(given);
        }
        let (read, needed) = (read(definitions, &[]), self.needed(definitions));
        for terminal in &self.all {
            let Terminal { name, kind, span, .. } = terminal;
            // A temperature that follows from a balance has no sensor, but it is shown.
            let names = if kind.kind == ConnectorKind::HeatPort { &needed } else { &read };
            let potential = terminal.potential();
            if names.contains(&potential)
                && let Some(measured) = evaluator.model.measured(name, kind, 0)
            {
                definitions.put(Definition::hidden(potential, None, Value::name(measured, Vec::new()), span));
            }
        }
    }
}

/// A variable that is the difference of the potentials of two terminals, by number.
pub(crate) struct Difference {
    pub(crate) name: String,
    ends: [usize; 2],
}

impl Terminal {
    /// Adds the source of a flow.
    fn add(&self, model: &Model, connections: &mut Connections, netlist: &mut Netlist) {
        let Self { name, span, kind, source } = self;
        netlist.add_hidden(source, kind.source, [], span);
        connections.attach(name, format!("{source}.{}", kind.connector), span);
        if kind.kind == ConnectorKind::Pin {
            // The current flows to the potential zero; the currents of all pins of the component cancel there.
            let ground = model.free(format!("{name}_ground"));
            let class = "Modelica.Electrical.Analog.Basic.Ground";
            netlist.add_hidden(&ground, class, [], span);
            netlist.connections.push((format!("{source}.n"), format!("{ground}.p"), span.clone()));
        }
    }

    fn potential(&self) -> String {
        format!("{}.{}", self.name, self.kind.potential)
    }

    fn flow(&self) -> String {
        format!("{}.{}", self.name, self.kind.flow)
    }

    /// The input of the source.
    fn input(&self) -> String {
        format!("{}.{}", self.source, self.kind.flow)
    }
}

/// Sensors of potentials and their derivatives that expressions name.
pub(crate) fn add_sensors(evaluator: &Evaluator<'_>, joined: &Joined, netlist: &mut Netlist) {
    let model = evaluator.model.instance(MODEL);
    let span = model.and_then(|model| Some(model.classes.first()?.span())).unwrap_or_default();
    for Sensor { name, of, kind, order } in evaluator.model.sensors.borrow().iter() {
        let Some((class, _)) = kind.sensors.get(*order) else { continue };
        let first = joined.set_of(of).and_then(|set| Some(joined.ends(set).next()?.name.clone()));
        let (first, own) = (first.unwrap_or_else(|| of.clone()), format!("{name}.{}", kind.connector));
        netlist.add_hidden(name, class, [], &span);
        netlist.connections.push((first, own, span.clone()));
    }
}
