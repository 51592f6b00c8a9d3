//! The running program, as its players and their enemies meet it: a process of its own, asked over TCP.

mod auth;
mod bad_heroes;
mod bad_input;
mod events;
mod gate;
mod kill;
mod listen;
mod queue;
mod server;
mod table;
mod wire;
