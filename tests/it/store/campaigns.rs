//! Contract tests of every store for packages, shelves and plans.

use game::id::PlanId;

use embertale::store::{
    CampaignPlan, Error, KeptPackage, MAX_CARD_BYTES, MAX_DEPTH, MAX_PACKAGE_BYTES, MAX_PACKED_BYTES, Shelved,
};
use jiff::Timestamp;
use serde_json::{Value, json};

use crate::support::emulator;

use super::{
    contract::{On, created, is_conflict, is_not_found, on_every_store},
    records::{at, session},
};

on_every_store! {
    a_package_is_kept_under_what_it_is,
    a_package_that_is_not_kept_is_not_found,
    a_large_package_is_kept_and_one_beyond_the_bounds_is_refused,
    what_does_not_shrink_enough_is_refused_by_every_store_alike,
    a_shelf_has_what_was_put_there_last_first,
    putting_a_slug_on_the_shelf_again_takes_its_place,
    a_shelf_is_its_owners_alone,
    a_package_outlives_its_place_on_the_shelf,
    a_card_that_is_too_large_is_refused,
    a_plan_comes_back_as_it_was_saved,
    a_plan_is_its_owners_alone,
    a_taken_plan_id_is_a_conflict,
    a_plan_is_saved_only_upon_the_version_it_was_read_at,
    of_ten_who_save_a_plan_at_once_one_does,
    plans_are_listed_by_when_they_were_saved,
    a_plan_that_is_deleted_is_gone,
    a_plan_beyond_the_bounds_is_refused_and_stays_what_it_was,
    campaigns_are_no_sessions,
}

fn package(says: &str) -> KeptPackage {
    KeptPackage::of(json!({"format": "x", "title": says, "awkward": "👩‍👩‍👧 \u{0} \"ö\"", "n": 0.1}).to_string())
}

fn campaign(slug: &str, says: &str, minute: i64) -> Shelved {
    let card = json!({"blurb": says, "party": {"heroes": 4, "level": 1}, "nested": [[{}], null], "n": -0.25});
    Shelved { slug: slug.into(), title: says.into(), digest: package(says).digest().into(), card, at: at(minute) }
}

fn plan(owner: &str, id: &str, minute: i64) -> CampaignPlan {
    CampaignPlan {
        id: id.into(),
        owner: owner.into(),
        title: format!("Plan {id}"),
        version: 1,
        created_at: at(minute),
        updated_at: at(minute),
        body: json!({"outline": [null, {"ö": [1.5, "👩‍👩‍👧 \u{0}"]}], "b": 1, "a": 2}),
    }
}

/// A plan as it is when it is saved once more.
fn saved_again(plan: &CampaignPlan, says: &str, minute: i64) -> CampaignPlan {
    let (title, body) = (says.to_owned(), json!({"says": says}));
    CampaignPlan { title, body, version: plan.version + 1, updated_at: at(minute), ..plan.clone() }
}

fn slugs(shelf: &[Shelved]) -> Vec<&str> {
    shelf.iter().map(|campaign| campaign.slug.as_str()).collect()
}

/// Text that compresses to little less than half, the same each time.
fn hardly_shrinks(bytes: usize) -> String {
    let mut state = 7_u64;
    let digits = std::iter::repeat_with(|| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        format!("{:08x}", state >> 32)
    });
    digits.take(bytes / 8).collect()
}

fn is_too_large<T>(result: Result<T, Error>) -> bool {
    matches!(result, Err(Error::TooLarge(_)))
}

async fn a_package_is_kept_under_what_it_is(on: On) {
    let store = on.open().await;
    let (one, two) = (package("one"), package("two"));
    assert_ne!(one.digest(), two.digest());
    assert_eq!(one.digest().len(), 64);
    for package in [&one, &two, &one] {
        store.keep_package(package).await.unwrap();
    }
    assert_eq!(store.kept_package(one.digest()).await.unwrap(), one);
    assert_eq!(store.kept_package(two.digest()).await.unwrap().json(), two.json());
    let mut all = store.all_packages().await.unwrap();
    all.sort();
    let mut both = [one.digest().to_owned(), two.digest().to_owned()];
    both.sort();
    assert_eq!(all, both);
}

async fn a_package_that_is_not_kept_is_not_found(on: On) {
    let store = on.open().await;
    store.keep_package(&package("one")).await.unwrap();
    for digest in [package("two").digest(), "", "..", "a/b", &"x".repeat(2_000), "ö"] {
        assert!(is_not_found(store.kept_package(digest).await), "{digest}");
    }
}

