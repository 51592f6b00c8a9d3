//! Embertale.
fn main() {}
