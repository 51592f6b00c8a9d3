//! The difficulty curve: fights that a party of the act's level can win, enough experience for the next act, and treasure
//! within bounds.

use std::collections::HashSet;

use game::{experience, id::kebab};

use crate::campaign::{
    act::{CampaignAct, Node},
    beat::Foe,
    creatures,
    diagnostic::{Code, Diagnostics, PackageLocation},
    package::CampaignPackage,
};

/// The experience limit of a hard fight, for each hero of a level, from the first (SRD 5.2, XP Budget per Character,
/// “High”).
const HARD: [u32; 20] = [
    100, 200, 400, 500, 1_100, 1_400, 1_700, 2_100, 2_600, 3_100, 4_100, 4_700, 5_400, 6_200, 7_800, 9_800, 11_700,
    14_200, 17_200, 22_000,
];
/// How far beyond a hard fight one may go: half as much again is a fight that someone dies in.
const BEYOND: f64 = 1.5;
/// The wealth of a hero who begins at a level, in gold: at level 5, 11 and 17 as the SRD equips heroes who begin there
/// (SRD 5.2, Starting at Higher Levels), and evenly in between.
const WEALTH: [(u8, u32); 5] = [(1, 0), (5, 640), (11, 6_375), (17, 21_375), (20, 40_000)];
/// Treasure up to this multiple of the curve is generous; more spoils later rewards.
const GENEROUS: f64 = 2.0;
/// The gold per hero that an act may give above the curve: the first levels earn next to nothing by it.
const POCKET: f64 = 150.0;
/// The longest way, in minutes: thirty days.
const MAX_WAY: u32 = 30 * 24 * 60;
/// The least and the most share of the experience an act needs that it may offer.
const ENOUGH: (f64, f64) = (0.8, 3.0);

/// Notes fights no one wins, levels that don't fit, and experience and treasure off the curve.
pub(super) fn check(package: &CampaignPackage, found: &mut Diagnostics) {
    let whole = PackageLocation::whole();
    let heroes = package.party.heroes;
    if !(1..=6).contains(&heroes) || !(1..=20).contains(&package.party.level) {
        let remedy = "It is for 1 to 6 heroes of level 1 to 20.";
        found.note(Code::OutOfBounds, &whole.field("party"), "There is no such party.", remedy);
        return;
    }
    numbers(package, &whole, found);
    if found.has_errors() {
        return;
    }
    // Happenings without a place are assumed to occur in each act.
    let happening: u32 = package.happenings.iter().map(|happening| happening.outcome.reward.xp).sum();
    let n_acts = u32::try_from(package.acts.len().max(1)).unwrap_or(u32::MAX);
    let elsewhere = f64::from(happening) / f64::from(n_acts);
    let mut level = package.party.level;
    for (a, act) in package.acts.iter().enumerate() {
        let place = whole.item("acts", a, "act", &act.id);
        if act.levels.from != level || act.levels.to < act.levels.from {
            let message = format!(
                "It begins at level {} and ends at {}, and its heroes come to it at level {level}.",
                act.levels.from, act.levels.to
            );
            found.note(
                Code::BrokenLevels,
                &place.field("levels"),
                message,
                "Let each act begin where the one before ends.",
            );
        }
        level = act.levels.to;
        of_act(act, heroes, elsewhere, &place, found);
    }
    let treasure: u32 = package.outcomes().map(|(_, outcome)| outcome.reward.gold).fold(0, u32::saturating_add);
    let items = || package.outcomes().any(|(_, outcome)| !outcome.reward.items.is_empty());
    if treasure == 0 && !items() && !package.acts.is_empty() {
        found.note(Code::NoTreasure, &whole, "There is nothing to be won but experience.", "Give a beat a reward.");
    }
}

