// @ts-check
// The names of the rules in the page's language, for whatever part says them.
import "./strings-names.js";
import "./strings-spells.js";
