//! What people know, and their answers.

use crate::words::deeds::topics::{DONE, PAY, SELF_ASKED, TROUBLE};
use game::story_fact::StoryFact;

use crate::{
    folk::Person,
    phrases::{answers, talk as said},
    play::{Play, Step, best_match, best_named},
    prose::the,
    world::{Spot, in_text, same},
};

use super::{afterwards, asking, chief_fallen, endings, favours, lead, lore, manners, moods::Mood, shapes, trading};

const WORK: &[&str] = &["work", "job", "errand", "favour", "favor", "need", "want", "task", "coin", "earn", "hire"];
const SELF: &[&str] = &["name", "yourself", "you", "who", "life", "trade", "your", "family", "doing"];
/// How someone speaks of what they bring back.
const FINDINGS: &[&str] = &["found", "learned", "discovered", "seen"];
const TRADE: &[&str] = &["buy", "sell", "wares", "price", "goods", "shop", "sale", "trade", "potion", "supplies"];

/// A question to someone, and what it seems to be about.
struct Question<'q> {
    topic: &'q str,
    /// Whether it is for the person who asked for help.
    is_giver: bool,
    /// Whether it is about nothing, or only greets.
    is_idle: bool,
    is_on_thread: bool,
    is_of_pay: bool,
    /// Whether the hero was asked for help, or has promised it.
    is_pleaded: bool,
}

impl<'q> Question<'q> {
    fn of(play: &Play<'_>, person: &Person, topic: &'q str) -> Self {
        let adventure = play.world.adventure;
        let about = |words: &[&str]| names(topic, words);
        let thread = format!("{} {} {}", adventure.quest, adventure.prize, adventure.words.join(" "));
        // "Where did the gold go" is no question for the reward.
        let own = [" my gold", " my money", " my reward", " my pay", " my coin"].iter().any(|it| topic.contains(it));
        let asks = ["where", "who", "when", "why"].iter().any(|word| topic.starts_with(word));
        Self {
            topic,
            is_giver: person.role == "quest_giver",
            is_idle: topic.is_empty()
                || topic.contains("new here")
                || about(&["hello", "hi", "greetings", "evening", "morning"]),
            is_on_thread: about(TROUBLE) || asking::is_witness(topic) || best_match(topic, &[&thread]).is_some(),
            is_of_pay: about(PAY) && (own || !asks),
            is_pleaded: play.on_quest() || super::offers::is_asked(play),
        }
    }

    fn is_about(&self, words: &[&str]) -> bool {
        names(self.topic, words)
    }
}

/// Whether a topic has one of these words.
fn names(topic: &str, words: &[&str]) -> bool {
    words.iter().any(|word| topic.split(' ').any(|said| said.trim_end_matches('?') == *word))
}

/// Answers what was asked.
pub(super) fn answer(play: &mut Play<'_>, person: &Person, topic: &str, mood: Mood) -> Step {
    let adventure = play.world.adventure;
    if person.role == "quest_giver" && play.on_quest() && play.owns(adventure.prize) {
        endings::reward(play, person);
        return Ok(());
    }
    if mood == Mood::Cold && person.role != "quest_giver" {
        play.say(said::TOO_COLD, &slots(person));
        return Ok(());
    }
    let question = Question::of(play, person, topic);
    if reports(topic) && says_it_is_done(play, person) {
        return Ok(());
    }
    let reads =
        endings::is_reader(play, person) && (question.is_idle || question.is_on_thread || question.is_about(WORK));
    if play.owns(adventure.token.0) && (reads || shows_token(play, topic)) {
        shown(play, person, adventure.token.0);
        return Ok(());
    }
    if afterwards::asked(play, person, topic, question.is_of_pay)
        || of_pay(play, person, &question)?
        || of_company(play, person, &question)
        || of_oneself(play, person, &question)
    {
        return Ok(());
    }
    if !question.is_idle && manners::requested(play, person, topic) || of_the_trouble(play, person, &question) {
        return Ok(());
    }
    of_anything_else(play, person, &question)
}

