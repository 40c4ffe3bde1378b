//! Forward dynamics of trees: other codes, the laws of mechanics, derivatives, and its limits.
#![allow(missing_docs, clippy::unwrap_used)]

use mechanism::scalar::Jet;
use mechanism::{JointKind, LinkMotion, Motion, RigidInertia};
use simulation::dynamics::articulated_body::SingularJoint;
use support::chain::{Axes, Chain, state};
use support::random_tree::{Case, Random, any_tree, cross, dot, tree};

/// Acceleration of the last joint at state 0, planar and spatial, on which Pinocchio 4.1, MuJoCo 4.0 and Drake 1.51 agree to 1e-11
/// (n <= 7), 4e-10 (n <= 300), 4e-9 (n = 1000); n = 10000 from one other program.
const LAST: [(usize, f64, f64, f64); 7] = [
    (1, -13.0924937688, -23.5664887839, 1e-11),
    (7, 4.2298272098, 23.8889205953, 1e-11),
    (32, 0.00192961417604, 0.00398479351609, 4e-10),
    (100, -0.00323581247943, -0.0824023305914, 4e-10),
    (300, 0.00327135581686, 0.0801233854905, 4e-10),
    (1000, 0.0010813451227, 0.0163014170568, 4e-9),
    (10_000, -0.003061478765, -0.012218382659, 4e-8),
];

#[test]
fn chains_accelerate_as_in_other_codes() {
    for (n, planar, spatial, tolerance) in LAST {
        for (axes, expected) in [(Axes::Planar, planar), (Axes::Spatial, spatial)] {
            let (q, v) = state(n, 0);
            let found = *Chain::new(n, axes).evaluate(&q, &v).unwrap().last().unwrap();
            let error = ((found - expected) / expected).abs();
            // The printed digits of the expected values: at least eleven, so 5e-11 relative at worst.
            assert!(error < tolerance + 5e-11, "n = {n}, {axes:?}: {found}, expected {expected}, error {error:e}");
        }
    }
}

/// Trees of all kinds of joints, evaluated.
fn cases() -> impl Iterator<Item = Case<f64>> {
    (0..60).map(|seed| {
        let mut random = Random(seed);
        let tree = any_tree(1 + seed as usize % 14, &mut random);
        let mut case = Case::random(tree, &mut random);
        case.forward().unwrap();
        case
    })
}

fn agree(found: f64, expected: f64, tolerance: f64, what: &str) {
    let error = (found - expected).abs() / (1.0 + expected.abs());
    assert!(error < tolerance, "{what}: {found}, expected {expected}, error {error:e}");
}

/// True if velocity coordinate `k` belongs to a prescribed joint.
fn is_prescribed(case: &Case<f64>, k: usize) -> bool {
    let joint = case.tree.joints.iter().rfind(|j| j.v <= k).unwrap();
    joint.motion == Motion::Prescribed
}

#[test]
fn virtual_power_returns_the_forces() {
    for case in cases() {
        let size = case.vdot.iter().fold(1.0, |m: f64, x| m.max(x.abs()));
        for (k, found) in case.inverse().into_iter().enumerate() {
            if !is_prescribed(&case, k) {
                agree(found / size, case.tau[k] / size, 1e-9, "generalised force");
            }
        }
    }
}

#[test]
fn prescribed_accelerations_stay() {
    let mut random = Random(7);
    let tree = any_tree(14, &mut random);
    let mut case = Case::random(tree, &mut random);
    let given = case.vdot.clone();
    case.forward().unwrap();
    let prescribed: Vec<usize> = (0..case.tree.nv).filter(|k| is_prescribed(&case, *k)).collect();
    assert!(!prescribed.is_empty());
    assert!(prescribed.iter().all(|k| case.vdot[*k] == given[*k]));
}

/// A case at four instants around now.
struct Around([Case<f64>; 4]);

impl Around {
    /// Distance of the instants, s (or along any other parameter).
    const STEP: f64 = 3e-5;

    fn new(at: impl Fn(f64) -> Case<f64>) -> Self {
        Self([-2.0, -1.0, 1.0, 2.0].map(|k| at(k * Self::STEP)))
    }

