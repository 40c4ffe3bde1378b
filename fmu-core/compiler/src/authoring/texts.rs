//! Invisible characters: refused in names, removed from descriptions.

use super::{Author, AuthoringProblem};
use crate::model_file::{Diagnostic, ModelFile, NameFault, Place, Problem, Spanned, is_unseen};

/// An invisible character other than a blank.
fn unseen(c: char) -> bool {
    is_unseen(c) && !matches!(c, '\n' | '\r' | '\t')
}

impl Author<'_> {
    /// Checks all names and descriptions.
    pub(super) fn texts(&mut self, file: &mut ModelFile) {
        if let Some(fault) = file.name.chars().find(|c| is_unseen(*c)).map(NameFault::Character) {
            let problem = Problem::IllegalName { place: Place::TopLevel("name"), name: file.name.clone(), fault };
            self.out.problems.push(Diagnostic::without_place(problem));
        }
        if let Some(found) = cleaned(&mut file.description) {
            let problem = Diagnostic::without_place(AuthoringProblem::Unseen(found).into());
            self.out.warnings.push(problem.at(Place::TopLevel("description")));
        }
        for parameter in &mut file.parameters {
            self.named(&parameter.name, &mut parameter.description, Place::Parameter);
        }
        for component in &mut file.components {
            self.named(&component.name, &mut component.description, Place::Component);
        }
        let sections =
            [("variables", &mut file.variables), ("inputs", &mut file.inputs), ("outputs", &mut file.outputs)];
        for (section, names) in sections {
            for public in names {
                let place = |name| Place::PublicName { section, name };
                self.named(&public.name, &mut public.description, place);
            }
        }
    }

    fn named(&mut self, name: &Spanned<String>, description: &mut Option<String>, place: impl Fn(String) -> Place) {
        if let Some(fault) = name.value.chars().find(|c| is_unseen(*c)).map(NameFault::Character) {
            let problem = Problem::IllegalName { place: place(name.value.clone()), name: name.value.clone(), fault };
            self.out.problems.push(Diagnostic::new(name.span.clone(), problem));
        }
        if let Some(found) = cleaned(description) {
            self.warn(&name.span, place(name.value.clone()), AuthoringProblem::Unseen(found));
        }
    }
}

/// Removes invisible characters from a description; returns the first one.
fn cleaned(description: &mut Option<String>) -> Option<char> {
    let text = description.as_mut()?;
    let found = text.chars().find(|c| unseen(*c))?;
    text.retain(|c| !unseen(c));
    Some(found)
}
