//! Lookup of variables and whole arrays of the catalogue by name.

use crate::model_file::{ModelFile, Target, split_subscripts};
use mechanism::Shape;
use mechanism::hashed::HashMap;
use simulation::variables::{Catalogue, Variables};
use std::ops::Range;

/// Longer runs, which are elements of a large array, are entered one by one.
const LONGEST_RUN: usize = 256;

/// Finds variables by name.
///
/// Variables whose names are equal up to the last dot are consecutive, and a model has far more variables than such
/// runs. So the table has runs, which are searched linearly.
#[derive(Debug)]
pub struct Names<'a> {
    variables: &'a Variables,
    runs: Vec<Run>,
    /// Number of the last run for each prefix.
    last: HashMap<&'a str, usize>,
    /// Variables without a dot in their names, and those of long runs.
    others: HashMap<&'a str, usize>,
    /// Names of inputs in the model, by the signals of components that they drive.
    inputs: HashMap<&'a str, &'a str>,
}

/// Consecutive variables whose names have the same prefix.
#[derive(Debug)]
struct Run {
    variables: Range<usize>,
    /// Number of the previous run with this prefix.
    before: Option<usize>,
}

/// A variable: shape and the catalogue indices of its elements, row by row.
pub type Elements = (Shape, Vec<usize>);

impl<'a> Names<'a> {
    /// The names of a catalogue.
    pub fn new(catalogue: &'a Catalogue) -> Self {
        let variables = &catalogue.variables;
        let (runs, last, others) = (Vec::new(), HashMap::default(), HashMap::default());
        let mut names = Self { variables, runs, last, others, inputs: HashMap::default() };
        let (mut first, mut present) = (0, None);
        for (index, variable) in variables.numbered() {
            if present.is_some_and(|present| is_beginning(present, variable.name)) {
                continue;
            }
            let next = beginning(variable.name);
            if next != present {
                names.enter(first..index, present);
                (first, present) = (index, next);
            }
        }
        names.enter(first..variables.len(), present);
        names
    }

    /// Enters variables with the same prefix.
    fn enter(&mut self, variables: Range<usize>, beginning: Option<&'a str>) {
        let name = |index: usize| self.variables.at(index).name;
        match beginning {
            Some(beginning) if variables.len() <= LONGEST_RUN => {
                let before = self.last.insert(beginning, self.runs.len());
                self.runs.push(Run { variables, before });
            }
            _ => self.others.extend(variables.map(|index| (name(index), index))),
        }
    }

    /// Index of the variable of the catalogue called `name`.
    fn own(&self, name: &str) -> Option<usize> {
        let mut next = beginning(name).and_then(|beginning| self.last.get(beginning)).copied();
        while let Some(run) = next.and_then(|number| self.runs.get(number)) {
            let found = run.variables.clone().find(|index| self.variables.at(*index).name == name);
            if found.is_some() {
                return found;
            }
            next = run.before;
        }
        self.others.get(name).copied()
    }

    /// Adds the signals that are inputs with other names in the model.
    pub(super) fn with_inputs(mut self, file: &'a ModelFile) -> Self {
        let names = file.inputs.iter().filter_map(|public| match &public.target.value {
            Target::Variable(target) => Some((target.as_str(), public.name.value.as_str())),
            _ => None,
        });
        self.inputs.extend(names);
        self
    }

    /// The scalar variable called `name`, or the input that drives the signal of this name.
    fn index(&self, name: &str) -> Option<usize> {
        let own = self.own(name);
        if own.is_some() || self.inputs.is_empty() {
            return own;
        }
        let renamed = || self.inputs.get(name).and_then(|input| self.own(input));
        let element = || {
            let (base, _) = split_subscripts(name)?;
            self.own(&format!("{}{}", self.inputs.get(base)?, &name[base.len()..]))
        };
        renamed().or_else(element)
    }

    /// The variable or element called `name`.
    pub fn find(&self, name: &str) -> Option<Elements> {
        self.find_at_once(name).or_else(|| self.find_by_elements(name))
    }

