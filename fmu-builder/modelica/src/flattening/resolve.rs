//! Translates expressions of equations to names of the netlist: variables of the text are replaced by their expressions, connectors of
//! composites by their drivers.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashSet};

use compiler::model_file::{BinaryOperator, Choice, Condition, Expression};
use library::SignalType;
use mechanism::expression::DEPTH_LIMIT;

use crate::evaluation::Evaluator;
use crate::evaluation::targets::Target;
use crate::flattening::definitions::{Blocks, Definition, Definitions};
use crate::flattening::implicit::read;
use crate::flattening::joined::Joined;
use crate::names::{of_derivative, subscripts_at, suffixed};
use crate::netlist::Netlist;
use crate::problem::{Fault, Unresolved};
use crate::values::Value;
use crate::values::conditions::{asked, condition_of};
use crate::values::open::{self, NODE_LIMIT, is_name};

/// Longest chain of variables that are defined by each other.
const CHAIN_LIMIT: usize = 100;

/// Replaces names of the text in expressions by names of the netlist.
#[derive(Debug)]
pub(crate) struct Resolver<'a> {
    pub(crate) evaluator: &'a Evaluator<'a>,
    pub(crate) blocks: &'a Blocks,
    pub(crate) definitions: &'a Definitions,
    pub(crate) joined: &'a Joined,
    /// Names of the definitions that are variables of the netlist.
    variables: BTreeSet<String>,
    /// Names in expressions.
    read: BTreeSet<String>,
    /// Inputs of the model.
    inputs: HashSet<String>,
    /// Inputs of the model that only expressions read, with the component that passes each on.
    pub(crate) passed: RefCell<BTreeMap<String, String>>,
    /// Used names.
    taken: RefCell<HashSet<String>>,
}

impl<'a> Resolver<'a> {
    pub(crate) fn new(
        evaluator: &'a Evaluator<'a>,
        definitions: &'a Definitions,
        joined: &'a Joined,
        blocks: &'a Blocks,
        inputs: HashSet<String>,
        netlist: &Netlist,
    ) -> Self {
        let parts = netlist.components.iter().chain(&netlist.parameters).map(|(name, _)| name.value.clone());
        let own = definitions.all().iter().map(|definition| definition.target.name.clone());
        let taken = parts.chain(own).chain(inputs.iter().cloned()).chain(blocks.names.values().cloned()).collect();
        let mut resolver = Self {
            evaluator,
            blocks,
            definitions,
            joined,
            variables: BTreeSet::new(),
            read: read(definitions, &[]),
            inputs,
            passed: RefCell::default(),
            taken: RefCell::new(taken),
        };
        resolver.variables = resolver.find_variables(netlist);
        resolver
    }

    /// Definitions that have to be variables of the netlist: those that drive something, and expressions that others read or that are not
    /// outputs.
    fn find_variables(&self, netlist: &Netlist) -> BTreeSet<String> {
        let is_variable = |definition: &&Definition| {
            let Target { name, driver, signal, is_output, is_protected, .. } = &definition.target;
            let (is_read, is_joined) = (self.read.contains(name), self.joined.set_of(name).is_some());
            let is_read_number = *signal == SignalType::Integer && !is_output && is_read && !is_joined;
            if of_derivative(name).is_some()
                || driver.is_some()
                || (*signal != SignalType::Real && !is_read_number)
                || is_no_number(&definition.value)
                // A flow or potential at a connector of the text.
                || self.joined.of_node(name).is_some()
            {
                return false;
            }
            if is_joined {
                return true;
            }
            if self.only_shows_connectors(definition) {
                return false;
            }
            let other = if let Value::Open(open) = &definition.value { open.name() } else { None };
            let is_other_name = other.is_some_and(|name| {
                name != "time" && !is_parameter(self.evaluator, name, netlist) && self.joined.of_node(name).is_none()
            });
            let is_shown = !is_protected && !is_output;
            !is_other_name && (is_shown || is_read)
        };
        self.definitions.all().iter().filter(is_variable).map(|definition| definition.target.name.clone()).collect()
    }

