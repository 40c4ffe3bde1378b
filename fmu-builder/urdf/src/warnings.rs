//! Warnings on parts of the text that the model omits or changes.

use super::robot::Robot;

/// Maximum number of names listed; the others are only counted.
const LISTED: usize = 12;

/// Information for the user, collected while the robot is read; each item becomes one sentence.
#[derive(Debug, Default)]
pub(super) struct Warnings {
    /// Elements and attributes that are not read, with their numbers, in the order of their first use.
    left_out: Vec<(String, usize)>,
    /// Extensions of mesh files that are not drawn, with their numbers.
    meshes: Vec<(String, usize)>,
    /// Links with a physically impossible tensor.
    pub impossible: Vec<usize>,
    /// Links whose tensor was moved to a link that they are welded to.
    pub moved: Vec<usize>,
    /// Joints that move no mass.
    pub idle: Vec<usize>,
    /// Joints that mimic a fixed joint.
    pub following_nothing: Vec<usize>,
    /// Joints whose damping is left out.
    pub undamped: Vec<usize>,
    /// Joints whose limits are left out.
    pub unlimited: Vec<usize>,
    /// Joints with stops whose limits of effort and speed are left out.
    pub unbounded: Vec<usize>,
    /// Joints that cannot have stops at their limits.
    pub without_stops: Vec<usize>,
    /// Joints whose lower limit is not below the upper one.
    pub no_range: Vec<usize>,
    /// Joints that start at a limit, since zero is beyond it.
    pub displaced: Vec<usize>,
    /// Joints whose dry friction is left out.
    pub frictionless: Vec<usize>,
    /// Joints that cannot have the dry friction of the text.
    pub without_friction: Vec<usize>,
    /// Changed names: as written and in the model.
    pub renamed: Vec<(String, String)>,
}

impl Warnings {
    /// Records that an element or attribute is not read.
    pub(super) fn left_out(&mut self, what: &str) {
        count(&mut self.left_out, what);
    }

    /// Records a mesh file of a type that is not drawn.
    pub(super) fn unshown_mesh(&mut self, ending: &str) {
        count(&mut self.meshes, ending);
    }

    /// A sentence for each item.
    pub(super) fn into_sentences(self, robot: &Robot) -> Vec<String> {
        let joints = |numbers: &[usize]| numbers.iter().map(|&j| robot.joints[j].name.value.clone()).collect();
        let links = |numbers: &[usize]| numbers.iter().map(|&l| robot.links[l].name.value.clone()).collect();
        let mut sentences = Vec::new();
        let mut add = |text: &str, items: Vec<String>, rest: &str| {
            if !items.is_empty() {
                sentences.push(format!("{text}{}{rest}", list(items)));
            }
        };
        let mut of_joints = |numbers: &[usize], text: &str| add(&format!("{text}: joint "), joints(numbers), "");
        of_joints(&self.unlimited, "limits are not enforced (--limits adds stops at the position limits)");
        of_joints(&self.unbounded, "limits of speed and effort are not enforced");
        of_joints(&self.no_range, "no stops, since the lower limit is not below the upper one");
        of_joints(&self.displaced, "starts at its limit, since zero is beyond it");
        of_joints(&self.frictionless, "dry friction is left out (--friction adds it)");
        let only = "supported for moving revolute, continuous and prismatic joints only";
        of_joints(&self.without_stops, &format!("limits of the position are left out; stops are {only}"));
        of_joints(&self.without_friction, &format!("dry friction is left out; it is {only}"));
        of_joints(&self.undamped, &format!("damping is left out; it is {only}"));
        of_joints(&self.idle, "fixed, since they move no mass");
        of_joints(&self.following_nothing, "fixed, since the mimicked joint does not move");
        let impossible = "the inertia is not physically possible: one principal moment is larger than the sum of the \
                          others (used as given): link ";
        add(impossible, links(&self.impossible), "");
        let moved =
            "the inertia has a negative principal moment, and is added to that of a link that moves with it: link ";
        add(moved, links(&self.moved), "");
        add("renamed: ", self.renamed.iter().map(|(old, new)| format!("{old} is {new}")).collect(), "");
        let meshes = self.meshes.iter().map(|(ending, count)| format!("meshes in .{ending} files ({count})"));
        let remedy = ": convert them to STL or OBJ, and name the new files in the robot description";
        add("not drawn: ", meshes.collect(), remedy);
        add("not read: ", self.left_out.iter().map(|(name, count)| format!("{name} ({count})")).collect(), "");
        sentences
    }
}

/// Increments the number for a name.
fn count(all: &mut Vec<(String, usize)>, name: &str) {
    match all.iter_mut().find(|(known, _)| known == name) {
        Some((_, count)) => *count += 1,
        None => all.push((name.to_owned(), 1)),
    }
}

/// Names separated by commas.
pub(super) fn list(items: Vec<String>) -> String {
    let shown = items.iter().take(LISTED).map(|item| item.escape_debug().to_string());
    let text = shown.collect::<Vec<_>>().join(", ");
    match items.len().saturating_sub(LISTED) {
        0 => text,
        rest => format!("{text} and {rest} more"),
    }
}
