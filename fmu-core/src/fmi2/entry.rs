//! The one entry into an instance: table, panics, memory, log and status of every call.

use super::handles::{self, Slave};
use super::logger::Category;
use super::panics;
use super::refusal::Refusal;
use super::types::{fmi2Component, fmi2Status};
use crate::instance::Mode;
use crate::instance::calls::{Function, Verdict};
use simulation::memory;

/// Calls `body` on the slave behind `component`, if `function` may be called now, and turns what happens into a status.
///
/// fmi2Error always means that the instance is in the error state afterwards. A component that does not exist, or is in another
/// call, is fmi2Error as well, without a trace: there is nobody to tell.
pub(super) fn enter(
    component: fmi2Component,
    function: Function,
    body: impl FnOnce(&mut Slave) -> Result<(), Refusal>,
) -> fmi2Status {
    let mut body = Some(body);
    enter_with(component, function, &mut |slave| body.take().map_or(Ok(()), |body| body(slave)))
}

/// [`enter`], written once for all functions.
#[inline(never)]
fn enter_with(
    component: fmi2Component,
    function: Function,
    body: &mut dyn FnMut(&mut Slave) -> Result<(), Refusal>,
) -> fmi2Status {
    let Some(mut slave) = handles::acquire(component) else {
        return fmi2Status::fmi2Error;
    };
    memory::forget();
    let follows = slave.instance.mode() == Mode::Error && !leads_on(function);
    let outcome = panics::catch(|| admitted(function, &slave).and_then(|()| body(&mut slave)));
    let warnings = slave.instance.take_warnings();
    for warning in &warnings {
        slave.logger.log(Category::Warning, &format!("{function}: {warning}"));
    }
    if slave.instance.mode() != Mode::Error {
        slave.logger.error_has_ended();
    }
    // Whatever came of it: parts may be missing.
    let outcome = memory::check().map_or_else(|exhausted| Ok(Err(exhausted.into())), |()| outcome);
    let refusal = match outcome {
        Ok(Ok(())) if warnings.is_empty() => return fmi2Status::fmi2OK,
        Ok(Ok(())) => return Category::Warning.status(),
        Ok(Err(refusal)) => refusal,
        Err(message) => Refusal::error(message),
    };
    if refusal.category == Category::Error {
        slave.instance.fail();
    }
    let message = format!("{function}: {}", refusal.message);
    match refusal.category {
        Category::Error if follows => slave.logger.refused_after_error(&message),
        category @ (Category::Error | Category::Discard) => slave.logger.refused(category, &message),
        category => slave.logger.log(category, &message),
    }
    refusal.category.status()
}

/// Functions that are of use in the error state: what is wrong with them then does not follow from the error before.
fn leads_on(function: Function) -> bool {
    matches!(
        function,
        Function::SetDebugLogging
            | Function::Reset
            | Function::GetFMUstate
            | Function::SetFMUstate
            | Function::FreeFMUstate
            | Function::SerializedFMUstateSize
            | Function::SerializeFMUstate
            | Function::DeSerializeFMUstate
    )
}

/// Asks the state table.
fn admitted(function: Function, slave: &Slave) -> Result<(), Refusal> {
    let (interface, mode) = (slave.instance.interface(), slave.instance.mode());
    match slave.instance.verdict(function) {
        Verdict::Allowed => Ok(()),
        Verdict::OtherInterface(owner) => Err(Refusal::error(format!(
            "it belongs to {owner}, but this instance was made for {interface} (argument fmuType of fmi2Instantiate)"
        ))),
        Verdict::Refused(allowed) => {
            Err(Refusal::error(format!("not allowed in the state \"{mode}\"; it is allowed in: {allowed}")))
        }
    }
}
