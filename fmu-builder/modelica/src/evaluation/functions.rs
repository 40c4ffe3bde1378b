//! Functions in expressions (Modelica specification 3.6, sections 3.7 and 10.3).

use std::rc::Rc;

use compiler::model_file::BinaryOperator::{Add, Multiply};
use compiler::model_file::{Function, Span};

use crate::budget::{Budget, DIMENSION_LIMIT, elements};
use crate::classes::entry::Found;
use crate::evaluation::arrays::{crossed, joined};
use crate::evaluation::own_functions::first;
use crate::evaluation::places::Thing;
use crate::evaluation::{At, Evaluator, resources};
use crate::instances::What;
use crate::instances::modifiers::Scope;
use crate::problem::{Fault, Outcome, fault, refused, unknown};
use crate::syntax::{Arguments, ClassKind, Expression, Kind, Operator, Reference};
use crate::values::{ELEMENT, Value, arithmetic, conversions, filled};

/// Functions of the library with their names in the netlist.
const OTHER_NAMES: [(&str, &str); 3] = [("norm", "length"), ("arcsin", "asin"), ("arccos", "acos")];

/// Functions that the netlist lacks, or has for some arguments only.
const BUILT_IN: &str = "size ndims zeros ones fill identity linspace sum product scalar vector cat integer floor ceil mod rem div \
                        to_rad String Real homotopy semiLinear";

/// Packages whose functions are known by their simple names.
const OF_TABLES: [&str; 4] = [
    "Modelica.Math.",
    "Modelica.Units.Conversions.",
    "Modelica.SIunits.Conversions.",
    "Modelica.Mechanics.MultiBody.Frames.Internal.",
];

/// Functions of events.
const DISCRETE: [&str; 8] = ["pre", "edge", "change", "sample", "initial", "terminal", "reinit", "delay"];

/// Package of functions of vectors of Booleans.
const OF_BOOLEANS: &str = "Modelica.Math.BooleanVectors.";

