// @ts-check
// Texts of an invitation's address and expiry. Pure.
import { S } from "../words/en.js";
import { INVITE } from "../words/en/friends/invite.js";

/** Whether only this computer finds an address. @param {string} host */
export const isLoopback = (host) => /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\]|::1)$/i.test(host);

/**
 * Why friends can't get in, or nothing. A link that was made says itself where it leads; before, a server that is shared is trusted to know
 * an address that others find.
 * @param {string | undefined} share how the server is shared
 * @param {string} [link] the one that was made
 */
export function deadEnd(share, link) {
  const { hostname, host } = link ? new URL(link) : location;
  return isLoopback(hostname) && (link || share !== "lan") ? INVITE.loopback(host) : "";
}

/** A moment as people say it: today by its hour, else with its day. @param {string} at @param {Date} [now] */
export function moment(at, now = new Date()) {
  const when = new Date(at);
  const isToday = when.toDateString() === now.toDateString();
  return when.toLocaleString(S.locale, { ...(!isToday && { weekday: "short", day: "numeric", month: "short" }), hour: "numeric", minute: "2-digit" });
}
