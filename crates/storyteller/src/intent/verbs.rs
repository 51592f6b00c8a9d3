//! The verbs players use, and what they mean by them.

use std::sync::LazyLock;

use super::{Act, slips::slipped, starts};
use crate::handling;

/// What is meant, and the words for it. Where several fit, the longest counts.
const VERBS: &[(Act, &str)] = &[
    (
        Act::Look,
        "go look around, go look at, go look, go and look, look around, look at, look, l, examine, inspect, study, watch, observe, peer, glance, check out, \
         check, x, describe, take a look, take a closer look, have a look, gaze, stare at, look closely at, \
         look inside, look in, look into, look under, look behind, survey, scan, see, view, count, check for, \
         admire, touch, feel, look up at, look over, walk around, take a peek at, have a peek at, peek at, peek, peep, peep at, take a gander at, eyeball, sneak a look at, scope out",
    ),
    (
        Act::Go,
        "go, walk, head, travel, move, run, enter, return, follow, ride, cross, approach, continue, step, \
         descend, visit, proceed, march, wander, stroll, hurry, sneak to, sail, row, go back, go inside, go \
         outside, make my way, press on, carry on, keep going, climb down, set out, go see, go find, get to, \
         turn back, take me, ascend, swim to, swim across, explore",
    ),
    (Act::Leave, "leave, go outside, head outside, exit, get out, depart, go out, step outside, step out, walk out"),
    (
        Act::Flee,
        "flee, escape, retreat, run away, run off, run for my life, bail, leg it, skedaddle, scram, scarper, get away, run for it, withdraw",
    ),
    (
        Act::Talk,
        "see you, see ya, see you soon, see you later, so long, make it, want more, demand more, ask for more, want a word with, want a word, have a word with, have a word, have a question for, talk, speak, ask, say, tell, greet, hello, hi, hail, question, chat, call, shout, whisper, reply, \
         answer, thank, thanks, thank you, hey, good morning, good evening, good day, yell, introduce myself, \
         introduce, interrogate, consult, converse, address, apologize, apologise, beg, compliment, flirt, \
         gossip, inquire, enquire, mention, warn, comfort, sorry, goodbye, bye, farewell, good night, \
         confess, complain, explain, joke, jest, tell a joke, crack a joke, flatter, praise, console, reassure, soothe, cheer up, accuse, report, report back, report to, report back to",
    ),
    (
        Act::Accept,
        "i accept, accept, agree, say yes, agree to, promise, offer to help, offer my help, offer help, i'm in, i will help, \
         i'll help, i will do it, we will do it, i'll bring you, i will bring you, i'll get you, i will get you, i'll find, i will find, help him, help her, help them, help you, volunteer, swear to, swear that, take the job, take the quest, \
         accept the quest, i'll do it, we'll do it, count me in, give my word",
    ),
    (Act::Refuse, "refuse, decline, turn down, reject, say no, no thanks, no thank you"),
    (
        Act::Persuade,
        "persuade, convince, intimidate, threaten, negotiate, bargain, haggle, bribe, lie to, lie that, lie, claim, bluff, \
         surrender, calm, parley, reason with, talk down, seduce, deceive, trick, plead, charm, talk it down, \
         make peace, scare, frighten, taunt it, offer peace, spare, side with, take the side of",
    ),
    (
        Act::Take,
        "take, pick up, pick, grab, get, collect, gather, pocket, loot, snatch, retrieve, seize, keep, take \
         all, fetch, harvest",
    ),
    (Act::Drop, "drop, put, place, lay, put down, throw away, discard, leave behind, get rid of, set down"),
    (
        Act::Give,
        "give, hand, lend, loan, pass, slip him, slip her, offer, show, present, bring, deliver, return it, hand over, give back",
    ),
    (
        Act::Use,
        "use, apply, press, insert, fit, ring, blow, wear, put on, try on, don, equip, wield, draw, ready, unsheathe, sheathe, play my, \
         play the, sharpen, wave my, fill, hold up, unpack",
    ),
    (Act::Drink, "drink, quaff, sip, swallow, down"),
    (Act::Eat, "eat, bite, taste, have breakfast, have supper, have a meal, chew"),
    (Act::Light, "light, ignite, set fire to, set fire, set on fire, set ablaze, set light to, burn, kindle, light up"),
    (Act::Read, "read, decipher, translate"),
    (Act::Open, "open, unlock, pry, pick the lock, pick lock, unbolt, lift the lid, unbar, uncover"),
    (Act::Close, "close, shut, lock, bar, bolt, cover"),
    (
        Act::Force,
        "break, smash, kick, force, push, pull, lift, bash, shake, dig, destroy, move the, turn the, turn a, turn it, turn wheel, turn key, turn \
         handle, turn spigot, turn off, cut, tear, saw",
    ),
    (Act::Climb, "climb, scale, clamber, climb up, climb over, jump over, leap over"),
    (
        Act::Attack,
        "attack, fight, slap, slug, shot, shot at, shott, shoot my, hit, strike, stab, slash, kill, slay, punch, shoot, swing at, charge, stick, finish, \
         finish off, murder, behead, fire at, shoot at, ambush, lunge, cleave, smite, backstab, cut \
         down, hack, fire, loose an arrow, execute, beat, skewer, run at, charge at, rush at, leap at, lunge at, pounce on, \
         throw myself at, headbutt, knee, elbow, kick it in, kick him, kick her, kick them, beat up, jump it",
    ),
    (Act::Cast, "cast, i cast, conjure, invoke, channel"),
    (Act::Sneak, "sneak, hide, creep, take cover, lie low, stay hidden, duck, blend in, tiptoe"),
    (
        Act::Steal,
        "steal, pickpocket, pick the pocket of, pick the pockets of, pick pockets, pick a pocket, pick someone's pocket, rob, swipe, pilfer, lift the purse",
    ),
    (
        Act::Search,
        "look for, search, search for, find, investigate, track, rummage, ransack, comb, hunt for, scout, \
         turn over, check the body, feel around, seek, look for clues, forage",
    ),
    (Act::Listen, "listen, smell, sniff, hear, eavesdrop, overhear, put my ear"),
    (
        Act::Rest,
        "rest, lie down, take a rest, take a nap, take a short rest, short rest, relax, catch \
         my breath, bandage, bind my wounds, tend my wounds, heal myself, heal me, heal up, heal my wounds, patch me up, patch myself up, nap, recover, have a rest",
    ),
    (
        Act::Sleep,
        "sleep, rest until morning, rest till morning, rest until dawn, rest for the night, go to sleep, go to bed, camp, make camp, set up camp, long rest, take a long rest, spend the \
         night, rent a room, stay the night",
    ),
    (
        Act::Settle,
        "sit, sit down, sit in, sit on, sit at, be seated, take a seat, have a seat, board, get in, get into, get on, \
         get onto, get aboard, get inside, climb in, climb into, climb onto, climb aboard, climb inside, hop in, hop \
         on, mount, crouch, kneel down",
    ),
    (
        Act::Rise,
        "stand up, get up, rise, get off, get down, climb out, climb down from, climb off, step down, hop off, \
         dismount, stand",
    ),
    (Act::PutOut, "put out, extinguish, douse, snuff, snuff out, blow out"),
    (Act::Wait, "wait, z, do nothing, stay, stand still, pass the time, stay here, linger, pause, hold"),
    (
        Act::Buy,
        "buy, want a, want an, want some, purchase, order, shop, browse, trade, barter, see the wares, what do you sell",
    ),
    (Act::Sell, "sell, pawn"),
    (Act::Pay, "pay, tip, give coins, donate"),
    (
        Act::Inventory,
        "inventory, inv, i, my pack, pack, check my, check my pack, look in my pack, look in my bag, open my \
         pack, list my",
    ),
    (Act::Help, "help, hint, options, commands, ?"),
    (
        Act::Recall,
        "remember, recall, think about, think back, recap, think of, journal, quests, quest, summary, \
         summarize, reflect on, consider",
    ),
    (
        Act::Gesture,
        "pray, meditate, dance, sing, hum, bow, wave, smile, laugh, cry, weep, kneel, nod, shrug, whistle, \
         clap, stretch, kiss, hug, embrace, wink, sigh, spit, drum, yawn, cheer, grin, frown, scream, howl, \
         groan, swear, curse, salute, curtsy, toast, applaud, pet, stroke, play, shake my head, shake hands, roll my eyes, \
         tap my foot, turn, turn my back, turn around, turn round, turn away, stare, think, ponder, wonder, breathe, wash, undress, shave, write, draw a picture, \
         be quiet, count my blessings, lick, tickle, poke, boop, high five, fist bump, bark, meow, moo, quack, purr, \
         growl, burp, belch, fart, snore, sneeze, moonwalk, twerk, flex, strike a pose, pose, skip, do a cartwheel, \
         cartwheel, do a handstand, do a backflip, do a little dance, do a dance, do a jig, do a silly dance, declare, proclaim, crown myself, spin around, spin, run in circles, run \
         around in circles, jump up and down, jump for joy, flap my arms, stick out \
         my tongue, stick my tongue out, pull a face, make a face, make faces, blow a kiss, blow a raspberry, pick my \
         nose, scratch, hop, stand on one leg, stand on my head, roll on the floor, roll around, pinch, giggle, \
         chuckle, snort, propose to, marry",
    ),
    (
        Act::Stunt,
        "swing, juggle, perform, tumble, flip, balance, dodge, trip, shove, grapple, wrestle, tackle, disarm, \
         throw, toss, hurl, fling, lob, chuck, pour, splash, spill, spread, scatter, sprinkle, strew, bind, lasso, \
         snare, entangle, fasten, fish, hunt, heal, treat, disguise, identify, appraise, set a trap, build, craft, \
         cook, repair, fix, tie, jump, leap, swim, sprint, dive, slide, tame, calm the, distract, block, \
         parry, vault, somersault, slip, squeeze, crawl, gamble, bet, wager, arm wrestle, race, challenge, rig, jam, \
         forge, carve, mend, rescue, free, defend, defend myself, guard myself, go on the defensive, brace myself, stay on guard, raise my guard, wake, wake up, rouse, untie, sabotage, pretend, impersonate, imitate, tell a story, tell \
         a joke, recite, hypnotize, weave, brew",
    ),
];

