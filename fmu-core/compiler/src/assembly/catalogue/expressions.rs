//! Outputs that are expressions of variables.

use super::super::problems::Problems;
use super::maker::{Maker, real};
use crate::model_file::Problem;
use crate::model_file::{Diagnostic, Expression, LibraryProblem, Place, PublicName, split_subscripts};
use mechanism::{Conditions, Derived, Formula, FormulaFault, Source, Symbol};
use std::cell::RefCell;

impl Maker<'_> {
    /// The output that an expression is.
    pub(super) fn expression_output(&mut self, public: &PublicName, expression: &Expression, problems: &mut Problems) {
        let name = public.name.value.clone();
        let place = Place::PublicName { section: "outputs", name: name.clone() };
        let sources = RefCell::new(Vec::new());
        let lookup = |name: &str| self.symbol(name, &mut sources.borrow_mut());
        // Nothing depends on an output: its conditions need no events.
        let compiled = Formula::compile(expression, false, Conditions::Always, &lookup);
        let sources = sources.into_inner();
        let not_supported = |needs: &str| {
            let (component, what) = (name.clone(), "the expression".to_owned());
            LibraryProblem::NotSupported { component, what, needs: needs.to_owned() }
        };
        let formula = match compiled {
            Ok(_) if sources.len() > Derived::MOST_SOURCES => {
                let needs = format!("more than {} variables in one expression; divide it", Derived::MOST_SOURCES);
                return problems.add(Some(&public.target.span), not_supported(&needs));
            }
            Ok(formula) => formula,
            Err(FormulaFault::Unknown(unknown)) => {
                if !self.context.collected.is_of_unknown(&unknown) {
                    let nearest = problems.nearest(&unknown, self.out.variables.iter().map(|v| v.name));
                    let problem = LibraryProblem::UnknownReference { owner: name, name: unknown, nearest };
                    problems.add(Some(&public.target.span), problem);
                }
                return;
            }
            Err(FormulaFault::Problem(problem)) => {
                return problems.push(Diagnostic {
                    span: Some(public.target.span.clone()),
                    problem: Problem::from(problem).at(place),
                });
            }
            Err(FormulaFault::NotSupported(needs)) => {
                return problems.add(Some(&public.target.span), not_supported(needs));
            }
        };
        if !self.check_free_name("outputs", public, &name, problems) {
            return;
        }
        let source = Source::Derived(Box::new(Derived { formula, sources }));
        let mut output = real(expression.to_string(), None, source);
        self.describe(public, &mut output);
        self.output(&name, output);
    }

    /// Meaning of a name in an expression: a parameter, a variable, an element of one, or a vector of three. Variables are added to
    /// `sources`.
    fn symbol(&self, name: &str, sources: &mut Vec<Source>) -> Option<Symbol> {
        if let Some((entry, subscripts)) = self.context.collected.find_parameter(name, None) {
            return Some(Symbol::Parameter { first: entry.first, shape: entry.shape, subscripts });
        }
        if let Some(index) = self.find(name) {
            return Some(Symbol::Variable(self.number(index, sources)));
        }
        if split_subscripts(name).is_some_and(|(_, subscripts)| !subscripts.is_empty()) {
            return None;
        }
        let elements = [1, 2, 3].map(|k| self.find(&format!("{name}[{k}]")));
        if self.find(&format!("{name}[4]")).is_some() {
            return None;
        }
        let [Some(x), Some(y), Some(z)] = elements else { return None };
        let first = sources.len();
        sources.extend([x, y, z].map(|index| self.out.variables.at(index).source.clone()));
        Some(Symbol::Vector { first, subscripts: Vec::new() })
    }

    /// Number of a variable among the sources.
    fn number(&self, index: usize, sources: &mut Vec<Source>) -> usize {
        let source = self.out.variables.at(index).source;
        sources.iter().position(|known| known == source).unwrap_or_else(|| {
            sources.push(source.clone());
            sources.len() - 1
        })
    }
}
