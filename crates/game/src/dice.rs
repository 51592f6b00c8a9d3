//! Dice: the throw, and the seed that makes it checkable.
//!
//! Anyone who has a session's seed can reproduce its dice. The complete procedure:
//!
//! 1. The seed is 32 bytes: the key of the ChaCha20 stream cipher in its first form (20 rounds, a block counter of
//!    64 bits from 0, a nonce of 64 bits).
//! 2. The nonce is the throw's index, little-endian. The key stream is read as 32-bit words, little-endian.
//! 3. A die of `s` sides takes the next word `w`. Where `w` is not below the largest multiple of `s` up to 2³²,
//!    it is put aside and the next word taken, so that every side is as likely as any other. The die shows
//!    `w mod s + 1`.
//! 4. Dice fall in the order they are written. One that explodes is followed at once by the die it gives; a throw
//!    that comes to [`MAX_DICE`] explodes no more, and dice still to be thrown have their places reserved.
//! 5. Of dice to choose from, those of equal value count in the order they fell.
//!
//! A test holds this to fixed values; stored rolls are checked by it for ever.

mod goal;
pub mod notation;
mod plain;
mod purpose;
mod reader;

use rand_chacha::{
    ChaCha20Rng,
    rand_core::{Rng, SeedableRng},
};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use super::{id::CharacterId, language_tag::LanguageTag, refusal::Refusal, wording::cut};
pub use goal::{Goal, RollOutcome};
use notation::{Amount, Dice, DiceTerm, Pick};
pub use notation::{MAX_DICE, MAX_LENGTH, MAX_MODIFIER, MAX_SIDES, MIN_SIDES, Notation};
pub use purpose::{RollKind, RollPurpose};

/// The longest reason kept, in characters.
pub const MAX_REASON: usize = 200;

/// A finished throw.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Roll {
    /// The requested expression, such as `2d20kh1+5`.
    pub expression: String,
    /// Every die, in the order it fell.
    pub dice: Vec<Die>,
    pub modifier: i32,
    /// The sum of the kept dice and the modifier.
    pub total: i32,
    /// The sum of each named part, in the order they are written; absent if there are no names. Numbers without a name count to
    /// the first dice, dice without a name form the part [`UNNAMED`]: the parts add up to the total.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<RollPart>,
    /// The reason; may be empty. For a roll of the rules in a story that isn't in English, only the names of the purpose.
    pub reason: String,
    /// The purpose, for a roll of the rules; absent if the story or a player rolled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub purpose: Option<Box<RollPurpose>>,
    /// The hero who rolled, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub character_id: Option<CharacterId>,
    /// Target number and result, if there was a target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<Goal>,
    /// How to check it.
    pub proof: Proof,
}

impl Roll {
    /// The first die that counts; 0 if there is none.
    pub fn natural(&self) -> u32 {
        self.dice.iter().find(|die| die.kept).map_or(0, |die| die.value)
    }

    /// Sets the purpose of a roll by the rules. Rolls with the story's own words have only a reason.
    pub(crate) fn thrown_for(self, purpose: &RollPurpose) -> Self {
        let is_of_the_rules = purpose.kind != RollKind::Story;
        Self { purpose: is_of_the_rules.then(|| Box::new(purpose.clone())), ..self }
    }

    /// The reason, in English for rolls of the rules.
    pub fn in_english(&self) -> String {
        self.purpose.as_ref().map_or_else(|| self.reason.clone(), |purpose| purpose.in_english())
    }
}

/// The part name of dice without a name, if others have one.
pub const UNNAMED: &str = "other";

/// One die of a throw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Die {
    /// Number of sides.
    pub sides: u32,
    /// 1 to `sides`.
    pub value: u32,
    /// Whether it counts.
    pub kept: bool,
    /// Whether it is subtracted, as the d4 in `d20-1d4`; absent if it is not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub minus: bool,
}

/// A named part of a throw, such as the fire in `1d8[slashing]+1d6[fire]`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = Part)]
pub struct RollPart {
    /// In lower case.
    pub name: String,
    /// Its sum.
    pub total: i32,
}

/// The position of a roll in its session's sequence of dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Proof {
    /// 0 for the session's first throw.
    pub index: u64,
}

