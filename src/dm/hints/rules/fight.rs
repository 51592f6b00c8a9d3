//! Fights: how they begin, what is done in them, how they end.

use game::wording::same;

use crate::dm::hints::{
    Suggestion,
    language::{
        clause::{ClauseSubject, MessageClause},
        cues::Cue,
        nouns::Noun,
        one_of,
        reading::MessageReading,
    },
};

use super::{
    blows::{WEAPONS, holds_somebody, is_blow, is_lifeless, person_after, strikes_anyway, target, weapon_strikes},
    spells,
};

/// An attack outside a fight.
pub(super) fn begins(reading: &MessageReading<'_>) -> Vec<Suggestion> {
    if reading.scene.foes.is_some() {
        return Vec::new();
    }
    let told = reading.tokens.iter().any(|it| matches!(it.word, "damage" | "dmg"));
    let blow = reading
        .deeds()
        .find(|clause| is_blow(reading, clause) && !reading.any_word(clause.from, clause.to, "back-and-forth"));
    if let Some(clause) = blow.filter(|clause| !told && !strikes_the_fallen(reading, clause)) {
        let who = target(reading, clause).unwrap_or_default();
        // A weapon attack counts, even if a spell is cast as well.
        let is_cast = |from: usize| clause.lemma == "cast" && (clause.from..clause.to).contains(&from);
        let mut spells = reading.live_cues(Cue::Spell).filter(|(from, _)| clause.head == Some(*from) || is_cast(*from));
        let spell = spells.next().map(|(from, to)| reading.span(from, to)).unwrap_or_default();
        return vec![Suggestion::new("start_combat", 0.85, "a blow is struck").with("who", who).with("spell", spell)];
    }
    if let Some(clause) = reading.clauses.iter().find(|it| weapon_strikes(reading, it)).filter(|_| !told) {
        let who = reading.whom(clause.from, clause.to).unwrap_or_default();
        return vec![Suggestion::new("start_combat", 0.8, "a weapon goes for somebody").with("who", who)];
    }
    let cast = reading.live_cues(Cue::Spell).any(|(from, to)| {
        let at_a_thing = |clause: &MessageClause| aims_at_a_thing(reading, from, clause);
        is_cast(reading, from, to) && !reading.clause_at(from).is_some_and(at_a_thing)
    });
    if cast && !told {
        let spell = spell_thrown(reading).unwrap_or_default();
        return vec![Suggestion::new("start_combat", 0.8, "a spell is thrown").with("spell", spell)];
    }
    let called = reading
        .live_cues(Cue::Initiative)
        .any(|(from, _)| reading.clause_at(from).is_some_and(|it| it.head.is_none() || it.is_deed()));
    if called { vec![Suggestion::new("start_combat", 0.75, "the player calls for initiative")] } else { Vec::new() }
}

/// Whether an attack or a spell targets something lifeless: “fire bolt at the web”.
fn aims_at_a_thing(reading: &MessageReading<'_>, from: usize, clause: &MessageClause) -> bool {
    let at = (from..clause.to).find(|at| one_of(reading.word(*at), "at on upon into against"));
    let noun = at.and_then(|at| reading.noun_at(at + 1, clause.to));
    noun.is_some_and(|noun| is_lifeless(reading.word(noun.head)) && !reading.is_somebody(&noun))
        && !person_after(reading, clause)
}

/// Whether an attack targets the dead, if no one else is present.
fn strikes_the_fallen(reading: &MessageReading<'_>, clause: &MessageClause) -> bool {
    let is_called = |at: usize| {
        let names = reading.scene.fallen.iter().flat_map(|name| name.split_whitespace());
        one_of(reading.word(at), "him her it them body corpse")
            || names.into_iter().any(|part| same(part, reading.word(at)))
    };
    reading.scene.present.is_empty() && !reading.scene.fallen.is_empty() && (clause.from..clause.to).any(is_called)
}

