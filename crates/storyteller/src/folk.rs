//! The people of the neighbourhood: who lives where, how they are, and what they would like done.

use language::word_lists;

use super::{
    chance::{Chance, hash, hash_all, pick},
    phrases::{
        crowd::{LOOKS, MANNERS, NAMES, PARCELS, TRADES, WISHES},
        openings::Local,
    },
    world::{Kind, Spot, World, in_text},
};
use crate::words::storyteller::folk::TITLES;

/// Someone who lives here.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Person {
    pub(super) name: String,
    pub(super) role: String,
    pub(super) trade: &'static str,
    pub(super) look: &'static str,
    pub(super) manner: &'static str,
    pub(super) wish: &'static str,
    /// What only they can tell.
    pub(super) tells: &'static [&'static str],
}

impl Person {
    /// What one calls them.
    pub(super) fn first_name(&self) -> &str {
        first_name(&self.name)
    }
}

/// What somebody of this name is called; a title is nothing to be called by.
pub(super) fn first_name(name: &str) -> &str {
    let first = name.split(' ').next().unwrap_or_default();
    if TITLES.contains(&first) { name } else { first }
}

/// First names and titles by the pronoun people of that name go by.
const PRONOUNS: &str = include_str!("content/people.txt");

/// Whether somebody of this name is a "he" or a "she", in any form of the word; true where that is not known.
pub(super) fn goes_by(name: &str, pronoun: &str) -> bool {
    let group = match pronoun {
        "she" | "her" | "hers" => "she",
        "he" | "him" | "his" => "he",
        _ => return true,
    };
    let parts: Vec<String> = name.to_lowercase().split(' ').map(str::to_owned).collect();
    let goes = |group: &&&str| word_lists::words(PRONOUNS, group).any(|known| parts.iter().any(|part| part == known));
    ["she", "he"].iter().find(goes).is_none_or(|known| *known == group)
}

/// Something somebody would like to have done.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Errand {
    pub(super) thing: &'static str,
    /// Where the thing is, or where it is to go.
    pub(super) place: String,
    /// The person it is to be brought to; none if it is to be fetched.
    pub(super) to: Option<String>,
    /// The title of the quest.
    pub(super) quest: String,
}

/// So many errands one person has.
const MOST_ERRANDS: usize = 3;

/// Someone of this name; face and manner follow from it.
pub(super) fn person(name: &str, role: &str) -> Person {
    let seed = hash(&name.to_lowercase());
    Person {
        name: name.to_owned(),
        role: role.to_owned(),
        trade: pick(seed ^ 1, TRADES),
        look: pick(seed ^ 2, LOOKS),
        manner: pick(seed ^ 3, MANNERS),
        wish: pick(seed ^ 4, WISHES),
        tells: &[],
    }
}

fn local(who: &Local) -> Person {
    Person {
        name: who.name.to_owned(),
        role: "informant".into(),
        trade: who.trade,
        look: who.look,
        manner: who.manner,
        wish: who.wish,
        tells: who.tells,
    }
}

impl World {
    /// What the thread's quest pays, in gold pieces, and the number as a word.
    pub(super) fn pay(&self) -> (i64, &'static str) {
        const SUMS: [(i64, &str); 7] = [
            (15, "fifteen"),
            (20, "twenty"),
            (25, "twenty-five"),
            (30, "thirty"),
            (35, "thirty-five"),
            (40, "forty"),
            (60, "sixty"),
        ];
        Chance::new(self.chapter() ^ 0x9a1d).pick(&SUMS)
    }

    /// How the one who asks for help puts it, with what it pays.
    pub(super) fn plea(&self) -> String {
        let word = self.pay().1;
        let (low, high) = (word.to_owned(), super::prose::capitalised(word));
        self.adventure.plea.replace("twenty-five", &low).replace("Twenty-five", &high)
    }

    /// Who lives at a place.
    pub(super) fn people(&self, place: &str) -> Vec<Person> {
        if let Some(cast) = &self.cast {
            return cast.iter().map(|name| person(name, "neutral")).collect();
        }
        let first = |name: &str| name.split(' ').next().unwrap_or_default().to_lowercase();
        let order = Chance::new(self.seed ^ 11).order(NAMES.len()).into_iter().map(|i| NAMES[i]);
        let names: Vec<&str> = order.filter(|name| first(name) != first(&self.giver)).take(5).collect();
        // No two of a neighbourhood look alike or do the same work.
        let deal = |salt: u64, n: usize| Chance::new(self.seed ^ salt).order(n);
        let (trades, looks, manners) = (deal(13, TRADES.len()), deal(15, LOOKS.len()), deal(17, MANNERS.len()));
        let someone = |role: &str, n: usize| Person {
            trade: TRADES[trades[n]],
            look: LOOKS[looks[n]],
            manner: MANNERS[manners[n]],
            ..person(names.get(n).copied().unwrap_or("the stranger"), role)
        };
        match self.spot(place) {
            Spot::Home => {
                let mut here = vec![person(&self.giver, "quest_giver")];
                match self.setting {
                    Some(setting) => {
                        (here[0].trade, here[0].look) = setting.giver;
                        here.extend(setting.locals.iter().map(local));
                    }
                    None => here.push(someone(if self.kind(place) == Kind::Inn { "merchant" } else { "informant" }, 0)),
                }
                here
            }
            Spot::Market => vec![someone("merchant", 1), someone("informant", 2)],
            Spot::Shrine => vec![someone("informant", 3)],
            Spot::Road => vec![someone("neutral", 4)],
            _ => Vec::new(),
        }
    }

    /// Everybody, each with where they are.
    pub(super) fn everybody(&self) -> Vec<(Person, String)> {
        let places = [Spot::Home, Spot::Market, Spot::Road, Spot::Shrine].map(|spot| self.name(spot).to_owned());
        places.into_iter().flat_map(|place| self.people(&place).into_iter().map(move |p| (p, place.clone()))).collect()
    }

    /// What a person wants to have done, by the number of things done for them before; none for the one who has greater
    /// worries.
    pub(super) fn errand(&self, person: &Person, n_done: usize) -> Option<Errand> {
        if person.role == "quest_giver" || n_done >= MOST_ERRANDS {
            return None;
        }
        let mut chance = Chance::new(self.seed ^ hash_all(&[&person.name, "errand", &n_done.to_string()]));
        let all = self.everybody();
        let home = all.iter().find(|(other, _)| other.name == person.name)?.1.clone();
        if chance.below(5) < 2 {
            let others: Vec<&(Person, String)> = all.iter().filter(|(_, place)| *place != home).collect();
            let (other, place) = others.get(chance.below(others.len()))?;
            let thing = chance.pick(PARCELS);
            let quest = format!("take {}'s {thing} to {} at {}", person.first_name(), other.name, in_text(place));
            return Some(Errand { thing, place: place.clone(), to: Some(other.name.clone()), quest });
        }
        let spots = [Spot::Wild, Spot::Deep, Spot::Road, Spot::Shrine, Spot::Market];
        let far: Vec<&str> = spots.iter().map(|spot| self.name(*spot)).filter(|place| *place != home).collect();
        let place = chance.pick(&far).to_owned();
        let thing = *self.things(&place).get(chance.below(2))?;
        let quest = format!("bring {} the {thing} from {}", person.name, in_text(&place));
        Some(Errand { thing, place, to: None, quest })
    }
}
