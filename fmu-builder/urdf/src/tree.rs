//! The tree of links and joints.

use std::collections::HashMap;

use compiler::model_file::{Diagnostic, Problems, Spanned, nearest};

use super::problem::UrdfProblem;
use super::robot::Robot;
use super::warnings::list;

/// Kinematic tree of links and joints.
#[derive(Debug)]
pub(super) struct Tree {
    /// The link without a joint that carries it.
    pub root: usize,
    /// Links at the ends of each joint: parent and child.
    pub ends: Vec<[usize; 2]>,
    /// Joints, depth first in the order of the text: a joint comes after the one that carries its parent.
    pub order: Vec<usize>,
}

impl Tree {
    /// Finds the links of all joints, and the root.
    pub(super) fn new(robot: &Robot) -> Result<Self, Vec<Diagnostic>> {
        if robot.links.is_empty() {
            return Err(vec![UrdfProblem::NoLink.of_file()]);
        }
        let ends = ends(robot)?;
        let carriers = carriers(robot, &ends)?;
        let root = root(robot, &ends, &carriers)?;
        let order = depth_first(robot.links.len(), root, &ends);
        if order.len() < ends.len() {
            return Err(vec![cycle(robot, &ends, &carriers)]);
        }
        Ok(Self { root, ends, order })
    }
}

fn ends(robot: &Robot) -> Result<Vec<[usize; 2]>, Vec<Diagnostic>> {
    let numbers: HashMap<&str, usize> =
        robot.links.iter().enumerate().map(|(i, l)| (l.name.value.as_str(), i)).collect();
    let mut problems = Problems::default();
    let mut ends = Vec::with_capacity(robot.joints.len());
    for joint in &robot.joints {
        let mut number = |role, link: &Spanned<String>| {
            let found = numbers.get(link.value.as_str()).copied();
            if found.is_none() && !problems.is_full() {
                let nearest = nearest(&link.value, robot.links.iter().map(|link| link.name.value.as_str()));
                let (joint, name, nearest) = (joint.name.value.clone(), link.value.clone(), nearest.map(str::to_owned));
                problems.push(UrdfProblem::UnknownLink { joint, role, name, nearest }.at(&link.span));
            }
            found.unwrap_or_default()
        };
        ends.push([number("parent", &joint.parent), number("child", &joint.child)]);
    }
    problems.into_result().map(|()| ends)
}

/// The joint that carries each link.
fn carriers(robot: &Robot, ends: &[[usize; 2]]) -> Result<Vec<Option<usize>>, Vec<Diagnostic>> {
    let mut problems = Problems::default();
    let mut carriers: Vec<Option<usize>> = vec![None; robot.links.len()];
    for (joint, &[_, child]) in ends.iter().enumerate() {
        if let Some(first) = carriers[child].replace(joint) {
            carriers[child] = Some(first);
            let name = |joint: usize| robot.joints[joint].name.value.clone();
            let link = robot.links[child].name.value.clone();
            let problem = UrdfProblem::TwoParents { link, first: name(first), second: name(joint) };
            problems.push(problem.at(&robot.joints[joint].child.span));
        }
    }
    problems.into_result().map(|()| carriers)
}

fn root(robot: &Robot, ends: &[[usize; 2]], carriers: &[Option<usize>]) -> Result<usize, Vec<Diagnostic>> {
    let roots: Vec<usize> = (0..carriers.len()).filter(|&link| carriers[link].is_none()).collect();
    match *roots {
        [root] => Ok(root),
        [] => Err(vec![cycle(robot, ends, carriers)]),
        [_, second, ..] => {
            let names = list(roots.iter().map(|&link| robot.links[link].name.value.clone()).collect());
            let problem = UrdfProblem::SeveralRoots { count: roots.len(), names };
            Err(vec![problem.at(&robot.links[second].name.span)])
        }
    }
}

/// The joints that can be reached from `root`.
fn depth_first(links: usize, root: usize, ends: &[[usize; 2]]) -> Vec<usize> {
    let mut carried: Vec<Vec<usize>> = vec![Vec::new(); links];
    for (joint, &[parent, _]) in ends.iter().enumerate() {
        carried[parent].push(joint);
    }
    let next = |link: usize| carried[link].iter().rev().copied();
    let mut order = Vec::with_capacity(ends.len());
    let mut waiting: Vec<usize> = next(root).collect();
    while let Some(joint) = waiting.pop() {
        order.push(joint);
        waiting.extend(next(ends[joint][1]));
    }
    order
}

/// The first cycle of joints without connection to the root, from parent to child, with the first name also at the end.
fn cycle(robot: &Robot, ends: &[[usize; 2]], carriers: &[Option<usize>]) -> Diagnostic {
    let above: Vec<Option<usize>> = ends.iter().map(|&[parent, _]| carriers[parent]).collect();
    let mut way = cycles(&above).into_iter().next().unwrap_or_default();
    way.reverse();
    way.extend(way.first().copied());
    let span = way.first().map(|&joint| robot.joints[joint].name.span.clone()).unwrap_or_default();
    UrdfProblem::Cycle(way.iter().map(|&joint| robot.joints[joint].name.value.clone()).collect()).at(&span)
}

/// The cycles of the graph in which number `k` leads to `next[k]`. Each is listed once, from the number at which the
/// first walk enters it.
pub(super) fn cycles(next: &[Option<usize>]) -> Vec<Vec<usize>> {
    let mut cycles = Vec::new();
    // The walk that first reached a number; zero if none has.
    let mut walks = vec![0_usize; next.len()];
    for start in 0..next.len() {
        let mut place = Some(start);
        while let Some(number) = place.filter(|&number| walks[number] == 0) {
            walks[number] = start + 1;
            place = next[number];
        }
        if let Some(first) = place.filter(|&number| walks[number] == start + 1) {
            let following = |&number: &usize| next[number].filter(|&number| number != first);
            cycles.push(std::iter::successors(Some(first), following).collect());
        }
    }
    cycles
}
