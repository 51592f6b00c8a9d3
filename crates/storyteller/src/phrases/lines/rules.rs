//! What the rules say, told by somebody who knows them.

pub(crate) const RULE_TOLD: &[&str] = &[
    "The books have this to say of {entry}: “{rule}”",
    "You call {entry} to mind, as it was once read out to you: “{rule}”",
    "{Entry}, word for word, as every apprentice has to copy it: “{rule}”",
    "You know the page, {entry}, and the thumbprint on it: “{rule}”",
    "It stands under {entry}, in a plain hand: “{rule}”",
    "Whoever taught you made you say it by heart. {Entry}: “{rule}”",
    "On {entry} there is no quarrel among the learned: “{rule}”",
];

pub(crate) const RULE_GOES_ON: &[&str] = &[
    "There is more under {entry}: “{rule}”",
    "You turn the page, and {entry} goes on: “{rule}”",
    "Further down, still of {entry}: “{rule}”",
    "And about {entry} this besides: “{rule}”",
];

pub(crate) const RULE_KNOWN: &[&str] = &[
    "You go through {entry} once more in your head, and nothing in it has changed.",
    "All there is to say of {entry} you have had already, and it bears no adding to.",
    "The page on {entry} is at its end.",
    "There is no more to {entry} than that.",
    "You could say {entry} backwards by now.",
];

pub(crate) const RULE_MISSED: &[&str] = &[
    "You go through everything you were ever taught for {what}, and there is no such page.",
    "No book that you have had in your hands says a word of {what}.",
    "{What} is not in the rules, or not under that name.",
    "You look for {what} where it ought to stand, and find a gap.",
];

pub(crate) const RULE_NEAR: &[&str] = &[
    "What stands next to the gap is {near}.",
    "It might be {near} that you have in mind.",
    "The nearest to it would be {near}.",
    "There is, however, {near}.",
];

pub(crate) const GIFT_TOLD: &[&str] = &[
    "You know your own {entry} better than any book, but the book says it shorter: “{rule}”",
    "Your {entry}, put into words: “{rule}”",
    "This is what your {entry} comes to: “{rule}”",
    "You go over your {entry} as a carpenter goes over a chisel: “{rule}”",
];

pub(crate) const GIFT_SILENT: &[&str] = &[
    "Your {entry} is in no book. You know what it does when you do it.",
    "Of your {entry} the rules say nothing; your hands will have to remember it.",
    "No page has anything on your {entry}. What you know of it you know in the wrist.",
    "You never saw your {entry} written down. It works all the same.",
    "Nobody has thought of setting down what your {entry} {does:entry}; or they did, and that book was lost.",
];

pub(crate) const GIFT_STRIKES: &[&str] = &[
    "In your hands the {entry} strikes with {hit}, and where it lands it does {harm}.",
    "With the {entry} you throw {hit} to hit, and {harm} for the hurt.",
];

pub(crate) const GIFT_NOT_OWN: &[&str] =
    &["You have no {what} that you know of.", "There is no {what} among the things you can do or carry."];

pub(crate) const GIFTS: &[&str] = &[
    "What you can do and others cannot: {gifts}.",
    "You count up what you have learned and what you were born with: {gifts}.",
    "These are yours, whatever happens: {gifts}.",
];