/// Verbs of handling that mean a thing where they stand alone, such as the pump, are not among these.
const HANDLES_ALONE: [&str; 12] =
    ["knock", "clean", "wash", "sweep", "dig", "shout", "scream", "holler", "bellow", "carve", "tidy up", "clean up"];

/// Every verb, and what is meant by it.
static ALL: LazyLock<Vec<(&str, Act)>> = LazyLock::new(|| {
    let known: Vec<(&str, Act)> =
        VERBS.iter().flat_map(|(act, verbs)| verbs.split(", ").map(move |verb| (verb, *act))).collect();
    let is_new = |verb: &&str| !known.iter().any(|(other, _)| other == verb);
    // "Tie up" is a way to tie: where it is no handling it is what its verb is.
    let act = |verb: &str| {
        let first = verb.split(' ').next().unwrap_or_default();
        let own = known.iter().find(|(other, _)| *other == first).map(|(_, act)| *act);
        own.filter(|act| matches!(act, Act::Stunt | Act::Use | Act::Gesture)).unwrap_or(Act::Handle)
    };
    let handled: Vec<(&str, Act)> = handling::verbs().filter(is_new).map(|verb| (verb, act(verb))).collect();
    known.into_iter().chain(handled).collect()
});

/// Every verb, and what is meant by it.
pub(super) fn all() -> impl Iterator<Item = (&'static str, Act)> {
    ALL.iter().copied()
}

