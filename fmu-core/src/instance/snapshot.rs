//! Snapshots: all that an instance continues from, as one run of bytes.
//!
//! There is one format in memory and outside: little-endian numbers behind a header, without addresses, so that it can be restored in
//! another process, on another platform and on an instance that was never initialised. What parameters decide is not in it and
//! computed again, to the same bits.

mod bytes;
mod contents;
mod error;

pub use error::SnapshotError;

use super::experiment::step_tolerance;
use super::{Changes, Instance, InstanceError, Interface, Mode, Version};
use bytes::{Reader, Writer};
use contents::{Contents, Part, ROW_LIMIT};
use mechanism::{History, Source};
use simulation::digest;
use simulation::model::Model;
use simulation::solver::{Memory, Rhythm, ShortSteps, SolutionMemory, Stiffness};
use simulation::variables::Target;

/// The first bytes. Like those of PNG they show a transfer that changed line ends or cut the eighth bit.
const MAGIC: [u8; 8] = *b"\x89MBF\r\n\x1a\n";
/// Number of the format that this version writes and reads.
const VERSION: u32 = 8;
/// Bytes of magic, version and length.
const HEAD: usize = MAGIC.len() + 12;
/// Room for what every snapshot has, in numbers of 8 bytes.
const FIXED_NUMBERS: usize = 45;
/// Bit of the version of FMI, beside that of the interface.
const VERSION_BIT: u8 = 1;
/// Why the model of a snapshot has ended, which is not in it.
const ENDED: &str = "before the snapshot was taken";
/// Bytes of the checksum at the end.
const CHECKSUM: usize = 8;

/// A snapshot of an [`Instance`], made by [`Instance::snapshot`] or [`Instance::read_snapshot`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Snapshot {
    /// Everything but the checksum.
    bytes: Vec<u8>,
}

impl Snapshot {
    /// Number of bytes that [`Self::serialize`] writes.
    pub fn serialized_size(&self) -> usize {
        self.bytes.len() + CHECKSUM
    }

    /// Writes the snapshot to the beginning of `target`; the rest stays as it is.
    ///
    /// # Errors
    /// [`SnapshotError::NoRoom`].
    pub fn serialize(&self, target: &mut [u8]) -> Result<(), SnapshotError> {
        let (expected, found) = (self.serialized_size(), target.len());
        let Some(target) = target.get_mut(..expected) else {
            return Err(SnapshotError::NoRoom { expected, found });
        };
        let (content, end) = target.split_at_mut(self.bytes.len());
        content.copy_from_slice(&self.bytes);
        end.copy_from_slice(&checksum(&self.bytes).to_le_bytes());
        Ok(())
    }

    /// The snapshot that [`Self::serialize`] wrote to the beginning of `bytes`; what follows is not looked at.
    ///
    /// # Errors
    /// Bytes that are no snapshot, cut or damaged.
    pub fn deserialize(bytes: &[u8]) -> Result<Self, SnapshotError> {
        let mut reader = Reader { rest: bytes };
        if reader.bytes(MAGIC.len()).is_none_or(|magic| magic != MAGIC) {
            return Err(SnapshotError::NotASnapshot);
        }
        let cut = |expected| SnapshotError::Cut { expected, found: bytes.len() };
        let found = reader.u32().ok_or_else(|| cut(HEAD as u64))?;
        if found != VERSION {
            return Err(SnapshotError::Version { found });
        }
        let length = reader.u64().ok_or_else(|| cut(HEAD as u64))?;
        let whole = usize::try_from(length).ok().and_then(|length| bytes.get(..length));
        let (content, end) = whole.ok_or_else(|| cut(length))?.split_last_chunk().ok_or_else(|| cut(length))?;
        if checksum(content).to_le_bytes() != *end {
            return Err(SnapshotError::Damaged("its checksum is not that of its content"));
        }
        Contents::read(content)?;
        Ok(Self { bytes: content.to_vec() })
    }
}

fn checksum(bytes: &[u8]) -> u64 {
    digest::digest(digest::EMPTY, bytes)
}

impl Instance {
    /// Bytes of memory that a snapshot takes.
    pub fn snapshot_size(&self) -> usize {
        let system = &self.system;
        let (inputs, states) = (self.model.catalogue.inputs.len(), self.state.len());
        let held = system.held().len();
        let numbers = FIXED_NUMBERS
            + system.all_parameters().len()
            + 6 * inputs
            + 3 * states
            + held
            + self.past_size()
            + self.minimal.as_ref().map_or(0, |minimal| minimal.count());
        let (discrete, warnings) = (4 * system.modes().len(), system.standing_warnings().len());
        8 * numbers + self.guid.len() + discrete + warnings + ROW_LIMIT * system.row_limits().len()
    }

