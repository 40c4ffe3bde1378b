//! `resources/model.json`: the model file inside an FMU, in an envelope with the identity of the model and the version
//! of the format. Tools read it; the runtime reads the compiled model ([`super::Compiled`]).
//!
//! ```json
//! {"format": 1, "guid": "{0f35…}", "generator": "multibody-fmu 0.2.0", "variables": "1f…", "model": {"name": "Pendulum", …}}
//! ```

use crate::json::{json_string, strict};
use jsonc_parser::ast::{Object, Value};
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, parse_to_ast};

/// Version of the format.
pub const FORMAT: u32 = 1;

/// Name and version of this library, as the envelope's `generator`.
const GENERATOR: &str = concat!("multibody-fmu ", env!("CARGO_PKG_VERSION"));

/// The content of `resources/model.json`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Package {
    /// The GUID of modelDescription.xml.
    pub guid: String,
    /// [`simulation::variables::Catalogue::digest`] of the variables that modelDescription.xml lists, in hexadecimal digits.
    pub variables: Option<String>,
    /// The model file, JSON ([`crate::model_file::ModelFile::from_json`] reads it).
    pub model_text: String,
}

/// Reasons why a package cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PackageError {
    /// The text is not JSON.
    #[error("model.json is not JSON: {0}")]
    Syntax(String),
    /// A missing member, or one of another type.
    #[error("model.json: member \"{member}\" is missing or not {expected}; build the FMU again")]
    Member {
        /// Name of the member.
        member: &'static str,
        /// Expected type.
        expected: &'static str,
    },
    /// Written for another version of the runtime.
    #[error(
        "model.json has format {found}, written by {generator}; this version ({GENERATOR}) reads format {FORMAT}: {advice}"
    )]
    Format {
        /// Version in the file.
        found: String,
        /// Generator of the file.
        generator: String,
        /// Advice.
        advice: &'static str,
    },
}

impl Package {
    /// The text of `resources/model.json` for a model (JSON object), the GUID of its modelDescription.xml and,
    /// optionally for a comparison, the digest of the variables there. Equal arguments give identical bytes.
    pub fn write(model_json: &str, guid: &str, variables: Option<u64>) -> String {
        let model = model_json.trim();
        let (guid, generator) = (json_string(guid), json_string(GENERATOR));
        let variables = variables.map_or_else(String::new, |digest| format!("\"variables\":\"{digest:016x}\","));
        format!("{{\"format\":{FORMAT},\"guid\":{guid},\"generator\":{generator},{variables}\"model\":{model}}}\n")
    }

    /// Reads `resources/model.json`.
    pub fn read(text: &str) -> Result<Self, PackageError> {
        let parsed = parse_to_ast(text, &CollectOptions::default(), &strict())
            .map_err(|error| PackageError::Syntax(error.to_string()))?;
        let Some(Value::Object(envelope)) = parsed.value else {
            return Err(PackageError::Syntax("an object is expected".to_owned()));
        };
        check_format(&envelope)?;
        let missing = |member, expected| PackageError::Member { member, expected };
        let text_of = |member: &str| envelope.get_string(member).map(|text| text.value.to_string());
        let guid = text_of("guid").ok_or(missing("guid", "a string"))?;
        let variables = text_of("variables");
        let model = envelope.get_object("model").ok_or(missing("model", "an object"))?;
        let model_text = text.get(model.start()..model.end()).unwrap_or_default().to_owned();
        Ok(Self { guid, variables, model_text })
    }
}

fn check_format(envelope: &Object<'_>) -> Result<(), PackageError> {
    let missing = PackageError::Member { member: "format", expected: "a number" };
    let number = envelope.get_number("format").ok_or(missing)?;
    if number.value.parse() == Ok(FORMAT) {
        return Ok(());
    }
    let newer = number.value.parse().is_ok_and(|found: f64| found > f64::from(FORMAT));
    Err(PackageError::Format {
        found: number.value.to_owned(),
        generator: envelope.get_string("generator").map_or("an unknown version", |text| &text.value).to_owned(),
        advice: if newer {
            "build the FMU with the runtime of that version, or a later one"
        } else {
            "build the FMU again from its model file"
        },
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    const GUID: &str = "{8c4e810f-3df3-4a00-8276-176fa3c9f9e0}";

    #[test]
    fn what_is_written_is_read_back() {
        for model in ["{}", r#"{"name":"A}","components":{"b":{"class":"Parts.Body","m":[1,{"x":"]"}]}}}"#] {
            for guid in [GUID, "", "quote \" backslash \\ newline \n ünïcödé"] {
                let text = Package::write(&format!(" {model}\n"), guid, Some(0x1f));
                let expected = Package {
                    guid: guid.to_owned(),
                    variables: Some("000000000000001f".to_owned()),
                    model_text: model.to_owned(),
                };
                assert_eq!(Package::read(&text), Ok(expected), "{text}");
            }
        }
    }

    #[test]
    fn other_formats_are_refused_by_name() {
        let text = Package::write("{}", GUID, None);
        for (found, word) in [("2", "later"), ("0", "again"), ("1.5", "later"), ("-1", "again")] {
            let error = Package::read(&text.replace("\"format\":1", &format!("\"format\":{found}"))).unwrap_err();
            let message = error.to_string();
            assert!(matches!(error, PackageError::Format { .. }), "{message}");
            assert!(message.contains(found) && message.contains(GENERATOR) && message.contains(word), "{message}");
        }
    }

    #[test]
    fn missing_members_are_named() {
        let missing = |text: &str| match Package::read(text).unwrap_err() {
            PackageError::Member { member, .. } => member,
            other => unreachable!("{other}"),
        };
        assert_eq!(missing("{}"), "format");
        assert_eq!(missing(r#"{"format":1}"#), "guid");
        assert_eq!(missing(r#"{"format":1,"guid":7}"#), "guid");
        assert_eq!(missing(r#"{"format":1,"guid":"g","model":[]}"#), "model");
    }

    #[test]
    fn what_is_not_json_is_refused() {
        let deep = "[".repeat(100_000);
        for text in ["", "[]", "{", "null", "\u{0}", "{\"format\":1,}", "// no\n{}", &deep] {
            assert!(matches!(Package::read(text), Err(PackageError::Syntax(_))), "{:.20}", text);
        }
    }

    #[test]
    fn a_cut_file_is_refused_at_every_length() {
        let text = Package::write(r#"{"name":"Pendulum"}"#, GUID, None);
        let text = text.trim_end();
        for end in 0..text.len() {
            assert!(Package::read(&text[..end]).is_err(), "{end}");
        }
    }
}