async fn a_large_package_is_kept_and_one_beyond_the_bounds_is_refused(on: On) {
    let store = on.open().await;
    let text = |bytes: usize| KeptPackage::of(format!("\"{}\"", "x".repeat(bytes - 2)));
    let largest = text(MAX_PACKAGE_BYTES);
    store.keep_package(&largest).await.unwrap();
    assert_eq!(store.kept_package(largest.digest()).await.unwrap(), largest);
    let larger = text(MAX_PACKAGE_BYTES + 1);
    let refused = store.keep_package(&larger).await.unwrap_err();
    assert!(refused.to_string().contains("the campaign is too large"), "{refused}");
    assert!(is_not_found(store.kept_package(larger.digest()).await));
    let deep = KeptPackage::of("[".repeat(MAX_DEPTH + 1) + &"]".repeat(MAX_DEPTH + 1));
    assert!(is_too_large(store.keep_package(&deep).await));
}

async fn what_does_not_shrink_enough_is_refused_by_every_store_alike(on: On) {
    let store = on.open().await;
    let fits = KeptPackage::of(format!("\"{}\"", hardly_shrinks(MAX_PACKED_BYTES * 3 / 2)));
    store.keep_package(&fits).await.unwrap();
    assert_eq!(store.kept_package(fits.digest()).await.unwrap(), fits);
    let too_much = KeptPackage::of(format!("\"{}\"", hardly_shrinks(MAX_PACKED_BYTES * 5 / 2)));
    let refused = store.keep_package(&too_much).await.unwrap_err();
    assert!(refused.to_string().contains("compressed"), "{refused}");
    assert_eq!(store.all_packages().await.unwrap(), [fits.digest()]);
}

async fn a_shelf_has_what_was_put_there_last_first(on: On) {
    let store = on.open().await;
    assert!(store.shelf("ada").await.unwrap().is_empty());
    for (slug, minute) in [("mill", 2), ("tower", 9), ("harbour", 5), ("ash", 9)] {
        store.shelve("ada", &campaign(slug, slug, minute)).await.unwrap();
    }
    let shelf = store.shelf("ada").await.unwrap();
    assert_eq!(slugs(&shelf), ["ash", "tower", "harbour", "mill"]);
    assert_eq!(shelf[1], campaign("tower", "tower", 9));
    assert_eq!(store.shelved("ada", "mill").await.unwrap(), campaign("mill", "mill", 2));
    assert!(is_not_found(store.shelved("ada", "nowhere").await));
}

async fn putting_a_slug_on_the_shelf_again_takes_its_place(on: On) {
    let store = on.open().await;
    store.shelve("ada", &campaign("mill", "The Mill", 1)).await.unwrap();
    store.shelve("ada", &campaign("tower", "The Tower", 2)).await.unwrap();
    let anew = campaign("mill", "The Mill, Again", 3);
    store.shelve("ada", &anew).await.unwrap();
    let shelf = store.shelf("ada").await.unwrap();
    assert_eq!(slugs(&shelf), ["mill", "tower"]);
    assert_eq!(shelf[0], anew);
}

async fn a_shelf_is_its_owners_alone(on: On) {
    let store = on.open().await;
    store.shelve("ada", &campaign("mill", "Ada's", 1)).await.unwrap();
    store.shelve("bo", &campaign("mill", "Bo's", 2)).await.unwrap();
    // Neither name runs into the slug.
    store.shelve("ad", &campaign("amill", "Ad's", 3)).await.unwrap();
    assert_eq!(store.shelved("ada", "mill").await.unwrap().title, "Ada's");
    assert_eq!(slugs(&store.shelf("bo").await.unwrap()), ["mill"]);
    assert!(is_not_found(store.unshelve("bo", "amill").await));
    store.unshelve("bo", "mill").await.unwrap();
    assert!(store.shelf("bo").await.unwrap().is_empty());
    assert_eq!(store.shelf("ada").await.unwrap().len(), 1);
    let mut all: Vec<(String, String)> =
        store.all_shelved().await.unwrap().into_iter().map(|(owner, it)| (owner, it.title)).collect();
    all.sort();
    assert_eq!(all, [("ad".into(), "Ad's".into()), ("ada".into(), "Ada's".into())]);
}

