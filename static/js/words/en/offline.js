// @ts-check
// The words of the page that is shown where no server answers. Like `words/en.js`; that page fetches both languages.

export const O = {
  title: "The lamp is out",
  unreachable: "Embertale’s server does not answer. It may be switched off or just starting.",
  unplugged: "This device is offline, so Embertale’s server can’t be reached.",
  safe: "Every turn you’ve played is safe on the server. What you were writing is kept in this browser, and you can go on writing.",
  nothing: "You had nothing half written.",
  /** @param {string} title */
  turn: (title) => (title ? `What you were about to do in “${title}”` : "What you were about to do"),
  /** @param {string} title */
  note: (title) => (title ? `For the journal of “${title}”` : "For the journal"),
  author: "Words to the author of campaigns",
  story: "The story so far",
  looking: "Trying again every few seconds.",
  back: "The server answers again.",
  held: "This browser stores nothing: what you write here is gone when you leave this page.",
  again: "Try again now",
  open: "Back to the table",
};
