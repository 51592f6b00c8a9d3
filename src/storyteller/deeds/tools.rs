//! Things that are thrown, poured, spread or tied. Each does what it would do at a table: dice say whether, it is used
//! up by it, and what it does is done to somebody or something.

use serde_json::json;

use crate::storyteller::{
    intent::{Act, Deed},
    phrases::{crowd::WARES, lines},
    play::{Outcome, Play, Step, best_match, d20},
    prose::{capitalised, plainly, the},
    table::Creature,
    world::{Spot, in_text},
};

use super::{assault, fighting, looking, things};

/// What sort of help a thing is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tool {
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

/// What lies about everywhere and belongs to nobody.
const ANYWHERE: [&str; 16] = [
    "stone", "stones", "rock", "rocks", "pebble", "pebbles", "sand", "dirt", "mud", "dust", "stick", "gravel", "snow",
    "ash", "clod", "brick",
];

const THROWS: [&str; 6] = ["throw", "toss", "hurl", "fling", "lob", "chuck"];
const SPREADS: [&str; 8] = ["pour", "splash", "spill", "spread", "scatter", "sprinkle", "strew", "empty"];
const TIES: [&str; 6] = ["tie", "bind", "lasso", "snare", "entangle", "fasten"];
const FIRES: [&str; 9] = ["fire", "burn", "burning", "light", "ignite", "flame", "flames", "ablaze", "alight"];

fn kind(thing: &str) -> Tool {
    let name = format!("{} ", thing.to_lowercase());
    KINDS.iter().find(|(names, _)| names.iter().any(|part| name.contains(part))).map_or(Tool::Other, |(_, kind)| *kind)
}

/// What is used, and whether it is the hero's own.
struct Used {
    name: String,
    kind: Tool,
    own: bool,
}

/// Uses a thing as a tool or a weapon, if that is what is meant; answers whether it was.
pub(super) fn used(play: &mut Play<'_>, deed: &Deed) -> Step<bool> {
    let verb = deed.words.split(' ').next().unwrap_or_default();
    let starts = |verbs: &[&str]| verbs.iter().any(|known| verb.starts_with(known));
    let (throws, ties) = (starts(&THROWS), starts(&TIES));
    let sets_fire = deed.act == Act::Light || starts(&["burn", "ignite", "torch"]) || deed.words.starts_with("set ");
    let handles = throws || ties || starts(&SPREADS);
    let foe_here = play.foe().is_some();
    let at_somebody = foe_here || !deed.other.is_empty();
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
            Tool::Flame | Tool::Snare => foe_here || thing_here(play, &deed.other).is_some(),
            _ => true,
        }),
        Act::Drop if foe_here => {
            own(&deed.object).filter(|used| matches!(used.kind, Tool::Oil | Tool::Caltrops | Tool::Bearings))
        }
        Act::Attack => own(&deed.other).filter(|_| foe_here),
        Act::Light | Act::Stunt | Act::Force if sets_fire => return set_fire(play, deed),
        _ => None,
    };
    let Some(used) = used else {
        // Whoever throws their sword strikes with it.
        let weapon = throws && play.hero.weapons.iter().any(|w| best_match(&deed.object, &[&w.name]).is_some());
        match (weapon, foe_here) {
            (true, true) => fighting::attack(play, &deed.other, &deed.object)?,
            (true, false) => assault::nobody_fights(play, ""),
            _ if throws && looking::is_nowhere(play, &deed.object) => things::missing(play, &deed.object),
            _ => return Ok(handles && not_had(play, &deed.object)),
        }
        return Ok(true);
    };
    if !play.may_check() {
        play.say(lines::OUT_OF_BREATH, &[]);
        return Ok(true);
    }
    // What is thrown at somebody who is not here stays in the hand.
    let aimed = throws && !foe_here && used.kind != kind(&deed.other);
    if aimed && looking::is_absent_somebody(play, &deed.other) {
        assault::nobody_fights(play, "");
        return Ok(true);
    }
    let target = if deed.other.is_empty() || used.kind == kind(&deed.other) { &deed.object } else { &deed.other };
    match fighting::target(play, target) {
        Some(foe) => against(play, &used, &foe, throws)?,
        None => on_the_place(play, &used, target)?,
    }
    Ok(true)
}

/// Something that lies here and can be thrown.
fn lying(play: &Play<'_>, words: &str) -> Option<Used> {
    let visible = play.visible_things();
    let names: Vec<&str> = visible.iter().map(String::as_str).collect();
    let here = best_match(words, &names).map(|i| names[i].to_owned());
    let loose = || words.split(' ').find(|word| ANYWHERE.contains(word)).map(str::to_owned);
    here.or_else(loose).map(|name| Used { kind: kind(&name), name, own: false })
}

