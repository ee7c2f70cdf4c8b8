import { sql } from 'database/sql.ts'
import type { Context } from '../context.ts'

export interface SigningKeyRow {
  readonly id: string
  /** An encrypted JWK. */
  readonly privateKey: string
  readonly createdAt: Date
}

export function readSigningKeys({ db }: Context): Promise<SigningKeyRow[]> {
  return db.read`select "id", "privateKey", "createdAt" from "signingKey" order by "createdAt" desc, "id"`
}

export async function lockSigningKeys({ db }: Context): Promise<void> {
  await db.write`select pg_advisory_xact_lock(hashtext('signingKey'), 0)`
}

export async function deleteSigningKeys({ db }: Context): Promise<number> {
  return (await db.write`delete from "signingKey"`).count
}

export async function insertSigningKey({ db }: Context, row: SigningKeyRow): Promise<void> {
  await db.write`insert into "signingKey" ${sql({ ...row })}`
}
