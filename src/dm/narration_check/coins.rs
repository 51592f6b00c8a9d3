//! Coins that are paid or received.

use std::sync::LazyLock;

use super::{
    ledger::{HeroFacts, TurnFacts},
    number::number,
    sentence::words,
    told::{ClaimForms, ClaimKind, ParsedProse, UnsupportedClaim, forms},
};

/// Coins go out.
pub(super) static PAID: LazyLock<ClaimForms> = LazyLock::new(|| {
    forms(&[
        "{YOU} (?:pay|paid|part(?:ed)? with|tip(?:ped)?|pour(?:ed)?|let go of|sink|stake|wager|bet|empty|fling|throw|cast|count|tuck|hand(?:ed)?(?: over)?|count(?:ed)? out|spend|spent|give|gave|toss(?:ed)?|slide|slid|press(?:ed)?|lose|lost|drop(?:ped)?|part with|lay down|put down|push|flip|fork over|surrender|leave|part(?:ed)? with)(?: [a-z'’]+){0,4}? {N}(?: [a-z]+)? {COIN}",
        "{N}(?: [a-z]+)? {COIN} (?:poorer|lighter)",
        "{YOU} (?:pay|give|hand|count out|lay down|part with|tip|pour|empty|leave)(?: [a-z'’]+){0,3}? (?:your|the) (?:whole|last|entire|only|remaining) {N}(?: [a-z]+)? {COIN}",
        "(?:takes|relieves|robs|cheats|eases|lightens) you (?:of|out of) {N}(?: [a-z]+)? {COIN}",
        "{N}(?: [a-z]+)? {COIN}(?: [a-z'’,-]+){0,4}? (?:change hands|changes hands|pass across|go across|leave your|leaves your|go into (?:his|her|their|its)|vanish into (?:his|her|their))",
        "costs you {N}(?: [a-z]+)? {COIN}",
        "{N}(?: [a-z]+)? {COIN} (?:leave|leaves) your (?:purse|pouch|hand)",
    ])
});
/// Coins come in.
pub(super) static GOT: LazyLock<ClaimForms> = LazyLock::new(|| {
    forms(&[
        "{YOU} (?:gain|gained|receive|received|get|got|earn|earned|pocket|pocketed|collect|collected|take|took|scoop|scooped|sweep|swept|win|won|tuck|tucked|gather|gathered|bag|bagged|add|added|stow|stowed|find|found|are paid|come away with|walk away with)(?: [a-z'’]+){0,4}? {N}(?: [a-z]+)? {COIN}",
        "(?:pays|hands|gives|counts|tosses|slides|presses|drops|pushes|pours|flips|throws|shakes)(?: over| out)?(?: [a-z'’]+){0,2}? you(?:r)?(?: [a-z'’]+){0,3}? {N}(?: [a-z]+)? {COIN}",
        "(?:pays|hands|gives|counts|tosses|slides|presses|drops|pushes|pours|flips|throws|shakes)(?: over| out)?(?: [a-z'’]+){0,3}? {N}(?: [a-z]+)? {COIN}(?: [a-z'’]+){0,3}? (?:into|in|to|at|across|toward|towards|before) (?:the table to )?you",
        "{N}(?: [a-z]+)? {COIN}(?: [a-z'’,-]+){0,5}?,? (?:which|that|and) you (?:pour|tip|sweep|scoop|tuck|drop|put|pocket|slip|shovel|stuff|stow|take|keep|count)(?: [a-z]+){0,3}?(?: into| in)?(?: your)?",
        "{N}(?: [a-z]+)? {COIN}(?: [a-z'’,-]+){0,7}? (?:into|in) your (?:hands?|palms?|purse|pocket|pouch|lap|hat|fist)",
        "{N}(?: [a-z]+)? {COIN} (?:richer|heavier|are yours|go into your|find their way into your|clink into your|disappear into your)",
    ])
});
/// A number of coins.
pub(super) static COINS: LazyLock<ClaimForms> = LazyLock::new(|| forms(&["{N}(?: [a-z]+)? {COIN}"]));
/// Claims about the amount in the purse.
pub(super) static PURSE: LazyLock<ClaimForms> = LazyLock::new(|| {
    forms(&[
        "your (?:purse|pouch|coin purse)(?: now)? (?:holds|has|contains)(?: only| just| exactly)? {N}(?: [a-z]+)? {COIN}",
        "(?:you have|leaving you(?: with)?|leaves you(?: with)?)(?: only| just| exactly)? {N}(?: [a-z]+)? {COIN}(?: left)?",
    ])
});
/// A payment without a number.
pub(super) static PAID_SOME: LazyLock<ClaimForms> = LazyLock::new(|| {
    forms(&[
        "{YOU} (?:pay (?:him|her|them|the|for)|count out (?:the|your) (?:coins|coin|price|fare|toll)|hand over the (?:coins|coin|price|fare|toll|money|gold|silver))",
        "{YOU} (?:drop|toss|give|hand|slip|throw|pay|leave|spend|press)(?: (?:him|her|them|the [a-z]+|over|down|in))? (?:a|an|a few|some|several|a handful of|a couple of) (?:gold|silver|copper) (?:coins?|pieces?)",
    ])
});
/// Coins are taken, without a number.
pub(super) static GOT_SOME: LazyLock<ClaimForms> = LazyLock::new(|| {
    forms(&[
        "{YOU} (?:pocket|sweep up|scoop up|sweep|scoop|take|collect|bag) the (?:coins|purse|money|reward|winnings|(?:gold|silver)(?:[.,;:!]|$| and| from| into| in| off))",
        "(?:presses|drops|pours|counts|pushes) (?:the|a|your)(?: [a-z]+)? (?:coins|gold|silver|purse|pouch of (?:coins|gold|silver)|reward|payment) (?:into|in) your (?:hand|hands|palm|purse)",
        "the (?:coins|gold|silver|money|reward) (?:is|are) yours\\b",
    ])
});

