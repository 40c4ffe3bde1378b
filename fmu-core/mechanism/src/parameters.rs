//! Numeric parameters and start values: one flat array, and the program that fills its bound elements.

mod written;

use crate::expression::{Expression, ExpressionProblem, Quantity, Shape, Span};
use crate::scalar::Scalar;
use crate::sort::sort_by_key;
use binary::Binary;
use std::borrow::Cow;
use std::sync::Arc;

/// One element of the parameter array.
#[derive(Clone, Debug, PartialEq)]
pub struct Slot {
    /// Full name of the parameter.
    parameter: Arc<str>,
    /// Shape of the parameter.
    shape: Shape,
    /// Index of the element, from 0, row by row.
    element: usize,
    /// Value in the model file; for bound elements the value computed at build time.
    pub value: f64,
    /// False if an expression or the initialisation determines the value.
    pub independent: bool,
    /// Smallest legal value; minus infinity if there is no limit. Not an `Option`: the compiler may compare an optional
    /// number before it tests whether it exists, which valgrind reports as a use of uninitialised memory.
    min: f64,
    /// Largest legal value; infinity if there is no limit.
    max: f64,
}

impl Slot {
    /// An element of a parameter, counted from 0 row by row, without limits.
    pub const fn new(parameter: Arc<str>, (shape, element): (Shape, usize), value: f64, independent: bool) -> Self {
        Self { parameter, shape, element, value, independent, min: f64::NEG_INFINITY, max: f64::INFINITY }
    }

    /// Full name of the element.
    pub fn name(&self) -> String {
        [self.parameter(), &*self.subscript()].concat()
    }

    /// Subscript of the element in the parameter.
    pub fn subscript(&self) -> Cow<'static, str> {
        self.shape.subscript(self.element)
    }

    /// Full name of the parameter.
    pub fn parameter(&self) -> &str {
        &self.parameter
    }

    /// Limits the legal values.
    pub fn limit(&mut self, min: Option<f64>, max: Option<f64>) {
        (self.min, self.max) = (min.unwrap_or(f64::NEG_INFINITY), max.unwrap_or(f64::INFINITY));
    }

    /// Smallest and largest legal value, if limited.
    pub fn limits(&self) -> (Option<f64>, Option<f64>) {
        (Some(self.min).filter(|min| *min > f64::NEG_INFINITY), Some(self.max).filter(|max| *max < f64::INFINITY))
    }

    /// Returns true if a value is outside the limits.
    pub fn excludes(&self, value: f64) -> bool {
        value < self.min || value > self.max
    }
}

/// A resolved name in an expression.
#[derive(Clone, Debug, PartialEq, Binary)]
pub struct Reference {
    /// Its number in [`NamedExpression::names`].
    pub name: usize,
    /// First element in the parameter array.
    pub first: usize,
    /// Shape of the parameter.
    pub shape: Shape,
    /// 1-based subscripts after the parameter's name.
    pub subscripts: Vec<usize>,
}

/// An expression with its names. All components of a class share that of a default value.
#[derive(Clone, Debug, PartialEq, Binary)]
pub struct NamedExpression {
    /// The expression.
    pub expression: Expression,
    /// The names in it, each once, in the order of the text.
    pub names: Vec<String>,
    /// The numbers of the names in alphabetical order of the names.
    sorted: Vec<usize>,
}

impl NamedExpression {
    /// Finds the names in an expression.
    pub fn new(expression: Expression) -> Self {
        let names: Vec<String> = expression.references().into_iter().map(str::to_owned).collect();
        let mut sorted: Vec<usize> = (0..names.len()).collect();
        sort_by_key(&mut sorted, |number| &names[*number]);
        Self { expression, names, sorted }
    }

    /// Number of a name.
    fn number(&self, name: &str) -> Option<usize> {
        let place = self.sorted.binary_search_by(|number| self.names[*number].as_str().cmp(name));
        place.ok().map(|place| self.sorted[place])
    }
}

