//! Words that describe looks.

use crate::assets::palette::{Colour, hex};

use super::looks::{Folk, Garb, Hat};

/// Beings, by what they are called or have.
pub(super) const FOLKS: &[(Folk, &str)] = &[
    (Folk::Dragonborn, "dragonborn,dragon,drake,lizardfolk,lizard,kobold,scales,wyrm"),
    (Folk::Tiefling, "tiefling,devil,demon,fiend,imp,horns,horned,infernal"),
    (Folk::Orc, "orc,half orc,tusk,ogre,troll"),
    (Folk::Goblin, "goblin,hobgoblin,bugbear,gremlin"),
    (Folk::Dwarf, "dwarf,dwarven,duergar"),
    (Folk::Elf, "elf,half elf,elven,drow,eladrin,fey,fairy,dryad,pointed ears"),
    (Folk::Wolf, "wolf,dog,hound,fox,werewolf,gnoll,muzzle,rat,bear"),
    (Folk::Cat, "cat,tabaxi,lion,panther,whiskers,lynx"),
    (Folk::Bird, "raven,crow,owl,kenku,aarakocra,beak,heron,eagle,feathers"),
    (Folk::Skeleton, "skeleton,skull,lich,bones,undead,skeletal,mummy"),
    (Folk::Spirit, "ghost,spirit,wraith,elemental,golem,shade,spectre,specter,phantom,no eyes,faceless,mephit,made of"),
];

/// Phrases with a creature's name that mean no creature: a “spirit level” is not drawn as a ghost.
pub(super) const FIGURES_OF_SPEECH: &[&str] = &[
    "spirit level",
    "spirit levels",
    "good spirits",
    "high spirits",
    "low spirits",
    "spirits of",
    "crows feet",
    "dog eared",
    "dogs eared",
    "cats cradle",
    "rats tail",
    "rats tails",
    "eagle eyed",
    "hawk nosed",
    "bears a",
    "bears the",
    "bears no",
    "bears her",
    "bears his",
    "fish scales",
    "pair of scales",
    "kitchen scales",
    "set of scales",
    "in bones",
    "made of money",
    "hunting horns",
    "drinking horn",
    "horn spoon",
    "horns of",
    "hair of the dog",
    "cap and bells",
];

pub(super) const HATS: &[(Hat, &str)] = &[
    (Hat::Straw, "straw hat,sun hat"),
    (Hat::Hood, "hood,hooded,cowl"),
    (Hat::Helmet, "helmet,helm,visor"),
    (Hat::Crown, "crown,coronet,circlet,tiara,diadem,a queen,a king,young queen,young king,old queen,old king"),
    (Hat::Kerchief, "kerchief,headscarf,bandanna,bonnet,veil,wimple"),
    (Hat::Pointed, "pointed hat,wizard hat,witch hat"),
    (Hat::Cap, "cap,beret,skullcap,toque"),
    (Hat::Wide, "hat,tricorn,bowler,brim"),
];

pub(super) const GARBS: &[(Garb, &str)] = &[
    (Garb::Armour, "armour,armor,mail,chainmail,plate,breastplate,cuirass,knight,soldier,guard,gorget"),
    (Garb::Robe, "robe,cassock,priest,chaplain,monk,nun,wizard,mage,vestment,habit,father,toga"),
    (Garb::Shawl, "shawl,quilt,blanket,wrap"),
    (Garb::Cloak, "cloak,cape,mantle,hood,hooded,fur,furs"),
    (Garb::Apron, "apron,baker,smith,blacksmith,founder,cook,floury,innkeeper,butcher"),
    (Garb::Shirt, "shirt,shirtsleeves,tunic,vest,jerkin,blouse,dress,smock,rags,farmer,sailor"),
    (Garb::Coat, "coat,jacket,doublet,suit,waistcoat,collar,merchant,gown,uniform"),
];

/// Colours as words name them, of hair, of cloth and of skin and eyes.
pub(super) const COLOURS: &[(&str, Colour)] = &[
    ("black", hex(0x24242a)),
    ("dark", hex(0x33302f)),
    ("raven", hex(0x22222b)),
    ("brown", hex(0x6a4630)),
    ("chestnut", hex(0x7a4428)),
    ("auburn", hex(0x8a3f22)),
    ("red", hex(0xa83a28)),
    ("ginger", hex(0xb9602c)),
    ("copper", hex(0xb5622f)),
    ("blond", hex(0xd9b56a)),
    ("blonde", hex(0xd9b56a)),
    ("fair", hex(0xdcbf86)),
    ("golden", hex(0xd6a548)),
    ("gold", hex(0xcf9c3c)),
    ("yellow", hex(0xd8b045)),
    ("sandy", hex(0xbf9a62)),
    ("grey", hex(0x8d9196)),
    ("gray", hex(0x8d9196)),
    ("silver", hex(0xb8bfc6)),
    ("white", hex(0xe6e4dc)),
    ("pale", hex(0xd8dde0)),
    ("blue", hex(0x3f6a94)),
    ("green", hex(0x4f7048)),
    ("purple", hex(0x654a82)),
    ("violet", hex(0x6a5590)),
    ("crimson", hex(0x8f2530)),
    ("scarlet", hex(0xb0392c)),
    ("orange", hex(0xc4702e)),
    ("amber", hex(0xc98a35)),
];

pub(super) const HAIR: &str = "hair,haired,curl,braid,plait,lock,mane,tress,ponytail,bun";
pub(super) const BEARD: &str = "beard,bearded,moustache,whisker,stubble";
pub(super) const CLOTH: &str = "coat,cloak,robe,shirt,dress,gown,tunic,shawl,cape,apron,jacket,vest,scarf,doublet,hood,armour,armor,wool,velvet,silk,linen,uniform,leather,suit,cassock";
pub(super) const HEADWEAR: &str = "hat,cap,kerchief,headscarf,bonnet,beret,veil,hood,turban";
pub(super) const EYES: &str = "eye,eyed,gaze";
pub(super) const SKIN: &str = "skin,skinned,scale,scaled,face,fur,furred,complexion,hide,feather,feathered,lip";
