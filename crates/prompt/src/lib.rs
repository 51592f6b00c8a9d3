//! The blocks of a prompt. Each is one type that renders and parses itself; code that needs a fact of a prompt reads it through these
//! types.
//!
//! A block is lines of `key: value` between its name in brackets, such as `[table]` and `[/table]`. A value is one line; values
//! that have parts have them between ` | `. Texts are escaped where a block is made ([`LineText`], [`PartText`]), so that none
//! can end its line, its part or its block.
//!
//! A text can be ambiguous, such as a place described as `unknown`, or a condition with a comma in its name. Such a block parses
//! as another one that renders to the same text.

pub mod beside;
pub mod fight;
mod health;
mod lines;
pub mod memories;
pub mod npc;
mod parts;
pub mod plot;
pub mod scenes;
pub mod sheets;
pub mod table;
#[cfg(test)]
mod tests;
mod values;

pub use lines::{BlockEntry, Bracketed, Marked, name_of};
pub use values::{Commas, LineText, LineValue, PartText, Semicolons, Share, Spaced, plain};

use beside::{
    AtOnceBlock, HintsBlock, HouseRulesBlock, LanguageBlock, RulingBlock, SafetyBlock, SoFarBlock, StoppedBlock,
    TurnLogBlock,
};
use fight::FightBlock;
use memories::MemoriesBlock;
use npc::NpcBlock;
use plot::PlotBlock;
use sheets::SheetsBlock;
use table::TableBlock;

macro_rules! prompt_blocks {
    ($($(#[$doc:meta])* $variant:ident($block:ident)),* $(,)?) => {
        /// A block of a prompt.
        #[derive(Debug, Clone, PartialEq)]
        pub enum ContextBlock {
            $($(#[$doc])* $variant(Box<$block>),)*
        }

        $(impl From<$block> for ContextBlock {
            fn from(block: $block) -> Self {
                Self::$variant(Box::new(block))
            }
        })*

        impl ContextBlock {
            /// The block's text, without a final line break.
            pub fn render(&self) -> String {
                match self {
                    $(Self::$variant(block) => block.render(),)*
                }
            }

            /// Reads a block; none if the text is no block that has a type.
            pub fn parse(text: &str) -> Option<Self> {
                match name_of(text)? {
                    $($block::NAME => $block::parse(text).map(Self::from),)*
                    _ => None,
                }
            }
        }
    };
}

prompt_blocks! {
    SoFar(SoFarBlock),
    Sheets(SheetsBlock),
    Table(TableBlock),
    TurnLog(TurnLogBlock),
    AtOnce(AtOnceBlock),
    Npc(NpcBlock),
    Memories(MemoriesBlock),
    Fight(FightBlock),
    Plot(PlotBlock),
    Ruling(RulingBlock),
    Hints(HintsBlock),
    HouseRules(HouseRulesBlock),
    Safety(SafetyBlock),
    Stopped(StoppedBlock),
    Language(LanguageBlock),
}

impl ContextBlock {
    /// The position among a prompt's blocks, from constant to always changing. In a fight, the campaign's block follows the
    /// fight's.
    pub fn place(&self) -> u8 {
        match self {
            Self::Safety(_) | Self::SoFar(_) => 0,
            Self::Sheets(_) => 1,
            Self::Table(_) => 2,
            Self::TurnLog(_) => 3,
            Self::AtOnce(_) => 4,
            Self::Npc(_) => 5,
            Self::Plot(plot) if !plot.is_beside_a_fight() => 6,
            Self::Memories(_) => 7,
            Self::Ruling(_) => 8,
            Self::Fight(_) => 9,
            Self::Plot(_) => 10,
            Self::Hints(_) => 11,
            Self::HouseRules(_) => 12,
            Self::Language(_) => 13,
            Self::Stopped(_) => 14,
        }
    }
}
