//! Things one had, and that are told to be gone.

use std::sync::LazyLock;

use regex::Regex;

use super::{
    ledger::Ledger,
    sentence::words,
    things::{PRONOUNS, head_of, same, shares, singular},
    told::{Finding, Kind, Told, forms},
};

/// Somebody does away with something.
static DONE_AWAY: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    const ENDS: &str = "(?: in | into| onto| to | for | over| across| away| up | down | overboard| off | at | behind| on | between| among| through| until| so | where| flapping| and\\b|,|[.;!]|$)";
    const THING: &str = "(?P<thing>(?:the (?:last|rest|remains|wreck|whole|stump|stub|remainder) of )?(?:it|them|{ITS} [a-z'’ -]{2,40}?))";
    let patterns = [
        format!("{{YOU}} (?:drink|drank|quaff|quaffed|drain|drained|swallow|swallowed|downed|eat|ate|finish|finished|gulp|gulp down|tip back|knock back|empty|emptied|use up|used up|spend|burn|break|snap|smash|shatter|sacrifice|apply|pour out|tear up|rip up) {THING}{ENDS}"),
        format!("{{YOU}} (?:hand|handed|give|gave|sell|sold|trade|traded|swap|barter|pawn|surrender|surrendered|pass|passed|offer up|give up|yield|lend|lent|entrust|bequeath|gift)(?: over| up| back| away)? (?:(?:him|her|them|it|the [a-z]+|(?-i:[A-Z])[a-z]+) )?{THING}{ENDS}"),
        format!("{{YOU}} (?:throw|threw|toss|tossed|hurl|hurled|drop|dropped|fling|flung|cast|lose|lost|leave|left|abandon|abandoned|let go of|let fall|shrug out of|slip out of|wriggle out of|unpin|unbuckle|unclasp|cut loose|jettison|chuck|pitch|heave|bury) {THING}{ENDS}"),
        format!("{{YOU}} [a-z]+(?: [a-z]+){{0,5}}? and (?:throw|toss|hurl|drop|fling|cast|lose|leave|abandon|let go of|hand over|give up|pour|tip) {THING}{ENDS}"),
        "{YOU} (?:tip|tipped|pour|poured|shake|shook|squeeze|spill|trickle|empty|feed)(?: every| all| the last| the whole| most)?(?: [a-z]+){0,3}? of (?P<thing>it|them|your [a-z'’ -]{2,30}?) (?:between|into|down|over|onto|on|in|out)\\b".to_owned(),
        "(?:takes|snatches|steals|seizes|rips|tears|wrenches|pulls|plucks|confiscates|lifts|swipes|whisks|carries|sweeps|knocks|twists|bats) (?P<thing>your(?: [a-z'’-]+){1,3}?)(?: from| away| out| off|[.,;!]|$)".to_owned(),
    ];
    let patterns: Vec<&str> = patterns.iter().map(String::as_str).collect();
    forms(&patterns)
});

/// Something goes by itself: it breaks, sinks, is used up or carried off.
static GOES: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    const GOES: &str = "(?:snaps (?:in|off|at|across|under|like)|breaks (?:in|off|at|across|under|like|against)|shatters|shatter|splinters|splits (?:in|from|down|like)|cracks (?:in|from|across|clean)|crumples|crumbles|is gone|are gone|burns up|burns out|burns away|sinks? (?:out|from|beneath|away|without|to the bottom)|vanish(?:es)?|dissolves?|melts?|evaporates?|slips? from|slides? from|flies from|fly from|leaves? your (?:grip|hand|hands|fingers|grasp)|tumbles|falls off your|is swept|are swept|is lost|are lost|is taken|are taken|is torn|is ripped|is ruined|is spent|are spent|is empty|is used up|is destroyed|spins away|goes over the|goes overboard|goes whistling|go whistling|is no more|comes apart|falls apart|falls to pieces|comes to pieces|disintegrates|has (?:snapped|broken|shattered|split|burst|burned|burnt|gone|lost its|melted|sunk|cracked|vanished|come apart|fallen)|have (?:snapped|broken|shattered|gone|burned|vanished|sunk))\\b";
    let patterns = [
        format!(
            "(?P<thing>(?:your|the|one of your|all|both|every one of your|the last of your|half(?: of)? your)(?: [a-z'’-]+){{1,4}}?),?(?: [a-z]+ly)? {GOES}"
        ),
        format!("\\b(?P<thing>it|they) (?:[a-z]+ly )?{GOES}"),
    ];
    let patterns: Vec<&str> = patterns.iter().map(String::as_str).collect();
    forms(&patterns)
});

/// Compares what is told to be gone with what went out of the packs.
pub(super) fn check(told: &Told<'_>, ledger: &Ledger, findings: &mut Vec<Finding>) {
    let Some(hero) = ledger.heroes.first() else { return };
    for forms in [&*DONE_AWAY, &*GOES] {
        told.each_near(forms, |near, parts, quote| {
            let thing = parts["thing"].to_lowercase();
            let name = match thing.rsplit(" of ").next().filter(|it| PRONOUNS.contains(it)) {
                Some(_) => last_spoken_of(near, &hero.items_before),
                None => hero.items_before.iter().find(|name| same(name, &thing)),
            };
            let Some(name) = name else { return };
            if ledger.heroes.iter().all(|hero| !hero.lost.iter().any(|lost| lost == name || shares(lost, name))) {
                let truth = format!("{} still has the {}.", hero.name, name);
                findings.push(Finding { kind: Kind::ItemLost, quote: quote.to_owned(), truth });
            }
        });
    }
}

/// The thing among these that a text speaks of last.
fn last_spoken_of<'i>(text: &str, items: &'i [String]) -> Option<&'i String> {
    let spoken: Vec<String> = words(&text.to_lowercase()).map(singular).collect();
    let last = |name: &String| spoken.iter().rposition(|word| *word == head_of(name));
    items.iter().filter_map(|name| last(name).map(|at| (at, name))).max_by_key(|(at, _)| *at).map(|(_, name)| name)
}
