//! Animation of a model: the pictures of its components, with all names resolved to variables of the catalogue.
//!
//! The library has the pictures of each class ([`library::pictures`]), the model file the values of graphic parameters.
//! Here both become expressions in variables of the catalogue, so that a viewer of these variables can draw the model
//! at any time.

mod given;
mod names;
mod resolve;
mod separate;

pub use names::Elements;
pub use separate::{merged, separated};

use crate::model_file::{Diagnostic, Expression, ModelFile, Quantity as Values, Span};
use library::pictures::{Group, Quantity, ShapeType};
use mechanism::expression::ExpressionProblem;
use mechanism::hashed::HashMap;
use simulation::variables::Catalogue;

/// Pictures of a model.
#[derive(Clone, Debug, Default)]
pub struct Pictures {
    /// The pictures of all components, in the order of the model file, without those that the model hides.
    pub shown: Vec<Shown>,
    /// The variables in the pictures.
    pub variables: HashMap<String, Elements>,
    /// Force that is drawn with a length of 1 m, N, if the model sets it.
    pub force_scale: Option<Expression>,
    /// Torque that is drawn with a length of 1 m, N.m, if the model sets it.
    pub torque_scale: Option<Expression>,
    /// Name of the world, if the model has frames.
    pub world: Option<String>,
    /// The files of shapes, in the order of the pictures.
    pub files: Vec<ShapeFile>,
}

/// A file with the geometry of a shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapeFile {
    /// Component that shows it.
    pub component: String,
    /// URI or path as in the model.
    pub name: String,
    /// Position in the model file; none for the default of a class.
    pub span: Option<Span>,
}

/// A picture of a component, with expressions in variables of the catalogue; see [`library::pictures::Picture`] for
/// their meaning.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Shown {
    /// Component.
    pub component: String,
    /// Name of the picture in its class.
    pub name: &'static str,
    /// Group in which it is shown and hidden.
    pub group: Group,
    /// Shape or arrow.
    pub figure: ShownFigure,
    /// Full name of the frame with its origin; none: the world frame.
    pub frame: Option<String>,
    /// Its vectors are resolved in the world frame.
    pub resolved_in_world: bool,
    /// It extends by half its length in both directions from its origin.
    pub centred: bool,
    pub origin: Expression,
    pub along: Expression,
    pub wide: Expression,
    pub roll: Expression,
    pub length: Expression,
    pub width: Expression,
    pub height: Expression,
    pub extra: Expression,
    pub colour: Expression,
    pub specular: Expression,
    pub opacity: Expression,
    /// It is shown if all of these are positive at the start.
    pub when: Vec<Expression>,
}

/// Shape or arrow with its properties.
#[derive(Clone, Debug)]
pub enum ShownFigure {
    /// A shape.
    Shape(ShapeType),
    /// The shape in [`Pictures::files`] with this index. With a positive `extra` its coordinates are multiplied by length, width and height.
    File(usize),
    /// An arrow with the coordinates `along`.
    Arrow {
        /// Quantity that the arrow shows.
        quantity: Quantity,
        /// Positive: it ends at its origin.
        head_at_origin: Expression,
    },
    /// Three axes.
    Axes {
        /// Colours of the axes.
        colours: [Expression; 3],
        /// Positive: with labels.
        labels: Expression,
    },
    /// A rectangle around its origin, `length` by `width`.
    Rectangle,
    /// The part of a plane under the mechanism, with the normal vector `along`.
    Plane,
    /// A rope from its origin to the end of the vector `along`; its unstretched length is `length`.
    Rope,
    /// Part of a torus about y: radii R and r, opening, start and stop angle.
    Torus([Expression; 5]),
}

impl Pictures {
    /// The value of an expression of a picture; `value` gives the values of variables by catalogue index.
    ///
    /// # Errors
    /// Incompatible shapes, and results that are not finite.
    pub fn evaluate(
        &self,
        expression: &Expression,
        value: &dyn Fn(usize) -> f64,
    ) -> Result<Values<f64>, ExpressionProblem> {
        expression.evaluate(&mut |name: &str| {
            // Every name has been resolved.
            let Some((shape, indices)) = self.variables.get(name) else { return Ok(Values::Scalar(0.0)) };
            let elements: Vec<f64> = indices.iter().map(|&index| value(index)).collect();
            Ok(Values::of(*shape, &elements))
        })
    }
}

impl Shown {
    /// All expressions of the picture.
    pub fn expressions(&self) -> Vec<&Expression> {
        let Self { origin, along, wide, roll, length, width, height, extra, colour, specular, opacity, .. } = self;
        let mut all = vec![origin, along, wide, roll, length, width, height, extra, colour, specular, opacity];
        match &self.figure {
            ShownFigure::Arrow { head_at_origin, .. } => all.push(head_at_origin),
            ShownFigure::Axes { colours, labels } => {
                all.extend(colours);
                all.push(labels);
            }
            ShownFigure::Torus(sizes) => all.extend(sizes),
            ShownFigure::Shape(_)
            | ShownFigure::File(_)
            | ShownFigure::Rectangle
            | ShownFigure::Plane
            | ShownFigure::Rope => {}
        }
        all.extend(&self.when);
        all
    }
}

/// Catalogue indices, ascending, of parameters that only pictures use, except those with aliases.
pub fn picture_parameters(file: &ModelFile, catalogue: &Catalogue) -> Vec<usize> {
    let own = file.components.iter().find(|component| component.is_world());
    let is_free = |name: &&str| file.components.iter().all(|component| component.name.value != *name);
    let added = || ["world", "world_default"].into_iter().find(is_free);
    let Some(world) = own.map(|component| component.name.value.as_str()).or_else(added) else { return Vec::new() };
    let decides_pictures = |name: &str| {
        let parameter = name.strip_prefix(world).and_then(|rest| rest.strip_prefix('.'));
        let base = parameter.map(|parameter| parameter.split_once('[').map_or(parameter, |(base, _)| base));
        let is_of_pictures = |base| library::world::CLASS.parameters.iter().any(|p| p.is_of_pictures && p.name == base);
        base.is_some_and(is_of_pictures)
    };
    let (mut found, mut named) = (Vec::new(), Vec::new());
    for (index, variable) in catalogue.variables.numbered() {
        named.extend(variable.alias_of);
        if decides_pictures(variable.name) {
            found.push(index);
        }
    }
    named.sort_unstable();
    found.retain(|index| named.binary_search(index).is_err());
    found
}

/// Reports errors in the graphic parameters of a model.
pub(crate) fn check(file: &ModelFile, catalogue: &Catalogue) -> Vec<Diagnostic> {
    if separate::has_graphics(file) { Pictures::new(file, catalogue).err().unwrap_or_default() } else { Vec::new() }
}
