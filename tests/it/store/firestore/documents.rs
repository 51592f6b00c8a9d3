//! Tests of Firestore documents: what the console shows, what may be edited by hand, and damage.

use game::{
    Change, SCHEMA,
    id::NpcId,
    story::{NpcRole, SupportingNpc},
};

use embertale::{
    cli::verify,
    store::{Interlude, Store, check_fold},
};
use serde_json::{Value, json};

use super::{at, created, on_the_emulator, opened, played, why_damaged};
use crate::{
    store::records::{new, next_interlude, next_turn, session},
    support::{Console, emulator},
};

fn npc(name: &str, combat_slug: Option<&str>) -> Box<SupportingNpc> {
    Box::new(SupportingNpc {
        id: NpcId::from(name),
        name: name.into(),
        display_name: None,
        role: NpcRole::Informant,
        appearance: "tall".into(),
        personality: "dry".into(),
        motivations: vec!["rest".into(), "revenge".into()],
        location: "the mill".into(),
        notes: String::new(),
        combat_slug: combat_slug.map(Into::into),
        dead: false,
    })
}

fn has_null(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().any(has_null),
        Value::Object(fields) => fields.contains_key("nullValue") || fields.values().any(has_null),
        _ => false,
    }
}

on_the_emulator! {
    async fn events_and_npcs_are_fields_that_the_console_shows_and_stand_nowhere_else() {
        let options = emulator::project();
        let store = opened(&options).await;
        let session = created(&store, "ada").await;
        let changes = vec![
            Change::ImportantEventRecorded { text: "the mill burned".into(), about: None, aspect: None },
            Change::SupportingNpcCreated { npc: npc("marta", None) },
            Change::SupportingNpcCreated { npc: npc("ilse", Some("mage")) },
        ];
        let (mut commit, mut after) = next_interlude(&session, 0);
        commit.game = session.game.clone();
        commit.game.apply_all(&changes).unwrap();
        commit.what = Interlude { changes, ..commit.what };
        after.game = commit.game.clone();
        store.commit_interlude(commit).await.unwrap();
        assert_eq!(store.load(&session.head.id).await.unwrap(), after);
        assert_eq!(store.raw_snapshot(&session.head.id).await.unwrap(), serde_json::to_vec(&after.game).unwrap());

        let fields = Console::of(&options).read(&at(&session.head.id)).await;
        assert_eq!(fields["importantEvents"], json!({"arrayValue": {"values": [{"stringValue": "the mill burned"}]}}));
        let npcs = &fields["supportingNPCs"]["arrayValue"]["values"];
        let marta = &npcs[0]["mapValue"]["fields"];
        assert_eq!(marta["role"], json!({"stringValue": "informant"}));
        assert_eq!(marta["motivations"]["arrayValue"]["values"][1], json!({"stringValue": "revenge"}));
        assert!(marta.get("combatSlug").is_none());
        assert_eq!(npcs[1]["mapValue"]["fields"]["combatSlug"], json!({"stringValue": "mage"}));
        assert!(!has_null(&fields), "{fields}");
        assert!(fields.get("claimTurn").is_none() && fields.get("createKey").is_none());
        // Few enough for the index, and the large ones as bytes.
        assert!(fields.as_object().unwrap().len() < 25, "{fields}");
        assert!(fields["state"]["bytesValue"].is_string() && fields["head"]["bytesValue"].is_string());
    }

    async fn a_hand_edit_is_seen_by_the_next_turn_and_told_by_verify() {
        let options = emulator::project();
        let (store, console) = (opened(&options).await, Console::of(&options));
        let session = created(&store, "ada").await;
        let mut after = played(&store, &session, "look").await;
        let id = &session.head.id;
        let clean = format!("{:?}", std::process::ExitCode::SUCCESS);
        assert_eq!(format!("{:?}", verify(&store, Some(id.to_string()), true).await.unwrap()), clean);
        let edited = json!({"arrayValue": {"values": [{"stringValue": "the mill was saved"}]}});
        console.change(&at(id), "importantEvents", Some(edited)).await;
        assert_eq!(store.load(id).await.unwrap().game.important_events, ["the mill was saved"]);
        let claimed = super::claimed(store.begin_turn("ada", id, &crate::store::records::key("k", "k"), &"t".into()).await.unwrap());
        assert_eq!(claimed.session.game.important_events, ["the mill was saved"]);
        store.release_claim(&claimed.claim).await.unwrap();
        let stored = store.raw_snapshot(id).await.unwrap();
        assert_ne!(stored, serde_json::to_vec(&check_fold(&store, id).await.unwrap()).unwrap());
        assert_ne!(format!("{:?}", verify(&store, Some(id.to_string()), true).await.unwrap()), clean);
        // A field that was added to an NPC is an edit as well; one that is gone is damage.
        after.head.title.clear();
        console.change(&at(id), "supportingNPCs", None).await;
        assert!(why_damaged(store.load(id).await).contains("supportingNPCs"));
    }

    async fn damaged_documents_hurt_only_themselves() {
        let options = emulator::project();
        let (store, console) = (opened(&options).await, Console::of(&options));
        let well = created(&store, "ada").await;
        let newer = json!({"integerValue": (SCHEMA + 1).to_string()});
        let garbage = json!({"bytesValue": "AAAA"});
        for (field, value, sentence) in [
            ("state", Some(garbage.clone()), "the state of the game"),
            ("state", Some(json!({"stringValue": "{}"})), "state"),
            ("state", None, "state"),
            ("head", Some(garbage), "head"),
            ("schema", Some(newer), "newer version"),
            ("schema", Some(json!({"stringValue": "2"})), "schema"),
            ("version", Some(json!({"integerValue": "99"})), "version 99"),
            ("nTurns", Some(json!({"integerValue": "-1"})), "nTurns"),
            ("title", None, "title"),
            ("importantEvents", Some(json!({"stringValue": "x"})), "the state of the game"),
        ] {
            let ill = created(&store, "bo").await;
            let id = &ill.head.id;
            console.change(&at(id), field, value).await;
            let next = next_turn(&ill, "look");
            if !["nTurns"].contains(&field) {
                let why = why_damaged(store.load(id).await);
                assert!(why.contains(sentence) && why.contains(&id.to_string()), "{field}: {why}");
            }
            let why = why_damaged(store.begin_turn("bo", id, &next.key, &next.claim.turn).await);
            assert!(why.contains(sentence), "{field}: {why}");
            assert!(store.list("bo", 100, None).await.unwrap().items.iter().any(|it| it.id == *id));
            // It can be deleted.
            store.delete(id).await.unwrap();
            assert!(console.names(&format!("{}/starts", at(id))).await.is_empty());
        }
        played(&store, &well, "look").await;
        assert_eq!(store.all_ids().await.unwrap(), [well.head.id]);
    }

    async fn a_damaged_turn_is_told_and_the_session_plays_on() {
        let options = emulator::project();
        let (store, console) = (opened(&options).await, Console::of(&options));
        let session = created(&store, "ada").await;
        let after = played(&store, &session, "look").await;
        let id = &session.head.id;
        console.change(&format!("{}/turns/0000000001", at(id)), "body", Some(json!({"bytesValue": "AAAA"}))).await;
        assert!(why_damaged(store.turns(id, None, None, 10).await).contains("the record of the turn"));
        assert!(why_damaged(store.key_use(id, "key of look").await).contains("the record of the turn"));
        let later = played(&opened(&options).await, &after, "listen").await;
        assert_eq!(store.load(id).await.unwrap(), later);
    }

    async fn deleting_leaves_no_document_behind() {
        let options = emulator::project();
        let (store, console) = (opened(&options).await, Console::of(&options));
        let session = session("ada", "One");
        store.create(crate::store::records::keyed(&session, "k")).await.unwrap();
        let after = played(&store, &session, "look").await;
        store.commit_interlude(next_interlude(&after, 5).0).await.unwrap();
        let id = &session.head.id;
        store.delete(id).await.unwrap();
        for collection in ["turns", "interludes", "checkpoints", "starts"] {
            assert!(console.names(&format!("{}/{collection}", at(id))).await.is_empty(), "{collection}");
        }
        assert!(console.names("createKeys").await.is_empty() && console.names("sessions").await.is_empty());
    }

    async fn a_key_whose_session_was_deleted_by_hand_makes_a_new_one() {
        let options = emulator::project();
        let (store, console) = (opened(&options).await, Console::of(&options));
        let (first, second) = (session("ada", "One"), session("ada", "Two"));
        store.create(crate::store::records::keyed(&first, "k")).await.unwrap();
        let url = format!("{}/{}", console.documents, at(&first.head.id));
        console.http.delete(url).bearer_auth("owner").send().await.unwrap();
        store.create(crate::store::records::keyed(&second, "k")).await.unwrap();
        assert_eq!(store.load(&second.head.id).await.unwrap(), second);
        store.create(new(&first)).await.unwrap();
    }
}
