//! Defaults of stored fields.

pub(super) fn one() -> u8 {
    1
}

pub(super) fn is_one(n: &u8) -> bool {
    *n == 1
}
