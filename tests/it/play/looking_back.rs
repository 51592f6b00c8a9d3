//! Tests of questions to the built-in storyteller about the past: it answers from the session's records, with the time, and
//! invents nothing.

use serde_json::{Value, json};

use crate::support::Inn;

/// What passes the time and tells nothing of anyone.
const IDLE: [&str; 6] = ["wait an hour", "listen", "look at the sky", "sit down", "get up", "wait"];

/// Passes this number of turns.
async fn pass(inn: &Inn, id: &str, n: usize) {
    for words in IDLE.into_iter().cycle().take(n) {
        inn.say(id, words).await;
    }
}

/// The questions a turn has put to the past.
fn questions(turn: &Value) -> Vec<String> {
    let calls = turn["toolCalls"].as_array().into_iter().flatten();
    let past = calls.filter(|call| call["name"] == "query_session_memory" && call["input"]["query_type"] == "past");
    past.filter_map(|call| call["input"]["query"].as_str().map(str::to_owned)).collect()
}

/// A game in which a person with an errand talks about it in the second turn: the session, the person, and a sentence of
/// theirs.
async fn told_in_the_second_turn(inn: &Inn) -> (String, String, String) {
    let id = inn.begin(json!({"character": "brannoc-ashdown"})).await;
    inn.say(&id, "talk to whoever needs help").await;
    let told = inn.say(&id, "what is the matter").await;
    let met = inn.session(&id).await["story"]["metNPCs"][0].as_str().expect("somebody met").to_owned();
    let speech = told.split('“').nth(1).and_then(|rest| rest.split('”').next()).expect("a speech").to_owned();
    let sentence = speech.split_inclusive(['.', '!', '?']).map(str::trim).max_by_key(|it| it.len()).unwrap().to_owned();
    (id, met, sentence)
}

/// The longest words of a sentence: what one would ask for.
fn key_words(sentence: &str) -> String {
    let mut words: Vec<&str> = sentence
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| word.len() > 4 && word.chars().all(|c| c.is_ascii_lowercase()))
        .collect();
    words.sort_by_key(|word| std::cmp::Reverse(word.len()));
    words.truncate(2);
    words.join(" and the ")
}

#[tokio::test]
async fn what_was_told_in_the_second_turn_is_told_again_after_forty_with_the_turn_it_was_in() {
    let inn = Inn::open("embers").await;
    let (id, who, sentence) = told_in_the_second_turn(&inn).await;
    pass(&inn, &id, 42).await;
    let first = who.split(' ').next().unwrap().to_lowercase();
    let turn = inn.turn(&id, &format!("what did {first} say about the {}?", key_words(&sentence))).await;
    let told = turn["narrative"].as_str().unwrap();
    assert!(told.contains("(turn 2)"), "{sentence}: {told}");
    assert!(told.contains(sentence.trim_end_matches(['.', '!', '?', ','])), "{sentence}: {told}");
    assert!(!questions(&turn).is_empty(), "it was looked up: {turn}");
    assert!(turn["minutesPassed"].is_null() && turn["changes"].as_array().is_none_or(Vec::is_empty), "{turn}");
    inn.check_fold(&id).await;
}

#[tokio::test]
async fn what_nobody_told_is_said_to_be_nowhere_and_nothing_is_made_up_of_it() {
    let inn = Inn::open("embers").await;
    let (id, ..) = told_in_the_second_turn(&inn).await;
    for words in
        ["do you remember the zeppelin?", "who gave me the saxophone?", "remind me what the astronomer told me"]
    {
        let turn = inn.turn(&id, words).await;
        let told = turn["narrative"].as_str().unwrap();
        assert!(!questions(&turn).is_empty(), "{words}: {turn}");
        assert!(!told.contains("(turn") && !told.contains('“'), "{words}: {told}");
        assert!(turn["changes"].as_array().is_none_or(Vec::is_empty), "{words}: {turn}");
    }
}

