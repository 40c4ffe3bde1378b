//! `when`: each variable that it gives becomes the output of a block that takes a value when a condition becomes true.
//! `pre`, `sample`, `delay` and rounding are blocks, too.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use compiler::model_file::{PROTECTED, Span, Spanned, Value as NetlistValue};
use library::SignalType;

use crate::evaluation::Evaluator;
use crate::flattening::definitions::{Definition, Definitions, define_again};
use crate::flattening::implicit::{Residual, hidden};
use crate::flattening::outputs::variables_of;
use crate::flattening::states::start_entry;
use crate::instances::Symbol;
use crate::instances::model::{Before, COUNT_LIMIT, Computed, Tick};
use crate::instances::modifiers::Scope;
use crate::names::of_derivative;
use crate::netlist::{Netlist, Pair, key, table, text, truth};
use crate::problem::{Fault, Outcome, fault};
use crate::syntax::{Expression, Kind, Operator};
use crate::values::conditions::{as_number, of_signal};
use crate::values::{Value, arithmetic};

pub(crate) const WHEN: &str = "MultibodyFmu.When";
pub(crate) const PRE: &str = "MultibodyFmu.Pre";
const TICK: &str = "Modelica.Blocks.Sources.SampleTrigger";

/// Packages with blocks whose Real signals change at events only.
const DISCRETE: [&str; 2] = ["Modelica.Blocks.Discrete.", "MultibodyFmu."];

/// A `when` with its `elsewhen` parts.
#[derive(Debug)]
pub(crate) struct When {
    pub(crate) branches: Vec<Branch>,
    /// Place of the algorithm that it is in. There several may give a variable, and the last one that happens counts.
    pub(crate) algorithm: Option<Span>,
}

impl When {
    /// True if a branch gives the variable.
    pub(crate) fn gives(&self, name: &str) -> bool {
        self.branches.iter().any(|branch| branch.definitions.get(name).is_some())
    }
}

#[derive(Debug)]
pub(crate) struct Branch {
    pub(crate) triggers: Vec<Trigger>,
    pub(crate) definitions: Definitions,
    pub(crate) reinits: Vec<Reinit>,
}

/// Condition of a branch.
#[derive(Debug)]
pub(crate) enum Trigger {
    /// `initial()`
    Initial,
    /// The condition becomes true.
    Condition(Value),
}

/// `reinit(state, value)`
#[derive(Debug)]
pub(crate) struct Reinit {
    pub(crate) state: String,
    pub(crate) value: Value,
    pub(crate) span: Span,
}

/// Names of the blocks that hold a variable, by its name: their `y_start` is its value before the start.
pub(crate) type Held = BTreeMap<String, Vec<String>>;

/// The conditions of a branch: one, or several in braces.
pub(crate) fn triggers_of(
    evaluator: &Evaluator<'_>,
    condition: &Rc<Expression>,
    scope: &Scope,
) -> Outcome<Vec<Trigger>> {
    let one = std::slice::from_ref(condition);
    let conditions = if let Kind::Array(elements) = &condition.kind { elements.as_slice() } else { one };
    let mut triggers = Vec::new();
    for condition in conditions {
        if condition.calls("initial") {
            triggers.push(Trigger::Initial);
            continue;
        }
        for value in evaluator.evaluate(condition, scope, false)?.flat() {
            match value {
                // It never becomes true.
                Value::Boolean(_) => {}
                value if value.is_condition() => triggers.push(Trigger::Condition(value)),
                other => return fault(&condition.span, Fault::NotACondition { found: other.describe() }),
            }
        }
    }
    Ok(triggers)
}

/// Variables of the text with their declarations and subscripts.
type Declared = BTreeMap<String, (Rc<Symbol>, Vec<usize>)>;

fn declared(evaluator: &Evaluator<'_>) -> Declared {
    let count = evaluator.model.instances.borrow().len();
    let instances = (0..count).filter_map(|index| Some((index, evaluator.model.instance(index)?)));
    let all = instances.flat_map(|(index, instance)| variables_of(evaluator, index, &instance));
    all.map(|(symbol, name, element)| (name, (symbol, element))).collect()
}

/// Adds the blocks of all `when`, and the definitions that connect them.
pub(crate) fn add_whens(
    evaluator: &Evaluator<'_>,
    whens: &[When],
    definitions: &mut Definitions,
    netlist: &mut Netlist,
) -> Held {
    let mut held = Held::new();
    if whens.is_empty() {
        return held;
    }
    let declared = declared(evaluator);
    let is_together = |a: &When, b: &When| a.algorithm.is_some() && a.algorithm == b.algorithm;
    for group in whens.chunk_by(is_together) {
        let all = group.iter().flat_map(|when| &when.branches).flat_map(|branch| branch.definitions.all());
        let names: BTreeSet<&str> = all.map(|definition| definition.name.as_str()).collect();
        for name in names {
            let branches: Vec<&Branch> =
                group.iter().rev().filter(|when| when.gives(name)).flat_map(|when| &when.branches).collect();
            if is_too_many(evaluator, name, &declared) {
                return held;
            }
            let result = add_when(evaluator, &branches, name, declared.get(name), (definitions, netlist), &mut held);
            evaluator.classes.told(result);
        }
    }
    held
}

