//! A campaign's fight on terrain, from outside: what players see of it, what they may do on it, and what the model reads.

use serde_json::{Value, json};

use super::{
    fight_by_hand::to_the_end,
    plot::{does, on_the_road_of},
};
use crate::support::{Inn, Table, says};

fn the_salt_road() -> Value {
    serde_json::from_str(include_str!("../campaign/clean.json")).unwrap()
}

/// The road with a cart across it, brambles around and coals in the way; one hero and one wolf.
async fn among_wolves() -> Table {
    let mut package = the_salt_road();
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
        let mut harmful = terrain.iter().filter(|it| it["kind"] == "blocked" || it["kind"] == "hazard");
        assert!(harmful.all(|it| !it["squares"].as_array().unwrap().contains(at)));
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
    let mut package = the_salt_road();
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

/// The squares next to a Large creature whose distance to its top left square is more than a step.
fn beyond_the_top_left(ogre: &Value, squares: &[Value]) -> Option<Value> {
    let off = |at: &Value, axis: &str| at[axis].as_i64().unwrap() - ogre["square"][axis].as_i64().unwrap();
    let mut far = squares.iter().filter(|at| {
        let (x, y) = (off(at, "x"), off(at, "y"));
        (-1..=2).contains(&x) && (-1..=2).contains(&y) && (x == 2 || y == 2)
    });
    far.next().cloned()
}

#[tokio::test]
async fn the_storyteller_strikes_at_a_large_creature_from_all_its_sides() {
    let mut package = the_salt_road();
    package["party"]["heroes"] = json!(4);
    package["acts"][0]["nodes"][1]["beats"][1]["foes"][0] =
        json!({"name": "Ogre", "creature": "ogre", "challenge": "2", "count": 1});
    let inn = Inn::open("ogre").await;
    let (status, answer) = inn.post("/api/campaigns", package).await;
    assert_eq!(status, 201, "{answer}");
    let hero = json!({"name": "Mira", "class": "fighter", "race": "human", "level": 9});
    let id = inn.begin(json!({"campaign": "the-salt-road", "character": hero})).await;
    for words in ["take the way down the road", "attack the ogre"] {
        inn.turn(&id, words).await;
    }
    let path = format!("/api/sessions/{id}/actions");
    for _ in 0..12 {
        let session = inn.session(&id).await;
        let order = session["encounter"]["order"].as_array().expect("a fight");
        let ogre = order.iter().find(|it| it["kind"] == "enemy").expect("an ogre");
        assert_eq!(ogre["span"], 2);
        let items = inn.get(&path).await["items"].as_array().unwrap().clone();
        let step = |items: &[Value]| items.iter().find(|it| it["act"]["action"] == "move").cloned();
        let squares = step(&items).map(|it| it["squares"].as_array().unwrap().clone()).unwrap_or_default();
        let Some(to) = beyond_the_top_left(ogre, &squares) else {
            inn.post(&path, json!({"action": "endTurn"})).await;
            continue;
        };
        let (status, moved) = inn.post(&path, json!({"action": "move", "to": to})).await;
        assert_eq!(status, 200, "{moved}");
        let items = inn.get(&path).await["items"].as_array().unwrap().clone();
        assert!(step(&items).is_some(), "the hero could still walk about");
        let turn = inn.turn(&id, "I attack the ogre").await;
        let actions: Vec<&Value> =
            turn["toolCalls"].as_array().unwrap().iter().map(|it| &it["input"]["action"]).collect();
        assert_eq!(actions, ["attack"], "{turn}");
        return;
    }
    panic!("the hero never got beside the ogre");
}