/// The quest giver answers a question about pay, once the task is known.
fn of_pay(play: &mut Play<'_>, person: &Person, question: &Question<'_>) -> Step<bool> {
    if trading::tells_price(play, question.topic)? {
        return Ok(true);
    }
    if !question.is_of_pay || chief_fallen(play) {
        return Ok(false);
    }
    let new = !play.reading.table.met.iter().any(|met| met.eq_ignore_ascii_case(&person.name));
    let gold = play.world.pay().1;
    if question.is_giver {
        let heard = !new && question.is_pleaded;
        if heard {
            play.say(said::WHAT_IT_PAYS, &[("name", person.name.as_str()), ("gold", gold)]);
        }
        return Ok(heard);
    }
    if person.role == "merchant" {
        return Ok(false);
    }
    let mut people = play.world.people(&play.table.location).into_iter();
    if let Some(payer) = people.find(|one| one.role == "quest_giver" && question.is_pleaded) {
        super::talking::greet(play, &payer)?;
        play.say(said::WHAT_IT_PAYS, &[("name", payer.name.as_str()), ("gold", gold)]);
        return Ok(true);
    }
    let (boss, home) = (play.world.giver.clone(), in_text(play.world.name(Spot::Home)));
    play.say(answers::PAID_BY, &[("name", person.name.as_str()), ("giver", &boss), ("there", &home)]);
    Ok(true)
}

/// "Can Tam come with me?"
fn of_company(play: &mut Play<'_>, person: &Person, question: &Question<'_>) -> bool {
    const COMES: [&str; 6] = ["come with", "come along", "go with me", "join me", "join us", "with me"];
    let asks = COMES.iter().any(|words| question.topic.contains(words));
    if asks {
        let people = play.world.people(&play.table.location);
        let named = crate::address::first_named(question.topic, &people).map_or(&person.name, |i| &people[i].name);
        play.say(answers::STAYS_BEHIND, &[("name", named)]);
    }
    asks
}

/// Who they are, and what they want, everybody can say of themselves.
fn of_oneself(play: &mut Play<'_>, person: &Person, question: &Question<'_>) -> bool {
    let asks = SELF_ASKED.contains(&question.topic.trim_end_matches(['?', ' ']));
    if asks {
        play.say(if question.is_giver { said::GIVER_ON_SELF } else { said::ABOUT_THEMSELVES }, &slots(person));
    }
    asks
}

/// Questions about the trouble, and the answers of people who ask for help.
fn of_the_trouble(play: &mut Play<'_>, person: &Person, question: &Question<'_>) -> bool {
    let Question { topic, is_giver, is_idle, is_on_thread, is_of_pay, is_pleaded } = *question;
    let is_over = chief_fallen(play);
    let of_work = question.is_about(WORK);
    // A question about something of the trouble is answered before anything else is asked.
    let general = question.is_about(TROUBLE) && lore::meant(play, topic).is_none();
    let special = !topic.is_empty() && !general && !of_work && !question.is_about(TRADE) && !is_of_pay;
    if special && lore::asked(play, person, topic) {
        if is_giver && !is_pleaded && !is_over {
            plead(play, person);
        }
        return true;
    }
    if !is_giver || play.on_quest() || is_over {
        return false;
    }
    // A hero who was asked for help may ask back before agreeing.
    let asks_back = is_pleaded && !topic.is_empty() && !of_work && !is_of_pay;
    if asks_back && (is_on_thread || topic.contains(' ')) {
        if person_known(play, person, topic) || place_known(play, person, topic) {
            return true;
        }
        match super::knowing::heard(play, topic).filter(|_| !is_on_thread) {
            Some(fact) => play.say(said::KNOWS_AS_MUCH, &[("name", person.name.as_str()), ("fact", &fact)]),
            None => news(play, person),
        }
        return true;
    }
    let pleads = is_on_thread || is_idle || is_of_pay || of_work;
    if pleads {
        plead(play, person);
    }
    pleads
}

/// Work, wares, news and small talk.
fn of_anything_else(play: &mut Play<'_>, person: &Person, question: &Question<'_>) -> Step {
    let topic = question.topic;
    let slots = slots(person);
    let about = |words: &[&str]| question.is_about(words);
    if about(WORK) && !question.is_giver && favours::ask(play, person) {
        return Ok(());
    }
    if about(TRADE) && person.role == "merchant" {
        return trading::show_wares(play, person);
    }
    if question.is_on_thread {
        news(play, person);
        return Ok(());
    }
    let token = play.world.adventure.token.0;
    if (about(FINDINGS) && thing_known(play, person, token))
        || person_known(play, person, topic)
        || place_known(play, person, topic)
        || thing_known(play, person, topic)
    {
    } else if about(&["dangerous", "safe", "risky", "deadly", "hard", "die"]) && !chief_fallen(play) {
        play.say(said::ABOUT_FOE, &[slots[0], ("foe", &the(play.world.adventure.foe.0))]);
    } else if about(SELF) && asking::is_of_oneself(topic, person) {
        play.say(if question.is_giver { said::GIVER_ON_SELF } else { said::ABOUT_THEMSELVES }, &slots);
    } else if about(&["weather", "rain", "snow", "cold", "wind", "fog"]) {
        play.say(said::ABOUT_WEATHER, &slots);
    } else if question.is_idle {
        opens_talk(play, person);
    } else {
        match super::knowing::heard(play, topic) {
            Some(fact) => play.say(said::KNOWS_AS_MUCH, &[slots[0], ("fact", &fact)]),
            None if play.tells => lore::hears(play, person),
            None => lore::unsure(play, person),
        }
    }
    Ok(())
}

