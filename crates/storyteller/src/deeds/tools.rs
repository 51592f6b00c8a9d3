//! Things that are thrown, poured, spread or tied outside fights; in a fight see `fray`.

use crate::words::deeds::tools::ANYWHERE;
use crate::{
    intent::{Act, Deed},
    phrases::{WARES, lines},
    play::{Outcome, Play, Step, best_match},
    prose::plainly,
    world::{Spot, in_text},
};

use super::{assault, fighting, looking, party, things};

/// What sort of help a thing is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tool {
    Oil,
    /// A torch or a candle.
    Flame,
    /// What burns where it breaks.
    Fire,
    Acid,
    Holy,
    Caltrops,
    Bearings,
    /// Nets and ropes.
    Snare,
    /// What can be thrown into eyes.
    Dust,
    Other,
}

/// Names of things and what they are good for; the first that fits counts.
const KINDS: [(&[&str], Tool); 9] = [
    (&["alchemist"], Tool::Fire),
    (&["holy water"], Tool::Holy),
    (&["acid"], Tool::Acid),
    (&["caltrop"], Tool::Caltrops),
    (&["ball bearing", "marbles"], Tool::Bearings),
    (&["rope", "net ", "net,", "chain (", "manacles", "lasso"], Tool::Snare),
    (&["oil"], Tool::Oil),
    (&["torch", "candle"], Tool::Flame),
    (&["sand", "dust", "dirt", "ash", "salt", "flour", "chalk", "snow", "pepper"], Tool::Dust),
];

const THROWS: [&str; 6] = ["throw", "toss", "hurl", "fling", "lob", "chuck"];
const SPREADS: [&str; 8] = ["pour", "splash", "spill", "spread", "scatter", "sprinkle", "strew", "empty"];
const TIES: [&str; 6] = ["tie", "bind", "lasso", "snare", "entangle", "fasten"];
const FIRES: [&str; 9] = ["fire", "burn", "burning", "light", "ignite", "flame", "flames", "ablaze", "alight"];

pub(crate) fn kind(thing: &str) -> Tool {
    let name = format!("{} ", thing.to_lowercase());
    KINDS.iter().find(|(names, _)| names.iter().any(|part| name.contains(part))).map_or(Tool::Other, |(_, kind)| *kind)
}

/// The used thing, and whether it is the hero's own.
struct Used {
    name: String,
    kind: Tool,
    own: bool,
}

/// Uses a thing as a tool or a weapon, if that is what is meant; returns whether it was.
pub(super) fn used(play: &mut Play<'_>, deed: &Deed) -> Step<bool> {
    let verb = deed.words.split(' ').next().unwrap_or_default();
    let starts = |verbs: &[&str]| verbs.iter().any(|known| verb.starts_with(known));
    let (throws, ties) = (starts(&THROWS), starts(&TIES));
    let sets_fire = deed.act == Act::Light || starts(&["burn", "ignite", "torch"]) || deed.words.starts_with("set ");
    let handles = throws || ties || starts(&SPREADS);
    let at_somebody = !deed.other.is_empty();
    let own = |words: &str| {
        let name = play.in_pack(words)?;
        let weapon = play.hero.weapons.iter().any(|weapon| weapon.name.eq_ignore_ascii_case(&name));
        (!weapon).then(|| Used { kind: kind(&name), name, own: true })
    };
    let used = match deed.act {
        Act::Stunt if handles => {
            own(&deed.object).or_else(|| own(&deed.other).filter(|_| ties)).or_else(|| lying(play, &deed.object))
        }
        // A torch is used on something, or else it is lit.
        Act::Use if at_somebody => own(&deed.object).filter(|used| match used.kind {
            Tool::Other => false,
            Tool::Flame | Tool::Snare => thing_here(play, &deed.other).is_some(),
            _ => true,
        }),
        Act::Light | Act::Stunt | Act::Force if sets_fire => return set_fire(play, deed),
        _ => None,
    };
    let Some(used) = used else {
        let weapon = throws && play.hero.weapons.iter().any(|w| best_match(&deed.object, &[&w.name]).is_some());
        match () {
            () if weapon => return fighting::attack(play, &deed.other).map(|()| true),
            () if throws && looking::is_nowhere(play, &deed.object) => things::missing(play, &deed.object),
            () => return Ok(handles && not_had(play, &deed.object)),
        }
        return Ok(true);
    };
    if !play.may_check() {
        play.say(lines::OUT_OF_BREATH, &[]);
        return Ok(true);
    }
    // What goes to another hero is theirs to take.
    if throws && party::hero_named(play, &deed.words).is_some() {
        things::give(play, &used.name, &deed.words)?;
        return Ok(true);
    }
    // What is thrown at someone who is not here stays in the hand.
    let aimed = throws && used.kind != kind(&deed.other);
    if aimed && looking::is_absent_somebody(play, &deed.other) {
        assault::nobody_fights(play, "");
        return Ok(true);
    }
    let target = if deed.other.is_empty() || used.kind == kind(&deed.other) { &deed.object } else { &deed.other };
    on_the_place(play, &used, target)?;
    Ok(true)
}

