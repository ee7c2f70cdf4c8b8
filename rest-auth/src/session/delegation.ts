/** A remote's service acts for a user, in a session that may have ended since. */
export interface Delegation {
  readonly userId: string
  readonly sessionId: string
  /** The encrypted session id. */
  readonly sid: string
  readonly remote: string
  /** In Unix seconds. */
  readonly endsAt: number
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null if the token is invalid, undefined if there is none. */
    delegation: Delegation | null | undefined
  }
}
