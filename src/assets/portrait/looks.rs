//! Parses a description of someone's looks; the seed chooses the rest.

use crate::assets::{
    chance::SeededRng,
    palette::{Colour, hex},
    words::{mentions, plain},
};

use super::naming::{BEARD, CLOTH, COLOURS, EYES, FIGURES_OF_SPEECH, FOLKS, GARBS, HAIR, HATS, HEADWEAR, SKIN};

/// The kind of being.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Folk {
    Human,
    Elf,
    Dwarf,
    Orc,
    Tiefling,
    Dragonborn,
    Goblin,
    Wolf,
    Cat,
    Bird,
    Skeleton,
    Spirit,
}

/// How hair is worn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HairStyle {
    Bald,
    Short,
    Bowl,
    Curly,
    Long,
    Tied,
    Plaits,
}

/// Beards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Beard {
    None,
    Stubble,
    Moustache,
    Short,
    Long,
}

/// Headwear.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hat {
    None,
    Straw,
    Cap,
    Hood,
    Helmet,
    Wide,
    Crown,
    Kerchief,
    Pointed,
}

/// Clothes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Garb {
    Coat,
    Cloak,
    Robe,
    Armour,
    Shawl,
    Apron,
    Shirt,
}

/// Expressions of a face.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Air {
    Plain,
    Glad,
    Grim,
    Sad,
}

/// How someone looks.
#[derive(Debug, Clone)]
pub(super) struct Looks {
    pub(super) folk: Folk,
    pub(super) woman: bool,
    /// 0 is a child, 1 is grown up, 2 is old.
    pub(super) age: f64,
    /// -1 is thin, 1 is broad.
    pub(super) build: f64,
    pub(super) skin: Colour,
    pub(super) hair: Colour,
    pub(super) eyes: Colour,
    pub(super) cloth: Colour,
    pub(super) hat_cloth: Colour,
    pub(super) cut: HairStyle,
    pub(super) beard: Beard,
    pub(super) hat: Hat,
    pub(super) garb: Garb,
    pub(super) air: Air,
    pub(super) spectacles: bool,
    pub(super) freckles: bool,
    pub(super) scar: bool,
    pub(super) patch: bool,
    pub(super) pencil: bool,
}

/// The colour that words name of something: the last named in the five words before it, or `in black`.
fn colour_of(words: &[&str], what: &str, worn: bool) -> Option<Colour> {
    let named = |word: &str| COLOURS.iter().find(|(name, _)| *name == word).map(|(_, colour)| *colour);
    let is = |word: &str| mentions(&format!(" {word} "), what) > 0;
    words.iter().enumerate().find_map(|(n, word)| {
        let colour = named(word)?;
        let next = words[n + 1..].iter().take(4).find(|next| {
            [HAIR, BEARD, CLOTH, HEADWEAR, EYES, SKIN].iter().any(|kind| mentions(&format!(" {next} "), kind) > 0)
        });
        let bare = worn && n > 0 && words[n - 1] == "in" && next.is_none();
        (bare || next.is_some_and(|next| is(next))).then_some(colour)
    })
}

fn first<T: Copy>(of: &[(T, &str)], plain: &str) -> Option<T> {
    of.iter().find(|(_, words)| mentions(plain, words) > 0).map(|(what, _)| *what)
}

/// An age in years, in numbers or in words.
fn years(plain: &str) -> Option<f64> {
    const TENS: [(&str, f64); 9] = [
        ("twenty", 20.0),
        ("thirty", 30.0),
        ("forty", 40.0),
        ("fifty", 50.0),
        ("sixty", 60.0),
        ("seventy", 70.0),
        ("eighty", 80.0),
        ("ninety", 90.0),
        ("hundred", 100.0),
    ];
    const TEENS: [(&str, f64); 14] = [
        ("six", 6.0),
        ("seven", 7.0),
        ("eight", 8.0),
        ("nine", 9.0),
        ("ten", 10.0),
        ("eleven", 11.0),
        ("twelve", 12.0),
        ("thirteen", 13.0),
        ("fourteen", 14.0),
        ("fifteen", 15.0),
        ("sixteen", 16.0),
        ("seventeen", 17.0),
        ("eighteen", 18.0),
        ("nineteen", 19.0),
    ];
    let told = |word: &str| TENS.iter().find(|(name, _)| *name == word).map(|(_, years)| *years);
    let found = plain.split(' ').find_map(told);
    found
        .or_else(|| {
            plain.split(' ').find_map(|word| {
                TEENS
                    .iter()
                    .find(|(name, _)| *name == word && mentions(plain, "of,aged,girl,boy,all") > 0)
                    .map(|(_, years)| *years)
            })
        })
        .or_else(|| {
            plain.split(' ').find_map(|word| word.parse::<f64>().ok().filter(|years| (3.0..=120.0).contains(years)))
        })
}

