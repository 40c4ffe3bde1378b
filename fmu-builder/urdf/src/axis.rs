//! Forces on the axis of a revolute or prismatic joint: damper, dry friction and end stops.

use compiler::model_file::{Modifier, Span, Spanned, Value};

use super::mapping::Mapping;
use super::netlist::{modifier, number};
use super::robot::{Joint, Kind, Limits};
use super::roles::Role;
use super::warnings::Warnings;

/// Properties that differ between revolute and prismatic joints.
pub(super) struct SingleJoint {
    pub class: &'static str,
    pub drive: &'static str,
    pub position: &'static str,
    pub speed: &'static str,
    pub effort: &'static str,
    /// Package of components that act on the axis.
    components: &'static str,
    /// Class of the dry friction, and the parameter with its table.
    friction: (&'static str, &'static str),
    /// Penetration of a stop at the joint's largest effort, rad or m.
    depth: f64,
    /// Stiffness of a stop if the joint's largest effort is not given, N.m/rad or N/m.
    stiffness: f64,
}

pub(super) const ROTATION: SingleJoint = SingleJoint {
    class: "Joints.Revolute",
    drive: "Rotational.Sources.Torque",
    position: "phi",
    speed: "w",
    effort: "tau",
    components: "Rotational.Components",
    friction: ("BearingFriction", "tau_pos"),
    depth: 0.01,
    stiffness: 1e4,
};

pub(super) const TRANSLATION: SingleJoint = SingleJoint {
    class: "Joints.Prismatic",
    drive: "Translational.Sources.Force",
    position: "s",
    speed: "v",
    effort: "f",
    components: "Translational.Components",
    friction: ("SupportFriction", "f_pos"),
    depth: 0.001,
    stiffness: 1e6,
};

/// Damping of a stop over its stiffness, s.
const DAMPING_TIME: f64 = 0.01;

/// Friction and end stops of a joint.
pub(super) struct Axis {
    friction: Option<Spanned<f64>>,
    stops: Option<Stops>,
}

/// Limits of a joint.
#[derive(Clone)]
struct Stops {
    span: Span,
    lower: f64,
    upper: f64,
    /// Largest effort, N.m or N; zero if not given.
    effort: f64,
}

impl Stops {
    fn stiffness(&self, words: &SingleJoint) -> f64 {
        if self.effort > 0.0 { self.effort / words.depth } else { words.stiffness }
    }
}

impl Axis {
    /// Determines friction and stops of the joint `index`; records omitted ones.
    pub(super) fn of(mapping: &mut Mapping<'_>, index: usize) -> Self {
        let (joint, options) = (&mapping.robot.joints[index], mapping.options);
        let role = mapping.roles.of(index);
        let moves = joint.kind.value.is_single() && !matches!(role, Role::Fixed(_));
        let warnings = &mut *mapping.warnings;
        if joint.damping.is_some() && !moves {
            warnings.undamped.push(index);
        }
        let friction = joint.friction.clone().filter(|friction| friction.value != 0.0);
        let friction = match (friction, options.friction) {
            (Some(friction), true) if moves => Some(friction),
            (Some(_), true) => note(&mut warnings.without_friction, index),
            (Some(_), false) => note(&mut warnings.frictionless, index),
            (None, _) => None,
        };
        let limits = joint.limits.as_ref().filter(|_| joint.kind.value != Kind::Fixed);
        let stops = match (limits, options.limits) {
            (Some(limits), true) => stops(joint, limits, index, moves.then_some(role), warnings),
            (Some(_), false) => note(&mut warnings.unlimited, index),
            (None, _) => None,
        };
        Self { friction, stops }
    }

    /// Start position of the joint: zero, or the nearest limit.
    pub(super) fn start(&self) -> f64 {
        self.stops.as_ref().map_or(0.0, |stops| 0.0_f64.clamp(stops.lower, stops.upper))
    }

    /// Adds the components to the flanges of the joint.
    pub(super) fn add(self, mapping: &mut Mapping<'_>, index: usize, words: &SingleJoint) {
        let joint = &mapping.robot.joints[index];
        if let Some(Spanned { value, span }) = &joint.damping {
            let class = format!("{}.Damper", words.components);
            part(mapping, index, "damper", &class, span, vec![number("d", *value, span)], ["support", "axis"]);
        }
        if let Some(Spanned { value, span }) = &self.friction {
            friction(mapping, index, words, *value, span);
        }
        match &self.stops {
            Some(stops) if joint.kind.value == Kind::Prismatic => sliding_stops(mapping, index, stops),
            Some(stops) => turning_stops(mapping, index, stops),
            None => {}
        }
    }
}

