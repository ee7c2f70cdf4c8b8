export const maxPageSize = 100
export const defaultPage = 20

/** Documented in `docs/graphql.md`. The registry accepts no documents that the gateway would not run. Fragments count each time they are used. */
export const limits = {
  depth: 12,
  aliases: 30,
  directives: 20,
  /** Fields and fragments. Executing a document visits each of them. */
  selections: 1000,
  /** Pairs of selections of a field under the same name, which validation compares in depth. */
  comparisons: 75_000,
  rootFields: 20,
  mutations: 5,
  /** Objects in the response. */
  cost: 5000,
  /** Including nested values. */
  variableValues: 2000,
  variableDepth: 32,
  tokens: 1000,
  characters: 15_000,
  validationErrors: 5,
  responseBytes: 5_000_000,
} as const
