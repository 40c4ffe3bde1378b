//! Dry friction between two flanges: bearings, guides, brakes and clutches.
//!
//! The law writes the friction in the mode of its contact ([`FrictionElement`](mechanism::FrictionElement)); while the
//! contact sticks, the friction follows from the accelerations.

pub mod guide;

use crate::laws::blocks::tables::interpolation::{Smoothness, Table};
use crate::laws::blocks::truth;
use crate::laws::one_dimensional::drives::SupportedFlange;
use binary::Binary;
use guide::Guide;
use mechanism::scalar::Scalar;
use mechanism::{
    APART, AccelerationView, Connections, Contact, DRIVEN, DRIVEN_BACK, Discrete, Event, FlangeId, Law, MeshLoss,
    ModeName, MotionView, Parameters, PortId, ReactionView, Real, Reals, SLIDING, SLIDING_BACK, STUCK, ScalarIn,
    Signals, after, law_variables, slide_direction,
};

/// Minimum friction of a released one-way clutch in its locked direction, relative to the maximum.
const RELEASED: f64 = 1e-4;

/// Friction of a contact against the motion of a flange relative to a support.
#[derive(Clone, Debug, Binary)]
pub struct FrictionLaw {
    pub flanges: SupportedFlange,
    pub kind: FrictionKind,
    pub heat_port: Option<PortId>,
}

/// Model of the friction.
#[derive(Clone, Debug, Binary)]
pub enum FrictionKind {
    /// A table over the speed, possibly times a normal force.
    Surface(Surface),
    /// Stribeck's formula, between two stops.
    Guide(Guide),
    /// The losses of a gear.
    Mesh(Mesh),
}

/// Friction by a table.
#[derive(Clone, Debug, Binary)]
pub struct Surface {
    /// Rows of speed and friction (coefficient).
    pub table: Reals,
    pub smoothness: Smoothness,
    /// Maximum static friction relative to that at slow motion.
    pub peak: Real,
    /// Normal force; none if the table is the friction itself.
    pub press: Option<Press>,
    /// It slides forwards only.
    pub one_way: bool,
}

/// Normal force between two surfaces.
#[derive(Clone, Debug, Binary)]
pub struct Press {
    /// Largest normal force.
    pub most: Real,
    /// Input: normalized normal force.
    pub part: ScalarIn,
    /// Geometry constant.
    pub geometry: Option<Real>,
}

impl Press {
    /// Largest product of geometry constant and normal force.
    fn largest<T: Scalar>(&self, p: Parameters<'_, T>) -> T {
        self.geometry.map_or_else(T::one, |geometry| p[geometry]) * p[self.most]
    }
}

law_variables! {
    pub FrictionVariable of FrictionLaw, |law, view, signals| {
        Position: Motion (law.flanges.difference(|flange| view.flange_position(flange))),
        Speed: Motion (law.flanges.speed(view)),
        Acceleration: Acceleration (law.flanges.difference(|flange| view.flange_acceleration(flange))),
        Friction: Reaction (view.flange_flow(law.flanges.flange)),
        Loss: Reaction loss,
        Still: Signals (law.sliding_friction(view, signals, T::zero())),
        Start: Signals start_friction,
        Mode: Acceleration mode,
        StartForward: Acceleration (truth::<T>(law.starts(view, SLIDING))),
        StartBackward: Acceleration (truth::<T>(law.starts(view, SLIDING_BACK))),
        // -1 or 1 at the lower or the upper stop.
        Stopped: Motion (if let FrictionKind::Guide(_) = law.kind { view.held(0) } else { T::zero() }),
        // Variables of a gear with losses; other contacts do not declare them.
        Efficiency1: Motion (law.mesh(view).map_or_else(T::one, |loss| loss.efficiency[0])),
        Efficiency2: Motion (law.mesh(view).map_or_else(T::one, |loss| loss.efficiency[1])),
        Bearing1: Motion (law.mesh(view).map_or_else(T::zero, |loss| loss.bearing[0])),
        Bearing2: Motion (law.mesh(view).map_or_else(T::zero, |loss| loss.bearing[1])),
        LeastLoss: Reaction (law.loss_of_motion(view, -1)),
        MostLoss: Reaction (law.loss_of_motion(view, 1)),
    }
}

impl FrictionLaw {
    fn loss<T: Scalar>(&self, view: &ReactionView<'_, T>) -> T {
        // The speed of a sticking contact is a rounding error.
        if view.mode() == STUCK { T::zero() } else { view.flange_flow(self.flanges.flange) * self.flanges.speed(view) }
    }

