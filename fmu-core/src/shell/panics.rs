//! Panics end here: no unwinding into the host, no text on its standard error.
//!
//! A panic is a fault of ours; the call answers fmi2Error, and the logger gets the message with the place in the source.
//!
//! The place is known only to a panic hook, and hooks belong to the process's Rust runtime: a shared library has one of its own, but a
//! Rust program that links this crate shares its own with us. So the hook exists only with the feature `panic-hook`, which is meant
//! for the shared library inside an FMU and for nothing else.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Installs the hook, once, when this is the shared library of an FMU.
pub(crate) fn install_hook() {
    #[cfg(feature = "panic-hook")]
    hook::install();
}

/// Runs `body`; what a panic said, when it panicked.
pub(crate) fn catch<T>(body: impl FnOnce() -> T) -> Result<T, String> {
    // Whoever looks at the data after a panic finds them in the error state, and a reset makes them anew.
    catch_unwind(AssertUnwindSafe(body)).map_err(|payload| told(payload.as_ref()))
}

/// Message of a panic, and its place if known.
#[cold]
fn told(payload: &(dyn Any + Send)) -> String {
    let text = message(payload);
    match place() {
        Some(place) => format!("internal error at {place}: {text}; please report this"),
        None => format!("internal error: {text}; please report this"),
    }
}

fn message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&'static str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}

/// Place of the last panic of this thread, if the hook is installed.
fn place() -> Option<String> {
    #[cfg(feature = "panic-hook")]
    return hook::place();
    #[cfg(not(feature = "panic-hook"))]
    None
}

#[cfg(feature = "panic-hook")]
mod hook {
    use std::cell::Cell;
    use std::sync::Once;

    /// Room for a place in the source; longer ones lose their beginning.
    const ROOM: usize = 120;

    thread_local! {
        /// Place of the last panic and its length. Plain bytes: a value with a destructor would keep the library loaded, or leak a
        /// slot of thread-local storage at every unload, depending on the platform.
        static PLACE: Cell<([u8; ROOM], usize)> = const { Cell::new(([0; ROOM], 0)) };
    }

    pub(crate) fn install() {
        static INSTALLED: Once = Once::new();
        INSTALLED.call_once(|| {
            std::panic::set_hook(Box::new(|info| {
                let text = info.location().map_or_else(String::new, |place| match place.line() {
                    // The runtime is built without lines (fmu-builder/runtime/library/build.rs).
                    0 => place.file().to_owned(),
                    line => format!("{}:{line}", place.file()),
                });
                let bytes = text.as_bytes();
                let tail = &bytes[bytes.len().saturating_sub(ROOM)..];
                let mut room = [0; ROOM];
                room[..tail.len()].copy_from_slice(tail);
                PLACE.set((room, tail.len()));
            }));
        });
    }

    pub(crate) fn place() -> Option<String> {
        let (room, length) = PLACE.replace(([0; ROOM], 0));
        let text = room.get(..length).filter(|text| !text.is_empty())?;
        Some(String::from_utf8_lossy(text).into_owned())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::panic)]
    use super::*;

    #[test]
    fn a_panic_becomes_its_message() {
        assert_eq!(catch(|| 7), Ok(7));
        let text = catch(|| panic!("wheel {} fell off", 3)).unwrap_err();
        assert!(text.contains("wheel 3 fell off"), "{text}");
        let text = catch(|| std::panic::panic_any(17_u8)).unwrap_err();
        assert!(text.contains("no message"), "{text}");
    }

    #[cfg(feature = "panic-hook")]
    #[test]
    fn the_hook_knows_the_place() {
        install_hook();
        let text = catch(|| panic!("here")).unwrap_err();
        assert!(text.contains("panics.rs:") && text.contains("here"), "{text}");
        assert_eq!(place(), None, "a place is told once");
    }
}
