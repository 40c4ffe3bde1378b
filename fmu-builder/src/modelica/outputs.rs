//! Variables of models: inputs, and outputs that are variables of components or expressions of them.

use std::rc::Rc;

use fmu_core::library::Class;
use fmu_core::model_file::{Expression, Span, Spanned, Value as NetlistValue};

use super::context::{Context, Outcome, fault};
use super::equations::Definitions;
use super::instance::{Instance, Symbol, What};
use super::modifiers::Scope;
use super::netlist::{Netlist, Pair, key, named, table, text};
use super::places::indexed;
use super::standard::Connector;
use super::value::{Strength, Value};

/// Variables that define each other, and bytes of an expression with all of them put in.
const DEPTH_LIMIT: usize = 100;
const LENGTH_LIMIT: usize = 10_000;

/// Variables with their derivatives, where classes have both.
const DERIVATIVES: [(&str, &str); 16] = [
    ("phi", "w"),
    ("s", "v"),
    ("w", "a"),
    ("v", "a"),
    ("phi_rel", "w_rel"),
    ("s_rel", "v_rel"),
    ("w_rel", "a_rel"),
    ("v_rel", "a_rel"),
    ("r_0", "v_0"),
    ("v_0", "a_0"),
    ("s_x", "v_x"),
    ("s_y", "v_y"),
    ("v_x", "a_x"),
    ("v_y", "a_y"),
    ("phi_a", "w_a"),
    ("phi_b", "w_b"),
];

/// An input or output of the model that connections lead to.
pub(super) struct Public {
    pub(super) name: String,
    pub(super) is_input: bool,
    pub(super) span: Span,
    /// Its start value, units and description.
    pub(super) attributes: Vec<Pair>,
}

impl Context<'_> {
    /// Public names of the model: inputs and outputs, and variables that are others of components.
    pub(super) fn public(
        &self,
        index: usize,
        instance: &Instance,
        is_model: bool,
        definitions: &Definitions,
        public: &mut Vec<Public>,
        netlist: &mut Netlist,
    ) {
        let symbols = instance.symbols.borrow().all.clone();
        for symbol in symbols {
            let (is_input, is_signal, is_output, is_protected) = match &symbol.what {
                What::Variable(v) => (v.input, false, v.output, v.protected),
                What::Connector(Connector::SignalInput) => (true, true, false, false),
                What::Connector(Connector::SignalOutput) => (false, true, true, false),
                _ => continue,
            };
            let class =
                symbol.declaration.as_ref().map(|(_, class)| class.clone()).or(instance.classes.first().cloned());
            let Some(class) = class else { continue };
            let scope = Scope { instance: Some(index), class, locals: Rc::default() };
            let dimensions = self.dimensions(&symbol, &scope).unwrap_or_default();
            let full = format!("{}{}", instance.prefix, symbol.name);
            let Ok(elements) = self.expand(&full, &symbol.span, &dimensions, &[], &scope) else { continue };
            for element in elements {
                let name = indexed(&full, &element);
                match definitions.get(&name) {
                    Some(definition) => {
                        let shown = if is_protected { Shown::Never } else { Shown::of(is_output && is_model) };
                        match self.output(&symbol, &name, definition, shown, definitions, netlist) {
                            Ok(Some(value)) => netlist.outputs.push((key(name, &value.span), value)),
                            Ok(None) => {}
                            Err(problem) => self.report(problem),
                        }
                    }
                    None if is_model && (is_input || is_signal || is_output) => {
                        let attributes = if is_input {
                            self.input_attributes(&symbol, &element)
                        } else {
                            self.shown_attributes(&symbol)
                        };
                        match attributes {
                            Ok(attributes) => {
                                public.push(Public { name, is_input, span: symbol.span.clone(), attributes });
                            }
                            Err(problem) => self.report(problem),
                        }
                    }
                    None if is_signal || is_input || is_output => {}
                    None => self.note(
                        &symbol.span,
                        &format!("no equation that is read gives variable `{name}`: it is left out"),
                    ),
                }
            }
        }
    }

    /// The output that the variable `name` is: another name for a variable of a component, or an expression.
    fn output(
        &self,
        symbol: &Symbol,
        name: &str,
        (value, span): &(Value, Span),
        shown: Shown,
        definitions: &Definitions,
        netlist: &Netlist,
    ) -> Outcome<Option<Spanned<NetlistValue>>> {
        let written = match put_in(&value.written(Strength::Choice), definitions, DEPTH_LIMIT) {
            Ok(written) => written,
            Err(why) => return fault(span, format!("`{name}` {why}")),
        };
        let is_variable = is_variable(&written) && !self.is_parameter(&written, netlist);
        match shown {
            Shown::Never => Ok(None),
            _ if is_variable => Ok(Some(named(text(written, span), self.shown_attributes(symbol)?))),
            Shown::Always => self.expression(symbol, written, span).map(Some),
            Shown::AsVariable => {
                let message = format!(
                    "variable `{name}` is an expression: it is left out, unless it is an `output` of the model"
                );
                self.note(span, &message);
                Ok(None)
            }
        }
    }

    /// An expression with the unit of the variable that it gives.
    fn expression(&self, symbol: &Symbol, written: String, span: &Span) -> Outcome<Spanned<NetlistValue>> {
        let mut entries = vec![(key("expression", span), text(written, span))];
        let unit = match (self.attribute(&symbol.modifiers, "unit")?, &symbol.what) {
            (Some(Value::Text(unit)), _) => Some(unit),
            (_, What::Variable(variable)) => variable.unit.clone(),
            _ => None,
        };
        if let Some(unit) = unit.filter(|unit| !unit.is_empty() && unit != "1") {
            entries.push((key("unit", span), text(unit, span)));
        }
        entries.extend(self.shown_attributes(symbol)?);
        Ok(table(entries, span))
    }

    /// Display unit and description of an input or output.
    fn shown_attributes(&self, symbol: &Symbol) -> Outcome<Vec<Pair>> {
        let span = &symbol.span;
        let mut attributes = Vec::new();
        if let Some(Value::Text(unit)) = self.attribute(&symbol.modifiers, "displayUnit")? {
            attributes.push((key("displayUnit", span), text(unit, span)));
        }
        let description = symbol.component().map(|component| component.description.as_str()).unwrap_or_default();
        if !description.is_empty() {
            attributes.push((key("description", span), text(description, span)));
        }
        Ok(attributes)
    }

    /// The same, with the start value of this element and its unit.
    fn input_attributes(&self, symbol: &Symbol, element: &[usize]) -> Outcome<Vec<Pair>> {
        let span = &symbol.span;
        let mut attributes = Vec::new();
        if let Some(start) = self.attribute(&symbol.modifiers, "start")? {
            let chosen = element.iter().try_fold(start.clone(), |start, index| start.element(index - 1));
            attributes.push((key("start", span), chosen.unwrap_or(start).netlist(span)));
        }
        if let Some(Value::Text(unit)) = self.attribute(&symbol.modifiers, "unit")?
            && !unit.is_empty()
            && unit != "1"
        {
            attributes.push((key("unit", span), text(unit, span)));
        }
        attributes.extend(self.shown_attributes(symbol)?);
        Ok(attributes)
    }

    /// Whether the name is that of a parameter, which is no variable that an output can be another name of.
    fn is_parameter(&self, name: &str, netlist: &Netlist) -> bool {
        let base = name.split('[').next().unwrap_or_default();
        netlist.parameters.iter().any(|(known, _)| known.value == base)
            || name.rsplit_once('.').is_some_and(|(component, last)| {
                let last = last.split('[').next().unwrap_or_default();
                self.class_of(component).is_some_and(|class| class.parameters.iter().any(|known| known.name == last))
            })
    }

    /// `rev.w` for `rev.phi`, where the class has it; otherwise `der(rev.phi)`.
    pub(super) fn derivative_of(&self, variable: &str) -> String {
        let known = variable.rsplit_once('.').and_then(|(component, last)| {
            let (last, index) = last.split_at(last.find('[').unwrap_or(last.len()));
            let class = self.class_of(component)?;
            let candidates = DERIVATIVES.iter().filter(|(of, _)| *of == last).map(|(_, derivative)| *derivative);
            let has = |name: &&str| class.variables.iter().any(|known| known.name == *name);
            Some(format!("{component}.{}{index}", candidates.into_iter().find(has)?))
        });
        known.unwrap_or_else(|| format!("der({variable})"))
    }

    /// The class of the library component with that full name.
    pub(super) fn class_of(&self, component: &str) -> Option<&'static Class> {
        let count = self.instances.borrow().len();
        (0..count).find_map(|index| {
            let instance = self.instance(index)?;
            let name = component.strip_prefix(instance.prefix.as_str())?.split('[').next()?;
            match instance.symbols.borrow().get(name)?.what {
                What::Library(class) => Some(class),
                _ => None,
            }
        })
    }
}

