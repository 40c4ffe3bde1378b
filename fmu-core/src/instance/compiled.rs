//! `resources/model.bin`: the compiled model inside an FMU. A runtime reads it in a fraction of the time that compiling takes, and does
//! without the compiler.
//!
//! The file is a header and the model, both in the format of [`binary`]. What is in the model, and in which order, is what the data types
//! of this crate say; so the header has a digest of the sources, and a library of other sources refuses the file.

use super::digesting::Digesting;
use binary::{self, Binary, Reader, Writer};
use simulation::digest;
use simulation::model::Model;
use std::io::{self, Write};

/// Name of the file in `resources/`.
pub const COMPILED_MODEL: &str = "model.bin";

/// First bytes of the file.
const MAGIC: [u8; 8] = *b"mbfmodel";
/// Name and version of this library.
const GENERATOR: &str = concat!("multibody-fmu ", env!("CARGO_PKG_VERSION"));
/// A digest of the sources of this library.
const SOURCES: &str = env!("SOURCES");

/// Header before the model, behind [`MAGIC`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Header<'a> {
    generator: &'a str,
    sources: &'a str,
    guid: &'a str,
}

impl<'a> Header<'a> {
    fn write(&self, writer: &mut Writer<'_>) {
        writer.bytes(&MAGIC);
        [self.generator, self.sources, self.guid].into_iter().for_each(|text| writer.text(text));
    }

    /// The header, and what follows it.
    fn read(file: &'a [u8]) -> Option<(Self, &'a [u8])> {
        let mut reader = Reader::new(file.strip_prefix(&MAGIC)?);
        let [generator, sources, guid] = std::array::from_fn(|_| reader.text());
        Some((Self { generator, sources, guid }, reader.finish()?))
    }
}

/// Length of the trailer behind the model: a digest of its bytes, little-endian.
const DIGEST: usize = size_of::<u64>();

/// Why there is no model in a file.
#[allow(missing_docs, reason = "the messages describe variants and fields")]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CompiledError {
    #[error("it is not a compiled model of multibody-fmu; build the FMU again")]
    NotCompiled,
    #[error(
        "it was written by {generator} from other sources than those of this library ({GENERATOR}), which may mean something else by it; \
         build the FMU with a library that was built from the same sources as the builder"
    )]
    Sources { generator: String },
    #[error("it is damaged; unpack the FMU again, or build it again")]
    Damaged,
    #[error(
        "an expression of the model has more than {} operations one inside the other, functions with their bodies counted; make parts of \
         it variables of their own",
        binary::DEEPEST
    )]
    TooDeep,
    #[error("the compiled model cannot be written: {0}")]
    NotWritten(String),
}

/// The content of `resources/model.bin`, whose model has not been read.
#[derive(Clone, Copy, Debug)]
pub struct Compiled<'a> {
    /// The GUID of modelDescription.xml.
    pub guid: &'a str,
    /// A digest of the model.
    pub digest: u64,
    model: &'a [u8],
}

impl<'a> Compiled<'a> {
    /// Bytes that reading a model may take for each byte of its file.
    pub const MEMORY_PER_BYTE: usize = 20;

    /// The bytes of the file for a model and the GUID of its modelDescription.xml; the same bytes for the same arguments.
    ///
    /// # Errors
    /// [`CompiledError::TooDeep`]; no others that a model can cause: data types without a length or an encoding of their own.
    pub fn write(model: &Model, guid: &str) -> Result<Vec<u8>, CompiledError> {
        let mut file = Vec::new();
        Self::write_to(model, guid, &mut file)?;
        Ok(file)
    }

    /// Writes these bytes to `sink`, piece by piece.
    ///
    /// # Errors
    /// Those of the sink, and [`CompiledError::TooDeep`].
    pub fn write_to(model: &Model, guid: &str, mut sink: impl Write) -> Result<(), CompiledError> {
        let not_taken = |error: io::Error| CompiledError::NotWritten(error.to_string());
        let mut header = Vec::new();
        Header { generator: GENERATOR, sources: SOURCES, guid }.write(&mut Writer::new(&mut header));
        sink.write_all(&header).map_err(not_taken)?;
        let mut file = Digesting::new(sink);
        let mut writer = Writer::new(&mut file);
        model.write(&mut writer);
        if writer.is_too_deep() {
            return Err(CompiledError::TooDeep);
        }
        file.finish().map_err(not_taken)
    }

