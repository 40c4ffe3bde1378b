//! Connections: finds their ends, checks kinds, forms connection sets.

use super::collected::{Collected, ConnectorEntry};
use super::problems::Problems;
use crate::model_file::{
    Connection, LibraryProblem, Member, ModelFile, Span, Spanned, constant_output, split_subscripts, splits,
};
use library::{AnyLaw, Condition, Connector, ConnectorHandle, ConnectorKind, SignalType};
use mechanism::SignalIn;
use mechanism::digits::counted;
use mechanism::union_find::UnionFind;

/// Connection sets.
#[derive(Debug, Default)]
pub(super) struct Sets {
    /// Set of each frame.
    pub frames: Vec<usize>,
    /// Number of frame sets.
    pub frame_count: usize,
    /// Set of each flange.
    pub flanges: Vec<usize>,
    /// Number of flange sets.
    pub flange_count: usize,
    /// Set of each electrical pin.
    pub pins: Vec<usize>,
    /// Number of sets of pins.
    pub pin_count: usize,
    /// Set of each heat port.
    pub heat: Vec<usize>,
    /// Number of sets of heat ports.
    pub heat_count: usize,
    /// For each element of the signal inputs: the signal that drives it. Signals are the outputs, then the FMI inputs.
    pub drivers: Vec<usize>,
    /// FMI inputs: the elements of signal inputs that each one drives.
    pub inputs: Vec<Vec<usize>>,
}

/// One end of a connection.
struct End<'a> {
    entry: &'a ConnectorEntry,
    handle: &'a ConnectorHandle,
    /// Element of a signal, from 0.
    element: Option<usize>,
}

impl End<'_> {
    /// Number of elements that are connected.
    fn size(&self) -> usize {
        if self.element.is_some() { 1 } else { self.entry.kind.size() }
    }

    fn describe(&self) -> String {
        match self.entry.kind {
            ConnectorKind::Frame | ConnectorKind::FrameResolve => "a frame".to_owned(),
            ConnectorKind::RotationalFlange => "a rotational flange".to_owned(),
            ConnectorKind::TranslationalFlange => "a translational flange".to_owned(),
            ConnectorKind::HeatPort => "a heat port".to_owned(),
            ConnectorKind::Pin => "an electrical pin".to_owned(),
            ConnectorKind::Input(of, _) | ConnectorKind::Output(of, _) => {
                let of = match of {
                    SignalType::Real => "a",
                    SignalType::Boolean => "a Boolean",
                    SignalType::Integer => "an Integer",
                };
                let direction = if self.entry.kind.is_input() { "input" } else { "output" };
                format!("{of} signal {direction} of {}", counted(self.size(), "element"))
            }
        }
    }
}

/// Forms the connection sets of a model.
pub(super) fn connect(file: &ModelFile, collected: &Collected, problems: &mut Problems) -> Sets {
    let mut joiner = Joiner {
        collected,
        frames: UnionFind::new(collected.frames.len()),
        flanges: UnionFind::new(collected.flanges.len()),
        heat: UnionFind::new(collected.heat_ports.len()),
        pins: UnionFind::new(collected.pins.len()),
        signals: UnionFind::new(collected.signal_outputs + collected.signal_inputs),
    };
    joiner.parts();
    for (from, to) in &collected.part_connections {
        let joined = search_end(from, collected, problems)
            .and_then(|from| search_end(to, collected, problems).and_then(|to| joiner.join(&from, &to)));
        if let Err(problem) = joined {
            problems.add(None, problem);
        }
    }
    for connection in &file.connections {
        if problems.is_full() {
            break;
        }
        for [from, to] in elements(connection, collected) {
            let from = find_end(&from, collected, problems);
            let to = find_end(&to, collected, problems);
            if let (Some(from), Some(to)) = (from, to)
                && let Err(problem) = joiner.join(&from, &to)
            {
                problems.add(Some(&connection.to.span), problem);
            }
        }
    }
    let (frames, frame_count) = joiner.frames.numbered();
    let (flanges, flange_count) = joiner.flanges.numbered();
    let (heat, heat_count) = joiner.heat.numbered();
    let (pins, pin_count) = joiner.pins.numbered();
    let (drivers, inputs) = drivers(joiner.signals, file, collected, problems);
    Sets { frames, frame_count, flanges, flange_count, pins, pin_count, heat, heat_count, drivers, inputs }
}

