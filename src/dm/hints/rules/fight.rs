//! Fights: how they begin, what is done in them, how they end.

use std::sync::LazyLock;

use crate::dm::hints::{
    Suggestion,
    language::{
        Words,
        clause::{Clause, Subject},
        cues::Cue,
        nouns::is_person,
        one_of,
        reading::Reading,
        set,
        words::Kind,
    },
};

/// Whether a verb is a blow.
fn is_blow(reading: &Reading<'_>, clause: &Clause) -> bool {
    let Some(head) = clause.head else { return false };
    let next = reading.word(head + 1);
    let any = |words: &str| reading.any_word(head, clause.to, words);
    match clause.lemma {
        "attack" | "stab" | "slash" | "punch" | "kill" | "slay" | "murder" | "assault" | "ambush" | "smite"
        | "behead" | "decapitate" | "skewer" | "impale" | "strangle" | "throttle" | "headbutt" | "clobber"
        | "whack" | "bludgeon" | "backstab" | "fireball" | "butcher" | "maul" | "fight" | "pummel" | "sock"
        | "cleave" | "batter" | "zap" | "knife" | "gut" | "execute" | "smack" | "slap" | "gore" | "wound" | "bash"
        | "pounce" | "blast" | "choke" | "tackle" => true,
        "kick" => !any("door open table over out down"),
        "charge" | "rush" => !matches!(next, "to" | "into" | "out" | "towards") && !any("door gate"),
        "engage" => true,
        "strike" => !matches!(next, "up" | "a" | "out" | "the") || any("at") || person_after(reading, clause),
        "hit" => !matches!(next, "upon" | "on" | "the") || person_after(reading, clause),
        "fall" | "set" => matches!(next, "upon" | "on") && person_after(reading, clause),
        "open" => next == "fire",
        "shoot" => next != "to" && !any("smile glance look grin"),
        "swing" => any("at"),
        "lunge" | "jump" | "leap" | "spring" | "go" | "come" | "fly" => {
            any("at") && person_after(reading, clause) || matches!(next, "for") && any("throat")
        }
        "let" => any("loose fly") && any("at into"),
        "loose" | "fire" | "launch" | "unleash" | "send" => {
            any("at into")
                && (any("arrow arrows bolt bolts shot javelin spear crossbow volley dart loose")
                    || person_after(reading, clause))
        }
        "throw" | "hurl" | "fling" | "toss" | "lob" | "chuck" => {
            (any("at into"))
                && any(
                    "dagger daggers javelin spear axe knife handaxe hammer dart darts rock stone bottle trident net bomb fire punch firebolt",
                )
                || matches!(next, "myself") && any("at")
                || next == "the" && any("punch")
        }
        "cast" => {
            any("at on upon against")
                && any(
                    "fireball bolt missile flame ray lightning thunderwave hands shatter smite hex blast poison burning chromatic acid frost",
                )
        }
        "put" | "drive" | "plunge" | "sink" | "thrust" | "bury" | "ram" | "stick" | "shove" | "bring" | "slam"
        | "run" | "jab" => {
            any("blade sword dagger knife spear bolt arrow axe point steel fist mace rapier pommel elbow hammer")
                && any("in into between through under down across up")
                && (any(
                    "him his her their its ribs chest back throat belly skull shoulder gut neck heart eye side face jaw",
                ) || person_after(reading, clause))
                || clause.lemma == "run" && any("through") && person_after(reading, clause)
        }
        "cut" | "slice" | "chop" | "hack" | "slit" | "beat" | "knock" | "pierce" | "spear" | "club" | "draw"
        | "bite" | "claw" | "trip" | "wrestle" | "grapple" => {
            let down = person_after(reading, clause) || any("throat him them");
            down && clause.lemma != "draw" && !any("my") && !any("loose free ropes bonds")
        }
        _ => false,
    }
}

fn person_after(reading: &Reading<'_>, clause: &Clause) -> bool {
    clause.head.is_some_and(|head| {
        (head + 1..clause.to).any(|at| {
            reading.person_at(at).is_some()
                || is_person(reading.word(at))
                || reading.scene.foes.is_some() && is_somebody(reading, at)
                || one_of(reading.word(at), "him them creature beast monster enemy enemies foe foes it leader one")
        })
    })
}

