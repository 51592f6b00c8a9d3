// @ts-check
// Groups of turns. The browser skips whole groups off screen; with hundreds of single turns it would check each one in every
// frame.

/** Turns on a leaf. */
const FULL = 10;

export class Leaves {
  #root;
  #leaf;

  /**
   * @param {HTMLElement} root
   * @param {() => HTMLElement} leaf makes an empty one
   */
  constructor(root, leaf) {
    this.#root = root;
    this.#leaf = leaf;
  }

  /** @param {HTMLElement[]} turns before all there are */
  prepend(turns) {
    const leaves = [];
    for (let i = 0; i < turns.length; i += FULL) {
      const leaf = this.#leaf();
      leaf.append(...turns.slice(i, i + FULL));
      leaves.push(leaf);
    }
    this.#root.prepend(...leaves);
  }

  /** @param {HTMLElement} turn */
  append(turn) {
    let last = this.#root.lastElementChild;
    if (!last || last.childElementCount >= FULL) {
      last = this.#leaf();
      this.#root.append(last);
    }
    last.append(turn);
  }

  /** @param {HTMLElement[]} turns off their leaves; one that is left empty goes, or it would keep its place */
  drop(turns) {
    for (const turn of turns) {
      const leaf = turn.parentElement;
      turn.remove();
      if (!leaf?.childElementCount) leaf?.remove();
    }
  }
}
