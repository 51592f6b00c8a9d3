//! Records the consequences of actions in a campaign as changes.

use std::collections::BTreeSet;

use game::{
    Change, Game, Refusal, chronicle,
    creature::{Creature, Disposition},
    id::{CharacterId, NpcId, kebab},
    limits,
    naming::{bare_words, is_title, words},
    person, place,
    plot::{ActNow, ReachedEnding},
    quest::{self, NewQuest, Reward},
    story::{NpcRole, SupportingNpc},
    wording::{self, same, without_accents},
};

use crate::{
    campaign::{CampaignAct, CampaignPackage, CastMember, CourseEvent, EndingKind, Foe, StoryRole},
    dm::Draft,
};

use super::{
    dead::{names_of_the_dead, without},
    place::coming_to,
};

/// The recorded changes, and the text and fights that are still to come.
#[derive(Debug, Default)]
pub(super) struct PlotRecord {
    pub(super) game: Option<Game>,
    pub(super) changes: Vec<Change>,
    pub(super) told: Vec<String>,
    pub(super) found: Vec<String>,
    pub(super) fights: Vec<(String, Vec<Foe>)>,
    pub(super) left: Vec<String>,
}

/// Records consequences; rewards go to the hero `acting`.
///
/// # Errors
/// It doesn't fit the game.
pub(super) fn write_down(
    game: &Game,
    package: &CampaignPackage,
    steps: Vec<CourseEvent>,
    acting: &CharacterId,
) -> Result<PlotRecord, Refusal> {
    let mut scribe = Scribe { game: game.clone(), package, acting, written: PlotRecord::default(), sets_scene: false };
    for step in steps {
        scribe.write(step)?;
    }
    Ok(PlotRecord { game: Some(scribe.game), ..scribe.written })
}

struct Scribe<'a> {
    game: Game,
    package: &'a CampaignPackage,
    acting: &'a CharacterId,
    written: PlotRecord,
    /// Whether the next text becomes the current scene.
    sets_scene: bool,
}

