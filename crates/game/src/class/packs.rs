//! The packs heroes set out with (SRD 5.1, Equipment Packs), unpacked: what is in them can be used one by one.

type Pack = &'static [(&'static str, u32)];

pub(super) const BURGLAR: Pack = &[
    ("Backpack", 1),
    ("Ball Bearings", 1_000),
    ("String (10 feet)", 1),
    ("Bell", 1),
    ("Candle", 5),
    ("Crowbar", 1),
    ("Hammer", 1),
    ("Piton", 10),
    ("Hooded Lantern", 1),
    ("Oil (flask)", 2),
    ("Rations (1 day)", 5),
    ("Tinderbox", 1),
    ("Waterskin", 1),
    ("Hempen Rope (50 feet)", 1),
];

pub(super) const DUNGEONEER: Pack = &[
    ("Backpack", 1),
    ("Crowbar", 1),
    ("Hammer", 1),
    ("Piton", 10),
    ("Torch", 10),
    ("Tinderbox", 1),
    ("Rations (1 day)", 10),
    ("Waterskin", 1),
    ("Hempen Rope (50 feet)", 1),
];

pub(super) const ENTERTAINER: Pack = &[
    ("Backpack", 1),
    ("Bedroll", 1),
    ("Costume", 2),
    ("Candle", 5),
    ("Rations (1 day)", 5),
    ("Waterskin", 1),
    ("Disguise Kit", 1),
];

pub(super) const EXPLORER: Pack = &[
    ("Backpack", 1),
    ("Bedroll", 1),
    ("Mess Kit", 1),
    ("Tinderbox", 1),
    ("Torch", 10),
    ("Rations (1 day)", 10),
    ("Waterskin", 1),
    ("Hempen Rope (50 feet)", 1),
];

pub(super) const PRIEST: Pack = &[
    ("Backpack", 1),
    ("Blanket", 1),
    ("Candle", 10),
    ("Tinderbox", 1),
    ("Alms Box", 1),
    ("Block of Incense", 2),
    ("Censer", 1),
    ("Vestments", 1),
    ("Rations (1 day)", 2),
    ("Waterskin", 1),
];

pub(super) const SCHOLAR: Pack = &[
    ("Backpack", 1),
    ("Book of Lore", 1),
    ("Ink (bottle)", 1),
    ("Ink Pen", 1),
    ("Parchment (sheet)", 10),
    ("Bag of Sand", 1),
    ("Small Knife", 1),
];
