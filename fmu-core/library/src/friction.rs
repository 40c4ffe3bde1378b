//! Dry friction between two flanges: bearings, guides, brakes and clutches.
//!
//! The law writes the friction of the mode that its contact is in ([`FrictionElement`](mechanism::FrictionElement)); while
//! it sticks, the accelerations decide the friction.

mod declarations;
mod guide;
mod mesh;

pub(crate) use declarations::*;
pub(crate) use guide::Guide;
pub(crate) use mesh::{Mesh, check_loss_table};

use super::Element;
use super::blocks::{Smoothness, Table};
use mechanism::scalar::Scalar;
use mechanism::{
    APART, AccelerationView, Contact, DRIVEN, DRIVEN_BACK, Discrete, Event, FlangeId, GearMesh, Law, MeshLoss,
    ModeName, MotionView, PortId, ReactionView, Real, Reals, SLIDING, SLIDING_BACK, STUCK, ScalarIn, SignalIn, Signals,
    after, law_variables, slide_direction,
};
use serde::{Deserialize, Serialize};

/// A clutch that lets go of one direction holds at least this part of what it can hold pressed, also where it is not.
const RELEASED: f64 = 1e-4;

/// Friction of a contact: a table over the speed, times what presses the surfaces together.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FrictionLaw {
    flange: FlangeId,
    support: Option<FlangeId>,
    kind: FrictionKind,
    heat_port: Option<PortId>,
}

/// What the friction depends on.
#[derive(Clone, Debug, Serialize, Deserialize)]
enum FrictionKind {
    /// A table, and perhaps what presses.
    Surface(Surface),
    /// Stribeck's formula, between two stops.
    Guide(Guide),
    /// The losses of a gear.
    Mesh(Mesh),
}

/// Friction by a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Surface {
    /// Rows of speed and friction (coefficient).
    table: Reals,
    smoothness: Smoothness,
    /// Friction that starts a motion, relative to that of slow motion.
    peak: Real,
    /// What presses; none: the table is the friction itself.
    press: Option<Press>,
    /// It slides forwards only.
    one_way: bool,
}

/// What presses two surfaces together.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Press {
    /// Largest normal force.
    most: Real,
    /// Part of it.
    part: ScalarIn,
    /// Geometry constant.
    geometry: Option<Real>,
}

law_variables! {
    /// Variables that the law calculates.
    pub(crate) FrictionVariable of FrictionLaw {
        Position: Motion position,
        Speed: Motion speed,
        Acceleration: Acceleration acceleration,
        Friction: Reaction friction,
        Loss: Reaction loss,
        Still: Signals still_friction,
        Start: Signals start_friction,
        Mode: Acceleration mode,
        StartForward: Acceleration start_forward,
        StartBackward: Acceleration start_backward,
        Stopped: Motion stopped,
        Efficiency1: Motion efficiency_1,
        Efficiency2: Motion efficiency_2,
        Bearing1: Motion bearing_1,
        Bearing2: Motion bearing_2,
        LeastLoss: Reaction least_loss,
        MostLoss: Reaction most_loss,
    }
}

impl FrictionLaw {
    /// Registers the friction of `e` between `flange` and `support`, by its table called `table`, and the variables called `names`.
    pub(crate) fn build(
        e: &mut Element<'_>,
        [flange, support]: [Option<FlangeId>; 2],
        table: &str,
        one_way: bool,
        names: &FrictionNames,
    ) {
        let Some(flange) = flange else { return };
        let smoothness = match e.literal("smoothness") {
            "LinearSegments" => Smoothness::Linear,
            "ContinuousDerivative" => Smoothness::Akima,
            "ConstantSegments" => Smoothness::Constant,
            other => {
                e.refuse(
                    &format!("smoothness = \"{other}\""),
                    "slopes that friction tables do not have here; take ContinuousDerivative",
                );
                return;
            }
        };
        let is_pressed = e.class.connectors.iter().any(|connector| connector.name == PRESSED.name);
        let has_geometry = e.class.parameters.iter().any(|parameter| parameter.name == GEOMETRY.name);
        let press = is_pressed.then(|| Press {
            most: e.real("fn_max"),
            part: e.scalar_input("f_normalized"),
            geometry: has_geometry.then(|| e.real("cgeo")),
        });
        let (table, peak) = (e.reals(table), e.real("peak"));
        let kind = FrictionKind::Surface(Surface { table, smoothness, peak, press, one_way });
        Self::register(e, [flange].into_iter().chain(support), kind, names);
    }

    /// Registers the friction of `e` between `flange` and the ground, by Stribeck's formula between two stops, and the variables called `names`.
    pub(crate) fn between_stops(e: &mut Element<'_>, flange: FlangeId, guide: Guide, names: &FrictionNames) {
        Self::register(e, std::iter::once(flange), FrictionKind::Guide(guide), names);
    }

