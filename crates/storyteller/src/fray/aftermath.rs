//! After a fight: bodies, what they guarded, and the hero's position.

use game::{
    combat::{encounter::FightEnding, event::Actor},
    story_fact::StoryFact,
};

use super::{Fray, telling::hero_of};
use crate::{
    deeds,
    phrases::{lines, talk},
    play::Play,
    prose::{capitalised, the},
    table::Creature,
    world::{Spot, in_text},
};

/// Tells what follows: how it is where the fight goes on, or what the end of it leaves. `away` is where the hero ran.
pub(super) fn of(play: &mut Play<'_>, fray: &Fray, came_to: (Option<FightEnding>, &[Actor]), away: Option<&str>) {
    let (over, dead) = came_to;
    let here = play.here();
    let hero = hero_of(play);
    // Friends who died were not killed by the hero.
    let (dead, friends): (Vec<Actor>, Vec<Actor>) = dead.iter().cloned().partition(|one| is_foe(fray, one));
    let dead = dead.as_slice();
    for one in friends.iter().filter(|one| one.id != hero) {
        play.effects.note(format!("{} fell at {here}", the(&one.name)));
    }
    for one in dead {
        play.note_fact(StoryFact::Fell { who: the(&one.name), place: here.clone() });
        play.effects.note(format!("{} killed {} at {here}", play.hero.name, the(&one.name)));
    }
    match over {
        None => goes_on(play, fray, dead),
        Some(FightEnding::Victory) => won(play, fray, dead),
        Some(FightEnding::Defeat) => deeds::fall(play),
        Some(FightEnding::Fled) => got_away(play, away.unwrap_or_default()),
        Some(FightEnding::Settled) => {
            play.effects.scene = Some("Weapons are lowered, on both sides.".to_owned());
            play.effects.note(format!("{} made peace at {here} instead of a corpse", play.hero.name));
            play.effects.xp += 25;
        }
    }
}

/// Whether someone fought against the hero, or came into the fight later.
fn is_foe(fray: &Fray, one: &Actor) -> bool {
    fray.fighter(one.id.as_str()).is_none_or(|fighter| fighter.is_foe)
}

/// The state of the fight, where it matters.
fn goes_on(play: &mut Play<'_>, fray: &Fray, dead: &[Actor]) {
    if play.hero.hp > 0 && play.hero.hp * 3 <= play.hero.max_hp {
        play.add(lines::BADLY_HURT, &[]);
    }
    let left = fray.foes().filter(|foe| dead.iter().all(|one| one.id.as_str() != foe.id));
    let next = left.map(|foe| the(&foe.name)).next().filter(|_| !dead.is_empty());
    if let Some(foe) = next {
        play.add(lines::NEXT_FOE, &[("foe", &foe)]);
    }
}

/// The field is the hero's.
fn won(play: &mut Play<'_>, fray: &Fray, dead: &[Actor]) {
    // Who is behind it all in a campaign is the campaign's to say.
    let chief = if play.world.cast.is_some() { "" } else { play.world.adventure.chief.0 };
    let fought = dead.iter().map(|one| one.id.as_str().to_owned()).filter(|id| fray.fighter(id).is_some());
    let lying =
        play.table.creatures.iter().filter(|one| is_fallen_foe(one)).map(|one| (one.id.clone(), one.name.clone()));
    let lying: Vec<(String, String)> = lying.collect();
    let names = dead.iter().map(|one| &one.name);
    let fell = names.chain(lying.iter().map(|(_, name)| name)).any(|name| name.eq_ignore_ascii_case(chief));
    let gone: Vec<String> = fought.chain(lying.into_iter().map(|(id, _)| id)).collect();
    for id in gone {
        if !play.effects.leaving.contains(&id) {
            play.effects.leaving.push(id);
        }
    }
    play.table.creatures.retain(|one| !play.effects.leaving.contains(&one.id));
    play.prose.paragraph();
    if fell {
        victory(play);
        return;
    }
    let foe = dead.last().map(|one| the(&one.name)).unwrap_or_else(|| "the last of them".to_owned());
    if !dead.is_empty() {
        play.add(lines::AFTER_KILL, &[("foe", &foe)]);
    }
    play.effects.scene = Some(match dead.last() {
        Some(one) => format!("{} lies dead. It is quiet again.", capitalised(&the(&one.name))),
        None => "It is quiet again.".to_owned(),
    });
    if dead.is_empty() {
        play.effects.xp += 25;
    }
    clue(play);
}

