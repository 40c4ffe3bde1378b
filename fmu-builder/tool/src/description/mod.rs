//! modelDescription.xml (FMI 2.0.5, 2.2; FMI 3.0.2, 2.4), one module for each of its elements.

mod connectors;
mod names;
mod references;
mod structure;
mod terminals;
mod types;
mod units;
mod variables;

use std::borrow::Cow;
use std::io::{self, Write};

use fmu_core::instance::{MAXIMUM_DERIVATIVE_ORDER, Version};
use fmu_core::log_categories::LOG_CATEGORIES;
use simulation::model::Dependencies;

use crate::content::{Content, GENERATOR};
use crate::naming::{Names, Naming};
use crate::xml::{Attributes, Xml, number};

pub use names::is_structured_name;
use references::References;
#[cfg(feature = "system")]
pub(crate) use references::subscripts_of;
pub(crate) use terminals::terminals;
pub(crate) use types::Types;
#[cfg(feature = "system")]
pub(crate) use units::base_unit;
pub(crate) use units::unit;

/// Input from which modelDescription.xml is written.
#[derive(Debug)]
pub struct Description<'a> {
    /// Version of FMI.
    pub version: Version,
    /// Arrays as variables, in FMI 3.0.
    pub arrays: bool,
    /// The compiled model.
    pub content: Content<'a>,
    /// modelIdentifier.
    pub identifier: &'a str,
    /// GUID.
    pub guid: String,
    /// generationDateAndTime as xs:dateTime.
    pub generation_date: Option<&'a str>,
    /// Catalogue indices of the variables to list, ascending.
    pub exposed: &'a [usize],
    /// Names of all variables.
    pub names: &'a Names<'a>,
    /// Dependencies of the variables, where the catalogue does not give them.
    pub dependencies: Option<&'a Dependencies>,
    /// Name of the scene for OpenModelica in resources/, if there is one.
    pub visual: Option<&'a str>,
}

