//! The pass over columns: to the root what their forces do, to the leaves accelerations. Four columns at a time, in the lanes of vector
//! registers.
//!
//! No lane is indexed by a variable in what is carried from step to step: that would send it to memory.

use super::elimination::Eliminated;
use super::laws::Pushed;
use super::node::Node;
use super::plan::{NodePart, Plan};
use super::subtree::{NO_ENTRY, Vector};
use mechanism::StateId;
use multiversion::multiversion;
use std::ops::{Add, AddAssign, Mul, Sub, SubAssign};

/// Columns in one pass: positions and speeds of two neighbours.
pub(super) const LANES: usize = 4;

/// One number of each column.
#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
pub(super) struct Lane(pub [f64; LANES]);

pub(super) const ZERO: Lane = Lane([0.0; LANES]);

macro_rules! operations {
    ($($operation:ident $method:ident $assign:ident $assigning:ident),+) => {
        $(
            impl $operation for Lane {
                type Output = Self;
                #[inline(always)]
                fn $method(self, o: Self) -> Self {
                    let (Self(a), Self(b)) = (self, o);
                    Self([a[0].$method(b[0]), a[1].$method(b[1]), a[2].$method(b[2]), a[3].$method(b[3])])
                }
            }

            impl $assign for Lane {
                #[inline(always)]
                fn $assigning(&mut self, o: Self) {
                    *self = self.$method(o);
                }
            }
        )+
    };
}

operations!(Add add AddAssign add_assign, Sub sub SubAssign sub_assign);

impl Mul<f64> for Lane {
    type Output = Self;
    #[inline(always)]
    fn mul(self, factor: f64) -> Self {
        let Self(a) = self;
        Self([a[0] * factor, a[1] * factor, a[2] * factor, a[3] * factor])
    }
}

/// `v . x` of a vector that all columns share.
#[inline(always)]
fn dot(v: Vector, [x, y, z]: [Lane; 3]) -> Lane {
    x * v[0] + y * v[1] + z * v[2]
}

#[inline(always)]
fn add<const N: usize>(to: &mut [Lane; N], o: &[Lane; N]) {
    for (to, o) in to.iter_mut().zip(o) {
        *to += *o;
    }
}

/// The numbers of four columns, one after the other.
#[inline(always)]
fn columnwise<const N: usize>([a, b, c, d]: [&[f64; N]; LANES]) -> [Lane; N] {
    let mut lanes = [ZERO; N];
    for k in 0..N {
        lanes[k] = Lane([a[k], b[k], c[k], d[k]]);
    }
    lanes
}

/// Contributions of columns that enter at a step.
#[derive(Clone, Copy, Debug)]
struct Group {
    step: usize,
    accelerations: [Lane; 6],
    own: Lane,
    beta: [Lane; 3],
}

const NO_GROUP: Group = Group { step: usize::MAX, accelerations: [ZERO; 6], own: ZERO, beta: [ZERO; 3] };

/// The columns of a pass that belong to steps: the step with 0 for its position and 1 for its speed.
type Columns<'a> = &'a [Option<(usize, usize)>];

/// Memory of the passes.
#[derive(Clone, Debug)]
pub(super) struct Lanes {
    /// Ground, then steps: on the way to the root bias wrenches, on the way back accelerations.
    six: Vec<[Lane; 6]>,
    /// Generalised forces, or given accelerations.
    force: Vec<Lane>,
    /// Own accelerations without those of the parent.
    free: Vec<Lane>,
    /// Ground, then steps on which others hang: turning of the columns.
    turning: Vec<[Lane; 3]>,
    /// Free accelerations of each cluster, from its first step on.
    motions: Vec<Lane>,
    /// The pass in which a step was written last.
    stamps: Vec<u32>,
    pass: u32,
    /// Largest step that was written.
    top: usize,
    /// Columns that enter in this pass.
    groups: [Group; LANES],
    /// Accelerations along the steps.
    pub accelerations: Vec<Lane>,
    /// Derivatives of states of laws.
    pub rates: Vec<Lane>,
}

