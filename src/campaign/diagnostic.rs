//! Diagnostics of the compiler: problem, place and remedy.

use serde::Serialize;
use utoipa::ToSchema;

/// A problem of a campaign.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Diagnostic {
    /// Whether the campaign can still be played.
    pub severity: Severity,
    /// The kind of problem.
    #[schema(value_type = String)]
    pub code: Code,
    /// Where: a JSON pointer into the package, as `/acts/0/nodes/3/exits/1`. Empty for the package itself.
    pub at: String,
    /// Where, in words: `act “low-water”, node “the-mill”, exit “down”`.
    pub place: String,
    /// What is wrong.
    pub message: String,
    /// How to fix it.
    pub remedy: String,
}

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Severity {
    /// It can't be played through like this.
    Error,
    /// It can, but it is the worse for it.
    Warning,
}

macro_rules! codes {
    ($($(#[$doc:meta])* $code:ident = $name:literal $severity:ident;)+) => {
        /// Kinds of things that can be wrong.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
        pub enum Code {
            $($(#[$doc])* #[serde(rename = $name)] $code,)+
        }

        impl Code {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$code),+];

            /// As it is written.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$code => $name,)+
                }
            }

            /// How bad it is.
            pub fn severity(self) -> Severity {
                match self {
                    $(Self::$code => Severity::$severity,)+
                }
            }
        }
    };
}

codes! {
    /// It is not valid JSON, or doesn't have the form of a package.
    Unreadable = "unreadable" Error;
    /// It is of another format or version.
    WrongFormat = "wrong-format" Error;
    /// There is more of something than a table can hold.
    TooMuch = "too-much" Error;
    /// A text is longer than it may be.
    TooLong = "too-long" Error;
    /// A text that has to say something is empty.
    Blank = "blank" Error;
    /// A text holds characters that no text has.
    HostileText = "hostile-text" Error;
    /// An id that is none.
    BadId = "bad-id" Error;
    /// An id that two things share.
    DuplicateId = "duplicate-id" Error;
    /// A number out of its bounds.
    OutOfBounds = "out-of-bounds" Error;
    /// Something speaks of what there isn't.
    UnknownReference = "unknown-reference" Error;
    /// A way that leads nowhere.
    ExitToNowhere = "exit-to-nowhere" Error;
    /// A node that its act's outline doesn't have.
    UnregisteredNode = "unregistered-node" Error;
    /// A node of the outline that was never written.
    UnwrittenNode = "unwritten-node" Error;
    /// A node where nothing happens.
    EmptyNode = "empty-node" Error;
    /// An act without nodes, or no act at all.
    EmptyAct = "empty-act" Error;
    /// No way for it to end.
    NoEnding = "no-ending" Error;
    /// A node that no way leads to.
    UnreachableNode = "unreachable-node" Error;
    /// An ending that no way leads to.
    UnreachableEnding = "unreachable-ending" Error;
    /// A node from which nothing leads to an ending.
    DeadEnd = "dead-end" Error;
    /// A condition that can never hold.
    NeverHolds = "never-holds" Error;
    /// Bad luck ends the game, or leaves it standing still.
    FailureEndsTheGame = "failure-ends-the-game" Error;
    /// A beat that comes after itself.
    BeatLoop = "beat-loop" Error;
    /// A finding that nothing brings.
    LostFinding = "lost-finding" Error;
    /// A needed place that too few findings point to.
    ThinClues = "thin-clues" Error;
    /// Players can read a secret too early.
    Spoiler = "spoiler" Error;
    /// A doom clock that gives no warning, or can't run out.
    SilentDoom = "silent-doom" Error;
    /// A doom clock that is full before a good ending can be reached.
    HastyDoom = "hasty-doom" Error;
    /// An unknown language tag.
    UnknownLanguage = "unknown-language" Error;
    /// A fight beyond what its heroes can win.
    TooHard = "too-hard" Error;
    /// Terrain on which a side has no room, or no path to the other.
    ClosedGround = "closed-ground" Error;
    /// Levels that go back, or from act to act don't fit.
    BrokenLevels = "broken-levels" Error;
    /// A price of a mixed throw that no one pays, or that leads away.
    StrayPrice = "stray-price" Error;
    /// Too little is earned to come to the level the act ends at.
    TooLittleExperience = "too-little-experience" Warning;
    /// The heroes earn so much that they outgrow the act.
    TooMuchExperience = "too-much-experience" Warning;
    /// More treasure than heroes of that level should have.
    TooMuchTreasure = "too-much-treasure" Warning;
    /// No treasure at all.
    NoTreasure = "no-treasure" Warning;
    /// An act in which too few findings point to what comes after it.
    FewClues = "few-clues" Warning;
    /// A finding no one uses.
    UnusedFinding = "unused-finding" Warning;
    /// A flag nothing asks for.
    UnusedFlag = "unused-flag" Warning;
    /// A motif that never comes back.
    UnusedMotif = "unused-motif" Warning;
    /// A person who appears nowhere.
    LonelyPerson = "lonely-person" Warning;
    /// An answer that is never reached, because one before it always matches.
    ShadowedTopic = "shadowed-topic" Warning;
    /// A creature the SRD doesn't have.
    UnknownCreature = "unknown-creature" Warning;
    /// A creature of the SRD with another challenge rating than its own.
    OtherChallenge = "other-challenge" Warning;
    /// A game that most who play by lot lose by its clock.
    MostlyLost = "mostly-lost" Warning;
    /// A boss without foes and without a test.
    ToothlessBoss = "toothless-boss" Warning;
    /// A fight without foes and without a test.
    ToothlessFight = "toothless-fight" Warning;
    /// Prose that is not in the campaign's declared language.
    ForeignProse = "foreign-prose" Warning;
    /// A text that quotes the hero.
    HeroSpeaks = "hero-speaks" Warning;
    /// A mixed throw that costs nothing.
    FreeLunch = "free-lunch" Warning;
    /// A content tag that isn't on the list.
    UnknownContentTag = "unknown-content-tag" Warning;
    /// A secret that nothing brings out.
    BuriedSecret = "buried-secret" Warning;
}

