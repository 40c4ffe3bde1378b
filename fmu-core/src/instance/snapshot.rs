//! Snapshots: all that an instance continues from, as one run of bytes.
//!
//! There is one format in memory and outside: little-endian numbers behind a header, without addresses, so that it can be restored in
//! another process, on another platform and on an instance that was never initialised. What parameters decide is not in it and
//! computed again, to the same bits.

use super::{Changes, Experiment, Instance, InstanceError, Interface, Mode};
use crate::digest;
use crate::solver::{Memory, Stiffness};

/// The first bytes. Like those of PNG they show a transfer that changed line ends or cut the eighth bit.
const MAGIC: [u8; 8] = *b"\x89MBF\r\n\x1a\n";
/// Number of the format that this version writes and reads.
const VERSION: u32 = 3;
/// Bytes of the checksum at the end.
const CHECKSUM: usize = 8;

/// A snapshot of an [`Instance`], made by [`Instance::snapshot`] or [`Instance::read_snapshot`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Snapshot {
    /// Everything but the checksum.
    bytes: Vec<u8>,
}

/// Why bytes are no snapshot of this model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SnapshotError {
    /// They begin otherwise.
    #[error("these bytes are no snapshot of an FMU of multibody-fmu")]
    NotASnapshot,
    /// Another version wrote them.
    #[error("the snapshot has format {found}, this runtime reads format {VERSION}; take it again with this FMU")]
    Version {
        /// Number in the bytes.
        found: u32,
    },
    /// Some are missing.
    #[error("the snapshot is cut: {found} bytes instead of {expected}")]
    Cut {
        /// Number that it says it has.
        expected: u64,
        /// Number found.
        found: usize,
    },
    /// They are not what was written.
    #[error("the snapshot is damaged: {0}")]
    Damaged(&'static str),
    /// Another model wrote them.
    #[error("the snapshot belongs to the model with GUID {found:?}, this one has GUID {expected:?}")]
    OtherModel {
        /// GUID in the snapshot.
        found: String,
        /// GUID of the instance.
        expected: String,
    },
    /// The arrays of the model have other lengths.
    #[error("the snapshot has {found} {what}, the model has {expected}")]
    Layout {
        /// What is counted.
        what: &'static str,
        /// Number in the snapshot.
        found: u64,
        /// Number of the model.
        expected: usize,
    },
    /// It was taken of an instance that is driven otherwise.
    #[error("the snapshot was taken of an instance for {found}, this one is for {expected}")]
    OtherInterface {
        /// Interface of the instance that it was taken of.
        found: Interface,
        /// Interface of this instance.
        expected: Interface,
    },
    /// The array for the bytes is too short.
    #[error("{found} bytes are too few for the snapshot, it needs {expected}")]
    NoRoom {
        /// Size needed.
        expected: usize,
        /// Size found.
        found: usize,
    },
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
        let (version, length) = (reader.u32(), reader.u64());
        match version {
            Some(VERSION) => {}
            Some(found) => return Err(SnapshotError::Version { found }),
            None => return Err(cut(u64::try_from(MAGIC.len() + 12).unwrap_or_default())),
        }
        let length = length.ok_or_else(|| cut(u64::try_from(MAGIC.len() + 12).unwrap_or_default()))?;
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
    /// A snapshot, in any state.
    pub fn snapshot(&self) -> Snapshot {
        let mut snapshot = Snapshot::default();
        self.snapshot_into(&mut snapshot);
        snapshot
    }

    /// Takes a snapshot into the memory of an older one.
    pub fn snapshot_into(&self, snapshot: &mut Snapshot) {
        let plant = self.plant.as_ref();
        let inputs = plant.catalogue().inputs.len();
        let (memory, stiffness) = self.integrator.memory();
        let mut writer = Writer { bytes: &mut snapshot.bytes };
        writer.bytes.clear();
        writer.bytes.extend_from_slice(&MAGIC);
        writer.u32(VERSION);
        let length_at = writer.bytes.len();
        writer.u64(0);
        writer.count(self.guid.len());
        writer.bytes.extend_from_slice(self.guid.as_bytes());
        let (discrete, warnings) = (plant.discrete_state(), plant.standing_warnings());
        let counts = [plant.parameters().len(), inputs, self.state.len(), discrete.len(), warnings.len()];
        counts.into_iter().for_each(|count| writer.count(count));
        let mode = Mode::ALL.iter().position(|mode| *mode == self.mode).unwrap_or_default();
        let experiment = self.experiment.unwrap_or_default();
        writer.bytes.extend([self.interface as u8, mode as u8]);
        writer.flags([
            self.initialized,
            self.changes.parameters,
            self.changes.initial,
            self.changes.jump,
            memory.derivative_valid,
            self.experiment.is_some(),
            experiment.tolerance.is_some(),
            experiment.stop_time.is_some(),
        ]);
        let (tolerance, stop) = (experiment.tolerance.unwrap_or_default(), experiment.stop_time.unwrap_or_default());
        writer.numbers([self.time, experiment.start_time, tolerance, stop, memory.step_size, memory.previous_error]);
        writer.numbers(stiffness.to_numbers());
        writer.numbers(plant.parameters().iter().copied());
        writer.numbers((0..inputs).map(|i| plant.input(i)));
        writer.numbers((0..inputs).flat_map(|i| plant.input_rates(i)));
        writer.numbers(self.next_input_rates.iter().flatten().copied());
        writer.numbers(self.state.iter().copied());
        writer.numbers(memory.derivative.iter().copied());
        discrete.iter().for_each(|mode| writer.bytes.extend(mode.to_le_bytes()));
        writer.bytes.extend(warnings.iter().map(|standing| u8::from(*standing)));
        let length = (writer.bytes.len() + CHECKSUM) as u64;
        writer.bytes[length_at..length_at + 8].copy_from_slice(&length.to_le_bytes());
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
        let memory = Memory {
            step_size: contents.step_size,
            previous_error: contents.previous_error,
            derivative: contents.derivative.iter().collect(),
            derivative_valid: contents.derivative_valid,
        };
        let tolerance = contents.experiment.and_then(|experiment| experiment.tolerance);
        self.integrator.set_tolerance(tolerance.unwrap_or(self.default_tolerance));
        if self.integrator.restore(&memory, contents.stiffness).is_err() {
            return Err(SnapshotError::Damaged("its integrator has another dimension").into());
        }
        self.restore_plant(&contents);
        self.warnings.clear();
        self.mode = contents.mode;
        self.experiment = contents.experiment;
        self.initialized = contents.initialized;
        self.time = contents.time;
        let changes = contents.changes;
        // What was prepared for other parameters is of no use.
        self.changes = Changes { parameters: changes.parameters || self.changes.parameters, ..changes };
        Ok(())
    }

    fn restore_plant(&mut self, contents: &Contents<'_>) {
        let plant = self.plant.as_mut();
        for (i, value) in contents.parameters.iter().enumerate() {
            if plant.parameters()[i].to_bits() != value.to_bits() {
                plant.set_parameter(i, value);
                self.changes.parameters = true;
            }
        }
        plant.begin_inputs(contents.time);
        for (i, value) in contents.inputs.iter().enumerate() {
            plant.set_input(i, value);
            plant.set_input_rates(i, contents.input_rates.pair(i));
            self.next_input_rates[i] = contents.next_input_rates.pair(i);
        }
        plant.set_discrete_state(&contents.discrete_state().collect::<Vec<_>>());
        plant.set_standing_warnings(&contents.standing_warnings.iter().map(|byte| *byte != 0).collect::<Vec<_>>());
        self.state.iter_mut().zip(contents.state.iter()).for_each(|(x, value)| *x = value);
    }

    /// The snapshot that [`Snapshot::serialize`] wrote, if it is one of this model.
    ///
    /// # Errors
    /// Bytes that are no snapshot, cut, damaged or of another model.
    pub fn read_snapshot(&self, bytes: &[u8]) -> Result<Snapshot, InstanceError> {
        let snapshot = Snapshot::deserialize(bytes)?;
        self.check(&Contents::read(&snapshot.bytes)?)?;
        Ok(snapshot)
    }

    /// Refuses snapshots of other models.
    fn check(&self, contents: &Contents<'_>) -> Result<(), SnapshotError> {
        if contents.guid != self.guid.as_bytes() {
            let found = String::from_utf8_lossy(contents.guid).into_owned();
            return Err(SnapshotError::OtherModel { found, expected: self.guid.clone() });
        }
        let plant = self.plant.as_ref();
        let model = [
            ("parameters", plant.parameters().len()),
            ("inputs", plant.catalogue().inputs.len()),
            ("states", self.state.len()),
            ("discrete states", plant.discrete_state().len()),
            ("warnings", plant.standing_warnings().len()),
        ];
        for ((what, expected), found) in model.into_iter().zip(contents.counts) {
            if found != expected as u64 {
                return Err(SnapshotError::Layout { what, found, expected });
            }
        }
        Ok(())
    }
}

