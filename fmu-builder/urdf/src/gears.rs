//! Gears between the axes of joints that mimic others: `q = multiplier q_master + offset`.
//!
//! Between two axes that turn, without an offset, this is one gear. What else there is goes over a rod that slides, as long as the offset, and
//! gears between turning and sliding flanges at its ends: the library has gears with a ratio, and rods with a length.

use compiler::model_file::Span;

use super::mapping::Mapping;
use super::netlist::number;
use super::robot::Kind;
use super::roles::Role;

/// Adds what couples a joint with the one that it follows.
pub(super) fn couple(mapping: &mut Mapping<'_>, joint: usize) {
    let Role::Follows { master, multiplier, offset } = mapping.roles.of(joint) else { return };
    let robot = mapping.robot;
    let turns = |number: usize| robot.joints[number].kind.value != Kind::Prismatic;
    let axis = |number: usize| format!("{}.axis", mapping.joints[number]);
    let span = robot.joints[joint].mimic.as_ref().map(|mimic| mimic.span.clone()).unwrap_or_default();
    let (from, to) = (axis(master), axis(joint));
    let mut way = Way { mapping, owner: joint, span, end: from };
    match (turns(master), turns(joint)) {
        (true, true) if offset == 0.0 => way.gear(multiplier),
        (master_turns, joint_turns) => {
            if master_turns {
                way.pinion_and_rack();
            }
            way.rod(offset / multiplier);
            way.rack_and_pinion(multiplier);
            if !joint_turns {
                way.pinion_and_rack();
            }
        }
    }
    way.arrive(&to);
}

/// The components from the axis of one joint to that of another.
struct Way<'m, 'a> {
    mapping: &'m mut Mapping<'a>,
    owner: usize,
    span: Span,
    /// The flange from which it goes on.
    end: String,
}

impl Way<'_, '_> {
    /// The angle behind it is `ratio` times that before it.
    fn gear(&mut self, ratio: f64) {
        self.part("gear", "Rotational.Components.IdealGear", ["flange_b", "flange_a"], ("ratio", ratio));
    }

    /// From an angle to a distance of the same number.
    fn pinion_and_rack(&mut self) {
        self.part("rack", "Rotational.Components.IdealGearR2T", ["flangeR", "flangeT"], ("ratio", 1.0));
    }

    /// From a distance to an angle that is `ratio` times as large.
    fn rack_and_pinion(&mut self, ratio: f64) {
        self.part("pinion", "Rotational.Components.IdealGearR2T", ["flangeT", "flangeR"], ("ratio", ratio));
    }

    /// Adds `length` to a distance.
    fn rod(&mut self, length: f64) {
        if length != 0.0 {
            self.part("rod", "Translational.Components.Rod", ["flange_a", "flange_b"], ("L", length));
        }
    }

    fn part(&mut self, part: &str, class: &str, [from, to]: [&str; 2], (parameter, value): (&str, f64)) {
        let name = self.mapping.names.part(&self.mapping.joints[self.owner], part);
        let modifiers = vec![number(parameter, value, &self.span)];
        self.mapping.netlist.component(&name, class, &self.span, modifiers);
        self.arrive(&format!("{name}.{from}"));
        self.end = format!("{name}.{to}");
    }

    fn arrive(&mut self, flange: &str) {
        self.mapping.netlist.connect(&self.end, flange, &self.span);
    }
}