impl Lanes {
    pub fn new(plan: &Plan, law_states: usize) -> Self {
        let n = plan.steps.len();
        Self {
            six: vec![[ZERO; 6]; n + 1],
            force: vec![ZERO; n],
            free: vec![ZERO; n],
            turning: vec![[ZERO; 3]; n + 1],
            motions: vec![ZERO; if plan.nodes.is_empty() { 0 } else { n }],
            stamps: vec![0; n],
            pass: 0,
            top: 0,
            groups: [NO_GROUP; LANES],
            accelerations: vec![ZERO; n],
            rates: vec![ZERO; law_states],
        }
    }

    /// A new pass; what its columns push follows, lane by lane.
    pub fn begin(&mut self) {
        self.pass = self.pass.wrapping_add(1);
        if self.pass == 0 {
            self.stamps.fill(0);
            self.pass = 1;
        }
        self.top = 0;
        self.rates.fill(ZERO);
    }

    /// The way from what a step moves to the ground will be gone; `next` is its number plus one.
    fn mark(&mut self, plan: &Plan, next: usize) {
        self.mark_in_place(plan, next);
    }

    /// [`Self::mark`], compiled with the pass that calls it.
    #[inline(always)]
    fn mark_in_place(&mut self, plan: &Plan, mut next: usize) {
        while next > 0 && self.stamps[next - 1] != self.pass {
            let step = &plan.steps[next - 1];
            if let Some(node) = step.node {
                let part = &plan.nodes[node];
                for k in part.steps.clone() {
                    self.clear(k);
                }
                next = part.root;
            } else {
                self.clear(next - 1);
                next = step.parent;
            }
        }
    }

    #[inline(always)]
    fn clear(&mut self, step: usize) {
        self.stamps[step] = self.pass;
        self.six[step + 1] = [ZERO; 6];
        self.force[step] = ZERO;
        self.top = self.top.max(step + 1);
    }

    /// Accelerations along all steps for up to four columns, those of steps ascending; other columns have only what was pushed.
    #[inline(never)]
    pub fn run(&mut self, plan: &Plan, tree: &Eliminated, columns: Columns<'_>) {
        let count = gather(self, plan, tree, columns);
        // Nothing moves.
        if count == 0 && self.top == 0 {
            self.accelerations.fill(ZERO);
        } else {
            spread(self, plan, tree, columns, count);
        }
    }

    /// Lets columns enter; returns at how many steps.
    #[inline(always)]
    fn enter(&mut self, plan: &Plan, tree: &Eliminated, columns: Columns<'_>) -> usize {
        let mut count = 0;
        let mut entries = [[&NO_ENTRY; LANES]; LANES];
        for (lane, (step, which)) in columns.iter().enumerate().filter_map(|(lane, column)| Some((lane, (*column)?))) {
            let enter = plan.steps[step].enter;
            if count == 0 || self.groups[count - 1].step != enter {
                self.groups[count].step = enter;
                count += 1;
            }
            entries[count - 1][lane] = &tree.entries[step][which];
        }
        for ([a, b, c, d], group) in entries.iter().zip(&mut self.groups[..count]) {
            group.accelerations = columnwise([&a.accelerations, &b.accelerations, &c.accelerations, &d.accelerations]);
            group.beta = columnwise([&a.beta, &b.beta, &c.beta, &d.beta]);
            group.own = Lane([a.own, b.own, c.own, d.own]);
        }
        for ([a, b, c, d], group) in entries.iter().zip(0..count) {
            let onto = plan.onto(self.groups[group].step);
            self.mark_in_place(plan, onto);
            if onto > 0 {
                add(&mut self.six[onto], &columnwise([&a.wrench, &b.wrench, &c.wrench, &d.wrench]));
            }
        }
        count
    }

