//! Targets of equations: variables of the text, and signal inputs of components.

use library::{SignalSize, SignalType};

use crate::evaluation::Evaluator;
use crate::evaluation::places::{Place, Thing};
use crate::instances::model::MODEL;
use crate::instances::modifiers::Scope;
use crate::instances::{Symbol, What};
use crate::names::{derivative, indexed, without_brackets};
use crate::problem::{Fault, Outcome, fault};
use crate::syntax::{Expression, Kind};

/// A scalar that an equation defines.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    /// Its name in the netlist.
    pub(crate) name: String,
    /// True for a signal input, which another signal may drive.
    pub(crate) is_input: bool,
    /// Name for the variable that drives it, for an input of a library component.
    pub(crate) driver: Option<String>,
    /// Its type as a signal.
    pub(crate) signal: SignalType,
    /// An output of the model.
    pub(crate) is_output: bool,
    pub(crate) is_protected: bool,
}

impl Evaluator<'_> {
    /// Targets of an equation with `expression` alone on one side.
    pub(crate) fn target(&self, expression: &Expression, scope: &Scope) -> Outcome<Option<Vec<Target>>> {
        match self.own_variable(expression, scope).or_else(|| self.own_rate(expression, scope)) {
            Some(own) => Ok(Some(own)),
            None => self.library_inputs(expression, scope),
        }
    }

    /// `der(x)` of variables of the text.
    fn own_rate(&self, expression: &Expression, scope: &Scope) -> Option<Vec<Target>> {
        let of = self.own_variable(expression.argument_of("der")?, scope)?;
        let rate =
            |target: Target| Target { name: derivative(&target.name), is_output: false, is_protected: true, ..target };
        of.iter().all(|target| target.signal == SignalType::Real).then(|| of.into_iter().map(rate).collect())
    }

    /// The variables or outputs of the text that an expression names, and inputs of composites in the class that it is written in.
    pub(crate) fn own_variable(&self, expression: &Expression, scope: &Scope) -> Option<Vec<Target>> {
        let Kind::Reference(reference) = &expression.kind else { return None };
        let places = self.places(reference, scope).ok()??;
        let mut targets = Vec::new();
        for place in &places {
            if let Thing::Composite(index) = place.what {
                targets.extend(self.record_targets(index, scope)?);
                continue;
            }
            if let Thing::Bus = place.what {
                targets.push(Target::hidden(self.bus_path(place, scope).ok()?, None));
                continue;
            }
            let Thing::Symbol(symbol) = &place.what else { return None };
            let is_inside = scope.instance == Some(place.instance);
            let (is_variable, is_input) = match &symbol.what {
                What::Variable(variable) => (!(variable.prefixes.input && is_inside), variable.prefixes.input),
                What::Connector(kind) => (kind.is_output() || kind.is_input() && !is_inside, kind.is_input()),
                _ => (false, false),
            };
            if !is_variable || !place.rest.is_empty() {
                return None;
            }
            let dimensions = self.dimensions(place.instance, symbol)?;
            let chosen = self.expand(&place.name, &reference.span, &dimensions, &place.subscripts, scope).ok()?;
            let target = |index: Vec<usize>| Target {
                is_input,
                ..self.variable(place.instance, symbol, indexed(&place.name, &index))
            };
            targets.extend(chosen.into_iter().map(target));
        }
        (!targets.is_empty()).then_some(targets)
    }

    /// The signal inputs of library components that an expression names.
    fn library_inputs(&self, expression: &Expression, scope: &Scope) -> Outcome<Option<Vec<Target>>> {
        let Kind::Reference(reference) = &expression.kind else { return Ok(None) };
        let Some(places) = self.places(reference, scope)? else { return Ok(None) };
        let mut targets = Vec::new();
        for place in &places {
            let (Thing::Library(class, _), [(input, subscripts)]) = (&place.what, place.rest.as_slice()) else {
                return Ok(None);
            };
            let Some(connector) = class.connectors.iter().find(|known| known.name == &*input.text) else {
                return Ok(None);
            };
            let signal = connector.kind.signal_type().filter(|_| connector.kind.is_input());
            let Some(signal) = signal else { return Ok(None) };
            let size = connector.kind.size();
            let full = format!("{}.{}", place.name, input.text);
            let is_known = connector.size == SignalSize::Declared;
            let chosen = if !subscripts.is_empty() {
                // Sizes that depend on parameters are checked when the model is compiled.
                self.expand(&full, &input.span, &[if is_known { size } else { 10_000 }], subscripts, scope)?
            } else if !is_known {
                let input = input.text.to_string();
                return fault(&reference.span, Fault::ElementsOfInput { full, input });
            } else if size == 1 {
                vec![Vec::new()]
            } else {
                (1..=size).map(|k| vec![k]).collect()
            };
            let driver = driver_of(place, &input.text);
            targets.extend(chosen.into_iter().map(|index| Target {
                name: indexed(&full, &index),
                is_input: true,
                driver: Some(indexed(&driver, &index)),
                signal,
                is_output: false,
                is_protected: false,
            }));
        }
        Ok(Some(targets))
    }

    /// True if an expression names signals, from which connections can start.
    pub(crate) fn names_signals(&self, expression: &Expression, scope: &Scope) -> bool {
        let Kind::Reference(reference) = &expression.kind else { return false };
        let Ok(Some(places)) = self.places(reference, scope) else { return false };
        places.iter().all(|place| match (&place.what, place.rest.as_slice()) {
            (Thing::Library(class, _), [(output, _)]) => {
                class.connectors.iter().any(|known| known.kind.is_output() && known.name == &*output.text)
            }
            (Thing::Symbol(symbol), []) => match &symbol.what {
                What::Variable(variable) => variable.prefixes.input || variable.prefixes.output,
                What::Connector(kind) => kind.is_signal(),
                _ => false,
            },
            _ => false,
        })
    }

    /// The members of a record.
    fn record_targets(&self, index: usize, scope: &Scope) -> Option<Vec<Target>> {
        let record = self.model.instance(index).filter(|instance| instance.of_record.is_some())?;
        let mut targets = Vec::new();
        for symbol in record.symbols.borrow().all.iter() {
            if let What::Composite(inner) = &symbol.what {
                for inner in inner {
                    targets.extend(self.record_targets(*inner, scope)?);
                }
                continue;
            }
            let What::Variable(_) = &symbol.what else { return None };
            let dimensions = self.dimensions(index, symbol)?;
            let full = format!("{}{}", record.prefix, symbol.name);
            let elements = self.expand(&full, &symbol.span, &dimensions, &[], scope).ok()?;
            targets.extend(elements.iter().map(|element| self.variable(index, symbol, indexed(&full, element))));
        }
        Some(targets)
    }

    /// The variable `name`, an element of what `symbol` declares in an instance.
    pub(crate) fn variable(&self, instance: usize, symbol: &Symbol, name: String) -> Target {
        let holder = self.model.outwards(Some(instance)).find(|(_, found)| found.of_record.is_none());
        let is_model = holder.is_some_and(|(index, _)| index == MODEL);
        let (is_output, is_protected) = match &symbol.what {
            What::Variable(variable) => (is_model && variable.prefixes.output, variable.prefixes.protected),
            What::Connector(kind) => (is_model && kind.is_output(), false),
            _ => (false, false),
        };
        Target { name, is_input: false, driver: None, signal: symbol.signal(), is_output, is_protected }
    }
}

impl Target {
    /// A target that nobody sees: a member of a bus, a flow, or an input of a component with the name of its driver.
    pub(crate) fn hidden(name: String, driver: Option<String>) -> Self {
        let is_input = driver.is_some();
        Self { name, is_input, driver, signal: SignalType::Real, is_output: false, is_protected: true }
    }
}

/// `left.push_2_f` for the input `f` of `left.push[2]`.
fn driver_of(place: &Place, input: &str) -> String {
    let (around, last) = place.name.split_at(place.name.rfind('.').map_or(0, |dot| dot + 1));
    format!("{around}{}_{input}", without_brackets(last))
}
