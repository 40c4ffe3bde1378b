//! What is to be said of a class beside its declarations: texts for people, which the runtime inside an FMU does not have.

/// What a class does, and a model that uses it: the file with the class's name and the extension `md` beside the class file. It has
/// one paragraph and one block of TOML.
#[derive(Clone, Copy, Debug)]
pub struct Documentation {
    markdown: &'static str,
}

/// The documentation of a class in a file beside the class file, whose name may be put together from parts.
macro_rules! documentation {
    ($($name:literal),+) => {
        Documentation::new(include_str!(concat!($($name),+)))
    };
}
pub(crate) use documentation;

impl Documentation {
    /// No text: for inner parts, which are no classes to be used by themselves.
    pub const NONE: Self = Self { markdown: "" };
    /// Begins the example.
    const OPEN: &str = "```toml\n";
    /// Ends it.
    const CLOSE: &str = "```";

    /// The content of a documentation file.
    pub const fn new(markdown: &'static str) -> Self {
        Self { markdown }
    }

    /// What the class does: one paragraph, broken into lines.
    pub fn text(&self) -> &'static str {
        self.markdown.split(Self::OPEN).next().unwrap_or_default().trim()
    }

    /// A whole model file, TOML, that has a component of the class; empty when there is none.
    pub fn example(&self) -> &'static str {
        let block = self.markdown.split_once(Self::OPEN).map_or("", |(_, block)| block);
        block.split_once(Self::CLOSE).map_or("", |(example, _)| example)
    }
}
