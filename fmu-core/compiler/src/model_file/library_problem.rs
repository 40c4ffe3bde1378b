//! Conflicts between a model and the component library: names, values, connections.

use mechanism::range;
use std::fmt;

/// A kind of name that a class declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Member {
    /// All that may be set: parameters, variables, parts.
    Parameter,
    /// Connector.
    Connector,
}

impl fmt::Display for Member {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Self::Parameter { "parameter" } else { "connector" })
    }
}

/// A conflict between the model and the component library.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LibraryProblem {
    /// An unknown class.
    #[error("component `{component}`: there is no class `{class}`")]
    UnknownClass {
        /// Component.
        component: String,
        /// Class as written.
        class: String,
        /// The most similar class, or all classes with the same name in other packages.
        nearest: Vec<String>,
        /// The classes of the same package.
        known: String,
    },
    /// A class of the Modelica library that is not supported yet.
    #[error("component `{component}`: `{class}` is in the library, but not supported yet")]
    AbsentClass {
        /// Component.
        component: String,
        /// Full name.
        class: String,
        /// A class with the same function, or a partial replacement.
        instead: &'static str,
    },
    /// A class of a package that is not supported at all.
    #[error("component `{component}`: `{class}`: {package} is not supported")]
    AbsentPackage {
        /// Component.
        component: String,
        /// Name as written.
        class: String,
        /// The package.
        package: &'static str,
    },
    /// An unknown parameter, variable or part, or an unknown connector.
    #[error("component `{component}` of class {class} has no {what} `{name}`")]
    UnknownMember {
        /// Kind of the name.
        what: Member,
        /// Component.
        component: String,
        /// Class.
        class: String,
        /// Name as written.
        name: String,
        /// The most similar name.
        nearest: Option<String>,
        /// All names.
        known: String,
    },
    /// An unknown attribute of a variable.
    #[error("component `{component}`: the variable `{variable}` has no attribute `{name}`")]
    UnknownAttribute {
        /// Component.
        component: String,
        /// Variable.
        variable: String,
        /// Name as written.
        name: String,
        /// The most similar attribute.
        nearest: Option<String>,
        /// All attributes that may be set.
        known: String,
    },
    /// A derived parameter was set.
    #[error("component `{component}`: `{parameter}` follows from other parameters and cannot be set")]
    FinalParameter {
        /// Component.
        component: String,
        /// Parameter.
        parameter: String,
    },
    /// A parameter without default is missing.
    #[error(
        "component `{component}` of class {class} lacks the parameter `{parameter}` ({description}): expected {expected}"
    )]
    MissingParameter {
        /// Component.
        component: String,
        /// Class.
        class: String,
        /// Parameter.
        parameter: String,
        /// Description of the parameter.
        description: String,
        /// Legal value, in words.
        expected: String,
    },
    /// A value of a wrong type or shape.
    #[error("{subject} is {found}: expected {expected}")]
    WrongValue {
        /// The owner of the value, in words.
        subject: String,
        /// The value, in words.
        found: String,
        /// Legal value, in words.
        expected: String,
    },
    /// A value out of its bounds.
    #[error("`{parameter}` is {value}: expected {expected}")]
    OutOfRange {
        /// Parameter with its component.
        parameter: String,
        /// Value as text.
        value: String,
        /// Bounds in words.
        expected: String,
    },
    /// An expression names something that is not a parameter.
    #[error("`{owner}`: the expression names `{name}`, which is not a parameter")]
    UnknownReference {
        /// Parameter that is bound to the expression.
        owner: String,
        /// Name in the expression.
        name: String,
        /// The most similar name.
        nearest: Option<String>,
    },
    /// Parameters that define each other.
    #[error("parameters define each other in a loop: {}", .path.join(" -> "))]
    Cycle {
        /// The cycle, with the first name repeated at the end.
        path: Vec<String>,
    },
    /// A fixed variable that the model does not have.
    #[error("component `{component}`: `{variable}` is fixed, but the component has no such variable in this model")]
    CannotBeFixed {
        /// Component.
        component: String,
        /// Variable.
        variable: String,
    },
    /// A feature of the Modelica library that is not supported.
    #[error("component `{component}`: `{what}` needs {needs}")]
    NotSupported {
        /// Component.
        component: String,
        /// Parameter or connector.
        what: String,
        /// Missing feature.
        needs: String,
    },
    /// A connection to a component that does not exist.
    #[error("`{end}` is not a connector: its name does not begin with that of a component")]
    UnknownComponent {
        /// End as written.
        end: String,
        /// The most similar connector.
        nearest: Option<String>,
    },
    /// A conditional connector that does not exist in this model.
    #[error("component `{component}` has the connector `{connector}` only if {condition}")]
    AbsentConnector {
        /// Component.
        component: String,
        /// Connector.
        connector: String,
        /// Condition in words.
        condition: String,
    },
    /// Connectors of incompatible kinds.
    #[error("`{from}` ({from_kind}) and `{to}` ({to_kind}) cannot be connected")]
    ConnectorKinds {
        /// One end.
        from: String,
        /// Kind of that connector.
        from_kind: String,
        /// Other end.
        to: String,
        /// Kind of that connector.
        to_kind: String,
    },
    /// Two outputs drive one signal.
    #[error("the signal `{signal}` is driven by `{first}` and by `{second}`: expected one source")]
    TwoDrivers {
        /// Input.
        signal: String,
        /// One output.
        first: String,
        /// Other output.
        second: String,
    },
    /// More than one World.
    #[error("there are {count} components of class World, `{first}` and `{second}` among them: expected one")]
    SeveralWorlds {
        /// Number.
        count: usize,
        /// First.
        first: String,
        /// Second.
        second: String,
    },
    /// A public name whose target does not exist.
    #[error("`{section}`: `{name}` refers to `{target}`, which is not a {expected}")]
    UnknownTarget {
        /// `inputs` or `outputs`.
        section: &'static str,
        /// Public name.
        name: String,
        /// Name that the public name refers to.
        target: String,
        /// Kind of the expected target.
        expected: &'static str,
        /// The most similar target.
        nearest: Option<String>,
        /// All legal targets.
        known: Box<str>,
    },
    /// A public name that is already the name of a variable.
    #[error("`{section}`: the name `{name}` is already used by a variable of the model")]
    NameTaken {
        /// `inputs` or `outputs`.
        section: &'static str,
        /// Public name.
        name: String,
    },
    /// A class asks for an undeclared name: an internal error.
    #[error(
        "component `{component}`: the class {class} asks for {what} `{name}`, which it does not declare: an internal error"
    )]
    ClassFault {
        /// Component.
        component: String,
        /// Class, full name.
        class: &'static str,
        /// Kind of the missing item, such as a parameter or a connector.
        what: &'static str,
        /// Name.
        name: String,
    },
    /// A model without components and variables.
    #[error("the model has no components")]
    NoComponents,
}

