//! modelDescription.xml (FMI 2.0.5, 2.2), one module for each of its elements.

mod names;
mod structure;
mod types;
mod units;
mod variables;

use std::borrow::Cow;
use std::io::{self, Write};

use fmu_core::instance::MAXIMUM_DERIVATIVE_ORDER;
use fmu_core::log_categories::LOG_CATEGORIES;
use simulation::model::Dependencies;

use crate::content::{Content, GENERATOR};
use crate::naming::{Names, Naming};
use crate::xml::{Attributes, Xml, number};

pub use names::is_structured_name;
pub(crate) use types::Types;
pub(crate) use units::unit;

/// Input from which modelDescription.xml is written.
#[derive(Debug)]
pub struct Description<'a> {
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
        Attributes::new()
            .with("fmiVersion", "2.0")
            .with("modelName", self.content.name)
            .with("guid", self.guid.as_str())
            .option("description", self.content.description)
            .with("generationTool", GENERATOR)
            .option("generationDateAndTime", self.generation_date)
            .with("variableNamingConvention", self.naming().convention())
            .with("numberOfEventIndicators", self.content.event_indicators.to_string())
    }

    /// `structured` promises a grammar; a single name outside of it makes all names flat.
    fn naming(&self) -> Naming {
        let keeps_grammar = self.exposed.iter().all(|&index| is_structured_name(self.names.get(index)));
        if keeps_grammar { self.names.naming() } else { Naming::Flat }
    }

    fn children(&self, xml: &mut Xml) -> io::Result<usize> {
        let catalogue = self.content.catalogue;
        let shown = self.content.shown_units;
        let types = Types::new(shown);
        self.model_exchange(xml)?;
        self.co_simulation(xml)?;
        units::write(xml, catalogue, self.exposed, shown)?;
        types.write(xml, catalogue, self.exposed)?;
        log_categories(xml)?;
        self.default_experiment(xml)?;
        self.vendor_annotations(xml)?;
        variables::write(xml, catalogue, self.names, self.exposed, &types)?;
        structure::write(xml, catalogue, self.dependencies, self.exposed)
    }

    /// Capabilities are true only for what the runtime does (FMI 2.0.5, 3.3.1).
    fn model_exchange(&self, xml: &mut Xml) -> io::Result<()> {
        let attributes = Attributes::new()
            .with("modelIdentifier", self.identifier)
            .with("needsExecutionTool", "false")
            .with("completedIntegratorStepNotNeeded", "false");
        xml.leaf("ModelExchange", common(attributes))
    }

    /// Capabilities are true only for what the runtime does (FMI 2.0.5, 4.3.1).
    fn co_simulation(&self, xml: &mut Xml) -> io::Result<()> {
        let attributes = Attributes::new()
            .with("modelIdentifier", self.identifier)
            .with("needsExecutionTool", "false")
            .with("canHandleVariableCommunicationStepSize", "true")
            .with("canInterpolateInputs", "true")
            .with("maxOutputDerivativeOrder", MAXIMUM_DERIVATIVE_ORDER.to_string())
            .with("canRunAsynchronuously", "false");
        xml.leaf("CoSimulation", common(attributes))
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
        let experiment = self.content.experiment;
        let value = |value: Option<f64>| value.map(number).map(Cow::Owned);
        let attributes = Attributes::new()
            .option("startTime", value(experiment.start_time.or(Some(0.0))))
            .option("stopTime", value(experiment.stop_time))
            .option("tolerance", value(experiment.tolerance))
            .option("stepSize", value(experiment.step_size));
        xml.leaf("DefaultExperiment", attributes)
    }
}

fn log_categories(xml: &mut Xml) -> io::Result<()> {
    xml.parent("LogCategories", Attributes::new(), |xml| {
        LOG_CATEGORIES.iter().try_for_each(|category| {
            let attributes = Attributes::new().with("name", category.name()).with("description", category.description);
            xml.leaf("Category", attributes)
        })
    })
}

/// The last capabilities, which both interfaces have.
fn common(attributes: Attributes) -> Attributes {
    attributes
        .with("canBeInstantiatedOnlyOncePerProcess", "false")
        .with("canNotUseMemoryManagementFunctions", "true")
        .with("canGetAndSetFMUstate", "true")
        .with("canSerializeFMUstate", "true")
        .with("providesDirectionalDerivative", "true")
}