    /// True for an expression of potentials and flows at connectors of composites that nothing reads.
    pub(crate) fn only_shows_connectors(&self, definition: &Definition) -> bool {
        let Definition { target, value, .. } = definition;
        let is_of_node = |name: &&str| self.definitions.get(name).is_none() && self.joined.of_node(name).is_some();
        !target.is_output && !self.reads(&target.name) && value.references().iter().any(is_of_node)
    }

    /// True if an expression or a connection names a definition.
    pub(crate) fn reads(&self, name: &str) -> bool {
        self.read.contains(name) || self.joined.set_of(name).is_some()
    }

    /// True if a definition is a variable of the netlist, by its own name.
    pub(crate) fn is_variable(&self, name: &str) -> bool {
        self.variables.contains(name)
    }

    /// Reserves and returns a free name similar to `name`.
    pub(crate) fn free(&self, name: &str) -> String {
        let mut taken = self.taken.borrow_mut();
        let mut name = name.to_owned();
        while !taken.insert(name.clone()) {
            let at = name.rfind('[').unwrap_or(name.len());
            name.insert(at, '_');
        }
        name
    }

    /// The expression of a definition.
    ///
    /// # Errors
    /// The reason why it has none in the netlist.
    pub(crate) fn resolved(&self, value: &Value) -> Result<Expression, Unresolved> {
        let expression = value.expression().ok_or_else(|| Unresolved::NoNumber { found: value.describe() })?;
        PutIn { resolver: self, nodes: 0, depth: 0, active: Vec::new() }.expression(&expression)
    }

    /// The same; that it has none is reported.
    pub(crate) fn told(&self, Definition { target, value, span }: &Definition) -> Option<Expression> {
        let told = |why| Fault::Unresolved { name: target.name.clone(), why }.at(span.clone());
        self.evaluator.classes.told(self.resolved(value).map_err(told))
    }

    /// The variable that a name resolves to, if it is one.
    pub(crate) fn name_of(&self, name: &str) -> Option<String> {
        let resolved = self.resolved(&Value::name(name.to_owned(), Vec::new())).ok()?;
        variable(&resolved).map(str::to_owned)
    }

    /// The signal of the component that passes on an input of the model.
    fn pass(&self, input: &str) -> String {
        let mut passed = self.passed.borrow_mut();
        format!("{}.y", passed.entry(input.to_owned()).or_insert_with(|| self.free(&suffixed(input, "signal"))))
    }
}

/// Replacement of names in an expression.
struct PutIn<'a> {
    resolver: &'a Resolver<'a>,
    /// Numbers, names and operators so far.
    nodes: usize,
    /// Depth of the current node.
    depth: usize,
    /// Definitions that are being put in.
    active: Vec<String>,
}

