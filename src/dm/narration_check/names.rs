//! Names of the scene: people, items, places.

use language::word_lists::WordMap;

use super::{
    ledger::TurnFacts,
    sentence::words,
    things::{head_of, kind_of, singular},
};

/// Names known at a table.
#[derive(Debug, Default)]
pub(super) struct KnownNames {
    /// Everything the acting hero had, in the order of the pack.
    pub(super) items: Vec<String>,
    /// The names of the people and creatures that are here.
    pub(super) beings: Vec<String>,
    /// How many of them are creatures.
    n_creatures: usize,
    /// The people that a word may mean.
    pub(super) by_word: WordMap<String, Vec<usize>>,
    /// The thing that a word means.
    pub(super) by_head: WordMap<String, usize>,
    /// Which thing can be meant by a word that means it: a rapier is a blade.
    pub(super) by_kin: WordMap<String, usize>,
    /// The words of the acting hero’s name.
    pub(super) hero: Vec<String>,
    /// The words of the names of places.
    pub(super) known: Vec<String>,
}

impl KnownNames {
    /// The names known before and after a turn.
    pub(super) fn of(ledger: &TurnFacts) -> Self {
        let lower = |text: &String| text.to_lowercase();
        let mut names = Self::default();
        if let Some(hero) = ledger.heroes.first() {
            names.items.clone_from(&hero.items_before);
            names.items.extend(hero.lost.iter().filter(|lost| !hero.items_before.contains(lost)).cloned());
            names.hero = parts(&hero.name);
        }
        for (i, item) in names.items.iter().enumerate() {
            // “A keg of rum”: the contents mean the container.
            let (vessel, content) = item.split_once(" of ").unwrap_or((item, ""));
            if VESSELS.contains(&head_of(vessel).as_str())
                && !content.contains(' ')
                && content.len() > 2
                && !content.ends_with("ing")
            {
                names.by_head.entry(singular(&content.to_lowercase())).or_insert(i);
            }
            let head = kind_of(item);
            for kin in kin_of(&head) {
                names.by_kin.entry(kin).or_insert(i);
            }
            names.by_head.insert(head, i);
        }
        let heroes = ledger.heroes.iter().skip(1).map(|hero| &hero.name);
        names.beings =
            ledger.others.iter().map(|other| &other.name).chain(&ledger.people).chain(heroes).cloned().collect();
        names.n_creatures = ledger.others.len();
        for (i, name) in names.beings.iter().enumerate() {
            for part in parts(name) {
                names.by_word.entry(part).or_default().push(i);
            }
        }
        let places = ledger.places.iter().chain([&ledger.location]).map(lower);
        names.known = places.flat_map(|place| parts(&place)).collect();
        names
    }

    /// Whether a word is what some creature here is: the word of its name that says so.
    pub(super) fn is_kind(&self, word: &str) -> bool {
        self.by_word.get(word).is_some_and(|all| all.iter().any(|at| *at < self.n_creatures))
    }

    /// Keeps those whose name has the word before or after as well, if there are any: “the high cultist”, “Goblin B”.
    pub(super) fn tell_apart(&self, all: &mut Vec<usize>, before: Option<&str>, after: Option<&str>) {
        for word in [before, after].into_iter().flatten().map(str::to_lowercase) {
            let has = |at: &usize| words(&self.beings[*at].to_lowercase()).any(|it| it == word);
            if word != "the" && all.iter().any(has) {
                all.retain(has);
            }
        }
    }
}

/// The words of a name that tell one from others.
fn parts(name: &str) -> Vec<String> {
    const TITLES: [&str; 40] = [
        "the", "of", "old", "little", "captain", "lady", "lord", "master", "mistress", "young", "guard", "giant",
        "chief", "big", "dire", "and", "saint", "cave", "ice", "frost", "fire", "rust", "stone", "cloud", "drowned",
        "paper", "brass", "high", "sea", "from", "in", "blind", "one-eyed", "second", "escaped", "judge", "doctor",
        "ma", "grey", "red",
    ];
    let words: Vec<String> = words(&name.to_lowercase()).map(singular).collect();
    let told: Vec<String> =
        words.iter().filter(|word| word.len() > 2 && !TITLES.contains(&word.as_str())).cloned().collect();
    if told.is_empty() { words.into_iter().filter(|word| word.len() > 2).collect() } else { told }
}

/// Containers that are named by their contents.
const VESSELS: [&str; 26] = [
    "vial", "flask", "bottle", "keg", "horn", "jar", "bag", "pouch", "sack", "box", "cup", "tin", "pot", "barrel",
    "skin", "pack", "bundle", "phial", "coil", "pair", "length", "loaf", "wheel", "piece", "roll", "cask",
];

/// Other words for a thing.
fn kin_of(head: &str) -> Vec<String> {
    const BLADE: &[&str] = &["sword", "blade", "steel"];
    let kin: &[&str] = match head {
        "longsword" | "shortsword" | "greatsword" | "broadsword" | "scimitar" | "rapier" | "cutlass" | "saber"
        | "sabre" | "katana" | "falchion" | "moonblade" => BLADE,
        "sword" => &["blade", "steel"],
        "greataxe" | "battleaxe" | "handaxe" | "hatchet" => &["axe"],
        "dagger" | "stiletto" | "dirk" => &["knife", "blade"],
        "longbow" | "shortbow" | "crossbow" | "arbalest" => &["bow"],
        "warhammer" | "maul" => &["hammer"],
        "quarterstaff" => &["staff"],
        "lockpick" | "tool" => &["pick"],
        "trident" | "glaive" | "halberd" | "pike" | "lance" => &["spear"],
        "potion" | "elixir" | "draught" | "antidote" => &["vial", "bottle", "flask", "phial"],
        "wineskin" | "waterskin" => &["skin"],
        "parchment" | "scroll" => &["scroll", "parchment"],
        "spellbook" | "grimoire" | "tome" | "journal" | "ledger" => &["book"],
        "ration" => &["food"],
        "torch" => &["brand"],
        "necklace" | "amulet" | "pendant" | "locket" => &["pendant", "chain"],
        "warhorse" | "pony" | "mare" | "stallion" => &["horse"],
        "mail" | "plate" => &["armour", "armor"],
        _ => &[],
    };
    kin.iter().map(|word| (*word).to_owned()).collect()
}
