//! Which variables may be fixed at the start.

use super::Problems;
use super::components::Collected;
use super::spanning_tree::Spanned;
use crate::library::{JointElementKind, PrescribedLevel};
use crate::mechanism::JointKind;
use crate::model_file::LibraryProblem;

/// Refuses, by name, initial conditions on anything but the coordinates of the tree.
pub(super) fn check_fixed(collected: &Collected, tree: &Spanned, problems: &mut Problems) {
    for (component, variable, span) in &collected.fixed {
        if !is_coordinate(component, variable, collected, tree) {
            let what = format!("`{variable}` with fixed = true");
            problems.add(span.as_ref(), LibraryProblem::NeedsInitialisation { component: component.clone(), what });
        }
    }
    for (number, body) in collected.elements.free_bodies.iter().enumerate() {
        if tree.free_roots.iter().any(|(root, _)| *root == number) {
            continue;
        }
        for what in body.fixed.iter().filter(|name| name.ends_with("_fixed")) {
            let span = collected.span_of(&body.name);
            let what = format!("`{what} = true`");
            problems.add(span.as_ref(), LibraryProblem::NeedsInitialisation { component: body.name.clone(), what });
        }
    }
}

fn is_coordinate(component: &str, variable: &str, collected: &Collected, tree: &Spanned) -> bool {
    let elements = &collected.elements;
    if let Some(number) = elements.joints.iter().position(|j| j.name == component) {
        let Some(joint) = tree.joint_of_element[number] else { return false };
        let level = tree.level(joint, collected);
        if level == Some(PrescribedLevel::Position) {
            return false;
        }
        let speed_is_given = level == Some(PrescribedLevel::Speed);
        return match elements.joints[number].kind {
            JointElementKind::Free(_) => matches!(variable, "r_rel_a" | "v_rel_a"),
            _ => matches!(variable, "phi" | "s") || (matches!(variable, "w" | "v") && !speed_is_given),
        };
    }
    if let Some(joint) = tree.coordinate_of(component, collected) {
        let level = tree.level(joint, collected);
        return match variable {
            "phi" | "s" => level != Some(PrescribedLevel::Position),
            "w" | "v" => !matches!(level, Some(PrescribedLevel::Position | PrescribedLevel::Speed)),
            _ => false,
        };
    }
    if elements.states.iter().any(|s| s.name == format!("{component}.{variable}")) {
        return true;
    }
    let root = tree.free_roots.iter().any(|(number, joint)| {
        elements.free_bodies[*number].name == component && tree.tree.joints[*joint].kind != JointKind::Revolute
    });
    root && matches!(variable, "r_0" | "v_0")
}
