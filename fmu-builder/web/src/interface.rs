//! Functions that a page calls. Numbers and places in linear memory go in, and answers lie in memory until the next call.
//!
//! This is the only file of the crate with `unsafe`. WebAssembly has one thread, and the page's worker is the only caller.

use std::cell::RefCell;

use crate::Session;

thread_local! {
    static SESSION: RefCell<Session> = RefCell::default();
    static ANSWER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

#[link(wasm_import_module = "env")]
unsafe extern "C" {
    /// Tells the page the text of a panic, after which the instance is of no use.
    fn panicked(place: *const u8, length: usize);
}

/// To be called once, before anything else.
#[unsafe(no_mangle)]
pub extern "C" fn start() {
    std::panic::set_hook(Box::new(|panic| {
        let text = panic.to_string();
        // SAFETY: the page reads that many bytes of a text that lives until it has returned.
        unsafe { panicked(text.as_ptr(), text.len()) }
    }));
}

/// Room for `length` bytes at an address that is a multiple of 8.
#[unsafe(no_mangle)]
pub extern "C" fn alloc(length: usize) -> *mut u8 {
    let mut room: Vec<u64> = Vec::with_capacity(length.div_ceil(8).max(1));
    let place = room.as_mut_ptr();
    std::mem::forget(room);
    place.cast()
}

/// Gives room back.
///
/// # Safety
/// `place` is what [`alloc`] gave for the same length, and is not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn free(place: *mut u8, length: usize) {
    // SAFETY: by the contract above, it is the vector that `alloc` has forgotten.
    drop(unsafe { Vec::<u64>::from_raw_parts(place.cast(), 0, length.div_ceil(8).max(1)) });
}

/// Address of the last answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}

/// Bytes of the last answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer_length() -> usize {
    ANSWER.with_borrow(Vec::len)
}

/// 0, or 1 with the error as answer.
fn status(result: Result<Vec<u8>, String>) -> i32 {
    let status = i32::from(result.is_err());
    ANSWER.set(result.unwrap_or_else(String::into_bytes));
    status
}

/// A time, or NaN with the error as answer.
fn time(result: Result<f64, String>) -> f64 {
    result.unwrap_or_else(|error| {
        ANSWER.set(error.into_bytes());
        f64::NAN
    })
}

/// # Safety
/// As of [`std::slice::from_raw_parts`], for the time of the call.
unsafe fn list<'a, T>(place: *const T, length: usize) -> &'a [T] {
    // SAFETY: by the contract above; `alloc` aligns for 8 bytes.
    unsafe { std::slice::from_raw_parts(place, length) }
}

/// Answers a request in JSON.
///
/// # Safety
/// `length` bytes at `place` came from [`alloc`] and have been written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ask(place: *const u8, length: usize) -> i32 {
    // SAFETY: by the contract above.
    let request = unsafe { list(place, length) };
    status(SESSION.with_borrow_mut(|session| session.ask(request)))
}

/// Keeps a runtime library for FMUs: `header` says what [`Session::runtime`] reads.
///
/// # Safety
/// As of [`ask`], for both lists.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn runtime(header: *const u8, header_length: usize, place: *const u8, length: usize) -> i32 {
    // SAFETY: by the contract above.
    let (header, bytes) = unsafe { (list(header, header_length), list(place, length)) };
    status(SESSION.with_borrow_mut(|session| session.runtime(header, bytes.to_vec())))
}

/// Makes `count` steps of `dt` seconds; the time that is reached.
#[unsafe(no_mangle)]
pub extern "C" fn step(dt: f64, count: usize) -> f64 {
    time(SESSION.with_borrow_mut(|session| session.step(dt, count)))
}

/// Steps to a time, s; the time that is reached.
#[unsafe(no_mangle)]
pub extern "C" fn step_to(end: f64) -> f64 {
    time(SESSION.with_borrow_mut(|session| session.step_to(end)))
}

/// Sets a variable; 1 if that has started the run anew, NaN with the error as answer.
#[unsafe(no_mangle)]
pub extern "C" fn set(reference: u32, value: f64) -> f64 {
    time(SESSION.with_borrow_mut(|session| session.set(reference, value)))
}

/// Values of variables, as the answer: eight bytes each.
///
/// # Safety
/// `count` numbers of four bytes at `references` came from [`alloc`] and have been written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn get(references: *const u32, count: usize) -> i32 {
    // SAFETY: by the contract above.
    let references = unsafe { list(references, count) };
    status(SESSION.with_borrow_mut(|session| session.get(references)))
}

/// Poses of the shapes, as the answer: eleven numbers of four bytes each. 2 if the shapes are others than in the last glTF file.
#[unsafe(no_mangle)]
pub extern "C" fn frame() -> i32 {
    match SESSION.with_borrow_mut(|session| session.frame()) {
        Ok((poses, is_new)) => {
            ANSWER.set(poses);
            if is_new { 2 } else { 0 }
        }
        Err(error) => status(Err(error)),
    }
}
