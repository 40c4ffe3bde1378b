//! From leaves to root: the articulated inertia of each subtree, and with it the matrix P (6 x 3), the derivative of its bias wrench by an
//! angular velocity that all of it gets; what the columns need of each step, and where they enter.
//!
//! Seen from axes that move along with the step of a column, nothing changes in its subtree but the motion of its base: an acceleration
//! A = (alpha', a') and one angular velocity beta, the same for all links. With u the velocity of an origin (relative to that of the
//! first link on the ground, which keeps digits), `alpha' = d(alpha) - beta x omega` and `a' = d(a) - 2 beta x u`. In these the
//! recursion has no velocity products at all. See docs/design/derivatives.md.

use super::node::Node;
use super::plan::{Plan, Point, Step};
use super::subtree::{
    Entry, Left, NO_ENTRY, Subtree, Vector, ZERO, add_crossed, carry, columns, crossed, full, parts, six, times,
    times_both, transposed,
};
use crate::dynamics::Evaluation;
use mechanism::joint_kinds::Place;
use mechanism::spatial::algebra::{Symmetric, add, cross, dot, rotate, scale, sub};
use mechanism::spatial::pair::{both, first, pairs, second};
use multiversion::multiversion;

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
    /// Subtrees that wait at their step.
    pub waiting: Vec<Subtree>,
    /// Clusters that are eliminated as a whole.
    pub nodes: Vec<Node>,
}

impl Eliminated {
    pub fn new(plan: &Plan) -> Self {
        let n = plan.steps.len();
        Self {
            left: vec![Left::default(); n],
            entries: vec![[NO_ENTRY; 2]; n],
            places: vec![Place0::default(); plan.step_of_link.len()],
            waiting: vec![Subtree::default(); n],
            nodes: vec![Node::default(); plan.nodes.len()],
        }
    }

    /// Goes to the state of a point.
    pub fn begin(&mut self, at: Point<'_>) {
        self.find_axes(at);
        let gather =
            self.waiting.iter_mut().zip(&at.plan.steps).filter(|(_, step)| step.gathers || step.node.is_some());
        gather.for_each(|(waiting, _)| *waiting = Subtree::default());
    }

    /// Eliminates a step that is in no cluster; `subtree` is what its neighbour handed on, and then what it hands on itself.
    #[inline(always)]
    pub fn eliminate(&mut self, at: Point<'_>, i: usize, subtree: &mut Subtree) {
        let plan = at.plan;
        let step = &plan.steps[i];
        if plan.steps.get(i + 1).is_none_or(|next| next.parent != i + 1) {
            *subtree = Subtree::default();
        }
        if step.gathers {
            subtree.add(&self.waiting[i]);
        }
        if plan.step_of_link[step.joint + 1] == i + 1 {
            add_link(self, step, at.evaluation, subtree);
        }
        eliminate_acceleration(self, at, i, subtree);
        // The columns enter above the first of their steps, once all of these have been eliminated.
        for k in plan.entering(i) {
            enter(self, at, k, subtree);
        }
        let Some(parent) = step.parent.checked_sub(1) else { return };
        carry(subtree, self.left[i].d);
        if parent + 1 != i || plan.steps[parent].node.is_some() {
            self.waiting[parent].add(subtree);
        }
    }

