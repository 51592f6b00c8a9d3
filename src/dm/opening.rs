//! How a session begins that plays no campaign.

use jiff::Timestamp;
use uuid::Uuid;

use game::{
    Game, Session, SessionHead, State, TableSettings,
    character::Character,
    clock::Clock,
    id::SessionId,
    safety::{Safety, TextCheck},
    story::Story,
};

use super::Tables;

/// A place to begin: what an adventure there is called behind its hero's name, where it is, about what hour it begins, what
/// is going on, and what has come before.
struct Opening {
    tale: &'static str,
    /// Content tags of the adventure it begins.
    tags: &'static [&'static str],
    location: &'static str,
    hour: u8,
    scene: &'static str,
    background: &'static str,
}

const OPENINGS: [Opening; 10] = [
    Opening {
        tale: "the light across the river",
        tags: &["drowning", "undead"],
        location: "The Lantern and Eel",
        hour: 18,
        scene: "Rain drums on the shutters of a ferry inn. The innkeeper, Marta, keeps glancing at the one table nobody \
            has touched since yesterday: a cold supper, a grey cloak, and a chair pushed back in haste.",
        background: "The ferryman of Harrow's Reach set out last night to answer a light on the far bank and has not \
            come back. The river is rising, and the light burns there still.",
    },
    Opening {
        tale: "the bell that struck thirteen",
        tags: &["buried-alive", "undead"],
        location: "Thornwick market square",
        hour: 13,
        scene: "It is market day, and the bell in the tower has just struck thirteen. Nobody laughs. The smith's \
            daughter, Ilse, is the first to look down at the well, where something has begun to knock.",
        background: "Thornwick has buried its troubles deep: forty years ago the old mine was closed with people in \
            it. This spring the wells have started to taste of iron.",
    },
    Opening {
        tale: "the traveller too many",
        tags: &["corpses", "undead"],
        location: "The toll house on Cold Pass",
        hour: 16,
        scene: "Snow has shut the pass behind you. In the toll house a pedlar, a priestess and a silent guard share one \
            fire, and one of the three, the keeper Oswin whispers, was carried in dead an hour ago.",
        background: "The pass joins two valleys that no longer trust each other. Since the first snow every caravan has \
            come through one traveller short.",
    },
    Opening {
        tale: "the stair under the sea",
        tags: &["drowning", "undead"],
        location: "The quay of Saltmarrow",
        hour: 7,
        scene: "The tide has gone out farther than anyone remembers, and on the bare sea floor stands a stair, going \
            down. Old Hammet, the harbour master, is offering silver to whoever brings back what rings down there.",
        background: "Saltmarrow lives by wrecks and does not ask why there are so many. Seven nights in a row its \
            children have dreamed of the same bell.",
    },
    Opening {
        tale: "the sleepers of Hollin Abbey",
        tags: &["possession", "undead", "addiction"],
        location: "The orchard of Hollin Abbey",
        hour: 15,
        scene: "Ladders stand in the apple trees, and nobody is on them. Under the nearest a monk sleeps with a full \
            basket on his knees, and Agnes, the infirmarian, is pouring cold water over him for the third time today.",
        background: "Hollin Abbey presses the best cider in the valley. Since the oldest cask was opened eleven monks \
            have fallen asleep at their work, and asleep they all murmur the same name.",
    },
    Opening {
        tale: "the lost shadows",
        tags: &["possession"],
        location: "The night market on Pell Bridge",
        hour: 21,
        scene: "Every lamp on the bridge is lit, and yet the woman who sells the pies throws no shade on her own \
            counter. At the rail Corin, the lamplighter, is counting feet and what falls behind them, and keeps coming \
            out three short.",
        background: "Once a year there is a market on Pell Bridge that comes at dusk and is gone by dawn. This year it \
            has stayed for nine nights, and people have begun to come home from it without their shadows.",
    },
    Opening {
        tale: "the coach that came back",
        tags: &["kidnapping", "undead"],
        location: "The yard of the Six Bells",
        hour: 20,
        scene: "A coach stands steaming in the inn yard with its door open and its step let down, and nobody has got \
            out. The ostler, Jem, will not go nearer to it than the length of a rein.",
        background: "The night coach for Gallowmere set out with six people in it and came back with its lamps lit, its \
            horses fresh and nobody on the box. It has come back each night since, to the minute, with its door open.",
    },
    Opening {
        tale: "the people in the glass",
        tags: &["buried-alive", "undead", "kidnapping"],
        location: "The glassworks at Emberlow",
        hour: 10,
        scene: "The furnace roars, and nobody is feeding it. New panes are cooling along the racks, each with a figure \
            in it no taller than a hand, and the glassblower, Tessa, is turning them one by one to face the wall.",
        background: "Emberlow makes glass so clear that birds break their necks on it. A month ago the furnace drew in \
            somebody's voice, and since then there is someone standing in every pane.",
    },
    Opening {
        tale: "the river that goes nowhere",
        tags: &["undead"],
        location: "The barge Patience",
        hour: 17,
        scene: "A willow, a stile, a white cow: you tied up here last night, and the night before. At the tiller \
            Maud, the skipper, sets her knife to the wood to cut another notch, and finds that it is there already.",
        background: "The barge Patience has been poling down the Slow Lyn for eleven days, to a town that lies two days \
            downstream. Since the third day there has been nothing new to look at.",
    },
    Opening {
        tale: "the drowned witness",
        tags: &["drowning", "undead", "corpses", "execution"],
        location: "The courthouse of Ashgate",
        hour: 9,
        scene: "The court is packed to the stairs. In the dock sits a judge in his own chains, in the witness chair a \
            drowned woman drips, and under the bench the clerk, Lisbet, pushes a note into your hand: who is speaking \
            out of her?",
        background: "In Ashgate the dead can be called to witness, and in thirty years nobody has lied in court. \
            Yesterday a dead woman swore that the judge had killed her, and the judge is a good man.",
    },
];

