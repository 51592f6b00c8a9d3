//! Narrated events that should have changed a sheet: a spell, a rest, a potion, a lit lamp, a way back, and a companion's wound.

use std::sync::LazyLock;

use game::wording::same;

use super::{
    ledger::{HeroFacts, Other, TurnFacts},
    sentence::words,
    things::singular,
    told::{ClaimForms, ClaimKind, ParsedProse, UnsupportedClaim, forms},
};

/// The shortest time that counts as a rest.
const MIN_REST_MINUTES: u32 = 60;

/// A spell is cast; its name follows.
pub(super) static CASTS: LazyLock<ClaimForms> = LazyLock::new(|| {
    forms(&[
        "{YOU} (?:cast|invoke|intone|loose|unleash|call down|speak|murmur|chant|pray)(?: the)?(?: (?:words?|prayer|charm|verse|spell|litany) of)?(?: (?:a|the|your))? (?P<spell>[a-z][a-z'’ -]{2,40})",
    ])
});
/// A rest is taken.
pub(super) static RESTS: LazyLock<ClaimForms> = LazyLock::new(|| {
    forms(&[
        "{YOU} (?:sleep|slept|rest|rested)(?: [a-z'’]+){0,3}? (?:six|seven|eight|nine|ten|[0-9]+) hours",
        "{YOU} (?:sleep|slept|doze|rest|rested)(?: [a-z'’]+){0,3}? (?:until|till|til|’til|'til|through to) (?:the )?(?:next |first )?(?:sunrise|sun-?up|dawn|daybreak|morning|first light|light|cockcrow|noon|midday|dusk|sunset|nightfall)\\b",
        "{YOU} take a (?:long|short) rest",
        "\\b(?:ihr|du) (?:schlaft|schläfst|ruht|ruhst|rastet|rastest|schlieft|schliefst)(?: (?:gut|tief|fest|fast|etwa|rund|ganze|volle|ruhig|ungestört|traumlos|dann|hier|dort))*(?: (?:sechs|sieben|acht|neun|zehn|[0-9]+) stunden| bis (?:zum |zur )?(?:sonnenaufgang|morgengrauen|tagesanbruch|morgen|mittag))\\b",
        "{YOU} (?P<wakes>wake|awake|awaken|rise|woke)(?: [a-z]+){0,2}? (?:rested|refreshed)\\b",
    ])
});
/// A potion is drunk.
pub(super) static DRINKS: LazyLock<ClaimForms> = LazyLock::new(|| {
    forms(&[
        "{YOU} (?:drink|drank|quaff|down|drain|swallow|gulp(?: down)?|uncork) (?:the|your|a) (?:[a-z]+ ){0,2}?(?:potion|elixir|draught|philtre)\\b",
    ])
});
/// The hero's own lamp is lit or lifted.
pub(super) static LIGHTS: LazyLock<ClaimForms> = LazyLock::new(|| {
    forms(&["{YOU} (?:light|lit|lift|raise|hold up|unhood|trim|shutter) your (?:[a-z]+ )?(?P<thing>lantern|lamp)\\b"])
});
/// The heroes are at a known place, back or for the first time; its name follows.
pub(super) static BACK: LazyLock<ClaimForms> = LazyLock::new(|| {
    forms(&[
        "{YOU}(?: both| all| two| three)? (?:climb|walk|go|went|ride|trudge|get|limp|hurry|row|sail|march|stumble|run|come|come out|arrive|make your way|make it)(?: [a-z]+){0,2}? back (?:up |down |over |in |out |across )?(?:to|into|inside|at)(?: the| a)? ",
        "{YOU}(?: both| all| two| three)? (?:return|returned|are back|have come back) (?:to|at|in|inside)(?: the| a)? ",
        "{YOU}(?: both| all| two| three)? (?P<goes>walk|go|went|hurry|climb|ride|row|march|trudge|run|come|stroll|limp|make your way)(?: (?:straight|on|down|up|over|out|across|along|together|slowly|quickly))?(?: to| into)(?: the| a)? ",
    ])
});
/// Another person is hurt: the weapon and the person.
pub(super) static OTHERS_HURT: LazyLock<ClaimForms> = LazyLock::new(|| {
    forms(&[
        "(?:blade|sword|dagger|knife|cleaver|hatchet|axe|spear|arrow|bolt|claws?|fangs?|teeth|jaws|mace|hammer|scythe|javelin)(?: [a-z]+)? (?:opens|cuts|slashes|stabs|pierces|rakes|tears|bites into|slams into|sinks into|rips|lays open) (?P<who>(?-i:[A-Z])[\\w-]+)(?:['’]s)? (?:[a-z]+ )?{BODY}",
        "(?:blade|sword|dagger|knife|cleaver|axe|spear|arrow|bolt|claws?|fangs?|teeth|jaws)(?: [a-z]+)? (?:goes|sinks|punches|drives|passes|runs)(?: [a-z]+)? (?:through|into|under) (?P<who>(?-i:[A-Z])[\\w-]+)(?:['’]s)? (?:[a-z]+ )?{BODY}",
        "\\bblood (?:runs|pours|wells|streams|drips|sheets|spills)(?: [a-z]+)? (?:down|from|over|along|out of|through) (?P<who>(?-i:[A-Z])[\\w-]+)(?: (?-i:[A-Z])[\\w-]+)?['’]s (?:[a-z]+ )?(?:{BODY}|sleeve|side|fingers|shirt)",
        "(?P<who>(?-i:[A-Z])[\\w-]+) (?:is|stands|reels|staggers|sinks|sags|sits)[a-z ,]{0,30}? (?:bleeding|wounded|gashed)\\b",
    ])
});

