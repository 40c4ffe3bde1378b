//! FMI inputs.

use super::super::problems::Problems;
use super::maker::{Maker, discrete};
use super::outputs::describe;
use crate::model_file::{LibraryProblem, PublicName, Value as Model};
use library::{ConnectorHandle, PrescribedFlange, SignalType};
use mechanism::Source;
use mechanism::hashed::HashMap;
use simulation::variables::{Causality, Target, Value};

/// Maximum number of inputs listed in a message.
const LISTED: usize = 12;

/// Appended to the description of an input that a joint follows exactly.
const EXACT: &str = "followed exactly: if it is constant between communication points, speed and acceleration are \
    zero; set its derivatives, \
                     or use exact = false, or Move with position, speed and acceleration";
/// Appended to the description of an input whose speed a joint follows exactly.
const EXACT_SPEED: &str = "followed exactly: if it is constant between communication points, the acceleration is \
    zero and the speed jumps there; set its derivatives, or use exact = false";
/// Appended to the description of an input of an adaptor without a signal for its derivative.
const EXACT_ADAPTOR: &str = "followed exactly: its derivatives are those that the host sets, or zero between communication points; \
    enable the signals of the derivatives";

/// An element of an input with a public name.
struct PublicInput<'f> {
    entry: &'f PublicName,
    name: String,
    start: f64,
}

