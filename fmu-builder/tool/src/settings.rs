//! Settings of a run: `NAME=VALUE`, where a number may have a unit; for an FMU that is loaded and for a model in this process.

use compiler::model_file::nearest;
use compiler::units::Unit;
use simulation::variables::{Causality, Initial, Value, Variability};

/// `name = value` as the user wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Name of the variable.
    pub name: String,
    /// Its value: a number, alone or with a unit, `true` or `false`, or the literal of an enumeration.
    pub value: String,
}

/// Why a value cannot be set.
#[allow(missing_docs, reason = "the messages describe variants and fields")]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingError {
    #[error("there is no variable \"{name}\"{}", did_you_mean(nearest.as_deref()))]
    Unknown { name: String, nearest: Option<String> },
    #[error(
        "the FMU does not show the variable \"{name}\" of its model: build it with `--expose all`, or make the variable an output"
    )]
    Hidden { name: String },
    #[error("\"{name}\" cannot be set: {reason}")]
    NotSettable { name: String, reason: &'static str },
    #[error("\"{name}\" cannot be \"{value}\": {expected} expected")]
    Value { name: String, value: String, expected: String },
}

/// A hint at the nearest name, if there is one.
pub fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |nearest| format!("; did you mean \"{nearest}\"?"))
}

/// When a value is set (FMI 2.0.5, 4.2.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// After fmi2SetupExperiment: parameters and start values.
    Instantiated,
    /// Inputs.
    Initialization,
}

/// Type of a variable's values.
pub(crate) enum Values<'a> {
    Real {
        unit: Option<&'a str>,
    },
    Integer,
    Boolean,
    /// Literals with their values.
    Enumeration(Vec<(&'a str, i32)>),
    Text,
}

/// A variable that a setting or a column of a table may name, with the attributes that decide whether it can be set.
pub(crate) struct Settable<'a> {
    pub name: &'a str,
    pub value_reference: u32,
    pub causality: Causality,
    pub variability: Variability,
    pub initial: Option<Initial>,
    pub values: Values<'a>,
}

impl Settable<'_> {
    /// When the variable is set, or why it cannot be.
    fn phase(&self) -> Result<Phase, &'static str> {
        match (self.causality, self.variability, self.initial) {
            (Causality::Input, ..) => Ok(Phase::Initialization),
            (Causality::Independent, ..) => Err("it is the time; use --start-time"),
            (_, Variability::Constant, _) => Err("it is a constant, fixed when the FMU was built"),
            (_, _, Some(Initial::Exact | Initial::Approx)) => Ok(Phase::Instantiated),
            (Causality::CalculatedParameter, ..) => Err("it is calculated from other parameters"),
            (Causality::Output, ..) => Err("it is an output"),
            _ => Err("it is calculated by the model"),
        }
    }

    /// The value that a text is for the variable.
    pub(crate) fn value(&self, text: &str) -> Result<Value, SettingError> {
        self.values.parse(text.trim()).map_err(|expected| SettingError::Value {
            name: self.name.to_owned(),
            value: text.to_owned(),
            expected,
        })
    }

    fn is_alias_of(&self, other: &Self) -> bool {
        self.value_reference == other.value_reference && self.values.name() == other.values.name()
    }
}

/// The variables of a loaded FMU, or of a model in this process.
pub(crate) trait Variables {
    /// Their names.
    fn names(&self) -> impl Iterator<Item = &str>;

    /// The variable whose name has this place among [`Self::names`].
    fn at(&self, place: usize) -> Option<Settable<'_>>;

