//! Expandable connectors (Modelica specification 3.6, section 9.1.3): buses whose members are what is connected to them. Buses that are
//! connected are one bus, so a member of one is that member of the others.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use compiler::model_file::Span;

use crate::instances::model::COUNT_LIMIT;

/// Largest depth of buses in buses.
const DEPTH_LIMIT: usize = 8;

/// The name of a bus or of a member: `arm.bus.axis.angle`, and how much of it is the bus.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Path {
    pub(crate) name: String,
    /// Length of the name of the bus itself.
    pub(crate) root: usize,
}

impl Path {
    /// A bus itself, no member.
    pub(crate) fn is_whole(&self) -> bool {
        self.root == self.name.len()
    }
}

/// Buses and members that are the same.
#[derive(Debug, Default)]
pub(crate) struct Buses {
    numbers: HashMap<String, usize>,
    names: Vec<String>,
    parents: Vec<usize>,
    /// Members by the bus that has them and their names in it.
    members: HashMap<(usize, String), usize>,
}

impl Buses {
    /// Those of connected pairs, with all other members that are named.
    pub(crate) fn new<'a>(pairs: &'a [(Path, Path, Span)], members: impl Iterator<Item = &'a Path>) -> Self {
        let mut buses = Self::default();
        // Each name with the one that it is a member of.
        let mut inner: BTreeMap<usize, (usize, String)> = BTreeMap::new();
        let paths = pairs.iter().flat_map(|(a, b, _)| [a, b]).chain(members);
        for path in paths {
            let mut end = path.name.len();
            let mut number = buses.number(&path.name);
            while let Some(dot) = path.name[path.root..end].rfind('.').map(|dot| dot + path.root) {
                let outer = buses.number(&path.name[..dot]);
                inner.insert(number, (outer, path.name[dot + 1..end].to_owned()));
                (number, end) = (outer, dot);
            }
        }
        for (a, b, _) in pairs {
            let (a, b) = (buses.number(&a.name), buses.number(&b.name));
            buses.join(a, b);
        }
        // Members of one name in buses that are one are one member.
        loop {
            let mut known: HashMap<(usize, &str), usize> = HashMap::new();
            let mut same = Vec::new();
            for (member, (outer, last)) in &inner {
                let first = *known.entry((buses.root(*outer), last)).or_insert(*member);
                if buses.root(first) != buses.root(*member) {
                    same.push((first, *member));
                }
            }
            if same.is_empty() {
                let member =
                    |(member, (outer, last)): (&usize, &(usize, String))| ((buses.root(*outer), last.clone()), *member);
                buses.members = inner.iter().map(member).collect();
                return buses;
            }
            same.into_iter().for_each(|(a, b)| buses.join(a, b));
        }
    }

    fn number(&mut self, name: &str) -> usize {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = self.names.len();
        self.numbers.insert(name.to_owned(), number);
        self.names.push(name.to_owned());
        self.parents.push(number);
        number
    }

    fn root(&self, number: usize) -> usize {
        root(&self.parents, number)
    }

    /// The first name of a set is that of all.
    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b)] = a.min(b);
    }

    /// The common name of all members that are the same as `name`.
    pub(crate) fn canonical<'a>(&'a self, name: &'a str) -> &'a str {
        self.find(name).map_or(name, |number| &self.names[self.root(number)])
    }

    /// Full names of all members of all buses that are named, whichever bus of a connection they were put into.
    pub(crate) fn member_names(&self) -> BTreeSet<String> {
        let mut inner: HashMap<usize, Vec<(&str, usize)>> = HashMap::new();
        for ((outer, last), member) in &self.members {
            inner.entry(*outer).or_default().push((last, *member));
        }
        let mut names = BTreeSet::new();
        let mut open: Vec<(String, usize, usize)> =
            self.names.iter().enumerate().map(|(number, name)| (name.clone(), number, 0)).collect();
        while let Some((name, number, depth)) = open.pop() {
            let members = inner.get(&self.root(number)).filter(|_| depth < DEPTH_LIMIT && names.len() < COUNT_LIMIT);
            for (last, member) in members.into_iter().flatten() {
                let name = format!("{name}.{last}");
                if names.insert(name.clone()) {
                    open.push((name, *member, depth + 1));
                }
            }
        }
        names
    }

    /// True for a bus or a member of one.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    fn find(&self, name: &str) -> Option<usize> {
        self.numbers.get(name).copied().or_else(|| {
            let (outer, last) = name.rsplit_once('.')?;
            let outer = self.root(self.find(outer)?);
            self.members.get(&(outer, last.to_owned())).copied()
        })
    }
}

/// The number that stands for the set of a number.
pub(crate) fn root(parents: &[usize], mut number: usize) -> usize {
    while parents[number] != number {
        number = parents[number];
    }
    number
}
