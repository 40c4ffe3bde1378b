//! The parts of a snapshot, and what they may be.

use super::bytes::{Numbers, Reader};
use super::{HEAD, SnapshotError, VERSION_BIT};
use crate::instance::{Changes, Experiment, Interface, Mode, Version};
use mechanism::History;
use mechanism::scalar::RankLimit;
use simulation::solver::{Memory, Origin, ShortSteps, Stiffness};

/// Bytes of a rank and its threshold.
pub(super) const ROW_LIMIT: usize = 12;

/// The parts of a snapshot.
pub(super) struct Contents<'a> {
    pub guid: &'a [u8],
    /// Numbers of parameters, inputs, states, discrete states, warnings, clusters of constraints, held numbers, minimal states, numbers of
    /// the past.
    pub counts: [u64; 9],
    pub interface: Interface,
    pub version: Version,
    pub mode: Mode,
    /// An event has not been handled.
    pub pending: bool,
    /// The model has ended the simulation.
    pub has_ended: bool,
    pub restart: bool,
    pub initialized: bool,
    pub changes: Changes,
    pub experiment: Option<Experiment>,
    /// Start time, tolerance and stop time as they are written, also where there are none.
    experiment_numbers: [f64; 3],
    /// Time, s from the start time.
    pub elapsed: f64,
    /// Step size, s, and error over tolerance.
    steps: [f64; 2],
    pub stiffness: [f64; 5],
    pub rhythm: [f64; 3],
    pub short: [f64; 6],
    /// The last step of the integrator goes beyond the time, and is to be made again from where it began.
    is_running: bool,
    /// The derivative holds where the integrator goes on: at the time, or where the running step began.
    derivative_valid: bool,
    /// Inputs are expected to change at the horizon of the running step.
    is_change: bool,
    /// Start and horizon of the running step, s.
    origin: [f64; 2],
    origin_steps: [f64; 2],
    origin_stiffness: [f64; 5],
    pub parameters: Numbers<'a>,
    pub inputs: Numbers<'a>,
    /// Their values from the next Event Mode on.
    pub next_inputs: Numbers<'a>,
    pub input_rates: Numbers<'a>,
    pub next_input_rates: Numbers<'a>,
    pub state: Numbers<'a>,
    derivative: Numbers<'a>,
    origin_state: Numbers<'a>,
    pub held: Numbers<'a>,
    past: Numbers<'a>,
    pub minimal: Numbers<'a>,
    pub discrete_state: &'a [u8],
    pub standing_warnings: &'a [u8],
    row_limits: &'a [u8],
}

impl<'a> Contents<'a> {
    pub fn read(bytes: &'a [u8]) -> Result<Self, SnapshotError> {
        Self::parse(bytes).ok_or(SnapshotError::Damaged("its parts do not fit together"))
    }

