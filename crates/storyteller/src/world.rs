//! The generated world: places, roads, people and things, derived from the state alone, so that a place stays the same when the hero
//! returns.

use game::{safety::TextCheck, story_fact::StoryFact};

use super::{
    chance::{Chance, hash, hash_all, pick},
    folk::{Person, guests_at},
    intent::is_word,
    kind::guess,
    naming::{named_in, proper_names, with_name},
    phrases::{
        WARES,
        adventures::{self, Adventure},
        crowd::NAMES,
        openings::{Door, Setting, settings},
        places::{Stock, stock},
        twists::{TWISTS, Twist},
    },
    table::Table,
};
pub(super) use super::{
    kind::Kind,
    naming::{in_text, same, titled, typed},
};

/// The role of a place in the neighbourhood.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Spot {
    Home,
    Market,
    Road,
    Wild,
    Deep,
    Shrine,
    /// Where the first proof is found.
    Site,
    /// The way in.
    Mouth,
    /// Where it ends.
    Heart,
    /// A place off the map.
    Elsewhere,
}

/// The ways between spots, each with where it leads, seen from the first.
const WAYS: [(Spot, Spot, usize); 10] = [
    (Spot::Home, Spot::Market, 1),
    (Spot::Home, Spot::Road, 0),
    (Spot::Market, Spot::Shrine, 0),
    (Spot::Road, Spot::Wild, 0),
    (Spot::Road, Spot::Site, 3),
    (Spot::Wild, Spot::Mouth, 3),
    (Spot::Site, Spot::Mouth, 0),
    (Spot::Wild, Spot::Deep, 1),
    (Spot::Deep, Spot::Shrine, 2),
    (Spot::Mouth, Spot::Heart, 5),
];

const DIRECTIONS: [&str; 4] = ["north", "east", "south", "west"];

/// A way out of a place.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Exit {
    pub(super) name: String,
    pub(super) spot: Spot,
    /// `north`, `down` …
    pub(super) direction: &'static str,
    /// The same in the form that follows "go": `north`, `down the well`.
    pub(super) way: &'static str,
}

/// The neighbourhood of a story.
#[derive(Debug, Clone)]
pub(super) struct World {
    pub(super) seed: u64,
    /// The seed of the thread that is played.
    chapter: u64,
    places: Vec<(Spot, String, Kind)>,
    /// The thread that is played.
    pub(super) adventure: &'static Adventure,
    pub(super) giver: String,
    /// Names that only the narration of the trouble has.
    proper: Vec<String>,
    /// The beginning, if it is one the storyteller knows its way about in.
    pub(super) setting: Option<&'static Setting>,
    twist: &'static Twist,
    /// Who is here, where a campaign is played: then there is no one and nothing else, and no way but the campaign's.
    pub(super) cast: Option<Vec<String>>,
    /// Where the heroes are as the turn begins.
    pub(super) here: String,
    /// People at this place that the world did not generate.
    pub(super) guests: Vec<Person>,
    /// The names of the dead, in lower case.
    pub(super) dead: Vec<String>,
}

impl World {
    /// The world of this table.
    pub(super) fn of(table: &Table) -> Self {
        let heroes: Vec<&str> = table.heroes.iter().map(|hero| hero.name.as_str()).take(1).collect();
        let beginning = if table.background.is_empty() { heroes.concat() } else { table.background.clone() };
        let seed = hash(&beginning);
        let done = table.facts.iter().rev().find_map(|fact| match fact {
            StoryFact::Done { quest, side, .. } if adventures::all().any(|it| it.quest.eq_ignore_ascii_case(quest)) => {
                Some(milestone(quest, side).to_lowercase())
            }
            _ => None,
        });
        let chapter = done.as_ref().map_or(seed, |milestone| hash_all(&[&beginning, milestone]));
        // The first two sentences of an opening say what it is about.
        let about = super::prose::sentences(&table.background).into_iter().take(2).collect::<Vec<_>>().join(" ");
        let check = TextCheck::of(&table.never_shown);
        let first = fitting(&about, &check);
        let adventure = match done {
            None => first.unwrap_or_else(|| fresh(seed, table, &check)),
            Some(_) => fresh(chapter, table, &check),
        };
        let setting = first.and_then(|first| settings().find(|setting| setting.quest == first.quest));
        let twist = twist(chapter, &check);
        let giver = giver_name(table, chapter, adventure, setting);
        let home = table.places.first().unwrap_or(&table.location);
        let told =
            format!("{} {} {} at {}", adventure.trouble.join(" "), adventure.plea, table.background, in_text(home));
        let mut proper = proper_names(adventure.quest, &told);
        let names = table.heroes.iter().flat_map(|hero| hero.name.split(' '));
        proper.extend(names.filter(|name| name.len() > 2 && !is_word(&name.to_lowercase())).map(str::to_owned));
        let (here, dead) = (table.location.clone(), table.dead().map(str::to_owned).collect());
        let (places, guests, cast) = (Vec::new(), Vec::new(), None);
        let mut world =
            Self { seed, chapter, places, adventure, giver, proper, setting, twist, cast, here, guests, dead };
        world.lay_out(table);
        world.guests = guests_at(table, &world);
        world
    }

