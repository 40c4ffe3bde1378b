//! Test problems with known properties of their solutions.

use crate::solver::OrdinaryDifferentialEquations;
use std::convert::Infallible;

/// A system with a start.
pub(crate) trait Problem: OrdinaryDifferentialEquations<Error: std::fmt::Debug> {
    /// Initial time and state.
    fn start(&self) -> (f64, Vec<f64>);
}

/// A problem whose solution is known at any time.
pub(crate) trait Solved: Problem {
    /// The exact state.
    fn solution(&self, t: f64) -> Vec<f64>;
}

/// Declares a system without projection whose derivatives cannot fail, by a function of the system, time, state and derivative.
macro_rules! equations {
    ($name:ty, |$system:ident, $t:pat_param, $x:ident, $dx:ident| $body:block) => {
        impl OrdinaryDifferentialEquations for $name {
            type Error = Infallible;
            fn derivatives(&mut self, $t: f64, $x: &[f64], $dx: &mut [f64]) -> Result<(), Infallible> {
                let $system = self;
                $body
                Ok(())
            }
            fn project(&mut self, _t: f64, _x: &mut [f64]) -> bool {
                false
            }
        }
    };
}

/// `x'' = -omega^2 x`, started at rest at 1 m.
pub(crate) struct HarmonicOscillator {
    pub omega: f64,
}
equations!(HarmonicOscillator, |system, _, x, dx| {
    dx[0] = x[1];
    dx[1] = -system.omega * system.omega * x[0];
});
impl Problem for HarmonicOscillator {
    fn start(&self) -> (f64, Vec<f64>) {
        (0.0, self.solution(0.0))
    }
}
impl Solved for HarmonicOscillator {
    fn solution(&self, t: f64) -> Vec<f64> {
        let (sin, cos) = (self.omega * t).sin_cos();
        vec![cos, -self.omega * sin]
    }
}

/// `x' = -x`.
pub(crate) struct ExponentialDecay;
equations!(ExponentialDecay, |_system, _, x, dx| {
    dx[0] = -x[0];
});
impl Problem for ExponentialDecay {
    fn start(&self) -> (f64, Vec<f64>) {
        (0.0, vec![1.0])
    }
}
impl Solved for ExponentialDecay {
    fn solution(&self, t: f64) -> Vec<f64> {
        vec![(-t).exp()]
    }
}

/// `x' = 2 t x`: depends on time explicitly; the solution is `exp(t^2)`.
pub(crate) struct Gaussian;
equations!(Gaussian, |_system, t, x, dx| {
    dx[0] = 2.0 * t * x[0];
});
impl Problem for Gaussian {
    fn start(&self) -> (f64, Vec<f64>) {
        (0.0, vec![1.0])
    }
}
impl Solved for Gaussian {
    fn solution(&self, t: f64) -> Vec<f64> {
        vec![(t * t).exp()]
    }
}

/// A planet on an ellipse: `r'' = -r/|r|^3`, semi-major axis 1, period 2 pi, started at the perihelion. State `(x, y, vx, vy)`.
pub(crate) struct Kepler {
    pub eccentricity: f64,
}
equations!(Kepler, |_system, _, x, dx| {
    let cubed = x[0].hypot(x[1]).powi(3);
    dx[0] = x[2];
    dx[1] = x[3];
    dx[2] = -x[0] / cubed;
    dx[3] = -x[1] / cubed;
});
impl Problem for Kepler {
    fn start(&self) -> (f64, Vec<f64>) {
        (0.0, self.solution(0.0))
    }
}
impl Solved for Kepler {
    fn solution(&self, t: f64) -> Vec<f64> {
        let e = self.eccentricity;
        // Kepler's equation E - e sin E = t, by Newton's method from a start that converges for every e < 1.
        let mut anomaly = t + if (t.sin()) < 0.0 { -e } else { e };
        for _ in 0..50 {
            anomaly -= (anomaly - e * anomaly.sin() - t) / (1.0 - e * anomaly.cos());
        }
        let (sin, cos) = anomaly.sin_cos();
        let minor = (1.0 - e * e).sqrt();
        let rate = 1.0 / (1.0 - e * cos);
        vec![cos - e, minor * sin, -sin * rate, minor * cos * rate]
    }
}

