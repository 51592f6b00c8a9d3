// @ts-check
// Shapes of what the server sends, for the type checker alone: nothing here runs and no module loads it. They are those
// of the API's own document, which `npm run types` in tests/page writes out as TypeScript, so that a field the server
// names otherwise is an error here.

/**
 * @typedef {import("./contract").components["schemas"]} Api
 *
 * @typedef {Api["Problem"]} Problem
 * @typedef {Api["FieldError"]} FieldError
 * @typedef {Api["Info"]} Info
 *
 * @typedef {Api["SessionSummary"]} SessionItem
 * @typedef {Api["SessionPage"]} SessionPage
 *
 * @typedef {Api["Clock"]} Clock
 * @typedef {Api["Quest"]} Quest
 * @typedef {Api["Story"]} Story
 * @typedef {Api["SupportingNpc"]} SupportingNpc
 * @typedef {Api["Creature"]} Creature
 *
 * @typedef {Api["Condition"]} Condition
 * @typedef {Api["LevelChoice"]} LevelChoice
 * @typedef {Api["PendingLevelUp"]} PendingLevelUp
 * @typedef {Api["Abilities"]} Abilities
 * @typedef {{ name: string, class: string, race: string, level: number, abilities: Api["Abilities"], background?: string }} KeptHero what a browser
 *   keeps of a hero for other adventures; the server takes it as a new one
 * @typedef {Api["Weapon"]} Weapon
 * @typedef {Api["Spellcasting"]} Spellcasting
 * @typedef {Api["Character"]} Character
 * @typedef {Api["RollPurpose"]} RollPurpose
 * @typedef {Api["HouseRules"]} HouseRules
 * @typedef {Api["Safety"]} Safety
 * @typedef {Api["Sheet"]} Sheet
 *
 * @typedef {Api["Spent"]} Spent
 * @typedef {Api["Usage"]} Usage
 * @typedef {Api["Spending"]} Spending
 *
 * @typedef {Api["Recap"]} Recap
 * @typedef {Api["MemoryFound"]} MemoryFound
 *
 * @typedef {Api["JournalSince"]} Moment
 * @typedef {Api["JournalEntry"]} JournalEntry
 * @typedef {Api["JournalPage"]} JournalPage
 *
 * @typedef {Api["Session"]} Session
 *
 * @typedef {Api["Die"]} Die
 * @typedef {Omit<Api["Roll"], "goal"> & { foe?: boolean, goal?: { number?: number, outcome: string } | null }} Roll as the server sends it, and as
 *   the events of a fight tell of it
 * @typedef {Api["ToolCallRecord"]} ToolCall
 * @typedef {Api["Turn"]} Turn
 * @typedef {Api["Speaker"]} Speaker
 *
 * @typedef {Api["Alternative"]} Telling
 * @typedef {Api["Why"]} Why
 *
 * @typedef {Api["Square"]} Square
 * @typedef {{ action: string, target?: string, targets?: string[], to?: Square, at?: Square, slot?: number, [field: string]: unknown }} Act
 * @typedef {{ act: Act, name: string, cost: string, targets: string[], maxTargets: number, squares: Square[] }} LegalAct
 * @typedef {Api["Intent"]} Intent
 * @typedef {{ items: LegalAct[], waitsFor: string | null, ally?: Intent | null }} LegalActs
 * @typedef {Api["Combatant"]} Combatant
 * @typedef {Api["Odds"]} Odds
 * @typedef {Api["Lasting"]} Effect
 * @typedef {Api["Encounter"]} Encounter
 *
 * @typedef {Api["RuleItem"]} RuleItem
 * @typedef {Api["RulesFound"]} RulesFound
 * @typedef {Api["Rule"]} Rule
 * @typedef {Api["MonsterFacts"]} MonsterFacts
 * @typedef {Api["Deed"]} Deed
 * @typedef {Api["HeroDeed"]} HeroDeed
 * @typedef {Api["SpellFacts"]} SpellFacts
 * @typedef {Api["ItemFacts"]} ItemFacts
 * @typedef {Api["TurnDebug"]} TurnDebug
 * @typedef {Api["CampaignCard"]} CampaignCard
 * @typedef {Api["Diagnostic"]} Diagnostic
 *
 * @typedef {Api["Plot"]} Plot
 * @typedef {Api["PlotNow"]} PlotNow
 * @typedef {Api["Web"]} PlotWeb
 *
 * @typedef {Api["Seat"]} Seat
 * @typedef {Api["TableView"]} TableView
 * @typedef {Api["RoundView"]} Round
 * @typedef {Api["OwnPart"]} OwnPart
 * @typedef {Api["Invitation"]} Invitation
 * @typedef {Api["TableSettings"] & { awayAfterS?: number | null }} TableSettings
 * @typedef {Api["InvitationWithLink"]} InvitationWithLink
 *
 * @typedef {Api["PlanSummary"]} PlanItem
 * @typedef {Api["PlanView"]} PlanView
 * @typedef {Api["WholePlan"]} Plan
 * @typedef {Api["PlanOverview"]} Draft
 * @typedef {Api["DraftedNode"]} DraftedNode
 * @typedef {Api["Gap"]} Gap
 * @typedef {Api["PlanSaid"]} Said
 */

