#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| rankmoves_fuzz::moves::check(data));
