//! From leaves to root: the articulated inertia of each subtree, and with it the matrix P (6 x 3), the derivative of its bias wrench by an
//! angular velocity that all of it gets; what the columns need of each step, and where they enter.
//!
//! Seen from axes that move along with the step of a column, nothing changes in its subtree but the motion of its base: an acceleration
//! A = (alpha', a') and one angular velocity beta, the same for all links. With u the velocity of an origin (relative to that of the
//! first link on the ground, which keeps digits), `alpha' = d(alpha) - beta x omega` and `a' = d(a) - 2 beta x u`. In these the
//! recursion has no velocity products at all. See docs/design/derivatives.md.

use super::nodes::{Elimination, Node};
use super::plan::{Plan, Step};
use crate::dynamics::Evaluation;
use crate::model::Model;
use mechanism::joint_kinds::Place;
use mechanism::spatial::algebra::{add, cross, dot, rotate, scale, sub};
use mechanism::{LinkMotion, RigidInertia, Wrench};

pub(super) type Vector = [f64; 3];
/// Rows.
type Matrix = [Vector; 3];

/// Part of the terms that it is the sum of below which an inertia along an axis is rounding.
const ROUNDING: f64 = 1e-12;
const ZERO: Vector = [0.0; 3];
const ZEROS: Matrix = [ZERO; 3];

/// A subtree behind a step, about the origin of its link: `torque = I alpha + H a + Pn beta + n`, `force = H^T alpha + M a + Pf beta + f`,
/// where n and f are what it needs at the present accelerations.
#[derive(Clone, Copy, Debug)]
pub(super) struct Subtree {
    /// I and M: xx, yy, zz, xy, xz, yz.
    pub inertia: [f64; 6],
    pub mass: [f64; 6],
    /// H.
    pub coupling: Matrix,
    torque: Vector,
    force: Vector,
    /// P.
    pub by_torque: Matrix,
    pub by_force: Matrix,
    /// Sums of moments of inertia and of masses, which rounding of I and M is relative to.
    moment: f64,
    weight: f64,
}

pub(super) const NOTHING: Subtree = Subtree {
    inertia: [0.0; 6],
    mass: [0.0; 6],
    coupling: ZEROS,
    torque: ZERO,
    force: ZERO,
    by_torque: ZEROS,
    by_force: ZEROS,
    moment: 0.0,
    weight: 0.0,
};

/// Data of a step for the passes over columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Left {
    /// `vdot = (force - S p)/D - gain . (alpha, a)`; for a given acceleration the wrench of a unit of it.
    pub gain: [f64; 6],
    /// Torque part of the gain about the parent's origin: `gain_n + d x gain_f`.
    pub carried: Vector,
    /// Change of vdot by beta.
    pub by_turning: Vector,
    /// Axis.
    pub axis: Vector,
    /// From the parent's origin.
    pub d: Vector,
    /// Inverse of the inertia along the axis, 1/D; 1 for a given acceleration.
    pub inverse: f64,
    /// A translation.
    pub slides: bool,
}

impl Left {
    /// Motion along the axis.
    pub fn along(&self) -> [f64; 6] {
        if self.slides { six(ZERO, self.axis) } else { six(self.axis, ZERO) }
    }
}

/// A column as it enters at a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// Turn and shift of all that is behind the step.
    pub turn: Vector,
    pub shift: Vector,
    /// Change of the angular velocity seen along, and of the velocity of the origin.
    pub beta: Vector,
    pub speed: Vector,
    /// Accelerations seen along.
    pub accelerations: [f64; 6],
    /// The part of the wrench that is handed on which comes from the turn or the shift itself, about the own origin.
    pub extra: [f64; 6],
    /// Wrench that is handed on, about the parent's origin; in a cluster that on its root.
    pub wrench: [f64; 6],
    /// Change of the step's own acceleration: `gain . A + by_turning . beta`.
    pub own: f64,
}

const NO_ENTRY: Entry = Entry {
    turn: ZERO,
    shift: ZERO,
    beta: ZERO,
    speed: ZERO,
    accelerations: [0.0; 6],
    extra: [0.0; 6],
    wrench: [0.0; 6],
    own: 0.0,
};

/// Position and velocity of a link's origin relative to the first link on the ground.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place0 {
    pub position: Vector,
    pub velocity: Vector,
}

