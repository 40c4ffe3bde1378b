//! Lines of a text.

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
