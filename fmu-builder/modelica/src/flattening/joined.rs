//! Sets of connected signals and connectors.
//!
//! Expandable connectors (Modelica specification 3.6, section 9.1.3) are buses whose members are what is connected to them. Buses that are
//! connected are one bus, so a member of one is that member of the others.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use compiler::model_file::Span;

use crate::classes::standard;
use crate::evaluation::Evaluator;
use crate::flattening::connect::{Connections, End, Path};
use crate::flattening::definitions::{Blocks, Definitions};
use crate::flattening::implicit::read;
use crate::instances::model::COUNT_LIMIT;
use crate::names::suggestion;
use crate::netlist::Netlist;
use crate::problem::Fault;

/// Connectors of composites and of the model, with everything that is connected to them.
#[derive(Debug, Default)]
pub(crate) struct Joined {
    nodes: Sets,
    /// Connectors of library components by set, in the order of the text.
    sets: Vec<(usize, Vec<(End, Span)>)>,
    /// Names of variables that an equation defines and that drive a set.
    given: HashMap<usize, String>,
    buses: Buses,
    /// Members of buses by set, with a place where they are connected. Where something reads a member, it is named as there.
    members: BTreeMap<usize, (String, Span)>,
}

impl Joined {
    /// The number of the set that has the node called `name`; none where nothing is connected to it.
    pub(crate) fn set_of(&self, name: &str) -> Option<usize> {
        self.nodes.get(self.buses.canonical(name)).map(|node| self.nodes.root(node))
    }

    /// Connectors of library components in a set.
    pub(crate) fn ends(&self, set: usize) -> impl Iterator<Item = &End> {
        let ends = self.sets.iter().find(|(known, _)| *known == set).map(|(_, ends)| ends.as_slice());
        ends.unwrap_or_default().iter().map(|(end, _)| end)
    }

    /// The name of the first of these connectors, whatever the order of the text.
    pub(crate) fn first_end(&self, set: usize, is_input: bool) -> Option<&str> {
        let names = self.ends(set).filter(|end| end.is_input == Some(is_input)).map(|end| end.name.as_str());
        names.min_by_key(|name| compiler::authoring::place(name))
    }

    /// The components' variables whose sum is a variable of a physical connector of a composite, `gain.p1.v`: one of them for a potential,
    /// for a flow those of all components inside. None for other names, and where several connectors of the composite share the flow.
    pub(crate) fn of_node(&self, name: &str) -> Option<Vec<String>> {
        let (node, member) = name.rsplit_once('.')?;
        let is_flow = standard::is_flow(member);
        if !is_flow && !standard::is_potential(member) {
            return None;
        }
        let set = self.set_of(node)?;
        let inside = &node[..node.rfind('.').map_or(0, |at| at + 1)];
        let is_own = |other: &str| other != node && other.strip_prefix(inside).is_some_and(|rest| !rest.contains('.'));
        if is_flow && self.nodes.names.iter().enumerate().any(|(k, other)| self.nodes.root(k) == set && is_own(other)) {
            return None;
        }
        let ends = self.ends(set).filter(|end| end.is_input.is_none() && (!is_flow || end.name.starts_with(inside)));
        let mut names: Vec<String> = ends.map(|end| format!("{}.{member}", end.name)).collect();
        names.truncate(if is_flow { names.len() } else { 1 });
        (!names.is_empty()).then_some(names)
    }

    /// Variable that an equation defines in a set.
    pub(crate) fn given(&self, set: usize) -> Option<&str> {
        self.given.get(&set).map(String::as_str)
    }

    /// True for a member of a bus.
    pub(crate) fn is_member(&self, name: &str) -> bool {
        self.buses.find(name).is_some()
    }

    /// Connectors of composites, and members of buses under all their names, with their sets.
    pub(crate) fn named(&self) -> Vec<(String, usize)> {
        let mut names = self.buses.member_names();
        names.extend(self.nodes.names.iter().cloned());
        names.into_iter().filter_map(|name| Some((self.set_of(&name)?, name))).map(|(set, name)| (name, set)).collect()
    }

    /// The outputs of components, by the sets that they drive.
    pub(crate) fn outputs(&self) -> HashMap<usize, (&str, &Span)> {
        let of_set = self.sets.iter().filter_map(|(set, ends)| {
            let (end, span) = ends.iter().find(|(end, _)| end.is_input == Some(false))?;
            Some((*set, (end.name.as_str(), span)))
        });
        of_set.collect()
    }

    fn add(&mut self, end: End, set: usize, span: &Span) {
        match self.sets.iter_mut().find(|(known, _)| *known == set) {
            Some((_, ends)) if ends.iter().any(|(known, _)| known.name == end.name) => {}
            Some((_, ends)) => ends.push((end, span.clone())),
            None => self.sets.push((set, vec![(end, span.clone())])),
        }
    }

