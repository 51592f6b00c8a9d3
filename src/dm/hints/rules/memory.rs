//! Hints for things to remember, for questions about earlier turns, and for questions that the rules answer.

use std::sync::LazyLock;

use game::condition_kind::ConditionKind;

use crate::dm::hints::{
    HintReader, Suggestion,
    language::{
        LazyWordSet,
        clause::{ClauseSubject, MessageClause},
        cues::Cue,
        one_of,
        reading::{MessageReading, names_whom},
        set,
    },
};

/// A promise, a debt or a secret, which still matters in a hundred turns.
pub(super) fn event(reading: &MessageReading<'_>) -> Vec<Suggestion> {
    let meant = reading.live_cues(Cue::Oath).find(|(from, to)| {
        let (from, to) = (*from, *to);
        reading.clause_at(to - 1).is_some_and(|it| {
            !it.past
                && (it.is_ours() || reading.any_word(from, to, "my"))
                && !reading.any_word(to, to + 2, "like")
                && !one_of(reading.word(to), "at under nothing loudly softly aloud in like myself")
        })
    });
    let noted = reading.live_cues(Cue::Note).any(|(from, _)| reading.clause_at(from).is_some_and(|it| !it.past));
    let asks = reading.tokens.iter().any(|it| it.word == "?");
    let noted = noted && !asks && !reading.has_cue(Cue::Contact);
    if meant.is_none() && !noted {
        return Vec::new();
    }
    let who = concerned(reading, meant.map_or(0, |(_, to)| to));
    let hint = Suggestion::of("update_game_state", "important_event", 0.8, "it still counts in a hundred turns");
    vec![hint.with("who", who.unwrap_or_default())]
}

/// The person a promise concerns: the one named after it, present or absent, else the one named before it. A pronoun means the
/// only person here.
fn concerned(reading: &MessageReading<'_>, promised_at: usize) -> Option<String> {
    let all = reading.tokens.len();
    let lone = || reading.scene.present.first().filter(|_| reading.scene.present.len() == 1).cloned();
    // “I promise her that Merrow will hang”
    if promised_at > 0 && one_of(reading.word(promised_at), "him her them you") {
        return lone();
    }
    let named = |from: usize, to: usize| {
        let text = reading.span(from, to);
        let present = (from..to).find_map(|at| reading.person_at(at)).map(str::to_owned);
        let absent = || reading.scene.absent.iter().find(|one| names_whom(&text, &one.name));
        present.or_else(|| absent().map(|one| one.name.clone()))
    };
    named(promised_at, all).or_else(|| named(0, promised_at)).or_else(lone)
}

/// A question about past events, and its subject.
pub(super) fn recall(reading: &MessageReading<'_>) -> Vec<Suggestion> {
    let asked = reading.cues.iter().find(|(cue, from, _)| {
        // "I remember how we swore" tells it, and asks nothing.
        let tells = (*from..*from + 2).any(|at| one_of(reading.word(at), "remember recall remembers recalls"))
            && reading.clause_at(*from).is_some_and(|it| it.subject == ClauseSubject::Own && !it.asked && !it.tries);
        // “she has to give it back”
        let has_to = one_of(reading.word(*from), "has have had") && reading.word(*from + 1) == "to";
        !tells
            && !has_to
            && *cue == Cue::Recall
            && reading.clause_at(*from).is_none_or(|it| !it.foreign && (!it.said || it.asked))
    });
    let whole = reading.tokens.iter().any(|it| it.word == "?")
        || reading.clauses.iter().any(|it| it.asked || it.is_deed())
        || reading.any_word(0, 2, "remind recap sum summarise summarize refresh");
    let Some((_, asked_at, _)) = asked.filter(|_| whole) else { return Vec::new() };
    // "do you remember" asks another person about a promise.
    let earlier = "remember recall mentioned first last again told said promised";
    if reading.reader == HintReader::Npc && !reading.any_word(0, reading.tokens.len(), earlier) {
        return Vec::new();
    }
    let all = reading.tokens.len();
    if is_put_to_somebody(reading, *asked_at) {
        return Vec::new();
    }
    // A person named in another sentence is not the subject of the question, unless a pronoun refers to them.
    let question = reading.clause_at(*asked_at).map_or((0, all), |clause| reading.sentence(clause));
    let refers = reading.any_word(question.0, question.1, "he she him his her they them their");
    let who = subject(reading, question).or_else(|| subject(reading, (0, all)).filter(|_| refers));
    vec![
        Suggestion::new("query_session_memory", 0.8, "it stands in the story so far")
            .with("who", who.unwrap_or_default()),
    ]
}

