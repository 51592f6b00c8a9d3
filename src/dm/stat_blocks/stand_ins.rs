//! Finds a similar creature for a name that no stat block has.

/// Words of names, and the kinds of the library that are much like it, the nearest first. The last of a row are of the
/// core.
const LIKE: [(&str, &[&str]); 40] = [
    ("bandit", &["bandit"]),
    ("brigand", &["bandit"]),
    ("robber", &["bandit"]),
    ("thief", &["bandit"]),
    ("pirate", &["bandit"]),
    ("smuggler", &["bandit"]),
    ("thug", &["thug", "tough", "bandit"]),
    ("bully", &["thug", "tough", "bandit"]),
    ("guard", &["guard", "bandit"]),
    ("soldier", &["guard", "bandit"]),
    ("watch", &["guard", "bandit"]),
    ("sentry", &["guard", "bandit"]),
    ("captain", &["bandit-captain", "guard-captain", "bandit"]),
    ("knight", &["knight", "ogre"]),
    ("paladin", &["knight", "ogre"]),
    ("cultist", &["cultist", "bandit"]),
    ("zealot", &["cultist", "bandit"]),
    ("priest", &["priest", "acolyte", "bandit"]),
    ("mage", &["mage", "bandit"]),
    ("wizard", &["mage", "bandit"]),
    ("sorcerer", &["mage", "bandit"]),
    ("witch", &["mage", "bandit"]),
    ("scout", &["scout", "bandit"]),
    ("hunter", &["scout", "bandit"]),
    ("archer", &["scout", "bandit"]),
    ("zombie", &["zombie"]),
    ("corpse", &["zombie"]),
    ("skeleton", &["skeleton"]),
    ("bones", &["skeleton"]),
    ("goblin", &["goblin", "goblin-warrior"]),
    ("orc", &["orc"]),
    ("ogre", &["ogre"]),
    ("giant", &["hill-giant", "ogre"]),
    ("wolf", &["wolf"]),
    ("hound", &["mastiff", "wolf"]),
    ("dog", &["mastiff", "wolf"]),
    ("bear", &["brown-bear"]),
    ("spider", &["giant-spider"]),
    ("rat", &["giant-rat"]),
    ("dragon", &["young-red-dragon", "brown-bear"]),
];

/// Kinds that these words resemble; the last word counts first, as a “giant's dog” is a dog.
pub(super) fn of(words: &str) -> Vec<&'static str> {
    let lower = words.to_lowercase();
    let mut said: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    said.reverse();
    let like = said
        .into_iter()
        .find_map(|word| LIKE.iter().find(|(known, _)| word == *known || word.strip_suffix('s') == Some(known)));
    like.map(|(_, slugs)| slugs.to_vec()).unwrap_or_default()
}
