//! Tests that creatures that enter a scene get the stat block of their kind.

use std::sync::Arc;

use game::{Game, combat::deed::ActionEffect, creature::Creature};
use model::{Model, Prices, ReplyStream, Request, ToolCall};

use embertale::{
    dm::{Draft, Drill, Models, Provider, feed::Feed, tools},
    rules::LibraryHandle,
};
use serde_json::{Value, json};

use crate::support::{Reply, Table, Turn, fails, says};

async fn creatures(table: &Table) -> Vec<Creature> {
    table.app.store().load(&table.id.as_str().into()).await.unwrap().game.creatures.clone()
}

fn foe(slug: &str, name: &str, count: u32) -> Value {
    json!({"npcs_to_create": [{"slug": slug, "name": name, "disposition": "hostile", "count": count}]})
}

async fn enters(table: &Table, helper: Option<Reply>, new: Value) -> Turn {
    table.claude().helper_will(helper);
    table.update(new).await
}

#[tokio::test]
async fn two_goblins_are_a_and_b_with_the_numbers_of_the_rules() {
    let table = Table::new().await;
    for (slug, name) in [("goblin", "Goblin"), ("goblins", "Raider"), ("raider", "Goblin")] {
        enters(&table, None, foe(slug, name, 2)).await;
    }
    let there = creatures(&table).await;
    let names: Vec<&str> = there.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["Goblin A", "Goblin B", "Raider A", "Raider B", "Goblin C", "Goblin D"]);
    for one in &there {
        assert_eq!((one.hp, one.max_hp, one.armor_class, one.xp), (7, 7, 15, 50));
        let stats = one.stats.as_deref().expect("a stat block");
        assert_eq!((stats.slug.as_deref(), stats.creature_type.as_str()), (Some("goblin"), "humanoid"));
        assert!(
            stats.deeds.iter().any(|deed| deed.name == "Scimitar" && matches!(deed.effect, ActionEffect::Attack(_)))
        );
    }
    assert!(table.claude().helper_asked().is_empty(), "nobody is asked for what the rules know");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn a_companion_has_numbers_too() {
    let table = Table::new().await;
    enters(&table, None, json!({"companions_to_add": [{"slug": "wolf", "name": "Grey"}]})).await;
    let wolf = creatures(&table).await.remove(0);
    assert_eq!((wolf.hp, wolf.armor_class, wolf.companion), (11, 13, true));
    assert!(wolf.stats.is_some());
}

fn drake() -> Value {
    json!({
        "challengeRating": 1, "creatureType": "Dragon", "size": "large", "armorClass": 14, "hitPoints": 30, "speed": 40,
        "abilities": {"str": 16, "dex": 12, "con": 14, "int": 4, "wis": 12, "cha": 8},
        "attacks": [{"name": "Bite", "toHit": 5, "damage": "1d10 + 3", "damageType": "piercing", "range": 5},
                    {"name": "Spit", "toHit": 3, "damage": "2d6", "damageType": "acid", "range": 30}],
        "attacksPerTurn": 2,
    })
}

#[tokio::test]
async fn what_the_rules_lack_a_helper_writes_once_for_its_kind() {
    let table = Table::new().await;
    let reply = says(format!("Here:\n```json\n{}\n```", drake())).costing([300, 0, 0, 90]);
    let turn = enters(&table, Some(reply), foe("reed-drake", "Reed Drake", 2)).await;
    enters(&table, None, foe("reed-drake", "Old Drake", 1)).await;
    let there = creatures(&table).await;
    assert_eq!(there.len(), 3);
    for one in &there {
        assert_eq!((one.hp, one.armor_class, one.xp), (30, 14, 200));
        let stats = one.stats.as_deref().unwrap();
        let names: Vec<&str> = stats.deeds.iter().map(|deed| deed.name.as_str()).collect();
        assert_eq!((names, stats.slug.as_deref()), (vec!["Multiattack", "Bite", "Spit"], None));
    }
    let asked = table.claude().helper_asked();
    assert_eq!(asked.len(), 1);
    assert!(asked[0].last_text().contains("Reed Drake"), "{}", asked[0].last_text());
    let spent = &turn.0["usage"]["byAgent"]["npcStats"];
    assert_eq!([&spent["inputTokens"], &spent["outputTokens"]], [&json!(300), &json!(90)]);
}

#[tokio::test]
async fn what_the_helper_writes_is_held_to_what_its_challenge_allows() {
    let mut wild = drake();
    for (field, value) in
        [("challengeRating", 30_i64), ("armorClass", 900), ("hitPoints", 1_i64 << 40), ("attacksPerTurn", 99)]
    {
        wild[field] = json!(value);
    }
    wild["attacks"][0]["toHit"] = json!(-4_000_000_000_i64);
    wild["attacks"][0]["damage"] = json!("90d90+9");
    wild["speed"] = json!(-7);
    let table = Table::of("fighter", 1).await;
    enters(&table, Some(says(wild.to_string())), foe("world-eater", "World Eater", 1)).await;
    let one = creatures(&table).await.remove(0);
    // A first-level party meets at most a challenge of 5.
    assert_eq!((one.xp, one.armor_class), (1_800, 17));
    assert!((1..=135).contains(&one.hp), "{}", one.hp);
    let stats = one.stats.unwrap();
    assert_eq!(stats.speed, 0);
    let ActionEffect::Attack(bite) = &stats.deeds[1].effect else { panic!("{:?}", stats.deeds) };
    assert_eq!((bite.to_hit, bite.harm[0].dice.as_str()), (0, "30"));
}

