//! Common functions to read elements.

use compiler::model_file::Spanned;

use super::element::Element;
use super::problem::{Problems, UrdfProblem};
use super::robot::Origin;
use super::vocabulary::{self, Words};
use super::warnings::Warnings;

/// Collects problems and warnings while elements are read.
pub(super) struct Reader<'w> {
    pub(super) problems: Problems,
    pub(super) warnings: &'w mut Warnings,
}

impl Reader<'_> {
    /// Checks the names inside an element.
    pub(super) fn check(&mut self, words: &Words, element: Element<'_, '_>) {
        words.check(element, &mut self.problems, self.warnings);
    }

    /// Records a mesh file of a type that is not drawn.
    pub(super) fn unshown_mesh(&mut self, ending: &str) {
        self.warnings.unshown_mesh(ending);
    }

    /// Records that an element is not read.
    pub(super) fn left_out(&mut self, name: &str) {
        self.warnings.left_out(name);
    }

    /// The only child with the name in `words`, whose own names are checked.
    pub(super) fn child<'a, 'i>(
        &mut self,
        element: Element<'a, 'i>,
        owner: &str,
        words: &Words,
    ) -> Option<Element<'a, 'i>> {
        let child = element.child(words.name(), owner, &mut self.problems)?;
        self.check(words, child);
        Some(child)
    }

    /// The attribute `name`.
    pub(super) fn name(&mut self, element: Element<'_, '_>) -> Option<Spanned<String>> {
        let Spanned { value, span } = element.required("name", "a name", &mut self.problems)?;
        if value.trim().is_empty() {
            self.problems.push(UrdfProblem::EmptyName(element.name().to_owned()).at(&element.span()));
            return None;
        }
        Some(Spanned { value: value.to_owned(), span })
    }

    /// `<origin>`; missing parts are zero.
    pub(super) fn origin(&mut self, element: Element<'_, '_>, owner: &str) -> Origin {
        let mut origin = Origin::zero(element.span());
        let Some(found) = self.child(element, owner, &vocabulary::ORIGIN) else { return origin };
        origin.span = found.span();
        if let Some(quaternion) = found.text("quat_xyzw") {
            self.problems.push(UrdfProblem::Quaternion.at(&quaternion.span));
        }
        if let Some(xyz) = found.vector("xyz", &mut self.problems) {
            origin.xyz = xyz;
        }
        if let Some(rpy) = found.vector("rpy", &mut self.problems) {
            origin.rpy = rpy;
        }
        origin
    }

    /// Reports a negative number.
    pub(super) fn not_negative(&mut self, word: &str, number: Option<&Spanned<f64>>, owner: &str) {
        if let Some(number) = number.filter(|number| number.value < 0.0) {
            let problem = UrdfProblem::Negative { what: format!("`{word}` of {owner}"), value: number.value };
            self.problems.push(problem.at(&number.span));
        }
    }
}
