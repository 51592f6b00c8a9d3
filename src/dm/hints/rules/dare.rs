//! Actions that can fail, and their skill.

use std::sync::LazyLock;

use game::{skill::Skill, tending};

use crate::dm::hints::{
    Dying, Suggestion,
    language::{
        LazyWordSet, clause::MessageClause, cues::Cue, listed, nouns::is_person, one_of, reading::MessageReading,
    },
};

const DARE: &str = include_str!("dare.txt");

/// Actions without dice, even if they are only tried.
static EASY: LazyWordSet = LazyLock::new(|| listed(DARE, "easy"));
static MOVES: LazyWordSet = LazyLock::new(|| listed(DARE, "moves"));

/// Dice are due.
pub(super) fn dice(reading: &MessageReading<'_>) -> Vec<Suggestion> {
    let hint =
        |(skill, confidence): (&str, f64)| Suggestion::new("roll_dice", confidence, "it may fail").with("skill", skill);
    let mut found: Vec<Suggestion> = asked_for(reading).chain(tried(reading)).map(hint).collect();
    let sneaks = |it: &MessageClause| it.is_ours() && !it.past && !it.said && !it.hangs && MOVES.contains(it.lemma);
    if reading.live_cues(Cue::Stealth).any(|(from, _)| reading.clause_at(from).is_some_and(sneaks)) {
        found.push(hint(("stealth", 0.75)));
    }
    found.iter_mut().filter(|hint| is_of_medicine(hint)).for_each(|hint| help_the_dying(reading, hint));
    found
}

/// The skills whose dice a message asks for: “roll perception”, “can i roll insight”.
fn asked_for<'r>(reading: &'r MessageReading<'_>) -> impl Iterator<Item = (&'static str, f64)> + 'r {
    let clauses = reading.clauses.iter().filter(|it| !it.foreign && !it.past && !it.denied);
    clauses.flat_map(move |clause| (clause.from..clause.to).map(move |at| (clause, at))).flat_map(|(clause, at)| {
        let asked = matches!(reading.word(at), "roll" | "check" | "make")
            && !reading.any_word(clause.from, clause.to, "how what why");
        let behind = (at + 1..(at + 5).min(clause.to)).find_map(|at| skill_named(reading, at)).filter(|_| asked);
        let is_roll = |at: usize| matches!(reading.word(at), "check" | "roll");
        let before = skill_named(reading, at).filter(|_| is_roll(at + 1) || is_roll(at + 2));
        [behind, before].into_iter().flatten().map(|skill| (skill, 0.85))
    })
}

/// Skills of actions that can fail; empty for an attempt of unknown kind.
fn tried<'r>(reading: &'r MessageReading<'_>) -> impl Iterator<Item = (&'static str, f64)> + 'r {
    reading.deeds().filter_map(|clause| match skill(reading, clause) {
        Some(skill) => Some((skill, 0.75)),
        None if clause.tries && !EASY.contains(clause.lemma) && !clause.lemma.is_empty() => Some(("", 0.65)),
        None => None,
    })
}

fn is_of_medicine(hint: &Suggestion) -> bool {
    hint.arguments.iter().any(|(_, skill)| skill == Skill::Medicine.as_str())
}

/// First aid has its own rule and roll. A Medicine check counts as first aid if the message names a dying creature, describes
/// tending, or gives no purpose.
fn help_the_dying(reading: &MessageReading<'_>, hint: &mut Suggestion) {
    let dying = &reading.scene.dying;
    let named: Vec<&Dying> = dying
        .iter()
        .filter(|one| (0..reading.tokens.len()).any(|at| reading.person_at(at) == Some(one.name.as_str())))
        .collect();
    let is_for_them = tending::is_tending(reading.text) || reading.deeds().next().is_none();
    let whom = match (named.as_slice(), dying.as_slice()) {
        ([one], _) => one.id.as_str(),
        ([], [one]) if is_for_them => one.id.as_str(),
        ([], [_, _, ..]) if is_for_them => "",
        ([], _) => return,
        _ => "",
    };
    *hint = Suggestion::of("apply_state_commands", "death_save", hint.confidence, "the rules throw")
        .with("character", whom)
        .with("result", "tend");
}

