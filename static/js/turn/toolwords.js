// @ts-check
// Labels for tool calls in both languages. Inputs and results are shown elsewhere.
import { S } from "../words/en.js";
import { listedAs } from "../text.js";

/** The rules were asked, whatever their judge decides. */
const JUDGED = {
  en: ["Asking the rules who is right", "Let the rules decide"],
  de: ["Die Regeln werden gefragt, wer recht hat", "Ließ die Regeln entscheiden"],
};

/** What is said while a tool works, afterwards, and after a refusal if the page has more to say of it. @type {Record<string, Record<string, string[]>>} */
const TOOLS = {
  update_game_state: {
    en: ["Writing down what changed", "Wrote down what changed"],
    de: ["Was sich änderte, wird aufgeschrieben", "Schrieb auf, was sich änderte"],
  },
  apply_state_commands: {
    en: ["Writing down what changed", "Wrote down what changed"],
    de: ["Was sich änderte, wird aufgeschrieben", "Schrieb auf, was sich änderte"],
  },
  cast_spell: {
    en: ["Casting a spell", "Cast a spell"],
    de: ["Ein Zauber wird gewirkt", "Wirkte einen Zauber"],
  },
  roll_dice: {
    en: ["Rolling the dice", "Rolled the dice"],
    de: ["Die Würfel fallen", "Ließ die Würfel fallen"],
  },
  query_session_memory: {
    en: ["Looking back in the journal", "Looked back in the journal"],
    de: ["Im Tagebuch wird zurückgeblättert", "Blätterte im Tagebuch zurück"],
  },
  create_supporting_npc: {
    en: ["Writing a new person into the journal", "Wrote a new person into the journal"],
    de: ["Jemand Neues kommt ins Tagebuch", "Schrieb jemand Neues ins Tagebuch"],
  },
  resolve_attack: JUDGED,
  resolve_skill_check: JUDGED,
  resolve_saving_throw: JUDGED,
  mark_impossible: JUDGED,
  mark_no_check: JUDGED,
  update_npc: {
    en: ["Noting who is here", "Noted who is here"],
    de: ["Es wird nachgesehen, wer hier ist", "Merkte sich, wer hier ist"],
  },
  move_npc: {
    en: ["Seeing who goes where", "Saw who goes where"],
    de: ["Es wird nachgesehen, wer wohin geht", "Sah, wer wohin geht"],
  },
  query_rules: {
    en: ["Looking it up in the rules", "Looked it up in the rules"],
    de: ["Es wird in den Regeln nachgeschlagen", "Schlug in den Regeln nach"],
  },
  query_srd: {
    en: ["Looking it up in the rules", "Looked it up in the rules"],
    de: ["Es wird in den Regeln nachgeschlagen", "Schlug in den Regeln nach"],
  },
  query_character_ability: {
    en: ["Looking at what the hero can do", "Looked at what the hero can do"],
    de: ["Es wird nachgesehen, was der Held kann", "Sah nach, was der Held kann"],
  },
  query_campaign: {
    en: ["Reading the notes for this story", "Read the notes for this story"],
    de: ["Es wird in den Notizen zu dieser Geschichte nachgesehen", "Sah in den Notizen zu dieser Geschichte nach"],
  },
  advance_plot: {
    en: ["Taking the story further", "Took the story further", "Left the story where it was"],
    de: ["Die Geschichte geht weiter", "Führte die Geschichte weiter", "Ließ die Geschichte, wo sie war"],
  },
  update_quest: {
    en: ["Writing in the list of quests", "Wrote in the list of quests"],
    de: ["Die Liste der Aufträge wird ergänzt", "Ergänzte die Liste der Aufträge"],
  },
  update_location: {
    en: ["Drawing on the map", "Drew on the map"],
    de: ["An der Karte wird gezeichnet", "Zeichnete an der Karte"],
  },
  travel: {
    en: ["Measuring the way", "Measured the way"],
    de: ["Der Weg wird gemessen", "Maß den Weg"],
  },
  start_combat: {
    en: ["Laying out the fight", "Laid out the fight"],
    de: ["Der Kampf wird aufgestellt", "Stellte den Kampf auf"],
  },
  end_combat: {
    en: ["Ending the fight", "Ended the fight"],
    de: ["Der Kampf wird beendet", "Beendete den Kampf"],
  },
  end_turn: {
    en: ["Passing the turn on", "Passed the turn on"],
    de: ["Der Zug wird weitergegeben", "Gab den Zug weiter"],
  },
  take_action: {
    en: ["Playing it out", "Played it out"],
    de: ["Die Tat wird ausgespielt", "Spielte die Tat aus"],
  },
  improvise: {
    en: ["Working out the odds", "Worked out the odds"],
    de: ["Die Chancen werden ausgerechnet", "Rechnete die Chancen aus"],
  },
  add_combatant: {
    en: ["Letting somebody into the fight", "Let somebody into the fight"],
    de: ["Jemand kommt in den Kampf", "Ließ jemanden in den Kampf"],
  },
  remove_combatant: {
    en: ["Letting somebody out of the fight", "Let somebody out of the fight"],
    de: ["Jemand geht aus dem Kampf", "Ließ jemanden aus dem Kampf"],
  },
  await_responses: {
    en: ["Waiting for an answer", "Asked for an answer"],
    de: ["Es wird auf eine Antwort gewartet", "Bat um eine Antwort"],
  },
  complete_step: {
    en: ["Going on to the next moment", "Went on to the next moment"],
    de: ["Es geht zum nächsten Augenblick", "Ging zum nächsten Augenblick"],
  },
  start_and_queue_turns: {
    en: ["Seeing who comes next", "Saw who comes next"],
    de: ["Es wird nachgesehen, wer als Nächstes dran ist", "Sah, wer als Nächstes dran ist"],
  },
  end_turn_and_get_next: {
    en: ["Seeing who comes next", "Saw who comes next"],
    de: ["Es wird nachgesehen, wer als Nächstes dran ist", "Sah, wer als Nächstes dran ist"],
  },
};

/** A tool that has no words. @type {Record<string, string[]>} */
const OTHER = {
  en: ["At work behind the screen", "Worked behind the screen"],
  de: ["Hinter dem Schirm wird gearbeitet", "Arbeitete hinter dem Schirm"],
};

/** What follows if the rules refused. @type {Record<string, string>} */
const REFUSED = { en: "(the rules said no)", de: "(die Regeln sagten Nein)" };

/** @param {string} tool */
const wordsOf = (tool) => (listedAs(TOOLS, tool) ?? OTHER)[S.locale];

/** @param {string} tool */
export const toolDoing = (tool) => wordsOf(tool)[0];

/** @param {{ name: string, status: string }} call */
export function toolLine({ name, status }) {
  const [doing, done, refused] = wordsOf(name);
  return status === "started" ? doing : status === "refused" ? (refused ?? `${done} ${REFUSED[S.locale]}`) : done;
}
