//! `when`: each variable that it gives becomes the output of a block that takes a value when a condition becomes true.
//! `pre`, `sample`, `delay` and rounding are blocks, too.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use compiler::model_file::BinaryOperator::Subtract;
use compiler::model_file::Span;
use library::SignalType;

use crate::evaluation::Evaluator;
use crate::evaluation::targets::Target;
use crate::flattening::definitions::{Building, Definition, Definitions};
use crate::flattening::implicit::{Residual, rated, read};
use crate::flattening::states::start_entry;
use crate::instances::model::{Before, Computed, SAMPLE};
use crate::instances::modifiers::Scope;
use crate::names::{subscripts_at, suffixed};
use crate::netlist::{key, truth};
use crate::problem::{Fault, Outcome, fault};
use crate::syntax::{Expression, Kind, Operator};
use crate::values::conditions::{as_number, of_signal};
use crate::values::{Value, arithmetic};

const WHEN: &str = "MultibodyFmu.When";
const PRE: &str = "MultibodyFmu.Pre";

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
    /// `when initial()` with these definitions.
    pub(crate) fn initial(definitions: Definitions, algorithm: Option<Span>) -> Self {
        let branch = Branch { triggers: vec![Trigger::Initial], definitions, reinits: Vec::new() };
        Self { branches: vec![branch], algorithm }
    }

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

/// Adds the blocks of all `when`, and the definitions that connect them.
pub(crate) fn add_whens(building: &mut Building<'_>, whens: &[When]) -> Held {
    let evaluator = building.evaluator;
    let mut held = Held::new();
    let is_together = |a: &When, b: &When| a.algorithm.is_some() && a.algorithm == b.algorithm;
    for group in whens.chunk_by(is_together) {
        let all = group.iter().flat_map(|when| &when.branches).flat_map(|branch| branch.definitions.all());
        let names: BTreeSet<&str> = all.map(|definition| definition.target.name.as_str()).collect();
        for name in names {
            let branches: Vec<&Branch> =
                group.iter().rev().filter(|when| when.gives(name)).flat_map(|when| &when.branches).collect();
            if is_too_many(building, name) {
                return held;
            }
            let result = add_when(building, &branches, name, &mut held);
            evaluator.classes.told(result);
        }
    }
    held
}

fn add_when(
    Building { evaluator, definitions, netlist, declared }: &mut Building<'_>,
    branches: &[&Branch],
    name: &str,
    held: &mut Held,
) -> Outcome<()> {
    let Some(first) = branches.iter().find_map(|branch| branch.definitions.get(name)) else { return Ok(()) };
    let span = &first.span;
    let block = evaluator.model.free(suffixed(name, "when"));
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
                let driver = Some(suffixed(name, &format!("{input}_{count}")));
                given.push(Definition::hidden(format!("{block}.{input}[{count}]"), driver, value, span));
            }
        }
    }
    let value = as_number(of_signal(keeps, first.target.signal, span)?, span)?;
    let target = Target { driver: None, ..first.target.clone() };
    definitions.add(evaluator, Definition { target, value, span: span.clone() })?;
    given.into_iter().for_each(|definition| definitions.put(definition));
    let number = |name, number: usize| (key(name, span), Value::Number(number as f64).netlist(span));
    let start = match declared.get(name) {
        _ if initially > 0 => Some(number("initially", initially)),
        Some(variable) => start_entry(evaluator, variable)?,
        None => None,
    };
    netlist.add_hidden(&block, WHEN, [number("n", count)].into_iter().chain(start), span);
    held.insert(name.to_owned(), if initially > 0 { Vec::new() } else { vec![block] });
    Ok(())
}

/// Counts a block; reports the first that is too many.
fn is_too_many(Building { evaluator, declared, .. }: &Building<'_>, name: &str) -> bool {
    let span = declared.get(name).map(|variable| variable.symbol.span.clone()).unwrap_or_default();
    evaluator.classes.told(evaluator.count(1, &span)).is_none()
}