/// The start value for a signal of this type as a number, if it is legal.
fn start_of(value: &Model, of: SignalType) -> Option<f64> {
    let is_whole = |x: f64| x.fract() == 0.0 && (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(&x);
    match (value, of) {
        (Model::Boolean(b), SignalType::Boolean) => Some(f64::from(u8::from(*b))),
        (Model::Number(x), SignalType::Boolean) => Some(*x).filter(|x| *x == 0.0 || *x == 1.0),
        (Model::Number(x), SignalType::Integer) => Some(*x).filter(|x| is_whole(*x)),
        (Model::Number(x), SignalType::Real) => Some(*x),
        _ => None,
    }
}

/// Start values for a number of elements.
fn starts(public: &PublicName, count: usize, of: SignalType, problems: &mut Problems) -> Vec<f64> {
    let Some(start) = &public.start else { return vec![0.0; count] };
    let number = |value: &Model| start_of(value, of);
    let [one, several] = match of {
        SignalType::Real => ["a number", "numbers"],
        SignalType::Boolean => ["true or false", "Booleans"],
        SignalType::Integer => ["a whole number", "whole numbers"],
    };
    let numbers: Option<Vec<f64>> = match &start.value {
        Model::Array(elements) => elements.iter().map(|element| number(&element.value)).collect(),
        value => number(value).map(|x| vec![x; count.min(1)]),
    };
    match numbers {
        Some(numbers) if numbers.len() == count => numbers,
        numbers => {
            let other = if of == SignalType::Real { "no number" } else { "another value" };
            let found = numbers.map_or(other.to_owned(), |numbers| match numbers.len() {
                1 => one.to_owned(),
                size => format!("{size} {several}"),
            });
            let expected = if count == 1 { one.to_owned() } else { format!("an array of {count} {several}") };
            let subject = format!("`inputs`: the start value of `{}`", public.name.value);
            problems.add(Some(&start.span), LibraryProblem::WrongValue { subject, found, expected });
            vec![0.0; count]
        }
    }
}

impl Maker<'_> {
    /// FMI inputs: undriven signal inputs, with their public names if given.
    pub(super) fn inputs(&mut self, problems: &mut Problems) {
        let mut public: HashMap<usize, PublicInput<'_>> = HashMap::default();
        for name in &self.context.file.inputs {
            if problems.is_full() {
                break;
            }
            self.public_input(name, &mut public, problems);
        }
        let first_signal = self.context.collected.signal_outputs;
        for (input, elements) in self.context.sets.inputs.iter().enumerate() {
            let Some(element) = elements.first() else { continue };
            let Some(index) = self.find(&self.context.collected.input_name(*element)) else { continue };
            // An input of the model that drives one of a sub-model gives the name.
            let named = elements.iter().filter_map(|element| public.get(element));
            let renamed = named.min_by_key(|public| public.name.matches('.').count());
            let exact = elements.iter().find_map(|element| self.followed_exactly(*element));
            let (of, start) = (self.context.collected.input_type(*element), renamed.map_or(0.0, |public| public.start));
            let mut variable = self.out.variables.at(index).attributes();
            variable.causality = Causality::Input;
            variable.initial = None;
            discrete(&mut variable, Some(of));
            variable.start = Some(match of {
                SignalType::Real => Value::Real(start),
                SignalType::Boolean => Value::Boolean(start != 0.0),
                SignalType::Integer => Value::Integer(start as i32),
            });
            variable.target = Some(Target::Input(input));
            variable.source = Source::Input(input);
            if let Some(exact) = exact {
                variable.description = format!("{}; {exact}", variable.description).into();
            }
            if let Some(public) = renamed {
                describe(public.entry, &mut variable);
            }
            self.out.variables.set(index, variable);
            if let Some(public) = renamed {
                self.out.variables.rename(index, &public.name);
                self.enter(index);
            }
            self.out.inputs.push(index);
            debug_assert!(self.context.sets.drivers[*element] == first_signal + input);
        }
    }

    /// The elements of the signal input called `target`, or the single element, with their public names.
    fn input_elements(&self, name: &str, target: &str) -> Vec<(usize, String)> {
        let collected = self.context.collected;
        let input = |name: &str| {
            let connector = &collected.connectors[collected.connector(name)?];
            let Some(ConnectorHandle::Input(input)) = &connector.handle else { return None };
            Some((*input, connector.shape()))
        };
        if let Some((input, shape)) = input(target) {
            return (0..input.size).map(|k| (input.first + k, format!("{name}{}", shape.subscript(k)))).collect();
        }
        let element = target.rsplit_once('[').and_then(|(base, _)| {
            let (input, shape) = input(base)?;
            let is_it = |k: &usize| target[base.len()..] == shape.subscript(*k);
            Some((input.first + (0..input.size).find(is_it)?, name.to_owned()))
        });
        element.into_iter().collect()
    }

    /// List of the undriven signal inputs.
    fn free_inputs(&self, first_input: usize) -> Box<str> {
        let collected = self.context.collected;
        let free = collected.connectors.iter().filter(|connector| match &connector.handle {
            Some(ConnectorHandle::Input(input)) => {
                (input.first..input.first + input.size).any(|element| self.context.sets.drivers[element] >= first_input)
            }
            _ => false,
        });
        free.map(|connector| connector.name.as_str()).take(LISTED).collect::<Vec<_>>().join(", ").into()
    }

    /// Appended to the description if a joint follows the input with its derivatives.
    fn followed_exactly(&self, element: usize) -> Option<&'static str> {
        let sources = self.context.collected.elements.prescribed_flanges.iter();
        let mut followed =
            sources.filter_map(|source: &PrescribedFlange| Some((source.is_adaptor, source.followed()?)));
        let (is_adaptor, (_, is_speed)) =
            followed.find(|(_, (r, _))| (r.first..r.first + r.size).contains(&element))?;
        Some(match (is_adaptor, is_speed) {
            (true, _) => EXACT_ADAPTOR,
            (false, true) => EXACT_SPEED,
            (false, false) => EXACT,
        })
    }

    fn public_input<'f>(
        &mut self,
        public: &'f PublicName,
        names: &mut HashMap<usize, PublicInput<'f>>,
        problems: &mut Problems,
    ) {
        let (name, target) = (&public.name.value, &public.target.value.to_string());
        let mut found = self.input_elements(name, target);
        let first_input = self.context.collected.signal_outputs;
        found.retain(|(element, _)| self.context.sets.drivers[*element] >= first_input);
        if found.is_empty() {
            let connectors = self.context.collected.connectors.iter();
            let inputs = connectors.filter(|c| matches!(c.handle, Some(ConnectorHandle::Input(_))));
            let nearest = problems.nearest(target, inputs.map(|c| c.name.as_str()));
            let (section, expected) = ("inputs", "signal input without a source");
            let (name, target, known) = (name.clone(), target.clone(), self.free_inputs(first_input));
            let problem = LibraryProblem::UnknownTarget { section, name, target, expected, nearest, known };
            problems.add(Some(&public.target.span), problem);
        }
        let of = found.first().map_or(SignalType::Real, |(element, _)| self.context.collected.input_type(*element));
        let starts = starts(public, found.len(), of, problems);
        for ((element, name), start) in found.into_iter().zip(starts) {
            if !public.is_plain_input() {
                self.check_free_name("inputs", public, &name, problems);
            }
            names.insert(element, PublicInput { entry: public, name, start });
        }
    }
}