/// A session's dice: a secret seed, and how many throws it has given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DiceCup {
    /// 32 bytes in hex. A secret until it is revealed.
    pub seed: String,
    /// The index of the next throw.
    pub next_index: u64,
}

impl DiceCup {
    /// A cup with this seed and no throw made.
    pub fn new(seed: [u8; 32]) -> Self {
        Self { seed: hex(&seed), next_index: 0 }
    }

    /// Published before the first roll: the SHA-256 of the seed's 32 bytes, in hex.
    pub fn commitment(&self) -> String {
        hex(&Sha256::digest(unhex(&self.seed).as_ref().map_or(&[][..], |seed| seed)))
    }

    /// Throws `expression` as the next throw. The same seed and index always fall the same way, so nothing is
    /// changed here: the throw counts once its `diceRolled` change is applied.
    ///
    /// # Errors
    /// The expression is invalid or out of bounds; the text says what is allowed.
    pub fn throw(&self, expression: &str, reason: &str) -> Result<Roll, Refusal> {
        self.throw_at(self.next_index, expression, reason, &[])
    }

    /// Rolls for a purpose of the rules, in a story of this language.
    ///
    /// # Errors
    /// As [`DiceCup::throw`].
    pub fn throw_for(
        &self,
        expression: &str,
        purpose: &RollPurpose,
        language: Option<&LanguageTag>,
    ) -> Result<Roll, Refusal> {
        Ok(self.throw(expression, &purpose.text(language))?.thrown_for(purpose))
    }

    /// Throws as [`DiceCup::throw`] does, with dice that are laid out: in the order they fall each shows its number in
    /// `shown`, those with a 0 and those beyond it fall as they like. Such a throw doesn't hold when it is verified; it is
    /// for holding the rules to cases.
    ///
    /// # Errors
    /// As [`DiceCup::throw`].
    pub(crate) fn lay(&self, expression: &str, reason: &str, shown: &[u32]) -> Result<Roll, Refusal> {
        self.throw_at(self.next_index, expression, reason, shown)
    }

    /// Whether a roll came from this seed: the roll at its index gives the same dice and the same result.
    pub fn verify(&self, roll: &Roll) -> bool {
        // Roller and reason don't affect the dice.
        let said = |again: Roll| Roll {
            purpose: roll.purpose.clone(),
            character_id: roll.character_id.clone(),
            goal: roll.goal,
            ..again
        };
        self.throw_at(roll.proof.index, &roll.expression, &roll.reason, &[]).is_ok_and(|again| said(again) == *roll)
            && roll.goal.is_none_or(|goal| goal.is_of(roll))
    }

    fn throw_at(&self, index: u64, expression: &str, reason: &str, shown: &[u32]) -> Result<Roll, Refusal> {
        let notation = Notation::parse(expression)?;
        let seed = unhex(&self.seed);
        let seed = seed.ok_or_else(|| Refusal::new("The dice have no seed of 32 bytes to fall from."))?;
        let mut hand = DiceThrower::new(seed, index, MAX_DICE - notation.n_dice(), shown);
        let mut dice = Vec::new();
        let mut sums = Vec::new();
        for term in notation.terms() {
            sums.push(match term.amount {
                Amount::Number(_) => 0,
                Amount::Dice(group) => {
                    let fallen = hand.throw(group, term.minus);
                    let kept: u32 = fallen.iter().filter(|die| die.kept).map(|die| die.value).sum();
                    dice.extend(fallen);
                    term.signed(i32::try_from(kept).unwrap_or(i32::MAX))
                }
            });
        }
        let modifier = notation.modifier();
        Ok(Roll {
            expression: expression.trim().to_owned(),
            dice,
            modifier,
            total: sums.iter().sum::<i32>() + modifier,
            parts: parts(notation.terms(), &sums),
            reason: cut(reason, MAX_REASON).to_owned(),
            purpose: None,
            character_id: None,
            goal: None,
            proof: Proof { index },
        })
    }
}

/// The hand that throws: one throw's stream of words, how many dice explosions may still add, and what dice that are laid
/// out show.
struct DiceThrower<'a> {
    words: ChaCha20Rng,
    spare: u32,
    shown: std::slice::Iter<'a, u32>,
}

impl<'a> DiceThrower<'a> {
    fn new(seed: [u8; 32], index: u64, spare: u32, shown: &'a [u32]) -> Self {
        let mut words = ChaCha20Rng::from_seed(seed);
        words.set_stream(index);
        Self { words, spare, shown: shown.iter() }
    }