/// Something that lies here and can be thrown.
fn lying(play: &Play<'_>, words: &str) -> Option<Used> {
    lies_about(play, words).map(|name| Used { kind: kind(&name), name, own: false })
}

/// The name of something that lies here, or everywhere, and can be thrown.
pub(crate) fn lies_about(play: &Play<'_>, words: &str) -> Option<String> {
    let visible = play.visible_things();
    let names: Vec<&str> = visible.iter().map(String::as_str).collect();
    let here = best_match(words, &names).map(|i| names[i].to_owned());
    let loose = || words.split(' ').find(|word| ANYWHERE.contains(word)).map(str::to_owned);
    here.or_else(loose)
}

/// Says of a tool the hero has not got where there are such; returns whether it is one.
fn not_had(play: &mut Play<'_>, words: &str) -> bool {
    if kind(words) == Tool::Other {
        return false;
    }
    things::missing(play, words);
    let names: Vec<&str> = WARES.iter().map(|(name, _)| *name).collect();
    if best_match(words, &names).is_some() {
        let there = in_text(play.world.name(Spot::Market));
        play.say(lines::SOLD_ELSEWHERE, &[("there", &there)]);
    }
    true
}

/// Whether the words of this turn speak of fire, and the hero has some.
fn fire_at_hand(play: &mut Play<'_>) -> bool {
    let words = play.reading.words.to_lowercase();
    if !words.split(|c: char| !c.is_alphabetic()).any(|word| FIRES.contains(&word) || word == "torch") {
        return false;
    }
    let has = has_flame(play);
    if !has {
        play.say(lines::NO_FLAME, &[]);
    }
    has
}

fn has_flame(play: &Play<'_>) -> bool {
    let burns =
        |name: &str| ["torch", "tinderbox", "candle", "lantern", "lamp", "flint"].iter().any(|f| name.contains(f));
    let lit = play.hero.conditions.iter().any(|name| burns(&name.to_lowercase()));
    lit || play.hero.pack.iter().any(|(_, name)| burns(&name.to_lowercase()))
        || play.hero.cantrips.iter().any(|name| name.to_lowercase().contains("fire"))
}

/// Uses up the thing: it is gone, or lies where it fell.
fn spend(play: &mut Play<'_>, used: &Used) {
    match used.kind {
        _ if !used.own => {}
        Tool::Other | Tool::Snare | Tool::Caltrops | Tool::Bearings | Tool::Flame => play.leave(&used.name),
        _ => play.lose(&used.name),
    }
}