/// What follows a verb that a text begins with, in any form of it.
pub(crate) fn after_verb<'t>(text: &'t str, verb: &str) -> Option<&'t str> {
    if starts(text, verb) {
        return text.get(verb.len()..).map(str::trim_start);
    }
    let (first, more) = verb.split_once(' ').unwrap_or((verb, ""));
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    if !is_form(word, first) {
        return None;
    }
    let rest = rest.strip_prefix(more).filter(|rest| more.is_empty() || rest.is_empty() || rest.starts_with(' '))?;
    Some(rest.trim_start())
}

/// The verb that a word is a form of.
pub(super) fn base(word: &str) -> Option<&'static str> {
    all().map(|(verb, _)| verb).find(|verb| verb.len() > 1 && !verb.contains(' ') && is_form(word, verb))
}

/// The verb a text begins with, and how long it is; with a slip of the finger forgiven if `loosely`.
pub(crate) fn find_verb(text: &str, loosely: bool) -> Option<(usize, Act)> {
    let alone = |verb: &str, act: Act| act == Act::Handle && text == verb && !HANDLES_ALONE.contains(&verb);
    let exact = all().filter(|(verb, act)| (*verb != "i" || text == "i") && !alone(verb, *act) && starts(text, verb));
    if let Some((verb, act)) = exact.max_by_key(|(verb, _)| verb.len()) {
        return Some((verb.len(), act));
    }
    if !loosely {
        return None;
    }
    let first = text.split(' ').next().unwrap_or_default();
    let word = first.trim_matches(|c: char| !c.is_alphanumeric());
    let plain = || all().filter(|(verb, _)| verb.len() > 1 && !verb.contains(' '));
    let bent = plain().find(|(verb, _)| is_form(word, verb));
    let slip = || plain().find(|(verb, _)| word.len() > 3 && verb.len() > 3 && slipped(word, verb));
    // What is a word is no slip, unless something follows as after a verb: "steel a pie", but not "hurt, I rest".
    let next = text.split(' ').nth(1).unwrap_or_default();
    let acts = ["a", "an", "the", "my", "his", "her", "some", "it", "him", "at"].contains(&next);
    let slip = || if acts || !super::typing::is_word(word) { slip() } else { None };
    bent.or_else(slip).map(|(_, act)| (first.len(), act))
}

/// Whether a word is a form of a verb: looks, looking, looked, making, grabbed.
fn is_form(word: &str, verb: &str) -> bool {
    let stem = |end: &str| word.strip_suffix(end);
    let plain = ["s", "ing", "ed", "es"].iter().any(|end| stem(end) == Some(verb));
    let short = ["ing", "ed"].iter().any(|end| stem(end).is_some_and(|stem| verb.strip_suffix('e') == Some(stem)));
    let doubled = ["ing", "ed"].iter().any(|end| {
        stem(end).and_then(|stem| stem.strip_suffix(|c: char| verb.ends_with(c))).is_some_and(|stem| stem == verb)
    });
    plain || short || doubled
}
