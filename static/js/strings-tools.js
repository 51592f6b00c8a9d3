// @ts-check
// What the Dungeon Master's tools do and did, as players would say it. Like `strings.js`, and fetched with the first call that is
// shown. What a tool finds out or sets is not told here: only that it was at work.

/** @typedef {{ doing: string, done: string, refused?: string }} Words what is said while it works, afterwards, and where nothing came of it */

/** Whatever the judge of the rules decides, the rules were asked. */
const JUDGED = { doing: "Asking the rules who is right", done: "Let the rules decide" };

/** @type {Record<string, Words>} */
export const TOOLS = {
  update_game_state: { doing: "Writing down what changed", done: "Wrote down what changed" },
  apply_state_commands: { doing: "Writing down what changed", done: "Wrote down what changed" },
  cast_spell: { doing: "Casting a spell", done: "Cast a spell" },
  roll_dice: { doing: "Rolling the dice", done: "Rolled the dice" },
  query_session_memory: { doing: "Looking back in the journal", done: "Looked back in the journal" },
  create_supporting_npc: { doing: "Writing a new person into the journal", done: "Wrote a new person into the journal" },
  resolve_attack: JUDGED,
  resolve_skill_check: JUDGED,
  resolve_saving_throw: JUDGED,
  mark_impossible: JUDGED,
  mark_no_check: JUDGED,
  update_npc: { doing: "Noting who is here", done: "Noted who is here" },
  move_npc: { doing: "Seeing who goes where", done: "Saw who goes where" },
  query_rules: { doing: "Looking it up in the rules", done: "Looked it up in the rules" },
  query_srd: { doing: "Looking it up in the rules", done: "Looked it up in the rules" },
  query_character_ability: { doing: "Looking at what the hero can do", done: "Looked at what the hero can do" },
  query_campaign: { doing: "Reading the notes for this story", done: "Read the notes for this story" },
  advance_plot: { doing: "Taking the story further", done: "Took the story further", refused: "Left the story where it was" },
  update_quest: { doing: "Writing in the list of quests", done: "Wrote in the list of quests" },
  update_location: { doing: "Drawing on the map", done: "Drew on the map" },
  travel: { doing: "Measuring the way", done: "Measured the way" },
  start_combat: { doing: "Laying out the fight", done: "Laid out the fight" },
  end_combat: { doing: "Ending the fight", done: "Ended the fight" },
  end_turn: { doing: "Passing the turn on", done: "Passed the turn on" },
  take_action: { doing: "Playing it out", done: "Played it out" },
  improvise: { doing: "Working out the odds", done: "Worked out the odds" },
  add_combatant: { doing: "Letting somebody into the fight", done: "Let somebody into the fight" },
  remove_combatant: { doing: "Letting somebody out of the fight", done: "Let somebody out of the fight" },
  await_responses: { doing: "Waiting for an answer", done: "Asked for an answer" },
  complete_step: { doing: "Going on to the next moment", done: "Went on to the next moment" },
  start_and_queue_turns: { doing: "Seeing who comes next", done: "Saw who comes next" },
  end_turn_and_get_next: { doing: "Seeing who comes next", done: "Saw who comes next" },
};

export const T = {
  /** A tool that this page has no words for. */
  other: { doing: "At work behind the screen", done: "Worked behind the screen" },
  refused: (/** @type {string} */ done) => `${done} (the rules said no)`,
};
