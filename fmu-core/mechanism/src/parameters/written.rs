//! Serialized form of the parameter table: data shared by the elements of a parameter, or by the parameters of a class,
//! are written once.

use super::{Binding, NamedExpression, ParameterTable, Reference, Shape, Slot, SolvedParameter};
use crate::hashed::HashMap;
use serde::de::Error;
use serde::ser::{SerializeSeq, SerializeStruct};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::sync::Arc;

#[derive(Deserialize)]
struct Written<'a> {
    #[serde(borrow)]
    parameters: Vec<WrittenElements<'a>>,
    expressions: Vec<Arc<NamedExpression>>,
    bindings: Vec<WrittenBinding<Vec<Reference>>>,
    solved: Vec<SolvedParameter>,
}

/// Consecutive elements of a parameter that differ in their values only.
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
struct WrittenBinding<R> {
    first: usize,
    shape: Shape,
    expression: usize,
    references: R,
}

impl Serialize for ParameterTable {
    /// Serializes as [`Written`] without building it, which would need much memory for a large model.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut known: HashMap<_, usize> = HashMap::default();
        let mut expressions = Vec::new();
        let numbers = self.bindings.iter().map(|binding| {
            *known.entry(Arc::as_ptr(&binding.bound)).or_insert_with(|| {
                expressions.push(&binding.bound);
                expressions.len() - 1
            })
        });
        let numbers: Vec<usize> = numbers.collect();
        let mut file = serializer.serialize_struct("Written", 4)?;
        file.serialize_field("parameters", &Parameters(&self.slots))?;
        file.serialize_field("expressions", &expressions)?;
        file.serialize_field("bindings", &Bindings { list: &self.bindings, expressions: &numbers })?;
        file.serialize_field("solved", &self.solved)?;
        file.end()
    }
}

/// Parameters, serialized as [`WrittenElements`].
struct Parameters<'a>(&'a [Slot]);

impl Serialize for Parameters<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let chunks = || self.0.chunk_by(Slot::is_followed_by);
        let mut list = serializer.serialize_seq(Some(chunks().count()))?;
        chunks().try_for_each(|slots| list.serialize_element(&WrittenElements::of(slots)))?;
        list.end()
    }
}

/// Bindings, serialized as [`WrittenBinding`], with the numbers of their expressions.
struct Bindings<'a> {
    list: &'a [Binding],
    expressions: &'a [usize],
}

impl Serialize for Bindings<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.list.iter().zip(self.expressions).map(|(binding, expression)| WrittenBinding {
            first: binding.first,
            shape: binding.shape,
            expression: *expression,
            references: binding.references.as_slice(),
        }))
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
    /// Returns true if the slot can be written together with the next one.
    fn is_followed_by(&self, other: &Self) -> bool {
        let limits = |slot: &Self| [slot.min, slot.max].map(f64::to_bits);
        Arc::ptr_eq(&self.parameter, &other.parameter)
            && self.element + 1 == other.element
            && self.independent == other.independent
            && limits(self) == limits(other)
    }
}

impl<'a> WrittenElements<'a> {
    /// From at least one slot.
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