/// The connections of the elements of a vector of `[variables]`; others are one.
fn elements(connection: &Connection, collected: &Collected) -> Vec<[Spanned<String>; 2]> {
    let ends = [&connection.from, &connection.to];
    let size = |end: &Spanned<String>| {
        let of_connector = |index: usize| collected.connectors[index].kind.size();
        let own = collected.vectors.get(&end.value).copied();
        own.or_else(|| collected.connector(&end.value).map(of_connector))
    };
    let is_vector = ends.iter().any(|end| collected.vectors.contains_key(&end.value));
    let count = ends.iter().filter_map(|end| size(end)).max().filter(|_| is_vector);
    let element =
        |k: usize| ends.map(|end| Spanned { value: format!("{}[{}]", end.value, k + 1), span: end.span.clone() });
    count.map_or_else(|| vec![ends.map(Clone::clone)], |count| (0..count).map(element).collect())
}

struct Joiner<'a> {
    collected: &'a Collected,
    frames: UnionFind,
    flanges: UnionFind,
    heat: UnionFind,
    pins: UnionFind,
    /// Output elements, then input elements.
    signals: UnionFind,
}

impl Joiner<'_> {
    /// Frames of parts that a single connector exposes, and flanges inside components.
    fn parts(&mut self) {
        self.collected.elements.inner_flanges.iter().for_each(|[inner, outer]| self.flanges.union(*inner, *outer));
        self.collected.elements.inner_ports.iter().for_each(|[inner, outer]| self.heat.union(*inner, *outer));
        for entry in &self.collected.connectors {
            if let Some(ConnectorHandle::Frame(frames)) = &entry.handle {
                for pair in frames.windows(2) {
                    self.frames.union(pair[0], pair[1]);
                }
            }
        }
    }

    fn join(&mut self, from: &End<'_>, to: &End<'_>) -> Result<(), LibraryProblem> {
        let (a, b) = (from.entry.kind, to.entry.kind);
        match (from.handle, to.handle) {
            (ConnectorHandle::Frame(x), ConnectorHandle::Frame(y)) => {
                if let (Some(x), Some(y)) = (x.first(), y.first()) {
                    self.frames.union(*x, *y);
                }
            }
            (ConnectorHandle::Flange(x), ConnectorHandle::Flange(y)) if a == b => self.flanges.union(*x, *y),
            (ConnectorHandle::Heat(x), ConnectorHandle::Heat(y)) => self.heat.union(*x, *y),
            (ConnectorHandle::Pin(x), ConnectorHandle::Pin(y)) => self.pins.union(*x, *y),
            (x, y) if from.size() == to.size() => match (self.signal(x, from), self.signal(y, to)) {
                (Some(x), Some(y)) if (a.is_input() || b.is_input()) && a.signal_type() == b.signal_type() => {
                    for k in 0..from.size() {
                        self.signals.union(x + k, y + k);
                    }
                }
                _ => return Err(mismatch(from, to)),
            },
            _ => return Err(mismatch(from, to)),
        }
        Ok(())
    }

    /// First element of a signal end among all signal elements.
    fn signal(&self, handle: &ConnectorHandle, end: &End<'_>) -> Option<usize> {
        match handle {
            ConnectorHandle::Output(out) => Some(out.first + end.element.unwrap_or(0)),
            ConnectorHandle::Input(input) => {
                Some(self.collected.signal_outputs + input.first + end.element.unwrap_or(0))
            }
            _ => None,
        }
    }
}

fn mismatch(from: &End<'_>, to: &End<'_>) -> LibraryProblem {
    // The source of a constant is not in the text.
    if from.entry.name == constant_output(&to.entry.name) && to.size() > 1 {
        let subject = format!("`inputs`: the constant of `{}`", to.entry.name);
        let (found, expected) = ("one number".to_owned(), format!("an array of {} numbers", to.size()));
        return LibraryProblem::WrongValue { subject, found, expected };
    }
    LibraryProblem::ConnectorKinds {
        from: from.entry.name.clone(),
        from_kind: from.describe(),
        to: to.entry.name.clone(),
        to_kind: to.describe(),
    }
}

fn find_end<'a>(end: &Spanned<String>, collected: &'a Collected, problems: &mut Problems) -> Option<End<'a>> {
    match search_end(&end.value, collected, problems) {
        Ok(end) => Some(end),
        Err(problem) => {
            // An error has been reported for its class, or for a structural parameter.
            if !collected.is_of_unknown(&end.value) {
                problems.add(Some(&end.span), problem);
            }
            None
        }
    }
}

fn search_end<'a>(name: &str, collected: &'a Collected, problems: &mut Problems) -> Result<End<'a>, LibraryProblem> {
    let exact = |name: &str| collected.connector(name).map(|index| &collected.connectors[index]);
    let (entry, element) = match exact(name) {
        Some(entry) => (entry, None),
        None => {
            let found = split_subscripts(name).and_then(|(base, subscripts)| match subscripts[..] {
                [number] => Some((exact(base)?, number)),
                _ => None,
            });
            let Some((entry, number)) = found else { return Err(unknown_end(name, collected, problems)) };
            let (size, is_signal) = (entry.kind.size(), entry.kind.is_signal());
            if !is_signal || number > size {
                let component = &collected.components[entry.component].name;
                let found = format!("element {number} of a connector");
                let expected = match is_signal {
                    true => format!("an element from 1 to {size}"),
                    false => "a connector without index".to_owned(),
                };
                return Err(LibraryProblem::wrong_value(component, name, found, expected));
            }
            (entry, Some(number - 1))
        }
    };
    match &entry.handle {
        Some(handle) => Ok(End { entry, handle, element }),
        None => Err(absent(&collected.components[entry.component].name, entry.declared)),
    }
}

