//! Elements of an XML document, and the lines of its text.

use std::str::FromStr;

use roxmltree::Node;

use super::error::ReadError;

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

    /// A number as XML Schema writes it: infinity is INF, which Rust reads as well.
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
}

/// A 1-based index as a position from 0.
pub(super) fn position(text: &str) -> Option<usize> {
    text.trim().parse::<usize>().ok()?.checked_sub(1)
}

/// Offsets of the line ends of a text: finds a line number without scanning the text from its start, as roxmltree does.
pub(super) struct Lines {
    /// Offsets of the bytes behind all line ends, in ascending order.
    starts: Vec<usize>,
}

impl Lines {
    /// The lines of `text`.
    pub(super) fn new(text: &str) -> Self {
        Self { starts: text.match_indices('\n').map(|(end, _)| end + 1).collect() }
    }

    /// Number, from 1, of the line with the byte at `offset`.
    pub(super) fn line(&self, offset: usize) -> u32 {
        let before = self.starts.partition_point(|&start| start <= offset);
        u32::try_from(before).unwrap_or(u32::MAX).saturating_add(1)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use roxmltree::Document;

    use super::*;

    #[test]
    fn lines_are_those_that_the_parser_counts() {
        let text = "<?xml version=\"1.0\"?>\r\n<a>\n<b/><c\n d=\"1\"/>\n\n <\u{e4}><e/>\n</\u{e4}></a>\n";
        let document = Document::parse(text).unwrap();
        let lines = Lines::new(text);
        let found: Vec<u32> = document
            .descendants()
            .filter(|node| node.is_element())
            .map(|node| {
                let line = lines.line(node.range().start);
                assert_eq!(line, document.text_pos_at(node.range().start).row);
                line
            })
            .collect();
        assert_eq!(found, [2, 3, 3, 6, 6]);
    }
}
