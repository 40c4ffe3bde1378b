//! Stages that the value of a variable needs.

use mechanism::Stage;
use serde::{Deserialize, Serialize};

/// Stages that a value needs; by default none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Need {
    /// The stage of the mechanism and of the laws that act on it.
    pub stage: Stage,
    /// The stage of the laws that only outputs need.
    pub outputs: Stage,
    /// Derivatives of angles that are states.
    pub angle_derivatives: bool,
}

impl Need {
    /// A stage of the mechanism.
    pub(super) fn of(stage: Stage) -> Self {
        Self { stage, ..Self::default() }
    }

    /// Of a signal from the stage that its law needs.
    pub fn of_signal(stage: Stage, is_passive: bool) -> Self {
        if is_passive {
            let outputs = if stage == Stage::Signals { Stage::Motion } else { stage.max(Stage::Motion) };
            return Self { stage: stage.max(Stage::Signals), outputs, angle_derivatives: false };
        }
        // A law that acts on the mechanism is evaluated on the way to the stage after the one that it needs.
        Self::of(match stage {
            Stage::Parameters | Stage::Time => Stage::Motion,
            Stage::Motion => Stage::Signals,
            _ => Stage::Acceleration,
        })
    }

    /// The union of both.
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            stage: self.stage.max(other.stage),
            outputs: self.outputs.max(other.outputs),
            angle_derivatives: self.angle_derivatives || other.angle_derivatives,
        }
    }
}
