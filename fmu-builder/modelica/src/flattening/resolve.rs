//! Expressions of equations in names of the netlist: other variables of the text are put in, connectors of composites become what drives
//! them.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashSet};

use compiler::model_file::Expression;
use library::SignalType;

use crate::evaluation::Evaluator;
use crate::flattening::blocks::Blocks;
use crate::flattening::definitions::{Definition, Definitions};
use crate::flattening::joined::Joined;
use crate::netlist::Netlist;
use crate::problem::Unresolved;
use crate::values::conditions::{HOLDS, condition_of};
use crate::values::{Strength, Value};

/// Variables that define each other, and bytes of an expression with all of them put in.
const DEPTH_LIMIT: usize = 100;
const LENGTH_LIMIT: usize = 10_000;

/// What the names in equations are in the netlist.
#[derive(Debug)]
pub(crate) struct Resolver<'a> {
    pub(crate) definitions: &'a Definitions,
    pub(crate) joined: &'a Joined,
    /// Definitions that are variables of the netlist, by their names there.
    variables: BTreeSet<String>,
    /// Names in expressions.
    read: BTreeSet<String>,
    /// Inputs of the model.
    inputs: HashSet<String>,
    /// Inputs of the model that expressions name and nothing is connected to: the component that passes each on.
    passed: RefCell<BTreeMap<String, String>>,
    /// Names that are taken.
    taken: RefCell<HashSet<String>>,
}

impl<'a> Resolver<'a> {
    pub(crate) fn new(
        evaluator: &Evaluator<'_>,
        definitions: &'a Definitions,
        joined: &'a Joined,
        blocks: &Blocks,
        inputs: HashSet<String>,
        netlist: &Netlist,
    ) -> Self {
        let parts = netlist.components.iter().chain(&netlist.parameters).map(|(name, _)| name.value.clone());
        let own = definitions.all().iter().map(|definition| definition.name.clone());
        let blocks = blocks.names().map(str::to_owned);
        let taken = parts.chain(own).chain(inputs.iter().cloned()).chain(blocks).collect();
        let mut resolver = Self {
            definitions,
            joined,
            variables: BTreeSet::new(),
            read: read_by(definitions),
            inputs,
            passed: RefCell::default(),
            taken: RefCell::new(taken),
        };
        resolver.variables = resolver.find_variables(evaluator, netlist);
        resolver
    }

    /// Definitions that have to be variables of the netlist: those that drive something, and expressions that others
    /// read or that are no outputs.
    fn find_variables(&self, evaluator: &Evaluator<'_>, netlist: &Netlist) -> BTreeSet<String> {
        let is_variable = |definition: &&Definition| {
            if definition.driver.is_some() || definition.signal != SignalType::Real || is_no_number(&definition.value) {
                return false;
            }
            if self.joined.set_of(&definition.name).is_some() {
                return true;
            }
            let written = definition.value.written(Strength::Choice);
            let is_other_name = is_variable(&written) && !is_parameter(evaluator, &written, netlist);
            let is_shown = !definition.is_protected && !definition.is_output;
            !is_other_name && (is_shown || self.read.contains(&definition.name))
        };
        self.definitions.all().iter().filter(is_variable).map(|definition| definition.name.clone()).collect()
    }

    /// Whether an expression or a connection names a definition.
    pub(crate) fn reads(&self, name: &str) -> bool {
        self.read.contains(name) || self.joined.set_of(name).is_some()
    }

    /// Whether a definition is a variable of the netlist, by its own name.
    pub(crate) fn is_variable(&self, name: &str) -> bool {
        self.variables.contains(name)
    }

    /// The component that passes on an input of the model which only expressions name.
    pub(crate) fn passed(&self) -> Vec<(String, String)> {
        self.passed.borrow().iter().map(|(input, component)| (input.clone(), component.clone())).collect()
    }

    /// A name like `name` that nothing has, which is taken then.
    pub(crate) fn free(&self, name: &str) -> String {
        let mut taken = self.taken.borrow_mut();
        let mut name = name.to_owned();
        while !taken.insert(name.clone()) {
            let at = name.rfind('[').unwrap_or(name.len());
            name.insert(at, '_');
        }
        name
    }

    /// The expression of a definition. The error says what is wrong with it.
    pub(crate) fn resolved(&self, value: &Value) -> Result<String, Unresolved> {
        self.put_in(&value.written(Strength::Choice), DEPTH_LIMIT)
    }

