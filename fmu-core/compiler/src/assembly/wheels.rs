//! Wheels: start values and supporting structure.

use super::collected::{Collected, FixedVariable};
use super::problems::Problems;
use super::spanned::Spanned;
use crate::model_file::LibraryProblem;
use library::StartMeaning;
use mechanism::hashed::HashMap;

/// Converts fixed angles and derivatives of angles to start values of the orientation and the angular velocity, which
/// are the coordinates.
pub(super) fn take_starts(collected: &mut Collected, problems: &mut Problems) {
    let numbers = collected.fixed.iter().enumerate().map(|(number, fixed)| (fixed.start, number));
    let numbers: HashMap<usize, usize> = numbers.collect();
    let mut taken = vec![false; collected.fixed.len()];
    for wheel in &collected.elements.wheels {
        let fixed = wheel.starts.map(|start| numbers.get(&start).copied());
        for number in fixed.into_iter().flatten() {
            taken[number] = true;
            let FixedVariable { component, variable, fixed, span, .. } = &collected.fixed[number];
            if fixed.contains(&false) {
                let what = format!("{variable} with fixed = true for some elements");
                let needs = "all three to be fixed, or none";
                problems.add(span.as_ref(), LibraryProblem::not_supported(component, what, needs));
            }
        }
        let start = &mut collected.elements.orientation_starts[wheel.orientation];
        if fixed[0].is_some() {
            start.angles = StartMeaning::Fixed;
        }
        start.w = fixed[1].map(|_| wheel.w);
    }
    let mut taken = taken.into_iter();
    collected.fixed.retain(|_| !taken.next().unwrap_or(false));
}

/// Checks that only the ground carries a wheel: its angles are states.
pub(super) fn check_roots(collected: &Collected, spanned: &Spanned, problems: &mut Problems) {
    for wheel in &collected.elements.wheels {
        if !spanned.free_roots.iter().any(|(body, _)| *body == wheel.body) {
            let component = &collected.components[wheel.component].name;
            let needs = "a wheel that is not fixed to other bodies, since its angles are states; use a \
                RollingWheelSet, or connect one wheel only";
            problems.refuse(collected, component, "frame_a", needs);
        }
    }
}
