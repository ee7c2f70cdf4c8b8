import { sql } from '../../database/src/sql.ts'
import { randomBytes } from 'node:crypto'
import { connect } from '../../database/src/connect.ts'
import { send } from '../load.ts'

export const password = 'correct horse battery'
const origin = 'http://localhost:3000'

/** Somebody with five organizations, of which one has 100 members, 10 teams and 20 open invitations. */
export interface Fixture {
  readonly email: string
  readonly cookie: string
  /** Of 32 others, who only found organizations: one person's requests would wait for one another. */
  readonly founderCookies: readonly string[]
  /** The large one. */
  readonly organizationId: string
}

const key = () => randomBytes(16).toString('hex')

/** The same rows for every server: people and organizations by its calls, what is many by SQL. */
export async function fill(url: string, databaseUrl: string): Promise<Fixture> {
  let signedUp = 0
  const signUp = async (name: string) => {
    const body = JSON.stringify({ name, email: `${name}@example.com`, password })
    // From an address of its own, as its rate limit asks for.
    const headers = { 'content-type': 'application/json', origin, 'x-forwarded-for': `10.1.0.${(signedUp += 1)}` }
    return (await send(url, { method: 'POST', path: '/api/auth/sign-up/email', headers, body })).cookie
  }
  const cookie = await signUp('owner')
  const founderCookies: string[] = []
  for (let n = 0; n < 32; n += 1) founderCookies.push(await signUp(`founder.${n}`))
  const headers = { 'content-type': 'application/json', origin, cookie }
  const ids: string[] = []
  for (let n = 0; n < 5; n += 1) {
    const body = JSON.stringify({ name: `Organization ${n}`, slug: `organization-${n}` })
    const created = await send(url, { method: 'POST', path: '/api/auth/organization/create', headers, body })
    ids.push(String(Reflect.get(Object(created.body), 'id')))
  }
  const [organizationId = ''] = ids
  await fillOrganization(databaseUrl, organizationId)
  return { email: 'owner@example.com', cookie, founderCookies, organizationId }
}

async function fillOrganization(databaseUrl: string, organizationId: string): Promise<void> {
  const database = connect(databaseUrl, { connections: 1 })
  const createdAt = new Date()
  const expiresAt = new Date(createdAt.getTime() + 86_400_000)
  const [owner] = await database.read<{ id: string }[]>`select "id" from "user" where "email" = 'owner@example.com'`
  const inviterId = owner?.id ?? ''
  const users = Array.from({ length: 99 }, (_, n) => ({
    id: key(), name: `Person ${n}`, email: `person.${n}@example.com`, emailVerified: true, createdAt, updatedAt: createdAt,
  })) // prettier-ignore
  await database.write`insert into "user" ${sql(users)}`
  const members = users.map(({ id }) => ({ id: key(), organizationId, userId: id, role: 'member', createdAt }))
  await database.write`insert into "member" ${sql(members)}`
  // Columns that newer versions of better-auth ask for.
  const has = async (table: string, column: string): Promise<boolean> => {
    const found =
      await database.read`select 1 from information_schema.columns where table_name = ${table} and column_name = ${column}`
    return found.length > 0
  }
  const counted = (await has('team', 'memberCount')) && { memberCount: 0 }
  const teams = Array.from({ length: 9 }, (_, n) => ({
    id: key(),
    name: `Team ${n}`,
    organizationId,
    createdAt,
    ...counted,
  }))
  await database.write`insert into "team" ${sql(teams)}`
  const dated = (await has('invitation', 'createdAt')) && { createdAt }
  const invitations = Array.from({ length: 20 }, (_, n) => ({
    id: key(), organizationId, email: `invited.${n}@example.com`, role: 'member', status: 'pending', expiresAt, inviterId,
    ...dated,
  })) // prettier-ignore
  await database.write`insert into "invitation" ${sql(invitations)}`
  await database.write`analyze`
  await database.end()
}
