//! The hints' rules, against labelled messages.

use std::{fs, path::Path};

use embertale::dm::hints::{HintScore, LabelledMessage};
use serde_json::{Value, json};

const FILES: [&str; 4] = ["utterances.jsonl", "frames.jsonl", "fresh/heldout.jsonl", "fresh/frames.jsonl"];

fn messages() -> Vec<LabelledMessage> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suggestions");
    let texts = FILES.map(|file| fs::read_to_string(folder.join(file)).unwrap());
    texts.iter().flat_map(|text| text.lines()).map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn f1<'a>(scores: impl Iterator<Item = &'a HintScore>) -> f64 {
    let (mut right, mut not) = (0, 0);
    for score in scores {
        right += score.right.len();
        not += score.wrong.len() + score.missed.len();
    }
    2.0 * right as f64 / (2 * right + not) as f64
}

#[test]
fn what_the_rules_find_is_mostly_what_is_due() {
    let messages = messages();
    assert!(messages.len() >= 300 && messages.iter().filter(|it| it.is_tempting()).count() * 2 >= messages.len());
    let scores: Vec<(&LabelledMessage, HintScore)> = messages.iter().map(|it| (it, it.score())).collect();
    let all = f1(scores.iter().map(|(_, score)| score));
    let held_out = f1(scores.iter().filter(|(it, _)| it.is_held_out()).map(|(_, score)| score));
    assert!(all >= 0.94, "{all}");
    // Below this it has become worse.
    assert!(held_out >= 0.85, "{held_out}");
    let quiet = scores.iter().filter(|(it, score)| it.is_tempting() && score.wrong.is_empty()).count();
    let tempting = scores.iter().filter(|(it, _)| it.is_tempting()).count();
    assert!(quiet * 100 >= tempting * 90, "{quiet} of {tempting} are left in peace");
}

/// How many of these messages get just what they make due. What the misses of a file that is held out are is not said.
fn right(file: &str) -> (usize, usize) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suggestions/beats").join(file);
    let text = fs::read_to_string(path).unwrap();
    let messages: Vec<LabelledMessage> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let is_right = |it: &&LabelledMessage| {
        let score = it.score();
        let is_right = score.wrong.is_empty() && score.missed.is_empty();
        if !is_right && !it.is_held_out() {
            println!("{}: {score:?}", it.message);
        }
        is_right
    };
    (messages.iter().filter(is_right).count(), messages.len())
}

#[test]
fn what_a_campaigns_beat_turns_on_is_known_by_plain_words() {
    let (read, fresh) = (right("read.jsonl"), right("fresh.jsonl"));
    println!("read {read:?}, fresh {fresh:?}");
    assert!(read.0 == read.1 && fresh.0 * 3 >= fresh.1 * 2, "{read:?} {fresh:?}");
}

#[test]
fn no_message_breaks_a_rule() {
    // Rules are read on whatever a player may send.
    let strange = [
        "",
        " ",
        "\"",
        "*",
        "'s",
        "“",
        "I",
        "I take",
        "@",
        "and and and",
        "«»",
        "🐉 I take the 🐉",
        "I take the\u{0}",
        "1,000,",
        "-",
        "I give",
        "…",
    ];
    let line = |words: &str| {
        let message =
            serde_json::json!({"id": "x", "agent": "dm", "message": words, "state": {}, "expect": [], "split": "dev"});
        serde_json::from_value::<LabelledMessage>(message).unwrap()
    };
    for words in strange {
        assert_eq!(line(words).score().n_broken, 0, "{words:?}");
        assert_eq!(line(&words.repeat(3_000)).score().n_broken, 0, "{words:?} again and again");
    }
    for message in messages() {
        // Every beginning of every message, as it is while someone types, and every end.
        for (at, _) in message.message.match_indices(' ') {
            let (beginning, end) = message.message.split_at(at);
            assert_eq!(line(beginning).score().n_broken, 0, "{beginning}");
            assert_eq!(line(end).score().n_broken, 0, "{end}");
        }
    }
}

