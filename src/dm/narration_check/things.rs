//! Items gained and lost.

use std::{borrow::Cow, sync::LazyLock};

use super::{
    ledger::{HeroFacts, TurnFacts},
    lists::list,
    reading::PARTING,
    sentence::words,
    told::{ClaimForms, ClaimKind, ParsedProse, UnsupportedClaim, forms},
};

/// A thing of the kind that is carried away: its last word.
const CARRIED: &str = "(?:potions?|vials?|flasks?|bottles?|phials?|elixir|draught|antidote|salve|keys?|rings?|amulet|locket|necklace|brooch|pendant|talisman|medallion|charm|token|seal|signet|bracelet|crown|circlet|mask|letters?|maps?|scrolls?|book|journal|ledger|diary|note|parchment|deed|warrant|pass|ticket|sword|shortsword|longsword|dagger|knife|blade|axe|handaxe|mace|hammer|warhammer|spear|bow|longbow|shortbow|crossbow|arrows?|bolts?|quiver|shield|helmet|helm|armou?r|mail|cloak|boots|gloves|gauntlets|hood|robe|staff|wand|rod|orb|gems?|ruby|sapphire|emerald|diamond|pearls?|opal|garnet|amethyst|jewels?|lantern|torch(?:es)?|candles?|lamp|rope|grapnel|lockpicks|picks|tools|pouch|bag|sack|satchel|box|casket|chest|coffer|idol|statuette|figurine|bell|horn|whistle|flute|lute|compass|spyglass|mirror|chalice|goblet|cup|feather|scale|tooth|fang|skull|bone|stone|shard|crystal|herbs?|rations?|bread|apple|cheese|waterskin|wineskin|coin|medal|banner|badge|dice|cards|spellbook|tome|lens|rune|relic|egg|seed|flower|rose|bundle|package|parcel|crate)";

/// Phrases which say that any thing is taken and kept.
pub(super) static KEPT: LazyLock<ClaimForms> = LazyLock::new(|| {
    forms(&[
        "{YOU} (?:pocket|pocketed|stow|stowed|pouch|palm|palmed) (?P<thing>(?:{ITS} )[a-z'’ -]{2,40}?)(?: in| into| beneath| under| inside| among| before| and\\b|[,.;!]|$)",
        "{YOU} (?:tuck|tucked|slip|slipped|drop|dropped|put|stuff|stuffed|slide|slid|fold|folded|add|added|pack|packed|sling|slung|hang|hung) (?P<thing>(?:{ITS} )[a-z'’ -]{2,40}?) (?:in|into|to|under|inside|beneath|among|at|over|on|onto|across|around|round) (?:the [a-z]+ of )?your (?:pack|bag|pouch|belt|pocket|satchel|coat|cloak|sleeve|things|gear|belongings|inventory|boot|shirt|tunic|backpack|shoulders?|neck|finger|jerkin|robe)",
        "(?P<thing>(?:{ITS} )[a-z'’, -]{2,40}?) (?:goes|go|disappears?|vanish(?:es)?|drops?|falls?|slides?|slips?|is|are|lands?|tumbles?) (?:safe |snug |deep |straight |all )*(?:into|in|up|under|inside|beneath|among|at) your (?:[a-z]+ )?{KEEP}",
        "{YOU} [a-z]+(?: [a-z]+)? (?P<thing>it|them|the thing|the lot|all of it|all of them|the whole lot)(?: [a-z]+){0,3}? (?:into|in|up|under|inside|beneath|among|from|over|round|around|on to|onto|on|through|at|beside) your (?:[a-z]+ )?{KEEP}",
        "{YOU} (?:have|['’]ve got|have got|carry)(?: [a-z'’]+){0,5}? (?P<thing>them|it|{ITS} [a-z'’-]+) (?:rolled|tucked|wrapped|stowed|hidden|buttoned|safe|sewn|tied|strapped|packed|stuffed)(?: [a-z]+)? (?:into|in|up|under|inside|beneath|to|among|at|round) your (?:[a-z]+ )?{KEEP}",
        "{YOU} (?:take|took|claim|claimed|keep|kept|have) (?P<thing>it|them|{ITS}(?: [a-z'’-]+){1,4}) (?:for|as) your own",
        "{YOU} [a-z]+ (?P<thing>(?:it|them|{ITS}(?: [a-z'’-]+){1,4}?)) in (?:beside|among|with|next to) your",
        "(?P<thing>(?:the|a|an|her|his|their)(?: [a-z'’-]+){1,4}?) (?:goes|go|disappears|vanishes) into your (?:pack|bag|pouch|belt|pocket|satchel|coat|cloak|backpack)",
        "(?P<thing>(?:the|a|an)(?: [a-z'’-]+){0,3}? [a-z'’-]+) is yours(?: now)?\\b",
        "(?P<thing>(?:{ITS})(?: [a-z'’-]+){1,3}), which you (?:pocket|stow|keep|drop into|slip into|tuck into|put in|hang)",
        "\\byou (?:now (?:have|carry|own|hold)|have gained|gain|acquire|receive|are now the owner of) (?P<thing>(?:{ITS})(?: [a-z'’-]+){1,4})",
    ])
});

