//! The coordinates of rotors on frames.

use super::flange_network::Network;
use mechanism::union_find::UnionFind;
use mechanism::{FlangeId, FlangeParent, FlangePotential, JointStart, SingleStart};

impl Network<'_> {
    /// Coordinates of rotors that no joint moves: links on their carriers, or joints on the ground if the carrier's
    /// acceleration does not act on them, or also acts on others in their network.
    pub(super) fn rotors(&mut self) {
        let collected = self.collected;
        self.spanned.mechanism.rotors = collected.elements.rotors.iter().map(|element| element.rotor.clone()).collect();
        let coupled = self.coupled_rotors();
        let first_transmission = collected.elements.transmissions.len();
        for (i, element) in collected.elements.rotors.iter().enumerate() {
            if std::mem::replace(&mut self.taken[first_transmission + i], true) {
                continue;
            }
            let node = self.spanned.mechanism.frame_nodes[element.rotor.frame];
            let carrier = self.spanned.mechanism.nodes.get(node).map_or(0, |node| node.link);
            let is_link = element.rotor.exact && !coupled[i];
            let start = SingleStart { position: element.position, speed: element.speed };
            let (start, parent) =
                if is_link { (JointStart::Rotor(start), carrier) } else { (JointStart::Angle(start), 0) };
            let joint = self.spanned.add_free_joint(parent, element.rotor.name.clone(), node, start);
            self.spanned.mechanism.rotors[i].joint = is_link.then_some(joint);
            for flange in [element.flange_a, element.flange_b] {
                self.place(flange, FlangePotential::Joint(joint), FlangeParent::Joint(joint, None));
            }
            self.follow_transmissions();
        }
    }

    /// For each rotor: true if another rotor or a mounted flange is coupled with it.
    fn coupled_rotors(&self) -> Vec<bool> {
        let node = |flange: FlangeId| self.sets.flanges[flange];
        let mut networks = UnionFind::new(self.sets.flange_count);
        for transmission in &self.spanned.mechanism.transmissions {
            networks.union(node(transmission.flange_a), node(transmission.flange_b));
            if transmission.is_relation() {
                transmission.flanges().for_each(|flange| networks.union(node(transmission.flange_a), node(flange)));
            }
        }
        let elements = &self.collected.elements;
        let flanges = elements.rotors.iter().map(|element| element.flange_a);
        let members: Vec<usize> = flanges
            .chain(elements.mountings.iter().map(|mounting| mounting.flange))
            .map(|flange| networks.find(node(flange)))
            .collect();
        let mut counts = vec![0; self.sets.flange_count];
        members.iter().for_each(|network| counts[*network] += 1);
        members.iter().take(elements.rotors.len()).map(|network| counts[*network] > 1).collect()
    }
}