    /// Registers the losses of the gear `e` on the shaft of `flange`, relative to `support`, and the variables called `names`.
    pub(crate) fn in_mesh(
        e: &mut Element<'_>,
        [flange, support]: [Option<FlangeId>; 2],
        mesh: Mesh,
        names: &FrictionNames,
    ) {
        Self::register(e, flange.into_iter().chain(support), FrictionKind::Mesh(mesh), names);
    }

    /// Registers the friction of `e` on a flange, the first of `flanges`, and what it is relative to, if it is the second.
    fn register(
        e: &mut Element<'_>,
        mut flanges: impl Iterator<Item = FlangeId>,
        kind: FrictionKind,
        names: &FrictionNames,
    ) {
        let (Some(flange), support) = (flanges.next(), flanges.next()) else { return };
        let law = Self { flange, support, kind, heat_port: e.loss_port() };
        let (mesh, heat_port) = (law.mesh_of().map(|mesh| mesh.end), law.heat_port);
        let law = e.add_friction(law, flange, support);
        if let Some(end) = mesh {
            e.depend_on_torque(GearMesh { end, heat_port });
        }
        let [position, speed, acceleration] = names.motion;
        let list = [
            (position, FrictionVariable::Position),
            (speed, FrictionVariable::Speed),
            (acceleration, FrictionVariable::Acceleration),
            (names.friction, FrictionVariable::Friction),
            (names.still[0], FrictionVariable::Still),
            (names.still[1], FrictionVariable::Start),
            ("lossPower", FrictionVariable::Loss),
            ("mode", FrictionVariable::Mode),
            ("startForward", FrictionVariable::StartForward),
            ("startBackward", FrictionVariable::StartBackward),
            ("stopped", FrictionVariable::Stopped),
            ("eta_mf1", FrictionVariable::Efficiency1),
            ("eta_mf2", FrictionVariable::Efficiency2),
            ("tau_bf1", FrictionVariable::Bearing1),
            ("tau_bf2", FrictionVariable::Bearing2),
            ("tauLossMin", FrictionVariable::LeastLoss),
            ("tauLossMax", FrictionVariable::MostLoss),
        ];
        e.show_declared(law, &list);
    }

    fn difference<T: Scalar>(&self, of: impl Fn(FlangeId) -> T) -> T {
        of(self.flange) - self.support.map_or_else(T::zero, of)
    }

    fn position<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        self.difference(|flange| view.flange_position(flange))
    }

    fn speed<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        self.difference(|flange| view.flange_speed(flange))
    }

    fn acceleration<T: Scalar>(&self, view: &AccelerationView<'_, T>) -> T {
        self.difference(|flange| view.flange_acceleration(flange))
    }

    fn friction<T: Scalar>(&self, view: &ReactionView<'_, T>) -> T {
        view.flange_flow(self.flange)
    }

    fn loss<T: Scalar>(&self, view: &ReactionView<'_, T>) -> T {
        // What sticks has no speed but rounding.
        if view.mode() == STUCK { T::zero() } else { self.friction(view) * self.speed(view) }
    }

    /// 0 also while it has only just begun to slide, and where it comes to rest.
    fn mode<T: Scalar>(&self, view: &AccelerationView<'_, T>) -> T {
        let direction = slide_direction(view.mode());
        let has_speed = self.speed(view).value() * f64::from(direction) > 0.0;
        T::constant(f64::from(if view.mode() == APART { APART } else { direction * i32::from(has_speed) }))
    }

    /// It is about to slide in a direction, and has no speed yet. Without speed it may have come to rest instead, which is an event within rounding.
    fn starts<T: Scalar>(&self, view: &AccelerationView<'_, T>, direction: i32) -> bool {
        let along = |value: T| value.value() * f64::from(direction);
        slide_direction(view.mode()) == direction
            && along(self.speed(view)) <= 0.0
            && along(self.acceleration(view)) >= 0.0
    }

    fn start_forward<T: Scalar>(&self, view: &AccelerationView<'_, T>) -> T {
        T::constant(f64::from(u8::from(self.starts(view, SLIDING))))
    }

    fn start_backward<T: Scalar>(&self, view: &AccelerationView<'_, T>) -> T {
        T::constant(f64::from(u8::from(self.starts(view, SLIDING_BACK))))
    }

    fn still_friction<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> T {
        match &self.kind {
            FrictionKind::Surface(surface) => surface.friction(view, signals, T::zero()),
            FrictionKind::Guide(guide) => guide.friction(view, T::zero()),
            FrictionKind::Mesh(_) => T::zero(),
        }
    }

    fn start_friction<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> T {
        let peak = match &self.kind {
            FrictionKind::Surface(surface) => view.parameters()[surface.peak],
            FrictionKind::Guide(_) | FrictionKind::Mesh(_) => T::constant(guide::PEAK),
        };
        peak * self.still_friction(view, signals)
    }

    /// -1 or 1 while it is at its lower or its upper stop.
    fn stopped<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        if let FrictionKind::Guide(_) = self.kind { view.held(0) } else { T::zero() }
    }

    /// Friction while it slides with a speed of at least zero.
    fn sliding_friction<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>, speed: T) -> T {
        match &self.kind {
            FrictionKind::Surface(surface) => surface.friction(view, signals, speed),
            FrictionKind::Guide(guide) => guide.friction(view, speed),
            // It follows from the torque that the gear hands on.
            FrictionKind::Mesh(_) => T::zero(),
        }
    }

    fn mesh_of(&self) -> Option<&Mesh> {
        if let FrictionKind::Mesh(mesh) = &self.kind { Some(mesh) } else { None }
    }

    fn is_one_way(&self) -> bool {
        matches!(self.kind, FrictionKind::Surface(Surface { one_way: true, .. }))
    }
}