/// A hero's action in a combat turn.
pub(super) fn action(reading: &MessageReading<'_>) -> Vec<Suggestion> {
    let spells: Vec<(usize, usize)> = spells_cast(reading).collect();
    let casts = |clause: &MessageClause| {
        spells.iter().any(|(at, _)| reading.clause_at(*at).is_some_and(|it| it.sentence == clause.sentence))
    };
    let by_heroes =
        reading.deeds().filter(|clause| !matches!(clause.subject, ClauseSubject::Other | ClauseSubject::You));
    let mut found: Vec<Suggestion> = by_heroes.filter_map(|clause| suggested(reading, clause, casts(clause))).collect();
    if found.is_empty() && reading.clauses.iter().any(|it| weapon_strikes(reading, it)) {
        found.push(Suggestion::new("take_action", 0.85, "a deed of the rules").with("action", "attack"));
    }
    // "Sacred flame on the ghoul!"
    for (from, to) in spells {
        let spell = reading.span(from, to);
        found.push(
            Suggestion::new("take_action", 0.9, "a deed of the rules").with("action", "cast").with("with", spell),
        );
    }
    // "I kneel by Tobin and stop the bleeding", where the verb itself undoes something.
    if found.is_empty()
        && reading.any_word(0, reading.tokens.len(), "bleeding")
        && reading.clauses.iter().any(|it| it.lemma == "stop" && it.is_ours() && !it.asked)
    {
        found.push(
            Suggestion::new("take_action", 0.8, "a deed of the rules")
                .with("action", "stabilise")
                .with("target", (0..reading.tokens.len()).find_map(|at| reading.person_at(at)).unwrap_or_default()),
        );
    }
    let moves_only =
        |hint: &Suggestion| hint.arguments.iter().any(|(_, action)| matches!(action.as_str(), "move" | "stand_up"));
    if found.iter().all(moves_only) && names_a_weapon_first(reading) {
        found.push(Suggestion::new("take_action", 0.9, "a deed of the rules").with("action", "attack"));
    }
    // Of several deeds of one turn the first that takes the action leads: moving takes none.
    found.sort_by_key(moves_only);
    found
}

/// The hint for one action; `casts`: its sentence casts a named spell.
fn suggested(reading: &MessageReading<'_>, clause: &MessageClause, casts: bool) -> Option<Suggestion> {
    let head = clause.head?;
    if improvised(reading, clause) {
        let target = target(reading, clause).filter(|_| person_after(reading, clause));
        let hint = Suggestion::new("improvise", 0.8, "no action of the rules fits");
        return Some(hint.with("target", target.unwrap_or_default()));
    }
    action_of(reading, clause, head, casts).map(|action| with_arguments(reading, clause, head, action))
}

