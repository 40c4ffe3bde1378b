//! Elements of an XML document.

use std::str::FromStr;

use roxmltree::Node;

use super::error::ReadError;
use super::lines::Lines;

/// An element, with readers of its attributes.
#[derive(Clone, Copy)]
pub(super) struct Element<'a, 'input> {
    pub(super) node: Node<'a, 'input>,
    lines: &'a Lines,
}

impl<'a, 'input> Element<'a, 'input> {
    /// An element of the document that `lines` belongs to.
    pub(super) fn new(node: Node<'a, 'input>, lines: &'a Lines) -> Self {
        Self { node, lines }
    }

    pub(super) fn name(self) -> &'a str {
        self.node.tag_name().name()
    }

    pub(super) fn line(self) -> u32 {
        self.lines.line(self.node.range().start)
    }

    pub(super) fn child(self, name: &str) -> Option<Self> {
        self.children().find(|child| child.name() == name)
    }

    pub(super) fn children(self) -> impl Iterator<Item = Self> + use<'a, 'input> {
        self.node.children().filter(Node::is_element).map(move |node| Element { node, ..self })
    }

    pub(super) fn text(self, attribute: &str) -> Option<String> {
        self.node.attribute(attribute).map(str::to_owned)
    }

    pub(super) fn required(self, attribute: &'static str) -> Result<&'a str, ReadError> {
        self.node.attribute(attribute).ok_or_else(|| ReadError::NoAttribute {
            element: self.name().to_owned(),
            attribute,
            line: self.line(),
        })
    }

    pub(super) fn parse<T: FromStr>(self, attribute: &'static str) -> Result<Option<T>, ReadError> {
        self.convert(attribute, |text| text.trim().parse().ok())
    }

    pub(super) fn convert<T>(
        self,
        attribute: &'static str,
        convert: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, ReadError> {
        let Some(text) = self.node.attribute(attribute) else { return Ok(None) };
        convert(text).map(Some).ok_or_else(|| ReadError::Value {
            element: self.name().to_owned(),
            attribute,
            value: text.to_owned(),
            line: self.line(),
        })
    }

    /// A 1-based index as a position from 0.
    pub(super) fn index(self, attribute: &'static str) -> Result<Option<usize>, ReadError> {
        self.convert(attribute, position)
    }
}

/// A 1-based index as a position from 0.
pub(super) fn position(text: &str) -> Option<usize> {
    text.trim().parse::<usize>().ok()?.checked_sub(1)
}
