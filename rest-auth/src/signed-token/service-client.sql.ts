import { firstRow, fixed, hasRow } from 'database/sql.ts'
import type { Context } from '../context.ts'

export interface ServiceClient {
  readonly remote: string
  readonly secretHash: string | null
  readonly formerSecretHash: string | null
  /** Whether it may read all organizations of its users. */
  readonly allOrganizations: boolean
}

const fields = fixed('"remote", "secretHash", "formerSecretHash", "allOrganizations"')

export function findServiceClient({ db }: Context, remote: string): Promise<ServiceClient | null> {
  return firstRow(db.read`
    select ${fields} from "serviceClient" where "remote" = ${remote}`)
}

export function listServiceClients({ db }: Context): Promise<ServiceClient[]> {
  return db.read`select ${fields} from "serviceClient" order by "remote"`
}

/** Keeps the secret before as the former one unless `replace`. Returns whether there is a former one. */
export async function saveServiceSecret(
  { db }: Context,
  remote: string,
  secretHash: string,
  replace: boolean,
): Promise<boolean> {
  return hasRow(
    db.write`
      with "saved" as (
        insert into "serviceClient" as c ("remote", "secretHash") values (${remote}, ${secretHash})
        on conflict ("remote") do update set "secretHash" = excluded."secretHash",
          "formerSecretHash" = case when not ${replace}::boolean then c."secretHash" end
        returning "formerSecretHash")
      select from "saved" where "formerSecretHash" is not null`,
  )
}

export async function saveServiceGrant({ db }: Context, remote: string, allOrganizations: boolean): Promise<void> {
  await db.write`
    insert into "serviceClient" ("remote", "allOrganizations") values (${remote}, ${allOrganizations})
    on conflict ("remote") do update set "allOrganizations" = excluded."allOrganizations"`
}
