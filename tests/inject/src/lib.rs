//! A library to preload into a program (`LD_PRELOAD`). It makes chosen system calls and allocations of that
//! program fail. Linux with glibc only.
//!
//! Environment variables choose the calls:
//!
//! - `INJECT`: one of the names in [`CALLS`];
//! - `INJECT_HOW`: `fail` (the default), `interrupt` (`EINTR`) or `short` (half
//!   of the bytes);
//! - `INJECT_FIRST`, `INJECT_LAST`: the first and the last call affected, from 1;
//! - `INJECT_MARK`: a file that is created when a call is affected. It contains `x` if by then the program
//!   had installed its handler for `SIGABRT` and started to install the next one, otherwise `s`.
//!
//! Nothing here allocates, because the allocator itself is under test.

mod kernel;

use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU8, AtomicU64, Ordering::Relaxed};

/// The names of the calls. Call numbers in this file are indices into this list.
const CALLS: [&CStr; 10] =
    [c"", c"memory", c"write", c"stderr", c"read", c"open", c"sync", c"map", c"thread", c"rename"];
const MEMORY: u8 = 1;
const WRITE: u8 = 2;
const STDERR: u8 = 3;
const READ: u8 = 4;
const OPEN: u8 = 5;
const SYNC: u8 = 6;
const MAP: u8 = 7;
const THREAD: u8 = 8;
const RENAME: u8 = 9;

// Linux constants, the same on every processor in Rust's tier 1.
const EINTR: c_int = 4;
const EIO: c_int = 5;
const EAGAIN: c_int = 11;
const ENOMEM: c_int = 12;
const ENOSPC: c_int = 28;
const SIGABRT: c_int = 6;
const O_WRONLY: c_int = 1;
const O_CREAT: c_int = 0o100;
const RTLD_NEXT: *mut c_void = usize::MAX as *mut c_void;

unsafe extern "C" {
    fn __errno_location() -> *mut c_int;
    fn __libc_malloc(size: usize) -> *mut c_void;
    fn __libc_calloc(count: usize, size: usize) -> *mut c_void;
    fn __libc_realloc(old: *mut c_void, size: usize) -> *mut c_void;
    fn __libc_memalign(align: usize, size: usize) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
    fn getenv(name: *const c_char) -> *const c_char;
    fn alarm(seconds: u32) -> u32;
    fn close(file: c_int) -> c_int;
}

static CALL: AtomicU8 = AtomicU8::new(0);
/// The error to return; 0 means that only half of the bytes are transferred.
static ERROR: AtomicU8 = AtomicU8::new(0);
static FIRST: AtomicU64 = AtomicU64::new(0);
static LAST: AtomicU64 = AtomicU64::new(0);
static COUNT: AtomicU64 = AtomicU64::new(0);
static MARK: AtomicPtr<c_char> = AtomicPtr::new(null_mut());
static SETS_UP_ABORT: AtomicBool = AtomicBool::new(false);
static HANDLES_ABORT: AtomicBool = AtomicBool::new(false);

#[used]
#[unsafe(link_section = ".init_array")]
static INIT: extern "C" fn() = init;

/// The time limit of a program, in seconds: `SIGALRM` ends a program that hangs.
const MAX_SECONDS: u32 = 120;

extern "C" fn init() {
    // SAFETY: the names are C strings, and nothing changes the environment yet.
    let text = |name: &CStr| unsafe {
        let value = getenv(name.as_ptr());
        (!value.is_null()).then(|| CStr::from_ptr(value))
    };
    let number = |name: &CStr| {
        let digits = text(name)?.to_bytes().iter();
        Some(digits.fold(0_u64, |number, digit| number * 10 + u64::from(digit.wrapping_sub(b'0'))))
    };
    let Some(call) = text(c"INJECT").and_then(|name| CALLS.iter().position(|call| *call == name)) else {
        return;
    };
    #[allow(clippy::cast_possible_truncation, reason = "there are ten")]
    let call = call as u8;
    let error = match text(c"INJECT_HOW").map(CStr::to_bytes) {
        Some(b"short") => 0,
        Some(b"interrupt") => EINTR,
        _ => [0, ENOMEM, ENOSPC, EIO, EIO, EIO, EIO, ENOMEM, EAGAIN, EIO][usize::from(call)],
    };
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "error numbers are small")]
    ERROR.store(error as u8, Relaxed);
    FIRST.store(number(c"INJECT_FIRST").unwrap_or(1), Relaxed);
    LAST.store(number(c"INJECT_LAST").unwrap_or(u64::MAX), Relaxed);
    MARK.store(text(c"INJECT_MARK").map_or(null_mut(), |path| path.as_ptr().cast_mut()), Relaxed);
    // SAFETY: we have no signal handler that could run.
    unsafe { alarm(MAX_SECONDS) };
    if call == RENAME {
        // Rust programs may rename files without calling the C library.
        if kernel::refuse_to_rename(ERROR.load(Relaxed).into()) {
            mark();
        }
    } else {
        CALL.store(call, Relaxed);
    }
}

