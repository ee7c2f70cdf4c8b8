import type { Context } from '../context.ts'

export interface SigningKeyRow {
  readonly id: string
  /** Its JWK, encrypted. */
  readonly privateKey: string
  readonly createdAt: Date
}

/** Newest first. */
export function readSigningKeys({ sql }: Context): Promise<SigningKeyRow[]> {
  return sql<SigningKeyRow[]>`select "id", "privateKey", "createdAt" from "signingKey" order by "createdAt" desc, "id"`
}

/** Until the transaction ends nobody else makes one. */
export async function lockSigningKeys({ sql }: Context): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('signingKey'), 0)`
}

export async function insertSigningKey({ sql }: Context, row: SigningKeyRow): Promise<void> {
  await sql`insert into "signingKey" ${sql({ ...row })}`
}