    /// Numbers that the past of signals takes.
    fn past_size(&self) -> usize {
        self.system.histories().iter().map(History::size).sum()
    }

    /// A snapshot, in any state.
    pub fn snapshot(&self) -> Snapshot {
        let mut snapshot = Snapshot::default();
        self.snapshot_into(&mut snapshot);
        snapshot
    }

    /// Takes a snapshot into the memory of an older one.
    pub fn snapshot_into(&self, snapshot: &mut Snapshot) {
        let system = &self.system;
        let inputs = self.model.catalogue.inputs.len();
        let SolutionMemory { memory, stiffness, short, running } = self.solution.memory();
        let mut writer = Writer { bytes: &mut snapshot.bytes };
        writer.bytes.clear();
        writer.bytes.reserve_exact(self.snapshot_size());
        writer.bytes.extend_from_slice(&MAGIC);
        writer.u32(VERSION);
        let length_at = writer.bytes.len();
        writer.u64(0);
        writer.count(self.guid.len());
        writer.bytes.extend_from_slice(self.guid.as_bytes());
        let (discrete, warnings, limits) = (system.modes(), system.standing_warnings(), system.row_limits());
        let held = system.held();
        let counts = [system.all_parameters().len(), inputs, self.state.len(), discrete.len()];
        let minimal = self.minimal.as_ref().map(|minimal| minimal.numbers()).unwrap_or_default();
        let counts =
            counts.into_iter().chain([warnings.len(), limits.len(), held.len(), minimal.len(), self.past_size()]);
        counts.for_each(|count| writer.count(count));
        let mode = Mode::ALL.iter().position(|mode| *mode == self.mode).unwrap_or_default();
        let experiment = self.experiment.unwrap_or_default();
        writer.bytes.extend([self.interface as u8 | (self.version as u8) << VERSION_BIT, mode as u8]);
        writer.flags([
            self.initialized,
            self.changes.parameters,
            self.changes.initial,
            self.changes.jump,
            self.experiment.is_some(),
            experiment.tolerance.is_some(),
            experiment.stop_time.is_some(),
        ]);
        // The origin of the running step, which is made again from it.
        let derivative = running.map_or(memory, |origin| &origin.memory);
        let is_change = running.is_some_and(|origin| origin.is_change);
        let has_ended = self.version == Version::Fmi3 && self.termination.is_some();
        let restart = self.version == Version::Fmi3 && self.restart;
        let is_valid = derivative.derivative_valid;
        writer.flags([running.is_some(), is_valid, is_change, self.pending, has_ended, restart]);
        let (tolerance, stop) = (experiment.tolerance.unwrap_or_default(), experiment.stop_time.unwrap_or_default());
        writer.numbers([self.elapsed, experiment.start_time, tolerance, stop]);
        // A step may grow without bounds where nothing happens.
        let steps = |memory: &Memory| [memory.step_size.min(f64::MAX), memory.previous_error];
        writer.numbers(steps(memory).into_iter().chain(stiffness.to_numbers()));
        writer.numbers(self.rhythm.to_numbers());
        writer.numbers(short.to_numbers());
        writer.numbers(running.map_or([0.0; 2], |origin| [origin.time, origin.horizon]));
        writer.numbers(running.map_or([0.0; 2], |origin| steps(&origin.memory)));
        writer.numbers(running.map_or([0.0; 5], |origin| origin.stiffness.to_numbers()));
        writer.numbers(system.all_parameters().iter().copied());
        writer.numbers((0..inputs).map(|i| system.input(i)));
        writer.numbers((0..inputs).map(|i| self.next_input(i)));
        writer.numbers((0..inputs).flat_map(|i| system.input_rates(i)));
        writer.numbers(self.next_input_rates.iter().flatten().copied());
        writer.numbers(self.state.iter().copied());
        // Numbers that are not valid may be left from a failed evaluation.
        let known = |value: &f64| if derivative.derivative_valid { *value } else { 0.0 };
        writer.numbers(derivative.derivative.iter().map(known));
        writer.numbers((0..self.state.len()).map(|i| running.map_or(0.0, |origin| origin.state[i])));
        writer.numbers(held.iter().copied());
        writer.numbers(system.histories().iter().flat_map(History::numbers));
        writer.numbers(minimal);
        discrete.iter().for_each(|mode| writer.bytes.extend(mode.to_le_bytes()));
        writer.bytes.extend(warnings.iter().map(|standing| u8::from(*standing)));
        for limit in limits {
            writer.u32(u32::try_from(limit.rank).unwrap_or(u32::MAX));
            writer.number(limit.threshold);
        }
        let length = (writer.bytes.len() + CHECKSUM) as u64;
        writer.bytes[length_at..length_at + 8].copy_from_slice(&length.to_le_bytes());
    }

