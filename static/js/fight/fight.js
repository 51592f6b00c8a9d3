// @ts-check
// The panel of a fight: current turn, actions, map, order and rolls. It exists only during a fight. The server decides what is
// allowed, and all numbers.
import { get, sessionPath } from "../api.js";
import { goOnWriting } from "../table/composer.js";
import { byId, fill, h, stylesheet } from "../dom.js";
import { deedButtons, offered } from "./fightdeeds.js";
import { Parts } from "./fightparts.js";
import { choiceOf, deedName, fightOf, onTurn, standing, turnLine, turnOf } from "./fightwords.js";
import { lastTurn } from "../turn/log.js";
import { closeSheet, joinPanel, leavePanel } from "../table/panels.js";
import { keepingFocus } from "../lib/pieces.js";
import { play } from "../turn/playing.js";
import "../hero/rulenames.js";
import { app, bring, isPlaying } from "../state.js";
import { F } from "../words/en/table/fight.js";
import { opening } from "../text.js";

/** As much of a telling stands on the sheet, in characters. */
const OUTCOME = 260;
/** @typedef {import("../types.js").Session} Session @typedef {import("./fightwords.js").Fight} Fight */
/** @typedef {import("../types.js").LegalAct} LegalAct @typedef {import("../types.js").LegalActs} LegalActs @typedef {import("../types.js").Act} Act */

const tab = h("button", { type: "button", role: "tab", id: "tab-fight", "aria-controls": "panel-fight" }, F.title);
const panel = h("section", { role: "tabpanel", id: "panel-fight", "aria-labelledby": "tab-fight", tabindex: 0 });
/** On a narrow screen: how it stands, above the box to write in. */
const bar = h("button", { type: "button", class: "fight-bar", onclick: () => tab.click() });
/** Speaks when the turn goes on. The story has a voice of its own. */
const voice = h("p", { class: "sr", role: "status" });

/** One sitting with one fight. */
class Sitting {
  #parts = new Parts(() => sitting === this && this.draw());
  #seen = new MutationObserver(() => this.#look());
  /** @type {LegalAct[]} */ #items = [];
  /** All that could be done in this turn so far: what is spent keeps its place. @type {LegalAct[]} */
  #offered = [];
  /** Whose turn that is. */
  #offeredTo = "";
  /** What the ally who comes next means to do. @type {import("../types.js").Intent | null} */
  #ally = null;
  /** For which hero and state they are. */
  #asked = "";
  /** @type {"" | "asking" | "failed"} */
  #asking = "";
  /** What is being aimed. @type {LegalAct | null} */
  #choosing = null;
  /** At whom it is aimed so far, where it can be at several. @type {string[]} */
  #aim = [];
  #refused = "";
  #room = new parts.Room();
  /** Whether a turn was played in it here. */
  #hasBegun = false;
  /** @type {(() => void)[]} */
  #watches;
  /** The fight as it stood last. @type {Fight} */
  #last;

  /** @param {Session} session @param {Fight} encounter */
  constructor(session, encounter) {
    this.id = encounter.id;
    this.sessionId = session.id;
    this.#last = encounter;
    document.body.append(voice);
    byId("composer", HTMLElement).before(bar);
    joinPanel(tab, panel);
    this.#watches = [
      app.watch(({ session, phase }) => `${session?.id} ${session?.version} ${phase === "idle"}`, () => this.#look()),
      // On a narrow screen the sheet would hide what is said of it.
      app.watch(({ trouble }) => trouble, (trouble) => trouble && closeSheet()),
    ];
    panel.addEventListener("keydown", this.#key);
    this.#seen.observe(panel, { attributes: true, attributeFilter: ["hidden"] });
  }

  #look() {
    const { session } = app.get();
    const encounter = fightOf(session);
    if (session?.id !== this.sessionId || encounter?.id !== this.id) return this.#end(session);
    this.#last = encounter;
    this.#speak(encounter);
    void this.#ask(session, encounter);
    if (!isPlaying() && app.get().mine?.length !== 0) void this.#parts.forecast(session.id, encounter);
    this.draw();
  }

