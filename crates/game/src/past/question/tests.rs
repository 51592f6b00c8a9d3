use super::*;

fn read(text: &str) -> Option<(PastQuestionKind, String)> {
    PastQuestion::read(text).map(|it| (it.asks, it.about))
}

#[test]
fn a_question_says_what_it_asks_for_and_about_what() {
    for (text, asks, about) in [
        ("When did I arrive?", PastQuestionKind::Arrival, ""),
        ("so when did we first come to the Hemp Yard?", PastQuestionKind::Arrival, "hemp yard"),
        ("Do you remember when I got here?", PastQuestionKind::Arrival, ""),
        ("Who did I give the brass key to?", PastQuestionKind::Receiver, "brass key"),
        ("to whom did I give my rope", PastQuestionKind::Receiver, "rope"),
        ("What do I owe whom?", PastQuestionKind::Owed, ""),
        ("what did I promise Marta?", PastQuestionKind::Owed, "marta"),
        ("Where did I get the key?", PastQuestionKind::Source, "key"),
        ("who gave me the letter", PastQuestionKind::Source, "letter"),
        ("When did we first meet Rufus Bale?", PastQuestionKind::Met, "rufus bale"),
        ("tell me, what happened to the hammer?", PastQuestionKind::Fate, "hammer"),
        ("where did i leave the rope", PastQuestionKind::Fate, "rope"),
        ("Who asked me to answer the light?", PastQuestionKind::Giver, "answer the light"),
        ("Who gave me the quest?", PastQuestionKind::Giver, ""),
        ("When did I finish the delivery?", PastQuestionKind::Ended, "delivery"),
    ] {
        assert_eq!(read(text), Some((asks, about.to_owned())), "{text}");
    }
    assert_eq!(PastQuestion::read("When did we last visit the mill?").and_then(|it| it.end), Some(WhichEnd::Last));
}

#[test]
fn the_same_is_asked_in_many_words() {
    use PastQuestionKind::*;
    for (text, asks, about) in [
        ("where'd I get that twine from", Source, "twine"),
        ("how come we have the playing cards?", Source, "playing cards"),
        ("since when have I had the bell?", Source, "bell"),
        ("wheres the compass from", Source, "compass"),
        ("who'd we hand my lamp over to again", Receiver, "lamp"),
        ("who has my shield now?", Receiver, "shield"),
        ("Who’s got the crowbar?", Receiver, "crowbar"),
        ("to whom did the shield go", Receiver, "shield"),
        ("whom did I let have the map", Receiver, "map"),
        ("what was the name of the one I gave the glove to?", Receiver, "glove"),
        ("did I already give the hammer to Ilse?", Receiver, "hammer"),
        ("did we already give Marta my shield?", Receiver, "shield"),
        ("what have I given to Marta?", Given, "marta"),
        ("have we given the priestess anything?", Given, "priestess"),
        ("what have we sold so far", Sales, ""),
        ("remind me who wanted us to look into that light", Giver, "look into that light"),
        ("who put me up to this?", Giver, ""),
        ("do we still have to answer the light?", Owed, "answer the light"),
        ("what's still on our to-do list", Owed, ""),
        ("do I still owe Marta money?", Owed, "marta"),
        ("when was it that we met Rufus?", Met, "rufus"),
        ("how do I know Halvard?", Met, "halvard"),
        ("when'd we first set eyes on Corvin?", Met, "corvin"),
        ("who all did I meet at Copper Cross?", People, "copper cross"),
        ("do you remember the first time we came to the Hemp Yard?", Arrival, "hemp yard"),
        ("how often have I been to the well?", Arrival, "well"),
        ("when were we last at Salt Quay?", Arrival, "salt quay"),
        ("when was the last time I set foot in Hemp Yard", Arrival, "hemp yard"),
        ("what's become of my rope", Fate, "rope"),
        ("which place did I leave my tinderbox at", Fate, "tinderbox"),
        ("when did we kill the baron?", Killed, "baron"),
    ] {
        assert_eq!(read(text), Some((asks, about.to_owned())), "{text}");
    }
    let end = |text| PastQuestion::read(text).and_then(|it| it.end);
    assert_eq!(end("how many times have we been to the well?"), Some(WhichEnd::All));
    assert_eq!(end("when was the last time I set foot in Hemp Yard"), Some(WhichEnd::Last));
    assert_eq!(end("when did we come to the Last Inn"), None);
}

#[test]
fn only_what_the_heroes_are_said_to_have_done_is_their_own() {
    let is_own = |text: &str| PastQuestion::read(text).map(|it| it.is_own);
    for text in ["who did I give my sword to?", "when did we kill the baron?", "who'd sold us the map?"] {
        assert_eq!(is_own(text), Some(true), "{text}");
    }
    for text in ["what happened to the ferryman?", "how did Rufus die?", "where is the map from?"] {
        assert_eq!(is_own(text), Some(false), "{text}");
    }
}

#[test]
fn what_a_question_only_points_at_is_not_what_it_is_about() {
    let asked = PastQuestion::read("who did I give it to?").unwrap();
    assert_eq!((asked.pointer.as_deref(), asked.about.as_str()), (Some("it"), ""));
}

#[test]
fn deeds_and_other_questions_are_none() {
    for text in [
        "I give the rope to Marta",
        "we meet Rufus at the mill",
        "ask Marta who gave me the letter",
        "ask Dagna when she met the baron",
        "how do I get to the mill?",
        "where is the key?",
        "what did Marta say about the key?",
        "what happened?",
        "what happened here?",
        "\"where did I get the key?\" I ask",
        "Where did I get the key? And who did I give it to?",
        "when",
        "",
        "🗝️?",
    ] {
        assert!(read(text).is_none_or(|(_, about)| about == "here"), "{text}: {:?}", read(text));
    }
    assert_eq!(read(&"who did i give the key to ".repeat(1_000)), None);
}