/// Claims that a named person is harmed by accident.
pub(super) static MISHAPS: LazyLock<ClaimForms> = LazyLock::new(|| {
    const NAMED: &str = "\\b(?P<who>(?-i:[A-Z])[\\w-]+)(?: (?-i:[A-Z])[\\w-]+)?";
    const PART: &str = "(?:{BODY}|lip|elbow|toes?|thumb|fingers?)";
    let patterns = [
        format!(
            "(?:hook|nail|barb|thorns?|splinter|shard|wire)(?: [a-z]+)? (?:opens|cuts|slashes|stabs|pierces|tears|gashes|rips|lays open|goes (?:through|into)) {NAMED}['’]s (?:[a-z]+ )?{PART}\\b"
        ),
        format!(
            "{NAMED} (?:tears|cuts|gashes|slashes|slices|burns|scalds|skins|lays open|has (?:torn|cut|gashed|burnt|burned|scalded)) (?:his|her|their) (?:[a-z]+ )?{PART}(?: open)?(?: to the bone)?(?: (?:on|against) (?:the|a|an)\\b|,? and (?:it|the [a-z]+) (?:blood|bleeds))"
        ),
        format!(
            "{NAMED} (?:twists|sprains|breaks|wrenches|dislocates|cracks) (?:his|her|their) (?:[a-z]+ )?(?:ankle|knee|wrist|shoulder|ribs?|hip|elbow|nose|collarbone|arm|leg)\\b"
        ),
        format!(
            "{NAMED} (?:falls|goes|lands|lies|drops|kneels|limps|comes|gets|crawls|sits|stands|is)[a-z ,]{{0,60}}? bleeding (?:from|at|hard|freely|badly|into|through)\\b"
        ),
    ];
    let patterns: Vec<&str> = patterns.iter().map(String::as_str).collect();
    forms(&patterns)
});
/// The hero puts on a suit of armour.
pub(super) static PUTS_ON: LazyLock<ClaimForms> = LazyLock::new(|| {
    const SUIT: &str = "(?:your|the) (?P<suit>(?:[a-z-]+ ){0,2}?(?:mail|chain ?shirt|armou?r|breastplate|hauberk|cuirass|scales?|leathers))";
    const AGAIN: &str = "(?:[.,;:!]|$| again| once more| over | and | with | before | while | under | for )";
    let patterns = [
        format!(
            "{{YOU}} (?:don|put on|pull on|strap on|buckle on|lace on|draw on|shrug on|shrug into|get into|climb into|struggle into|wriggle into|step into|slip into|shrug back into|get back into|climb back into|(?:buckle|strap|lace) yourself (?:back )?into) {SUIT}\\b"
        ),
        format!(
            "{{YOU}} (?:pull|put|draw|drag|haul|slip|tug|heave|get|settle|drop|throw|shrug|strap|buckle|lace) {SUIT} (?:back )?(?:on{AGAIN}|over your (?:head|shoulders))"
        ),
        format!("\\b{SUIT} (?:goes|is) (?:back )?on{AGAIN}"),
        format!("{{YOU}} (?:buckle|lace|strap) up {SUIT}\\b"),
    ];
    let patterns: Vec<&str> = patterns.iter().map(String::as_str).collect();
    forms(&patterns)
});

