//! Packs a system with its FMUs.

use std::io;

use zip::result::ZipError;

use super::fault::{Finding, SystemFault as Fault};
use super::file::{PackedFmu, SystemFile};
use super::units::Conversion;
use super::{DESCRIPTION, check, write};
use crate::archive::Entries;
use crate::check as fmu_check;

/// A packed system.
#[derive(Clone, Debug)]
pub struct Ssp {
    /// The archive.
    pub bytes: Vec<u8>,
    /// Warnings: legal, and probably not intended.
    pub warnings: Vec<Finding>,
    /// Number of components.
    pub components: usize,
    /// Number of connections.
    pub connections: usize,
    /// Number of connections that convert units.
    pub conversions: usize,
    /// Number of values in the parameter set.
    pub parameters: usize,
}

/// Why a system cannot be packed.
#[derive(Debug, thiserror::Error)]
pub enum SspError {
    /// The system has faults, and there may be warnings among these.
    #[error("{}", .0.iter().map(|finding| finding.fault.to_string()).collect::<Vec<_>>().join("\n"))]
    Faults(Vec<Finding>),
    /// A description could not be written.
    #[error("cannot write {DESCRIPTION}: {0}")]
    Description(#[from] io::Error),
    /// The archive could not be written.
    #[error("cannot write the archive: {0}")]
    Archive(#[from] ZipError),
}

impl Ssp {
    /// Packs a system. `uses` are the positions of the FMUs of its components, in the order of [`SystemFile::components`].
    ///
    /// # Errors
    /// When the system or one of the FMUs has faults.
    pub fn pack(file: &SystemFile, fmus: &[PackedFmu], uses: &[usize]) -> Result<Self, SspError> {
        let (mut descriptions, mut faults) = (Vec::new(), Vec::new());
        for fmu in fmus {
            let read = fmu_check::read(&fmu.bytes);
            faults.extend(read.report.problems.iter().map(|problem| Finding {
                place: None,
                fault: Fault::Fmu { source_name: fmu.file_name.clone(), problem: problem.to_string() },
            }));
            descriptions.push(read.description);
        }
        if !faults.is_empty() {
            return Err(SspError::Faults(faults));
        }
        let used = uses.iter().filter_map(|&position| fmus.get(position).zip(descriptions.get(position)?.clone()));
        let (system, mut findings) = file.system(&used.collect::<Vec<_>>());
        let (links, found) = check::check(&system);
        findings.extend(found);
        if findings.iter().any(|finding| finding.fault.is_error()) {
            return Err(SspError::Faults(findings));
        }
        let mut entries = Entries::default();
        entries.file(DESCRIPTION, write::structure(&system, &links)?);
        if !system.parameters.is_empty() {
            entries.file(write::PARAMETERS, write::parameters(&system)?);
        }
        fmus.iter().for_each(|fmu| entries.file(fmu.source(), fmu.bytes.clone()));
        let is_converted = |conversion: Conversion| matches!(conversion, Conversion::Linear(..));
        Ok(Self {
            bytes: entries.write()?,
            warnings: findings,
            components: uses.len(),
            connections: links.len(),
            conversions: links.iter().filter(|link| is_converted(link.conversion)).count(),
            parameters: system.parameters.len(),
        })
    }
}
