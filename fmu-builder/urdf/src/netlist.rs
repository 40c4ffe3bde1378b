//! Components and connections with their places in the robot's text.

use compiler::model_file::{Component, Connection, ModelFile, Modifier, PublicName, Span, Spanned, Value};

/// A model under construction.
#[derive(Debug, Default)]
pub(super) struct Netlist(pub(super) ModelFile);

impl Netlist {
    /// Adds a component.
    pub(super) fn component(&mut self, name: &str, class: &str, span: &Span, modifiers: Vec<Modifier>) {
        let (name, class) = (text(name, span), text(class, span));
        self.0.components.push(Component { name, class, description: None, access: Default::default(), modifiers });
    }

    /// Connects two connectors.
    pub(super) fn connect(&mut self, from: &str, to: &str, span: &Span) {
        self.0.connections.push(Connection { from: text(from, span), to: text(to, span) });
    }

    /// Gives an input a public name.
    pub(super) fn input(&mut self, name: &str, target: &str, span: &Span) {
        self.0.inputs.push(PublicName::new(text(name, span), text(target, span)));
    }

    /// Makes a variable an output with a public name.
    pub(super) fn output(&mut self, name: &str, target: &str, span: &Span) {
        self.0.outputs.push(PublicName::new(text(name, span), text(target, span)));
    }
}

fn text(value: &str, span: &Span) -> Spanned<String> {
    Spanned { value: value.to_owned(), span: span.clone() }
}

/// `name = value`.
pub(super) fn modifier(name: &str, value: Value, span: &Span) -> Modifier {
    Modifier { name: text(name, span), value: Spanned { value, span: span.clone() } }
}

/// `name = 1.5`.
pub(super) fn number(name: &str, value: f64, span: &Span) -> Modifier {
    modifier(name, Value::Number(value), span)
}

/// `name = [0, 0, 1]`.
pub(super) fn vector(name: &str, value: [f64; 3], span: &Span) -> Modifier {
    let elements = value.map(|x| Spanned { value: Value::Number(x), span: span.clone() });
    modifier(name, Value::Array(elements.into()), span)
}

/// `name = { start = 0.5 }`.
pub(super) fn start(name: &str, start: f64, span: &Span) -> Modifier {
    modifier(name, Value::Table(vec![attribute("start", Value::Number(start), span)]), span)
}

/// `name = { start = 0, fixed = true }`.
pub(super) fn fixed_start(name: &str, start: f64, span: &Span) -> Modifier {
    let attributes = [("start", Value::Number(start)), ("fixed", Value::Boolean(true))];
    modifier(name, Value::Table(attributes.map(|(key, value)| attribute(key, value, span)).into()), span)
}

fn attribute(key: &str, value: Value, span: &Span) -> (Spanned<String>, Spanned<Value>) {
    (text(key, span), Spanned { value, span: span.clone() })
}
