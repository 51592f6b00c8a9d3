//! Rests, short and long.

use crate::dm::hints::{
    Suggestion,
    language::{clause::MessageClause, cues::Cue, one_of, reading::MessageReading},
};

/// The party rests.
pub(super) fn rest(reading: &MessageReading<'_>) -> Vec<Suggestion> {
    let all = reading.tokens.len();
    let settles = reading.deeds().any(|it| one_of(it.lemma, SETTLES));
    let meant = |cue: Cue| reading.live_cues(cue).any(|(from, to)| is_meant(reading, cue, from, to, settles));
    let (mut long, short) = (meant(Cue::LongRest), meant(Cue::ShortRest));
    if !long && !short {
        let rests = reading.deeds().any(|it| one_of(it.lemma, RESTS) && !is_other(reading, it));
        if !rests {
            return Vec::new();
        }
        long = !reading.any_word(0, all, "bit hour while moment minutes briefly breather quick short");
    }
    // "rest for an hour, till the bleeding's stopped"
    if short && reading.any_word(0, all, "hour") {
        long &= reading.any_word(0, all, "eight night dawn morning camp sunrise");
    }
    let kind = if long { "long" } else { "short" };
    vec![Suggestion::of("apply_state_commands", "rest", 0.85, "the party rests").with("rest_type", kind)]
}

/// Spell slots come back by a feature, such as Arcane Recovery.
pub(super) fn slots_back(reading: &MessageReading<'_>) -> Vec<Suggestion> {
    let is_meant =
        |at: usize| reading.clause_at(at).is_some_and(|it| it.is_ours() && !it.past && !it.said && !it.hangs);
    if !reading.live_cues(Cue::SlotsBack).any(|(from, _)| is_meant(from)) {
        return Vec::new();
    }
    vec![Suggestion::of("apply_state_commands", "spell_slot", 0.8, "spell slots come back").with("action", "restore")]
}

/// Verbs that are a rest by themselves.
const RESTS: &str = "rest sleep camp bivouac slumber doze nap";

/// Verbs with which people settle down to rest: without one of them "until dawn" is only a time.
const SETTLES: &str = "rest sleep camp nap doze bed bunk bivouac snooze slumber retire make set pitch rent unroll barricade take turn \
                       spend stay hunker hole crash recuperate lie curl sit stop catch relax pause bind bandage patch have settle flop \
                       overnight go call get want trance meditate need tend hit fall lodge breathe snuff dress roll drop put halt use wait book \
                       shelter close wrap sink lay blow bolt douse";

/// Whether a phrase of rest is the party's present action: no name, no past night, no other subject.
fn is_meant(reading: &MessageReading<'_>, cue: Cue, from: usize, to: usize, settles: bool) -> bool {
    let Some(clause) = reading.clause_at(from) else { return false };
    let is_name = from > 0 && reading.tokens[to - 1].capital && reading.tokens[from].capital;
    let none = from > 0 && one_of(reading.word(from - 1), "no without");
    let said = clause.said && cue == Cue::LongRest;
    let is_spell = (from..to).any(|at| super::spells::is_named_as_spell(reading, at));
    clause.is_ours() && !is_spell && !clause.past && !said && !none && !is_name && (settles || clause.head.is_none())
}

/// "The rest of the soldiers", "rest assured", "I sleep badly these days"
fn is_other(reading: &MessageReading<'_>, clause: &MessageClause) -> bool {
    let Some(head) = clause.head else { return true };
    if super::spells::is_named_as_spell(reading, head) {
        return true;
    }
    let after = "of assured on badly poorly little well rough easy lightly these";
    let mine = clause.lemma == "rest" && one_of(reading.word(head + 1), "my his her our their your");
    mine || one_of(reading.word(head + 1), after) || head > 0 && one_of(reading.word(head - 1), "the no")
}
