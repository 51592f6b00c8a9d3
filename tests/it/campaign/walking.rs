//! Tests of random games through a campaign, and of its map.

use std::collections::BTreeSet;

use embertale::campaign::{self, CampaignProgress, Scope};
use serde_json::json;

use super::{clean, read};

#[test]
fn a_clean_campaign_comes_to_each_of_its_endings() {
    let package = read(&clean()).unwrap();
    let walks = campaign::walk(&package, 2_000, 7);
    assert_eq!((walks.n_ended, walks.n_lost), (2_000, 0));
    assert!(walks.endings.values().all(|n| *n > 0), "{:?}", walks.endings);
    assert_eq!(walks.unseen, [""; 0]);
    assert_eq!(walks, campaign::walk(&package, 2_000, 7), "the same seed walks the same ways");
    assert_ne!(walks, campaign::walk(&package, 2_000, 8));
}

#[test]
fn whoever_stands_still_is_counted_where() {
    let mut written = clean();
    written["acts"][1]["nodes"][3]["exits"] = json!([]);
    let walks = campaign::walk(&read(&written).unwrap(), 500, 1);
    assert!(walks.stuck["the-hopper"] > 50, "{walks:?}");
    let mut ring = clean();
    ring["acts"][0]["nodes"][2]["exits"] =
        json!([{"id": "back", "when": "Back.", "label": "Back", "to": {"node": "the-spill"}}]);
    let walks = campaign::walk(&read(&ring).unwrap(), 100, 1);
    assert_eq!(walks.n_lost, 100, "{walks:?}");
}

#[test]
fn a_failed_beat_is_followed_by_the_one_it_names() {
    let package = read(&clean()).unwrap();
    let (_, spill) = package.node("the-spill").unwrap();
    let mut progress = CampaignProgress::begin(&package);
    progress.go(&package, &spill_way());
    let next = |progress: &CampaignProgress| progress.next_beat(spill).map(|beat| beat.id.clone());
    assert_eq!(next(&progress).as_deref(), Some("looking-at-the-spill"));
    progress.end_beat(&package, &spill.beats[0], true);
    let mut lucky = progress.clone();
    lucky.end_beat(&package, &spill.beats[1], true);
    assert_eq!(next(&lucky).as_deref(), Some("over-the-wolves"));
    progress.end_beat(&package, &spill.beats[1], false);
    assert_eq!(next(&progress).as_deref(), Some("after-the-wolves"));
    assert_eq!(progress.doom, 2, "a failure drives the clock, and so does what comes of it");
}

fn spill_way() -> campaign::Destination {
    campaign::Destination::Node("the-spill".to_owned())
}

#[test]
fn a_full_clock_brings_what_it_brings() {
    let package = read(&clean()).unwrap();
    let mut progress = CampaignProgress::begin(&package);
    let (_, toll) = package.node("the-toll").unwrap();
    for _ in 0..3 {
        assert_eq!(progress.ending, None);
        progress.end_beat(&package, &toll.beats[0], false);
    }
    assert_eq!((progress.doom, progress.ending.as_deref()), (5, Some("grey-everywhere")));
}

#[test]
fn the_map_names_every_node_and_players_see_what_they_found() {
    let package = read(&clean()).unwrap();
    let map = campaign::text(&package, Scope::Author);
    for (_, node) in package.nodes() {
        assert!(map.contains(&node.title), "{map}");
    }
    insta::assert_snapshot!("campaign_map", map);
    let seen = BTreeSet::from(["the-foot".to_owned(), "the-toll".to_owned()]);
    let found = campaign::text(&package, Scope::Seen(&seen));
    for hidden in ["The Mill", "The Hopper", "hidden", "White Salt", "The Spill"] {
        assert!(!found.contains(hidden), "{found}");
    }
    assert!(found.contains("The Toll") && found.contains("Home: ?"), "{found}");
}

#[test]
fn the_drawing_is_an_image_without_a_strangers_markup() {
    let mut written = clean();
    written["acts"][0]["nodes"][0]["title"] = json!("</text><script>alert(1)</script>");
    let package = read(&written).unwrap();
    let drawn = campaign::svg(&package, Scope::Author);
    assert!(drawn.starts_with("<svg") && drawn.trim_end().ends_with("</svg>"));
    assert!(!drawn.contains("<script"), "{drawn}");
    assert_eq!(drawn.matches("<rect").count(), 7 + 4);
    let nobody = BTreeSet::new();
    assert!(!campaign::svg(&package, Scope::Seen(&nobody)).contains("<rect"));
}
