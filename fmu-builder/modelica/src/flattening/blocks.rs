//! Blocks that make signals of Boolean and Integer variables: their names.

use std::collections::{BTreeMap, HashSet};

use library::SignalType;

use crate::flattening::definitions::Definitions;
use crate::netlist::Netlist;

/// The blocks that make signals of Boolean and Integer variables, by the names of the variables.
#[derive(Debug, Default)]
pub(crate) struct Blocks {
    names: BTreeMap<String, String>,
}

impl Blocks {
    /// Reserves names for the blocks of all such variables.
    pub(crate) fn new(definitions: &Definitions, netlist: &Netlist) -> Self {
        let parts = netlist.components.iter().chain(&netlist.parameters).map(|(name, _)| name.value.as_str());
        let own = definitions.all().iter().map(|definition| definition.name.as_str());
        let mut taken: HashSet<String> = parts.chain(own).map(str::to_owned).collect();
        let mut names = BTreeMap::new();
        for definition in definitions.all().iter().filter(|d| d.signal != SignalType::Real && d.driver.is_none()) {
            let at = definition.name.rfind('[').unwrap_or(definition.name.len());
            let (front, index) = definition.name.split_at(at);
            let mut name = format!("{front}_signal{index}");
            while !taken.insert(name.clone()) {
                name.insert(at, '_');
            }
            names.insert(definition.name.clone(), name);
        }
        Self { names }
    }

    /// The signal that an equation gives by that name.
    pub(crate) fn signal(&self, name: &str) -> String {
        self.names.get(name).map_or_else(|| name.to_owned(), |block| format!("{block}.y"))
    }

    /// The block of a variable.
    pub(crate) fn of(&self, name: &str) -> Option<&str> {
        self.names.get(name).map(String::as_str)
    }

    /// Names of the blocks.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.names.values().map(String::as_str)
    }
}
