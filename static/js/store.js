// @ts-check
// One object that everybody may read, and a way to hear of its changes.

/**
 * @template {object} T
 * @param {T} initial
 */
export function createStore(initial) {
  let state = initial;
  let announced = true;
  /** @type {Set<() => void>} */
  const listeners = new Set();

  function announce() {
    announced = true;
    // A copy, because a listener may stop listening, or another begin, while we go round.
    for (const listener of [...listeners]) {
      if (!listeners.has(listener)) continue;
      try {
        listener();
      } catch (error) {
        // One panel that fails must not take the others with it; the error is reported all the same.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  return {
    get: () => state,

    /**
     * Several sets in one task reach the listeners once, together.
     * @param {Partial<T>} patch
     */
    set(patch) {
      state = { ...state, ...patch };
      if (!announced) return;
      announced = false;
      queueMicrotask(announce);
    },

    /**
     * Calls `show` now, and again each time what `pick` picks is another value.
     * @template V
     * @param {(state: T) => V} pick
     * @param {(value: V) => void} show
     * @returns {() => void} stops it
     */
    watch(pick, show) {
      let shown = pick(state);
      const listener = () => {
        const value = pick(state);
        if (Object.is(value, shown)) return;
        shown = value;
        show(value);
      };
      listeners.add(listener);
      show(shown);
      return () => listeners.delete(listener);
    },
  };
}
