//! A loop of joints that does not close although no start value is fixed, and axes in it that are nearly parallel and not quite.

use std::{fmt, iter};

use mechanism::digits::four_digits;
use mechanism::scalar::RankLimit;
use mechanism::{Cluster, Constraint, JointId};
use nalgebra::Vector3;
use simulation::dynamics::{Evaluation, EvaluationError, EvaluationFault, InitialResidual, System};
use simulation::model::{Equation, Model};

use super::freedom::{names, unit_motion};

/// Axes that differ by less are parallel, rad.
const PARALLEL: f64 = 1e-9;
/// Axes that differ by less were meant to be parallel, rad.
const NEARLY: f64 = 0.2;
/// A loop of more joints of one degree of freedom moves whatever its axes are.
const MOST_JOINTS: usize = 6;

/// A loop that does not close.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenLoop {
    /// The joints of the loop, the one that closes it first.
    pub joints: Vec<String>,
    /// Misalignment of the joint axes, if that is the reason.
    pub tilt: Option<Tilt>,
    /// Conditions not met at the end of the search for the initial state.
    pub conditions: Vec<InitialResidual>,
}

/// Axes of joints in a loop that are nearly parallel to the others.
#[derive(Clone, Debug, PartialEq)]
pub struct Tilt {
    /// Joints whose axes are parallel to each other.
    pub parallel: Vec<String>,
    /// The others, each with the angle of its axis to these, rad.
    pub tilted: Vec<(String, f64)>,
}

impl OpenLoop {
    /// The loop that the error is about, if it is about nothing else.
    pub(super) fn of(model: &Model, system: &System, error: &EvaluationError) -> Option<Self> {
        let (EvaluationFault::ContradictoryConditions { conditions, fixed }
        | EvaluationFault::InitialConditions { conditions, fixed }) = &**error
        else {
            return None;
        };
        let all = &model.initialization.conditions;
        let is_start = |equation: &Equation| !matches!(equation, Equation::Constraint { .. });
        if !fixed.is_empty() || all.iter().any(|condition| is_start(&condition.equation)) {
            return None;
        }
        let open = conditions.first()?;
        let subject =
            all.iter().map(|condition| &condition.subject).find(|subject| subject.to_string() == open.name)?;
        let constraint =
            model.mechanism.constraints.iter().find(|constraint| constraint.name == subject.component())?;
        let joints = joints_of(model, constraint);
        let tilt = Tilt::of(model, system, &joints);
        let closing_first = iter::once(constraint.name.as_str());
        let joints = closing_first.chain(joints.iter().map(|joint| model.mechanism.joints[*joint].name.as_str()));
        Some(Self { joints: names(joints), tilt, conditions: conditions.clone() })
    }
}

/// Loops that cannot move because axes in them are nearly parallel and not quite.
pub(super) fn stuck(model: &Model, system: &System) -> Vec<Tilt> {
    let tree = &model.mechanism.tree;
    let is_stuck = |(cluster, limit): &(&Cluster, &RankLimit)| {
        limit.rank == tree.joints[cluster.joints.clone()].iter().map(|joint| joint.kind.nv()).sum::<usize>()
    };
    let clusters = tree.clusters.iter().zip(system.row_limits()).filter(is_stuck);
    let constraints = clusters.flat_map(|(cluster, _)| &model.mechanism.constraints[cluster.constraints.clone()]);
    constraints.filter_map(|constraint| Tilt::of(model, system, &joints_of(model, constraint))).collect()
}

/// The joints on the way from one end of a constraint to the other.
fn joints_of(model: &Model, constraint: &Constraint) -> Vec<JointId> {
    let tree = &model.mechanism.tree;
    let way_to_ground = |mut link: usize| {
        let mut joints = Vec::new();
        while link > 0 {
            joints.push(link - 1);
            link = tree.joints[link - 1].parent;
        }
        joints
    };
    let [one, other] = constraint.nodes.map(|node| way_to_ground(model.mechanism.nodes[node].link));
    let beyond = other.iter().filter(|joint| !one.contains(joint));
    one.iter().filter(|joint| !other.contains(joint)).chain(beyond).copied().collect()
}

impl Tilt {
    /// Of a loop of joints that turn about one direction or move across it, but for small angles; none if they do so exactly.
    fn of(model: &Model, system: &System, joints: &[JointId]) -> Option<Self> {
        let (tree, infos) = (&model.mechanism.tree, &model.mechanism.joints);
        if joints.len() > MOST_JOINTS || joints.iter().any(|joint| infos[*joint].axis.is_none()) {
            return None;
        }
        // Axes that are parallel are so wherever the joints are, so that any position will do.
        let evaluation = Evaluation::new(model, system.all_parameters().to_vec()).ok()?;
        let mut turning: Vec<(JointId, Vector3<f64>)> = Vec::new();
        for joint in joints {
            let links = unit_motion(model, &evaluation, &evaluation.q, tree.joints[*joint].v);
            // The angular velocity of a prismatic joint is zero.
            if let Some(axis) = Vector3::from(links[*joint + 1].omega).try_normalize(0.5) {
                turning.push((*joint, axis));
            }
        }
        let angle = |one: &Vector3<f64>, other: &Vector3<f64>| one.cross(other).norm().atan2(one.dot(other).abs());
        // The direction that most of them have; the first one of several.
        let alike = |axis: &Vector3<f64>| turning.iter().filter(|(_, other)| angle(axis, other) < PARALLEL).count();
        let (_, most) = turning.iter().rev().max_by_key(|(_, axis)| alike(axis))?;
        let name = |joint: &JointId| infos[*joint].name.clone();
        let (mut parallel, mut tilted) = (Vec::new(), Vec::new());
        for (joint, axis) in &turning {
            match angle(axis, most) {
                small if small < PARALLEL => parallel.push(name(joint)),
                large => tilted.push((name(joint), large)),
            }
        }
        (!tilted.is_empty() && tilted.iter().all(|(_, angle)| *angle < NEARLY)).then_some(Self { parallel, tilted })
    }
}

impl fmt::Display for OpenLoop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the loop of {} does not close", self.joints.join(", "))?;
        match &self.tilt {
            Some(tilt) => write!(
                f,
                " with these axes: {tilt}; make the axes parallel, or put Joints.Spherical or Joints.Universal in the place of a revolute joint"
            ),
            None => {
                let open = |c: &InitialResidual| format!("{} is {} instead of {}", c.name, c.value, c.start);
                let open: Vec<String> = self.conditions.iter().map(open).collect();
                write!(
                    f,
                    ", though no start value is fixed; at best {}: give its joints start values nearer to a position in which it closes, or \
                     correct its lengths and axes",
                    open.join(", ")
                )
            }
        }
    }
}

impl fmt::Display for Tilt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let one =
            |(name, angle): &(String, f64)| format!("that of {name} is {} deg off", four_digits(angle.to_degrees()));
        let tilted: Vec<String> = self.tilted.iter().map(one).collect();
        write!(f, "{} from the axis of {}", tilted.join(" and "), self.parallel.join(", "))
    }
}
