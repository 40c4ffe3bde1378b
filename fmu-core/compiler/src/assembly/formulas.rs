//! Expressions that are evaluated during the simulation: resolves their names and compiles them.

use super::collected::{Collected, FormulaEntry};
use super::problems::Problems;
use crate::model_file::{Diagnostic, LibraryProblem, Place, Problem, split_subscripts};
use library::Varying;
use mechanism::{Conditions, Formula, FormulaFault, Gravity, Shape, Source, Symbol};

/// Compiles the formula of the gravity field, if there is one.
pub(super) fn resolve(collected: &mut Collected, problems: &mut Problems) {
    let Some(Gravity::Field(number, _)) = collected.elements.gravity else { return };
    let Some(entry) = collected.formulas.get(number) else { return };
    let found = compile(entry, collected, &|name| symbol(name, collected), problems);
    if let Some(Gravity::Field(_, formula)) = &mut collected.elements.gravity {
        *formula = found;
    }
}

/// Compiles a formula; `lookup` resolves its names.
pub(super) fn compile(
    entry: &FormulaEntry,
    collected: &Collected,
    lookup: &dyn Fn(&str) -> Option<Symbol>,
    problems: &mut Problems,
) -> Formula {
    let varying = entry.varying.name();
    if collected.parameter(varying).is_some() {
        let what = format!("{}, with a parameter of the model called `{varying}`", entry.parameter.name);
        let needs = format!("`{varying}` to mean one thing; give the parameter another name");
        let component = &collected.components[entry.component].name;
        problems.add(entry.span.as_ref(), LibraryProblem::not_supported(component, what, needs));
    }
    let is_vector = entry.parameter.shape == Shape::Vector(3);
    // Laws have events, the gravity field does not.
    let conditions = match entry.varying {
        Varying::Time => Conditions::AtEvents,
        Varying::Position => Conditions::Refused,
    };
    let fault = match Formula::compile(&entry.expression, is_vector, conditions, lookup) {
        Ok(formula) => return formula,
        Err(fault) => fault,
    };
    let component = collected.components[entry.component].name.clone();
    let parameter = entry.parameter.name;
    match fault {
        FormulaFault::Unknown(name) if collected.is_of_unknown(&name) => {}
        FormulaFault::Unknown(name) => {
            let known = collected.parameters.iter().map(|parameter| &*parameter.name);
            let signals = collected.connectors.iter().map(|connector| connector.name.as_str());
            let nearest = problems.nearest(&name, known.chain(signals).chain([entry.varying.name()]));
            let owner = format!("{component}.{parameter}");
            problems.add(entry.span.as_ref(), LibraryProblem::UnknownReference { owner, name, nearest });
        }
        FormulaFault::Problem(problem) => {
            let place = Place::Modifier { component, path: parameter.to_owned() };
            problems.push(Diagnostic { span: entry.span.clone(), problem: Problem::from(problem).at(place) });
        }
        FormulaFault::NotSupported(needs) => {
            problems.add(entry.span.as_ref(), LibraryProblem::not_supported(&component, parameter, needs));
        }
    }
    Formula::pending()
}

/// Resolves a name: a parameter, a variable or its element, or a vector of three variables. `find` finds the variables;
/// new ones are appended to `sources`, which the formula numbers from `first`.
pub(super) fn symbol_of(
    name: &str,
    collected: &Collected,
    first: usize,
    sources: &mut Vec<Source>,
    find: &dyn Fn(&str) -> Option<Source>,
) -> Option<Symbol> {
    if let Some(parameter) = parameter(name, collected) {
        return Some(parameter);
    }
    if let Some(source) = find(name) {
        let known = sources.iter().position(|known| *known == source);
        let number = known.unwrap_or_else(|| {
            sources.push(source);
            sources.len() - 1
        });
        return Some(Symbol::Variable(first + number));
    }
    let is_element = split_subscripts(name).is_some_and(|(_, subscripts)| !subscripts.is_empty());
    if is_element || find(&format!("{name}[4]")).is_some() {
        return None;
    }
    let [Some(x), Some(y), Some(z)] = [1, 2, 3].map(|k| find(&format!("{name}[{k}]"))) else { return None };
    let first = first + sources.len();
    sources.extend([x, y, z]);
    Some(Symbol::Vector { first, subscripts: Vec::new() })
}

/// Resolves a name: the position, or a parameter.
fn symbol(name: &str, collected: &Collected) -> Option<Symbol> {
    let (base, subscripts) = split_subscripts(name).unwrap_or((name, Vec::new()));
    if base == Varying::Position.name() {
        return Some(Symbol::Vector { first: 0, subscripts });
    }
    parameter(name, collected)
}

fn parameter(name: &str, collected: &Collected) -> Option<Symbol> {
    let (entry, subscripts) = collected.find_parameter(name, None)?;
    Some(Symbol::Parameter { first: entry.first, shape: entry.shape, subscripts })
}
