//! Removes temporary files when a signal ends the process.

use std::io;

/// Removes all temporary files and folders of this crate when SIGHUP, SIGINT or SIGTERM ends the process, which then ends by that signal
/// as it would otherwise. Signals that are ignored (`nohup`) stay so. For programs, not for libraries; outside of Unix it does nothing.
///
/// # Errors
/// When the system has no handler or thread to give.
#[cfg(unix)]
pub fn remove_temporary_files_on_signals() -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::low_level::emulate_default_handler;

    let heard = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|&signal| !is_ignored(signal));
    let mut signals = signal_hook::iterator::Signals::new(heard)?;
    let end = move || {
        if let Some(signal) = signals.forever().next() {
            let _removed = crate::temporary::remove_all();
            // It ends the process, or aborts it.
            let _ = emulate_default_handler(signal);
        }
    };
    std::thread::Builder::new().name("signals".to_owned()).spawn(end).map(drop)
}

/// Does nothing on this platform.
#[cfg(not(unix))]
pub fn remove_temporary_files_on_signals() -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn is_ignored(signal: libc::c_int) -> bool {
    let mut action = std::mem::MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: without a new action the call only writes the present one, to a place of the right type.
    let known = unsafe { libc::sigaction(signal, std::ptr::null(), action.as_mut_ptr()) } == 0;
    // SAFETY: numbers and an optional function, of which all zeros is a value; the call has written them or not.
    known && unsafe { action.assume_init() }.sa_sigaction == libc::SIG_IGN
}