/// Counts a call; returns whether it is affected.
fn is_affected(call: u8) -> bool {
    if CALL.load(Relaxed) != call {
        return false;
    }
    let number = COUNT.fetch_add(1, Relaxed) + 1;
    let is_affected = (FIRST.load(Relaxed)..=LAST.load(Relaxed)).contains(&number);
    if is_affected {
        mark();
    }
    is_affected
}

/// Creates the mark file, once.
fn mark() {
    let path = MARK.swap(null_mut(), Relaxed);
    if path.is_null() {
        return;
    }
    let content = if HANDLES_ABORT.load(Relaxed) { b"x" } else { b"s" };
    // SAFETY: the path is a C string from the environment, and the content is one byte long.
    unsafe {
        let file = real_open64(path, O_CREAT | O_WRONLY, 0o600);
        real_write(file, content.as_ptr().cast(), 1);
        close(file);
    }
}

fn set_error(error: c_int) {
    // SAFETY: the C library gives the place of this thread's error number.
    unsafe { *__errno_location() = error };
}

/// Returns the error of a call, if it is affected and must fail.
fn failure(call: u8) -> Option<c_int> {
    is_affected(call).then(|| {
        let error = c_int::from(ERROR.load(Relaxed));
        set_error(error);
        error
    })
}

/// Returns how many of the `count` bytes the call should read or write, or the error that it should return.
fn bytes(call: u8, count: usize) -> Result<usize, c_int> {
    if !is_affected(call) {
        return Ok(count);
    }
    match c_int::from(ERROR.load(Relaxed)) {
        0 => Ok(count.div_ceil(2)),
        error => {
            set_error(error);
            Err(error)
        }
    }
}

/// Declares the C library's own function under another name.
macro_rules! real {
    ($real:ident, $name:literal, ($($argument:ident: $type:ty),*) -> $result:ty) => {
        unsafe fn $real($($argument: $type),*) -> $result {
            static FOUND: AtomicPtr<c_void> = AtomicPtr::new(null_mut());
            let mut found = FOUND.load(Relaxed);
            if found.is_null() {
                // SAFETY: the name is a C string.
                found = unsafe { dlsym(RTLD_NEXT, $name.as_ptr()) };
                FOUND.store(found, Relaxed);
            }
            // SAFETY: the function of that name has this type.
            unsafe {
                let function: unsafe extern "C" fn($($type),*) -> $result = std::mem::transmute(found);
                function($($argument),*)
            }
        }
    };
}

real!(real_write, c"write", (file: c_int, from: *const c_void, count: usize) -> isize);
real!(real_writev, c"writev", (file: c_int, from: *const Slice, count: c_int) -> isize);
real!(real_read, c"read", (file: c_int, to: *mut c_void, count: usize) -> isize);
real!(real_open, c"open", (path: *const c_char, flags: c_int, mode: u32) -> c_int);
real!(real_open64, c"open64", (path: *const c_char, flags: c_int, mode: u32) -> c_int);
real!(real_fsync, c"fsync", (file: c_int) -> c_int);
real!(real_fdatasync, c"fdatasync", (file: c_int) -> c_int);
real!(real_sigaction, c"sigaction", (signal: c_int, new: *const c_void, old: *mut c_void) -> c_int);
real!(real_mmap, c"mmap64", (place: *mut c_void, size: usize, access: c_int, flags: c_int, file: c_int, offset: i64) -> *mut c_void);
real!(real_pthread_create, c"pthread_create", (thread: *mut c_void, attributes: *const c_void, start: *const c_void, argument: *mut c_void) -> c_int);

