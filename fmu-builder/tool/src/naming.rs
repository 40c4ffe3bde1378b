//! Names of the variables of an FMU, and its modelIdentifier: base name of the library in binaries/ and prefix of C functions.

use std::borrow::Cow;
use std::collections::HashSet;

use compiler::model_file::c_identifier;
use simulation::variables::Catalogue;
use uuid::Uuid;

/// Naming convention of an FMU's variables (FMI 2.0.5, 2.2.9).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Naming {
    /// Names have parts and indices: `body.frame_a.r_0[1]`, `der(rev.phi)`.
    #[default]
    Structured,
    /// Names are plain. The builder makes them of letters, digits and underscores ([`Names`]), for hosts that make buses of dots or
    /// refuse brackets.
    Flat,
}

impl Naming {
    /// The value of variableNamingConvention.
    pub fn convention(self) -> &'static str {
        match self {
            Self::Structured => "structured",
            Self::Flat => "flat",
        }
    }

    /// Parses the value of variableNamingConvention.
    pub fn from_convention(text: &str) -> Option<Self> {
        [Self::Structured, Self::Flat].into_iter().find(|naming| naming.convention() == text)
    }
}

/// The name of each variable of a catalogue in the FMU.
///
/// Structured names are those of the catalogue. For flat ones each sequence of other characters than letters and digits becomes one
/// underscore, and at the end none: `body.frame_a.r_0[1]` is `body_frame_a_r_0_1`, `der(rev.phi)` is `der_rev_phi`. Names that are flat
/// already stay as they are; of others that would be equal, or equal to one of those, the later in the catalogue get `_2`, `_3`, ... So the names depend on
/// the model only, and not on the variables that the FMU lists.
#[derive(Clone, Debug)]
pub struct Names<'a> {
    /// The convention.
    pub naming: Naming,
    catalogue: &'a Catalogue,
    /// The flat names, where these are wanted.
    flat: Vec<Cow<'a, str>>,
}

impl<'a> Names<'a> {
    /// The names of all variables of `catalogue`.
    pub fn new(catalogue: &'a Catalogue, naming: Naming) -> Self {
        let structured = catalogue.variables.iter().map(|variable| variable.name);
        let flat = if naming == Naming::Flat { flat_names(structured) } else { Vec::new() };
        Self { naming, catalogue, flat }
    }

    /// Name of the variable with this catalogue index.
    pub fn get(&self, index: usize) -> &str {
        let structured = || self.catalogue.variables.get(index).map(|variable| variable.name);
        let name = if self.naming == Naming::Flat { self.flat.get(index).map(AsRef::as_ref) } else { structured() };
        name.unwrap_or_default()
    }
}

fn flat_names<'a>(structured: impl Iterator<Item = &'a str> + Clone) -> Vec<Cow<'a, str>> {
    let mut taken: HashSet<String> =
        structured.clone().filter(|name| is_c_identifier(name)).map(str::to_owned).collect();
    let unique = |name: &'a str| {
        if is_c_identifier(name) {
            return Cow::Borrowed(name);
        }
        let flat = flatten(name);
        let candidates = (1_u32..).map(|n| if n == 1 { flat.clone() } else { format!("{flat}_{n}") });
        let free = candidates.into_iter().find(|candidate| !taken.contains(candidate)).unwrap_or_default();
        taken.insert(free.clone());
        Cow::Owned(free)
    };
    structured.map(unique).collect()
}

/// True if the name is a C identifier: letters, digits and underscores, no leading digit.
pub(crate) fn is_c_identifier(name: &str) -> bool {
    let legal = |c: char| c.is_ascii_alphanumeric() || c == '_';
    name.chars().all(legal) && !name.starts_with(|c: char| c.is_ascii_digit()) && !name.is_empty()
}

pub(crate) fn flatten(name: &str) -> String {
    let mut flat = String::with_capacity(name.len());
    for c in name.chars() {
        match c {
            c if c.is_ascii_alphanumeric() => flat.push(c),
            _ if flat.ends_with('_') => {}
            _ => flat.push('_'),
        }
    }
    let flat = flat.trim_end_matches('_');
    if flat.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') { flat.to_owned() } else { format!("_{flat}") }
}

/// Longest identifier, so that paths inside unpacked FMUs stay below the 260 characters of Windows.
const MAX_LENGTH: usize = 40;
/// Digits of the hash that keeps cut names apart.
const HASH_LENGTH: usize = 6;
/// Namespace of that hash.
const NAMESPACE: Uuid = Uuid::from_u128(0x6d75_6c74_6962_6f64_792d_666d_752d_6964);

/// The C identifier of at most 40 characters made from a model name: what is not a letter, digit or underscore becomes an
/// underscore, and a longer name is cut and ends in a short hash of the whole.
///
/// ```
/// assert_eq!(fmu_tool::model_identifier("Robot.Arm 2"), "Robot_Arm_2");
/// assert_eq!(fmu_tool::model_identifier("2D"), "_2D");
/// ```
pub fn model_identifier(name: &str) -> String {
    let mut identifier = c_identifier(name);
    if identifier.len() > MAX_LENGTH {
        let hash = Uuid::new_v5(&NAMESPACE, name.as_bytes()).simple().to_string();
        identifier.truncate(MAX_LENGTH - HASH_LENGTH - 1);
        identifier.push('_');
        identifier.extend(hash.chars().take(HASH_LENGTH));
    }
    identifier
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    fn flat(names: &[&'static str]) -> Vec<String> {
        flat_names(names.iter().copied()).into_iter().map(Cow::into_owned).collect()
    }

    #[test]
    fn dots_and_brackets_become_underscores() {
        let names = ["time", "body.frame_a.r_0[1]", "body.I[1,2]", "der(rev.phi)", "der(a.b[2],2)", "äö", "2D", "a__b"];
        let expected = ["time", "body_frame_a_r_0_1", "body_I_1_2", "der_rev_phi", "der_a_b_2_2", "_", "_2D", "a__b"];
        assert_eq!(flat(&names), expected);
    }

    #[test]
    fn names_stay_unique_and_plain_ones_stay() {
        assert_eq!(flat(&["a.b", "a_b", "a[b]", "a_b_2"]), ["a_b_3", "a_b", "a_b_4", "a_b_2"]);
    }

    #[test]
    fn conventions_are_read_back() {
        for naming in [Naming::Structured, Naming::Flat] {
            assert_eq!(Naming::from_convention(naming.convention()), Some(naming));
        }
        assert_eq!(Naming::from_convention("Flat"), None);
    }
}

#[cfg(test)]
mod identifier_tests {
    use super::*;

    #[test]
    fn is_a_c_identifier_for_any_name() {
        for name in ["", "a", "1", "Ünïcode ☃", "a-b", "../../etc/passwd", "x".repeat(400).as_str()] {
            let identifier = model_identifier(name);
            assert!(identifier.len() <= MAX_LENGTH, "{identifier}");
            assert!(identifier.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'), "{identifier}");
            assert!(identifier.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'), "{identifier}");
        }
    }

    #[test]
    fn long_names_that_differ_at_the_end_stay_apart() {
        let name = |last: &str| format!("Modelica.Mechanics.MultiBody.Examples.Elementary.{last}");
        assert_ne!(model_identifier(&name("Pendulum")), model_identifier(&name("DoublePendulum")));
        assert_eq!(model_identifier(&name("Pendulum")), model_identifier(&name("Pendulum")));
    }
}
