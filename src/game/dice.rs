//! Dice: the throw, and the seed that makes it checkable.
//!
//! Anybody who has a session's seed can throw its dice again. The procedure, whole:
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

pub mod notation;

use rand_chacha::{
    ChaCha20Rng,
    rand_core::{Rng, SeedableRng},
};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use super::refusal::Refusal;
use notation::{Amount, Dice, Pick, Term};
pub use notation::{MAX_DICE, MAX_LENGTH, MAX_MODIFIER, MAX_SIDES, MIN_SIDES, Notation};

/// The longest reason kept, in characters.
pub const MAX_REASON: usize = 200;

/// A finished throw.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Roll {
    /// As it was asked for, such as `2d20kh1+5`.
    pub expression: String,
    /// Every die, in the order it fell.
    pub dice: Vec<Die>,
    /// What was added to the dice.
    pub modifier: i32,
    /// The sum of the kept dice and the modifier.
    pub total: i32,
    /// The sum of each named part, in the order they are written; absent where nothing is named. Numbers without a
    /// name go with the first dice, dice without a name make up the part [`UNNAMED`]: the parts add up to the total.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Part>,
    /// What it was for; empty where nobody said.
    pub reason: String,
    /// How to check it.
    pub proof: Proof,
}

/// What dice without a name make up where others have one.
pub const UNNAMED: &str = "other";

/// One die of a throw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Die {
    /// How many sides it has.
    pub sides: u32,
    /// What it shows, 1 to `sides`.
    pub value: u32,
    /// Whether it counts.
    pub kept: bool,
    /// Whether it is taken away, as the d4 in `d20-1d4`; absent where it is not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub minus: bool,
}

/// A named part of a throw, such as the fire in `1d8[slashing]+1d6[fire]`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Part {
    /// In lower case.
    pub name: String,
    /// Its sum.
    pub total: i32,
}

/// Where a throw stands in its session's stream of dice.
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

    /// What is told before the first throw: the SHA-256 of the seed's 32 bytes, in hex.
    pub fn commitment(&self) -> String {
        hex(&Sha256::digest(unhex(&self.seed)))
    }

    /// Throws `expression` as the next throw. The same seed and index always fall the same way, so nothing is
    /// changed here: the throw counts once its `diceRolled` change is applied.
    ///
    /// # Errors
    /// The expression cannot be read or is out of bounds; the text says what can be thrown.
    pub fn throw(&self, expression: &str, reason: &str) -> Result<Roll, Refusal> {
        self.throw_at(self.next_index, expression, reason)
    }

    /// Whether a roll fell from this cup: thrown again at its index, it falls just so.
    pub fn verify(&self, roll: &Roll) -> bool {
        self.throw_at(roll.proof.index, &roll.expression, &roll.reason).is_ok_and(|again| again == *roll)
    }

    fn throw_at(&self, index: u64, expression: &str, reason: &str) -> Result<Roll, Refusal> {
        let notation = Notation::parse(expression)?;
        let seed = <[u8; 32]>::try_from(unhex(&self.seed));
        let seed = seed.map_err(|_| Refusal::new("The dice have no seed of 32 bytes to fall from."))?;
        let mut hand = Hand::new(seed, index, MAX_DICE - notation.n_dice());
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
            reason: reason.trim().chars().take(MAX_REASON).collect::<String>().trim_end().to_owned(),
            proof: Proof { index },
        })
    }
}

/// The hand that throws: one throw's stream of words, and how many dice explosions may still add.
struct Hand {
    words: ChaCha20Rng,
    spare: u32,
}

impl Hand {
    fn new(seed: [u8; 32], index: u64, spare: u32) -> Self {
        let mut words = ChaCha20Rng::from_seed(seed);
        words.set_stream(index);
        Self { words, spare }
    }

    /// One die, every side as likely as any other.
    fn die(&mut self, sides: u32) -> u32 {
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

/// The sums of the named parts; none where nothing is named.
fn parts(terms: &[Term], sums: &[i32]) -> Vec<Part> {
    if terms.iter().all(|term| term.part.is_none()) {
        return Vec::new();
    }
    let name = |term: &Term| term.part.clone().unwrap_or_else(|| UNNAMED.to_owned());
    let first = terms.iter().find(|term| matches!(term.amount, Amount::Dice(_))).map(name);
    let mut parts: Vec<Part> = Vec::new();
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
            None => parts.push(Part { name, total }),
        }
    }
    parts
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// The bytes of a hex text; none where it isn't one.
fn unhex(text: &str) -> Vec<u8> {
    let digit = |byte: &u8| char::from(*byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let pairs = text.as_bytes().chunks(2).map(|pair| match pair {
        [high, low] => Some(digit(high)? << 4 | digit(low)?),
        _ => None,
    });
    pairs.collect::<Option<Vec<u8>>>().unwrap_or_default()
}