    /// The value of input `i` from the next Event Mode on.
    fn next_input(&self, i: usize) -> f64 {
        let variable = self.model.catalogue.inputs[i];
        let waiting = self.waiting.iter().find(|(waiting, _)| *waiting == variable);
        waiting.map_or_else(|| self.system.input(i), |(_, value)| *value)
    }

    /// Goes on from a snapshot of this or another instance of the same model, bit for bit like the one that it was taken of. Possible
    /// in any state; nothing has changed after an error.
    ///
    /// # Errors
    /// A snapshot of another model, or of an instance with another interface.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<(), InstanceError> {
        let contents = Contents::read(&snapshot.bytes)?;
        self.check(&contents)?;
        if contents.interface != self.interface {
            return Err(SnapshotError::OtherInterface { found: contents.interface, expected: self.interface }.into());
        }
        if contents.version != self.version {
            return Err(SnapshotError::OtherVersion { found: contents.version, expected: self.version }.into());
        }
        if contents.mode == Mode::Event && self.interface == Interface::CoSimulation && !self.event_use.event_mode {
            return Err(SnapshotError::EventMode.into());
        }
        let tolerance = contents.experiment.and_then(|experiment| experiment.tolerance);
        self.solution.set_tolerance(step_tolerance(tolerance.unwrap_or(self.default_tolerance)));
        let memory = contents.memory();
        let running = contents.running();
        let stiffness = Stiffness::from_numbers(contents.stiffness);
        let solution = SolutionMemory {
            memory: &memory,
            stiffness,
            short: ShortSteps::from_numbers(contents.short),
            running: running.as_ref(),
        };
        if self.solution.restore(solution).is_err() {
            return Err(SnapshotError::Damaged("its integrator has another dimension").into());
        }
        self.rhythm = Rhythm::from_numbers(contents.rhythm);
        self.restore_system(&contents);
        if let Some(minimal) = &mut self.minimal {
            // It has been checked.
            minimal.restore(&self.model, &contents.minimal.iter().collect::<Vec<_>>());
        }
        self.system.take_warnings();
        self.event_log.clear();
        self.termination = contents.has_ended.then(|| ENDED.to_owned());
        (self.pending, self.standing, self.restart) = (contents.pending, 0, contents.restart);
        self.mode = contents.mode;
        self.experiment = contents.experiment;
        self.initialized = contents.initialized;
        self.elapsed = contents.elapsed;
        let changes = contents.changes;
        // Data that were prepared for other parameters are out of date.
        self.changes = Changes { parameters: changes.parameters || self.changes.parameters, ..changes };
        Ok(())
    }

    fn restore_system(&mut self, contents: &Contents<'_>) {
        let system = &mut self.system;
        for (i, value) in contents.parameters.iter().enumerate() {
            if system.all_parameters()[i].to_bits() != value.to_bits() {
                system.set_parameter(i, value);
                self.changes.parameters = true;
            }
        }
        system.set_start(contents.experiment.map_or(0.0, |experiment| experiment.start_time));
        system.begin_inputs(contents.elapsed);
        self.waiting.clear();
        for (i, (value, next)) in contents.inputs.iter().zip(contents.next_inputs.iter()).enumerate() {
            system.set_input(i, value);
            if next.to_bits() != value.to_bits() {
                self.waiting.push((self.model.catalogue.inputs[i], next));
            }
            system.set_input_rates(i, contents.input_rates.pair(i));
            self.next_input_rates[i] = contents.next_input_rates.pair(i);
        }
        system.set_modes(&contents.discrete_state().collect::<Vec<_>>());
        system.set_held(&contents.held.iter().collect::<Vec<_>>());
        system.set_histories(contents.histories(system.histories().len()).unwrap_or_default());
        system.set_row_limits(&contents.row_limits().collect::<Vec<_>>());
        system.set_standing_warnings(&contents.standing_warnings.iter().map(|byte| *byte != 0).collect::<Vec<_>>());
        self.state.iter_mut().zip(contents.state.iter()).for_each(|(x, value)| *x = value);
    }

    /// The snapshot that [`Snapshot::serialize`] wrote, if it is one of this model.
    ///
    /// # Errors
    /// Bytes that are no snapshot, cut, damaged or of another model, and numbers and states that no instance of the model has.
    pub fn read_snapshot(&self, bytes: &[u8]) -> Result<Snapshot, InstanceError> {
        let snapshot = Snapshot::deserialize(bytes)?;
        self.check(&Contents::read(&snapshot.bytes)?)?;
        Ok(snapshot)
    }

    /// Refuses snapshots of other models, and what cannot be a snapshot of this one.
    fn check(&self, contents: &Contents<'_>) -> Result<(), SnapshotError> {
        if contents.guid != self.guid.as_bytes() {
            let found = String::from_utf8_lossy(contents.guid).into_owned();
            return Err(SnapshotError::OtherModel { found, expected: self.guid.clone() });
        }
        let system = &self.system;
        let model = [
            ("parameters", system.all_parameters().len()),
            ("inputs", self.model.catalogue.inputs.len()),
            ("states", self.state.len()),
            ("discrete states", system.modes().len()),
            ("warnings", system.standing_warnings().len()),
            ("clusters of constraints", system.row_limits().len()),
            ("held numbers", system.held().len()),
            ("numbers of continuous states", self.minimal.as_ref().map_or(0, |minimal| minimal.count())),
        ];
        for ((what, expected), found) in model.into_iter().zip(contents.counts) {
            if found != expected as u64 {
                return Err(SnapshotError::Layout { what, found, expected });
            }
        }
        contents.check(|part, index| self.part_name(part, index))?;
        let histories = contents.histories(system.histories().len());
        let has_state = contents.initialized && !contents.changes.initial;
        let is_begun = |all: Vec<History>| !has_state || all.iter().all(|history| history.end().is_some());
        if !histories.is_some_and(is_begun) {
            return Err(SnapshotError::Damaged("the past of its signals is not in order"));
        }
        if let Some(minimal) = &self.minimal
            && !minimal.clone().restore(&self.model, &contents.minimal.iter().collect::<Vec<_>>())
        {
            return Err(SnapshotError::Damaged("its independent coordinates are none of this model"));
        }
        check_modes(&self.model, contents)?;
        check_row_limits(&self.model, contents)
    }

    /// Name of a number in a snapshot.
    fn part_name(&self, part: Part, index: usize) -> String {
        let catalogue = &self.model.catalogue;
        let is_it = |target: Option<Target>| match (part, target) {
            (Part::Parameter, Some(Target::Parameter(parameter))) => parameter == index,
            (Part::Input | Part::InputRate, Some(Target::Input(input))) => input == index,
            _ => false,
        };
        let variable = match part {
            Part::State | Part::EarlierState => catalogue.states.get(index).copied(),
            Part::Derivative => catalogue.derivatives.get(index).copied(),
            _ => catalogue.variables.iter().position(|variable| is_it(variable.target)),
        };
        let name = variable.and_then(|variable| catalogue.variables.get(variable)).map(|variable| variable.name);
        match (part, name) {
            (Part::InputRate, Some(name)) => format!("a time derivative of {name}"),
            (_, Some(name)) => name.to_owned(),
            (Part::Past, None) => format!("number {index} of the past of signals"),
            (Part::Minimal, _) => format!("number {index} of the continuous states"),
            (Part::Held, None) => format!("number {index} that laws hold"),
            (_, None) => format!("number {index} of its parameters"),
        }
    }
}

