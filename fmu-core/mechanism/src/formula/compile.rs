//! Compilation of an expression to a formula: resolves names, checks shapes and conditions.

use super::{Formula, MOST_CONDITIONS, Node, Switch, Test, relation_bit};
use crate::expression::{BinaryOperator, Choice, Condition, Expression, ExpressionProblem, Function, Relation, Shape};

/// Meaning of a name in a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// Elements of the parameter array.
    Parameter {
        /// Address of the first.
        first: usize,
        /// Shape of the parameter.
        shape: Shape,
        /// 1-based subscripts after the name.
        subscripts: Vec<usize>,
    },
    /// Time.
    Time,
    /// A variable, by its number.
    Variable(usize),
    /// A vector of three variables.
    Vector {
        /// Number of the first.
        first: usize,
        /// 1-based subscripts after the name.
        subscripts: Vec<usize>,
    },
}

/// Reasons why an expression cannot be compiled to a formula.
#[derive(Clone, Debug, PartialEq)]
pub enum FormulaFault {
    /// An unknown name.
    Unknown(String),
    /// Incompatible shapes.
    Problem(ExpressionProblem),
    /// Not supported in this version.
    NotSupported(&'static str),
}

impl From<ExpressionProblem> for FormulaFault {
    fn from(problem: ExpressionProblem) -> Self {
        Self::Problem(problem)
    }
}

/// Treatment of conditions on variables in a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conditions {
    /// They change at events only.
    AtEvents,
    /// They are evaluated with the formula, without events.
    Always,
    /// They are not allowed.
    Refused,
}

/// Values that a formula can have, in messages.
const NUMBERS: &str = "numbers and arrays of three";

type Outcome<X> = Result<X, FormulaFault>;

/// Dependence of a part on time and variables.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Dependence {
    /// Constant.
    None,
    /// Linear in time.
    Linear,
    /// Any other.
    Other,
}

struct Part {
    node: Node,
    is_vector: bool,
    dependence: Dependence,
}

struct Compiler<'a> {
    lookup: &'a dyn Fn(&str) -> Option<Symbol>,
    conditions: Conditions,
    /// The formula without its root.
    formula: Formula,
    /// Addresses of the parameters that have been named.
    parameters: Vec<usize>,
}

impl Formula {
    /// Compiles `expression`, whose names `lookup` resolves, to a formula: a number or a vector of three elements.
    ///
    /// # Errors
    /// Unknown names, shapes that do not fit, conditions that `conditions` refuses.
    pub fn compile(
        expression: &Expression,
        is_vector: bool,
        conditions: Conditions,
        lookup: &dyn Fn(&str) -> Option<Symbol>,
    ) -> Result<Self, FormulaFault> {
        let mut compiler = Compiler { lookup, conditions, formula: Self::pending(), parameters: Vec::new() };
        let part = compiler.part(expression)?;
        if part.is_vector != is_vector {
            if let Some(name) = compiler.vector_name(expression) {
                return Err(ExpressionProblem::Vector { name }.into());
            }
            let expected = if is_vector { "three numbers" } else { "one number" };
            return Err(wrong_shape("the expression", part.shape(), expected));
        }
        Ok(Self { root: part.node, ..compiler.formula })
    }
}

impl Part {
    fn shape(&self) -> Shape {
        if self.is_vector { Shape::Vector(3) } else { Shape::Scalar }
    }

    fn new(node: Node, is_vector: bool, dependence: Dependence) -> Self {
        Self { node, is_vector, dependence }
    }
}

