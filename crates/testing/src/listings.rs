//! The listings of section 6 of the specification, for `rankin.txt`.

/// The scores at depth 0, `rankmoves -v`.
pub const DEPTH_0: &str = "\
. d4->b6 for red: score 0
. d4->e5 for red: score -1
";

/// The scores at depth 2, `rankmoves -d 2`.
pub const DEPTH_2: &str = "\
d4->b6 for red: score -99
d4->e5 for red: score -1
";

/// The tree at depth 1, `rankmoves -v -d 1`.
pub const VERBOSE_1: &str = "\
? d4->b6 for red:
    . c7->a5 for black: score 99
    . c7->d6 for black: score 0
. d4->b6 for red: score -99
? d4->e5 for red:
    . c5->b4 for black: score 1
    . c5->d4 for black: score 1
    . c7->b6 for black: score 1
    . c7->d6 for black: score 1
. d4->e5 for red: score -1
";

/// The tree at depth 2, `rankmoves -v -d 2`.
pub const VERBOSE_2: &str = "\
? d4->b6 for red:
    ? c7->a5 for black:
    . c7->a5 for black: score 99
    ? c7->d6 for black:
        . b6->a7 for red: score 0
        . b6->c7 for red: score 0
    . c7->d6 for black: score 0
. d4->b6 for red: score -99
? d4->e5 for red:
    ? c5->b4 for black:
        . e5->d6 for red: score -1
        . e5->f6 for red: score -1
    . c5->b4 for black: score 1
    ? c5->d4 for black:
        . e5->d6 for red: score -1
        . e5->f6 for red: score -1
    . c5->d4 for black: score 1
    ? c7->b6 for black:
        . e5->d6 for red: score -1
        . e5->f6 for red: score -1
    . c7->b6 for black: score 1
    ? c7->d6 for black:
        . e5->c7 for red: score 0
        . e5->f6 for red: score -1
    . c7->d6 for black: score 0
. d4->e5 for red: score -1
";