    /// Finds the sets that equations drive; reports sets with two drivers.
    fn find_given(&mut self, definitions: &Definitions, evaluator: &Evaluator<'_>) {
        for definition in definitions.all() {
            let Some(set) = self.set_of(&definition.target.name) else { continue };
            let output = self.ends(set).find(|end| end.is_input == Some(false)).map(|end| end.name.clone());
            if let Some(other) = output.or_else(|| self.given.get(&set).cloned()) {
                let name = definition.target.name.clone();
                evaluator.classes.report(&definition.span, Fault::GivenAndConnected { definition: name, other });
            }
            self.given.insert(set, definition.target.name.clone());
        }
    }
}

impl Connections {
    /// Joins connected ends, and adds the connections between components.
    pub(crate) fn joined(
        self,
        definitions: &Definitions,
        blocks: &Blocks,
        evaluator: &Evaluator<'_>,
        netlist: &mut Netlist,
    ) -> Joined {
        let paths = self.pairs.iter().flat_map(|(a, b, _)| [a, b]).filter_map(|end| end.bus.as_ref());
        let used = members_used(&self.buses, definitions);
        let mut joined = Joined { buses: Buses::new(&self.buses, paths.chain(&used)), ..Joined::default() };
        for path in &used {
            let member = joined.buses.canonical(&path.name).to_owned();
            joined.nodes.number(&member);
        }
        let mut ends: Vec<(End, usize, Span)> = Vec::new();
        let mut members: Vec<(String, usize, bool, Span)> = Vec::new();
        for (a, b, span) in self.pairs {
            if !a.is_node && !b.is_node {
                netlist.connections.push((a.name, b.name, span));
                continue;
            }
            let Joined { nodes, buses, .. } = &mut joined;
            let sets = [&a, &b].map(|end| end.is_node.then(|| nodes.set(buses.canonical(&end.name))));
            let Some(set) = sets[0].or(sets[1]) else { continue };
            if let Some(other) = sets[1] {
                nodes.parents[other] = set;
            }
            for (end, other) in [(&a, &b), (&b, &a)] {
                if end.bus.is_some() {
                    members.push((end.name.clone(), set, other.is_input == Some(true), span.clone()));
                }
            }
            ends.extend([a, b].into_iter().filter(|end| !end.is_node).map(|end| (end, set, span.clone())));
        }
        for (end, node, span) in ends {
            let set = joined.nodes.root(node);
            joined.add(end, set, &span);
        }
        // Where it is read comes first.
        members.sort_by_key(|(_, _, is_read, _)| !is_read);
        for (name, node, _, span) in members {
            let set = joined.nodes.root(node);
            joined.members.entry(set).or_insert((name, span));
        }
        joined.find_given(definitions, evaluator);
        for (set, ends) in &joined.sets {
            if let Some(name) = joined.given(*set) {
                let from = blocks.signal(name);
                let connection = |(end, span): &(End, Span)| (from.clone(), end.name.clone(), span.clone());
                netlist.connections.extend(ends.iter().map(connection));
                continue;
            }
            let Some(((first, _), others)) = ends.split_first() else { continue };
            for (end, span) in others {
                netlist.connections.push((first.name.clone(), end.name.clone(), span.clone()));
            }
        }
        joined
    }
}

/// Members of connected buses that equations give or read.
fn members_used(pairs: &[(Path, Path, Span)], definitions: &Definitions) -> Vec<Path> {
    let buses: BTreeSet<&str> = pairs.iter().flat_map(|(a, b, _)| [a, b]).map(|path| &path.name[..path.root]).collect();
    if buses.is_empty() {
        return Vec::new();
    }
    let mut names = read(definitions, &[]);
    names.extend(definitions.all().iter().map(|definition| definition.target.name.clone()));
    let root = |name: &str| name.match_indices('.').map(|(at, _)| at).find(|at| buses.contains(&name[..*at]));
    names.into_iter().filter_map(|name| root(&name).map(|root| Path { name, root })).collect()
}

/// Members of buses that something reads and nothing gives. `inputs` are those of the model.
pub(crate) fn report_ungiven(evaluator: &Evaluator<'_>, joined: &Joined, inputs: &BTreeSet<usize>) {
    let members = &joined.members;
    for (set, (name, span)) in members {
        let has = |is_input: bool| joined.ends(*set).any(|end| end.is_input == Some(is_input));
        if !has(true) || has(false) || joined.given(*set).is_some() || inputs.contains(set) {
            continue;
        }
        let last = |name: &'_ str| name.rsplit('.').next().unwrap_or_default().to_owned();
        let others: Vec<String> =
            members.iter().filter(|(other, _)| *other != set).map(|(_, (other, _))| last(other)).collect();
        let near = suggestion(&last(name), others.iter().map(String::as_str));
        evaluator.classes.report(span, Fault::NothingGives { name: name.to_string(), near });
    }
}