/// Something is taken or given that one carries away.
pub(super) static TAKEN: LazyLock<ClaimForms> = LazyLock::new(|| {
    let thing = format!("(?P<thing>(?:{{ITS}} )(?:[a-z'’-]+ ){{0,4}}?{CARRIED})\\b");
    let patterns = [
        format!(
            "{{YOU}} (?:take|took|pick up|picked up|grab|grabbed|snatch|snatched(?: up)?|snatch up|collect|collected|accept|accepted|claim|claimed|gather|gathered|pluck|plucked|retrieve|retrieved|scoop up|keep|help yourself to|lift|buy|bought|purchase|steal|stole|loot|pry loose|pull free|draw out|wrap up|shoulder) {thing}"
        ),
        format!(
            "(?:hands|gives|passes|tosses|throws|slips|presses|lends|sells|offers up|entrusts|slides) (?:over )?(?:to )?you {thing}"
        ),
        format!(
            "(?:presses|puts|lays|places|drops|slips|pushes|folds|sets|shoves) {thing}(?: [a-z'’-]+){{0,3}}? (?:into|in) your (?:hands?|palm|arms|fingers)"
        ),
        format!("(?:hands|gives|passes|tosses|sells|throws) {thing} (?:over )?to you\\b"),
        format!("(?:slips|slides|pushes|puts) {thing} (?:on|onto) your (?:finger|wrist|thumb|head|shoulders)\\b"),
        format!(
            "(?:hangs|puts|loops|ties|fastens|clasps) {thing} (?:around|round|about|over) your (?:neck|wrist|shoulders)\\b"
        ),
    ];
    let patterns: Vec<&str> = patterns.iter().map(String::as_str).collect();
    forms(&patterns)
});

/// Compares the narrated things with the recorded gains and losses.
pub(super) fn check(told: &ParsedProse<'_>, ledger: &TurnFacts, findings: &mut Vec<UnsupportedClaim>) {
    let Some(hero) = ledger.heroes.first() else { return };
    let coins = ["gold", "silver", "copper", "coin", "coins", "purse", "money", "reward", "winnings"];
    let nothing_came = ledger.heroes.iter().all(|hero| hero.gained.is_empty());
    let mut unnamed: Vec<(String, UnsupportedClaim)> = Vec::new();
    let mut gained = |quote: &str, thing: &str, near: &str| {
        if is_wiped(quote) {
            return;
        }
        let head = head_of(thing);
        // The referent of “it” is unclear; but nothing was gained, and no item of the pack was mentioned.
        if PRONOUNS.contains(&thing.trim().to_lowercase().as_str()) {
            let near_coins = coins.iter().any(|coin| near.to_lowercase().contains(coin));
            let own_or_handed =
                ledger.speaks_of_handed(near) || ledger.heroes.iter().any(|hero| hero.speaks_of_own(near));
            if nothing_came && !near_coins && !own_or_handed {
                let truth = "Nothing came into anybody’s pack this turn.".to_owned();
                let finding = UnsupportedClaim { kind: ClaimKind::ItemGained, quote: quote.to_owned(), truth };
                unnamed.push((near.to_owned(), finding));
            }
            return;
        }
        let borne_out = ledger.was_handed(thing)
            || ledger.heroes.iter().any(|hero| hero.has(thing) || hero.gained.iter().any(|name| same(name, thing)));
        // A bundle may be recorded by its contents.
        let something = hero.gained.iter().any(|name| shares(name, thing));
        // A blade in the back is not a gift, and the hero's own things are not gains.
        let struck = quote.to_lowercase().contains(" into your ")
            && ["back", "shoulder", "neck", "hand", "side", "wrist"].iter().any(|end| quote.ends_with(end));
        if struck
            || thing.to_lowercase().starts_with("your ")
            || thing.contains("level")
            || borne_out
            || something
            || coins.contains(&head.as_str())
            || INTANGIBLE.contains(&head.as_str())
            || bare(thing).is_empty()
            || words(thing).any(|word| PARTING.contains(&word.to_lowercase().as_str()))
        {
            return;
        }
        let truth = format!("No {thing} came into anybody’s pack this turn.", thing = bare(thing));
        findings.push(UnsupportedClaim { kind: ClaimKind::ItemGained, quote: quote.to_owned(), truth });
    };
    told.each_near(&KEPT, |near, parts, quote| gained(quote, &parts["thing"], near));
    told.each(&TAKEN, |sentence, parts, quote| gained(quote, &parts["thing"], sentence));
    for (near, finding) in unnamed {
        if !is_objected_to(findings, &near) {
            findings.push(finding);
        }
    }
}

