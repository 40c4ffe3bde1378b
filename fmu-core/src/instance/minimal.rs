//! The continuous states of model exchange where the model asks for a minimal set: independent coordinates and speeds, from which the
//! state array follows.

use super::{Instance, InstanceError, Interface, Mode};
use simulation::dynamics::{Chart, EvaluationError, Known};
use simulation::model::Model;

/// Independent coordinates of an instance.
#[derive(Clone, Debug)]
pub(super) struct Minimal {
    pub chart: Chart,
    /// The continuous states.
    pub states: Vec<f64>,
    /// The state array of the last completed step or event: from there the present one is looked for.
    pub reference: Vec<f64>,
    /// The state array is not that of the continuous states at the present time.
    pub is_stale: bool,
}

impl Minimal {
    /// None for a model whose state array has the continuous states.
    pub fn of(model: &Model) -> Option<Box<Self>> {
        let minimal = model.minimal.as_ref()?;
        let (states, reference) = (vec![0.0; minimal.list.len()], vec![0.0; model.states.dimension()]);
        Some(Box::new(Self { chart: Chart::new(model), states, reference, is_stale: false }))
    }

    /// Length of [`Self::numbers`].
    pub fn count(&self) -> usize {
        let states = self.states.len();
        1 + states + self.reference.len() + Chart::count(states)
    }

    /// The numbers that [`Self::restore`] takes.
    pub fn numbers(&self) -> Vec<f64> {
        let mut numbers = vec![f64::from(u8::from(self.is_stale))];
        numbers.extend(self.states.iter().chain(&self.reference));
        numbers.extend(self.chart.numbers());
        numbers
    }

    /// Takes these numbers; false, and nothing done, if they are those of no instance of the model.
    pub fn restore(&mut self, model: &Model, numbers: &[f64]) -> bool {
        let (states, references) = (self.states.len(), self.reference.len());
        if numbers.len() != self.count() {
            return false;
        }
        let (own, chart) = numbers.split_at(1 + states + references);
        let Some(chart) = self.chart.restored(model, chart) else { return false };
        self.is_stale = own[0] != 0.0;
        self.states.copy_from_slice(&own[1..=states]);
        self.reference.copy_from_slice(&own[1 + states..]);
        self.chart = chart;
        true
    }

    /// Takes a state array that is on the constraints.
    pub fn take(&mut self, x: &[f64]) {
        self.chart.apply(x, &mut self.states);
        self.reference.copy_from_slice(x);
        self.is_stale = false;
    }
}

impl Instance {
    /// Number of continuous states of model exchange.
    pub fn state_count(&self) -> usize {
        self.minimal.as_ref().map_or(self.state.len(), |minimal| minimal.states.len())
    }

    /// The continuous states are others, or what else the state array depends on.
    pub(super) fn have_moved(&mut self) {
        if let Some(minimal) = &mut self.minimal {
            minimal.is_stale |= self.interface == Interface::ModelExchange && self.mode == Mode::ContinuousTime;
        }
    }

    /// Chooses independent coordinates at the initial state.
    pub(super) fn choose_coordinates(&mut self) -> Result<(), EvaluationError> {
        let Some(minimal) = &mut self.minimal else { return Ok(()) };
        let chosen = self.system.choose_coordinates(self.elapsed, &self.state, &mut minimal.chart, true);
        minimal.take(&self.state);
        // Co-simulation has all states.
        if self.interface == Interface::CoSimulation { Ok(()) } else { chosen }
    }

    /// Makes the state array that of the continuous states.
    pub(super) fn follow_states(&mut self) -> Result<(), InstanceError> {
        let Some(minimal) = self.minimal.as_mut().filter(|minimal| minimal.is_stale) else { return Ok(()) };
        self.state.copy_from_slice(&minimal.reference);
        let followed = self.system.follow(self.elapsed, &minimal.states, &mut minimal.chart, &mut self.state);
        match followed {
            Ok(()) => minimal.is_stale = false,
            Err(_) => self.state.copy_from_slice(&minimal.reference),
        }
        followed.map_err(|cause| self.evaluation_error("the mechanism", cause))
    }

    /// Takes the state array as the one from which others are looked for; true if other coordinates should be independent.
    pub(super) fn complete_states(&mut self) -> bool {
        let Some(minimal) = &mut self.minimal else { return false };
        minimal.reference.copy_from_slice(&self.state);
        self.system.is_strained(self.elapsed, &self.state, &mut minimal.chart)
    }

    /// Takes the state array after an event, and chooses other independent coordinates where that is needed; true if it has.
    pub(super) fn exchange_coordinates(&mut self) -> bool {
        let Some(minimal) = &mut self.minimal else { return false };
        let mut chart = minimal.chart.clone();
        let is_strained = self.system.is_strained(self.elapsed, &self.state, &mut chart);
        let chosen = is_strained.then(|| self.system.choose_coordinates(self.elapsed, &self.state, &mut chart, false));
        // Without a regular choice the former coordinates stay, with other references of rotations.
        let exchanged = chosen.is_some_and(|chosen| chosen.is_ok() || chart.places() != minimal.chart.places());
        if exchanged {
            let catalogue = &self.model.catalogue;
            let name = |index: usize| catalogue.variables.at(index).name;
            let changed = chart.places().iter().zip(minimal.chart.places()).zip(catalogue.exchanged()[0]);
            let changed = changed.filter(|((new, old), _)| new != old).filter_map(|((new, _), state)| {
                let first = new.terms().next()?.0;
                Some(format!("{} follows {} from now on", name(*state), name(catalogue.states[first])))
            });
            self.event_log.extend(changed);
        }
        minimal.chart = chart;
        minimal.take(&self.state);
        exchanged
    }

    /// The variables and factors whose sum is the variable with this index; none for a variable that has a source of its own.
    #[cold]
    pub(super) fn parts(&self, index: usize) -> Option<Vec<(usize, f64)>> {
        let (minimal, catalogue) = (self.minimal.as_ref()?, &self.model.catalogue);
        let [states, derivatives] = catalogue.exchanged();
        let in_list = |list: &[usize]| list.iter().position(|other| *other == index);
        let (number, of) = match in_list(states) {
            Some(number) => (number, &catalogue.states),
            None => (in_list(derivatives)?, &catalogue.derivatives),
        };
        Some(minimal.chart.places()[number].terms().map(|(state, factor)| (of[state], factor)).collect())
    }

    /// A sum of variables with factors.
    pub(super) fn sum(&mut self, parts: &[(usize, f64)]) -> Result<f64, EvaluationError> {
        parts.iter().try_fold(0.0, |sum, (index, factor)| {
            let source = self.model.catalogue.variables.at(*index).source;
            Ok(sum + factor * self.system.value(self.elapsed, &self.state, source)?)
        })
    }

    /// A direction that names continuous states by their numbers, in terms of the state array.
    pub(super) fn lifted(&mut self, seeds: Vec<(Known, f64)>) -> Result<Vec<(Known, f64)>, EvaluationError> {
        let Some(minimal) = self.minimal.as_mut().filter(|_| self.mode != Mode::Initialization) else {
            return Ok(seeds);
        };
        let (mut changes, mut others) = (vec![0.0; minimal.states.len()], Vec::new());
        for (known, component) in seeds {
            match known {
                Known::State(number) => changes[number] += component,
                other => others.push((other, component)),
            }
        }
        self.system.lift((self.elapsed, &self.state), &mut minimal.chart, &changes, &others)
    }
}
