//! The shared libraries in binaries/: platforms, and the format and exports of a library (FMI 2.0.5, 2.1, 3.2 and 4.2; fmi2Functions.h).

mod image;
mod platform;

pub use platform::Platform;
pub(crate) use platform::folders;

use std::io::{Cursor, Read};

use image::Image;
use zip::ZipArchive;
use zip::result::ZipResult;

/// Functions of both interfaces.
pub const COMMON: &[&str] = &[
    "fmi2GetTypesPlatform",
    "fmi2GetVersion",
    "fmi2SetDebugLogging",
    "fmi2Instantiate",
    "fmi2FreeInstance",
    "fmi2SetupExperiment",
    "fmi2EnterInitializationMode",
    "fmi2ExitInitializationMode",
    "fmi2Terminate",
    "fmi2Reset",
    "fmi2GetReal",
    "fmi2GetInteger",
    "fmi2GetBoolean",
    "fmi2GetString",
    "fmi2SetReal",
    "fmi2SetInteger",
    "fmi2SetBoolean",
    "fmi2SetString",
    "fmi2GetFMUstate",
    "fmi2SetFMUstate",
    "fmi2FreeFMUstate",
    "fmi2SerializedFMUstateSize",
    "fmi2SerializeFMUstate",
    "fmi2DeSerializeFMUstate",
    "fmi2GetDirectionalDerivative",
];

/// Functions of co-simulation.
pub const CO_SIMULATION: &[&str] = &[
    "fmi2SetRealInputDerivatives",
    "fmi2GetRealOutputDerivatives",
    "fmi2DoStep",
    "fmi2CancelStep",
    "fmi2GetStatus",
    "fmi2GetRealStatus",
    "fmi2GetIntegerStatus",
    "fmi2GetBooleanStatus",
    "fmi2GetStringStatus",
];

/// Functions of model exchange.
pub const MODEL_EXCHANGE: &[&str] = &[
    "fmi2EnterEventMode",
    "fmi2NewDiscreteStates",
    "fmi2EnterContinuousTimeMode",
    "fmi2CompletedIntegratorStep",
    "fmi2SetTime",
    "fmi2SetContinuousStates",
    "fmi2GetDerivatives",
    "fmi2GetEventIndicators",
    "fmi2GetContinuousStates",
    "fmi2GetNominalsOfContinuousStates",
];

/// Functions that every library of FMI 3.0 must export (fmi3Functions.h; FMI 3.0.2, 2.5).
pub const FMI3: &[&str] = &[
    "fmi3GetVersion",
    "fmi3SetDebugLogging",
    "fmi3InstantiateModelExchange",
    "fmi3InstantiateCoSimulation",
    "fmi3InstantiateScheduledExecution",
    "fmi3FreeInstance",
    "fmi3EnterInitializationMode",
    "fmi3ExitInitializationMode",
    "fmi3EnterEventMode",
    "fmi3Terminate",
    "fmi3Reset",
    "fmi3GetNumberOfVariableDependencies",
    "fmi3GetVariableDependencies",
    "fmi3GetFMUState",
    "fmi3SetFMUState",
    "fmi3FreeFMUState",
    "fmi3SerializedFMUStateSize",
    "fmi3SerializeFMUState",
    "fmi3DeserializeFMUState",
    "fmi3GetDirectionalDerivative",
    "fmi3GetAdjointDerivative",
    "fmi3EnterConfigurationMode",
    "fmi3ExitConfigurationMode",
    "fmi3GetIntervalDecimal",
    "fmi3GetIntervalFraction",
    "fmi3GetShiftDecimal",
    "fmi3GetShiftFraction",
    "fmi3SetIntervalDecimal",
    "fmi3SetIntervalFraction",
    "fmi3SetShiftDecimal",
    "fmi3SetShiftFraction",
    "fmi3EvaluateDiscreteStates",
    "fmi3UpdateDiscreteStates",
    "fmi3EnterContinuousTimeMode",
    "fmi3CompletedIntegratorStep",
    "fmi3SetTime",
    "fmi3SetContinuousStates",
    "fmi3GetContinuousStateDerivatives",
    "fmi3GetEventIndicators",
    "fmi3GetContinuousStates",
    "fmi3GetNominalsOfContinuousStates",
    "fmi3GetNumberOfEventIndicators",
    "fmi3GetNumberOfContinuousStates",
    "fmi3EnterStepMode",
    "fmi3GetOutputDerivatives",
    "fmi3DoStep",
    "fmi3ActivateModelPartition",
    "fmi3GetFloat32",
    "fmi3SetFloat32",
    "fmi3GetFloat64",
    "fmi3SetFloat64",
    "fmi3GetInt8",
    "fmi3SetInt8",
    "fmi3GetUInt8",
    "fmi3SetUInt8",
    "fmi3GetInt16",
    "fmi3SetInt16",
    "fmi3GetUInt16",
    "fmi3SetUInt16",
    "fmi3GetInt32",
    "fmi3SetInt32",
    "fmi3GetUInt32",
    "fmi3SetUInt32",
    "fmi3GetInt64",
    "fmi3SetInt64",
    "fmi3GetUInt64",
    "fmi3SetUInt64",
    "fmi3GetBoolean",
    "fmi3SetBoolean",
    "fmi3GetString",
    "fmi3SetString",
    "fmi3GetBinary",
    "fmi3SetBinary",
    "fmi3GetClock",
    "fmi3SetClock",
];

