//! Roles of joints in the model: free, coupled to another joint, or fixed.

use std::collections::HashMap;

use compiler::model_file::{Diagnostic, Problems, Spanned, nearest};

use super::robot::{Joint, Kind, Robot};
use super::tree::{Tree, cycles};
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
        let masters = masters(robot)?;
        let order = masters_first(&masters);
        let mut roles = first_roles(robot, options)?;
        if options.mimic == MimicMode::Gear {
            follow(robot, &order, &masters, &mut roles, &mut warnings.following_nothing);
        }
        let loads = Loads::new(robot, tree);
        if options.base == Base::Floating && !loads.mass[tree.root] {
            return Err(vec![UrdfProblem::NoMass.of_file()]);
        }
        rest(robot, tree, &loads, &leaders(&order, &roles), &mut roles, &mut warnings.idle);
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

/// The joint that each joint mimics, by number.
///
/// # Errors
/// Joints that do not exist, that mimic each other, or that have more than one coordinate.
fn masters(robot: &Robot) -> Result<Vec<Option<usize>>, Vec<Diagnostic>> {
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
    cycles(&masters).iter().for_each(|joints| problems.push(mimic_cycle(robot, joints)));
    problems.into_result().map(|()| masters)
}

fn unknown(robot: &Robot, joint: &Joint, name: &Spanned<String>) -> Diagnostic {
    let nearest = nearest(&name.value, robot.joints.iter().map(|joint| joint.name.value.as_str()));
    let (joint, nearest) = (joint.name.value.clone(), nearest.map(str::to_owned));
    UrdfProblem::UnknownMimic { joint, name: name.value.clone(), nearest }.at(&name.span)
}

/// Checks that both have one coordinate; the role of fixed joints is decided elsewhere.
fn check_kinds(joint: &Joint, master: &Joint, problems: &mut Problems) {
    let several = [joint, master]
        .into_iter()
        .map(|joint| &joint.kind)
        .find(|kind| !kind.value.is_single() && kind.value != Kind::Fixed);
    if let Some(kind) = several {
        let span = joint.mimic.as_ref().map_or(&joint.name.span, |mimic| &mimic.joint.span);
        let (joint, master) = (joint.name.value.clone(), master.name.value.clone());
        problems.push(UrdfProblem::MimicKind { joint, master, kind: kind.value.name() }.at(span));
    }
}

/// Joints that mimic each other, the first of them also at the end.
fn mimic_cycle(robot: &Robot, joints: &[usize]) -> Diagnostic {
    let joint = &robot.joints[joints[0]];
    let names = joints.iter().chain(&joints[..1]).map(|&joint| robot.joints[joint].name.value.clone());
    let span = joint.mimic.as_ref().map_or(&joint.name.span, |mimic| &mimic.joint.span);
    UrdfProblem::MimicCircle(names.collect()).at(span)
}

/// The joints, each after the one that it mimics.
fn masters_first(masters: &[Option<usize>]) -> Vec<usize> {
    let mut mimics = vec![Vec::new(); masters.len()];
    let mut order = Vec::with_capacity(masters.len());
    for (joint, master) in masters.iter().enumerate() {
        match master {
            Some(master) => mimics[*master].push(joint),
            None => order.push(joint),
        }
    }
    let mut done = 0;
    while let Some(&joint) = order.get(done) {
        order.append(&mut mimics[joint]);
        done += 1;
    }
    order
}

/// Free mimic joints follow their masters, or are fixed if these are fixed.
fn follow(
    robot: &Robot,
    order: &[usize],
    masters: &[Option<usize>],
    roles: &mut [Role],
    following_nothing: &mut Vec<usize>,
) {
    for &joint in order {
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
    following_nothing.sort_unstable();
}

/// Fixes joints that move no mass, neither directly nor through coupled joints.
fn rest(robot: &Robot, tree: &Tree, loads: &Loads, leaders: &[usize], roles: &mut [Role], idle: &mut Vec<usize>) {
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
fn leaders(order: &[usize], roles: &[Role]) -> Vec<usize> {
    let mut leaders: Vec<usize> = (0..roles.len()).collect();
    for &joint in order {
        if let Role::Follows { master, .. } = roles[joint] {
            leaders[joint] = leaders[master];
        }
    }
    leaders
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

    /// Returns true if a joint of this type that carries `link` moves a mass or inertia.
    fn resists(&self, link: usize, kind: Kind) -> bool {
        let turns = matches!(kind, Kind::Revolute | Kind::Continuous);
        self.mass[link] || (turns && self.inertia[link])
    }
}
