//! The one entry into an instance: table, panics, memory, log and status of every call.

use super::handles;
use super::logger::Category;
use super::panics;
use super::refusal::Refusal;
use super::slave::Slave;
use super::{Handle, Status};
use crate::instance::calls::{Function, Verdict};
use crate::instance::{Mode, Version};
use simulation::memory;

/// A function that the host calls.
#[derive(Clone, Copy)]
pub(crate) struct Call {
    /// Row of the table.
    pub function: Function,
    /// Version that the function belongs to.
    pub version: Version,
    /// Name in the standard.
    pub name: &'static str,
}

/// Calls `body` on the slave behind `handle`, if the function may be called now, and turns what happens into a status.
///
/// An error always means that the instance is in the error state afterwards. A handle that does not exist, is in another call or belongs to
/// the other version of FMI, is an error as well, without a trace: there is nobody to tell.
pub(crate) fn enter(handle: Handle, call: Call, body: impl FnOnce(&mut Slave) -> Result<(), Refusal>) -> Status {
    let mut body = Some(body);
    enter_with(handle, call, &mut |slave| body.take().map_or(Ok(()), |body| body(slave)))
}

/// [`enter`], written once for all functions.
#[inline(never)]
fn enter_with(
    handle: Handle,
    Call { function, version, name }: Call,
    body: &mut dyn FnMut(&mut Slave) -> Result<(), Refusal>,
) -> Status {
    let Some(mut slave) = handles::acquire(handle).filter(|slave| slave.instance.version() == version) else {
        return Status::Error;
    };
    memory::forget();
    let follows = slave.instance.mode() == Mode::Error && !leads_on(function);
    let outcome = panics::catch(|| admitted(function, &slave).and_then(|()| body(&mut slave)));
    let warnings = slave.instance.take_warnings();
    for warning in &warnings {
        slave.logger.log(Category::Warning, &format!("{name}: {warning}"));
    }
    if slave.instance.mode() != Mode::Error {
        slave.logger.error_has_ended();
    }
    // Whatever came of it: parts may be missing.
    let outcome = memory::check().map_or_else(|exhausted| Ok(Err(exhausted.into())), |()| outcome);
    let refusal = match outcome {
        Ok(Ok(())) if warnings.is_empty() => return Status::Ok,
        Ok(Ok(())) => return Category::Warning.status(),
        Ok(Err(refusal)) => refusal,
        Err(message) => Refusal::error(message),
    };
    if refusal.category == Category::Error {
        slave.instance.fail();
    }
    let message = format!("{name}: {}", refusal.message);
    match refusal.category {
        Category::Error if follows => slave.logger.refused_after_error(&message, version),
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
        Verdict::OtherInterface(owner) => {
            let argument = match slave.instance.version() {
                Version::Fmi2 => " (argument fmuType of fmi2Instantiate)",
                Version::Fmi3 => "",
            };
            let message = format!("it belongs to {owner}, but this instance was made for {interface}{argument}");
            Err(Refusal::error(message))
        }
        Verdict::WithoutEventMode => {
            Err(Refusal::error("the host said at fmi3InstantiateCoSimulation that it does without (eventModeUsed)"))
        }
        Verdict::Refused(allowed) => {
            Err(Refusal::error(format!("not allowed in the state \"{mode}\"; it is allowed in: {allowed}")))
        }
    }
}
