//! Line forces that meet without a body: the point follows from the balance of the forces.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::balance;
use crate::common;
mod dampers;
mod derivatives;
mod flanges;
mod instances;
mod refusals;
mod springs;

use common::Rig;

/// A model of these components, with a World.
fn text(world: &str, components: &[(&str, &str, &str)], connections: &[[&str; 2]]) -> String {
    let mut text = format!(
        "name = \"Massless\"\nconnections = {connections:?}\n[components.world]\nclass = \"World\"\ngravityType = \"{world}\"\n"
    );
    for (name, class, parameters) in components {
        text += &format!("[components.{name}]\nclass = \"{class}\"\n{parameters}\n");
    }
    text
}

/// The same at the start.
fn rig(world: &str, components: &[(&str, &str, &str)], connections: &[[&str; 2]]) -> Rig {
    Rig::new(&text(world, components, connections))
}

/// A post of the world.
const FIXED: &str = "Parts.Fixed";
const SPRING: &str = "Forces.Spring";
const DAMPER: &str = "Forces.Damper";
/// A body whose frame is its centre of mass.
const BODY: &str = "Parts.Body";
