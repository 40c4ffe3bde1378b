//! Coordinates that follow in closed form from the initial positions of frames.

use super::collected::Collected;
use super::spanned::Spanned;
use library::{ClosedFormElement, DirectionForm, LengthForm, UniversalForm};
use mechanism::{FrameId, JointId, JointKind};
use simulation::model::{ClosedForm, Dimension, Equation, InitialCondition, Level, Subject};

/// Closed forms of a model; none if the spanning tree enters a rod from its other end.
pub(super) fn closed_forms(collected: &Collected, spanned: &Spanned) -> Vec<ClosedForm> {
    let paths = Paths(spanned);
    let forms = collected.elements.closed_forms.iter().filter_map(|form| match form {
        ClosedFormElement::Length(form) => paths.length(form),
        ClosedFormElement::Universal(form) => paths.universal(form),
        ClosedFormElement::Direction(DirectionForm { n_a, n_b, frames, .. }) => {
            Some(ClosedForm::Direction { n_a: *n_a, n_b: *n_b, frames: *frames })
        }
    });
    forms.collect()
}

/// The equations of directions at the start.
pub(super) fn directions(collected: &Collected) -> impl Iterator<Item = InitialCondition> {
    let directions = collected.elements.closed_forms.iter().filter_map(|form| match form {
        ClosedFormElement::Direction(form) => Some(form),
        _ => None,
    });
    directions.flat_map(|form| {
        (0..3).map(|element| InitialCondition {
            subject: Subject::Demand { component: form.name.clone(), what: format!("direction [{}]", element + 1) },
            equation: Equation::Direction { n_a: form.n_a, n_b: form.n_b, frames: form.frames, element },
            // The direction follows from the positions, so that it is not a condition on them.
            level: Level::Acceleration,
            dimension: Dimension::Angle,
        })
    })
}

/// The joints on the path from the ground to each frame.
struct Paths<'a>(&'a Spanned);

impl Paths<'_> {
    /// The joint of an element and its coordinate, if it moves the frame `with` and not the frames `without`.
    fn coordinate(&self, element: usize, with: FrameId, without: &[FrameId]) -> Option<(JointId, usize)> {
        let joint = self.0.joint_of_element.get(element).copied().flatten()?;
        let is_there = self.moves(joint, with) && !without.iter().any(|frame| self.moves(joint, *frame));
        is_there.then(|| (joint, self.0.mechanism.tree.joints[joint].q))
    }

    fn moves(&self, joint: JointId, frame: FrameId) -> bool {
        let mut link = self.0.mechanism.nodes[self.0.mechanism.frame_nodes[frame]].link;
        while link > joint + 1 {
            link = self.0.mechanism.tree.joints[link - 1].parent;
        }
        link == joint + 1
    }

    fn length(&self, form: &LengthForm) -> Option<ClosedForm> {
        let [frame_a, frame_b, far] = form.frames;
        let (joint, coordinate) = self.coordinate(form.joint, frame_b, &[frame_a, far])?;
        Some(ClosedForm::Length {
            coordinate,
            turns: self.0.mechanism.tree.joints[joint].kind == JointKind::Revolute,
            n: form.n,
            reach: form.reach,
            length: form.length,
            guess: form.guess,
            frames: [frame_a, far],
        })
    }

    fn universal(&self, form: &UniversalForm) -> Option<ClosedForm> {
        let [frame_a, moved, far] = form.frames;
        let without = [frame_a, far];
        let (_, first) = self.coordinate(form.joints[0], moved, &without)?;
        let (_, second) = self.coordinate(form.joints[1], moved, &without)?;
        let distance = form.reaching.and_then(|joint| self.0.joint_of_element.get(joint).copied().flatten());
        Some(ClosedForm::Universal {
            angles: [first, second],
            distance: distance.map(|joint| self.0.mechanism.tree.joints[joint].q),
            n1: form.n1,
            rod: form.rod,
            frames: without,
        })
    }
}
