//! A mass on a guide with Stribeck friction and two rigid stops.

use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{Event, Failure, FlangeId, MotionView, Parameters, Real, STUCK, relation_holds, relation_indicator};

/// Maximum static friction relative to that at slow motion (Translational.Components.MassWithStopAndFriction).
pub const PEAK: f64 = 1.001;
/// A start position beyond a stop by at most this fraction of the positions is at the stop.
const ROUNDING: f64 = 1e-10;

/// Speeds below this count as zero, m/s.
const AT_REST: f64 = 1e-9;

/// Friction `F_prop v + F_Coulomb + F_Stribeck exp(-fexp v)` between two stops. It holds one value: -1 or 1 at the
/// lower or the upper stop, 0 in between.
#[derive(Clone, Debug, Binary)]
pub struct Guide {
    pub proportional: Real,
    pub coulomb: Real,
    pub stribeck: Real,
    pub exponent: Real,
    /// Positions of the stops, where an end of the mass touches.
    pub stops: [Real; 2],
    pub length: Real,
}

impl Guide {
    /// Friction at a speed of at least zero.
    pub fn friction<T: Scalar>(&self, view: &MotionView<'_, T>, speed: T) -> T {
        let p = view.parameters();
        self.viscous(view, speed) + p[self.coulomb] + p[self.stribeck] * (-p[self.exponent] * speed).exp()
    }

    /// The viscous part of the friction.
    pub fn viscous<T: Scalar>(&self, view: &MotionView<'_, T>, speed: T) -> T {
        view.parameters()[self.proportional] * speed
    }

    /// Positions of the centre at the stops.
    fn ends(&self, p: Parameters<'_, f64>) -> [f64; 2] {
        let half = 0.5 * p[self.length];
        [p[self.stops[0]] + half, p[self.stops[1]] - half]
    }

    /// Distance of the centre beyond the lower and the upper stop, m; `flange` is the left flange.
    fn beyond(&self, view: &MotionView<'_, f64>, flange: FlangeId) -> [f64; 2] {
        let p = view.parameters();
        let [low, high] = self.ends(p);
        let centre = view.flange_position(flange) + 0.5 * p[self.length];
        [low - centre, centre - high]
    }

    pub fn indicators(&self, view: &MotionView<'_, f64>, flange: FlangeId, indicators: &mut [f64]) {
        let stopped = view.held(0);
        for ((indicator, beyond), side) in indicators.iter_mut().zip(self.beyond(view, flange)).zip([-1.0, 1.0]) {
            *indicator = relation_indicator(stopped == side, beyond);
        }
    }

    pub fn update(&self, view: &MotionView<'_, f64>, flange: FlangeId, event: &mut Event<'_>) {
        let beyond = self.beyond(view, flange);
        let speed = view.flange_speed(flange);
        if event.is_initial {
            self.start(beyond, speed, event);
        }
        let before = event.held[0];
        let mut stopped = 0.0;
        for (beyond, side) in beyond.into_iter().zip([-1.0, 1.0]) {
            // A start position exactly at a stop is in contact.
            let holds = if event.is_initial {
                beyond >= -ROUNDING * self.size(event)
            } else {
                relation_holds(before == side, beyond, false)
            };
            if holds {
                stopped = side;
            }
        }
        if stopped != 0.0 && stopped != before && speed * stopped > 0.0 {
            // The stop takes the momentum.
            event.mode = STUCK;
        }
        event.held[0] = stopped;
    }

    /// Size of the positions, m.
    fn size(&self, event: &Event<'_>) -> f64 {
        self.ends(event.parameters).into_iter().fold(1.0, |size, end| end.abs().max(size))
    }

    /// Refuses a start position beyond the stops, and a start speed into a stop.
    fn start(&self, beyond: [f64; 2], speed: f64, event: &mut Event<'_>) {
        let [low, high] = self.ends(event.parameters);
        let small = ROUNDING * self.size(event);
        for (beyond, outwards) in beyond.into_iter().zip([-speed, speed]) {
            if beyond > small || (beyond >= -small && outwards > AT_REST) {
                let what = if beyond > small {
                    "it starts outside its stops"
                } else {
                    "it starts at a stop and moves into it"
                };
                *event.failure = Some(Failure::Impossible(format!(
                    "{what}: its centre must be between smin + L/2 = {low} m and smax - L/2 = {high} m, and a speed at a stop must lead \
                     away from it; correct the start values of s and v, or the stops"
                )));
                return;
            }
        }
    }
}
