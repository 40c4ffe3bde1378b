//! Variables, inputs and outputs of sub-models.

use super::scope::Scope;
use super::values::Here;
use super::{Expander, SubModelProblem};
use crate::model_file::{Body, PublicName, Span, Target};
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
            if let (Target::Variable(target), false) = (&public.target.value, scope.is_model()) {
                self.outputs.insert(public.name.value.clone(), target.clone());
            }
            self.parts.outputs.push(public);
        }
    }

    fn public_name(&mut self, public: &PublicName, scope: &Scope<'a>, varying: Option<&str>) -> PublicName {
        let mut public = public.clone();
        public.name.value = scope.outside(&public.name.value);
        public.is_protected |= varying.is_some() && scope.access.is_protected;
        let here = Here { scope, numbers: &scope.numbers, element: None, component: &public.name.value };
        for value in [&mut public.sample, &mut public.start].into_iter().flatten() {
            *value = self.converted(&here, None, value);
        }
        let span = &public.target.span;
        let target = match &public.target.value {
            Target::Variable(name) => self.target(&here, name, span).map(Target::Variable),
            Target::Derivative(name) => self.target(&here, name, span).map(Target::Derivative),
            Target::Expression(expression) => {
                let renamed = self.expression(&here, expression, span, varying).expression();
                Ok(Target::Expression(renamed.unwrap_or_else(|| expression.clone())))
            }
        };
        if let Some(target) = self.valid(&public.target.span, target) {
            public.target.value = target;
        }
        public
    }

    /// The variable of the flat model for a name.
    fn target(&mut self, here: &Here<'_, 'a>, name: &str, span: &Span) -> Result<String, SubModelProblem> {
        self.reference(here, name, span, None).map(|reference| reference.to_string())
    }
}
