//! `[variables]`: expressions, elements of vectors, sampled definitions; and inputs that only expressions and connections name.

use super::super::collected::Collected;
use super::super::signal_expressions::find;
use super::maker::{Given, GivenValue, Maker};
use crate::model_file::{
    BinaryOperator, Choice, Condition, Diagnostic, Expression, ExpressionProblem, Function, LibraryProblem, ModelFile,
    Place, Problem, PublicName, Spanned, Value, measure, split_subscripts,
};
use mechanism::Shape;
use mechanism::expression::{binary, with_operands};
use mechanism::hashed::HashMap;

/// Largest vector of variables.
const LARGEST: usize = 1000;

impl Maker<'_> {
    pub(super) fn variables(&mut self, file: &ModelFile) {
        for input in file.inputs.iter().filter(|input| input.is_plain_input()) {
            let span = Some(input.name.span.clone());
            self.instantiate(&input.name.value, &library::blocks::PLAIN_INPUT, Vec::new(), span);
        }
        let mut made = Vec::new();
        {
            let mut shapes = Shapes::new(file, &self.out, &self.model_shapes);
            for variable in &file.variables {
                let Some(expression) = variable.target.value.expression() else { continue };
                let name = &variable.name.value;
                let elements = match shapes.of(expression) {
                    Shape::Vector(size) => {
                        let all = (0..size)
                            .map(|k| shapes.element(expression, k).map(|value| (format!("{name}[{}]", k + 1), value)));
                        all.collect::<Result<Vec<_>, _>>()
                    }
                    _ => shapes.whole(expression).map(|value| vec![(name.clone(), value)]),
                };
                made.push((variable, elements));
            }
        }
        for (variable, elements) in made {
            match elements.and_then(|elements| samples(variable, &elements)) {
                Ok(elements) => self.elements(variable, elements),
                Err(fault) => self.refuse(variable, fault),
            }
        }
    }

    /// One component for each element.
    fn elements(&mut self, variable: &PublicName, elements: Vec<(String, Expression)>) {
        let name = &variable.name.value;
        let count = elements.len();
        let is_vector = elements.first().is_some_and(|(first, _)| first != name);
        if is_vector {
            self.out.vectors.insert(name.clone(), count);
        }
        for (k, (element, expression)) in elements.into_iter().enumerate() {
            let span = variable.target.span.clone();
            let value = Spanned { value: Value::Expression(expression), span };
            let user = |name, value| Given { name, name_span: None, value: GivenValue::User(value) };
            let mut given = vec![user("y", &value)];
            let at = Some(variable.name.span.clone());
            let Some(sample) = &variable.sample else {
                self.instantiate(&element, &library::blocks::VARIABLE, given, at);
                continue;
            };
            given.push(user("samplePeriod", sample));
            let start = variable.start.as_ref().map(|start| match &start.value {
                Value::Array(all) if is_vector => all.get(k).filter(|_| all.len() == count),
                _ => Some(start),
            });
            match start {
                Some(Some(start)) => given.push(user("y_start", start)),
                Some(None) => {
                    let found = variable.start.as_ref().map_or_else(String::new, |start| start.value.describe());
                    let expected = format!("an array of {count} numbers");
                    let problem = LibraryProblem::wrong_value(name, "start", found, expected);
                    return self.problems.add(at.as_ref(), problem);
                }
                None => {}
            }
            self.instantiate(&element, &library::blocks::SAMPLED_VARIABLE, given, at);
            self.out.part_connections.push((format!("{element}.next"), format!("{element}.u")));
        }
    }

    fn refuse(&mut self, variable: &PublicName, fault: Fault) {
        let name = variable.name.value.clone();
        let problem = match fault {
            Fault::Expression(problem) => Problem::from(problem).at(Place::PublicName { section: "variables", name }),
            Fault::Pre(of, needs) => LibraryProblem::not_supported(&name, format!("pre({of})"), needs).into(),
        };
        self.problems.push(Diagnostic { span: Some(variable.target.span.clone()), problem });
        // Connections from it are no further errors.
        let span = Some(variable.name.span.clone());
        self.instantiate(&variable.name.value, &library::blocks::VARIABLE, Vec::new(), span);
    }
}

