//! Quests: taken on, given up, done.

use std::sync::LazyLock;

use crate::dm::hints::{
    HintReader, Suggestion,
    language::{
        LazyWordSet,
        clause::{ClauseSubject, MessageClause},
        cues::Cue,
        nouns::{Noun, REFLEXIVES, same_word},
        one_of,
        reading::MessageReading,
        set,
        words::TokenKind,
    },
};

use super::objects::gets_something;

const TOOL: &str = "update_quest";

/// The player takes a quest on.
pub(super) fn taken_on(reading: &MessageReading<'_>) -> Vec<Suggestion> {
    let open = !reading.scene.offered.is_empty();
    if reading.has_cue(Cue::GiveUp) && !open {
        return Vec::new();
    }
    let confidence = accepted(reading, open).max(promised(reading, open));
    if confidence == 0.0 {
        return Vec::new();
    }
    let all = reading.tokens.len();
    let quest =
        quest_named(reading, &reading.scene.offered, 0, all).or(reading.scene.offered.first().map(String::as_str));
    let hint = Suggestion::new(TOOL, confidence, "the player takes it on").with("action", "give");
    vec![hint.with("quest", quest.unwrap_or_default()).with("who", reading.whom(0, all).unwrap_or_default())]
}

/// How sure it is that words such as “agreed” take a quest on; `open` says that one is offered.
fn accepted(reading: &MessageReading<'_>, open: bool) -> f64 {
    let mut confidence: f64 = 0.0;
    for (from, to) in reading.cues.iter().filter(|(cue, ..)| *cue == Cue::Accept).map(|(_, from, to)| (*from, *to)) {
        let Some(clause) = reading.clause_at(from) else { continue };
        // "You can count on us" supposes nothing.
        let meant = clause.is_live()
            || clause.supposed && reading.any_word(from, to, "can may") && !reading.asks_or_doubts(clause);
        let alone = one_of(reading.word(from), "agreed deal done yes aye gladly") && to - from == 1;
        let with_somebody = one_of(reading.word(to), "with that") && clause.lemma == "agree";
        // "I'm in no mood"
        let goes_on = reading.word(to - 1) == "in"
            && reading.tokens.get(to).is_some_and(|it| it.kind == TokenKind::Word)
            && !one_of(reading.word(to), "on too then with as if");
        if !meant || goes_on || with_somebody || alone && reading.n_words(clause) > 1 {
            continue;
        }
        if clause.past && clause.subject != ClauseSubject::You
            || clause.hangs
            || clause.subject == ClauseSubject::Other
                && !reading.any_word(from, to, "deal found done word brought accepted answer good")
        {
            continue;
        }
        // Without an offer, only what names a quest counts.
        let names = reading.any_of(from, clause.to, &QUESTS);
        // "Accept my apologies"
        confidence = confidence.max(if open {
            0.9
        } else if names && reading.scene.quests.is_empty() {
            0.8
        } else {
            0.0
        });
    }
    confidence
}

/// How sure it is that deeds of the player take a quest on.
fn promised(reading: &MessageReading<'_>, open: bool) -> f64 {
    let mut confidence: f64 = 0.0;
    for clause in reading.clauses.iter().filter(|it| {
        it.is_live() && !it.past && !it.hangs && matches!(it.subject, ClauseSubject::Own | ClauseSubject::Member(_))
    }) {
        let named = quest_named(reading, &reading.scene.offered, clause.from, clause.to).is_some();
        let errand = !one_of(clause.lemma, "think see consider talk ask hear wait discuss know need be let");
        if open && errand && named && (clause.will || matches!(clause.lemma, "accept" | "agree" | "promise")) {
            confidence = confidence.max(0.85);
        }
        let errands = "find bring fetch rescue save kill slay hunt clear deliver escort guard recover retrieve investigate return free get";
        // “We shall bring it back to you”
        let theirs = clause.head.is_some_and(|head| reading.any_word(head, clause.to, "your you"));
        if open && clause.will && one_of(clause.lemma, errands) && theirs {
            confidence = confidence.max(0.8);
        }
        if matches!(clause.lemma, "accept" | "take" | "agree" | "help" | "do")
            && !clause.head.is_some_and(|head| REFLEXIVES.contains(reading.word(head + 1)))
            && !clause.denied
            && reading.any_of(clause.from, clause.to, &QUESTS)
            && !reading.any_word(clause.from, clause.to, "apologies apology thanks rest")
            && (open || reading.scene.quests.is_empty())
        {
            confidence = confidence.max(0.8);
        }
    }
    confidence
}