impl Description<'_> {
    /// Writes the document; the number of unknowns in ModelStructure whose dependencies are left out because of their length.
    pub fn write(&self, sink: &mut dyn Write) -> io::Result<usize> {
        let mut xml = Xml::to(sink)?;
        let mut left_out = 0;
        xml.parent("fmiModelDescription", self.root_attributes(), |xml| {
            left_out = self.children(xml)?;
            Ok(())
        })?;
        xml.finish()?;
        Ok(left_out)
    }

    fn root_attributes(&self) -> Attributes {
        let (version, identity) = match self.version {
            Version::Fmi2 => ("2.0", "guid"),
            Version::Fmi3 => ("3.0", "instantiationToken"),
        };
        let indicators = (self.version == Version::Fmi2).then(|| self.content.model.discrete.indicators().to_string());
        Attributes::new()
            .with("fmiVersion", version)
            .with("modelName", &self.content.model.name)
            .with(identity, self.guid.as_str())
            .option("description", self.content.model.description.as_deref())
            .with("generationTool", GENERATOR)
            .option("generationDateAndTime", self.generation_date)
            .with("variableNamingConvention", self.naming().convention())
            .option("numberOfEventIndicators", indicators)
    }

    /// The listed variables and their references.
    pub(crate) fn references(&self) -> References<'_> {
        References::new(self.version, &self.content, self.exposed, self.arrays.then_some(self.names))
    }

    /// `structured` promises a grammar; a single name outside of it makes all names flat.
    fn naming(&self) -> Naming {
        let keeps_grammar = self.exposed.iter().all(|&index| is_structured_name(self.names.get(index)));
        if keeps_grammar { self.names.naming } else { Naming::Flat }
    }

    fn children(&self, xml: &mut Xml) -> io::Result<usize> {
        let catalogue = &self.content.model.catalogue;
        let shown = self.content.shown_units;
        let types = Types::new(shown);
        self.model_exchange(xml)?;
        self.co_simulation(xml)?;
        units::write(xml, catalogue, self.exposed, shown)?;
        types.write(xml, self.version, catalogue, self.exposed)?;
        self.log_categories(xml)?;
        self.default_experiment(xml)?;
        if self.version == Version::Fmi2 {
            self.vendor_annotations(xml)?;
        }
        let references = self.references();
        variables::write(xml, &self.content, self.names, &references, &types)?;
        structure::write(xml, self.dependencies, &references)
    }

    /// Capabilities are true only for what the runtime does (FMI 2.0.5, 3.3.1; FMI 3.0.2, 3.4).
    fn model_exchange(&self, xml: &mut Xml) -> io::Result<()> {
        let attributes = Attributes::new().with("modelIdentifier", self.identifier).with("needsExecutionTool", "false");
        let attributes = match self.version {
            Version::Fmi2 => attributes.with("completedIntegratorStepNotNeeded", "false"),
            Version::Fmi3 => attributes.with("needsCompletedIntegratorStep", "true"),
        };
        xml.leaf("ModelExchange", self.common(attributes))
    }

    /// Capabilities are true only for what the runtime does (FMI 2.0.5, 4.3.1; FMI 3.0.2, 4.4).
    fn co_simulation(&self, xml: &mut Xml) -> io::Result<()> {
        let attributes = Attributes::new()
            .with("modelIdentifier", self.identifier)
            .with("needsExecutionTool", "false")
            .with("canHandleVariableCommunicationStepSize", "true");
        let order = MAXIMUM_DERIVATIVE_ORDER.to_string();
        let attributes = match self.version {
            Version::Fmi2 => attributes
                .with("canInterpolateInputs", "true")
                .with("maxOutputDerivativeOrder", order)
                .with("canRunAsynchronuously", "false"),
            Version::Fmi3 => attributes
                .with("maxOutputDerivativeOrder", order)
                .with("hasEventMode", "true")
                .with("mightReturnEarlyFromDoStep", "true"),
        };
        xml.leaf("CoSimulation", self.common(attributes))
    }

    /// The last capabilities, which both interfaces have.
    fn common(&self, attributes: Attributes) -> Attributes {
        let attributes = attributes.with("canBeInstantiatedOnlyOncePerProcess", "false");
        match self.version {
            Version::Fmi2 => attributes
                .with("canNotUseMemoryManagementFunctions", "true")
                .with("canGetAndSetFMUstate", "true")
                .with("canSerializeFMUstate", "true")
                .with("providesDirectionalDerivative", "true"),
            Version::Fmi3 => attributes
                .with("canGetAndSetFMUState", "true")
                .with("canSerializeFMUState", "true")
                .with("providesDirectionalDerivatives", "true")
                .with("providesAdjointDerivatives", "true"),
        }
    }

    /// Writes where OpenModelica finds the scene.
    fn vendor_annotations(&self, xml: &mut Xml) -> io::Result<()> {
        let Some(visual) = self.visual else { return Ok(()) };
        xml.parent("VendorAnnotations", Attributes::new(), |xml| {
            xml.parent("Tool", Attributes::new().with("name", "OpenModelica"), |xml| {
                xml.leaf("Visualization", Attributes::new().with("version", "1").with("file", visual))
            })
        })
    }

    fn default_experiment(&self, xml: &mut Xml) -> io::Result<()> {
        let experiment = &self.content.model.experiment;
        let attributes = Attributes::new()
            .with("startTime", number(experiment.start_time.unwrap_or(0.0)))
            .option("stopTime", experiment.stop_time.map(number))
            .option("tolerance", experiment.tolerance.map(number))
            .option("stepSize", experiment.step_size.map(number));
        xml.leaf("DefaultExperiment", attributes)
    }

    fn log_categories(&self, xml: &mut Xml) -> io::Result<()> {
        xml.list("LogCategories", &LOG_CATEGORIES, |xml, category| {
            let description = match self.version {
                Version::Fmi2 => Cow::Borrowed(category.description),
                Version::Fmi3 => Cow::Owned(category.description.replace("fmi2", "fmi3")),
            };
            let attributes = Attributes::new().with("name", category.name()).with("description", description);
            xml.leaf("Category", attributes)
        })
    }
}