async fn a_package_outlives_its_place_on_the_shelf(on: On) {
    let store = on.open().await;
    let package = package("The Mill");
    store.keep_package(&package).await.unwrap();
    store.shelve("ada", &campaign("mill", "The Mill", 1)).await.unwrap();
    store.unshelve("ada", "mill").await.unwrap();
    assert!(is_not_found(store.unshelve("ada", "mill").await), "it is gone");
    assert_eq!(store.kept_package(package.digest()).await.unwrap(), package);
}

async fn a_card_that_is_too_large_is_refused(on: On) {
    let store = on.open().await;
    let wide = Shelved { card: json!("x".repeat(MAX_CARD_BYTES)), ..campaign("mill", "The Mill", 1) };
    assert!(is_too_large(store.shelve("ada", &wide).await));
    let titled = Shelved { title: "x".repeat(MAX_CARD_BYTES), ..campaign("mill", "The Mill", 1) };
    assert!(is_too_large(store.shelve("ada", &titled).await));
    assert!(store.shelf("ada").await.unwrap().is_empty());
}

async fn a_plan_comes_back_as_it_was_saved(on: On) {
    let store = on.open().await;
    let first = CampaignPlan { created_at: "2026-03-01T08:00:00.123456789Z".parse().unwrap(), ..plan("ada", "p1", 0) };
    store.create_plan(&first).await.unwrap();
    assert_eq!(store.plan("ada", &first.id).await.unwrap(), first);
    let order: Vec<String> = match store.plan("ada", &first.id).await.unwrap().body {
        Value::Object(fields) => fields.keys().cloned().collect(),
        other => panic!("{other}"),
    };
    assert_eq!(order, ["outline", "b", "a"]);
    let second = saved_again(&first, "Another title", 4);
    // When it was begun is not to be changed.
    let told_otherwise = CampaignPlan { created_at: at(3), ..second.clone() };
    store.save_plan(&told_otherwise, 1).await.unwrap();
    assert_eq!(store.plan("ada", &first.id).await.unwrap(), second);
}

async fn a_plan_is_its_owners_alone(on: On) {
    let store = on.open().await;
    let adas = plan("ada", "p1", 0);
    store.create_plan(&adas).await.unwrap();
    assert!(is_not_found(store.plan("bo", &adas.id).await));
    assert!(is_not_found(store.delete_plan("bo", &adas.id).await));
    let bos = CampaignPlan { owner: "bo".into(), ..saved_again(&adas, "mine", 1) };
    assert!(is_not_found(store.save_plan(&bos, 1).await));
    assert!(store.plans("bo").await.unwrap().is_empty());
    assert_eq!(store.plan("ada", &adas.id).await.unwrap(), adas);
    for id in ["", "..", "a/b", "p2", &"x".repeat(2_000)] {
        assert!(is_not_found(store.plan("ada", &PlanId::from(id)).await), "{id}");
    }
}

async fn a_taken_plan_id_is_a_conflict(on: On) {
    let store = on.open().await;
    let first = plan("ada", "p1", 0);
    store.create_plan(&first).await.unwrap();
    for owner in ["ada", "bo"] {
        assert!(is_conflict(store.create_plan(&plan(owner, "p1", 5)).await));
    }
    assert_eq!(store.plan("ada", &first.id).await.unwrap(), first);
}

async fn a_plan_is_saved_only_upon_the_version_it_was_read_at(on: On) {
    let store = on.open().await;
    let first = plan("ada", "p1", 0);
    store.create_plan(&first).await.unwrap();
    let second = saved_again(&first, "two", 1);
    store.save_plan(&second, 1).await.unwrap();
    assert!(is_conflict(store.save_plan(&saved_again(&first, "other", 2), 1).await), "it was saved since");
    assert!(is_conflict(store.save_plan(&saved_again(&second, "other", 2), 7).await), "it never was there");
    assert!(is_conflict(store.save_plan(&CampaignPlan { version: 9, ..second.clone() }, 2).await), "that skips some");
    assert_eq!(store.plan("ada", &first.id).await.unwrap(), second);
    store.save_plan(&saved_again(&second, "three", 3), 2).await.unwrap();
    assert_eq!(store.plan("ada", &first.id).await.unwrap().version, 3);
}

