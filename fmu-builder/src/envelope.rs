//! What goes into resources/model.json, and the log categories: both belong to the runtime, which reads them.

// The runtime is about to offer both itself (`fmu_core::fmi2::LOG_CATEGORIES` and a writer of the package envelope). This module
// is the one place to exchange.

/// Version of the envelope.
const FORMAT: u32 = 1;

/// Name and description of each log category that the runtime uses.
pub(crate) const LOG_CATEGORIES: &[(&str, &str)] = &[
    ("logStatusWarning", "Calls that returned fmi2Warning"),
    ("logStatusDiscard", "Calls that returned fmi2Discard"),
    ("logStatusError", "Calls that returned fmi2Error"),
    ("logStatusFatal", "Calls that returned fmi2Fatal"),
    ("logEvents", "Events and discrete changes"),
    ("logFmi2Call", "Every call of an FMI function"),
];

/// The model with the GUID that fmi2Instantiate compares, as the runtime reads it.
pub(crate) fn write(guid: &str, generator: &str, model_json: &str) -> String {
    format!(r#"{{"format":{FORMAT},"guid":"{guid}","generator":"{generator}","model":{model_json}}}"#)
}
