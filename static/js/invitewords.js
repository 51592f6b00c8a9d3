// @ts-check
// What an invitation says of its address and its end. Pure.
import { S } from "./strings.js";

/** Whether only this computer finds an address. @param {string} host */
export const isLoopback = (host) => /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\]|::1)$/.test(host);

/** A moment as people say it: today by its hour, else with its day. @param {string} at @param {Date} [now] */
export function moment(at, now = new Date()) {
  const when = new Date(at);
  const isToday = when.toDateString() === now.toDateString();
  return when.toLocaleString(S.locale, { ...(!isToday && { weekday: "short", day: "numeric", month: "short" }), hour: "2-digit", minute: "2-digit" });
}
