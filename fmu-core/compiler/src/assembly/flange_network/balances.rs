//! Flanges without inertia between springs and dampers: each is a coordinate, whose balance is a constraint row.
//!
//! With a damper the balance gives the speed. Where dampers connect such coordinates only with each other, their balances are dependent:
//! the sum contains no damper, and gives positions.

use super::Network;
use library::{AnyLaw, SpringElement};
use mechanism::union_find::UnionFind;
use mechanism::{
    Balance, Compliant, ConstraintKind, Contact, FlangeId, FlangeParent, FlangePotential, JointId, RELATED,
    TransmissionKind,
};

type Moved = (Compliant, [Option<JointId>; 2]);

impl Network<'_> {
    /// Makes coordinates of flanges that springs and dampers connect with placed ones.
    pub(super) fn coordinates_without_inertia(&mut self) {
        let collected = self.collected;
        loop {
            let open = |flange: &FlangeId| self.placed[self.sets.flanges[*flange]].is_none();
            let next = collected.elements.springs.iter().find_map(|SpringElement { compliant, own, .. }| {
                let [a, b] = compliant.flanges;
                (open(&a) != open(&b)).then_some((if open(&a) { a } else { b }, *own))
            });
            let Some((flange, own)) = next else { return };
            self.coordinate_without_inertia(flange, &collected.flanges[flange], own);
            self.without_inertia.push(flange);
        }
    }

    /// Adds the balances of these coordinates.
    pub(super) fn balances(&mut self) {
        let flanges = std::mem::take(&mut self.without_inertia);
        let joints: Vec<JointId> = flanges.iter().filter_map(|flange| self.moving(*flange)).collect();
        let springs = self.collected.elements.springs.iter();
        let moved = |spring: &SpringElement| spring.compliant.flanges.map(|flange| self.moving(flange));
        let all: Vec<Moved> = springs.clone().map(|spring| (spring.compliant, moved(spring))).collect();
        let damped: Vec<bool> = springs.map(|spring| spring.is_damped).collect();
        if let Some((flange, needs)) = flanges.iter().find_map(|flange| Some((*flange, self.refused(*flange)?))) {
            let what = &self.collected.flanges[flange];
            return self.problems.refuse(self.collected, component_of(what), what, needs);
        }
        let own = |joint: &Option<JointId>| joint.and_then(|joint| joints.iter().position(|other| *other == joint));
        let mut groups = UnionFind::new(joints.len());
        let mut is_held = vec![false; joints.len()];
        for ((_, ends), _) in all.iter().zip(damped).filter(|(_, is_damped)| *is_damped) {
            match ends.each_ref().map(own) {
                [Some(a), Some(b)] if a != b => groups.union(a, b),
                [Some(k), _] | [None, Some(k)] => is_held[k] = true,
                [None, None] => {}
            }
        }
        for (k, joint) in joints.iter().enumerate() {
            let group: Vec<usize> = (0..joints.len()).filter(|other| groups.find(*other) == groups.find(k)).collect();
            let is_held = group.iter().any(|member| is_held[*member]);
            // The last balance of a group without a damper to a coordinate with inertia is the sum.
            let is_sum = !is_held && group.last() == Some(&k);
            let members = if is_sum { group.iter().map(|member| joints[*member]).collect() } else { vec![*joint] };
            let is_here = |(_, ends): &&Moved| ends.iter().flatten().any(|joint| members.contains(joint));
            let elements: Vec<Moved> = all.iter().filter(is_here).copied().collect();
            let balance = Balance { joints: members, elements };
            let flange = &self.collected.flanges[flanges[k]];
            let name = component_of(flange).to_owned();
            let has_gear = balance.joints.len() > 1
                && balance.elements.iter().any(|(compliant, ends)| {
                    let is_own = |end: &Option<JointId>| end.is_some_and(|joint| balance.joints.contains(&joint));
                    let mut own = compliant.flanges.iter().zip(ends).filter(|(_, end)| is_own(end));
                    own.any(|(flange, _)| !self.is_direct(self.sets.flanges[*flange]))
                });
            let refused = match balance.distinct().len() {
                count if count > RELATED => Some(format!("it depends on more than {} others", RELATED - 1)),
                _ if has_gear => Some("a gear is in a row with dampers that nothing heavy holds".to_owned()),
                _ => None,
            };
            if let Some(why) = refused {
                let needs = format!("a mass or an inertia there: {why}");
                return self.problems.refuse(self.collected, &name, flange, needs);
            }
            let kind = ConstraintKind::Balance { number: self.spanned.mechanism.balances.len(), is_damped: !is_sum };
            self.spanned.mechanism.balances.push(balance);
            self.constrain(name, kind);
        }
    }

    /// The joint that moves a flange.
    fn moving(&self, flange: FlangeId) -> Option<JointId> {
        match self.spanned.mechanism.flange_potentials[flange] {
            FlangePotential::Joint(joint) => Some(joint),
            _ => None,
        }
    }

    /// Why a flange without inertia has no balance that is a row.
    fn refused(&self, flange: FlangeId) -> Option<String> {
        let (joint, collected) = (self.moving(flange)?, self.collected);
        let is_here =
            |contact: &Contact| matches!(contact, Contact::Flange(other) if self.moving(*other) == Some(joint));
        let acting =
            |law: &&AnyLaw| law.acts() && !matches!(law, AnyLaw::Compliance(_)) && law.contacts().iter().any(is_here);
        if let Some(number) = collected.elements.laws.iter().position(|law| acting(&law)) {
            let other = &collected.components[collected.elements.law_components[number]].name;
            return Some(format!("a mass or an inertia there, as `{other}` acts on it, too"));
        }
        let here =
            |spring: &&SpringElement| spring.compliant.flanges.iter().any(|flange| self.moving(*flange) == Some(joint));
        for SpringElement { name, compliant, is_damped, .. } in collected.elements.springs.iter().filter(here) {
            if compliant.damper.is_some() && !is_damped {
                return Some(format!("a mass or an inertia there, or a damping constant of `{name}` that is not zero"));
            }
            for end in compliant.flanges {
                if matches!(self.spanned.mechanism.flange_potentials[end], FlangePotential::Line(_)) {
                    return Some("a mass or an inertia there, as the length of a line force is beside it".to_owned());
                }
            }
        }
        None
    }

    /// Only rigid connections lead from the coordinate to the node.
    fn is_direct(&self, node: usize) -> bool {
        let parent =
            self.spanned.mechanism.flange_tree.iter().find(|(other, _)| *other == node).map(|(_, parent)| *parent);
        match parent {
            Some(FlangeParent::Joint(..)) => true,
            Some(FlangeParent::Transmission(from, number, _)) => {
                let is_rigid =
                    matches!(self.spanned.mechanism.transmissions[number].kind, TransmissionKind::Rigid { .. });
                is_rigid && self.is_direct(from)
            }
            _ => false,
        }
    }
}

/// The component of a flange.
fn component_of(flange: &str) -> &str {
    flange.rsplit_once('.').map_or(flange, |(component, _)| component)
}