impl Scribe<'_> {
    fn make(&mut self, change: Change) -> Result<(), Refusal> {
        self.written.changes.extend(limits::make(&mut self.game, change)?);
        Ok(())
    }

    fn write(&mut self, step: CourseEvent) -> Result<(), Refusal> {
        match step {
            CourseEvent::Told(text) => {
                if std::mem::take(&mut self.sets_scene) {
                    self.scene_is(&text)?;
                }
                self.written.told.push(text);
            }
            CourseEvent::Came { node, shown } => self.came_to(&node, &shown)?,
            CourseEvent::Began(beat) => {
                self.make(Change::BeatBegan { beat })?;
                self.meet_people()?;
                self.sets_scene = true;
            }
            CourseEvent::Ended { beat, well } => {
                self.make(Change::BeatEnded { beat, well })?;
                // The end of a beat is the last text.
                if let Some(told) = self.written.told.last().cloned() {
                    self.scene_is(&told)?;
                }
            }
            CourseEvent::Found(id) => {
                let finding = self.package.findings().find(|finding| finding.id == id);
                let text = finding.map(|finding| finding.text.clone()).unwrap_or_default();
                self.written.found.push(text.clone());
                self.make(Change::FindingMade { id, text })?;
            }
            CourseEvent::Set(flag) => self.make(Change::FlagSet { name: flag.name, value: flag.is })?,
            CourseEvent::Once(id) => self.make(Change::HappeningCame { id })?,
            CourseEvent::Passed(minutes) => {
                let now = self.game.clock.after(minutes);
                self.make(Change::TimePassed { minutes, now })?;
            }
            CourseEvent::Doom(filled) => self.make(Change::DoomAdvanced { filled })?,
            CourseEvent::Earned(reward) => {
                let cp = i64::from(reward.gold) * 100;
                let reward = Reward { xp: reward.xp, cp, items: reward.items };
                let earned = quest::hand_out(&self.game, &reward, self.acting)?;
                earned.changes.into_iter().try_for_each(|change| self.make(change))?;
                self.written.left.extend(earned.left);
            }
            CourseEvent::Fight { by, foes } => self.written.fights.push((by, foes)),
            CourseEvent::Ending(id) => self.ended(&id)?,
        }
        Ok(())
    }

    fn scene_is(&mut self, told: &str) -> Result<(), Refusal> {
        let shown = without(&names_of_the_dead(self.package, &self.game), told);
        let changed = shown.and_then(|shown| chronicle::scene_changed(&self.game, &shown));
        changed.map_or(Ok(()), |change| self.make(change))
    }

    fn came_to(&mut self, id: &str, shown: &str) -> Result<(), Refusal> {
        let package = self.package;
        let Some((act, node)) = package.node(id) else { return Ok(()) };
        let number = package.acts.iter().position(|other| other.id == act.id).unwrap_or(0) + 1;
        let number = u32::try_from(number).unwrap_or(1);
        if self.game.plot.as_ref().is_some_and(|plot| plot.act.id != act.id) {
            let now = ActNow { id: act.id.clone(), number, title: act.title.clone(), objective: act.objective.clone() };
            self.make(Change::ActBegan { act: now })?;
        }
        if let Some(change) = chronicle::act_advanced(&self.game, i64::from(number))? {
            self.make(change)?;
        }
        self.take_on(act)?;
        self.make(Change::NodeReached { node: node.id.clone(), title: node.title.clone() })?;
        let moves = coming_to(&self.game, package, node);
        if !moves.is_empty() {
            let parting = place::parting(&self.game);
            parting.into_iter().chain(moves).try_for_each(|change| self.make(change))?;
            place::meeting(&self.game).into_iter().try_for_each(|change| self.make(change))?;
        }
        let dead = names_of_the_dead(package, &self.game);
        let shown = without(&dead, shown).unwrap_or_else(|| node.title.clone());
        if let Some(change) = chronicle::scene_changed(&self.game, &shown) {
            self.make(change)?;
        }
        self.meet_people()
    }

    /// Each act has a quest. It begins when the heroes first reach the act, and the previous act's quest is then completed.
    fn take_on(&mut self, act: &CampaignAct) -> Result<(), Refusal> {
        let quest = quest_of(act);
        let is_known = |title: &str| {
            let story = &self.game.story;
            let mut names =
                story.active_quests.iter().map(|it| &it.name).chain(story.closed_quests.iter().map(|it| &it.name));
            names.any(|name| same(name, &wording::name(title)))
        };
        let mut from_here_on = self.package.acts.iter().skip_while(|other| other.id != act.id);
        if from_here_on.any(|act| is_known(&act.title)) {
            return Ok(());
        }
        self.close_quests(true)?;
        let given = quest::give(&self.game, &quest)?;
        if limits::check_limits(&self.game, &given).is_ok() {
            self.make(given)?;
        }
        Ok(())
    }

    /// Closes the quests of the acts, completed or failed.
    fn close_quests(&mut self, done: bool) -> Result<(), Refusal> {
        let is_of_an_act = |name: &str| self.package.acts.iter().any(|act| same(&wording::name(&act.title), name));
        let open = self.game.story.active_quests.iter().filter(|quest| is_of_an_act(&quest.name));
        let open: Vec<String> = open.map(|quest| quest.id().to_string()).collect();
        for id in open {
            match done {
                true => {
                    let closing = quest::complete(&self.game, &id, self.acting)?;
                    closing.changes.into_iter().try_for_each(|change| self.make(change))?;
                }
                false => self.make(quest::fail(&self.game, &id)?)?,
            }
        }
        Ok(())
    }

    /// The people present are met and recorded for good. Their record and a body elsewhere move along, so that no one is in two
    /// places.
    fn meet_people(&mut self) -> Result<(), Refusal> {
        let Some(course) = super::course(self.package, &self.game) else { return Ok(()) };
        for person in course.people() {
            if let Some(change) = chronicle::npc_met(&self.game, &person.name) {
                self.make(change)?;
            }
            let is_known = known_as(&self.game, person).is_some();
            let npc = profile(person, &self.game.story.current_location);
            let written = Change::SupportingNpcCreated { npc: Box::new(npc) };
            if !is_known && limits::check_limits(&self.game, &written).is_ok() {
                self.make(written)?;
            }
            if let Some(npc_id) = body_elsewhere(&self.game, person) {
                self.make(Change::CreatureMet { npc_id })?;
            }
            let moved =
                known_as(&self.game, person).and_then(|npc| person::moved_to(npc, &self.game.story.current_location));
            if let Some(moved) = moved {
                self.make(moved)?;
            }
        }
        Ok(())
    }

    fn ended(&mut self, id: &str) -> Result<(), Refusal> {
        let Some(ending) = self.package.ending(id) else { return Ok(()) };
        // The epilogue is the last text before the ending.
        let epilogue = self.written.told.last().cloned().unwrap_or_else(|| ending.epilogue.clone());
        let kind = match ending.kind {
            EndingKind::Triumph => "triumph",
            EndingKind::Bittersweet => "bittersweet",
            EndingKind::Defeat => "defeat",
        };
        self.close_quests(ending.kind != EndingKind::Defeat)?;
        let (id, title) = (ending.id.clone(), ending.title.clone());
        if let Some(change) = chronicle::milestone(&self.game, &title) {
            self.make(change)?;
        }
        self.make(Change::EndingReached {
            ending: Box::new(ReachedEnding { id, title, kind: kind.to_owned(), epilogue }),
        })
    }
}

