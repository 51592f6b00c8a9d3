// @ts-check
// The log during a turn. Loaded with the first turn.
import { follower, leaves, sweep } from "./log.js";
import { app } from "../state.js";
import { TurnView } from "./turnview.js";

export { hasGap, keepTurn, lastTurn, turnOf } from "./log.js";

/**
 * The turn that begins now, or a turn that is told again, in the place of the telling there is; that one comes back if nothing comes
 * of it. What an unhappy turn before it left lying about is cleared away.
 * @param {Pick<TurnView, "message" | "characterId">} turn
 * @param {TurnView} [old]
 */
export function beginTurn({ message, characterId }, old) {
  sweep();
  const view = new TurnView(message, characterId, app.get().session);
  view.say(old?.deeds);
  view.begin();
  if (old) {
    view.before = old;
    old.root.after(view.root);
    old.root.hidden = true;
  } else leaves.append(view.root);
  follower.toEnd();
  return view;
}

/** @param {TurnView} view a telling that came to nothing */
export function bringBack(view) {
  view.root.remove();
  if (view.before) view.before.root.hidden = false;
}
