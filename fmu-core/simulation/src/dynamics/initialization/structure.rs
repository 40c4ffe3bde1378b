//! Which columns each condition depends on, by the connections of signals, and columns that no condition has in common.

use super::point;
use crate::model::{Equation, InitialCondition, Model, Unknown};
use library::AnyLaw;
use mechanism::hashed::{HashMap, HashSet};
use mechanism::sort::sort_by_key;
use mechanism::{Contact, Source, StateId};

/// Columns of a task in groups, of which one evaluation carries one direction each.
pub(super) struct Structure {
    /// Group of each column.
    pub group: Vec<usize>,
    /// Number of groups.
    pub groups: usize,
    /// For each condition: the columns in it; none if it may be all.
    rows: Vec<Option<Vec<usize>>>,
}

impl Structure {
    pub fn new(model: &Model, unknowns: &[Unknown], conditions: &[&InitialCondition], columns: &[usize]) -> Self {
        let count = columns.len();
        let states = States::new(model, unknowns, columns);
        let rows: Vec<_> = conditions.iter().map(|condition| states.columns(condition)).collect();
        let (mut group, mut groups) = ((0..count).collect(), count);
        if rows.iter().all(Option::is_some) {
            (group, groups) = grouped(count, &rows);
        }
        Self { group, groups, rows }
    }

    /// The columns of these groups in a condition.
    pub fn columns(&self, row: usize, groups: std::ops::Range<usize>) -> impl Iterator<Item = usize> {
        let known = self.rows[row].as_deref();
        let all = if known.is_some() { 0..0 } else { 0..self.group.len() };
        let columns = known.unwrap_or_default().iter().copied().chain(all);
        columns.filter(move |column| groups.contains(&self.group[*column]))
    }
}

/// The least group for each column, so that none has two columns of a condition.
fn grouped(count: usize, rows: &[Option<Vec<usize>>]) -> (Vec<usize>, usize) {
    let mut conditions = vec![Vec::new(); count];
    for (row, columns) in rows.iter().enumerate() {
        columns.iter().flatten().for_each(|column| conditions[*column].push(row));
    }
    let mut taken: Vec<HashSet<usize>> = vec![HashSet::default(); rows.len()];
    let mut groups = 0;
    let group = conditions.iter().map(|conditions| {
        let is_free = |group: &usize| conditions.iter().all(|row| !taken[*row].contains(group));
        let group = (0..).find(is_free).unwrap_or_default();
        for row in conditions {
            taken[*row].insert(group);
        }
        groups = groups.max(group + 1);
        group
    });
    (group.collect(), groups)
}

/// States of laws that are columns, and the laws that have them.
struct States<'m> {
    model: &'m Model,
    columns: HashMap<StateId, usize>,
    laws: HashMap<StateId, Vec<usize>>,
    /// Parameters are columns, too, which anything may depend on.
    has_parameters: bool,
}

impl<'m> States<'m> {
    fn new(model: &'m Model, unknowns: &[Unknown], columns: &[usize]) -> Self {
        let places: HashMap<usize, usize> = columns.iter().enumerate().map(|(k, column)| (*column, k)).collect();
        let mut states = Self { model, columns: HashMap::default(), laws: HashMap::default(), has_parameters: false };
        for (columns, unknown) in point::columns(unknowns) {
            let Some(place) = places.get(&columns.start) else { continue };
            match unknown {
                Unknown::LawState { state } => drop(states.columns.insert(*state, *place)),
                Unknown::Parameter { .. } => states.has_parameters = true,
                _ => {}
            }
        }
        for (number, law) in model.laws.iter().enumerate() {
            for contact in law.contacts() {
                if let Contact::State(state) = contact {
                    states.laws.entry(state).or_default().push(number);
                }
            }
        }
        states
    }

    /// The columns that a condition depends on, if it depends on signals and states of laws only.
    fn columns(&self, condition: &InitialCondition) -> Option<Vec<usize>> {
        let Equation::Start { source, .. } = &condition.equation else { return None };
        if self.has_parameters {
            return None;
        }
        let (mut columns, mut seen, mut laws) = (HashSet::default(), HashSet::default(), Vec::new());
        self.follow(source, &mut columns, &mut laws)?;
        while let Some(number) = laws.pop() {
            if !seen.insert(number) {
                continue;
            }
            let law = &self.model.laws[number];
            if law.reads_derivatives() {
                return None;
            }
            if let AnyLaw::Expression(expression) = law {
                expression.sources.iter().try_for_each(|source| self.follow(source, &mut columns, &mut laws))?;
            }
            for contact in law.contacts() {
                let (Contact::State(state) | Contact::SeenState(state)) = contact else { return None };
                columns.extend(self.columns.get(&state));
            }
            for input in law.inputs() {
                let drivers = &self.model.mechanism.drivers[input.first..input.first + input.size];
                laws.extend(drivers.iter().filter_map(|signal| self.model.schedule.producer.get(*signal).copied()?));
            }
        }
        let mut columns: Vec<usize> = columns.into_iter().collect();
        sort_by_key(&mut columns, |column| *column);
        Some(columns)
    }

    /// Adds the states of a quantity and the laws that it comes from; none for one of the mechanism.
    fn follow(&self, source: &Source, columns: &mut HashSet<usize>, laws: &mut Vec<usize>) -> Option<()> {
        match source {
            Source::Constant(_) | Source::Parameter(_) | Source::Time | Source::Input(_) => {}
            Source::Signal(signal, _) => laws.extend(self.model.schedule.producer.get(*signal).copied().flatten()),
            Source::Law(law, ..) => laws.push(*law),
            Source::LawState(state) => columns.extend(self.columns.get(state)),
            Source::LawStateDerivative(state) => laws.extend(self.laws.get(state).into_iter().flatten()),
            Source::Derived(derived) => {
                derived.sources.iter().try_for_each(|source| self.follow(source, columns, laws))?;
            }
            _ => return None,
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_one_condition_are_in_different_groups() {
        let rows = [vec![0, 1], vec![2], vec![1, 3], vec![]].map(Some);
        assert_eq!(grouped(5, &rows), (vec![0, 1, 0, 0, 0], 2));
        let structure = Structure { group: vec![0, 1, 0, 0, 0], groups: 2, rows: rows.to_vec() };
        assert_eq!(structure.columns(0, 1..2).collect::<Vec<_>>(), [1]);
        assert_eq!(structure.columns(2, 0..2).collect::<Vec<_>>(), [1, 3]);
    }
}
