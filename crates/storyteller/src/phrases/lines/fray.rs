//! Lines of a fight: what blows come to, and what else is done in it. `{weapon}` is what was struck with.

pub(crate) const MISS: &[&str] = &[
    "Your {weapon} finds [air|only the place where {foe} was|nothing to bite on]: a miss.",
    "You swing wide with the {weapon}, and {foe} sees it.",
    "{Foe} [slips aside|ducks|turns] and your {weapon} goes by.",
    "You go for {foe} with the {weapon} and miss by [a hand|a hair|the width of a coat].",
    "Your {weapon} [rings off something hard|glances off|is beaten aside], and {foe} is not hurt.",
    "The aim was good; {foe} was [quicker|already moving|somewhere else]. Your {weapon} misses.",
    "You miss. {Foe} [grunts|bares its teeth|comes on] as the {weapon} passes.",
    "Too early, by half a breath: your {weapon} is through before {foe} is there.",
    "{Foe} lets your {weapon} come, and is simply not under it.",
];

pub(crate) const HIT: &[&str] = &[
    "Your {weapon} goes home, and {foe} [howls|staggers|makes a small, surprised noise].",
    "You catch {foe} squarely with the {weapon}; it [bleeds|buckles|backs off] and does not fall.",
    "There is an opening, and your {weapon} takes it: {foe} [reels|folds around the wound|spits].",
    "A short, hard blow of the {weapon}, and {foe} is [slower|lopsided|less certain] for it.",
    "You hit. The {weapon} [bites into {foe} at the shoulder|takes {foe} across the ribs|goes in under {foe}'s guard].",
    "Your {weapon} lands where you meant it to, and {foe} [feels it|gives ground|shakes with it].",
    "{Foe} does not get out of the way in time; the {weapon} opens [its side|its arm|a long wound].",
    "You step in and strike: a clean wound, and {foe} [hisses|lurches|curses you].",
];

pub(crate) const HIT_LIGHT: &[&str] = &[
    "Your {weapon} only [nicks|scratches|grazes] {foe}.",
    "A hit, though a small one: the {weapon} draws a thin line on {foe}.",
    "You reach {foe} with the last inch of the {weapon}. It [smarts|notices|has had worse].",
    "The {weapon} touches {foe}, [no deeper than the skin|and not for long].",
];

pub(crate) const HIT_DEEP: &[&str] = &[
    "Your {weapon} goes deep. {Foe} [sags|doubles over|stops in the middle of a step], and is only just standing.",
    "A fearful blow: the {weapon} takes {foe} full on, and [half the fight goes out of it|something in it gives].",
    "You put your whole weight behind the {weapon}, and {foe} [is flung back|cries out|almost goes down].",
    "The {weapon} strikes as hard as you can strike. {Foe} will [carry that|not take another such].",
];

pub(crate) const HIT_FOR_NOTHING: &[&str] = &[
    "You hit {foe} with the {weapon}, and it does nothing at all.",
    "The {weapon} lands, and {foe} does not even look.",
];

pub(crate) const GREAT_HIT: &[&str] = &[
    "A perfect stroke: your {weapon} goes in [like a key into its lock|as if it had been waiting], and {foe} all but drops.",
    "Everything is slow for a heartbeat, and your {weapon} goes exactly where you look. {Foe} [screams|shudders|sways].",
    "You will remember this one: the {weapon} finds the one gap there is, and {foe} [takes all of it|is driven to its knees and up again].",
];

pub(crate) const KILL: &[&str] = &[
    "Your {weapon} ends it. {Foe} [goes down|falls|crumples] and does not get up.",
    "You strike with the {weapon}, and {foe} [is dead before it lands|lies still|goes over backwards and stays there].",
    "{Foe} meets your {weapon} full on, takes one breath more, and is done.",
    "One more blow of the {weapon}, and {foe} is [a heap on the ground|no longer anybody|dead].",
    "The {weapon} goes in to the end of it. {Foe} looks down, and falls.",
    "{Foe} drops. Your {weapon} has seen to that.",
];

pub(crate) const FOE_MISSES: &[&str] = &[
    "{Foe} strikes at you with {its:foe} {weapon} and [hits nothing|meets your guard|tears only cloth].",
    "{Foe} lunges, {weapon} first, and [you let it pass|your feet save you|the blow dies on your guard].",
    "You see {foe} gather itself, and you are [elsewhere|ready|already moving] when the {weapon} comes.",
    "The {weapon} of {foe} goes [over your head|past your ear|a foot wide of you].",
    "{Foe} misses you; the {weapon} [whistles by|strikes sparks behind you|finds the wall of your guard].",
    "You turn the {weapon} aside with an arm that will feel it tomorrow, and {foe} gains nothing.",
    "{Foe} comes at you, and [stumbles|hurries it|shows it too early]: no harm done.",
    "A breath, a sidestep, and {foe} has struck where you stood.",
    "You knock the {weapon} away, [once, twice|and again], and {foe} snarls.",
    "{Foe} tries you high with the {weapon}. You are low.",
];

