//! Outputs and inner variables that are expressions of variables.

use super::super::problems::Problems;
use super::maker::{Maker, discrete, real};
use super::outputs::describe;
use crate::assembly::formulas::symbol_of;
use crate::model_file::{Diagnostic, Expression, LibraryProblem, Place, Problem, PublicName};
use mechanism::{Conditions, Derived, Formula, FormulaFault, Source};
use std::cell::RefCell;

impl Maker<'_> {
    /// Variables of components that are expressions.
    pub(super) fn inner_variables(&mut self, problems: &mut Problems) {
        let collected = self.context.collected;
        for (index, component) in collected.components.iter().enumerate() {
            for inner in component.inner_variables() {
                let found = collected.inner_expression(component, inner).and_then(|expression| {
                    let (compiled, sources) = self.compiled(&expression);
                    Some(Derived { formula: compiled.ok()?, sources })
                });
                let Some(derived) = found else {
                    let (what, name) = ("what stands in the inner variable", inner.name.to_owned());
                    let (component, class) = (component.name.clone(), collected.components[index].class.name);
                    problems.add(None, LibraryProblem::ClassFault { component, class, what, name });
                    continue;
                };
                let mut variable = real(inner.value.into(), Some(inner.unit), Source::Derived(Box::new(derived)));
                discrete(&mut variable, Some(inner.signal_type));
                self.push(&[&component.name, ".", inner.name], variable);
            }
        }
    }

    /// The formula of an expression of variables, and these.
    fn compiled(&self, expression: &Expression) -> (Result<Formula, FormulaFault>, Vec<Source>) {
        let sources = RefCell::new(Vec::new());
        let find = |name: &str| Some(self.out.variables.at(self.find(name)?).source.clone());
        let lookup = |name: &str| symbol_of(name, self.context.collected, 0, &mut sources.borrow_mut(), &find);
        // No equation depends on it: its conditions need no events.
        let compiled = Formula::compile(expression, false, Conditions::Always, &lookup);
        (compiled, sources.into_inner())
    }

    /// The output for an expression.
    pub(super) fn expression_output(&mut self, public: &PublicName, expression: &Expression, problems: &mut Problems) {
        let name = public.name.value.clone();
        let place = Place::PublicName { section: "outputs", name: name.clone() };
        let (compiled, sources) = self.compiled(expression);
        let not_supported = |needs: &str| LibraryProblem::not_supported(&name, "the expression", needs);
        let formula = match compiled {
            Ok(_) if sources.len() > Derived::MOST_SOURCES => {
                let needs = format!("more than {} variables in one expression; split it", Derived::MOST_SOURCES);
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
                let problem = Problem::from(problem).at(place);
                return problems.push(Diagnostic::new(public.target.span.clone(), problem));
            }
            Err(FormulaFault::NotSupported(needs)) => {
                return problems.add(Some(&public.target.span), not_supported(needs));
            }
        };
        if !self.check_free_name("outputs", public, &name, problems) {
            return;
        }
        let source = Source::Derived(Box::new(Derived { formula, sources }));
        let mut output = real(expression.to_string().into(), None, source);
        describe(public, &mut output);
        self.output(&name, output, public);
    }
}