    /// Axes and ways of all steps, and how the origins of links are placed and move.
    fn find_axes(&mut self, Point { plan, model, evaluation }: Point<'_>) {
        let (links, placements) = (&evaluation.links, &evaluation.constants.tree.placements);
        for (i, step) in plan.steps.iter().enumerate() {
            let joint = &model.mechanism.tree.joints[step.joint];
            let place = Place { links, placements, joint: step.joint, parent: joint.parent };
            let axis = joint.kind.axis(step.part, &place);
            let d = if step.is_first() { evaluation.work.way(step.joint) } else { ZERO };
            let left = &mut self.left[i];
            (left.axis, left.d, left.slides) = (axis.direction, d, !axis.rotation);
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
                    let parent = self.places[joint.parent];
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
}

/// Adds the link that a step moves.
#[multiversion(targets("x86_64+avx"))]
pub(super) fn add_link(tree: &Eliminated, step: &Step, evaluation: &Evaluation<f64>, to: &mut Subtree) {
    let (body, external) = (&evaluation.constants.tree.inertias[step.joint], &evaluation.wrenches[step.joint + 1]);
    let (link, u) = (&evaluation.links[step.joint + 1], tree.places[step.joint + 1].velocity);
    let (w, alpha, a) = (link.omega, link.alpha, link.acceleration);
    let i = Symmetric::rotated(&link.axes, &body.inertia);
    let h = rotate(&link.axes, body.moment);
    let wh = cross(w, h);
    let trace = i.xx + i.yy + i.zz;
    to.inertia = to.inertia.plus(i);
    for mass in [&mut to.mass.xx, &mut to.mass.yy, &mut to.mass.zz] {
        *mass += body.mass;
    }
    to.moment += trace;
    to.weight += body.mass;
    add_crossed(&mut to.coupling, h);
    let torque = add(add(i.times(alpha), cross(h, a)), cross(w, i.times(w)));
    let force = add(sub(scale(body.mass, a), cross(h, alpha)), cross(w, wh));
    to.torque = add(to.torque, sub(torque, external.torque));
    to.force = add(to.force, sub(force, external.force));
    // P_f = -2 [m u + w x h]x, P_n = -2 [w]x J - 2 (u h' - (h.u) 1) with J = tr(I)/2 1 - I.
    add_crossed(&mut to.by_force, scale(-2.0, add(scale(body.mass, u), wh)));
    let (x, y, z) = (2.0 * i.xx - trace, 2.0 * i.yy - trace, 2.0 * i.zz - trace);
    let (xy, xz, yz) = (2.0 * i.xy, 2.0 * i.xz, 2.0 * i.yz);
    let turning = crossed(w, &[[x, xy, xz], [xy, y, yz], [xz, yz, z]]);
    let along = 2.0 * dot(h, u);
    for r in 0..3 {
        for k in 0..3 {
            to.by_torque[r][k] += turning[r][k] - 2.0 * u[r] * h[k];
        }
        to.by_torque[r][r] += along;
    }
}

/// Eliminates the acceleration of step `i`.
#[multiversion(targets("x86_64+avx"))]
fn eliminate_acceleration(tree: &mut Eliminated, at: Point<'_>, i: usize, t: &mut Subtree) {
    let (step, left) = (&at.plan.steps[i], &mut tree.left[i]);
    let Left { axis, d, slides, .. } = *left;
    let armature = at.evaluation.constants.tree.armature[step.joint];
    let (un, uf, by) = if slides {
        (times(&t.coupling, axis), t.mass.times(axis), transposed(&t.by_force, axis))
    } else {
        (t.inertia.times(axis), transposed(&t.coupling, axis), transposed(&t.by_torque, axis))
    };
    if step.is_given {
        (left.gain, left.carried, left.by_turning, left.inverse) = (six(un, uf), add(un, cross(d, uf)), ZERO, 1.0);
        if step.is_rotor {
            t.bear_rotor(axis);
        }
        return;
    }
    let own = dot(axis, if slides { uf } else { un });
    let is_rounding = armature == 0.0 && own <= ROUNDING * if slides { t.weight } else { t.moment };
    let inverse = if is_rounding { f64::INFINITY } else { 1.0 / (own + armature) };
    let (gn, gf, k) = (scale(inverse, un), scale(inverse, uf), scale(inverse, by));
    (left.gain, left.carried, left.by_turning, left.inverse) = (six(gn, gf), add(gn, cross(d, gf)), k, inverse);
    if step.is_rotor {
        t.bear_rotor(axis);
    } else {
        t.minus(un, uf, gn, gf, k);
    }
}

/// The columns of step `k`, which enter at `plan.steps[k].enter`, the subtree being that behind it. Completes the
/// entries of the step, that of its position first. If there is a parent, they hand on `F = I A + P beta + extra` to
/// it, about its origin; `extra` is that of the position.
#[multiversion(targets("x86_64+avx"))]
pub(super) fn enter(tree: &mut Eliminated, Point { plan, model, evaluation }: Point<'_>, k: usize, t: &Subtree) {
    let step = &plan.steps[k];
    let left = &tree.left[step.enter];
    let entries = &mut tree.entries[k];
    let Left { axis: s, slides, .. } = tree.left[k];
    let joint = &model.mechanism.tree.joints[step.joint];
    let (parent, link) = (&evaluation.links[joint.parent], &evaluation.links[step.joint + 1]);
    let b = cross(parent.omega, s);
    // All other elements are zero from the beginning, and stay so.
    let (accelerations, beta, extra) = if slides {
        let a = add(cross(parent.alpha, s), cross(parent.omega, b));
        (entries[0].shift, entries[0].speed, entries[1].speed) = (s, b, s);
        ([pairs(ZERO, ZERO), pairs(a, add(b, b))], pairs(ZERO, ZERO), [cross(s, t.force), ZERO])
    } else if step.is_rotor {
        // The frame of a rotor does not turn with it.
        let alpha = cross(add(parent.omega, link.omega), s);
        let a = cross(tree.places[step.joint + 1].velocity, s);
        ([pairs(ZERO, alpha), pairs(ZERO, add(a, a))], pairs(ZERO, s), [ZERO; 2])
    } else {
        let (u, beta) = (tree.places[step.joint + 1].velocity, pairs(b, s));
        let alpha = cross(pairs(parent.omega, add(parent.omega, link.omega)), beta);
        let a = cross(both(add(u, u)), beta);
        entries[0].turn = s;
        let alpha = pairs(add(first(alpha), cross(parent.alpha, s)), second(alpha));
        let a = pairs(add(first(a), cross(link.acceleration, s)), second(a));
        ([alpha, a], beta, [cross(s, t.torque), cross(s, t.force)])
    };
    let ([alpha, a], [torque, force], [position, speed]) = (accelerations, extra, entries);
    let (gn, gf) = parts(left.gain);
    let own = dot(both(left.by_turning), beta) + (dot(both(gn), alpha) + dot(both(gf), a));
    (position.accelerations, speed.accelerations) = (six(first(alpha), first(a)), six(second(alpha), second(a)));
    (position.beta, speed.beta) = (first(beta), second(beta));
    (position.own, speed.own) = (own.0, own.1);
    position.extra = six(torque, force);
    // A cluster moves all that is read of its steps to its root.
    if plan.steps[step.enter].parent == 0 && step.node.is_none() {
        return;
    }
    let n = add(times_both(&full(&t.inertia), alpha), times_both(&t.coupling, a));
    let f = add(times_both(&columns(&t.coupling), alpha), times_both(&full(&t.mass), a));
    let (n, f) = (add(n, times_both(&t.by_torque, beta)), add(f, times_both(&t.by_force, beta)));
    let (n, f) = (pairs(add(first(n), torque), second(n)), pairs(add(first(f), force), second(f)));
    let n = add(n, cross(both(left.d), f));
    (position.wrench, speed.wrench) = (six(first(n), first(f)), six(second(n), second(f)));
}
