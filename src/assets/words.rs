//! Parses a description of a place: kind, hour, weather.

/// The kind of scenery.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SceneryKind {
    Village,
    Forest,
    Road,
    Mountains,
    Shore,
    Lake,
    Harbour,
    Ship,
    Market,
    Street,
    Mill,
    Tower,
    Castle,
    Marsh,
    Ruins,
    Camp,
    Graveyard,
    IceHouse,
    Cave,
    Passage,
    Inn,
    Temple,
    Cellar,
    Room,
    Forge,
    Hall,
    Study,
    Loft,
    Ice,
    Crypt,
    Prison,
    Mine,
    Workshop,
    Bridge,
    Desert,
    FrozenLake,
    Lighthouse,
    Shrine,
}

/// The season, where words name one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Season {
    Spring,
    Summer,
    Autumn,
    Winter,
}

/// When it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hour {
    Dawn,
    Day,
    Dusk,
    Night,
}

/// The weather.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Weather {
    Clear,
    Fog,
    Rain,
    Snow,
    Storm,
}

/// Nouns and what they are drawn as. Those of two words come before the words they are made of and count for both.
const KINDS: &[(SceneryKind, &str)] = &[
    (SceneryKind::FrozenLake, "frozen lake,frozen tarn,frozen river,frozen sea,ice field,ice floe"),
    (SceneryKind::IceHouse, "ice house,icehouse,igloo,barrow,burial mound,tumulus"),
    (SceneryKind::Ice, "old ice,ice cave,glacier,ice,long store,crevasse"),
    (SceneryKind::Marsh, "salt pan,pan,marsh,bog,swamp,fen,shallows,wetland,rice field,brine house,mire"),
    (SceneryKind::Market, "market,square,fair,bazaar,plaza,stall,fairground,forum,souk"),
    (SceneryKind::Street, "lane,street,alley,town,city,quarter,row,steps"),
    (
        SceneryKind::Harbour,
        "harbour,harbor,dock,quay,pier,ferry stage,ferry,staithe,wharf,jetty,port,landing,boathouse",
    ),
    (SceneryKind::Ship, "ship,deck,galleon,boat,barge,vessel,sea,ocean,airship,open water"),
    (SceneryKind::Shore, "shore,beach,coast,cove,river,lagoon,cliff,strand,island,bay"),
    (SceneryKind::Lake, "lake,tarn,mere,loch,pond,pool,waterfall,spring,reservoir"),
    (
        SceneryKind::Forest,
        "forest,wood,grove,glade,trees,tree,thicket,jungle,orchard,copse,holt,wildwood,clearing,garden",
    ),
    (SceneryKind::Mountains, "mountain,peak,pass,ridge,summit,hill,highland,crag,canyon,volcano,gorge,valley"),
    (
        SceneryKind::Road,
        "road,path,trail,causeway,down,downs,moor,heath,track,highway,crossroad,crossroads,signpost,milestone,plain,steppe,field,wayside",
    ),
    (SceneryKind::Bridge, "bridge,footbridge,viaduct,ford,crossing,parapet"),
    (SceneryKind::Desert, "desert,dune,sands,waste,wasteland,badlands"),
    (SceneryKind::Lighthouse, "lighthouse"),
    (SceneryKind::Mill, "mill,windmill,watermill,millpond,farm,barn"),
    (SceneryKind::Tower, "tower,beacon,spire,belfry,watchtower,observatory"),
    (
        SceneryKind::Castle,
        "castle,keep,gate,gatehouse,portcullis,fort,fortress,citadel,palace,stronghold,battlement,wall,rampart",
    ),
    (
        SceneryKind::Ruins,
        "ruin,ruins,ruined house,ruined cottage,ruined hall,ruined mill,burnt house,remains,standing stones,stone circle,henge,monolith,battlefield,broken tower",
    ),
    (SceneryKind::Camp, "camp,campfire,campsite,tent,bivouac,encampment,caravan"),
    (SceneryKind::Graveyard, "graveyard,cemetery,grave,churchyard,gallows,necropolis"),
    (SceneryKind::Cave, "cave,cavern,grotto,lair,den,hollow,underdark,chasm,pit,brine house"),
    (SceneryKind::Mine, "mine,delve,mineshaft,shaft,quarry,adit"),
    (SceneryKind::Crypt, "crypt,tomb,catacomb,mausoleum,ossuary,sarcophagus,coffin"),
    (SceneryKind::Prison, "prison,dungeon,cell,gaol,jail,oubliette,pinfold"),
    (SceneryKind::Passage, "passage,tunnel,drain,sewer,corridor,stair,stairs,vault"),
    (SceneryKind::Inn, "inn,tavern,taproom,alehouse,pub,common room,kitchen,bakery,ale,onion,every table,mug,dice"),
    (SceneryKind::Temple, "temple,chapel,church,cathedral,abbey,monastery,altar,sanctuary,cloister"),
    (SceneryKind::Shrine, "shrine,wayside shrine,well,holy well,hermitage,ribbon tree,offering bowl"),
    (SceneryKind::Cellar, "cellar,basement,storeroom,store,undercroft,larder,warehouse"),
    (SceneryKind::Room, "room,cottage,house,chamber,bedroom,rooms,hut,cabin,lodging,hovel,parlour"),
    (SceneryKind::Forge, "forge,foundry,smithy,furnace,kiln,armoury,anvil"),
    (SceneryKind::Workshop, "workshop,cutting room,cooperage,sawmill,workroom"),
    (SceneryKind::Hall, "hall,weigh house,moot hall,throne room,throne,court,courtroom,ballroom,guildhall,council"),
    (SceneryKind::Study, "library,study,archive,laboratory,apothecary,shop,scriptorium,office,book,books,bookshop"),
    (SceneryKind::Loft, "loft,attic,garret,net loft,pattern loft,granary,rafters"),
    (SceneryKind::Village, "village,hamlet,green,countryside,meadow,settlement,market cross,yard"),
];

