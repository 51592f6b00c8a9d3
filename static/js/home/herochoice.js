// @ts-check
// Custom heroes for a new adventure: those saved in this browser, and a new one.
import { fill, stylesheet } from "../dom.js";
import { keepHero, shelf } from "../hero/heroes.js";
import { bring, later } from "../state.js";

/** @typedef {import("../types.js").KeptHero} KeptHero */

/**
 * @param {object} parts of the form
 * @param {HTMLElement} parts.mine where the kept ones stand
 * @param {HTMLFieldSetElement} parts.own where one is made
 * @param {HTMLInputElement} parts.ownBox chosen where one is to be made
 * @param {HTMLInputElement} parts.together whether a party is put together
 * @param {(hero: KeptHero, value: string) => HTMLElement} parts.card
 * @param {() => void} parts.show what was chosen
 * @param {(fault: string) => void} parts.tell
 */
export function heroChoice({ mine, own, ownBox, together, card, show, tell }) {
  /** @type {Awaited<ReturnType<typeof import("../hero/heroform.js").heroForm>> | null} */
  let maker = null;
  let asked = false;

  /** @param {KeptHero} [brought] one that has just come: it is chosen */
  async function lay(brought) {
    await stylesheet("/css/table/heroform.css");
    fill(mine, shelf(card, () => void lay()));
    for (const box of mine.querySelectorAll("input")) {
      box.type = together.checked ? "checkbox" : "radio";
      if (box.value !== JSON.stringify(brought)) continue;
      box.click();
      box.focus();
    }
    show();
  }

  async function make() {
    asked = true;
    await later(
      () => bring("hero/heroform"),
      async ({ heroForm }) => {
        maker = await heroForm({ changed: show, brought: (hero) => void lay(hero), tell });
        own.append(maker.element);
        turn();
      },
      () => (asked = false),
    );
  }

  /** Shows the form where it is asked for. */
  function turn() {
    if (ownBox.checked && !asked) return void make();
    const opens = own.hidden;
    own.hidden = !ownBox.checked || !maker;
    if (opens && !own.hidden) maker?.name.focus();
    show();
  }

  void lay();
  turn();
  return {
    turn,
    name: () => maker?.name.value.trim(),
    /** The hero in the form, or what is missing for one; nothing while there is no form. */
    read: () => maker?.read(),
    keep: keepHero,
  };
}
