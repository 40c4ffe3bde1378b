//! A compiled model on its way into an FMU: what its start shows, and how it is described. Neither needs the other, so that both are made
//! side by side.

use compiler::authoring::ShownUnits;
use std::sync::Arc;

use compiler::model_file::ModelFile;
use fmu_core::instance::Compiled;
use simulation::model::Model;

use crate::archive::Pieces;
use crate::content::Content;
use crate::described::{Described, Files, Shown};
use crate::diagram::Diagram;
use crate::naming::Names;
use crate::options::{BuildError, BuildOptions, GRAPHICS};
use crate::picture;
use crate::reference_result;
use crate::scene::Still;
use crate::start::{self, FixedSteps, StartFault};

/// A compiled model, and what an FMU shows of it.
pub(crate) struct Building<'a> {
    pub model: &'a Arc<Model>,
    /// Units that variables are to be shown in.
    pub shown_units: &'a ShownUnits,
    /// The file in the units of the library.
    pub authored: &'a ModelFile,
    /// The model file that goes along.
    pub model_json: &'a str,
    /// Catalogue indices of variables that are shown only where all are.
    pub hidden: &'a [usize],
    /// Catalogue indices of the variables that are shown.
    pub exposed: &'a [usize],
    pub names: &'a Names<'a>,
}

/// Results from the initial state of a model.
#[derive(Debug, Default)]
pub(crate) struct Start {
    pub still: Still,
    /// More files: names and contents.
    pub extra: Vec<(String, Vec<u8>)>,
    pub fixed_steps: Option<FixedSteps>,
}

impl Building<'_> {
    /// Looks for the initial state, where that is wanted, and draws it. Graphic parameters then name the files that go along.
    pub(crate) fn start(&self, options: &BuildOptions, mut graphics: Option<ModelFile>) -> Result<Start, BuildError> {
        let mut found = Start::default();
        let initial = options.initialize.then(|| start::initialize(self.model)).transpose()?;
        if options.initialize {
            found.fixed_steps = FixedSteps::of(self.model).map_err(StartFault::from)?;
        }
        if options.reference_result {
            found.extra = reference_result::files(self.model, self.names)?;
        }
        if let Some(instance) = initial {
            let (names, exposed) = (self.names, self.exposed);
            let graphics = graphics.as_mut();
            found.still = picture::of(self.model, instance, self.authored, names, exposed, &options.shapes, graphics)?;
        }
        found.extra.extend(graphics.map(|graphics| (GRAPHICS.to_owned(), graphics.to_json().into_bytes())));
        Ok(found)
    }

    /// Describes the model, for an FMU with this picture and scene.
    pub(crate) fn described(&self, options: &BuildOptions, shown: Shown) -> Result<Described, BuildError> {
        let dependencies = Some(self.model.dependencies());
        // The structure is shown elsewhere.
        let diagram = Diagram::default();
        Described::new(&self.content(&diagram), options, self.exposed, self.names, dependencies, shown)
    }

    /// The description packed, and what belongs to it.
    pub(crate) fn files(&self, described: Described, shown: Shown) -> Result<Files, BuildError> {
        described.files(&self.content(&Diagram::new(self.authored)), self.names, shown)
    }

    /// Writes resources/model.bin for the FMU with this GUID; errors are those of the other end.
    pub(crate) fn write_compiled(&self, guid: &str, pieces: Pieces) -> Result<(), BuildError> {
        Ok(Compiled::write_to(self.model, guid, pieces)?)
    }

    fn content<'b>(&'b self, diagram: &'b Diagram) -> Content<'b> {
        let model = self.model;
        Content {
            name: &model.name,
            description: model.description.as_deref(),
            experiment: &model.experiment,
            event_indicators: model.discrete.indicators(),
            catalogue: &model.catalogue,
            hidden: self.hidden,
            shown_units: self.shown_units,
            public_names: [&self.authored.inputs, &self.authored.outputs],
            diagram,
            model_json: self.model_json,
            model: Some(model),
        }
    }
}
