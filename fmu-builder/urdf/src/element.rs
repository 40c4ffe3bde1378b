//! Elements of the XML text with their places.

use compiler::model_file::{Problems, Span, Spanned};
use roxmltree::Node;

use super::problem::UrdfProblem;

#[derive(Clone, Copy)]
pub(super) struct Element<'a, 'input> {
    node: Node<'a, 'input>,
}

impl<'a, 'input> Element<'a, 'input> {
    pub(super) fn new(node: Node<'a, 'input>) -> Self {
        Self { node }
    }

    /// Its name without a prefix.
    pub(super) fn name(self) -> &'a str {
        self.node.tag_name().name()
    }

    /// The URI of its namespace.
    pub(super) fn namespace(self) -> Option<&'a str> {
        self.node.tag_name().namespace()
    }

    /// Its name as written, with the prefix.
    pub(super) fn written(self) -> &'a str {
        &self.node.document().input_text()[self.span()]
    }

    /// The place of the name in its start tag.
    pub(super) fn span(self) -> Span {
        let start = self.node.range().start + 1;
        let rest = &self.node.document().input_text()[start..];
        let length = rest.find(|c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>')).unwrap_or(rest.len());
        start..start + length
    }

    /// Child elements of the same namespace.
    pub(super) fn children(self) -> impl Iterator<Item = Self> + use<'a, 'input> {
        self.all_children().filter(move |child| child.namespace() == self.namespace())
    }

    /// All child elements.
    pub(super) fn all_children(self) -> impl Iterator<Item = Self> + use<'a, 'input> {
        self.node.children().filter(Node::is_element).map(Self::new)
    }

    /// Names and places of the attributes without prefix.
    pub(super) fn attributes(self) -> impl Iterator<Item = Spanned<&'a str>> + use<'a, 'input> {
        self.node
            .attributes()
            .filter(|attribute| attribute.namespace().is_none())
            .map(|attribute| Spanned { value: attribute.name(), span: attribute.range_qname() })
    }

    pub(super) fn text(self, attribute: &str) -> Option<Spanned<&'a str>> {
        let found = self.node.attribute_node(attribute)?;
        Some(Spanned { value: self.node.attribute(attribute)?, span: found.range_value() })
    }

    /// The text of a required attribute.
    pub(super) fn required(
        self,
        attribute: &'static str,
        expected: &'static str,
        problems: &mut Problems,
    ) -> Option<Spanned<&'a str>> {
        let found = self.text(attribute);
        if found.is_none() {
            let problem = UrdfProblem::MissingAttribute { element: self.name().to_owned(), attribute, expected };
            problems.push(problem.at(&self.span()));
        }
        found
    }

    /// The number in an attribute; anything else is reported.
    pub(super) fn number(self, attribute: &'static str, problems: &mut Problems) -> Option<Spanned<f64>> {
        let Spanned { value: [value], span } = self.numbers(attribute, "a number", problems)?;
        Some(Spanned { value, span })
    }

    /// The three numbers in an attribute; anything else is reported.
    pub(super) fn vector(self, attribute: &'static str, problems: &mut Problems) -> Option<Spanned<[f64; 3]>> {
        self.numbers(attribute, "three numbers separated by blanks", problems)
    }

    /// `N` numbers in an attribute; anything else is reported.
    pub(super) fn numbers<const N: usize>(
        self,
        attribute: &'static str,
        expected: &'static str,
        problems: &mut Problems,
    ) -> Option<Spanned<[f64; N]>> {
        let Spanned { value: text, span } = self.text(attribute)?;
        let numbers: Option<Vec<f64>> = text.split_ascii_whitespace().map(finite).collect();
        let value = numbers.and_then(|numbers| <[f64; N]>::try_from(numbers).ok());
        if value.is_none() {
            let problem = UrdfProblem::Numbers { attribute, found: text.to_owned(), expected };
            problems.push(problem.at(&span));
        }
        Some(Spanned { value: value?, span })
    }
}

/// A finite number.
fn finite(text: &str) -> Option<f64> {
    text.parse().ok().filter(|x: &f64| x.is_finite())
}