/// A parameter that is bound to an expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Binding {
    /// Name of the parameter.
    pub name: Arc<str>,
    /// First element.
    pub first: usize,
    /// Shape.
    pub shape: Shape,
    /// The binding expression.
    pub bound: Arc<NamedExpression>,
    /// The names in it, in the order of their numbers.
    pub references: Vec<Reference>,
    /// Place in the model file.
    pub span: Option<Span>,
}

/// An element that the initialisation solves for (`fixed = false` on a parameter).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub struct SolvedParameter {
    /// Address of the value.
    pub address: usize,
    /// Address of the guess from which the search starts.
    pub guess: usize,
}

/// Layout of the parameter array, and the program that computes bound elements.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ParameterTable {
    /// Elements.
    pub slots: Vec<Slot>,
    /// Bound parameters, sorted by dependence.
    pub bindings: Vec<Binding>,
    /// Elements that the initialisation solves for.
    pub solved: Vec<SolvedParameter>,
}

impl ParameterTable {
    /// Computes the bound elements of `values` from the independent ones.
    ///
    /// # Errors
    /// The expression whose value has another shape or is not finite.
    pub fn evaluate<T: Scalar>(&self, values: &mut [T]) -> Result<(), Box<(usize, ExpressionProblem)>> {
        for (index, binding) in self.bindings.iter().enumerate() {
            binding.evaluate(values).map_err(|problem| Box::new((index, problem)))?;
        }
        Ok(())
    }

    /// Sets every solved parameter to its guess, then computes the bound elements; a guess may depend on other
    /// parameters.
    #[inline] // Not compiled here, so that the evaluation over `f64` is compiled once.
    pub fn evaluate_guesses(&self, values: &mut [f64]) -> Result<(), Box<(usize, ExpressionProblem)>> {
        self.evaluate(values)?;
        for solved in &self.solved {
            values[solved.address] = values[solved.guess];
        }
        if self.solved.is_empty() { Ok(()) } else { self.evaluate(values) }
    }
}

impl Binding {
    /// The first element of the parameter of which this one is an alias.
    fn whole_other(&self) -> Option<usize> {
        match (&self.bound.expression, self.references.as_slice()) {
            (Expression::Reference { .. }, [other]) if other.subscripts.is_empty() && other.shape == self.shape => {
                Some(other.first)
            }
            _ => None,
        }
    }

    fn evaluate<T: Scalar>(&self, values: &mut [T]) -> Result<(), ExpressionProblem> {
        if let Some(first) = self.whole_other() {
            let other = first..first + self.shape.size();
            if !values[other.clone()].iter().all(|x| x.value().is_finite()) {
                return Err(ExpressionProblem::NotFinite { name: self.name.to_string() });
            }
            values.copy_within(other, self.first);
            return Ok(());
        }
        let quantity = self.bound.expression.evaluate(&mut |name: &str| {
            let Some(reference) = self.reference(name) else {
                return Err(ExpressionProblem::UnknownName { name: name.to_owned() });
            };
            let elements = &values[reference.first..][..reference.shape.size()];
            match reference.shape.element(&reference.subscripts) {
                Some(element) => Ok(Quantity::Scalar(elements[element])),
                None if reference.subscripts.is_empty() => Ok(Quantity::of(reference.shape, elements)),
                // An error is reported where the parameter is evaluated.
                None => Quantity::of(reference.shape, elements).element(&reference.subscripts),
            }
        })?;
        if !quantity.is_finite() {
            return Err(ExpressionProblem::NotFinite { name: self.name.to_string() });
        }
        self.store(&quantity, values)
    }

    /// Resolves a name in the expression.
    fn reference(&self, name: &str) -> Option<&Reference> {
        let number = self.bound.number(name)?;
        let place = self.references.binary_search_by_key(&number, |reference| reference.name).ok()?;
        self.references.get(place)
    }

    fn store<T: Scalar>(&self, quantity: &Quantity<T>, values: &mut [T]) -> Result<(), ExpressionProblem> {
        if quantity.shape() != self.shape {
            let (expected, found) = (self.shape.describe(), quantity.shape().to_string());
            return Err(ExpressionProblem::BindingShape { name: self.name.to_string(), expected, found });
        }
        values[self.first..][..self.shape.size()].copy_from_slice(quantity.elements());
        Ok(())
    }
}
