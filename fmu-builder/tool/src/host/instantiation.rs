//! Making an instance: what a host gives, and the function of FMI 3.0.

use std::collections::HashSet;
use std::ffi::CStr;

use super::callbacks::{Listener, LogSink, log_message};
use super::description::Elements;
use super::functions::Component;
use super::functions_3::Functions;

/// Start of an instance: what identifies it, and where its resources are.
#[derive(Clone, Debug)]
pub struct Start<'a> {
    /// Name of the instance.
    pub name: &'a str,
    /// GUID, or instantiation token.
    pub guid: &'a str,
    /// URI of the resources; a path in FMI 3.0.
    pub resources: &'a str,
    /// Value references of the enumerations, which FMI 3.0 reads by functions of their own.
    pub enumerations: HashSet<u32>,
    /// Elements of arrays.
    pub elements: &'a Elements,
}

/// The function that makes an instance.
pub(super) const NAME: &str = "fmi3InstantiateCoSimulation";

/// Instantiates without Event Mode; `texts` are name, token and path for C.
pub(super) fn instantiate(
    functions: &Functions,
    start: &Start<'_>,
    texts: [&CStr; 3],
    listener: &Listener,
    log: &LogSink,
) -> Component {
    let Start { name, guid, resources, .. } = start;
    let logging_on = listener.logging_on;
    listener.calling(NAME, || {
        format!(
            "instanceName = {name:?}, instantiationToken = {guid:?}, resourcePath = {resources:?}, visible = false, loggingOn = \
             {logging_on}, eventModeUsed = false, earlyReturnAllowed = false, nRequiredIntermediateVariables = 0"
        )
    });
    let [name, token, path] = texts.map(CStr::as_ptr);
    let (required, environment) = (std::ptr::null(), log.environment());
    // SAFETY: all pointers are valid during the call, and the environment for as long as the instance lives.
    unsafe {
        let logging_on = u8::from(logging_on);
        (functions.instantiate)(name, token, path, 0, logging_on, 0, 0, required, 0, environment, log_message, None)
    }
}