/// A library that an FMU should not hold, or not there.
#[allow(missing_docs, reason = "the messages describe variants and fields")]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BinaryFault {
    #[error("it is not a shared library for {folder}: {reason}")]
    Unreadable { folder: &'static str, reason: String },
    #[error("it is {found}, and {folder} wants {expected}")]
    Machine { folder: &'static str, found: String, expected: String },
    #[error("the library ({machine}) does not export {}", missing.join(", "))]
    Exports { machine: String, missing: Vec<String> },
    #[error("there is no {expected}{}", found_instead(found))]
    Missing { expected: String, found: Vec<String> },
}

fn found_instead(found: &[String]) -> String {
    if found.is_empty() { String::new() } else { format!("; there is {}", found.join(", ")) }
}

impl BinaryFault {
    /// Hint on how to fix the fault.
    pub fn help(&self) -> String {
        match self {
            Self::Unreadable { folder, .. } | Self::Machine { folder, .. } => {
                format!("put it into the folder of its own platform, and the library for {folder} here")
            }
            Self::Exports { .. } => {
                "all functions of the declared interfaces must be there, those of capabilities that are not used too"
                    .to_owned()
            }
            Self::Missing { .. } => {
                "a library is called like its modelIdentifier, with the extension of its platform".to_owned()
            }
        }
    }
}

/// Checks a library that must export the `required` functions on `platform`.
pub fn faults(bytes: &[u8], platform: &Platform, required: &[&str]) -> Vec<BinaryFault> {
    let images = match image::read(bytes) {
        Ok(images) => images,
        Err(reason) => return vec![BinaryFault::Unreadable { folder: platform.folder, reason }],
    };
    // A loader takes the part of a file that it can run and passes over the others.
    let running: Vec<&Image> = images.iter().filter(|image| platform.runs(image)).collect();
    if running.is_empty() {
        let found: Vec<String> = images.iter().map(Image::machine).collect();
        let (folder, found, expected) = (platform.folder, found.join(" and "), platform.machines());
        return vec![BinaryFault::Machine { folder, found, expected }];
    }
    running.into_iter().filter_map(|image| missing_exports(image, required)).collect()
}

fn missing_exports(image: &Image, required: &[&str]) -> Option<BinaryFault> {
    let missing: Vec<String> =
        required.iter().filter(|name| !image.exports.contains(**name)).map(|&name| name.to_owned()).collect();
    (!missing.is_empty()).then(|| BinaryFault::Exports { machine: image.machine(), missing })
}

/// The functions that a library needs that serves both interfaces, as those of this tool do.
pub fn both_interfaces() -> Vec<&'static str> {
    [COMMON, CO_SIMULATION, MODEL_EXCHANGE].concat()
}

/// A library that fits its platform and serves both interfaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlatformBinary {
    platform: &'static Platform,
    bytes: Vec<u8>,
}

impl PlatformBinary {
    /// Checks format, machine and exported functions of a library.
    pub fn new(platform: &'static Platform, bytes: Vec<u8>) -> Result<Self, Vec<BinaryFault>> {
        let faults = faults(&bytes, platform, &both_interfaces());
        if faults.is_empty() { Ok(Self { platform, bytes }) } else { Err(faults) }
    }

    /// The platform.
    pub fn platform(&self) -> &'static Platform {
        self.platform
    }

    /// The library.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// A runtime library, already deflated.
#[derive(Clone, Copy, Debug)]
pub struct Runtime {
    /// Folders of binaries/ that it belongs into (FMI 2.0.5, 2.3).
    pub folders: &'static [&'static str],
    /// File name extension of shared libraries, without dot.
    pub extension: &'static str,
    /// A zip archive whose only entry is the library.
    pub packed: &'static [u8],
}

impl Runtime {
    /// The archive of the library, to be copied without compressing it again.
    pub fn archive(&self) -> ZipResult<ZipArchive<Cursor<&'static [u8]>>> {
        ZipArchive::new(Cursor::new(self.packed))
    }

    /// The library's bytes.
    pub fn bytes(&self) -> ZipResult<Vec<u8>> {
        let mut archive = self.archive()?;
        let mut entry = archive.by_index(0)?;
        let mut bytes = Vec::with_capacity(usize::try_from(entry.size()).unwrap_or_default());
        entry.read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}
