import { bodyLimits } from 'service/body-limits.ts'

/** What a request may ask for at most. `docs/graphql.md` tells clients. */
export const limits = {
  /** Levels of fields. */
  depth: 12,
  /** Fields with an alias, `__typename` as well, counted as often as their fragments are used. */
  aliases: 30,
  directives: 20,
  /** Fields and fragments, counted as often as their fragments are used: what executes a document visits each of them. */
  selections: 1000,
  /** Of selections of the same field of a type under the same name: each with each, with all that stands within. */
  comparisons: 75_000,
  rootFields: 20,
  mutations: 5,
  /** Objects that the answer may hold. */
  cost: 5000,
  /** Values in the variables, those in lists and objects as well, and how deep they stand. */
  variableValues: 2000,
  variableDepth: 32,
  tokens: 1000,
  characters: 15_000,
  bodyBytes: bodyLimits.gateway,
  validationErrors: 5,
  /** Of an answer. */
  answerBytes: 5_000_000,
} as const
