//! The events of a fight, narrated to the player whose hero is in it: in the second person, in paragraphs, attacks in more than
//! one way. Totals of rolls are left to the dice; damage stays, as one number a sentence.

use std::iter::once;

use game::combat::{
    event::{AttackOutcome, CombatEvent},
    fighter::FighterId,
    sentence::{SlotValue, sentence},
};

/// The most sentences in a paragraph.
const A_PARAGRAPH: usize = 4;

/// Hits that deal damage.
const HITS: [&str; 4] = [
    "{who} [hits] {target} with the {with} for {damage} damage.",
    "The {with} finds {target}: {who} [deals] {damage} damage.",
    "{who} [gets] past the guard of {target} with the {with}, for {damage} damage.",
    "{who} [catches] {target} with the {with}: {damage} damage.",
];
const CRITICAL_HITS: [&str; 2] = [
    "{who} [lands] a terrible blow on {target} with the {with}: {damage} damage.",
    "Nothing stops the {with}: {who} [deals] {damage} damage to {target}.",
];
const HITS_WITHOUT_DAMAGE: [&str; 1] = ["{who} [hits] {target} with the {with}, to no effect."];
const MISSES: [&str; 4] = [
    "{who} [misses] {target} with the {with}.",
    "The {with} goes wide: {who} [misses] {target}.",
    "{who} [cuts] only air beside {target} with the {with}.",
    "{target} [is] quicker than the {with}: {who} [misses].",
];

/// Narrates events to the player of a hero. The same events with the same `salt` give the same text; a `salt` that grows
/// from step to step varies the wording.
pub(in crate::dm) fn tell(events: &[CombatEvent], hero: &FighterId, salt: u64) -> String {
    let mut paragraphs: Vec<Vec<String>> = Vec::new();
    let mut was_own = None;
    for (event, salt) in events.iter().zip(salt..) {
        let is_own = event.actor().is_some_and(|actor| actor.id == *hero);
        let told = told(event, hero, salt);
        match paragraphs.last_mut() {
            Some(last) if was_own == Some(is_own) && last.len() < A_PARAGRAPH => last.push(told),
            _ => paragraphs.push(vec![told]),
        }
        was_own = Some(is_own);
    }
    let paragraphs: Vec<String> = paragraphs.iter().map(|sentences| sentences.join(" ")).collect();
    paragraphs.join("\n\n")
}

fn told(event: &CombatEvent, hero: &FighterId, salt: u64) -> String {
    let CombatEvent::Attack { who, target, with, outcome, .. } = event else {
        return event.sentence().for_player(hero);
    };
    let (ways, damage) = match outcome {
        AttackOutcome::Miss => (&MISSES[..], 0),
        AttackOutcome::Hit { damage: 0, .. } => (&HITS_WITHOUT_DAMAGE[..], 0),
        AttackOutcome::Hit { critical: false, damage } => (&HITS[..], *damage),
        AttackOutcome::Hit { critical: true, damage } => (&CRITICAL_HITS[..], *damage),
    };
    let slots = [("who", SlotValue::Actor(who)), ("target", SlotValue::Actor(target))];
    let words = [("with", SlotValue::Text(with.to_lowercase().into()))];
    let slots = slots.into_iter().chain(words).chain(once(("damage", SlotValue::Text(damage.to_string().into()))));
    sentence(ways[usize::try_from(salt).unwrap_or(0) % ways.len()], slots).for_player(hero)
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::combat::event::{Actor, PlainAction};

    fn mira() -> Actor {
        Actor { id: FighterId::Hero("mira".into()), name: "Mira".into() }
    }

    fn other(name: &str) -> Actor {
        Actor { id: FighterId::Creature(name.into()), name: name.into() }
    }

    fn attack(who: Actor, target: Actor, with: &str, outcome: AttackOutcome) -> CombatEvent {
        let (total, thrown_feet, advantage) = (18, None, None);
        CombatEvent::Attack { who, target, with: with.into(), total, thrown_feet, advantage, outcome }
    }

    fn hit(damage: i32) -> AttackOutcome {
        AttackOutcome::Hit { critical: false, damage }
    }

    fn told_once(event: CombatEvent) -> String {
        tell(&[event], &mira().id, 0)
    }

    #[test]
    fn the_hero_is_spoken_to() {
        let (goblin, did) = (|| other("Goblin A"), |who, action| CombatEvent::Did { who, action });
        for (event, told) in [
            (attack(mira(), goblin(), "Longsword", hit(7)), "You hit Goblin A with the longsword for 7 damage."),
            (attack(goblin(), mira(), "Scimitar", AttackOutcome::Miss), "Goblin A misses you with the scimitar."),
            (
                CombatEvent::SavingThrow { who: mira(), total: 4, dc: 11, advantage: None, made: false, keeps: None },
                "You do not save.",
            ),
            (did(mira(), PlainAction::Endured), "You should have fallen, and do not."),
            (CombatEvent::Died { who: mira() }, "You are dead."),
            (CombatEvent::Died { who: other("Miranda") }, "Miranda dies."),
            (did(other("hollow passenger"), PlainAction::Dash), "Hollow passenger dashes."),
            (CombatEvent::Shielded { who: mira(), target: other("Brom") }, "You put a shield before Brom."),
        ] {
            assert_eq!(told_once(event), told);
        }
    }

    #[test]
    fn an_attack_is_told_in_more_than_one_way_and_the_same_way_for_the_same_salt() {
        let event = attack(other("Goblin A"), mira(), "Scimitar", hit(7));
        let tell = |salt| tell(std::slice::from_ref(&event), &mira().id, salt);
        let ways: std::collections::BTreeSet<String> = (0..8).map(tell).collect();
        assert!(ways.len() >= 3, "{ways:?}");
        assert!(ways.iter().all(|way| way.contains("7 damage") && !way.contains("Mira") && !way.contains("18")));
        assert_eq!(tell(5), tell(5));
    }

    #[test]
    fn what_others_do_is_another_paragraph() {
        let events = [
            CombatEvent::Did { who: mira(), action: PlainAction::Dodge },
            attack(other("Goblin A"), mira(), "Scimitar", AttackOutcome::Miss),
            CombatEvent::Fell { who: other("Goblin B") },
        ];
        assert_eq!(tell(&events, &mira().id, 0).matches("\n\n").count(), 1);
    }
}