    fn lay_out(&mut self, table: &Table) {
        let wilds = [Kind::Wood, Kind::Water, Kind::Hill];
        let turn = Chance::new(self.seed ^ 7).below(3);
        let hubs = [
            (Spot::Market, Kind::Village),
            (Spot::Road, Kind::Road),
            (Spot::Wild, wilds[turn]),
            (Spot::Deep, wilds[(turn + 1) % 3]),
            (Spot::Shrine, Kind::Shrine),
        ];
        let mut places: Vec<(Spot, String, Kind)> = Vec::new();
        for (spot, kind) in hubs {
            let name = made_name(kind, self.seed ^ hash(&format!("{spot:?}")), &places);
            places.push((spot, name, kind));
        }
        let thread = [(Spot::Site, Kind::Ruin), (Spot::Mouth, Kind::Cave), (Spot::Heart, Kind::Cave)];
        for (i, (spot, kind)) in thread.into_iter().enumerate() {
            match self.adventure.places.as_ref().and_then(|places| places.get(i)) {
                Some((name, kind)) => places.push((spot, (*name).to_owned(), *kind)),
                None => {
                    let name = made_name(kind, self.chapter ^ hash(&format!("{spot:?}")), &places);
                    places.push((spot, name, kind));
                }
            }
        }
        let known = |name: &str| places.iter().any(|(_, place, _)| same(place, name));
        let first = table.places.iter().find(|name| !known(name));
        let here = (!known(&table.location)).then_some(&table.location).filter(|name| !name.is_empty());
        let home = first.or(here).cloned().unwrap_or_else(|| made_name(Kind::Inn, self.seed, &places));
        let kind = self.setting.map_or_else(|| guess(&home), |setting| setting.kind);
        places.insert(0, (Spot::Home, home, kind));
        self.places = places;
    }

    /// The seed of the thread that is played.
    pub(super) fn chapter(&self) -> u64 {
        self.chapter
    }

    /// The name of a spot.
    pub(super) fn name(&self, spot: Spot) -> &str {
        self.places.iter().find(|place| place.0 == spot).map_or("", |place| &place.1)
    }

    /// A place's name as it is written, where it is known in lower case only.
    pub(super) fn written(&self, name: &str) -> String {
        self.places.iter().find(|place| same(&place.1, name)).map_or_else(|| titled(name), |place| place.1.clone())
    }

    /// A text with the names it knows written as they are written.
    pub(super) fn cased(&self, text: &str) -> String {
        self.cased_with(text, &[])
    }

    /// The same, with these names besides.
    pub(super) fn cased_with(&self, text: &str, more: &[String]) -> String {
        let mut names: Vec<String> = self.all_places().map(in_text).collect();
        for (person, _) in self.everybody() {
            names.push(person.first_name().to_owned());
            names.push(person.name);
        }
        names.extend([self.adventure.chief.0.to_owned(), self.giver.clone()]);
        names.extend(more.iter().cloned());
        names.retain(|name| name.chars().count() > 2 && name.chars().any(char::is_uppercase));
        names.sort_by_key(|name| std::cmp::Reverse(name.len()));
        let text = names.iter().fold(text.to_owned(), |text, name| with_name(&text, name));
        self.proper.iter().fold(text, |text, name| with_name(&text, name))
    }

    /// The spot of a name.
    pub(super) fn spot(&self, name: &str) -> Spot {
        self.places.iter().find(|place| same(&place.1, name)).map_or(Spot::Elsewhere, |place| place.0)
    }

    /// What sort of place this is.
    pub(super) fn kind(&self, name: &str) -> Kind {
        self.places.iter().find(|place| same(&place.1, name)).map_or_else(|| guess(name), |place| place.2)
    }

