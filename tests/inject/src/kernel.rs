//! Installs a filter in the kernel (seccomp(2)) for system calls that programs make without the C library.

use std::ffi::{c_int, c_ulong};

/// The numbers of rename, renameat and renameat2, for some processors.
const RENAMES: &[u32] = if cfg!(target_arch = "x86_64") {
    &[82, 264, 316]
} else if cfg!(target_arch = "aarch64") {
    &[38, 276]
} else {
    &[]
};

const PR_SET_SECCOMP: c_int = 22;
const PR_SET_NO_NEW_PRIVS: c_int = 38;
const SECCOMP_MODE_FILTER: c_ulong = 2;

/// An instruction of the filter (`struct sock_filter`).
#[repr(C)]
#[derive(Clone, Copy)]
struct Instruction {
    code: u16,
    if_true: u8,
    if_false: u8,
    operand: u32,
}

/// A filter (`struct sock_fprog`).
#[repr(C)]
struct Filter {
    length: u16,
    instructions: *const Instruction,
}

unsafe extern "C" {
    fn prctl(option: c_int, ...) -> c_int;
}

/// Makes every renaming of a file fail with this error from now on, if the system allows it.
pub fn refuse_to_rename(error: c_int) -> bool {
    const fn instruction(code: u16, if_true: u8, operand: u32) -> Instruction {
        Instruction { code, if_true, if_false: 0, operand }
    }
    // The opcodes for load a word, jump if equal and return, in the classic BPF of <linux/filter.h>.
    let (load, equal, give) = (0x20, 0x15, 0x06);
    let (allow, refuse) = (0x7fff_0000, 0x0005_0000 | error.unsigned_abs());
    let allowing = instruction(give, 0, allow);
    let mut filter = [allowing; 6];
    // The first word of the filter's input is the number of the system call.
    filter[0] = instruction(load, 0, 0);
    let (mut length, mut left) = (1, u8::try_from(RENAMES.len()).unwrap_or(0));
    for &number in RENAMES {
        filter[length] = instruction(equal, left, number);
        length += 1;
        left -= 1;
    }
    filter[length] = allowing;
    filter[length + 1] = instruction(give, 0, refuse);
    let filter = Filter { length: u16::try_from(length).unwrap_or(0) + 2, instructions: filter.as_ptr() };
    let (yes, no): (c_ulong, c_ulong) = (1, 0);
    // SAFETY: the filter outlives the calls, which copy it.
    !RENAMES.is_empty()
        && unsafe {
            prctl(PR_SET_NO_NEW_PRIVS, yes, no, no, no) == 0
                && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &raw const filter) == 0
        }
}
