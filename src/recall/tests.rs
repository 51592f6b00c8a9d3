//! Tests of recall: ranking, speakers, times and order.

use proptest::prelude::*;

use super::*;

const TALE: [(u32, &str, &str, &str); 8] = [
    (1, "Mira", "I ask the smith about the sealed door.", "day 1"),
    (1, "", "Bram wipes his hands. He has not spoken of it since the flood.", "day 1"),
    (2, "Mira", "Who has the key?", "day 1"),
    (2, "", "The ferrywoman took it, he says, and asks a copper for the answer.", "day 1"),
    (3, "Tom", "We cross the river in her boat.", "day 2"),
    (3, "", "Rain beats on the planks. The other bank smells of smoke.", "day 2"),
    (4, "Mira", "I light the lantern and hold it high.", "day 2"),
    (4, "", "An owl looks back at you, and then is gone.", "day 2"),
];

fn said(&(turn, speaker, text, at): &(u32, &'static str, &'static str, &'static str)) -> Said<'static> {
    Said { turn, speaker, text, at }
}

fn tale() -> Recall {
    let mut recall = Recall::new(2);
    TALE.iter().for_each(|line| assert_eq!(recall.add(&said(line)), 0));
    recall
}

fn turns(found: &[Recalled<'_>]) -> Vec<u32> {
    found.iter().map(|found| found.turn).collect()
}

/// The turns that answer, by words alone.
fn found(recall: &Recall, query: &str) -> Vec<u32> {
    turns(&recall.ask(&Asked::new(query, 10)))
}

#[test]
fn a_turn_is_found_by_its_words_and_cited_with_the_passage() {
    let recall = tale();
    let best = recall.ask(&Asked::new("lanterns", 1))[0];
    assert_eq!((best.turn, best.speaker), (4, "Mira"));
    assert_eq!(best.text, "I light the lantern and hold it high.");
    assert_eq!(recall.ask(&Asked::new("planks", 5))[0].text, TALE[5].2, "each turn once, by its best passage");
}

#[test]
fn who_is_only_near_a_word_is_not_found_by_it() {
    let mut recall = tale();
    recall.add(&Said {
        turn: 5,
        speaker: "Mira",
        text: "I carve the word xyloth into the wall and look at it for long.",
        at: "",
    });
    recall.add(&Said {
        turn: 5,
        speaker: "",
        text: "You carve xyloth into the wall, and nothing comes of it. The rain goes on.",
        at: "",
    });
    recall.add(&Said { turn: 6, speaker: "Mira", text: "wait", at: "" });
    recall.add(&Said { turn: 6, speaker: "", text: "You wait.", at: "" });
    assert_eq!(found(&recall, "xyloth"), [5]);
}

#[test]
fn a_question_does_not_stand_for_the_telling_that_answers_it() {
    let recall = tale();
    assert_eq!(recall.ask(&Asked::new("key", 5))[0].text, TALE[3].2);
    assert_eq!(recall.ask(&Asked::new("who took the key", 1))[0].text, TALE[3].2);
    let said = recall.ask(&Asked { speaker: Some("Mira"), ..Asked::new("key", 5) });
    assert_eq!(said[0].text, TALE[2].2, "where only her words are asked for");
}

#[test]
fn filters_apply_to_what_surrounds_a_passage_as_well() {
    let mut recall = Recall::new(2);
    recall.add(&Said { turn: 1, speaker: "", text: "The miller stares at the river.", at: "" });
    recall.add(&Said { turn: 1, speaker: "", text: "The miller drowned the duke.", at: "" });
    recall.add(&Said { turn: 2, speaker: "", text: "The miller waits by the river.", at: "" });
    let asked = |query| Asked::new(query, 9);
    let score = |found: Vec<Recalled<'_>>| found.iter().map(|it| it.score).fold(0.0, f32::max);
    let later = Asked { turns: 2..9, ..asked("river duke") };
    assert!(score(recall.ask(&later)) < score(recall.ask(&asked("river duke"))));
    assert!(recall.ask(&Asked { turns: 2..9, ..asked("stares") }).is_empty());
    assert!(recall.ask(&Asked { speaker: Some("Nan"), ..asked("river") }).is_empty());
}

/// A story with repeated events, and a flood between them.
fn with_a_flood() -> Recall {
    let mut recall = Recall::new(2);
    for (turn, text) in (1..).zip([
        "You meet Bram at the old forge.",
        "Osric keeps the mill and grinds rye.",
        "The flood comes in the night and takes the bridge.",
        "Wenna keeps the mill and grinds oats.",
        "You meet Bram at the market.",
        "“Run for the hills,” whispers Ilse.",
        "You meet Bram at the gallows.",
    ]) {
        recall.add(&Said { turn, speaker: "", text, at: "" });
    }
    recall
}

#[test]
fn the_first_and_the_last_time_are_found_first() {
    let recall = with_a_flood();
    assert_eq!(found(&recall, "When did we first meet Bram?")[0], 1);
    assert_eq!(found(&recall, "When did we last meet Bram?")[0], 7);
    assert_eq!(found(&recall, "Where was the last time we met Bram?")[0], 7);
}

#[test]
fn before_and_after_something_are_told_apart() {
    let recall = with_a_flood();
    assert_eq!(found(&recall, "Who kept the mill before the flood?")[0], 2);
    assert_eq!(found(&recall, "Who kept the mill after the flood?")[0], 4);
    let after = found(&recall, "What did she say after we met Bram at the market?");
    assert!(after[..2].contains(&6), "no word of the question stands there: {after:?}");
    let only = recall.ask(&Asked { turns: 1..6, ..Asked::new("What happened after we met Bram at the market?", 9) });
    assert!(!turns(&only).contains(&6), "filters apply to what comes after as well");
}

#[test]
fn of_two_that_say_the_same_the_newer_is_found_first() {
    let mut recall = Recall::new(2);
    for turn in 1..=3 {
        recall.add(&Said { turn, speaker: "Nan", text: "The password is heron.", at: "" });
        (0..120).for_each(|_| {
            assert_eq!(recall.add(&Said { turn, text: "Rain falls on grey reeds.", ..Said::default() }), 0)
        });
    }
    assert_eq!(found(&recall, "the password")[0], 3);
}

#[test]
fn who_is_named_and_who_tells_a_time_comes_before_what_is_else_as_good() {
    let mut recall = Recall::new(2);
    for (turn, speaker) in (1..).zip(["Tom", "Nan", "Mira", "Bram"]) {
        recall.add(&Said { turn, speaker, text: "The bell rang again over there.", at: "" });
        recall.add(&Said { turn, speaker: "", text: "Dust. Ash. Salt. Wind. Fog.", at: "" });
    }
    assert_eq!(found(&recall, "what did Mira say of the bell")[0], 3);
    recall.add(&Said { turn: 5, speaker: "Tom", text: "The bell rang again last week.", at: "" });
    assert_eq!(found(&recall, "when was the bell heard")[0], 5);
}

#[test]
fn when_it_was_is_asked_for_in_words() {
    let mut recall = Recall::new(2);
    for (turn, at) in [(1, "8 May 2023"), (2, "9 June 2023"), (3, "1 July 2023")] {
        for _ in 0..3 {
            recall.add(&Said { turn, speaker: "Nan", text: "We went to the lake.", at });
        }
    }
    assert_eq!(found(&recall, "the lake in June")[0], 2);
}

#[test]
fn a_text_has_the_words_of_another_in_any_form() {
    assert!(has_words("Old Marta is living in the lighthouse above the reeds.", "Old Marta lives in the lighthouse."));
    assert!(!has_words("Old Marta is here.", "Old Marta lives in the lighthouse."));
    assert!(!has_words("Old Marta is here.", "…"));
}

#[test]
fn turns_and_speakers_are_filters() {
    let recall = tale();
    let within = |turns: Range<u32>| recall.ask(&Asked { turns, ..Asked::new("river lantern door key", 9) });
    assert!(turns(&within(2..4)).iter().all(|turn| (2..4).contains(turn)) && !within(2..4).is_empty());
    assert!(within(5..9).is_empty());
    let by = |speaker| recall.ask(&Asked { speaker: Some(speaker), ..Asked::new("door key boat lantern", 9) });
    assert_eq!(turns(&by("tom")), [3]);
    assert!(by("Nobody").is_empty());
}

#[test]
fn meaning_finds_what_shares_no_word_once_it_is_known() {
    let mut recall = tale();
    let asked = Asked { meaning: Some(&[0.0, 1.0]), ..Asked::new("ornithology", 3) };
    assert!(recall.ask(&asked).is_empty());
    for unread in recall.unread(100) {
        let about_birds = unread.text.contains("owl");
        assert!(recall.learn(unread.ticket, if about_birds { &[0.0, 1.0] } else { &[1.0, 0.0] }));
    }
    assert_eq!(turns(&recall.ask(&asked)), [4], "what is far in meaning and shares no word is not found");
    assert_eq!(recall.ask(&asked)[0].text, TALE[7].2);
}

#[test]
fn what_is_read_comes_with_its_neighbours_the_newest_first() {
    let recall = tale();
    let unread = recall.unread(3);
    assert_eq!(unread.len(), 3);
    assert_eq!((unread[0].text.as_str(), unread[0].after.as_str()), (TALE[7].2, ""));
    assert_eq!(unread[1].text, "Mira: I light the lantern and hold it high.");
    assert_eq!(unread[1].before, format!("Tom: {} {}", TALE[4].2, TALE[5].2));
    assert_eq!(unread[1].after, TALE[7].2);
}

#[test]
fn the_last_passage_is_read_again_when_the_next_one_comes() {
    let mut recall = tale();
    let unread = recall.unread(100);
    assert!(unread.iter().all(|unread| recall.learn(unread.ticket, &[1.0, 0.0])));
    assert!(recall.unread(100).is_empty());
    recall.add(&Said { turn: 5, speaker: "Tom", text: "I follow it.", at: "" });
    let again: Vec<String> = recall.unread(100).into_iter().map(|unread| unread.text).collect();
    assert_eq!(again, ["Tom: I follow it.", TALE[7].2]);
}

#[test]
fn a_vector_that_comes_after_its_passage_was_taken_back_is_left_out() {
    let mut recall = tale();
    let late = recall.unread(100);
    recall.truncate(4);
    recall.add(&Said { turn: 4, speaker: "Mira", text: "I wait in the dark.", at: "" });
    recall.add(&Said { turn: 4, speaker: "", text: "Nothing comes.", at: "" });
    let n_taken = late.iter().filter(|unread| recall.learn(unread.ticket, &[1.0, 0.0])).count();
    assert_eq!(n_taken, 6, "those of turn 4 are of another tale");
    assert!(!recall.learn(recall.unread(1)[0].ticket, &[1.0]), "of another model");
}

#[test]
fn what_was_taken_back_is_not_known_to_what_remains() {
    let mut recall = tale();
    let unread = recall.unread(100);
    assert!(unread.iter().all(|unread| recall.learn(unread.ticket, &[0.6, 0.8])));
    recall.truncate(4);
    let again = recall.unread(100);
    assert_eq!(again.len(), 1, "the last vector was made with what came next");
    assert_eq!((again[0].text.as_str(), again[0].after.as_str()), (TALE[5].2, ""));
    assert!(found(&recall, "lantern").is_empty());
}

#[test]
fn bad_input_harms_nothing() {
    let mut recall = Recall::new(2);
    assert!(recall.ask(&Asked::new("anything", 5)).is_empty() && recall.is_empty());
    recall.add(&Said {
        turn: 1, speaker: "Мира", text: "Я нашла ключ под старым мостом.", at: ""
    });
    recall.add(&Said { turn: 2, speaker: "米拉", text: "龙在山上睡觉。", at: "" });
    assert_eq!(found(&recall, "ключ Мира")[0], 1);
    let long = "A very long speech about dragons and their gold. ".repeat(1_100);
    assert!(recall.add(&Said { turn: 7, speaker: "Nan", text: &long, at: "" }) > 30_000);
    assert!(recall.len() <= 40, "a long text has long passages");
    assert_eq!(recall.add(&Said { turn: 3, speaker: "Nan", text: "too late", at: "" }), 8);
    assert_eq!(recall.add(&Said { turn: 8, text: "  ", ..Said::default() }), 0);
    for query in ["", ".*[](){}|\\^$", "\u{0}", &"key ".repeat(10_000)] {
        recall.ask(&Asked { meaning: Some(&[f32::NAN, 1.0]), ..Asked::new(query, 5) });
    }
    assert!(recall.ask(&Asked { limit: 0, ..Asked::new("dragons", 5) }).is_empty());
    assert_eq!(found(&recall, "dragons"), [7]);
}

/// A line of a made-up tale: few words and few speakers, so that much is alike.
fn line() -> impl Strategy<Value = (u32, &'static str, String)> {
    let speaker = prop_oneof![Just("Mira"), Just("Tom"), Just("")];
    (0u32..2, speaker, "((key|door|owl|river|Mira|last|龙)[ .]){0,9}")
}

fn filled(lines: &[(u32, &'static str, String)], from: u32) -> Recall {
    let mut recall = Recall::new(2);
    continued(&mut recall, lines, from);
    recall
}

/// Each line's number says how many turns it is after the one before it.
fn continued(recall: &mut Recall, lines: &[(u32, &'static str, String)], from: u32) {
    let mut turn = from;
    for (step, speaker, text) in lines {
        turn += step;
        recall.add(&Said { turn, speaker, text, at: "day 3" });
    }
}

proptest! {
    #[test]
    fn taken_back_and_told_anew_it_is_as_if_it_had_been_told_so_at_once(
        kept in proptest::collection::vec(line(), 0..12),
        gone in proptest::collection::vec(line(), 0..12),
        anew in proptest::collection::vec(line(), 0..12),
        query in "(key|door|owl|river|Mira|when|龙)( (key|door|owl|river|Tom))?",
    ) {
        let next = 1 + kept.iter().map(|(step, ..)| step).sum::<u32>();
        let mut recall = filled(&kept, 0);
        continued(&mut recall, &gone, next);
        recall.truncate(next);
        continued(&mut recall, &anew, next);
        let mut fresh = filled(&kept, 0);
        continued(&mut fresh, &anew, next);
        prop_assert_eq!(&recall.speakers, &fresh.speakers);
        prop_assert_eq!(recall.ask(&Asked::new(&query, 10)), fresh.ask(&Asked::new(&query, 10)));
        prop_assert_eq!(recall.gist(&query), fresh.gist(&query));
        let texts = |recall: &Recall| recall.unread(99).into_iter().map(|it| (it.before, it.text, it.after)).collect::<Vec<_>>();
        prop_assert_eq!(texts(&recall), texts(&fresh));
    }

    #[test]
    fn the_same_question_gets_the_same_answer_and_a_limit_keeps_the_best(
        lines in proptest::collection::vec(line(), 0..20), query in "\\PC{0,30}|key door|Mira owl", limit in 0usize..5,
    ) {
        let (one, other) = (filled(&lines, 0), filled(&lines, 0));
        let all = one.ask(&Asked::new(&query, 100));
        prop_assert_eq!(&all, &other.ask(&Asked::new(&query, 100)));
        prop_assert_eq!(&one.ask(&Asked::new(&query, limit)), &all[..limit.min(all.len())]);
        prop_assert!(all.iter().all(|found| found.score.is_finite()));
    }
}
