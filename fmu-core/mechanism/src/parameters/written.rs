//! Binary form of the parameter table: data shared by the elements of a parameter, or by the parameters of a class,
//! are written once.

use super::{Binding, NamedExpression, ParameterTable, Reference, Slot};
use crate::expression::Shape;
use crate::hashed::HashMap;
use binary::{Binary, Reader, Writer};
use std::sync::Arc;

/// Consecutive elements of a parameter that differ in their values only.
#[derive(Binary)]
struct WrittenElements {
    parameter: Arc<str>,
    shape: Shape,
    first: usize,
    values: Vec<f64>,
    independent: bool,
    min: Option<f64>,
    max: Option<f64>,
}

impl Binary for ParameterTable {
    /// Parameters as [`WrittenElements`], expressions, bindings with the numbers of their expressions, solved parameters.
    fn write(&self, writer: &mut Writer<'_>) {
        let chunks = || self.slots.chunk_by(Slot::is_followed_by);
        writer.length(chunks().count());
        chunks().for_each(|slots| WrittenElements::of(slots).write(writer));
        let mut known: HashMap<_, usize> = HashMap::default();
        let mut expressions = Vec::new();
        let numbers = self.bindings.iter().map(|binding| {
            *known.entry(Arc::as_ptr(&binding.bound)).or_insert_with(|| {
                expressions.push(&binding.bound);
                expressions.len() - 1
            })
        });
        let numbers: Vec<usize> = numbers.collect();
        writer.list(expressions.into_iter());
        writer.length(numbers.len());
        for (binding, expression) in self.bindings.iter().zip(numbers) {
            (binding.first, binding.shape).write(writer);
            expression.write(writer);
            binding.references.write(writer);
        }
        self.solved.write(writer);
    }

    fn read(reader: &mut Reader<'_>) -> Self {
        let parameters: Vec<WrittenElements> = Binary::read(reader);
        let slots: Vec<Slot> = parameters.iter().flat_map(WrittenElements::slots).collect();
        let expressions: Vec<Arc<NamedExpression>> = Binary::read(reader);
        let bindings: Vec<(usize, Shape, usize, Vec<Reference>)> = Binary::read(reader);
        let bindings = bindings.into_iter().map(|(first, shape, expression, references)| {
            // Its name is that of the element at `first`.
            let name = slots.get(first).map(|slot| Arc::clone(&slot.parameter))?;
            let bound = expressions.get(expression).map(Arc::clone)?;
            Some(Binding { name, first, shape, bound, references, span: None })
        });
        let bindings: Option<_> = bindings.collect();
        Self { bindings: reader.required(bindings), slots, solved: Binary::read(reader) }
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

impl WrittenElements {
    /// From at least one slot.
    fn of(slots: &[Slot]) -> Self {
        let Slot { ref parameter, shape, element: first, independent, .. } = slots[0];
        let (min, max) = slots[0].limits();
        let values = slots.iter().map(|slot| slot.value).collect();
        Self { parameter: Arc::clone(parameter), shape, first, values, independent, min, max }
    }

    fn slots(&self) -> impl Iterator<Item = Slot> + use<'_> {
        self.values.iter().zip(self.first..).map(move |(value, element)| {
            let mut slot = Slot::new(Arc::clone(&self.parameter), (self.shape, element), *value, self.independent);
            slot.limit(self.min, self.max);
            slot
        })
    }
}