/// A piece of memory to be written (`struct iovec`).
#[repr(C)]
pub struct Slice {
    start: *const c_void,
    size: usize,
}

// SAFETY, for everything that follows: these functions have the types of the C library's functions. They do
// the same, or fail as the C library may fail.

#[unsafe(no_mangle)]
unsafe extern "C" fn malloc(size: usize) -> *mut c_void {
    if failure(MEMORY).is_some() { null_mut() } else { unsafe { __libc_malloc(size) } }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn calloc(count: usize, size: usize) -> *mut c_void {
    if failure(MEMORY).is_some() { null_mut() } else { unsafe { __libc_calloc(count, size) } }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn realloc(old: *mut c_void, size: usize) -> *mut c_void {
    // Shrinking fails too. Many programs assume that it cannot, but std checks for it.
    if failure(MEMORY).is_some() { null_mut() } else { unsafe { __libc_realloc(old, size) } }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn posix_memalign(to: *mut *mut c_void, align: usize, size: usize) -> c_int {
    if is_affected(MEMORY) {
        return ENOMEM;
    }
    let block = unsafe { __libc_memalign(align, size) };
    if block.is_null() {
        return ENOMEM;
    }
    unsafe { *to = block };
    0
}

#[unsafe(no_mangle)]
unsafe extern "C" fn aligned_alloc(align: usize, size: usize) -> *mut c_void {
    if failure(MEMORY).is_some() { null_mut() } else { unsafe { __libc_memalign(align, size) } }
}

/// Returns the kind of call for a write to a file.
fn writing(file: c_int) -> u8 {
    if file == 2 { STDERR } else { WRITE }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn write(file: c_int, from: *const c_void, count: usize) -> isize {
    match bytes(writing(file), count) {
        Ok(count) => unsafe { real_write(file, from, count) },
        Err(_) => -1,
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn writev(file: c_int, from: *const Slice, count: c_int) -> isize {
    // Half of the first piece is also a short write.
    let first = if count > 0 { unsafe { (*from).size } } else { 0 };
    match bytes(writing(file), first) {
        Ok(all) if all == first => unsafe { real_writev(file, from, count) },
        Ok(some) => unsafe { real_write(file, (*from).start, some) },
        Err(_) => -1,
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn read(file: c_int, to: *mut c_void, count: usize) -> isize {
    match bytes(READ, count) {
        Ok(count) => unsafe { real_read(file, to, count) },
        Err(_) => -1,
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn open(path: *const c_char, flags: c_int, mode: u32) -> c_int {
    if failure(OPEN).is_some() { -1 } else { unsafe { real_open(path, flags, mode) } }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn open64(path: *const c_char, flags: c_int, mode: u32) -> c_int {
    if failure(OPEN).is_some() { -1 } else { unsafe { real_open64(path, flags, mode) } }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn fsync(file: c_int) -> c_int {
    if failure(SYNC).is_some() { -1 } else { unsafe { real_fsync(file) } }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn fdatasync(file: c_int) -> c_int {
    if failure(SYNC).is_some() { -1 } else { unsafe { real_fdatasync(file) } }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn mmap64(
    place: *mut c_void,
    size: usize,
    access: c_int,
    flags: c_int,
    file: c_int,
    offset: i64,
) -> *mut c_void {
    if failure(MAP).is_some() {
        return usize::MAX as *mut c_void;
    }
    unsafe { real_mmap(place, size, access, flags, file, offset) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pthread_create(
    thread: *mut c_void,
    attributes: *const c_void,
    start: *const c_void,
    argument: *mut c_void,
) -> c_int {
    if is_affected(THREAD) {
        return c_int::from(ERROR.load(Relaxed));
    }
    unsafe { real_pthread_create(thread, attributes, start, argument) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn sigaction(signal: c_int, new: *const c_void, old: *mut c_void) -> c_int {
    if !new.is_null() {
        // This call only begins to install a handler. When the next call begins, the handler is installed.
        let is_set_up = SETS_UP_ABORT.swap(signal == SIGABRT, Relaxed);
        HANDLES_ABORT.fetch_or(is_set_up, Relaxed);
    }
    unsafe { real_sigaction(signal, new, old) }
}
