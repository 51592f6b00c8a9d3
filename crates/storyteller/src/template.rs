//! Line templates: slots, options, and conditions on the place.

use super::{
    chance::Chance,
    grammar::{a, agreeing, capitalised, the},
};

/// Those of a stock that fit these facts, without what they ask for.
pub(super) fn fitting<'s>(stock: &[&'s str], facts: &[&str]) -> Vec<&'s str> {
    stock.iter().filter_map(|line| where_so(line, facts)).collect()
}

/// The longest piece of a template without slots.
pub(super) fn stem(template: &str) -> &str {
    let open = template.split(['}', ']']).map(|piece| piece.split(['{', '[']).next().unwrap_or(piece));
    open.max_by_key(|piece| piece.len()).unwrap_or(template)
}

/// A line or an option, if its conditions hold: `@out.night/under: …` is used outdoors by night, or under the earth.
fn where_so<'s>(text: &'s str, facts: &[&str]) -> Option<&'s str> {
    let Some((asks, text)) = text.strip_prefix('@').and_then(|text| text.split_once(": ")) else { return Some(text) };
    asks.split('/').any(|all| all.split('.').all(|fact| facts.contains(&fact))).then_some(text)
}

/// Fills in a template. A slot written with a capital is filled in with one; `{a:slot}` and `{the:slot}` get articles,
/// and after `is`, `has`, `does`, `it`, `its`, `them`, `s` and `es` is the form that agrees with the slot: `{is:slot}` is `is` or `are`,
/// and `{s:slot}` the ending of a verb.
pub(super) fn expand(template: &str, slots: &[(&str, &str)], facts: &[&str], chance: &mut Chance) -> String {
    let mut out = String::with_capacity(template.len() + 32);
    let mut rest = template;
    while let Some(at) = rest.find(['{', '[']) {
        let (open, close) = if rest[at..].starts_with('{') { ('{', '}') } else { ('[', ']') };
        let Some(end) = rest[at..].find(close).map(|n| at + n) else { break };
        out.push_str(&rest[..at]);
        let inner = &rest[at + 1..end];
        if open == '[' {
            let options: Vec<&str> = inner.split('|').filter_map(|option| where_so(option, facts)).collect();
            let chosen = chance.pick(&options);
            out.push_str(&expand(chosen, slots, facts, chance));
        } else {
            let key = inner.to_lowercase();
            let (article, name) = key.split_once(':').unwrap_or(("", &key));
            let value = slots.iter().find(|(slot, _)| *slot == name).map_or("", |(_, value)| *value);
            let value = match article {
                "a" => a(value),
                "the" => the(value),
                "" => value.to_owned(),
                agrees => agreeing(agrees, value).to_owned(),
            };
            let capital = inner.starts_with(char::is_uppercase);
            out.push_str(&if capital { capitalised(&value) } else { value });
        }
        rest = &rest[end + 1..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_is_filled_in() {
        let slots = [("place", "the mill")];
        assert_eq!(expand("{Place} stands [here|here].", &slots, &[], &mut Chance::new(1)), "The mill stands here.");
        assert_eq!(expand("an open { stays", &[], &[], &mut Chance::new(1)), "an open { stays");
        assert_eq!(
            expand("{A:thing} of {the:foe}", &[("thing", "axe"), ("foe", "Grish")], &[], &mut Chance::new(1)),
            "An axe of Grish"
        );
    }

    #[test]
    fn a_template_is_known_by_its_longest_piece() {
        assert_eq!(stem("{Name} waits [for you|a while], and says nothing."), ", and says nothing.");
        assert_eq!(stem("Plain."), "Plain.");
        assert_eq!(stem("{only}"), "");
    }

    #[test]
    fn verbs_agree_with_what_they_are_said_of() {
        let told = |thing: &str| {
            let line = "The {thing} {is:thing} gone, and {it:thing} burn{s:thing}.";
            expand(line, &[("thing", thing)], &[], &mut Chance::new(1))
        };
        assert_eq!(told("days of rations"), "The days of rations are gone, and they burn.");
        assert_eq!(told("rations"), "The rations are gone, and they burn.");
        assert_eq!(told("handful of hazelnuts"), "The handful of hazelnuts is gone, and it burns.");
        assert_eq!(told("lump of moss"), "The lump of moss is gone, and it burns.");
    }
}
