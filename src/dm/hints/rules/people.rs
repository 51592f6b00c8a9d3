//! People: new acquaintances, those who join, those who leave.

use crate::dm::hints::{
    Suggestion,
    language::{
        clause::{ClauseSubject, MessageClause},
        cues::Cue,
        one_of,
        reading::MessageReading,
        subject::DETERMINERS,
    },
};

use super::ways::NEAR;

/// A person worth remembering.
pub(super) fn worth_remembering(reading: &MessageReading<'_>) -> Vec<Suggestion> {
    let meant = reading.cues.iter().any(|(cue, from, _)| {
        let open = |it: &MessageClause| !(it.past || it.denied || it.asked || it.foreign);
        *cue == Cue::Contact && reading.clause_at(*from).is_some_and(open)
    });
    let long_talk = reading.deeds().any(|it| {
        matches!(it.lemma, "talk" | "chat" | "speak")
            && reading.any_word(it.from, it.to, "with")
            && reading.any_word(it.from, it.to, "long while hours length")
            && reading.any_word(0, reading.tokens.len(), "again debts daughter")
    });
    let keeps = reading.deeds().any(|it| it.lemma == "keep" && reading.any_word(it.from, it.to, "contact"));
    if !(meant || long_talk || keeps) || reading.scene.present.is_empty() {
        return Vec::new();
    }
    let all = reading.tokens.len();
    let Some(who) = reading.whom(0, all) else { return Vec::new() };
    // "I ask his name" of a guard one passes is no more than manners, unless there is more to it.
    vec![Suggestion::new("create_supporting_npc", 0.75, "the player will meet them again").with("name", who)]
}

/// Someone joins the party.
pub(super) fn joins(reading: &MessageReading<'_>) -> Vec<Suggestion> {
    for (from, to) in reading.live_cues(Cue::Join) {
        let Some(clause) = reading.clause_at(from) else { continue };
        if clause.past || clause.foreign || clause.hangs {
            continue;
        }
        let (start, end) = reading.sentence(clause);
        let all = reading.tokens.len();
        let named = (start..end)
            .chain(0..all)
            .find_map(|at| reading.scene.present.iter().find(|name| reading.person_at(at) == Some(name.as_str())));
        let Some(who) = named else { continue };
        // A party member's remark about others is not a request to join.
        if matches!(clause.subject, ClauseSubject::Member(_)) && clause.lemma != "join"
            || reading.any_word(start, from, "would never ask asks")
            || leads_elsewhere(reading, to, clause.to)
        {
            continue;
        }
        let hint = Suggestion::of("update_game_state", "companions_to_add", 0.85, "they travel with the party")
            .with("who", who.as_str());
        return vec![hint];
    }
    Vec::new()
}

/// Whether words about joining are about a place near by: “she is in the yard”, “I bring her with us to the table”.
fn leads_elsewhere(reading: &MessageReading<'_>, to: usize, end: usize) -> bool {
    let (last, next) = (reading.word(to - 1), reading.word(to));
    let leads = next == "to" || reading.word(to.saturating_sub(2)) == "to";
    leads && reading.any_of(to - 1, end.min(to + 4), &NEAR)
        || last == "along" && DETERMINERS.contains(next)
        || last == "in" && to < end
        || last == "come" && one_of(next, "in inside closer near nearer over up through forward back here")
}

/// One of the party stays behind.
pub(super) fn leaves(reading: &MessageReading<'_>) -> Vec<Suggestion> {
    let all = reading.tokens.len();
    let member = |from: usize, to: usize| {
        // A hero belongs to a player and can't be sent away.
        let companions = || reading.scene.party.iter().filter(|name| !reading.scene.heroes.contains(name));
        (from..to).find_map(|at| companions().find(|name| reading.person_at(at) == Some(name.as_str())))
    };
    for (from, to) in reading.live_cues(Cue::Leave) {
        let Some(clause) = reading.clause_at(from) else { continue };
        // “You're fired” is said now.
        if clause.past && clause.subject != ClauseSubject::You {
            continue;
        }
        let (start, end) = reading.sentence(clause);
        let near = member(start, end.max(to)).or_else(|| member(to, (end + 3).min(all)));
        let Some(who) = near else { continue };
        // A hero who leaves a thing elsewhere leaves no person.
        if clause.subject == ClauseSubject::Own
            && !(clause.from..to + 2).any(|at| {
                reading.person_at(at).is_some() || matches!(reading.word(at), "we" | "part" | "parts" | "ways")
            })
        {
            continue;
        }
        let hint = Suggestion::of("update_game_state", "companions_to_remove", 0.85, "they stay behind")
            .with("who", who.as_str());
        return vec![hint];
    }
    Vec::new()
}
