//! Tests of the tool-use loop: when the model is called again, when the turn ends, and that every tool call is answered.

use serde_json::json;

use crate::support::{Reply, Table, Told, calls, says, thinks, updates};

fn looks_up() -> Reply {
    calls("query_session_memory", json!({"query_type": "all"}))
}

async fn n_asked(replies: impl IntoIterator<Item = Reply>) -> usize {
    let table = Table::new().await;
    table.play("I go.", replies).await;
    table.claude().asked().len()
}

#[tokio::test]
async fn text_alone_is_one_request() {
    assert_eq!(n_asked([says("You go.")]).await, 1);
}

#[tokio::test]
async fn a_look_up_and_then_text_are_two_requests() {
    assert_eq!(n_asked([looks_up(), says("You remember.")]).await, 2);
    assert_eq!(n_asked([says("You ponder.").and_calls("roll_dice", json!({"dice": "1d20"})), says("Aha.")]).await, 2);
}

#[tokio::test]
async fn state_beside_text_ends_the_turn_after_one_request() {
    assert_eq!(n_asked([says("Ouch.").and_updates(json!({"hp_delta": -1}))]).await, 1);
}

#[tokio::test]
async fn state_without_text_is_asked_for_the_telling() {
    assert_eq!(n_asked([updates(json!({"hp_delta": -1})), says("Ouch.")]).await, 2);
}

#[tokio::test]
async fn text_and_then_state_without_text_end_the_turn() {
    let replies =
        [says("You ponder.").and_calls("roll_dice", json!({"dice": "1d20"})), updates(json!({"hp_delta": -1}))];
    assert_eq!(n_asked(replies).await, 2);
}

#[tokio::test]
async fn a_rejection_beside_text_keeps_the_turn_going_so_that_it_can_be_put_right() {
    let table = Table::new().await;
    let wrong = says("You drop the orb.").and_updates(json!({"items_lost": ["orb"], "scene_update": "Dusk."}));
    let turn = table.play("I drop it.", [wrong, says("But there never was one.")]).await;
    assert_eq!(turn.narrative(), "You drop the orb.\n\nBut there never was one.");
}

#[tokio::test]
async fn eight_requests_without_text_are_the_most_and_the_turn_is_still_good() {
    let table = Table::new().await;
    let events = table.events("I look back.", std::iter::repeat_with(looks_up).take(8)).await;
    assert_eq!(table.claude().asked().len(), 8);
    let notices: Vec<&str> =
        events.iter().filter(|told| told.event == "notice").map(|told| told.data["code"].as_str().unwrap()).collect();
    assert_eq!(notices, ["budget_reached"]);
    let done = events.last().unwrap();
    assert_eq!(done.event, "done");
    let narrative = done.data["turn"]["narrative"].as_str().unwrap();
    assert!(!narrative.trim().is_empty());
    assert_eq!(Told::narrative(&events), narrative);
    assert_eq!(done.data["turn"]["toolCalls"].as_array().unwrap().len(), 8);
    table.play("I go on.", [says("On you go.")]).await;
}

#[tokio::test]
async fn what_was_told_before_the_budget_ran_out_stands_without_a_notice() {
    let table = Table::new().await;
    let first = says("You think hard.").and_calls("roll_dice", json!({"dice": "1d4"}));
    let events = table.events("I think.", std::iter::once(first).chain(std::iter::repeat_with(looks_up).take(7))).await;
    assert!(events.iter().all(|told| told.event != "notice"));
    assert_eq!(events.last().unwrap().data["turn"]["narrative"], "You think hard.");
}

#[tokio::test]
async fn helpers_do_not_count_among_the_eight() {
    let table = Table::new().await;
    table.claude().helper_will(std::iter::repeat_with(|| says("…")).take(8));
    let create = |n: u32| {
        calls("create_supporting_npc", json!({"name": format!("Guard {n}"), "role": "ally", "context": "On duty."}))
    };
    let last = says("They all salute.")
        .and_calls("create_supporting_npc", json!({"name": "Captain", "role": "ally", "context": "In charge."}));
    table.play("I greet the guards.", (0..7).map(create).chain([last])).await;
    assert_eq!((table.claude().asked().len(), table.claude().helper_asked().len()), (8, 8));
    assert_eq!(table.session().await["supportingNPCs"].as_array().unwrap().len(), 8);
}