    /// Also 0 when it has just begun to slide, and when it comes to rest.
    fn mode<T: Scalar>(&self, view: &AccelerationView<'_, T>) -> T {
        let direction = slide_direction(view.mode());
        let has_speed = self.flanges.speed(view).value() * f64::from(direction) > 0.0;
        T::constant(f64::from(if view.mode() == APART { APART } else { direction * i32::from(has_speed) }))
    }

    /// Returns true if it begins to slide in a direction but has no speed yet. Without acceleration it may be coming to
    /// rest, with a time event within rounding.
    fn starts<T: Scalar>(&self, view: &AccelerationView<'_, T>, direction: i32) -> bool {
        let along = |value: T| value.value() * f64::from(direction);
        slide_direction(view.mode()) == direction
            && along(self.flanges.speed(view)) <= 0.0
            && along(self.flanges.difference(|flange| view.flange_acceleration(flange))) >= 0.0
    }

    fn start_friction<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> T {
        let peak = match &self.kind {
            FrictionKind::Surface(surface) => view.parameters()[surface.peak],
            FrictionKind::Guide(_) | FrictionKind::Mesh(_) => T::constant(guide::PEAK),
        };
        peak * self.sliding_friction(view, signals, T::zero())
    }

    /// Friction while it slides with a speed of at least zero.
    fn sliding_friction<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>, speed: T) -> T {
        match &self.kind {
            FrictionKind::Surface(surface) => surface.friction(view, signals, speed),
            FrictionKind::Guide(guide) => guide.friction(view, speed),
            // The loss follows from the transmitted torque.
            FrictionKind::Mesh(_) => T::zero(),
        }
    }

    /// Loss of a gear for a motion in a direction, from the torque into it.
    fn loss_of_motion<T: Scalar>(&self, view: &ReactionView<'_, T>, direction: i32) -> T {
        let Some((mesh, loss)) = self.mesh_of().zip(self.mesh(view)) else { return T::zero() };
        loss.loss_of_input(direction, view.flange_flow(mesh.end) + view.flange_flow(self.flanges.flange))
    }

    pub fn mesh_of(&self) -> Option<&Mesh> {
        if let FrictionKind::Mesh(mesh) = &self.kind { Some(mesh) } else { None }
    }
}

impl Surface {
    /// Friction at a speed of at least zero.
    fn friction<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>, speed: T) -> T {
        let pressed = |press: &Press| press.largest(view.parameters()) * signals.get(press.part);
        self.coefficient(view, speed) * self.press.as_ref().map_or_else(T::one, pressed)
    }

    /// The table at a speed of at least zero.
    fn coefficient<T: Scalar>(&self, view: &MotionView<'_, T>, speed: T) -> T {
        let table = Table { elements: view.parameters().all(self.table), columns: 2 };
        table.after(table.rows_until(speed.value()), speed, 1, self.smoothness, false)
    }

    /// Smallest friction that a one-way clutch holds.
    fn released<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        let p = view.parameters();
        let most = self.press.as_ref().map_or_else(T::one, |press| press.largest(p));
        T::constant(RELEASED) * self.coefficient(view, T::zero()) * most
    }
}

/// Columns of the table: speed, efficiency with flange_a driving and with flange_b driving, bearing friction in both
/// cases.
pub const COLUMNS: usize = 5;

/// Lower limit of efficiencies.
pub const LEAST_EFFICIENCY: f64 = 1e-3;

/// The losses of a gear: efficiency of its mesh and friction of its bearings, given by a table over the speed of flange_a.
#[derive(Clone, Debug, Binary)]
pub struct Mesh {
    pub table: Reals,
    /// The end of the gear on the shaft with the losses.
    pub end: FlangeId,
}

impl Mesh {
    /// Losses at a speed.
    pub fn loss<T: Scalar>(&self, view: &MotionView<'_, T>, speed: T) -> MeshLoss<T> {
        let table = Table { elements: view.parameters().all(self.table), columns: COLUMNS };
        let speed = speed.abs();
        let rows = table.rows_until(speed.value());
        let column = |column: usize| table.after(rows, speed, column, Smoothness::Linear, false);
        // Extrapolated linearly beyond the last row, but at most 1.
        let efficiency = |k: usize| column(k).min(T::one()).max(T::constant(LEAST_EFFICIENCY));
        MeshLoss { efficiency: [efficiency(1), efficiency(2)], bearing: [column(3).abs(), column(4).abs()] }
    }