pub(crate) const FOE_SCRATCHES: &[&str] = &[
    "{Foe} gets through with {its:foe} {weapon}, barely: [a scratch|a bruise|a torn sleeve and what was in it].",
    "The {weapon} of {foe} [grazes your arm|clips your shoulder|opens your knuckles]. It could have been worse.",
    "{Foe} hits you, not hard. It stings.",
    "You are a shade too slow, and {foe}'s {weapon} leaves [a thin red line|its mark on you].",
];

pub(crate) const FOE_HITS: &[&str] = &[
    "{Foe} hits you with {its:foe} {weapon}, [hard|low|under the guard], and it hurts.",
    "The {weapon} of {foe} [opens your sleeve and the arm in it|lands on your ribs|leaves a hot line across your side].",
    "{Foe} gets through; for a moment there is only [white pain|the taste of copper|the ground coming near].",
    "You are hit: {foe}'s {weapon} [jars you to the teeth|goes through your guard like a door|finds your thigh].",
    "{Foe} is on you before you can turn, and the {weapon} [bites|lands|draws blood].",
    "Your guard comes up too late. The {weapon} of {foe} has already been there.",
];

pub(crate) const FOE_HITS_HARD: &[&str] = &[
    "{Foe} catches you full with {its:foe} {weapon}. The world goes [white|sideways|quiet], and comes back with blood in it.",
    "A terrible blow: {foe}'s {weapon} [folds you in half|all but takes you off your feet|opens you to the bone].",
    "{Foe} hits you so hard with the {weapon} that you hear it before you feel it, and then you feel it.",
];

pub(crate) const FOE_FELLS: &[&str] = &[
    "{Foe} strikes with {its:foe} {weapon}, and your legs are no longer there.",
    "The last thing you see is {foe}, [very large|quite calm|coming closer], and the {weapon}.",
    "The {weapon} of {foe} comes down, and you go down with it.",
];

pub(crate) const OTHERS_HIT: &[&str] = &[
    "{Foe} hits {whom} with the {weapon}.",
    "The {weapon} of {foe} finds {whom}, who [cries out|staggers|sets their teeth].",
    "{Whom} takes a blow from {foe}.",
];

pub(crate) const OTHERS_MISS: &[&str] =
    &["{Foe} strikes at {whom} and misses.", "{Whom} gets out of the way of {foe}'s {weapon}."];

pub(crate) const OTHERS_KILL: &[&str] =
    &["{Foe} strikes, and {whom} goes down.", "The {weapon} of {foe} ends it for {whom}."];

pub(crate) const FOE_DIES: &[&str] =
    &["{Foe} is dead.", "{Foe} goes down and stays down.", "That is the end of {foe}.", "{Foe} falls, and is still."];

pub(crate) const FOE_SUFFERS: &[&str] = &["It costs {foe} more than that.", "And {foe} [bleeds on|pays for it]."];

pub(crate) const YOU_ARE_HARMED: &[&str] = &[
    "It gets you, too, and it hurts.",
    "You take the worst of it [on your arm|on your back|with your eyes shut].",
    "That leaves you [reeling|raw|with your ears ringing].",
];

pub(crate) const YOU_WITHSTAND: &[&str] =
    &["You set your teeth and bear it.", "You shake it off.", "It finds no hold on you."];

pub(crate) const YOU_FALL: &[&str] =
    &["Your knees go, and the ground comes up to you.", "That is more than you had left. You fall.", "You go down."];

pub(crate) const YOU_DIE: &[&str] = &["And that is all. Your heart has stopped."];

pub(crate) const FRIEND_FALLS: &[&str] = &["{Name} falls.", "{Name} goes down beside you."];

pub(crate) const YOU_MEND: &[&str] = &[
    "The pain draws off a little; you can stand straighter.",
    "Warmth goes through you, and the worst of it closes.",
    "You feel strength come back into your arms.",
];

pub(crate) const NOTHING_MENDS: &[&str] = &["There was nothing to mend.", "You were whole already."];

pub(crate) const THEY_MEND: &[&str] =
    &["{Foe} stands a little straighter for it.", "Some of the wounds of {foe} close."];

