// @ts-check
// Shapes of what the server sends, for the type checker alone: nothing here runs and no module loads it.

/**
 * @typedef {{ title?: string, status: number, detail?: string, code: string, requestId?: string, errors?: FieldError[] }} Problem
 * @typedef {{ field: string, message: string }} FieldError
 *
 * @typedef {{ version: string, store: string, model: { provider: string, dm?: string, utility?: string },
 *   rules?: { ready: boolean, entries: number, semantic: boolean }, auth: string }} Info
 *
 * @typedef {{ id: string, title: string, updatedAt: string, heroes: (string | { name: string })[], location: string, turns: number }} SessionItem
 * @typedef {{ items: SessionItem[], nextCursor?: string | null }} SessionPage
 *
 * @typedef {{ day: number, hour: number, minute: number }} Clock
 * @typedef {{ name: string, objectives?: string[] }} Quest
 * @typedef {{ currentLocation: string, currentScene: string, campaignSummary?: string, activeQuests: Quest[], metNPCs: string[],
 *   milestones: string[], recentEvents: string[], currentAct?: number, completedStoryBeats?: string[] }} Story
 * @typedef {{ id: string, name: string, role: string, appearance: string, personality: string, motivations?: string[],
 *   location: string, notes: string }} SupportingNpc
 * @typedef {{ id: string, name: string, disposition: string, health: string, conditions?: Condition[] }} Creature
 *
 * @typedef {{ name: string, duration?: string }} Condition
 * @typedef {{ kind: "abilityScores", points: number } | { kind: "subclass", options: string[] }} LevelChoice
 * @typedef {{ toLevel: number, choices?: LevelChoice[] }} PendingLevelUp
 * @typedef {{ str: number, dex: number, con: number, int: number, wis: number, cha: number }} Abilities
 * @typedef {{ name: string, dice: string, stat: string, bonus: number, damageType?: string, range?: string }} Weapon
 * @typedef {{ ability: string, cantrips: string[], spells: string[], slots: Record<string, { max: number, used: number }> }} Spellcasting
 * @typedef {{ id: string, name: string, class: string, subclass?: string, race: string, background?: string, level: number, xp: number,
 *   pendingLevelUp: PendingLevelUp | null, abilities: Abilities, proficiencyBonus: number, currentHP: number, maxHP: number,
 *   tempHP: number, armorClass: number, speed: number, hitDice: { sides: number, total: number, used: number },
 *   deathSaves: { successes: number, failures: number },
 *   proficiencies: { saves: string[], skills: string[], weapons: string[], armor: string[], tools: string[], languages: string[] },
 *   conditions: Condition[], inventory: { id: string, name: string, quantity: number, equipped?: boolean }[], gold: number,
 *   purse?: { cp: number, sp: number, gp: number }, weapons: Weapon[], features: { name: string, chosenOption?: string }[],
 *   spellcasting: Spellcasting | null }} Character
 *
 * @typedef {{ inputTokens: number, cacheReadTokens: number, cacheWriteTokens: number, outputTokens: number, costUsd?: number | null }} Spent
 * @typedef {Spent & { byAgent?: Record<string, Spent> }} Usage
 *
 * @typedef {{ id: string, title: string, version: number, createdAt: string, updatedAt: string, model: string, clock: Clock, story: Story,
 *   importantEvents: string[], supportingNPCs: SupportingNpc[], characters: Character[], creatures?: Creature[], diceCommitment?: string, usage: Usage }} Session
 *
 * @typedef {{ sides: number, value: number, kept: boolean, minus?: boolean }} Die
 * @typedef {{ expression: string, dice: Die[], modifier: number, total: number, reason?: string, parts?: { name: string, total: number }[],
 *   proof?: { index: number } | null }} Roll
 * @typedef {{ kind: string, [field: string]: any }} Change
 * @typedef {{ callId: string, name: string, isError: boolean }} ToolCall
 * @typedef {{ id: string, seq: number, sessionId: string, characterId: string, message: string, narrative: string, toolCalls: ToolCall[],
 *   changes: Change[], rolls: Roll[], alternatives?: Telling[], usage: Usage, model: string, startedAt: string, endedAt: string }} Turn
 *
 * @typedef {{ turnId: string, narrative: string, model?: string, endedAt: string }} Telling
 * @typedef {{ value: unknown, history: { seq: number, turnId?: string | null, change: Change, roll?: Roll | null }[] }} Why
 *
 * @typedef {{ callId: string, name: string, status: "started" | "done" | "refused", summary?: string }} ToolEvent
 *
 * @typedef {{ event: "turn", turnId: string, seq: number }
 *   | { event: "text", delta?: string, reset?: boolean }
 *   | ({ event: "tool" } & ToolEvent)
 *   | { event: "roll", roll: Roll }
 *   | { event: "change", change: Change }
 *   | { event: "notice", code: string, message: string }
 *   | { event: "state", session: Session }
 *   | { event: "done", turn: Turn, session?: Session }
 *   | { event: "failed", code: string, message: string, retryable: boolean }} TurnEvent
 */

export {};