/// Someone who was only greeted says something, and may ask a favour.
fn opens_talk(play: &mut Play<'_>, person: &Person) {
    if !(person.tells.is_empty() && play.add(said::OPENS_TALK, &slots(person))) {
        news(play, person);
    }
    let lately = play.reading.told.iter().rev().take(6).any(|told| told.contains(&person.name));
    if play.table.quests.len() < 3 && person.role != "quest_giver" && !lately {
        play.prose.paragraph();
        favours::ask(play, person);
    }
}

/// Whether words are about the first proof: by its name, or as what was found.
fn shows_token(play: &Play<'_>, topic: &str) -> bool {
    let found = ["found", "clue", "proof", "what does it mean", "what does this mean"];
    best_match(topic, &[play.world.adventure.token.0]).is_some() || found.iter().any(|sign| topic.contains(sign))
}

/// What someone makes of a thing that is shown: the first proof says where the thread goes on.
pub(super) fn shown(play: &mut Play<'_>, person: &Person, thing: &str) {
    let token = play.world.adventure.token;
    let reader = endings::is_reader(play, person);
    if thing.eq_ignore_ascii_case(token.0) && reader {
        endings::reads_it(play, person);
    } else if thing.eq_ignore_ascii_case(token.0) {
        play.say(said::ABOUT_TOKEN, &[("name", &person.name), ("thing", token.0)]);
        play.prose.retell(token.1);
        if let Some((who, there)) = shapes::who_knows(play) {
            play.prose.paragraph();
            play.say(answers::ASK_THE_READER, &[("name", &person.name), ("who", &who), ("there", &there)]);
        }
        point_the_way(play, person);
    } else {
        play.say(said::ABOUT_THING, &[("name", &person.name), ("thing", &crate::prose::plainly(thing))]);
    }
}

/// Whether words report that something is done.
pub(super) fn reports(words: &str) -> bool {
    words.split(' ').any(|word| DONE.contains(&word.trim_end_matches(['.', '!', '?', ','])))
}

/// The hero reports it done although it isn't, or has been for long; returns whether there was anything to do.
pub(super) fn says_it_is_done(play: &mut Play<'_>, person: &Person) -> bool {
    let adventure = play.world.adventure;
    let slots = [("name", person.name.as_str()), ("prize", adventure.prize)];
    if person.role == "quest_giver" && play.on_quest() {
        play.say(said::NOT_DONE_YET, &slots);
        point_the_way(play, person);
        return true;
    }
    if favours::is_waiting(play, person) {
        return favours::ask(play, person);
    }
    let ended = play.table.facts.iter().any(|fact| matches!(fact, StoryFact::Done { .. }));
    if ended {
        play.say(said::ALL_IS_WELL, &slots);
    }
    ended
}

fn slots(person: &Person) -> Vec<(&str, &str)> {
    vec![
        ("name", person.name.as_str()),
        ("manner", person.manner),
        ("wish", person.wish),
        ("trade", person.trade),
        ("look", person.look),
    ]
}

/// The one who asks for help puts it into words.
pub(super) fn plead(play: &mut Play<'_>, person: &Person) {
    let slots = slots(person);
    play.prose.paragraph();
    let asked = super::offers::asked_of(play);
    if !super::offers::is_asked(play) {
        let quest = play.world.adventure.quest.to_owned();
        play.note_fact(StoryFact::Asked { who: person.name.clone(), quest });
        play.effects.note(format!("{} {asked}", person.name));
    }
    play.waits_for_answer(&person.name, play.world.adventure.quest);
    if play.add(&[play.world.plea().as_str()], &slots) {
        play.prose.paragraph();
        play.add(said::WAITS_FOR_ANSWER, &slots);
    } else {
        play.say(said::ASKS_AGAIN, &slots);
    }
}