impl Evaluator<'_> {
    pub(crate) fn call(&self, function: &Reference, arguments: &Arguments, at: At<'_>, span: &Span) -> Outcome<Value> {
        let name = function.name();
        let simple = name.parts.last().map(|part| part.text.clone()).unwrap_or_else(|| "".into());
        if name.parts.len() == 1 {
            if &*simple == "der" {
                return self.derivative(arguments, at.scope, span);
            }
            if let Some(value) = self.built_in(&simple, arguments, at, span)? {
                return Ok(value);
            }
            if let Some(value) = self.happening(&simple, arguments, at.scope, span)? {
                return Ok(value);
            }
        }
        let found = self.classes.find(&at.scope.class, &name);
        let full = match &found {
            Some(Found::Class(entry)) => entry.name.as_str(),
            Some(Found::Standard(full)) => full,
            _ => "",
        };
        // Functions of the tables come before the text of the library.
        if OF_TABLES.iter().any(|package| full.starts_with(package))
            && let Some(value) = self.built_in(&simple, arguments, at, span)?
        {
            return Ok(value);
        }
        if let (true, [(_, vector)]) = (full.starts_with(OF_BOOLEANS), arguments)
            && let Some(value) = self.of_booleans(&simple, &self.evaluate_at(vector, at)?, span)?
        {
            return Ok(value);
        }
        let text = |argument: &Rc<Expression>| match self.known(argument, at.scope)? {
            Value::Text(text) => Ok(text),
            other => fault(&argument.span, Fault::NotAnAddress { found: other.describe() }),
        };
        if let (true, [(_, address)]) = (resources::LOADING.contains(&full), arguments) {
            return resources::path_of(self, &text(address)?, span).map(Value::Text);
        }
        if let (true, [(_, string)]) = (full == "Modelica.Utilities.Strings.hashString", arguments) {
            return Ok(Value::Number(hashed(&text(string)?)).marked(true));
        }
        if let ("Integer", [(None, literal)]) = (&*simple, arguments) {
            let value = self.known(literal, at.scope)?;
            return match self.ordinal(&value) {
                Some(number) => Ok(Value::Number(number).marked(true)),
                None => fault(&literal.span, Fault::WrongArguments { name: simple.to_string() }),
            };
        }
        if let ("getInstanceName", [], Some(instance)) = (&*simple, arguments, at.scope.instance) {
            return Ok(Value::Text(self.model.name_of(instance)));
        }
        match found {
            Some(Found::Class(entry)) => match entry.class.as_ref().map(|class| class.kind) {
                Some(ClassKind::Record) => {
                    let given = self.given(arguments, at)?;
                    self.record(&entry, given, Vec::new(), at.fold, span)
                }
                Some(ClassKind::Function) => first(&entry, self.results(&entry, arguments, at, span)?, span),
                _ => refused(&function.span, &entry.name, "is not a function"),
            },
            Some(Found::Standard(full)) => {
                fault(&function.span, Fault::RefusedFunction { function: full, why: "is not known here" })
            }
            _ if name.parts.len() == 1 && DISCRETE.contains(&&*simple) => {
                refused(&function.span, simple, "is not read here")
            }
            _ => {
                let hint = crate::names::suggestion(&simple, Function::documented().into_iter());
                unknown(&function.span, "function", name, hint)
            }
        }
    }

    /// Zeros in place of an array of components or connectors: only its size can be asked for.
    fn array_of_components(&self, expression: &Expression, scope: &Scope) -> Outcome<Option<Value>> {
        let (Kind::Reference(reference), Some(instance)) = (&expression.kind, scope.instance) else { return Ok(None) };
        let is_component =
            |what: &What| matches!(what, What::Library(_) | What::Composite(_) | What::Connector(_) | What::Refused);
        if let [(name, subscripts)] = reference.parts.as_slice() {
            let Some((owner, symbol)) = self.symbol(instance, &name.text) else { return Ok(None) };
            let sizes = self.dimensions(owner, &symbol);
            let sizes = sizes.filter(|_| is_component(&symbol.what) && subscripts.is_empty());
            return Ok(sizes.map(|sizes| filled(&Value::Number(0.0), &sizes)));
        }
        let places = self.places(reference, scope)?.unwrap_or_default();
        let is_whole = |place: &crate::evaluation::places::Place| {
            place.rest.is_empty() && matches!(place.what, Thing::Library(..) | Thing::Composite(_))
        };
        let is_array = places.len() > 1 && places.iter().all(is_whole);
        Ok(is_array.then(|| filled(&Value::Number(0.0), &[places.len()])))
    }

    /// A function of the language or of the library's packages of functions, by its simple name.
    fn built_in(&self, name: &str, arguments: &Arguments, at: At<'_>, span: &Span) -> Outcome<Option<Value>> {
        let name = OTHER_NAMES.iter().find(|(other, _)| *other == name).map_or(name, |(_, own)| own);
        // In Modelica, rounding and `pre` are blocks with events.
        let is_ours = Function::from_name(name).is_some_and(|of| !of.is_stepped() && of != Function::Pre);
        if !is_ours && !BUILT_IN.split_whitespace().any(|known| known == name) && !conversions::is_conversion(name) {
            return Ok(None);
        }
        if arguments.iter().any(|(argument, _)| argument.is_some()) && name != "homotopy" {
            return refused(span, name, "takes its arguments by position");
        }
        let is_of_sizes = ["size", "ndims"].contains(&name);
        let value = |(_, value): &(_, Rc<Expression>)| {
            let array = if is_of_sizes { self.local_array(value, at.scope) } else { None };
            let array = match array {
                None if is_of_sizes => self.array_of_components(value, at.scope)?,
                array => array,
            };
            array.map_or_else(|| self.evaluate_at(value, at), Ok)
        };
        let values: Vec<Value> = arguments.iter().map(value).collect::<Outcome<_>>()?;
        if name == "diagonal" {
            let n = values.first().map_or(0, |value| elements(&value.dimensions()));
            self.budget.room(elements(&[n, n]).saturating_mul(ELEMENT))?;
        }
        if let Some(value) = array_function(name, &values, self.budget, span)? {
            return Ok(Some(value));
        }
        if let (false, [value]) = (is_ours, values.as_slice())
            && let Some(value) = conversions::converted(name, value, span)?
        {
            return Ok(Some(value));
        }
        if let Some(value) = self.rounded(name, &values, span)? {
            return Ok(Some(value));
        }
        if is_ours {
            mathematical(name, &values, span).map(Some)
        } else {
            fault(span, Fault::WrongArguments { name: name.to_string() })
        }
    }
}