    /// Reads the header.
    ///
    /// # Errors
    /// When the file is something else, or of another version.
    pub fn open(file: &'a [u8]) -> Result<Self, CompiledError> {
        if !file.starts_with(&MAGIC) {
            return Err(CompiledError::NotCompiled);
        }
        let (header, model) = Header::read(file).ok_or(CompiledError::Damaged)?;
        if header.sources != SOURCES {
            return Err(CompiledError::Sources { generator: header.generator.to_owned() });
        }
        let (model, digest) = model.split_last_chunk::<DIGEST>().ok_or(CompiledError::Damaged)?;
        Ok(Self { guid: header.guid, digest: u64::from_le_bytes(*digest), model })
    }

    /// The digest of the sources of the libraries that read the file, if it is a compiled model.
    pub fn sources(file: &[u8]) -> Option<&str> {
        Header::read(file).map(|(header, _)| header.sources)
    }

    /// Looks whether the model is whole, without reading it.
    ///
    /// # Errors
    /// When the bytes are not those that were written.
    pub fn check(&self) -> Result<(), CompiledError> {
        if digest::of_words(self.model) == self.digest { Ok(()) } else { Err(CompiledError::Damaged) }
    }

    /// Reads the model.
    ///
    /// # Errors
    /// When the bytes are not those that were written.
    pub fn model(&self) -> Result<Model, CompiledError> {
        self.check()?;
        binary::from_bytes(self.model).ok_or(CompiledError::Damaged)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use compiler::compile;
    use compiler::model_file::ModelFile;

    fn compiled() -> Model {
        let text = r#"{"name": "Fall", "components": {"body": {"class": "Parts.Body", "m": 2, "r_CM": [0, 0, 0]}}}"#;
        compile(&ModelFile::from_json(text).unwrap()).unwrap()
    }

    #[test]
    fn a_cut_file_is_refused_at_every_length() {
        let file = Compiled::write(&compiled(), "{g}").unwrap();
        for end in 0..file.len() {
            let read = Compiled::open(&file[..end]).and_then(|compiled| compiled.model());
            let expected = if end < MAGIC.len() { CompiledError::NotCompiled } else { CompiledError::Damaged };
            assert_eq!(read.err(), Some(expected), "{end} of {} bytes", file.len());
        }
        assert_eq!(Compiled::open(&file).unwrap().model().unwrap().name, "Fall");
    }

    #[test]
    fn a_changed_byte_is_noticed() {
        let file = Compiled::write(&compiled(), "{g}").unwrap();
        for place in (0..file.len()).step_by(7) {
            let mut changed = file.clone();
            changed[place] ^= 0x10;
            let other =
                Compiled::open(&changed).is_ok_and(|compiled| compiled.guid == "{g}" && compiled.model().is_ok());
            let is_name = (MAGIC.len()..MAGIC.len() + 1 + GENERATOR.len()).contains(&place);
            assert!(!other || is_name, "byte {place} of {}", file.len());
        }
    }

    #[test]
    fn who_wrote_it_and_for_which_library_is_known() {
        let file = Compiled::write(&compiled(), "{g}").unwrap();
        assert_eq!((Compiled::open(&file).unwrap().guid, Compiled::sources(&file)), ("{g}", Some(SOURCES)));
        let mut other = Vec::new();
        let header = Header { generator: "multibody-fmu 0.0.0", sources: "7", guid: "{g}" };
        header.write(&mut Writer::new(&mut other));
        assert_eq!(Compiled::sources(&other), Some("7"));
        let message = Compiled::open(&other).unwrap_err().to_string();
        assert!(message.contains("multibody-fmu 0.0.0") && message.contains(GENERATOR), "{message}");
        assert_eq!(Compiled::sources(b"{}"), None);
    }
}
