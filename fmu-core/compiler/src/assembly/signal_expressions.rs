//! Signals given by expressions: resolves the variables in them.

use super::collected::{Alias, Collected, ComponentEntry, ConnectorEntry, FormulaEntry};
use super::connections::Sets;
use super::connector_variables::{ConnectorQuantity, element_called};
use super::formulas;
use super::problems::Problems;
use super::spanned::Spanned;
use crate::model_file::{LibraryProblem, split_subscripts, splits};
use library::{AnyLaw, ConnectorHandle, ExpressionLaw, LinearOutput, VariableSource, Varying};
use mechanism::{Derived, Formula, ScalarOut, SignalIn, Source, Stage, Symbol};
use std::cell::RefCell;

/// Sets the formula and the variables of each expression. Signals among these are inputs of its law.
pub(super) fn resolve(collected: &mut Collected, sets: &mut Sets, spanned: &Spanned, problems: &mut Problems) {
    // A derivative may be that of another one.
    while (0..collected.elements.laws.len()).filter(|law| differentiate(*law, collected, sets)).count() > 0 {}
    let mut formulas = std::mem::take(&mut collected.formulas);
    formulas.iter_mut().for_each(|formula| collected.replace_inner(&mut formula.expression));
    collected.formulas = formulas;
    for law in 0..collected.elements.laws.len() {
        let AnyLaw::Expression(expression) = &collected.elements.laws[law] else { continue };
        let number = expression.number;
        let Some((formula, sources)) = compile(number, collected, sets, spanned, problems) else { continue };
        let component = collected.components[collected.formulas[number].component].name.clone();
        let inputs = sources.iter().filter_map(|source| match source {
            Source::Signal(signal, _) => Some(collected.add_input(component.clone(), *signal, sets)),
            _ => None,
        });
        let inputs: Vec<SignalIn> = inputs.collect();
        if let AnyLaw::Expression(law) = &mut collected.elements.laws[law] {
            (law.formula, law.sources, law.inputs) = (formula, sources, inputs);
        }
    }
}

/// Puts another law in place of one that differentiates a state, or a signal that depends linearly on states; returns false without one.
fn differentiate(law: usize, collected: &mut Collected, sets: &Sets) -> bool {
    let AnyLaw::Der(der) = &collected.elements.laws[law] else { return false };
    let (y, driver) = (der.y, sets.drivers[SignalIn::from(der.u).first]);
    if let Some(output) = linear_rate(driver, y, collected) {
        collected.elements.laws[law] = output.into();
        return true;
    }
    let (Some(expression), Some(parameter)) = (collected.rate_of(driver), library::blocks::VARIABLE.parameters.first())
    else {
        return false;
    };
    let (component, number) = (collected.elements.law_components[law], collected.formulas.len());
    collected.formulas.push(FormulaEntry { component, parameter, varying: Varying::Time, expression, span: None });
    collected.elements.laws[law] = ExpressionLaw::pending(number, y).into();
    true
}

/// The derivative of a signal that depends linearly on states; the law of their derivatives is the one before, or that of the signal that
/// this one was differentiated from.
fn linear_rate(driver: usize, y: ScalarOut, collected: &Collected) -> Option<LinearOutput> {
    let laws = &collected.elements.laws;
    let output = laws.iter().find_map(|law| match law {
        AnyLaw::LinearOutput(output) if output.y.first == driver && output.y.size == 1 => Some(output),
        _ => None,
    })?;
    let rates = laws.iter().find_map(|law| match law {
        AnyLaw::LinearRates(rates) if rates.first == output.first && !rates.rows.is_empty() => Some(rates),
        _ => None,
    })?;
    output.derivative(rates, y.into())
}

fn compile(
    number: usize,
    collected: &Collected,
    sets: &Sets,
    spanned: &Spanned,
    problems: &mut Problems,
) -> Option<(Formula, Vec<Source>)> {
    let entry = collected.formulas.get(number)?;
    let names = Names { collected, sets, spanned };
    let (sources, late) = (RefCell::new(Vec::new()), RefCell::new(None));
    let lookup = |name: &str| names.symbol(name, &mut sources.borrow_mut(), &mut late.borrow_mut());
    let formula = formulas::compile(entry, collected, &lookup, problems);
    let (sources, late) = (sources.into_inner(), late.into_inner());
    let refuse = |needs: String| {
        LibraryProblem::not_supported(&collected.components[entry.component].name, "the expression", needs)
    };
    if let Some(name) = late {
        let needs =
            format!("another variable than `{name}`, which is computed after all signals; measure it with a sensor");
        problems.add(entry.span.as_ref(), refuse(needs));
    } else if sources.len() > Derived::MOST_SOURCES {
        let needs = format!("at most {} variables in one expression; split it", Derived::MOST_SOURCES);
        problems.add(entry.span.as_ref(), refuse(needs));
        return None;
    }
    Some((formula, sources))
}