/// Results of the elimination.
#[derive(Clone, Debug)]
pub(super) struct Eliminated {
    pub left: Vec<Left>,
    /// Position column and speed column of each step.
    pub entries: Vec<[Entry; 2]>,
    /// Per link.
    pub places: Vec<Place0>,
    /// Links alone, where implicit steps want them.
    pub own: Vec<Subtree>,
    /// Axes of the steps; true for translations.
    pub axes: Vec<(Vector, bool)>,
    /// Subtrees that wait at their step.
    pub waiting: Vec<Subtree>,
    /// Clusters that are eliminated as a whole.
    pub nodes: Vec<Node>,
}

impl Eliminated {
    pub fn new(plan: &Plan, keeps_links: bool) -> Self {
        let n = plan.steps.len();
        let left =
            Left { gain: [0.0; 6], carried: ZERO, by_turning: ZERO, axis: ZERO, d: ZERO, inverse: 0.0, slides: false };
        Self {
            left: vec![left; n],
            entries: vec![[NO_ENTRY; 2]; n],
            places: vec![Place0::default(); plan.step_of_link.len()],
            own: if keeps_links { vec![NOTHING; n] } else { Vec::new() },
            axes: vec![(ZERO, false); n],
            waiting: vec![NOTHING; n],
            nodes: vec![Node::new(); plan.nodes.len()],
        }
    }

    /// Eliminates at the state of `evaluation`, whose accelerations and clusters are known. False when a coordinate moves nothing by itself,
    /// but by what it is tied to.
    pub fn eliminate(&mut self, plan: &Plan, model: &Model, evaluation: &mut Evaluation<f64>) -> bool {
        self.find_axes(plan, model, evaluation);
        for (waiting, _) in
            self.waiting.iter_mut().zip(&plan.steps).filter(|(_, step)| step.gathers || step.node.is_some())
        {
            *waiting = NOTHING;
        }
        // The elimination of a cluster uses its memory.
        let (mut clusters, mut nodes) =
            (std::mem::take(&mut evaluation.work.clusters), std::mem::take(&mut self.nodes));
        let evaluated = &*evaluation;
        let (mut hand, mut i, mut is_regular) = (NOTHING, plan.steps.len(), true);
        while let Some(last) = i.checked_sub(1) {
            i = match plan.steps[last].node {
                Some(number) => {
                    let part = &plan.nodes[number];
                    let (work, node) = (&mut clusters[part.cluster], &mut nodes[number]);
                    is_regular &= Elimination { plan, part, model, evaluation: evaluated, work, node }.run(self);
                    hand = NOTHING;
                    part.steps.start
                }
                None => {
                    self.eliminate_step(plan, last, model, evaluated, &mut hand);
                    last
                }
            };
        }
        (evaluation.work.clusters, self.nodes) = (clusters, nodes);
        is_regular && self.left.iter().all(|left| left.inverse.is_finite())
    }

    #[inline(always)]
    fn eliminate_step(
        &mut self,
        plan: &Plan,
        i: usize,
        model: &Model,
        evaluation: &Evaluation<f64>,
        hand: &mut Subtree,
    ) {
        let step = &plan.steps[i];
        let mut subtree = if plan.steps.get(i + 1).is_some_and(|next| next.parent == i + 1) { *hand } else { NOTHING };
        if step.gathers {
            subtree.add(&self.waiting[i]);
        }
        if plan.step_of_link[step.joint + 1] == i + 1 {
            if self.own.is_empty() {
                self.add_link(step, evaluation, &mut subtree);
            } else {
                let mut own = NOTHING;
                self.add_link(step, evaluation, &mut own);
                subtree.add(&own);
                self.own[i] = own;
            }
        }
        let left = self.pass(step, i, &mut subtree, evaluation.constants.tree.armature[step.joint], evaluation);
        self.left[i] = left;
        // The columns enter above the first of their steps, once all of these have been eliminated.
        for k in plan.entering(i) {
            self.enter(plan, k, &subtree, model, evaluation);
        }
        subtree.carry(left.d);
        match step.parent.checked_sub(1) {
            Some(parent) if parent + 1 != i || plan.steps[parent].node.is_some() => self.waiting[parent].add(&subtree),
            _ => *hand = subtree,
        }
    }

    /// Adds the link that a step moves.
    pub fn add_link(&self, step: &Step, evaluation: &Evaluation<f64>, to: &mut Subtree) {
        let (body, wrench) = (&evaluation.constants.tree.inertias[step.joint], &evaluation.wrenches[step.joint + 1]);
        to.add_link(body, &evaluation.links[step.joint + 1], self.places[step.joint + 1].velocity, wrench);
    }