/// Why the elements of an entry cannot be found.
enum Fault {
    Expression(ExpressionProblem),
    /// `pre` of this name, and what it needs.
    Pre(String, &'static str),
}

/// Sampled expressions are evaluated at samples only, so that their conditions and rounding need no events of their own.
fn samples(variable: &PublicName, elements: &[(String, Expression)]) -> Result<Vec<(String, Expression)>, Fault> {
    let own = |expression: &Expression| match &variable.sample {
        Some(_) => Ok(Expression::Call(Function::NoEvent, vec![expression.clone()])),
        None => match named_before(expression) {
            Some(name) => Err(Fault::Pre(name, "to stand in an entry of `[variables]` with `sample`")),
            None => Ok(expression.clone()),
        },
    };
    elements.iter().map(|(name, expression)| Ok((name.clone(), own(expression)?))).collect()
}

/// The first sampled variable whose value before the sample an expression names.
fn named_before(expression: &Expression) -> Option<String> {
    let names = expression.references();
    names.into_iter().find_map(|name| name.strip_suffix(BEFORE)).map(str::to_owned)
}

const OF_NAMES: &str = "the name of an entry of `[variables]` with `sample`";

/// Ending of the name of a sampled variable's value before the sample.
const BEFORE: &str = ".pre";

/// Shapes of expressions of variables, and their elements.
struct Shapes<'a> {
    collected: &'a Collected,
    parameters: &'a HashMap<String, Shape>,
    variables: HashMap<&'a str, &'a PublicName>,
    /// Shapes of entries that have been found.
    found: HashMap<&'a str, Shape>,
    /// Entries whose shapes are being looked for.
    sought: Vec<&'a str>,
}

impl<'a> Shapes<'a> {
    fn new(file: &'a ModelFile, collected: &'a Collected, parameters: &'a HashMap<String, Shape>) -> Self {
        let variables = file.variables.iter().map(|variable| (variable.name.value.as_str(), variable)).collect();
        Self { collected, parameters, variables, found: HashMap::default(), sought: Vec::new() }
    }

    fn of(&mut self, expression: &Expression) -> Shape {
        self.known(expression).unwrap_or(Shape::Scalar)
    }

    /// The shape, unless it follows from that of an entry that is being looked for.
    fn known(&mut self, expression: &Expression) -> Option<Shape> {
        match expression {
            Expression::Number(_) => Some(Shape::Scalar),
            Expression::Reference { name, .. } => self.named(name),
            Expression::Negate(x) => self.known(x),
            Expression::Binary(operator, left, right) => match (operator, self.known(left), self.known(right)) {
                (BinaryOperator::Multiply, Some(Shape::Vector(_)), Some(Shape::Vector(_))) => Some(Shape::Scalar),
                (BinaryOperator::Multiply, Some(Shape::Matrix(rows, _)), Some(Shape::Vector(_)) | None) => {
                    Some(Shape::Vector(rows))
                }
                (BinaryOperator::Multiply | BinaryOperator::Divide, a, b) if a.is_none() || b.is_none() => None,
                (_, Some(Shape::Scalar) | None, shape) => shape,
                (_, shape, _) => shape,
            },
            Expression::Call(function, arguments) => match (function, arguments.as_slice()) {
                (Function::Cross, _) => Some(Shape::Vector(3)),
                (Function::Length | Function::Min | Function::Max, _) => Some(Shape::Scalar),
                (Function::Smooth, [_, x]) | (_, [x]) => self.known(x),
                _ => Some(Shape::Scalar),
            },
            Expression::Array(elements) => Some(Shape::Vector(elements.len())),
            Expression::If(choice) => match self.known(&choice.branches[0]) {
                Some(Shape::Scalar) | None => self.known(&choice.branches[1]),
                shape => shape,
            },
        }
    }

    fn named(&mut self, name: &str) -> Option<Shape> {
        if measure(name).is_some() {
            return Some(Shape::Scalar);
        }
        if let Some((&name, variable)) = self.variables.get_key_value(name) {
            if let Some(Value::Array(start)) = variable.start.as_ref().map(|start| &start.value) {
                return Some(Shape::Vector(start.len()));
            }
            if self.found.contains_key(name) || self.sought.contains(&name) {
                return self.found.get(name).copied();
            }
            self.sought.push(name);
            let shape = variable.target.value.expression().and_then(|expression| self.known(expression));
            self.sought.pop();
            self.found.extend(shape.map(|shape| (name, shape)));
            return shape;
        }
        if let Some(shape) = self.parameters.get(name) {
            return Some(*shape);
        }
        if let Some((parameter, subscripts)) = self.collected.find_parameter(name, None) {
            return Some(if subscripts.is_empty() { parameter.shape } else { Shape::Scalar });
        }
        // Plain inputs with subscripts are components, not elements.
        let is_there = |k: &usize| {
            let element = format!("{name}[{k}]");
            !self.collected.component_names.contains_key(&element) && find(self.collected, &element).is_some()
        };
        Some(match (1..=LARGEST).take_while(is_there).count() {
            0 => Shape::Scalar,
            size => Shape::Vector(size),
        })
    }