/// Appends numbers.
struct Writer<'a> {
    bytes: &'a mut Vec<u8>,
}

impl Writer<'_> {
    fn u32(&mut self, value: u32) {
        self.bytes.extend(value.to_le_bytes());
    }
    fn u64(&mut self, value: u64) {
        self.bytes.extend(value.to_le_bytes());
    }
    fn count(&mut self, value: usize) {
        self.u64(value as u64);
    }
    fn flags(&mut self, flags: [bool; 8]) {
        self.bytes.push(flags.into_iter().enumerate().map(|(bit, flag)| u8::from(flag) << bit).sum());
    }
    fn numbers(&mut self, values: impl IntoIterator<Item = f64>) {
        values.into_iter().for_each(|value| self.bytes.extend(value.to_le_bytes()));
    }
}

/// Takes numbers from the front; none when too few bytes are left.
struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn bytes(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        Some(taken)
    }
    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.bytes(N)?.try_into().ok()
    }
    fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }
    fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }
    fn number(&mut self) -> Option<f64> {
        self.array().map(f64::from_le_bytes)
    }
    fn array_of_numbers<const N: usize>(&mut self) -> Option<[f64; N]> {
        let numbers = self.numbers(N as u64)?;
        let mut array = [0.0; N];
        array.iter_mut().zip(numbers.iter()).for_each(|(element, number)| *element = number);
        Some(array)
    }
    fn numbers(&mut self, count: u64) -> Option<Numbers<'a>> {
        let length = usize::try_from(count).ok()?.checked_mul(8)?;
        self.bytes(length).map(Numbers)
    }
}