    /// All of them.
    fn settables(&self) -> impl Iterator<Item = Settable<'_>> {
        (0..).map_while(|place| self.at(place))
    }

    /// The variable of this name.
    fn named(&self, name: &str) -> Option<Settable<'_>> {
        self.at(self.names().position(|own| own == name)?)
    }

    /// The variable of this name if it can be set, and when it is. Of variables with one value reference (aliases) only one has a start value,
    /// and a set reaches all of them.
    fn settable(&self, name: &str) -> Result<(Settable<'_>, Phase), SettingError> {
        let variable = self.named(name).ok_or_else(|| self.unknown(name))?;
        let phase = variable.phase().or_else(|reason| {
            let mut aliases = self.settables().filter(|other| other.is_alias_of(&variable));
            aliases.find_map(|alias| alias.phase().ok()).ok_or(reason)
        });
        let phase = phase.map_err(|reason| SettingError::NotSettable { name: name.to_owned(), reason })?;
        Ok((variable, phase))
    }

    /// Checks a setting against its variable.
    fn assignment(&self, setting: &Setting) -> Result<Assignment, SettingError> {
        let (variable, phase) = self.settable(&setting.name)?;
        Ok(Assignment { phase, value_reference: variable.value_reference, value: variable.value(&setting.value)? })
    }

    /// The error for a name that no variable has.
    fn unknown(&self, name: &str) -> SettingError {
        let nearest = nearest(name, self.names());
        SettingError::Unknown { name: name.to_owned(), nearest: nearest.map(str::to_owned) }
    }
}

/// A setting that fits its variable.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Assignment {
    pub phase: Phase,
    pub value_reference: u32,
    pub value: Value,
}

impl Assignment {
    pub(crate) fn apply<D: Driven>(&self, instance: &mut D) -> Result<(), D::Error> {
        instance.set_value(self.value_reference, self.value)
    }
}

/// Target of settings: a loaded FMU, or a model in this process.
pub(crate) trait Driven {
    /// Why a value is refused.
    type Error;

    fn set_value(&mut self, value_reference: u32, value: Value) -> Result<(), Self::Error>;

    /// Sets the time derivatives of real inputs in the next step.
    fn set_slopes(&mut self, value_references: &[u32], slopes: &[f64]) -> Result<(), Self::Error>;

    /// Sets the values that are due in a phase.
    fn assign<'s>(
        &mut self,
        assignments: impl IntoIterator<Item = &'s Assignment>,
        phase: Phase,
    ) -> Result<(), Self::Error>
    where
        Self: Sized,
    {
        let mut due = assignments.into_iter().filter(|assignment| assignment.phase == phase);
        due.try_for_each(|assignment| assignment.apply(self))
    }
}

impl Values<'_> {
    /// Name of the type in modelDescription.xml.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Real { .. } => "Real",
            Self::Integer => "Integer",
            Self::Boolean => "Boolean",
            Self::Enumeration(_) => "Enumeration",
            Self::Text => "String",
        }
    }

    /// The value, or what is expected instead.
    fn parse(&self, text: &str) -> Result<Value, String> {
        match self {
            Self::Real { unit } => real(text, *unit).map(Value::Real).ok_or_else(|| match unit {
                Some(unit) => format!("a number, alone or with a unit that fits {unit}, is"),
                None => "a number is".to_owned(),
            }),
            Self::Integer => text.parse().map(Value::Integer).map_err(|_| "an integer is".to_owned()),
            Self::Boolean => match text {
                "true" | "1" => Ok(Value::Boolean(true)),
                "false" | "0" => Ok(Value::Boolean(false)),
                _ => Err("true or false is".to_owned()),
            },
            Self::Enumeration(literals) => {
                let found = literals.iter().find(|(name, value)| *name == text || value.to_string() == text);
                found.map(|&(_, value)| Value::Integer(value)).ok_or_else(|| {
                    let names: Vec<&str> = literals.iter().map(|(name, _)| *name).collect();
                    format!("one of {} is", names.join(", "))
                })
            }
            Self::Text => Err("no value can be given for a text, a number is".to_owned()),
        }
    }
}

/// A number in the unit of its variable, which may be given in another one that fits.
pub fn real(text: &str, unit: Option<&str>) -> Option<f64> {
    let number = |text: &str| text.parse().ok().filter(|value: &f64| value.is_finite());
    number(text).or_else(|| {
        let (value, given) = text.split_once(char::is_whitespace)?;
        let own = Unit::parse(unit?).ok()?;
        let value = Unit::parse(given.trim()).ok()?.convert(number(value)?, &own)?;
        value.is_finite().then_some(value)
    })
}