    /// Axes of all steps, and how the origins of links are placed and move.
    fn find_axes(&mut self, plan: &Plan, model: &Model, evaluation: &Evaluation<f64>) {
        let (links, placements) = (&evaluation.links, &evaluation.constants.tree.placements);
        for (i, step) in plan.steps.iter().enumerate() {
            let joint = &model.mechanism.tree.joints[step.joint];
            let place = Place { links, placements, joint: step.joint, parent: joint.parent };
            let axis = joint.kind.axis(step.part, &place);
            self.axes[i] = (axis.direction, !axis.rotation);
            if step.is_first() {
                self.places[step.joint + 1] = Place0::default();
                if let (0, Some(node)) = (joint.parent, step.node) {
                    // All of a cluster is seen from its first link.
                    let first = &links[plan.steps[plan.nodes[node].steps.start].joint + 1];
                    let link = &links[step.joint + 1];
                    self.places[step.joint + 1] = Place0 {
                        position: sub(link.position, first.position),
                        velocity: sub(link.velocity, first.velocity),
                    };
                } else if joint.parent > 0 {
                    let (parent, d) = (self.places[joint.parent], evaluation.work.way(step.joint));
                    self.places[step.joint + 1] = Place0 {
                        position: add(parent.position, d),
                        velocity: add(parent.velocity, cross(links[joint.parent].omega, d)),
                    };
                }
            }
            if !axis.rotation && joint.parent > 0 {
                let own = scale(evaluation.v[step.v], axis.direction);
                let velocity = &mut self.places[step.joint + 1].velocity;
                *velocity = add(*velocity, own);
            }
        }
    }

    /// Eliminates the acceleration of step `i`.
    fn pass(&self, step: &Step, i: usize, t: &mut Subtree, armature: f64, evaluation: &Evaluation<f64>) -> Left {
        let (axis, slides) = self.axes[i];
        let d = if step.is_first() { evaluation.work.way(step.joint) } else { ZERO };
        let (un, uf, by) = if slides {
            (times(&t.coupling, axis), symmetric(&t.mass, axis), transposed(&t.by_force, axis))
        } else {
            (symmetric(&t.inertia, axis), transposed(&t.coupling, axis), transposed(&t.by_torque, axis))
        };
        let none =
            Left { gain: six(un, uf), carried: add(un, cross(d, uf)), by_turning: ZERO, axis, d, inverse: 1.0, slides };
        if step.is_given {
            if step.is_rotor {
                t.bear_rotor(axis);
            }
            return none;
        }
        let own = dot(axis, if slides { uf } else { un });
        let is_rounding = armature == 0.0 && own <= ROUNDING * if slides { t.weight } else { t.moment };
        let inverse = if is_rounding { f64::INFINITY } else { 1.0 / (own + armature) };
        let (gn, gf, k) = (scale(inverse, un), scale(inverse, uf), scale(inverse, by));
        if step.is_rotor {
            t.bear_rotor(axis);
        } else {
            t.minus(un, uf, gn, gf, k);
        }
        Left { gain: six(gn, gf), carried: add(gn, cross(d, gf)), by_turning: k, inverse, ..none }
    }

    /// The columns of step `k`, which enter at `plan.steps[k].enter`, the subtree being that behind it.
    pub fn enter(&mut self, plan: &Plan, k: usize, t: &Subtree, model: &Model, evaluation: &Evaluation<f64>) {
        let step = &plan.steps[k];
        let left = self.left[step.enter];
        let (s, slides) = self.axes[k];
        let joint = &model.mechanism.tree.joints[step.joint];
        let (parent, link) = (&evaluation.links[joint.parent], &evaluation.links[step.joint + 1]);
        let u = self.places[step.joint + 1].velocity;
        let b = cross(parent.omega, s);
        let twice = |x: Vector| add(x, x);
        let (position, speed) = if slides {
            let a = add(cross(parent.alpha, s), cross(parent.omega, b));
            let moved = Entry { shift: s, speed: b, accelerations: six(ZERO, a), ..NO_ENTRY };
            let faster = Entry { speed: s, accelerations: six(ZERO, twice(b)), ..NO_ENTRY };
            (t.entered(moved, &left, cross(s, t.force), ZERO), t.entered(faster, &left, ZERO, ZERO))
        } else {
            let alpha = sub(cross(parent.alpha, s), cross(b, parent.omega));
            let a = sub(cross(link.acceleration, s), twice(cross(b, u)));
            let turned = Entry { turn: s, beta: b, accelerations: six(alpha, a), ..NO_ENTRY };
            let alpha = cross(add(parent.omega, link.omega), s);
            let faster = Entry { beta: s, accelerations: six(alpha, twice(cross(u, s))), ..NO_ENTRY };
            // The frame of a rotor does not turn with it.
            let turned =
                if step.is_rotor { NO_ENTRY } else { t.entered(turned, &left, cross(s, t.torque), cross(s, t.force)) };
            (turned, t.entered(faster, &left, ZERO, ZERO))
        };
        self.entries[k] = [position, speed];
    }
}