/// Notes numbers out of their bounds.
fn numbers(package: &CampaignPackage, whole: &PackageLocation, found: &mut Diagnostics) {
    let mut note =
        |place: &PackageLocation, message: String, remedy: &str| found.note(Code::OutOfBounds, place, message, remedy);
    if let Some(hour) = package.setting.hour.filter(|hour| *hour > 23) {
        note(&whole.field("setting"), format!("No day has an hour {hour}."), "Hours go from 0 to 23.");
    }
    for (a, act) in package.acts.iter().enumerate() {
        let place = whole.item("acts", a, "act", &act.id);
        if ![act.levels.from, act.levels.to].iter().all(|level| (1..=20).contains(level)) {
            note(&place.field("levels"), "There is no such level.".to_owned(), "Levels go from 1 to 20.");
        }
        for (n, node) in act.nodes.iter().enumerate() {
            let place = place.item("nodes", n, "node", &node.id);
            if node.mood.feelings.iter().any(|feeling| !(0.0..=1.0).contains(&feeling.weight)) {
                note(
                    &place.field("mood"),
                    "A feeling weighs less than nothing or more than all.".to_owned(),
                    "Weights go from 0 to 1.",
                );
            }
            for (b, beat) in node.beats.iter().enumerate() {
                let place = place.item("beats", b, "beat", &beat.id);
                let handled = beat.interactables.iter().filter_map(|thing| thing.handling.as_ref()?.test);
                let tests =
                    beat.test.into_iter().chain(handled).chain(beat.findings.iter().filter_map(|finding| finding.test));
                for test in tests.filter(|test| !(5..=30).contains(&test.dc)) {
                    note(&place, format!("A difficulty of {} is none.", test.dc), "Difficulties go from 5 to 30.");
                }
                foes(&beat.foes, &place, &mut note);
            }
            for (e, exit) in node.exits.iter().enumerate().filter(|(_, exit)| exit.minutes > Some(MAX_WAY)) {
                let remedy = "The longest way is 43200, thirty days.";
                note(&place.item("exits", e, "exit", &exit.id), "This way is too long.".to_owned(), remedy);
            }
            for (e, met) in node.encounters.iter().enumerate() {
                foes(&met.foes, &place.item("encounters", e, "encounter", &met.id), &mut note);
            }
        }
    }
    for (p, spot) in package.places.iter().enumerate().filter(|(_, spot)| spot.danger > 5) {
        note(
            &whole.item("places", p, "place", &spot.id),
            format!("A danger of {} is none.", spot.danger),
            "Dangers go from 0 to 5.",
        );
    }
}

fn foes(foes: &[Foe], place: &PackageLocation, note: &mut impl FnMut(&PackageLocation, String, &str)) {
    for foe in foes {
        if experience::of_challenge(&foe.challenge).is_none() {
            let message = format!("There is no challenge rating “{}”.", foe.challenge);
            note(&place.field("foes"), message, "Write 0, 1/8, 1/4, 1/2 or a number from 1 to 30.");
        }
        if !(1..=30).contains(&foe.count) {
            note(
                &place.field("foes"),
                format!("{} of them are no number for a fight.", foe.count),
                "Let 1 to 30 come.",
            );
        }
    }
}

/// Reports fights that are too hard, and experience and treasure of an act that are off the curve. `elsewhere` is the experience
/// that each hero earns outside of the nodes.
fn of_act(act: &CampaignAct, heroes: u32, elsewhere: f64, place: &PackageLocation, found: &mut Diagnostics) {
    let earned = elsewhere + of_fights(act, heroes, place, found);
    let (mut rewarded, mut gold) = (0.0, 0.0);
    let mut given = HashSet::new();
    for reward in act.nodes.iter().flat_map(Node::outcomes).map(|outcome| &outcome.reward) {
        // A reward that several outcomes give is earned once.
        if reward.once.as_ref().is_none_or(|name| given.insert(name.clone())) {
            rewarded += f64::from(reward.xp);
            gold += f64::from(reward.gold);
        }
    }
    experience_of(act, earned + rewarded, place, found);
    let curve = (wealth(act.levels.to) - wealth(act.levels.from)) * GENEROUS + POCKET;
    if gold / f64::from(heroes) > curve {
        let message = format!(
            "There are {:.0} gold pieces in it for each hero; from level {} to {} up to {curve:.0} are generous.",
            gold / f64::from(heroes),
            act.levels.from,
            act.levels.to,
        );
        found.note(Code::TooMuchTreasure, place, message, "Give less, or things instead of coins.");
    }
}

