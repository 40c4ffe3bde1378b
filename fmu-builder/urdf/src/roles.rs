//! Roles of joints in the model: free, coupled to another joint, or fixed.

use compiler::model_file::{Diagnostic, nearest};

use super::coupling;
use super::problem::Problems;
use super::robot::{Kind, Robot};
use super::tree::Tree;
use super::warnings::Warnings;
use super::{Base, MimicMode, UrdfOptions, UrdfProblem};

/// Role of a joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Role {
    /// It is fixed at a position, rad or m.
    Fixed(f64),
    /// It has its own coordinates.
    Free,
    /// `q = multiplier q_master + offset`.
    Follows {
        /// The joint that it mimics.
        master: usize,
        /// Factor, not zero.
        multiplier: f64,
        /// Offset, rad or m.
        offset: f64,
    },
}

/// The roles of all joints.
#[derive(Debug)]
pub(super) struct Roles {
    roles: Vec<Role>,
    /// Joints that others mimic.
    followed: Vec<bool>,
}

impl Roles {
    /// Determines the roles.
    pub(super) fn new(
        robot: &Robot,
        tree: &Tree,
        options: &UrdfOptions,
        warnings: &mut Warnings,
    ) -> Result<Self, Vec<Diagnostic>> {
        let masters = coupling::masters(robot)?;
        let mut roles = first_roles(robot, options)?;
        if options.mimic == MimicMode::Gear {
            follow(robot, &masters, &mut roles, &mut warnings.following_nothing);
        }
        let loads = Loads::new(robot, tree);
        if options.base == Base::Floating && !loads.has_mass(tree.root) {
            return Err(vec![UrdfProblem::NoMass.of_file()]);
        }
        rest(robot, tree, &loads, &mut roles, &mut warnings.idle);
        let mut followed = vec![false; roles.len()];
        for role in &roles {
            if let Role::Follows { master, .. } = *role {
                followed[master] = true;
            }
        }
        Ok(Self { roles, followed })
    }

    /// Role of the joint with this index.
    pub(super) fn of(&self, joint: usize) -> Role {
        self.roles[joint]
    }

    /// Returns true for a free joint that others mimic.
    pub(super) fn leads(&self, joint: usize) -> bool {
        self.followed[joint] && self.roles[joint] == Role::Free
    }
}

/// Roles before coupling: fixed by type, by `--lock` or by `--mimic lock`; all others are free.
fn first_roles(robot: &Robot, options: &UrdfOptions) -> Result<Vec<Role>, Vec<Diagnostic>> {
    let mut roles: Vec<Role> = robot
        .joints
        .iter()
        .map(|joint| {
            let locked = joint.mimic.is_some() && options.mimic == MimicMode::Lock;
            if joint.kind.value == Kind::Fixed || locked { Role::Fixed(0.0) } else { Role::Free }
        })
        .collect();
    let mut problems = Problems::default();
    let names = || robot.joints.iter().map(|joint| joint.name.value.as_str());
    for name in &options.locked {
        match names().position(|joint| joint == name) {
            Some(joint) => roles[joint] = Role::Fixed(0.0),
            None => {
                let nearest = nearest(name, names()).map(str::to_owned);
                problems.push(UrdfProblem::UnknownLocked { name: name.clone(), nearest }.of_file());
            }
        }
    }
    problems.into_result().map(|()| roles)
}

