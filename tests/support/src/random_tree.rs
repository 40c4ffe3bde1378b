//! Random trees with every kind of joint, and one evaluation of them.

use mechanism::scalar::Scalar;
use mechanism::{JointKind, JointPlacement, LinkMotion, Motion, RigidInertia, Tree, TreeConstants, TreeJoint, Wrench};
use simulation::dynamics::articulated_body::{
    SingularJoint, Workspace, accelerations, kinematics, position_derivatives,
};

/// Reproducible random numbers (Knuth's MMIX linear congruential generator).
pub struct Random(pub u64);

impl Random {
    /// In [-1, 1).
    pub fn number(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    /// In 0..n.
    pub fn below(&mut self, n: usize) -> usize {
        (((self.number() + 1.0) / 2.0) * n as f64) as usize
    }

    /// Each in [-1, 1).
    pub fn vector(&mut self) -> [f64; 3] {
        std::array::from_fn(|_| self.number())
    }

    /// `n` of them.
    pub fn numbers(&mut self, n: usize) -> Vec<f64> {
        (0..n).map(|_| self.number()).collect()
    }

    /// Columns of a rotation (Gram and Schmidt).
    pub fn rotation(&mut self) -> [[f64; 3]; 3] {
        let unit = |v: [f64; 3]| v.map(|x| x / dot(v, v).sqrt());
        let x = unit(self.vector());
        let z = unit(cross(x, self.vector()));
        [x, cross(z, x), z]
    }

    /// Mass properties of a ball and three point masses, far from singular.
    pub fn inertia(&mut self) -> RigidInertia<f64> {
        let mut sum = RigidInertia { mass: 0.0, moment: [0.0; 3], inertia: [0.3, 0.3, 0.3, 0.0, 0.0, 0.0] };
        for _ in 0..3 {
            let (m, r) = (0.6 + 0.5 * self.number(), self.vector());
            sum.mass += m;
            for k in 0..3 {
                sum.moment[k] += m * r[k];
                sum.inertia[k] += m * (dot(r, r) - r[k] * r[k]);
            }
            for (k, (a, b)) in [(0, 1), (0, 2), (1, 2)].into_iter().enumerate() {
                sum.inertia[3 + k] -= m * r[a] * r[b];
            }
        }
        sum
    }
}

/// Scalar product.
pub fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Vector product.
pub fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// A tree whose joints have the given kinds, motions and parents.
pub fn tree(joints: &[(JointKind, Motion, usize)]) -> Tree {
    let mut tree = Tree::default();
    for &(kind, motion, parent) in joints {
        tree.joints.push(TreeJoint { kind, motion, parent, q: tree.nq, v: tree.nv });
        tree.nq += kind.nq();
        tree.nv += kind.nv();
    }
    tree
}

/// Random placements and mass properties.
pub fn constants(tree: &Tree, random: &mut Random) -> TreeConstants<f64> {
    let placement = |r: &mut Random| JointPlacement { axes: r.rotation(), position: r.vector() };
    TreeConstants {
        placements: tree.joints.iter().map(|_| placement(random)).collect(),
        inertias: tree.joints.iter().map(|_| random.inertia()).collect(),
        // With and without: a drive of its own, as heavy as the links.
        armature: tree.joints.iter().map(|_| random.number().max(0.0)).collect(),
    }
}

/// A tree of `n` joints of all kinds; a point mass hangs on the ground and carries nothing that could turn with it.
pub fn any_tree(n: usize, random: &mut Random) -> Tree {
    let mut joints: Vec<(JointKind, Motion, usize)> = Vec::new();
    for i in 0..n {
        let kind = match random.below(14) {
            0..6 => JointKind::Revolute,
            6..9 => JointKind::Prismatic,
            9..11 => JointKind::Free,
            11..13 => JointKind::Spherical,
            _ => JointKind::Translation,
        };
        let single = matches!(kind, JointKind::Revolute | JointKind::Prismatic);
        let motion = if single && random.below(4) == 0 { Motion::Prescribed } else { Motion::Dynamic };
        let near = if random.below(3) == 0 { i } else { random.below(i + 1) };
        joints.push((kind, motion, if kind == JointKind::Translation { 0 } else { near }));
    }
    tree(&joints)
}

/// A tree with constants, state and forces, and what an evaluation leaves.
pub struct Case<T> {
    pub tree: Tree,
    pub constants: TreeConstants<T>,
    pub field: [T; 3],
    pub q: Vec<T>,
    pub v: Vec<T>,
    pub tau: Vec<T>,
    pub wrenches: Vec<Wrench<T>>,
    /// On entry of prescribed joints, after [`Case::forward`] of all.
    pub vdot: Vec<T>,
    pub links: Vec<LinkMotion<T>>,
    work: Workspace<T>,
}

impl Case<f64> {
    /// Everything random.
    pub fn random(tree: Tree, random: &mut Random) -> Self {
        let wrench = |r: &mut Random| Wrench { force: r.vector(), torque: r.vector() };
        Self {
            constants: constants(&tree, random),
            field: random.vector().map(|g| 9.81 * g),
            q: random.numbers(tree.nq),
            v: random.numbers(tree.nv),
            tau: random.numbers(tree.nv),
            wrenches: (0..=tree.joints.len()).map(|_| wrench(random)).collect(),
            vdot: random.numbers(tree.nv),
            links: vec![LinkMotion::ground(); tree.joints.len() + 1],
            work: Workspace::new(&tree),
            tree,
        }
    }

