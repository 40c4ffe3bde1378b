//! The motion of some reference models from equations that are derived here, by hand, for these models alone, and integrated with
//! steps so small that the error does not count.

use super::trajectory::Trajectory;
use super::vectors::{Vector, add, cross, dot, length, scale, subtract};

/// Longest step of the integration, s.
const STEP: f64 = 2e-5;
/// Acceleration of gravity, m/s2, along -y.
const G: f64 = 9.80665;

/// Models with equations here.
pub const MODELS: [&str; 5] = [
    "Modelica.Mechanics.MultiBody.Examples.Elementary.FreeBody",
    "Modelica.Mechanics.MultiBody.Examples.Elementary.PointGravity",
    "Modelica.Mechanics.MultiBody.Examples.Elementary.PointGravityWithPointMasses",
    "ModelicaTest.MultiBody.Forces.FrameForcesAndTorques",
    "ModelicaTest.MultiBody.Forces.WorldForceAndTorque",
];

/// The motion of one of [`MODELS`] at the times of a grid, s.
pub fn motion(model: &str, grid: &[f64]) -> Trajectory {
    let solved = match model.rsplit('.').next() {
        Some("FreeBody") => free_body(grid),
        Some("PointGravity") => {
            let start = [([0.0, 0.6, 0.0], [1.0, 0.0, 0.0]), ([0.6, 0.6, 0.0], [0.6, 0.0, 0.0])];
            masses(&start, 0.0, grid, |body| (format!("body{body}.frame_a.r_0"), format!("body{body}.v_0")))
        }
        Some("PointGravityWithPointMasses") => {
            let start = [
                ([0.0, 0.6, 0.0], [1.0, 0.0, 0.0]),
                ([0.6, 0.6, 0.0], [0.6, 0.0, 0.0]),
                ([0.0, 0.8, 0.0], [0.6, 0.0, 0.0]),
                ([0.3, 0.8, 0.0], [0.6, 0.0, 0.0]),
            ];
            masses(&start, 10.0, grid, |body| (format!("body{body}.r_0"), format!("body{body}.v_0")))
        }
        Some("FrameForcesAndTorques") => {
            let (force, torque) = ([0.0, 500.0, 0.0], [-100.0, 100.0, 0.0]);
            let turned = |v: Vector| turn_z(std::f64::consts::FRAC_PI_4, v);
            [
                gimbal(["Revolute3", "Revolute1"], grid, |_| (force, torque)),
                gimbal(["Revolute4", "Revolute2"], grid, |turn| (turn(turned(force)), turn(turned(torque)))),
            ]
            .concat()
        }
        Some("WorldForceAndTorque") => {
            let (force, torque) = ([0.0, 500.0, 0.0], [100.0, 100.0, 100.0]);
            [
                gimbal(["Revolute3", "Revolute4"], grid, |turn| (turn(force), turn(torque))),
                gimbal(["Revolute1", "Revolute2"], grid, |turn| (turn(force), turn(torque))),
                gimbal(["Revolute5", "Revolute6"], grid, |_| (force, torque)),
            ]
            .concat()
        }
        _ => panic!("no equations for {model}"),
    };
    let (names, columns) = solved.into_iter().unzip();
    Trajectory { time: grid.to_vec(), names, columns }
}

/// Names and columns.
type Signals = Vec<(String, Vec<f64>)>;

/// States at the times of the grid, by the classical Runge-Kutta method.
fn integrate<const N: usize>(start: [f64; N], grid: &[f64], f: impl Fn(&[f64; N]) -> [f64; N]) -> Vec<[f64; N]> {
    let moved = |x: &[f64; N], h: f64, d: &[f64; N]| -> [f64; N] { std::array::from_fn(|k| x[k] + h * d[k]) };
    let (mut x, mut time) = (start, grid[0]);
    let mut rows = Vec::with_capacity(grid.len());
    for &target in grid {
        let steps = ((target - time) / STEP).ceil().max(1.0);
        let h = (target - time) / steps;
        for _ in 0..steps as usize {
            let a = f(&x);
            let b = f(&moved(&x, h / 2.0, &a));
            let c = f(&moved(&x, h / 2.0, &b));
            let d = f(&moved(&x, h, &c));
            let mean: [f64; N] = std::array::from_fn(|k| (a[k] + 2.0 * b[k] + 2.0 * c[k] + d[k]) / 6.0);
            x = moved(&x, h, &mean);
        }
        time = target;
        rows.push(x);
    }
    rows
}

/// Three columns of a vector.
fn vector_signal<const N: usize>(name: &str, rows: &[[f64; N]], value: impl Fn(&[f64; N]) -> Vector) -> Signals {
    (0..3).map(|k| (format!("{name}[{}]", k + 1), rows.iter().map(|row| value(row)[k]).collect())).collect()
}

fn part<const N: usize>(x: &[f64; N], first: usize) -> Vector {
    [x[first], x[first + 1], x[first + 2]]
}

fn joined<const N: usize>(parts: &[Vector]) -> [f64; N] {
    let all = parts.concat();
    std::array::from_fn(|k| all[k])
}

