import { scopesOf, type Account } from '../account/account.ts'
import type { Context } from '../context.ts'
import { decrypt, encrypt } from '../crypto/encryption.ts'
import type { Tokens } from './provider.ts'

type Column = 'accessToken' | 'refreshToken' | 'idToken'
type Owner = Pick<Account, 'providerId' | 'accountId'>

const purpose = (owner: Owner, column: Column): string => JSON.stringify([owner.providerId, owner.accountId, column])

/** Tokens that the provider did not send stay unchanged. */
export function encryptTokens(ctx: Context, owner: Owner, tokens: Tokens): Partial<Account> {
  const sealed = (column: Column, token: string | undefined) =>
    token ? { [column]: encrypt(ctx.config.secrets, purpose(owner, column), token) } : {}
  return {
    ...sealed('accessToken', tokens.accessToken),
    ...sealed('refreshToken', tokens.refreshToken),
    ...sealed('idToken', tokens.idToken),
    ...(tokens.accessToken ? { accessTokenExpiresAt: tokens.accessTokenExpiresAt ?? null } : {}),
    ...(tokens.scopes ? { scope: tokens.scopes.join(',') } : {}),
  }
}

/** Without tokens whose secret is no longer configured. */
export function readTokens(ctx: Context, account: Account): Tokens {
  const read = (column: Column): string | undefined => {
    const stored = account[column]
    return (stored && decrypt(ctx.config.secrets, purpose(account, column), stored)) ?? undefined
  }
  return {
    accessToken: read('accessToken'),
    refreshToken: read('refreshToken'),
    idToken: read('idToken'),
    scopes: scopesOf(account),
    accessTokenExpiresAt: account.accessTokenExpiresAt ?? undefined,
  }
}
