//! Variables of components that are expressions of their class.

use super::collected::{Collected, ComponentEntry};
use crate::model_file::{Expression, splits};
use library::Inner;
use std::convert::Infallible;

impl ComponentEntry {
    /// The inner variables that exist in this model.
    pub fn inner_variables(&self) -> impl Iterator<Item = &'static Inner> {
        let holds = |(parameter, value): &(&str, &str)| self.has_value(parameter, value);
        self.class.inner.iter().filter(move |inner| inner.only_if.is_empty() || inner.only_if.iter().any(holds))
    }
}

impl Collected {
    /// The value of an inner variable of a component, in names of the model that are not inner variables. None if the class is wrong.
    pub fn inner_expression(&self, component: &ComponentEntry, inner: &Inner) -> Option<Expression> {
        let before = component.inner_variables().take_while(|other| !std::ptr::eq(*other, inner));
        self.named_fully(component, inner.value, &before.collect::<Vec<_>>())
    }

    /// An expression of a class in names of the model, with the values of these inner variables.
    fn named_fully(&self, component: &ComponentEntry, value: &str, known: &[&'static Inner]) -> Option<Expression> {
        let mut expression = Expression::parse(value).ok()?;
        let time = library::Varying::Time.name();
        expression
            .replace_references(&mut |name| match known.iter().find(|other| other.name == name) {
                Some(other) => self.inner_expression(component, other).ok_or(()),
                None if name == time => Ok(Expression::from(name.to_owned())),
                None => Ok(Expression::from(format!("{}.{name}", component.name))),
            })
            .ok()?;
        Some(expression)
    }

    /// The value of the inner variable with that full name.
    fn inner_called(&self, name: &str) -> Option<Expression> {
        splits(name).find_map(|(owner, rest)| {
            let component = &self.components[*self.component_names.get(owner)?];
            self.inner_expression(component, component.inner_variables().find(|inner| inner.name == rest)?)
        })
    }

    /// Replaces the names of inner variables by their values.
    pub fn replace_inner(&self, expression: &mut Expression) {
        let is_inner = |name: &str| self.inner_called(name).is_some();
        if !expression.references().into_iter().any(is_inner) {
            return;
        }
        let Ok(()) = expression.replace_references::<Infallible>(&mut |name| {
            Ok(self.inner_called(name).unwrap_or_else(|| Expression::from(name.to_owned())))
        });
    }

    /// The derivative of an element of a signal that is an output with a rate.
    pub fn rate_of(&self, signal: usize) -> Option<Expression> {
        let (component, output) = self.owner_of_signal(signal)?;
        let (_, rate) = component.class.rates.iter().find(|(name, _)| *name == output)?;
        self.named_fully(component, rate, &component.inner_variables().collect::<Vec<_>>())
    }
}