/// Compares the narrated events with the turn's changes.
pub(super) fn check(told: &ParsedProse<'_>, ledger: &TurnFacts, findings: &mut Vec<UnsupportedClaim>) {
    let Some(hero) = ledger.heroes.first() else { return };
    let mut note =
        |kind, quote: &str, truth: String| findings.push(UnsupportedClaim { kind, quote: quote.to_owned(), truth });
    if !ledger.slot_spent {
        told.each(&CASTS, |sentence, parts, quote| {
            let free = ["scroll", "ritual", "wand"].iter().any(|word| sentence.to_lowercase().contains(word));
            let named = parts["spell"].to_lowercase();
            let spell = hero.spells.iter().find(|spell| begins_with(&named, &spell.to_lowercase()));
            if let Some(spell) = spell.filter(|_| !free) {
                let end = quote.to_lowercase().find(&spell.to_lowercase()).map(|at| at + spell.len());
                let quote = end.and_then(|end| quote.get(..end)).unwrap_or(quote);
                note(ClaimKind::SpellSlot, quote, format!("No spell slot was spent this turn; {spell} takes one."));
            }
        });
    }
    if ledger.minutes < MIN_REST_MINUTES && !ledger.rested {
        told.each(&RESTS, |_, parts, quote| {
            // Heroes who rested in the previous turn may wake in this one.
            if parts.name("wakes").is_some() && hero.hp.0 >= hero.hp.1 {
                return;
            }
            note(ClaimKind::Rest, quote, "No rest was taken this turn, and the time for one did not pass.".to_owned());
        });
    }
    let has = |any: &[&str]| {
        let all = ledger.heroes.iter().flat_map(|hero| hero.items.iter().chain(&hero.items_before).chain(&hero.lost));
        all.map(|name| name.to_lowercase()).any(|name| any.iter().any(|word| name.contains(word)))
    };
    if !has(&["potion", "elixir", "draught", "philtre", "vial", "flask", "bottle"]) {
        told.each(&DRINKS, |_, _, quote| note(ClaimKind::ItemLost, quote, "Nobody has a potion to drink.".to_owned()));
    }
    told.each(&LIGHTS, |_, parts, quote| {
        let thing = singular(&parts["thing"].to_lowercase());
        // An explorer's pack may hold one.
        if !has(&[thing.as_str(), "'s pack", "’s pack"]) {
            note(ClaimKind::ItemGained, quote, format!("Nobody carries a {thing}."));
        }
    });
    if !ledger.moved {
        told.each(&BACK, |sentence, parts, _| {
            let Some(way) = parts.get(0) else { return };
            let (rest, here) = (sentence[way.end()..].to_lowercase(), ledger.location.to_lowercase());
            let mut names = ledger.elsewhere.iter().map(|name| what_it_is(name));
            // “You walk to the mill door” ends at a door.
            let ends = |what: &String| parts.name("goes").is_none() || ends_a_part(&rest[what.len()..]);
            let named = names.find(|what| begins_with(&rest, what) && ends(what) && !here.contains(what.as_str()));
            if let Some(what) = named {
                let quote = sentence.get(way.start()..way.end() + what.len()).unwrap_or(way.as_str()).trim();
                note(ClaimKind::Place, quote, ledger.whereabouts());
            }
        });
    }
    harm_to_others(told, ledger, findings);
    armor(told, hero, findings);
}

