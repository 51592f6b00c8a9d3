//! A campaign's fight on terrain, from outside: what players see of it, what they may do on it, and what the model reads.

use serde_json::{Value, json};

use super::{
    fight_by_hand::to_the_end,
    plot::{does, on_the_road_of},
};
use crate::support::{Table, says};

/// The road with a cart across it, brambles around and coals in the way; one hero and one wolf.
async fn among_wolves() -> Table {
    let mut package: Value = serde_json::from_str(include_str!("../campaign/clean.json")).unwrap();
    let coals = json!({"hazard": {"damage": "1d4", "damageType": "fire", "save": {"ability": "dex", "dc": 10}}});
    let terrain = json!([
        {"name": "cart", "kind": "blocked", "at": [{"x": 5, "y": 2, "height": 3}]},
        {"name": "brambles", "kind": "difficult", "at": [{"x": 3, "y": 0, "width": 2, "height": 2}]},
        {"name": "milestone", "kind": "halfCover", "at": [{"x": 6, "y": 6}]},
        {"name": "coals", "kind": coals, "at": [{"x": 4, "y": 4}]},
    ]);
    for node in package["acts"][0]["nodes"].as_array_mut().unwrap() {
        node["terrain"] = terrain.clone();
    }
    let table = on_the_road_of(package).await;
    does(&table, json!({"action": "take_exit", "target": "down-the-road"})).await;
    let turn = does(&table, json!({"action": "fight"})).await;
    assert!(turn.changes().contains(&"encounterBegan"), "{:?}", turn.changes());
    table
}

fn square(x: u8, y: u8) -> Value {
    json!({"x": x, "y": y})
}

#[tokio::test]
async fn players_see_the_terrain_of_a_campaigns_fight() {
    let table = among_wolves().await;
    let encounter = table.session().await["encounter"].take();
    let terrain = encounter["terrain"].as_array().unwrap();
    assert_eq!(
        terrain[0],
        json!({"kind": "blocked", "name": "cart", "squares": [square(5, 2), square(5, 3), square(5, 4)]})
    );
    let kinds: Vec<&Value> = terrain.iter().map(|it| &it["kind"]).collect();
    assert_eq!(kinds, ["blocked", "difficult", "halfCover", "hazard"]);
    assert_eq!((&terrain[3]["damage"], &terrain[3]["damageType"]), (&json!("1d4"), &json!("fire")));
    assert!(terrain[3].get("save").is_none(), "the map says what a hazard does, and no more");
    for one in encounter["order"].as_array().unwrap() {
        let at = &one["square"];
        assert!(
            terrain
                .iter()
                .filter(|it| it["kind"] != "difficult")
                .all(|it| { it["kind"] == "halfCover" || !it["squares"].as_array().unwrap().contains(at) })
        );
        assert!(one.get("span").is_none(), "a wolf fills one square");
    }
}

#[tokio::test]
async fn nobody_goes_into_a_wall_and_the_model_reads_where_it_is() {
    let table = among_wolves().await;
    let actions = table.get("/actions").await.good();
    let step = actions["items"].as_array().unwrap().iter().find(|it| it["act"]["action"] == "move").cloned();
    let squares = step.expect("a hero can go somewhere")["squares"].as_array().unwrap().clone();
    assert!(!squares.contains(&square(5, 3)), "{squares:?}");
    let into = json!({"action": "move", "to": square(5, 3)});
    let refused = table.post("/actions", into).await;
    assert_eq!(refused.problem(), (422, "illegal_action".to_owned()));
    table.play("I look at the cart.", [says("It lies on its side.")]).await;
    let asked = table.claude().combat_asked();
    let read = asked.last().expect("the combat agent was asked").body["messages"].to_string();
    assert!(read.contains("terrain: blocked | cart | 5,2-5,4"), "{read}");
    assert!(read.contains("terrain: hazard 1d4 fire | coals | 4,4"), "{read}");
}

#[tokio::test]
async fn a_fight_on_terrain_is_fought_to_its_end_and_is_the_fold_of_its_changes() {
    let mut table = among_wolves().await;
    to_the_end(&mut table, usize::MAX, false).await;
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn a_campaign_whose_walls_part_the_sides_is_refused() {
    let mut package: Value = serde_json::from_str(include_str!("../campaign/clean.json")).unwrap();
    let wall = json!([{"name": "hedge", "kind": "blocked", "at": [{"x": 5, "y": 0, "height": 8}]}]);
    package["acts"][0]["nodes"][1]["terrain"] = wall;
    let app = crate::support::TestApp::start().await;
    let (status, body) = {
        let answer = app.post("/api/campaigns", package).await;
        (answer.status, answer.json())
    };
    assert_eq!(status, 422, "{body}");
    assert!(body.to_string().contains("closed-ground"), "{body}");
}
