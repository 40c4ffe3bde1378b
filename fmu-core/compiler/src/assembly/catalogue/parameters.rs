//! Variables of numeric parameters.

use super::super::collected::{ParameterEntry, ParameterOrigin};
use super::maker::{Context, Maker, real};
use library::{AnyLaw, ParameterKind};
use mechanism::Source;
use simulation::variables::{Causality, DataType, Initial, Target, Value, Variability};
use std::borrow::Cow;

impl Maker<'_> {
    pub(super) fn parameter(&mut self, entry: &ParameterEntry) {
        let (unit, description) = match &entry.origin {
            ParameterOrigin::Model { description, unit } => {
                (unit.clone().map(Cow::Owned), Cow::Owned(description.clone()))
            }
            ParameterOrigin::Component(parameter) => {
                let unit = if let ParameterKind::Real(unit) = parameter.kind { unit } else { None };
                (unit.map(Cow::Borrowed), Cow::Borrowed(parameter.description))
            }
            ParameterOrigin::Start => return,
        };
        for k in 0..entry.shape.size() {
            let address = entry.first + k;
            let slot = &self.context.table.slots[address];
            let (min, max) = slot.limits();
            let tunable = self.tunable[address];
            let mut v = real(description.clone(), None, Source::Parameter(address));
            v.data_type = DataType::Real { unit: unit.clone(), min, max };
            v.variability = if tunable { Variability::Tunable } else { Variability::Fixed };
            if slot.independent {
                v.causality = Causality::Parameter;
                v.initial = Some(Initial::Exact);
                v.start = Some(Value::Real(slot.value));
                v.target = Some(Target::Parameter(address));
            } else {
                v.causality = Causality::CalculatedParameter;
                // An expression may determine the guess.
                let guess = self.guesses.get(&address).filter(|guess| self.context.table.slots[**guess].independent);
                if let Some(guess) = guess {
                    v.initial = Some(Initial::Approx);
                    v.start = Some(Value::Real(self.context.table.slots[*guess].value));
                    v.target = Some(Target::Parameter(*guess));
                }
            }
            self.push(&[slot.parameter(), &slot.subscript()], v);
        }
    }
}

/// Tunable elements of parameters: those of tunable declarations, and those of the model that only feed such ones.
pub(super) fn tunable_slots(context: &Context<'_>) -> Vec<bool> {
    let mut tunable = vec![true; context.table.slots.len()];
    for entry in &context.collected.parameters {
        let declared = match entry.origin {
            ParameterOrigin::Model { .. } => true,
            ParameterOrigin::Component(parameter) => parameter.tunable,
            ParameterOrigin::Start => false,
        };
        tunable[entry.first..entry.first + entry.shape.size()].fill(declared);
    }
    // Values computed by the initialisation are constant.
    for solved in &context.table.solved {
        tunable[solved.address] = false;
    }
    // The time at which a branch changes is computed before the integration up to it.
    for law in &context.collected.elements.laws {
        if let AnyLaw::Expression(law) = law {
            law.formula.deciding_parameters().iter().for_each(|address| tunable[*address] = false);
        }
    }
    // Backwards: parameters that fixed parameters depend on are fixed.
    for binding in context.table.bindings.iter().rev() {
        if tunable[binding.first] {
            continue;
        }
        for reference in &binding.references {
            tunable[reference.first..reference.first + reference.shape.size()].fill(false);
        }
    }
    // Forwards: parameters that depend on fixed parameters only are constant.
    for binding in &context.table.bindings {
        let changes = binding.references.iter().any(|r| tunable[r.first]);
        tunable[binding.first..binding.first + binding.shape.size()].fill(changes);
    }
    tunable
}