/// What a fallen guard tells of the way, without a word.
fn clue(play: &mut Play<'_>) {
    if play.world.cast.is_some() {
        return;
    }
    let here = play.table.location.clone();
    let goal = match play.world.spot(&here) {
        Spot::Site => Spot::Mouth,
        Spot::Mouth => Spot::Heart,
        _ => return,
    };
    let way = play.world.toward(&here, goal).map_or("on", |exit| exit.way);
    let there = in_text(play.world.name(goal));
    play.add(lines::CLUE_OF_THE_FALLEN, &[("way", way), ("there", &there)]);
}

/// The one behind the trouble has fallen.
fn victory(play: &mut Play<'_>) {
    let adventure = play.world.adventure;
    play.effects.xp += 100;
    play.gain(adventure.prize);
    let deed = format!("{} fell to {} at {}", adventure.chief.0, play.hero.name, play.here());
    play.note_fact(StoryFact::Settled { who: adventure.chief.0.to_owned() });
    play.effects.milestone = Some(deed.clone());
    play.effects.record(deed);
    let home = in_text(play.world.name(Spot::Home));
    play.say(lines::VICTORY, &[("chief", adventure.chief.0), ("prize", adventure.prize), ("home", &home)]);
    let rest =
        play.table.creatures.iter().filter(|one| one.disposition != "companion" && one.disposition != "friendly");
    let rest: Vec<String> = rest.map(|one| one.id.clone()).collect();
    if !rest.is_empty() {
        play.say(lines::THE_REST_RUN, &[("foe", &the(adventure.foe.0))]);
        play.table.creatures.retain(|one| !rest.contains(&one.id));
        play.effects.leaving.extend(rest);
    }
    play.effects.scene =
        Some(format!("{} is gone, and with it what kept this place in its grip.", capitalised(adventure.chief.0)));
}

/// The hero is out of it, somewhere else.
fn got_away(play: &mut Play<'_>, to: &str) {
    play.prose.paragraph();
    play.say(lines::GOT_AWAY, &[]);
    // Anyone who was left behind is out of the scene already.
    play.table.creatures.retain(|one| one.disposition == "companion" || one.disposition == "friendly");
    if play.world.cast.is_none() {
        deeds::run_to(play, to);
    }
}

/// Whether a creature is the body of no friend; friends who are dead lie where they are.
fn is_fallen_foe(one: &Creature) -> bool {
    one.is_body() && !one.is_friend()
}

/// What a fight left that was decided by the rules alone: the dead who lie there, and a hero no one has picked up.
pub(crate) fn settle_what_is_left(play: &mut Play<'_>) {
    let chief = if play.world.cast.is_some() { "" } else { play.world.adventure.chief.0 };
    let dead: Vec<(String, String)> = play
        .table
        .creatures
        .iter()
        // Who was no foe and lies here died of something else.
        .filter(|one| one.is_body() && one.disposition == "hostile")
        .map(|one| (one.id.clone(), one.name.clone()))
        .collect();
    if dead.is_empty() {
        return;
    }
    let here = play.here();
    let fell = dead.iter().any(|(_, name)| name.eq_ignore_ascii_case(chief)) && !play.owns(play.world.adventure.prize);
    for (id, name) in dead {
        let fell = StoryFact::Fell { who: the(&name), place: here.clone() };
        // One of the same name who fell in another stay is another one.
        let ends = |fact: &&StoryFact| {
            fact.is_like(&fell) || matches!(fact, StoryFact::Came { .. } | StoryFact::Searched { .. })
        };
        if play.table.facts.iter().rfind(ends).is_none_or(|last| !last.is_like(&fell)) {
            play.note_fact(fell);
            play.effects.note(format!("{} killed {} at {here}", play.hero.name, the(&name)));
        }
        play.effects.leaving.push(id);
    }
    let fallen: Vec<String> = play.effects.leaving.clone();
    play.table.creatures.retain(|one| !fallen.contains(&one.id));
    if fell {
        victory(play);
        play.prose.paragraph();
    } else if play.table.creatures.iter().any(|one| one.disposition == "neutral") {
        play.add(talk::PRISONER_WAITS, &[]);
    }
}