/// The hash of a text by the function AP of A. Partow, as the library has it: an Integer of Modelica.
fn hashed(text: &str) -> f64 {
    let hash = text.bytes().enumerate().fold(0xAAAA_AAAA_u32, |hash, (k, byte)| {
        let byte = u32::from(byte);
        hash ^ if k % 2 == 0 {
            (hash << 7) ^ byte.wrapping_mul(hash >> 3)
        } else {
            !((hash << 11).wrapping_add(byte ^ (hash >> 5)))
        }
    });
    f64::from(hash.cast_signed())
}

/// Functions that arrange elements, and functions that the netlist cannot express.
fn array_function(name: &str, values: &[Value], budget: &Budget, span: &Span) -> Outcome<Option<Value>> {
    let sizes = |values: &[Value]| -> Outcome<Vec<usize>> {
        let size =
            |value: &Value| value.count().map_or_else(|| fault(span, Fault::WrongSize { found: value.describe() }), Ok);
        values.iter().map(size).collect()
    };
    let filled = |value: &Value, sizes: Vec<usize>| {
        let dimensions = sizes.len() + value.dimensions().len();
        if dimensions > DIMENSION_LIMIT {
            return fault(span, Fault::TooManyDimensions { limit: DIMENSION_LIMIT });
        }
        budget.room(value.bytes().saturating_mul(elements(&sizes)))?;
        Ok(Some(filled(value, &sizes)))
    };
    Ok(match (name, values) {
        ("noEvent", [value]) | ("smooth", [_, value]) if value.is_known() || !value.dimensions().is_empty() => {
            Some(value.clone())
        }
        ("vector", [value]) if value.dimensions().len() != 1 => {
            let is_long = |size: &&usize| **size > 1;
            (value.dimensions().iter().filter(is_long).count() < 2).then(|| Value::Array(value.scalars()))
        }
        ("scalar" | "vector" | "Real", [value]) if name != "scalar" || value.dimensions().is_empty() => {
            Some(value.clone())
        }
        ("homotopy", [actual, ..]) => Some(actual.clone()),
        ("size", [value]) => Some(Value::vector(value.dimensions().into_iter().map(|n| n as f64))),
        ("size", [value, index]) => {
            match index.count().and_then(|i| value.dimensions().get(i.checked_sub(1)?).copied()) {
                Some(size) => Some(Value::Number(size as f64)),
                None => return fault(span, Fault::NoSuchDimension { found: value.describe() }),
            }
        }
        ("ndims", [value]) => Some(Value::Number(value.dimensions().len() as f64)),
        ("zeros", sizes_of) => return filled(&Value::Number(0.0), sizes(sizes_of)?),
        ("ones", sizes_of) => return filled(&Value::Number(1.0), sizes(sizes_of)?),
        ("fill", [value, sizes_of @ ..]) => return filled(value, sizes(sizes_of)?),
        ("identity", [_]) => {
            let n = sizes(values)?[0];
            budget.room(elements(&[n, n]).saturating_mul(ELEMENT))?;
            Some(diagonal(&vec![1.0; n]))
        }
        ("linspace", [first, last, n]) => match (first.number(), last.number(), n.count()) {
            (Some(a), Some(b), Some(n)) if n > 1 => {
                budget.room(n.saturating_mul(ELEMENT))?;
                Some(Value::vector((0..n).map(|i| a + (b - a) * i as f64 / (n - 1) as f64)))
            }
            _ => None,
        },
        ("cat", [Value::Number(dimension), arrays @ ..]) if !arrays.is_empty() => {
            return joined(*dimension, arrays, span).map(Some);
        }
        ("transpose", [matrix]) => arithmetic::transpose(matrix),
        ("min" | "max", [array]) if !array.dimensions().is_empty() => {
            budget.room(parts_of(array))?;
            let all = if array.dimensions().len() == 1 { arithmetic::parts(array) } else { Some(array.flat()) };
            let Some(all) = all.filter(|all| all.iter().all(|one| one.dimensions().is_empty())) else {
                return Ok(None);
            };
            folded(all, budget, |result, one| mathematical(name, &[result, one], span))?
        }
        ("cross", [a, b]) => crossed(a, b, span)?,
        ("sum" | "product", [array]) => {
            let operator = if name == "sum" { Operator::Arithmetic(Add) } else { Operator::Arithmetic(Multiply) };
            let neutral = Value::Number(if name == "sum" { 0.0 } else { 1.0 });
            let elements = array.flat();
            if !elements.iter().all(|element| element.dimensions().is_empty()) {
                return Ok(None);
            }
            let result = folded(elements, budget, |result, one| arithmetic::binary(operator, &result, &one, span))?;
            Some(result.unwrap_or(neutral))
        }
        // Known numbers: `x % y` has no rounding errors, unlike the difference in `rounded`.
        ("rem", [Value::Number(x), Value::Number(y)]) => Some(Value::Number(x % y)),
        ("div", [Value::Number(x), Value::Number(y)]) => Some(Value::Number((x / y).trunc())),
        ("to_rad", [value]) => return mathematical("from_deg", std::slice::from_ref(value), span).map(Some),
        ("String", [Value::Number(x), ..]) => Some(Value::Text(x.to_string())),
        ("String", [Value::Boolean(x)]) => Some(Value::Text(x.to_string())),
        _ => None,
    })
}

