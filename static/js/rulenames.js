// @ts-check
// Names of the rules in the page's language.
import "./strings-names.js";
import "./strings-spells.js";