/// The quest of an act.
pub(super) fn quest_of(act: &CampaignAct) -> NewQuest<'_> {
    NewQuest { title: &act.title, objectives: std::slice::from_ref(&act.objective), ..NewQuest::default() }
}

/// Whether a quest, by id or name, belongs to an act of the current campaign.
pub(in crate::dm) fn is_quest_of_an_act(draft: &Draft, quest: &str) -> bool {
    let Ok(package) = draft.campaign() else { return false };
    let is_it = |act: &CampaignAct| same(&wording::name(&act.title), quest.trim()) || kebab(&act.title) == kebab(quest);
    draft.game().plot.as_ref().is_some_and(|plot| plot.ending.is_none()) && package.acts.iter().any(is_it)
}

/// The journal's record of a person: visible facts. Goals and secrets are for the Dungeon Master only.
fn profile(person: &CastMember, location: &str) -> SupportingNpc {
    SupportingNpc {
        id: NpcId::from(person.id.as_str()),
        role: if person.role == StoryRole::Ally { NpcRole::Ally } else { NpcRole::Neutral },
        appearance: wording::line(&person.appearance),
        location: location.to_lowercase(),
        combat_slug: person.creature.as_deref().map(kebab),
        ..SupportingNpc::named(&person.name)
    }
}

/// The record of one of the campaign's people. Older sessions store it under an id made from the full name.
pub(super) fn known_as<'g>(game: &'g Game, person: &CastMember) -> Option<&'g SupportingNpc> {
    let by_id = |id: &str| game.supporting_npcs.iter().find(|npc| npc.id.as_str() == id);
    by_id(&person.id).or_else(|| by_id(&kebab(&person.name)))
}

/// The body of one of the campaign's people if it was left at another place, alive and no enemy.
fn body_elsewhere(game: &Game, person: &CastMember) -> Option<NpcId> {
    let npc = known_as(game, person)?;
    let is_theirs =
        |one: &&Creature| person::is_of(one, npc) && !one.is_dead() && one.disposition != Disposition::Hostile;
    game.left_behind.iter().map(|left| &left.creature).find(is_theirs).map(|one| one.id.clone())
}

/// The ids of the campaign's people who died in play.
pub(super) fn dead(package: &CampaignPackage, game: &Game) -> BTreeSet<String> {
    let died = |person: &&CastMember| known_as(game, person).is_some_and(|npc| npc.dead);
    package.people.iter().filter(died).map(|person| person.id.clone()).collect()
}

/// The name that one of the campaign's people was given in play; `None` while they have the campaign's.
pub(super) fn new_name(game: &Game, person: &CastMember) -> Option<String> {
    let npc = known_as(game, person)?;
    // Records of older sessions may have the name without its article or signs.
    let is_own = called_alone(person, &npc.name) || kebab(&npc.name) == kebab(&person.name);
    (!is_own).then(|| npc.shown_name())
}

/// The name that players know one of the campaign's people by now.
pub(super) fn name_now(game: &Game, person: &CastMember) -> String {
    new_name(game, person).unwrap_or_else(|| person.name.clone())
}

/// Finds one of the campaign's people as [`called`] does, also by a name that was given to them in play.
pub(super) fn called_in_play<'p>(package: &'p CampaignPackage, game: &Game, name: &str) -> Option<&'p CastMember> {
    let is_renamed = |person: &&CastMember| new_name(game, person).is_some_and(|new| same(&new, name.trim()));
    package.people.iter().find(is_renamed).or_else(|| called(package, name))
}

