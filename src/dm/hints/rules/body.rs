//! Bodies: hit points and conditions.

use game::condition_kind::ConditionKind;

use crate::dm::hints::{
    Suggestion,
    language::{
        clause::{ClauseSubject, MessageClause},
        cues::Cue,
        one_of,
        reading::MessageReading,
        sums::number,
        verbs::VerbForm,
    },
};

/// Hit points with a number.
pub(super) fn hurt(reading: &MessageReading<'_>) -> Vec<Suggestion> {
    let mut found = Vec::new();
    for clause in reading.clauses.iter().filter(|it| it.is_live() && !it.hangs) {
        let now = |at: usize| reading.tokens[at].verb.is_some_and(|(_, form)| form == VerbForm::Third);
        if clause.past && !(clause.from..clause.to).any(now) {
            continue;
        }
        let Some((amount, at)) = points(reading, clause) else { continue };
        let (from, to) = reading.sentence(clause);
        let heals = reading.any_word(from, to, "heal heals regain regains restore restores cure cures back")
            && !reading.any_word(at, to, "damage");
        let amount = if heals { amount } else { -amount };
        let other = (from..to).find(|at| reading.is_present(*at));
        let hit = match other {
            Some(other) => {
                Suggestion::of("update_npc", "hp_delta", 0.85, "their hit points change by a number that is told")
                    .with("who", reading.word(other))
            }
            None => {
                let who = match clause.subject {
                    ClauseSubject::Member(at) => reading.span(at, at + 1),
                    _ => (from..to).find_map(|at| reading.person_at(at)).unwrap_or_default().to_owned(),
                };
                Suggestion::of("update_game_state", "hp_delta", 0.85, "hit points change by a number that is told")
                    .with("who", who)
            }
        };
        found.push(hit.with("amount", amount.to_string()));
    }
    let own_blood = reading.deeds().any(|clause| {
        let Some(head) = clause.head else { return false };
        // “I stab at the map with my finger” is done with it, not to it.
        let with = (head..clause.to).find(|at| reading.word(*at) == "with" && reading.word(at + 1) == "my");
        let to = with.unwrap_or(clause.to);
        let part = reading.any_word(
            head,
            to,
            "palm hand arm finger thumb wrist forearm myself skin leg thigh cheek lip tongue",
        );
        let mine = reading.any_word(head, to, "my myself");
        let harms = one_of(
            clause.lemma,
            "cut slice burn prick stab slash pierce bite hurt wound scald carve slit brand nick gash",
        );
        let exposes = one_of(clause.lemma, "hold put thrust plunge stick press lay");
        mine && part && (harms || exposes && into_heat(reading, head, clause.to))
    });
    if own_blood {
        found.push(Suggestion::of("update_game_state", "hp_delta", 0.7, "the hero hurts themselves"));
    }
    found
}

/// Whether something is brought to what burns: “over the candle”, and not “a fire bolt”.
fn into_heat(reading: &MessageReading<'_>, from: usize, to: usize) -> bool {
    let burns = |at: usize| one_of(reading.word(at), "candle flame flames fire brazier coals torch acid boiling hot");
    let leads = |at: usize| one_of(reading.word(at), "over in into to on onto against near above");
    (from..to).filter(|at| leads(*at)).any(|at| (at + 1..to.min(at + 5)).any(burns) && reading.word(at + 2) != "bolt")
}

/// A number of hit points in a clause: `4 damage`, `minus eight HP`.
fn points(reading: &MessageReading<'_>, clause: &MessageClause) -> Option<(f64, usize)> {
    (clause.from..clause.to).find_map(|at| {
        let n = number(reading.word(at))?;
        let after = |k: usize| reading.word(at + k);
        let unit = |word: &str| matches!(word, "damage" | "hp" | "dmg");
        let named = unit(after(1))
            || unit(after(2)) && !matches!(after(1), "and" | "to")
            || matches!(after(1), "hit" | "point" | "points")
                && (matches!(after(2), "points" | "point" | "of" | "damage"));
        named.then_some((n, at))
    })
}

/// Conditions that come or go.
pub(super) fn conditions(reading: &MessageReading<'_>) -> Vec<Suggestion> {
    let mut found = Vec::new();
    let set = |cue: Cue, condition: &str| {
        let at = reading.live_cues(cue).find(|(from, _)| {
            reading.clause_at(*from).is_some_and(|it| {
                !it.past
                    && !it.hangs
                    && !it.said
                    && matches!(it.subject, ClauseSubject::Own | ClauseSubject::Unsaid | ClauseSubject::Member(_))
            })
        });
        at.map(|_| {
            Suggestion::of("update_game_state", "conditions_added", 0.75, "the hero brings it on themselves")
                .with("condition", condition)
        })
    };
    found.extend(set(Cue::Prone, "prone"));
    found.extend(
        set(Cue::Blind, "blinded")
            .filter(|_| reading.any_word(0, reading.tokens.len(), "tie scarf blindfold see blind blinded")),
    );
    found.extend(set(Cue::Unconscious, "unconscious"));
    found.extend(set(Cue::Restrained, "restrained"));
    let stands =
        reading.live_cues(Cue::StandUp).any(|(from, _)| reading.clause_at(from).is_some_and(MessageClause::is_deed));
    if stands && reading.any_word(0, reading.tokens.len(), "floor ground feet prone mud dust dirt again") {
        found.push(ends("prone", "", 0.7));
    }
    for clause in reading.clauses.iter().filter(|it| !(it.asked || it.supposed || it.foreign)) {
        for at in clause.from..clause.to {
            let Some(condition) = condition(reading.word(at)) else { continue };
            let before = |n: usize| at.checked_sub(n).map_or("", |at| reading.word(at));
            let over = before(2) == "no" && before(1) == "longer"
                || before(1) == "not" && reading.any_word(at, clause.to, "any anymore")
                || reading.any_word(at, clause.to, "leaves fades wears lifts passes ends gone")
                || reading.any_word(clause.from, at, "cures cure shake shakes ends");
            let sets_in = !over
                && !clause.denied
                && !clause.past
                && clause.is_ours()
                && (matches!(before(1), "am" | "is" | "are" | "now" | "become" | "becomes"));
            let who = (clause.from..at).find_map(|at| reading.person_at(at)).unwrap_or_default();
            if over {
                found.push(ends(condition, who, 0.8));
            } else if sets_in
                && matches!(clause.subject, ClauseSubject::Own | ClauseSubject::Member(_))
                && !matches!(condition, "frightened" | "charmed")
            {
                found.push(
                    Suggestion::of("update_game_state", "conditions_added", 0.65, "it sets in, says the player")
                        .with("condition", condition)
                        .with("who", who),
                );
            }
        }
    }
    found
}

fn ends(condition: &str, who: &str, confidence: f64) -> Suggestion {
    Suggestion::of("update_game_state", "conditions_removed", confidence, "it ends")
        .with("condition", condition)
        .with("who", who)
}

/// The condition that a player's word means. Being invisible or unable to act is not something players say of themselves
/// as a condition.
fn condition(word: &str) -> Option<&'static str> {
    let kind = ConditionKind::meant(word);
    kind.filter(|it| !matches!(it, ConditionKind::Invisible | ConditionKind::Incapacitated)).map(ConditionKind::name)
}
