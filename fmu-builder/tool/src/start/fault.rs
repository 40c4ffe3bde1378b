//! Why a model does not start, and where in the model file that comes from.

use compiler::model_file::{ModelFile, Span};
use fmu_core::instance::InstanceError;
use mechanism::ImpossibleParameter;
use simulation::dynamics::{EvaluationError, EvaluationFault};

use super::fixed_steps::FixedStepsFault;
use super::immobile::Immobile;
use super::open_loop::OpenLoop;

/// Why a model has no initial state.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum StartFault {
    /// An evaluation failed.
    #[error("the model has no initial state: {0}")]
    Evaluation(#[from] EvaluationError),
    /// A joint moves no mass.
    #[error("the model has no initial state: {0}")]
    Immobile(Box<Immobile>),
    /// A loop does not close.
    #[error("the model has no initial state: {0}")]
    OpenLoop(Box<OpenLoop>),
    /// The fixed steps that the model asks for do not serve.
    #[error("{0}")]
    FixedSteps(#[from] FixedStepsFault),
    /// The instance refuses.
    #[error("{0}")]
    Instance(InstanceError),
}

impl From<InstanceError> for StartFault {
    fn from(error: InstanceError) -> Self {
        match error {
            InstanceError::Initialization { cause, .. } => Self::Evaluation(cause),
            error => Self::Instance(error),
        }
    }
}

impl StartFault {
    /// The place in the model file that the fault is about: a setting of a component, or the component.
    pub fn span(&self, file: &ModelFile) -> Option<Span> {
        self.subjects().into_iter().find_map(|subject| span_of(file, subject))
    }

    /// Names of components and variables that the fault is about, the most telling first.
    fn subjects(&self) -> Vec<&str> {
        match self {
            Self::Evaluation(error) => subjects(error),
            Self::Immobile(immobile) => vec![&immobile.joint],
            Self::OpenLoop(open) => {
                let tilted = open.tilt.iter().flat_map(|tilt| &tilt.tilted).map(|(name, _)| name);
                tilted.chain(&open.joints).map(String::as_str).collect()
            }
            Self::Instance(InstanceError::InitialOutputs { names, .. }) => names.iter().map(String::as_str).collect(),
            Self::Instance(_) | Self::FixedSteps(_) => Vec::new(),
        }
    }
}

fn subjects(error: &EvaluationError) -> Vec<&str> {
    match &**error {
        EvaluationFault::SingularJoint { joint, .. } | EvaluationFault::InitialPosition { joint, .. } => vec![joint],
        EvaluationFault::SingularCoupling { component, .. } | EvaluationFault::SingularAngles { component, .. } => {
            vec![component]
        }
        EvaluationFault::SingularLoop { path, .. } | EvaluationFault::OpenLoop { path, .. } => {
            path.0.iter().map(String::as_str).collect()
        }
        EvaluationFault::NotFinite { quantity, .. } => vec![quantity],
        EvaluationFault::Unbalanced { frame, .. } => vec![frame],
        EvaluationFault::ContradictoryConditions { conditions, .. }
        | EvaluationFault::InitialConditions { conditions, .. } => {
            conditions.iter().map(|condition| condition.name.as_str()).collect()
        }
        EvaluationFault::SolvedParameter { parameter, .. } => vec![parameter],
        EvaluationFault::Impossible(impossible) => match impossible {
            ImpossibleParameter::OutOfBounds { parameter, .. } => vec![parameter],
            ImpossibleParameter::Inertia { component, .. } => vec![component],
        },
        EvaluationFault::Geometry(error) => vec![&error.component],
        _ => Vec::new(),
    }
}

/// Location of `name` in the file: a component `arm`, a setting in it, `arm.r` or `arm.frame_a.r_0[2]`, a part of it, or a model parameter.
fn span_of(file: &ModelFile, name: &str) -> Option<Span> {
    let name = name.strip_prefix("der(").map_or(name, |inner| inner.trim_end_matches(')'));
    let rest_behind = |owner: &str| {
        let rest = name.strip_prefix(owner)?;
        (rest.is_empty() || rest.starts_with(['.', '[', ' '])).then(|| rest.trim_start_matches('.'))
    };
    if let Some(parameter) = file.parameters.iter().find(|parameter| rest_behind(&parameter.name.value).is_some()) {
        return Some(parameter.name.span.clone());
    }
    let owners = file.components.iter().filter_map(|component| Some((component, rest_behind(&component.name.value)?)));
    let (component, rest) = owners.min_by_key(|(_, rest)| rest.len())?;
    let setting = rest.split(['.', '[']).next().unwrap_or_default();
    let modifier = component.modifiers.iter().find(|modifier| modifier.name.value == setting);
    Some(modifier.map_or(&component.name, |modifier| &modifier.name).span.clone())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn names_lead_to_the_most_telling_place() {
        let text = "name = \"A\"\n[parameters]\nlong = 1\n[components.rev]\nclass = \"Joints.Revolute\"\nphi = { start = 1 }\n\
                    [components.\"rev.body\"]\nclass = \"Parts.Body\"\n";
        let file = ModelFile::from_toml(text).unwrap();
        let at = |name: &str| span_of(&file, name).map(|span| text[span].to_owned());
        assert_eq!(at("rev.phi").as_deref(), Some("phi"));
        assert_eq!(at("der(rev.phi)").as_deref(), Some("phi"));
        assert_eq!(at("rev.w").as_deref(), Some("rev"));
        assert_eq!(at("rev.body.m").as_deref(), Some("\"rev.body\""));
        assert_eq!(at("rev (what it demands)").as_deref(), Some("rev"));
        assert_eq!(at("long").as_deref(), Some("long"));
        assert_eq!(at("longer"), None);
        assert_eq!(at("reverse.phi"), None);
    }
}
