// @ts-check
// Scrolls to the newest text for a reader who is at the end, and not for others.

/** So close to the end counts as the end. */
const NEAR = 24;
/** A reader who has just moved away is not caught again by the last pixels of their own gesture. */
const GRACE_MS = 250;

export class Follower {
  #log;
  #onChange;
  #following = true;
  #leftAt = -Infinity;
  #touchY = 0;
  #dragging = false;

  /**
   * @param {HTMLElement} log the scrolling element
   * @param {(following: boolean) => void} onChange
   */
  constructor(log, onChange) {
    this.#log = log;
    this.#onChange = onChange;
    // What the reader does says that they want to go up, before any position does: following by position
    // alone would snap back the first pixels of a smooth scroll, and nobody could ever leave.
    const quietly = { passive: true };
    log.addEventListener("wheel", (event) => event.deltaY < 0 && this.leave(), quietly);
    log.addEventListener("touchstart", (event) => (this.#touchY = event.touches[0].clientY), quietly);
    log.addEventListener("touchmove", (event) => event.touches[0].clientY > this.#touchY + 4 && this.leave(), quietly);
    log.addEventListener("keydown", (event) => ["PageUp", "ArrowUp", "Home"].includes(event.key) && this.leave());
    log.addEventListener("pointerdown", (event) => (this.#dragging = event.target === log && event.offsetX >= log.clientWidth));
    addEventListener("pointerup", () => (this.#dragging = false));
    log.addEventListener("scroll", () => this.#scrolled(), quietly);
    new MutationObserver(() => this.#keepUp()).observe(log, { childList: true, subtree: true, characterData: true });
    new ResizeObserver(() => this.#keepUp()).observe(log);
  }

  get following() {
    return this.#following;
  }

  leave() {
    this.#leftAt = performance.now();
    this.#set(false);
  }

  toEnd() {
    this.#set(true);
    this.#log.scrollTop = this.#log.scrollHeight;
  }

  /**
   * A turn that came all at once is read from its beginning: one too long for the screen is not scrolled past.
   * @param {HTMLElement} turn
   */
  toBeginningOf(turn) {
    if (!this.#following || turn.offsetHeight <= this.#log.clientHeight) return;
    this.leave();
    turn.scrollIntoView({ block: "start" });
  }

  /** A story that has only begun is read from its beginning. */
  toStart() {
    this.#following = false;
    this.#log.scrollTop = 0;
  }

  get #atEnd() {
    return this.#log.scrollHeight - this.#log.clientHeight - this.#log.scrollTop < NEAR;
  }

  #scrolled() {
    if (this.#dragging && !this.#atEnd) this.leave();
    else if (!this.#following && this.#atEnd && performance.now() - this.#leftAt > GRACE_MS) this.#set(true);
  }

  /** At once: words that were added in a frame are scrolled to in the same one, not in another of their own. */
  #keepUp() {
    // Where all of it is in view again, there is nothing left to go to.
    if (!this.#following && this.#log.scrollHeight <= this.#log.clientHeight) this.#set(true);
    if (this.#following) this.#log.scrollTop = this.#log.scrollHeight;
  }

  /** @param {boolean} following */
  #set(following) {
    // With all of it in view there is no end to leave.
    if (!following && this.#log.scrollHeight <= this.#log.clientHeight) return;
    if (following === this.#following) return;
    this.#following = following;
    this.#onChange(following);
  }
}