pub(crate) const YOU_DRINK: &[&str] = &[
    "You get the stopper out with your teeth and drink the {thing}.",
    "You drink the {thing} in one swallow, eyes on the enemy.",
];

pub(crate) const THEY_DRINK: &[&str] = &["{Foe} swallows the {thing}."];

pub(crate) const STRIKES_IN_PASSING: &[&str] = &[
    "You turn away, and {foe} uses it.",
    "Leaving costs something: {foe} strikes as you go.",
    "{Foe} does not let you by for nothing.",
];

pub(crate) const YOU_CATCH_IN_PASSING: &[&str] = &[
    "{Foe} tries to get past you, and you are ready for that.",
    "{Foe} turns its back on you for a moment; a moment is enough.",
];

pub(crate) const YOU_OVERCOME: &[&str] = &[
    "You get both hands on {foe} and are the stronger.",
    "You put your shoulder into {foe}, and {foe} gives way.",
    "You throw your weight at {foe}, and it is enough.",
    "You hook a leg, you lean, and {foe} has nothing to stand on.",
];

pub(crate) const YOU_CANNOT_OVERCOME: &[&str] = &[
    "You throw yourself at {foe} and bounce off.",
    "You heave. {Foe} stands like a post.",
    "{Foe} sees you coming, plants its feet, and stays where it is.",
    "You have hold of {foe}, and then you have not.",
];

pub(crate) const OVERCOMES_YOU: &[&str] =
    &["{Foe} gets hold of you and is the stronger.", "{Foe} throws its weight at you, and you give."];

pub(crate) const CANNOT_OVERCOME_YOU: &[&str] =
    &["{Foe} grapples for you; you keep your feet.", "{Foe} shoves at you, and you do not budge."];

pub(crate) const YOU_ARE_DOWN: &[&str] = &["You are on the ground.", "You land on your back, looking up at it."];
pub(crate) const YOU_STAND_AGAIN: &[&str] =
    &["You get your feet under you again.", "You roll, and stand.", "Up again, with earth in your mouth."];
pub(crate) const FOE_IS_DOWN: &[&str] = &[
    "{Foe} goes [down|sprawling|head over heels], wide open.",
    "That puts {foe} on the ground. Now would be the time.",
    "{Foe} hits the ground hard.",
];
pub(crate) const FOE_STANDS_AGAIN: &[&str] =
    &["{Foe} scrambles up again.", "{Foe} is back on its feet.", "{Foe} gets up, [slowly|snarling|in two goes]."];
pub(crate) const YOU_ARE_HELD: &[&str] =
    &["You are held fast. You would have to tear yourself free.", "It has you, and does not let go."];
pub(crate) const YOU_BECOME: &[&str] = &["You are {what}.", "It leaves you {what}.", "For now you are {what}."];
pub(crate) const FOE_BECOMES: &[&str] = &["{Foe} is {what}.", "It leaves {foe} {what}.", "Now {foe} is {what}."];
pub(crate) const YOU_ARE_FREE_OF_IT: &[&str] = &["You are no longer {what}.", "It passes: {what} no more."];
pub(crate) const FOE_IS_FREE_OF_IT: &[&str] = &["{Foe} is no longer {what}.", "It wears off; {foe} is {what} no more."];

pub(crate) const YOU_GUARD: &[&str] = &[
    "You keep your guard high and your feet moving.",
    "You give nothing away: elbows in, eyes on its hands.",
    "You wait behind your guard and let it come to you.",
    "You make yourself small and quick.",
];
pub(crate) const FOE_GUARDS: &[&str] = &["{Foe} draws back behind its guard.", "{Foe} circles, and shows you nothing."];
pub(crate) const YOU_RUN: &[&str] = &["You run as hard as you can.", "You put ground behind you."];
pub(crate) const FOE_RUNS_UP: &[&str] = &[
    "{Foe} comes running.",
    "{Foe} covers the ground between you [at a lope|faster than you like|with its head down].",
];
pub(crate) const YOU_BREAK_AWAY: &[&str] =
    &["You break away, step by step, and give no opening.", "You back out of reach with your weapon up."];
pub(crate) const FOE_BREAKS_AWAY: &[&str] = &["{Foe} breaks away from you.", "{Foe} springs back out of your reach."];
pub(crate) const YOU_VANISH: &[&str] = &[
    "You are out of sight, and they know only that you were there. You could strike from here.",
    "One step, and there is something between you and them. They have lost you.",
    "You drop out of sight, and hear it casting about for you.",
];
pub(crate) const FOE_VANISHES: &[&str] = &["{Foe} is gone from sight.", "You have lost {foe}; it is somewhere close."];
pub(crate) const YOU_GET_FREE: &[&str] = &["You tear yourself free.", "You are loose."];
pub(crate) const FOE_GETS_FREE: &[&str] = &["{Foe} tears itself free.", "{Foe} is loose again."];
pub(crate) const YOU_STAY_HELD: &[&str] = &["You pull, and it holds you.", "You can't get free."];
pub(crate) const FOE_STAYS_HELD: &[&str] = &["{Foe} pulls, and stays where it is.", "{Foe} can't get free."];
pub(crate) const YOU_WAIT: &[&str] =
    &["You stand ready and let it make the first mistake.", "You wait, weapon up, for the moment it comes near."];

