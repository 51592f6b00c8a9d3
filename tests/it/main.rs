//! Tests.

mod claude;
