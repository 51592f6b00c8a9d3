//! Finds events of a fight that the model's text leaves out: deaths, falls, wounds of heroes, the end.

use std::{collections::BTreeMap, sync::LazyLock};

use game::{
    combat::{
        event::{Actor, AttackOutcome, CombatEvent},
        fighter::FighterId,
    },
    wording::{fold, is_name_word},
};

/// Word stems for kinds of events.
static WORDS: LazyLock<BTreeMap<&str, Vec<&str>>> = LazyLock::new(|| {
    let lines = include_str!("untold.txt").lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(": ")).map(|(kind, words)| (kind, words.split(' ').collect())).collect()
});

/// Common English words; other languages can't be checked.
const ENGLISH: [&str; 4] = ["the", "you", "your", "its"];

/// A sentence as words in lower case.
type WordList = Vec<String>;

/// The events that a text doesn't mention. `hero` is the one addressed.
pub(in crate::dm) fn untold(events: &[CombatEvent], telling: &str, hero: &FighterId) -> Vec<CombatEvent> {
    if events.is_empty() {
        return Vec::new();
    }
    let sentences: Vec<WordList> = telling.split(['.', '!', '?', ';', '\n']).map(words_of).collect();
    if !sentences.iter().flatten().any(|word| ENGLISH.contains(&word.as_str())) {
        return Vec::new();
    }
    // A word shared by several fallen creatures' names identifies none.
    let fallen_names: Vec<WordList> = events.iter().filter_map(fallen).map(|who| words_of(&who.name)).collect();
    let is_shared = |part: &String| fallen_names.iter().filter(|name| name.contains(part)).count() > 1;
    let n_falls = sentences.iter().filter(|sentence| says(sentence, "falls")).count();
    let all_fall_told = n_falls >= events.iter().filter(|event| fallen(event).is_some()).count();
    let is_told = |event: &CombatEvent| match (fallen(event), wounded(event)) {
        (Some(_), _) if all_fall_told => true,
        (Some(who), _) => {
            let is_named = |it: &WordList| it.join(" ").contains(&words_of(&who.name).join(" "));
            sentences.iter().any(|it| says(it, "falls") && (is_named(it) || is_about(it, who, hero, &is_shared)))
        }
        (None, Some(who)) => sentences
            .iter()
            .any(|it| says(it, "wounds") && is_about(it, who, hero, &|_| false) || strikes(it, event, who, hero)),
        _ if matches!(event, CombatEvent::FightEnded { .. }) => sentences.iter().any(|it| says(it, "ends")),
        _ => true,
    };
    events.iter().filter(|event| !is_told(event)).cloned().collect()
}

/// The creature that fell or died.
fn fallen(event: &CombatEvent) -> Option<&Actor> {
    match event {
        CombatEvent::Fell { who } | CombatEvent::Died { who } | CombatEvent::KnockedOut { who } => Some(who),
        _ => None,
    }
}

/// The hero that an event wounds.
fn wounded(event: &CombatEvent) -> Option<&Actor> {
    let (who, damage) = match event {
        CombatEvent::Attack { target, outcome: AttackOutcome::Hit { damage, .. }, .. } => (target, *damage),
        CombatEvent::SureHit { target, damage, .. } => (target, *damage),
        CombatEvent::Damaged { who, damage, .. } => (who, *damage),
        _ => return None,
    };
    (who.id.is_hero() && damage > 0).then_some(who)
}