/// Free mimic joints follow their masters, or are fixed if these are fixed.
fn follow(robot: &Robot, masters: &[Option<usize>], roles: &mut [Role], following_nothing: &mut Vec<usize>) {
    let mut done: Vec<bool> = masters.iter().map(Option::is_none).collect();
    for start in 0..masters.len() {
        // Up to a joint with a known role, and back: not recursive, as chains may be long.
        let mut chain = Vec::new();
        let mut joint = start;
        while !done[joint] {
            done[joint] = true;
            chain.push(joint);
            let Some(master) = masters[joint] else { break };
            joint = master;
        }
        for &joint in chain.iter().rev() {
            let (Some(master), Some(mimic)) = (masters[joint], &robot.joints[joint].mimic) else { continue };
            if roles[joint] != Role::Free {
                continue;
            }
            let (multiplier, offset) = (mimic.multiplier, mimic.offset);
            roles[joint] = match roles[master] {
                Role::Fixed(position) => {
                    following_nothing.push(joint);
                    Role::Fixed(multiplier * position + offset)
                }
                _ if multiplier == 0.0 => Role::Fixed(offset),
                _ => Role::Follows { master, multiplier, offset },
            };
        }
    }
    following_nothing.sort_unstable();
}

/// Fixes joints that move no mass, neither directly nor through coupled joints.
fn rest(robot: &Robot, tree: &Tree, loads: &Loads, roles: &mut [Role], idle: &mut Vec<usize>) {
    let leaders = leaders(roles);
    let mut is_loaded = vec![false; roles.len()];
    for (joint, &leader) in leaders.iter().enumerate() {
        is_loaded[leader] |= loads.resists(tree.ends[joint][1], robot.joints[joint].kind.value);
    }
    // The position of a mimic joint follows from the top of its chain, where the position is zero.
    let position = |mut joint: usize, roles: &[Role]| {
        let (mut factor, mut position) = (1.0, 0.0);
        while let Role::Follows { master, multiplier, offset } = roles[joint] {
            position += factor * offset;
            factor *= multiplier;
            joint = master;
        }
        position
    };
    let fixed: Vec<(usize, f64)> = (0..roles.len())
        .filter(|&joint| !matches!(roles[joint], Role::Fixed(_)) && !is_loaded[leaders[joint]])
        .map(|joint| (joint, position(joint, roles)))
        .collect();
    for (joint, position) in fixed {
        roles[joint] = Role::Fixed(position);
        idle.push(joint);
    }
}

/// The joint at the top of each joint's chain.
fn leaders(roles: &[Role]) -> Vec<usize> {
    let mut leaders: Vec<Option<usize>> = vec![None; roles.len()];
    for start in 0..roles.len() {
        let mut chain = Vec::new();
        let mut joint = start;
        let leader = loop {
            if let Some(leader) = leaders[joint] {
                break leader;
            }
            chain.push(joint);
            match roles[joint] {
                Role::Follows { master, .. } => joint = master,
                _ => break joint,
            }
        };
        chain.into_iter().for_each(|joint| leaders[joint] = Some(leader));
    }
    leaders.into_iter().enumerate().map(|(joint, leader)| leader.unwrap_or(joint)).collect()
}

/// Mass and inertia carried by each link, including its own.
struct Loads {
    mass: Vec<bool>,
    inertia: Vec<bool>,
}

impl Loads {
    fn new(robot: &Robot, tree: &Tree) -> Self {
        let has = |holds: fn(&super::robot::Inertial) -> bool| -> Vec<bool> {
            robot.links.iter().map(|link| link.inertial.as_ref().is_some_and(holds)).collect()
        };
        let mut loads = Self { mass: has(|i| i.mass.value > 0.0), inertia: has(|i| i.inertia.value != [0.0; 6]) };
        for &joint in tree.order.iter().rev() {
            let [parent, child] = tree.ends[joint];
            loads.mass[parent] |= loads.mass[child];
            loads.inertia[parent] |= loads.inertia[child];
        }
        loads
    }

    fn has_mass(&self, link: usize) -> bool {
        self.mass[link]
    }

    /// Returns true if a joint of this type that carries `link` moves a mass or inertia.
    fn resists(&self, link: usize, kind: Kind) -> bool {
        let turns = matches!(kind, Kind::Revolute | Kind::Continuous);
        self.mass[link] || (turns && self.inertia[link])
    }
}
