//! Expressions of parameters and variables of the netlist: values that are not known before the start, or change during the simulation.

use compiler::model_file::{BinaryOperator, Choice, Condition, Expression, Function, Relation, Span};
use mechanism::expression::DEPTH_LIMIT;
pub(crate) use mechanism::expression::{binary, with_operands};

use crate::names::element_name;
use crate::problem::{Fault, Outcome, fault};
use crate::values::Value;

/// Most numbers, names and operators in the expression of a definition or of a variable of a function.
pub(crate) const NODE_LIMIT: usize = 4_000;
/// Bytes of a node of an expression.
const NODE: usize = 64;
/// Bytes of a name that count as one node.
const NAME_IN_NODE: usize = 32;

/// An expression of the netlist.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Open {
    pub(crate) tree: Tree,
    /// Its dimensions, none for a scalar.
    pub(crate) dimensions: Vec<usize>,
    /// True if it is known to be a whole number.
    pub(crate) whole: bool,
    /// Numbers, names and operators; a long name counts as several.
    pub(crate) nodes: usize,
}

/// A numeric expression or a condition.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Tree {
    Number(Expression),
    Condition(Condition),
}

impl Open {
    pub(crate) fn is_condition(&self) -> bool {
        matches!(self.tree, Tree::Condition(_))
    }

    /// Memory in addition to that of the value, bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.nodes * NODE + std::mem::size_of_val(self.dimensions.as_slice())
    }

    /// The name of a variable, derivative or parameter, if the expression is nothing else.
    pub(crate) fn name(&self) -> Option<&str> {
        match &self.tree {
            Tree::Number(Expression::Reference { name, .. }) if is_name(name) => Some(name),
            _ => None,
        }
    }

    /// Element `index` (from 0), if it has a name.
    pub(crate) fn element(&self, index: usize) -> Option<Value> {
        let (first, others) = self.dimensions.split_first()?;
        let name = self.name().filter(|name| index < *first && !name.ends_with(')'))?;
        Some(Value::name(element_name(name, index + 1), others.to_vec()).marked(self.whole))
    }
}

impl std::fmt::Display for Tree {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Condition(condition) => condition.fmt(f),
        }
    }
}

/// False for a number with a unit, which is a reference, too.
pub(crate) fn is_name(reference: &str) -> bool {
    !reference.starts_with(|c: char| c.is_ascii_digit() || c == '.')
}

/// `left relation right`
pub(crate) fn compare(relation: Relation, left: Expression, right: Expression) -> Condition {
    Condition::Compare(relation, Box::new([left, right]))
}

/// `if condition then first else second`
pub(crate) fn choice(condition: Condition, first: Expression, second: Expression) -> Expression {
    Expression::If(Box::new(Choice { condition, branches: [first, second] }))
}

/// `-a`; zero has no sign.
pub(crate) fn negated(a: Expression) -> Expression {
    match a {
        Expression::Number(x) => Expression::Number(0.0 - x),
        Expression::Negate(inner) => *inner,
        other => Expression::Negate(Box::new(other)),
    }
}

/// The sum or difference of two expressions, without zeros.
pub(crate) fn plus(operator: BinaryOperator, a: Expression, b: Expression) -> Expression {
    match (operator, a, b) {
        (_, a, Expression::Number(0.0)) => a,
        (BinaryOperator::Add, Expression::Number(0.0), b) => b,
        (BinaryOperator::Subtract, Expression::Number(0.0), b) => negated(b),
        (BinaryOperator::Subtract, a, b) if a == b => Expression::Number(0.0),
        (BinaryOperator::Add, Expression::Number(a), Expression::Number(b)) => Expression::Number(a + b),
        (BinaryOperator::Subtract, Expression::Number(a), Expression::Number(b)) => Expression::Number(a - b),
        (operator, a, b) => binary(operator, a, b),
    }
}

/// `a*b` without zeros and ones.
pub(crate) fn times(a: Expression, b: Expression) -> Expression {
    match (a, b) {
        (Expression::Number(0.0), _) | (_, Expression::Number(0.0)) => Expression::Number(0.0),
        (Expression::Number(1.0), other) | (other, Expression::Number(1.0)) => other,
        (a, b) => binary(BinaryOperator::Multiply, a, b),
    }
}

/// `a/b`; zero stays zero.
pub(crate) fn over(a: Expression, b: &Expression) -> Expression {
    match a {
        Expression::Number(0.0) => a,
        a => binary(BinaryOperator::Divide, a, b.clone()),
    }
}

impl Value {
    /// The reference to a parameter or variable of the netlist.
    pub(crate) fn name(name: String, dimensions: Vec<usize>) -> Self {
        let nodes = nodes_of_name(&name);
        Self::Open(Open { tree: Tree::Number(name.into()), dimensions, whole: false, nodes })
    }

