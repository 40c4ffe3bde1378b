//! An FMU in memory.

use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use fmu_core::assembly::Model;
use fmu_core::instance::Package;
use fmu_core::model_file::{Experiment, ModelFile};
use fmu_core::variables::Catalogue;
use uuid::Uuid;
use zip::result::ZipError;

use crate::description::Description;
use crate::documentation::Documentation;
use crate::output::{OutputError, OutputFile};
use crate::runtime::Runtime;
use crate::{Expose, ModelErrors, archive, date, model_identifier, picture};

/// Tool and version, for `generationTool` and the documentation.
pub(crate) const GENERATOR: &str = concat!("multibody-fmu ", env!("CARGO_PKG_VERSION"));
/// The GUID while the content that it is made from is written.
const PLACEHOLDER: Uuid = Uuid::nil();
/// Namespace of GUIDs.
const NAMESPACE: Uuid = Uuid::from_u128(0x6d75_6c74_6962_6f64_792d_666d_752d_6775);

/// How an FMU is built.
#[derive(Clone, Debug, Default)]
pub struct BuildOptions {
    /// How much of the model is shown.
    pub expose: Expose,
    /// `generationDateAndTime`, in seconds since 1970-01-01; left out without it, so that a rebuild gives the same bytes.
    /// [`crate::source_date_epoch`] follows the environment.
    pub generation_date: Option<u64>,
}

/// Why an FMU could not be built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The model file has problems.
    #[error(transparent)]
    Model(#[from] ModelErrors),
    /// modelDescription.xml could not be written.
    #[error("cannot write modelDescription.xml: {0}")]
    Description(#[from] io::Error),
    /// The archive could not be written.
    #[error("cannot write the archive: {0}")]
    Archive(#[from] ZipError),
    /// The picture could not be drawn.
    #[error("cannot write model.png: {0}")]
    Picture(#[from] png::EncodingError),
}

/// What is packed: the parts of a compiled model that an FMU shows, and the model for the runtime.
#[derive(Clone, Copy, Debug)]
pub struct Content<'a> {
    /// FMI modelName.
    pub name: &'a str,
    /// Description of the model.
    pub description: Option<&'a str>,
    /// Default experiment.
    pub experiment: &'a Experiment,
    /// All variables.
    pub catalogue: &'a Catalogue,
    /// The model as JSON ([`ModelFile::to_json`]).
    pub model_json: &'a str,
}

/// Facts about a built FMU.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// FMI modelName.
    pub model_name: String,
    /// Base name of the library.
    pub model_identifier: String,
    /// Made from the content: the same for the same content.
    pub guid: String,
    /// Number of variables of the model.
    pub variables: usize,
    /// Number of variables in modelDescription.xml.
    pub exposed: usize,
    /// Folders of binaries/ that hold a library.
    pub platforms: Vec<&'static str>,
    /// How long building took.
    pub elapsed: Duration,
}

/// An FMU in memory: the bytes of the archive, and facts about it.
#[derive(Clone, Debug)]
pub struct Fmu {
    bytes: Vec<u8>,
    facts: Facts,
}

impl Fmu {
    /// Compiles a model and packs it.
    ///
    /// # Errors
    /// [`BuildError::Model`] with all problems of the model.
    pub fn build(file: &ModelFile, options: &BuildOptions) -> Result<Self, BuildError> {
        let start = Instant::now();
        let model = Model::compile(file).map_err(ModelErrors)?;
        let content = Content {
            name: &model.name,
            description: model.description.as_deref(),
            experiment: &model.experiment,
            catalogue: &model.catalogue,
            model_json: &file.to_json(),
        };
        let mut fmu = Self::pack(&content, options)?;
        fmu.facts.elapsed = start.elapsed();
        Ok(fmu)
    }

    /// Packs a model that is compiled already.
    ///
    /// # Errors
    /// None that the content can cause.
    pub fn pack(content: &Content<'_>, options: &BuildOptions) -> Result<Self, BuildError> {
        let start = Instant::now();
        let runtime = Runtime::native();
        let exposed = options.expose.select(content.catalogue);
        let identifier = model_identifier(content.name);
        let (guid, description) = describe(content, options, &exposed, &identifier, &runtime)?;
        let entries = archive::Entries {
            description,
            model: Package::write(content.model_json, &guid),
            documentation: Documentation { content, guid: &guid }.to_html(),
            picture: picture::draw()?,
            identifier: &identifier,
        };
        let bytes = archive::write(&entries, &runtime)?;
        let facts = Facts {
            model_name: content.name.to_owned(),
            guid,
            variables: content.catalogue.variables.len(),
            exposed: exposed.len(),
            platforms: runtime.folders().collect(),
            elapsed: start.elapsed(),
            model_identifier: identifier,
        };
        Ok(Self { bytes, facts })
    }

    /// The archive.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Name, number of variables, time and more.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// Writes the archive: the file appears whole or not at all.
    ///
    /// # Errors
    /// When the folder does not exist or cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), OutputError> {
        let mut file = OutputFile::create(path)?;
        file.write_all(&self.bytes).map_err(|error| OutputError { path: path.to_owned(), reason: error.into() })?;
        file.finish()
    }
}

/// The GUID and modelDescription.xml with it. The GUID follows everything in the FMU: the description, the model and the runtime.
fn describe(
    content: &Content<'_>,
    options: &BuildOptions,
    exposed: &[usize],
    identifier: &str,
    runtime: &Runtime,
) -> io::Result<(String, String)> {
    let date = options.generation_date.map(date::date_time);
    let description = |guid: Uuid| {
        let description = Description {
            content: *content,
            identifier,
            guid: guid.to_string(),
            generation_date: date.as_deref(),
            exposed,
        };
        description.to_xml()
    };
    let draft = description(PLACEHOLDER)?;
    let guid = guid([draft.as_bytes(), content.model_json.as_bytes(), runtime.digest.as_bytes()]);
    Ok((guid.to_string(), description(guid)?))
}

/// Version 5 UUID of all parts; each part's length goes in too, so that a shift between parts is a change.
fn guid(parts: [&[u8]; 3]) -> Uuid {
    let mut content = Vec::new();
    for part in parts {
        content.extend_from_slice(&part.len().to_le_bytes());
        content.extend_from_slice(part);
    }
    Uuid::new_v5(&NAMESPACE, &content)
}
