//! `[inputs]` and `[outputs]`.

use super::values;
use crate::model_file::model::{Component, Connection, Modifier, PublicName, Value};
use crate::model_file::tree::{Entry, Kind, Node, Problems};
use crate::model_file::{Expression, NameFault, Place, Problem, Span, Spanned, names};

/// Class of the source of a constant input.
const CONSTANT: &str = "Blocks.Sources.Constant";

/// `[inputs]`, or `[outputs]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    Inputs,
    Outputs,
    Variables,
}

impl Section {
    fn name(self) -> &'static str {
        match self {
            Self::Inputs => "inputs",
            Self::Outputs => "outputs",
            Self::Variables => "variables",
        }
    }

    /// Keys of an entry's table.
    fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Inputs => &["variable", "constant", "start", "unit", "displayUnit", "description"],
            Self::Outputs => &["variable", "expression", "unit", "displayUnit", "description", "protected"],
            Self::Variables => {
                &["expression", "sample", "value", "start", "unit", "displayUnit", "description", "protected"]
            }
        }
    }
}

/// Content of a section.
#[derive(Default)]
pub(super) struct Public {
    /// Public names.
    pub names: Vec<PublicName>,
    /// Sources of constant inputs.
    pub constants: Vec<Component>,
    /// Connections of these.
    pub connections: Vec<Connection>,
}

/// The entries of `section`.
pub(super) fn check(node: Node, section: Section, problems: &mut Problems) -> Public {
    let expected = match section {
        Section::Variables => "a table of expressions: `drag = \"-0.5*cart.v*abs(cart.v)\"`",
        _ => "a table of public names: `height = \"bob.frame_a.r_0[2]\"`",
    };
    let entries = values::entries(node, &Place::TopLevel(section.name()), expected, problems);
    let mut public = Public::default();
    for entry in entries.into_iter().flatten() {
        check_entry(entry, section, &mut public, problems);
    }
    public
}

fn check_entry(entry: Entry, section: Section, public: &mut Public, problems: &mut Problems) {
    let Entry { key: name, value, .. } = entry;
    let place = Place::PublicName { section: section.name(), name: name.value.clone() };
    names::report(&name, place.clone(), names::check, problems);
    let span = value.span.clone();
    match value.kind {
        Kind::Table(entries) if entries.iter().any(|e| e.dotted) => {
            report_unquoted(&name.value, &entries, section, problems);
        }
        Kind::Table(entries) => from_table(name, entries, span, section, public, problems),
        // A constant drives an input of a component, `push.force`; a name without a dot is a public name.
        kind if section == Section::Inputs && name.value.contains('.') && is_constant(&kind) => {
            if let Some(value) = values::value(Node { kind, span }, &place, problems) {
                public.add_constant(&name, value);
            }
        }
        kind if section == Section::Variables => {
            let target = expression_of_variables(Node { kind, span }, &place, problems);
            public.names.extend(target.map(|target| PublicName::new(name, target)));
        }
        kind => {
            let expected = "the name of a variable, `\"bob.v_0[1]\"`, or a table";
            let target = values::spanned_text(Node { kind, span }, &place, expected, problems);
            public.names.extend(target.map(|target| {
                names::report(&target, place, check_target, problems);
                PublicName::new(name, target)
            }));
        }
    }
}

/// True for a number with or without a unit, and for an array.
fn is_constant(kind: &Kind) -> bool {
    matches!(kind, Kind::Number(_) | Kind::Array(_)) || values::measure(kind).is_some()
}

/// A number or an expression of parameters, or an array of these.
fn setting(node: Node, expected: &'static str, place: &Place, problems: &mut Problems) -> Option<Spanned<Value>> {
    let span = node.span.clone();
    let value = match node.kind {
        Kind::Number(x) => Value::Number(x),
        Kind::Array(elements) => {
            let all: Vec<_> = elements.into_iter().map(|element| setting(element, expected, place, problems)).collect();
            Value::Array(all.into_iter().collect::<Option<_>>()?)
        }
        _ => Value::Expression(values::expression(node, place, expected, problems)?.value),
    };
    Some(Spanned { value, span })
}

/// An expression of variables, or an array of them.
fn expression_of_variables(node: Node, place: &Place, problems: &mut Problems) -> Option<Spanned<Expression>> {
    const EXPECTED: &str = "an expression of variables, `\"-0.5*cart.v*abs(cart.v)\"`, or an array of these";
    let mut scalar = |node: Node| match node.kind {
        Kind::Number(x) => Some(Spanned { value: Expression::Number(x), span: node.span }),
        _ => values::expression(node, place, EXPECTED, problems),
    };
    let Kind::Array(elements) = node.kind else { return scalar(node) };
    // All elements are checked.
    let all: Vec<Option<Expression>> = elements.into_iter().map(|element| Some(scalar(element)?.value)).collect();
    Some(Spanned { value: Expression::Array(all.into_iter().collect::<Option<_>>()?), span: node.span })
}

/// Stores the value of a key; returns true if it was valid.
fn set<T>(attribute: &mut Option<T>, value: Option<T>) -> bool {
    *attribute = value;
    attribute.is_some()
}

