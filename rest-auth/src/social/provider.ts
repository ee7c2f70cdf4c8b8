import type { JWTPayload } from 'jose'
import type { z } from 'zod'
import type { Language } from '../languages.ts'
import type { user } from './profile-fields.ts'

/** Providers are called over https only; the compiler sees to it. */
export type HttpsAddress = `https://${string}`

/** `emailVerified` is true only if the provider itself says so; `image` is an https address or a small data URL. */
export type ProviderUser = Readonly<z.infer<typeof user>>

/** The answer of a token endpoint (RFC 6749, section 5.1). Every part may be missing. */
export interface Tokens {
  readonly accessToken: string | null
  readonly refreshToken: string | null
  readonly idToken: string | null
  readonly tokenType: string | null
  readonly scopes: readonly string[] | null
  readonly accessTokenExpiresAt: Date | null
}

/** How a profile is read, in one conversation with the provider. */
export interface ProfileAccess {
  readonly clientId: string
  /** Throws a ProviderError when the provider gave no access token. */
  readonly accessToken: string
  /** The `user` field of Apple's form post: JSON, sent with the first consent only. */
  readonly userField: string | undefined
  /** One request for JSON. Throws a ProviderError on anything else. */
  readonly json: (url: HttpsAddress, init?: ProviderRequestInit) => Promise<unknown>
  /** One request for bytes of `contentType`. Throws a ProviderError on anything else. */
  readonly bytes: (url: HttpsAddress, contentType: string, init?: ProviderRequestInit) => Promise<Buffer>
  /** The verified claims of the id_token. Throws a ProviderError when there is none or it does not hold. */
  readonly claims: () => Promise<JWTPayload>
}

export interface ProviderRequestInit {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: URLSearchParams
}

/** One row of the table in `providers.ts`. Addresses are the real ones, always https. */
export interface Provider {
  readonly name: string
  readonly authorizationUrl: HttpsAddress
  readonly authorizationParameters?: Readonly<Record<string, string>>
  /** The default scopes; `fixed`: set where the client is registered, never in the address. */
  readonly scopes: readonly string[] | 'fixed'
  readonly scopeSeparator?: ','
  /** It does not know the S256 challenge, and with the code its verifier (RFC 7636), that all others are sent. */
  readonly withoutPkce?: true
  /** Speaks OpenID Connect: its id_token repeats the `nonce` that it was sent, and it may name itself by `iss` (RFC 9207). */
  readonly openId?: true
  /** Takes the address of the person as `login_hint`. */
  readonly loginHint?: true
  /** Its page can be asked for in the reader's language. */
  readonly language?: { readonly parameter: string; readonly codes: Readonly<Record<Language, string>> }
  readonly clientIdParameter?: 'client_key'
  readonly tokenUrl: HttpsAddress
  /** Its access tokens cannot be renewed; those of all others can, at `tokenUrl` (RFC 6749, section 6). */
  readonly neverRefreshes?: true
  /** Client id and secret as HTTP Basic instead of form fields (RFC 6749, section 2.3.1). */
  readonly basicAuthentication?: true
  readonly idToken?: IdTokenRules
  readonly fetchProfile: (access: ProfileAccess) => Promise<unknown>
  readonly user: z.ZodType<ProviderUser>
  /** It never says that it verified an address, so its accounts can only be linked where the operator trusts it. */
  readonly neverVerifies?: true
  /** It never or not always tells an address; then the user gets a placeholder. */
  readonly placeholderEmail?: true
}

interface IdTokenRules {
  readonly keysUrl: HttpsAddress
  /** The issuer that a token with these claims must have. */
  readonly issuer: (claims: JWTPayload) => string | null
  /** The person in an id_token that a browser or an app got itself; without it nobody signs in that way. */
  readonly signIn?: z.ZodType<ProviderUser>
}

/** The provider did not answer as its protocol says. The message is for the log: it holds no token and no answer. */
export class ProviderError extends Error {
  override name = 'ProviderError'
}

/** It could not be asked, so nobody knows whether what it would be asked about is right. */
export class ProviderAway extends ProviderError {
  override name = 'ProviderAway'
}

/** For optional parts of a profile: null if the provider refuses or its response makes no sense. */
export async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ProviderError) return null
    throw error
  }
}