    /// What this kind of place has to offer.
    fn stock(&self, name: &str) -> &'static Stock {
        stock(self.kind(name))
    }

    /// The beginning, where this is the place it begins at.
    fn beginning(&self, name: &str) -> Option<&'static Setting> {
        self.setting.filter(|_| self.spot(name) == Spot::Home)
    }

    /// What one takes in at a place at a glance.
    pub(super) fn air(&self, name: &str) -> &'static [&'static str] {
        let own = self.beginning(name).map(|setting| setting.air).filter(|air| !air.is_empty());
        own.unwrap_or(self.stock(name).air)
    }

    /// The ways out of a place.
    pub(super) fn exits(&self, name: &str) -> Vec<Exit> {
        if self.cast.is_some() {
            return Vec::new();
        }
        let here = self.spot(name);
        let named = |spot: Spot, direction: &'static str, way: &'static str| Exit {
            name: self.name(spot).to_owned(),
            spot,
            direction,
            way,
        };
        let to = |spot: Spot, way: usize| named(spot, self.direction(way), self.direction(way));
        if here == Spot::Elsewhere {
            return vec![to(Spot::Home, 2), to(Spot::Road, 0)];
        }
        let out = |way: &(Spot, Spot, usize)| match *way {
            (from, spot, way) if from == here => Some(to(spot, way)),
            (spot, from, way) if from == here => Some(to(spot, opposite(way))),
            _ => None,
        };
        let mut exits: Vec<Exit> = WAYS.iter().filter_map(out).collect();
        if let Some(door) = self.door() {
            let back = match door.direction {
                "up" => "down",
                "down" => "up",
                _ => "back",
            };
            match here {
                Spot::Home => exits.push(named(Spot::Site, door.direction, door.way)),
                Spot::Site => exits.push(named(Spot::Home, back, back)),
                _ => {}
            }
        }
        exits
    }

    /// The short way out of a known beginning into its own trouble, while that lasts.
    pub(super) fn door(&self) -> Option<&'static Door> {
        self.setting.filter(|setting| setting.quest == self.adventure.quest).map(|setting| &setting.door)
    }

    /// The turn the thread takes in this story.
    pub(super) fn twist(&self) -> &'static Twist {
        self.twist
    }

    /// The names of all places.
    pub(super) fn all_places(&self) -> impl Iterator<Item = &str> {
        self.places.iter().map(|place| place.1.as_str())
    }

    fn direction(&self, way: usize) -> &'static str {
        match way {
            4 => "up",
            5 => "down",
            way => DIRECTIONS[(way + usize::try_from(self.seed % 4).unwrap_or(0)) % 4],
        }
    }

    /// How many steps a spot is from a place; none are needed where one is there.
    pub(super) fn n_steps(&self, name: &str, goal: Spot) -> usize {
        let mut seen = vec![self.spot(name)];
        let mut from = 0;
        for n in 0.. {
            let to = seen.len();
            if seen.contains(&goal) || from == to {
                return n;
            }
            for i in from..to {
                let next: Vec<Spot> = self.exits(self.name(seen[i])).into_iter().map(|exit| exit.spot).collect();
                next.into_iter().for_each(|spot| {
                    if !seen.contains(&spot) {
                        seen.push(spot)
                    }
                });
            }
            from = to;
        }
        0
    }

    /// The first step of the shortest way from a place to a spot.
    pub(super) fn toward(&self, name: &str, goal: Spot) -> Option<Exit> {
        let here = self.spot(name);
        let exits = self.exits(name);
        let mut ahead: Vec<(Spot, usize)> = exits.iter().enumerate().map(|(i, exit)| (exit.spot, i)).collect();
        let mut seen = vec![here];
        let mut next = 0;
        while let Some((spot, first)) = ahead.get(next).copied() {
            next += 1;
            if spot == goal {
                return exits.get(first).cloned();
            }
            if !seen.contains(&spot) {
                seen.push(spot);
                ahead.extend(self.exits(self.name(spot)).into_iter().map(|exit| (exit.spot, first)));
            }
        }
        None
    }

    /// What there is to look at here: name and what a closer look shows.
    pub(super) fn features(&self, name: &str) -> Vec<(&'static str, &'static str)> {
        if self.cast.is_some() {
            return Vec::new();
        }
        if let Some(setting) = self.beginning(name) {
            return setting.props.to_vec();
        }
        let all = self.stock(name).features;
        Chance::new(self.at(name, "features")).order(all.len()).into_iter().take(3).map(|i| all[i]).collect()
    }

    /// What lies about here; the last one is hidden.
    pub(super) fn things(&self, name: &str) -> Vec<&'static str> {
        if self.cast.is_some() {
            return Vec::new();
        }
        let own = self.beginning(name).map(|setting| setting.things).filter(|things| !things.is_empty());
        let all = own.unwrap_or(self.stock(name).things);
        Chance::new(self.at(name, "things")).order(all.len()).into_iter().take(3).map(|i| all[i]).collect()
    }

    /// Whether this is a thing that lies about somewhere.
    pub(super) fn is_found(&self, thing: &str) -> bool {
        self.places.iter().any(|(_, place, _)| self.things(place).iter().any(|found| found.eq_ignore_ascii_case(thing)))
    }

    /// What the merchant of a place sells.
    pub(super) fn wares(&self, name: &str) -> Vec<(&'static str, i64)> {
        let order = Chance::new(self.at(name, "wares")).order(WARES.len());
        let mut wares: Vec<_> = order.into_iter().filter(|i| *i > 1).take(5).map(|i| WARES[i]).collect();
        wares.splice(0..0, WARES[..2].iter().copied());
        wares
    }

    fn at(&self, place: &str, what: &str) -> u64 {
        self.seed ^ hash_all(&[&place.to_lowercase(), what])
    }
}

