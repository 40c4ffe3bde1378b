//! Variables of the catalogue by name, whole arrays too.

use crate::mechanism::Shape;
use crate::model_file::{ModelFile, split_subscripts};
use crate::variables::Catalogue;
use std::collections::HashMap;

/// Finds variables by name.
#[derive(Debug)]
pub struct Names<'a> {
    indices: HashMap<&'a str, usize>,
    /// Names that the model gives to inputs, by the signals of components that they are.
    inputs: HashMap<&'a str, &'a str>,
}

/// A variable: shape and the catalogue indices of its elements, row after row.
pub type Elements = (Shape, Vec<usize>);

impl<'a> Names<'a> {
    /// The names of a catalogue.
    pub fn new(catalogue: &'a Catalogue) -> Self {
        let indices = catalogue.variables.iter().enumerate().map(|(i, v)| (v.name.as_str(), i)).collect();
        Self { indices, inputs: HashMap::new() }
    }

    /// With the signals that the model makes inputs of another name.
    pub(super) fn with_inputs(mut self, file: &'a ModelFile) -> Self {
        let names = file.inputs.iter().map(|public| (public.target.value.as_str(), public.name.value.as_str()));
        self.inputs.extend(names);
        self
    }

    /// The scalar variable called `name`, or the input that the signal of this name is.
    fn index(&self, name: &str) -> Option<usize> {
        let own = self.indices.get(name);
        let renamed = || self.inputs.get(name).and_then(|input| self.indices.get(input));
        let element = || {
            let (base, _) = split_subscripts(name)?;
            self.indices.get(format!("{}{}", self.inputs.get(base)?, &name[base.len()..]).as_str())
        };
        own.or_else(renamed).or_else(element).copied()
    }

    /// The variable or element called `name`.
    pub fn find(&self, name: &str) -> Option<Elements> {
        if let Some(index) = self.index(name) {
            return Some((Shape::Scalar, vec![index]));
        }
        let vector = self.run(|k| format!("{name}[{k}]"));
        if !vector.is_empty() {
            return Some((Shape::Vector(vector.len()), vector));
        }
        let columns = self.run(|k| format!("{name}[1,{k}]")).len();
        let rows = if columns == 0 { 0 } else { self.run(|k| format!("{name}[{k},1]")).len() };
        let element = |k: usize| self.indices.get(format!("{name}[{},{}]", k / columns + 1, k % columns + 1).as_str());
        let elements: Vec<usize> = (0..rows * columns).filter_map(element).copied().collect();
        (rows > 0 && elements.len() == rows * columns).then_some((Shape::Matrix(rows, columns), elements))
    }

    /// The elements from 1 on.
    fn run(&self, name: impl Fn(usize) -> String) -> Vec<usize> {
        (1..).map_while(|k| self.index(&name(k))).collect()
    }

    /// Names like `name`, for suggestions.
    pub(super) fn nearest(&self, name: &str) -> Option<String> {
        crate::model_file::nearest(name, self.indices.keys().copied()).map(str::to_owned)
    }
}
