//! Robot descriptions (URDF) as models: the XML is read with positions, and its tree of links and joints becomes the netlist of a
//! model file, so that problems of the model point into the robot's text.
//!
//! The format is specified in the ROS wiki (urdf/XML/joint, urdf/XML/link) and in the schema of the package urdfdom; docs/urdf.md describes
//! how it is translated.

mod axis;
mod coupling;
mod element;
mod gears;
mod inertia;
mod joints;
mod links;
mod mapping;
mod names;
mod netlist;
mod options;
mod problem;
mod read;
mod reader;
mod robot;
mod roles;
mod tree;
mod visuals;
mod vocabulary;
mod warnings;
mod welds;
mod xml;

use compiler::model_file::{Diagnostic, InvalidModelFile, ModelFile, SourceText};

pub use options::{Base, MimicMode, UrdfOptions};
pub use problem::UrdfProblem;

/// A robot as a model.
#[derive(Clone, Debug, PartialEq)]
pub struct RobotModel {
    /// The netlist; its positions are those of the robot's text.
    pub file: ModelFile,
    /// Parts of the text that the model omits or changes, a sentence each.
    pub warnings: Vec<String>,
}

/// Reads the text of a robot.
///
/// # Errors
/// Everything that is wrong with it, in the order of the text.
pub fn read(source: SourceText, options: &UrdfOptions) -> Result<(RobotModel, SourceText), InvalidModelFile> {
    match model(&source.text, options) {
        Ok(model) => Ok((model, source)),
        Err(diagnostics) => Err(InvalidModelFile { sources: source.into(), diagnostics }),
    }
}

fn model(text: &str, options: &UrdfOptions) -> Result<RobotModel, Vec<Diagnostic>> {
    let document = xml::parse(text)?;
    let mut warnings = warnings::Warnings::default();
    let robot = read::robot(&document, &mut warnings)?;
    let tree = tree::Tree::new(&robot)?;
    let roles = roles::Roles::new(&robot, &tree, options, &mut warnings)?;
    let tensors = welds::tensors(&robot, &tree, &roles, &mut warnings)?;
    let file = mapping::Mapping::new(&robot, &tree, &roles, &tensors, options, &mut warnings).file();
    Ok(RobotModel { file, warnings: warnings.into_sentences(&robot) })
}