/**
 * What a guest is answered, and what people say to each other.
 * @typedef {import("./contract").operations} Operations
 * @typedef {Operations["getInvitation"]["responses"][200]["content"]["application/json"]} Look
 * @typedef {Look["heroes"][number]} HeroInShort
 * @typedef {Operations["addGuest"]["responses"][201]["content"]["application/json"]} Joined
 * @typedef {Operations["sendTalk"]["responses"][200]["content"]["application/json"]} Talk
 */

// What `bring` brings, by name. Written by tests/page/lists.mjs.
/**
 * @typedef {{
 *   author: typeof import("./author.js"),
 *   authorfindings: typeof import("./authorfindings.js"),
 *   authorfinish: typeof import("./authorfinish.js"),
 *   authormap: typeof import("./authormap.js"),
 *   authoroutline: typeof import("./authoroutline.js"),
 *   authorpictures: typeof import("./authorpictures.js"),
 *   authorstatus: typeof import("./authorstatus.js"),
 *   authortalk: typeof import("./authortalk.js"),
 *   boonwords: typeof import("./boonwords.js"),
 *   campaigns: typeof import("./campaigns.js"),
 *   company: typeof import("./company.js"),
 *   costchart: typeof import("./costchart.js"),
 *   costpanel: typeof import("./costpanel.js"),
 *   crash: typeof import("./crash.js"),
 *   dicefair: typeof import("./dicefair.js"),
 *   dicepanel: typeof import("./dicepanel.js"),
 *   drawer: typeof import("./drawer.js"),
 *   ending: typeof import("./ending.js"),
 *   faces: typeof import("./faces.js"),
 *   factbook: typeof import("./factbook.js"),
 *   factform: typeof import("./factform.js"),
 *   fight: typeof import("./fight.js"),
 *   fightaim: typeof import("./fightaim.js"),
 *   fightasked: typeof import("./fightasked.js"),
 *   fightground: typeof import("./fightground.js"),
 *   fightmap: typeof import("./fightmap.js"),
 *   fightodds: typeof import("./fightodds.js"),
 *   fightsides: typeof import("./fightsides.js"),
 *   fightthrows: typeof import("./fightthrows.js"),
 *   herochoice: typeof import("./herochoice.js"),
 *   heroes: typeof import("./heroes.js"),
 *   heroform: typeof import("./heroform.js"),
 *   heropanel: typeof import("./heropanel.js"),
 *   history: typeof import("./history.js"),
 *   home: typeof import("./home.js"),
 *   houserules: typeof import("./houserules.js"),
 *   invite: typeof import("./invite.js"),
 *   join: typeof import("./join.js"),
 *   journal: typeof import("./journal.js"),
 *   keys: typeof import("./keys.js"),
 *   level: typeof import("./level.js"),
 *   owed: typeof import("./owed.js"),
 *   peopledeeds: typeof import("./peopledeeds.js"),
 *   phasewords: typeof import("./phasewords.js"),
 *   plans: typeof import("./plans.js"),
 *   play: typeof import("./play.js"),
 *   plotpanel: typeof import("./plotpanel.js"),
 *   questions: typeof import("./questions.js"),
 *   recap: typeof import("./recap.js"),
 *   rest: typeof import("./rest.js"),
 *   rollwords: typeof import("./rollwords.js"),
 *   roundbox: typeof import("./roundbox.js"),
 *   rounds: typeof import("./rounds.js"),
 *   rulenames: typeof import("./rulenames.js"),
 *   rules: typeof import("./rules.js"),
 *   safety: typeof import("./safety.js"),
 *   scenery: typeof import("./scenery.js"),
 *   seated: typeof import("./seated.js"),
 *   seek: typeof import("./seek.js"),
 *   settings: typeof import("./settings.js"),
 *   sheet: typeof import("./sheet.js"),
 *   signin: typeof import("./signin.js"),
 *   speakers: typeof import("./speakers.js"),
 *   "strings-aside": typeof import("./strings-aside.js"),
 *   "strings-keyless": typeof import("./strings-keyless.js"),
 *   tablesettings: typeof import("./tablesettings.js"),
 *   tellings: typeof import("./tellings.js"),
 *   toolwords: typeof import("./toolwords.js"),
 *   troublewords: typeof import("./troublewords.js"),
 *   turnmenu: typeof import("./turnmenu.js"),
 *   watch: typeof import("./watch.js"),
 *   watchcode: typeof import("./watchcode.js"),
 *   watchround: typeof import("./watchround.js"),
 *   why: typeof import("./why.js"),
 * }} Parts
 */

