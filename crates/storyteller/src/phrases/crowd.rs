//! Names, faces and manners of people.

/// Given names.
pub(crate) const NAMES: [&str; 36] = [
    "Marta Quill",
    "Odo Fenn",
    "Avis Hale",
    "Bram Tallow",
    "Ilse Harrow",
    "Corwin Pell",
    "Old Nan Sedge",
    "Tobias Rook",
    "Wren Oakhand",
    "Jory Flint",
    "Hesper Lowe",
    "Alder Munt",
    "Dunstan Kay",
    "Pia Marrow",
    "Giles Thatch",
    "Lysbet Crane",
    "Rufus Bale",
    "Edda Stone",
    "Perrin Vale",
    "Una Sparrow",
    "Halvard Moss",
    "Tamsin Reed",
    "Gil Copper",
    "Dora Brine",
    "Anselm Dray",
    "Katrin Wick",
    "Finch Arden",
    "Bettany Shaw",
    "Oswin Lark",
    "Ragna Holt",
    "Simon Pike",
    "Verity Coal",
    "Kester Brand",
    "Mabel Thorn",
    "Ivo Cask",
    "Sunniva Dell",
];

/// What one sees of them first.
pub(crate) const LOOKS: [&str; 20] = [
    "a burn scar shaped like a leaf on one cheek",
    "ink on every finger but one",
    "a coat that has a different button in every hole",
    "eyes the grey of river ice",
    "a gap-toothed grin and no shame about it",
    "hands that are never still",
    "a shaved head and a very old earring",
    "flour up to the elbows",
    "a limp that comes and goes with the weather",
    "a braid wound twice around the neck like a scarf",
    "a voice too big for the frame it comes from",
    "spectacles mended with fishing line",
    "a hat that has plainly survived things",
    "a patient face, lined like a map",
    "freckles so thick they look like shade",
    "a ring of keys at the belt, each one filed blank",
    "one sleeve pinned up, and a stare that dares you to ask",
    "mud to the knees and a clean white collar",
    "a moth brooch that seems to have moved since you looked",
    "the broad back of somebody who carries things for a living",
];

/// How they are.
pub(crate) const MANNERS: [&str; 16] = [
    "speaks slowly and means all of it",
    "answers a question with a better one",
    "laughs before the joke and never after",
    "looks at your hands rather than your face",
    "lowers their voice for the ordinary words and not for the dangerous ones",
    "is kind in the way of people who were not always",
    "keeps accounts of every favour, in both directions",
    "cannot leave a silence alone",
    "trusts nobody and feeds everybody",
    "swears by saints nobody else has heard of",
    "is frightened, and hides it behind good manners",
    "has an opinion on your boots",
    "repeats your last word, as if tasting it",
    "will not be hurried by anything, fire included",
    "tells the truth as if it were a trick",
    "is tired to the bone and funny about it",
];

/// What they want.
pub(crate) const WISHES: [&str; 14] = [
    "to see one winter without a burial",
    "to pay back a debt before the lender remembers it",
    "to know what happened to a brother who took the north road",
    "to own the roof they sleep under",
    "to be asked for advice, and for it to be taken",
    "to leave this place once before the end",
    "to keep a promise made to somebody who is dead",
    "to see the guilty named aloud",
    "to keep the young ones from picking up swords",
    "to learn to read one particular letter",
    "to be forgiven by somebody who will not say for what",
    "to taste an orange again",
    "to prove an old story true",
    "to be left in peace, and not to be lonely in it",
];

/// What they do.
pub(crate) const TRADES: [&str; 12] = [
    "ferry keeper",
    "bone-setter",
    "carter",
    "bell-founder",
    "schoolteacher",
    "beekeeper",
    "reeve",
    "tanner",
    "fiddler",
    "well-digger",
    "candle maker",
    "retired soldier",
];

/// What merchants sell: name, and price in copper.
pub(crate) const WARES: [(&str, i64); 16] = [
    ("healing potion", 5000),
    ("torch", 5),
    ("coil of rope", 100),
    ("lantern", 500),
    ("flask of oil", 10),
    ("days of rations", 50),
    ("waterskin", 20),
    ("crowbar", 200),
    ("bag of salt", 15),
    ("bedroll", 100),
    ("whetstone", 5),
    ("bundle of chalk", 5),
    ("iron pot", 200),
    ("wool blanket", 50),
    ("steel mirror", 500),
    ("loaf of bread", 2),
];

/// What the dead have in their pockets besides money.
pub(crate) const TRINKETS: [&str; 12] = [
    "lucky stone",
    "pair of bone dice",
    "brass button with an anchor on it",
    "child's milk tooth on a string",
    "bent silver ring",
    "glass eye",
    "stub of chalk",
    "tin whistle",
    "key without a bow",
    "coin with no king on it",
    "comb of horn",
    "folded bit of blue silk",
];

/// What is sent from one to the other.
pub(crate) const PARCELS: [&str; 10] = [
    "sealed letter",
    "covered basket",
    "pot of salve",
    "parcel in oilcloth",
    "pair of mended boots",
    "bundle of old letters",
    "jar of quince jam",
    "wooden box tied with ribbon",
    "borrowed hymn book",
    "purse with one coin in it",
];