    fn parse(bytes: &'a [u8]) -> Option<Self> {
        let mut reader = Reader { rest: bytes };
        reader.bytes(HEAD)?;
        let guid_length = usize::try_from(reader.u64()?).ok()?;
        let guid = reader.bytes(guid_length)?;
        let mut counts = [0; 9];
        for count in &mut counts {
            *count = reader.u64()?;
        }
        let [parameters, inputs, states, discrete, warnings, clusters, held, minimal, past] = counts;
        let [interface, mode, flags] = reader.array()?;
        let flag = |bit: u32| flags >> bit & 1 == 1;
        let [more_flags] = reader.array()?;
        let other = |bit: u32| more_flags >> bit & 1 == 1;
        let [elapsed, start_time, tolerance, stop_time] = reader.array_of_numbers()?;
        let experiment =
            Experiment { start_time, tolerance: flag(5).then_some(tolerance), stop_time: flag(6).then_some(stop_time) };
        let contents = Self {
            guid,
            counts,
            interface: Interface::ALL.into_iter().find(|kind| *kind as u8 == interface % (1 << VERSION_BIT))?,
            version: Version::ALL.into_iter().find(|version| *version as u8 == interface >> VERSION_BIT)?,
            mode: *Mode::ALL.get(usize::from(mode))?,
            initialized: flag(0),
            changes: Changes { parameters: flag(1), initial: flag(2), jump: flag(3) },
            is_running: other(0),
            derivative_valid: other(1),
            is_change: other(2),
            pending: other(3),
            has_ended: other(4),
            restart: other(5),
            experiment: flag(4).then_some(experiment),
            experiment_numbers: [start_time, tolerance, stop_time],
            elapsed,
            steps: reader.array_of_numbers()?,
            stiffness: reader.array_of_numbers()?,
            rhythm: reader.array_of_numbers()?,
            short: reader.array_of_numbers()?,
            origin: reader.array_of_numbers()?,
            origin_steps: reader.array_of_numbers()?,
            origin_stiffness: reader.array_of_numbers()?,
            parameters: reader.numbers(parameters)?,
            inputs: reader.numbers(inputs)?,
            next_inputs: reader.numbers(inputs)?,
            input_rates: reader.numbers(inputs.checked_mul(2)?)?,
            next_input_rates: reader.numbers(inputs.checked_mul(2)?)?,
            state: reader.numbers(states)?,
            derivative: reader.numbers(states)?,
            origin_state: reader.numbers(states)?,
            held: reader.numbers(held)?,
            past: reader.numbers(past)?,
            minimal: reader.numbers(minimal)?,
            discrete_state: reader.bytes(usize::try_from(discrete).ok()?.checked_mul(4)?)?,
            standing_warnings: reader.bytes(usize::try_from(warnings).ok()?)?,
            row_limits: reader.bytes(usize::try_from(clusters).ok()?.checked_mul(ROW_LIMIT)?)?,
        };
        reader.rest.is_empty().then_some(contents)
    }

    /// Memory of the explicit method.
    pub fn memory(&self) -> Memory {
        // The derivative at the end of a running step is found again with it.
        self.memory_of(self.steps, self.derivative_valid && !self.is_running)
    }

    /// Origin of the running step.
    pub fn running(&self) -> Option<Origin> {
        let [time, horizon] = self.origin;
        self.is_running.then(|| Origin {
            time,
            state: self.origin_state.iter().collect(),
            horizon,
            is_change: self.is_change,
            memory: self.memory_of(self.origin_steps, self.derivative_valid),
            stiffness: Stiffness::from_numbers(self.origin_stiffness),
            short: ShortSteps::from_numbers(self.short),
        })
    }

    fn memory_of(&self, [step_size, previous_error]: [f64; 2], derivative_valid: bool) -> Memory {
        Memory { step_size, previous_error, derivative: self.derivative.iter().collect(), derivative_valid }
    }

    pub fn discrete_state(&self) -> impl Iterator<Item = i32> {
        self.discrete_state.as_chunks().0.iter().map(|bytes| i32::from_le_bytes(*bytes))
    }

    /// The past of signals; none if it is not that of `count` signals.
    pub fn histories(&self, count: usize) -> Option<Vec<History>> {
        let mut numbers = self.past.iter();
        let histories: Option<Vec<History>> = (0..count).map(|_| History::from_numbers(&mut numbers)).collect();
        histories.filter(|_| numbers.next().is_none())
    }

    /// Rank of each cluster of constraints.
    pub fn row_limits(&self) -> impl Iterator<Item = RankLimit> {
        self.row_limits.as_chunks::<ROW_LIMIT>().0.iter().map(|bytes| {
            let mut reader = Reader { rest: bytes };
            // No rank is that large, and no threshold is no number: what is checked finds them.
            let rank = reader.u32().and_then(|rank| usize::try_from(rank).ok()).unwrap_or(usize::MAX);
            RankLimit { rank, threshold: reader.number().unwrap_or(f64::NAN) }
        })
    }
}

