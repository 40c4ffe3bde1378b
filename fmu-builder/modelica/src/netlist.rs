//! The netlist under construction, and its conversion to the tree of values of a model file.

use compiler::model_file::{Expression, PROTECTED, Span, Spanned, Value as NetlistValue};

/// Key and value.
pub(crate) type Pair = (Spanned<String>, Spanned<NetlistValue>);

/// Sections of a model file.
#[derive(Debug, Default)]
pub(crate) struct Netlist {
    pub(crate) parameters: Vec<Pair>,
    pub(crate) components: Vec<Pair>,
    pub(crate) connections: Vec<(String, String, Span)>,
    pub(crate) variables: Vec<Pair>,
    pub(crate) inputs: Vec<Pair>,
    pub(crate) outputs: Vec<Pair>,
}

/// `key` at `span`.
pub(crate) fn key(key: impl Into<String>, span: &Span) -> Spanned<String> {
    Spanned { value: key.into(), span: span.clone() }
}

/// A text at `span`.
pub(crate) fn text(text: impl Into<String>, span: &Span) -> Spanned<NetlistValue> {
    Spanned { value: NetlistValue::String(text.into()), span: span.clone() }
}

/// An expression at `span`.
pub(crate) fn expression(expression: Expression, span: &Span) -> Spanned<NetlistValue> {
    Spanned { value: NetlistValue::Expression(expression), span: span.clone() }
}

/// `true` at `span`.
pub(crate) fn truth(span: &Span) -> Spanned<NetlistValue> {
    Spanned { value: NetlistValue::Boolean(true), span: span.clone() }
}

/// A table at `span`.
pub(crate) fn table(entries: Vec<Pair>, span: &Span) -> Spanned<NetlistValue> {
    Spanned { value: NetlistValue::Table(entries), span: span.clone() }
}

/// Target of a public name with its attributes.
pub(crate) fn named(target: Spanned<NetlistValue>, attributes: Vec<Pair>) -> Spanned<NetlistValue> {
    if attributes.is_empty() {
        return target;
    }
    let span = target.span.clone();
    let mut entries = vec![(key("variable", &span), target)];
    entries.extend(attributes);
    table(entries, &span)
}

/// Target of a public name, with attributes or without.
pub(crate) fn target(value: &NetlistValue) -> &str {
    match value {
        NetlistValue::String(target) => target,
        NetlistValue::Table(entries) => {
            let variable = entries.iter().find(|(key, _)| key.value == "variable");
            variable.map(|(_, value)| target(&value.value)).unwrap_or_default()
        }
        _ => "",
    }
}

/// The class of a component.
pub(crate) fn class_of(component: &NetlistValue) -> Option<&str> {
    let NetlistValue::Table(entries) = component else { return None };
    entries.iter().find(|(key, _)| key.value == "class").map(|(_, class)| target(&class.value))
}

/// Public names in an order that does not depend on the order of declarations.
fn ordered(mut public: Vec<Pair>) -> Vec<Pair> {
    public.sort_by_cached_key(|(name, _)| compiler::authoring::place(&name.value));
    public
}

/// A setting of a component or variable that hosts see where they ask for all variables.
pub(crate) fn protected(span: &Span) -> Pair {
    (key(PROTECTED, span), truth(span))
}

impl Netlist {
    /// Adds a component of the library with its settings.
    pub(crate) fn add(&mut self, name: &str, class: &str, settings: impl IntoIterator<Item = Pair>, span: &Span) {
        let entries = std::iter::once((key("class", span), text(class, span))).chain(settings).collect();
        self.components.push((key(name, span), table(entries, span)));
    }

    /// The same of one that hosts see where they ask for all variables.
    pub(crate) fn add_hidden(
        &mut self,
        name: &str,
        class: &str,
        settings: impl IntoIterator<Item = Pair>,
        span: &Span,
    ) {
        self.add(name, class, std::iter::once(protected(span)).chain(settings), span);
    }

    /// Adds a variable.
    pub(crate) fn add_variable(&mut self, name: &str, value: Expression, further: Option<Pair>, span: &Span) {
        let entries = std::iter::once((key("expression", span), expression(value, span))).chain(further).collect();
        self.variables.push((key(name, span), table(entries, span)));
    }

    /// Class and settings of a component.
    pub(crate) fn component(&mut self, name: &str) -> Option<&mut Vec<Pair>> {
        match &mut self.components.iter_mut().find(|(known, _)| known.value == name)?.1.value {
            NetlistValue::Table(entries) => Some(entries),
            _ => None,
        }
    }

    /// The whole tree. `head` has the name, the description and the experiment.
    pub(crate) fn tree(self, head: Vec<Pair>, span: &Span) -> Spanned<NetlistValue> {
        let connection = |(from, to, span): (String, String, Span)| Spanned {
            value: NetlistValue::Array(vec![text(from, &span), text(to, &span)]),
            span,
        };
        let connections = NetlistValue::Array(self.connections.into_iter().map(connection).collect());
        let mut root = head;
        root.push((key("parameters", span), table(self.parameters, span)));
        root.push((key("components", span), table(self.components, span)));
        root.push((key("connections", span), Spanned { value: connections, span: span.clone() }));
        root.push((key("variables", span), table(self.variables, span)));
        root.push((key("inputs", span), table(ordered(self.inputs), span)));
        root.push((key("outputs", span), table(ordered(self.outputs), span)));
        table(root, span)
    }
}