/// What someone has heard lately.
pub(super) fn news(play: &mut Play<'_>, person: &Person) {
    let slots = slots(person);
    let own = lore::say_one(play, person, person.tells);
    if !own && chief_fallen(play) {
        play.say(said::ALL_IS_WELL, &slots);
    } else if !own {
        let mut rumours = play.world.adventure.rumours.to_vec();
        let turn = play.reading.told.len() % rumours.len().max(1);
        rumours.rotate_left(turn);
        if lore::say_one(play, person, &rumours) {
            play.add(said::AFTER_NEWS, &slots);
        } else {
            play.say(said::NO_MORE_NEWS, &slots);
            lore::offer_topics(play, person);
        }
    }
    if play.on_quest() {
        point_the_way(play, person);
    }
}

/// What someone thinks of someone else.
fn person_known(play: &mut Play<'_>, person: &Person, topic: &str) -> bool {
    let others: Vec<(Person, String)> =
        play.world.everybody().into_iter().filter(|(other, _)| other.name != person.name).collect();
    let names: Vec<&str> = others.iter().map(|(other, _)| other.name.as_str()).collect();
    // Function words of a question name no one: "have" is not Hale.
    let asked = super::knowing::telling_words(topic).join(" ");
    if let Some((other, place)) = best_match(&asked, &names).map(|i| others[i].clone()) {
        let there = if same(&place, &play.table.location) {
            "over there".to_owned()
        } else {
            format!("at {}", in_text(&place))
        };
        let slots = [
            ("name", person.name.as_str()),
            ("other", other.name.as_str()),
            ("there", there.as_str()),
            ("look", other.look),
            ("manner", other.manner),
            ("wish", other.wish),
        ];
        play.say(said::ABOUT_PERSON, &slots);
        return true;
    }
    let adventure = play.world.adventure;
    let foes = [adventure.chief.0, adventure.foe.0];
    let Some(i) = best_match(topic, &foes) else { return false };
    let foe = the(foes[i]);
    let slots = [("name", person.name.as_str()), ("foe", foe.as_str())];
    play.say(if i == 0 { said::ABOUT_CHIEF } else { said::ABOUT_FOE }, &slots);
    true
}

/// What someone has to say of a place.
fn place_known(play: &mut Play<'_>, person: &Person, topic: &str) -> bool {
    let places: Vec<String> = play.world.all_places().map(str::to_owned).collect();
    let names: Vec<&str> = places.iter().map(String::as_str).collect();
    let Some(place) = best_named(topic, &names).map(|i| places[i].clone()) else { return false };
    let here = play.table.location.clone();
    let there = in_text(&place);
    let slots = [("name", person.name.as_str()), ("there", there.as_str())];
    if same(&place, &here) {
        play.say(said::ABOUT_HERE, &slots);
        return true;
    }
    play.say(said::ABOUT_PLACE, &slots);
    let spot = play.world.spot(&place);
    if let Some(exit) = play.world.toward(&here, spot) {
        let next = in_text(&exit.name);
        let all = [slots[0], slots[1], ("way", exit.way), ("next", next.as_str())];
        play.say(if same(&exit.name, &place) { said::LIES_NEAR } else { said::LIES_BEYOND }, &all);
    }
    true
}

/// What someone makes of a thing the hero has, or of something that can be seen here.
fn thing_known(play: &mut Play<'_>, person: &Person, topic: &str) -> bool {
    let adventure = play.world.adventure;
    if best_match(topic, &[adventure.token.0]).is_some() && play.owns(adventure.token.0) {
        shown(play, person, adventure.token.0);
        return true;
    }
    let features = play.world.features(&play.table.location);
    let names: Vec<&str> = features.iter().map(|(name, _)| *name).collect();
    let seen = best_match(topic, &names).map(|i| names[i].to_owned());
    // A light is no light crossbow.
    let own = play.in_pack(topic).map(|thing| crate::prose::plainly(&thing));
    let own = own.filter(|thing| best_match(topic, &[thing.rsplit(' ').next().unwrap_or_default()]).is_some());
    let Some(thing) = own.or(seen) else { return false };
    play.say(said::ABOUT_THING, &[("name", &person.name), ("thing", &thing)]);
    true
}

/// Says where the thread goes on, once a turn.
pub(super) fn point_the_way(play: &mut Play<'_>, person: &Person) {
    if std::mem::replace(&mut play.way_told, true) || chief_fallen(play) {
        return;
    }
    let goal = if play.on_quest() { lead(play) } else { Spot::Site };
    let place = in_text(play.world.name(goal));
    let here = play.table.location.clone();
    let Some(exit) = play.world.toward(&here, goal) else { return };
    let next = in_text(&exit.name);
    let slots = [("name", person.name.as_str()), ("goal", place.as_str()), ("way", exit.way), ("next", next.as_str())];
    play.prose.paragraph();
    play.say(if next == place { said::POINTS_NEAR } else { said::POINTS }, &slots);
}
