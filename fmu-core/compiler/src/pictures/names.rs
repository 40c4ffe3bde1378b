//! Lookup of variables and whole arrays of the catalogue by name.

use crate::elements::elements_of;
use crate::model_file::{ModelFile, Target, split_subscripts};
use mechanism::Shape;
use mechanism::hashed::HashMap;
use simulation::variables::{Catalogue, Variables};

/// Finds variables by name.
#[derive(Debug)]
pub(super) struct Names<'a> {
    variables: &'a Variables,
    /// Index of each variable.
    own: HashMap<&'a str, usize>,
    /// Names of inputs in the model, by the signals of components that they drive.
    inputs: HashMap<&'a str, &'a str>,
}

/// A variable: shape and the catalogue indices of its elements, row by row.
pub type Elements = (Shape, Vec<usize>);

impl<'a> Names<'a> {
    /// The names of a catalogue, and the signals that are inputs with other names in the model.
    pub fn new(file: &'a ModelFile, catalogue: &'a Catalogue) -> Self {
        let variables = &catalogue.variables;
        let own = variables.numbered().map(|(index, variable)| (variable.name, index)).collect();
        let inputs = file.inputs.iter().filter_map(|public| match &public.target.value {
            Target::Variable(target) => Some((target.as_str(), public.name.value.as_str())),
            _ => None,
        });
        Self { variables, own, inputs: inputs.collect() }
    }

    /// The scalar variable called `name`, or the input that drives the signal of this name.
    fn index(&self, name: &str) -> Option<usize> {
        let own = |name: &str| self.own.get(name).copied();
        let renamed = || own(self.inputs.get(name)?);
        let element = || {
            let (base, _) = split_subscripts(name)?;
            own(&format!("{}{}", self.inputs.get(base)?, &name[base.len()..]))
        };
        own(name).or_else(renamed).or_else(element)
    }

    /// The variable or element called `name`.
    pub fn find(&self, name: &str) -> Option<Elements> {
        elements_of(name, |name| self.index(name))
    }

    /// The name most similar to `name`, for suggestions.
    pub fn nearest(&self, name: &str) -> Option<String> {
        let names = self.variables.iter().map(|variable| variable.name);
        crate::model_file::nearest(name, names).map(str::to_owned)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;
    use crate::compile;

    /// Scalars, vectors, matrices, and an array whose last element is an input of another name.
    #[test]
    fn arrays_are_found_by_their_elements() {
        let text = r#"
            name = "M"
            connections = [["world.frame_b", "rev.frame_a"], ["rev.frame_b", "box.frame_a"], ["push.frame_b", "box.frame_b"]]
            [inputs]
            up = "push.force[3]"
            [components]
            world = { class = "World" }
            rev = { class = "Joints.Revolute" }
            box = { class = "Parts.BodyBox", r = [0.1, 0, 0] }
            push = { class = "Forces.WorldForce" }
        "#;
        let file = ModelFile::from_toml(text).unwrap();
        let catalogue = compile(&file).unwrap().catalogue;
        let names = Names::new(&file, &catalogue);
        for variable in catalogue.variables.iter() {
            let index = catalogue.find(variable.name).unwrap();
            assert_eq!(names.find(variable.name), Some((Shape::Scalar, vec![index])), "{}", variable.name);
            if let Some((array, _)) = split_subscripts(variable.name) {
                let (_, elements) = names.find(array).unwrap();
                assert!(elements.contains(&index), "{}", variable.name);
            }
        }
        let up = catalogue.find("up").unwrap();
        assert_eq!(names.find("push.force[3]"), Some((Shape::Scalar, vec![up])));
        let (shape, elements) = names.find("push.force").unwrap();
        assert_eq!((shape, elements[2]), (Shape::Vector(3), up));
        let (shape, elements) = names.find("box.frame_a.R.T").unwrap();
        assert_eq!((shape, elements[5]), (Shape::Matrix(3, 3), catalogue.find("box.frame_a.R.T[2,3]").unwrap()));
        assert_eq!(names.find("box.frame_a.R"), None);
    }
}