/// Says of a tool the hero has not got where there are such; answers whether it is one.
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

/// A throw to hit with something no weapon.
fn aim(play: &mut Play<'_>, shown: &str, foe: &Creature, bonus: i32) -> Step<Outcome> {
    play.count_check();
    let name = the(&foe.name);
    let edge = fighting::came_hidden(play) || fighting::is_down(foe);
    let dice = if edge { d20(bonus).replacen("1d20", "2d20kh1", 1) } else { d20(bonus) };
    let roll = play.roll(&dice, Some(foe.armor_class), &format!("The {shown} against {name}"))?;
    play.foes_answered = true;
    Ok(match roll.against(foe.armor_class) {
        _ if roll.is_natural(20) => Outcome::Success,
        _ if roll.is_natural(1) => Outcome::Failure,
        other => other,
    })
}

/// Uses a thing against a foe, which answers.
fn against(play: &mut Play<'_>, used: &Used, foe: &Creature, throws: bool) -> Step {
    let shown = plainly(&used.name);
    let name = the(&foe.name);
    let slots = [("foe", name.as_str()), ("thing", shown.as_str()), ("weapon", shown.as_str())];
    let nimble = play.hero.modifier("dex") + play.hero.proficiency;
    let oiled = foe.conditions.iter().any(|name| name == "oiled");
    let condition = |play: &mut Play<'_>, what: &str| {
        if !foe.conditions.iter().any(|have| have == what) {
            play.effects.creatures.push(json!({"id": foe.id, "conditions_added": [what]}));
        }
    };
    // Dice of the harm, how it is told, and how a near miss and a miss are.
    let (bonus, harm, won, near, lost): (i32, Option<String>, &[&str], &[&str], &[&str]) = match used.kind {
        Tool::Oil if fire_at_hand(play) => {
            (nimble, Some("2d4+5".into()), lines::OIL_BURNS, lines::OIL_NEAR, lines::FLASK_MISSES)
        }
        Tool::Oil => (nimble, None, lines::OILED, lines::SPLASH_NEAR, lines::FLASK_MISSES),
        Tool::Fire => (nimble, Some("2d4".into()), lines::OIL_BURNS, lines::OIL_NEAR, lines::FLASK_MISSES),
        Tool::Acid => (nimble, Some("2d6".into()), lines::EATEN_AWAY, lines::SPLASH_NEAR, lines::FLASK_MISSES),
        Tool::Holy if is_undead(play, foe) => {
            (nimble, Some("2d6".into()), lines::HALLOWED, lines::SPLASH_NEAR, lines::FLASK_MISSES)
        }
        Tool::Holy => (nimble, None, lines::ONLY_WET, lines::ONLY_WET, lines::FLASK_MISSES),
        Tool::Flame => {
            let harm = if oiled { "1d4+5" } else { "1d4" };
            let won = if oiled { lines::OIL_BURNS } else { lines::TORCHED };
            (play.hero.modifier("str") + play.hero.proficiency, Some(harm.into()), won, lines::GRAZE, lines::MISS)
        }
        Tool::Snare => (nimble, None, lines::TANGLED, lines::HALF_TANGLED, lines::SLIPS_THE_KNOT),
        Tool::Dust => (nimble, None, lines::BLINDED, lines::HALF_BLINDED, lines::NOT_BLINDED),
        Tool::Caltrops | Tool::Bearings => return underfoot(play, used, foe),
        Tool::Other => {
            (play.hero.modifier("dex"), Some("1d4".into()), lines::PELTED, lines::SPLASH_NEAR, lines::THROWN_WIDE)
        }
    };
    let outcome = aim(play, &shown, foe, bonus)?;
    if used.kind != Tool::Flame || throws {
        spend(play, used);
    }
    match (outcome, harm) {
        (Outcome::Success, Some(harm)) => {
            let hurt = play.roll(&harm, None, &format!("Harm done by the {shown}"))?.total.max(1);
            fighting::wound(play, foe, hurt, (won, lines::KILL), &shown);
        }
        (Outcome::Success, None) => {
            play.say(won, &slots);
            match used.kind {
                Tool::Oil => condition(play, "oiled"),
                Tool::Snare => condition(play, "restrained"),
                Tool::Dust => condition(play, "blinded"),
                _ => {}
            }
        }
        (Outcome::Near, _) => play.say(near, &slots),
        (Outcome::Failure, _) => play.say(lost, &slots),
    }
    let hampers = !matches!(used.kind, Tool::Holy | Tool::Flame | Tool::Other);
    fighting::answer_blow(play, foe, outcome != Outcome::Failure && hampers)
}

