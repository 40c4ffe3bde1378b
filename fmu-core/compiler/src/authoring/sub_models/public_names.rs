//! Variables, inputs and outputs of sub-models.

use super::Expander;
use super::scope::Scope;
use super::values::Here;
use crate::model_file::{Body, PublicName, Value};
use library::Varying;

impl<'a> Expander<'a> {
    /// Adds the variables, inputs and outputs of a body.
    pub(super) fn public_names(&mut self, body: &Body, scope: &Scope<'a>) {
        for variable in &body.variables {
            let variable = self.public_name(variable, scope, Some(Varying::Time.name()));
            self.parts.variables.push(variable);
        }
        for public in &body.inputs {
            let public = self.public_name(public, scope, None);
            self.parts.inputs.push(public);
        }
        for public in &body.outputs {
            let public = self.public_name(public, scope, None);
            if !public.is_expression && !scope.prefix.is_empty() {
                self.outputs.insert(public.name.value.clone(), public.target.value.clone());
            }
            self.parts.outputs.push(public);
        }
    }

    fn public_name(&mut self, public: &PublicName, scope: &Scope<'a>, varying: Option<&str>) -> PublicName {
        let mut public = public.clone();
        public.name.value = scope.outside(&public.name.value);
        public.is_protected |= varying.is_some() && scope.access.is_protected;
        let target = &public.target;
        let (derivative, inner) = match target.value.strip_prefix("der(").and_then(|rest| rest.strip_suffix(')')) {
            Some(inner) if !public.is_expression => (true, inner),
            _ => (false, target.value.as_str()),
        };
        let here = Here { scope, numbers: &scope.numbers, element: None, component: &public.name.value };
        let renamed = match self.expression(&here, inner, &target.span, varying) {
            Value::String(renamed) => renamed,
            Value::Number(number) => number.to_string(),
            _ => inner.to_owned(),
        };
        public.target.value = if derivative { format!("der({renamed})") } else { renamed };
        public
    }
}