/// Those of the campaign's people that a part of a name could mean, where it means none alone: several of one surname.
pub(super) fn several_called<'p>(package: &'p CampaignPackage, game: &Game, name: &str) -> Vec<&'p CastMember> {
    if called_in_play(package, game, name).is_some() {
        return Vec::new();
    }
    let near =
        |fits: fn(&CastMember, &str) -> bool| package.people.iter().filter(move |person| fits(person, name)).collect();
    let near = HOW_CALLED.map(near).into_iter().find(|all: &Vec<&CastMember>| !all.is_empty()).unwrap_or_default();
    if near.len() > 1 { near } else { Vec::new() }
}

/// Partial names of a person, surest first.
const HOW_CALLED: [fn(&CastMember, &str) -> bool; 3] = [has_words, called_alone, called_by_epithet];

/// The person whose full or first name ends a name after a trade: “Carter Barnaby”, “the salt buyer Aldous Prine”. A surname
/// alone isn't enough, because “Tobias Pike” may be a relative of Pike.
fn called_by_trade<'p>(package: &'p CampaignPackage, name: &str) -> Option<&'p CastMember> {
    let bare = bare_words(name);
    let is_a_name = |word: &String| package.people.iter().any(|person| bare_words(&person.name).contains(word));
    let is_trade = |words: &[String]| {
        !words.is_empty() && !words.iter().any(|word| is_a_name(word) || word.chars().nth(1).is_none())
    };
    // A person with a single name may have it as a surname.
    let has_it = |person: &&CastMember| {
        let own = bare_words(&person.name);
        let before = |named: &[String]| bare.strip_suffix(named).is_some_and(is_trade);
        own.len() > 1 && (before(&own) || before(&own[..1]))
    };
    let mut near = package.people.iter().filter(has_it);
    near.next().filter(|_| near.next().is_none())
}

/// The person who may be meant by an unclear name: “Oriel P.” for Oriel Fenn.
pub(super) fn maybe_called<'p>(package: &'p CampaignPackage, name: &str) -> Option<&'p CastMember> {
    let bare: Vec<String> = bare_words(name).into_iter().filter(|word| word.chars().nth(1).is_some()).collect();
    let mut near = package.people.iter().filter(|person| !bare.is_empty() && has_all(person, &bare));
    near.next().filter(|_| near.next().is_none())
}

/// Finds a person by id, name, or an unambiguous part of the name: “Pike”, “Mrs Fenn”, “Pike the constable”, “Carter Barnaby”.
pub(super) fn called<'p>(package: &'p CampaignPackage, name: &str) -> Option<&'p CastMember> {
    let (people, name) = (&package.people, name.trim());
    let id = kebab(name);
    let exact = people.iter().find(|person| person.id == id || same(&person.name, name));
    let only = |fits: fn(&CastMember, &str) -> bool| {
        let mut near = people.iter().filter(|person| fits(person, name));
        match (near.next(), near.next()) {
            (Some(person), None) => Some(person),
            _ => None,
        }
    };
    let near = exact.or_else(|| HOW_CALLED.into_iter().find_map(only));
    near.or_else(|| called_by_trade(package, name))
}

/// Whether all distinctive words of `name` are words of the person's name.
fn has_words(person: &CastMember, name: &str) -> bool {
    let (own, wanted) = (words(&person.name), words(name));
    let is_named = wanted.iter().any(|word| !is_title(word)) || own.starts_with(&wanted);
    !wanted.is_empty() && is_named && wanted.iter().all(|word| own.contains(word))
}

/// Whether a person is called `name`, leaving out titles.
fn called_alone(person: &CastMember, name: &str) -> bool {
    let bare: Vec<String> = words(name).into_iter().filter(|word| !is_title(word)).collect();
    has_words(person, name) || has_words(person, &bare.join(" "))
}

/// Whether a person is called `name`, leaving out titles, an epithet (“the keeper”, “of Tarrowmouth”) and accents, and with
/// initials for words.
fn called_by_epithet(person: &CastMember, name: &str) -> bool {
    let bare = bare_words(name);
    bare.iter().any(|word| word.chars().nth(1).is_some()) && has_all(person, &bare)
}

/// Whether all words are words of a person's name, or initials of them, without accents.
fn has_all(person: &CastMember, wanted: &[String]) -> bool {
    let own: Vec<String> = words(&person.name).iter().map(|word| without_accents(word)).collect();
    let is_own = |word: &String| match word.chars().nth(1) {
        Some(_) => own.contains(word),
        None => own.iter().any(|one| one.starts_with(word.as_str())),
    };
    wanted.iter().all(is_own)
}
