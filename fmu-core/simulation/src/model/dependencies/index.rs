//! Lookup tables from parts of a model to laws, which avoid searching all laws.

use super::super::Model;
use mechanism::hashed::HashMap;
use mechanism::union_find::UnionFind;
use mechanism::{Contact, FlangeRole, FrameId, JointId};

/// Laws by their connections.
#[derive(Debug, Default)]
pub(super) struct Index {
    /// Laws that prescribe the motion of a joint.
    pub prescribing: HashMap<JointId, Vec<usize>>,
    /// Heat network of each port.
    pub ports: Vec<usize>,
    /// Laws that set the flows or conductances in each heat network.
    pub heating: Vec<Vec<usize>>,
    /// States that are temperatures in each heat network: numbers among the states of laws.
    pub temperatures: Vec<Vec<usize>>,
    /// Heat network of each state of a law that is a temperature.
    pub network_of: HashMap<usize, usize>,
    /// Law that computes the derivative of a state.
    pub deriving: HashMap<usize, usize>,
    /// Law that acts at a frame.
    pub acting: HashMap<FrameId, usize>,
    /// Joint with a frame.
    pub joints: HashMap<FrameId, JointId>,
}

impl Index {
    pub fn new(model: &Model) -> Self {
        let (ports, networks) = heat_networks(model);
        let none = || vec![Vec::new(); networks];
        let mut index = Self { ports, heating: none(), temperatures: none(), ..Self::default() };
        for capacitor in &model.mechanism.heat.capacitors {
            let network = index.ports[capacitor.port];
            index.temperatures[network].push(capacitor.state);
            index.network_of.insert(capacitor.state, network);
        }
        for (number, joint) in model.mechanism.joints.iter().enumerate() {
            for frame in joint.frames.into_iter().flat_map(|(a, b)| [a, b]) {
                index.joints.insert(frame, number);
            }
        }
        for (number, law) in model.laws.iter().enumerate() {
            law.contacts().into_iter().for_each(|contact| index.add(model, number, law.acts(), contact));
        }
        index
    }

    fn add(&mut self, model: &Model, law: usize, acts: bool, contact: Contact) {
        let heat = &model.mechanism.heat;
        match contact {
            Contact::Frame(frame) if acts => {
                self.acting.insert(frame, law);
            }
            // A relation that only reads the flange, such as the angle to a support, prescribes nothing.
            Contact::Flange(flange) if acts => {
                if let FlangeRole::Prescriber(joint) = model.mechanism.flange_roles[flange] {
                    self.prescribing.entry(joint).or_default().push(law);
                }
            }
            Contact::State(state) if acts => {
                self.deriving.insert(state, law);
            }
            Contact::Port(port) => self.heating[self.ports[port]].push(law),
            Contact::Conductor(conductor) => self.heating[self.ports[heat.conductors[conductor].solid]].push(law),
            Contact::Frame(_) | Contact::Seen(_) | Contact::Flange(_) | Contact::State(_) => {}
            Contact::SeenFlange(_) | Contact::SeenState(_) | Contact::SeenPort(_) => {}
        }
    }
}

/// Network of each heat port, and the number of networks: nodes connected by conductors.
fn heat_networks(model: &Model) -> (Vec<usize>, usize) {
    let heat = &model.mechanism.heat;
    let mut sets = UnionFind::new(heat.temperatures.len());
    for conductor in &heat.conductors {
        sets.union(heat.nodes[conductor.solid], heat.nodes[conductor.fluid]);
    }
    let (networks, count) = sets.numbered();
    (heat.nodes.iter().map(|node| networks[*node]).collect(), count)
}