/// The player gives one up.
pub(super) fn given_up(reading: &MessageReading<'_>) -> Vec<Suggestion> {
    let quests = &reading.scene.quests;
    if quests.is_empty() {
        return Vec::new();
    }
    let all = reading.tokens.len();
    let refused = reading.cues.iter().any(|(cue, from, to)| {
        *cue == Cue::GiveUp
            && reading.clause_at(*from).is_some_and(|clause| {
                let no = (*from..*to).any(|at| matches!(reading.word(at), "not" | "no"));
                !clause.asked && !clause.supposed && !clause.foreign && !clause.past && (no || !clause.denied)
            })
    });
    let dropped = reading.deeds().any(|clause| {
        one_of(clause.lemma, "abandon quit drop forget renounce cancel scrap")
            && (quest_named(reading, quests, clause.from, clause.to).is_some()
                || reading.any_of(clause.from, clause.to, &QUESTS))
    });
    if !refused && !dropped {
        return Vec::new();
    }
    let named = quest_named(reading, quests, 0, all);
    let quest = named.or(quests.first().filter(|_| quests.len() == 1).map(String::as_str));
    vec![hint("fail", 0.8, "the player gives it up", quest, reading)]
}

/// The player has fulfilled a request.
pub(super) fn done(reading: &MessageReading<'_>) -> Vec<Suggestion> {
    let quests = &reading.scene.quests;
    if quests.is_empty() || !given_up(reading).is_empty() {
        return Vec::new();
    }
    let all = reading.tokens.len();
    let quest =
        quest_named(reading, quests, 0, all).or(quests.first().filter(|_| quests.len() == 1).map(String::as_str));
    let claims = |kind| {
        reading.cues.iter().any(|(cue, from, _)| {
            *cue == kind
                && reading
                    .clause_at(*from)
                    .is_none_or(|it| !(it.denied || it.asked || it.supposed || it.foreign || it.hangs))
        })
    };
    if claims(Cue::PartDone) {
        return vec![hint("complete_objective", 0.85, "a part of it is done", quest, reading)];
    }
    let vague = |from: usize| reading.word(from) == "as" && quest_named(reading, quests, 0, all).is_none();
    if claims(Cue::Fulfilled) && !reading.live_cues(Cue::Fulfilled).all(|(from, _)| vague(from)) {
        return vec![hint("complete", 0.85, "it is done, says the player", quest, reading)];
    }
    let brought = brought(reading, quests);
    // "The caravan is safe."
    let told = reading.clauses.iter().filter(|it| it.is_live() && !it.hangs).find_map(|clause| {
        let outcome = "safe saved home returned rescued free dead destroyed found back delivered cleared slain broken killed recovered over ended finished";
        let being = (clause.from..clause.to).find(|at| one_of(reading.word(*at), "is are 's has"))?;
        let named = quest_named(reading, quests, clause.from, being)?;
        reading.any_word(being, clause.to, outcome).then_some(named)
    });
    if told.is_some() {
        return vec![hint("complete", 0.8, "it is done, says the player", told, reading)];
    }
    let brought = brought.or_else(|| {
        let here = reading.reader == HintReader::Npc || !reading.scene.present.is_empty();
        reading
            .clauses
            .iter()
            .filter(|it| it.is_live() && here && is_offered(reading, it))
            .find_map(|it| quest_named(reading, quests, it.from, it.to))
    });
    brought
        .map(|quest| vec![hint("complete", 0.75, "what was asked for is handed over", Some(quest), reading)])
        .unwrap_or_default()
}

