//! What stands in letters that heroes carry.

/// All of them; `{giver}` and `{home}` are those of the story.
pub(crate) const LETTERS: [&str; 5] = [
    "“To whoever carries this,” it says, in a hand that is used to being obeyed: “you were never told what it is, so that you could not be made to tell. Burn it before {home}. If it is too late for that, trust nobody who asks for it by name.”",
    "There is one line: “The child lives, and does not know.” Below it stands a name, and the name is yours.",
    "It is a pardon, signed and sealed, for a crime that has not been committed yet. The date is a week from now. The place is {home}.",
    "“Do not let {giver} send you,” somebody has written, in haste, over a map of the country round {home}. Whoever it was knew that you would come, years before you did.",
    "A summons: you are called to court as a witness, to swear to the death of somebody whom you saw alive last week. A purse is promised. So is the other thing.",
];
