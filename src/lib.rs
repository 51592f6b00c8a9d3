//! Embertale.
