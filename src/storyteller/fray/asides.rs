//! The small print of a fight, told: what wards off a blow, what sets in and what runs out; and whatever has no words of
//! its own here, said to the player rather than about the hero.

use super::{Fray, happened::Happened as H};
use crate::storyteller::{
    phrases::{lines, spells as said},
    play::Play,
    prose::{capitalised, the},
};

/// Tells a ward, and what sets in with it; answers how many lines that was.
pub(super) fn ward(play: &mut Play<'_>, rest: &[H], who: &str, what: &str) -> usize {
    let own = who == play.hero.name;
    play.say(if own { said::YOU_WARD } else { said::THEY_WARD }, &[("foe", &the(who)), ("spell", what)]);
    let same = |one: &H| matches!(one, H::Under { who: it, what: by } if it == who && by == what);
    1 + usize::from(rest.get(1).is_some_and(same))
}

/// Tells that something works on somebody, or does no more.
pub(super) fn works(play: &mut Play<'_>, who: &str, what: &str, ends: bool) {
    // What was only tried has been told, and has no name that could let go of anybody.
    let own = play.hero.spells.iter().chain(&play.hero.cantrips).chain(&play.hero.features);
    let named = own.into_iter().any(|name| name.eq_ignore_ascii_case(what));
    if who != play.hero.name && !named && crate::storyteller::intent::find_verb(what, false).is_some() {
        if ends {
            play.add(said::OVER_IT, &[("foe", &the(who))]);
        }
        return;
    }
    // A state of the body is no spell that lets go of somebody.
    let state = crate::storyteller::intent::CONDITIONS.contains(&what);
    let stock = match (who == play.hero.name, ends) {
        (true, false) if state => lines::YOU_BECOME,
        (true, true) if state => lines::YOU_ARE_FREE_OF_IT,
        (false, false) if state => lines::FOE_BECOMES,
        (false, true) if state => lines::FOE_IS_FREE_OF_IT,
        (true, false) => said::YOU_ARE_UNDER,
        (true, true) => said::YOURS_IS_SPENT,
        (false, false) => said::THEY_ARE_UNDER,
        (false, true) => said::THEIRS_IS_SPENT,
    };
    play.say(stock, &[("foe", &the(who)), ("spell", what), ("what", what)]);
}

/// Tells a line as the fight has it: of the hero in the second person, of the others by their names.
pub(super) fn plain(play: &mut Play<'_>, fray: &Fray, line: &str) {
    let begins = |name: &str| line.strip_prefix(name).filter(|rest| rest.starts_with(' ')).map(str::to_owned);
    let named = fray.fighters.iter().find_map(|one| Some((the(&one.name), begins(&one.name)?)));
    let line = match (begins(&play.hero.name), named) {
        (Some(rest), _) => format!("You {}", second_person(rest.trim_start())),
        (None, Some((name, rest))) => capitalised(&format!("{name}{rest}")),
        // Who begins in lower case has no name of their own.
        (None, None) if line.starts_with(char::is_lowercase) => capitalised(&the(line)),
        (None, None) => capitalised(line),
    };
    let hero = play.hero.name.clone();
    let line = line.replace(&format!(" {hero}'s "), " your ").replace(&format!(" {hero}"), " you");
    if !line.contains(['{', '[', '@']) {
        play.say(&[&line], &[]);
    }
}

/// What somebody does, as it is said to that one: `shrugs it off` becomes `shrug it off`.
fn second_person(deed: &str) -> String {
    let (verb, rest) = deed.split_once(' ').unwrap_or((deed, ""));
    let bare = match verb.trim_end_matches('.') {
        "is" => "are",
        "has" => "have",
        "does" => "do",
        "catches" => "catch",
        one => one.strip_suffix('s').unwrap_or(one),
    };
    let end = if verb.ends_with('.') { "." } else { "" };
    if rest.is_empty() { format!("{bare}{end}") } else { format!("{bare} {rest}") }
}

#[cfg(test)]
mod tests {
    use super::second_person;

    #[test]
    fn a_deed_is_said_to_whoever_did_it() {
        for (deed, said) in [
            ("shrugs it off.", "shrug it off."),
            ("is nearer to death (1 of 3).", "are nearer to death (1 of 3)."),
            ("has 5 temporary hit points.", "have 5 temporary hit points."),
            ("does not stay down.", "do not stay down."),
            ("catches at the missile.", "catch at the missile."),
            ("can't be frightened.", "can't be frightened."),
            ("should have fallen, and does not.", "should have fallen, and does not."),
            ("falls.", "fall."),
        ] {
            assert_eq!(second_person(deed), said);
        }
    }
}