    /// Finds the variable in one pass through the run with its prefix; none in special cases.
    fn find_at_once(&self, name: &str) -> Option<Elements> {
        let (mut elements, mut texts) = (Vec::new(), Vec::new());
        let mut next = self.last.get(beginning(name)?).copied();
        while let Some(run) = next.and_then(|number| self.runs.get(number)) {
            for index in run.variables.clone() {
                match self.variables.at(index).name.strip_prefix(name) {
                    Some("") => return Some((Shape::Scalar, vec![index])),
                    Some(subscript) if subscript.starts_with('[') => {
                        elements.push(index);
                        texts.push(subscript);
                    }
                    _ => {}
                }
            }
            next = run.before;
        }
        let (_, last) = split_subscripts(self.variables.at(*elements.last()?).name)?;
        let (shape, beyond) = match last[..] {
            [size] => (Shape::Vector(size), vec![format!("{name}[{}]", size + 1)]),
            [rows, columns] => (
                Shape::Matrix(rows, columns),
                vec![format!("{name}[{},1]", rows + 1), format!("{name}[1,{}]", columns + 1)],
            ),
            _ => return None,
        };
        let is_whole = shape.size() == texts.len() && (0..).zip(&texts).all(|(k, text)| shape.subscript(k) == *text);
        // An element may be an input with another name.
        (is_whole && beyond.iter().all(|next| self.index(next).is_none())).then_some((shape, elements))
    }

    /// Finds the variable element by element.
    fn find_by_elements(&self, name: &str) -> Option<Elements> {
        if let Some(index) = self.index(name) {
            return Some((Shape::Scalar, vec![index]));
        }
        let vector = self.run(|k| format!("{name}[{k}]"));
        if !vector.is_empty() {
            return Some((Shape::Vector(vector.len()), vector));
        }
        let columns = self.run(|k| format!("{name}[1,{k}]")).len();
        let rows = if columns == 0 { 0 } else { self.run(|k| format!("{name}[{k},1]")).len() };
        let element = |k: usize| self.own(&format!("{name}[{},{}]", k / columns + 1, k % columns + 1));
        let elements: Vec<usize> = (0..rows * columns).filter_map(element).collect();
        (rows > 0 && elements.len() == rows * columns).then_some((Shape::Matrix(rows, columns), elements))
    }

    /// The elements from number 1.
    fn run(&self, name: impl Fn(usize) -> String) -> Vec<usize> {
        (1..).map_while(|k| self.index(&name(k))).collect()
    }

    /// Names similar to `name`, for suggestions.
    pub(super) fn nearest(&self, name: &str) -> Option<String> {
        let names = self.variables.iter().map(|variable| variable.name);
        crate::model_file::nearest(name, names).map(str::to_owned)
    }
}

/// The part of a name before its last dot.
fn beginning(name: &str) -> Option<&str> {
    // The last part is short: a search byte by byte is the fastest.
    name.bytes().rposition(|byte| byte == b'.').map(|dot| &name[..dot])
}

/// Returns true if `beginning` is the part of a name before its last dot.
fn is_beginning(beginning: &str, name: &str) -> bool {
    let rest = name.strip_prefix(beginning).and_then(|rest| rest.strip_prefix('.'));
    rest.is_some_and(|rest| rest.bytes().all(|byte| byte != b'.'))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;
    use crate::compile;

    /// Scalars, vectors, matrices, an array whose last element is an input of another name, and one that stays whole.
    #[test]
    fn one_look_finds_what_the_elements_say() {
        let text = r#"
            name = "M"
            connections = [["world.frame_b", "rev.frame_a"], ["rev.frame_b", "box.frame_a"], ["push.frame_b", "box.frame_b"],
                           ["lift.frame_b", "box.frame_b"]]
            [inputs]
            up = "push.force[3]"
            [components]
            world = { class = "World" }
            rev = { class = "Joints.Revolute" }
            box = { class = "Parts.BodyBox", r = [0.1, 0, 0] }
            push = { class = "Forces.WorldForce" }
            lift = { class = "Forces.WorldForce" }
        "#;
        let file = ModelFile::from_toml(text).unwrap();
        let catalogue = compile(&file).unwrap().catalogue;
        let names = Names::new(&catalogue).with_inputs(&file);
        let mut count = 0;
        for variable in catalogue.variables.iter() {
            let whole = split_subscripts(variable.name).map_or(variable.name, |(whole, _)| whole);
            for name in [variable.name, whole] {
                let expected = names.find_by_elements(name);
                assert!(expected.is_some(), "{name}");
                assert_eq!(names.find(name), expected, "{name}");
                count += usize::from(names.find_at_once(name).is_some());
            }
        }
        assert!(count > 500, "{count}");
        assert_eq!(names.find("push.force").unwrap().1.len(), 3);
        assert_eq!(names.find_at_once("push.force"), None);
        assert_eq!(names.find("lift.force"), names.find_at_once("lift.force"));
    }
}