/// Plain words without those that only sound like a being.
fn literally(said: &str) -> String {
    FIGURES_OF_SPEECH.iter().fold(said.to_owned(), |said, figure| said.replace(&format!(" {figure} "), " "))
}

/// 0 is a child, 1 is grown up, 2 is old.
fn age_of(said: &str, has: impl Fn(&str) -> bool, lot: &mut SeededRng) -> f64 {
    if let Some(years) = years(said) {
        if years < 18.0 {
            ((years - 6.0) / 12.0).clamp(0.0, 0.85)
        } else {
            1.0 + ((years - 32.0) / 38.0).clamp(0.0, 1.0)
        }
    } else if has("old,elderly,ancient,aged,wrinkled,grandmother,grandfather,crone,wizened,toothless") {
        1.9
    } else if has("child,girl,boy,kid,urchin,little") {
        0.2
    } else if has("young,youth,lad,lass,apprentice") {
        0.8
    } else {
        lot.between(1.0, 1.5)
    }
}

/// -1 is thin, 1 is broad.
fn build_of(has: impl Fn(&str) -> bool, lot: &mut SeededRng) -> f64 {
    if has("broad,large,huge,stout,fat,burly,round,heavy,massive,big,muscular,stocky,plump,wide,giant,loaf") {
        0.9
    } else if has("thin,lean,gaunt,narrow,skinny,slender,slight,bony,small,wiry,elbows,wrists,long man") {
        -0.8
    } else {
        lot.off(0.5)
    }
}

/// The skin of a people, if no colour of it is named.
fn skin_of_folk(folk: Folk, has: impl Fn(&str) -> bool, lot: &mut SeededRng) -> Colour {
    let skins =
        [hex(0xeec9a4), hex(0xe2b48a), hex(0xd09a70), hex(0xb37c52), hex(0x8d5a3a), hex(0x653f2c), hex(0xe8bea0)];
    match folk {
        Folk::Orc => hex(0x7f9468),
        Folk::Goblin => hex(0x93a15a),
        Folk::Tiefling => lot.pick(&[hex(0xa84c44), hex(0x7d5a8c), hex(0x9a4038)]),
        Folk::Dragonborn => lot.pick(&[hex(0xa8663a), hex(0x4f7d6c), hex(0x8c3f35), hex(0x5c7391)]),
        Folk::Wolf => lot.pick(&[hex(0x7d7468), hex(0x8f6a48), hex(0x5c5d63)]),
        Folk::Cat => lot.pick(&[hex(0xb78b54), hex(0x6d6660), hex(0xc9a470)]),
        Folk::Bird => lot.pick(&[hex(0x3a3c48), hex(0x7b6346)]),
        Folk::Skeleton => hex(0xd9d0b4),
        Folk::Spirit => {
            if has("ice,frost,snow,cold,water") {
                hex(0x9cc4da)
            } else if has("fire,flame,ember,ash") {
                hex(0xd9743a)
            } else {
                hex(0xa9b8b4)
            }
        }
        _ => {
            if has("dark skinned,ebony,black skin") {
                skins[5]
            } else if has("pale,ashen,pallid") {
                hex(0xe9d9c8)
            } else if has("tanned,weathered,swarthy,olive,marsh") {
                skins[3]
            } else {
                lot.pick(&skins)
            }
        }
    }
}

/// The colour of hair that is as old as its bearer, if none is named.
fn hair_of_age(age: f64, lot: &mut SeededRng) -> Colour {
    let natural = lot.pick(&[
        hex(0x2b2524),
        hex(0x4a3326),
        hex(0x6a4630),
        hex(0x8a5a34),
        hex(0xa8783f),
        hex(0x7a3f24),
        hex(0xc39b5c),
    ]);
    natural.mix(hex(0xc9c6be), ((age - 1.35) * 1.9).clamp(0.0, 0.95))
}

/// How the hair is worn.
fn cut_of(woman: bool, age: f64, has: impl Fn(&str) -> bool, lot: &mut SeededRng) -> HairStyle {
    if has("bald,shaven,shaved,hairless") {
        HairStyle::Bald
    } else if has("bowl") {
        HairStyle::Bowl
    } else if has("plait,braid,pigtail") {
        HairStyle::Plaits
    } else if has("curl,curly,frizzy,wild hair,tousled") {
        HairStyle::Curly
    } else if has("bun,tied,ponytail,knot,topknot") {
        HairStyle::Tied
    } else if has("long hair,flowing,mane,tresses,waist,long haired") {
        HairStyle::Long
    } else if has("cropped,short hair,short haired") {
        HairStyle::Short
    } else if woman {
        lot.pick(if age > 1.3 {
            &[HairStyle::Tied, HairStyle::Tied, HairStyle::Curly, HairStyle::Long]
        } else {
            &[HairStyle::Long, HairStyle::Tied, HairStyle::Plaits, HairStyle::Curly]
        })
    } else if age > 1.3 && lot.chance(0.35) {
        HairStyle::Bald
    } else {
        lot.pick(&[HairStyle::Short, HairStyle::Short, HairStyle::Curly, HairStyle::Bowl])
    }
}

