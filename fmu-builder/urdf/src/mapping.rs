//! The mapping of a robot to a model: its components and their names.

use super::UrdfOptions;
use super::inertia::Tensor;
use super::names::Names;
use super::netlist::Netlist;
use super::robot::Robot;
use super::roles::Roles;
use super::tree::Tree;
use super::warnings::Warnings;

/// Name of the world.
pub(super) const WORLD: &str = "world";
/// Name of the joint between the world and the root link.
pub(super) const BASE: &str = "base";

/// The mapping of one robot.
pub(super) struct Mapping<'a> {
    pub(super) robot: &'a Robot,
    pub(super) tree: &'a Tree,
    pub(super) roles: &'a Roles,
    /// Inertia of each link.
    pub(super) tensors: &'a [Tensor],
    pub(super) options: &'a UrdfOptions,
    pub(super) netlist: Netlist,
    pub(super) names: Names,
    /// Names of the components of joints.
    pub(super) joints: Vec<String>,
    /// Names of the bodies of links.
    pub(super) links: Vec<String>,
    pub(super) warnings: &'a mut Warnings,
}

impl<'a> Mapping<'a> {
    /// Assigns all names.
    pub(super) fn new(
        robot: &'a Robot,
        tree: &'a Tree,
        roles: &'a Roles,
        tensors: &'a [Tensor],
        options: &'a UrdfOptions,
        warnings: &'a mut Warnings,
    ) -> Self {
        let mut names = Names::with(&[WORLD, BASE]);
        let written: Vec<&str> = robot.joints.iter().map(|joint| joint.name.value.as_str()).collect();
        let joints = names.give(&written, "_joint");
        // Massless links have no component.
        let bodies: Vec<usize> = (0..robot.links.len()).filter(|&link| robot.links[link].inertial.is_some()).collect();
        let written: Vec<&str> = bodies.iter().map(|&link| robot.links[link].name.value.as_str()).collect();
        let mut links = vec![String::new(); robot.links.len()];
        for (link, name) in bodies.into_iter().zip(names.give(&written, "_link")) {
            links[link] = name;
        }
        let of_joints = robot.joints.iter().map(|joint| &joint.name.value).zip(&joints);
        let of_links = robot.links.iter().map(|link| &link.name.value).zip(&links);
        let changed = of_joints.chain(of_links.filter(|(_, new)| !new.is_empty())).filter(|(old, new)| old != new);
        warnings.renamed = changed.map(|(old, new)| (old.clone(), new.clone())).collect();
        Self { robot, tree, roles, tensors, options, netlist: Netlist::default(), names, joints, links, warnings }
    }
}