/// The action of the rules that a deed is.
fn action_of(reading: &MessageReading<'_>, clause: &MessageClause, head: usize, casts: bool) -> Option<&'static str> {
    let any = |words: &str| reading.any_word(head, clause.to, words);
    match clause.lemma {
        "cast" if reading.word(head + 1) == "off" => None,
        "cast" => Some("cast").filter(|_| !casts_reaction(reading, clause)),
        "knock" | "trip" | "throw" | "push" if any("prone over down") && person_after(reading, clause) => Some("shove"),
        "dodge" => Some("dodge"),
        "defend" | "guard" | "parry" if any("myself ourselves") => Some("dodge"),
        "keep" | "raise" | "hold" | "lift" if any("shield guard") && any("up high") => Some("dodge"),
        "wriggle" | "break" | "tear" | "squirm" | "twist" | "pull" | "struggle" | "writhe" | "wrench" | "slip"
            if any("free loose") =>
        {
            Some("escape")
        }
        "dash" | "sprint" => Some("dash"),
        "disengage" => Some("disengage"),
        "hide" => Some("hide"),
        "take" if any("cover") => Some("hide"),
        "take" if any("dodge") => Some("dodge"),
        "take" if any("dash") => Some("dash"),
        "take" if any("disengage") => Some("disengage"),
        "shove" | "push" => Some("shove"),
        "grapple" | "wrestle" | "tackle" => Some("grapple"),
        "grab" | "seize" | "hold" if holds_somebody(reading, clause) => Some("grapple"),
        "drink" | "quaff" | "use" | "gulp" | "swallow" | "down" | "administer" | "feed" | "eat" | "read" | "apply"
        | "activate" | "pull"
            if uses(reading, clause) =>
        {
            Some("use_item")
        }
        "give" | "pour" if uses(reading, clause) && any("potion elixir draught") => Some("use_item"),
        "light" | "throw" | "lob" | "toss"
            if uses(reading, clause) && any("oil acid holy alchemist flask vial bomb") =>
        {
            Some("use_item")
        }
        "stabilise" | "stabilize" => Some("stabilise"),
        "stop" if any("bleeding") => Some("stabilise"),
        "bind" | "bandage" | "staunch" if any("wounds wound") || person_after(reading, clause) => Some("stabilise"),
        // “I'll help you look for it” promises.
        "help" | "aid" | "assist" if clause.will && any("you") => None,
        "help" | "aid" | "assist" | "distract" => Some("help"),
        "stand" | "rise" => Some("stand_up").filter(|_| any("up") || clause.lemma == "rise"),
        "get" if any("feet up") => Some("stand_up"),
        "ready" => Some("ready"),
        "heal" | "cure" => Some("cast"),
        "hex" | "bless" | "conjure" | "summon" | "invoke" | "dispel" => Some("cast"),
        "move" | "step" | "walk" | "run" | "charge" | "rush" if moves(reading, clause) => Some("move"),
        _ if shifts(reading, clause) => Some("move"),
        // “I chant Guiding Bolt and hurl it”: the spell is hurled.
        _ if casts => None,
        _ if is_blow(reading, clause) || strikes_anyway(reading, clause) => Some("attack"),
        _ => None,
    }
}

/// An action with weapon and target.
fn with_arguments(
    reading: &MessageReading<'_>,
    clause: &MessageClause,
    head: usize,
    action: &'static str,
) -> Suggestion {
    let mut hint = Suggestion::new("take_action", 0.9, "a deed of the rules").with("action", action);
    if action == "cast" {
        let spell = reading.noun_at(head + 1, clause.to).map(|noun| reading.text_of(&noun)).unwrap_or_default();
        let at = (head..clause.to).find(|at| matches!(reading.word(*at), "at" | "on" | "upon" | "against"));
        let target =
            at.and_then(|at| reading.noun_at(at + 1, clause.to)).map(|noun| reading.text_of(&noun)).unwrap_or_default();
        hint = hint.with("with", spell).with("target", target);
    } else if action == "use_item" {
        let thing = used_thing(reading, clause).map(|noun| reading.text_of(&noun));
        hint = hint.with("with", thing.unwrap_or_default());
    } else if matches!(action, "attack" | "shove" | "grapple" | "help" | "stabilise") {
        hint = hint.with("target", target(reading, clause).unwrap_or_default());
        let with =
            (head..clause.to).find(|at| reading.word(*at) == "with").and_then(|at| reading.noun_at(at + 1, clause.to));
        hint = hint.with("with", with.map(|noun| reading.text_of(&noun)).unwrap_or_default());
    }
    hint
}

/// Whether a sentence begins with a weapon and its target, without a verb: “longsword, on the one by the door”.
fn names_a_weapon_first(reading: &MessageReading<'_>) -> bool {
    reading.clauses.iter().filter(|it| it.head.is_none() && it.is_live() && it.is_ours() && !it.said).any(|clause| {
        let (first, all) = (reading.sentence(clause).0, reading.tokens.len());
        let at = (first..all.min(first + 2)).find(|at| WEAPONS.contains(reading.word(*at)));
        at.is_some_and(|at| {
            (at + 1..all.min(at + 3)).any(|next| one_of(reading.word(next), "on at against into for"))
                && clause.from <= at + 2
        })
    })
}

/// Verbs of casting a spell that is named behind them.
const CASTS: &str = "use cast pop call chant intone invoke conjure hurl throw loose unleash";

/// The names of spells that are cast by being named.
fn spells_cast<'r>(reading: &'r MessageReading<'_>) -> impl Iterator<Item = (usize, usize)> + 'r {
    let named = reading.live_cues(Cue::Spell).chain(reading.live_cues(Cue::Boon));
    let named = named.filter(|(from, to)| is_cast(reading, *from, *to)).chain(spells::spoken(reading));
    named.filter(|(from, to)| !spells::is_reaction(&reading.span(*from, *to)))
}

/// Whether the spell that is cast is a reaction: “I cast Shield” is nothing to do on a turn.
fn casts_reaction(reading: &MessageReading<'_>, clause: &MessageClause) -> bool {
    let noun = clause.head.and_then(|head| reading.noun_at(head + 1, clause.to));
    noun.is_some_and(|noun| spells::is_reaction(&reading.text_of(&noun)))
}

/// The spell that hurts which is thrown by a verb of casting: “I hurl a fire bolt at the rope”.
pub(super) fn spell_thrown(reading: &MessageReading<'_>) -> Option<String> {
    let is_thrown = |from: usize| {
        let clause = reading.clause_at(from);
        clause.is_some_and(|clause| reading.any_word(clause.from, from, CASTS))
    };
    let mut thrown =
        reading.live_cues(Cue::Spell).filter(|(from, to)| is_cast(reading, *from, *to) && is_thrown(*from));
    thrown.next().map(|(from, to)| reading.span(from, to))
}

/// Whether a spell that hurts is named as a deed: with nothing before it in its clause but the hero, and a target behind it.
fn is_cast(reading: &MessageReading<'_>, from: usize, to: usize) -> bool {
    let Some(clause) = reading.clause_at(from) else { return false };
    let casts = |at: usize| one_of(reading.word(at), CASTS);
    let leads = (clause.from..from).all(|at| casts(at) || one_of(reading.word(at), "i we now then and a my the down"));
    let used = (clause.from..from).any(casts);
    leads && !clause.past && !clause.said && !clause.hangs && clause.is_ours() && (to < clause.to || used)
}

fn uses(reading: &MessageReading<'_>, clause: &MessageClause) -> bool {
    let Some(noun) = used_thing(reading, clause) else { return false };
    reading.owned(&noun).is_some()
        || noun.marked
            && reading.any_word(
                noun.from,
                noun.to,
                "potion elixir draught scroll wand antidote oil kit flask vial salve",
            )
}

/// The thing a deed is about: the potion of “I give Maud the potion”.
fn used_thing(reading: &MessageReading<'_>, clause: &MessageClause) -> Option<Noun> {
    let noun = reading.objects(clause).into_iter().next();
    let pronoun = clause.head.map(|head| head + 1).filter(|at| one_of(reading.word(*at), "him her them"));
    let receiver = noun.as_ref().filter(|noun| reading.is_somebody(noun)).map(|noun| noun.to);
    let thing = receiver.or(pronoun.map(|at| at + 1)).and_then(|at| reading.noun_at(at, clause.to));
    thing.or(noun)
}

fn moves(reading: &MessageReading<'_>, clause: &MessageClause) -> bool {
    clause.head.is_some_and(|head| {
        reading.any_word(head, clause.to, "feet squares behind towards closer away up back forward between")
    }) && !matches!(clause.lemma, "charge" | "rush" | "run")
}

/// Whether the hero takes another place in the fight: “I drop back behind Corin”, and not “I pull back the curtain”.
fn shifts(reading: &MessageReading<'_>, clause: &MessageClause) -> bool {
    let Some(head) = clause.head else { return false };
    let (next, then) = (reading.word(head + 1), reading.word(head + 2));
    one_of(
        clause.lemma,
        "fall drop slip slide duck retreat withdraw pull shift get edge roll dart hop crawl sidle dive",
    ) && one_of(next, "back behind away past towards toward between beside closer around under next")
        && !(next == "back" && one_of(then, "the my a an his her its their"))
}

/// Actions without a rule: sand in the eyes, a chandelier's rope.
fn improvised(reading: &MessageReading<'_>, clause: &MessageClause) -> bool {
    let Some(head) = clause.head else { return false };
    let verb = one_of(
        clause.lemma,
        "throw fling toss cut kick tip topple pull push swing flip overturn upend hurl drop roll slash chuck blow spit splash knock yank slam shove smash scatter spill dump douse snuff jam wedge collapse set lasso bring shatter sweep heave use slide drag empty pour grab",
    );
    let things = "sand dirt dust chandelier chandelier's rope table barrel barrels cauldron curtain curtains tapestry brazier bookcase shelf shelves statue rug carpet lamp lantern ale wine soup stew ashes embers coals flour pepper chair bench boulder cart pillar beam chain gate portcullis ceiling balcony stool pot pan cloak mud snow torch net door fire";
    let takes_cover = clause.lemma == "use" && reading.any_word(head, clause.to, "cover");
    // Letting go of something has no effect on others.
    let lets_go = one_of(clause.lemma, "drop set")
        && !reading.any_word(head, clause.to, "on onto over into at in across")
        && !person_after(reading, clause);
    verb && !takes_cover
        && !lets_go
        && (head + 1..clause.to).any(|at| one_of(reading.word(at), things) && !is_only_where(reading, head, at))
}

/// Whether a thing only says where a deed is done: “away from the fire”, “past the table”.
fn is_only_where(reading: &MessageReading<'_>, head: usize, at: usize) -> bool {
    let leads = "behind towards toward near beside by past around along to from in at under on over into onto with through across off for";
    let Some(leads) = (head + 1..at).rev().find(|at| one_of(reading.word(*at), leads)) else { return false };
    match reading.word(leads) {
        "from" => one_of(reading.word(leads - 1), "away back"),
        word => one_of(word, "behind towards toward near beside by past around along to"),
    }
}

/// The hero's turn ends.
pub(super) fn turn_ends(reading: &MessageReading<'_>) -> Vec<Suggestion> {
    let ends = reading.live_cues(Cue::EndTurn).any(|(from, to)| {
        reading
            .clause_at(from)
            .is_none_or(|it| !it.said && !it.hangs && (!it.past || reading.any_word(from, to, "am are is")))
            // “I let you go” frees a person and ends no turn.
            && !(from > 0 && one_of(reading.word(from - 1), "let lets see watch make help before when where"))
            && !is_of_a_foe(reading, from, to)
            // “I stop next to Mira”, “Next, I hit him”
            && !(reading.word(to - 1) == "next"
                && (reading.word(to) == "to" || from + 1 == to && reading.deeds().any(|it| it.from >= to)))
    });
    // “Who's up?”
    let calls_next = |(cue, from, _): &(Cue, usize, usize)| *cue == Cue::EndTurn && reading.word(*from) == "who";
    let ends = ends || reading.cues.iter().any(calls_next);
    if ends { vec![Suggestion::new("end_turn", 0.9, "the player is done")] } else { Vec::new() }
}

/// Whether words that may end a turn mean a foe: “I hit the next one”, “and finish it”.
fn is_of_a_foe(reading: &MessageReading<'_>, from: usize, to: usize) -> bool {
    let is_struck = |it: &MessageClause| {
        it.head.is_some_and(|head| head < from) && (is_blow(reading, it) || strikes_anyway(reading, it))
    };
    let is_finished = one_of(reading.word(from), "end finish") && reading.word(to - 1) == "it";
    is_finished && reading.scene.foes.is_some_and(|n| n > 0) || reading.clause_at(from).is_some_and(is_struck)
}

/// A fight ends otherwise than by the last blow.
pub(super) fn ends(reading: &MessageReading<'_>) -> Vec<Suggestion> {
    let Some(foes) = reading.scene.foes else { return Vec::new() };
    let meant = |cue: Cue| {
        reading.live_cues(cue).any(|(from, _)| {
            reading.clause_at(from).is_none_or(|it| {
                !it.hangs
                    && (!it.past || cue == Cue::LastFoe)
                    && it.subject != ClauseSubject::You
                    && (it.subject != ClauseSubject::Other || matches!(cue, Cue::LastFoe | Cue::Settle))
            })
        })
    };
    let hint = |how: &str, confidence, reason| vec![Suggestion::new("end_combat", confidence, reason).with("how", how)];
    if foes == 0
        && (meant(Cue::LastFoe) || !reading.deeds().any(|it| is_blow(reading, it)))
        && !reading.tokens.iter().any(|it| it.word == "?")
    {
        return hint("settled", 0.9, "no foe still stands");
    }
    // “I fall back behind Corin” goes on with the fight.
    let stays = reading.deeds().any(|it| {
        let near = |at: usize| reading.person_at(at).is_some() || one_of(reading.word(at), "step steps feet squares");
        shifts(reading, it) && (it.from..it.to).any(near)
    });
    if meant(Cue::Flee) && !stays {
        return hint("fled", 0.85, "the party flees");
    }
    let strikes = spells_cast(reading).next().is_some() || reading.deeds().any(|it| is_blow(reading, it));
    if meant(Cue::Settle) && !strikes {
        return hint("settled", 0.8, "the fight is laid down");
    }
    Vec::new()
}

/// Someone joins or leaves a fight.
pub(super) fn roster(reading: &MessageReading<'_>) -> Vec<Suggestion> {
    let mut found = Vec::new();
    let somebody = |from: usize, to: usize| {
        (from..to).find_map(|at| reading.scene.present.iter().find(|name| reading.person_at(at) == Some(name.as_str())))
    };
    let own_words =
        |at: usize| reading.clause_at(at).is_some_and(|it| !it.said && matches!(it.subject, ClauseSubject::Own));
    for (from, to) in reading.live_cues(Cue::JoinsFight) {
        let Some(clause) = reading.clause_at(from).filter(|it| !it.past) else { continue };
        let (start, end) = reading.sentence(clause);
        let Some(who) = somebody(start, end) else { continue };
        if own_words(from) && !reading.any_word(from, to, "reinforcements") {
            continue;
        }
        let side = if reading.any_word(from, to + 1, "against their") { "foes" } else { "heroes" };
        found.push(
            Suggestion::new("add_combatant", 0.85, "somebody joins the fight")
                .with("who", who.as_str())
                .with("side", side),
        );
        break;
    }
    for (from, _) in reading.live_cues(Cue::LeavesFight) {
        let Some(clause) = reading.clause_at(from).filter(|it| !it.said) else { continue };
        // “He has had enough” is so now.
        if clause.past && !reading.any_word(clause.from, clause.to, "has is") {
            continue;
        }
        let (start, end) = reading.sentence(clause);
        let who = somebody(start, end);
        let Some(who) = who.filter(|_| !own_words(from)) else { continue };
        let how = if reading.any_word(start, end, "yields surrenders surrender") {
            "yields"
        } else if reading.any_word(start, end, "flees runs run") {
            "flees"
        } else {
            "leaves"
        };
        found.push(
            Suggestion::new("remove_combatant", 0.85, "somebody leaves the fight")
                .with("who", who.as_str())
                .with("how", how),
        );
        break;
    }
    found
}
