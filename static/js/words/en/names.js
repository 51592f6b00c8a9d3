// @ts-check
// What the rules call gifts, skills, training and things: in English as the server does. Another language's names join the list that
// `term` looks words up in.
import { S } from "../en.js";

export const NAMES = { terms: S.terms };
