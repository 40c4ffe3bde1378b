//! Connections, and the connectors of sub-models.

use super::indices::Numbers;
use super::scope::Scope;
use super::{Expander, MOST_CONNECTIONS, SubModelProblem, indices};
use crate::model_file::{
    Body, Connection, LibraryProblem, Member, Place, Problem, PublicName, Span, Spanned, WrittenConnection, check_name,
    split_subscripts,
};
use library::{Condition, ConnectorKind, SignalType};
use mechanism::hashed::HashSet;

/// A connector of an instance of a sub-model.
pub(super) struct Alias {
    /// The connectors of the flat model that it is an alias of, with the places of their names; at least one.
    ends: Vec<Spanned<String>>,
    name: Span,
    /// Number of enclosing sub-models.
    depth: usize,
}

impl Alias {
    /// The first connector that it is an alias of.
    pub(super) fn target(&self) -> &str {
        &self.ends[0].value
    }
}

impl<'a> Expander<'a> {
    /// Records the targets of the connectors of a sub-model.
    pub(super) fn own_connectors(&mut self, body: &Body, scope: &Scope<'a>) {
        for connector in &body.connectors {
            let mut ends = Vec::new();
            for end in &connector.ends {
                let place = Place::SubModel(scope.class.to_owned());
                for name in self.ends(end, scope, &scope.numbers, &place).unwrap_or_default() {
                    ends.extend(self.resolve(&name, &end.span, scope, &place).map(|target| end.with(target)));
                }
            }
            if !ends.is_empty() {
                let alias = Alias { ends, name: connector.name.span.clone(), depth: self.around.len() };
                self.aliases.insert(scope.outside(&connector.name.value), alias);
            }
        }
    }

    /// Adds the connections of a body.
    pub(super) fn connect(&mut self, body: &Body, scope: &Scope<'a>) {
        for written in &body.connections {
            if written.is_constant {
                // From the source of a constant input, which may be any input inside a sub-model.
                let Connection { from, to } = &written.pair;
                let target = self.variable(&scope.outside(&to.value));
                let from = from.with(scope.outside(&from.value));
                self.parts.connections.push(Connection { from, to: to.with(target) });
                continue;
            }
            let all = match &written.indices {
                Some(text) => self.valid(&text.span, scope.indices(&text.value)).unwrap_or_default(),
                None => vec![Vec::new()],
            };
            for indices in all {
                let mut numbers = scope.numbers.clone();
                numbers.extend(indices);
                self.connect_all(written, scope, &numbers);
            }
        }
    }

    /// One connection, or those of the elements of arrays.
    fn connect_all(&mut self, written: &WrittenConnection, scope: &Scope<'a>, numbers: &Numbers) {
        let place = Place::Connection(written.number);
        let Connection { from, to } = &written.pair;
        let (Some(starts), Some(ends)) =
            (self.ends(from, scope, numbers, &place), self.ends(to, scope, numbers, &place))
        else {
            return;
        };
        // One connector may be connected with all of an array.
        let (starts, ends) = match [is_one(from, &starts), is_one(to, &ends)] {
            [true, false] => (vec![starts[0].clone(); ends.len()], ends),
            [false, true] => (starts.clone(), vec![ends[0].clone(); starts.len()]),
            _ => (starts, ends),
        };
        if starts.len() != ends.len() {
            let (from_size, to_size) = (starts.len(), ends.len());
            let (from_name, to_name) = (from.value.clone(), to.value.clone());
            let problem = SubModelProblem::Sizes { from: from_name, from_size, to: to_name, to_size };
            return self.report(&to.span, problem);
        }
        if self.parts.connections.len() + starts.len() > MOST_CONNECTIONS {
            let problem = SubModelProblem::TooMany { what: "connections", limit: MOST_CONNECTIONS };
            return self.report(&from.span, problem);
        }
        for (start, end) in starts.iter().zip(&ends) {
            let start = self.resolve(start, &from.span, scope, &place);
            let end = self.resolve(end, &to.span, scope, &place);
            if let (Some(start), Some(end)) = (start, end) {
                self.parts.connections.push(Connection { from: from.with(start), to: to.with(end) });
            }
        }
    }

    /// The connectors of an end: one for each element, if it names an array or a range.
    fn ends(
        &mut self,
        end: &Spanned<String>,
        scope: &Scope<'_>,
        numbers: &Numbers,
        place: &Place,
    ) -> Option<Vec<String>> {
        let names = self.valid(&end.span, indices::with_ranges(&end.value, numbers))?;
        if let Some((name, fault)) = names.iter().find_map(|name| Some((name, check_name(name).err()?))) {
            let (place, name) = (place.clone(), name.clone());
            self.problems.report(&end.span, Problem::IllegalName { place, name, fault });
            return None;
        }
        Some(names.into_iter().flat_map(|name| elements(name, scope)).collect())
    }