#[tokio::test]
async fn what_was_taken_back_is_not_remembered_and_a_branch_remembers_its_own_past() {
    let inn = Inn::open("embers").await;
    let (id, who, sentence) = told_in_the_second_turn(&inn).await;
    pass(&inn, &id, 6).await;
    let first = who.split(' ').next().unwrap().to_lowercase();
    let question = format!("what did {first} say about the {}?", key_words(&sentence));
    let (status, branch) = inn.post(&format!("/api/sessions/{id}/branch"), json!({"atTurn": 8})).await;
    assert_eq!(status, 201, "{branch}");
    let branch = branch["id"].as_str().unwrap();
    for _ in 0..7 {
        let (status, body) = inn.post(&format!("/api/sessions/{id}/undo"), json!({})).await;
        assert_eq!(status, 200, "{body}");
    }
    let told = inn.say(&id, &question).await;
    assert!(!told.contains("(turn 2)"), "taken back: {told}");
    assert!(inn.say(branch, &question).await.contains("(turn 2)"));
}

#[tokio::test]
async fn a_question_the_world_answers_is_answered_by_whoever_is_there() {
    let inn = Inn::open("embers").await;
    let (id, ..) = told_in_the_second_turn(&inn).await;
    for words in ["what happened here?", "what do you know about the trouble?", "what is your name?"] {
        let turn = inn.turn(&id, words).await;
        assert!(questions(&turn).is_empty(), "{words}: {turn}");
        assert!(turn["narrative"].as_str().unwrap().contains('“'), "{words}: {turn}");
    }
}

#[tokio::test]
async fn in_a_fight_a_question_to_the_past_takes_no_time() {
    let inn = Inn::open("embers").await;
    let (id, ..) = told_in_the_second_turn(&inn).await;
    for words in ["yes", "go on", "go on", "search", "go on", "search", "go on"] {
        if !inn.session(&id).await["encounter"].is_null() {
            break;
        }
        inn.say(&id, words).await;
    }
    let before = inn.session(&id).await["encounter"].clone();
    assert!(before.is_object(), "a fight");
    for words in ["do you remember what happened at the inn?", "what did the smith tell me about the key?"] {
        let turn = inn.turn(&id, words).await;
        assert!(turn["rolls"].as_array().is_none_or(Vec::is_empty), "{turn}");
    }
    assert_eq!(inn.session(&id).await["encounter"]["round"], before["round"]);
}

#[tokio::test]
async fn what_changed_is_told_from_the_changes_with_its_turn() {
    let inn = Inn::open("embers").await;
    let id = inn.begin(json!({"character": "brannoc-ashdown"})).await;
    inn.say(&id, "look around").await;
    let session = inn.session(&id).await;
    let met = session["story"]["metNPCs"][0].as_str().expect("somebody met").to_owned();
    let place = session["story"]["currentLocation"].as_str().expect("a place").trim_start_matches("The ").to_owned();
    inn.say(&id, &format!("ask {met} about the trouble")).await;
    inn.say(&id, "yes, I will do it").await;
    let quests = inn.session(&id).await["story"]["activeQuests"].clone();
    assert!(quests.as_array().is_some_and(|quests| !quests.is_empty()), "{quests}");
    let gives = inn.turn(&id, &format!("give {met} the hammer")).await;
    assert!(gives["changes"].to_string().contains("itemLost"), "{gives}");
    pass(&inn, &id, 3).await;
    for (question, turn, says) in [
        ("who did I give the hammer to?".to_owned(), 4, met.as_str()),
        ("what happened to the hammer?".to_owned(), 4, met.as_str()),
        (format!("when did we first meet {met}?"), 1, met.as_str()),
        ("what do I owe whom?".to_owned(), 3, met.as_str()),
        ("when did I arrive?".to_owned(), 1, place.as_str()),
    ] {
        let told = inn.say(&id, &question).await;
        assert!(told.contains(&format!("(turn {turn})")), "{question}: {told}");
        assert!(told.to_lowercase().contains(&says.to_lowercase()), "{question}: {told}");
    }
    inn.say(&id, "what happened to the hammer?").await;
    let told = inn.say(&id, "and who did I give it to?").await;
    assert!(told.contains("(turn 4)") && told.contains("hammer"), "{told}");
    let told = inn.say(&id, "where did I get the zeppelin?").await;
    assert!(!told.contains("(turn"), "{told}");
    inn.check_fold(&id).await;
}

