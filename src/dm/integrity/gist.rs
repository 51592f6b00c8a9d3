//! What a sentence is about, whatever its grammar: words that make a claim only together.
//!
//! Forms catch what is told plainly; a story tells most things otherwise. So where nothing of a kind happened in the whole
//! turn, it is enough that a sentence holds the words such a thing is told with.

use std::{ops::Range, sync::LazyLock};

use regex::Regex;

use super::{
    ledger::{Ledger, Sheet},
    number::NUMBER,
    sentence::words,
    things::{head_of, shares, singular},
    told::{BODY, Finding, Kind, Told, forms},
};

/// Words that have to stand in one sentence, each of another list, and words that must not stand beside them.
struct Gist {
    all: Vec<Regex>,
    none: Vec<Regex>,
}

impl Gist {
    fn of(all: &[&str], none: &str) -> Self {
        Self { all: forms(all), none: forms(&[none]) }
    }

    /// From where to where the words stand, if they do.
    fn find(&self, sentence: &str) -> Option<Range<usize>> {
        if self.none.iter().any(|form| form.is_match(sentence)) {
            return None;
        }
        let found: Option<Vec<_>> = self.all.iter().map(|form| form.find(sentence)).collect();
        let found = found?;
        let start = found.iter().map(|it| it.start()).min()?;
        let end = found.iter().map(|it| it.end()).max()?;
        Some(start..end)
    }
}

const YOU: &str = r"\byou(?:r|rs|['’]ve|['’]re)?\b";

/// Coins change hands.
static COINS: LazyLock<Gist> = LazyLock::new(|| {
    const MONEY: &str = r"{N}(?: [a-z'’-]+){0,2}? (?:gold|silver|coppers?|gp|sp|cp|crowns?|coins?|pieces)\b";
    const MOVES: &str = r"\b(?:pays?|paid|hands?|gives?|gave|counts?|slides?|push(?:es)?|toss(?:es)?|drops?|tips?|pours?|pocket|sweeps?|scoops?|takes?|accept|collect|receive|earn|wins?|spend|lose|part with|press(?:es)?|fork|flips?|lays?|buy|bought)\b";
    const MOVED: &str = r"\b(?:richer|poorer|lighter|heavier|change hands|go into|goes into|clinks? into|fills?|cross(?:es)? the|leaves? your|lands? in)\b";
    Gist::of(
        &[
            YOU,
            &format!(
                "(?:{MOVES}(?: [a-z'’,-]+){{0,7}}? {MONEY})|(?:{}(?: [a-z'’,-]+){{0,5}}? {MOVED})",
                MONEY.replace("{N}", &format!(r"\b(?:{NUMBER})"))
            ),
        ],
        r"\b(?:offers?|asks?|asking|wants?|worth|costs?|promised?|untouched|refuses?|waves?|back|shakes?|price|could|would|his own|her own|their own|owes?|debt)\b",
    )
});
/// Somebody dies.
static DEATH: LazyLock<Gist> = LazyLock::new(|| {
    Gist::of(
        &[
            r"\b(?:(?:is|lies|falls?|drops?|stone|quite|struck|shot|lie|strikes (?:him|her|it)|strike (?:him|her|it)) dead|dead (?:at|before|where|in|on|upon|as) |dies|is slain|slays?|kills|is killed|lifeless|corpse|carcass|last breath|breathes? (?:his|her|its) last|beheads?|head (?:rolls|leaves|comes off|parts|flies)|never (?:to )?(?:rise|get up|gets up|rises)|(?:does|do|will) not (?:rise|move|get up|stir|come up)|doesn['’]t (?:rise|move|get up|stir)|(?:lies|falls|hangs) (?:quite |very |perfectly )?(?:still|limp|slack)|through (?:the|his|her|its) (?:heart|throat|skull|brain|eye|neck|spine)|in two halves|to (?:dust|ash|ashes)|life (?:leaves|goes out|runs out|drains)|eyes (?:glaze|go (?:dull|blank|empty|out))|stops breathing|heart stops|(?:the|an) end of (?:him|her)|bleeds out|perishes|expires|neck (?:breaks|snaps)|(?:killing|death|final) blow)\b",
        ],
        r"\b(?:dead (?:of|end|silence|leaves|wood|trees?|grass|calm|ahead|drop|fish|men|man['’]s|weight)|as good as dead|play(?:s|ing)? dead|the dead|undead|long dead|years|ago|buried|grave|ghost|you (?:die|are dead)|your (?:last|throat|heart|skull|neck))\b",
    )
});
/// A quest is done.
static QUEST: LazyLock<Gist> = LazyLock::new(|| {
    Gist::of(
        &[
            r"\b(?:quest|vow|oath|errand|task|commission|mission|your orders|bargain|contract|search|hunt|rescue|job|pledge|your (?:duty|promise|word|charge|work|business|debt)|what you (?:came|swore|promised|set out|were sent|were asked|undertook))\b[^;:—]{0,40}?(?: (?:is|are|has been|have been|stands?|lies)(?: [a-z]+){0,2}?|,)? (?:done|fulfilled|kept|completed?|accomplished|discharged|redeemed|at an end|carried out|settled|made good|(?:is|are)(?: [a-z]+){0,2}? (?:over|finished|ended))\b",
        ],
        r"\b(?:half|begun|begins|beginning|begin|only|part|first|yet|still|next|remains)\b",
    )
});
/// So many points.
static POINTS: LazyLock<Vec<Regex>> =
    LazyLock::new(|| forms(&[r"{N}(?: [a-z]+){0,2}? (?:hit points?|hp|points?|damage|harm)\b"]));
