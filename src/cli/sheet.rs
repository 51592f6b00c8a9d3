//! Sheet, pack and scene, as the terminal shows them.

use game::{
    Session, State,
    character::{Character, Weapon},
    combat::{arms, fighter::FighterRef},
    story::SupportingNpc,
};

use super::terminal::{say, tell};

/// Prints the heroes' sheets.
pub(super) fn sheet(now: &Session) {
    for hero in &now.game.characters {
        let purse = &hero.purse;
        tell(&format!(
            "{}, {} {} of level {} · {}/{} hit points{} · armour class {} · {} gp {} sp {} cp",
            hero.name,
            hero.race,
            hero.class,
            hero.level,
            hero.current_hp,
            FighterRef::Hero(hero).max_hp(),
            downed(hero),
            hero.armor_class,
            purse.gp,
            purse.sp,
            purse.cp
        ));
        for weapon in &hero.weapons {
            tell(&format!("  {}", attack(hero, weapon)));
        }
        let pack: Vec<String> =
            hero.inventory.iter().map(|item| format!("{} × {}", item.quantity, item.name)).collect();
        tell(&format!("  carries {}", if pack.is_empty() { "nothing".to_owned() } else { pack.join(", ") }));
        spells(hero);
        let ailments: Vec<&str> = hero.conditions.iter().map(|condition| condition.name.as_str()).collect();
        if !ailments.is_empty() {
            tell(&format!("  is {}", ailments.join(", ")));
        }
    }
    say!("");
}

/// The state of a hero at 0 hit points, such as ` (dead)`; nothing of others.
fn downed(hero: &Character) -> String {
    FighterRef::Hero(hero).downed_state().map(|state| format!(" ({state})")).unwrap_or_default()
}

/// The current state in a few lines: place and time, the heroes, people present, open tasks.
pub(super) fn standing(game: &State) -> String {
    let mut lines = vec![format!("{}, {}", game.story.current_location, game.clock)];
    lines.extend(game.characters.iter().map(|hero| {
        let ails = hero.conditions.iter().map(|condition| format!(", {}", condition.name.to_lowercase()));
        let (ails, down) = (ails.collect::<String>(), downed(hero));
        format!("{}: {} of {} hit points{down}{ails}", hero.name, hero.current_hp, FighterRef::Hero(hero).max_hp())
    }));
    let here: Vec<String> = game.creatures.iter().map(|who| format!("{} ({})", who.name, who.health_word())).collect();
    if !here.is_empty() {
        lines.push(format!("Here: {}", here.join(", ")));
    }
    let quests: Vec<String> = game.story.active_quests.iter().map(|quest| written(game, &quest.name)).collect();
    if !quests.is_empty() {
        lines.push(format!("Quests: {}", quests.join("; ")));
    }
    lines.join("\n") + "\n"
}

/// A text that is kept in lower case, with the names it speaks of written as names, and the capitals of its sentences and of
/// what is said in it.
pub(super) fn written(game: &State, text: &str) -> String {
    written_as(game, text, "")
}

/// Like `written`; also capitalises names found in `told`.
pub(super) fn written_as(game: &State, text: &str, told: &str) -> String {
    let heroes = game.characters.iter().map(|hero| hero.name.clone());
    let places = game.story.known_places.iter().chain([&game.story.current_location]);
    let places = places.map(|place| place.strip_prefix("The ").unwrap_or(place).to_owned());
    let people = game.supporting_npcs.iter().map(SupportingNpc::shown_name);
    let met = game.story.met_npcs.iter().filter(|name| !name.starts_with("a ")).map(|name| titled(name));
    let mut names: Vec<String> =
        heroes.chain(places).chain(people).chain(met).filter(|name| !name.is_empty()).collect();
    names.extend(names_in(told));
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    let mut text = text.to_owned();
    for name in names {
        let low = name.to_lowercase();
        let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let found: Vec<usize> = text.match_indices(&low).map(|(at, _)| at).collect();
        for at in found {
            let end = at + low.len();
            if low.len() == name.len()
                && !is_letter(text[..at].chars().next_back())
                && !is_letter(text[end..].chars().next())
            {
                text.replace_range(at..end, &name);
            }
        }
    }
    sentences(&text)
}

/// The names a narration has inside of its sentences: "Nell Carrow", where she is not the first word.
fn names_in(told: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let (mut run, mut opens): (Vec<&str>, bool) = (Vec::new(), true);
    for word in told.split_whitespace() {
        let bare = word.trim_matches(|c: char| !c.is_alphabetic());
        let bare = bare.strip_suffix("'s").or(bare.strip_suffix("’s")).unwrap_or(bare);
        let capital = bare.starts_with(char::is_uppercase) && bare.chars().count() > 2;
        let ends = word.ends_with(['.', '!', '?', ':', '”', '“']);
        if capital && !opens && !word.starts_with('“') {
            run.push(bare);
        }
        if !run.is_empty() && (!capital || ends || word.ends_with(',') || bare.len() < word.len()) {
            names.push(run.join(" "));
            run.clear();
        }
        opens = ends;
    }
    names.extend((!run.is_empty()).then(|| run.join(" ")));
    names
}

fn sentences(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut begins, mut last) = (true, ' ');
    for (at, c) in text.char_indices() {
        let next = text[at + c.len_utf8()..].chars().next();
        let alone =
            c == 'i' && !last.is_alphanumeric() && !"'’".contains(last) && next.is_some_and(|c| "'’ ,".contains(c));
        match c.is_alphabetic() && (begins || alone) {
            true => out.extend(c.to_uppercase()),
            false => out.push(c),
        }
        begins = match c {
            '“' => true,
            ' ' => ".!?".contains(last) || [".”", "!”", "?”"].iter().any(|end| text[..at].ends_with(end)),
            _ => false,
        };
        last = c;
    }
    out
}

/// A name that is kept in lower case.
pub(super) fn titled(name: &str) -> String {
    name.split(' ').map(capital).collect::<Vec<_>>().join(" ")
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + letters.as_str())
}

/// A weapon with all that its wielder adds to it.
fn attack(hero: &Character, weapon: &Weapon) -> String {
    let arm = arms::of(hero, weapon);
    let kind = weapon.damage_type.as_deref().map(|kind| format!(" {kind}")).unwrap_or_default();
    format!("{}: {:+} to hit, {}{kind}", weapon.name, arm.attack.to_hit, arm.damage())
}

fn spells(hero: &Character) {
    let Some(casting) = &hero.spellcasting else { return };
    if !casting.cantrips.is_empty() {
        tell(&format!("  cantrips: {}", casting.cantrips.join(", ")));
    }
    if !casting.spells.is_empty() {
        tell(&format!("  spells: {}", casting.spells.join(", ")));
    }
    let slots = casting
        .slots
        .iter()
        .map(|(level, slots)| format!("level {level}: {} of {}", slots.max - slots.used, slots.max));
    let slots: Vec<String> = slots.collect();
    if !slots.is_empty() {
        tell(&format!("  slots left: {}", slots.join(", ")));
    }
}
