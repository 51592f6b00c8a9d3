//! Tests that the model's remarks to the game are not shown, such as lead-ins to a corrected story, or that it has nothing to
//! say.

use serde_json::json;

use crate::support::{Agent, Table, says};

#[tokio::test]
async fn a_corrected_story_is_told_without_what_leads_in_to_it() {
    let better = "Your fingers brush a silver key; the grate holds it fast.";
    for lead_in in [
        "You're right, I forgot the key. Here is the corrected story: ",
        "You're right, I forgot the key. Here is the corrected story:\n\n",
        "Here is the corrected story:\n\n",
        "Sure — ",
        "Corrected: ",
        "**Corrected story:**\n\n",
        "Du hast recht, den Schlüssel hat sie nicht. Hier ist die korrigierte Geschichte:\n\n",
    ] {
        let table = Table::of("fighter", 3).await;
        let again = says(format!("{lead_in}{better}"));
        let turn = table.play("I reach in.", [says("You pocket the silver key."), again]).await;
        assert_eq!(turn.narrative(), better, "{lead_in}");
    }
}

#[tokio::test]
async fn a_story_that_only_begins_like_an_answer_stays_whole() {
    let again = "You are right under the lamp: your fingers brush a silver key, and the grate holds it fast.";
    let table = Table::of("fighter", 3).await;
    let turn = table.play("I reach in.", [says("You pocket the silver key."), says(again)]).await;
    assert_eq!(turn.narrative(), again);
}

#[tokio::test]
async fn somebody_spoken_to_says_no_remark_about_the_story() {
    let table = Table::of("fighter", 3).await;
    let carter = json!({"npcs_to_create": [{"slug": "commoner", "name": "Carter", "disposition": "neutral"}]});
    table.update(carter).await;
    let turn = table.play("@carter hello", [says("Nothing to add."), says("“Evening,” he says.")]).await;
    assert_eq!(turn.narrative(), "“Evening,” he says.", "it is asked to speak");
    let looks = says("“A ride, was it?” he asks.").and_calls("query_session_memory", json!({"about": "ride"}));
    let turn = table.play("@carter when?", [looks, says("Nothing to add.")]).await;
    assert_eq!(turn.narrative(), "“A ride, was it?” he asks.");
    let turn = table.play("@carter well?", [says("OK."), says("Done.")]).await;
    assert_eq!(turn.narrative(), "Carter says nothing.");
    let asked = table.claude().asked_of(Agent::Puppeteer);
    assert_eq!(asked.len(), 6);
}