#[tokio::test]
async fn an_unknown_tool_and_broken_input_are_answered_as_errors_with_the_calls_id() {
    let table = Table::new().await;
    let replies = [
        calls("cast_fireball", json!({"at": "everyone"}))
            .and_writes("roll_dice", "{\"dice\": \"1d")
            .and_calls("roll_dice", json!({"dice": 20}))
            .and_writes("update_quest", ""),
        says("The air crackles, and that is all."),
    ];
    let turn = table.play("I cast fireball.", replies).await;
    let asked = table.claude().last_asked();
    let ids: Vec<&str> =
        turn.0["toolCalls"].as_array().unwrap().iter().map(|c| c["callId"].as_str().unwrap()).collect();
    let content = asked.messages().last().unwrap()["content"].as_array().unwrap().clone();
    let answered: Vec<&str> = content.iter().filter_map(|block| block["tool_use_id"].as_str()).collect();
    assert_eq!(answered, ids);
    assert!(asked.results().iter().all(|(_, is_error)| *is_error), "{:?}", asked.results());
    assert!(turn.result(0).0.contains("roll_dice"), "it names the tools there are: {}", turn.result(0).0);
    assert_eq!(turn.0["toolCalls"][1]["input"], "{\"dice\": \"1d", "what was written is recorded");
    assert_eq!(turn.narrative(), "The air crackles, and that is all.");
}

#[tokio::test]
async fn parallel_calls_are_all_answered_in_one_message() {
    let table = Table::new().await;
    let roll = |dice: &str| json!({ "dice": dice });
    let four = calls("roll_dice", roll("1d20"))
        .and_calls("roll_dice", roll("2d6"))
        .and_calls("roll_dice", roll("1d4"))
        .and_updates(json!({"scene_update": "Dice everywhere."}));
    let turn = table.play("I throw it all.", [four, says("They roll.")]).await;
    assert_eq!(table.claude().last_asked().results().len(), 4);
    assert_eq!(turn.changes(), ["diceRolled", "diceRolled", "diceRolled", "sceneChanged"]);
}

#[tokio::test]
async fn text_that_was_cut_short_goes_on_in_its_sentence() {
    let table = Table::new().await;
    let turn = table.play("I listen.", [says("The do").cut_short(), says("or opens.")]).await;
    assert_eq!(turn.narrative(), "The door opens.");
}

#[tokio::test]
async fn a_call_that_was_cut_short_is_not_run() {
    let table = Table::new().await;
    let cut = says("Ouch.").and_writes("update_game_state", "{\"hp_delta\": -3").cut_short();
    let events = table.events("I leap.", [cut, updates(json!({"hp_delta": -1}))]).await;
    let turn = &events.last().unwrap().data["turn"];
    assert_eq!(turn["changes"].as_array().unwrap().len(), 1);
    assert_eq!((turn["toolCalls"].as_array().unwrap().len(), &turn["narrative"]), (1, &json!("Ouch.")));
}

#[tokio::test]
async fn a_model_that_says_nothing_is_nudged_once_and_then_the_turn_is_good_all_the_same() {
    let table = Table::new().await;
    let turn = table.play("I wait.", [says(" "), says("")]).await;
    assert!(!turn.narrative().trim().is_empty());
    let turn = table.play("I wait.", [says(""), says("A crow calls.")]).await;
    assert_eq!(turn.narrative(), "A crow calls.");
    assert_eq!(table.claude().asked().len(), 4);
}

#[tokio::test]
async fn a_model_that_says_nothing_after_its_dice_is_nudged_behind_their_answer() {
    let table = Table::new().await;
    let replies = [calls("roll_dice", json!({"dice": "1d20"})), says(""), says("A crow calls.")];
    assert_eq!(table.play("I wait.", replies).await.narrative(), "A crow calls.");
    assert_eq!(table.claude().last_asked().results().len(), 1);
}

#[tokio::test]
async fn a_lead_in_beside_calls_is_never_all_that_is_told() {
    let table = Table::new().await;
    let leads_in = |text: &str| says(text).and_updates(json!({"hp_delta": -1}));
    let turn = table.play("I set the mug down.", [leads_in("I set the mug down."), says("It cracks.")]).await;
    assert_eq!(turn.narrative(), "I set the mug down.\n\nIt cracks.");
    let replies = [leads_in("Let me write that down."), says(""), says("Your hand aches.")];
    assert_eq!(
        table.play("I punch the wall.", replies).await.narrative(),
        "Let me write that down.\n\nYour hand aches."
    );
    let rolls = says("You set the mug down.").and_calls("roll_dice", json!({"dice": "1d20"}));
    let turn = table.play("I set it down softly.", [rolls.clone(), says(""), says("Nobody hears it.")]).await;
    assert_eq!(turn.narrative(), "You set the mug down.\n\nNobody hears it.");
    let turn = table.play("I set it down again.", [rolls, says(""), says("")]).await;
    assert_eq!(turn.narrative(), "You set the mug down.", "a short text stands where no more is told");
    let turn = table.play("I sigh.", [leads_in("I sigh."), says(""), says("")]).await;
    assert!(turn.narrative().starts_with("I sigh.\n\n"), "{}", turn.narrative());
}

