//! Tests of generated pictures and music, for any words.

use std::collections::{BTreeMap, BTreeSet};

use embertale::assets::{BackgroundSetting, EDITION, Feelings, PortraitRole, background, music, portrait};
use proptest::prelude::*;
use sha2::{Digest, Sha256};

/// One place of every kind there is a picture of, in words that name no colour, hour or weather.
const PLACES: [&str; 37] = [
    "the village",
    "the forest",
    "the road",
    "the mountain",
    "the shore",
    "the harbour",
    "the ship",
    "the market",
    "the street",
    "the mill",
    "the tower",
    "the castle",
    "the marsh",
    "the ruin",
    "the camp",
    "the graveyard",
    "the ice house",
    "the cave",
    "the passage",
    "the inn",
    "the temple",
    "the cellar",
    "the cottage",
    "the forge",
    "the hall",
    "the library",
    "the loft",
    "the glacier",
    "the crypt",
    "the prison",
    "the mine",
    "the workshop",
    "the bridge",
    "the desert",
    "the frozen lake",
    "the lighthouse",
    "the shrine",
];

const MOODS: [&str; 7] =
    ["", "fog over everything", "a night of stars", "rain at dusk", "snow, and lamplight", "a storm", "noon"];

const LOOKS: [&str; 16] = [
    "",
    "An elven woman with long silver hair and a straw hat, freckled, in a blue cloak",
    "A dwarf with a great red beard, a dented helmet and mail",
    "A broad half-orc smith, scarred, with black plaits",
    "An old tiefling in a red robe, with spectacles and a pencil",
    "A bronze dragonborn soldier in plate",
    "A goblin boy of nine in rags, grinning",
    "A grey wolf in a cloak",
    "A cat in a green coat",
    "An owl in a robe, with a crown",
    "A skeleton in plate with a crown",
    "A hooded man with an eyepatch and a black beard",
    "An old wizard with a long white beard in a pointed hat",
    "A woman of eighty, curly, in a shawl and a kerchief, freckled, with spectacles",
    "A bald man of fifty with a moustache in a cap and an apron",
    "Something made of frost, with no eyes",
];

fn feelings(n: usize) -> Feelings {
    let of = |k: usize| {
        if n % 6 == k {
            0.8
        } else if (n / 6) % 6 == k {
            0.4
        } else {
            0.0
        }
    };
    Feelings { calm: of(0), wonder: of(1), dread: of(2), danger: of(3), sorrow: of(4), triumph: of(5) }
}

fn drawn(seed: u64, place: &str, mood: &str, feelings: Feelings) -> String {
    background(seed, &BackgroundSetting { place, seen: "", mood, feelings }, (1200, 675))
}

/// Holds a drawing to what every drawing is: well-formed, of known elements, with ids of its own, and nothing from outside.
fn sound(svg: &str, prefix: &str, most: usize) {
    assert!(svg.len() <= most, "{} bytes", svg.len());
    let mut open = Vec::new();
    let mut ids = BTreeSet::new();
    let mut named = BTreeSet::new();
    let mut rest = svg;
    while let Some(at) = rest.find('<') {
        assert_eq!(rest[..at].trim(), "", "there is text in it");
        let end = rest[at..].find('>').expect("a tag has no end") + at;
        let tag = &rest[at + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name.to_owned()), "tags are not nested");
            continue;
        }
        let name: String = tag.chars().take_while(|c| c.is_alphanumeric()).collect();
        const KNOWN: [&str; 15] = [
            "svg",
            "defs",
            "g",
            "path",
            "rect",
            "ellipse",
            "linearGradient",
            "radialGradient",
            "stop",
            "filter",
            "feTurbulence",
            "feDisplacementMap",
            "feColorMatrix",
            "feComposite",
            "feBlend",
        ];
        assert!(KNOWN.contains(&name.as_str()), "<{name}> is not drawn with");
        assert_eq!(tag.matches('"').count() % 2, 0, "an attribute has no end: {tag}");
        ids.extend(attribute(tag, "id").map(str::to_owned));
        named.extend(tag.match_indices("url(#").map(|(at, _)| tag[at + 5..].split(')').next().unwrap().to_owned()));
        if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert_eq!(open, Vec::<String>::new(), "tags are left open");
    assert_eq!(rest, "");
    assert!(ids.iter().all(|id| id.starts_with(prefix)), "{ids:?}");
    assert!(named.is_subset(&ids), "{named:?} of {ids:?}");
    for never in ["script", "href", "style", "NaN", "inf", "javascript", "data:"] {
        assert!(!svg.contains(never), "there is `{never}` in it");
    }
    assert_eq!(svg.matches("http").count(), 1, "only the name space is an address");
}

fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let at = tag.find(&format!(" {name}=\""))? + name.len() + 3;
    tag[at..].split('"').next()
}

#[test]
fn a_background_of_every_kind_is_sound_and_small() {
    for (n, place) in PLACES.iter().enumerate() {
        for seed in 0..28_u64 {
            let mood = MOODS[seed as usize % MOODS.len()];
            sound(&drawn(seed, place, mood, feelings(seed as usize + n)), &format!("e{seed:x}-"), 24 * 1024);
        }
    }
}

#[test]
fn kinds_of_places_are_told_apart_and_words_for_one_kind_agree() {
    let pictures: BTreeSet<String> = PLACES.iter().map(|place| drawn(7, place, "", feelings(0))).collect();
    assert_eq!(pictures.len(), PLACES.len());
    let same = [
        ("the inn", "the old tavern"),
        ("the harbour", "the ferry stage"),
        ("the temple", "the chapel"),
        ("the market", "Salt Square"),
        ("the ice house", "the ice-house yard"),
        ("the cellar", "the cellar under the staithe"),
        ("the workshop", "the cutting room of the ice house"),
        ("the crypt", "the tomb"),
        ("the shrine", "the Moth Well"),
        ("the prison", "the dungeon"),
        ("the castle", "the gate, in the gorge"),
        ("the road", "the crossroads"),
        ("the passage", "the passage to Blind Tarn"),
        ("the passage", "the brick drain under Frog Lane"),
        ("the street", "Frog Lane, in the market"),
        ("the mill", "THE MILLS"),
    ];
    for (one, other) in same {
        assert!(drawn(7, one, "", feelings(0)) == drawn(7, other, "", feelings(0)), "{one} and {other}");
    }
    // Where the name says nothing, what one sees does.
    let seen = BackgroundSetting { place: "Sundry", seen: "A mill turns.", mood: "", feelings: feelings(0) };
    assert!(background(7, &seen, (1200, 675)) == drawn(7, "the mill", "", feelings(0)));
}

#[test]
fn feelings_hours_and_weathers_are_seen() {
    let by_feeling: BTreeSet<String> = (0..6).map(|n| drawn(7, "the road", "noon", feelings(n))).collect();
    assert_eq!(by_feeling.len(), 6);
    let by_mood: BTreeSet<String> = MOODS.iter().map(|mood| drawn(7, "the road", mood, feelings(0))).collect();
    assert!(by_mood.len() >= 6);
}

/// Of each of the sixty places of the contact sheet (`tests/page/places.mjs`) there is a small picture, and most are drawn in a way of their own.
#[test]
fn the_places_of_the_contact_sheet_are_small_and_differ() {
    let places: Vec<BTreeMap<String, String>> = serde_json::from_str(include_str!("../page/places.json")).unwrap();
    assert_eq!(places.len(), 60);
    let mut pictures = BTreeSet::new();
    for place in &places {
        let [name, seen, mood] = ["name", "seen", "mood"].map(|field| place[field].as_str());
        let setting = BackgroundSetting { place: name, seen, mood, feelings: Feelings::default() };
        for seed in 0..8_u64 {
            sound(&background(seed, &setting, (1200, 675)), &format!("e{seed:x}-"), 24 * 1024);
        }
        pictures.insert(background(7, &setting, (1200, 675)));
    }
    assert!(pictures.len() >= 50, "{} of 60 are drawn in a way of their own", pictures.len());
}

#[test]
fn the_moment_outweighs_the_name_and_the_name_what_is_seen() {
    let of = |place: &str, seen: &str, mood: &str| {
        background(7, &BackgroundSetting { place, seen, mood, feelings: feelings(0) }, (1200, 675))
    };
    assert!(of("the market", "a lamp", "noon") == of("the market", "", "noon"));
    assert!(of("the market", "a lamp", "night") != of("the market", "a lamp", "noon"));
    assert!(of("the night market", "noon", "") == of("the night market", "", ""));
    for season in ["spring", "summer", "autumn", "winter"] {
        assert!(of("the forest", "", &format!("noon in {season}")) != of("the forest", "", "noon"), "{season}");
    }
}

#[test]
fn ice_puts_fires_out_and_what_lies_under_a_hill_has_no_sky() {
    let of = |place: &str, seen: &str| {
        background(7, &BackgroundSetting { place, seen, mood: "noon", feelings: feelings(0) }, (1200, 675))
    };
    const FIRE: &str = "#d9692c";
    assert!(of("the cottage", "A table.").contains(FIRE));
    assert!(!of("the cottage", "A block of ice, and ice on the floor.").contains(FIRE));
    assert!(of("the cottage", "Ice on the panes, frost on the door, and a fire.").contains(FIRE));
    let village = "A village with a yard and a green, all of it ice, and an ice pump.";
    assert!(of("the other Sundry, under the hill", village) == of("the glacier", village));
    assert!(of("the other Sundry", village) != of("the glacier", village));
}