/// Refuses a discrete state that its law never has.
fn check_modes(model: &Model, contents: &Contents<'_>) -> Result<(), SnapshotError> {
    let mut pairs = model.laws.iter().zip(contents.discrete_state()).enumerate();
    let Some((number, (law, found))) = pairs.find(|(_, (law, mode))| !law.has_mode(*mode)) else { return Ok(()) };
    let written = law.output().map(|output| output.first);
    let is_it = |source: &Source| matches!(source, Source::Signal(signal, _) if Some(*signal) == written);
    // The law's signal, and what it is connected with.
    let variables = model.catalogue.variables.iter().filter(|variable| is_it(variable.source));
    let names: Vec<&str> = variables.map(|variable| variable.name).collect();
    let component = if names.is_empty() { format!("law number {number}") } else { names.join(" = ") };
    Err(SnapshotError::DiscreteState { component, found })
}

/// Refuses ranks and thresholds that no cluster of constraints has.
fn check_row_limits(model: &Model, contents: &Contents<'_>) -> Result<(), SnapshotError> {
    let mechanism = &model.mechanism;
    for (cluster, limit) in mechanism.tree.clusters.iter().zip(contents.row_limits()) {
        let refused = |what: &str, value: f64, expected: &'static str| {
            let first = mechanism.constraints.get(cluster.constraints.start).map_or("", |first| first.name.as_str());
            let quantity = format!("{what} of the constraints around {first}");
            Err(SnapshotError::Number { quantity, value, expected })
        };
        if limit.rank > cluster.rows() {
            return refused("the rank", limit.rank as f64, "no more than there are equations");
        }
        if !(0.0..1.0).contains(&limit.threshold) {
            return refused("the threshold", limit.threshold, "a number from 0 to 1");
        }
    }
    Ok(())
}
