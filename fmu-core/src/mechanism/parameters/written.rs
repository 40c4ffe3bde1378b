//! The table of parameters in a file: what elements of a parameter and parameters of a class have in common is there once.

use super::{Binding, NamedExpression, ParameterTable, Reference, Shape, Slot, SolvedParameter};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::HashMap;
use std::sync::Arc;

#[derive(Serialize, Deserialize)]
struct Written<'a> {
    #[serde(borrow)]
    parameters: Vec<WrittenElements<'a>>,
    expressions: Vec<Arc<NamedExpression>>,
    bindings: Vec<WrittenBinding>,
    solved: Vec<SolvedParameter>,
}

/// Elements of a parameter that follow each other and differ in nothing but their value.
#[derive(Serialize, Deserialize)]
struct WrittenElements<'a> {
    parameter: &'a str,
    shape: Shape,
    first: usize,
    values: Vec<f64>,
    independent: bool,
    min: Option<f64>,
    max: Option<f64>,
}

/// A binding, whose name is that of the element at `first`.
#[derive(Serialize, Deserialize)]
struct WrittenBinding {
    first: usize,
    shape: Shape,
    expression: usize,
    references: Vec<Reference>,
}

impl Serialize for ParameterTable {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let parameters = self.slots.chunk_by(Slot::is_followed_by).map(WrittenElements::of).collect();
        let (mut expressions, mut known) = (Vec::new(), HashMap::new());
        let bindings = self.bindings.iter().map(|binding| {
            let expression = *known.entry(Arc::as_ptr(&binding.bound)).or_insert_with(|| {
                expressions.push(Arc::clone(&binding.bound));
                expressions.len() - 1
            });
            let references = binding.references.clone();
            WrittenBinding { first: binding.first, shape: binding.shape, expression, references }
        });
        let bindings = bindings.collect();
        Written { parameters, expressions, bindings, solved: self.solved.clone() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for ParameterTable {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let written = Written::deserialize(deserializer)?;
        let slots: Vec<Slot> = written.parameters.iter().flat_map(WrittenElements::slots).collect();
        let bindings = written.bindings.into_iter().map(|WrittenBinding { first, shape, expression, references }| {
            let name = slots.get(first).map(|slot| Arc::clone(&slot.parameter))?;
            let bound = written.expressions.get(expression).map(Arc::clone)?;
            Some(Binding { name, first, shape, bound, references, span: None })
        });
        let bindings: Option<_> = bindings.collect();
        let bindings = bindings.ok_or_else(|| D::Error::custom("a binding of a parameter that is not there"))?;
        Ok(Self { bindings, slots, solved: written.solved })
    }
}

impl Slot {
    /// Whether another slot may be written with this one.
    fn is_followed_by(&self, other: &Self) -> bool {
        let limits = |slot: &Self| [slot.min, slot.max].map(f64::to_bits);
        Arc::ptr_eq(&self.parameter, &other.parameter)
            && self.element + 1 == other.element
            && self.independent == other.independent
            && limits(self) == limits(other)
    }
}

impl<'a> WrittenElements<'a> {
    /// Of at least one slot.
    fn of(slots: &'a [Slot]) -> Self {
        let Slot { parameter, shape, element, independent, .. } = &slots[0];
        let (min, max) = slots[0].limits();
        let values = slots.iter().map(|slot| slot.value).collect();
        Self { parameter, shape: *shape, first: *element, values, independent: *independent, min, max }
    }

    fn slots(&self) -> impl Iterator<Item = Slot> + use<'_> {
        let parameter: Arc<str> = self.parameter.into();
        self.values.iter().zip(self.first..).map(move |(value, element)| {
            let mut slot = Slot::new(Arc::clone(&parameter), (self.shape, element), *value, self.independent);
            slot.limit(self.min, self.max);
            slot
        })
    }
}
