import type { JWTPayload } from 'jose'
import type { DemoGrant } from './grant.ts'
import type { DemoPerson } from './people.ts'

/**
 * How one provider looks from outside: its addresses (without `https://`) and the formats of its answers, written down
 * from its documentation and not taken from rest-auth's `social/providers.ts`, so that a slip in one of the two is noticed.
 */
export interface DemoProvider {
  readonly name: string
  readonly authorize: string
  readonly token: string
  readonly basic?: true
  readonly clientIdField?: 'client_key'
  /** Sends the answer as a form that the browser posts. */
  readonly formPost?: true
  readonly refusal?: string
  /** Whether this consent lets the client refresh; by default it does. */
  readonly isOffline?: (query: Record<string, unknown>, scopes: readonly string[]) => boolean
  /** Seconds until an access token expires; an hour by default. */
  readonly lifetime?: number
  readonly tokenAnswer?: (person: DemoPerson, grant: DemoGrant) => Record<string, unknown>
  readonly idToken?: { issuer: string; keys: string; claims: (person: DemoPerson) => JWTPayload }
  /** The resources for an access token, by `METHOD host/path`. */
  readonly resources?: Readonly<Record<string, (person: DemoPerson) => unknown>>
  readonly codeFields?: (person: DemoPerson) => Record<string, string>
}

/** One provider of the server, and what all of its requests share. */
export interface DemoSite {
  readonly id: string
  readonly provider: DemoProvider
  readonly now: () => Date
  /** Codes and rotated refresh tokens that were redeemed. */
  readonly used: Set<string>
}
