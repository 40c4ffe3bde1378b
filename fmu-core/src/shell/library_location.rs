//! Path of this shared library: it leads to `resources/` when the host does not give the location.

use std::path::PathBuf;

/// The folder `resources` of the FMU that this library was unpacked from, `<root>/binaries/<platform>/<library>`.
pub(crate) fn resources() -> Option<PathBuf> {
    Some(library()?.canonicalize().ok()?.ancestors().nth(3)?.join("resources"))
}

#[cfg(unix)]
fn library() -> Option<PathBuf> {
    use std::os::unix::ffi::OsStrExt;

    let mut found = std::mem::MaybeUninit::<libc::Dl_info>::zeroed();
    // SAFETY: any address may be asked for, and the structure is ours.
    let known = unsafe { libc::dladdr(resources as *const libc::c_void, found.as_mut_ptr()) };
    // SAFETY: all zeros is a value of this structure of pointers, and dladdr has written nothing else than pointers.
    let name = unsafe { found.assume_init() }.dli_fname;
    if known == 0 || name.is_null() {
        return None;
    }
    // SAFETY: a name that dladdr has found ends with NUL and lives as long as the library is loaded.
    let name = unsafe { std::ffi::CStr::from_ptr(name) };
    Some(PathBuf::from(std::ffi::OsStr::from_bytes(name.to_bytes())))
}

#[cfg(windows)]
fn library() -> Option<PathBuf> {
    use std::ffi::{OsString, c_void};
    use std::os::windows::ffi::OsStringExt;

    const FROM_ADDRESS: u32 = 0x4;
    const UNCHANGED_REFCOUNT: u32 = 0x2;
    /// Longest path of Windows, in UTF-16 units.
    const LONGEST: u32 = 0x8000;

    #[link(name = "kernel32")]
    unsafe extern "system" {
        fn GetModuleHandleExW(flags: u32, address: *const c_void, module: *mut *mut c_void) -> i32;
        fn GetModuleFileNameW(module: *mut c_void, name: *mut u16, size: u32) -> u32;
    }

    let mut module = std::ptr::null_mut();
    // SAFETY: with FROM_ADDRESS any address may be asked for; the handle is ours.
    let found =
        unsafe { GetModuleHandleExW(FROM_ADDRESS | UNCHANGED_REFCOUNT, resources as *const c_void, &raw mut module) };
    let mut name = vec![0; LONGEST as usize];
    // SAFETY: the buffer has room for LONGEST units.
    let length = if found == 0 { 0 } else { unsafe { GetModuleFileNameW(module, name.as_mut_ptr(), LONGEST) } };
    name.truncate(length as usize);
    (length > 0).then(|| PathBuf::from(OsString::from_wide(&name)))
}

#[cfg(not(any(unix, windows)))]
fn library() -> Option<PathBuf> {
    None
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    #[test]
    fn the_library_is_the_file_that_holds_this_code() {
        let found = super::library().unwrap().canonicalize().unwrap();
        assert_eq!(found, std::env::current_exe().unwrap().canonicalize().unwrap());
    }

    #[test]
    fn resources_lie_beside_binaries() {
        let executable = std::env::current_exe().unwrap().canonicalize().unwrap();
        let root = executable.parent().unwrap().parent().unwrap().parent().unwrap();
        assert_eq!(super::resources().unwrap(), root.join("resources"));
    }
}
