//! The law of springs and dampers along the line between two frames (MSL's PartialLineForce and LineForceWithMass).

use super::interfaces::HEAT_PORT_TEMPERATURE;
use crate::Element;
use crate::laws::forces::line_force::{LineForce, LineSpring, LineVariable};
use mechanism::{Line, Real, Source, StateId};

impl LineSpring {
    /// The spring of `e`.
    pub fn of(e: &Element<'_>) -> Self {
        Self { c: e.real("c"), s_unstretched: e.real("s_unstretched") }
    }
}

/// Names of the variables.
const SHOWN: [(&str, LineVariable); 8] = [
    ("length", LineVariable::Length),
    ("s", LineVariable::GuardedLength),
    ("r_rel_0", LineVariable::Vector),
    ("e_rel_0", LineVariable::Direction),
    ("r_rel_a", LineVariable::VectorInA),
    ("e_a", LineVariable::DirectionInA),
    ("f", LineVariable::Force),
    ("lossPower", LineVariable::Loss),
];

impl LineForce {
    /// Registers the law of `e` and its variables.
    pub(super) fn build(e: &mut Element<'_>, spring: Option<LineSpring>, damper: Option<Real>, clamped: bool) {
        Self::register(e, spring, damper, clamped, None);
    }

    /// Registers the law of `e`, a spring and a damper in series, and its variables.
    pub(super) fn build_series(e: &mut Element<'_>, spring: LineSpring, damper: Real) {
        let start = e.address("s_damper_start");
        let state = e.add_states("s_damper", start);
        Self::register(e, Some(spring), Some(damper), true, Some(state));
    }

    /// Registers the geometry of `e` for translational components along the line, and its variables.
    pub(super) fn build_with_flanges(e: &mut Element<'_>) {
        if let [Some(flange_a), Some(flange_b)] = ["flange_a", "flange_b"].map(|flange| e.flange(flange)) {
            let (name, frames) = (e.name.to_owned(), [e.frame("frame_a"), e.frame("frame_b")]);
            let (flanges, s_small) = ([flange_a, flange_b], e.real("s_small"));
            e.elements.lines.push(Line { name, frames, flanges, used: [false; 2], s_small });
        }
        Self::register(e, None, None, false, None);
    }

    fn register(
        e: &mut Element<'_>,
        spring: Option<LineSpring>,
        damper: Option<Real>,
        clamped: bool,
        s_damper: Option<StateId>,
    ) {
        let law = Self {
            frame_a: e.frame("frame_a"),
            frame_b: e.frame("frame_b"),
            s_small: e.real("s_small"),
            spring,
            damper,
            clamped,
            s_damper,
            heat_port: damper.and_then(|_| e.loss_port()),
        };
        e.add_line_force_end(law.frame_a, "fixedRotationAtFrame_a");
        e.add_line_force_end(law.frame_b, "fixedRotationAtFrame_b");
        let law = e.add_law(law);
        e.watch(law);
        e.show_declared(law, &SHOWN);
        if e.declares(HEAT_PORT_TEMPERATURE.name) {
            let temperature = e.address("T");
            let port = e.heat_port("heatPort");
            e.add_variable("TheatPort", |_| port.map_or(Source::Parameter(temperature), Source::Temperature));
        }
    }
}