    /// Effects of the forces in a cluster on its free motions, and of these on its root.
    #[inline(never)]
    fn gather_node(&mut self, part: &NodePart, node: &Node) {
        let (first, d) = (part.steps.start, node.freedom);
        let motions = &mut self.motions[first..first + d];
        motions.fill(ZERO);
        for (force, answers) in self.free[part.steps.clone()].iter().zip(node.answers.chunks_exact(d.max(1))) {
            motions.iter_mut().zip(answers).for_each(|(z, answer)| *z += *force * *answer);
        }
        if part.root == 0 {
            return;
        }
        let to = &mut self.six[part.root];
        let of_motions = motions.iter().zip(node.at_root.iter().map(|at| &at.wrench));
        let given = self.free[part.steps.clone()].iter().zip(&node.given).filter(|(_, wrench)| **wrench != [0.0; 6]);
        for (z, wrench) in of_motions.chain(given) {
            to.iter_mut().zip(wrench).for_each(|(to, x)| *to += *z * *x);
        }
    }

    /// Accelerations of the steps of a cluster.
    #[inline(never)]
    fn spread_node(&mut self, plan: &Plan, tree: &Eliminated, number: usize, columns: Columns<'_>) {
        let (part, node) = (&plan.nodes[number], &tree.nodes[number]);
        let (first, d) = (part.steps.start, node.freedom);
        let is_pushed = self.stamps[first] == self.pass;
        let motions = &mut self.motions[first..first + d];
        if !is_pushed {
            motions.fill(ZERO);
        }
        if part.root > 0 {
            let (a, beta) = (&self.six[part.root], self.turning[part.root]);
            for (z, at) in motions.iter_mut().zip(&node.at_root) {
                let g = &at.gain;
                *z -= (a[0] * g[0] + a[1] * g[1]) + (a[2] * g[2] + a[3] * g[3]);
                *z -= (a[4] * g[4] + a[5] * g[5]) + dot(at.by_turning, beta);
            }
        }
        let own = &mut self.accelerations[part.steps.clone()];
        own.fill(ZERO);
        for (y, along) in own.iter_mut().zip(node.motions.chunks_exact(d.max(1))) {
            motions.iter().zip(along).for_each(|(z, x)| *y += *z * *x);
        }
        for (local, i) in part.steps.clone().enumerate().filter(|(_, i)| is_pushed && plan.steps[*i].is_given) {
            own.iter_mut().zip(node.column(local, 2)).for_each(|(y, x)| *y += self.free[i] * *x);
        }
        for (lane, column) in columns.iter().enumerate() {
            if let Some((step, which)) = column.filter(|(step, _)| part.steps.contains(step)) {
                own.iter_mut().zip(node.column(step - first, which)).for_each(|(y, x)| y.0[lane] += x);
            }
        }
    }
}

/// From where the columns enter to the root; returns at how many steps they do.
#[multiversion(targets("x86_64+avx"))]
fn gather(lanes: &mut Lanes, plan: &Plan, tree: &Eliminated, columns: Columns<'_>) -> usize {
    let count = lanes.enter(plan, tree, columns);
    for i in (0..lanes.top).rev() {
        if lanes.stamps[i] != lanes.pass {
            continue;
        }
        let (step, e, p) = (&plan.steps[i], &tree.left[i], lanes.six[i + 1]);
        let (d, g) = (e.d, &e.gain);
        // From memory: a choice between what is in registers would be made lane by lane.
        let first = if e.slides { 3 } else { 0 };
        let own = &lanes.six[i + 1];
        let along = dot(e.axis, [own[first], own[first + 1], own[first + 2]]);
        let force = if step.is_given { lanes.force[i] } else { lanes.force[i] - along };
        lanes.free[i] = force * e.inverse;
        let mut t = lanes.six[step.parent];
        if step.is_rotor {
            // Its torque does not act on the parent.
            for (k, t) in t.iter_mut().enumerate().take(3) {
                *t += p[k] - along * e.axis[k];
            }
        } else {
            t[0] += (p[0] + (p[5] * d[1] - p[4] * d[2])) + force * e.carried[0];
            t[1] += (p[1] + (p[3] * d[2] - p[5] * d[0])) + force * e.carried[1];
            t[2] += (p[2] + (p[4] * d[0] - p[3] * d[1])) + force * e.carried[2];
            t[3] += p[3] + force * g[3];
            t[4] += p[4] + force * g[4];
            t[5] += p[5] + force * g[5];
        }
        lanes.six[step.parent] = t;
        if let Some(number) = step.node.filter(|number| plan.nodes[*number].steps.start == i) {
            lanes.gather_node(&plan.nodes[number], &tree.nodes[number]);
        }
    }
    count
}

