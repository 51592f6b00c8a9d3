// @ts-check
// What the rules call spells; see `strings-names.js`.
import { S } from "./strings.js";

export const SPELLS = { terms: S.terms };
