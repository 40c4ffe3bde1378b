//! Common functions to read elements.

use compiler::model_file::{Problems, Spanned, nearest};

use super::element::Element;
use super::problem::UrdfProblem;
use super::robot::Origin;
use super::vocabulary::{self, Words};
use super::warnings::Warnings;

/// Collects problems and warnings while elements are read.
pub(super) struct Reader<'w> {
    pub(super) problems: Problems,
    pub(super) warnings: &'w mut Warnings,
}

impl Reader<'_> {
    /// Checks the names in `element`: a name similar to a known one is a problem, unknown or omitted ones are for the
    /// warnings.
    pub(super) fn check(&mut self, words: &Words, element: Element<'_, '_>) {
        for child in element.all_children() {
            if child.namespace() != element.namespace() {
                self.warnings.left_out(child.written());
            } else if !words.read.contains(&child.name()) {
                self.unread(words, child);
            }
        }
        for attribute in element.attributes().filter(|attribute| !words.attributes.contains(&attribute.value)) {
            match nearest(attribute.value, words.attributes.iter().copied()) {
                Some(nearest) => self.problems.push(
                    UrdfProblem::UnknownAttribute { element: words.name, found: attribute.value.to_owned(), nearest }
                        .at(&attribute.span),
                ),
                None => self.warnings.left_out(&format!("{} {}", words.name, attribute.value)),
            }
        }
    }

    fn unread(&mut self, words: &Words, child: Element<'_, '_>) {
        let known = words.read.iter().chain(words.left_out).copied();
        let is_known = words.left_out.contains(&child.name());
        match nearest(child.name(), known).filter(|_| !is_known) {
            Some(nearest) => self.problems.push(
                UrdfProblem::UnknownElement { parent: words.name, found: child.name().to_owned(), nearest }
                    .at(&child.span()),
            ),
            None => self.warnings.left_out(child.name()),
        }
    }

    /// The only child of `owner` with the name in `words`, whose own names are checked; duplicates are reported.
    pub(super) fn child<'a, 'i>(
        &mut self,
        element: Element<'a, 'i>,
        owner: &str,
        words: &Words,
    ) -> Option<Element<'a, 'i>> {
        let mut found = element.children().filter(|child| child.name() == words.name);
        let first = found.next()?;
        if let Some(second) = found.next() {
            let problem = UrdfProblem::Twice { owner: owner.to_owned(), element: words.name.to_owned() };
            self.problems.push(problem.at(&second.span()));
        }
        self.check(words, first);
        Some(first)
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
        let zero = Spanned { value: [0.0; 3], span: element.span() };
        let mut origin = Origin { span: element.span(), xyz: zero.clone(), rpy: zero };
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

    /// The number in an attribute of an element of `owner`; a negative one is reported.
    pub(super) fn amount(
        &mut self,
        element: Element<'_, '_>,
        attribute: &'static str,
        owner: &str,
    ) -> Option<Spanned<f64>> {
        let number = element.number(attribute, &mut self.problems)?;
        if number.value < 0.0 {
            let problem = UrdfProblem::Negative { what: format!("`{attribute}` of {owner}"), value: number.value };
            self.problems.push(problem.at(&number.span));
        }
        Some(number)
    }
}
