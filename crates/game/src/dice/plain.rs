//! A fast parser for the notation of fights, such as `2d20kh1+5` or `1d8+3[fire]`. All else is left to the full parser, which
//! also reports errors.

use super::notation::{Amount, Dice, DiceTerm, MAX_DICE, MAX_MODIFIER, MAX_PART_NAME, MAX_SIDES, MIN_SIDES, Pick};

/// The terms of a plain expression; none if there is anything in it the reader has to look at.
pub(super) fn read(text: &str) -> Option<Vec<DiceTerm>> {
    let mut rest = text;
    let mut terms = Vec::new();
    while !rest.is_empty() {
        let minus = match rest.as_bytes()[0] {
            b'-' => true,
            b'+' if !terms.is_empty() => false,
            b'd' | b'0'..=b'9' if terms.is_empty() => false,
            _ => return None,
        };
        rest = rest.strip_prefix(['-', '+']).unwrap_or(rest);
        let number = number(&mut rest);
        let amount = match rest.strip_prefix('d') {
            Some(after) => {
                rest = after;
                Amount::Dice(dice(number.unwrap_or(1), &mut rest)?)
            }
            None => Amount::Number(number.filter(|n| *n <= MAX_MODIFIER.unsigned_abs())?),
        };
        terms.push(DiceTerm { minus, amount, part: part(&mut rest)? });
    }
    (!terms.is_empty()).then_some(terms)
}

/// A number of few digits, if one comes next.
fn number(rest: &mut &str) -> Option<u32> {
    let end = rest.bytes().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len());
    let (digits, after) = rest.split_at(end);
    let number = digits.parse().ok().filter(|_| digits.len() < 6)?;
    *rest = after;
    Some(number)
}

fn dice(count: u32, rest: &mut &str) -> Option<Dice> {
    let sides = number(rest)?;
    let pick = match (rest.strip_prefix("kh1"), rest.strip_prefix("kl1")) {
        (Some(after), _) => Some((Pick::KeepHighest(1), after)),
        (_, Some(after)) => Some((Pick::KeepLowest(1), after)),
        _ => None,
    };
    if let Some((_, after)) = pick {
        *rest = after;
    }
    let holds = (MIN_SIDES..=MAX_SIDES).contains(&sides) && (1..=MAX_DICE).contains(&count);
    holds.then(|| Dice { count, sides, explode: false, pick: pick.map(|(pick, _)| pick) })
}

/// The name of a part in plain letters, if one comes next; the outer none if it is not plain.
fn part(rest: &mut &str) -> Option<Option<String>> {
    let Some(after) = rest.strip_prefix('[') else { return Some(None) };
    let (name, after) = after.split_once(']')?;
    let plain = (1..=MAX_PART_NAME).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_lowercase());
    *rest = after;
    plain.then(|| Some(name.to_owned()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{
        super::{notation::tests::expression, reader},
        *,
    };

    #[test]
    fn what_fights_throw_is_plain() {
        for text in
            ["1d20", "d6", "2d20kh1+5", "2d20kl1-1+1d4", "2d6+3+2d6", "1d8+3[fire]", "1d8[slashing]+1d6[fire]-2"]
        {
            assert_eq!(read(text), reader::read(text).ok(), "{text}");
            assert!(read(text).is_some(), "{text}");
        }
        for text in [
            "",
            " 1d20",
            "2d20kh2",
            "4d6dl1",
            "d20 adv",
            "1d0",
            "1d6!",
            "+3",
            "1d6[Fire]",
            "1d6[]",
            "1d6+",
            "d%",
            "1d6 +2",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_is_plain_is_read_as_the_reader_does(text in expression()) {
            let plain = read(&text);
            prop_assert!(plain.is_none() || plain == reader::read(&text).ok());
        }

        #[test]
        fn no_letters_of_dice_are_read_otherwise(text in "[0-9dkhl1+\\[\\]a-]{0,16}") {
            let plain = read(&text);
            prop_assert!(plain.is_none() || plain == reader::read(&text).ok(), "{plain:?}");
        }
    }
}