#[test]
fn a_portrait_of_anybody_is_sound_and_small() {
    for look in LOOKS {
        for seed in 0..42 {
            let part = [PortraitRole::Protagonist, PortraitRole::Ally, PortraitRole::Antagonist, PortraitRole::Other]
                [seed as usize % 4];
            let svg = portrait(seed, "Somebody", look, part, (480, 600));
            let prefix = svg.split("id=\"p").nth(1).unwrap().split('-').next().unwrap().to_owned();
            sound(&svg, &format!("p{prefix}-"), 12 * 1024);
        }
    }
}

#[test]
fn words_for_looks_are_seen() {
    let faces: BTreeSet<String> =
        LOOKS.iter().map(|look| portrait(7, "A", look, PortraitRole::Other, (480, 600))).collect();
    assert_eq!(faces.len(), LOOKS.len());
    let of = |look: &str| portrait(7, "A", look, PortraitRole::Other, (480, 600));
    // Colours belong to the noun they stand before.
    assert!(of("A woman in a coat, with red hair") != of("A woman in a red coat, with hair"));
    assert!(of("A woman with red hair") == of("A woman, her hair being red hair"));
    let named = |name: &str, part| portrait(7, name, "A man", part, (480, 600));
    assert!(named("A", PortraitRole::Ally) != named("A", PortraitRole::Antagonist));
    assert!(named("A", PortraitRole::Ally) != named("B", PortraitRole::Ally));
}

#[test]
fn two_drawings_on_a_page_share_no_id() {
    let ids = |svg: &str| -> BTreeSet<String> {
        svg.match_indices(" id=\"").map(|(at, _)| svg[at + 5..].split('"').next().unwrap().to_owned()).collect()
    };
    let all = [
        drawn(1, "the inn", "", feelings(0)),
        drawn(2, "the inn", "", feelings(0)),
        portrait(1, "A", "", PortraitRole::Ally, (480, 600)),
        portrait(1, "B", "", PortraitRole::Ally, (480, 600)),
    ];
    let all = all.map(|svg| ids(&svg));
    assert_eq!(all.iter().map(BTreeSet::len).sum::<usize>(), all.iter().flatten().collect::<BTreeSet<_>>().len());
}

#[test]
fn a_seed_gives_the_same_bytes_on_every_machine() {
    let digest =
        |bytes: &[u8]| Sha256::digest(bytes).iter().take(8).map(|byte| format!("{byte:02x}")).collect::<String>();
    // A change of one of these requires a new edition.
    let mut digests = vec![format!("edition {EDITION}")];
    for (n, place) in PLACES.iter().enumerate() {
        digests.push(format!("{place}: {}", digest(drawn(n as u64, place, MOODS[n % 7], feelings(n)).as_bytes())));
    }
    for (n, look) in LOOKS.iter().enumerate() {
        digests.push(format!(
            "{look}: {}",
            digest(portrait(n as u64, "A", look, PortraitRole::Ally, (480, 600)).as_bytes())
        ));
    }
    for n in 0..6 {
        digests.push(format!("music {n}: {}", digest(&music(n as u64, &feelings(n), 8))));
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("assets", digests.join("\n")));
}

/// The samples of a WAV file, from -1 to 1, after its header has been held to what it says.
fn samples(wav: &[u8], seconds: u32) -> Vec<f64> {
    let number = |at: usize| u32::from_le_bytes(wav[at..at + 4].try_into().unwrap());
    assert_eq!((&wav[0..4], &wav[8..16], &wav[36..40]), (&b"RIFF"[..], &b"WAVEfmt "[..], &b"data"[..]));
    assert_eq!((number(4) as usize, number(40) as usize), (wav.len() - 8, wav.len() - 44));
    assert_eq!((number(16), number(20), number(24), number(28), number(32)), (16, 0x1_0001, 22_050, 44_100, 0x10_0002));
    assert_eq!(wav.len(), 44 + 2 * 22_050 * seconds as usize);
    wav[44..].chunks(2).map(|two| f64::from(i16::from_le_bytes([two[0], two[1]])) / 32_768.0).collect()
}

fn loudness(of: &[f64]) -> f64 {
    (of.iter().map(|sample| sample * sample).sum::<f64>() / of.len() as f64).sqrt()
}

