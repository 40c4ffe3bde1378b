//! Connectors of classes with equations of their own, `i = p.i; v = p.v - n.v; i = f(v)`: potentials are measured, and the flows that the
//! equations give are those of sources.

use std::collections::BTreeSet;

use compiler::model_file::{Expression, PROTECTED, Span, Spanned, Value as NetlistValue};
use library::SignalType;

use crate::classes::standard::{Connector, Physical};
use crate::evaluation::Evaluator;
use crate::evaluation::targets::Target;
use crate::flattening::connect::Connections;
use crate::flattening::definitions::{Definitions, define, read_by};
use crate::flattening::implicit::{Residual, hidden};
use crate::instances::model::MODEL;
use crate::instances::{Symbol, What};
use crate::netlist::{Netlist, key, table, text, truth};
use crate::problem::Fault;
use crate::values::Value;

/// A connector of a composite to which nothing inside is connected, and which equations name.
#[derive(Debug)]
struct Terminal {
    name: String,
    span: Span,
    kind: Physical,
    /// The component that gives the flow.
    source: String,
}

#[derive(Debug, Default)]
pub(crate) struct Terminals {
    all: Vec<Terminal>,
}

impl Terminals {
    /// Finds the terminals; adds a source for the flow of each.
    pub(crate) fn find(
        evaluator: &Evaluator<'_>,
        residuals: &[Residual],
        connections: &mut Connections,
        definitions: &mut Definitions,
        netlist: &mut Netlist,
    ) -> Self {
        let mut found = Self::default();
        let mut read = read_by(definitions);
        let sides = residuals.iter().flat_map(|residual| [&residual.left, &residual.right]);
        read.extend(sides.flat_map(|side| side.references()).map(str::to_owned));
        let count = evaluator.model.instances.borrow().len();
        for instance in (0..count).filter(|index| *index != MODEL).filter_map(|index| evaluator.model.instance(index)) {
            let symbols = instance.symbols.borrow().all.clone();
            for symbol in &symbols {
                let What::Connector(Connector::Physical(kind)) = symbol.what else { continue };
                let Some([potential, flow]) = kind.variables() else { continue };
                let name = format!("{}{}", instance.prefix, symbol.name);
                let given = given_flow(evaluator, symbol, flow);
                let is_named = [potential, flow].iter().any(|member| read.contains(&format!("{name}.{member}")));
                if (!is_named && given.is_none()) || connections.leads_inside(&name) {
                    continue;
                }
                if let Some(value) = given {
                    definitions.put(hidden(format!("{name}.{flow}"), value, &symbol.span));
                }
                found.add(evaluator, (name, kind, &symbol.span), connections, netlist);
            }
        }
        found
    }

    fn add(
        &mut self,
        evaluator: &Evaluator<'_>,
        (name, kind, span): (String, Physical, &Span),
        connections: &mut Connections,
        netlist: &mut Netlist,
    ) {
        let Some((class, connector, ..)) = kind.source() else { return };
        let source = evaluator.model.free(format!("{name}_flow"));
        netlist.components.push((key(source.as_str(), span), hidden_component(class, span)));
        connections.attach(&name, format!("{source}.{connector}"), span);
        if kind == Physical::Pin {
            // The current flows to the potential zero; the currents of all pins of the component cancel there.
            let ground = evaluator.model.free(format!("{name}_ground"));
            let class = "Modelica.Electrical.Analog.Basic.Ground";
            netlist.components.push((key(ground.as_str(), span), hidden_component(class, span)));
            netlist.connections.push((format!("{source}.n"), format!("{ground}.p"), span.clone()));
        }
        self.all.push(Terminal { name, span: span.clone(), kind, source });
    }

    /// Flows that no definition gives.
    pub(crate) fn unknowns(&self, definitions: &Definitions) -> impl Iterator<Item = (String, (Target, Span))> {
        let unknown = |terminal: &Terminal| {
            let name = terminal.flow()?;
            definitions.get(&name).is_none().then(|| (name.clone(), (target(name, None), terminal.span.clone())))
        };
        self.all.iter().filter_map(unknown).collect::<Vec<_>>().into_iter()
    }

    /// Gives the sources the flows that have been found, and names the sensors of the potentials.
    pub(crate) fn give(&self, evaluator: &Evaluator<'_>, definitions: &mut Definitions) {
        for terminal in &self.all {
            let (Some(flow), Some((.., input, sign))) = (terminal.flow(), terminal.kind.source()) else { continue };
            if definitions.get(&flow).is_none() {
                if evaluator.classes.problems.borrow().is_empty() {
                    evaluator.classes.report(&terminal.span, Fault::FlowNotGiven { name: flow });
                }
                continue;
            }
            let value = Expression::from(flow);
            let value = if sign < 0.0 { Expression::Negate(Box::new(value)) } else { value };
            let driven = target(format!("{}.{input}", terminal.source), Some(format!("{}_{input}", terminal.source)));
            let given = Value::open(value, Vec::new(), &terminal.span)
                .and_then(|value| define(evaluator, &[driven], value, &terminal.span, definitions));
            evaluator.classes.told(given);
        }
        let read: BTreeSet<String> = read_by(definitions);
        for Terminal { name, kind, span, .. } in &self.all {
            let potential = kind.variables().map(|[potential, _]| format!("{name}.{potential}"));
            if let Some(potential) = potential.filter(|potential| read.contains(potential))
                && let Some(measured) = evaluator.model.measured(name, *kind, 0)
            {
                definitions.put(hidden(potential, Value::name(measured, Vec::new()), span));
            }
        }
    }
}

impl Terminal {
    fn flow(&self) -> Option<String> {
        self.kind.variables().map(|[_, flow]| format!("{}.{flow}", self.name))
    }
}

/// The flow that the declaration gives: `HeatPort_a heatPort(Q_flow = -lossPower)`.
fn given_flow(evaluator: &Evaluator<'_>, symbol: &Symbol, flow: &str) -> Option<Value> {
    let modifier = symbol.modifiers.iter().find(|modifier| &*modifier.name == flow)?;
    match evaluator.bound(modifier.value.as_ref()?, false) {
        Ok(value) => Some(value),
        Err(problem) => {
            evaluator.classes.note_problem(problem);
            None
        }
    }
}

/// A target that nobody sees: a flow, or an input of a component with the name of its driver.
fn target(name: String, driver: Option<String>) -> Target {
    let is_input = driver.is_some();
    Target { name, is_input, driver, signal: SignalType::Real, is_output: false, is_protected: true }
}

/// A component that hosts see where they ask for all variables.
pub(crate) fn hidden_component(class: &str, span: &Span) -> Spanned<NetlistValue> {
    table(vec![(key("class", span), text(class, span)), (key(PROTECTED, span), truth(span))], span)
}
