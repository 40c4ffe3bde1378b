//! A model of which parts and connections may be reordered.

use crate::common::Rig;

/// Components as TOML lines and connections.
#[derive(Clone)]
pub struct Draft {
    pub components: Vec<String>,
    pub connections: Vec<[String; 2]>,
}

impl Draft {
    /// Components as pairs of a name and the inside of its table; connections as `a - b`, separated by commas.
    pub fn new(components: &[(&str, &str)], connections: &str) -> Self {
        let line = |(name, text): &(&str, &str)| format!("components.{name} = {{ {text} }}");
        let pair = |text: &str| {
            let (a, b) = text.split_once(" - ").unwrap();
            [a.trim().to_owned(), b.trim().to_owned()]
        };
        Self {
            components: components.iter().map(line).collect(),
            connections: connections.split(',').map(pair).collect(),
        }
    }

    /// The model file.
    pub fn text(&self) -> String {
        let connections: String = self.connections.iter().map(|[a, b]| format!("[\"{a}\", \"{b}\"], ")).collect();
        format!("name = \"Loop\"\nconnections = [{connections}]\n{}\n", self.components.join("\n"))
    }

    /// The same with another component.
    pub fn with(mut self, name: &str, text: &str) -> Self {
        self.components.push(format!("components.{name} = {{ {text} }}"));
        self
    }

    /// The same with the list of components and that of connections begun at another place, and backwards if wanted.
    pub fn reordered(&self, first: usize, backwards: bool) -> Self {
        let mut other = self.clone();
        let (components, connections) = (other.components.len(), other.connections.len());
        other.components.rotate_left(first % components);
        other.connections.rotate_left(first % connections);
        if backwards {
            other.components.reverse();
            other.connections.reverse();
        }
        other
    }

    /// The model at time 0, with a small tolerance.
    pub fn start(&self) -> Rig {
        Rig::new(&self.text()).with_tolerance(1e-11)
    }
}

/// Names of the constraints that close loops.
pub fn closings(rig: &Rig) -> Vec<String> {
    rig.model.mechanism.constraints.iter().map(|constraint| constraint.name.clone()).collect()
}

/// Fails unless every variable of both models has the same value, to `tolerance` times one plus its size. `other` gives the name that
/// a variable has in the second model and the factor to it; none for a variable that it does not have.
pub fn assert_same(a: &mut Rig, b: &mut Rig, tolerance: f64, other: impl Fn(&str) -> Option<(String, f64)>) {
    let names: Vec<String> = a.names().map(str::to_owned).collect();
    let mut compared = 0;
    for name in names {
        let Some((counterpart, factor)) = other(&name) else { continue };
        let (x, y) = (a.get(&name), factor * b.get(&counterpart));
        assert!((x - y).abs() <= tolerance * (1.0 + x.abs()), "{name}: {x} and {y}, off by {:e}", x - y);
        compared += 1;
    }
    assert!(compared > 100, "{compared} variables");
}

/// Every variable by its own name.
pub fn as_is(name: &str) -> Option<(String, f64)> {
    Some((name.to_owned(), 1.0))
}
