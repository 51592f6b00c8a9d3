//! Searches a sentence once for the required texts of all claims; most sentences have few of them.

use std::sync::LazyLock;

use super::{coins, deeds, fates, literals::Prefilter, supplies, things, throws, told::ClaimForms, travels, wounds};

static SCREEN: LazyLock<Prefilter> = LazyLock::new(|| {
    let mut patterns = Vec::new();
    for forms in all() {
        forms.number(patterns.len());
        patterns.extend(forms.patterns().map(str::to_owned));
    }
    Prefilter::of(&patterns)
});

/// The forms of all claims. Those that are missing here are found nowhere.
fn all() -> impl Iterator<Item = &'static ClaimForms> {
    let wounds = [&wounds::LOST, &wounds::DONE, &wounds::REGAINED, &wounds::LEFT, &wounds::WHOLE];
    let health = [&wounds::HURT, &wounds::HEALED];
    let coins = [&coins::COINS, &coins::PAID, &coins::GOT, &coins::PURSE, &coins::PAID_SOME, &coins::GOT_SOME];
    let things = [&things::KEPT, &things::TAKEN, &supplies::USED];
    let travels = [&travels::ARRIVES, &travels::DONE, &travels::TAKEN_ON];
    let throws = [&throws::LEVEL, &throws::EXPERIENCE, &throws::THREW];
    let deeds = [&deeds::CASTS, &deeds::RESTS, &deeds::DRINKS, &deeds::LIGHTS, &deeds::BACK];
    let deeds = deeds.into_iter().chain([&deeds::OTHERS_HURT, &deeds::MISHAPS, &deeds::PUTS_ON]);
    let fates = [&fates::SETS_IN, &fates::ENDS].into_iter().flat_map(|of| of.iter().map(|(_, forms)| forms));
    let all = wounds.into_iter().chain(health).chain(coins).chain(things).chain(travels).chain(throws).chain(deeds);
    all.map(|forms| &**forms).chain(fates)
}

/// Numbers of the forms that may stand in a sentence, in order.
pub(super) fn candidates(sentence: &str) -> Vec<usize> {
    SCREEN.candidates(sentence)
}
