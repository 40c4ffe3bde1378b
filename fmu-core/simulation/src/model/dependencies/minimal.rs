//! Dependencies where model exchange has a minimal set of states: on these in place of the state array.

use super::super::{MinimalState, Model};
use super::Dependencies;
use super::sets::{Collector, Set};

impl Dependencies {
    /// Replaces elements of the state array by the continuous states that move them, and adds the lists of those that are not elements.
    pub(super) fn on_minimal_states(mut self, model: &Model) -> Self {
        let (catalogue, count) = (&model.catalogue, model.states.dimension());
        let list = model.minimal.as_ref().map_or(&[][..], |minimal| &minimal.list);
        let (mut parts, mut movers) = (Vec::new(), vec![Vec::new(); count]);
        for (state, variable) in list.iter().zip(catalogue.exchanged()[0]) {
            let (own, moved) = match *state {
                MinimalState::Own { state } => (Vec::new(), vec![state]),
                MinimalState::Rotation { first, .. } => ((first..first + 4).collect(), (first..first + 4).collect()),
                MinimalState::Position { cluster } => {
                    let [positions, speeds] = model.cluster_states(cluster);
                    (positions.clone(), [positions, speeds].concat())
                }
                MinimalState::Speed { cluster } => {
                    let [_, speeds] = model.cluster_states(cluster);
                    (speeds.clone(), speeds)
                }
            };
            moved.into_iter().for_each(|element: usize| movers[element].push(*variable));
            parts.push(own);
        }
        if !model.motions.followers.is_empty() {
            // A joint that follows an input takes those along that constraints couple with it.
            let clusters = 0..model.mechanism.tree.clusters.len();
            let coupled = clusters.flat_map(|cluster| model.cluster_states(cluster)).flatten();
            coupled.for_each(|element| movers[element].extend(&catalogue.inputs));
        }
        let mut places = vec![None; catalogue.variables.len()];
        catalogue.states.iter().enumerate().for_each(|(element, variable)| places[*variable] = Some(element));
        let mut collector = Collector::new(catalogue.variables.len());
        for (_, lists) in &mut self.found {
            if let Some(set) = &mut lists[0] {
                set.iter().for_each(|known| match places[*known] {
                    Some(element) => collector.add_all(&movers[element]),
                    None => collector.add(*known),
                });
                *set = collector.finish();
            }
        }
        for (order, elements) in [&catalogue.states, &catalogue.derivatives].into_iter().enumerate() {
            for (variable, own) in catalogue.exchanged()[order].iter().zip(&parts).filter(|(_, own)| !own.is_empty()) {
                let mut union = |which: usize| {
                    let lists = own.iter().map(|element| self.of(elements[*element])[which]);
                    let lists: Option<Vec<&Set>> = lists.collect();
                    lists?.into_iter().for_each(|set| collector.add_all(set));
                    Some(collector.finish())
                };
                let lists = [union(0), union(1)];
                match self.found.binary_search_by_key(variable, |(index, _)| *index) {
                    Ok(at) => self.found[at].1 = lists,
                    Err(at) => self.found.insert(at, (*variable, lists)),
                }
            }
        }
        self
    }
}