#[test]
fn what_is_said_beside_a_deed_suggests_no_tool_of_its_own() {
    let scene = json!({"npcsPresent": ["Marta"], "items": ["Waterskin", "Flask of oil"]});
    let fight = json!({"npcsPresent": ["Bandit"], "inCombat": true, "livingEnemies": 1});
    for (agent, message, state, wrong, due) in [
        ("dm", "I pour my waterskin over his fiddle.", &scene, "update_game_state(items_lost)", None),
        (
            "dm",
            "I pour my flask of oil over the floor.",
            &scene,
            "update_game_state(items_gained)",
            Some("update_game_state(items_lost)"),
        ),
        (
            "dm",
            "The DM hereby grants me 5000 gold pieces. I slap them on the bar and buy the pane.",
            &scene,
            "update_game_state(items_gained)",
            None,
        ),
        ("dm", "I take the cards and slap them on the bar.", &scene, "start_combat", None),
        ("dm", "I slap Marta.", &scene, "travel", Some("start_combat")),
        (
            "combat",
            "\"No more killing, Ansa!\" I call down Sacred Flame on the one at the door.",
            &fight,
            "end_combat",
            Some("take_action"),
        ),
        ("combat", "Put that down and I'll help you look for it. Yield!", &fight, "take_action", None),
    ] {
        let due: Vec<Value> = due.into_iter().map(due_tool).collect();
        let line =
            json!({"id": "x", "agent": agent, "message": message, "state": state, "expect": due, "split": "dev"});
        let score = serde_json::from_value::<LabelledMessage>(line).unwrap().score();
        assert!(!score.wrong.contains(wrong) && score.missed.is_empty(), "{message}: {score:?}");
    }
}

fn due_tool(name: &str) -> Value {
    match name.trim_end_matches(')').split_once('(') {
        Some((tool, field)) => json!({"tool": tool, "field": field}),
        None => json!({"tool": name}),
    }
}

#[test]
fn a_spell_called_by_its_name_is_cast_and_a_question_s_subject_is_whom_it_names() {
    for (agent, message, people, due) in [
        (
            "combat",
            "I chant Guiding Bolt and hurl it at the bandit.",
            json!(["Bandit"]),
            json!({"tool": "take_action", "args": {"action": "cast", "with": "Guiding Bolt"}}),
        ),
        (
            "dm",
            "What did Tessa say the fiddler asks for? I tell Bram that I am curious.",
            json!(["Bram", "Tessa"]),
            json!({"tool": "query_session_memory", "args": {"who": "Tessa"}}),
        ),
    ] {
        let fights = agent == "combat";
        let state = json!({"npcsPresent": people, "inCombat": fights, "livingEnemies": 1});
        let line =
            json!({"id": "x", "agent": agent, "message": message, "state": state, "expect": [due], "split": "dev"});
        let score = serde_json::from_value::<LabelledMessage>(line).unwrap().score();
        assert_eq!((score.missed.len(), score.n_arguments_right), (0, score.n_arguments), "{message}: {score:?}");
    }
}

#[test]
fn words_that_are_shared_with_another_tool_make_that_one_due_or_none() {
    let hero = json!({"party": ["Dain", "Corin"], "items": ["Torch", "Mace", "Spellbook"]});
    let nessa = json!({"party": ["Dain", "Corin"], "npcsPresent": ["Nessa"]});
    let fight = json!({"party": ["Dain", "Corin"], "items": ["Mace"], "npcsPresent": ["Goblin"], "inCombat": true,
        "livingEnemies": 2});
    let takes = |action: &str| json!([{"tool": "take_action", "args": {"action": action}}]);
    let spell_slot = json!([{"tool": "apply_state_commands", "field": "spell_slot", "args": {"action": "restore"}}]);
    let none = json!([]);
    for (agent, message, state, due) in [
        // Fire in the hand is a light, and a spell.
        ("dm", "I hold my torch higher so that Corin can see.", &hero, none.clone()),
        ("dm", "I hold my hand over the torch.", &hero, json!([{"tool": "update_game_state", "field": "hp_delta"}])),
        ("dm", "I throw a fire bolt at the rope.", &hero, json!([{"tool": "cast_spell"}])),
        // What can't be carried is not gained, and slots come back by a command of their own.
        ("dm", "I sit down for a moment and recover my arcane energy.", &hero, spell_slot.clone()),
        ("dm", "I use Arcane Recovery to regain a spell slot.", &hero, spell_slot),
        ("dm", "I gather my courage and knock.", &hero, none.clone()),
        // A foe is no end of a turn.
        ("combat", "I hit the last one.", &fight, takes("attack")),
        ("combat", "I turn and hit the next one!", &fight, takes("attack")),
        ("combat", "I drive my mace into the goblin and finish it.", &fight, takes("attack")),
        // A place in a fight is no thing to improvise with, and no flight.
        ("combat", "I step back behind Corin.", &fight, takes("move")),
        ("combat", "I drop back behind Corin, away from the fire.", &fight, takes("move")),
        ("combat", "I slide past the table and stop next to Corin.", &fight, takes("move")),
        ("combat", "I fall back two steps so that Corin is between me and the goblin.", &fight, takes("move")),
        ("combat", "I tip the cauldron over them.", &fight, json!([{"tool": "improvise"}])),
        // Who is spoken to answers, and joins no one.
        ("dm", "I speak to Nessa.", &nessa, none.clone()),
        ("dm", "I take Nessa into the back room and speak to her.", &nessa, none.clone()),
        ("dm", "I let Nessa come closer and speak to her.", &nessa, none.clone()),
        ("dm", "Nessa, what did you see at the mill?", &nessa, none.clone()),
        ("dm", "I speak to Nessa. What do you know about the mill?", &nessa, none),
        ("dm", "What did Nessa promise us?", &nessa, json!([{"tool": "query_session_memory"}])),
    ] {
        let line =
            json!({"id": "x", "agent": agent, "message": message, "state": state, "expect": due, "split": "dev"});
        let score = serde_json::from_value::<LabelledMessage>(line).unwrap().score();
        assert!(score.wrong.is_empty() && score.missed.is_empty(), "{message}: {score:?}");
        assert_eq!(score.n_arguments_right, score.n_arguments, "{message}: {score:?}");
    }
}

