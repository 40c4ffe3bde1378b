//! Gears between the axes of mimic joints: `q = multiplier q_master + offset`.
//!
//! Between two rotational axes without an offset, this is a single gear. Otherwise it is a sliding rod with the length
//! of the offset, with gears between rotational and translational flanges at its ends: the library has gears with a
//! ratio, and rods with a length.

use compiler::model_file::Span;

use super::mapping::Mapping;
use super::netlist::number;
use super::robot::Kind;
use super::roles::Role;

/// Adds the coupling of a joint with the one that it mimics.
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
    /// The last flange so far.
    end: String,
}

impl Way<'_, '_> {
    /// Adds a gear that multiplies the angle by `ratio`.
    fn gear(&mut self, ratio: f64) {
        self.part("gear", "Rotational.Components.IdealGear", ["flange_b", "flange_a"], ("ratio", ratio));
    }

    /// Converts an angle to a distance of the same value.
    fn pinion_and_rack(&mut self) {
        self.part("rack", "Rotational.Components.IdealGearR2T", ["flangeR", "flangeT"], ("ratio", 1.0));
    }

    /// Converts a distance to an angle, multiplied by `ratio`.
    fn rack_and_pinion(&mut self, ratio: f64) {
        self.part("pinion", "Rotational.Components.IdealGearR2T", ["flangeT", "flangeR"], ("ratio", ratio));
    }

    /// Adds `length` to the distance.
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