    /// The connector of the flat model for a name in a body.
    fn resolve(&mut self, name: &str, span: &Span, scope: &Scope<'a>, place: &Place) -> Option<String> {
        if self.is_of_world(scope, name) {
            return Some(name.to_owned());
        }
        if !self.check_element(scope, name, span) {
            return None;
        }
        let whole = split_subscripts(name).map_or(name, |(whole, _)| whole);
        if [name, whole].iter().any(|name| scope.variables.contains(name)) {
            return Some(scope.outside(name));
        }
        let Some((component, connector)) = scope.component_of(name) else {
            if name.contains('.') {
                // The library reports the known names.
                return Some(scope.outside(name));
            }
            let end = name.to_owned();
            let problem = match *place {
                Place::Connection(connection) if connection > 0 => Problem::NoConnector { connection, end },
                _ => LibraryProblem::UnknownComponent { end, nearest: None }.into(),
            };
            self.problems.report(span, problem);
            return None;
        };
        let outside = scope.outside(name);
        let Some(Some(model)) = scope.components.get(component) else { return Some(outside) };
        let (whole, subscripts) = connector.split_at(connector.find('[').unwrap_or(connector.len()));
        match self.aliases.get(&scope.outside(&format!("{component}.{whole}"))) {
            Some(alias) => Some(format!("{}{subscripts}", alias.target())),
            // Reported at its declaration.
            None if model.body.connectors.iter().any(|own| own.name.value == whole) => None,
            None => {
                let names = model.body.connectors.iter().map(|own| own.name.value.as_str());
                let problem = LibraryProblem::unknown_member(
                    Member::Connector,
                    &scope.outside(component),
                    &model.name.value,
                    connector,
                    names,
                );
                self.problems.report(span, problem);
                None
            }
        }
    }

    /// Names undriven signal inputs of the model's sub-models after the sub-models' connectors.
    pub(super) fn name_inputs(&mut self) {
        let whole = |end: &str| split_subscripts(end).map_or(end, |(whole, _)| whole).to_owned();
        let ends = self.parts.connections.iter().flat_map(|connection| [&connection.from.value, &connection.to.value]);
        let named = self.parts.inputs.iter().flat_map(|public| public.target.value.variables());
        let mut taken: HashSet<String> = ends.map(String::as_str).chain(named).map(whole).collect();
        let mut aliases: Vec<_> = self.aliases.iter().collect();
        aliases.sort_by_key(|(name, alias)| (alias.depth, alias.name.start, name.len(), (*name).clone()));
        for (name, alias) in aliases {
            let is_input = self.connector(alias.target()).is_some_and(|connector| {
                matches!(connector.kind, ConnectorKind::Input(SignalType::Real, _))
                    && matches!(connector.condition, Condition::Always)
            });
            if is_input && taken.insert(whole(alias.target())) {
                let text = |value: &str| Spanned { value: value.to_owned(), span: alias.name.clone() };
                self.parts.inputs.push(PublicName::new(text(name), text(alias.target())));
            }
        }
    }

    /// Connects the connectors that a connector of a sub-model exposes; reports those that do not exist.
    pub(super) fn check_connectors(&mut self) {
        let mut aliases: Vec<_> = std::mem::take(&mut self.aliases).into_iter().collect();
        aliases.sort_by(|(first, a), (second, b)| (a.name.start, first).cmp(&(b.name.start, second)));
        let mut said = HashSet::default();
        for (_, alias) in aliases {
            for end in &alias.ends {
                if let Some(problem) = self.fault_of(&end.value)
                    && said.insert(end.span.clone())
                {
                    self.problems.report(&end.span, problem);
                }
            }
            for other in &alias.ends[1..] {
                let from = Spanned { value: alias.target().to_owned(), span: alias.name.clone() };
                self.parts.connections.push(Connection { from, to: other.clone() });
            }
        }
    }

    /// The declaration of a connector of the flat model.
    fn connector(&self, name: &str) -> Option<&'static library::Connector> {
        let (component, connector) = name.rsplit_once('.')?;
        let connector = connector.split_once('[').map_or(connector, |(whole, _)| whole);
        self.class_of(component)?.connectors.iter().find(|declared| declared.name == connector)
    }

    /// The error in the name of a connector of the flat model.
    fn fault_of(&self, name: &str) -> Option<LibraryProblem> {
        let whole = split_subscripts(name).map_or(name, |(whole, _)| whole);
        let is_variable = |public: &PublicName| public.name.value == name || public.name.value == whole;
        let inputs = self.parts.inputs.iter().filter(|input| input.is_plain_input());
        if self.connector(name).is_some() || self.parts.variables.iter().chain(inputs).any(is_variable) {
            return None;
        }
        let (component, connector) = name.rsplit_once('.')?;
        if !self.numbers.contains_key(component) {
            let names = self.parts.components.iter().map(|component| component.name.value.as_str());
            let nearest = crate::model_file::nearest(component, names).map(|nearest| format!("{nearest}.{connector}"));
            return Some(LibraryProblem::UnknownComponent { end: name.to_owned(), nearest });
        }
        // The library refuses unknown classes.
        let class = self.class_of(component)?;
        let names = class.connectors.iter().map(|connector| connector.name);
        Some(LibraryProblem::unknown_member(Member::Connector, component, library::short_name(class), connector, names))
    }
}

/// True for an end that names neither an array nor a range.
fn is_one(end: &Spanned<String>, names: &[String]) -> bool {
    let brackets = |name: &str| name.matches('[').count();
    matches!(names, [name] if !end.value.contains(':') && brackets(name) == brackets(&end.value))
}

/// The names of all elements if a name begins with an array.
fn elements(name: String, scope: &Scope<'_>) -> Vec<String> {
    let mut found = name.match_indices('.').filter_map(|(at, _)| {
        let elements = scope.arrays.get(&name[..at])?;
        Some(elements.iter().map(|element| format!("{element}{}", &name[at..])).collect::<Vec<_>>())
    });
    match found.next() {
        Some(names) => names,
        None => vec![name],
    }
}
