import { firstRow, fixed, onlyRow, sql } from 'database/sql.ts'
import type { Right, Token } from 'contract/responses.ts'
import type { RegistryContext } from '../context.ts'

const columns = fixed(
  `"id", "name", "label", to_jsonb("rights") as "rights", "publicKey", "createdBy", "createdAt", "expiresAt", "revokedAt"`,
)

export function findTokenByHash({ db }: RegistryContext, hash: Uint8Array): Promise<Token | null> {
  return firstRow(db.read<Token[]>`select ${columns} from "token" where "hash" = ${hash}`)
}

/** Returns a usable token. Until the transaction ends, nobody can revoke it or bind it to a key. */
export function lockToken({ db, now }: RegistryContext, id: string): Promise<Token | null> {
  return firstRow(db.write<Token[]>`
    select ${columns} from "token"
    where "id" = ${id} and "revokedAt" is null and "expiresAt" > ${now()} for no key update`)
}

export async function bindToken({ db }: RegistryContext, id: string, publicKey: string): Promise<void> {
  await db.write`update "token" set "publicKey" = ${publicKey} where "id" = ${id}`
}

export async function insertToken({ db }: RegistryContext, token: Token, hash: Uint8Array): Promise<void> {
  await db.write`insert into "token" ${sql({ ...token, rights: [...token.rights], hash })}`
}

export async function countUsableTokens({ db, now }: RegistryContext, name: string): Promise<number> {
  const { count } = await onlyRow(db.read<{ count: number }[]>`
    select count(*)::int as "count" from "token" where "name" = ${name} and "revokedAt" is null and "expiresAt" > ${now()}`)
  return count
}

export async function listTokens({ db }: RegistryContext, name: string | undefined): Promise<Token[]> {
  return db.read<Token[]>`
    select ${columns} from "token" where ${name ?? null}::text is null or "name" = ${name ?? null}
    order by "createdAt" desc, "id" limit 1000`
}

export async function listTokensWith({ db, now }: RegistryContext, name: string, right: Right): Promise<Token[]> {
  return db.read<Token[]>`
    select ${columns} from "token"
    where "name" = ${name} and ${right} = any("rights") and "revokedAt" is null and "expiresAt" > ${now()}
    order by "createdAt" desc, "id" limit 10`
}

/** Waits for transactions that use the token. */
export function revokeToken({ db, now }: RegistryContext, id: string): Promise<Token | null> {
  return firstRow(db.write<Token[]>`
    update "token" set "revokedAt" = coalesce("revokedAt", ${now()}) where "id" = ${id} returning ${columns}`)
}
