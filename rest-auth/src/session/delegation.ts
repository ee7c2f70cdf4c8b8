/** That a remote's service asks as a user, in a session of theirs: it may have ended meanwhile. */
export interface Delegation {
  readonly userId: string
  readonly sessionId: string
  /** The session, sealed. */
  readonly sid: string
  readonly remote: string
  /** Seconds since 1970. */
  readonly endsAt: number
}

declare module 'fastify' {
  interface FastifyRequest {
    /** As whom a service asks, or exchanges a token. Null when its token is none; undefined when it brings none. */
    delegation: Delegation | null | undefined
  }
}
