// @ts-check
// The menu of a turn.
import { confirmed, openMenu } from "../dialog.js";
import { branch, retell, undo } from "./history.js";
import { later } from "../state.js";
import { A } from "../words/en/aside.js";
import { D } from "../words/en/table/debug.js";

/** @typedef {import("./turnview.js").TurnView} TurnView */

const T = A.history;

/**
 * @param {TurnView} view
 * @param {number} lastSeq
 */
export function openTurnMenu(view, lastSeq) {
  const after = Math.max(lastSeq - view.seq, 0);
  const takeBack = async () => {
    // One turn is quickly played again; many are not.
    const sure = !after || (await confirmed({ title: T.undoTitle(after + 1), text: T.undoText, yes: T.undoGo, no: T.keep, danger: true }));
    if (sure) void undo(after + 1, view);
  };
  openMenu(T.menu(view.seq), [
    ...(after ? [] : [{ label: T.retell, hint: T.retellHint, run: () => retell() }]),
    { label: T.branch, hint: T.branchHint, run: () => void branch(view.seq) },
    { label: T.branchBefore, run: () => void branch(view.seq - 1, view.message) },
    ...(view.id ? [{ label: D.open, hint: D.openHint, run: () => void later(() => import("../table/debugview.js"), ({ openDebug }) => openDebug(view.seq, view.id)) }] : []),
    { label: T.undo(after), hint: T.undoHint, danger: true, run: () => void takeBack() },
  ]);
}