/// The first value, with all others put to it one by one.
fn folded(values: Vec<Value>, budget: &Budget, put: impl Fn(Value, Value) -> Outcome<Value>) -> Outcome<Option<Value>> {
    let mut values = values.into_iter();
    let Some(first) = values.next() else { return Ok(None) };
    let put = |result: Value, one: Value| {
        budget.room(result.bytes())?;
        put(result, one)
    };
    values.try_fold(first, put).map(Some)
}

/// The matrix with these numbers on its diagonal.
fn diagonal(numbers: &[f64]) -> Value {
    let row = |i| Value::vector(numbers.iter().enumerate().map(|(j, x)| if i == j { *x } else { 0.0 }));
    (0..numbers.len()).map(row).collect()
}

/// Memory of the elements of an array. An element of an expression may be as large as the whole expression.
fn parts_of(array: &Value) -> usize {
    match array {
        Value::Open(open) => elements(&open.dimensions).saturating_mul(array.bytes()),
        known => known.bytes(),
    }
}

/// Calls a function of the netlist; evaluated if its arguments are known.
fn mathematical(name: &str, values: &[Value], span: &Span) -> Outcome<Value> {
    let Some(function) = Function::from_name(name) else {
        return unknown(span, "function", name, "");
    };
    let number = match values {
        [Value::Number(x)] => function.of_number().map(|evaluate| evaluate(*x)),
        [Value::Number(x), Value::Number(y)] => function.of_two_numbers().map(|evaluate| evaluate(*x, *y)),
        _ => None,
    };
    if let Some(number) = number {
        return Ok(Value::Number(number));
    }
    if let [array @ Value::Array(elements)] = values
        && array.is_known()
    {
        let length = |x: &[f64]| x.iter().map(|x| x * x).sum::<f64>().sqrt();
        match (name, array.numbers()) {
            ("length", Some(x)) => return Ok(Value::Number(length(&x))),
            ("normalize", Some(x)) => {
                let length = length(&x);
                return Ok(Value::vector(x.iter().map(|x| if length > 0.0 { x / length } else { *x })));
            }
            ("diagonal", Some(x)) => return Ok(diagonal(&x)),
            _ if function.of_number::<f64>().is_some() => {
                let each = |element: &Value| mathematical(name, std::slice::from_ref(element), span);
                return elements.iter().map(each).collect();
            }
            _ => {}
        }
    }
    let dimensions = match name {
        "length" | "min" | "max" | "atan2" => Vec::new(),
        "diagonal" => values.first().map(|v| v.dimensions().repeat(2)).unwrap_or_default(),
        _ => values.first().map(Value::dimensions).unwrap_or_default(),
    };
    let call = Value::call(function, &values.iter().collect::<Vec<_>>(), dimensions, span)?;
    call.map_or_else(|| fault(span, Fault::WrongArguments { name: name.to_string() }), Ok)
}
