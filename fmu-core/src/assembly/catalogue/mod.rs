//! The FMI variables of a model.

mod connectors;
mod inputs;
mod maker;
mod names;
mod outputs;
mod parameters;
mod states;
mod units;

use super::collected::ParameterOrigin;
use super::context::Context;
use super::dependencies::Dependencies;
use super::problems::Problems;
use crate::mechanism::Source;
use crate::variables::{Catalogue, Causality};
use maker::{Maker, real};
pub(in crate::assembly) use names::Names;

/// Builds the catalogue; finds its variables by name.
pub(in crate::assembly) fn build(context: &Context<'_>, problems: &mut Problems) -> (Catalogue, Names) {
    let mut maker = Maker::new(context);
    maker.push(real("time", "Simulation time", Some("s"), Source::Time), |v| {
        (v.causality, v.initial) = (Causality::Independent, None);
    });
    for entry in context.collected.parameters.iter().filter(|p| matches!(p.origin, ParameterOrigin::Model)) {
        maker.parameter(entry);
    }
    for index in 0..context.collected.components.len() {
        maker.component(index);
    }
    maker.aliases();
    maker.states();
    maker.fixed_variables();
    maker.reversed_motions();
    maker.settle_aliases();
    maker.inputs(problems);
    maker.public_outputs(problems);
    let dependencies = Dependencies::new(context);
    let out = &mut maker.out;
    let knowns: Vec<usize> = out.inputs.iter().chain(&out.states).copied().collect();
    for index in 0..out.variables.len() {
        let is_derivative = out.variables[index].derivative_of.is_some();
        let variable = &mut out.variables[index];
        let found = match variable.causality {
            _ if is_derivative => dependencies.of_derivative(&variable.source),
            Causality::Output => dependencies.of_output(&variable.source),
            _ => continue,
        };
        variable.dependencies = found.map(|found| {
            let mut indices: Vec<usize> = found.into_iter().filter_map(|known| knowns.get(known).copied()).collect();
            indices.sort_unstable();
            indices
        });
    }
    (maker.out, maker.names)
}
