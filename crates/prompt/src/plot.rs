//! The block `[plot]`: the heroes' position in the campaign. In a fight it has only campaign, scene, mood and people.
//!
//! A key with nothing to say is left out, a key of a list is repeated.
//!
//! ```text
//! campaign: slug | title
//! act: 1 | title | what the heroes are after
//! ending: title | triumph                               (once it is over; nothing of a scene then)
//! scene: id | title
//! mood: …
//! briefing: …                                           (what only the Dungeon Master knows of the scene)
//! beat: id | kind | title                               (the beat in play; left out where none is)
//!   happens: …                                          (what happens and how it is played)
//!   objective: …                                        (what the heroes are to do, as they read it)
//!   turns on: stealth 12 | foes: 2 × Mill rat           (either part may be missing)
//!   foreshadows: …                                      (repeated)
//! ahead: title                                          (repeated; beats of the scene that have not come)
//! person: id | name | also: name                        (repeated; who is here and alive; `also` is the campaign's name of
//!                                                       someone who was renamed)
//! dead: name                                            (repeated; died in play, though the scene's texts name them: they do
//!                                                       and say nothing of what these texts have)
//! thing: id | name | also: word, word | verbs: open, pull | done     (repeated; what can be examined and handled)
//! exit: id | open | label | what the heroes do to take it | → place | the narration while it is `closed`   (repeated)
//! offer: …                                              (repeated; things to do, as players would say them)
//! found: …                                              (repeated; the last ones)
//! flag: name = value                                    (repeated)
//! doom: title | 2 of 6
//! lore: …                                               (repeated; what the player's words touch on)
//! strayed: 3                                            (turns away from the story; lead them back, gently)
//! ```

use game::skill::Skill;

use super::lines::{Commas, LineValue, PartText, Share, block, entries, parts};

block! {
    /// The progress in the campaign.
    PlotBlock = "plot" {
        campaign: Option<CampaignLine> = "campaign",
        /// Left out beside a fight.
        act: Option<ActLine> = "act",
        ending: Option<EndingLine> = "ending",
        scene: Option<SceneLine> = "scene",
        mood: PartText = "mood",
        briefing: PartText = "briefing",
        beat: Option<BeatEntry> = "beat",
        ahead: Vec<PartText> = "ahead",
        people: Vec<PersonLine> = "person",
        dead: Vec<PartText> = "dead",
        things: Vec<ThingLine> = "thing",
        exits: Vec<ExitLine> = "exit",
        offers: Vec<PartText> = "offer",
        found: Vec<PartText> = "found",
        flags: Vec<PartText> = "flag",
        doom: Option<DoomLine> = "doom",
        lore: Vec<PartText> = "lore",
        strayed: Option<u32> = "strayed",
    }
}

entries! {
    /// The beat in play.
    BeatEntry {
        beat: BeatLine,
        happens: PartText = "  happens",
        objective: PartText = "  objective",
        turns_on: Option<TurnsOn> = "  turns on",
        foreshadows: Vec<PartText> = "  foreshadows",
    }
}

parts! {
    CampaignLine {
        slug: PartText,
        title: PartText = "",
    }

    ActLine {
        number: u32,
        title: PartText = "",
        goal: PartText = "",
    }

    EndingLine {
        title: PartText = "",
        kind: PartText = "",
    }

    SceneLine {
        id: PartText,
        title: PartText = "",
    }

    BeatLine {
        id: PartText,
        kind: PartText,
        title: PartText = "",
    }

    /// What a beat requires: a test, a fight or both.
    TurnsOn {
        test: Option<SkillTest> = "",
        foes: Commas<FoeCount> = "foes: ",
    }

    PersonLine {
        id: PartText,
        name: PartText = "",
        also: PartText = "also: ",
    }

    ThingLine {
        id: PartText,
        name: PartText = "",
        also: Commas<PartText> = "also: ",
        verbs: Commas<PartText> = "verbs: ",
        is_done: bool = "done",
    }

    ExitLine {
        id: PartText,
        state: ExitState,
        label: PartText = "",
        when: PartText = "",
        to: PartText = "→ ",
        /// The text for a closed exit.
        why: PartText = "",
    }

    DoomLine {
        title: PartText,
        filled: Share,
    }
}

/// Whether an exit can be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExitState {
    Open,
    Closed,
}

impl LineValue for ExitState {
    fn write(&self, to: &mut String) {
        to.push_str(match self {
            Self::Open => "open",
            Self::Closed => "closed",
        });
    }

    fn read(text: &str) -> Option<Self> {
        [Self::Open, Self::Closed].into_iter().find(|state| state.written() == text)
    }
}

/// A check: skill and DC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SkillTest {
    pub skill: Skill,
    pub dc: i32,
}

impl LineValue for SkillTest {
    fn write(&self, to: &mut String) {
        to.push_str(&format!("{} {}", self.skill.as_str(), self.dc));
    }

    fn read(text: &str) -> Option<Self> {
        let (name, dc) = text.rsplit_once(' ')?;
        let skill = Skill::ALL.into_iter().find(|skill| skill.as_str() == name)?;
        Some(Self { skill, dc: dc.parse().ok()? })
    }
}

/// A number of a kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoeCount {
    pub count: u32,
    pub name: PartText,
}

impl LineValue for FoeCount {
    fn write(&self, to: &mut String) {
        to.push_str(&format!("{} × {}", self.count, self.name.as_str()));
    }

    fn read(text: &str) -> Option<Self> {
        let (count, name) = text.split_once(" × ")?;
        Some(Self { count: count.parse().ok()?, name: PartText::read(name)? })
    }
}

impl PlotBlock {
    /// Whether it is the short version for fights.
    pub fn is_beside_a_fight(&self) -> bool {
        self.act.is_none()
    }
}
