//! The running program, as its players and their enemies meet it: a process of its own, asked over TCP.

mod kill;
mod listen;
mod server;
mod table;
mod wire;