impl std::fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let place = if self.place.is_empty() { "the campaign" } else { &self.place };
        write!(f, "{severity}[{}] {place}: {} {}", self.code.as_str(), self.message, self.remedy)
    }
}

/// The location of something in a package, as a pointer and in words.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct PackageLocation {
    at: String,
    words: String,
}

impl PackageLocation {
    /// The package itself.
    pub(super) fn whole() -> Self {
        Self::default()
    }

    /// A field of it.
    pub(super) fn field(&self, name: &str) -> Self {
        Self { at: format!("{}/{name}", self.at), words: self.words.clone() }
    }

    /// The `index`th of the list `list`, which is called `kind` and has the id `id`.
    pub(super) fn item(&self, list: &str, index: usize, kind: &str, id: &str) -> Self {
        let comma = if self.words.is_empty() { "" } else { ", " };
        let words = format!("{}{comma}{kind} “{}”", self.words, shortened(id));
        Self { at: format!("{}/{list}/{index}", self.at), words }
    }
}

/// The beginning of an id: one that is a page long must not make the list of findings unreadable.
fn shortened(id: &str) -> String {
    id.chars().filter(|c| !c.is_control()).take(60).collect()
}

/// The diagnostics so far.
#[derive(Debug, Default)]
pub(super) struct Diagnostics(Vec<Diagnostic>);

impl Diagnostics {
    /// Notes something.
    pub(super) fn note(
        &mut self,
        code: Code,
        place: &PackageLocation,
        message: impl Into<String>,
        remedy: impl Into<String>,
    ) {
        self.0.push(Diagnostic {
            severity: code.severity(),
            code,
            at: place.at.clone(),
            place: place.words.clone(),
            message: message.into(),
            remedy: remedy.into(),
        });
    }

    /// Whether there is an error among them.
    pub(super) fn has_errors(&self) -> bool {
        self.0.iter().any(|found| found.severity == Severity::Error)
    }

    /// All of them, the worst first, each once.
    pub(super) fn sorted(mut self) -> Vec<Diagnostic> {
        self.0.sort();
        self.0.dedup();
        self.0
    }
}