/// Adds the blocks of `pre`, `sample` and rounded values that expressions have named.
pub(crate) fn add_befores(building: &mut Building<'_>, residuals: &[Residual], held: &mut Held) {
    let (read, rated) = (read(&building.definitions, residuals), rated(&building.definitions, residuals));
    let befores = building.evaluator.model.befores.borrow().clone();
    for (name, Before { block, signal, span }) in befores {
        if !read.contains(&format!("{block}.y")) {
            continue;
        }
        if is_too_many(building, &name) {
            break;
        }
        let Building { evaluator, definitions, netlist, declared } = building;
        if rated.contains(&name) && definitions.get(&name).is_none() {
            // Between the iterations of an event only `reinit` changes a state, and `pre` takes the new value.
            definitions.put(Definition::hidden(format!("{block}.y"), None, Value::name(name, Vec::new()), &span));
            continue;
        }
        let changes_at_events = match name.rsplit_once('.').and_then(|(owner, _)| evaluator.model.class_of(owner)) {
            Some(class) => DISCRETE.iter().any(|package| class.name.starts_with(package)),
            None => held.contains_key(&name) || !declared.contains_key(name.as_str()),
        };
        if signal == SignalType::Real && !changes_at_events {
            let why = "is continuous, and `pre` is read of variables that change at events only";
            evaluator.classes.report(&span, Fault::Refused { name, why });
            continue;
        }
        let (front, index) = block.split_at(subscripts_at(&block));
        let driver = Some(format!("{front}_u{index}"));
        let value = Value::name(name.clone(), Vec::new());
        definitions.put(Definition::hidden(format!("{block}.u"), driver, value, &span));
        let variable = declared.get(name.as_str());
        let start = variable.and_then(|variable| evaluator.classes.told(start_entry(evaluator, variable)).flatten());
        netlist.add_hidden(&block, PRE, start, &span);
        held.entry(name).or_default().push(block);
    }
    let Building { evaluator, definitions, netlist, .. } = building;
    let mut computed = evaluator.model.computed.borrow().clone();
    computed.sort_by_key(|computed| computed.computation == SAMPLE);
    for Computed { block, computation, inputs, parameters, span, .. } in &computed {
        for (input, value) in inputs {
            let driver = Some(format!("{block}_{input}"));
            definitions.put(Definition::hidden(format!("{block}.{input}"), driver, value.clone(), span));
        }
        let settings = parameters.iter().map(|(name, value)| (key(*name, span), value.netlist(span)));
        netlist.add_hidden(block, computation.class, settings, span);
    }
}

/// Integrators of states, and variables that are what they start at, by the states.
pub(crate) type States<'a> = (&'a BTreeMap<String, String>, &'a BTreeMap<String, String>);

/// Adds what sets the integrators of states back.
pub(crate) fn add_reinits(building: &mut Building<'_>, whens: &[When], states: States<'_>) {
    for (k, branch) in whens.iter().flat_map(|when| when.branches.iter().enumerate()) {
        for reinit in &branch.reinits {
            let result = match k {
                0 => add_reinit(building, branch, reinit, states),
                _ => fault(&reinit.span, Fault::ReinitElsewhen { name: reinit.state.clone() }),
            };
            building.evaluator.classes.told(result);
        }
    }
}

fn add_reinit(
    Building { definitions, netlist, .. }: &mut Building<'_>,
    branch: &Branch,
    Reinit { state, value, span }: &Reinit,
    states: States<'_>,
) -> Outcome<()> {
    let Some(block) = states.0.get(state) else { return fault(span, Fault::ReinitOf { name: state.clone() }) };
    let conditions = branch.triggers.iter().filter_map(|trigger| match trigger {
        Trigger::Condition(condition) => Some(condition.clone()),
        Trigger::Initial => None,
    });
    let any = conditions.map(Ok).reduce(|a, b| arithmetic::binary(Operator::Or, &a?, &b?, span));
    let Some(condition) = any.transpose()? else { return Ok(()) };
    let Some(entries) = netlist.component(block) else { return Ok(()) };
    if entries.iter().any(|(known, _)| known.value == "use_reset") {
        return fault(span, Fault::ReinitTwice { name: state.clone() });
    }
    entries.extend(["use_reset", "use_set"].map(|name| (key(name, span), truth(span))));
    let hidden = Target::hidden(format!("{block}.reset"), Some(suffixed(state, "reset")));
    let target = Target { signal: SignalType::Boolean, ..hidden };
    definitions.put(Definition { target, value: as_number(condition, span)?, span: span.clone() });
    let driver = Some(suffixed(state, "set"));
    let value = match states.1.get(state) {
        Some(begin) => {
            arithmetic::binary(Operator::Arithmetic(Subtract), value, &Value::name(begin.clone(), Vec::new()), span)?
        }
        None => value.clone(),
    };
    definitions.put(Definition::hidden(format!("{block}.set"), driver, value, span));
    Ok(())
}
