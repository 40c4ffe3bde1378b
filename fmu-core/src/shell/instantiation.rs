//! Making and freeing instances.

use super::Handle;
use super::handles;
use super::load::{Loaded, load};
use super::logger::{Category, Logger};
use super::slave::Slave;
use super::{panics, shared_models};
use crate::instance::{EventUse, Interface};
use simulation::memory;
use std::ffi::CStr;

/// Arguments of the host for an instance; none for a text that is NULL.
pub(crate) struct Request<'a> {
    /// Name of the C function.
    pub function: &'static str,
    pub instance_name: Option<&'a CStr>,
    /// GUID or instantiation token, and what the argument is called.
    pub token: (Option<&'a CStr>, &'static str),
    /// Location of the resources: a URI, or a path.
    pub resources: Option<&'a CStr>,
    pub interface: Result<Interface, String>,
    /// Use of events by a host of FMI 3.0; none for FMI 2.0.
    pub event_use: Option<EventUse>,
}

/// Makes an instance; NULL, with a message to the logger, when that is not possible.
pub(crate) fn instantiate(request: Request<'_>, logger: Logger) -> Handle {
    let Request { function, instance_name, token: (token, token_name), resources, interface, event_use } = request;
    panics::install_hook();
    memory::forget();
    let result = panics::catch(|| {
        if instance_name.is_none_or(CStr::is_empty) {
            return Err("instanceName is NULL or empty; the host has to give every instance a name".to_owned());
        }
        let interface = interface?;
        let token = token.ok_or_else(|| format!("{token_name} is NULL"))?.to_string_lossy();
        load(interface, &token, resources.map(CStr::to_bytes)).map_err(|error| error.to_string())
    });
    let result = result.and_then(|loaded| loaded);
    // Whatever came of it: parts may be missing.
    match memory::check().map_err(|exhausted| exhausted.to_string()).and(result) {
        Ok(Loaded { instance, detour }) => {
            if let Some(detour) = detour {
                logger.log(Category::Warning, &format!("{function}: {detour}"));
            }
            let instance = match event_use {
                Some(event_use) => instance.for_fmi3(event_use),
                None => instance,
            };
            handles::publish(Slave { instance, logger })
        }
        Err(message) => {
            shared_models::forget_unused();
            logger.send(Category::Error, &format!("{function}: {message}"));
            std::ptr::null_mut()
        }
    }
}

/// Frees an instance, in any state, with the snapshots that were taken of it. NULL, and what is no instance, is ignored.
pub(crate) fn free(handle: Handle) {
    // A panic while data are dropped has nobody left to be told to.
    drop(panics::catch(|| {
        drop(handles::remove(handle));
        shared_models::forget_unused();
    }));
}
