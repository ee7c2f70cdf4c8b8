import { scopesOf, type Account } from '../account/account.ts'
import type { Context } from '../context.ts'
import { decrypt, encrypt } from '../crypto/encryption.ts'
import type { Tokens } from './provider.ts'

type Column = 'accessToken' | 'refreshToken' | 'idToken'
type Owner = Pick<Account, 'providerId' | 'accountId'>

const purpose = (owner: Owner, column: Column): string => JSON.stringify([owner.providerId, owner.accountId, column])

/** Tokens that the provider did not send stay unchanged. */
export function encryptTokens(ctx: Context, owner: Owner, tokens: Partial<Tokens>): Partial<Account> {
  const sealed = (column: Column, token: string | null | undefined) =>
    token ? { [column]: encrypt(ctx.config.secrets, purpose(owner, column), token) } : {}
  return {
    ...sealed('accessToken', tokens.accessToken),
    ...sealed('refreshToken', tokens.refreshToken),
    ...sealed('idToken', tokens.idToken),
    ...(tokens.accessToken ? { accessTokenExpiresAt: tokens.accessTokenExpiresAt ?? null } : {}),
    ...(tokens.scopes ? { scope: tokens.scopes.join(',') } : {}),
  }
}

/** Null if a token is missing or its secret is no longer configured. */
export function readTokens(ctx: Context, account: Account): Tokens {
  const read = (column: Column): string | null => {
    const stored = account[column]
    return stored === null ? null : decrypt(ctx.config.secrets, purpose(account, column), stored)
  }
  return {
    accessToken: read('accessToken'),
    refreshToken: read('refreshToken'),
    idToken: read('idToken'),
    tokenType: null,
    scopes: scopesOf(account),
    accessTokenExpiresAt: account.accessTokenExpiresAt,
  }
}