/// Whether holy things harm a foe: by the kind of its like, which the thread names.
fn is_undead(play: &Play<'_>, foe: &Creature) -> bool {
    const DEAD: [&str; 9] = ["zombie", "skeleton", "wight", "ghoul", "ghost", "shadow", "specter", "wraith", "imp"];
    let adventure = play.world.adventure;
    let kinds = [adventure.foe, adventure.chief];
    let of_kind = kinds.iter().find(|(name, _)| foe.name.contains(name)).map_or("", |(_, kind)| *kind);
    DEAD.iter().any(|dead| foe.name.to_lowercase().contains(dead) || of_kind.contains(dead))
}

/// Things to tread on: the foe throws to keep its feet.
fn underfoot(play: &mut Play<'_>, used: &Used, foe: &Creature) -> Step {
    let shown = plainly(&used.name);
    let name = the(&foe.name);
    let slots = [("foe", name.as_str()), ("thing", shown.as_str()), ("weapon", shown.as_str())];
    play.count_check();
    let (dc, sharp) = if used.kind == Tool::Caltrops { (15, true) } else { (12, false) };
    let reason = format!("{} among the {shown}", capitalised(&name));
    let kept = play.roll("1d20+1", Some(dc), &reason)?.against(dc) == Outcome::Success;
    spend(play, used);
    play.foes_answered = true;
    match (kept, sharp) {
        (true, _) => play.say(lines::STEPS_ROUND, &slots),
        (false, true) => {
            fighting::wound(play, foe, 1, (lines::TREADS, lines::KILL), &shown);
            return Ok(());
        }
        (false, false) => {
            play.say(lines::ROLLED_OVER, &slots);
            if !foe.conditions.iter().any(|have| have == "prone") {
                play.effects.creatures.push(json!({"id": foe.id, "conditions_added": ["prone"]}));
            }
            return Ok(());
        }
    }
    fighting::answer_blow(play, foe, false)
}

/// Uses a thing where nobody fights: on somebody who is no foe, or on what is there.
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

/// What these words mean of what stands here.
fn thing_here(play: &Play<'_>, words: &str) -> Option<String> {
    let features = play.world.features(&play.table.location);
    let names: Vec<&str> = features.iter().map(|(name, _)| *name).collect();
    best_match(words, &names).map(|i| format!("the {}", names[i]))
}

/// Sets fire to a foe, or to something here; answers whether that was meant.
fn set_fire(play: &mut Play<'_>, deed: &Deed) -> Step<bool> {
    let words = format!("{} {}", deed.object, deed.other);
    let foes: Vec<String> = play.table.foes().map(|foe| foe.name.clone()).collect();
    let names: Vec<&str> = foes.iter().map(String::as_str).collect();
    let named = best_match(&words, &names).is_some();
    let pointed = play.in_pack(&deed.object).is_none_or(|thing| kind(&thing) == Tool::Oil);
    let thing = thing_here(play, &words);
    if play.foe().is_some() && (named || pointed) {
        let torch = play.in_pack("torch").or_else(|| play.in_pack("candle"));
        let Some(foe) = fighting::target(play, &words) else { return Ok(false) };
        match torch.filter(|_| play.may_check()) {
            Some(name) => against(play, &Used { kind: Tool::Flame, name, own: true }, &foe, false)?,
            None => play.say(lines::NO_FLAME, &[]),
        }
        return Ok(true);
    }
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

/// Puts a flame to something that stands here: it never burns down, and somebody always sees it.
fn kindle(play: &mut Play<'_>, what: &str) -> Step {
    let outcome = play.check("dex", "survival", 12, &format!("Set fire to {what}"))?;
    let slots = [("target", what)];
    play.effects.minutes += 10;
    match outcome {
        Outcome::Success => play.say(lines::FIRE_TAKES, &slots),
        Outcome::Near => {
            play.say(lines::FIRE_BITES, &slots);
            play.hurt_or_heal(if play.hero.hp > 1 { -1 } else { 0 });
        }
        Outcome::Failure => play.say(lines::FIRE_SULKS, &slots),
    }
    if outcome == Outcome::Success {
        assault::offend(play, &format!("set fire to {what}"));
    }
    Ok(())
}