#[tokio::test]
async fn without_a_helper_of_use_somebody_much_like_them_stands_in() {
    let mut no_attack = drake();
    no_attack["attacks"] = json!([]);
    for helper in
        [says("A fearsome beast!"), says("{\"armorClass\": 12"), says(no_attack.to_string()), says("[]"), fails(400)]
    {
        let table = Table::new().await;
        let turn = enters(&table, Some(helper.clone()), foe("gate-guard", "Gate Guard", 1)).await;
        let guard = creatures(&table).await.remove(0);
        assert_eq!((guard.hp, guard.armor_class, guard.xp), (11, 12, 25), "{helper:?}");
        let (read, _) = table.told(&turn, 0).await;
        assert!(read.contains("has the numbers of a bandit"), "{read}");
        assert!(!turn.result(0).0.contains("bandit"), "{}", turn.result(0).0);

        let turn = enters(&table, Some(helper.clone()), foe("zorblax", "Zorblax", 1)).await;
        let plain = creatures(&table).await.remove(1);
        assert_eq!((plain.hp, plain.armor_class, plain.xp, plain.stats), (4, 10, 10, None), "{helper:?}");
        let (read, _) = table.told(&turn, 0).await;
        assert!(read.contains("has the numbers of a commoner"), "{read}");
        assert!(!turn.result(0).0.contains("commoner"), "{}", turn.result(0).0);
    }
}

#[tokio::test]
async fn what_a_foe_can_do_is_never_in_the_players_view() {
    let table = Table::new().await;
    let mut ogre = foe("ogre", "Ogre", 1);
    ogre["npcs_to_create"][0]["disposition"] = json!("neutral");
    enters(&table, None, ogre).await;
    let strike = [crate::support::calls("update_npc", json!({"id": "ogre", "hp_delta": -5})), says("It reels.")];
    table.play("I strike.", strike).await;
    for path in ["", "/turns"] {
        let mut seen: Value = serde_json::from_str(&table.get(path).await.text).unwrap();
        // What the hero attacks with is the player's to know.
        for hero in seen["characters"].as_array_mut().into_iter().flatten() {
            assert!(hero.as_object_mut().unwrap().remove("attacks").is_some());
        }
        let seen = seen.to_string();
        for hidden in ["\"stats\"", "Greatclub", "toHit"] {
            assert!(!seen.contains(hidden), "{path} shows {hidden}: {seen}");
        }
    }
    assert!(table.claude().last_asked().body.to_string().contains("newHp"), "the Dungeon Master reads it");
}

#[tokio::test]
async fn a_helper_is_asked_for_three_kinds_in_a_turn_and_no_more() {
    let table = Table::new().await;
    table.claude().helper_will((0..3).map(|_| says(drake().to_string())));
    let kinds = ["ash drake", "bog drake", "cinder drake", "dusk drake"];
    let all = kinds.map(|kind| json!({"name": kind, "slug": kind, "disposition": "hostile"}));
    let turn = table.update(json!({ "npcs_to_create": all })).await;
    let hp: Vec<i32> = creatures(&table).await.iter().map(|one| one.hp).collect();
    assert_eq!(hp, [30, 30, 30, 4]);
    let (read, _) = table.told(&turn, 0).await;
    assert!(read.contains("The rules know no dusk drake"), "{read}");
    assert!(!turn.result(0).0.contains("The rules know no"), "players read of no kind: {}", turn.result(0).0);
}

/// A model no one may ask.
struct Silent;

impl Model for Silent {
    fn reply(&self, request: Request) -> ReplyStream {
        panic!("it was asked: {request:?}")
    }
}

#[tokio::test]
async fn where_the_storyteller_plays_no_model_is_asked() {
    let table = Table::new().await;
    let session = table.app.store().load(&table.id.as_str().into()).await.unwrap();
    let game: Game = session.game.clone();
    let acting = game.characters[0].id.clone();
    let models = Models {
        model: Arc::new(Silent),
        provider: Provider::Storyteller,
        agents: ("storyteller", "storyteller").into(),
        prices: Arc::new(Prices::default()),
        narration_check: Default::default(),
    };
    let mut draft = Draft::new(game, acting, Feed::new(), Arc::new(models), Drill::default(), LibraryHandle::core());
    let input = foe("mud-knight-of-the-fen", "Mud Zombie", 1);
    let call = ToolCall { id: "one".into(), name: "update_game_state".into(), input: Ok(input) };
    tools::toolbox().answer(&call, &mut draft).await.unwrap();
    assert_eq!(draft.game().creatures[0].max_hp, 22, "a zombie stands in");
}

#[tokio::test]
async fn a_commoners_numbers_need_no_remark_and_what_only_a_core_lacks_is_said_so() {
    let table = Table::new().await;
    let wenna = json!([{"name": "Wenna", "slug": "commoner", "disposition": "neutral"}]);
    let turn = table.update(json!({ "npcs_to_create": wenna })).await;
    assert_eq!(turn.report(0)["clamped"], json!([]), "{}", turn.result(0).0);
    assert_eq!(creatures(&table).await[0].hp, 4);
    table.claude().helper_will([says("I would rather not.")]);
    let odd = json!([{"name": "Zib", "slug": "dusk drake", "disposition": "neutral"}]);
    let turn = table.update(json!({ "npcs_to_create": odd })).await;
    let (read, _) = table.told(&turn, 0).await;
    assert!(read.contains("only a core of them is here"), "{read}");
}