#[tokio::test]
async fn a_lead_in_after_or_before_a_story_loses_nothing_of_it() {
    let table = Table::new().await;
    let story =
        "The jig ends in clapping, and the fiddler bows low to you while the others stamp and laugh and call for more.";
    let rolls = says(story).and_calls("roll_dice", json!({"dice": "1d20"}));
    let notes = says("I set the mug down.").and_updates(json!({"hp_delta": -1}));
    let turn = table.play("I dance.", [rolls.clone(), notes]).await;
    assert_eq!(turn.narrative(), format!("{story}\n\nI set the mug down."));
    let turn = table.play("I dance on.", [rolls, says("")]).await;
    assert_eq!(turn.narrative(), story, "a story needs no second telling");
}

#[tokio::test]
async fn a_lead_in_before_a_look_up_is_taken_back_when_the_story_follows() {
    let table = Table::new().await;
    let looks =
        || says("Let me check the rules first.").and_calls("query_session_memory", json!({"query_type": "all"}));
    let rolls = || says("I roll for the door, too.").and_calls("roll_dice", json!({"dice": "1d20"}));
    for (replies, told) in [
        (vec![looks(), says("The door holds.")], "The door holds."),
        (vec![looks(), rolls(), says("The door holds.")], "The door holds."),
        (vec![rolls(), says(STORY)], STORY),
        (vec![looks(), says(""), says("The door holds.")], "The door holds."),
        (vec![looks(), says("Let me check the rules first. The door holds.")], "The door holds."),
    ] {
        let events = table.events("I push the door.", replies).await;
        assert_eq!(Told::narrative(&events), told);
        assert_eq!(events.last().unwrap().data["turn"]["narrative"], told);
    }
}

#[tokio::test]
async fn a_short_text_in_which_only_somebody_else_says_me_is_no_lead_in() {
    let table = Table::new().await;
    for first in
        ["‘Follow me,’ the keeper says, and steps out.", "—No me toques —dice Ana.", "She looks past me, you think."]
    {
        let rolls = says(first).and_calls("roll_dice", json!({"dice": "1d20"}));
        let events = table.events("I knock.", [rolls, says(STORY)]).await;
        assert_eq!(Told::narrative(&events), format!("{first}\n\n{STORY}"));
    }
}

#[tokio::test]
async fn a_remark_is_never_a_whole_story() {
    let table = Table::new().await;
    for empty in ["Nothing to add.", "OK.", "...", "Alright: nothing to add."] {
        let events = table.events("I wait.", [says(empty), says("A crow calls.")]).await;
        assert_eq!(Told::narrative(&events), "A crow calls.", "{empty}");
        let hurts = says(empty).and_updates(json!({"scene_update": "Rain."}));
        let events = table.events("I wait.", [hurts, says(STORY)]).await;
        assert_eq!(Told::narrative(&events), STORY, "{empty}");
        let turn = table.play("I wait.", [says(empty), says(empty)]).await;
        assert!(turn.narrative().ends_with("The moment passes, and the world holds its breath."), "{empty}");
    }
    assert_eq!(table.play("I shrug.", [says("“OK.”")]).await.narrative(), "“OK.”");
}

#[tokio::test]
async fn a_reply_that_was_paused_goes_on() {
    let table = Table::new().await;
    let turn = table.play("I wait.", [says("You wait").stopping_for("pause_turn"), says(" and listen.")]).await;
    assert_eq!(turn.narrative(), "You wait and listen.");
}

#[tokio::test]
async fn a_conversation_that_outgrew_the_models_window_is_a_good_turn_with_a_notice() {
    let table = Table::new().await;
    let full = says("").stopping_for("model_context_window_exceeded");
    let events = table.events("I wait.", [full]).await;
    assert!(events.iter().any(|told| told.data["code"] == "context_full"));
    assert!(!Told::narrative(&events).is_empty() && events.last().unwrap().event == "done");
    let full = says("You wait, and").stopping_for("model_context_window_exceeded");
    assert_eq!(table.play("I wait.", [full]).await.narrative(), "You wait, and");
}

