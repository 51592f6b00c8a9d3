// @ts-check
// Names of the rules in the page's language.
import "../words/en/names.js";
import "../words/en/spells.js";
