//! Why modelDescription.xml could not be read.

/// Why modelDescription.xml could not be read.
#[allow(missing_docs, reason = "the messages describe variants and fields")]
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error("it is missing, so this is not an FMU")]
    Missing,
    #[error("it is not UTF-8 text: {0}")]
    NotText(std::io::Error),
    #[error("it is not XML: {0}")]
    Xml(#[from] roxmltree::Error),
    #[error("the root element is \"{0}\", not \"fmiModelDescription\"")]
    Root(String),
    #[error("fmiVersion is \"{0}\"; this tool runs FMUs of the versions \"2.0\" and \"3.0\"")]
    Version(String),
    #[error("line {line}: {element} has no attribute \"{attribute}\"")]
    NoAttribute { element: String, attribute: &'static str, line: u32 },
    #[error("line {line}: attribute \"{attribute}\" of {element} is \"{value}\"")]
    Value { element: String, attribute: &'static str, value: String, line: u32 },
    #[error("line {line}: {element} \"{name}\" has none of Real, Integer, Boolean, String, Enumeration")]
    NoType { element: &'static str, name: String, line: u32 },
    #[error("line {line}: \"{name}\" has {size} elements and {starts} start values")]
    Starts { name: String, size: usize, starts: usize, line: u32 },
}
