import { firstRow, hasRow, sql } from 'database/sql.ts'
import { columns } from '../columns.sql.ts'
import type { Context } from '../context.ts'
import { passkeySchema, type Passkey } from './passkey.ts'

const fields = columns(passkeySchema, 'p')

export async function findPasskeysOfUser(ctx: Context, userId: string): Promise<Passkey[]> {
  return ctx.db.read`select ${fields} from "passkey" p where p."userId" = ${userId} order by p."createdAt", p."id"`
}

export async function findPasskey(ctx: Context, credentialID: string): Promise<Passkey | null> {
  return firstRow(ctx.db.read`select ${fields} from "passkey" p where p."credentialID" = ${credentialID}`)
}

/** @throws a unique violation of `passkey_credentialID_key` if it is registered */
export async function insertPasskey(tx: Context, passkey: Passkey, rpId: string): Promise<void> {
  await tx.db.write`insert into "passkey" ${sql({ ...passkey, rpId })}`
}

/** Returns false if it is gone, or has signed meanwhile. Otherwise it is locked until the transaction ends. */
export function notePasskeyUse(tx: Context, { id, counter }: Passkey, next: number): Promise<boolean> {
  return hasRow(tx.db.write`
    update "passkey" set "counter" = ${next}, "lastUsedAt" = ${tx.now()} where "id" = ${id} and "counter" = ${counter}`)
}

export async function renamePasskey(ctx: Context, userId: string, id: string, name: string): Promise<Passkey | null> {
  return firstRow(ctx.db.write`
    update "passkey" p set "name" = ${name} where p."id" = ${id} and p."userId" = ${userId} returning ${fields}`)
}

export function deletePasskey(tx: Context, userId: string, id: string): Promise<boolean> {
  return hasRow(tx.db.write`delete from "passkey" where "id" = ${id} and "userId" = ${userId}`)
}

/** Whether any of them is of another host, so that it no longer works. */
export async function hasPasskeysElsewhere(ctx: Context, rpId: string): Promise<boolean> {
  // Each condition is a range of the index.
  return hasRow(ctx.db.read`
    (select 1 from "passkey" where "rpId" < ${rpId} limit 1) union all (select 1 from "passkey" where "rpId" > ${rpId} limit 1)`)
}