/// A game in which a hammer is given away and a bit of a walk is taken: the session, who was met, and where.
async fn with_deeds(inn: &Inn) -> (String, String, String) {
    let id = inn.begin(json!({"character": "brannoc-ashdown"})).await;
    inn.say(&id, "look around").await;
    let session = inn.session(&id).await;
    let met = session["story"]["metNPCs"][0].as_str().expect("somebody met").to_owned();
    let place = session["story"]["currentLocation"].as_str().expect("a place").trim_start_matches("The ").to_owned();
    inn.say(&id, &format!("ask {met} about the trouble")).await;
    inn.say(&id, "yes, I will do it").await;
    inn.say(&id, &format!("give {met} the hammer")).await;
    inn.say(&id, "drop my rope").await;
    pass(inn, &id, 2).await;
    (id, met, place)
}

#[tokio::test]
async fn the_same_question_in_other_words_has_the_same_answer() {
    let inn = Inn::open("embers").await;
    let (id, met, place) = with_deeds(&inn).await;
    for (question, turn) in [
        ("who'd I hand that old hammer over to?".to_owned(), 4),
        ("who's got my hammer now".to_owned(), 4),
        (format!("did we already give {met} the hammer?"), 4),
        (format!("what have I given to {met}?"), 4),
        ("which place did I leave my rope at".to_owned(), 5),
        ("what's become of the cord?".to_owned(), 5),
        (format!("when was it that we met {met}"), 1),
        (format!("how many times have I been to {place}?"), 1),
        ("what do we still have to do?".to_owned(), 3),
    ] {
        let told = inn.say(&id, &question).await;
        assert!(told.contains(&format!("(turn {turn})")), "{question}: {told}");
    }
    inn.check_fold(&id).await;
}

#[tokio::test]
async fn what_the_heroes_never_did_is_denied_at_once_and_nobody_is_asked() {
    let inn = Inn::open("embers").await;
    let (id, met, _) = with_deeds(&inn).await;
    for (question, says) in [
        ("who did I give my longsword to?", "longsword"),
        ("who's got my sword?", "longsword"),
        ("who did I sell the crown to?", "crown"),
        ("when did I kill the Baron of Ashes?", "Baron of Ashes"),
        ("when did we first visit Barrow Hill?", "Barrow Hill"),
        ("where did we meet Ysolde the Grey?", "Ysolde the Grey"),
    ] {
        let turn = inn.turn(&id, question).await;
        let told = turn["narrative"].as_str().unwrap();
        assert!(told.contains(says) && !told.contains("(turn") && !told.contains('“'), "{question}: {told}");
        let is_free = turn["minutesPassed"].is_null() && turn["rolls"].as_array().is_none_or(Vec::is_empty);
        assert!(is_free && turn["changes"].as_array().is_none_or(Vec::is_empty), "{question}: {turn}");
    }
    let told = inn.say(&id, &format!("ask {met} when she met the baron")).await;
    assert!(told.contains(met.split(' ').next_back().unwrap_or(&met)) || told.contains('“'), "talk stays talk: {told}");
    inn.check_fold(&id).await;
}

#[tokio::test]
async fn what_only_tells_of_earlier_turns_is_no_source() {
    let inn = Inn::open("embers").await;
    let (id, who, sentence) = told_in_the_second_turn(&inn).await;
    pass(&inn, &id, 6).await;
    let first = who.split(' ').next().unwrap().to_lowercase();
    let question = format!("what did {first} say about the {}?", key_words(&sentence));
    let told = inn.say(&id, &question).await;
    assert!(told.contains("(turn 2)"), "{told}");
    let again = inn.say(&id, &question).await;
    assert!(again.contains("(turn 2)") && !again.contains("(turn 9)"), "{again}");
}