impl PutIn<'_> {
    fn enter(&mut self) -> Result<(), Unresolved> {
        self.nodes += 1;
        self.depth += 1;
        if self.nodes > NODE_LIMIT || self.depth > DEPTH_LIMIT { Err(Unresolved::TooLarge) } else { Ok(()) }
    }

    fn expression(&mut self, expression: &Expression) -> Result<Expression, Unresolved> {
        self.enter()?;
        let resolved = match expression {
            Expression::Reference { name, .. } => self.name(name)?.unwrap_or_else(|| expression.clone()),
            Expression::If(choice) => {
                let Choice { condition, branches: [first, second] } = &**choice;
                let condition = self.condition(condition)?;
                open::choice(condition, self.expression(first)?, self.expression(second)?)
            }
            _ => open::with_operands(expression, |operand| self.expression(operand))?,
        };
        self.depth -= 1;
        Ok(resolved)
    }

    fn condition(&mut self, condition: &Condition) -> Result<Condition, Unresolved> {
        self.enter()?;
        let resolved = match condition {
            Condition::Compare(relation, operands) => {
                let compare = open::compare(*relation, self.expression(&operands[0])?, self.expression(&operands[1])?);
                // A Boolean defined by an equation is replaced by its condition.
                match asked(&compare).and_then(condition_of) {
                    Some(given) => given.clone(),
                    None => compare,
                }
            }
            Condition::Not(operand) => Condition::Not(Box::new(self.condition(operand)?)),
            Condition::And(both) => Condition::And(self.both(both)?),
            Condition::Or(both) => Condition::Or(self.both(both)?),
        };
        self.depth -= 1;
        Ok(resolved)
    }

    fn both(&mut self, [first, second]: &[Condition; 2]) -> Result<Box<[Condition; 2]>, Unresolved> {
        Ok(Box::new([self.condition(first)?, self.condition(second)?]))
    }

    /// Replacement of a name; none if it stays.
    fn name(&mut self, name: &str) -> Result<Option<Expression>, Unresolved> {
        let Resolver { definitions, joined, inputs, .. } = self.resolver;
        if self.resolver.is_variable(name) {
            return Ok(None);
        }
        if let Some(definition) = definitions.get(name).filter(|definition| definition.target.driver.is_none()) {
            if self.active.len() >= CHAIN_LIMIT || self.active.iter().any(|active| active == name) {
                return Err(Unresolved::ByItself);
            }
            let value = &definition.value;
            let inner = value.expression().ok_or_else(|| Unresolved::NoNumber { found: value.describe() })?;
            self.active.push(name.to_owned());
            self.depth -= 1;
            let inner = self.expression(&inner)?;
            self.depth += 1;
            self.active.pop();
            return Ok(Some(inner));
        }
        if let Some(parts) = joined.of_node(name) {
            let sum = parts.into_iter().map(Expression::from);
            return Ok(sum.reduce(|sum, part| open::binary(BinaryOperator::Add, sum, part)));
        }
        let set = joined.set_of(name);
        if let Some(set) = set {
            let end = |input: bool| joined.first_end(set, input).map(str::to_owned);
            let driver = end(false);
            let driver = driver.or_else(|| joined.given(set).map(str::to_owned));
            if let Some(driver) = driver.or_else(|| end(true)) {
                // A Boolean or Integer defined by an equation is replaced by its expression.
                let inner = if driver == name { None } else { self.name(&driver)? };
                return Ok(Some(inner.unwrap_or_else(|| driver.into())));
            }
        }
        let is_joined = |input: &&String| *input == name || set.is_some() && joined.set_of(input) == set;
        Ok(inputs.iter().find(is_joined).map(|input| self.resolver.pass(input).into()))
    }
}

/// Name of the variable or derivative, if the expression is nothing else.
pub(crate) fn variable(expression: &Expression) -> Option<&str> {
    match expression {
        Expression::Reference { name, .. } if name != "time" && is_name(name) => Some(name),
        _ => None,
    }
}

/// True for a condition, a text, or a vector whose elements have no expressions of their own.
pub(crate) fn is_no_number(value: &Value) -> bool {
    match value {
        Value::Boolean(_) | Value::Text(_) | Value::Literal { .. } | Value::Record(_) | Value::Unset => true,
        Value::Open(open) => !open.dimensions.is_empty() || open.is_condition(),
        Value::Number(_) => false,
        Value::Array(_) => true,
    }
}

/// True for the name of a parameter, of which an output cannot be an alias.
pub(crate) fn is_parameter(evaluator: &Evaluator<'_>, name: &str, netlist: &Netlist) -> bool {
    let base = &name[..subscripts_at(name)];
    netlist.parameters.iter().any(|(known, _)| known.value == base || known.value == name)
        || evaluator.model.library_parameter(name).is_some()
}