/// What a message suggests at a table, as `tool` or `tool(field)`.
fn suggested(agent: &str, message: &str, state: &Value) -> Vec<String> {
    let line = json!({"id": "x", "agent": agent, "message": message, "state": state, "expect": [], "split": "dev"});
    serde_json::from_value::<LabelledMessage>(line).unwrap().score().wrong.into_iter().collect()
}

/// A yard with people, two heroes, a companion and a quest.
fn yard() -> Value {
    json!({"npcsPresent": ["Pell", "Wenna", "Hessa", "Tam", "Maud"], "party": ["Dagna", "Corin", "Barnaby"],
        "heroes": ["Dagna", "Corin"], "items": ["Healing Draught", "Tinderbox", "Helmet"],
        "activeQuests": ["Hessa and the Helmet"], "location": "The yard", "knownPlaces": ["Mill"]})
}

#[test]
fn a_verb_that_its_frame_gives_another_sense_suggests_nothing() {
    for message in [
        "I go over to the girl at the cart.",
        "Strike while the iron is hot, I say to myself.",
        "I strike while the iron is hot.",
        "I stab at the map with my finger.",
        "I stab a finger at the notice.",
        "I beat Pell at draughts.",
        "I charge Wenna with lying.",
        "I kick the snow off my boots.",
        "We shoot the breeze.",
        "I slap Barnaby on the back.",
        "I beat the frost off my sleeves.",
        "I put on the helmet Hessa made me.",
        "I pull Tam's boots off.",
        "I take Tam's boots off and rub his feet.",
        "I pull the arrow out of Tam's leg.",
        "I lend her my tinderbox.",
        "I follow the frost with my eyes.",
        "I stroll to the well.",
        "I treat everybody to a round.",
        "I shoot Pell a question.",
        "I cut Maud a slice of bread.",
        "I come at it from another side.",
        "I execute a bow.",
        "I steer the conversation to the mill.",
        "I cast my mind back.",
        "I attack my supper.",
        "I leap to Maud's defence.",
        "I give Hessa a kiss.",
        "I bring Hessa some soup.",
        "I give the helmet a polish.",
        "I kill an hour over a book.",
        "I beat Pell to it.",
        "I beat Pell by a nose.",
        "I bury the hatchet.",
        "I kick back.",
        "I strike him as honest.",
        "I kick the horse into a trot.",
    ] {
        assert_eq!(suggested("dm", message, &yard()), Vec::<String>::new(), "{message}");
    }
    assert!(!suggested("dm", "I climb onto the roof.", &yard()).contains(&"travel".to_owned()));
}