fn skill_named(reading: &MessageReading<'_>, at: usize) -> Option<&'static str> {
    let is_named = |skill: &Skill| {
        let mut words = skill.as_str().split(' ');
        let (first, second) = (words.next(), words.next().filter(|word| *word != "of"));
        first == Some(reading.word(at)) && second.is_none_or(|second| reading.word(at + 1) == second)
    };
    Skill::ALL.iter().find(|skill| is_named(skill)).map(|skill| skill.as_str())
}

fn person_after(reading: &MessageReading<'_>, clause: &MessageClause) -> bool {
    clause.head.is_some_and(|head| {
        (head + 1..clause.to).any(|at| {
            reading.person_at(at).is_some()
                || is_person(reading.word(at))
                || matches!(reading.word(at), "him" | "her" | "them" | "clerk" | "guards" | "crowd")
        })
    })
}

/// The skill a deed is tried with, if it may fail.
pub(super) fn skill(reading: &MessageReading<'_>, clause: &MessageClause) -> Option<&'static str> {
    let deed = DaredDeed { reading, clause, head: clause.head? };
    // The first that knows the deed decides.
    let kinds = [unnoticed_deed, deed_of_hands, deed_of_words, deed_of_body, deed_of_senses, deed_of_knowledge];
    kinds.into_iter().find_map(|kind| kind(&deed)).and_then(Trial::skill)
}

/// The skill of an action. Each function covers a kind of actions and returns `None` for others.
enum Trial {
    /// No dice.
    NoThrow,
    Skill(&'static str),
}

impl Trial {
    fn skill(self) -> Option<&'static str> {
        match self {
            Self::NoThrow => None,
            Self::Skill(skill) => Some(skill),
        }
    }
}

/// A deed, as the players say it.
struct DaredDeed<'d, 'r> {
    reading: &'d MessageReading<'r>,
    clause: &'d MessageClause,
    head: usize,
}

impl DaredDeed<'_, '_> {
    /// Whether one of these words is behind the verb.
    fn any(&self, words: &str) -> bool {
        self.reading.any_word(self.head, self.clause.to, words)
    }

    /// Whether one of them is anywhere in the sentence.
    fn whole(&self, words: &str) -> bool {
        let (from, to) = self.reading.sentence(self.clause);
        self.reading.any_word(from, to, words)
    }

    /// The word behind the verb.
    fn next(&self) -> &str {
        self.reading.word(self.head + 1)
    }
}

/// Deeds that no one is to notice.
fn unnoticed_deed(deed: &DaredDeed<'_, '_>) -> Option<Trial> {
    let DaredDeed { reading, clause, .. } = deed;
    Some(Trial::Skill(match clause.lemma {
        "sneak" | "creep" | "tiptoe" | "slink" | "skulk" | "prowl" | "stalk" => {
            if deed.any("glance look peek") {
                return Some(Trial::NoThrow);
            } else {
                "stealth"
            }
        }
        "hide" if deed.any("in behind under among from myself and") || clause.to - deed.head < 3 => "stealth",
        "hide" => return Some(Trial::NoThrow),
        "shadow" | "tail" if person_after(reading, clause) => "stealth",
        "follow" if deed.any("unseen quietly distance unnoticed") => "stealth",
        "slip" | "move" | "edge"
            if deed.any("past behind") && (person_after(reading, clause) || deed.any("unseen unnoticed")) =>
        {
            "stealth"
        }
        _ => return None,
    }))
}

/// Actions of nimble hands, and other actions that deceive someone.
fn deed_of_hands(deed: &DaredDeed<'_, '_>) -> Option<Trial> {
    let DaredDeed { reading, clause, .. } = deed;
    Some(Trial::Skill(match clause.lemma {
        "pick" if deed.any("lock locks padlock") => "sleight of hand",
        "set" | "work" | "get" | "go" | "fiddle" | "start" | "tinker" | "fumble"
            if deed.any("lock locks padlock") && deed.any("about on at with to") =>
        {
            "sleight of hand"
        }
        "pick" if deed.any("pocket pockets") => "sleight of hand",
        "open" if deed.any("picks lockpicks hairpin") => "sleight of hand",
        "put" if deed.any("ear") && deed.any("keyhole door wall") => "perception",
        "play" if deed.next() == "dead" => "deception",
        "talk" if deed.any("way") && deed.any("past in into out through") => "persuasion",
        "relieve" if deed.any("of") => "sleight of hand",
        "cut" if deed.any("purse") => "sleight of hand",
        "pickpocket" => "sleight of hand",
        "unlock" | "disarm" | "disable" if clause.tries || deed.any("lockpicks tools picks trap pick hairpin") => {
            "sleight of hand"
        }
        "steal" | "lift" | "palm" | "swipe" | "filch" | "pilfer" | "snatch" | "slip" | "plant" | "cut" | "slide"
            if unnoticed(reading, clause) && !deed.any("glance look kiss") =>
        {
            "sleight of hand"
        }
        _ => return None,
    }))
}

/// Deeds of words.
fn deed_of_words(deed: &DaredDeed<'_, '_>) -> Option<Trial> {
    let DaredDeed { reading, clause, .. } = deed;
    Some(Trial::Skill(match clause.lemma {
        "convince" | "persuade" | "coax" | "cajole" | "plead" | "beg" | "haggle" | "negotiate" | "wheedle"
        | "sweet-talk" | "reason" | "charm" | "appeal" | "bargain"
            if !deed.any("myself") =>
        {
            if untrue(reading, clause) {
                "deception"
            } else {
                "persuasion"
            }
        }
        "talk" if deed.any("into down out") && person_after(reading, clause) => "persuasion",
        "seduce" | "flirt" => "persuasion",
        "lie"
            if matches!(deed.next(), "to" | "about" | "that" | "through")
                || deed.any("to") && person_after(reading, clause) =>
        {
            "deception"
        }
        "bluff" | "deceive" | "trick" | "fool" | "impersonate" | "con" | "mislead" => "deception",
        "mimic" if !deed.whole(":") && !reading.text.contains('"') => "deception",
        "disguise" | "feign" | "fake" => "deception",
        "pretend" if deed.next() != "not" => "deception",
        "pass" | "pose" if deed.any("off as") && deed.any("as myself ourselves") => "deception",
        "intimidate" | "threaten" | "menace" | "scare" | "bully" | "frighten" | "terrify" | "interrogate"
            if person_after(reading, clause) || clause.to - deed.head > 2 =>
        {
            "intimidation"
        }
        _ => return None,
    }))
}

/// Deeds of the body.
fn deed_of_body(deed: &DaredDeed<'_, '_>) -> Option<Trial> {
    let clause = deed.clause;
    Some(Trial::Skill(match clause.lemma {
        "climb" | "scale" | "clamber" => {
            let hard = deed.any(
                "wall cliff rock tower tree mast face facade rope chimney pipe drainpipe fence ledge column roof palisade ice side ivy gate",
            ) || clause.lemma == "scale";
            if hard && !deed.any("stairs ladder steps") { "athletics" } else { return Some(Trial::NoThrow) }
        }
        "leap" | "jump" | "vault" | "bound" | "hop"
            if deed.any("across over from chasm gap onto pit between to")
                && !deed.any("joy conclusions off feet conclusion") =>
        {
            "athletics"
        }
        "leap" | "jump" | "vault" | "bound" | "hop" => return Some(Trial::NoThrow),
        "swim" | "wade" | "dive" if deed.any("against across current river rapids under through to down lake") => {
            "athletics"
        }
        "force" | "bash" | "break" | "shoulder" | "kick" | "smash" | "ram" | "heave" | "wrench" | "pry" | "prise"
        | "lift" | "push" | "bend" | "lever" | "pull" | "hoist" | "hold" | "shove" | "move" => {
            let heavy = deed.any(
                "door gate portcullis bars boulder lid grate hatch trapdoor rubble beam slab millstone statue manhole shutter shutters",
            );
            let opens = deed.any("open down in aside up off apart with away shut closed")
                || one_of(clause.lemma, "force bash lift bend heave wrench break hoist lever")
                || clause.tries;
            // Pushing a door is easy; a stuck one takes strength.
            let light =
                one_of(clause.lemma, "push pull move hold shove") && deed.any("door gate shutter shutters hatch");
            let stuck =
                clause.tries || deed.whole("stuck jammed barred locked heavy rusted rusty stubborn strength might");
            if heavy && opens && (!light || stuck) && !deed.any("unlocked") {
                "athletics"
            } else {
                return Some(Trial::NoThrow);
            }
        }
        "balance" | "tumble" | "somersault" | "cartwheel" => "acrobatics",
        "walk" | "cross" | "run" | "inch" | "edge" | "dance"
            if deed.any("tightrope ledge beam rope log rail ridge plank ice parapet") =>
        {
            "acrobatics"
        }
        "swing" if deed.any("rope chandelier vine") => "acrobatics",
        "squeeze" | "wriggle" if one_of(deed.next(), "through out free between into past") => "acrobatics",
        _ => return None,
    }))
}

/// Actions with eyes and ears, and what they find out.
fn deed_of_senses(deed: &DaredDeed<'_, '_>) -> Option<Trial> {
    let DaredDeed { reading, clause, .. } = deed;
    Some(Trial::Skill(match clause.lemma {
        "assure" if person_after(reading, clause) => "deception",
        "read" if deed.any("tracks prints spoor footprints trail") => "survival",
        "sniff" | "smell" | "taste" if deed.any("poison poisons poisoned") => "perception",
        "inch" if deed.any("past by along") => "stealth",
        "search" if deed.any("words answer answers meaning soul heart memory") => return Some(Trial::NoThrow),
        "search" | "rummage" | "ransack" | "comb" | "rifle"
            if deed.any(
                "desk room body bodies chest for drawers drawer corpse shelves study chamber house cell walls floor cabin bed wagon place library books papers area pockets office cellar tent",
            ) =>
        {
            "investigation"
        }
        "search" | "rummage" | "ransack" | "comb" | "rifle" => return Some(Trial::NoThrow),
        "investigate" | "decipher" | "decode" | "deduce" | "inspect" | "examine" => {
            if clause.lemma == "examine"
                && !deed.whole(
                    "trap traps clues hidden secret closely mechanism for tracks body corpse wound wounds runes lock forged forgery",
                )
            {
                return Some(Trial::NoThrow);
            }
            if deed.any("runes rune sigil sigils glyph glyphs magic magical arcane") {
                "arcana"
            } else if deed.any("wound wounds body corpse") {
                "medicine"
            } else {
                "investigation"
            }
        }
        "check" if deed.any("trap traps tripwires hidden false poison secret") => "investigation",
        "look" if deed.any("trap traps hidden clues tracks secret") => {
            if deed.any("tracks") {
                "survival"
            } else {
                "investigation"
            }
        }
        "listen" if deed.any("at for door through") && !deed.any("story tale him her priest music") => "perception",
        "listen" => return Some(Trial::NoThrow),
        "eavesdrop" => "perception",
        "scan" | "spot" | "peer"
            if deed.any("for ambush crowd treeline horizon hidden anyone pursuers movement darkness fog rooftops") =>
        {
            "perception"
        }
        "keep" if deed.any("lookout") || deed.any("eyes") && deed.any("peeled ambush") => "perception",
        _ => return None,
    }))
}

/// Deeds with beasts and in the wild, and those of knowledge and art.
fn deed_of_knowledge(deed: &DaredDeed<'_, '_>) -> Option<Trial> {
    let DaredDeed { reading, clause, .. } = deed;
    Some(Trial::Skill(match clause.lemma {
        "calm" | "tame" | "soothe" | "train" | "gentle" => {
            if deed.any(
                "horse dog hound mule wolf beast bear animal bull ox horses dogs griffon pony cat stallion mare boar goat camel",
            ) {
                "animal handling"
            } else if clause.lemma == "calm" && person_after(reading, clause) {
                "persuasion"
            } else {
                return Some(Trial::NoThrow);
            }
        }
        "track" | "trail" => "survival",
        "forage" | "hunt"
            if deed.any("food game deer rabbits herbs supper for berries rabbit boar")
                && reading.scene.offered.is_empty() =>
        {
            "survival"
        }
        "forage" | "hunt" => return Some(Trial::NoThrow),
        "follow" if deed.any("tracks trail footprints prints spoor hoofprints") => "survival",
        "read" | "judge" | "sense" | "gauge" | "tell" | "work" | "see" | "watch" | "study"
            if deed.whole("lying truth honest lies motives sincere hiding intentions truthful liar mood")
                && (clause.tries
                    || deed.any("whether if out him her face eyes motives intentions mood")
                    || clause.lemma == "sense"
                    || clause.lemma == "work")
                && clause.lemma != "tell" =>
        {
            "insight"
        }
        "treat" | "diagnose" | "staunch" | "stabilise" | "stabilize" => "medicine",
        "set" if deed.any("bone leg") && deed.any("broken bone") => "medicine",
        "perform" | "juggle" => "performance",
        "sing" | "play" | "dance" if deed.whole("crowd audience coins coin crowd's taproom supper court") => "performance",
        "identify" | "recognise" | "recognize" => {
            if deed.any("rune runes spell potion sigil magic aura") {
                "arcana"
            } else if deed.any("plant herb mushroom tracks berries") {
                "nature"
            } else if deed.any("god holy symbol shrine altar") {
                "religion"
            } else if deed.any("crest banner coat") {
                "history"
            } else {
                return Some(Trial::NoThrow);
            }
        }
        "tell" if untrue(reading, clause) && person_after(reading, clause) => "deception",
        "cheat" => "sleight of hand",
        "forge" if deed.any("signature letter seal pass papers document writ") => "deception",
        _ => return None,
    }))
}

/// "that we're his cousins": a lie is hard to recognise; a played role shows it.
fn untrue(reading: &MessageReading<'_>, clause: &MessageClause) -> bool {
    let (from, to) = reading.sentence(clause);
    reading.any_word(
        from,
        to,
        "cousins cousin pretending pretend fake false forged disguised inspectors inspector supposedly envoys lie",
    )
}

/// Whether someone is present who must not notice.
fn unnoticed(reading: &MessageReading<'_>, clause: &MessageClause) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dm::hints::language::check_lists;

    #[test]
    fn a_deed_without_a_throw_has_no_skill() {
        assert_eq!(Trial::NoThrow.skill(), None);
        assert_eq!(Trial::Skill("stealth").skill(), Some("stealth"));
    }

    #[test]
    fn every_list_is_used_and_has_each_word_once() {
        check_lists(DARE, &["easy", "moves"]);
    }
}
