//! Descriptions and units of public names.

use super::maker::Maker;
use crate::model_file::PublicName;
use simulation::variables::{DataType, VariableAttributes};
use std::borrow::Cow;

impl Maker<'_> {
    /// Gives the variables of the model what their entries say of them.
    pub(super) fn variables(&mut self) {
        for entry in &self.context.file.variables {
            let Some(index) = self.find(&entry.name.value) else { continue };
            let mut variable = self.out.variables.at(index).attributes();
            variable.description = Cow::Owned(entry.target.value.to_string());
            self.describe(entry, &mut variable);
            self.out.variables.set(index, variable);
        }
    }

    /// Gives a variable the description that its public name has, and its unit where it has none of its own. Whether units fit is
    /// looked at where they are read ([`crate::authoring`]).
    pub(super) fn describe(&self, public: &PublicName, variable: &mut VariableAttributes) {
        if let Some(description) = &public.description {
            variable.description = Cow::Owned(description.clone());
        }
        if let (Some(given), DataType::Real { unit: unit @ None, .. }) = (&public.unit, &mut variable.data_type) {
            *unit = Some(Cow::Owned(given.value.clone()));
        }
    }
}