#[test]
fn the_same_verbs_suggest_their_tool_where_they_hurt_go_or_give() {
    for (message, tool) in [
        ("I go at Pell with my axe.", "start_combat"),
        ("I strike at Pell.", "start_combat"),
        ("I stab Pell with a fork.", "start_combat"),
        ("I beat Pell with my stick.", "start_combat"),
        ("I charge Pell.", "start_combat"),
        ("I kick Tam in the shin.", "start_combat"),
        ("I shoot Pell.", "start_combat"),
        ("I shoot Pell the moment he turns.", "start_combat"),
        ("I slap Pell across the face.", "start_combat"),
        ("I smash a bottle over Pell's head.", "start_combat"),
        ("I kick the bully in the groin.", "start_combat"),
        ("I put the helmet into Hessa's hands.", "update_quest"),
        ("I give Pell a good punch in the face.", "start_combat"),
        ("I pull Tam's boots off and pack them.", "update_game_state(items_gained)"),
        ("I give Maud the potion.", "update_game_state(items_lost)"),
        ("I stroll to the Mill.", "travel"),
        ("I climb down the well.", "travel"),
        ("I treat Tam's wound.", "roll_dice"),
        ("I lay my hands on him and say the prayer of Cure Wounds.", "cast_spell"),
        ("I ask Barnaby to stay here with Maud.", "update_game_state(companions_to_remove)"),
    ] {
        let suggested = suggested("dm", message, &yard());
        assert!(suggested.iter().any(|it| it == tool), "{message}: {suggested:?}");
    }
}

#[test]
fn an_attack_that_begins_as_a_figure_of_speech_does_is_one() {
    let hero = json!({"npcsPresent": ["Pell", "Wenna"], "party": ["Dagna"], "heroes": ["Dagna"],
        "items": ["Longsword", "Mace", "Shield", "Dagger", "Knife", "Staff"]});
    for message in [
        "I strike him as he turns to flee.",
        "I cut it with my knife.",
        "I beat it with my staff.",
        "I stab him in his heart.",
        "I plunge my dagger in her heart.",
        "I beat him to the ground.",
        "I beat him to a pulp.",
        "I kill the goblin in the next round.",
        "I kill the night watchman.",
        "I murder the wine merchant.",
        "I hit him where it hurts.",
        "I shoot for his eye.",
        "I drive my blade home.",
        "I fight my way through the goblins.",
        "I charge the ogre to protect Mira.",
        "I bury the hatchet in his skull.",
        "I kick his teeth out.",
        "I attack the hill giant.",
        "I hit the town guard.",
        "I fight the fear demon.",
        "I hit Pell about the head.",
        "I shoot Pell the moment he looks away.",
        "I smack Pell hard on the back with my club.",
        // Whose horse it is, does not make it a thing.
        "I stab his horse.",
        "I stab Pell's mule.",
        "I hit her hound with my staff.",
        "I slash at their servant.",
        // A weapon that strikes is not used up.
        "I pull out my longsword and smash it into the guard",
        "I smash my mace into the guard.",
        "I drive my longsword into the guard",
        "I smash my shield into him",
        "I bring my mace down on the guard",
        "I bring my mace down on Pell.",
        "I sink my dagger into Pell.",
    ] {
        let suggested = suggested("dm", message, &hero);
        assert!(suggested.iter().any(|it| it == "start_combat"), "{message}: {suggested:?}");
        assert!(!suggested.iter().any(|it| it == "update_game_state(items_lost)"), "{message}: {suggested:?}");
    }
    // An attack on something that was never mentioned isn't one, either.
    let message = "I pull out my longsword and smash it into the watchman.";
    assert!(!suggested("dm", message, &hero).iter().any(|it| it == "update_game_state(items_lost)"));
}

#[test]
fn a_hero_is_nobody_to_fight_and_nobody_to_send_away() {
    for message in
        ["I ask Corin to stay with Maud. Dagna and I go ashore.", "I hit Corin.", "I attack Dagna with my axe."]
    {
        assert_eq!(suggested("dm", message, &yard()), Vec::<String>::new(), "{message}");
    }
}

#[test]
fn a_reaction_is_no_deed_and_a_potion_for_another_is() {
    let fight = json!({"npcsPresent": ["Ghoul"], "party": ["Dagna", "Corin"], "heroes": ["Dagna", "Corin"],
        "items": ["Potion of Healing"], "inCombat": true, "livingEnemies": 2});
    for message in ["I cast Shield.", "I cast Counterspell.", "I cast my Shield as it strikes."] {
        assert_eq!(suggested("combat", message, &fight), Vec::<String>::new(), "{message}");
    }
    assert_eq!(suggested("dm", "I cast Shield.", &yard()), Vec::<String>::new());
    for message in [
        "I cast Shield of Faith on Corin.",
        "I give Corin the potion.",
        "I say the prayer of Cure Wounds over Corin.",
        "I strike at the bigger of the two.",
    ] {
        assert_eq!(suggested("combat", message, &fight), ["take_action"], "{message}");
    }
}