fn harm_to_others(told: &ParsedProse<'_>, ledger: &TurnFacts, findings: &mut Vec<UnsupportedClaim>) {
    let mut note = |who: &str, quote: &str| {
        let who = who.to_lowercase();
        let called = |name: &String| words(&name.to_lowercase()).any(|word| word == who);
        let unhurt = ledger.others.iter().find(|other| called(&other.name) && !other.is_dead && !other.was_hurt());
        let is_known = |other: &&Other| ledger.people.iter().any(|name| same(name, &other.name));
        let is_unhurt = |hero: &&HeroFacts| called(&hero.name) && !hero.was_hurt();
        let fellow = || ledger.heroes.iter().skip(1).find(is_unhurt).map(|hero| &hero.name);
        if let Some(name) = unhurt.filter(is_known).map(|other| &other.name).or_else(fellow) {
            let truth = format!("{name} lost no hit points this turn.");
            findings.push(UnsupportedClaim { kind: ClaimKind::HitPoints, quote: quote.to_owned(), truth });
        }
    };
    told.each(&OTHERS_HURT, |_, parts, quote| note(&parts["who"], quote));
    // “Merrow breaks his nose” may tell of someone else's nose, who was hurt.
    if !ledger.others.iter().any(Other::was_hurt) && !ledger.heroes.iter().any(HeroFacts::was_hurt) {
        told.each(&MISHAPS, |_, parts, quote| note(&parts["who"], quote));
    }
}

fn armor(told: &ParsedProse<'_>, hero: &HeroFacts, findings: &mut Vec<UnsupportedClaim>) {
    let Some(suit) = &hero.stowed_suit else { return };
    told.each(&PUTS_ON, |_, parts, quote| {
        if may_be_called(suit, &parts["suit"]) {
            let truth =
                format!("{} carries the {suit} but has not equipped it, so armor class stays as it was.", hero.name);
            findings.push(UnsupportedClaim { kind: ClaimKind::Armor, quote: quote.to_owned(), truth });
        }
    });
}

/// Whether a story can call a suit of armour by these words: each is one of its name's, or any suit is called so.
fn may_be_called(suit: &str, words_for_it: &str) -> bool {
    const ANY_SUIT: [&str; 6] = ["armor", "armour", "mail", "heavy", "light", "old"];
    let suit = suit.to_lowercase();
    let is_named = |word: String| words(&suit).any(|it| it == word || it == singular(&word));
    words(&words_for_it.to_lowercase()).all(|word| ANY_SUIT.contains(&word) || is_named(word.to_owned()))
}

/// Whether a text begins with these whole words.
fn begins_with(text: &str, beginning: &str) -> bool {
    text.strip_prefix(beginning).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
}

/// Whether a part of a sentence ends where a text begins.
fn ends_a_part(text: &str) -> bool {
    let next = words(text).next().unwrap_or_default();
    !text.starts_with(' ') || ["and", "where", "with", "in", "by", "as", "at", "before", "through"].contains(&next)
}

/// The kind of a place from its name: “The toll house on Cold Pass” is a toll house.
fn what_it_is(name: &str) -> String {
    let lower = name.to_lowercase();
    let bare = ["the ", "a ", "an "].iter().find_map(|article| lower.strip_prefix(article)).unwrap_or(&lower);
    let ends = [" on ", " in ", " of ", " at ", " by ", " under ", " near ", " above ", ","];
    ends.iter().filter_map(|end| bare.find(end)).min().map_or(bare, |end| &bare[..end]).to_owned()
}
