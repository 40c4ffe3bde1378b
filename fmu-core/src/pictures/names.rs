//! Variables of the catalogue by name, whole arrays too.

use crate::mechanism::Shape;
use crate::variables::Catalogue;
use std::collections::HashMap;

/// Finds variables by name.
#[derive(Debug)]
pub struct Names<'a> {
    indices: HashMap<&'a str, usize>,
}

/// A variable: shape and the catalogue indices of its elements, row after row.
pub type Elements = (Shape, Vec<usize>);

impl<'a> Names<'a> {
    /// The names of a catalogue.
    pub fn new(catalogue: &'a Catalogue) -> Self {
        Self { indices: catalogue.variables.iter().enumerate().map(|(i, v)| (v.name.as_str(), i)).collect() }
    }

    /// The variable or element called `name`.
    pub fn find(&self, name: &str) -> Option<Elements> {
        if let Some(&index) = self.indices.get(name) {
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
        (1..).map_while(|k| self.indices.get(name(k).as_str()).copied()).collect()
    }

    /// Names like `name`, for suggestions.
    pub(super) fn nearest(&self, name: &str) -> Option<String> {
        crate::model_file::nearest(name, self.indices.keys().copied()).map(str::to_owned)
    }
}