    fn put_in(&self, written: &str, depth: usize) -> Result<String, Unresolved> {
        let Some(depth) = depth.checked_sub(1) else {
            return Err(Unresolved::ByItself);
        };
        // What is no expression of the netlist is told with its place when the netlist is read.
        let Ok(expression) = Expression::parse(written) else { return Ok(written.to_owned()) };
        let (mut result, mut behind) = (String::new(), 0);
        for (name, span) in expression.references_with_spans() {
            let Some(inner) = self.name(name, depth)? else { continue };
            let is_whole = *span == (0..written.len());
            result.push_str(&written[behind..span.start]);
            if let Some(condition) = condition_of(&inner).filter(|_| written[span.end..].starts_with(HOLDS)) {
                result.push_str(&format!("({condition})"));
                behind = span.end + HOLDS.len();
                continue;
            }
            let is_bare = is_whole || is_name(&inner);
            result.push_str(&if is_bare { inner } else { format!("({inner})") });
            behind = span.end;
            if result.len() > LENGTH_LIMIT {
                return Err(Unresolved::TooLong);
            }
        }
        result.push_str(&written[behind..]);
        Ok(result)
    }

    /// What a name in an expression is, where it is another than itself.
    fn name(&self, name: &str, depth: usize) -> Result<Option<String>, Unresolved> {
        if self.is_variable(name) {
            return Ok(None);
        }
        if let Some(definition) = self.definitions.get(name).filter(|definition| definition.driver.is_none()) {
            return self.put_in(&definition.value.written(Strength::Choice), depth).map(Some);
        }
        let set = self.joined.set_of(name);
        if let Some(set) = set {
            let end = |input: bool| self.joined.first_end(set, input).map(str::to_owned);
            let driver = end(false);
            let driver = driver.or_else(|| self.joined.given(set).map(str::to_owned));
            if let Some(driver) = driver.or_else(|| end(true)) {
                // A Boolean or Integer that an equation gives is put in.
                let inner = if driver == name { None } else { self.name(&driver, depth)? };
                return Ok(Some(inner.unwrap_or(driver)));
            }
        }
        let is_joined = |input: &&String| *input == name || set.is_some() && self.joined.set_of(input) == set;
        Ok(self.inputs.iter().find(is_joined).map(|input| self.pass(input)))
    }

    /// The signal of the component that passes on an input of the model.
    fn pass(&self, input: &str) -> String {
        let at = input.find('[').unwrap_or(input.len());
        let wished = format!("{}_signal{}", &input[..at], &input[at..]);
        let mut passed = self.passed.borrow_mut();
        format!("{}.y", passed.entry(input.to_owned()).or_insert_with(|| self.free(&wished)))
    }
}

/// Whether an expression is the name of one variable, or its derivative.
pub(crate) fn is_variable(written: &str) -> bool {
    let name = written.strip_prefix("der(").and_then(|rest| rest.strip_suffix(')')).unwrap_or(written);
    name != "time" && is_name(name)
}

/// Whether an expression is a name and nothing else. What has an operator is none, and long expressions are not read to see that.
fn is_name(written: &str) -> bool {
    let has_operator = written.contains(['+', '-', '*', '/', '^', '<', '>', '=', '{']);
    !has_operator && matches!(Expression::parse(written), Ok(Expression::Reference { .. }))
}

/// Whether a value is no scalar number: a condition, a text, or a vector whose elements have no text of their own.
pub(crate) fn is_no_number(value: &Value) -> bool {
    match value {
        Value::Boolean(_) | Value::Text(_) | Value::Literal { .. } | Value::Record(_) | Value::Unset => true,
        Value::Open(open) if !open.dimensions.is_empty() => true,
        Value::Open(open) => matches!(open.strength, Strength::Or | Strength::And | Strength::Relation),
        Value::Number(_) => false,
        Value::Array(_) => true,
    }
}

/// All names in the expressions of definitions.
fn read_by(definitions: &Definitions) -> BTreeSet<String> {
    let mut read = BTreeSet::new();
    for definition in definitions.all() {
        if let Ok(expression) = Expression::parse(&definition.value.written(Strength::Choice)) {
            read.extend(expression.references().into_iter().map(str::to_owned));
        }
    }
    read
}

/// Whether the name is that of a parameter, which is no variable that an output can be another name of.
pub(crate) fn is_parameter(evaluator: &Evaluator<'_>, name: &str, netlist: &Netlist) -> bool {
    let base = match name.rfind('[') {
        Some(at) if name.ends_with(']') => &name[..at],
        _ => name,
    };
    netlist.parameters.iter().any(|(known, _)| known.value == base || known.value == name)
        || name.rsplit_once('.').is_some_and(|(component, last)| {
            let last = last.split('[').next().unwrap_or_default();
            evaluator
                .model
                .class_of(component)
                .is_some_and(|class| class.parameters.iter().any(|known| known.name == last))
        })
}
