//! The people of the neighbourhood: home, character, and wishes.

use game::naming;
use language::word_lists;

use super::{
    chance::{Chance, hash, hash_all, pick},
    foes,
    phrases::{
        crowd::{LOOKS, MANNERS, NAMES, PARCELS, TRADES, WISHES},
        openings::Local,
    },
    table::{Creature, Known, Table},
    world::{Kind, Spot, World, in_text, same, titled},
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

/// What someone of this name is called; a title is nothing to be called by.
pub(super) fn first_name(name: &str) -> &str {
    let first = name.split(' ').next().unwrap_or_default();
    if TITLES.contains(&first) { name } else { first }
}

/// First names and titles by the pronoun people of that name go by.
const PRONOUNS: &str = include_str!("content/people.txt");

/// Whether someone of this name is a "he" or a "she", in any form of the word; true where that is not known.
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

/// Something someone would like to have done.
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

/// The number of errands of one person.
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

/// Kinds of the rules with what someone of it is by trade.
const GUESTS: &str = include_str!("content/guests.txt");

/// People at the heroes' place that the world did not generate: people of the scene who are no foes and can speak, and people on record
/// there.
pub(super) fn guests_at(table: &Table, world: &World) -> Vec<Person> {
    let (foe, chief) = (world.adventure.foe.0, world.adventure.chief.0);
    let is_on_record = |name: &str| table.people.iter().find(|known| same(&known.name, name));
    let is_person = |one: &&Creature| {
        let (kind, name) = (one.kind.as_deref().unwrap_or_default(), one.name.to_lowercase());
        let is_name = !naming::is_description(&one.name) && naming::is_somebodys(&one.name, std::iter::once(kind));
        let has_own_name = is_name || is_on_record(&one.name).is_some();
        let speaks = foes::speaks(if kind.is_empty() { &name } else { kind });
        one.hp > 0 && ["friendly", "neutral"].contains(&one.disposition.as_str()) && has_own_name && speaks
    };
    let mut all: Vec<Person> = Vec::new();
    let mut comes = |name: &str, kind: &str| {
        let lives_here = world.locals(&table.location).iter().any(|local| same(&local.name, name));
        let is_foe = name.to_lowercase().contains(&foe.to_lowercase()) || same(name, chief);
        if lives_here || is_foe || all.iter().any(|guest| same(&guest.name, name)) {
            return;
        }
        let trade = word_lists::pairs(GUESTS, "trades").find(|(known, _)| *known == kind);
        // The story's trouble has one who asks for help, who lives here.
        let role = is_on_record(name).map_or("neutral", |known| &known.role);
        let role = if role == "quest_giver" { "informant" } else { role };
        all.push(Person { trade: trade.map_or("traveller", |(_, trade)| trade), ..person(name, role) });
    };
    for one in table.creatures.iter().filter(is_person) {
        comes(&one.name, one.kind.as_deref().unwrap_or_default());
    }
    let is_here = |known: &&Known| !known.is_dead && same(&known.location, &table.location);
    let travels = |name: &str| table.creatures.iter().any(|one| same(&one.name, name));
    for known in table.people.iter().filter(is_here).filter(|known| !travels(&known.name)) {
        comes(&titled(&known.name), "");
    }
    all
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

    /// Who is at a place: those who live there, and guests.
    pub(super) fn people(&self, place: &str) -> Vec<Person> {
        if let Some(cast) = &self.cast {
            return cast.iter().map(|name| person(name, "neutral")).collect();
        }
        let mut all = self.locals(place);
        all.retain(|person| !self.dead.iter().any(|dead| same(dead, &person.name)));
        if same(place, &self.here) {
            all.extend(self.guests.iter().cloned());
        }
        all
    }

    /// Whether someone of this name is here that the world did not generate.
    pub(super) fn is_guest(&self, name: &str) -> bool {
        self.cast.is_none() && self.guests.iter().any(|guest| same(&guest.name, name))
    }

    /// Who lives at a place, the dead included.
    fn locals(&self, place: &str) -> Vec<Person> {
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
        let mut places = self.inhabited().to_vec();
        if !self.guests.is_empty() && !places.iter().any(|place| same(place, &self.here)) {
            places.push(self.here.clone());
        }
        let at = |place: String| self.people(&place).into_iter().map(move |person| (person, place.clone()));
        places.into_iter().flat_map(at).collect()
    }

    /// The places where people live.
    fn inhabited(&self) -> [String; 4] {
        [Spot::Home, Spot::Market, Spot::Road, Spot::Shrine].map(|spot| self.name(spot).to_owned())
    }

    /// Those who live here, the dead included, each with where they are: who comes and goes changes no one's errands.
    fn neighbours(&self) -> Vec<(Person, String)> {
        let at = |place: String| self.locals(&place).into_iter().map(move |person| (person, place.clone()));
        self.inhabited().into_iter().flat_map(at).collect()
    }

    /// What a person wants to have done, by the number of things done for them before; none for the one who has greater
    /// worries.
    pub(super) fn errand(&self, person: &Person, n_done: usize) -> Option<Errand> {
        if person.role == "quest_giver" || n_done >= MOST_ERRANDS {
            return None;
        }
        let mut chance = Chance::new(self.seed ^ hash_all(&[&person.name, "errand", &n_done.to_string()]));
        let all = self.neighbours();
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
