/** A remote's service acts for the user. The session may have ended since. */
export interface Delegation {
  readonly userId: string
  readonly sessionId: string
  /** The encrypted session id. */
  readonly sid: string
  readonly remote: string
  /** The id of the only one that it may read; undefined for all. */
  readonly organization: string | null | undefined
  /** Unix seconds. */
  readonly endsAt: number
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null if the token is invalid, undefined without one. */
    delegation: Delegation | null | undefined
  }
}
