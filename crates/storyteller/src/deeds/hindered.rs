//! What a hero's conditions keep them from where no one fights. Which condition takes what is in the one table of conditions.

use game::condition_kind::ConditionKind;

use crate::{
    focus,
    intent::{Act, Deed},
    phrases::lines,
    play::Play,
    table::Hero,
};

/// Minutes after which a hero comes out of what kept them from acting.
const COMES_ROUND_AFTER: u32 = 60;

/// What a hero needs for a deed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Faculty {
    Action,
    Movement,
    Speech,
    Sight,
    Hearing,
}

impl Faculty {
    /// Whether a condition of this level takes it away. What only holds a hero fast they work free of in peace.
    fn is_taken_by(self, (kind, level): (ConditionKind, u8)) -> bool {
        let rules = kind.rules();
        match self {
            Self::Action => !rules.acts,
            Self::Movement => level >= rules.stops_from && !rules.held,
            Self::Speech => !rules.speaks,
            Self::Sight => !rules.sees,
            Self::Hearing => !rules.hears,
        }
    }

    fn stock(self) -> &'static [&'static str] {
        match self {
            Self::Action => lines::CANNOT_ACT,
            Self::Movement => lines::CANNOT_MOVE,
            Self::Speech => lines::CANNOT_SPEAK,
            Self::Sight => lines::CANNOT_SEE,
            Self::Hearing => lines::CANNOT_HEAR,
        }
    }
}

/// What a deed of a kind needs. Questions to the storyteller need nothing, nor does letting time go by.
fn needs(act: Act) -> &'static [Faculty] {
    use Faculty::{Action, Hearing, Movement, Sight, Speech};
    match act {
        Act::Ways
        | Act::Where
        | Act::Who
        | Act::Wonder
        | Act::Help
        | Act::Recall
        | Act::Rules
        | Act::Ability
        | Act::Inventory
        | Act::Spells
        | Act::Status
        | Act::Time
        | Act::Consider
        | Act::Refrain
        | Act::Boast
        | Act::Meta
        | Act::Foreign
        | Act::Rest
        | Act::Sleep
        | Act::Wait => &[],
        Act::Look => &[Sight],
        Act::Listen => &[Hearing],
        Act::Talk | Act::Accept | Act::Refuse | Act::Persuade | Act::Insult => &[Speech],
        Act::Go | Act::Leave | Act::Flee | Act::Settle | Act::Rise => &[Movement],
        Act::Climb => &[Action, Movement],
        Act::Search | Act::Read => &[Action, Sight],
        Act::Cast | Act::Buy | Act::Sell => &[Action, Speech],
        Act::Take
        | Act::Drop
        | Act::Give
        | Act::Use
        | Act::Drink
        | Act::Eat
        | Act::Light
        | Act::Open
        | Act::Close
        | Act::Force
        | Act::Attack
        | Act::Sneak
        | Act::Steal
        | Act::Tend
        | Act::PutOut
        | Act::Pay
        | Act::Handle
        | Act::Gesture
        | Act::Stunt
        | Act::Unknown => &[Action],
    }
}

/// What a hero lacks for a deed, and by which condition.
fn lacking(hero: &Hero, deed: &Deed) -> Option<(Faculty, ConditionKind)> {
    let says = (!deed.speech.is_empty()).then_some(Faculty::Speech);
    let mut needed = needs(deed.act).iter().copied().chain(says);
    needed.find_map(|faculty| {
        let taken_by = hero.ruled_by.iter().find(|condition| faculty.is_taken_by(**condition))?;
        Some((faculty, taken_by.0))
    })
}

/// The word for the condition that keeps a hero from acting.
pub(super) fn kept_from_acting(hero: &Hero) -> Option<&'static str> {
    let mut all = hero.ruled_by.iter().filter(|condition| Faculty::Action.is_taken_by(**condition));
    all.next().map(|(kind, _)| kind.adjective())
}