/// Expectation for every number.
const FINITE: &str = "a finite number";

impl Contents<'_> {
    /// Refuses numbers and states that no instance ever has: of those of a model only finite ones, which are named by `variable` from
    /// what they are and their index.
    pub fn check(&self, variable: impl Fn(Part, usize) -> String) -> Result<(), SnapshotError> {
        self.check_state()?;
        let [start_time, tolerance, stop_time] = self.experiment_numbers;
        let numbers = [
            ("the time", self.elapsed),
            ("the start time", start_time),
            ("the tolerance", tolerance),
            ("the stop time", stop_time),
        ];
        let errors = [self.steps[1], self.origin_steps[1]];
        let integrator: [&[f64]; 6] =
            [&self.stiffness, &self.origin_stiffness, &self.rhythm, &self.short, &self.origin, &errors];
        let integrator = integrator.into_iter().flatten().map(|value| ("a number of the integrator", *value));
        if let Some((quantity, value)) = numbers.into_iter().chain(integrator).find(|(_, value)| !value.is_finite()) {
            return Err(number(quantity.to_owned(), value, FINITE));
        }
        let [step_size, earlier] = [self.steps[0], self.origin_steps[0]];
        if let Some(size) = [step_size, earlier].into_iter().find(|size| !(size.is_finite() && *size >= 0.0)) {
            return Err(number("the integrator's step".to_owned(), size, "a finite number, at least 0"));
        }
        let [origin, horizon] = self.origin;
        if self.is_running && !(origin <= self.elapsed && self.elapsed < horizon) {
            let expected = "a time before the end of the step that goes beyond it";
            return Err(number("the time".to_owned(), self.elapsed, expected));
        }
        let parts = [
            (Part::Parameter, self.parameters, 1),
            (Part::Input, self.inputs, 1),
            (Part::Input, self.next_inputs, 1),
            (Part::InputRate, self.input_rates, 2),
            (Part::InputRate, self.next_input_rates, 2),
            (Part::State, self.state, 1),
            (Part::Derivative, self.derivative, 1),
            (Part::EarlierState, self.origin_state, 1),
            (Part::Held, self.held, 1),
            (Part::Past, self.past, 1),
            (Part::Minimal, self.minimal, 1),
        ];
        for (part, numbers, per_variable) in parts {
            if let Some((index, value)) = numbers.iter().enumerate().find(|(_, value)| !value.is_finite()) {
                return Err(number(variable(part, index / per_variable), value, FINITE));
            }
        }
        let experiment = self.experiment.map_or(Ok(()), |experiment| experiment.check());
        experiment.map_err(|_| SnapshotError::Damaged("its start time, stop time and tolerance make no experiment"))
    }

    /// Refuses states that cannot be.
    fn check_state(&self) -> Result<(), SnapshotError> {
        let other = !self.interface.states(self.version).contains(self.mode);
        let begun = self.initialized && self.experiment.is_some();
        let obstacle = match self.mode {
            _ if other => "belongs to the other interface or version of FMI",
            _ if self.pending && (self.version, self.interface) != (Version::Fmi3, Interface::CoSimulation) => {
                "waits for an event as co-simulation of FMI 3.0 does"
            }
            Mode::Instantiated if self.initialized => "has entered Initialization Mode",
            Mode::Instantiated | Mode::Error => return Ok(()),
            _ if !begun => "has never entered Initialization Mode",
            Mode::Initialization => return Ok(()),
            _ if self.changes.initial => "has no initial state yet",
            _ => return Ok(()),
        };
        Err(SnapshotError::State { mode: self.mode, obstacle })
    }
}

/// Kind of a number in a snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Parameter,
    Input,
    InputRate,
    State,
    EarlierState,
    Derivative,
    Held,
    Past,
    Minimal,
}

fn number(quantity: String, value: f64, expected: &'static str) -> SnapshotError {
    SnapshotError::Number { quantity, value, expected }
}
