//! Options of a build: which variables are listed, the date, and more; and the errors of a build.

use std::collections::HashSet;
use std::io;

use compiler::MinimalProblem;
use fmu_core::instance::{COMPILED_MODEL, CompiledError, Version};
use simulation::variables::{Catalogue, Causality};
use zip::result::ZipError;

use crate::binary::PlatformBinary;
use crate::naming::Naming;
use crate::reference_result::ReferenceResultError;
use crate::scene::ShapeFolders;
use crate::start::StartFault;
use crate::{ModelErrors, Runtime};

/// The model file, with its identification.
pub(crate) const MODEL_FILE: &str = "resources/model.json";
/// The model's graphic parameters, as a separate model file.
pub(crate) const GRAPHICS: &str = "resources/graphics.json";

/// Options of the FMU build.
#[derive(Clone, Debug, Default)]
pub struct BuildOptions {
    /// Version of FMI.
    pub version: Version,
    /// If true, arrays of up to 31 elements are variables of an FMU of FMI 3.0, states aside, and not their elements.
    pub arrays: bool,
    /// The libraries that the FMU gets.
    pub runtimes: &'static [Runtime],
    /// Which variables modelDescription.xml lists.
    pub expose: Expose,
    /// Naming convention of the variables.
    pub naming: Naming,
    /// Libraries for other platforms than those of `runtimes`, or instead of one of them; of two for one platform the last counts.
    pub binaries: Vec<PlatformBinary>,
    /// If true, [`Fmu::build`] simulates the default experiment and adds its result to the FMU (FMI-LS-REF).
    pub reference_result: bool,
    /// If true, [`Fmu::build`] computes the initial state and refuses a model that has none. Without it the FMU has no picture of its
    /// mechanism and no scene, which show that state.
    pub initialize: bool,
    /// Folders searched for the shape files in the picture of the mechanism.
    pub shapes: ShapeFolders,
    /// `generationDateAndTime`, in seconds since 1970-01-01; left out without it, so that a rebuild gives the same bytes.
    /// [`crate::source_date_epoch`] follows the environment.
    pub generation_date: Option<u64>,
}

impl BuildOptions {
    /// FMI 2.0, the variables of the interface by structured names, without a reference result and without looking for the initial state.
    pub fn new(runtimes: &'static [Runtime]) -> Self {
        Self { runtimes, ..Self::default() }
    }
}

/// Why an FMU could not be built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The model file has problems.
    #[error(transparent)]
    Model(#[from] ModelErrors),
    /// The model has no initial state.
    #[error(transparent)]
    Start(#[from] StartFault),
    /// The model has no minimal set of states.
    #[error(transparent)]
    Minimal(#[from] MinimalProblem),
    /// modelDescription.xml could not be written.
    #[error("cannot write modelDescription.xml: {0}")]
    Description(#[from] io::Error),
    /// The archive could not be written.
    #[error("cannot write the archive: {0}")]
    Archive(#[from] ZipError),
    /// The compiled model could not be written.
    #[error("cannot write resources/{COMPILED_MODEL}: {0}")]
    Compiled(#[from] CompiledError),
    /// The reference result could not be made.
    #[error(transparent)]
    ReferenceResult(#[from] ReferenceResultError),
    /// The picture could not be drawn.
    #[error("cannot write model.png: {0}")]
    Picture(#[from] drawing::EncodingError),
}

/// Largest number of variables that are all listed by default; hosts get slow with more.
const AUTOMATIC_LIMIT: usize = 2000;

/// The variables of a model that modelDescription.xml lists. The value references do not depend on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Expose {
    /// All variables, or the interface if there are more than 2000; without protected variables and parameters that affect pictures only.
    #[default]
    Auto,
    /// `time`, inputs, outputs, parameters that can be set, continuous states and their derivatives; without protected variables and parameters
    /// that affect pictures only.
    Interface,
    /// All variables.
    All,
}

impl Expose {
    /// Catalogue indices of the variables shown, ascending; `hidden` are those that are shown only where all are.
    pub fn select(self, catalogue: &Catalogue, hidden: &[usize]) -> Vec<usize> {
        let count = catalogue.variables.len();
        let mut shown = match self {
            Self::All => return (0..count).collect(),
            Self::Auto if count <= AUTOMATIC_LIMIT => (0..count).collect(),
            Self::Auto | Self::Interface => interface(catalogue),
        };
        shown.retain(|index| hidden.binary_search(index).is_err());
        shown
    }
}

fn interface(catalogue: &Catalogue) -> Vec<usize> {
    let is_inner = |causality| matches!(causality, Causality::Local | Causality::CalculatedParameter);
    let states: HashSet<usize> = catalogue.exchanged().into_iter().flatten().copied().collect();
    let shown = catalogue.variables.iter().enumerate().filter(|(k, v)| !is_inner(v.causality) || states.contains(k));
    shown.map(|(index, _)| index).collect()
}

/// Seconds since 1970-01-01 that the environment variable `SOURCE_DATE_EPOCH` says (reproducible-builds.org); none when it is not
/// set or not a number.
pub fn source_date_epoch() -> Option<u64> {
    std::env::var("SOURCE_DATE_EPOCH").ok()?.trim().parse().ok()
}

/// `seconds` since 1970-01-01 as xs:dateTime in UTC.
///
/// Source: H. Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days.
pub(crate) fn date_time(seconds: u64) -> String {
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    let shifted = days + 719_468; // days since 0000-03-01
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", second / 3600, second / 60 % 60, second % 60)
}

#[cfg(test)]
mod tests {
    use super::date_time;

    #[test]
    fn known_dates() {
        assert_eq!(date_time(0), "1970-01-01T00:00:00Z");
        assert_eq!(date_time(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(date_time(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(date_time(1_709_251_199), "2024-02-29T23:59:59Z");
        assert_eq!(date_time(1_735_689_600), "2025-01-01T00:00:00Z");
    }
}
