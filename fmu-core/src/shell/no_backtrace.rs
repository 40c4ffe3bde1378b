//! Without backtraces, the library inside an FMU is smaller by a tenth.
//!
//! The standard library's own panic hook prints them, and what reads the debug information for that is linked even where another hook
//! has taken its place (`panics.rs`). All of it is reached from what is called back for each frame of the stack, so that it is dead code
//! once the function that finds the frames is ours and finds none; link-time optimization sees that.

use std::ffi::{c_int, c_void};

/// "There are no more frames" (Itanium C++ ABI, exception handling, 1.2.1).
const END_OF_STACK: c_int = 5;

// Only for this library: it exports the functions of FMI and nothing else.
std::arch::global_asm!(".hidden _Unwind_Backtrace");

/// In place of the function of libgcc and libunwind. Unwinding does not need it.
// SAFETY: it has the signature of that function, reads nothing, and is hidden, so that no other library calls it.
#[unsafe(no_mangle)]
extern "C" fn _Unwind_Backtrace(_frame: *const c_void, _argument: *mut c_void) -> c_int {
    END_OF_STACK
}

/// Where LLVM's libunwind is linked statically (`--cfg libunwind`, as with zig), it has that function in one object with three that unwinding
/// needs, and the linker takes all of an object or nothing. So these three are here as well, to do what they do there.
#[cfg(libunwind)]
mod libunwind {
    use std::ffi::{c_int, c_void};

    // SAFETY: the signatures are those of LLVM's libunwind, which is linked.
    unsafe extern "C" {
        fn _Unwind_GetIP(context: *mut c_void) -> usize;
        fn __unw_is_signal_frame(context: *mut c_void) -> c_int;
    }

    std::arch::global_asm!(
        ".hidden _Unwind_GetIPInfo",
        ".hidden _Unwind_GetDataRelBase",
        ".hidden _Unwind_GetTextRelBase"
    );

    /// The address at which a frame goes on, and whether it is the one of an instruction that has not been executed.
    ///
    /// # Safety
    /// Both are what the unwinder gives to a personality routine.
    // SAFETY: as that of `_Unwind_Backtrace`; the unwinder that calls it is linked to this library alone.
    #[unsafe(no_mangle)]
    unsafe extern "C" fn _Unwind_GetIPInfo(context: *mut c_void, is_before: *mut c_int) -> usize {
        // SAFETY: the unwinder gives its own context and a place for the answer.
        unsafe {
            *is_before = c_int::from(__unw_is_signal_frame(context) > 0);
            _Unwind_GetIP(context)
        }
    }

    /// Bases of addresses that the tables of no platform here have.
    // SAFETY: they read nothing.
    #[unsafe(no_mangle)]
    extern "C" fn _Unwind_GetDataRelBase(_context: *mut c_void) -> usize {
        std::process::abort()
    }

    // SAFETY: see above.
    #[unsafe(no_mangle)]
    extern "C" fn _Unwind_GetTextRelBase(_context: *mut c_void) -> usize {
        std::process::abort()
    }
}