/// What the time of year does: one of these stands behind every background, by the seed, so that the same beginning is
/// not the same country twice.
const SEASONS: [&str; 18] = [
    "It has been raining since the old moon.",
    "The first frost came early and has stayed.",
    "There has been no wind for nine days, and people have begun to whisper.",
    "The swallows left a month before their time.",
    "Every dog for miles howls at noon, and at no other hour.",
    "The harvest is in, and there is not much of it.",
    "A red star has been up in the evenings, low in the west.",
    "The river has changed its voice.",
    "All the bees have gone, and the hives are full of honey.",
    "It thaws by day and freezes by night, and roofs come down.",
    "The fog comes at four each afternoon, as though by appointment.",
    "Somebody has been painting doors white in the night, a hand on each.",
    "The crows fly in pairs this autumn, and always the same way.",
    "The milk turns by morning, whatever the goodwives do.",
    "Geese go over by night, too low, and nobody has seen them come down.",
    "The apples are ripe a month early, and sweet, and no one likes to be the first to eat one.",
    "Every clock in the valley has begun to gain, a little more each day.",
    "The spring tides have come in autumn.",
];

/// What else is said in the neighbourhood, chosen in the same way.
const RUMOURS: [&str; 20] = [
    "They say a tax man was let down a well, and that he is still counting.",
    "Somebody pays in coins with no king on them.",
    "A child has been seen on the roads with a lantern and no shadow.",
    "The miller swears that his scarecrow has changed fields.",
    "Two strangers have asked for the same man, and neither was the other's friend.",
    "At the crossroads a grave was dug, and no one has died.",
    "There is a fiddler about who takes his fee in names.",
    "A tinker sold nine mirrors, and all nine owners have covered theirs.",
    "It is said that the old lord's hounds were never found.",
    "Somewhere near here a treaty was buried along with the men who signed it.",
    "A black ram has been leading other people's flocks away.",
    "The ferry bell and the church bell have fallen out of step.",
    "Letters come for a house that burned down in the old queen's day.",
    "One of the standing stones was warm last week, and it is a different one now.",
    "Nobody will say who lights the shrine candles, or why there is always one too many.",
    "A sleeping woman was brought in from the moor, and she has not been seen to breathe.",
    "A man has been round buying up old keys, and does not ask what they open.",
    "The gravedigger has been seen digging by night, and filling in by day.",
    "Someone leaves a full plate on the bridge each evening, and fetches it empty.",
    "They are looking for a woman who sells maps of places that are not there yet.",
];

/// To whom the land belongs: a name and a manner, each chosen in the same way.
const LANDLORDS: [&str; 20] = [
    "old Lady Hask",
    "Sir Odo Crane",
    "the widow Merrow",
    "young Lord Tarrant",
    "Sallow the lawyer",
    "Dame Isolde Farrow",
    "Baron Uther Penn",
    "the abbess of Low Cross",
    "Lord Emeric Vane",
    "a banker called Sool",
    "Lady Brisa Holt",
    "Squire Lunt's only heir",
    "Sir Jocelyn Ware",
    "the Margravine",
    "old Captain Drewe",
    "Lady Oda Fenwright",
    "the last of Harrow House",
    "Lord Bertran Gale",
    "a dowager named Thessaly Rook",
    "Sir Anselm Pike",
];
const MANNERS: [&str; 20] = [
    "not seen in daylight since the spring",
    "who counts the sheep in person, and by night",
    "who has not paid a mason or a mercenary in two years",
    "whose steward signs everything and explains nothing",
    "who talks to the hawks and listens to the answers",
    "lately returned from the wars with somebody else's ring",
    "who forgives debts on feast days and doubles them after",
    "who keeps a lamp in every window but one",
    "whose portrait in the tollhouse has been turned to the wall",
    "who is said to be generous, though nobody can say to whom",
    "who has sold the woods three times over",
    "in whose house the bells are not rung any more",
    "who plays at chess by letter with a person unknown",
    "who has hired eleven gardeners and has no garden",
    "whose word was good until the well went bad",
    "who laughs at the wrong places in sermons",
    "who has had the old road measured, and will not say why",
    "who rides out each evening and comes back on foot",
    "who buys every map that comes to market, and burns it",
    "whose health is asked after in whispers",
];