/// Uses a thing outside of a fight: on a person who is no foe, or on a feature of the place.
fn on_the_place(play: &mut Play<'_>, used: &Used, target: &str) -> Step {
    let shown = plainly(&used.name);
    if let Some(person) = assault::aimed_at(play, target).filter(|_| used.kind != Tool::Snare) {
        spend(play, used);
        return assault::strike(play, &person, &shown);
    }
    let there = thing_here(play, target);
    if there.is_none() && used.kind == Tool::Snare {
        assault::nobody_fights(play, "");
        return Ok(());
    }
    let what = there.unwrap_or_else(|| "the ground".to_owned());
    let slots = [("thing", shown.as_str()), ("target", what.as_str())];
    match used.kind {
        Tool::Oil | Tool::Fire if fire_at_hand(play) => {
            spend(play, used);
            return kindle(play, &what);
        }
        Tool::Flame => return kindle(play, &what),
        Tool::Snare => {
            let held = play.check("dex", "sleight of hand", 10, &format!("Tie the {shown} to {what}"))?;
            let stock = match held {
                Outcome::Success => lines::TIED,
                Outcome::Near => lines::TIED_LOOSELY,
                Outcome::Failure => lines::TIED_BADLY,
            };
            play.say(stock, &slots);
            if held != Outcome::Failure {
                spend(play, used);
                play.effects.note(format!("{} tied the {shown} to {what} at {}", play.hero.name, play.here()));
            }
            return Ok(());
        }
        Tool::Oil | Tool::Fire => play.say(lines::SPILT, &slots),
        Tool::Acid => play.say(lines::EATS_THING, &slots),
        Tool::Holy => play.say(lines::SPRINKLED, &slots),
        Tool::Caltrops | Tool::Bearings | Tool::Dust => play.say(lines::STREWN, &slots),
        Tool::Other => {
            let by = format!("by {what}");
            play.say(lines::LANDS, &[("thing", &shown), ("target", &by)]);
        }
    }
    spend(play, used);
    play.effects.note(format!("{} used the {shown} on {what} at {}", play.hero.name, play.here()));
    Ok(())
}

/// The feature of the place that these words mean.
fn thing_here(play: &Play<'_>, words: &str) -> Option<String> {
    let features = play.world.features(&play.table.location);
    let names: Vec<&str> = features.iter().map(|(name, _)| *name).collect();
    best_match(words, &names).map(|i| format!("the {}", names[i]))
}

/// Sets fire to a foe, or to something here; returns whether that was meant.
fn set_fire(play: &mut Play<'_>, deed: &Deed) -> Step<bool> {
    let words = format!("{} {}", deed.object, deed.other);
    let thing = thing_here(play, &words);
    const ALL_OF_IT: [&str; 8] = ["place", "house", "building", "room", "inn", "everything", "village", "town"];
    let all =
        words.split(' ').any(|word| ALL_OF_IT.contains(&word)).then(|| "the first thing that looks dry".to_owned());
    let Some(what) = thing.or(all).filter(|_| play.in_pack(&deed.object).is_none() && play.may_check()) else {
        return Ok(false);
    };
    match has_flame(play) {
        true => kindle(play, &what)?,
        false => play.say(lines::NO_FLAME, &[]),
    }
    Ok(true)
}

/// Sets fire to a feature of the place: it never burns down, and people always notice.
fn kindle(play: &mut Play<'_>, what: &str) -> Step {
    let outcome = play.check("dex", "survival", 12, &format!("Set fire to {what}"))?;
    let slots = [("target", what)];
    play.effects.minutes += 10;
    match outcome {
        Outcome::Success => play.say(lines::FIRE_TAKES, &slots),
        Outcome::Near => {
            play.say(lines::FIRE_BITES, &slots);
            play.bruise();
        }
        Outcome::Failure => play.say(lines::FIRE_SULKS, &slots),
    }
    if outcome == Outcome::Success {
        assault::offend(play, &format!("set fire to {what}"), None);
    }
    Ok(())
}