pub(crate) const FOE_BREAKS: &[&str] = &[
    "That is enough for {foe}. It [turns and runs|drops what it carries and is gone|limps off as fast as it can].",
    "{Foe} looks at its own blood, then at you, and bolts.",
    "Something in {foe} gives up. It backs away, turns, and is swallowed by [the dark|@out: the distance|the first corner].",
];
pub(crate) const FOE_IS_GONE: &[&str] = &["{Foe} is out of it.", "{Foe} is gone from the fight."];
pub(crate) const FOE_JOINS: &[&str] =
    &["{Foe}, who had only looked on, makes up its mind, and not for you.", "And now {foe} comes in as well."];
pub(crate) const NEXT_FOE: &[&str] = &["That leaves {foe}.", "{Foe} is still there.", "One less. {Foe} steps over it."];

pub(crate) const PURSE: &[&str] = &[
    "In what they carried you find {coins}.",
    "You go through their purses: {coins}.",
    "They had {coins} between them; it is yours now.",
];
pub(crate) const GATHERS: &[&str] =
    &["You take what they fought with: {things}.", "You pick up what lies there: {things}."];

pub(crate) const AFTER_KILL: &[&str] = &[
    "The quiet afterwards is [enormous|almost rude|full of your own pulse].",
    "You stand over {foe} and wait for your hands to [stop|unclench|be yours again].",
    "Something is learned from every fight; this one leaves you [out of breath|hungry|a little older].",
    "It is over. You hear your own breath, and [@out: the wind|@in: a board creak|@under: water drip] behind it.",
    "Nothing else comes. You wipe your weapon on what is left of {foe}.",
];
pub(crate) const CLUE_OF_THE_FALLEN: &[&str] = &[
    "It came from {there}: the tracks lead {way}, and they are fresh.",
    "Whoever stood here was guarding the way {way}. Nobody guards {there} for nothing.",
    "There is a trodden path {way} from here, to {there}; more than one of them has used it, and lately.",
];

pub(crate) const YOU_ARE_QUICKER: &[&str] = &[
    "You are quicker than {foe}: the first move is yours.",
    "{Foe} is still drawing breath when you have your weapon up. It is your move.",
    "Your hand is faster than your thoughts. What do you do, before {foe} does something?",
];
pub(crate) const THEY_ARE_QUICKER: &[&str] = &[
    "{Foe} is quicker than you.",
    "Before you have your weapon out, {foe} moves.",
    "{Foe} does not wait for you to be ready.",
];

pub(crate) const FOE_STANDS: &[&str] = &[
    "{Foe} is {far}, {state}.",
    "There is {foe}, {far}: {state}.",
    "{Far}, {state}: {foe}.",
    "You see {foe} {far}; it looks {state}.",
];
pub(crate) const FRIENDS_STAND: &[&str] = &["With you: {friends}.", "At your side there is {friends}."];
pub(crate) const UNHURT_STILL: &[&str] =
    &["You have not been touched.", "You yourself are whole so far.", "On you there is not a scratch."];
pub(crate) const HURT_STILL: &[&str] = &[
    "You are hurt, and still have a good deal of fight in you.",
    "You have taken some blows and could take some more.",
    "There is blood on you, some of it yours.",
];
pub(crate) const COVER: &[&str] =
    &["What could be of use: {sights}.", "Around you, for whoever has an idea: {sights}."];
pub(crate) const COULD_FIGHT: &[&str] = &[
    "You have a breath to think: {offers}.",
    "It is your move. You could {offers}.",
    "There is time for one thing, now: {offers}.",
    "Your hands want to be told what to do. You could {offers}.",
    "Think later. Now you can {offers}.",
    "What it leaves you is this: {offers}.",
    "You have the moment, and no second one like it: {offers}.",
];

pub(crate) const SAY_YES_OR_NO: &[&str] = &["Say yes or no.", "The moment hangs there: yes, or no?"];
pub(crate) const NOT_YOUR_MOMENT: &[&str] =
    &["It is the moment of {foe}, not yours. You can only watch, and shout.", "You wait: {foe} acts first."];
