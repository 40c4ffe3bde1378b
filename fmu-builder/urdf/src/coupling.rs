//! Couplings of mimic joints.

use std::collections::HashMap;

use compiler::model_file::{Diagnostic, Spanned, nearest};

use super::problem::{Problems, UrdfProblem};
use super::robot::{Joint, Robot};

/// The joint that each joint mimics, by number.
///
/// # Errors
/// Joints that do not exist, that mimic each other, or that have more than one coordinate.
pub(super) fn masters(robot: &Robot) -> Result<Vec<Option<usize>>, Vec<Diagnostic>> {
    let numbers: HashMap<&str, usize> =
        robot.joints.iter().enumerate().map(|(i, joint)| (joint.name.value.as_str(), i)).collect();
    let mut problems = Problems::default();
    let mut masters = vec![None; robot.joints.len()];
    for (number, joint) in robot.joints.iter().enumerate() {
        let Some(mimic) = joint.mimic.as_ref().filter(|_| !problems.is_full()) else { continue };
        masters[number] = numbers.get(mimic.joint.value.as_str()).copied();
        match masters[number] {
            Some(master) => check_kinds(joint, &robot.joints[master], &mut problems),
            None => problems.push(unknown(robot, joint, &mimic.joint)),
        }
    }
    cycles(robot, &masters, &mut problems);
    problems.into_result().map(|()| masters)
}

fn unknown(robot: &Robot, joint: &Joint, name: &Spanned<String>) -> Diagnostic {
    let nearest = nearest(&name.value, robot.joints.iter().map(|joint| joint.name.value.as_str()));
    let (joint, nearest) = (joint.name.value.clone(), nearest.map(str::to_owned));
    UrdfProblem::UnknownMimic { joint, name: name.value.clone(), nearest }.at(&name.span)
}

/// Checks that both have one coordinate; the role of fixed joints is decided elsewhere.
fn check_kinds(joint: &Joint, master: &Joint, problems: &mut Problems) {
    use super::robot::Kind::Fixed;
    let several = [joint, master]
        .into_iter()
        .map(|joint| &joint.kind)
        .find(|kind| !kind.value.is_single() && kind.value != Fixed);
    if let Some(kind) = several {
        let span = joint.mimic.as_ref().map_or(&joint.name.span, |mimic| &mimic.joint.span);
        let (joint, master) = (joint.name.value.clone(), master.name.value.clone());
        problems.push(UrdfProblem::MimicKind { joint, master, kind: kind.value.name() }.at(span));
    }
}

/// Reports each cycle once.
fn cycles(robot: &Robot, masters: &[Option<usize>], problems: &mut Problems) {
    // The number of the walk that first reached a joint; zero if none has.
    let mut walks = vec![0_usize; masters.len()];
    for start in 0..masters.len() {
        let mut joint = start;
        while walks[joint] == 0 {
            walks[joint] = start + 1;
            let Some(master) = masters[joint] else { break };
            joint = master;
            if walks[joint] == start + 1 {
                problems.push(cycle(robot, masters, joint));
            }
        }
    }
}

fn cycle(robot: &Robot, masters: &[Option<usize>], start: usize) -> Diagnostic {
    let name = |joint: usize| robot.joints[joint].name.value.clone();
    let next = |&joint: &usize| masters[joint].filter(|&master| master != start);
    let mut names: Vec<String> = std::iter::successors(Some(start), next).map(name).collect();
    names.push(name(start));
    let joint = &robot.joints[start];
    let span = joint.mimic.as_ref().map_or(&joint.name.span, |mimic| &mimic.joint.span);
    UrdfProblem::MimicCircle(names).at(span)
}
