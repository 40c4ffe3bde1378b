//! From leaves to root: the articulated inertia of each subtree, and with it the matrix P (6 x 3), the derivative of its bias wrench by an
//! angular velocity that all of it gets; what the columns need of each step, and where they enter.
//!
//! Seen from axes that move along with the step of a column, nothing changes in its subtree but the motion of its base: an acceleration
//! A = (alpha', a') and one angular velocity beta, the same for all links. With u the velocity of an origin (relative to that of the
//! first link on the ground, which keeps digits), `alpha' = d(alpha) - beta x omega` and `a' = d(a) - 2 beta x u`. In these the
//! recursion has no velocity products at all. See docs/design/derivatives.md.

use super::node::Node;
use super::plan::{Plan, Step};
use super::subtree::{Entry, Left, NO_ENTRY, NOTHING, Subtree, Vector, ZERO, six, symmetric, times, transposed};
use crate::dynamics::Evaluation;
use crate::model::Model;
use mechanism::joint_kinds::Place;
use mechanism::spatial::algebra::{add, cross, dot, scale, sub};

/// Part of the terms that it is the sum of below which an inertia along an axis is rounding.
const ROUNDING: f64 = 1e-12;

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

    /// Goes to the state of `evaluation`.
    pub fn begin(&mut self, plan: &Plan, model: &Model, evaluation: &Evaluation<f64>) {
        self.find_axes(plan, model, evaluation);
        let gather = self.waiting.iter_mut().zip(&plan.steps).filter(|(_, step)| step.gathers || step.node.is_some());
        gather.for_each(|(waiting, _)| *waiting = NOTHING);
    }

    /// Eliminates a step that is in no cluster.
    #[inline(always)]
    pub fn eliminate(
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
