//! The hero's weapons, as players call them: by their names, by their kind, or as "my weapon".

use super::{play::Play, play::best_match, table::Weapon};

/// Words for any weapon, and for the first of them.
const ANY: [&str; 5] = ["weapon", "weapons", "blade", "arms", "steel"];

/// The hero's weapon these words name. A shortbow is a bow, and a longsword a sword.
pub(super) fn named<'p>(play: &'p Play<'_>, words: &str) -> Option<&'p Weapon> {
    let weapons = &play.hero.weapons;
    let names: Vec<&str> = weapons.iter().map(|weapon| weapon.name.as_str()).collect();
    let said = || words.split(|c: char| !c.is_alphabetic()).filter(|word| word.len() > 2);
    let of_kind = || weapons.iter().find(|weapon| said().any(|word| weapon.name.to_lowercase().ends_with(word)));
    let any = || weapons.first().filter(|_| said().any(|word| ANY.contains(&word)));
    best_match(words, &names).and_then(|i| weapons.get(i)).or_else(of_kind).or_else(any)
}

/// Whether a weapon strikes from afar.
pub(super) fn shoots(weapon: &str) -> bool {
    let name = weapon.to_lowercase();
    ["bow", "sling", "dart", "blowgun"].iter().any(|kind| name.contains(kind))
}

/// What bare hands are called.
pub(super) const UNARMED: &str = "Unarmed Strike";

/// Verbs that only a weapon in the hand can do, and the kinds of weapon that do them best.
const STROKES: [(&[&str], &[&str]); 4] = [
    (
        &["stab", "stick", "skewer", "pierce", "thrust", "impale", "gut", "backstab", "lunge", "jab", "shank"],
        &["dagger", "rapier", "sword", "spear", "pike", "trident", "lance", "javelin"],
    ),
    (
        &["slash", "cut", "slice", "hack", "cleave", "chop", "behead", "carve"],
        &["sword", "axe", "scimitar", "glaive", "halberd", "sickle", "dagger"],
    ),
    (
        &["bash", "club", "whack", "smack", "clobber", "bludgeon", "smash", "thump", "wallop", "beat"],
        &["mace", "club", "hammer", "staff", "flail", "maul", "morningstar"],
    ),
    (&["hit", "strike", "swing"], &[]),
];

/// The weapon a verb asks for: to stab is no spell, and no arrow either. The kind that does it best comes first, then
/// whatever is held in the hand, then the hand.
pub(super) fn by_verb(play: &Play<'_>) -> Option<String> {
    let words = play.reading.words.to_lowercase();
    let bare = |word: &str, verb: &str| {
        let ends = ["", "s", "es", "ed", "ing"];
        let doubled = verb.chars().last().map(|last| format!("{verb}{last}")).unwrap_or_default();
        ends.iter().any(|end| word.strip_suffix(end).is_some_and(|stem| stem == verb || stem == doubled))
    };
    let said = |verbs: &[&str]| {
        words.split(|c: char| !c.is_alphabetic()).any(|word| verbs.iter().any(|verb| bare(word, verb)))
    };
    let (_, kinds) = STROKES.iter().find(|(verbs, _)| said(verbs))?;
    let hand: Vec<&Weapon> = play.hero.weapons.iter().filter(|weapon| !shoots(&weapon.name)).collect();
    let of_kind = |kind: &&str| hand.iter().find(|weapon| weapon.name.to_lowercase().contains(*kind));
    let best = kinds.iter().find_map(of_kind).or_else(|| hand.first());
    Some(best.map_or_else(|| UNARMED.to_owned(), |weapon| weapon.name.clone()))
}