impl Surface {
    /// Friction at a speed of at least zero.
    fn friction<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>, speed: T) -> T {
        self.coefficient(view, speed) * self.pressed(view, signals)
    }

    /// What presses, or 1 where nothing needs to.
    fn pressed<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> T {
        let p = view.parameters();
        self.press.as_ref().map_or_else(T::one, |press| {
            press.geometry.map_or_else(T::one, |geometry| p[geometry]) * p[press.most] * signals.get(press.part)
        })
    }

    /// The table at a speed of at least zero.
    fn coefficient<T: Scalar>(&self, view: &MotionView<'_, T>, speed: T) -> T {
        let table = Table { elements: view.parameters().all(self.table), columns: 2 };
        let rows = table.rows_until(speed.value());
        match rows {
            0 => table.outside(speed, 0, 1, self.smoothness, false),
            rows if rows == table.rows() => table.outside(speed, rows - 1, 1, self.smoothness, false),
            rows => table.inside(speed, rows - 1, 1, self.smoothness),
        }
    }

    /// Least that a clutch of one direction holds.
    fn released<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        let p = view.parameters();
        let most = self
            .press
            .as_ref()
            .map_or_else(T::one, |press| press.geometry.map_or_else(T::one, |geometry| p[geometry]) * p[press.most]);
        T::constant(RELEASED) * self.coefficient(view, T::zero()) * most
    }
}

impl Law for FrictionLaw {
    type Stage = after::Motion;

    fn inputs(&self) -> Vec<SignalIn> {
        let FrictionKind::Surface(surface) = &self.kind else { return Vec::new() };
        surface.press.iter().map(|press| press.part.into()).collect()
    }

    fn acts(&self) -> bool {
        true
    }

    fn contacts(&self) -> Vec<Contact> {
        let flanges = std::iter::once(self.flange).chain(self.support).map(Contact::Flange);
        flanges.chain(self.heat_port.map(Contact::Port)).collect()
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, signals: &mut Signals<'_, T>) {
        let speed = self.speed(view);
        let friction = match view.mode() {
            SLIDING | DRIVEN => self.sliding_friction(view, signals, speed),
            SLIDING_BACK | DRIVEN_BACK => -self.sliding_friction(view, signals, -speed),
            // While it sticks, the accelerations decide.
            STUCK => T::zero(),
            _ => match &self.kind {
                FrictionKind::Surface(_) | FrictionKind::Mesh(_) => T::zero(),
                FrictionKind::Guide(guide) => guide.viscous(view, speed),
            },
        };
        let friction = if self.is_one_way() && view.mode() == SLIDING { friction.max(T::zero()) } else { friction };
        if let (Some(port), None) = (self.heat_port, self.mesh_of()) {
            view.set_heat_flow(port, -(friction * speed));
        }
        view.drive(self.flange, self.support, -friction);
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
        Some(self.mesh_of()?.loss(view, self.speed(view)))
    }

    fn held(&self) -> usize {
        usize::from(matches!(self.kind, FrictionKind::Guide(_)))
    }

    fn relations(&self) -> usize {
        2 * self.held()
    }

    fn indicators(&self, view: &MotionView<'_, f64>, _signals: &Signals<'_, f64>, indicators: &mut [f64]) {
        if let FrictionKind::Guide(guide) = &self.kind {
            guide.indicators(view, self.flange, indicators);
        }
    }

    fn update(&self, view: &MotionView<'_, f64>, _signals: &Signals<'_, f64>, event: &mut Event<'_>) {
        if let FrictionKind::Guide(guide) = &self.kind {
            guide.update(view, self.flange, event);
        }
    }
}