/// Records a joint in a list of warnings.
fn note<T>(list: &mut Vec<usize>, joint: usize) -> Option<T> {
    list.push(joint);
    None
}

/// The stops for the limits of a joint; `role` is none if it does not move.
fn stops(joint: &Joint, limits: &Limits, index: usize, role: Option<Role>, warnings: &mut Warnings) -> Option<Stops> {
    if limits.bounds_speed_or_effort {
        warnings.unbounded.push(index);
    }
    // A missing limit is zero; a continuous joint has no position limits.
    if limits.lower.is_none() && limits.upper.is_none() || joint.kind.value == Kind::Continuous {
        return None;
    }
    if role.is_none() {
        return note(&mut warnings.without_stops, index);
    }
    let (lower, upper) = (limits.lower.unwrap_or(0.0), limits.upper.unwrap_or(0.0));
    if lower >= upper {
        return note(&mut warnings.no_range, index);
    }
    let stops = Stops { span: limits.span.clone(), lower, upper, effort: limits.effort.unwrap_or(0.0) };
    if role == Some(Role::Free) && !(lower..=upper).contains(&0.0) {
        warnings.displaced.push(index);
    }
    Some(stops)
}

/// Adds a component between two flanges of a joint, from its flange_a to its flange_b.
fn part(
    mapping: &mut Mapping<'_>,
    joint: usize,
    suffix: &str,
    class: &str,
    span: &Span,
    modifiers: Vec<Modifier>,
    [a, b]: [&str; 2],
) {
    let joint = mapping.joints[joint].clone();
    let name = mapping.names.part(&joint, suffix);
    mapping.netlist.component(&name, class, span, modifiers);
    mapping.netlist.connect(&format!("{joint}.{a}"), &format!("{name}.flange_a"), span);
    mapping.netlist.connect(&format!("{name}.flange_b"), &format!("{joint}.{b}"), span);
}

/// Friction that does not depend on the speed.
fn friction(mapping: &mut Mapping<'_>, index: usize, words: &SingleJoint, value: f64, span: &Span) {
    let (class, table) = words.friction;
    let class = format!("{}.{class}", words.components);
    let joint = mapping.joints[index].clone();
    let name = mapping.names.part(&joint, "friction");
    let spanned = |value| Spanned { value, span: span.clone() };
    let row = [0.0, value].map(|x| spanned(Value::Number(x)));
    let table = modifier(table, Value::Array(vec![spanned(Value::Array(row.into()))]), span);
    let modifiers = vec![modifier("useSupport", Value::Boolean(true), span), table];
    mapping.netlist.component(&name, &class, span, modifiers);
    mapping.netlist.connect(&format!("{joint}.axis"), &format!("{name}.flange_a"), span);
    mapping.netlist.connect(&format!("{joint}.support"), &format!("{name}.support"), span);
}

/// Stops of a revolute joint: a backlash between housing and shaft.
fn turning_stops(mapping: &mut Mapping<'_>, index: usize, stops: &Stops) {
    let span = &stops.span;
    let stiffness = stops.stiffness(&ROTATION);
    let modifiers = vec![
        number("c", stiffness, span),
        number("d", DAMPING_TIME * stiffness, span),
        number("b", stops.upper - stops.lower, span),
        number("phi_rel0", 0.5 * (stops.lower + stops.upper), span),
    ];
    part(mapping, index, "stops", "Rotational.Components.ElastoBacklash", span, modifiers, ["support", "axis"]);
}

/// Stops of a prismatic joint: each pushes if flange_b is nearer to flange_a than `s_rel0`.
fn sliding_stops(mapping: &mut Mapping<'_>, index: usize, stops: &Stops) {
    let span = &stops.span;
    let stiffness = stops.stiffness(&TRANSLATION);
    let ends = [("lower_stop", stops.lower, ["support", "axis"]), ("upper_stop", -stops.upper, ["axis", "support"])];
    for (suffix, length, flanges) in ends {
        let modifiers = vec![
            number("c", stiffness, span),
            number("d", DAMPING_TIME * stiffness, span),
            number("s_rel0", length, span),
        ];
        part(mapping, index, suffix, "Translational.Components.ElastoGap", span, modifiers, flanges);
    }
}