#[test]
fn music_loops_without_a_seam_and_is_neither_loud_nor_silent() {
    for n in 0..6 {
        let samples = samples(&music(n as u64, &feelings(n), 10), 10);
        let peak = samples.iter().fold(0.0_f64, |peak, sample| peak.max(sample.abs()));
        assert!(peak < 0.9, "it peaks at {peak}");
        assert!((0.06..0.2).contains(&loudness(&samples)), "{}", loudness(&samples));
        // Nowhere silent, so that no one thinks it ended.
        assert!(samples.chunks(22_050).all(|second| loudness(second) > 0.01), "it falls silent");
        // From the last sample to the first is a step like any other near there.
        let last = samples.len() - 1;
        let steps = |range: std::ops::Range<usize>| {
            range.map(|k| (samples[(k + 1) % (last + 1)] - samples[k]).abs()).fold(0.0, f64::max)
        };
        let near = steps(last - 2_000..last).max(steps(0..2_000));
        assert!((samples[0] - samples[last]).abs() <= near * 1.5, "a click of {}", (samples[0] - samples[last]).abs());
        // And as loud on either side of it.
        let (before, after) = (loudness(&samples[last - 11_025..]), loudness(&samples[..11_025]));
        assert!((0.25..4.0).contains(&(after / before)), "{before} before the seam, {after} after");
    }
}

/// No piece is much louder than another, none clips, and no seam is heard.
#[test]
fn pieces_are_as_loud_as_each_other_and_clip_nowhere() {
    const SECONDS: u32 = 20;
    let decibels = |share: f64| 20.0 * share.log10();
    let mut levels = Vec::new();
    for n in 0..6 {
        let samples = samples(&music(100 + n as u64, &feelings(n), SECONDS), SECONDS);
        let peak = decibels(samples.iter().fold(0.0_f64, |peak, sample| peak.max(sample.abs())));
        assert!(peak < -0.9, "piece {n} peaks at {peak:.1} dBFS");
        // Clipping is a plateau: the same largest value several times in a row.
        let top = samples.iter().fold(0.0_f64, |top, sample| top.max(sample.abs()));
        let flat = samples.windows(4).any(|four| four.iter().all(|sample| sample.abs() >= top - 1e-9));
        assert!(!flat, "piece {n} clips");
        let offset = samples.iter().sum::<f64>() / samples.len() as f64;
        assert!(offset.abs() < 0.002, "piece {n} is off the middle by {offset}");
        // A click is a bend that the piece has nowhere else: the second difference across the seam is no larger.
        let len = samples.len();
        let bend = |k: usize| (samples[(k + 1) % len] - 2.0 * samples[k % len] + samples[(k + len - 1) % len]).abs();
        let usual = (22_050..len - 22_050).map(bend).fold(0.0, f64::max);
        let seam = (len - 3..len + 3).map(bend).fold(0.0, f64::max);
        assert!(seam <= usual, "piece {n} clicks: {seam} at its seam, {usual} elsewhere");
        levels.push(decibels(loudness(&samples)));
        println!(
            "piece {n}: peak {peak:.1} dBFS, level {:.1} dBFS, bend {seam:.4} at the seam, {usual:.4} at most",
            levels[n]
        );
    }
    let (quiet, loud) =
        levels.iter().fold((0.0_f64, -99.0_f64), |(low, high), &level| (low.min(level), high.max(level)));
    assert!(loud - quiet < 8.0, "from {quiet:.1} to {loud:.1} dBFS");
}

#[test]
fn feelings_are_heard() {
    let pieces: BTreeSet<Vec<u8>> = (0..6).map(|n| music(7, &feelings(n), 8)).collect();
    assert_eq!(pieces.len(), 6);
    // Danger drives: its loudness changes more from tenth to tenth of a second than that of dread.
    let unrest = |n: usize| {
        let samples = samples(&music(7, &feelings(n), 16), 16);
        let tenths: Vec<f64> = samples.chunks(2_205).map(loudness).collect();
        tenths.windows(2).map(|two| (two[1] - two[0]).abs()).sum::<f64>() / tenths.iter().sum::<f64>()
    };
    assert!(unrest(3) > unrest(2) * 1.5, "{} and {}", unrest(3), unrest(2));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Whatever the words and numbers, there is a picture, and nothing of the words is in it.
    #[test]
    fn any_words_make_sound_pictures(seed: u64, words in ".{0,120}", odd: f64, wide: u32, high: u32) {
        let feelings = Feelings { dread: odd, wonder: -odd, ..Feelings::default() };
        let hostile = format!("{words}\"/><script>alert(1)</script><image href='http://x'/>");
        let setting = BackgroundSetting { place: &hostile, seen: &hostile, mood: &hostile, feelings };
        sound(&background(seed, &setting, (wide, high)), &format!("e{seed:x}-"), 24 * 1024);
        sound(&portrait(seed, &hostile, &hostile, PortraitRole::Other, (wide, high)), "p", 12 * 1024);
    }
}