    /// One die, every side as likely as any other.
    fn die(&mut self, sides: u32) -> u32 {
        if let Some(shown) = self.shown.next().filter(|shown| (1..=sides).contains(*shown)) {
            return *shown;
        }
        let fair = (1u64 << 32) / u64::from(sides) * u64::from(sides);
        loop {
            let word = self.words.next_u32();
            if u64::from(word) < fair {
                return word % sides + 1;
            }
        }
    }

    fn throw(&mut self, group: Dice, minus: bool) -> Vec<Die> {
        let mut fallen = Vec::new();
        for _ in 0..group.count {
            loop {
                let value = self.die(group.sides);
                fallen.push(Die { sides: group.sides, value, kept: true, minus });
                if !group.explode || value < group.sides || self.spare == 0 {
                    break;
                }
                self.spare -= 1;
            }
        }
        if let Some(pick) = group.pick {
            choose(&mut fallen, pick);
        }
        fallen
    }
}

/// Marks which dice count.
fn choose(dice: &mut [Die], pick: Pick) {
    let (highest_first, n, keep) = match pick {
        Pick::KeepHighest(n) => (true, n, true),
        Pick::KeepLowest(n) => (false, n, true),
        Pick::DropHighest(n) => (true, n, false),
        Pick::DropLowest(n) => (false, n, false),
    };
    let mut order: Vec<usize> = (0..dice.len()).collect();
    let rank = |i: &usize| i64::from(dice[*i].value) * if highest_first { -1 } else { 1 };
    order.sort_by_key(rank);
    let n = usize::try_from(n).unwrap_or(usize::MAX);
    for (place, i) in order.into_iter().enumerate() {
        dice[i].kept = (place < n) == keep;
    }
}

/// The sums of the named parts; none if nothing is named.
fn parts(terms: &[DiceTerm], sums: &[i32]) -> Vec<RollPart> {
    if terms.iter().all(|term| term.part.is_none()) {
        return Vec::new();
    }
    let name = |term: &DiceTerm| term.part.clone().unwrap_or_else(|| UNNAMED.to_owned());
    let first = terms.iter().find(|term| matches!(term.amount, Amount::Dice(_))).map(name);
    let mut parts: Vec<RollPart> = Vec::new();
    for (term, sum) in terms.iter().zip(sums) {
        let (name, total) = match term.amount {
            Amount::Dice(_) => (name(term), *sum),
            Amount::Number(number) => {
                let number = term.signed(i32::try_from(number).unwrap_or(i32::MAX));
                (term.part.clone().or_else(|| first.clone()).unwrap_or_default(), number)
            }
        };
        match parts.iter_mut().find(|part| part.name == name) {
            Some(part) => part.total += total,
            None => parts.push(RollPart { name, total }),
        }
    }
    parts
}

