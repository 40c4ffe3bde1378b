//! The gas force in a cylinder of a combustion engine.

use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{
    Connections, Contact, Event, FlangeId, Law, ModeName, Modes, MotionView, Real, Signals, after, law_variables,
    relation_holds, relation_indicator,
};

/// Bit of the mode: the piston moves towards the top.
const COMPRESSES: i32 = 1;

/// Bit of the mode: the piston is near the top, beyond the limit for its direction.
const NEAR_TOP: i32 = 2;

/// Limits near the top for expansion and compression.
const LIMITS: [f64; 2] = [0.933, 0.986_061];

/// Coefficients of the pressure, bar, as polynomials of the position, the highest power first: expansion, compression,
/// both again near the top.
const PRESSURE: [[f64; 5]; 4] = [
    [145.930, -131.707, 17.3438, 17.9272, 2.4],
    [177.4132, -287.2189, 151.8252, -24.9973, 2.4],
    [-3_929_704.0, 14_748_765.0, -20_747_000.0, 12_964_477.0, -3_036_495.0],
    [2_836_360.0, -10_569_296.0, 14_761_814.0, -9_158_505.0, 2_129_670.0],
];

/// Pa in a bar.
const BAR: f64 = 1e5;

/// A pressure that is a polynomial of the piston's position, with different coefficients for each direction and near
/// the top.
#[derive(Clone, Debug, Binary)]
pub struct GasForceLaw {
    /// flange_a, flange_b
    pub flanges: [FlangeId; 2],
    pub length: Real,
    pub diameter: Real,
    pub k0: Real,
    pub k1: Real,
    pub k: Real,
}

law_variables! {
    pub GasForceVariable of GasForceLaw, |law, view, signals| {
        Distance: Motion (view.relative_flange_position(law.flanges)),
        Speed: Motion (view.relative_flange_speed(law.flanges)),
        Force: Motion force,
        Position: Motion position,
        Pressure: Motion pressure,
        Volume: Motion volume,
        Temperature: Motion (law.pressure(view) * law.volume(view) / view.parameters()[law.k]),
    }
}

impl GasForceLaw {
    fn position<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        T::one() - view.relative_flange_position(self.flanges) / view.parameters()[self.length]
    }

    fn pressure<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        let (x, coefficients) = (self.position(view), PRESSURE[(view.mode() & 3) as usize]);
        let bar = coefficients.into_iter().fold(T::zero(), |sum, coefficient| sum * x + T::constant(coefficient));
        bar * T::constant(BAR)
    }

    fn force<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        let d = view.parameters()[self.diameter];
        -self.pressure(view) * T::constant(std::f64::consts::FRAC_PI_4) * d * d
    }

    fn volume<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        let p = view.parameters();
        p[self.k0] + p[self.k1] * (T::one() - self.position(view))
    }

    /// Positive in compression, and near the top.
    fn differences(&self, view: &MotionView<'_, f64>, mode: i32) -> [f64; 2] {
        [-view.relative_flange_speed(self.flanges), self.position(view) - LIMITS[(mode & COMPRESSES) as usize]]
    }
}

impl Law for GasForceLaw {
    type Stage = after::Motion;
    const ACTS: bool = true;
    const MODES: Modes = 0..=3;
    const MODE_NAMES: &'static [ModeName] = &[
        ["expansion", "away from the top"],
        ["compression", "away from the top"],
        ["expansion", "near the top"],
        ["compression", "near the top"],
    ];
    const RELATIONS: usize = 2;

    fn connections(&self) -> Connections {
        Connections::default().touches(self.flanges.map(Contact::Flange))
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, _signals: &mut Signals<'_, T>) {
        view.set_flange_flows(self.flanges, self.force(view));
    }

    fn indicators(&self, view: &MotionView<'_, f64>, _signals: &Signals<'_, f64>, indicators: &mut [f64]) {
        let [compression, top] = self.differences(view, view.mode());
        indicators[0] = relation_indicator(view.mode() & COMPRESSES != 0, compression);
        indicators[1] = relation_indicator(view.mode() & NEAR_TOP != 0, top);
    }

    fn update(&self, view: &MotionView<'_, f64>, _signals: &Signals<'_, f64>, event: &mut Event<'_>) {
        let before = event.mode;
        let [compression, _] = self.differences(view, before);
        let compresses = relation_holds(before & COMPRESSES != 0, compression, event.is_initial);
        event.mode = if compresses { COMPRESSES } else { 0 };
        let [_, top] = self.differences(view, event.mode);
        if relation_holds(before & NEAR_TOP != 0, top, event.is_initial) {
            event.mode |= NEAR_TOP;
        }
    }
}