/// The quest whose thing, or whose person, is handed over.
fn brought<'q>(reading: &MessageReading<'_>, quests: &'q [String]) -> Option<&'q str> {
    reading.deeds().find_map(|clause| {
        // “I put on the helmet that Hessa made”: putting something somewhere hands it to no one.
        let gives = match clause.lemma {
            "give" | "hand" | "return" | "deliver" | "bring" | "present" => true,
            "put" | "lay" | "place" | "set" => has_receiver(reading, clause),
            _ => false,
        };
        // “I take out the crown and set it before her”
        let it = reading.any_word(clause.from, clause.to, "it them him her");
        let from = if it { reading.sentence(clause).0 } else { clause.from };
        // “I give Hessa a kiss”: the recipient isn't the object.
        let others = (from..clause.to).filter(|at| !reading.is_present(*at));
        let is_whom = |noun: &Noun| reading.is_somebody(noun) && !gets_something(reading, clause, noun);
        let escorts = || one_of(clause.lemma, "bring deliver return") && reading.objects(clause).iter().all(is_whom);
        let whom = || quest_named(reading, quests, from, clause.to).filter(|_| escorts());
        quest_named_at(reading, quests, others).or_else(whom).filter(|_| gives)
    })
}

/// Whether a thing is put where someone has it: into her hands, before him, on Hammet's table.
fn has_receiver(reading: &MessageReading<'_>, clause: &MessageClause) -> bool {
    let is_somebody = |at: usize| reading.is_present(at) || one_of(reading.word(at), "him her his their them you your");
    let leads = |at: usize| one_of(reading.word(at), "to into in on onto before at beside under over across");
    let Some(head) = clause.head else { return false };
    let place = (head + 2..clause.to).find(|at| leads(*at));
    place.is_some_and(|place| (place + 1..clause.to).any(is_somebody))
}

/// `here is your bell`
fn is_offered(reading: &MessageReading<'_>, clause: &MessageClause) -> bool {
    // "Your crown, Countess"
    let yours = reading.word(clause.from) == "your" && clause.head.is_none();
    yours && reading.noun_at(clause.from, clause.to).is_some_and(|noun| reading.owned(&noun).is_some())
        || reading.word(clause.from) == "here" && matches!(reading.word(clause.from + 1), "is" | "are")
}

fn hint(
    action: &str,
    confidence: f64,
    reason: &'static str,
    quest: Option<&str>,
    reading: &MessageReading<'_>,
) -> Suggestion {
    let hint =
        Suggestion::new(TOOL, confidence, reason).with("action", action).with("quest", quest.unwrap_or_default());
    hint.with("who", reading.whom(0, reading.tokens.len()).unwrap_or_default())
}

/// The quest of some that a word of the message names.
fn quest_named<'q>(reading: &MessageReading<'_>, quests: &'q [String], from: usize, to: usize) -> Option<&'q str> {
    quest_named_at(reading, quests, from..to)
}

/// The same, for some of its tokens.
fn quest_named_at<'q>(
    reading: &MessageReading<'_>,
    quests: &'q [String],
    tokens: impl Iterator<Item = usize> + Clone,
) -> Option<&'q str> {
    quests.iter().map(String::as_str).find(|quest| {
        quest
            .split(|c: char| !c.is_alphanumeric() && c != '\'')
            .filter(|part| part.len() > 3 || part.chars().next().is_some_and(char::is_uppercase) && part.len() > 2)
            .filter(|part| !one_of(part, "The the with from into Bring bring Find find Back back"))
            .any(|part| {
                tokens.clone().any(|at| {
                    same_word(reading.word(at), part) || same_word(reading.word(at), part.trim_end_matches("'s"))
                })
            })
    })
}

static QUESTS: LazyWordSet = LazyLock::new(|| {
    set("quest mission job task contract errand commission bounty case assignment work offer challenge hunt request")
});
