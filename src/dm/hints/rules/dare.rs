//! Deeds that may fail, and the skill they are tried with.

use crate::dm::hints::{
    Suggestion,
    language::{clause::Clause, cues::Cue, nouns::is_person, one_of, reading::Reading},
};

/// Dice are due.
pub(super) fn dice(reading: &Reading<'_>) -> Vec<Suggestion> {
    let mut found: Vec<Suggestion> = Vec::new();
    let mut push = |skill: &str, confidence: f64| {
        found.push(Suggestion::new("roll_dice", confidence, "it may fail").with("skill", skill));
    };
    // "roll perception", "can i roll insight"
    for clause in reading.clauses.iter().filter(|it| !it.foreign && !it.past && !it.denied) {
        for at in clause.from..clause.to {
            let asked = matches!(reading.word(at), "roll" | "check" | "make" | "use")
                && !reading.any_word(clause.from, clause.to, "how what why");
            let skill = (at + 1..(at + 5).min(clause.to)).find_map(|at| skill_named(reading, at));
            if let Some(skill) = skill.filter(|_| asked && (reading.word(at) != "use")) {
                push(skill, 0.85);
            }
            if let Some(skill) = skill_named(reading, at).filter(|_| {
                matches!(reading.word(at + 1), "check" | "roll") || matches!(reading.word(at + 2), "check" | "roll")
            }) {
                push(skill, 0.85);
            }
        }
    }
    for clause in reading.deeds() {
        if let Some(skill) = skill(reading, clause) {
            push(skill, 0.75);
        } else if clause.tries && !one_of(clause.lemma, EASY) && !clause.lemma.is_empty() {
            push("", 0.65);
        }
    }
    if reading.live_cues(Cue::Stealth).any(|(from, _)| {
        reading.clause_at(from).is_some_and(|it| it.is_ours() && !it.past && !it.said && !it.hangs && moves(it.lemma))
    }) {
        push("stealth", 0.75);
    }
    // Help to the dying has a rule of its own, which throws by itself.
    let is_medicine = |hint: &&mut Suggestion| hint.arguments.iter().any(|(_, skill)| skill == "medicine");
    for hint in found.iter_mut().filter(is_medicine).filter(|_| reading.scene.has_dying) {
        *hint = Suggestion::of("apply_state_commands", "death_save", hint.confidence, "the rules throw")
            .with("result", "tend");
    }
    found
}

/// What nobody throws dice for, even where it is only tried.
const EASY: &str = "recall remember talk ask say tell sleep rest eat drink smile laugh look think explain buy sell pay find go keep stay get see \
                    understand forget speak give take relax be do pray sit stand help attack hit kill imagine stop avoid ignore";

fn moves(lemma: &str) -> bool {
    one_of(
        lemma,
        "cross go walk move slip creep sneak crawl climb follow edge glide pass make get run slink tiptoe step open close drop lower keep",
    )
}