/// A wound, and no number is told.
static WOUND: LazyLock<Gist> = LazyLock::new(|| {
    const DOES: &str = r"\b(?:bites|cuts|slashes|stabs|pierces|punches|lays open|opens|rakes|gashes|gouges|tears|rips|sinks|cracks|slams|smashes|burns|sears|scorches|skewers|impales|buries itself|thuds|scores|breaks|crushes|mangles|flays|scalds|blisters|slices|carves|hammers|catches|strikes|takes|finds|grazes|splits|batters|drives|clips|smacks|raps|hits|crashes|ploughs|plows|furrows|runs|wells|pours|sheets|flows|spills|soaks)\b";
    Gist::of(
        &[&format!(
            r"{DOES}(?: [a-z'’]+){{0,5}}? (?:your(?: [a-z]+)?|you (?:in|across|on|through|along|over|under|behind) the) {BODY}\b"
        )],
        r"\b(?:old|scars?|bandag\w*|stitch\w*|heal\w*|knits?|mends?|closes?|misses|short|inches?|harmless|glances?|almost|armou?r|mail|shield|whisky|whiskey|wine|brandy|rum|ale|drink|swallow|shame|grief|tears|breath|sweat|water|rain|light|hand on|her hand|his hand|hold|cold|wind|sun|sunlight|laughter|voice|smell|hair|fingers?)\b",
    )
});
/// Wounds close, and no number is told.
static MENDED: LazyLock<Gist> = LazyLock::new(|| {
    Gist::of(
        &[
            r"\b(?:your wounds?|your cuts?|(?:the|your) gash(?:es)?|your hurts?|your ribs|your bruises|your burns|torn (?:flesh|skin|muscle)|(?:the|your) (?:flesh|skin))\b",
            r"\b(?:close[sd]?|closing|knits?|knitting|mends?|mended|heals?|healed|seals?|sealed|is gone|are gone|vanish(?:es)?|new skin|melts? away|draws? together|as if (?:it|they) had never)\b",
        ],
        r"\b(?:slowly|time|days|weeks|his|her|their|eyes|door)\b",
    )
});
/// Something is done away with, or goes by itself.
static LOSS: LazyLock<Gist> = LazyLock::new(|| {
    Gist::of(
        &[
            r"\b(?:snaps?|snapped|shatters?|shattered|splinters?|splintered|breaks? (?:in|off|across|on|at|under|clean)|broken in|crumbles?|dissolves?|melts?|sinks? (?:out|into|beneath|from|away)|is gone|are gone|gone (?:over|into|with|for|down|from)|is lost|are lost|swept away|hand (?:it |them )?over|hand (?:him|her|them|the)|give (?:it|him|her|them|up|away)|gave|swap|trade|sell|part with|surrender|let go of|let (?:it|them) (?:go|fall|drop)|use up|wrench(?:es)?|snatch(?:es)?|steals?|rips? (?:it|them|the)|tears? (?:it|them|the|from)|takes? (?:your|it from|the)|plucks?|burns? (?:up|out|away|down|to)|goes (?:over|into|out of|down|up in)|slips? (?:from|out of|through)|flies (?:from|out of)|spins? (?:away|off|out)|leave (?:it|them)|left (?:it|them)|abandon)\b",
        ],
        r"\b(?:pick (?:it|them) up|catch(?:es)? (?:it|them)|back (?:in|into|to your)|returns? (?:it|to)|gives? (?:it|them) back|arrow|offers?|before)\b",
    )
});
/// A condition's words, two lists each.
static CONDITIONS: LazyLock<Vec<(&'static str, Gist)>> = LazyLock::new(|| {
    let of: [(&'static str, [&str; 2], &str); 9] = [
        (
            "poisoned",
            [
                r"\b(?:poison(?:ed)?|venom|toxin)\b",
                r"\b(?:in your (?:blood|veins|arm|leg|limbs)|through your|through you|into your (?:blood|veins)|your (?:veins|blood|stomach|tongue|limbs)|takes hold|you sicken|you sweat)\b",
            ],
            r"\b(?:antidote|immune|harmless|leaves|fades|drains|off)\b",
        ),
        (
            "blinded",
            [
                r"\byour (?:eyes|sight|vision)\b",
                r"\b(?:blind|blinded|sightless|useless|goes (?:black|white|out|dark)|go (?:black|white|dark)|is gone|are gone)\b",
            ],
            r"\b(?:alley|returns?|clears?|blink|moment|instant|for a)\b",
        ),
        (
            "deafened",
            [
                r"\b(?:your ears|your hearing|you)\b",
                r"\b(?:deafened|hear nothing|hearing (?:is )?(?:gone|goes)|no sound reaches)\b",
            ],
            r"\b(?:deaf to|returns?)\b",
        ),
        (
            "frightened",
            [
                r"\b(?:you|your (?:legs|knees|feet|heart|nerve|courage))\b",
                r"\b(?:terror (?:takes|seizes|grips|roots|has)|fear (?:takes|seizes|grips|roots|has)|dread (?:takes|seizes|grips)|panic (?:takes|seizes)|paralysed with fear|nerve breaks|courage (?:fails|deserts|breaks))\b",
            ],
            r"\b(?:shake off|master|swallow|his|her|their)\b",
        ),
        (
            "paralyzed",
            [
                r"\b(?:your (?:limbs|legs|arms|body|muscles|fingers|hands|joints)|you)\b",
                r"\b(?:paraly[sz]ed|cannot move|can['’]t move|will not (?:obey|move)|won['’]t (?:obey|move)|lock(?:s|ed)? (?:rigid|solid|fast)|seizes? up|frozen (?:solid|stiff|in place))\b",
            ],
            r"\b(?:cold|fear|snow|ice|door|gate)\b",
        ),
        (
            "petrified",
            [
                r"\b(?:your (?:skin|flesh|body|limbs|fingers|feet|legs)|you)\b",
                r"\b(?:turns? to (?:stone|marble|rock|granite)|hardens? (?:in)?to (?:stone|marble|rock)|petrified|become (?:a statue|stone))\b",
            ],
            r"\b(?:heart)\b",
        ),
        (
            "restrained",
            [
                r"\byou(?:r (?:arms|legs|wrists|ankles|limbs|hands))?\b",
                r"\b(?:bound fast|held fast|restrained|webbed|trussed|shackled|manacled|stuck fast|hold(?:s)? you (?:fast|down|tight)|pins? you|closes over you|binds? (?:you|your (?:arms|wrists|hands|legs)))\b",
            ],
            r"\b(?:free|loose|eyes|gaze|cloak)\b",
        ),
        (
            "prone",
            [
                r"\byou\b",
                r"\b(?:(?:sends?|sent|knocks?|leaves?|lays?) you (?:sprawling|flat)|you (?:go|are sent|land|end up) (?:sprawling|flat|full length|face down)|you sprawl|flat on your (?:back|face)|onto your (?:back|face)|off your feet|your (?:legs|feet) (?:go |shoot |are swept )?(?:out )?from under you|measure your length|knocked (?:flat|down|prone)|you hit the (?:ground|floor|deck|dirt|mud|stones|boards))\b",
            ],
            r"\b(?:to your feet|you rise|stand|roll (?:up|to)|spring|sleep|bed|stars|down beside|crawl)\b",
        ),
        (
            "unconscious",
            [
                r"\byou(?:r (?:eyes|senses|mind|head))?\b|\beverything\b|\bthe world\b",
                r"\b(?:lose consciousness|black out|pass out|know (?:no more|nothing more)|everything goes (?:black|dark)|the world goes (?:black|dark)|darkness (?:takes|closes over|swallows) you|the dark takes you)\b",
            ],
            r"\b(?:sleep|almost|torch|lamp|candle|lantern)\b",
        ),
    ];
    of.into_iter().map(|(condition, all, none)| (condition, Gist::of(&all, none))).collect()
});
/// A throw came to this: a number that stands for itself.
static ALONE: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    const VERBS: &str = "is|was|and|on|isn['’]t|will|won['’]t|does|doesn['’]t|against|total|beats?|falls|proves|ought|carries|wins|suffices|serves|fails|meets|makes|just|to spare|at|comes|stares|settles|gets|lets|leaves|sends|turns|for";
    let patterns = [
        format!(r"\b(?:a|an|your|natural)(?: (?-i:[a-z])[a-z]+)? {{N}}(?:[,.;:!—]|$| (?:{VERBS})\b)"),
        format!(
            r"\b(?:rolls?|rolled|dice|die|d20|total|need|needed)(?: [a-z'’]+){{0,4}}? {{N}}(?:[,.;:!—]|$| (?:{VERBS})\b)"
        ),
    ];
    let patterns: Vec<&str> = patterns.iter().map(String::as_str).collect();
    forms(&patterns)
});