/// Whether something is only wiped or tried on what the hero wears: “You wipe it on your sleeve.”
fn is_wiped(quote: &str) -> bool {
    static WIPED: LazyLock<Vec<&str>> = LazyLock::new(|| list("things.wiped"));
    let lower = quote.to_lowercase();
    let (of, _) = lower.split_once(" on your ").unwrap_or_default();
    !lower.contains(" and ") && words(of).take(2).any(|word| WIPED.contains(&word))
}

/// Whether a text has a gain that a finding objects to. An “it” that follows is the same thing, and is no gain of its own.
pub(super) fn is_objected_to(findings: &[UnsupportedClaim], text: &str) -> bool {
    findings.iter().any(|finding| finding.kind == ClaimKind::ItemGained && text.contains(&finding.quote))
}

/// Intangible objects of “take”, “keep” and “give”.
static INTANGIBLE: LazyLock<Vec<&str>> = LazyLock::new(|| list("things.intangible"));

/// Pronouns for things.
pub(super) static PRONOUNS: LazyLock<Vec<&str>> = LazyLock::new(|| list("things.pronouns"));

impl HeroFacts {
    /// Whether a text speaks of something in the pack.
    fn speaks_of_own(&self, text: &str) -> bool {
        let words: Vec<String> = words(&text.to_lowercase()).map(singular).collect();
        let all = self.items.iter().chain(&self.items_before).chain(&self.lost);
        all.map(|name| head_of(name)).any(|head| words.contains(&head))
    }

    fn has(&self, thing: &str) -> bool {
        self.items.iter().chain(&self.items_before).any(|name| same(name, thing))
    }
}

/// The word that says what a thing is: the last before “of”, in the singular.
pub(super) fn head_of(thing: &str) -> String {
    let lower = thing.to_lowercase();
    let before = lower.split(" of ").next().unwrap_or(&lower);
    // “Pearl x4”
    let is_count =
        |word: &&str| word.strip_prefix('x').is_some_and(|n| !n.is_empty() && n.bytes().all(|n| n.is_ascii_digit()));
    singular(words(before).filter(|word| !is_count(word)).last().unwrap_or_default())
}

/// The kind of a thing in a pack: “Arrows (15)” are arrows.
pub(super) fn kind_of(name: &str) -> String {
    const MORE: [&str; 7] = [" (", " in a", " in the", " with ", " from ", " to the ", " for "];
    let end = MORE.iter().filter_map(|more| name.find(more)).min().unwrap_or(name.len());
    head_of(&name[..end])
}

pub(super) fn singular(word: &str) -> String {
    singular_of(word).into_owned()
}

/// The same, borrowed where it is a part of the word.
pub(super) fn singular_of(word: &str) -> Cow<'_, str> {
    let word = word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).unwrap_or(word);
    match word.strip_suffix('s') {
        Some(one) if word.len() > 3 && !one.ends_with('s') => {
            one.strip_suffix("he").map_or(Cow::Borrowed(one), |torch| format!("{torch}h").into())
        }
        _ => word.into(),
    }
}

/// Words before the name of a thing that say whose it is, or how many there are.
static OWNERS: LazyLock<Vec<&str>> = LazyLock::new(|| list("things.owners"));
/// Words that don't tell a thing from others.
static SMALL: LazyLock<Vec<&str>> = LazyLock::new(|| [list("things.owners"), list("things.small")].concat());

/// The words that tell a thing from others.
fn telling(thing: &str) -> Vec<String> {
    words(&thing.to_lowercase()).map(singular).filter(|word| !SMALL.contains(&word.as_str())).collect()
}

/// Containers.
pub(super) static CONTAINERS: LazyLock<Vec<&str>> = LazyLock::new(|| list("things.containers"));

/// The contents of a container: a jar of dust is no jar of honey.
fn contents(thing: &str) -> Option<Vec<String>> {
    let (container, held) = thing.split_once(" of ")?;
    CONTAINERS.contains(&head_of(container).as_str()).then(|| telling(held))
}

/// Whether a thing of this name can be the narrated one: what it is is among its words, and vice versa.
pub(super) fn same(name: &str, thing: &str) -> bool {
    if let (Some(one), Some(other)) = (contents(name), contents(thing)) {
        return one.iter().any(|word| other.contains(word));
    }
    let (named, told) = (telling(name), telling(thing));
    told.contains(&head_of(name)) || named.contains(&head_of(thing))
}

/// Whether they share any word at all.
pub(super) fn shares(name: &str, thing: &str) -> bool {
    let told = telling(thing);
    telling(name).iter().any(|word| told.contains(word))
}

pub(super) fn bare(thing: &str) -> String {
    let lower = thing.to_lowercase();
    // “his mother's bracer”: whose it was does not say what it is.
    let is_owner = |word: &&str| OWNERS.contains(word) || word.ends_with("'s") || word.ends_with("’s");
    let kept: Vec<&str> = words(&lower).skip_while(is_owner).collect();
    kept.join(" ")
}