/// Whether an article stands before a word that in a fight is rather somebody than something.
fn is_somebody(reading: &Reading<'_>, at: usize) -> bool {
    at > 0
        && one_of(reading.word(at - 1), "the that this nearest next other first second last big")
        && reading.tokens[at].kind == Kind::Word
        && !one_of(
            reading.word(at),
            "door table rope chandelier barrel barrels chair bench wall floor ground window gate potion sword axe bow shield way air \
             stairs back front side other next last first second big nearest fight fire torch lamp room head arm leg",
        )
}

/// Whom a blow is meant for: somebody who is here, or what is named behind the verb.
fn target(reading: &Reading<'_>, clause: &Clause) -> Option<String> {
    let head = clause.head?;
    if let Some(at) = (head + 1..clause.to).find(|at| reading.person_at(*at).is_some()) {
        return Some(reading.span(at, at + 1));
    }
    let after = (head + 1..clause.to).find(|at| matches!(reading.word(*at), "at" | "into" | "against" | "on"));
    let from = after.map_or(head + 1, |at| at + 1);
    let noun = reading.noun_at(from, clause.to).or_else(|| reading.noun_at(head + 1, clause.to));
    noun.map(|noun| reading.span(noun.from, noun.head + 1)).or_else(|| {
        reading.any_word(head, clause.to, "them him her it").then(|| {
            (head..clause.to)
                .find(|at| matches!(reading.word(*at), "them" | "him" | "her" | "it"))
                .map(|at| reading.word(at).to_owned())
                .unwrap_or_default()
        })
    })
}

static ABSTRACT: Words = LazyLock::new(|| {
    set("problem time question idea matter silence meal food plate task work lock door bottle beer ale stew bread \
     fire candle light tune deal note wood tree log target bullseye dummy")
});

/// A blow is struck where there is no fight.
pub(super) fn begins(reading: &Reading<'_>) -> Vec<Suggestion> {
    if reading.scene.foes.is_some() {
        return Vec::new();
    }
    let told = reading.tokens.iter().any(|it| matches!(it.word, "damage" | "dmg"));
    let blow = reading.deeds().find(|clause| {
        is_blow(reading, clause)
            && !clause.tries_in_vain(reading)
            && (clause.lemma == "open" || !reading.any_of(clause.head.unwrap_or(0) + 1, clause.to, &ABSTRACT))
            && !reading.any_word(clause.from, clause.to, "myself air back-and-forth")
    });
    if let Some(clause) = blow.filter(|_| !told) {
        let who = target(reading, clause).unwrap_or_default();
        return vec![Suggestion::new("start_combat", 0.85, "a blow is struck").with("who", who)];
    }
    let cast = reading.live_cues(Cue::Spell).any(|(from, to)| is_cast(reading, from, to));
    if cast && !told {
        return vec![Suggestion::new("start_combat", 0.8, "a spell is thrown")];
    }
    let called = reading
        .live_cues(Cue::Initiative)
        .any(|(from, _)| reading.clause_at(from).is_some_and(|it| it.head.is_none() || it.is_deed()));
    if called { vec![Suggestion::new("start_combat", 0.75, "the player calls for initiative")] } else { Vec::new() }
}

impl Clause {
    /// "I attack first" is a principle, "I attack the day" a manner of speaking.
    fn tries_in_vain(&self, reading: &Reading<'_>) -> bool {
        self.head.is_some_and(|head| reading.word(head + 1) == "for" && self.lemma == "fight")
    }
}