/// Names that can be resolved before the catalogue of variables exists.
struct Names<'a> {
    collected: &'a Collected,
    sets: &'a Sets,
    spanned: &'a Spanned,
}

impl Names<'_> {
    /// Resolves a name in an expression. A variable that is only known after the signals is reported in `late`.
    fn symbol(&self, name: &str, sources: &mut Vec<Source>, late: &mut Option<String>) -> Option<Symbol> {
        if name == Varying::Time.name() {
            return Some(Symbol::Time);
        }
        let known = sources.len();
        // The first variable is time.
        let symbol = formulas::symbol_of(name, self.collected, 1, sources, &|name| self.scalar(name))?;
        if sources[known..].iter().any(is_late) {
            late.get_or_insert_with(|| name.to_owned());
        }
        Some(symbol)
    }

    /// The scalar variable called `name`.
    fn scalar(&self, name: &str) -> Option<Source> {
        let (base, subscripts) = split_subscripts(name).unwrap_or((name, Vec::new()));
        // An entry of `[variables]` may have subscripts in its name.
        self.signal(base, &subscripts).or_else(|| self.signal(name, &[])).or_else(|| {
            splits(name).find_map(|(owner, rest)| {
                of_connector(self.collected, owner, rest).or_else(|| self.of_component(owner, rest))
            })
        })
    }

    fn signal(&self, name: &str, subscripts: &[usize]) -> Option<Source> {
        let entry = &self.collected.connectors[self.collected.connector(name)?];
        let k = match (entry.shape().element(subscripts), subscripts) {
            (Some(k), _) => k,
            (None, []) if entry.kind.size() == 1 => 0,
            _ => return None,
        };
        match entry.handle.as_ref()? {
            ConnectorHandle::Output(output) if entry.kind.is_output() => {
                Some(Source::Signal(output.first + k, Stage::Time))
            }
            ConnectorHandle::Input(input) => Some(Source::Signal(self.sets.drivers[input.first + k], Stage::Time)),
            _ => None,
        }
    }

    /// A variable of a component.
    fn of_component(&self, owner: &str, name: &str) -> Option<Source> {
        let component = *self.collected.component_names.get(owner)?;
        let entry: &ComponentEntry = &self.collected.components[component];
        let mut own = self.collected.elements.variables[entry.variables.clone()].iter();
        if let Some(variable) = own.find(|variable| variable.is_called(name)) {
            return self.source(&variable.source);
        }
        let (base, subscripts) = split_subscripts(name).unwrap_or((name, Vec::new()));
        let alias = self.collected.aliases.iter().find(|alias| alias.component == owner && alias.name == base)?;
        let is_one = subscripts.is_empty() && alias.shape.size() == 1;
        let k = alias.shape.element(&subscripts).or_else(|| is_one.then_some(0))?;
        self.scalar(&format!("{}{}", alias.target, alias.shape.subscript(k)))
    }

    fn source(&self, source: &VariableSource) -> Option<Source> {
        match source {
            VariableSource::Direct(source) => Some(source.clone()),
            VariableSource::Joint(element, quantity) => self.spanned.quantity(*element, *quantity),
            VariableSource::Angle { .. } => None,
        }
    }
}

/// True for the name of a scalar variable of a component or connector.
pub(super) fn has_variable(collected: &Collected, name: &str) -> bool {
    let (base, subscripts) = split_subscripts(name).unwrap_or((name, Vec::new()));
    let is_signal = |entry: &ConnectorEntry| entry.kind.is_signal() && entry.shape().element(&subscripts).is_some();
    if collected.connector(base).is_some_and(|index| is_signal(&collected.connectors[index])) {
        return true;
    }
    splits(name)
        .any(|(owner, rest)| of_connector(collected, owner, rest).is_some() || has_own_variable(collected, owner, rest))
}

/// A variable in a frame, a flange or a heat port. Heat flows are computed after the signals.
fn of_connector(collected: &Collected, owner: &str, name: &str) -> Option<Source> {
    let entry = &collected.connectors[collected.connector(owner)?];
    let (variable, k) =
        element_called(entry.kind, name).filter(|(variable, _)| variable.quantity != ConnectorQuantity::HeatFlow)?;
    variable.source(entry.handle.as_ref()?, k)
}

fn has_own_variable(collected: &Collected, owner: &str, name: &str) -> bool {
    let Some(component) = collected.component_names.get(owner) else { return false };
    let own = &collected.elements.variables[collected.components[*component].variables.clone()];
    let (base, subscripts) = split_subscripts(name).unwrap_or((name, Vec::new()));
    let is_alias =
        |alias: &Alias| alias.component == owner && alias.name == base && alias.shape.element(&subscripts).is_some();
    own.iter().any(|variable| variable.is_called(name)) || collected.aliases.iter().any(is_alias)
}

/// Returns true for a variable that is computed after the signals, or depends on signals.
fn is_late(source: &Source) -> bool {
    matches!(source, Source::Law(_, _, Stage::Signals) | Source::AngleDerivative(_) | Source::LawStateDerivative(_))
}