    /// Derivative of `f` by the difference of fourth order (Abramowitz and Stegun, 25.3.6).
    fn rate(&self, f: impl Fn(&Case<f64>) -> f64) -> f64 {
        let [a, b, c, d] = self.0.each_ref().map(f);
        (8.0 * (c - b) - (d - a)) / (12.0 * Self::STEP)
    }
}

#[test]
fn velocities_are_derivatives_of_positions_and_accelerations_of_velocities() {
    for case in cases() {
        let around = Around::new(|h| case.later(h));
        for (i, link) in case.links.iter().enumerate().skip(1) {
            for k in 0..3 {
                agree(around.rate(|c| c.links[i].position[k]), link.velocity[k], 1e-9, "velocity");
                agree(around.rate(|c| c.links[i].omega[k]), link.alpha[k], 1e-9, "alpha");
                let acceleration = link.acceleration[k] + case.field[k];
                agree(around.rate(|c| c.links[i].velocity[k]), acceleration, 1e-9, "acceleration");
                let turned = cross(link.omega, link.axes[k]);
                for (row, expected) in turned.into_iter().enumerate() {
                    agree(around.rate(|c| c.links[i].axes[k][row]), expected, 1e-9, "axes");
                }
            }
        }
    }
}

#[test]
fn axes_are_orthonormal_and_right_handed() {
    for case in cases() {
        for link in &case.links {
            let [x, y, z] = link.axes;
            for (found, expected) in cross(x, y).into_iter().zip(z) {
                agree(found, expected, 1e-13, "z");
            }
            agree(dot(x, y), 0.0, 1e-13, "x . y");
            agree(dot(x, x), 1.0, 1e-13, "x . x");
        }
    }
}

/// `v` in the axes of `link`.
fn resolved(link: &LinkMotion<f64>, v: [f64; 3]) -> [f64; 3] {
    link.axes.map(|axis| dot(axis, v))
}

/// The symmetric matrix xx, yy, zz, xy, xz, yz times `v`.
fn symmetric([xx, yy, zz, xy, xz, yz]: [f64; 6], v: [f64; 3]) -> [f64; 3] {
    [dot([xx, xy, xz], v), dot([xy, yy, yz], v), dot([xz, yz, zz], v)]
}

/// Kinetic energy and potential in the uniform field, J.
fn energy(case: &Case<f64>) -> f64 {
    let link_energy = |(link, body): (&LinkMotion<f64>, &RigidInertia<f64>)| {
        let (v, w) = (resolved(link, link.velocity), resolved(link, link.omega));
        let kinetic =
            0.5 * (body.mass * dot(v, v) + dot(w, symmetric(body.inertia, w))) + dot(v, cross(w, body.moment));
        let g = resolved(link, case.field);
        kinetic - body.mass * dot(case.field, link.position) - dot(g, body.moment)
    };
    let armature = case.tree.joints.iter().zip(&case.constants.armature).filter(|(joint, _)| joint.kind.nv() == 1);
    let drives: f64 = armature.map(|(joint, inertia)| 0.5 * inertia * case.v[joint.v].powi(2)).sum();
    case.links[1..].iter().zip(&case.constants.inertias).map(link_energy).sum::<f64>() + drives
}

#[test]
fn power_of_the_forces_changes_the_energy() {
    for case in cases() {
        let rate = Around::new(|h| case.later(h)).rate(energy);
        // Prescribed joints work, too: by the force that keeps them on their motion.
        let tau = case.inverse();
        let joints: f64 = tau.iter().zip(&case.v).map(|(f, v)| f * v).sum();
        let power = |(link, w): (&LinkMotion<f64>, &_)| {
            let mechanism::Wrench { force, torque } = *w;
            dot(force, link.velocity) + dot(torque, link.omega)
        };
        let external: f64 = case.links.iter().zip(&case.wrenches).skip(1).map(power).sum();
        agree(rate, joints + external, 1e-8, "power");
    }
}

