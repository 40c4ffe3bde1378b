//! Documentation of classes; the runtime inside an FMU does not contain it.

/// Text and example model of a class, from a Markdown file beside the class file that has one paragraph and one block
/// of TOML.
#[derive(Clone, Copy, Debug)]
pub struct Documentation {
    markdown: &'static str,
}

/// The documentation of a class in a file beside the class file; the name of the file may be concatenated from parts.
macro_rules! documentation {
    ($($name:literal),+) => {
        Documentation::new(include_str!(concat!($($name),+)))
    };
}
pub(crate) use documentation;

impl Documentation {
    /// No documentation, for classes that are used only as parts of others.
    pub const NONE: Self = Self { markdown: "" };
    /// Start of the example.
    const OPEN: &str = "```toml\n";
    /// End of the example.
    const CLOSE: &str = "```";

    /// The content of a documentation file.
    pub const fn new(markdown: &'static str) -> Self {
        Self { markdown }
    }

    /// Description: one paragraph, broken into lines.
    pub fn text(&self) -> &'static str {
        self.markdown.split(Self::OPEN).next().unwrap_or_default().trim()
    }

    /// A complete model file (TOML) with a component of the class; empty if there is none.
    pub fn example(&self) -> &'static str {
        let block = self.markdown.split_once(Self::OPEN).map_or("", |(_, block)| block);
        block.split_once(Self::CLOSE).map_or("", |(example, _)| example)
    }
}