/// Whether a text is 32 bytes in hex, as seeds and commitments are.
pub fn is_hash(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// The 32 bytes of a hex text; none if it isn't one.
fn unhex(text: &str) -> Option<[u8; 32]> {
    // Read at every throw.
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        b'A'..=b'F' => Some(byte - b'A' + 10),
        _ => None,
    };
    let mut bytes = [0; 32];
    if text.len() != 2 * bytes.len() {
        return None;
    }
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        *byte = digit(pair[0])? << 4 | digit(pair[1])?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{notation::tests::expression, *};

    /// The bytes 0 to 31.
    fn cup() -> DiceCup {
        DiceCup::new(std::array::from_fn(|i| u8::try_from(i).unwrap()))
    }

    fn at(index: u64) -> DiceCup {
        DiceCup { next_index: index, ..cup() }
    }

    fn values(roll: &Roll) -> Vec<u32> {
        roll.dice.iter().map(|die| die.value).collect()
    }

    fn kept(roll: &Roll) -> Vec<u32> {
        roll.dice.iter().filter(|die| die.kept).map(|die| die.value).collect()
    }

    // The fixed values were computed by an implementation of the procedure apart from this one.
    #[test]
    fn dice_fall_for_ever_as_they_once_fell() {
        let throw = |index, expression| values(&at(index).throw(expression, "").unwrap());
        assert_eq!(throw(0, "8d20"), [14, 6, 18, 17, 19, 1, 19, 13]);
        assert_eq!(throw(1, "8d20"), [20, 13, 3, 8, 10, 16, 17, 19]);
        assert_eq!(throw(0, "4d6"), [2, 6, 6, 3]);
        assert_eq!(throw((1 << 40) + 7, "10d1000"), [435, 242, 854, 551, 748, 724, 265, 223, 889, 636]);
        let last = throw_of_zeros("100d997").split_off(95);
        assert_eq!(last, [326, 6, 731, 340, 418]);
    }

    fn throw_of_zeros(expression: &str) -> Vec<u32> {
        values(&DiceCup::new([0; 32]).throw(expression, "").unwrap())
    }

    #[test]
    fn a_word_that_would_favour_low_sides_is_put_aside() {
        // The third word of this stream is 4,294,966,783; the largest multiple of 997 is 4,294,966,330.
        assert_eq!(values(&at(824_114).throw("6d997", "").unwrap()), [977, 521, 525, 78, 567, 274]);
    }

    #[test]
    fn the_commitment_is_the_hash_of_the_seed() {
        assert_eq!(cup().commitment(), "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd");
    }

    // srd: rule/advantage-and-disadvantage
    #[test]
    fn of_two_d20_the_higher_counts_and_the_modifier_is_added() {
        let roll = cup().throw(" 2d20kh1+5 ", " attack ").unwrap();
        assert_eq!((roll.expression.as_str(), roll.reason.as_str()), ("2d20kh1+5", "attack"));
        assert_eq!((values(&roll), kept(&roll)), (vec![14, 6], vec![14]));
        assert_eq!((roll.modifier, roll.total, roll.proof), (5, 19, Proof { index: 0 }));
    }

    #[test]
    fn dropped_dice_do_not_count() {
        let roll = cup().throw("4d6dl1", "").unwrap();
        assert_eq!((values(&roll), kept(&roll), roll.total), (vec![2, 6, 6, 3], vec![6, 6, 3], 15));
        assert_eq!(kept(&cup().throw("4d6dh1", "").unwrap()), [2, 6, 3], "of equal dice the first is dropped");
        assert_eq!(kept(&cup().throw("4d6kl2", "").unwrap()), [2, 3]);
    }

    #[test]
    fn a_die_that_shows_its_highest_is_thrown_again() {
        let roll = cup().throw("2d6!", "").unwrap();
        assert_eq!(values(&roll), [2, 6, 6, 3], "the second die exploded twice");
        assert_eq!(roll.total, 17);
    }

    #[test]
    fn explosions_end_at_the_bound_and_leave_room_for_the_dice_after_them() {
        let roll = cup().throw("95d2!+4d2", "").unwrap();
        assert_eq!(roll.dice.len(), 100, "95, the 4 after them, and the one explosion there is room for");
    }

    #[test]
    fn dice_that_are_taken_away_say_so() {
        let roll = cup().throw("d20-1d6+2", "").unwrap();
        assert_eq!((values(&roll), roll.total), (vec![14, 6], 14 - 6 + 2));
        assert_eq!(roll.dice.iter().map(|die| die.minus).collect::<Vec<_>>(), [false, true]);
    }

    #[test]
    fn named_parts_add_up_to_the_total() {
        let sums = |expression| {
            let roll = cup().throw(expression, "").unwrap();
            assert_eq!(roll.parts.iter().map(|part| part.total).sum::<i32>(), roll.total);
            roll.parts.into_iter().map(|part| (part.name, part.total)).collect::<Vec<_>>()
        };
        assert_eq!(sums("1d20[slashing]+1d20[fire]+3"), [("slashing".to_owned(), 17), ("fire".to_owned(), 6)]);
        assert_eq!(sums("1d20+1d20[fire]+3"), [("other".to_owned(), 17), ("fire".to_owned(), 6)]);
        assert_eq!(sums("1d20[fire]+3[cold]-1d20[fire]"), [("fire".to_owned(), 8), ("cold".to_owned(), 3)]);
        assert!(cup().throw("1d20+3", "").unwrap().parts.is_empty());
    }

    #[test]
    fn a_plain_roll_is_written_without_what_it_does_not_need() {
        let roll = cup().throw("2d20kh1+5", "attack").unwrap();
        let json = r#"{"expression":"2d20kh1+5","dice":[{"sides":20,"value":14,"kept":true},{"sides":20,"value":6,"kept":false}],"modifier":5,"total":19,"reason":"attack","proof":{"index":0}}"#;
        assert_eq!(serde_json::to_string(&roll).unwrap(), json);
        assert_eq!(serde_json::from_str::<Roll>(json).unwrap(), roll);
    }

    #[test]
    fn a_roll_that_was_tampered_with_does_not_hold() {
        let roll = at(3).throw("2d6+1", "damage").unwrap();
        assert!(cup().verify(&roll));
        assert!(!DiceCup::new([7; 32]).verify(&roll), "another seed");
        assert!(!cup().verify(&Roll { total: roll.total + 1, ..roll.clone() }));
        assert!(!cup().verify(&Roll { expression: "2d6+2".to_owned(), ..roll.clone() }));
        assert!(!cup().verify(&Roll { expression: "nonsense".to_owned(), ..roll.clone() }));
        assert!(!cup().verify(&Roll { proof: Proof { index: 4 }, ..roll }));
    }

    #[test]
    fn what_is_said_to_have_come_of_a_roll_must_have_come_of_it() {
        let roll = at(3).throw("1d20+1", "Stealth").unwrap();
        let said = |number, outcome| Roll { goal: Some(Goal { number, outcome }), ..roll.clone() };
        assert!(cup().verify(&Roll { character_id: Some(CharacterId::from("mira")), ..roll.clone() }));
        assert!(
            cup().verify(&said(roll.total, RollOutcome::Success))
                && cup().verify(&said(roll.total + 1, RollOutcome::Miss))
        );
        assert!(!cup().verify(&said(roll.total + 1, RollOutcome::Success)));
        assert!(
            !cup().verify(&said(roll.total, RollOutcome::Failure))
                && !cup().verify(&said(roll.total, RollOutcome::Miss))
        );
        let json = serde_json::to_value(said(15, RollOutcome::CriticalHit)).unwrap();
        assert_eq!(json["goal"], serde_json::json!({"number": 15, "outcome": "criticalHit"}));
    }

    #[test]
    fn a_cup_without_a_whole_seed_throws_nothing() {
        for seed in ["", "zz", "é", &"0".repeat(63), &"ü".repeat(32)] {
            let cup = DiceCup { seed: seed.to_owned(), next_index: 0 };
            assert!(cup.throw("d20", "").is_err(), "{seed}");
            let _ = cup.commitment();
        }
    }

    proptest! {
        #[test]
        fn a_throw_keeps_to_its_notation(text in expression(), seed in any::<[u8; 32]>(), index in any::<u64>()) {
            let cup = DiceCup { next_index: index, ..DiceCup::new(seed) };
            let notation = Notation::parse(&text).unwrap();
            let roll = cup.throw(&text, "").unwrap();

            prop_assert!(roll.dice.len() <= 100);
            prop_assert!(roll.dice.iter().all(|die| (1..=die.sides).contains(&die.value)));
            let sum: i64 = roll.dice.iter().filter(|die| die.kept)
                .map(|die| i64::from(die.value) * if die.minus { -1 } else { 1 }).sum();
            prop_assert_eq!(i64::from(roll.total), sum + i64::from(roll.modifier));
            prop_assert!(cup.verify(&roll));

            let explodes = notation.terms().iter().any(|term| matches!(term.amount, Amount::Dice(Dice { explode: true, .. })));
            if !explodes {
                let kept: u32 = notation.terms().iter().map(|term| match term.amount {
                    Amount::Number(_) => 0,
                    Amount::Dice(dice) => match dice.pick {
                        None => dice.count,
                        Some(Pick::KeepHighest(n) | Pick::KeepLowest(n)) => n,
                        Some(Pick::DropHighest(n) | Pick::DropLowest(n)) => dice.count - n,
                    },
                }).sum();
                prop_assert_eq!(roll.dice.len(), usize::try_from(notation.n_dice()).unwrap());
                prop_assert_eq!(roll.dice.iter().filter(|die| die.kept).count(), usize::try_from(kept).unwrap());
            }
        }

        #[test]
        fn no_text_makes_a_throw_panic(text in any::<String>()) {
            let _ = cup().throw(&text, &text);
        }
    }
}