// While the page runs, a change may have a kind that only a later server knows.
/** @typedef {{ kind: ChangeKind, [field: string]: any }} Change */

/** @typedef {Api["Change"]["kind"]} ChangeKind */

/**
 * What a change of a kind carries.
 * @template {ChangeKind} Kind
 * @typedef {Extract<Api["Change"], { kind: Kind }>} ChangeOf
 */

/**
 * What one event of the stream carries, by what it is known by.
 * @template {keyof any} Field
 * @typedef {Extract<Api["TurnEvent"], Record<Field, unknown>>} Carrying
 */

/**
 * @typedef {Carrying<"callId">} ToolEvent
 *
 * @typedef {({ event: "turn" } & Carrying<"turnId" | "seq">)
 *   | { event: "text", delta?: Carrying<"delta">["delta"], reset?: Carrying<"reset">["reset"] }
 *   | ({ event: "tool" } & ToolEvent)
 *   | ({ event: "roll" } & Carrying<"roll">)
 *   | ({ event: "change" } & Carrying<"change">)
 *   | ({ event: "notice" } & Exclude<Carrying<"code">, Api["Failure"]>)
 *   | ({ event: "state", session: Api["Session"] })
 *   | ({ event: "done" } & Pick<Api["Played"], "turn"> & Partial<Api["Played"]>)
 *   | ({ event: "failed" } & Api["Failure"])} TurnEvent
 */

/**
 * What the table's stream tells: of every turn what its own stream does, and who is there and speaks.
 * @typedef {({ event: "hello", seat: Api["Seat"], session: Api["Session"], turnId: string | null, table: Api["TableView"] })
 *   | ({ event: "table", table: Api["TableView"] })
 *   | ({ event: "round", round: Api["RoundView"] })
 *   | ({ event: "reset", session: Api["Session"], turnId: string | null, table: Api["TableView"] })
 *   | ({ event: "session", session: Api["Session"] })
 *   | ({ event: "seat", seat: Api["Seat"] })
 *   | ({ event: "talk" } & Talk)
 *   | ({ event: "queued", turnId: string, preview?: string | null, seat?: string | null })
 *   | ({ event: "safety", turnId: string, seat?: string | null })
 *   | (TurnEvent & { turnId: string, seat?: string | null })} TableEvent
 */

/**
 * @typedef {({ event: "text", delta?: string, reset?: boolean })
 *   | ({ event: "tool" } & ToolEvent)
 *   | ({ event: "notice", code: string, message: string })
 *   | ({ event: "state", plan: Draft })
 *   | ({ event: "done" } & Api["PlanAnswer"])
 *   | ({ event: "failed" } & Api["Failure"])} PlanEvent
 */

export {};
