//! Lines around a campaign's own texts, never in their place.

include!(concat!(env!("OUT_DIR"), "/phrases_script.rs"));
