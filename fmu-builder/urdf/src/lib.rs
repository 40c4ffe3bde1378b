//! Robot descriptions (URDF) as models. The XML is read with places, and its tree of links and joints becomes the
//! netlist of a model file, so that problems of the model refer to the robot's text.
//!
//! The format is specified in the ROS wiki (urdf/XML/joint, urdf/XML/link) and in the schema of the package urdfdom; docs/urdf.md describes
//! how it is translated.

mod axis;
mod element;
mod gears;
mod inertia;
mod joints;
mod links;
mod mapping;
mod names;
mod netlist;
mod problem;
mod read;
mod reader;
mod robot;
mod roles;
mod tree;
mod vocabulary;
mod warnings;
mod welds;
mod xml;

use compiler::model_file::{Diagnostic, InvalidModelFile, ModelFile, Problem, ReadModel, SourceText};

pub use problem::UrdfProblem;
pub use vocabulary::words_of;

/// Mounting of the root link.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Base {
    /// At the origin of the world.
    #[default]
    Fixed,
    /// Free to move.
    Floating,
}

/// Treatment of joints that mimic others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MimicMode {
    /// A gear couples the two axes.
    #[default]
    Gear,
    /// The joint is independent.
    Free,
    /// The joint is fixed at zero.
    Lock,
}

/// Options of the translation from URDF.
#[derive(Clone, Debug, PartialEq)]
pub struct UrdfOptions {
    /// Mounting of the root link.
    pub base: Base,
    /// Treatment of mimic joints.
    pub mimic: MimicMode,
    /// Gravity along -z of the world, m/s2.
    pub gravity: f64,
    /// Names of joints that are fixed at zero.
    pub locked: Vec<String>,
    /// Add the dry friction given in the text to the joints.
    pub friction: bool,
    /// Add elastic stops at the position limits to the joints.
    pub limits: bool,
}

impl Default for UrdfOptions {
    fn default() -> Self {
        Self {
            base: Base::default(),
            mimic: MimicMode::default(),
            gravity: 9.81,
            locked: Vec::new(),
            friction: false,
            limits: false,
        }
    }
}

/// A robot as a model.
#[derive(Clone, Debug, PartialEq)]
pub struct RobotModel {
    /// The netlist; its places are in the robot's text.
    pub file: ModelFile,
    /// Parts of the text that the model omits or changes, one sentence each.
    pub warnings: Vec<String>,
}

impl RobotModel {
    /// The model with its text.
    pub fn with_text(self, source: SourceText) -> ReadModel {
        let note = |warning| Diagnostic::without_place(Problem::Syntax(warning));
        ReadModel { file: self.file, sources: source.into(), notes: self.warnings.into_iter().map(note).collect() }
    }
}

/// Reads the text of a robot.
///
/// # Errors
/// All problems, in the order of the text.
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