/// The beard of a face.
fn beard_of(folk: Folk, woman: bool, age: f64, has: impl Fn(&str) -> bool, lot: &mut SeededRng) -> Beard {
    if woman && folk != Folk::Dwarf {
        Beard::None
    } else if has("long beard,great beard") || folk == Folk::Dwarf && !woman {
        Beard::Long
    } else if has("beard,bearded,goatee,whiskers") {
        Beard::Short
    } else if has("moustache,mustache") {
        Beard::Moustache
    } else if has("stubble,unshaven,grizzled") {
        Beard::Stubble
    } else if age > 0.95 && !has("clean shaven,thin man") && lot.chance(0.45) {
        lot.pick(&[Beard::Stubble, Beard::Short, Beard::Moustache])
    } else {
        Beard::None
    }
}

/// The expression of the face.
fn air_of(hostile: bool, has: impl Fn(&str) -> bool) -> Air {
    if has("crying,cried,sad,tired,weary,mourning,grief,slept,haunted,weeping") {
        Air::Sad
    } else if has("laugh,smile,amused,good news,merry,cheerful,grin,hums,jolly,kind") {
        Air::Glad
    } else if hostile || has("grim,stern,scowl,cold,hard,cruel,quiet man,upright,straight backed,narrow") {
        Air::Grim
    } else {
        Air::Plain
    }
}

impl Looks {
    /// How someone of that name looks, by the words for it.
    pub(super) fn of(name: &str, appearance: &str, hostile: bool, lot: &mut SeededRng) -> Self {
        let said = plain(appearance);
        let all = format!("{said}{}", plain(name));
        let words: Vec<&str> = said.split(' ').filter(|word| !word.is_empty()).collect();
        let has = |words: &str| mentions(&said, words) > 0;
        let folk = first(FOLKS, &literally(&said)).unwrap_or(Folk::Human);
        let hers = mentions(
            &all,
            "woman,girl,she,her,lady,mother,sister,queen,widow,matron,grandmother,priestess,duchess,witch,maiden,aunt,wife",
        );
        let his =
            mentions(&all, "man,boy,he,his,him,lord,father,brother,king,priest,grandfather,duke,beard,uncle,husband");
        let woman = if hers == his { lot.chance(0.5) } else { hers > his };
        // A boy may be one by his name alone.
        let age = age_of(&all, |words| mentions(&all, words) > 0, lot);
        let build = build_of(has, lot);
        let by_folk = skin_of_folk(folk, has, lot);
        let skin = colour_of(&words, SKIN, false)
            .map_or(by_folk, |named| by_folk.mix(named, if folk == Folk::Human { 0.25 } else { 0.8 }));
        let greyed = hair_of_age(age, lot);
        let hair = colour_of(&words, HAIR, false);
        let hair = hair.or_else(|| if woman { None } else { colour_of(&words, BEARD, false) }).unwrap_or(greyed);
        let dyes =
            [hex(0x6d3b34), hex(0x3f5468), hex(0x5a6046), hex(0x73604a), hex(0x4a3d52), hex(0x8a6a3a), hex(0x34484a)];
        let cloth = colour_of(&words, CLOTH, true).unwrap_or_else(|| {
            if hostile { lot.pick(&[hex(0x33303a), hex(0x5a2a2c), hex(0x2f3d40)]) } else { lot.pick(&dyes) }
        });
        let hat = first(HATS, &said).unwrap_or(Hat::None);
        let hat_cloth = colour_of(&words, HEADWEAR, false).unwrap_or_else(|| cloth.mix(lot.pick(&dyes), 0.5));
        let garb = first(GARBS, &said).unwrap_or_else(|| lot.pick(&[Garb::Coat, Garb::Shirt, Garb::Cloak]));
        let cut = cut_of(woman, age, has, lot);
        let beard = beard_of(folk, woman, age, has, lot);
        let air = air_of(hostile, has);
        let eyes = colour_of(&words, EYES, false)
            .unwrap_or_else(|| lot.pick(&[hex(0x4a3524), hex(0x3c5a6a), hex(0x4d5c3a), hex(0x2e2622)]));
        Self {
            folk,
            woman,
            age,
            build,
            skin,
            hair,
            eyes,
            cloth,
            hat_cloth,
            cut,
            beard,
            hat,
            garb,
            air,
            spectacles: has("spectacles,glasses,lens,lenses,monocle"),
            freckles: has("freckled,freckle,freckles"),
            scar: has("scar,scarred"),
            patch: has("eyepatch,one eyed,eye patch"),
            pencil: has("pencil,quill"),
        }
    }
}