impl Subtree {
    pub fn add(&mut self, o: &Self) {
        for k in 0..6 {
            self.inertia[k] += o.inertia[k];
            self.mass[k] += o.mass[k];
        }
        for k in 0..3 {
            self.coupling[k] = add(self.coupling[k], o.coupling[k]);
            self.by_torque[k] = add(self.by_torque[k], o.by_torque[k]);
            self.by_force[k] = add(self.by_force[k], o.by_force[k]);
        }
        self.torque = add(self.torque, o.torque);
        self.force = add(self.force, o.force);
        self.moment += o.moment;
        self.weight += o.weight;
    }

    /// Adds the link itself; `u` is the velocity of its origin.
    fn add_link(&mut self, body: &RigidInertia<f64>, link: &LinkMotion<f64>, u: Vector, external: &Wrench<f64>) {
        let (w, alpha, a) = (link.omega, link.alpha, link.acceleration);
        let own = mechanism::spatial::algebra::Symmetric::rotated(&link.axes, &body.inertia);
        let i = [own.xx, own.yy, own.zz, own.xy, own.xz, own.yz];
        let h = rotate(&link.axes, body.moment);
        let wh = cross(w, h);
        self.inertia.iter_mut().zip(&i).for_each(|(own, i)| *own += i);
        self.mass.iter_mut().take(3).for_each(|mass| *mass += body.mass);
        self.moment += i[0] + i[1] + i[2];
        self.weight += body.mass;
        add_crossed(&mut self.coupling, h);
        let torque = add(add(symmetric(&i, alpha), cross(h, a)), cross(w, symmetric(&i, w)));
        let force = add(sub(scale(body.mass, a), cross(h, alpha)), cross(w, wh));
        self.torque = add(self.torque, sub(torque, external.torque));
        self.force = add(self.force, sub(force, external.force));
        // P_f = -2 [m u + w x h]x, P_n = -2 [w]x J - 2 (u h' - (h.u) 1) with J = tr(I)/2 1 - I.
        add_crossed(&mut self.by_force, scale(-2.0, add(scale(body.mass, u), wh)));
        let trace = i[0] + i[1] + i[2];
        let (x, y, z) = (2.0 * i[0] - trace, 2.0 * i[1] - trace, 2.0 * i[2] - trace);
        let (xy, xz, yz) = (2.0 * i[3], 2.0 * i[4], 2.0 * i[5]);
        let turning = crossed(w, &[[x, xy, xz], [xy, y, yz], [xz, yz, z]]);
        let along = 2.0 * dot(h, u);
        for r in 0..3 {
            for k in 0..3 {
                self.by_torque[r][k] += turning[r][k] - 2.0 * u[r] * h[k];
            }
            self.by_torque[r][r] += along;
        }
    }

    /// Takes what an eliminated coordinate moves: `I -= U G'`, `P -= U k'`.
    pub fn minus(&mut self, un: Vector, uf: Vector, gn: Vector, gf: Vector, by: Vector) {
        let outer = |m: &mut [f64; 6], u: Vector, g: Vector| {
            m[0] -= u[0] * g[0];
            m[1] -= u[1] * g[1];
            m[2] -= u[2] * g[2];
            m[3] -= u[0] * g[1];
            m[4] -= u[0] * g[2];
            m[5] -= u[1] * g[2];
        };
        outer(&mut self.inertia, un, gn);
        outer(&mut self.mass, uf, gf);
        for r in 0..3 {
            self.coupling[r] = sub(self.coupling[r], scale(un[r], gf));
            self.by_torque[r] = sub(self.by_torque[r], scale(un[r], by));
            self.by_force[r] = sub(self.by_force[r], scale(uf[r], by));
        }
    }

    /// Torques that the bearing of a rotor transmits, across the axis.
    fn bear_rotor(&mut self, s: Vector) {
        let along = transposed(&self.by_torque, s);
        let torque = sub(self.torque, scale(dot(s, self.torque), s));
        let by_torque = std::array::from_fn(|r| sub(self.by_torque[r], scale(s[r], along)));
        *self = Self { torque, by_torque, ..NOTHING };
    }