fn words_of(sentence: &str) -> WordList {
    fold(sentence).split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

fn says(sentence: &WordList, kind: &str) -> bool {
    sentence.iter().any(|word| is_word_for(word, kind))
}

fn is_word_for(word: &str, kind: &str) -> bool {
    WORDS.get(kind).is_some_and(|known| known.iter().any(|known| word.starts_with(known)))
}

/// Whether a sentence says that an attack hits the creature an event wounds: a verb or weapon of attack before "you" or the
/// name, and no miss. A wound without its number isn't added again.
fn strikes(sentence: &WordList, event: &CombatEvent, wounded: &Actor, hero: &FighterId) -> bool {
    let weapon = match event {
        CombatEvent::Attack { with, .. } => words_of(with),
        _ => Vec::new(),
    };
    let name = words_of(&wounded.name);
    let is_target = |word: &String| {
        wounded.id == *hero && matches!(word.as_str(), "you" | "your") || is_name_word(word) && name.contains(word)
    };
    let is_blow = |word: &String| is_word_for(word, "strikes") || weapon.contains(word);
    let Some(blow) = sentence.iter().position(is_blow) else { return false };
    sentence[blow..].iter().any(is_target) && !says(sentence, "misses")
}

/// Whether a sentence speaks of someone: by a word of the name, or to the hero.
fn is_about(sentence: &WordList, who: &Actor, hero: &FighterId, is_shared: &dyn Fn(&String) -> bool) -> bool {
    let spoken_to = who.id == *hero && sentence.iter().any(|word| matches!(word.as_str(), "you" | "your"));
    let name = words_of(&who.name);
    let names = |part: &String| part.len() > 2 && is_name_word(part) && !is_shared(part) && sentence.contains(part);
    spoken_to || name.iter().any(names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::combat::encounter::FightEnding;

    fn actor(id: FighterId, name: &str) -> Actor {
        Actor { id, name: name.into() }
    }

    fn mira() -> Actor {
        actor(FighterId::Hero("mira".into()), "Mira")
    }

    fn goblin(letter: &str) -> Actor {
        actor(FighterId::Creature(format!("goblin-{letter}").into()), &format!("Goblin {letter}"))
    }

    fn left_out(events: &[CombatEvent], telling: &str) -> usize {
        untold(events, telling, &mira().id).len()
    }

    #[test]
    fn deaths_falls_wounds_and_the_end_count_as_told_by_the_words_for_them() {
        let outcome = AttackOutcome::Hit { critical: false, damage: 5 };
        let hits = |target| CombatEvent::Attack {
            who: goblin("B"),
            target,
            with: "Scimitar".into(),
            total: 15,
            thrown_feet: None,
            advantage: None,
            outcome,
        };
        let died = CombatEvent::Died { who: goblin("A") };
        let ended = CombatEvent::FightEnded { ending: FightEnding::Victory, xp_each: 50 };
        for (events, telling, n) in [
            (vec![died.clone()], "Your blade whistles through the damp air.", 1),
            (vec![died.clone()], "It folds over the blade and does not get up; the first of them is dead.", 0),
            (vec![died.clone()], "The goblin drops.", 0),
            (vec![died.clone(), CombatEvent::Died { who: goblin("B") }], "Goblin A drops in the mud.", 1),
            (vec![hits(mira())], "The goblin grins. You raise the sword.", 1),
            (vec![hits(mira())], "The scimitar opens a gash along your arm.", 0),
            (vec![hits(mira())], "The other one blinks, slaps his own face hard, and shoots you.", 0),
            (vec![hits(mira())], "The bolt takes you in the ribs.", 0),
            (vec![hits(mira())], "Its scimitar comes down on your shoulder.", 0),
            (vec![hits(mira())], "The bolt hisses past you.", 1),
            (vec![hits(mira())], "You shoot, and the goblin grins.", 1),
            (vec![hits(mira())], "The goblin shoots.", 1),
            (vec![hits(goblin("C"))], "The goblin grins at you.", 0),
            (vec![CombatEvent::Fell { who: mira() }], "The rain goes on above you.", 1),
            (vec![CombatEvent::Fell { who: mira() }], "Your knees give, and everything goes black.", 0),
            (vec![ended.clone()], "You wipe the blade.", 1),
            (vec![ended], "Then it is over.", 0),
            (vec![died], "Der Goblin bricht zusammen.", 0),
        ] {
            assert_eq!(left_out(&events, telling), n, "{telling}");
        }
    }
}
