//! The XML writer: elements with attributes, indented; FMI 2.0 needs no text content.

use std::borrow::Cow;
use std::io::{self, Write};

use compiler::model_file::is_unseen;
use quick_xml::Writer;
use quick_xml::escape::escape;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, Event};
use simulation::variables::Value;

/// Attributes in the order they are written, as the text of the element.
#[derive(Debug, Default)]
pub(crate) struct Attributes(String);

impl Attributes {
    pub(crate) fn new() -> Self {
        // As many characters as most elements have.
        Self(String::with_capacity(256))
    }

    pub(crate) fn with<'v>(mut self, name: &'static str, value: impl Into<Cow<'v, str>>) -> Self {
        for part in [" ", name, "=\""] {
            self.0.push_str(part);
        }
        self.value(value.into());
        self.0.push('"');
        self
    }

    fn value(&mut self, value: Cow<'_, str>) {
        // Nearly all values need no escapes. All bytes are checked, so that the loop is vectorised.
        let is_plain = |byte: u8| matches!(byte, b' '..=b'~') & !matches!(byte, b'<' | b'>' | b'&' | b'\'' | b'"');
        if value.bytes().fold(true, |all, byte| all & is_plain(byte)) {
            self.0.push_str(&value);
        } else {
            self.0.push_str(&escape(legal(value)));
        }
    }

    /// The attribute, if there is a value for it.
    pub(crate) fn option<'v>(self, name: &'static str, value: Option<impl Into<Cow<'v, str>>>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }
}

/// Bytes that are handed on together.
const PIECE: usize = 1 << 14;

/// A document in memory, or one that goes somewhere piece by piece.
pub(crate) struct Xml<'w> {
    writer: Writer<Vec<u8>>,
    /// Destination of the pieces; none for a document in memory.
    sink: Option<&'w mut dyn Write>,
    /// Name and attributes of the element that is written.
    element: String,
}

impl<'w> Xml<'w> {
    /// A document in memory, which [`Self::finish`] returns.
    pub(crate) fn new() -> io::Result<Self> {
        let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
        writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
        Ok(Self { writer, sink: None, element: String::new() })
    }

    /// A document that goes to `sink`; [`Self::finish`] returns nothing.
    pub(crate) fn to(sink: &'w mut dyn Write) -> io::Result<Self> {
        Ok(Self { sink: Some(sink), ..Self::new()? })
    }

    /// Hands on what has been written, if it is enough.
    fn hand_on(&mut self) -> io::Result<()> {
        let written = self.writer.get_mut();
        if let Some(sink) = &mut self.sink
            && written.len() >= PIECE
        {
            sink.write_all(written)?;
            written.clear();
        }
        Ok(())
    }

    /// An element without content.
    pub(crate) fn leaf(&mut self, name: &str, attributes: Attributes) -> io::Result<()> {
        let element = start(&mut self.element, name, &attributes);
        self.writer.write_event(Event::Empty(element))?;
        self.hand_on()
    }

    /// An element whose content `children` writes.
    pub(crate) fn parent(
        &mut self,
        name: &str,
        attributes: Attributes,
        children: impl FnOnce(&mut Self) -> io::Result<()>,
    ) -> io::Result<()> {
        let element = start(&mut self.element, name, &attributes);
        self.writer.write_event(Event::Start(element))?;
        drop(attributes);
        children(self)?;
        self.writer.write_event(Event::End(BytesEnd::new(name)))
    }

    /// An element with a child for each item, left out where there are none.
    pub(crate) fn list<I: IntoIterator<IntoIter: ExactSizeIterator>>(
        &mut self,
        name: &str,
        items: I,
        mut child: impl FnMut(&mut Self, I::Item) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut items = items.into_iter();
        if items.len() == 0 {
            return Ok(());
        }
        self.parent(name, Attributes::new(), |xml| items.try_for_each(|item| child(xml, item)))
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
        if let Some(sink) = self.sink {
            sink.write_all(&bytes)?;
            bytes.clear();
        }
        String::from_utf8(bytes).map_err(io::Error::other)
    }
}

/// The element, which is put together in `text`.
fn start<'a>(text: &'a mut String, name: &str, attributes: &Attributes) -> BytesStart<'a> {
    text.clear();
    text.push_str(name);
    text.push_str(&attributes.0);
    BytesStart::from_content(text.as_str(), name.len())
}

/// The text without invisible characters, most of which XML 1.0 forbids, even escaped (XML 1.0, 2.2); line breaks
/// and tabs become spaces, as in any XML reader.
fn legal(text: Cow<'_, str>) -> Cow<'_, str> {
    let replace = |c: char| is_unseen(c) || matches!(c, '\u{fffe}' | '\u{ffff}');
    if text.contains(replace) { Cow::Owned(text.replace(replace, " ")) } else { text }
}

/// A value as its type in XML Schema is written.
pub(crate) fn value(value: Value) -> String {
    match value {
        Value::Real(value) => number(value),
        Value::Integer(value) => value.to_string(),
        Value::Boolean(value) => value.to_string(),
    }
}

/// A number as xs:double: the shortest text that reads back to the same bits.
pub(crate) fn number(value: f64) -> String {
    match value {
        f64::INFINITY => "INF".to_owned(),
        f64::NEG_INFINITY => "-INF".to_owned(),
        // Also NaN.
        _ => format!("{value:?}"),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    #[test]
    fn any_text_can_be_an_attribute() {
        let text = "a<b & \"c\" 'd' > ☃ \u{0}\u{1b}\u{fffe}\u{202e}\n\t";
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
