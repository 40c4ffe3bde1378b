//! The FMI variables of a model.

mod connectors;
mod expressions;
mod inputs;
mod maker;
mod outputs;
mod parameters;
mod states;

use super::collected::ParameterOrigin;
use super::problems::Problems;
pub(super) use maker::Context;
use maker::{Maker, real};
use mechanism::Source;
use mechanism::hashed::HashMap;
use simulation::variables::{Catalogue, Causality};

/// Builds the catalogue, and the index of each variable with a start value, by the address of the value.
pub(in crate::assembly) fn build(context: &Context<'_>, problems: &mut Problems) -> (Catalogue, HashMap<usize, usize>) {
    let mut maker = Maker::new(context, parameters::tunable_slots(context));
    let mut time = real("Simulation time".into(), Some("s"), Source::Time);
    (time.causality, time.initial) = (Causality::Independent, None);
    maker.push(&["time"], time);
    for entry in context.collected.parameters.iter().filter(|p| matches!(p.origin, ParameterOrigin::Model { .. })) {
        maker.parameter(entry);
    }
    for index in 0..context.collected.components.len() {
        maker.component(index);
    }
    maker.variables();
    maker.aliases();
    maker.inner_variables(problems);
    maker.states();
    maker.fixed_variables();
    maker.reversed_motions();
    maker.settle_aliases();
    maker.inputs(problems);
    maker.public_outputs(problems);
    (maker.out, maker.started)
}