    /// The case `h` later, to first order, evaluated with the same forces: symmetric differences are then of second order.
    pub fn later(&self, h: f64) -> Self {
        let mut qdot = vec![0.0; self.tree.nq];
        position_derivatives(&self.tree, &self.q, &self.v, &mut qdot);
        let mut case = self.map(|x| x);
        case.q.iter_mut().zip(&qdot).for_each(|(q, d)| *q += h * d);
        case.v.iter_mut().zip(&self.vdot).for_each(|(v, d)| *v += h * d);
        case.kinematics();
        case
    }
}

impl<T: Scalar> Case<T> {
    /// The same numbers with the tree that was put into `case`.
    pub fn with_tree(case: Self) -> Self {
        Self { work: Workspace::new(&case.tree), ..case }
    }

    /// The same case with every number changed by `f`, in the order constants, field, q, v, tau, wrenches, vdot.
    pub fn map<U: Scalar>(&self, mut f: impl FnMut(T) -> U) -> Case<U> {
        let constants = TreeConstants {
            placements: (self.constants.placements.iter())
                .map(|p| JointPlacement { axes: p.axes.map(|a| a.map(&mut f)), position: p.position.map(&mut f) })
                .collect(),
            inertias: (self.constants.inertias.iter())
                .map(|i| RigidInertia { mass: f(i.mass), moment: i.moment.map(&mut f), inertia: i.inertia.map(&mut f) })
                .collect(),
            armature: self.constants.armature.iter().copied().map(&mut f).collect(),
        };
        Case {
            constants,
            field: self.field.map(&mut f),
            q: self.q.iter().copied().map(&mut f).collect(),
            v: self.v.iter().copied().map(&mut f).collect(),
            tau: self.tau.iter().copied().map(&mut f).collect(),
            wrenches: (self.wrenches.iter())
                .map(|w| Wrench { force: w.force.map(&mut f), torque: w.torque.map(&mut f) })
                .collect(),
            vdot: self.vdot.iter().copied().map(&mut f).collect(),
            links: vec![LinkMotion::ground(); self.links.len()],
            work: Workspace::new(&self.tree),
            tree: self.tree.clone(),
        }
    }

    /// Position and velocity of the links.
    pub fn kinematics(&mut self) {
        kinematics(&self.tree, &self.constants, &self.q, &self.v, &mut self.links, &mut self.work);
    }

    /// Kinematics and accelerations.
    pub fn forward(&mut self) -> Result<(), SingularJoint> {
        self.kinematics();
        let (links, work) = (&mut self.links, &mut self.work);
        accelerations(&self.tree, &self.constants, self.field, &self.tau, &self.wrenches, links, work, &mut self.vdot)
    }
}

impl Case<f64> {
    /// Force and torque that a link needs besides the external ones, about its origin, world axes: Newton and Euler.
    fn needed(&self, joint: usize) -> [[f64; 3]; 2] {
        let (link, body) = (&self.links[joint + 1], &self.constants.inertias[joint]);
        let resolved = |v: [f64; 3]| link.axes.map(|axis| dot(axis, v));
        let [w, alpha, a] = [link.omega, link.alpha, link.acceleration].map(resolved);
        let ([xx, yy, zz, xy, xz, yz], h) = (body.inertia, body.moment);
        let inertia = |v| [dot([xx, xy, xz], v), dot([xy, yy, yz], v), dot([xz, yz, zz], v)];
        let (newton, euler) = ([cross(alpha, h), cross(w, cross(w, h))], [cross(w, inertia(w)), cross(h, a)]);
        let force = std::array::from_fn(|k| body.mass * a[k] + newton[0][k] + newton[1][k]);
        let torque = std::array::from_fn(|k| inertia(alpha)[k] + euler[0][k] + euler[1][k]);
        let world = |v: [f64; 3], k: usize| (0..3).map(|axis| link.axes[axis][k] * v[axis]).sum::<f64>();
        let external = &self.wrenches[joint + 1];
        [(force, external.force), (torque, external.torque)]
            .map(|(own, external)| std::array::from_fn(|k| world(own, k) - external[k]))
    }

    /// The generalised forces that belong to the accelerations of [`Case::forward`], by virtual power: what all links need along a unit of each
    /// speed. The drive of a rotor has no power along others.
    pub fn inverse(&self) -> Vec<f64> {
        let needed: Vec<_> = (0..self.tree.joints.len()).map(|joint| self.needed(joint)).collect();
        let (mut tau, mut unit) = (vec![0.0; self.tree.nv], self.map(|x| x));
        for (own, joint) in self.tree.joints.iter().enumerate().rev() {
            for v in joint.v..joint.v + joint.kind.nv() {
                unit.v.fill(0.0);
                unit.v[v] = 1.0;
                unit.kinematics();
                let along = unit.links[1..].iter().zip(&needed);
                tau[v] =
                    along.map(|(link, [force, torque])| dot(*force, link.velocity) + dot(*torque, link.omega)).sum();
                let rotors = self.tree.joints.iter().enumerate().skip(own + 1);
                for (number, rotor) in rotors.filter(|(_, joint)| joint.kind == JointKind::Rotor) {
                    let link = &unit.links[number + 1];
                    tau[v] -= tau[rotor.v] * dot(link.axes[2], link.omega);
                }
            }
        }
        for (joint, armature) in self.tree.joints.iter().zip(&self.constants.armature).filter(|(j, _)| j.kind.nv() == 1)
        {
            tau[joint.v] += armature * self.vdot[joint.v];
        }
        tau
    }
}
