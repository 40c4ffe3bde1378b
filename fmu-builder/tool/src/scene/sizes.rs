//! Sizes of the mechanism, and of coordinate systems and arrows, which follow it unless the model sets them.

use std::collections::HashMap;

use compiler::model_file::ModelFile;
use compiler::pictures::Pictures;
use drawing::bounds;
use drawing::math::{Vector, add, length, scaled, subtract};

use super::part::Part;
use super::run::Recording;
use crate::settings::Setting;

/// World.nominalLength by the size of the mechanism: axes of the world are half of it long.
const NOMINAL: f64 = 0.5;
/// Parameters of the world that sizes of coordinate systems and arrows follow from; the first decides the others.
const LENGTHS: [&str; 3] = ["nominalLength", "defaultAxisLength", "defaultArrowDiameter"];

/// The parameters of the world that the model gives.
pub(super) fn given(file: &ModelFile, world: Option<&str>) -> Vec<&'static str> {
    let world = file.components.iter().find(|component| Some(component.name.value.as_str()) == world);
    let is_given = |name: &&str| world.is_some_and(|world| world.modifiers.iter().any(|m| m.name.value == **name));
    LENGTHS.into_iter().filter(is_given).collect()
}

/// The values, by place in the catalogue, of the lengths that follow a mechanism of this size.
pub(super) fn following(
    pictures: &Pictures,
    recording: &Recording,
    given: &[&str],
    settings: &[Setting],
    size: f64,
) -> HashMap<usize, f64> {
    let Some(world) = &pictures.world else { return HashMap::new() };
    let full = |name: &str| format!("{world}.{name}");
    let is_given = |name: &str| given.contains(&name) || settings.iter().any(|setting| setting.name == full(name));
    let place = |name: &str| pictures.variables.get(&full(name)).and_then(|(_, indices)| indices.first().copied());
    let Some(nominal) = place(LENGTHS[0]).filter(|_| !is_given(LENGTHS[0])) else { return HashMap::new() };
    let factor = NOMINAL * size / recording.value(0, nominal);
    let places = LENGTHS.into_iter().filter(|name| !is_given(name)).filter_map(place);
    places.map(|index| (index, factor * recording.value(0, index))).collect()
}

/// Middle and diagonal of the box around the parts, over the run.
pub(super) fn around<'a>(parts: impl Iterator<Item = &'a Part>, rows: usize) -> Option<(Vector, f64)> {
    let spheres = parts.flat_map(|part| {
        let still = part.body.is_constant() && part.scale.is_constant() && part.shift.is_constant();
        (0..if still { 1 } else { rows }).filter_map(|row| part.bounds(row))
    });
    let corners = spheres.flat_map(|(centre, radius)| [-radius, radius].map(|way| centre.map(|x| x + way)));
    let [low, high] = bounds(corners);
    let diagonal = length(subtract(high, low));
    (high[0] >= low[0] && diagonal > 0.0).then(|| (scaled(add(low, high), 0.5), diagonal))
}