/// Error for a connector whose condition is false.
pub(super) fn absent(component: &str, connector: &Connector) -> LibraryProblem {
    LibraryProblem::AbsentConnector {
        component: component.to_owned(),
        connector: connector.name.to_owned(),
        condition: match connector.condition {
            Condition::Is(parameter, value @ ("true" | "false")) => format!("{parameter} = {value}"),
            Condition::Is(parameter, literal) => format!("{parameter} = \"{literal}\""),
            Condition::All(parameters) => format!("{} = true", parameters.join(" = true, ")),
            Condition::Any(parameters, "true") => format!("{} = true", parameters.join(" = true or ")),
            Condition::Any(parameters, literal) => format!("{} = \"{literal}\"", parameters.join(" or ")),
            Condition::Always => "it exists".to_owned(),
        },
    }
}

fn unknown_end(name: &str, collected: &Collected, problems: &mut Problems) -> LibraryProblem {
    let found = splits(name).find_map(|(owner, rest)| Some((collected.component_names.get(owner)?, rest)));
    let Some((owner, connector)) = found else {
        let nearest = problems.nearest(name, collected.connectors.iter().map(|c| c.name.as_str()));
        return LibraryProblem::UnknownComponent { end: name.to_owned(), nearest };
    };
    let component = &collected.components[*owner];
    let names = component.class.connectors.iter().map(|c| c.name);
    LibraryProblem::unknown_member(
        Member::Connector,
        &component.name,
        library::short_name(component.class),
        connector,
        names,
    )
}

/// The signal that drives each input element, and the FMI inputs for undriven elements.
fn drivers(
    mut signals: UnionFind,
    file: &ModelFile,
    collected: &Collected,
    problems: &mut Problems,
) -> (Vec<usize>, Vec<Vec<usize>>) {
    let outputs = collected.signal_outputs;
    let (set, count) = signals.numbered();
    let mut driver: Vec<Option<usize>> = vec![None; count];
    for output in 0..outputs {
        match driver[set[output]] {
            None => driver[set[output]] = Some(output),
            Some(first) => {
                let (first, second) = (collected.signal_name(first), collected.signal_name(output));
                let input = (0..collected.signal_inputs).find(|input| set[outputs + input] == set[output]);
                let signal = input.map(|input| collected.input_name(input)).unwrap_or_default();
                let place = connection_of(&second, file).or_else(|| connection_of(&signal, file));
                problems.add(place, LibraryProblem::TwoDrivers { signal, first, second });
            }
        }
    }
    let mut inputs: Vec<Vec<usize>> = Vec::new();
    let mut result = Vec::with_capacity(collected.signal_inputs);
    for input in 0..collected.signal_inputs {
        let signal = *driver[set[outputs + input]].get_or_insert_with(|| {
            inputs.push(Vec::new());
            outputs + inputs.len() - 1
        });
        if let Some(elements) = signal.checked_sub(outputs).and_then(|i| inputs.get_mut(i)) {
            elements.push(input);
        }
        result.push(signal);
    }
    (result, inputs)
}

/// Place of the last connection with the signal or its connector.
fn connection_of<'a>(signal: &str, file: &'a ModelFile) -> Option<&'a Span> {
    let base = split_subscripts(signal).map_or(signal, |(base, _)| base);
    let ends = file.connections.iter().rev().flat_map(|c| [&c.from, &c.to]);
    ends.filter(|end| end.value == signal || end.value == base).map(|end| &end.span).next()
}

impl Collected {
    /// Returns true for a name in a component with errors.
    pub fn is_of_unknown(&self, name: &str) -> bool {
        name.match_indices('.').any(|(at, _)| self.unknown.contains(&name[..at]))
    }

    /// Adds an input element without a connector to a component, driven by a signal.
    pub fn add_input(&mut self, component: String, signal: usize, sets: &mut Sets) -> SignalIn {
        sets.drivers.push(signal);
        self.signal_inputs += 1;
        self.expression_inputs.push(component);
        SignalIn { first: self.signal_inputs - 1, size: 1 }
    }

    /// Adds a law of a component.
    pub fn add_law(&mut self, component: usize, law: AnyLaw) {
        self.elements.laws.push(law);
        self.elements.law_components.push(component);
    }
}