const HOURS: &[(Hour, &str)] = &[
    (
        Hour::Night,
        "night,midnight,moon,moonlight,moonlit,star,starlight,nocturnal,torch,torches,dark,darkness,nightfall",
    ),
    (
        Hour::Dusk,
        "dusk,evening,sunset,twilight,gloaming,lamplight,lamplit,lamp,lantern,candle,candlelight,firelight,vespers",
    ),
    (Hour::Dawn, "dawn,morning,sunrise,daybreak,early"),
    (Hour::Day, "day,daylight,noon,midday,afternoon,sun,sunlight,sunny,midsummer,bright"),
];

const WEATHERS: &[(Weather, &str)] = &[
    (Weather::Storm, "storm,thunder,lightning,tempest,gale,thunderstorm,hurricane"),
    (Weather::Snow, "snow,snowfall,blizzard,sleet,snowy,snowed"),
    (Weather::Rain, "rain,drizzle,rainy,downpour,shower"),
    (Weather::Fog, "fog,mist,haze,misty,foggy,murk,vapour"),
];

const SEASONS: &[(Season, &str)] = &[
    (Season::Spring, "spring,springtime,blossom,april"),
    (Season::Summer, "summer,midsummer,july,heat,bees"),
    (Season::Autumn, "autumn,autumnal,harvest,october,november,fallen leaves,yellow leaves,red leaves"),
    (Season::Winter, "winter,midwinter,snow,snowed,snowy,frost,frozen,icy,blizzard,january"),
];

/// How much what is seen counts at most: less than any word of the name.
const MAX_SEEN: usize = 3;

/// Where a name goes on to say where it is: what comes before counts most.
const LINKS: &[&str] = &[
    "of", "in", "at", "under", "with", "to", "by", "near", "above", "below", "behind", "beneath", "on", "over", "from",
    "beside", "where", "and",
];

/// Words in names of underground places.
const BELOW: &str = "under the hill,under the mountain,under the earth,under the ground,underground,below ground";

/// Words in lower case, with one blank about each.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len() + 2);
    plain.push(' ');
    for c in text.replace(['’', '\''], "").chars() {
        if c.is_alphanumeric() {
            plain.extend(c.to_lowercase());
        } else if !plain.ends_with(' ') {
            plain.push(' ');
        }
    }
    if !plain.ends_with(' ') {
        plain.push(' ');
    }
    plain
}

/// How often one of the comma-separated words occurs in a text, in the singular or the plural.
pub(super) fn mentions(plain: &str, words: &str) -> usize {
    let times = |word: &str| plain.matches(&format!(" {word} ")).count() + plain.matches(&format!(" {word}s ")).count();
    words.split(',').map(|word| times(word) * if word.contains(' ') { 3 } else { 1 }).sum()
}

/// The kind of a place, by its name or else by its description, if one of them tells.
pub(super) fn kind(name: &str, seen: &str) -> Option<SceneryKind> {
    let is_below = mentions(&plain(name), BELOW) > 0;
    let name = plain(name.split(',').next().unwrap_or(name));
    let link = LINKS.iter().filter_map(|link| name.find(&format!(" {link} "))).min().unwrap_or(name.len() - 1);
    let (head, rest) = (&name[..=link], &name[link..]);
    let seen = plain(seen);
    let score = |words: &str| {
        let capped = mentions(&seen, words).min(MAX_SEEN);
        // The last noun of a name is the thing itself: an ice house yard is outside, a yard's gate is a gate.
        let last = words.split(',').any(|word| head.trim_end().ends_with(&format!(" {word}")));
        mentions(head, words) * 12 + usize::from(last) * 9 + mentions(rest, words) * 4 + capped
    };
    let scored = KINDS.iter().map(|(kind, words)| (score(words), *kind));
    let best = scored.filter(|(score, _)| *score > 0).max_by_key(|(score, kind)| (*score, std::cmp::Reverse(*kind)));
    // An inn is called by what hangs above its door, such as The Lantern and Eel.
    if rest.starts_with(" and ") && best.is_none_or(|(score, _)| score <= MAX_SEEN) {
        return Some(SceneryKind::Inn);
    }
    let (score, kind) = best?;
    // A village under a hill is a cave with a village in it, unless its name says what it is.
    let is_said_by_name = score > MAX_SEEN;
    Some(if !is_below || is_said_by_name {
        kind
    } else if is_icy(&seen) {
        SceneryKind::Ice
    } else {
        SceneryKind::Cave
    })
}

/// Whether plain words speak of ice that lies there, and of no fire.
pub(super) fn is_icy(plain: &str) -> bool {
    mentions(plain, "ice,icicle,frost,frozen") > 1 && mentions(plain, "fire,stove,hearth") == 0
}

/// The hour words speak of; none if they don't.
pub(super) fn hour(plain: &str) -> Option<Hour> {
    first(HOURS, plain)
}

/// The weather that words mention; none if they don't.
pub(super) fn weather(plain: &str) -> Option<Weather> {
    first(WEATHERS, plain)
}

/// The season that words mention; none if they don't.
pub(super) fn season(plain: &str) -> Option<Season> {
    first(SEASONS, plain)
}

fn first<T: Copy>(of: &[(T, &str)], plain: &str) -> Option<T> {
    let found = of.iter().map(|(what, words)| (mentions(plain, words), *what)).rev();
    found.filter(|(n, _)| *n > 0).max_by_key(|(n, _)| *n).map(|(_, what)| what)
}