/// Whether a question about the past is put to a person present, and isn't about the party: they answer it themselves.
fn is_put_to_somebody(reading: &MessageReading<'_>, asked_at: usize) -> bool {
    let all = reading.tokens.len();
    if reading.reader != HintReader::DungeonMaster || reading.whom(0, all).is_none() {
        return false;
    }
    let (from, to) = reading.clause_at(asked_at).map_or((0, all), |clause| (clause.from, clause.to));
    let asks = |it: &MessageClause| {
        one_of(it.lemma, "ask question") && it.is_ours() && (it.from..it.to).any(|at| reading.is_present(at))
    };
    let is_told = reading.any_word(from, to, "you your") || reading.clauses.iter().any(asks);
    is_told && !reading.any_word(asked_at.max(from), to, "we us me our again")
}

/// The only person that a stretch of the message names, present or absent; with several names the subject is ambiguous.
fn subject(reading: &MessageReading<'_>, (from, to): (usize, usize)) -> Option<String> {
    let text = reading.span(from, to);
    let absent = reading.scene.absent.iter().map(|absent| absent.name.as_str()).filter(|name| names_whom(&text, name));
    let mut named: Vec<&str> = (from..to).filter_map(|at| reading.person_at(at)).chain(absent).collect();
    named.dedup();
    named.first().filter(|_| named.len() == 1).map(|who| (*who).to_owned())
}

/// A question that the rules answer.
pub(super) fn rules(reading: &MessageReading<'_>) -> Vec<Suggestion> {
    if reading.reader == HintReader::Npc {
        return Vec::new();
    }
    let cue = reading.cues.iter().find(|(cue, from, _)| {
        *cue == Cue::Rule && reading.clause_at(*from).is_none_or(|it| !it.foreign && !it.said && !it.denied)
    });
    let Some((_, from, to)) = cue else { return Vec::new() };
    let asks = reading.tokens.iter().any(|it| it.word == "?")
        || reading.clauses.iter().any(|it| it.asked)
        || reading.any_word(*from, *to, "rules look explain define clarify") && is_looked_up(reading, *from);
    let term = (0..reading.tokens.len()).find(|at| TERMS.contains(reading.word(*at)));
    let looks_up = reading.word(*from) == "look" && *from == 0 && !one_of(reading.word(*to), "at to from and into");
    let certain = reading.any_word(*from, *to, "rules book") || looks_up;
    if !asks || term.is_none() && !certain {
        return Vec::new();
    }
    let query = term.map_or_else(|| reading.span(*from, *to), |at| reading.span(at, at + 1));
    vec![Suggestion::new("query_rules", 0.8, "the rules answer it").with("query", query)]
}

/// Whether the rules are looked up where they are named, and not only spoken of: “the house rules demand it”.
fn is_looked_up(reading: &MessageReading<'_>, at: usize) -> bool {
    let Some(clause) = reading.clause_at(at) else { return true };
    // “I explain the sleep spell to her”
    let tells = matches!(clause.subject, ClauseSubject::Own | ClauseSubject::Member(_))
        && one_of(clause.lemma, "explain describe");
    if tells && reading.any_word(at, clause.to, "to") {
        return false;
    }
    let asks = "look check read consult need want know explain define clarify describe remind quote see search cite tell find clear";
    clause.head.is_none() && clause.subject != ClauseSubject::Other
        || one_of(clause.lemma, asks) && !reading.any_word(at, clause.to, "joke jokes")
}

/// Terms of the game's rules.
static TERMS: LazyWordSet = LazyLock::new(|| {
    let mut terms = set("grappling grapple fireball opportunity falling jumping jump breastplate spell spells \
     cantrip cantrips concentration reaction bonus initiative stealth cover flanking \
     surprise surprised critical crit advantage disadvantage inspiration proficiency attunement counterspell \
     shield smite rage sneak wildshape hex bless resistance immunity vulnerability darkvision death dying rest \
     rests hit dice slot slots ritual rituals dodge dash disengage ready readied shove shoving mounted \
     underwater suffocation drowning holding climbing swimming lifting carrying encumbrance armor armour ac \
     saving save throw checks check multiattack legendary lair teleport feather identify haste invisibility \
     polymorph potion longsword longbow greatsword dagger plate chain darts heavy finesse versatile thrown \
     weigh range");
    terms.extend(ConditionKind::ALL.map(ConditionKind::name));
    terms
});