/// Finds what is told of things of which nothing happened at all.
pub(super) fn check(told: &Told<'_>, ledger: &Ledger, findings: &mut Vec<Finding>) {
    let Some(hero) = ledger.heroes.first() else { return };
    let mut note = |kind: Kind, quote: &str, truth: String| {
        if findings.iter().all(|it| it.kind != kind) {
            findings.push(Finding { kind, quote: quote.to_owned(), truth });
        }
    };
    let all = |quiet: fn(&Sheet) -> bool| ledger.heroes.iter().all(quiet);
    if all(|hero| hero.copper_deltas.is_empty()) {
        told.each_gist(|sentence| COINS.find(sentence), |_, quote| note(Kind::Gold, quote, hero.told_of_coins()));
    }
    for name in &hero.items_before {
        if ledger.heroes.iter().any(|hero| hero.lost.iter().any(|lost| lost == name || shares(lost, name))) {
            continue;
        }
        let head = head_of(name);
        told.each_gist(
            |sentence| {
                LOSS.all
                    .iter()
                    .find_map(|form| form.find_iter(sentence).find(|it| stands_by(sentence, &it.range(), &head)))
                    .filter(|_| LOSS.none.iter().all(|form| !form.is_match(sentence)))
                    .map(|it| it.range())
            },
            |_, quote| note(Kind::ItemLost, quote, format!("{} still has the {name}.", hero.name)),
        );
    }
    if !ledger.death {
        told.each_gist(
            |sentence| DEATH.find(sentence).filter(|_| ledger.speaks_of_the_living(sentence)),
            |_, quote| note(Kind::Death, quote, "Nobody died this turn.".to_owned()),
        );
    }
    if !ledger.quest_done && !ledger.quests.is_empty() {
        let truth = || format!("No quest was done this turn; open: {}.", ledger.quests.join("; "));
        told.each_gist(|sentence| QUEST.find(sentence), |_, quote| note(Kind::Quest, quote, truth()));
    }
    if all(|hero| hero.hp_deltas.iter().all(|delta| *delta >= 0)) {
        told.each_gist(|sentence| WOUND.find(sentence), |_, quote| note(Kind::HitPoints, quote, hero.told_of_hp()));
    }
    if all(|hero| hero.hp_deltas.iter().all(|delta| *delta <= 0)) && hero.hp_before < hero.hp.1 {
        told.each_gist(|sentence| MENDED.find(sentence), |_, quote| note(Kind::HitPoints, quote, hero.told_of_hp()));
    }
    told.each(&POINTS, |sentence, parts, quote| {
        let Some(n) = super::number::number(&parts["n"]) else { return };
        let sentence = sentence.to_lowercase();
        let else_of = ["experience", "xp", "armour", "armor", "compass", "points of light"]
            .iter()
            .any(|it| sentence.contains(it));
        let held = ledger.heroes.iter().flat_map(|hero| [hero.hp.0, hero.hp.1, hero.hp_before]);
        let borne_out = ledger.amounts().chain(held.map(i64::from)).any(|it| it == n);
        if !borne_out && !else_of && sentence.contains("you") {
            note(Kind::HitPoints, quote, hero.told_of_hp());
        }
    });
    for (condition, gist) in CONDITIONS.iter() {
        let down = *condition == "unconscious" && hero.hp.0 == 0;
        if !hero.knows(condition) && !down {
            told.each_gist(
                |sentence| gist.find(sentence),
                |_, quote| note(Kind::Condition, quote, format!("{} is not {condition}.", hero.name)),
            );
        }
    }
    told.each(&ALONE, |_, parts, quote| {
        let Some(n) = super::number::number(&parts["n"]).filter(|n| (2..=40).contains(n)) else { return };
        let is = |throw: &super::ledger::Throw| {
            i64::from(throw.total) == n
                || throw.faces.iter().any(|face| i64::from(*face) == n)
                || throw.goal.map(i64::from) == Some(n)
        };
        if !ledger.throws.is_empty() && !ledger.throws.iter().any(is) && !ledger.amounts().any(|it| it == n) {
            let totals: Vec<String> = ledger.throws.iter().map(|throw| throw.total.to_string()).collect();
            note(Kind::Roll, quote, format!("The throws of this turn came to {}.", totals.join(", ")));
        }
    });
}