    /// Range of the losses at rest; zero if the gear has none.
    pub fn grip<T: Scalar>(&self, view: &MotionView<'_, T>) -> [T; 2] {
        let elements = view.parameters().all(self.table);
        let is_ideal = elements.chunks_exact(COLUMNS).all(|row| {
            row.iter()
                .zip([None, Some(1.0), Some(1.0), Some(0.0), Some(0.0)])
                .all(|(x, ideal)| ideal.is_none_or(|i| x.value() == i))
        });
        if is_ideal {
            return [T::zero(); 2];
        }
        let [one, two] = self.loss(view, T::zero()).bearing;
        let size = one.max(two);
        let size = if size.value() > 0.0 { size } else { T::one() };
        [-size, size]
    }
}

impl Law for FrictionLaw {
    type Stage = after::Motion;
    const ACTS: bool = true;

    fn connections(&self) -> Connections {
        let press = if let FrictionKind::Surface(surface) = &self.kind { surface.press.as_ref() } else { None };
        Connections::default()
            .reads(press.map(|press| press.part))
            .touches(self.flanges.contacts())
            .touches(self.heat_port.map(Contact::Port))
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, signals: &mut Signals<'_, T>) {
        let speed = self.flanges.speed(view);
        let friction = match view.mode() {
            SLIDING | DRIVEN => self.sliding_friction(view, signals, speed),
            SLIDING_BACK | DRIVEN_BACK => -self.sliding_friction(view, signals, -speed),
            // While it sticks, the friction follows from the accelerations.
            STUCK => T::zero(),
            _ => match &self.kind {
                FrictionKind::Surface(_) | FrictionKind::Mesh(_) => T::zero(),
                FrictionKind::Guide(guide) => guide.viscous(view, speed),
            },
        };
        let is_one_way = matches!(self.kind, FrictionKind::Surface(Surface { one_way: true, .. }));
        let friction = if is_one_way && view.mode() == SLIDING { friction.max(T::zero()) } else { friction };
        if let (Some(port), None) = (self.heat_port, self.mesh_of()) {
            view.set_heat_flow(port, -(friction * speed));
        }
        view.drive(self.flanges.flange, self.flanges.support, -friction);
    }

    fn has_mode(&self, mode: i32) -> bool {
        matches!(mode, SLIDING | SLIDING_BACK | STUCK | APART)
            || (self.mesh_of().is_some() && matches!(mode, DRIVEN | DRIVEN_BACK))
    }

    fn mode_name(&self, discrete: Discrete<'_>) -> Option<ModeName> {
        let (forward, backward) = match self.kind {
            FrictionKind::Mesh(_) => ("forward rolling", "backward rolling"),
            _ => ("forward sliding", "backward sliding"),
        };
        let state = match (slide_direction(discrete.mode), discrete.mode, discrete.held.first()) {
            (1, ..) => forward,
            (-1, ..) => backward,
            (_, STUCK, Some(1.0)) => "at the right stop",
            (_, STUCK, Some(-1.0)) => "at the left stop",
            (_, STUCK, _) => "stuck",
            _ => "free",
        };
        let is_driven = matches!(discrete.mode, DRIVEN | DRIVEN_BACK);
        Some([state, if is_driven { "driven by flange_b" } else { "driven by flange_a" }])
    }

    fn grip<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> Option<[T; 2]> {
        let most = self.start_friction(view, signals);
        let endless = T::constant(f64::INFINITY);
        Some(match &self.kind {
            FrictionKind::Surface(surface) if surface.one_way => [-endless, most.max(surface.released(view))],
            FrictionKind::Guide(_) if view.held(0).value() > 0.0 => [-most, endless],
            FrictionKind::Guide(_) if view.held(0).value() < 0.0 => [-endless, most],
            FrictionKind::Mesh(mesh) => mesh.grip(view),
            _ => [-most, most],
        })
    }

    fn mesh<T: Scalar>(&self, view: &MotionView<'_, T>) -> Option<MeshLoss<T>> {
        Some(self.mesh_of()?.loss(view, self.flanges.speed(view)))
    }

    fn held(&self) -> usize {
        usize::from(matches!(self.kind, FrictionKind::Guide(_)))
    }

    fn relations(&self) -> usize {
        2 * self.held()
    }

    fn indicators(&self, view: &MotionView<'_, f64>, _signals: &Signals<'_, f64>, indicators: &mut [f64]) {
        if let FrictionKind::Guide(guide) = &self.kind {
            guide.indicators(view, self.flanges.flange, indicators);
        }
    }

    fn update(&self, view: &MotionView<'_, f64>, _signals: &Signals<'_, f64>, event: &mut Event<'_>) {
        if let FrictionKind::Guide(guide) = &self.kind {
            guide.update(view, self.flanges.flange, event);
        }
    }
}