/// Euler's equations of a rigid body without torque, moments of inertia 1, 2, 3 kg.m2; solved by Jacobi's elliptic functions.
pub(crate) struct EulerTop;
equations!(EulerTop, |_system, _, w, dw| {
    dw[0] = -w[1] * w[2];
    dw[1] = w[2] * w[0];
    dw[2] = -w[0] * w[1] / 3.0;
});
impl Problem for EulerTop {
    fn start(&self) -> (f64, Vec<f64>) {
        (0.0, self.solution(0.0))
    }
}
impl Solved for EulerTop {
    /// `w = (a cn, b sn, c dn)(p t | m)`: with cn' = -sn dn, sn' = cn dn, dn' = -m sn cn, Euler's equations ask for
    /// `a p = b c`, `b p = a c`, `3 c p m = a b`. Hence `a = b`, `p = c`, `m = a^2 / (3 c^2)`.
    fn solution(&self, t: f64) -> Vec<f64> {
        let (a, c) = (1.0, 1.0);
        let (sn, cn, dn) = jacobi(c * t, a * a / (3.0 * c * c));
        vec![a * cn, a * sn, c * dn]
    }
}

/// Jacobi's elliptic functions (sn, cn, dn) of `u` for the parameter `m`, by the descending Landen transformation with the
/// arithmetic-geometric mean (Abramowitz, Stegun: Handbook of Mathematical Functions, 16.4).
pub(crate) fn jacobi(u: f64, m: f64) -> (f64, f64, f64) {
    let (mut a, mut b) = (vec![1.0], (1.0 - m).sqrt());
    let mut c = vec![m.sqrt()];
    while c.last().unwrap().abs() > 1e-17 && a.len() < 12 {
        let last = *a.last().unwrap();
        a.push(0.5 * (last + b));
        c.push(0.5 * (last - b));
        b = (last * b).sqrt();
    }
    let n = a.len() - 1;
    let mut phi = 2f64.powi(n as i32) * a[n] * u;
    for i in (1..=n).rev() {
        phi = 0.5 * (phi + (c[i] / a[i] * phi.sin()).asin());
    }
    let (sn, cn) = phi.sin_cos();
    (sn, cn, (1.0 - m * sn * sn).sqrt())
}

/// Van der Pol's oscillator `x'' = mu (1 - x^2) x' - x`, stiff for large `mu`.
pub(crate) struct VanDerPol {
    pub mu: f64,
}
equations!(VanDerPol, |system, _, x, dx| {
    dx[0] = x[1];
    dx[1] = system.mu * (1.0 - x[0] * x[0]) * x[1] - x[0];
});
impl Problem for VanDerPol {
    fn start(&self) -> (f64, Vec<f64>) {
        (0.0, vec![2.0, 0.0])
    }
}

/// Two point masses of 1 kg on massless rods of 1 m in the plane, without friction, `g = 9.81 m/s2`. State `(phi1, phi2, w1, w2)`, the
/// angles absolute and from the vertical.
pub(crate) struct DoublePendulum;
impl DoublePendulum {
    const G: f64 = 9.81;
    /// Kinetic and potential energy, J; the potential energy swings by at most `6 g` (from hanging to upright).
    pub fn energy(x: &[f64]) -> f64 {
        let kinetic = x[2] * x[2] + 0.5 * x[3] * x[3] + x[2] * x[3] * (x[0] - x[1]).cos();
        kinetic - Self::G * (2.0 * x[0].cos() + x[1].cos())
    }
}
equations!(DoublePendulum, |_system, _, x, dx| {
    // (2, c; c, 1) (a1, a2) = (-s w2^2 - 2 g sin phi1, s w1^2 - g sin phi2), c and s of phi1 - phi2
    let (s, c) = (x[0] - x[1]).sin_cos();
    let right1 = -s * x[3] * x[3] - 2.0 * DoublePendulum::G * x[0].sin();
    let right2 = s * x[2] * x[2] - DoublePendulum::G * x[1].sin();
    let determinant = 2.0 - c * c;
    dx[0] = x[2];
    dx[1] = x[3];
    dx[2] = (right1 - c * right2) / determinant;
    dx[3] = (2.0 * right2 - c * right1) / determinant;
});
impl Problem for DoublePendulum {
    /// From rest with both rods horizontal: the chaotic regime.
    fn start(&self) -> (f64, Vec<f64>) {
        let right = std::f64::consts::FRAC_PI_2;
        (0.0, vec![right, right, 0.0, 0.0])
    }
}