/// The nearest of `names` to `name`, and all of them.
fn nearest_and_all<'n>(name: &str, names: impl Iterator<Item = &'n str> + Clone) -> (Option<String>, String) {
    (super::nearest(name, names.clone()).map(str::to_owned), names.collect::<Vec<_>>().join(", "))
}

/// Keys of the top level that belong to a component if written below its header.
const SECTIONS: [&str; 8] =
    ["name", "description", "connections", "experiment", "parameters", "variables", "inputs", "outputs"];

impl LibraryProblem {
    pub(crate) fn not_supported(component: &str, what: impl Into<String>, needs: impl Into<String>) -> Self {
        Self::NotSupported { component: component.to_owned(), what: what.into(), needs: needs.into() }
    }

    pub(crate) fn wrong_value(component: &str, parameter: &str, found: String, expected: impl Into<String>) -> Self {
        let subject = format!("component `{component}`: `{parameter}`");
        Self::WrongValue { subject, found, expected: expected.into() }
    }

    /// A parameter or attribute that is not what is `expected`.
    pub(crate) fn wrong_setting(name: &str, found: impl Into<String>, expected: impl Into<String>) -> Self {
        Self::WrongValue { subject: format!("`{name}`"), found: found.into(), expected: expected.into() }
    }

    /// A value beyond its limits.
    pub(crate) fn out_of_range(parameter: &str, value: f64, (min, max): (Option<f64>, Option<f64>)) -> Self {
        let expected = match (min, max) {
            (Some(min), Some(max)) if min == max => min.to_string(),
            (Some(_), Some(_)) => format!("a value {}", range(min, max)),
            _ => format!("a value of {}", range(min, max)),
        };
        Self::OutOfRange { parameter: parameter.to_owned(), value: value.to_string(), expected }
    }