    /// Name of an element of an array.
    fn element_name(&self, name: &str, subscript: &str) -> Expression {
        let element = match split_subscripts(name) {
            Some((base, subscripts)) if subscripts.is_empty() || base == name => format!("{base}{subscript}"),
            _ => format!("{name}{subscript}"),
        };
        Expression::from(element)
    }

    /// Element `k` of a vector.
    fn element(&mut self, expression: &Expression, k: usize) -> Result<Expression, Fault> {
        let shape = self.of(expression);
        if !matches!(shape, Shape::Vector(size) if k < size) {
            return Err(wrong_shape(shape, "vectors of one length, and products with numbers"));
        }
        Ok(match expression {
            Expression::Reference { name, .. } => self.element_name(name, &format!("[{}]", k + 1)),
            Expression::Array(elements) => match elements.get(k) {
                Some(element) => self.number(element)?,
                None => expression.clone(),
            },
            Expression::Binary(operator, left, right) => self.binary_element(*operator, [left, right], k)?,
            Expression::Call(Function::Pre, arguments) => match arguments.as_slice() {
                [Expression::Reference { name, .. }] => {
                    let element = self.element_name(name, &format!("[{}]", k + 1));
                    self.before(name, &element.to_string())?
                }
                _ => return Err(Fault::Pre(expression.to_string(), OF_NAMES)),
            },
            Expression::Call(Function::Cross, arguments) => {
                let [a, b] = arguments.as_slice() else { return self.whole(expression) };
                let [i, j] = [(k + 1) % 3, (k + 2) % 3];
                let plus = binary(BinaryOperator::Multiply, self.element(a, i)?, self.element(b, j)?);
                let minus = binary(BinaryOperator::Multiply, self.element(a, j)?, self.element(b, i)?);
                binary(BinaryOperator::Subtract, plus, minus)
            }
            Expression::Call(Function::Smooth, arguments) => {
                let [order, x] = arguments.as_slice() else { return self.whole(expression) };
                Expression::Call(Function::Smooth, vec![self.whole(order)?, self.element(x, k)?])
            }
            Expression::If(choice) => {
                let [first, second] = &choice.branches;
                let branches = [self.element(first, k)?, self.element(second, k)?];
                Expression::If(Box::new(Choice { condition: self.condition(&choice.condition)?, branches }))
            }
            Expression::Negate(_) => with_operands(expression, |x| self.element(x, k))?,
            Expression::Call(function, _) if function.of_number::<f64>().is_some() => {
                with_operands(expression, |argument| self.element(argument, k))?
            }
            Expression::Call(..) | Expression::Number(_) => {
                let expected = "sums, products, cross(a, b) and functions of one number for vectors";
                return Err(wrong_shape(shape, expected));
            }
        })
    }

    fn binary_element(
        &mut self,
        operator: BinaryOperator,
        [left, right]: [&Expression; 2],
        k: usize,
    ) -> Result<Expression, Fault> {
        let (a, b) = (self.of(left), self.of(right));
        Ok(match (operator, a, b) {
            (BinaryOperator::Add | BinaryOperator::Subtract, Shape::Vector(n), Shape::Vector(m)) if n == m => {
                binary(operator, self.element(left, k)?, self.element(right, k)?)
            }
            (BinaryOperator::Multiply, Shape::Scalar, Shape::Vector(_)) => {
                binary(operator, self.number(left)?, self.element(right, k)?)
            }
            (BinaryOperator::Multiply | BinaryOperator::Divide, Shape::Vector(_), Shape::Scalar) => {
                binary(operator, self.element(left, k)?, self.number(right)?)
            }
            (BinaryOperator::Multiply, Shape::Matrix(_, columns), Shape::Vector(n)) if columns == n => {
                let Expression::Reference { name, .. } = left else { return Err(mismatch(operator, [a, b])) };
                let row = |j: usize| self.element_name(name, &format!("[{},{}]", k + 1, j + 1));
                let row: Vec<Expression> = (0..n).map(row).collect();
                self.dot(row, right)?
            }
            _ => return Err(mismatch(operator, [a, b])),
        })
    }

