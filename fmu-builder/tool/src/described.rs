//! modelDescription.xml of an FMU with its GUID, the archive that it is the first file of, and the files that have the same GUID.

use std::io::{self, Write};
use std::time::Duration;

use compiler::model_file::Diagnostic;
use compiler::package::Package;
use fmu_core::instance::{COMPILED_MODEL, Version};
use sha1::{Digest, Sha1};
use simulation::model::Dependencies;
use uuid::{Builder, Uuid};

use crate::archive::{Archive, Entries, RESOURCES};
use crate::content::Content;
use crate::description::{Description, terminals};
use crate::diagram::Diagram;
use crate::documentation::Documentation;
use crate::model_identifier;
use crate::naming::Names;
use crate::options::{BuildError, BuildOptions, MODEL_FILE, date_time};
use crate::start::FixedSteps;
use crate::text::Text;

/// terminalsAndIcons/terminalsAndIcons.xml of FMI 3.0.
const TERMINALS: &str = "terminalsAndIcons/terminalsAndIcons.xml";

/// The mechanism at its start.
const PICTURE: &str = "model.png";
/// The same in FMI 3.0, and what it lies beside.
const ICON: &str = "terminalsAndIcons/icon.png";

/// The GUID while the content that it is made from is written.
const PLACEHOLDER: Uuid = Uuid::nil();
/// Namespace of GUIDs.
const NAMESPACE: Uuid = Uuid::from_u128(0x6d75_6c74_6962_6f64_792d_666d_752d_6775);

/// Facts about a built FMU.
#[derive(Clone, Debug, Default, PartialEq)]
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
    /// Number of unknowns in ModelStructure whose dependencies are left out because the lists would be too long: on all knowns.
    pub without_dependencies: usize,
    /// Folders of binaries/ that hold a library.
    pub platforms: Vec<String>,
    /// Warnings on parts of the model file that are legal but probably not intended.
    pub warnings: Vec<Diagnostic>,
    /// The files of shapes that the picture of the mechanism does not show, and why.
    pub missing_shapes: Option<String>,
    /// Assessment of the fixed steps, if the model asks for them.
    pub fixed_steps: Option<FixedSteps>,
    /// Time that the build took.
    pub elapsed: Duration,
}

/// modelDescription.xml of an FMU, and what is known of the FMU by then.
pub(crate) struct Described {
    pub facts: Facts,
    /// modelDescription.xml, until it is packed.
    text: Text,
    /// Name of the picture, if there is one.
    picture: Option<&'static str>,
    entries: Entries,
}

/// Files of an FMU that are made of the same.
pub(crate) struct Files {
    pub facts: Facts,
    /// The archive with modelDescription.xml.
    pub archive: Archive,
    pub entries: Entries,
}

impl Described {
    /// Describes the variables with these catalogue indices. The GUID follows the description and the model, and not the libraries, so that
    /// FMUs for different platforms are the same model and can be merged. With `has_visual` there is a scene for OpenModelica;
    /// `picture` is the name of the picture, if there is one.
    pub(crate) fn new(
        content: &Content<'_>,
        options: &BuildOptions,
        exposed: &[usize],
        names: &Names<'_>,
        dependencies: Option<Dependencies>,
        has_visual: bool,
        picture: Option<&'static str>,
    ) -> Result<Self, BuildError> {
        let identifier = model_identifier(&content.model.name);
        let visual = has_visual.then(|| visual_file(&identifier));
        let date = options.generation_date.map(date_time);
        let description = Description {
            version: options.version,
            arrays: options.arrays,
            content: *content,
            identifier: &identifier,
            guid: PLACEHOLDER.to_string(),
            generation_date: date.as_deref(),
            exposed,
            names,
            dependencies: dependencies.as_ref(),
            visual: visual.as_deref(),
        };
        let mut text = Text::new();
        let without_dependencies = description.write(&mut text)?;
        let mut entries = Entries::default();
        if options.version == Version::Fmi3 {
            entries.file(TERMINALS, terminals(content, &description.references(), names, picture.is_some())?);
        }
        // The text is long enough.
        drop(dependencies);
        let guid = guid(&mut text, content.model_json)?.to_string();
        // No value of an attribute holds the quotes.
        let name = if options.version == Version::Fmi2 { "guid" } else { "instantiationToken" };
        let [placeholder, attribute] = [&PLACEHOLDER.to_string(), &guid].map(|guid| format!(" {name}=\"{guid}\""));
        text.replace(&placeholder, &attribute);
        let facts = Facts {
            model_name: content.model.name.clone(),
            model_identifier: identifier,
            guid,
            variables: content.model.catalogue.variables.len(),
            exposed: exposed.len(),
            without_dependencies,
            ..Facts::default()
        };
        Ok(Self { facts, text, picture, entries })
    }

    /// Packs it, and writes what is made of the same content and has the same GUID.
    pub(crate) fn files(
        self,
        content: &Content<'_>,
        names: &Names<'_>,
        diagram: &Diagram,
    ) -> Result<Files, BuildError> {
        let Self { facts, text, picture, mut entries } = self;
        let archive = Archive::of_description(text)?;
        let (guid, variables) = (facts.guid.as_str(), content.model.catalogue.digest());
        entries.file(MODEL_FILE, Package::write(content.model_json, guid, Some(variables)));
        entries.file("documentation/index.html", Documentation { content, diagram, names, guid, picture }.to_html());
        Ok(Files { facts, archive, entries })
    }
}

/// Name of the picture.
pub(crate) fn picture_file(version: Version) -> &'static str {
    if version == Version::Fmi2 { PICTURE } else { ICON }
}

/// Name of the compiled model.
pub(crate) fn compiled_file() -> String {
    format!("{RESOURCES}{COMPILED_MODEL}")
}

/// Name of the scene for OpenModelica.
pub(crate) fn visual_file(identifier: &str) -> String {
    format!("{identifier}_visual.xml")
}

/// Version 5 UUID of both texts; each one's length goes in too, so that a shift between them is a change.
fn guid(description: &mut Text, model_json: &str) -> io::Result<Uuid> {
    let mut hash = Hash(Sha1::new_with_prefix(NAMESPACE.as_bytes()));
    hash.0.update((description.len() as u64).to_le_bytes());
    description.read(&mut hash)?;
    hash.0.update((model_json.len() as u64).to_le_bytes());
    hash.0.update(model_json);
    let mut bytes = [0; 16];
    bytes.iter_mut().zip(hash.0.finalize()).for_each(|(byte, hashed)| *byte = hashed);
    Ok(Builder::from_sha1_bytes(bytes).into_uuid())
}

/// A hash of what is written to it.
struct Hash(Sha1);

impl Write for Hash {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
