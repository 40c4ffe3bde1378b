//! Expressions that are evaluated anew again and again: names resolved, and handed to who evaluates them.

use super::collected::{Collected, FormulaEntry};
use super::problems::Problems;
use crate::library::{AnyLaw, Varying};
use crate::mechanism::{Formula, FormulaFault, Gravity, Shape, Symbol};
use crate::model_file::{LibraryProblem, Place, split_subscripts};

/// Compiles all formulas.
pub(super) fn resolve(collected: &mut Collected, problems: &mut Problems) {
    let formulas: Vec<Formula> = collected.formulas.iter().map(|entry| compile(entry, collected, problems)).collect();
    for law in &mut collected.elements.laws {
        if let AnyLaw::Expression(law) = law
            && let Some(formula) = formulas.get(law.number)
        {
            law.formula = formula.clone();
        }
    }
    if let Some(Gravity::Field(number, formula)) = &mut collected.elements.gravity
        && let Some(found) = formulas.get(*number)
    {
        *formula = found.clone();
    }
}

fn compile(entry: &FormulaEntry, collected: &Collected, problems: &mut Problems) -> Formula {
    let varying = entry.varying.name();
    if collected.parameter_names.contains_key(varying) {
        let component = collected.components[entry.component].name.clone();
        let what = format!("{}, with a parameter of the model called `{varying}`", entry.parameter.name);
        let needs = format!("`{varying}` to mean one thing; give the parameter another name");
        problems.add(entry.span.as_ref(), LibraryProblem::NotSupported { component, what, needs });
    }
    let lookup = |name: &str| symbol(name, entry.varying, collected);
    let is_vector = entry.parameter.shape == Shape::Vector(3);
    let fault = match Formula::compile(&entry.expression, is_vector, &lookup) {
        Ok(formula) => return formula,
        Err(fault) => fault,
    };
    let component = collected.components[entry.component].name.clone();
    let parameter = entry.parameter.name;
    match fault {
        FormulaFault::Unknown(name) if collected.is_of_unknown(&name) => {}
        FormulaFault::Unknown(name) => {
            let known = collected.parameters.iter().map(|parameter| parameter.name.as_str());
            let nearest = problems.nearest(&name, known.chain([entry.varying.name()]));
            let owner = format!("{component}.{parameter}");
            problems.add(entry.span.as_ref(), LibraryProblem::UnknownReference { owner, name, nearest });
        }
        FormulaFault::Problem(problem) => {
            let place = Place::Modifier { component, path: parameter.to_owned() };
            problems.push(crate::model_file::Diagnostic { span: entry.span.clone(), problem: problem.at(place) });
        }
        FormulaFault::NotSupported(needs) => {
            let (what, needs) = (parameter.to_owned(), needs.to_owned());
            problems.add(entry.span.as_ref(), LibraryProblem::NotSupported { component, what, needs });
        }
    }
    Formula::pending()
}

/// What a name stands for: what changes, or a parameter.
fn symbol(name: &str, varying: Varying, collected: &Collected) -> Option<Symbol> {
    match varying {
        Varying::Time if name == varying.name() => return Some(Symbol::Time),
        Varying::Position => {
            let (base, subscripts) = split_subscripts(name).unwrap_or((name, Vec::new()));
            if base == varying.name() {
                return Some(Symbol::Vector { first: 0, subscripts });
            }
        }
        Varying::Time => {}
    }
    let (entry, subscripts) = collected.find_parameter(name, None)?;
    Some(Symbol::Parameter { first: entry.first, shape: entry.shape, subscripts })
}