pub(crate) const MOMENT_SPENT: &[&str] =
    &["For more than that the moment is too short.", "That is as much as you can do in one breath."];
pub(crate) const CAUGHT_OFF_GUARD: &[&str] =
    &["You are still catching up with what is happening; for this breath you can do nothing."];
pub(crate) const TOO_LARGE: &[&str] =
    &["{Foe} is far too large for that.", "You might as well wrestle a house as {foe}."];
pub(crate) const BODY_REFUSES: &[&str] = &[
    "That can't be done from where you are, not now.",
    "You begin it, and see that it will not work like that.",
    "There is no way to do that in the middle of this.",
];
pub(crate) const NO_TIME_IN_FIGHT: &[&str] = &[
    "Not with {foe} in front of you: that will have to wait until it is over.",
    "You would need both hands for that, and {foe} has other plans for them.",
    "There is no time for that while {foe} is up. Nothing is lost but the thought.",
    "You keep that for afterwards, if there is one. {Foe} comes first.",
    "{Foe} would not wait for it. You have not begun, and your moment is still yours.",
];
pub(crate) const NO_DRAUGHT: &[&str] =
    &["You have nothing to drink that would help.", "You feel for a flask. There is none that would help."];
pub(crate) const NOWHERE_TO_HIDE: &[&str] = &[
    "With {foe} this close there is no hiding. You would have to get away from it first.",
    "{Foe} is looking straight at you from an arm's length. Hiding will have to wait.",
];
pub(crate) const NO_WAY_THROUGH: &[&str] = &[
    "You can't get to where you would have to stand for that. {Foe} is out of reach.",
    "{Foe} is too far off for that, and there is no way round in one breath.",
];
pub(crate) const NO_CLEAR_LINE: &[&str] = &[
    "There is something solid between you and {foe}, all of it.",
    "You sight on {foe} and find only what {foe} stands behind. From here nothing gets through.",
];
pub(crate) const NOTHING_TO_SHOOT: &[&str] =
    &["You have nothing to shoot with the {weapon}, or no clear shot.", "The {weapon} is no use from here."];

pub(crate) const OILED_DOWN: &[&str] = &[
    "The {thing} bursts under {foe}, which takes one step on it, and lies there.",
    "Glass breaks, oil runs: {foe} loses its footing and goes down in it.",
];
pub(crate) const THRUST_LOST: &[&str] =
    &["You thrust the {thing} at {foe}, which keeps its distance.", "Sparks fly, and {foe} is not among them."];
pub(crate) const FOE_HINDERED: &[&str] =
    &["{Foe} does not know where to look; its next blow will be half a blow.", "It puts {foe} off its stroke."];
pub(crate) const FOE_CHARMED: &[&str] = &[
    "{Foe} stands still, and its hands sink. When the last note is gone, nobody remembers what the quarrel was.",
    "It listens. {Foe} has not heard anything like it for a long time, and has no more wish to hurt you.",
];
pub(crate) const MUSIC_LOST: &[&str] = &[
    "You {attempt}, and {foe} comes straight through it.",
    "The first note is wrong, and the second has {foe} in it.",
];
pub(crate) const FOE_OPEN: &[&str] = &[
    "And {foe} is wide open: strike now.",
    "For a moment {foe} is looking the wrong way. The next blow is yours to place.",
    "It leaves {foe} without a guard.",
];

pub(crate) const GOT_AWAY: &[&str] = &[
    "You are past, and running, and nothing has hold of you.",
    "[A stumble, a twist|Two quick steps], and they close on the place where you were.",
    "You do not look back until your breath gives out. Nobody has followed.",
];

pub(crate) const NO_USE_HERE: &[&str] = &[
    "To {attempt}: you cannot see what that would do to {foe}, and you have not spent the moment on it.",
    "You think of it: to {attempt}. It would not so much as slow {foe} down, and you let it be.",
    "You could {attempt}. {Foe} would hardly mind. Your moment is still yours.",
    "{Foe} gives you no room to {attempt}, and you do not try. Something else, then.",
];

pub(crate) const WOULD_BE_FLIGHT: &[&str] = &[
    "You do not get past {foe}, unless you run for it, and whoever is near may strike at your back. Say that you flee, if that is what you want.",
    "{Foe} is between you and anywhere else. To go now is to flee, and it may cost a blow: say “flee”, and you run.",
    "You measure the way, and {foe} in it. Nobody walks away from this. You could run, at the price of a blow, perhaps: say that you flee.",
    "You shift your weight, and {foe} shifts too. Whoever goes now has to flee; say the word, and you do.",
];