impl Tables {
    /// A session of these heroes that plays no campaign, with these settings, at its start. It is nowhere saved
    /// yet.
    pub fn new_session(
        &self,
        owner: String,
        title: Option<String>,
        heroes: Vec<Character>,
        settings: TableSettings,
        safety: &Safety,
    ) -> Session {
        let seed = self.seeds().first();
        let opening = opening(&seed, safety);
        let title = title.unwrap_or_else(|| {
            let hero = heroes.first().map_or("Nobody", |hero| hero.name.as_str());
            format!("{hero} and {}", opening.tale)
        });
        let id = SessionId::from(Uuid::now_v7().to_string());
        let head = SessionHead::begin(id, owner, title, Timestamp::now());
        let state = State { clock: clock(opening, &seed), ..State::start(story(opening, &seed, safety), heroes, seed) };
        Session { head, game: Game::new(state.with_settings(settings)) }
    }
}

/// Where a session begins, chosen by its seed among those that cross no line of the table; among all, if every one does.
fn opening(seed: &[u8; 32], safety: &Safety) -> &'static Opening {
    let check = TextCheck::of(safety);
    let crosses = |opening: &Opening| {
        let is_line = |tag: &&str| safety.lines.iter().any(|line| line == tag);
        let texts = [opening.location, opening.scene, opening.background];
        opening.tags.iter().any(is_line) || texts.iter().any(|text| check.is_crossed_by(text))
    };
    one_of(seed, 0, &OPENINGS, crosses)
}

/// One of a list, chosen by the seed among those that are not left out; among all, if every one is.
fn one_of<'l, T>(seed: &[u8; 32], i: usize, list: &'l [T], is_left_out: impl Fn(&T) -> bool) -> &'l T {
    let kept: Vec<&T> = list.iter().filter(|one| !is_left_out(one)).collect();
    if kept.is_empty() { &list[chosen(seed, i, list.len())] } else { kept[chosen(seed, i, kept.len())] }
}

/// A place among `n`, all equally likely, from the four bytes of the seed that stand `i` times four bytes in.
fn chosen(seed: &[u8; 32], i: usize, n: usize) -> usize {
    let number = seed.iter().skip(4 * i).take(4).fold(0, |number, byte| number << 8 | usize::from(*byte));
    number % n.max(1)
}

/// When a session begins: at the hour its scene asks for, give or take what the seed says.
fn clock(opening: &Opening, seed: &[u8; 32]) -> Clock {
    let quarters = u32::try_from(chosen(seed, 5, 4)).unwrap_or(0);
    Clock { day: 1, hour: opening.hour, minute: 0 }.after(15 * quarters)
}

/// The story a session begins with.
fn story(opening: &Opening, seed: &[u8; 32], safety: &Safety) -> Story {
    let check = TextCheck::of(safety);
    let one_of = |i: usize, list: &'static [&'static str]| one_of(seed, i, list, |text| check.is_crossed_by(text));
    let (season, rumour) = (one_of(1, &SEASONS), one_of(2, &RUMOURS));
    let (landlord, manner) = (one_of(3, &LANDLORDS), one_of(4, &MANNERS));
    Story {
        current_location: opening.location.to_owned(),
        current_scene: opening.scene.to_owned(),
        background: format!("{} {season} The land belongs to {landlord}, {manner}. {rumour}", opening.background),
        current_act: 1,
        ..Story::default()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use game::{safety::Safety, story::Story};

    use super::{OPENINGS, opening};
    use crate::dm::Seeds;

    fn story(seed: &[u8; 32]) -> Story {
        super::story(opening(seed, &Safety::default()), seed, &Safety::default())
    }

    #[test]
    fn openings_that_cross_a_line_are_left_out() {
        let lines = vec!["undead".to_owned(), "children with lanterns".to_owned()];
        let safety = Safety { lines, ..Safety::default() };
        for n in 0..60 {
            let seed = Seeds::new(Some(n.to_string())).first();
            let opening = opening(&seed, &safety);
            assert_eq!(opening.tale, "the lost shadows");
            let background = super::story(opening, &seed, &safety).background;
            assert!(!background.contains("child has been seen"), "{background}");
        }
    }

    #[test]
    fn every_opening_comes_its_share_of_the_times() {
        let mut times: BTreeMap<String, usize> = BTreeMap::new();
        for n in 0..60 {
            let seed = Seeds::new(Some(n.to_string())).first();
            *times.entry(story(&seed).current_location).or_default() += 1;
        }
        assert_eq!(times.len(), OPENINGS.len(), "{times:?}");
        assert!(times.values().all(|n| *n <= 2 * 60 / OPENINGS.len()), "{times:?}");
    }

    #[test]
    fn the_same_opening_is_not_the_same_country_twice() {
        let told: Vec<String> = (0..60).map(|n| story(&Seeds::new(Some(n.to_string())).first()).background).collect();
        let once: std::collections::BTreeSet<&String> = told.iter().collect();
        assert_eq!(once.len(), 60);
    }
}
