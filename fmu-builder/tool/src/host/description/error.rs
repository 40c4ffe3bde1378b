//! Why modelDescription.xml could not be read.

/// Why modelDescription.xml could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// There is none in the archive.
    #[error("it is missing, so this is not an FMU")]
    Missing,
    /// It is no text.
    #[error("it is not UTF-8 text: {0}")]
    NotText(std::io::Error),
    /// It is not XML.
    #[error("it is not XML: {0}")]
    Xml(#[from] roxmltree::Error),
    /// The root is something else.
    #[error("the root element is \"{0}\", not \"fmiModelDescription\"")]
    Root(String),
    /// It is for another version of FMI.
    #[error("fmiVersion is \"{0}\"; this tool runs FMUs of version \"2.0\"")]
    Version(String),
    /// An attribute is missing.
    #[error("line {line}: {element} has no attribute \"{attribute}\"")]
    NoAttribute {
        /// Name of the element.
        element: String,
        /// Name of the attribute.
        attribute: &'static str,
        /// Line of the element.
        line: u32,
    },
    /// An attribute has a value that it cannot have.
    #[error("line {line}: attribute \"{attribute}\" of {element} is \"{value}\"")]
    Value {
        /// Name of the element.
        element: String,
        /// Name of the attribute.
        attribute: &'static str,
        /// Value as written.
        value: String,
        /// Line of the element.
        line: u32,
    },
    /// A variable or a type definition does not say its type.
    #[error("line {line}: {element} \"{name}\" has none of Real, Integer, Boolean, String, Enumeration")]
    NoType {
        /// Name of the element.
        element: &'static str,
        /// Name of the variable or type.
        name: String,
        /// Line of the element.
        line: u32,
    },
}