/// Whether a deed goes elsewhere, where the deeds behind it are done.
fn leads_away(act: Act) -> bool {
    matches!(act, Act::Go | Act::Leave | Act::Flee | Act::Climb)
}

/// The deeds that the hero's conditions leave, and what is lacking for the others. Behind a way that the hero can't go nothing is left.
fn parted(hero: &Hero, deeds: Vec<Deed>) -> (Vec<Deed>, Vec<(Faculty, ConditionKind)>) {
    let (mut left, mut lacks) = (Vec::new(), Vec::new());
    for deed in deeds {
        let Some(lack) = lacking(hero, &deed) else {
            left.push(deed);
            continue;
        };
        if !lacks.contains(&lack) {
            lacks.push(lack);
        }
        if leads_away(deed.act) {
            break;
        }
    }
    (left, lacks)
}

/// Leaves out the deeds of this turn that the hero's conditions forbid.
pub(super) fn leave_out_forbidden(play: &mut Play<'_>) {
    play.allowed = None;
    let (left, lacks) = parted(&play.hero, focus::deeds(play));
    play.allowed = (!lacks.is_empty()).then_some(left);
}

/// Says what the hero's conditions keep them from in this turn, and leaves it out. Returns whether no deed is left.
pub(crate) fn hindered(play: &mut Play<'_>) -> bool {
    if play.hero.ruled_by.is_empty() {
        return false;
    }
    let (left, mut lacks) = parted(&play.hero, focus::deeds(play));
    if lacks.is_empty() {
        return false;
    }
    let is_over = left.is_empty();
    lacks.truncate(if is_over { 1 } else { lacks.len() });
    for (faculty, kind) in lacks {
        play.say(faculty.stock(), &[("condition", kind.adjective())]);
    }
    play.allowed = Some(left);
    is_over
}

/// Lets a hero come out of what kept them from acting, once an hour of this turn has gone by. A hero of stone waits for the others of
/// the party, if there are any.
pub(crate) fn come_round(play: &mut Play<'_>) {
    let is_helped =
        play.table.heroes.iter().any(|hero| hero.id != play.hero.id && hero.hp > 0 && kept_from_acting(hero).is_none());
    let ends = |(kind, _): &(ConditionKind, u8)| !(kind.rules().acts || is_helped && *kind == ConditionKind::Petrified);
    let over: Vec<ConditionKind> = play.hero.ruled_by.iter().filter(|it| ends(it)).map(|(kind, _)| *kind).collect();
    if over.is_empty() || play.minutes_gone() < COMES_ROUND_AFTER {
        return;
    }
    play.hero.ruled_by.retain(|it| !ends(it));
    play.prose.paragraph();
    play.say(lines::COMES_ROUND, &[("condition", over[0].adjective())]);
    play.effects.conditions_removed.extend(over.iter().map(|kind| kind.name().to_owned()));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The acts that a condition leaves of these, and what is lacking for the others.
    fn left(condition: (ConditionKind, u8), acts: &[Act]) -> (Vec<Act>, Vec<(Faculty, ConditionKind)>) {
        let mut hero = Hero::default();
        hero.ruled_by.push(condition);
        let (left, lacks) = parted(&hero, acts.iter().map(|act| Deed::of(*act, "")).collect());
        (left.into_iter().map(|deed| deed.act).collect(), lacks)
    }

    #[test]
    fn a_forbidden_deed_leaves_the_others() {
        let lacks = vec![(Faculty::Sight, ConditionKind::Blinded)];
        let acts = [Act::Look, Act::Drink, Act::Read, Act::Go];
        assert_eq!(left((ConditionKind::Blinded, 1), &acts), (vec![Act::Drink, Act::Go], lacks));
    }

    #[test]
    fn behind_a_way_that_cannot_be_gone_nothing_is_left() {
        let lacks = vec![(Faculty::Movement, ConditionKind::Exhaustion)];
        let acts = [Act::Take, Act::Go, Act::Open];
        assert_eq!(left((ConditionKind::Exhaustion, 5), &acts), (vec![Act::Take], lacks));
    }
}