  /** @param {Fight} encounter */
  #speak(encounter) {
    const said = standing(encounter, isPlaying());
    if (!(said && isPlaying()) && voice.textContent !== said) {
      fill(voice, said);
      for (const it of [panel, panel.parentElement]) it?.scrollTo(0, 0);
    }
    const one = onTurn(encounter);
    const who = byId("who", HTMLSelectElement);
    if (one?.kind === "hero" && app.get().acting !== one.id && who.querySelector(`option[value="${CSS.escape(one.id)}"]`)) {
      // Words in a fight are those of whoever has the turn.
      who.value = one.id;
      app.set({ acting: one.id });
    }
    fill(bar, parts.barLine(encounter), h("span", { "aria-hidden": "true" }, "▴"));
    bar.classList.toggle("ours", isOurs(one));
  }

  /** What the hero whose turn it is can do. @param {Session} session @param {Fight} encounter */
  async #ask(session, encounter) {
    const one = onTurn(encounter);
    const asked = `${session.version} ${one?.id}`;
    if (isPlaying() || asked === this.#asked) return;
    this.#asked = asked;
    this.#choosing = null;
    this.#ally = null;
    if (!one || !isOurs(one) || encounter.asked) {
      this.#items = [];
      this.#asking = "";
      return;
    }
    this.#asking = "asking";
    try {
      /** @type {LegalActs} */
      const { items, ally } = await get(sessionPath(session.id, `/actions?characterId=${encodeURIComponent(one.id)}`));
      if (asked !== this.#asked) return;
      this.#items = items;
      this.#offered = offered(this.#offeredTo === turnOf(encounter) ? this.#offered : [], items);
      this.#offeredTo = turnOf(encounter);
      this.#ally = ally ?? null;
      this.#asking = "";
    } catch {
      if (asked !== this.#asked) return;
      this.#asked = "";
      this.#items = [];
      this.#asking = "failed";
    }
    this.draw();
  }

  /** @param {Act} act @param {string} words */
  #send(act, words) {
    const one = onTurn(this.#last);
    if (isPlaying() || !one) return;
    this.#choose(null);
    this.#hasBegun = true;
    play(words, one.id, {
      act,
      refused: (why) => {
        this.#refused = why;
        // What can be done may be something else by now.
        this.#asked = "";
        this.#look();
      },
    });
  }

  /** @param {LegalAct} legal */
  async #aimWith(legal) {
    await this.#parts.aim(choiceOf(legal) === "square");
    // It may be somebody else's turn by now.
    if (this.#parts.aiming && this.#items.includes(legal)) this.#choose(legal);
  }

  /** @param {LegalAct | null} legal */
  #choose(legal) {
    const before = this.#choosing;
    this.#choosing = legal;
    this.#aim = [];
    this.#refused = "";
    this.draw();
    if (legal && choiceOf(legal) === "square") this.#parts.map?.focus();
    else if (legal) /** @type {HTMLElement | null} */ (panel.querySelector("[data-key^=target]"))?.focus();
    if (legal) panel.querySelector(".deeds-now")?.scrollIntoView({ block: "nearest" });
    else if (before) /** @type {HTMLElement | null} */ (panel.querySelector(`[data-key^="${CSS.escape(`deed-${before.act.action}-${before.name}-`)}"]`))?.focus();
  }

  /** @param {string} id */
  #aimAt(id) {
    const { aiming } = this.#parts;
    if (!this.#choosing || !aiming || isPlaying()) return;
    this.#aim = aiming.toggled(this.#choosing, this.#aim, id);
    this.draw();
  }

  #key = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape" || !this.#choosing) return;
    event.preventDefault();
    this.#choose(null);
  };

  draw() {
    const { session } = app.get();
    const encounter = fightOf(session);
    if (!session || !encounter) return;
    const current = onTurn(encounter);
    const { order } = encounter;
    const busy = isPlaying() || this.#asking === "asking";
    const hands = {
      order,
      busy,
      ally: this.#ally,
      aim: this.#aim,
      aimAt: (/** @type {string} */ id) => this.#aimAt(id),
      choose: (/** @type {LegalAct} */ legal) => void this.#aimWith(legal),
      send: (/** @type {Act} */ act, /** @type {string} */ words) => this.#send(act, words),
      back: () => this.#choose(null),
    };
    const legal = this.#choosing;
    const byTarget = legal && choiceOf(legal) === "target" ? legal : null;
    const marked = byTarget ? order.filter(({ id }) => byTarget.targets.includes(id)).map(({ square }) => square) : (legal?.squares ?? []);
    const { aiming, map } = this.#parts;
    // Without a choice the map shows where one could go, and who could be struck.
    const { walk, struck } = parts.within(legal || busy ? [] : this.#items);
    if (!panel.hidden) void this.#parts.unroll();
    map?.draw({
      session,
      order,
      current,
      terrain: encounter.terrain,
      marked,
      near: walk?.squares ?? [],
      struck,
      faceOf: parts.faceOf,
      choose: (square) => {
        if (walk && aiming && !busy) return this.#send(aiming.laidAt(walk, square), F.deedAt(deedName(walk), F.square(square.x, square.y)));
        if (!legal || !aiming || busy) return;
        if (!byTarget) return this.#send(aiming.laidAt(legal, square), F.deedAt(deedName(legal), F.square(square.x, square.y)));
        const target = order.find(({ id, square: at }) => at.x === square.x && at.y === square.y && byTarget.targets.includes(id));
        if (target && byTarget.maxTargets > 1) this.#aimAt(target.id);
        else if (target) this.#send(aiming.aimedAt(legal, target.id), F.deedAt(deedName(legal), target.name));
      },
    });
    const had = panel.contains(document.activeElement) && document.activeElement !== panel;
    panel.setAttribute("aria-busy", String(busy));
    keepingFocus(panel, () =>
      fill(
        panel,
        h("h2", {}, h("span", { class: "round" }, F.round(encounter.round)), turnLine(encounter)),
        parts.sides(session, encounter),
        parts.left(encounter.asked ? null : current?.turn),
        this.#parts.odds(),
        // Where the sheet lies over the story, what came of the last deed stands on it.
        this.#hasBegun && h("p", { class: "outcome" }, opening(lastTurn()?.narrative ?? "", OUTCOME)),
        h("div", { class: "deeds-now" }, this.#deeds(session, current, hands), h("p", { class: "fault", role: "alert" }, this.#refused)),
        this.#parts.table,
        parts.orderList(session, encounter),
        this.#parts.lines("fight/fightthrows", lastTurn()?.rolls ?? [], encounter),
      ),
    );
    this.#room.keep(panel, !legal && !encounter.asked);
    // What was pressed may be gone: the keyboard goes on with what can be done.
    if (had && !panel.contains(document.activeElement)) (/** @type {HTMLElement | null} */ (panel.querySelector("[data-key^=deed]")) ?? panel).focus();
  }

  /**
   * @param {Session} session
   * @param {import("../types.js").Combatant | undefined} current
   * @param {import("./fightdeeds.js").Hands} hands
   */
  #deeds(session, current, hands) {
    if (!current || !isOurs(current)) return h("p", { class: "soft" }, isPlaying() ? F.playing : (current?.kind === "hero" ? String : F.notYours)(turnLine(this.#last)));
    if (this.#last.asked) return this.#parts.lines("fight/fightasked", this.#last, hands) ?? this.#last.asked.prompt;
    if (this.#asking === "failed") return [h("p", { class: "fault" }, F.noDeeds), h("button", { type: "button", "data-key": "deed-again", onclick: () => this.#look() }, F.again)];
    const { aiming } = this.#parts;
    const legal = this.#choosing;
    if (!this.#items.length && hands.busy) return h("p", { class: "soft" }, F.looking);
    const attacks = session.characters.find(({ id }) => id === current.id)?.attacks ?? [];
    if (!legal || !aiming) return [this.#parts.lines("fight/fightapproach", this.#items, current, attacks, hands), deedButtons(this.#items, this.#offered, attacks, hands)];
    return choiceOf(legal) === "target" ? aiming.targetButtons(legal, current, hands) : aiming.squareLine(legal, hands);
  }

  /** @param {Session | null} session what is on the table now */
  #end(session) {
    for (const stop of this.#watches) stop();
    this.#seen.disconnect();
    panel.removeEventListener("keydown", this.#key);
    sitting = null;
    voice.remove();
    bar.remove();
    leavePanel(tab, panel);
    panel.replaceChildren();
    if (session?.id !== this.sessionId) return;
    goOnWriting();
    if (fightOf(session)) openFight();
    // How it ended is to be seen as well.
    else void import("./fightend.js").then(({ tellEnding }) => tellEnding(session.id, this.id, this.#last.round), () => {});
  }
}

/** @type {Sitting | null} */
let sitting = null;
/** @type {typeof import("./fightsides.js")} */ let parts;
/** Whether this player acts for who has the turn. @param {import("../types.js").Combatant | undefined} one */
const isOurs = (one) => one?.kind === "hero" && (app.get().mine?.includes(one.id) ?? true);

/** Lays out the fight that is going on at the table. */
export async function openFight() {
  [parts] = await Promise.all([bring("fight/fightsides"), stylesheet("/css/fight/fight.css"), stylesheet("/css/fight/fightsides.css")]);
  const { session } = app.get();
  const encounter = fightOf(session);
  if (session && encounter && !sitting) sitting = new Sitting(session, encounter);
}