impl Compiler<'_> {
    fn part(&mut self, expression: &Expression) -> Outcome<Part> {
        match expression {
            Expression::Number(x) => Ok(Part::new(Node::Number(*x), false, Dependence::None)),
            Expression::Reference { name, .. } => self.reference(name),
            Expression::Negate(x) => {
                let Part { node, is_vector, dependence } = self.part(x)?;
                Ok(Part::new(Node::Negate(Box::new(node)), is_vector, dependence))
            }
            Expression::Binary(operator, left, right) => self.binary(*operator, left, right),
            Expression::Call(function, arguments) => self.call(*function, arguments),
            Expression::Array(elements) => self.vector(elements),
            Expression::If(choice) => self.choice(choice),
        }
    }

    /// The first variable that makes the expression a vector.
    fn vector_name(&mut self, expression: &Expression) -> Option<String> {
        if !self.part(expression).ok()?.is_vector {
            return None;
        }
        match expression {
            Expression::Reference { name, .. } => Some(name.clone()),
            Expression::Negate(operand) => self.vector_name(operand),
            Expression::Binary(_, left, right) => self.vector_name(left).or_else(|| self.vector_name(right)),
            Expression::Call(_, operands) => operands.iter().find_map(|operand| self.vector_name(operand)),
            Expression::Number(_) | Expression::Array(_) | Expression::If(_) => None,
        }
    }

    fn reference(&mut self, name: &str) -> Outcome<Part> {
        match (self.lookup)(name) {
            None => Err(FormulaFault::Unknown(name.to_owned())),
            Some(Symbol::Time) => Ok(Part::new(Node::Variable(0), false, Dependence::Linear)),
            Some(Symbol::Variable(number)) => Ok(Part::new(Node::Variable(number), false, Dependence::Other)),
            Some(Symbol::Vector { first, subscripts }) => match (Shape::Vector(3).element(&subscripts), &*subscripts) {
                (Some(element), _) => Ok(Part::new(Node::Variable(first + element), false, Dependence::Other)),
                (None, []) => Ok(Part::new(Node::VariableVector(first), true, Dependence::Other)),
                _ => Err(out_of_range(name, subscripts)),
            },
            Some(Symbol::Parameter { first, shape, subscripts }) => {
                let (element, is_vector) = match (shape, shape.element(&subscripts), &*subscripts) {
                    (_, Some(element), _) => (element, false),
                    (Shape::Scalar, None, []) => (0, false),
                    (Shape::Vector(3), None, []) => (0, true),
                    (Shape::Vector(_), None, []) | (Shape::Matrix(..), None, [] | [_]) => {
                        return Err(wrong_shape("the expression", shape, NUMBERS));
                    }
                    _ => return Err(out_of_range(name, subscripts)),
                };
                let (address, size) = (first + element, if is_vector { 3 } else { 1 });
                self.parameters.extend(address..address + size);
                let node = if is_vector { Node::ParameterVector(address) } else { Node::Parameter(address) };
                Ok(Part::new(node, is_vector, Dependence::None))
            }
        }
    }

    fn binary(&mut self, operator: BinaryOperator, left: &Expression, right: &Expression) -> Outcome<Part> {
        let exponent = right.whole_exponent();
        let (left, right) = (self.part(left)?, self.part(right)?);
        let is_vector = match (operator, left.is_vector, right.is_vector) {
            (BinaryOperator::Add | BinaryOperator::Subtract, a, b) if a == b => a,
            (BinaryOperator::Multiply, a, b) => a != b,
            (BinaryOperator::Divide, a, false) => a,
            (BinaryOperator::Power, false, false) => false,
            _ => return Err(mismatch(operator.symbol(), &left, &right)),
        };
        let dependence = match operator {
            BinaryOperator::Add | BinaryOperator::Subtract => left.dependence.max(right.dependence),
            BinaryOperator::Multiply if left.dependence == Dependence::None => right.dependence,
            BinaryOperator::Multiply | BinaryOperator::Divide if right.dependence == Dependence::None => {
                left.dependence
            }
            _ => curved(left.dependence.max(right.dependence)),
        };
        let node = match (operator, exponent) {
            (BinaryOperator::Power, Some(exponent)) => Node::Power(Box::new(left.node), exponent),
            _ => Node::Binary(operator, Box::new([left.node, right.node])),
        };
        // The elements of a vector that is linear in time are not compared.
        Ok(Part::new(node, is_vector, dependence))
    }

    /// Compiles the argument of `noEvent` or `smooth`: its conditions are evaluated with the formula, without events (Modelica 3.6, 3.7.5 and
    /// 8.5).
    fn without_events(&mut self, expression: &Expression) -> Outcome<Part> {
        let outside = std::mem::replace(&mut self.conditions, Conditions::Always);
        let part = self.part(expression);
        self.conditions = outside;
        part
    }

    fn call(&mut self, function: Function, arguments: &[Expression]) -> Outcome<Part> {
        if let (Function::NoEvent, [x]) | (Function::Smooth, [_, x]) = (function, arguments) {
            return self.without_events(x);
        }
        let parts = arguments.iter().map(|argument| self.part(argument)).collect::<Outcome<Vec<_>>>()?;
        let dependence = curved(parts.iter().map(|part| part.dependence).max().unwrap_or(Dependence::None));
        if function.is_stepped() && dependence != Dependence::None && self.conditions != Conditions::Always {
            return Err(FormulaFault::NotSupported(
                "a block with events, such as MultibodyFmu.Floor, or noEvent(...) around it, where a variable would be rounded",
            ));
        }
        if function == Function::Pre {
            return Err(FormulaFault::NotSupported(
                "pre(...) only in sampled entries of `[variables]`, and of such entries",
            ));
        }
        let shapes: Vec<bool> = parts.iter().map(|part| part.is_vector).collect();
        let is_vector = match (function, shapes.as_slice()) {
            (Function::Min | Function::Max, [true] | [false, false])
            | (Function::Length, [true])
            | (Function::Atan2 | Function::Div | Function::Mod | Function::Rem, [false, false]) => false,
            (Function::Normalize, [true]) | (Function::Cross, [true, true]) => true,
            (_, [is_vector]) if function.of_number::<f64>().is_some() => *is_vector,
            _ => {
                let found = parts.iter().map(Part::shape).next().unwrap_or(Shape::Scalar);
                let expected = "other arguments, and no matrices in an expression that is evaluated during the \
                    simulation";
                return Err(wrong_shape(function.name(), found, expected));
            }
        };
        let mut nodes = parts.into_iter().map(|part| part.node);
        let node = match (nodes.next(), nodes.next()) {
            (Some(x), None) => Node::Call(function, Box::new(x)),
            (Some(x), Some(y)) => Node::CallTwo(function, Box::new([x, y])),
            _ => Node::Number(0.0),
        };
        Ok(Part::new(node, is_vector, dependence))
    }

    fn vector(&mut self, elements: &[Expression]) -> Outcome<Part> {
        let parts = elements.iter().map(|element| self.part(element)).collect::<Outcome<Vec<_>>>()?;
        let dependence = curved(parts.iter().map(|part| part.dependence).max().unwrap_or(Dependence::None));
        if let Some(part) = parts.iter().find(|part| part.is_vector) {
            return Err(wrong_shape("{}", part.shape(), "three scalars"));
        }
        let nodes: Vec<Node> = parts.into_iter().map(|part| part.node).collect();
        match <[Node; 3]>::try_from(nodes) {
            Ok(nodes) => Ok(Part::new(Node::Vector(Box::new(nodes)), true, dependence)),
            Err(nodes) => Err(wrong_shape("the expression", Shape::Vector(nodes.len()), NUMBERS)),
        }
    }

    fn choice(&mut self, choice: &Choice) -> Outcome<Part> {
        let test = self.test(&choice.condition)?;
        let [first, second] = &choice.branches;
        let (first, second) = (self.part(first)?, self.part(second)?);
        if first.is_vector != second.is_vector {
            return Err(mismatch("if", &first, &second));
        }
        // Branches on time may jump.
        let dependence = curved(first.dependence.max(second.dependence).max(test.1));
        let node = Node::Choice(Box::new((test.0, [first.node, second.node])));
        Ok(Part::new(node, first.is_vector, dependence))
    }

    fn test(&mut self, condition: &Condition) -> Outcome<(Test, Dependence)> {
        let mut two = |conditions: &[Condition; 2]| {
            let (first, second) = (self.test(&conditions[0])?, self.test(&conditions[1])?);
            Ok((Box::new([first.0, second.0]), first.1.max(second.1)))
        };
        match condition {
            Condition::Compare(relation, operands) => self.compare(*relation, operands),
            Condition::Not(condition) => {
                let (test, dependence) = self.test(condition)?;
                Ok((Test::Not(Box::new(test)), dependence))
            }
            Condition::And(conditions) => two(conditions).map(|(tests, dependence)| (Test::And(tests), dependence)),
            Condition::Or(conditions) => two(conditions).map(|(tests, dependence)| (Test::Or(tests), dependence)),
        }
    }

    fn compare(&mut self, relation: Relation, operands: &[Expression; 2]) -> Outcome<(Test, Dependence)> {
        let named = self.parameters.len();
        let (left, right) = (self.part(&operands[0])?, self.part(&operands[1])?);
        if left.is_vector || right.is_vector {
            return Err(mismatch(relation.symbol(), &left, &right));
        }
        let dependence = left.dependence.max(right.dependence);
        let nodes = Box::new([left.node, right.node]);
        if dependence == Dependence::None || self.conditions == Conditions::Always {
            return Ok((Test::Compare(relation, nodes), dependence));
        }
        if self.formula.switches.len() + self.formula.relations.len() == MOST_CONDITIONS {
            return Err(FormulaFault::NotSupported("at most 31 conditions in one expression; split it"));
        }
        let test = match (dependence, self.conditions) {
            (Dependence::Linear, _) => {
                self.formula.deciding.extend_from_slice(&self.parameters[named..]);
                let difference = Node::Binary(BinaryOperator::Subtract, nodes);
                self.formula.switches.push(Switch { difference, relation });
                Test::Mode(self.formula.switches.len() - 1)
            }
            (_, Conditions::AtEvents) => self.relation(relation, *nodes),
            _ => {
                return Err(FormulaFault::NotSupported(
                    "a condition on parameters only; a condition on variables would need state events",
                ));
            }
        };
        Ok((test, Dependence::Other))
    }

    /// A condition on variables: `a > b`, or the opposite of `b > a`.
    fn relation(&mut self, relation: Relation, nodes: [Node; 2]) -> Test {
        let [left, right] = nodes;
        let (greater, is_opposite) = match relation {
            Relation::Greater => ([left, right], false),
            Relation::Less => ([right, left], false),
            Relation::GreaterEqual => ([right, left], true),
            Relation::LessEqual => ([left, right], true),
        };
        let test = Test::Mode(relation_bit(self.formula.relations.len()));
        self.formula.relations.push(Node::Binary(BinaryOperator::Subtract, Box::new(greater)));
        if is_opposite { Test::Not(Box::new(test)) } else { test }
    }
}

/// Dependence of a nonlinear function of a part.
fn curved(dependence: Dependence) -> Dependence {
    if dependence == Dependence::None { Dependence::None } else { Dependence::Other }
}

fn wrong_shape(operation: &'static str, found: Shape, expected: &'static str) -> FormulaFault {
    ExpressionProblem::WrongShape { operation, found, expected }.into()
}

fn mismatch(operation: &'static str, left: &Part, right: &Part) -> FormulaFault {
    ExpressionProblem::ShapeMismatch { operation, left: left.shape(), right: right.shape() }.into()
}

fn out_of_range(name: &str, subscripts: Vec<usize>) -> FormulaFault {
    let shape = Shape::Vector(3);
    ExpressionProblem::SubscriptOutOfRange { reference: Some(name.to_owned()), subscripts, shape }.into()
}
