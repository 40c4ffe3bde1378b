//! The XML writer: elements with attributes, indented; FMI 2.0 needs no text content.

use std::borrow::Cow;
use std::io;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, Event};

/// Attributes in the order they are written.
#[derive(Debug, Default)]
pub(crate) struct Attributes<'a>(Vec<(&'static str, Cow<'a, str>)>);

impl<'a> Attributes<'a> {
    pub(crate) fn new() -> Self {
        // As many as most elements have.
        Self(Vec::with_capacity(8))
    }

    pub(crate) fn with(mut self, name: &'static str, value: impl Into<Cow<'a, str>>) -> Self {
        self.0.push((name, legal(value.into())));
        self
    }

    /// The attribute, if there is a value for it.
    pub(crate) fn option(self, name: &'static str, value: Option<impl Into<Cow<'a, str>>>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }
}

/// A document in memory.
pub(crate) struct Xml {
    writer: Writer<Vec<u8>>,
}

impl Xml {
    pub(crate) fn new() -> io::Result<Self> {
        let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
        writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
        Ok(Self { writer })
    }

    /// An element without content.
    pub(crate) fn leaf(&mut self, name: &str, attributes: Attributes<'_>) -> io::Result<()> {
        self.writer.write_event(Event::Empty(start(name, &attributes)))
    }

    /// An element whose content `children` writes.
    pub(crate) fn parent(
        &mut self,
        name: &str,
        attributes: Attributes<'_>,
        children: impl FnOnce(&mut Self) -> io::Result<()>,
    ) -> io::Result<()> {
        self.writer.write_event(Event::Start(start(name, &attributes)))?;
        children(self)?;
        self.writer.write_event(Event::End(BytesEnd::new(name)))
    }

    /// A copy of an element of a template, with all that it holds.
    pub(crate) fn copy(&mut self, node: roxmltree::Node<'_, '_>) -> io::Result<()> {
        let name = node.tag_name().name();
        let mut element = BytesStart::new(name);
        element.extend_attributes(node.attributes().map(|attribute| (attribute.name(), attribute.value())));
        if !node.has_children() {
            return self.writer.write_event(Event::Empty(element));
        }
        self.writer.write_event(Event::Start(element))?;
        node.children().filter(roxmltree::Node::is_element).try_for_each(|child| self.copy(child))?;
        self.writer.write_event(Event::End(BytesEnd::new(name)))
    }

    pub(crate) fn finish(self) -> io::Result<String> {
        let mut bytes = self.writer.into_inner();
        bytes.push(b'\n');
        String::from_utf8(bytes).map_err(io::Error::other)
    }
}

fn start<'a>(name: &'a str, attributes: &'a Attributes<'_>) -> BytesStart<'a> {
    let mut element = BytesStart::new(name);
    element.extend_attributes(attributes.0.iter().map(|(name, value)| (*name, value.as_ref())));
    element
}

/// The text without characters that no XML 1.0 document may hold, not even escaped (XML 1.0, 2.2); line breaks and tabs become
/// spaces as any reader would make them.
fn legal(text: Cow<'_, str>) -> Cow<'_, str> {
    let replace = |c: char| c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}');
    // Nearly all texts are ASCII, and short.
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) || !text.contains(replace) {
        return text;
    }
    Cow::Owned(text.replace(replace, " "))
}

/// A number as xs:double: the shortest text that reads back to the same bits.
pub(crate) fn number(value: f64) -> String {
    if value.is_nan() {
        "NaN".to_owned()
    } else if value.is_infinite() {
        if value > 0.0 { "INF".to_owned() } else { "-INF".to_owned() }
    } else {
        format!("{value:?}")
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    #[test]
    fn any_text_can_be_an_attribute() {
        let text = "a<b & \"c\" 'd' > ☃ \u{0}\u{1b}\u{fffe}\r\n\t";
        let mut xml = Xml::new().unwrap();
        xml.leaf("x", Attributes::new().with("t", text)).unwrap();
        let document = xml.finish().unwrap();
        let parsed = roxmltree::Document::parse(&document).unwrap();
        assert_eq!(parsed.root_element().attribute("t"), Some("a<b & \"c\" 'd' > ☃       "));
    }

    #[test]
    fn numbers_read_back_to_the_same_bits() {
        for value in [0.1, 1e300, -1e-300, 9.80665, f64::MIN_POSITIVE, 1.0, -0.0, 3.986004418e14] {
            assert_eq!(number(value).parse::<f64>().unwrap().to_bits(), value.to_bits(), "{value}");
        }
        assert_eq!(number(f64::NEG_INFINITY), "-INF");
    }
}