fn opposite(way: usize) -> usize {
    match way {
        4 => 5,
        5 => 4,
        way => (way + 2) % 4,
    }
}

/// The turn that the thread of this seed takes.
fn twist(chapter: u64, check: &TextCheck) -> &'static Twist {
    let is_left_out = |it: &&Twist| check.leaves_out(it.tags, it.texts());
    let kept: Vec<&'static Twist> = TWISTS.iter().filter(|twist| !is_left_out(twist)).collect();
    let i = Chance::new(chapter ^ 0x7157).below(kept.len().max(1));
    kept.get(i).copied().unwrap_or(&TWISTS[0])
}

fn fitting(beginning: &str, check: &TextCheck) -> Option<&'static Adventure> {
    let text = beginning.to_lowercase();
    let fit = |adventure: &Adventure| adventure.words.iter().filter(|word| text.contains(**word)).count();
    let best = adventures::all().max_by_key(|adventure| fit(adventure)).filter(|adventure| fit(adventure) >= 2);
    best.filter(|it| !check.leaves_out(it.tags, it.texts()))
}

/// How the end of a thread is written down; from it the next one follows.
pub(super) fn milestone(quest: &str, side: &str) -> String {
    match side {
        "" => format!("done: {quest}"),
        side => format!("done: {quest}, on the side of {side}"),
    }
}

/// A thread that was not played yet.
fn fresh(seed: u64, table: &Table, check: &TextCheck) -> &'static Adventure {
    let anywhere: Vec<&'static Adventure> = adventures::all().filter(|adventure| adventure.words.is_empty()).collect();
    let order = Chance::new(seed).order(anywhere.len());
    let done = |adventure: &Adventure| {
        let is_it = |fact: &StoryFact| match fact {
            StoryFact::Done { quest, .. } => quest.eq_ignore_ascii_case(adventure.quest),
            _ => false,
        };
        table.facts.iter().any(is_it)
    };
    let is_kept = |it: &&Adventure| !check.leaves_out(it.tags, it.texts());
    let chosen = order.iter().map(|i| anywhere[*i]).find(|it| !done(it) && is_kept(it));
    let again = || order.iter().map(|i| anywhere[*i]).find(is_kept);
    chosen.or_else(again).unwrap_or(anywhere[order[0]])
}

/// The person who asks for help: one the game knows, the one of the beginning, one that the first scene names, or a new one. No one
/// who is dead, and none of those that someone else has brought into the scene.
fn giver_name(table: &Table, chapter: u64, adventure: &Adventure, setting: Option<&Setting>) -> String {
    let is_dead = |name: &str| table.dead().any(|dead| same(dead, name));
    let mut givers = table.people.iter().filter(|known| known.role == "quest_giver" && !known.is_dead);
    if let Some(known) = givers.next() {
        return titled(&known.name);
    }
    let in_the_scene = || {
        let people = table.people.iter().map(|known| &known.name);
        let others: Vec<&String> = people.chain(table.creatures.iter().map(|one| &one.name)).collect();
        let is_another = |name: &String| others.iter().any(|other| other.split(' ').any(|word| same(word, name)));
        named_in(&table.scene).filter(|name| table.met.is_empty() && !is_another(name))
    };
    let named = setting.map_or_else(in_the_scene, |setting| Some(setting.giver_name.to_owned()));
    let new = || {
        let first = hash(adventure.quest) ^ chapter;
        let names = (0..NAMES.len() as u64).map(|n| pick(first.wrapping_add(n), NAMES));
        names.into_iter().find(|name| !is_dead(name)).unwrap_or(NAMES[0]).to_owned()
    };
    named.filter(|name| !is_dead(name)).unwrap_or_else(new)
}

fn made_name(kind: Kind, seed: u64, taken: &[(Spot, String, Kind)]) -> String {
    let Stock { first_names: first, last_names: second, .. } = stock(kind);
    let mut chance = Chance::new(seed);
    let mut name = String::new();
    for _ in 0..8 {
        name = format!("{} {}", chance.pick(first), chance.pick(second));
        let word = name.rsplit(' ').next().unwrap_or_default().to_owned();
        if !taken.iter().any(|(_, other, _)| other.ends_with(&word)) {
            break;
        }
    }
    name
}
