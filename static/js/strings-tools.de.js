// @ts-check
// What `strings-tools.js` says, in German.

const JUDGED = { doing: "Die Regeln werden gefragt, wer recht hat", done: "Ließ die Regeln entscheiden" };

/** @type {typeof import("./strings-tools.js").TOOLS} */
export const TOOLS = {
  update_game_state: { doing: "Was sich änderte, wird aufgeschrieben", done: "Schrieb auf, was sich änderte" },
  apply_state_commands: { doing: "Was sich änderte, wird aufgeschrieben", done: "Schrieb auf, was sich änderte" },
  cast_spell: { doing: "Ein Zauber wird gewirkt", done: "Wirkte einen Zauber" },
  roll_dice: { doing: "Die Würfel fallen", done: "Ließ die Würfel fallen" },
  query_session_memory: { doing: "Im Tagebuch wird zurückgeblättert", done: "Blätterte im Tagebuch zurück" },
  create_supporting_npc: { doing: "Jemand Neues kommt ins Tagebuch", done: "Schrieb jemand Neues ins Tagebuch" },
  resolve_attack: JUDGED,
  resolve_skill_check: JUDGED,
  resolve_saving_throw: JUDGED,
  mark_impossible: JUDGED,
  mark_no_check: JUDGED,
  update_npc: { doing: "Es wird nachgesehen, wer hier ist", done: "Merkte sich, wer hier ist" },
  move_npc: { doing: "Es wird nachgesehen, wer wohin geht", done: "Sah, wer wohin geht" },
  query_rules: { doing: "Es wird in den Regeln nachgeschlagen", done: "Schlug in den Regeln nach" },
  query_srd: { doing: "Es wird in den Regeln nachgeschlagen", done: "Schlug in den Regeln nach" },
  query_character_ability: { doing: "Es wird nachgesehen, was der Held kann", done: "Sah nach, was der Held kann" },
  query_campaign: { doing: "Es wird in den Notizen zu dieser Geschichte nachgesehen", done: "Sah in den Notizen zu dieser Geschichte nach" },
  advance_plot: { doing: "Die Geschichte geht weiter", done: "Führte die Geschichte weiter", refused: "Ließ die Geschichte, wo sie war" },
  update_quest: { doing: "In die Liste der Aufträge wird geschrieben", done: "Schrieb in die Liste der Aufträge" },
  update_location: { doing: "An der Karte wird gezeichnet", done: "Zeichnete an der Karte" },
  travel: { doing: "Der Weg wird gemessen", done: "Maß den Weg" },
  start_combat: { doing: "Der Kampf wird aufgestellt", done: "Stellte den Kampf auf" },
  end_combat: { doing: "Der Kampf wird beendet", done: "Beendete den Kampf" },
  end_turn: { doing: "Der Zug wird weitergegeben", done: "Gab den Zug weiter" },
  take_action: { doing: "Die Tat wird ausgespielt", done: "Spielte die Tat aus" },
  improvise: { doing: "Die Tat wird abgewogen", done: "Wog die Tat ab" },
  add_combatant: { doing: "Jemand kommt in den Kampf", done: "Ließ jemanden in den Kampf" },
  remove_combatant: { doing: "Jemand geht aus dem Kampf", done: "Ließ jemanden aus dem Kampf" },
  await_responses: { doing: "Es wird auf eine Antwort gewartet", done: "Bat um eine Antwort" },
  complete_step: { doing: "Es geht zum nächsten Augenblick", done: "Ging zum nächsten Augenblick" },
  start_and_queue_turns: { doing: "Es wird nachgesehen, wer als Nächstes dran ist", done: "Sah, wer als Nächstes dran ist" },
  end_turn_and_get_next: { doing: "Es wird nachgesehen, wer als Nächstes dran ist", done: "Sah, wer als Nächstes dran ist" },
};

/** @type {typeof import("./strings-tools.js").T} */
export const T = {
  other: { doing: "Hinter dem Schirm wird gearbeitet", done: "Arbeitete hinter dem Schirm" },
  refused: (done) => `${done} (die Regeln sagten Nein)`,
};