fn add_when(
    evaluator: &Evaluator<'_>,
    branches: &[&Branch],
    name: &str,
    declared: Option<&(Rc<Symbol>, Vec<usize>)>,
    (definitions, netlist): (&mut Definitions, &mut Netlist),
    held: &mut Held,
) -> Outcome<()> {
    let Some(first) = branches.iter().find_map(|branch| branch.definitions.get(name)) else { return Ok(()) };
    let span = &first.span;
    let (front, index) = name.split_at(name.rfind('[').unwrap_or(name.len()));
    let block = evaluator.model.free(format!("{front}_when{index}"));
    let keeps = Value::name(format!("{block}.y"), Vec::new());
    let (mut count, mut initially) = (0, 0);
    let mut given = Vec::new();
    for branch in branches {
        let value = branch.definitions.get(name).map_or(&keeps, |definition| &definition.value);
        for trigger in &branch.triggers {
            count += 1;
            let trigger = match trigger {
                Trigger::Initial => {
                    initially = count;
                    Value::Number(0.0)
                }
                Trigger::Condition(condition) => as_number(condition.clone(), span)?,
            };
            for (input, value) in [("trigger", trigger), ("u", value.clone())] {
                let driver = Some(format!("{front}_{input}_{count}{index}"));
                given.push(Definition { driver, ..hidden(format!("{block}.{input}[{count}]"), value, span) });
            }
        }
    }
    let value = as_number(of_signal(keeps, first.signal, span)?, span)?;
    define_again(evaluator, Definition { value, driver: None, ..first.clone() }, definitions)?;
    given.into_iter().for_each(|definition| definitions.put(definition));
    let mut entries = block_entries(WHEN, span);
    entries.push((key("n", span), Value::Number(count as f64).netlist(span)));
    if initially > 0 {
        entries.push((key("initially", span), Value::Number(initially as f64).netlist(span)));
    } else if let Some((symbol, element)) = declared {
        entries.extend(start_entry(evaluator, symbol, element)?);
    }
    netlist.components.push((key(block.as_str(), span), table(entries, span)));
    held.insert(name.to_owned(), if initially > 0 { Vec::new() } else { vec![block] });
    Ok(())
}

/// Counts a block; reports the first that is too many.
fn is_too_many(evaluator: &Evaluator<'_>, name: &str, declared: &Declared) -> bool {
    let count = evaluator.model.count.get().saturating_add(1);
    evaluator.model.count.set(count);
    if count == COUNT_LIMIT + 1 {
        let span = declared.get(name).map(|(symbol, _)| symbol.span.clone()).unwrap_or_default();
        let problem = Fault::TooManyComponents { limit: COUNT_LIMIT }.at(span);
        evaluator.classes.note_problem(evaluator.budget.end(problem));
    }
    count > COUNT_LIMIT
}

fn block_entries(class: &'static str, span: &Span) -> Vec<Pair> {
    vec![(key("class", span), text(class, span)), (key(PROTECTED, span), truth(span))]
}

/// Variables whose derivatives definitions and equations name.
pub(crate) fn rated(definitions: &Definitions, residuals: &[Residual]) -> BTreeSet<String> {
    let given = definitions.all().iter().map(|definition| definition.name.clone());
    let rates = given.chain(read(definitions, residuals));
    rates.filter_map(|name| of_derivative(&name).map(str::to_owned)).collect()
}

/// The names in definitions and equations.
fn read(definitions: &Definitions, residuals: &[Residual]) -> BTreeSet<String> {
    let in_definitions = definitions.all().iter().filter_map(|definition| definition.value.expression());
    let in_residuals = residuals.iter().flat_map(|residual| [residual.left.clone(), residual.right.clone()]);
    in_definitions
        .chain(in_residuals)
        .flat_map(|expression| expression.references().into_iter().map(str::to_owned).collect::<Vec<_>>())
        .collect()
}

