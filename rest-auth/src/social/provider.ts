import type { JWTPayload } from 'jose'
import type { z } from 'zod'
import type { Language } from 'contract/languages.ts'
import type { user } from './profile-fields.ts'

export type HttpsAddress = `https://${string}`

/** `emailVerified` is the provider's own claim. `image` is an https or small data URL. */
export type ProviderUser = Readonly<z.infer<typeof user>>

/** RFC 6749, section 5.1. Every part may be missing. */
export interface Tokens {
  readonly accessToken?: string | undefined
  /** Why there is none, for the log. */
  readonly refusal?: string | undefined
  readonly refreshToken?: string | undefined
  readonly idToken?: string | undefined
  readonly tokenType?: string | undefined
  readonly scopes?: string[] | undefined
  readonly accessTokenExpiresAt?: Date | undefined
}

/** All members throw a ProviderError for an unexpected response. */
export interface ProfileAccess {
  readonly clientId: string
  readonly accessToken: string
  /** Apple's form field: JSON, sent only with the first consent. */
  readonly userField: string | undefined
  /** Sends the access token as a bearer token, unless `init` has headers. */
  readonly json: (url: HttpsAddress, init?: ProviderRequestInit) => Promise<unknown>
  readonly bytes: (url: HttpsAddress, contentType: string, init?: ProviderRequestInit) => Promise<Buffer>
  readonly claims: () => Promise<JWTPayload>
}

export interface ProviderRequestInit {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: URLSearchParams
}

export interface Provider {
  readonly name: string
  readonly authorizationUrl: HttpsAddress
  readonly authorizationParameters?: Readonly<Record<string, string>>
  /** Defaults. `fixed` if they are set where the client is registered. */
  readonly scopes: readonly string[] | 'fixed'
  readonly scopeSeparator?: ','
  /** No S256 challenge (RFC 7636), which all others get. */
  readonly withoutPkce?: true
  /** The id_token repeats the `nonce`, and the callback may have `iss` (RFC 9207). */
  readonly openId?: true
  readonly loginHint?: true
  readonly language?: { readonly parameter: string; readonly codes: Readonly<Record<Language, string>> }
  readonly clientIdParameter?: 'client_key'
  readonly tokenUrl: HttpsAddress
  readonly neverRefreshes?: true
  readonly basicAuthentication?: true
  readonly idToken?: IdTokenRules
  readonly fetchProfile: (access: ProfileAccess) => Promise<unknown>
  readonly user: z.ZodType<ProviderUser>
  /** Linking requires that the operator trusts the provider. */
  readonly neverVerifies?: true
  /** Users without an email get a placeholder. */
  readonly placeholderEmail?: true
}

interface IdTokenRules {
  readonly keysUrl: HttpsAddress
  readonly issuer: (claims: JWTPayload) => string | null
  /** Set if apps and pages may sign in with an id_token. */
  readonly signIn?: z.ZodType<ProviderUser>
}

/** The message is logged, so it must not contain tokens or responses. */
export class ProviderError extends Error {
  override name = 'ProviderError'
}

/** The token was neither accepted nor rejected. */
export class ProviderUnavailable extends ProviderError {
  override name = 'ProviderAway'
}

/** For optional parts of a profile. */
export async function orNull<T>(response: Promise<T>): Promise<T | null> {
  try {
    return await response
  } catch (error) {
    if (error instanceof ProviderError) return null
    throw error
  }
}
