// @ts-check
// Removes a guest who left: nothing of the table stays on the page or in the browser.
import { announce } from "../announcer.js";
import { byId } from "../dom.js";
import { forgetSession, remember } from "../memory.js";
import { bring, later } from "../state.js";

/** @param {string} id @param {"removed" | "left"} why */
export function showOut(id, why) {
  remember(`guest.${id}`, "");
  forgetSession(id);
  announce("");
  for (const part of ["turns", "opening", "title", "where"]) byId(part, HTMLElement).replaceChildren();
  void later(() => bring("friends/join"), ({ goodbye }) => goodbye(why));
}