/// Largest depth of buses in buses.
const DEPTH_LIMIT: usize = 8;

/// Buses and members that are the same.
#[derive(Debug, Default)]
struct Buses {
    sets: Sets,
    /// Members by the bus that has them and their names in it.
    members: HashMap<(usize, String), usize>,
}

impl Buses {
    /// Those of connected pairs, with all other members that are named.
    fn new<'a>(pairs: &'a [(Path, Path, Span)], members: impl Iterator<Item = &'a Path>) -> Self {
        let mut buses = Self::default();
        // Each name with the one that it is a member of.
        let mut inner: BTreeMap<usize, (usize, String)> = BTreeMap::new();
        let paths = pairs.iter().flat_map(|(a, b, _)| [a, b]).chain(members);
        for path in paths {
            let mut end = path.name.len();
            let mut number = buses.sets.number(&path.name);
            while let Some(dot) = path.name[path.root..end].rfind('.').map(|dot| dot + path.root) {
                let outer = buses.sets.number(&path.name[..dot]);
                inner.insert(number, (outer, path.name[dot + 1..end].to_owned()));
                (number, end) = (outer, dot);
            }
        }
        for (a, b, _) in pairs {
            let (a, b) = (buses.sets.number(&a.name), buses.sets.number(&b.name));
            buses.sets.join(a, b);
        }
        // Members of one name in buses that are one are one member.
        loop {
            let mut known: HashMap<(usize, &str), usize> = HashMap::new();
            let mut same = Vec::new();
            for (member, (outer, last)) in &inner {
                let first = *known.entry((buses.sets.root(*outer), last)).or_insert(*member);
                if buses.sets.root(first) != buses.sets.root(*member) {
                    same.push((first, *member));
                }
            }
            if same.is_empty() {
                let member = |(member, (outer, last)): (&usize, &(usize, String))| {
                    ((buses.sets.root(*outer), last.clone()), *member)
                };
                buses.members = inner.iter().map(member).collect();
                return buses;
            }
            same.into_iter().for_each(|(a, b)| buses.sets.join(a, b));
        }
    }

    /// The common name of all members that are the same as `name`.
    fn canonical<'a>(&'a self, name: &'a str) -> &'a str {
        self.find(name).map_or(name, |number| &self.sets.names[self.sets.root(number)])
    }

    /// Full names of all members of all buses that are named, whichever bus of a connection they were put into.
    fn member_names(&self) -> BTreeSet<String> {
        let mut inner: HashMap<usize, Vec<(&str, usize)>> = HashMap::new();
        for ((outer, last), member) in &self.members {
            inner.entry(*outer).or_default().push((last, *member));
        }
        let mut names = BTreeSet::new();
        let mut open: Vec<(String, usize, usize)> =
            self.sets.names.iter().enumerate().map(|(number, name)| (name.clone(), number, 0)).collect();
        while let Some((name, number, depth)) = open.pop() {
            let members =
                inner.get(&self.sets.root(number)).filter(|_| depth < DEPTH_LIMIT && names.len() < COUNT_LIMIT);
            for (last, member) in members.into_iter().flatten() {
                let name = format!("{name}.{last}");
                if names.insert(name.clone()) {
                    open.push((name, *member, depth + 1));
                }
            }
        }
        names
    }

    fn find(&self, name: &str) -> Option<usize> {
        self.sets.get(name).or_else(|| {
            let (outer, last) = name.rsplit_once('.')?;
            let outer = self.sets.root(self.find(outer)?);
            self.members.get(&(outer, last.to_owned())).copied()
        })
    }
}

/// Numbered names in sets.
#[derive(Debug, Default)]
struct Sets {
    numbers: HashMap<String, usize>,
    names: Vec<String>,
    parents: Vec<usize>,
}

impl Sets {
    fn get(&self, name: &str) -> Option<usize> {
        self.numbers.get(name).copied()
    }

    /// The number of a name, which is a set by itself if it is new.
    fn number(&mut self, name: &str) -> usize {
        if let Some(number) = self.get(name) {
            return number;
        }
        let number = self.names.len();
        self.numbers.insert(name.to_owned(), number);
        self.names.push(name.to_owned());
        self.parents.push(number);
        number
    }

    /// The number that stands for the set of a name.
    fn set(&mut self, name: &str) -> usize {
        let number = self.number(name);
        self.root(number)
    }

    /// The number that stands for the set of a number.
    fn root(&self, mut number: usize) -> usize {
        while self.parents[number] != number {
            number = self.parents[number];
        }
        number
    }

    /// The first name of a set is that of all.
    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b)] = a.min(b);
    }
}