/// Linear and angular momentum about the world's origin.
fn momentum(case: &Case<f64>) -> [[f64; 3]; 2] {
    let mut sum = [[0.0; 3]; 2];
    for (link, body) in case.links[1..].iter().zip(&case.constants.inertias) {
        let world = |v: [f64; 3]| -> [f64; 3] { std::array::from_fn(|k| (0..3).map(|c| link.axes[c][k] * v[c]).sum()) };
        let h = world(body.moment);
        let spin = world(symmetric(body.inertia, resolved(link, link.omega)));
        let p: [f64; 3] = std::array::from_fn(|k| body.mass * link.velocity[k] + cross(link.omega, h)[k]);
        let (orbital, shift) = (cross(link.position, p), cross(h, link.velocity));
        for k in 0..3 {
            sum[0][k] += p[k];
            sum[1][k] += spin[k] + orbital[k] + shift[k];
        }
    }
    sum
}

#[test]
fn free_floating_trees_keep_their_momentum() {
    for seed in 0..20 {
        let mut random = Random(1000 + seed);
        let mut joints = vec![(JointKind::Free, Motion::Dynamic, 0)];
        for i in 1..8 {
            let kind =
                [JointKind::Revolute, JointKind::Prismatic, JointKind::Spherical, JointKind::Free][random.below(4)];
            joints.push((kind, Motion::Dynamic, 1 + random.below(i)));
        }
        let mut case = Case::random(tree(&joints), &mut random);
        case.field = [0.0; 3];
        case.wrenches.fill(Default::default());
        // Between the links as they like, but nothing from the ground.
        case.tau[..6].fill(0.0);
        case.forward().unwrap();
        let around = Around::new(|h| case.later(h));
        for (i, k) in (0..2).flat_map(|i| (0..3).map(move |k| (i, k))) {
            agree(around.rate(|c| momentum(c)[i][k]), 0.0, 1e-8, "rate of momentum");
        }
    }
}

#[test]
fn jets_are_derivatives() {
    for case in cases() {
        let mut random = Random(3);
        let directions: Vec<f64> = random.numbers(10_000);
        let mut next = directions.iter();
        let mut jets = case.map(|x| Jet::along(x, [*next.next().unwrap(), 0.0, 0.0]));
        jets.forward().unwrap();
        let moved = |h: f64| {
            let mut next = directions.iter();
            let mut moved = case.map(|x| x + h * next.next().unwrap());
            moved.forward().unwrap();
            moved
        };
        let around = Around::new(moved);
        let size = jets.vdot.iter().fold(1.0, |m: f64, x| m.max(x.along[0].abs()));
        for k in 0..case.tree.nv {
            agree(jets.vdot[k].value, case.vdot[k], 1e-9, "value");
            agree(jets.vdot[k].along[0] / size, around.rate(|c| c.vdot[k]) / size, 1e-8, "derivative");
        }
    }
}

#[test]
fn quaternions_of_any_length_mean_the_same() {
    let mut random = Random(11);
    let mut case = Case::random(tree(&[(JointKind::Free, Motion::Dynamic, 0)]), &mut random);
    case.forward().unwrap();
    let mut longer = case.map(|x| x);
    longer.q[3..].iter_mut().for_each(|x| *x *= -3.0);
    longer.forward().unwrap();
    for k in 0..6 {
        agree(longer.vdot[k], case.vdot[k], 1e-12, "acceleration");
    }
}

/// A case whose links `massless` have neither mass nor inertia, and whose joints `coaxial` turn about the parent's axis.
fn light(joints: &[(JointKind, Motion, usize)], massless: &[usize], coaxial: &[usize]) -> Result<(), SingularJoint> {
    let mut case = Case::random(tree(joints), &mut Random(5));
    case.constants.armature.fill(0.0);
    massless.iter().for_each(|i| case.constants.inertias[*i] = RigidInertia::default());
    for i in coaxial {
        let placement = &mut case.constants.placements[*i];
        placement.axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        placement.position = [0.0; 3];
    }
    case.forward()
}