/// An array of numbers inside the bytes.
#[derive(Clone, Copy, Debug)]
struct Numbers<'a>(&'a [u8]);

impl Numbers<'_> {
    fn iter(&self) -> impl Iterator<Item = f64> {
        self.0.as_chunks().0.iter().map(|bytes| f64::from_le_bytes(*bytes))
    }
    /// Elements `2 i` and `2 i + 1`.
    fn pair(&self, i: usize) -> [f64; 2] {
        let at = |k: usize| self.0.as_chunks().0.get(k).map_or(f64::NAN, |bytes| f64::from_le_bytes(*bytes));
        [at(2 * i), at(2 * i + 1)]
    }
}

/// The parts of a snapshot.
struct Contents<'a> {
    guid: &'a [u8],
    /// Parameters, inputs, states, discrete states, warnings.
    counts: [u64; 5],
    interface: Interface,
    mode: Mode,
    initialized: bool,
    changes: Changes,
    experiment: Option<Experiment>,
    time: f64,
    step_size: f64,
    previous_error: f64,
    stiffness: Stiffness,
    derivative_valid: bool,
    parameters: Numbers<'a>,
    inputs: Numbers<'a>,
    input_rates: Numbers<'a>,
    next_input_rates: Numbers<'a>,
    state: Numbers<'a>,
    derivative: Numbers<'a>,
    discrete_state: &'a [u8],
    standing_warnings: &'a [u8],
}

impl<'a> Contents<'a> {
    fn read(bytes: &'a [u8]) -> Result<Self, SnapshotError> {
        Self::parse(bytes).ok_or(SnapshotError::Damaged("its parts do not fit together"))
    }

    fn parse(bytes: &'a [u8]) -> Option<Self> {
        let mut reader = Reader { rest: bytes };
        reader.bytes(MAGIC.len() + 12)?;
        let guid_length = usize::try_from(reader.u64()?).ok()?;
        let guid = reader.bytes(guid_length)?;
        let counts = [reader.u64()?, reader.u64()?, reader.u64()?, reader.u64()?, reader.u64()?];
        let [parameters, inputs, states, discrete, warnings] = counts;
        let [interface, mode, flags] = reader.array()?;
        let flag = |bit: u32| flags >> bit & 1 == 1;
        let [time, start_time, tolerance, stop_time] =
            [reader.number()?, reader.number()?, reader.number()?, reader.number()?];
        let experiment =
            Experiment { start_time, tolerance: flag(6).then_some(tolerance), stop_time: flag(7).then_some(stop_time) };
        let contents = Self {
            guid,
            counts,
            interface: Interface::ALL.into_iter().find(|kind| *kind as u8 == interface)?,
            mode: *Mode::ALL.get(usize::from(mode))?,
            initialized: flag(0),
            changes: Changes { parameters: flag(1), initial: flag(2), jump: flag(3) },
            derivative_valid: flag(4),
            experiment: flag(5).then_some(experiment),
            time,
            step_size: reader.number()?,
            previous_error: reader.number()?,
            stiffness: Stiffness::from_numbers(reader.array_of_numbers()?),
            parameters: reader.numbers(parameters)?,
            inputs: reader.numbers(inputs)?,
            input_rates: reader.numbers(inputs.checked_mul(2)?)?,
            next_input_rates: reader.numbers(inputs.checked_mul(2)?)?,
            state: reader.numbers(states)?,
            derivative: reader.numbers(states)?,
            discrete_state: reader.bytes(usize::try_from(discrete).ok()?.checked_mul(4)?)?,
            standing_warnings: reader.bytes(usize::try_from(warnings).ok()?)?,
        };
        reader.rest.is_empty().then_some(contents)
    }

    fn discrete_state(&self) -> impl Iterator<Item = i32> {
        self.discrete_state.as_chunks().0.iter().map(|bytes| i32::from_le_bytes(*bytes))
    }
}
