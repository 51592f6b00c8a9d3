// @ts-check
// What the rules call spells; see `words/en/names.js`.
import { S } from "../en.js";

export const SPELLS = { terms: S.terms };
