/** A way to sign in: a user at a provider, or (`credential`) a password. Tokens are encrypted. */
export interface Account {
  id: string
  providerId: string
  accountId: string
  userId: string
  accessToken: string | null
  refreshToken: string | null
  idToken: string | null
  accessTokenExpiresAt: Date | null
  refreshTokenExpiresAt: Date | null
  scope: string | null
  password: string | null
  createdAt: Date
  updatedAt: Date
}

/** The providerId of the account that holds a password; its accountId is the user's id. */
export const credentialProvider = 'credential'

/** The scopes that the provider granted. */
export const scopesOf = (account: Account): string[] => account.scope?.split(',').filter(Boolean) ?? []
