//! Stores: one contract for all, and what each adds to it.

mod campaigns;
mod contract;
mod firestore;
mod history;
mod journals;
mod records;
mod rosters;
mod sqlite;
mod traces;
mod turning_back;