    /// Sum of products of numbers and the elements of a vector.
    fn dot(&mut self, row: Vec<Expression>, vector: &Expression) -> Result<Expression, Fault> {
        let product = |(j, factor)| Ok(binary(BinaryOperator::Multiply, factor, self.element(vector, j)?));
        let products = row.into_iter().enumerate().map(product).collect::<Result<Vec<_>, _>>()?;
        let sum = products.into_iter().reduce(|sum, product| binary(BinaryOperator::Add, sum, product));
        Ok(sum.unwrap_or(Expression::Number(0.0)))
    }

    /// A part that has to be a number.
    fn number(&mut self, expression: &Expression) -> Result<Expression, Fault> {
        match self.of(expression) {
            Shape::Scalar => self.whole(expression),
            shape => Err(wrong_shape(shape, "numbers as elements and factors of a vector")),
        }
    }

    /// The name of a sampled variable's value before the sample.
    fn before(&self, name: &str, element: &str) -> Result<Expression, Fault> {
        let known = self.variables.get(name).or_else(|| self.variables.get(split_subscripts(name)?.0));
        match known.is_some_and(|variable| variable.sample.is_some()) {
            true => Ok(Expression::from(format!("{element}{BEFORE}"))),
            false => Err(Fault::Pre(name.to_owned(), OF_NAMES)),
        }
    }

    /// The expression with `pre` and products of vectors of any length taken apart.
    fn whole(&mut self, expression: &Expression) -> Result<Expression, Fault> {
        Ok(match expression {
            Expression::Binary(BinaryOperator::Multiply, left, right) if matches!((self.of(left), self.of(right)), (Shape::Vector(n), Shape::Vector(m)) if n == m && n != 3) =>
            {
                let Shape::Vector(size) = self.of(left) else { return Ok(expression.clone()) };
                let row = (0..size).map(|k| self.element(left, k)).collect::<Result<_, _>>()?;
                self.dot(row, right)?
            }
            Expression::Call(Function::Pre, arguments) => match (arguments.as_slice(), self.of(expression)) {
                ([Expression::Reference { name, .. }], Shape::Scalar) => self.before(name, name)?,
                (_, Shape::Vector(size)) => {
                    Expression::Array((0..size).map(|k| self.element(expression, k)).collect::<Result<_, _>>()?)
                }
                (arguments, _) => {
                    let argument = arguments.first().map_or_else(String::new, Expression::to_string);
                    return Err(Fault::Pre(argument, OF_NAMES));
                }
            },
            Expression::If(choice) => {
                let [first, second] = &choice.branches;
                let branches = [self.whole(first)?, self.whole(second)?];
                Expression::If(Box::new(Choice { condition: self.condition(&choice.condition)?, branches }))
            }
            Expression::Number(_)
            | Expression::Reference { .. }
            | Expression::Negate(_)
            | Expression::Binary(..)
            | Expression::Call(..)
            | Expression::Array(_) => with_operands(expression, |operand| self.whole(operand))?,
        })
    }

    fn condition(&mut self, condition: &Condition) -> Result<Condition, Fault> {
        Ok(match condition {
            Condition::Compare(relation, operands) => {
                let [left, right] = &**operands;
                Condition::Compare(*relation, Box::new([self.whole(left)?, self.whole(right)?]))
            }
            Condition::Not(inner) => Condition::Not(Box::new(self.condition(inner)?)),
            Condition::And(both) => Condition::And(Box::new([self.condition(&both[0])?, self.condition(&both[1])?])),
            Condition::Or(both) => Condition::Or(Box::new([self.condition(&both[0])?, self.condition(&both[1])?])),
        })
    }
}

fn wrong_shape(shape: Shape, expected: &'static str) -> Fault {
    Fault::Expression(ExpressionProblem::WrongShape { operation: "the expression", found: shape, expected })
}

fn mismatch(operator: BinaryOperator, [left, right]: [Shape; 2]) -> Fault {
    Fault::Expression(ExpressionProblem::ShapeMismatch { operation: operator.symbol(), left, right })
}