#[tokio::test]
async fn a_refusal_of_the_model_is_a_good_turn_with_a_line_and_a_notice() {
    let table = Table::new().await;
    let before = table.hero().await;
    let refused = says("You raise").and_updates(json!({"hp_delta": -5})).stopping_for("refusal");
    let events = table.events("I do what I should not.", [refused]).await;
    let turn = &events.last().unwrap().data["turn"];
    let narrative = turn["narrative"].as_str().unwrap();
    assert!(!narrative.contains("You raise") && !narrative.trim().is_empty(), "{narrative}");
    assert_eq!(Told::narrative(&events), narrative);
    assert!(events.iter().any(|told| told.data["reset"] == true), "what was shown is taken back");
    assert!(events.iter().any(|told| told.data["code"] == "model_refused"));
    assert_eq!((&turn["changes"], table.hero().await), (&json!([]), before));
    table.play("I go on.", [says("On you go.")]).await;
    let shown = table.claude().last_asked().body["messages"].to_string();
    assert!(!shown.contains("what I should not"), "the same words would draw the same refusal: {shown}");
}

#[tokio::test]
async fn a_refusal_after_a_look_up_takes_back_only_what_that_reply_said() {
    let table = Table::new().await;
    let first = says("You think.").and_calls("roll_dice", json!({"dice": "1d20"}));
    let events = table.events("I think.", [first, says("Then you").stopping_for("refusal")]).await;
    let turn = &events.last().unwrap().data["turn"];
    let narrative = turn["narrative"].as_str().unwrap();
    assert!(narrative.starts_with("You think.\n\n") && !narrative.contains("Then you"), "{narrative}");
    assert_eq!(Told::narrative(&events), narrative);
    assert_eq!(turn["rolls"].as_array().unwrap().len(), 1, "dice that fell stay fallen");
}

#[tokio::test]
async fn an_unknown_stop_reason_ends_the_turn_like_any_other() {
    assert_eq!(n_asked([says("You go.").stopping_for("out_of_ink")]).await, 1);
}

#[tokio::test]
async fn a_thought_goes_back_as_it_came_within_its_turn_and_is_gone_in_the_next() {
    let table = Table::new().await;
    let turn = table.play("I think.", [thinks().and_calls("roll_dice", json!({"dice": "1d20"})), says("Aha.")]).await;
    let asked = table.claude().last_asked();
    let replayed = &asked.messages()[asked.messages().len() - 2]["content"][0];
    assert_eq!(*replayed, json!({"type": "thinking", "thinking": "What if?", "signature": "c2lnbmVk"}));
    assert_eq!(turn.narrative(), "Aha.");
    table.play("I go.", [says("You go.")]).await;
    assert!(!table.claude().last_asked().body.to_string().contains("What if?"));
}

#[tokio::test]
async fn a_telling_that_starts_over_after_a_look_up_is_shown_once() {
    let table = Table::new().await;
    let first = says("You knock.").and_calls("query_session_memory", json!({"query_type": "all"}));
    let events = table.events("I knock.", [first, says("You knock. Marta opens.")]).await;
    let narrative = Told::narrative(&events);
    assert_eq!(narrative, "You knock.\n\nMarta opens.");
    assert_eq!(events.last().unwrap().data["turn"]["narrative"], narrative);
}

/// A story that needs no second telling.
const STORY: &str =
    "You listen to the rain on the loft until the grey of morning comes; the straw is warm, and below a horse shifts.";

#[tokio::test]
async fn a_rest_beside_a_told_story_needs_no_further_request() {
    let rest = json!({"commands": [{"type": "rest", "rest_type": "short"}]});
    let rests = |text: &str| says(text).and_calls("apply_state_commands", rest.clone());
    assert_eq!(n_asked([rests(STORY)]).await, 1);
    assert_eq!(n_asked([rests("You lie down."), says(STORY)]).await, 2, "what a rest brings is still to be told");
    let unknown = json!({"commands": [{"type": "rest", "rest_type": "short"}, {"type": "nap"}]});
    let refused = says(STORY).and_calls("apply_state_commands", unknown);
    assert_eq!(n_asked([refused, says("")]).await, 2, "what was refused can be put right");
}

