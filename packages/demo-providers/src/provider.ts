import type { JWTPayload } from 'jose'
import type { DemoGrant } from './grant.ts'
import type { DemoPerson } from './people.ts'

// URLs without `https://`. Written from the documentation of the provider, not from the code of
// rest-auth, so that tests notice a mistake in either.
export interface DemoProvider {
  readonly name: string
  readonly authorize: string
  readonly token: string
  readonly basic?: true
  readonly clientIdField?: 'client_key'
  readonly formPost?: true // responds with a form that the browser posts
  readonly refusal?: string
  /** Whether the client gets a refresh token. The default is yes. */
  readonly isOffline?: (query: Record<string, unknown>, scopes: readonly string[]) => boolean
  /** Seconds until an access token expires. The default is an hour. */
  readonly lifetime?: number
  readonly tokenResponse?: (person: DemoPerson, grant: DemoGrant) => Record<string, unknown>
  readonly idToken?: { issuer: string; keys: string; claims: (person: DemoPerson) => JWTPayload }
  /** By `METHOD host/path`. */
  readonly resources?: Readonly<Record<string, (person: DemoPerson) => unknown>>
  readonly codeFields?: (person: DemoPerson) => Record<string, string>
}

export interface DemoSite {
  readonly id: string
  readonly provider: DemoProvider
  readonly now: () => Date
  readonly used: Set<string> // redeemed codes and refresh tokens
}
