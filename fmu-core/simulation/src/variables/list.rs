//! The variables of a catalogue.

use super::declared::Declarations;
use super::stored::{Kind, NONE, Stored, large, place, small};
use super::{Initial, Target, Value, Variable, VariableAttributes};
use mechanism::Source;
use std::ops::Range;
use std::sync::Arc;

/// Dependencies of a variable, at run time and at the start.
type Lists = [Option<Arc<[usize]>>; 2];

/// Variables by index. A large model has millions, so that little is stored for each: names are slices of one text, and
/// declarations are shared. [`Variable`] is the view of one.
#[derive(Clone, Debug, Default)]
pub struct Variables {
    pub(super) names: String,
    pub(super) stored: Vec<Stored>,
    pub(super) declarations: Declarations,
    pub(super) lists: Vec<Lists>,
}

impl Variables {
    /// An empty list with a capacity.
    pub fn with_capacity(count: usize) -> Self {
        // Average length of names.
        Self { names: String::with_capacity(24 * count), stored: Vec::with_capacity(count), ..Self::default() }
    }

    /// Number of variables.
    #[inline]
    pub fn len(&self) -> usize {
        self.stored.len()
    }

    /// Returns true if there are no variables.
    pub fn is_empty(&self) -> bool {
        self.stored.is_empty()
    }

    /// The variable with this index.
    #[inline(always)]
    pub fn get(&self, index: usize) -> Option<Variable<'_>> {
        self.stored.get(index).map(|stored| self.view(stored))
    }

    /// The variable at a valid index.
    #[inline(always)]
    pub fn at(&self, index: usize) -> Variable<'_> {
        self.view(&self.stored[index])
    }

    /// The variable with this index, or the one that it is an alias of.
    #[inline(always)]
    pub(super) fn referred(&self, index: usize) -> Option<Variable<'_>> {
        let stored = self.stored.get(index)?;
        let of = if stored.alias_of == NONE { stored } else { self.stored.get(stored.alias_of as usize)? };
        Some(self.view(of))
    }

    /// All variables in order.
    #[inline]
    pub fn iter(&self) -> Iter<'_> {
        Iter { list: self, indices: 0..self.stored.len() }
    }

    /// All variables in order, each with its index.
    #[inline]
    pub fn numbered(&self) -> impl Iterator<Item = (usize, Variable<'_>)> {
        // Not with `enumerate`, which would construct every variable completely.
        (0..self.stored.len()).map(|index| (index, self.at(index)))
    }

    // Inlined, so that unused parts are not computed.
    #[inline(always)]
    fn view<'a>(&'a self, stored: &'a Stored) -> Variable<'a> {
        let declared = self.declarations.get(stored.kind.declared);
        let lists = self.lists.get(stored.lists as usize);
        Variable {
            name: self.names.get(stored.name.start as usize..stored.name.end as usize).unwrap_or_default(),
            description: &declared.description,
            data_type: &declared.data_type,
            causality: stored.kind.causality,
            variability: stored.kind.variability,
            initial: stored.kind.initial,
            start: stored.start(),
            derivative_of: large(stored.derivative_of),
            alias_of: large(stored.alias_of),
            dependencies: lists.and_then(|[now, _]| now.as_ref()),
            initial_dependencies: lists.and_then(|[_, initial]| initial.as_ref()),
            target: stored.target(),
            source: &stored.source,
        }
    }

    /// Adds a variable, whose name is given in pieces; returns its index.
    pub fn push(&mut self, name: &[&str], attributes: VariableAttributes) -> usize {
        let name = self.name(name);
        let stored = self.stored(name, attributes);
        self.add(stored)
    }

    /// Adds an alias of the variable `of`, with the same attributes; returns its index.
    pub fn push_alias(&mut self, name: &[&str], of: usize) -> usize {
        let name = self.name(name);
        self.add(Stored { name, alias_of: small(Some(of)), lists: NONE, ..self.stored[of].clone() })
    }

    fn add(&mut self, stored: Stored) -> usize {
        self.stored.push(stored);
        self.stored.len() - 1
    }

    /// Appends a name to the text.
    fn name(&mut self, pieces: &[&str]) -> Range<u32> {
        let start = small(Some(self.names.len()));
        pieces.iter().for_each(|piece| self.names.push_str(piece));
        start..small(Some(self.names.len()))
    }

    /// Renames a variable.
    pub fn rename(&mut self, index: usize, name: &str) {
        self.stored[index].name = self.name(&[name]);
    }

    /// Replaces the attributes of a variable.
    pub fn set(&mut self, index: usize, attributes: VariableAttributes) {
        let Stored { ref name, alias_of, lists, .. } = self.stored[index];
        let name = name.clone();
        self.stored[index] = Stored { alias_of, lists, ..self.stored(name, attributes) };
    }

    #[inline]
    fn stored(&mut self, name: Range<u32>, attributes: VariableAttributes) -> Stored {
        let VariableAttributes { description, data_type, causality, variability, initial, start, .. } = attributes;
        let mut stored = Stored {
            source: attributes.source,
            start: 0.0,
            name,
            kind: Kind {
                declared: self.declarations.number(description, data_type),
                start_type: None,
                causality,
                variability,
                initial,
            },
            derivative_of: small(attributes.derivative_of),
            alias_of: NONE,
            lists: NONE,
            place: place(attributes.target),
        };
        stored.set_start(start);
        stored
    }

    /// Changes the attributes of a variable.
    pub fn change(&mut self, index: usize, change: impl FnOnce(&mut VariableAttributes)) {
        let mut attributes = self.at(index).attributes();
        change(&mut attributes);
        self.set(index, attributes);
    }

    /// Removes the variables from this index on.
    pub fn truncate(&mut self, count: usize) {
        self.stored.truncate(count);
    }

    /// Sets the start value and the target of a variable.
    pub fn set_start(&mut self, index: usize, initial: Initial, start: Value, target: Target) {
        let stored = &mut self.stored[index];
        stored.kind.initial = Some(initial);
        stored.set_start(Some(start));
        stored.place = place(Some(target));
    }

    /// Sets the source of a variable.
    pub fn set_source(&mut self, index: usize, source: Source) {
        self.stored[index].source = source;
    }

    /// Copies source and target of a variable to its alias.
    pub fn follow(&mut self, alias: usize, of: usize) {
        let Stored { source, place, .. } = self.stored[of].clone();
        let stored = &mut self.stored[alias];
        (stored.source, stored.place) = (source, place);
    }

    /// Sets the dependencies of a variable at run time and at the start.
    pub fn set_lists(&mut self, index: usize, lists: Lists) {
        self.stored[index].lists = small(Some(self.lists.len()));
        self.lists.push(lists);
    }
}

/// Variables in their order.
#[derive(Clone, Debug)]
pub struct Iter<'a> {
    list: &'a Variables,
    indices: Range<usize>,
}

impl<'a> Iterator for Iter<'a> {
    type Item = Variable<'a>;

    #[inline(always)]
    fn next(&mut self) -> Option<Variable<'a>> {
        self.indices.next().map(|index| self.list.at(index))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.indices.size_hint()
    }
}

impl DoubleEndedIterator for Iter<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.indices.next_back().map(|index| self.list.at(index))
    }
}

impl ExactSizeIterator for Iter<'_> {}