/// Compares the narrated coins with the recorded gains and payments.
pub(super) fn check(told: &ParsedProse<'_>, ledger: &TurnFacts, findings: &mut Vec<UnsupportedClaim>) {
    let Some(hero) = ledger.heroes.first() else { return };
    let mut note = |quote: &str| {
        findings.push(UnsupportedClaim { kind: ClaimKind::Gold, quote: quote.to_owned(), truth: hero.told_of_coins() });
    };
    // Change is given and prices are split: sums count as well as each by itself.
    let all = |sign: i64| -> Vec<i64> {
        let deltas = ledger.heroes.iter().flat_map(|hero| hero.copper_deltas.iter()).map(|delta| delta * sign);
        let mut all: Vec<i64> = deltas.clone().filter(|delta| *delta > 0).collect();
        let (in_all, balance): (i64, i64) = (all.iter().sum(), deltas.sum());
        all.extend([in_all, balance]);
        all
    };
    let mut leaves = told.speaks_of(&["leave the coins", "leave them", "untouched", "leave it where", "leave it all"]);
    leaves &= hero.copper_deltas.is_empty();
    let adds_up = |sentence: &str, n: i64| {
        ledger.adds_up(&coins_in(told, |of| of == sentence), n, has_loose_change(sentence))
            || ledger.is_price_or_change(told, n, &coins_in(told, |_| true))
    };
    told.each(&PAID, |sentence, parts, quote| {
        if copper(&parts["n"], &parts["coin"]).is_some_and(|n| !all(-1).contains(&n) && !adds_up(sentence, n)) {
            note(quote);
        }
    });
    told.each(&GOT, |sentence, parts, quote| {
        let change = || coins_in(told, |of| of == sentence);
        if copper(&parts["n"], &parts["coin"]).is_some_and(|n| !all(1).contains(&n) && !adds_up(sentence, n))
            && !leaves
            && !ledger.is_change(&change())
        {
            note(quote);
        }
    });
    told.each(&PURSE, |_, parts, quote| {
        if copper(&parts["n"], &parts["coin"]).is_some_and(|n| n / 100 != hero.copper / 100 && n != hero.copper) {
            note(quote);
        }
    });
    told.each(&PAID_SOME, |_, _, quote| {
        if ledger.heroes.iter().all(|hero| hero.copper_deltas.iter().all(|delta| *delta >= 0)) {
            note(quote);
        }
    });
    told.each(&GOT_SOME, |_, _, quote| {
        let came = |hero: &HeroFacts| hero.copper_deltas.iter().any(|delta| *delta > 0) || !hero.gained.is_empty();
        if !ledger.heroes.iter().any(came) {
            note(quote);
        }
    });
}

/// The value in copper of each amount of coins in the sentences.
fn coins_in(told: &ParsedProse<'_>, is_read: impl Fn(&str) -> bool) -> Vec<i64> {
    let mut all = Vec::new();
    told.each(&COINS, |of, parts, _| {
        if is_read(of) {
            all.extend(copper(&parts["n"], &parts["coin"]));
        }
    });
    all
}

/// Whether a sentence speaks of small coins without counting them: “two gold and some silver”.
pub(super) fn has_loose_change(sentence: &str) -> bool {
    const SMALL: [&str; 9] =
        ["silver", "silvers", "copper", "coppers", "change", "pennies", "farthings", "shillings", "small"];
    let lower = sentence.to_lowercase();
    let words: Vec<&str> = words(&lower).collect();
    let is_counted = |at: usize| words[at.saturating_sub(2)..at].iter().any(|word| number(word).is_some());
    let is_coin = |at: usize| words[at] != "small" || words.get(at + 1).is_some_and(|next| next.starts_with("coin"));
    (0..words.len()).any(|at| SMALL.contains(&words[at]) && is_coin(at) && !is_counted(at))
}

fn copper(n: &str, coin: &str) -> Option<i64> {
    let worth = match coin.to_lowercase().as_str() {
        "gold" | "gp" | "crown" | "crowns" | "coin" | "coins" => 100,
        "silver" | "sp" => 10,
        _ => 1,
    };
    number(n).map(|n| n * worth)
}

impl HeroFacts {
    pub(super) fn told_of_coins(&self) -> String {
        let sum: i64 = self.copper_deltas.iter().sum();
        let coins = |copper: i64| format!("{} gp {} sp {} cp", copper / 100, copper % 100 / 10, copper % 10);
        let what = match sum {
            0 => "neither got nor spent coins this turn".to_owned(),
            got if got > 0 => format!("got {} this turn", coins(got)),
            spent => format!("spent {} this turn", coins(-spent)),
        };
        format!("{} {what} and has {}.", self.name, coins(self.copper))
    }
}