/// Adds the blocks of `pre`, `sample` and rounded values that expressions have named.
pub(crate) fn add_befores(
    evaluator: &Evaluator<'_>,
    residuals: &[Residual],
    definitions: &mut Definitions,
    held: &mut Held,
    netlist: &mut Netlist,
) {
    let (read, rated) = (read(definitions, residuals), rated(definitions, residuals));
    let befores = evaluator.model.befores.borrow().clone();
    let declared = if befores.is_empty() { Declared::new() } else { declared(evaluator) };
    for (name, Before { block, signal, span }) in befores {
        if !read.contains(&format!("{block}.y")) {
            continue;
        }
        if is_too_many(evaluator, &name, &declared) {
            break;
        }
        if rated.contains(&name) && definitions.get(&name).is_none() {
            // Between the iterations of an event only `reinit` changes a state, and `pre` takes the new value.
            definitions.put(hidden(format!("{block}.y"), Value::name(name, Vec::new()), &span));
            continue;
        }
        let changes_at_events = match name.rsplit_once('.').and_then(|(owner, _)| evaluator.model.class_of(owner)) {
            Some(class) => DISCRETE.iter().any(|package| class.name.starts_with(package)),
            None => held.contains_key(&name) || !declared.contains_key(&name),
        };
        if signal == SignalType::Real && !changes_at_events {
            evaluator.classes.report(&span, Fault::PreOfContinuous { name });
            continue;
        }
        let (front, index) = block.split_at(block.rfind('[').filter(|_| block.ends_with(']')).unwrap_or(block.len()));
        let driver = Some(format!("{front}_u{index}"));
        let value = Value::name(name.clone(), Vec::new());
        definitions.put(Definition { driver, ..hidden(format!("{block}.u"), value, &span) });
        let mut entries = block_entries(PRE, &span);
        if let Some((symbol, element)) = declared.get(&name) {
            entries.extend(evaluator.classes.told(start_entry(evaluator, symbol, element)).flatten());
        }
        netlist.components.push((key(block.as_str(), &span), table(entries, &span)));
        held.entry(name).or_default().push(block);
    }
    for Computed { block, class, inputs, parameters, span, .. } in evaluator.model.computed.borrow().iter() {
        for (input, value) in inputs {
            definitions.put(Definition {
                driver: Some(format!("{block}_{input}")),
                ..hidden(format!("{block}.{input}"), value.clone(), span)
            });
        }
        let mut entries = block_entries(class, span);
        entries.extend(parameters.iter().map(|(name, value)| (key(*name, span), value.netlist(span))));
        netlist.components.push((key(block.as_str(), span), table(entries, span)));
    }
    for Tick { name, start, period, span, .. } in evaluator.model.ticks.borrow().iter() {
        let mut entries = block_entries(TICK, span);
        entries.push((key("period", span), period.netlist(span)));
        entries.push((key("startTime", span), start.netlist(span)));
        netlist.components.push((key(name.as_str(), span), table(entries, span)));
    }
}

/// Integrators of states, and variables that are what they start at, by the states.
pub(crate) type States<'a> = (&'a BTreeMap<String, String>, &'a BTreeMap<String, String>);

/// Adds what sets the integrators of states back.
pub(crate) fn add_reinits(
    evaluator: &Evaluator<'_>,
    whens: &[When],
    states: States<'_>,
    definitions: &mut Definitions,
    netlist: &mut Netlist,
) {
    for (k, branch) in whens.iter().flat_map(|when| when.branches.iter().enumerate()) {
        for reinit in &branch.reinits {
            let result = match k {
                0 => add_reinit(branch, reinit, states, definitions, netlist),
                _ => fault(&reinit.span, Fault::ReinitElsewhen { name: reinit.state.clone() }),
            };
            evaluator.classes.told(result);
        }
    }
}

fn add_reinit(
    branch: &Branch,
    Reinit { state, value, span }: &Reinit,
    states: States<'_>,
    definitions: &mut Definitions,
    netlist: &mut Netlist,
) -> Outcome<()> {
    let Some(block) = states.0.get(state) else { return fault(span, Fault::ReinitOf { name: state.clone() }) };
    let conditions = branch.triggers.iter().filter_map(|trigger| match trigger {
        Trigger::Condition(condition) => Some(condition.clone()),
        Trigger::Initial => None,
    });
    let any = conditions.map(Ok).reduce(|a, b| arithmetic::binary(Operator::Or, &a?, &b?, span));
    let Some(condition) = any.transpose()? else { return Ok(()) };
    let found = netlist.components.iter_mut().find(|(known, _)| known.value == *block);
    let Some((_, Spanned { value: NetlistValue::Table(entries), .. })) = found else { return Ok(()) };
    if entries.iter().any(|(known, _)| known.value == "use_reset") {
        return fault(span, Fault::ReinitTwice { name: state.clone() });
    }
    entries.extend(["use_reset", "use_set"].map(|name| (key(name, span), truth(span))));
    let (front, index) = state.split_at(state.rfind('[').unwrap_or(state.len()));
    let reset = hidden(format!("{block}.reset"), as_number(condition, span)?, span);
    let driver = Some(format!("{front}_reset{index}"));
    definitions.put(Definition { driver, signal: SignalType::Boolean, ..reset });
    let driver = Some(format!("{front}_set{index}"));
    let value = match states.1.get(state) {
        Some(begin) => arithmetic::binary(Operator::Subtract, value, &Value::name(begin.clone(), Vec::new()), span)?,
        None => value.clone(),
    };
    definitions.put(Definition { driver, ..hidden(format!("{block}.set"), value, span) });
    Ok(())
}
