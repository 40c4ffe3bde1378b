//! `[inputs]` and `[outputs]`.

use super::{table, values};
use crate::model_file::model::{Component, Connection, Modifier, PublicName, Value};
use crate::model_file::names;
use crate::model_file::tree::{Entry, Kind, Node, Problems};
use crate::model_file::{Expression, NameFault, Place, Problem, Span, Spanned};

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
    let entries = table::entries(node, &Place::TopLevel(section.name()), expected, problems);
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
        Kind::Number(_) | Kind::Array(_) if section == Section::Inputs && name.value.contains('.') => {
            let number = Node { kind: value.kind, span };
            if let Some(value) = values::value(number, &|_| place.clone(), problems) {
                public.add_constant(&name, value);
            }
        }
        Kind::Number(x) if section == Section::Variables => {
            public.names.push(PublicName::new(name, Spanned { value: Expression::Number(x), span }));
        }
        kind if section == Section::Variables => {
            let target = expression(Node { kind, span }, &place, problems);
            public.names.extend(target.map(|target| PublicName::new(name, target)));
        }
        kind => {
            // The same for a constant with a unit.
            if section == Section::Inputs
                && name.value.contains('.')
                && let Some(measure) = values::measure(&kind)
            {
                return public.add_constant(&name, Spanned { value: Value::Expression(measure), span });
            }
            let expected = "the name of a variable, `\"bob.v_0[1]\"`, or a table";
            let target = values::spanned_text(Node { kind, span }, &place, expected, problems);
            public.names.extend(target.map(|target| {
                names::report(&target, place, check_target, problems);
                PublicName::new(name, target)
            }));
        }
    }
}

/// An entry's table while it is read.
#[derive(Default)]
struct Attributes {
    variable: Option<Spanned<String>>,
    expression: Option<Spanned<Expression>>,
    constant: Option<Spanned<Value>>,
    start: Option<Spanned<Value>>,
    sample: Option<Spanned<Value>>,
    unit: Option<Spanned<String>>,
    display_unit: Option<Spanned<String>>,
    description: Option<String>,
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
fn expression(node: Node, place: &Place, problems: &mut Problems) -> Option<Spanned<Expression>> {
    const EXPECTED: &str = "an expression of variables, `\"-0.5*cart.v*abs(cart.v)\"`, or an array of these";
    let span = node.span.clone();
    match node.kind {
        Kind::Number(x) => Some(Spanned { value: Expression::Number(x), span }),
        Kind::Array(elements) => {
            let all = elements.into_iter().map(|element| match element.kind {
                Kind::Number(x) => Some(Expression::Number(x)),
                _ => Some(values::expression(element, place, EXPECTED, problems)?.value),
            });
            // All elements are checked.
            let all: Vec<Option<Expression>> = all.collect();
            Some(Spanned { value: Expression::Array(all.into_iter().collect::<Option<_>>()?), span })
        }
        _ => values::expression(node, place, EXPECTED, problems),
    }
}

impl Attributes {
    /// Returns true if the value of a key was valid.
    fn has(&self, key: &str) -> bool {
        match key {
            "variable" => self.variable.is_some(),
            "expression" | "value" => self.expression.is_some(),
            "sample" => self.sample.is_some(),
            "constant" => self.constant.is_some(),
            "start" => self.start.is_some(),
            "unit" => self.unit.is_some(),
            "displayUnit" => self.display_unit.is_some(),
            _ => self.description.is_some(),
        }
    }
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
    let mut found = Attributes::default();
    let mut is_whole = true;
    let (mut is_value, mut keys) = (false, 0);
    let mut is_protected = false;
    for Entry { key, value, .. } in entries {
        if !section.keys().contains(&key.value.as_str()) {
            table::unknown_key(&key, place.clone(), section.keys(), problems);
            is_whole = false;
            continue;
        }
        if super::access::is_one(&key.value) {
            let mut access = crate::model_file::Access::default();
            super::access::read(&key.value, &value, place.clone(), &mut access, problems);
            is_protected = access.is_protected;
            continue;
        }
        let text = |value, expected, problems: &mut Problems| values::spanned_text(value, &place, expected, problems);
        match key.value.as_str() {
            "variable" => found.variable = text(value, "the name of a variable, a string", problems),
            "expression" | "value" if section == Section::Variables => {
                found.expression = expression(value, &place, problems);
                (is_value, keys) = (key.value == "value", keys + 1);
            }
            "expression" => {
                let expected = "an expression of variables, a string";
                found.expression = values::expression(value, &place, expected, problems);
            }
            "sample" => {
                found.sample = setting(value, "a period in seconds, or with a unit, \"1 ms\"", &place, problems)
            }
            "start" if section == Section::Variables => {
                found.start = setting(value, "a number, or an array of numbers", &place, problems);
            }
            "constant" => found.constant = values::value(value, &|_| place.clone(), problems),
            "start" => found.start = values::value(value, &|_| place.clone(), problems).map(with_measures),
            "unit" => found.unit = text(value, "a unit, a string", problems),
            "displayUnit" => found.display_unit = text(value, "a unit, a string", problems),
            _ => found.description = values::text(value, &place, problems),
        }
        is_whole &= found.has(&key.value);
    }
    if !is_whole {
        return;
    }
    let Attributes { variable, expression, constant, start, sample, unit, display_unit, description } = found;
    if keys > 1 {
        return problems.report(&span, Problem::BothKeys { place, keys: vec!["`expression`", "`value`"] });
    }
    if section == Section::Variables && sample.is_none() && (is_value || start.is_some()) {
        let expected = "the period of a sampled variable, s; without samples an `expression` has no start value";
        return problems.report(&span, Problem::MissingKey { place, key: "sample", expected });
    }
    let public_name = match (variable, expression, constant) {
        (Some(target), None, None) => {
            names::report(&target, place, check_target, problems);
            PublicName::new(name, target)
        }
        (None, Some(target), None) if sample.is_none() || is_value => PublicName::new(name, target),
        (None, None, None) if section == Section::Inputs && !name.value.contains('.') => {
            PublicName::new(name.clone(), name)
        }
        // The name is that of the input.
        (None, None, Some(value))
            if start.is_none()
                && unit.is_none()
                && display_unit.is_none()
                && description.is_none()
                && name.value.contains('.') =>
        {
            return public.add_constant(&name, value);
        }
        (variable, expression, constant)
            if [variable.is_some(), expression.is_some(), constant.is_some()].into_iter().filter(|is| *is).count()
                > 1 =>
        {
            let keys = [
                ("`variable`", variable.is_some()),
                ("`expression`", expression.is_some()),
                ("`constant`", constant.is_some()),
            ];
            let keys = keys.into_iter().filter(|(_, is_there)| *is_there).map(|(key, _)| key).collect();
            return problems.report(&span, Problem::BothKeys { place, keys });
        }
        _ => {
            let expected = match section {
                Section::Inputs => {
                    "`variable`, possibly with `start`, `unit` and `description`, or `constant` for the name of an \
                     input of a component: `\"push.force[1]\" = { constant = 0 }`"
                }
                Section::Outputs => "`variable` or `expression`",
                Section::Variables if sample.is_some() => "what is evaluated at the samples, an expression",
                Section::Variables => "an expression, a string",
            };
            let key = match section {
                Section::Variables if sample.is_some() => "value",
                Section::Variables => "expression",
                _ => "variable",
            };
            return problems.report(&span, Problem::MissingKey { place, key, expected });
        }
    };
    public.names.push(PublicName { start, sample, unit, display_unit, description, is_protected, ..public_name });
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
