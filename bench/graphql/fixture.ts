import { randomBytes } from 'node:crypto'
import { connect } from '../../database/src/connect.ts'
import { send } from '../load.ts'

export const slug = 'bench'
const origin = 'http://localhost:3000'

/** Signs an owner up and fills the owner's organization: 100 members, 10 teams, 20 invitations. Answers the session's cookie. */
export async function fillOrganization(restAuthUrl: string, databaseUrl: string): Promise<string> {
  const post = (path: string, body: object, cookie = '') => {
    const headers = { 'content-type': 'application/json', origin, cookie }
    return send(restAuthUrl, { method: 'POST', path: `/api/auth${path}`, headers, body: JSON.stringify(body) })
  }
  const owner = { name: 'Olive Owner', email: 'owner@example.com', password: 'correct horse battery' }
  const { cookie } = await post('/sign-up/email', owner)
  const { body } = await post('/organization/create', { name: 'Bench', slug }, cookie)
  await fill(databaseUrl, String(Reflect.get(Object(body), 'id')))
  return cookie
}

async function fill(databaseUrl: string, organizationId: string): Promise<void> {
  const database = connect(databaseUrl, { connections: 1 })
  const { sql } = database
  const id = () => randomBytes(16).toString('hex')
  const createdAt = new Date()
  const expiresAt = new Date(createdAt.getTime() + 86_400_000)
  const many = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n))
  const people = many(99, (n) => ({
    id: id(),
    name: `Person Number ${n}`,
    email: `person.${n}@example.com`,
    createdAt,
    updatedAt: createdAt,
  }))
  const teams = many(9, (n) => ({ id: id(), name: `Team ${n}`, organizationId, createdAt }))
  await sql`insert into "user" ${sql(people)}`
  await sql`insert into "team" ${sql(teams)}`
  const members = people.map((person, n) => ({
    id: id(),
    organizationId,
    userId: person.id,
    role: n < 5 ? 'admin' : 'member',
    teamId: teams[n % 9]?.id ?? null,
    createdAt,
  }))
  await sql`insert into "member" ${sql(members)}`
  const invitations = many(20, (n) => ({
    id: id(),
    organizationId,
    email: `invited.${n}@example.com`,
    role: 'member',
    status: 'pending',
    expiresAt,
    inviterId: '',
  }))
  const [inviter] = await sql<{ id: string }[]>`select "id" from "user" where "email" = 'owner@example.com'`
  await sql`insert into "invitation" ${sql(invitations.map((one) => ({ ...one, inviterId: inviter?.id ?? '' })))}`
  await database.end()
}