/// A free body without torque, moments of inertia 1, 2, 3 kg.m2. State: unit quaternion `(x, y, z, w)` from body to world, then angular
/// velocity resolved in the body, rad/s. Projects the quaternion to unit length.
#[derive(Default)]
pub(crate) struct FreeBody {
    /// Evaluations of the derivatives so far.
    pub evaluations: u64,
}
impl FreeBody {
    const INERTIA: [f64; 3] = [1.0, 2.0, 3.0];
    /// Angular momentum resolved in the world frame, N.m.s.
    pub fn angular_momentum(x: &[f64]) -> [f64; 3] {
        let (q, w) = ([x[0], x[1], x[2]], x[3]);
        let l: [f64; 3] = std::array::from_fn(|i| Self::INERTIA[i] * x[4 + i]);
        // Rodrigues' formula: l + 2 w (q x l) + 2 q x (q x l)
        let ql = cross(q, l);
        let qql = cross(q, ql);
        std::array::from_fn(|i| l[i] + 2.0 * w * ql[i] + 2.0 * qql[i])
    }
}
impl OrdinaryDifferentialEquations for FreeBody {
    type Error = Infallible;
    fn derivatives(&mut self, _t: f64, x: &[f64], dx: &mut [f64]) -> Result<(), Infallible> {
        self.evaluations += 1;
        let (q, w) = ([x[0], x[1], x[2]], [x[4], x[5], x[6]]);
        let qw = cross(q, w);
        for i in 0..3 {
            dx[i] = 0.5 * (x[3] * w[i] + qw[i]);
        }
        dx[3] = -0.5 * (q[0] * w[0] + q[1] * w[1] + q[2] * w[2]);
        dx[4] = -w[1] * w[2];
        dx[5] = w[2] * w[0];
        dx[6] = -w[0] * w[1] / 3.0;
        Ok(())
    }
    fn project(&mut self, _t: f64, x: &mut [f64]) -> bool {
        let length = x[..4].iter().map(|q| q * q).sum::<f64>().sqrt();
        x[..4].iter_mut().for_each(|q| *q /= length);
        length != 1.0
    }
}
impl Problem for FreeBody {
    /// Turns mainly about the axis of the middle moment of inertia, which is unstable: the body tumbles.
    fn start(&self) -> (f64, Vec<f64>) {
        (0.0, vec![0.0, 0.0, 0.0, 1.0, 0.1, 3.0, 0.2])
    }
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// A model without states.
pub(crate) struct Stateless;
equations!(Stateless, |_system, _, x, dx| {
    dx.copy_from_slice(x);
});
impl Problem for Stateless {
    fn start(&self) -> (f64, Vec<f64>) {
        (0.0, Vec::new())
    }
}

/// A mass of 1 kg on a spring of 1 N/m under a force that the caller sets. Counts its evaluations and remembers the last time.
#[derive(Default)]
pub(crate) struct ForcedOscillator {
    /// The input, N.
    pub force: f64,
    /// Evaluations so far.
    pub evaluations: u64,
    /// The latest time of any evaluation, s.
    pub latest: f64,
}
impl ForcedOscillator {
    /// The exact state a time `dt` after `x`, under the present force.
    pub fn advance(&self, x: &[f64], dt: f64) -> Vec<f64> {
        let (sin, cos) = dt.sin_cos();
        let from_rest = x[0] - self.force;
        vec![self.force + from_rest * cos + x[1] * sin, -from_rest * sin + x[1] * cos]
    }
}
equations!(ForcedOscillator, |system, t, x, dx| {
    system.evaluations += 1;
    system.latest = system.latest.max(t);
    dx[0] = x[1];
    dx[1] = system.force - x[0];
});
impl Problem for ForcedOscillator {
    fn start(&self) -> (f64, Vec<f64>) {
        (0.0, vec![1.0, 0.0])
    }
}
