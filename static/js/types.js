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
 * @typedef {{ act: Act, name: string, cost: string, targets: string[], maxTargets: number, squares: Square[], toHit?: number | null, odds?: Api["HitOdds"][] }} LegalAct
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
 *   "app/crash": typeof import("./app/crash.js"),
 *   "app/signin": typeof import("./app/signin.js"),
 *   "author/author": typeof import("./author/author.js"),
 *   "author/authorfindings": typeof import("./author/authorfindings.js"),
 *   "author/authorfinish": typeof import("./author/authorfinish.js"),
 *   "author/authormap": typeof import("./author/authormap.js"),
 *   "author/authoroutline": typeof import("./author/authoroutline.js"),
 *   "author/authorpictures": typeof import("./author/authorpictures.js"),
 *   "author/authorstatus": typeof import("./author/authorstatus.js"),
 *   "author/authortalk": typeof import("./author/authortalk.js"),
 *   "author/plans": typeof import("./author/plans.js"),
 *   "campaign/ending": typeof import("./campaign/ending.js"),
 *   "campaign/faces": typeof import("./campaign/faces.js"),
 *   "campaign/plotpanel": typeof import("./campaign/plotpanel.js"),
 *   "campaign/scenery": typeof import("./campaign/scenery.js"),
 *   "cost/costchart": typeof import("./cost/costchart.js"),
 *   "cost/costpanel": typeof import("./cost/costpanel.js"),
 *   "dice/dicefair": typeof import("./dice/dicefair.js"),
 *   "dice/dicepanel": typeof import("./dice/dicepanel.js"),
 *   "dice/rollwords": typeof import("./dice/rollwords.js"),
 *   "fight/fight": typeof import("./fight/fight.js"),
 *   "fight/fightaim": typeof import("./fight/fightaim.js"),
 *   "fight/fightapproach": typeof import("./fight/fightapproach.js"),
 *   "fight/fightasked": typeof import("./fight/fightasked.js"),
 *   "fight/fightground": typeof import("./fight/fightground.js"),
 *   "fight/fightmap": typeof import("./fight/fightmap.js"),
 *   "fight/fightodds": typeof import("./fight/fightodds.js"),
 *   "fight/fightsides": typeof import("./fight/fightsides.js"),
 *   "fight/fightthrows": typeof import("./fight/fightthrows.js"),
 *   "friends/company": typeof import("./friends/company.js"),
 *   "friends/invite": typeof import("./friends/invite.js"),
 *   "friends/join": typeof import("./friends/join.js"),
 *   "friends/peopledeeds": typeof import("./friends/peopledeeds.js"),
 *   "friends/roundbox": typeof import("./friends/roundbox.js"),
 *   "friends/rounds": typeof import("./friends/rounds.js"),
 *   "friends/seated": typeof import("./friends/seated.js"),
 *   "friends/tablesettings": typeof import("./friends/tablesettings.js"),
 *   "hero/boonwords": typeof import("./hero/boonwords.js"),
 *   "hero/heroes": typeof import("./hero/heroes.js"),
 *   "hero/heroform": typeof import("./hero/heroform.js"),
 *   "hero/heropanel": typeof import("./hero/heropanel.js"),
 *   "hero/level": typeof import("./hero/level.js"),
 *   "hero/rest": typeof import("./hero/rest.js"),
 *   "hero/rulenames": typeof import("./hero/rulenames.js"),
 *   "hero/sheet": typeof import("./hero/sheet.js"),
 *   "hero/why": typeof import("./hero/why.js"),
 *   "home/campaigns": typeof import("./home/campaigns.js"),
 *   "home/drawer": typeof import("./home/drawer.js"),
 *   "home/herochoice": typeof import("./home/herochoice.js"),
 *   "home/home": typeof import("./home/home.js"),
 *   "journal/factbook": typeof import("./journal/factbook.js"),
 *   "journal/factform": typeof import("./journal/factform.js"),
 *   "journal/journal": typeof import("./journal/journal.js"),
 *   "journal/questions": typeof import("./journal/questions.js"),
 *   "journal/recap": typeof import("./journal/recap.js"),
 *   "journal/seek": typeof import("./journal/seek.js"),
 *   "rules/rules": typeof import("./rules/rules.js"),
 *   "settings/houserules": typeof import("./settings/houserules.js"),
 *   "settings/safety": typeof import("./settings/safety.js"),
 *   "settings/settings": typeof import("./settings/settings.js"),
 *   "table/keys": typeof import("./table/keys.js"),
 *   "table/owed": typeof import("./table/owed.js"),
 *   "table/troublewords": typeof import("./table/troublewords.js"),
 *   "turn/history": typeof import("./turn/history.js"),
 *   "turn/phasewords": typeof import("./turn/phasewords.js"),
 *   "turn/play": typeof import("./turn/play.js"),
 *   "turn/speakers": typeof import("./turn/speakers.js"),
 *   "turn/tellings": typeof import("./turn/tellings.js"),
 *   "turn/toolwords": typeof import("./turn/toolwords.js"),
 *   "turn/turnmenu": typeof import("./turn/turnmenu.js"),
 *   "watch/watch": typeof import("./watch/watch.js"),
 *   "watch/watchcode": typeof import("./watch/watchcode.js"),
 *   "watch/watchround": typeof import("./watch/watchround.js"),
 *   "words/en/aside": typeof import("./words/en/aside.js"),
 *   "words/en/author/keyless": typeof import("./words/en/author/keyless.js"),
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