/// Masses of 1 kg in the field -r/|r|^3; the third and the fourth hang on a spring of the given constant, N/m. Bodies among them
/// start without rotation, and nothing turns them.
fn masses(start: &[(Vector, Vector)], spring: f64, grid: &[f64], names: impl Fn(usize) -> (String, String)) -> Signals {
    // Alone, or in the pair on the spring: a mass and its partner.
    let motion_of = |own: usize, partner: Option<usize>| {
        let other = partner.unwrap_or(own);
        let start: [f64; 12] = joined(&[start[own].0, start[own].1, start[other].0, start[other].1]);
        integrate(start, grid, |x| {
            let (r, v, r_other, v_other) = (part(x, 0), part(x, 3), part(x, 6), part(x, 9));
            let gravity = |r: Vector| scale(-1.0 / length(r).powi(3), r);
            let pull = if partner.is_some() { scale(spring, subtract(r_other, r)) } else { [0.0; 3] };
            joined(&[v, add(gravity(r), pull), v_other, subtract(gravity(r_other), pull)])
        })
    };
    let signals = (0..start.len()).flat_map(|own| {
        let rows = motion_of(own, [None, None, Some(3), Some(2)][own]);
        let (position, velocity) = names(own + 1);
        let turning = velocity.replace("v_0", "w_a");
        [
            vector_signal(&position, &rows, |x| part(x, 0)),
            vector_signal(&velocity, &rows, |x| part(x, 3)),
            vector_signal(&turning, &rows, |_| [0.0; 3]),
        ]
        .concat()
    });
    signals.collect()
}

/// A rod of 0.4 m and 1 kg, with the inertia of a ball, 1 kg.m2, whose ends hang on springs of 20 N/m without unstretched length.
fn free_body(grid: &[f64]) -> Signals {
    let angle = 0.174532925199433_f64;
    let (s, c) = angle.sin_cos();
    // Axes of the body: turned about its x, then y, then z axis.
    let axes = [
        [c * c, c * s + s * s * c, s * s - c * s * c],
        [-s * c, c * c - s * s * s, c * s + s * s * c],
        [s, -s * c, c * c],
    ];
    let half = |axis: Vector| scale(0.2, axis);
    let centre = add([0.2, -0.5, 0.1], half(axes[0]));
    let start: [f64; 18] = joined(&[centre, [0.0; 3], [0.0; 3], axes[0], axes[1], axes[2]]);
    let rows = integrate(start, grid, |x| {
        let (r, v, w, arm) = (part(x, 0), part(x, 3), part(x, 6), half(part(x, 9)));
        let at_a = scale(-20.0, subtract(r, arm));
        let at_b = scale(20.0, subtract([0.8, 0.0, 0.0], add(r, arm)));
        let acceleration = add(add(at_a, at_b), [0.0, -G, 0.0]);
        let torque = cross(arm, subtract(at_b, at_a));
        let turned = |first: usize| cross(w, part(x, first));
        joined(&[v, acceleration, torque, turned(9), turned(12), turned(15)])
    });
    [
        vector_signal("body.body.frame_a.r_0", &rows, |x| subtract(part(x, 0), half(part(x, 9)))),
        vector_signal("body.v_0", &rows, |x| subtract(part(x, 3), cross(part(x, 6), half(part(x, 9))))),
        vector_signal("body.body.w_a", &rows, |x| [9, 12, 15].map(|first| dot(part(x, 6), part(x, first)))),
    ]
    .concat()
}

/// Force, N, and torque, N.m, at the tip of the cylinder, resolved in it.
type Wrench = (Vector, Vector);

/// A steel cylinder of 1 m along its x axis that turns about a fixed point at its end: about z by the first joint, then about the
/// new y by the second. `wrench` gets the function that turns vectors from the world's axes to the cylinder's.
fn gimbal(joints: [&str; 2], grid: &[f64], wrench: impl Fn(&dyn Fn(Vector) -> Vector) -> Wrench) -> Signals {
    let radius = 0.025;
    let mass = 7700.0 * std::f64::consts::PI * radius * radius;
    let i_x = mass * radius * radius / 2.0;
    let i_yz = mass * (1.0 + 3.0 * radius * radius) / 12.0 + mass / 4.0;
    // Angles, then speeds: x = [alpha, beta, alpha', beta'].
    let rows = integrate([0.0; 4], grid, |x: &[f64; 4]| {
        let [alpha, beta, speed, tilt] = *x;
        let ((sa, ca), (sb, cb)) = (alpha.sin_cos(), beta.sin_cos());
        let to_body = |v: Vector| {
            let [x, y, z] = turn_z(-alpha, v);
            [cb * x - sb * z, y, sb * x + cb * z]
        };
        let (force, torque) = wrench(&to_body);
        let moment = add(cross([1.0, 0.0, 0.0], force), torque);
        let weight = mass * G / 2.0;
        // Lagrange's equations for T = (J(beta) alpha'^2 + i_yz beta'^2)/2, V = weight sin(alpha) cos(beta).
        let q_alpha = -sb * moment[0] + cb * moment[2] - weight * ca * cb;
        let q_beta = moment[1] + weight * sa * sb;
        let j = i_x * sb * sb + i_yz * cb * cb;
        let j_beta = 2.0 * sb * cb * (i_x - i_yz);
        [speed, tilt, (q_alpha - j_beta * tilt * speed) / j, (j_beta * speed * speed / 2.0 + q_beta) / i_yz]
    });
    let column = |k: usize| rows.iter().map(|row| row[k]).collect::<Vec<f64>>();
    let [first, second] = joints;
    let names = [format!("{first}.phi"), format!("{second}.phi"), format!("{first}.w"), format!("{second}.w")];
    names.into_iter().enumerate().map(|(k, name)| (name, column(k))).collect()
}

/// The vector turned about z.
fn turn_z(angle: f64, [x, y, z]: Vector) -> Vector {
    let (s, c) = angle.sin_cos();
    [c * x - s * y, s * x + c * y, z]
}