/// When a variable of the text becomes one of the FMU.
#[derive(Clone, Copy)]
enum Shown {
    Never,
    /// Where it is another name for a variable of a component.
    AsVariable,
    Always,
}

impl Shown {
    fn of(is_output: bool) -> Self {
        if is_output { Self::Always } else { Self::AsVariable }
    }
}

/// Whether an expression is the name of one variable, or its derivative.
fn is_variable(written: &str) -> bool {
    let name = written.strip_prefix("der(").and_then(|rest| rest.strip_suffix(')')).unwrap_or(written);
    name != "time" && matches!(Expression::parse(name), Ok(Expression::Reference { .. }))
}

/// The expression with the variables that the text defines put in. The error says what is wrong with the one that it gives.
fn put_in(written: &str, definitions: &Definitions, depth: usize) -> Result<String, String> {
    let Some(depth) = depth.checked_sub(1) else {
        return Err("is defined by itself, or through too many others".to_owned());
    };
    // What is no expression of the netlist is told with its place when the netlist is read.
    let Ok(expression) = Expression::parse(written) else { return Ok(written.to_owned()) };
    let (mut result, mut behind) = (String::new(), 0);
    for (name, span) in expression.references_with_spans() {
        let Some((value, _)) = definitions.get(name) else { continue };
        let is_whole = *span == (0..written.len());
        let inner = put_in(&value.written(Strength::Choice), definitions, depth)?;
        result.push_str(&written[behind..span.start]);
        let is_bare = is_whole || matches!(Expression::parse(&inner), Ok(Expression::Reference { .. }));
        result.push_str(&if is_bare { inner } else { format!("({inner})") });
        behind = span.end;
        if result.len() > LENGTH_LIMIT {
            return Err("is too long an expression".to_owned());
        }
    }
    result.push_str(&written[behind..]);
    Ok(result)
}