async fn of_ten_who_save_a_plan_at_once_one_does(on: On) {
    let store = on.open().await;
    let first = plan("ada", "p1", 0);
    store.create_plan(&first).await.unwrap();
    let mut racing = tokio::task::JoinSet::new();
    for n in 0..10 {
        let (store, next) = (store.shared(), saved_again(&first, &format!("by {n}"), n));
        racing.spawn(async move { (store.save_plan(&next, 1).await, next) });
    }
    let (mut won, mut n_lost) = (Vec::new(), 0);
    while let Some(raced) = racing.join_next().await {
        match raced.unwrap() {
            (Ok(()), plan) => won.push(plan),
            (Err(Error::Conflict), _) => n_lost += 1,
            (Err(error), _) => panic!("{error}"),
        }
    }
    assert_eq!((won.len(), n_lost), (1, 9));
    assert_eq!(store.plan("ada", &first.id).await.unwrap(), won[0]);
}

async fn plans_are_listed_by_when_they_were_saved(on: On) {
    let store = on.open().await;
    let plans = [plan("ada", "a", 3), plan("ada", "b", 1), plan("ada", "c", 2), plan("bo", "d", 9)];
    for plan in &plans {
        store.create_plan(plan).await.unwrap();
    }
    store.save_plan(&saved_again(&plans[1], "B", 7), 1).await.unwrap();
    let listed = store.plans("ada").await.unwrap();
    let ids: Vec<&str> = listed.iter().map(|plan| plan.id.as_str()).collect();
    assert_eq!(ids, ["b", "a", "c"]);
    assert_eq!((listed[0].title.as_str(), listed[0].version), ("B", 2));
    let times: [Timestamp; 2] = [listed[0].created_at, listed[0].updated_at];
    assert_eq!(times, [at(1), at(7)]);
    let mut all: Vec<String> =
        store.all_plans().await.unwrap().into_iter().map(|(o, id)| format!("{o} {id}")).collect();
    all.sort();
    assert_eq!(all, ["ada a", "ada b", "ada c", "bo d"]);
}

async fn a_plan_that_is_deleted_is_gone(on: On) {
    let store = on.open().await;
    let first = plan("ada", "p1", 0);
    store.create_plan(&first).await.unwrap();
    store.delete_plan("ada", &first.id).await.unwrap();
    assert!(is_not_found(store.plan("ada", &first.id).await));
    assert!(is_not_found(store.delete_plan("ada", &first.id).await));
    assert!(store.save_plan(&saved_again(&first, "two", 1), 1).await.is_err());
    assert!(store.plans("ada").await.unwrap().is_empty());
}

async fn a_plan_beyond_the_bounds_is_refused_and_stays_what_it_was(on: On) {
    let store = on.open().await;
    let first = plan("ada", "p1", 0);
    store.create_plan(&first).await.unwrap();
    let with_body = |body: Value| CampaignPlan { body, ..saved_again(&first, "two", 1) };
    assert!(is_too_large(store.save_plan(&with_body(json!("x".repeat(MAX_PACKAGE_BYTES))), 1).await));
    assert!(is_too_large(store.save_plan(&with_body(json!(hardly_shrinks(MAX_PACKED_BYTES * 5 / 2))), 1).await));
    let deep = (0..=MAX_DEPTH).fold(json!(1), |inner, _| json!([inner]));
    assert!(is_too_large(store.save_plan(&with_body(deep), 1).await));
    let titled = CampaignPlan { title: "x".repeat(MAX_CARD_BYTES), ..saved_again(&first, "two", 1) };
    assert!(is_too_large(store.save_plan(&titled, 1).await));
    assert!(is_too_large(store.create_plan(&CampaignPlan { id: "p2".into(), ..titled }).await));
    assert_eq!(store.plan("ada", &first.id).await.unwrap(), first);
    assert_eq!(store.all_plans().await.unwrap().len(), 1);
    store.save_plan(&with_body(json!("x".repeat(MAX_PACKAGE_BYTES - 2))), 1).await.unwrap();
}

async fn campaigns_are_no_sessions(on: On) {
    let store = on.open().await;
    let session = created(&*store, session("ada", "One")).await;
    store.keep_package(&package("one")).await.unwrap();
    store.shelve("ada", &campaign("mill", "one", 1)).await.unwrap();
    store.create_plan(&plan("ada", "p1", 0)).await.unwrap();
    assert_eq!(store.all_ids().await.unwrap(), std::slice::from_ref(&session.head.id));
    store.delete(&session.head.id).await.unwrap();
    assert_eq!(store.all_packages().await.unwrap().len(), 1);
    assert_eq!(store.shelf("ada").await.unwrap().len(), 1);
    assert_eq!(store.plans("ada").await.unwrap().len(), 1);
}