fn skill_named(reading: &Reading<'_>, at: usize) -> Option<&'static str> {
    Some(match reading.word(at) {
        "acrobatics" => "acrobatics",
        "animal" if reading.word(at + 1) == "handling" => "animal handling",
        "arcana" => "arcana",
        "athletics" => "athletics",
        "deception" => "deception",
        "history" => "history",
        "insight" => "insight",
        "intimidation" => "intimidation",
        "investigation" => "investigation",
        "medicine" => "medicine",
        "nature" => "nature",
        "perception" => "perception",
        "performance" => "performance",
        "persuasion" => "persuasion",
        "religion" => "religion",
        "sleight" => "sleight of hand",
        "stealth" => "stealth",
        "survival" => "survival",
        _ => return None,
    })
}

fn person_after(reading: &Reading<'_>, clause: &Clause) -> bool {
    clause.head.is_some_and(|head| {
        (head + 1..clause.to).any(|at| {
            reading.person_at(at).is_some()
                || is_person(reading.word(at))
                || matches!(reading.word(at), "him" | "her" | "them" | "clerk" | "guards" | "crowd")
        })
    })
}

/// The skill a deed is tried with, if it may fail.
pub(super) fn skill(reading: &Reading<'_>, clause: &Clause) -> Option<&'static str> {
    let head = clause.head?;
    let next = reading.word(head + 1);
    let any = |words: &str| reading.any_word(head, clause.to, words);
    let whole = |words: &str| {
        let (from, to) = reading.sentence(clause);
        reading.any_word(from, to, words)
    };
    Some(match clause.lemma {
        "sneak" | "creep" | "tiptoe" | "slink" | "skulk" | "prowl" | "stalk" => {
            if any("glance look peek") {
                return None;
            } else {
                "stealth"
            }
        }
        "hide" if any("in behind under among from myself and") || clause.to - head < 3 => "stealth",
        "hide" => return None,
        "shadow" | "tail" if person_after(reading, clause) => "stealth",
        "follow" if any("unseen quietly distance unnoticed") => "stealth",
        "slip" | "move" | "edge"
            if any("past behind") && (person_after(reading, clause) || any("unseen unnoticed")) =>
        {
            "stealth"
        }
        "pick" if any("lock locks padlock") => "sleight of hand",
        "set" | "work" | "get" | "go" | "fiddle" | "start" | "tinker" | "fumble"
            if any("lock locks padlock") && any("about on at with to") =>
        {
            "sleight of hand"
        }
        "pick" if any("pocket pockets") => "sleight of hand",
        "open" if any("picks lockpicks hairpin") => "sleight of hand",
        "put" if any("ear") && any("keyhole door wall") => "perception",
        "play" if next == "dead" => "deception",
        "talk" if any("way") && any("past in into out through") => "persuasion",
        "relieve" if any("of") => "sleight of hand",
        "cut" if any("purse") => "sleight of hand",
        "pickpocket" => "sleight of hand",
        "unlock" | "disarm" | "disable" if clause.tries || any("lockpicks tools picks trap pick hairpin") => {
            "sleight of hand"
        }
        "steal" | "lift" | "palm" | "swipe" | "filch" | "pilfer" | "snatch" | "slip" | "plant" | "cut" | "slide"
            if unnoticed(reading, clause) && !any("glance look kiss") =>
        {
            "sleight of hand"
        }
        "convince" | "persuade" | "coax" | "cajole" | "plead" | "beg" | "haggle" | "negotiate" | "wheedle"
        | "sweet-talk" | "reason" | "charm" | "appeal" | "bargain"
            if !any("myself") =>
        {
            if untrue(reading, clause) {
                "deception"
            } else {
                "persuasion"
            }
        }
        "talk" if any("into down out") && person_after(reading, clause) => "persuasion",
        "seduce" | "flirt" => "persuasion",
        "lie" if matches!(next, "to" | "about" | "that" | "through") || any("to") && person_after(reading, clause) => {
            "deception"
        }
        "bluff" | "deceive" | "trick" | "fool" | "impersonate" | "con" | "mislead" => "deception",
        "mimic" if !whole(":") && !reading.text.contains('"') => "deception",
        "disguise" | "feign" | "fake" => "deception",
        "pretend" if next != "not" => "deception",
        "pass" | "pose" if any("off as") && any("as myself ourselves") => "deception",
        "intimidate" | "threaten" | "menace" | "scare" | "bully" | "frighten" | "terrify" | "interrogate"
            if person_after(reading, clause) || clause.to - head > 2 =>
        {
            "intimidation"
        }
        "climb" | "scale" | "clamber" => {
            let hard = any(
                "wall cliff rock tower tree mast face facade rope chimney pipe drainpipe fence ledge column roof palisade ice side ivy gate",
            ) || clause.lemma == "scale";
            if hard && !any("stairs ladder steps") { "athletics" } else { return None }
        }
        "leap" | "jump" | "vault" | "bound" | "hop"
            if any("across over from chasm gap onto pit between to") && !any("joy conclusions off feet conclusion") =>
        {
            "athletics"
        }
        "leap" | "jump" | "vault" | "bound" | "hop" => return None,
        "swim" | "wade" | "dive" if any("against across current river rapids under through to down lake") => {
            "athletics"
        }
        "force" | "bash" | "break" | "shoulder" | "kick" | "smash" | "ram" | "heave" | "wrench" | "pry" | "prise"
        | "lift" | "push" | "bend" | "lever" | "pull" | "hoist" | "hold" | "shove" | "move" => {
            let heavy = any(
                "door gate portcullis bars boulder lid grate hatch trapdoor rubble beam slab millstone statue manhole shutter shutters",
            );
            let opens = any("open down in aside up off apart with away shut closed")
                || one_of(clause.lemma, "force bash lift bend heave wrench break hoist lever")
                || clause.tries;
            // A door is only pushed; what is stuck takes strength.
            let light = one_of(clause.lemma, "push pull move hold shove") && any("door gate shutter shutters hatch");
            let stuck = clause.tries || whole("stuck jammed barred locked heavy rusted rusty stubborn strength might");
            if heavy && opens && (!light || stuck) && !any("unlocked") { "athletics" } else { return None }
        }
        "balance" | "tumble" | "somersault" | "cartwheel" => "acrobatics",
        "walk" | "cross" | "run" | "inch" | "edge" | "dance"
            if any("tightrope ledge beam rope log rail ridge plank ice parapet") =>
        {
            "acrobatics"
        }
        "swing" if any("rope chandelier vine") => "acrobatics",
        "squeeze" | "wriggle" if one_of(next, "through out free between into past") => "acrobatics",
        "assure" if person_after(reading, clause) => "deception",
        "read" if any("tracks prints spoor footprints trail") => "survival",
        "sniff" | "smell" | "taste" if any("poison poisons poisoned") => "perception",
        "inch" if any("past by along") => "stealth",
        "search" if any("words answer answers meaning soul heart memory") => return None,
        "search" | "rummage" | "ransack" | "comb" | "rifle"
            if any(
                "desk room body bodies chest for drawers drawer corpse shelves study chamber house cell walls floor cabin bed wagon place library books papers area pockets office cellar tent",
            ) =>
        {
            "investigation"
        }
        "search" | "rummage" | "ransack" | "comb" | "rifle" => return None,
        "investigate" | "decipher" | "decode" | "deduce" | "inspect" | "examine" => {
            if clause.lemma == "examine"
                && !whole(
                    "trap traps clues hidden secret closely mechanism for tracks body corpse wound wounds runes lock forged forgery",
                )
            {
                return None;
            }
            if any("runes rune sigil sigils glyph glyphs magic magical arcane") {
                "arcana"
            } else if any("wound wounds body corpse") {
                "medicine"
            } else {
                "investigation"
            }
        }
        "check" if any("trap traps tripwires hidden false poison secret") => "investigation",
        "look" if any("trap traps hidden clues tracks secret") => {
            if any("tracks") {
                "survival"
            } else {
                "investigation"
            }
        }
        "listen" if any("at for door through") && !any("story tale him her priest music") => "perception",
        "listen" => return None,
        "eavesdrop" => "perception",
        "scan" | "spot" | "peer"
            if any("for ambush crowd treeline horizon hidden anyone pursuers movement darkness fog rooftops") =>
        {
            "perception"
        }
        "keep" if any("lookout") || any("eyes") && any("peeled ambush") => "perception",
        "calm" | "tame" | "soothe" | "train" | "gentle" => {
            if any(
                "horse dog hound mule wolf beast bear animal bull ox horses dogs griffon pony cat stallion mare boar goat camel",
            ) {
                "animal handling"
            } else if clause.lemma == "calm" && person_after(reading, clause) {
                "persuasion"
            } else {
                return None;
            }
        }
        "track" | "trail" => "survival",
        "forage" | "hunt"
            if any("food game deer rabbits herbs supper for berries rabbit boar")
                && reading.scene.offered.is_empty() =>
        {
            "survival"
        }
        "forage" | "hunt" => return None,
        "follow" if any("tracks trail footprints prints spoor hoofprints") => "survival",
        "read" | "judge" | "sense" | "gauge" | "tell" | "work" | "see" | "watch" | "study"
            if whole("lying truth honest lies motives sincere hiding intentions truthful liar mood")
                && (clause.tries
                    || any("whether if out him her face eyes motives intentions mood")
                    || clause.lemma == "sense"
                    || clause.lemma == "work")
                && clause.lemma != "tell" =>
        {
            "insight"
        }
        "treat" | "diagnose" | "staunch" | "stabilise" | "stabilize" => "medicine",
        "set" if any("bone leg") && any("broken bone") => "medicine",
        "perform" | "juggle" => "performance",
        "sing" | "play" | "dance" if whole("crowd audience coins coin crowd's taproom supper court") => "performance",
        "identify" | "recognise" | "recognize" => {
            if any("rune runes spell potion sigil magic aura") {
                "arcana"
            } else if any("plant herb mushroom tracks berries") {
                "nature"
            } else if any("god holy symbol shrine altar") {
                "religion"
            } else if any("crest banner coat") {
                "history"
            } else {
                return None;
            }
        }
        "tell" if untrue(reading, clause) && person_after(reading, clause) => "deception",
        "cheat" => "sleight of hand",
        "forge" if any("signature letter seal pass papers document writ") => "deception",
        _ => return None,
    })
}

/// "that we're his cousins": what is claimed in order to deceive is hard to know; a role that is played tells it.
fn untrue(reading: &Reading<'_>, clause: &Clause) -> bool {
    let (from, to) = reading.sentence(clause);
    reading.any_word(
        from,
        to,
        "cousins cousin pretending pretend fake false forged disguised inspectors inspector supposedly envoys lie",
    )
}

/// Whether somebody is by who must not notice.
fn unnoticed(reading: &Reading<'_>, clause: &Clause) -> bool {
    let all = reading.tokens.len();
    let watched = !reading.scene.present.is_empty();
    let from_someone = clause.head.is_some_and(|head| {
        (head..clause.to).any(|at| reading.is_present(at) || is_person(reading.word(at)))
            && reading.any_word(head, clause.to, "'s from off")
    });
    (watched || from_someone)
        && (from_someone
            || clause.lemma == "steal"
            || reading.any_word(0, all, "sleeve unnoticed unseen while behind notices without"))
        && !reading.scene.party.iter().any(|name| {
            clause.head.is_some_and(|head| (head..clause.to).any(|at| reading.person_at(at) == Some(name.as_str())))
        })
}