    /// A numeric expression, unless it nests too deep for the netlist.
    pub(crate) fn open(expression: Expression, dimensions: Vec<usize>, span: &Span) -> Outcome<Self> {
        Self::of_tree(Tree::Number(expression), dimensions, span)
    }

    /// A condition, unless it nests too deep for the netlist.
    pub(crate) fn condition(condition: Condition, span: &Span) -> Outcome<Self> {
        Self::of_tree(Tree::Condition(condition), Vec::new(), span)
    }

    fn of_tree(tree: Tree, dimensions: Vec<usize>, span: &Span) -> Outcome<Self> {
        let mut size = Size::default();
        match &tree {
            Tree::Number(number) => size.add(number, 1),
            Tree::Condition(condition) => size.add_condition(condition, 1),
        }
        if size.depth > DEPTH_LIMIT {
            return fault(span, Fault::OperationsTooDeep { limit: DEPTH_LIMIT });
        }
        if size.has_infinite {
            return fault(span, Fault::NotFinite);
        }
        Ok(Self::Open(Open { tree, dimensions, whole: false, nodes: size.nodes }))
    }

    /// `function(a, b)`
    pub(crate) fn call(
        function: Function,
        arguments: &[&Self],
        dimensions: Vec<usize>,
        span: &Span,
    ) -> Outcome<Option<Self>> {
        let operands: Option<Vec<Expression>> = arguments.iter().map(|argument| argument.expression()).collect();
        let operands = operands.filter(|operands| function.takes(operands.len()));
        operands.map(|operands| Self::open(Expression::Call(function, operands), dimensions, span)).transpose()
    }

    /// The value as an operand of a numeric expression.
    pub(crate) fn expression(&self) -> Option<Expression> {
        match self {
            Self::Number(x) => Some(Expression::Number(*x)),
            Self::Array(elements) => {
                elements.iter().map(Self::expression).collect::<Option<_>>().map(Expression::Array)
            }
            Self::Open(Open { tree: Tree::Number(number), .. }) => Some(number.clone()),
            _ => None,
        }
    }

    /// The names in an expression of numbers.
    pub(crate) fn references(&self) -> Vec<&str> {
        match self {
            Self::Array(elements) => elements.iter().flat_map(Self::references).collect(),
            Self::Open(Open { tree: Tree::Number(number), .. }) => number.references(),
            _ => Vec::new(),
        }
    }

    /// The condition, if the value is one that is not known.
    pub(crate) fn as_condition(&self) -> Option<&Condition> {
        match self {
            Self::Open(Open { tree: Tree::Condition(condition), .. }) => Some(condition),
            _ => None,
        }
    }

    /// True for a Boolean, known or not.
    pub(crate) fn is_condition(&self) -> bool {
        matches!(self, Self::Boolean(_)) || self.as_condition().is_some()
    }
}

/// Number of nodes of an expression, and its depth.
#[derive(Default)]
struct Size {
    nodes: usize,
    depth: usize,
    /// A number in it is infinite or NaN.
    has_infinite: bool,
}

impl Size {
    fn add(&mut self, expression: &Expression, depth: usize) {
        self.nodes += 1;
        self.depth = self.depth.max(depth);
        match expression {
            Expression::Number(x) => self.has_infinite |= !x.is_finite(),
            Expression::Reference { name, .. } => self.nodes += nodes_of_name(name) - 1,
            Expression::Negate(operand) => self.add(operand, depth + 1),
            Expression::Binary(_, left, right) => {
                self.add(left, depth + 1);
                self.add(right, depth + 1);
            }
            Expression::Call(_, operands) | Expression::Array(operands) => {
                operands.iter().for_each(|operand| self.add(operand, depth + 1));
            }
            Expression::If(choice) => {
                self.add_condition(&choice.condition, depth + 1);
                choice.branches.iter().for_each(|branch| self.add(branch, depth + 1));
            }
        }
    }

    fn add_condition(&mut self, condition: &Condition, depth: usize) {
        self.nodes += 1;
        self.depth = self.depth.max(depth);
        match condition {
            Condition::Compare(_, operands) => operands.iter().for_each(|operand| self.add(operand, depth + 1)),
            Condition::Not(operand) => self.add_condition(operand, depth + 1),
            Condition::And(operands) | Condition::Or(operands) => {
                operands.iter().for_each(|operand| self.add_condition(operand, depth + 1));
            }
        }
    }
}

fn nodes_of_name(name: &str) -> usize {
    1 + name.len() / NAME_IN_NODE
}
