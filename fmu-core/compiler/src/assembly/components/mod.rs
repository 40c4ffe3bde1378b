//! Components: classes found, parameters laid out, connectors made, parts expanded, joints and laws registered.

mod attributes;
mod connectors;
mod content;
mod maker;
mod model_parameters;
mod netlist;
mod parameters;
mod structural;
#[cfg(test)]
mod tests;
mod variables;

use super::collected::Collected;
use super::problems::Problems;
use crate::model_file::{ModelFile, Value};
use library::ClosedFormElement;
use maker::Maker;
use mechanism::SolvedParameter;
use mechanism::hashed::HashMap;

/// Collects all components of the model file.
pub(in crate::assembly) fn collect(file: &ModelFile, problems: &mut Problems) -> Collected {
    let mut maker = Maker {
        out: Collected::default(),
        model_shapes: HashMap::default(),
        expressions: HashMap::default(),
        problems,
    };
    maker.model_shapes(file);
    maker.out.elements.drive_train_mechanics_3d = drive_train_mechanics_3d(file);
    for component in &file.components {
        if maker.problems.is_full() {
            break;
        }
        maker.component(component);
    }
    maker.variables(file);
    maker.world(file);
    maker.model_parameters(file);
    for refusal in std::mem::take(&mut maker.out.elements.refusals) {
        maker.problems.refuse(&maker.out, &refusal.component, refusal.what, refusal.needs);
    }
    computed_parameters(&mut maker.out);
    maker.out
}

/// Distances and directions computed at the initial state are parameters that hosts cannot set. They need no guess.
fn computed_parameters(out: &mut Collected) {
    let directions = out.elements.closed_forms.iter().filter_map(|form| match form {
        ClosedFormElement::Direction(form) => Some(form.n_b.0),
        _ => None,
    });
    let addresses =
        directions.flat_map(|first| first..first + 3).chain(out.elements.computed_distances.iter().copied());
    for address in addresses {
        let Some(slot) = out.slots.get_mut(address) else { continue };
        slot.independent = false;
        out.solved.push(SolvedParameter { address, guess: address });
    }
}

/// World.driveTrainMechanics3D, which other components depend on regardless of their order.
fn drive_train_mechanics_3d(file: &ModelFile) -> bool {
    let worlds = file.components.iter().filter(|component| component.is_world());
    let mut settings = worlds.flat_map(|world| &world.modifiers);
    !settings.any(|m| m.name.value == "driveTrainMechanics3D" && m.value.value == Value::Boolean(false))
}
