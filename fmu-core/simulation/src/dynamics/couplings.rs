//! Torques that depend on the accelerations and act back on them: rotors in a network with other rotors, and flanges
//! where gears or inertias act on a housing on a moving body, or on a line between frames.
//!
//! The accelerations are affine functions of these quantities, and vice versa. So the quantities are the fixed point of
//! an affine map, which is determined by changing one quantity at a time (like the loop forces in Featherstone 2008,
//! 8.5).

use super::Evaluation;
use crate::model::Model;
use mechanism::scalar::{Scalar, Vector3};
use mechanism::{Coupling, FlangePotential, MeshLoss, slide_direction};

impl<T: Scalar> Evaluation<T> {
    /// Returns true if there are couplings in the present modes: a gear with losses couples while it turns.
    pub(super) fn has_couplings(&self, model: &Model) -> bool {
        model.mechanism.couplings.iter().any(|coupling| match *coupling {
            Coupling::Mesh(contact) => slide_direction(self.modes[model.discrete.frictions[contact].law]) != 0,
            Coupling::Rotor(_) | Coupling::Flange(_) => true,
        })
    }

    /// Value of a coupling that follows from the accelerations and flows.
    pub(super) fn coupling(&mut self, model: &Model, number: usize) -> T {
        match model.mechanism.couplings[number] {
            Coupling::Rotor(rotor) => {
                let (e, _) = self.spin(model, rotor);
                e.dot(&self.view(model).z_0(model.mechanism.rotors[rotor].frame))
            }
            Coupling::Flange(flange) => self.flange_flows[flange],
            Coupling::Mesh(contact) => self.handed_on(model, contact),
        }
    }

    /// Torque that a gear with losses transmits, N.m, once the reactions are known; zero for other contacts with
    /// friction.
    pub(super) fn handed_on(&self, model: &Model, contact: usize) -> T {
        model.discrete.frictions[contact].mesh.map_or_else(T::zero, |mesh| self.flange_flows[mesh.end])
    }

    /// Losses of turning gears, from the couplings.
    fn lose_in_meshes(&mut self, model: &Model) {
        let mut has_lost = false;
        for (number, coupling) in model.mechanism.couplings.iter().enumerate() {
            let Coupling::Mesh(contact) = *coupling else { continue };
            let element = &model.discrete.frictions[contact];
            let mode = self.modes[element.law];
            if slide_direction(mode) == 0 {
                continue;
            }
            let torque = self.couplings[number];
            let Some(mesh) = self.mesh(model, contact) else { continue };
            let loss = mesh.loss(mode, torque);
            self.flange_flows[element.flange] = loss;
            if let Some(support) = element.support {
                self.flange_flows[support] = -loss;
            }
            has_lost = true;
        }
        if has_lost {
            self.early_flows(model);
        }
    }

    /// Losses of a contact that is the mesh of a gear.
    pub(super) fn mesh(&mut self, model: &Model, contact: usize) -> Option<MeshLoss<T>> {
        let law = model.discrete.frictions[contact].law;
        let (mut view, _) = self.views(model, Some(law));
        model.laws[law].mesh(view.motion())
    }

    /// Heat flow rates of gears with losses, which are known.
    pub(super) fn heat_of_meshes(&mut self, model: &Model) {
        for (contact, element) in model.discrete.frictions.iter().enumerate() {
            let Some(port) = element.mesh.and_then(|mesh| mesh.heat_port) else { continue };
            let slides = slide_direction(self.modes[element.law]) != 0;
            let loss = self.flange_flows[element.flange] * self.slip_speed(model, contact);
            self.heat.flows[port] = if slides { -loss } else { T::zero() };
        }
    }

    /// Sets the flows of flanges that act on frames from the couplings.
    pub(super) fn take_coupled_flows(&mut self, model: &Model) {
        self.lose_in_meshes(model);
        for (number, coupling) in model.mechanism.couplings.iter().enumerate() {
            if let Coupling::Flange(flange) = *coupling {
                self.flange_flows[flange] = self.couplings[number];
            }
        }
    }

    /// Effect of the carrier's angular acceleration on a coupled rotor: the rotor does not rotate with the carrier
    /// unless its network accelerates it, and the carrier does not accelerate it.
    pub(super) fn add_coupled_rotors(&mut self, model: &Model) {
        let mechanism = &model.mechanism;
        for (number, coupling) in mechanism.couplings.iter().enumerate() {
            let Coupling::Rotor(rotor_number) = *coupling else { continue };
            let (e, _) = self.spin(model, rotor_number);
            let rotor = &mechanism.rotors[rotor_number];
            let torque = self.parameters[rotor.inertia] * self.couplings[number];
            let link = mechanism.nodes[mechanism.frame_nodes[rotor.frame]].link;
            self.wrenches[link].add(Vector3::zeros(), e * torque);
            if let FlangePotential::Joint(joint) = mechanism.flange_potentials[rotor.flange] {
                let ratio = self.constants.flanges[mechanism.flange_nodes[rotor.flange]].ratio;
                self.joint_force[mechanism.tree.joints[joint].v] -= ratio * torque;
            }
        }
    }
}

/// Name of the component that a coupling belongs to.
pub(super) fn component_of(model: &Model, coupling: usize) -> &str {
    let mechanism = &model.mechanism;
    match mechanism.couplings.get(coupling) {
        Some(Coupling::Rotor(rotor)) => &mechanism.rotors[*rotor].name,
        Some(Coupling::Flange(flange)) => mechanism.component_of_flange(*flange),
        Some(Coupling::Mesh(contact)) => &model.discrete.frictions[*contact].name,
        None => "",
    }
}