fn from_table(
    name: Spanned<String>,
    entries: Vec<Entry>,
    span: Span,
    section: Section,
    public: &mut Public,
    problems: &mut Problems,
) {
    let place = Place::PublicName { section: section.name(), name: name.value.clone() };
    let mut found = PublicName::new(name.clone(), name.clone());
    let (mut variable, mut expression, mut constant) = (None, None, None);
    let is_target = |key: &&str| entries.iter().any(|entry| entry.key.value == *key);
    let keys: Vec<&str> = ["variable", "expression", "value", "constant"].into_iter().filter(is_target).collect();
    let mut is_whole = true;
    for Entry { key, value, .. } in entries {
        if !section.keys().contains(&key.value.as_str()) {
            values::unknown_key(&key, place.clone(), section.keys(), problems);
            is_whole = false;
            continue;
        }
        if values::is_access(&key.value) {
            let mut access = crate::model_file::Access::default();
            values::access(&key.value, &value, place.clone(), &mut access, problems);
            found.is_protected = access.is_protected;
            continue;
        }
        let text = |value, expected, problems: &mut Problems| values::spanned_text(value, &place, expected, problems);
        is_whole &= match key.value.as_str() {
            "variable" => set(&mut variable, text(value, "the name of a variable, a string", problems)),
            "expression" | "value" if section == Section::Variables => {
                set(&mut expression, expression_of_variables(value, &place, problems))
            }
            "expression" => {
                let expected = "an expression of variables, a string";
                set(&mut expression, values::expression(value, &place, expected, problems))
            }
            "sample" => {
                let expected = "a period in seconds, or with a unit, \"1 ms\"";
                set(&mut found.sample, setting(value, expected, &place, problems))
            }
            "start" if section == Section::Variables => {
                set(&mut found.start, setting(value, "a number, or an array of numbers", &place, problems))
            }
            "constant" => set(&mut constant, values::value(value, &place, problems)),
            "start" => set(&mut found.start, values::value(value, &place, problems).map(with_measures)),
            "unit" => set(&mut found.unit, text(value, "a unit, a string", problems)),
            "displayUnit" => set(&mut found.display_unit, text(value, "a unit, a string", problems)),
            _ => set(&mut found.description, values::text(value, &place, problems)),
        };
    }
    if !is_whole {
        return;
    }
    if keys.len() > 1 {
        return problems.report(&span, Problem::BothKeys { place, keys });
    }
    let is_value = keys == ["value"];
    if section == Section::Variables && found.sample.is_none() && (is_value || found.start.is_some()) {
        let expected = "the period of a sampled variable, s; without samples an `expression` has no start value";
        return problems.report(&span, Problem::MissingKey { place, key: "sample", expected });
    }
    match (variable, expression, constant) {
        (Some(target), ..) => {
            names::report(&target, place, check_target, problems);
            found.target = target.with(target.value.clone().into());
        }
        (_, Some(target), _) if found.sample.is_none() || is_value => {
            found.target = target.with(target.value.clone().into());
        }
        (None, None, None) if section == Section::Inputs && !name.value.contains('.') => {}
        // The name is that of the input.
        (.., Some(value)) if !found.has_attributes() && name.value.contains('.') => {
            return public.add_constant(&name, value);
        }
        _ => {
            let (key, expected) = match section {
                Section::Inputs => (
                    "variable",
                    "`variable`, possibly with `start`, `unit` and `description`, or `constant` for the name of an \
                     input of a component: `\"push.force[1]\" = { constant = 0 }`",
                ),
                Section::Outputs => ("variable", "`variable` or `expression`"),
                Section::Variables if found.sample.is_some() => {
                    ("value", "what is evaluated at the samples, an expression")
                }
                Section::Variables => ("expression", "an expression, a string"),
            };
            return problems.report(&span, Problem::MissingKey { place, key, expected });
        }
    }
    public.names.push(found);
}

/// Parses numbers with units in the value.
fn with_measures(mut value: Spanned<Value>) -> Spanned<Value> {
    value.value = match value.value {
        Value::String(text) => {
            let kind = Kind::String(text.clone());
            values::measure(&kind).map_or(Value::String(text), Value::Expression)
        }
        Value::Array(elements) => Value::Array(elements.into_iter().map(with_measures).collect()),
        other => other,
    };
    value
}

/// Name of the source of a constant input.
fn constant_source(input: &str) -> String {
    format!("constant.{input}")
}

/// Output of the source of a constant input.
pub(crate) fn constant_output(input: &str) -> String {
    format!("{}.y", constant_source(input))
}

impl Public {
    /// Adds a source for the input called `name`, or one for each of its elements.
    fn add_constant(&mut self, name: &Spanned<String>, value: Spanned<Value>) {
        match value.value {
            Value::Array(elements) => {
                for (number, element) in elements.into_iter().enumerate() {
                    let input = format!("{}[{}]", name.value, number + 1);
                    self.add_constant(&Spanned { value: input, span: name.span.clone() }, element);
                }
            }
            _ => {
                let at = |text: String| Spanned { value: text, span: name.span.clone() };
                let source = constant_source(&name.value);
                self.connections.push(Connection { from: at(constant_output(&name.value)), to: name.clone() });
                let modifiers = vec![Modifier { name: at("k".to_owned()), value }];
                self.constants.push(Component {
                    name: at(source),
                    class: at(CONSTANT.to_owned()),
                    description: None,
                    access: Default::default(),
                    modifiers,
                });
            }
        }
    }
}

/// A variable, or the derivative of one: `der(x)`.
fn check_target(target: &str) -> Result<(), NameFault> {
    let variable = target.strip_prefix("der(").and_then(|rest| rest.strip_suffix(')'));
    names::check(variable.unwrap_or(target))
}

/// Reports each `a.b = "x"`, which TOML reads as nested keys.
fn report_unquoted(path: &str, entries: &[Entry], section: Section, problems: &mut Problems) {
    for entry in entries {
        let name = format!("{path}.{}", entry.key.value);
        match entry.value.entries() {
            Some(inner) => report_unquoted(&name, inner, section, problems),
            None => problems.report(&entry.key.span, Problem::UnquotedName { section: section.name(), name }),
        }
    }
}