/// Reports the fights of an act that are too hard. Returns the experience each hero earns in all of them.
fn of_fights(act: &CampaignAct, heroes: u32, place: &PackageLocation, found: &mut Diagnostics) -> f64 {
    let each = |xp: u32| f64::from(xp) / f64::from(heroes);
    let mut earned = 0.0;
    for (n, node) in act.nodes.iter().enumerate() {
        let place = place.item("nodes", n, "node", &node.id);
        let beats =
            node.beats.iter().enumerate().map(|(b, beat)| (place.item("beats", b, "beat", &beat.id), &beat.foes));
        let met = node.encounters.iter().enumerate();
        let met = met.map(|(e, met)| (place.item("encounters", e, "encounter", &met.id), &met.foes));
        for (place, foes) in beats.chain(met) {
            challenges(foes, &place, found);
            let worth = worth(foes);
            let most = f64::from(HARD[usize::from(act.levels.to.max(1) - 1)]) * BEYOND;
            if each(worth) > most {
                let message = format!(
                    "This fight is worth {:.0} experience points to each of {heroes} heroes of level {}; one they may win is worth {most:.0} at the most.",
                    each(worth),
                    act.levels.to,
                );
                found.note(Code::TooHard, &place, message, "Remove a creature, or use weaker ones.");
            }
            earned += each(worth);
        }
    }
    earned
}

/// Reports creatures of the SRD with another challenge rating than their own.
fn challenges(foes: &[Foe], place: &PackageLocation, found: &mut Diagnostics) {
    let of = experience::of_challenge;
    for (at, foe) in foes.iter().enumerate() {
        if let Some(own) = creatures::challenge_of(&foe.creature).filter(|own| of(own) != of(&foe.challenge)) {
            let message = format!(
                "“{}” has a challenge rating of {own} by the SRD, not {}, and fights by its own numbers.",
                kebab(&foe.creature),
                foe.challenge
            );
            let remedy = format!("Write `{own}`, or let another creature come.");
            found.note(Code::OtherChallenge, &place.item("foes", at, "foe", &foe.name), message, remedy);
        }
    }
}

/// Reports an act that gives each hero too little or too much experience for its levels.
fn experience_of(act: &CampaignAct, earned: f64, place: &PackageLocation, found: &mut Diagnostics) {
    let threshold = |level: u8| f64::from(experience::threshold(level).unwrap_or_default());
    let needed = threshold(act.levels.to) - threshold(act.levels.from);
    if earned < needed * ENOUGH.0 {
        let message = format!(
            "There are {earned:.0} experience points in it for each hero; to level {} it takes {needed:.0}.",
            act.levels.to
        );
        found.note(
            Code::TooLittleExperience,
            place,
            message,
            "Reward what they achieve with experience, or end at a lower level.",
        );
    }
    // Heroes who stay at a level have room until the next.
    let room = if needed > 0.0 {
        needed
    } else {
        threshold(act.levels.to.saturating_add(1).min(20)) - threshold(act.levels.to)
    };
    if room > 0.0 && earned > room * ENOUGH.1 {
        let message = format!("There are {earned:.0} experience points in it for each hero; they need {needed:.0}.");
        found.note(Code::TooMuchExperience, place, message, "Let it end at a higher level, or reward less.");
    }
}

/// The total experience of creatures.
pub(in crate::campaign) fn worth(foes: &[Foe]) -> u32 {
    // A creature of the SRD is as strong as it is, whatever the campaign says.
    let challenge = |foe: &'_ Foe| creatures::challenge_of(&foe.creature).map_or(foe.challenge.clone(), str::to_owned);
    let of = |foe: &Foe| experience::of_challenge(&challenge(foe)).unwrap_or_default().saturating_mul(foe.count);
    foes.iter().map(of).fold(0, u32::saturating_add)
}

/// The wealth of a hero of a level, in gold.
fn wealth(level: u8) -> f64 {
    let above = WEALTH.iter().position(|(at, _)| *at >= level).unwrap_or(WEALTH.len() - 1);
    let (to, high) = WEALTH[above];
    let (from, low) = WEALTH[above.saturating_sub(1)];
    match to - from {
        0 => f64::from(high),
        span => f64::from(low) + f64::from(high - low) * f64::from(level.saturating_sub(from)) / f64::from(span),
    }
}
