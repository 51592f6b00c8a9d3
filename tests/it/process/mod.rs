//! The running program, as its players and their enemies meet it: a process of its own, asked over TCP.

mod assets;
mod auth;
mod bad_heroes;
mod bad_input;
mod campaign;
mod carrying;
mod contract;
mod document;
mod events;
mod example;
mod gate;
mod history;
mod kill;
mod listen;
mod memory;
mod noise;
mod page;
mod plans;
mod program;
mod queue;
mod ruling;
mod server;
mod storage;
mod table;
mod terminal;
mod wire;
