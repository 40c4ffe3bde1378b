//! Dry friction: bearings, guides, brakes, clutches and gears with losses.

use crate::Element;
use crate::laws::blocks::tables::interpolation::Smoothness;
use crate::laws::one_dimensional::friction::guide::Guide;
use crate::laws::one_dimensional::friction::mesh::{COLUMNS, LEAST_EFFICIENCY, Mesh};
use crate::laws::one_dimensional::friction::{FrictionKind, FrictionLaw, FrictionVariable, Press, Surface};
use crate::one_dimensional::{Quantity, RIGID, add_gear, add_sliding_mass, add_transmission};
use mechanism::{FlangeId, GearMesh, Shape};

/// Names of the variables of a contact.
struct FrictionNames {
    /// Position, speed and acceleration of the flange relative to its support.
    motion: [&'static str; 3],
    friction: &'static str,
    /// Friction at zero speed, and maximum static friction.
    at_rest: [&'static str; 2],
}

impl Press {
    /// The normal force of a brake or clutch.
    fn of(e: &Element<'_>) -> Self {
        Self { most: e.real("fn_max"), part: e.scalar_input("f_normalized"), geometry: Some(e.real("cgeo")) }
    }
}

impl FrictionLaw {
    /// Registers the friction of a shaft or rod against its support, by a table of torque or force.
    pub(crate) fn bearing(e: &mut Element<'_>) {
        Self::on_support(e, Quantity::of(e).friction_table, None);
    }

    /// Registers the friction of a shaft or rod against its support, by a table of the friction coefficient.
    pub(crate) fn brake(e: &mut Element<'_>) {
        let press = Press::of(e);
        Self::on_support(e, "mu_pos", Some(press));
    }

    fn on_support(e: &mut Element<'_>, table: &str, press: Option<Press>) {
        let Some(flange_a) = add_transmission(e, RIGID, None) else { return };
        let (inner, support) = (e.add_inner_flange(flange_a), e.flange("support"));
        let quantity = Quantity::of(e);
        let names =
            FrictionNames { motion: quantity.motion, friction: quantity.flow, at_rest: quantity.friction_at_rest };
        Self::by_table(e, [inner].into_iter().chain(support), (table, press, false), &names);
    }

    /// Registers the friction between flange_b and flange_a.
    pub(crate) fn clutch(e: &mut Element<'_>) {
        Self::between(e, false);
    }

    /// Registers the friction between flange_b and flange_a, which slides forwards only.
    pub(crate) fn one_way_clutch(e: &mut Element<'_>) {
        Self::between(e, true);
    }

    fn between(e: &mut Element<'_>, one_way: bool) {
        let (Some(flange_b), flange_a) = (e.flange("flange_b"), e.flange("flange_a")) else { return };
        let (quantity, press) = (Quantity::of(e), Press::of(e));
        let names =
            FrictionNames { motion: quantity.relative, friction: quantity.flow, at_rest: quantity.friction_at_rest };
        Self::by_table(e, [flange_b].into_iter().chain(flange_a), ("mu_pos", Some(press), one_way), &names);
        quantity.prefer_relative_starts(e);
    }

    fn by_table(
        e: &mut Element<'_>,
        flanges: impl Iterator<Item = FlangeId>,
        (table, press, one_way): (&str, Option<Press>, bool),
        names: &FrictionNames,
    ) {
        let smoothness = match e.literal("smoothness") {
            "LinearSegments" => Smoothness::Linear,
            "ContinuousDerivative" => Smoothness::Akima,
            "ConstantSegments" => Smoothness::Constant,
            other => {
                let what = format!("smoothness = \"{other}\"");
                e.refuse(&what, "slopes that are not supported for friction tables; use ContinuousDerivative");
                return;
            }
        };
        let (table, peak) = (e.reals(table), e.real("peak"));
        let kind = FrictionKind::Surface(Surface { table, smoothness, peak, press, one_way });
        Self::register(e, flanges, kind, names);
    }

    /// Registers a mass on a guide with Stribeck friction between two stops.
    pub(crate) fn mass_between_stops(e: &mut Element<'_>) {
        let Some(flange_a) = add_sliding_mass(e) else { return };
        let (inner, guide) = (e.add_inner_flange(flange_a), Guide::of(e));
        // The mass itself shows its motion.
        let names = FrictionNames { motion: [""; 3], friction: "f", at_rest: ["f0", "f0_max"] };
        Self::register(e, std::iter::once(inner), FrictionKind::Guide(guide), &names);
    }

    /// Registers a gear and its losses on the shaft of flange_a.
    pub(crate) fn lossy_gear(e: &mut Element<'_>) {
        let Some((flange_a, support)) = add_gear(e) else { return };
        let inner = e.add_inner_flange(flange_a);
        let held = support.map(|support| e.add_inner_flange(support));
        let mesh = Mesh::of(e, flange_a);
        let names = FrictionNames { motion: ["", "w_a", "a_a"], friction: "tauLoss", at_rest: [""; 2] };
        Self::register(e, [inner].into_iter().chain(held), FrictionKind::Mesh(mesh), &names);
    }

    /// Registers the friction of `e` on a flange, the first of `flanges`, relative to the second, if there is one.
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
            (names.at_rest[0], FrictionVariable::Still),
            (names.at_rest[1], FrictionVariable::Start),
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
}

/// Check of a friction table.
pub(crate) fn check_friction_table(elements: &[f64], shape: Shape) -> Option<&'static str> {
    let Shape::Matrix(rows, columns) = shape else { return None };
    if columns != 2 {
        return Some("a matrix of two columns: speed, friction");
    }
    let speeds = || (0..rows).map(|row| elements[2 * row]);
    if speeds().any(|speed| speed < 0.0) {
        return Some("speeds of at least 0 in the first column: friction is an odd function of the speed");
    }
    let grows = speeds().zip(speeds().skip(1)).all(|(now, next)| next > now);
    (!grows).then_some("increasing speeds in the first column")
}

impl Guide {
    /// The guide whose parameters have the names of MassWithStopAndFriction.
    pub(super) fn of(e: &Element<'_>) -> Self {
        Self {
            proportional: e.real("F_prop"),
            coulomb: e.real("F_Coulomb"),
            stribeck: e.real("F_Stribeck"),
            exponent: e.real("fexp"),
            stops: [e.real("smin"), e.real("smax")],
            length: e.real("L"),
        }
    }
}

impl Mesh {
    /// Losses according to the parameter lossTable, for a gear with the end `end`.
    pub(super) fn of(e: &Element<'_>, end: FlangeId) -> Self {
        Self { table: e.reals("lossTable"), end }
    }
}

/// Check of a loss table.
pub(crate) fn check_loss_table(elements: &[f64], shape: Shape) -> Option<&'static str> {
    let Shape::Matrix(_, COLUMNS) = shape else {
        return Some("a matrix of five columns: speed, eta_mf1, eta_mf2, tau_bf1, tau_bf2");
    };
    let rows = || elements.chunks_exact(COLUMNS);
    if rows().any(|row| row[0] < 0.0) {
        return Some("speeds of at least 0 in the first column");
    }
    if rows().zip(rows().skip(1)).any(|(now, next)| next[0] <= now[0]) {
        return Some("increasing speeds in the first column");
    }
    if rows().any(|row| row[1..3].iter().any(|eta| *eta < LEAST_EFFICIENCY || *eta > 1.0)) {
        return Some("efficiencies from 0.001 to 1 in the second and third column");
    }
    None
}