    /// A direction of length zero.
    pub(crate) fn zero_direction(parameter: &str) -> Self {
        let (value, expected) = ("the zero vector".to_owned(), "a direction of nonzero length".to_owned());
        Self::OutOfRange { parameter: parameter.to_owned(), value, expected }
    }

    pub(crate) fn unknown_member<'n>(
        what: Member,
        component: &str,
        class: &str,
        name: &str,
        known: impl Iterator<Item = &'n str> + Clone,
    ) -> Self {
        let (nearest, known) = nearest_and_all(name, known);
        let (component, class, name) = (component.to_owned(), class.to_owned(), name.to_owned());
        Self::UnknownMember { what, component, class, name, nearest, known }
    }

    pub(crate) fn unknown_attribute(component: &str, variable: &str, name: &str, known: &[&str]) -> Self {
        let (nearest, known) = nearest_and_all(name, known.iter().copied());
        let (component, variable, name) = (component.to_owned(), variable.to_owned(), name.to_owned());
        Self::UnknownAttribute { component, variable, name, nearest, known }
    }

    /// Advice in addition to the message.
    pub fn help(&self) -> Option<String> {
        let meant = |nearest: &Option<String>| nearest.as_ref().map(|n| format!("did you mean `{n}`?"));
        match self {
            Self::UnknownClass { nearest, .. } if !nearest.is_empty() => {
                Some(format!("did you mean `{}`?", nearest.join("` or `")))
            }
            Self::UnknownClass { known, .. } => (!known.is_empty()).then(|| format!("this version has: {known}")),
            Self::AbsentClass { instead, .. } => Some(format!("instead: {instead}")),
            Self::AbsentPackage { .. } => Some(
                "the library has classes of mechanics, blocks, analog circuits and heat transfer, listed by \
                 `fmu-builder classes`; simulate other parts of a system outside the FMU, connected by inputs and \
                 outputs"
                    .to_owned(),
            ),
            Self::UnknownMember { what: Member::Parameter, name, .. } if SECTIONS.contains(&name.as_str()) => {
                Some(format!("in TOML, write `{name}` of the model before the first `[table]`, or as a separate table"))
            }
            Self::UnknownReference { name, .. } if crate::units::Unit::parse(name).is_ok() => Some(format!(
                "`{name}` is a unit, too: units follow a number, without blanks, as in `2 {name}` or `2 N.s/m`"
            )),
            Self::UnknownReference { nearest, .. } | Self::UnknownComponent { nearest, .. } => meant(nearest),
            Self::UnknownTarget { nearest, known, .. } => {
                meant(nearest).or_else(|| (!known.is_empty()).then(|| format!("there are: {known}")))
            }
            Self::UnknownMember { nearest, known, .. } | Self::UnknownAttribute { nearest, known, .. } => {
                meant(nearest).or_else(|| (!known.is_empty()).then(|| format!("it has: {known}")))
            }
            Self::FinalParameter { .. } => Some("set the parameters that it depends on".to_owned()),
            Self::AbsentConnector { condition, .. } => Some(format!("set {condition}")),
            Self::CannotBeFixed { .. } => {
                Some("leave out `fixed`, or fix another variable of the component".to_owned())
            }
            Self::ClassFault { .. } => Some("the model file is correct; please report this error".to_owned()),
            Self::NoComponents => {
                Some("add at least one component, `[components.world]` with `class = \"World\"`".to_owned())
            }
            _ => None,
        }
    }
}
