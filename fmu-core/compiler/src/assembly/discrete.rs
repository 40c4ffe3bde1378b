//! Discrete parts of a model: held numbers, relations, contacts with friction.

use super::collected::Collected;
use mechanism::{DiscreteLayout, RelationalLaw};
use simulation::model::Schedule;

/// Lays out the discrete states of the laws.
pub(super) fn layout(collected: &Collected, schedule: &Schedule) -> DiscreteLayout {
    let elements = &collected.elements;
    let mut layout = DiscreteLayout { frictions: elements.frictions.clone(), ..DiscreteLayout::default() };
    for law in &elements.laws {
        let first = layout.held_count;
        layout.held_count += law.held();
        layout.held.push(first..layout.held_count);
    }
    let of_friction: Vec<usize> = elements.frictions.iter().map(|element| element.law).collect();
    for &law in &schedule.order {
        let (held, relations) = (elements.laws[law].held(), elements.laws[law].relations());
        if held + relations > 0 {
            let first = layout.law_indicators;
            layout.law_indicators += relations;
            let name = collected.components.get(elements.law_components[law]).map_or("", |component| &component.name);
            let indicators = first..layout.law_indicators;
            layout.relational.push(RelationalLaw { name: name.to_owned(), law, indicators });
            layout.stage = layout.stage.max(schedule.stages[law]);
        } else if !of_friction.contains(&law) {
            layout.timed.push(law);
        }
    }
    layout
}