    /// About the parent's origin, from which `d` leads to this one.
    pub fn carry(&mut self, d: Vector) {
        if d == ZERO {
            return;
        }
        let m = &self.mass;
        let x = crossed(d, &[[m[0], m[3], m[4]], [m[3], m[1], m[5]], [m[4], m[5], m[2]]]);
        let mut half = ZEROS;
        for r in 0..3 {
            for k in 0..3 {
                half[r][k] = self.coupling[r][k] + 0.5 * x[r][k];
                self.coupling[r][k] += x[r][k];
            }
        }
        let (x, y, z) = (cross(d, half[0]), cross(d, half[1]), cross(d, half[2]));
        let change = [2.0 * x[0], 2.0 * y[1], 2.0 * z[2], y[0] + x[1], z[0] + x[2], z[1] + y[2]];
        self.inertia.iter_mut().zip(&change).for_each(|(own, change)| *own += change);
        let by = crossed(d, &self.by_force);
        self.by_torque.iter_mut().zip(by).for_each(|(row, by)| *row = add(*row, by));
        self.torque = add(self.torque, cross(d, self.force));
        self.moment += 2.0 * self.weight * dot(d, d);
    }

    /// A wrench that the link needs besides.
    pub fn need(&mut self, torque: Vector, force: Vector) {
        (self.torque, self.force) = (add(self.torque, torque), add(self.force, force));
    }

    /// Wrench for a motion.
    pub fn times(&self, [x, y, z, p, q, r]: &[f64; 6]) -> [f64; 6] {
        let (alpha, a) = ([*x, *y, *z], [*p, *q, *r]);
        let torque = add(symmetric(&self.inertia, alpha), times(&self.coupling, a));
        six(torque, add(transposed(&self.coupling, alpha), symmetric(&self.mass, a)))
    }

    /// Power of what beta changes along a motion.
    pub fn turned(&self, [x, y, z, p, q, r]: &[f64; 6]) -> Vector {
        add(transposed(&self.by_torque, [*x, *y, *z]), transposed(&self.by_force, [*p, *q, *r]))
    }

    /// An entry with what it hands on: `F = I A + P beta + extra`, about the parent's origin.
    fn entered(&self, entry: Entry, left: &Left, torque: Vector, force: Vector) -> Entry {
        let [x, y, z, p, q, r] = entry.accelerations;
        let (alpha, a, beta) = ([x, y, z], [p, q, r], entry.beta);
        let n = add(add(symmetric(&self.inertia, alpha), times(&self.coupling, a)), times(&self.by_torque, beta));
        let f = add(add(transposed(&self.coupling, alpha), symmetric(&self.mass, a)), times(&self.by_force, beta));
        let (n, f) = (add(n, torque), add(f, force));
        let own =
            dot(left.by_turning, beta) + left.gain.iter().zip(&entry.accelerations).map(|(g, a)| g * a).sum::<f64>();
        Entry { wrench: six(add(n, cross(left.d, f)), f), extra: six(torque, force), own, ..entry }
    }
}

pub(super) fn six(a: Vector, b: Vector) -> [f64; 6] {
    [a[0], a[1], a[2], b[0], b[1], b[2]]
}

fn symmetric(m: &[f64; 6], x: Vector) -> Vector {
    [
        m[0] * x[0] + m[3] * x[1] + m[4] * x[2],
        m[3] * x[0] + m[1] * x[1] + m[5] * x[2],
        m[4] * x[0] + m[5] * x[1] + m[2] * x[2],
    ]
}

fn times(m: &Matrix, x: Vector) -> Vector {
    [dot(m[0], x), dot(m[1], x), dot(m[2], x)]
}

fn transposed(m: &Matrix, x: Vector) -> Vector {
    add(add(scale(x[0], m[0]), scale(x[1], m[1])), scale(x[2], m[2]))
}

/// Rows of `[d]x` times the matrix.
fn crossed(d: Vector, m: &Matrix) -> Matrix {
    [
        sub(scale(d[1], m[2]), scale(d[2], m[1])),
        sub(scale(d[2], m[0]), scale(d[0], m[2])),
        sub(scale(d[0], m[1]), scale(d[1], m[0])),
    ]
}

/// Adds `[p]x`.
fn add_crossed(m: &mut Matrix, p: Vector) {
    m[0][1] -= p[2];
    m[0][2] += p[1];
    m[1][0] += p[2];
    m[1][2] -= p[0];
    m[2][0] -= p[1];
    m[2][1] += p[0];
}