/// Whether a thing is spoken of near some words of a sentence, with nothing between that parts them.
fn stands_by(sentence: &str, at: &Range<usize>, head: &str) -> bool {
    const FAR: usize = 44;
    let parts = |letter: char| matches!(letter, ',' | ';' | ':' | '—' | '–' | '.' | '(');
    let before = &sentence[..at.start];
    let after = &sentence[at.end..];
    let before = before.rsplit(parts).next().unwrap_or_default();
    let after = after.split(parts).next().unwrap_or_default();
    let within = |text: &str| words(&text.to_lowercase()).map(singular).any(|word| word == head);
    let mut skip = before.len().saturating_sub(FAR);
    while !before.is_char_boundary(skip) {
        skip += 1;
    }
    let mut take = after.len().min(FAR);
    while !after.is_char_boundary(take) {
        take -= 1;
    }
    within(&before[skip..]) || within(&after[..take])
}

impl Ledger {
    /// Whether a text speaks of somebody who lives, by name.
    fn speaks_of_the_living(&self, text: &str) -> bool {
        let spoken: Vec<String> = words(&text.to_lowercase()).map(singular).collect();
        let living = self.others.iter().filter(|other| !other.is_dead).map(|other| &other.name);
        let mut names =
            living.chain(&self.people).flat_map(|name| words(name).map(str::to_lowercase).collect::<Vec<_>>());
        names.any(|word| word.len() > 2 && spoken.contains(&word))
    }
}