#[test]
fn joints_that_move_no_mass_are_named() {
    use JointKind::{Free, Prismatic, Revolute, Spherical, Translation};
    use Motion::{Dynamic, Prescribed};
    for kind in [Revolute, Prismatic, Spherical, Free] {
        assert_eq!(light(&[(Revolute, Dynamic, 0), (kind, Dynamic, 1)], &[1], &[]), Err(SingularJoint { joint: 1 }));
    }
    assert_eq!(light(&[(Translation, Dynamic, 0)], &[0], &[]), Err(SingularJoint { joint: 0 }));
    // Two joints about one axis with nothing between them: only rounding errors are left for the first.
    let coaxial = [(Revolute, Dynamic, 0), (Revolute, Dynamic, 1), (Revolute, Dynamic, 2)];
    assert_eq!(light(&coaxial, &[1], &[2]), Err(SingularJoint { joint: 1 }));
    let parallel = [(Prismatic, Dynamic, 0), (Prismatic, Dynamic, 1), (Revolute, Dynamic, 2)];
    assert_eq!(light(&parallel, &[0], &[1]), Err(SingularJoint { joint: 0 }));
    // Four rotations about one point: three are free.
    let gimbal = [(Revolute, Dynamic, 0), (Revolute, Dynamic, 1), (Revolute, Dynamic, 2), (Revolute, Dynamic, 3)];
    let mut case = Case::random(tree(&gimbal), &mut Random(6));
    case.constants.armature.fill(0.0);
    (0..3).for_each(|i| case.constants.inertias[i] = RigidInertia::default());
    (1..4).for_each(|i| case.constants.placements[i].position = [0.0; 3]);
    assert_eq!(case.forward(), Err(SingularJoint { joint: 0 }));
    // Not singular: a massless link on a joint with an armature, a massless link on a prescribed joint, a massless link that carries a body about another axis.
    let mut driven = Case::random(tree(&[(Revolute, Dynamic, 0)]), &mut Random(5));
    (driven.constants.inertias[0], driven.constants.armature[0]) = (RigidInertia::default(), 0.2);
    assert_eq!(driven.forward(), Ok(()));
    assert_eq!(light(&[(Revolute, Dynamic, 0), (Revolute, Prescribed, 1)], &[1], &[]), Ok(()));
    assert_eq!(light(&[(Revolute, Dynamic, 0), (Revolute, Dynamic, 1)], &[0], &[]), Ok(()));
}

#[test]
fn state_that_is_not_finite_is_not_called_massless() {
    let mut case = Case::random(tree(&[(JointKind::Revolute, Motion::Dynamic, 0)]), &mut Random(1));
    case.q[0] = f64::NAN;
    assert_eq!(case.forward(), Ok(()));
    assert!(case.vdot[0].is_nan());
}

/// A rotor is a wheel with inertia about its axis only, on a revolute joint, whose driving torque does not act back on the carrier.
#[test]
fn a_rotor_is_a_wheel_without_reaction_of_its_drive() {
    use JointKind::{Free, Revolute, Rotor, Spherical};
    for (seed, motion) in [(21, Motion::Dynamic), (22, Motion::Prescribed)] {
        let joints = |kind| {
            tree(&[
                (Free, Motion::Dynamic, 0),
                (Spherical, Motion::Dynamic, 1),
                (kind, motion, 2),
                (Revolute, Motion::Dynamic, 2),
            ])
        };
        let mut random = Random(seed);
        let mut rotor = Case::random(joints(Rotor), &mut random);
        rotor.constants.inertias[2] =
            RigidInertia { mass: 0.0, moment: [0.0; 3], inertia: [0.0, 0.0, 0.7, 0.0, 0.0, 0.0] };
        rotor.constants.armature[2] = 0.0;
        rotor.wrenches[3] = Default::default();
        let mut wheel = rotor.map(|x| x);
        wheel.tree = joints(Revolute);
        let mut wheel = Case::with_tree(wheel);
        rotor.forward().unwrap();
        let drive = rotor.inverse()[rotor.tree.joints[2].v];
        wheel.kinematics();
        for (k, axis) in wheel.links[3].axes[2].into_iter().enumerate() {
            wheel.wrenches[2].torque[k] += drive * axis;
        }
        wheel.forward().unwrap();
        for k in 0..rotor.tree.nv {
            agree(rotor.vdot[k], wheel.vdot[k], 1e-9, "acceleration");
        }
        // Virtual power agrees, with an armature too.
        rotor.constants.armature[2] = 0.4;
        rotor.forward().unwrap();
        let forces = rotor.inverse();
        for k in (0..rotor.tree.nv).filter(|k| !is_prescribed(&rotor, *k)) {
            agree(forces[k], rotor.tau[k], 1e-9, "generalised force");
        }
    }
}
