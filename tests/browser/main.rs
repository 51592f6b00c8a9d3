//! The page in a real browser, over a real server: what a player sees, hears and can do.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on may end here")]

mod access;
mod author;
mod by_keyboard;
mod calm;
mod campaigns;
mod chromium;
mod claude;
mod cut_lines;
mod debug;
mod fight;
mod friends;
mod german;
mod hostile;
mod house;
mod journal;
mod journey;
mod keyboard;
mod line;
mod mishaps;
mod offline;
mod paper;
mod past;
mod playing;
mod plot;
mod rounds;
mod rules;
mod safety;
mod states;
mod support;
mod tab;
mod tabs;
mod tainted;