#[tokio::test]
async fn a_remark_after_a_story_is_not_part_of_it() {
    let table = Table::new().await;
    let remark = "Everything is written down; the story stands.";
    let rolls = says(STORY).and_calls("roll_dice", json!({"dice": "1d20"}));
    let events = table.events("I sleep.", [rolls.clone(), says(remark)]).await;
    assert_eq!(Told::narrative(&events), STORY);
    assert_eq!(events.last().unwrap().data["turn"]["narrative"], STORY);
    let wrong = says(STORY).and_updates(json!({"items_lost": ["orb"]}));
    let turn = table.play("I sleep on.", [wrong.clone(), says("The rest is in the sheet.")]).await;
    assert_eq!(turn.narrative(), STORY);
    let turn = table.play("I dream.", [wrong, says("All is written down.")]).await;
    assert_eq!(turn.narrative(), STORY);
    let turn = table.play("I toss.", [rolls, says("The straw rustles.")]).await;
    assert_eq!(turn.narrative(), format!("{STORY}\n\nThe straw rustles."), "dice bring more to tell");
}

/// A story in the same reply as a partially rejected call.
const PUT_DOWN: &str = "You bend down by Pell at the fire. It burns with a small blue flame and then goes out, and nobody lights it again. The \
    rain begins on the roof.";

#[tokio::test]
async fn after_a_rejected_call_a_retelling_takes_the_place_of_the_story_and_a_remark_is_nobodys() {
    let rejected = || says(PUT_DOWN).and_updates(json!({"items_lost": ["orb"], "scene_update": "Rain."}));
    let refused = || says(PUT_DOWN).and_updates(json!({"items_lost": ["orb"]}));
    let again =
        "You bend down by Pell. He smokes in the dark. The rain begins on the roof, four drops and then all of it.";
    let owes = "You bend down by Pell. He smokes in the dark, and your debt is now recorded in his book. The rain begins on the roof, \
        four drops and then all of it.";
    let scene = json!({"scene_update": "Rain on the roof."});
    for first in [rejected, refused] {
        for (answer, told) in [
            (says("Done."), PUT_DOWN),
            (says("The orb was never in the pack, so nothing is lost."), PUT_DOWN),
            (updates(scene.clone()), PUT_DOWN),
            (says("I have written off nothing instead.").and_updates(scene.clone()), PUT_DOWN),
            (says(again), again),
            (says(owes), owes),
            (says(format!("Nothing to add. {owes} The rest of the story stands as told.")), owes),
        ] {
            let table = Table::new().await;
            let events = table.events("I put it down.", [first(), answer]).await;
            let turn = &events.last().unwrap().data["turn"];
            assert_eq!((turn["narrative"].as_str(), Told::narrative(&events)), (Some(told), told.to_owned()));
            let played = table.app.events_again(&table.id, turn["id"].as_str().unwrap(), None).await;
            assert_eq!(Told::narrative(&played), told);
        }
    }
}

#[tokio::test]
async fn after_a_rejected_call_the_story_goes_on_where_more_of_it_is_told() {
    let table = Table::new().await;
    let more = "Pell looks up from his pipe at last. You see that his hands shake, and that the bench beside him is wet, and has \
        been for a while.";
    let rejected = says(PUT_DOWN).and_updates(json!({"items_lost": ["orb"], "scene_update": "Rain."}));
    let turn = table.play("I put it down.", [rejected.clone(), says(more)]).await;
    assert_eq!(turn.narrative(), format!("{PUT_DOWN}\n\n{more}"));
    // Dice bring more to tell, whatever was rejected before.
    let rolls = || calls("roll_dice", json!({"dice": "1d20"}));
    let turn = table.play("I try again.", [rejected, rolls(), says("It stays dark.")]).await;
    assert_eq!(turn.narrative(), format!("{PUT_DOWN}\n\nIt stays dark."));
}

#[tokio::test]
async fn a_retelling_after_a_rejected_call_leaves_what_was_told_before_that_reply() {
    let table = Table::new().await;
    let first =
        "You come in out of the rain, and the whole long room turns round to look at you, and then at your boots.";
    let looks = says(first).and_calls("query_session_memory", json!({"query_type": "all"}));
    let rejected = says(PUT_DOWN).and_updates(json!({"items_lost": ["orb"], "scene_update": "Rain."}));
    let again = "You bend down by Pell. He smokes on in the dark, and the rain begins on the roof.";
    let turn = table.play("I go in.", [looks, rejected, says(again)]).await;
    assert_eq!(turn.narrative(), format!("{first}\n\n{again}"));
}
