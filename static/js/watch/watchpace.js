// @ts-check
// Scrolling of the table screen: nobody has a mouse there, so a long text moves up at reading speed. Pure.

/** As long as a line of large letters takes to read from across the room. */
const LINE_MS = 2_600;
/** Where the words that are read stay: so much of the screen stands above them. */
const READ_AT = 0.55;

/**
 * Where the story is to be scrolled to.
 * @param {{ top: number, end: number, view: number, line: number, elapsed: number, calm?: boolean }} now where the turn begins, how far one
 *   can scroll, how high the screen and a line are, how long the turn has been told, and whether nothing may glide
 */
export function scrollFor({ top, end, view, line, elapsed, calm = false }) {
  const read = Math.max(0, (elapsed / LINE_MS) * line - view * READ_AT);
  // Where nothing glides, it is turned over like a page.
  const step = view * READ_AT;
  return Math.max(0, Math.min(end, top + (calm ? Math.floor(read / step) * step : read)));
}
