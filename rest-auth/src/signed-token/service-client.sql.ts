import { firstRow, fixed, sql } from 'database/sql.ts'
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

export async function saveServiceClient(
  { db }: Context,
  client: Partial<ServiceClient> & Pick<ServiceClient, 'remote'>,
) {
  await db.write`
    insert into "serviceClient" ${sql({ ...client })} on conflict ("remote") do update set ${sql({ ...client })}`
}
