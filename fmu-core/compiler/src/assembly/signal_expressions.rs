//! Signals given by expressions: resolves the variables in them.

use super::collected::{Collected, ConnectorEntry, FormulaEntry};
use super::connections::Sets;
use super::formulas;
use super::problems::Problems;
use super::spanned::Spanned;
use crate::connector_variables::{ConnectorQuantity, element_called};
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
    let (sources, late) = (RefCell::new(Vec::new()), RefCell::new(None));
    let lookup = |name: &str| {
        if name == Varying::Time.name() {
            return Some(Symbol::Time);
        }
        let mut sources = sources.borrow_mut();
        let known = sources.len();
        let find = |name: &str| scalar(name, collected, sets, spanned);
        // The first variable is time.
        let symbol = formulas::symbol_of(name, collected, 1, &mut sources, &find)?;
        if sources[known..].iter().any(is_late) {
            late.borrow_mut().get_or_insert_with(|| name.to_owned());
        }
        Some(symbol)
    };
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

/// The source of the scalar variable called `name`.
fn scalar(name: &str, collected: &Collected, sets: &Sets, spanned: &Spanned) -> Option<Source> {
    match find(collected, name)? {
        Found::Signal(entry, k) => match entry.handle.as_ref()? {
            ConnectorHandle::Output(output) => Some(Source::Signal(output.first + k, Stage::Time)),
            ConnectorHandle::Input(input) => Some(Source::Signal(sets.drivers[input.first + k], Stage::Time)),
            _ => None,
        },
        Found::Connector(source) => Some(source),
        Found::Component(VariableSource::Direct(source)) => Some(source.clone()),
        Found::Component(VariableSource::Joint(element, quantity)) => spanned.quantity(*element, *quantity),
        Found::Component(VariableSource::Angle { .. }) => None,
    }
}

/// A scalar variable, found before the catalogue of variables exists.
pub(super) enum Found<'c> {
    /// Element of a signal.
    Signal(&'c ConnectorEntry, usize),
    /// In a frame, a flange or a heat port.
    Connector(Source),
    /// A variable of a component.
    Component(&'c VariableSource),
}

/// The scalar variable called `name`.
pub(super) fn find<'c>(collected: &'c Collected, name: &str) -> Option<Found<'c>> {
    let (base, subscripts) = split_subscripts(name).unwrap_or((name, Vec::new()));
    // An entry of `[variables]` may have subscripts in its name.
    let signal = signal(collected, base, &subscripts).or_else(|| signal(collected, name, &[]));
    signal.or_else(|| {
        splits(name).find_map(|(owner, rest)| {
            of_connector(collected, owner, rest).or_else(|| of_component(collected, owner, rest))
        })
    })
}

fn signal<'c>(collected: &'c Collected, name: &str, subscripts: &[usize]) -> Option<Found<'c>> {
    let entry = &collected.connectors[collected.connector(name)?];
    let is_one = subscripts.is_empty() && entry.kind.size() == 1;
    let k = entry.shape().element(subscripts).or_else(|| is_one.then_some(0))?;
    entry.kind.is_signal().then_some(Found::Signal(entry, k))
}

/// A variable in a frame, a flange or a heat port. Heat flows are computed after the signals.
fn of_connector<'c>(collected: &'c Collected, owner: &str, name: &str) -> Option<Found<'c>> {
    let entry = &collected.connectors[collected.connector(owner)?];
    let (variable, k) =
        element_called(entry.kind, name).filter(|(variable, _)| variable.quantity != ConnectorQuantity::HeatFlow)?;
    variable.source(entry.handle.as_ref()?, k).map(Found::Connector)
}

/// A variable of a component.
fn of_component<'c>(collected: &'c Collected, owner: &str, name: &str) -> Option<Found<'c>> {
    let component = &collected.components[*collected.component_names.get(owner)?];
    let mut own = collected.elements.variables[component.variables.clone()].iter();
    if let Some(variable) = own.find(|variable| variable.is_called(name)) {
        return Some(Found::Component(&variable.source));
    }
    let (base, subscripts) = split_subscripts(name).unwrap_or((name, Vec::new()));
    let alias = collected.aliases.iter().find(|alias| alias.component == owner && alias.name == base)?;
    let is_one = subscripts.is_empty() && alias.shape.size() == 1;
    let k = alias.shape.element(&subscripts).or_else(|| is_one.then_some(0))?;
    find(collected, &format!("{}{}", alias.target, alias.shape.subscript(k)))
}

/// Returns true for a variable that is computed after the signals, or depends on signals.
fn is_late(source: &Source) -> bool {
    matches!(source, Source::Law(_, _, Stage::Signals) | Source::AngleDerivative(_) | Source::LawStateDerivative(_))
}
