//! Values of settings, with the names of the flat model in their expressions.

use super::indices::{self, Numbers};
use super::scope::Scope;
use super::{Expander, SubModelProblem};
use crate::model_file::{Definition, Expression, Quantity, Span, Spanned, Value};
use library::ParameterKind;
use mechanism::digits::counted;

/// The key of a table with a value for each element of an array.
const ELEMENTS: &str = "elements";
/// Attributes that are texts, not expressions.
const TEXTS: [&str; 5] = ["unit", "displayUnit", "quantity", "stateSelect", "description"];

/// Class of a component: a sub-model or a class of the library.
#[derive(Clone, Copy)]
pub(super) enum Class<'a> {
    Model(&'a Definition),
    Library(Option<&'static library::Class>),
}

/// An element of an array.
pub(super) struct Element {
    /// From 0.
    pub(super) position: usize,
    /// Number of elements.
    pub(super) of: usize,
    pub(super) array: String,
}

/// Scope and position of a value.
pub(super) struct Here<'h, 'a> {
    pub(super) scope: &'h Scope<'a>,
    /// Parameters that count, and indices.
    pub(super) numbers: &'h Numbers,
    pub(super) element: Option<&'h Element>,
    pub(super) component: &'h str,
}

/// Meaning of the strings in a setting.
#[derive(Clone, Copy)]
pub(super) enum Meaning {
    /// A text, or a literal.
    Text,
    /// An expression, and what it may name besides parameters.
    Expression(Option<&'static str>),
    /// A condition, and what it may name besides parameters.
    Condition(&'static str),
}

impl<'a> Expander<'a> {
    /// The value of the setting `name` of a component of `class`.
    pub(super) fn value(
        &mut self,
        here: &Here<'_, 'a>,
        class: Class<'a>,
        name: &str,
        value: &Spanned<Value>,
    ) -> Spanned<Value> {
        if let Class::Model(model) = class
            && let Some(component) = model.body.components.iter().find(|component| component.name.value == name)
            && let Value::Table(entries) = &value.value
            && !is_elements(value)
        {
            let class = self.class(component);
            let entries = entries.iter().map(|(key, value)| (key.clone(), self.value(here, class, &key.value, value)));
            return Spanned { value: Value::Table(entries.collect()), span: value.span.clone() };
        }
        self.converted(here, meaning(class, name), value)
    }

    /// The value with names of the flat model.
    pub(super) fn converted(
        &mut self,
        here: &Here<'_, 'a>,
        meaning: Meaning,
        value: &Spanned<Value>,
    ) -> Spanned<Value> {
        let converted = match &value.value {
            Value::Number(_) | Value::Boolean(_) => value.value.clone(),
            Value::String(text) => match meaning {
                Meaning::Text => value.value.clone(),
                Meaning::Expression(varying) => self.expression(here, text, &value.span, varying),
                Meaning::Condition(varying) => Value::String(self.condition(here, text, &value.span, varying)),
            },
            Value::Array(elements) => {
                Value::Array(elements.iter().map(|element| self.converted(here, meaning, element)).collect())
            }
            Value::Table(_) if is_elements(value) => return self.element(here, meaning, value),
            Value::Table(entries) => {
                let of_key = |key: &str| if TEXTS.contains(&key) { Meaning::Text } else { meaning };
                let entries =
                    entries.iter().map(|(key, value)| (key.clone(), self.converted(here, of_key(&key.value), value)));
                Value::Table(entries.collect())
            }
        };
        Spanned { value: converted, span: value.span.clone() }
    }

    /// Value that `elements` gives for the element; an empty table where it is refused, so that no further problem follows.
    fn element(&mut self, here: &Here<'_, 'a>, meaning: Meaning, value: &Spanned<Value>) -> Spanned<Value> {
        let refused = Spanned { value: Value::Table(Vec::new()), span: value.span.clone() };
        let Value::Table(entries) = &value.value else { return refused };
        let Some((key, elements)) = entries.first() else { return refused };
        let Some(element) = here.element else {
            self.report(&key.span, SubModelProblem::NoArray { component: here.scope.outside(here.component) });
            return refused;
        };
        let found = match &elements.value {
            Value::Array(values) if values.len() == element.of => {
                let value = values.get(element.position);
                return value.map_or(refused, |value| self.converted(here, meaning, value));
            }
            Value::Array(values) => counted(values.len(), "value"),
            _ => "no array".to_owned(),
        };
        let problem = SubModelProblem::Elements { found, array: element.array.clone(), expected: element.of };
        self.report(&elements.span, problem);
        refused
    }

    /// An expression with names of the flat model; a number, where that is all that is left.
    pub(super) fn expression(&mut self, here: &Here<'_, 'a>, text: &str, span: &Span, varying: Option<&str>) -> Value {
        let renamed = self.renamed(here, text, span, varying);
        if renamed == text {
            return Value::String(renamed);
        }
        number(&renamed).map_or(Value::String(renamed), Value::Number)
    }

    /// A condition alone is no expression: a branch on it is.
    fn condition(&mut self, here: &Here<'_, 'a>, text: &str, span: &Span, varying: &str) -> String {
        const BRANCH: [&str; 2] = ["if ", " then 1 else 0"];
        let renamed = self.renamed(here, &format!("{}{text}{}", BRANCH[0], BRANCH[1]), span, Some(varying));
        let inner = renamed.strip_prefix(BRANCH[0]).and_then(|rest| rest.strip_suffix(BRANCH[1]));
        inner.unwrap_or(text).to_owned()
    }

    /// An expression with numbers for what counts and names of the flat model; what is none stays as it is.
    fn renamed(&mut self, here: &Here<'_, 'a>, text: &str, span: &Span, varying: Option<&str>) -> String {
        let indexed = match indices::with_numbers(text, here.numbers) {
            Ok(indexed) => indexed,
            Err(problem) => {
                self.report(span, problem);
                return text.to_owned();
            }
        };
        // A text that is not an expression is reported when it is read as one.
        let Ok(expression) = Expression::parse(&indexed) else { return indexed };
        let mut renamed = String::with_capacity(indexed.len());
        let mut end = 0;
        for (name, place) in expression.references_with_spans() {
            renamed.push_str(&indexed[end..place.start]);
            renamed.push_str(&self.reference(here, name, span, varying));
            end = place.end;
        }
        renamed.push_str(&indexed[end..]);
        renamed
    }

    /// Translates a name in an expression into its name in the flat model.
    fn reference(&mut self, here: &Here<'_, 'a>, name: &str, span: &Span, varying: Option<&str>) -> String {
        if let Some(number) = here.numbers.get(name) {
            return if *number < 0 { format!("({number})") } else { number.to_string() };
        }
        let first = name.split(['.', '[']).next().unwrap_or_default();
        let is_measure = name.starts_with(|c: char| c.is_ascii_digit() || c == '.');
        if is_measure || varying == Some(first) || self.is_of_world(here.scope, name) {
            return name.to_owned();
        }
        self.check_element(here.scope, name, span);
        self.variable(&here.scope.outside(name))
    }

    /// True for a name in a sub-model that refers to the model's World or to a member of it.
    pub(super) fn is_of_world(&self, scope: &Scope<'_>, name: &str) -> bool {
        let is_world = |(at, _): (usize, &str)| self.worlds.contains(&name[..at]) && !scope.has(&name[..at]);
        !scope.prefix.is_empty() && name.match_indices('.').any(is_world)
    }

    /// Reports the name of an element that an array does not have.
    pub(super) fn check_element(&mut self, scope: &Scope<'_>, name: &str, span: &Span) -> bool {
        let Some((element, elements)) = scope.missing_element(name) else { return true };
        let described = match elements {
            [] => "no elements".to_owned(),
            [only] => format!("the element `{only}`"),
            [first, .., last] => format!("the elements from `{first}` to `{last}`"),
        };
        let array = element.rsplit_once('[').map_or(element, |(array, _)| array);
        let (array, element) = (scope.outside(array), element.to_owned());
        self.report(span, SubModelProblem::NoElement { element, array, elements: described });
        false
    }

    /// A variable of the flat model, where the name leads through a connector of a sub-model, or is an output of one.
    pub(super) fn variable(&self, name: &str) -> String {
        if self.aliases.is_empty() && self.outputs.is_empty() {
            return name.to_owned();
        }
        let ends = std::iter::once(name.len()).chain(name.rmatch_indices(['.', '[']).map(|(at, _)| at));
        let mut found = ends.filter_map(|end| {
            let alias =
                self.aliases.get(&name[..end]).map(|alias| &alias.target).or_else(|| self.outputs.get(&name[..end]));
            alias.map(|alias| format!("{alias}{}", &name[end..]))
        });
        found.next().unwrap_or_else(|| name.to_owned())
    }
}

/// True for a table with one value for each element of an array.
fn is_elements(value: &Spanned<Value>) -> bool {
    matches!(&value.value, Value::Table(entries) if matches!(entries.as_slice(), [(key, _)] if key.value == ELEMENTS))
}

/// Meaning of the strings in a setting of this class.
fn meaning(class: Class<'_>, name: &str) -> Meaning {
    let Class::Library(Some(class)) = class else { return Meaning::Expression(None) };
    match class.parameters.iter().find(|parameter| parameter.name == name) {
        Some(parameter) => match parameter.kind {
            ParameterKind::Enumeration(_) | ParameterKind::Boolean => Meaning::Text,
            ParameterKind::Condition => Meaning::Condition(library::Varying::Time.name()),
            ParameterKind::Real(_) | ParameterKind::Sequence | ParameterKind::Integer => {
                Meaning::Expression(parameter.varies_with.map(library::Varying::name))
            }
        },
        None if is_graphic_text(class, name) => Meaning::Text,
        None => Meaning::Expression(None),
    }
}

/// True for a graphic parameter whose strings are not expressions.
fn is_graphic_text(class: &'static library::Class, name: &str) -> bool {
    use library::pictures::{GraphicKind, pictures_of};
    let graphic = pictures_of(class).and_then(|pictures| pictures.graphic(name));
    graphic.is_some_and(|graphic| !matches!(graphic.kind, GraphicKind::Real(_) | GraphicKind::Vector(_)))
}

/// The value of an expression that names nothing.
fn number(text: &str) -> Option<f64> {
    let expression = Expression::parse(text).ok()?;
    if !expression.references_with_spans().is_empty() {
        return None;
    }
    let mut none = |_: &str| Ok(Quantity::Scalar(0.0));
    match expression.evaluate::<f64>(&mut none) {
        Ok(Quantity::Scalar(x)) if x.is_finite() => Some(x),
        _ => None,
    }
}