/// To the leaves.
#[multiversion(targets("x86_64+avx"))]
fn spread(lanes: &mut Lanes, plan: &Plan, tree: &Eliminated, columns: Columns<'_>, groups: usize) {
    lanes.six[0] = [ZERO; 6];
    let mut next = 0;
    let (mut last, mut beta) = (lanes.six[0], [ZERO; 3]);
    for (i, (step, e)) in plan.steps.iter().zip(&tree.left).enumerate() {
        let mut a = last;
        if step.parent != i {
            (a, beta) = (lanes.six[step.parent], lanes.turning[step.parent]);
        }
        let (d, g, c) = (e.d, &e.gain, e.carried);
        let mut y = if lanes.stamps[i] == lanes.pass { lanes.free[i] } else { ZERO };
        if let Some(number) = step.node {
            if plan.nodes[number].steps.start == i {
                lanes.spread_node(plan, tree, number, columns);
            }
            y = lanes.accelerations[i];
        } else if !step.is_given {
            let carried = (a[0] * c[0] + a[1] * c[1]) + (a[2] * c[2] + a[3] * g[3]);
            y -= carried + ((a[4] * g[4] + a[5] * g[5]) + dot(e.by_turning, beta));
        }
        a[3] += a[1] * d[2] - a[2] * d[1];
        a[4] += a[2] * d[0] - a[0] * d[2];
        a[5] += a[0] * d[1] - a[1] * d[0];
        if let Some(group) = lanes.groups[..groups].get(next).filter(|group| group.step == i) {
            add(&mut a, &group.accelerations);
            add(&mut beta, &group.beta);
            if !step.is_given {
                y -= group.own;
            }
            next += 1;
        }
        let s = e.axis;
        if e.slides {
            a[3] += y * s[0];
            a[4] += y * s[1];
            a[5] += y * s[2];
        } else {
            a[0] += y * s[0];
            a[1] += y * s[1];
            a[2] += y * s[2];
        }
        lanes.accelerations[i] = y;
        last = a;
        if step.gathers {
            (lanes.six[i + 1], lanes.turning[i + 1]) = (a, beta);
        }
    }
}

/// The lane of a plan into which a column pushes.
pub(super) struct Into<'a> {
    pub lanes: &'a mut Lanes,
    pub plan: &'a Plan,
    pub lane: usize,
}

impl Pushed for Into<'_> {
    fn push(&mut self, step: usize, torque: Vector, force: Vector) {
        self.lanes.mark(self.plan, step + 1);
        let to = &mut self.lanes.six[step + 1];
        for k in 0..3 {
            to[k].0[self.lane] -= torque[k];
            to[3 + k].0[self.lane] -= force[k];
        }
    }

    fn drive(&mut self, step: usize, force: f64) {
        self.lanes.mark(self.plan, step + 1);
        self.lanes.force[step].0[self.lane] += force;
    }

    fn rate(&mut self, state: StateId, rate: f64) {
        self.lanes.rates[state].0[self.lane] = rate;
    }
}
