/** A key that makes a request, as it was read at its start. It is no session, and has none. */
export interface ActiveKey {
  readonly id: string
  /** Null if it belongs to an organization. */
  readonly userId: string | null
  /** Where it acts now. */
  readonly organizationIds: readonly string[]
  readonly memberIds: readonly string[]
  /** As stored. */
  readonly scopes: readonly string[]
  /** Whether its person has a second factor. Those of organizations need none. */
  readonly hasSecondFactor: boolean
}