/// What a hero does on a turn of a fight.
pub(super) fn action(reading: &Reading<'_>) -> Vec<Suggestion> {
    let mut found = Vec::new();
    for clause in reading.deeds() {
        let Some(head) = clause.head else { continue };
        let any = |words: &str| reading.any_word(head, clause.to, words);
        if matches!(clause.subject, Subject::Other | Subject::You) {
            continue;
        }
        let improvised = improvised(reading, clause);
        let action = match clause.lemma {
            _ if improvised => None,
            "cast" => Some("cast"),
            "knock" | "trip" | "throw" | "push" if any("prone over down") && person_after(reading, clause) => {
                Some("shove")
            }
            "dodge" => Some("dodge"),
            "dash" | "sprint" => Some("dash"),
            "disengage" => Some("disengage"),
            "hide" => Some("hide"),
            "take" if any("cover") => Some("hide"),
            "take" if any("dodge") => Some("dodge"),
            "take" if any("dash") => Some("dash"),
            "take" if any("disengage") => Some("disengage"),
            "shove" | "push" => Some("shove"),
            "grapple" | "wrestle" | "tackle" => Some("grapple"),
            "grab" | "seize" | "hold" if person_after(reading, clause) => Some("grapple"),
            "drink" | "quaff" | "use" | "gulp" | "swallow" | "down" | "administer" | "feed" | "eat" | "read"
            | "apply" | "activate" | "pull"
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
            "help" | "aid" | "assist" | "distract" => Some("help"),
            "stand" | "rise" => Some("stand_up").filter(|_| any("up") || clause.lemma == "rise"),
            "get" if any("feet up") => Some("stand_up"),
            "ready" => Some("ready"),
            "heal" | "cure" => Some("cast"),
            "hex" | "bless" | "conjure" | "summon" | "invoke" | "dispel" | "counterspell" => Some("cast"),
            "move" | "step" | "walk" | "run" | "charge" | "rush" if moves(reading, clause) => Some("move"),
            _ if is_blow(reading, clause) || strikes_anyway(reading, clause) => Some("attack"),
            _ => None,
        };
        if improvised {
            found.push(
                Suggestion::new("improvise", 0.8, "no action of the rules fits").with(
                    "target",
                    target(reading, clause).filter(|_| person_after(reading, clause)).unwrap_or_default(),
                ),
            );
        }
        if let Some(action) = action {
            let mut hint = Suggestion::new("take_action", 0.9, "a deed of the rules").with("action", action);
            if action == "cast" {
                let spell = reading.noun_at(head + 1, clause.to).map(|noun| reading.text_of(&noun)).unwrap_or_default();
                let at = (head..clause.to).find(|at| matches!(reading.word(*at), "at" | "on" | "upon" | "against"));
                let target = at
                    .and_then(|at| reading.noun_at(at + 1, clause.to))
                    .map(|noun| reading.text_of(&noun))
                    .unwrap_or_default();
                hint = hint.with("with", spell).with("target", target);
            } else if action == "use_item" {
                hint = hint.with(
                    "with",
                    reading.noun_at(head + 1, clause.to).map(|noun| reading.text_of(&noun)).unwrap_or_default(),
                );
            } else if matches!(action, "attack" | "shove" | "grapple" | "help" | "stabilise") {
                hint = hint.with("target", target(reading, clause).unwrap_or_default());
                let with = (head..clause.to)
                    .find(|at| reading.word(*at) == "with")
                    .and_then(|at| reading.noun_at(at + 1, clause.to));
                hint = hint.with("with", with.map(|noun| reading.text_of(&noun)).unwrap_or_default());
            }
            found.push(hint);
        }
    }
    // "Sacred flame on the ghoul!"
    for (from, to) in reading.live_cues(Cue::Spell).filter(|(from, to)| is_cast(reading, *from, *to)) {
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
    // Several deeds of one turn: the last stands for them all, as it is the one the others lead to.
    found
}

/// Whether a spell that hurts is named as a deed: with nothing before it in its clause but the hero, and a target behind it.
fn is_cast(reading: &Reading<'_>, from: usize, to: usize) -> bool {
    let Some(clause) = reading.clause_at(from) else { return false };
    let leads = (clause.from..from).all(|at| one_of(reading.word(at), "i we now then use and a my"));
    leads && !clause.past && !clause.said && !clause.hangs && clause.is_ours() && to < clause.to
}

fn uses(reading: &Reading<'_>, clause: &Clause) -> bool {
    let Some(noun) = clause.head.and_then(|head| reading.noun_at(head + 1, clause.to)) else { return false };
    reading.owned(&noun).is_some()
        || noun.marked
            && reading.any_word(
                noun.from,
                noun.to,
                "potion elixir draught scroll wand antidote oil kit flask vial salve",
            )
}

fn moves(reading: &Reading<'_>, clause: &Clause) -> bool {
    clause.head.is_some_and(|head| {
        reading.any_word(head, clause.to, "feet squares behind towards closer away up back forward between")
    }) && !matches!(clause.lemma, "charge" | "rush" | "run")
}

/// In a fight a weapon that is moved at somebody is a blow.
fn strikes_anyway(reading: &Reading<'_>, clause: &Clause) -> bool {
    let Some(head) = clause.head else { return false };
    let any = |words: &str| reading.any_word(head, clause.to, words);
    one_of(
        clause.lemma,
        "swing bring drive throw hurl fling loose fire aim lash chop hack finish cut lunge thrust plunge shoot strike hit slice bury ram slam pierce spear club burn take",
    ) && (any("sword axe blade spear javelin dagger mace hammer arrow bow bolt staff rapier knife maul crossbow sling")
        && !any("down away")
        && clause.lemma != "take"
        || person_after(reading, clause)
            && clause.lemma != "take"
            && clause.lemma != "throw"
            && clause.lemma != "fling"
        || clause.lemma == "take" && any("shot swing") && any("at"))
        && !any("rope chandelier")
}

/// What the rules have no action for: sand in the eyes, a chandelier's rope.
fn improvised(reading: &Reading<'_>, clause: &Clause) -> bool {
    let Some(head) = clause.head else { return false };
    let any = |words: &str| reading.any_word(head, clause.to, words);
    let verb = one_of(
        clause.lemma,
        "throw fling toss cut kick tip topple pull push swing flip overturn upend hurl drop roll slash chuck blow spit splash knock yank slam shove smash scatter spill dump douse snuff jam wedge collapse set lasso bring shatter sweep heave use slide drag empty pour grab",
    );
    verb && any(
        "sand dirt dust chandelier chandelier's rope table barrel barrels cauldron curtain curtains tapestry brazier bookcase shelf shelves statue rug carpet lamp lantern ale wine soup stew ashes embers coals flour pepper chair bench boulder cart pillar beam chain gate portcullis ceiling balcony stool pot pan cloak mud snow torch net door fire",
    )
}

/// The hero's turn ends.
pub(super) fn turn_ends(reading: &Reading<'_>) -> Vec<Suggestion> {
    let ends = reading.live_cues(Cue::EndTurn).any(|(from, to)| {
        reading
            .clause_at(from)
            .is_none_or(|it| !it.said && !it.hangs && (!it.past || reading.any_word(from, to, "am are is")))
    });
    if ends { vec![Suggestion::new("end_turn", 0.9, "the player is done")] } else { Vec::new() }
}

/// A fight ends otherwise than by the last blow.
pub(super) fn ends(reading: &Reading<'_>) -> Vec<Suggestion> {
    let Some(foes) = reading.scene.foes else { return Vec::new() };
    let meant = |cue: Cue| {
        reading.live_cues(cue).any(|(from, _)| {
            reading.clause_at(from).is_none_or(|it| {
                !it.hangs
                    && (!it.past || cue == Cue::LastFoe)
                    && it.subject != Subject::You
                    && (it.subject != Subject::Other || matches!(cue, Cue::LastFoe | Cue::Settle))
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
    if meant(Cue::Flee) {
        return hint("fled", 0.85, "the party flees");
    }
    if meant(Cue::Settle) {
        return hint("settled", 0.8, "the fight is laid down");
    }
    Vec::new()
}

/// Somebody comes into a fight, or leaves it.
pub(super) fn roster(reading: &Reading<'_>) -> Vec<Suggestion> {
    let mut found = Vec::new();
    let somebody = |from: usize, to: usize| {
        (from..to).find_map(|at| reading.scene.present.iter().find(|name| reading.person_at(at) == Some(name.as_str())))
    };
    let own_words = |at: usize| reading.clause_at(at).is_some_and(|it| !it.said && matches!(it.subject, Subject::Own));
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
        let Some(clause) = reading.clause_at(from).filter(|it| !it.past && !it.said) else { continue };
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
