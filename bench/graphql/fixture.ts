import { randomBytes } from 'node:crypto'
import { connect } from 'database/connect.ts'
import { sql } from 'database/sql.ts'
import { send } from '../load.ts'

const origin = 'http://localhost:3000'

interface Fixture {
  readonly id: string
  readonly slug: string
  readonly cookies: readonly string[]
}

/** Creates 100 members, of whom 32 are signed in, 10 teams and 20 invitations. */
export async function fillOrganization(restAuthUrl: string, databaseUrl: string): Promise<Fixture> {
  const post = (path: string, body: object, cookie = '') => {
    const headers = { 'content-type': 'application/json', origin, cookie }
    return send(restAuthUrl, { method: 'POST', path: `/api/auth${path}`, headers, body: JSON.stringify(body) })
  }
  const cookies: string[] = []
  for (let n = 0; n < 32; n += 1) {
    const person = { name: `Signed In ${n}`, email: `signed.in.${n}@example.com`, password: 'correct horse battery' }
    cookies.push((await post('/sign-up/email', person)).cookie)
  }
  const slug = 'bench'
  const { body } = await post('/organization/create', { name: 'Bench', slug }, cookies[0])
  const id = String(Reflect.get(Object(body), 'id'))
  await fill(databaseUrl, id)
  return { id, slug, cookies }
}

async function fill(databaseUrl: string, organizationId: string): Promise<void> {
  const database = connect(databaseUrl, { connections: 1 })
  const id = () => randomBytes(16).toString('hex')
  const createdAt = new Date()
  const expiresAt = new Date(createdAt.getTime() + 86_400_000)
  const many = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n))
  const people = many(68, (n) => ({
    id: id(),
    name: `Person Number ${n}`,
    email: `person.${n}@example.com`,
    createdAt,
    updatedAt: createdAt,
  }))
  const teams = many(9, (n) => ({ id: id(), name: `Team ${n}`, organizationId, createdAt }))
  const signedIn = await database.read<{ id: string }[]>`select "id" from "user" order by "createdAt"`
  const [founder, ...others] = signedIn
  await database.write`insert into "user" ${sql(people)}`
  // A table of a hundred rows would make PostgreSQL choose other indexes than a company's.
  await database.write`
    insert into "user" ("id", "name", "email", "createdAt", "updatedAt")
    select 'other-' || n, 'Other ' || n, 'other.' || n || '@example.com', ${createdAt}, ${createdAt}
    from generate_series(1, 100000) n`
  await database.write`insert into "team" ${sql(teams)}`
  const members = [...others, ...people].map((person, n) => ({
    id: id(),
    organizationId,
    userId: person.id,
    role: n < 5 ? 'admin' : 'member',
    teamId: teams[n % 9]?.id ?? null,
    createdAt,
  }))
  await database.write`insert into "member" ${sql(members)}`
  const invitations = many(20, (n) => ({
    id: id(),
    organizationId,
    email: `invited.${n}@example.com`,
    role: 'member',
    status: 'pending',
    expiresAt,
    inviterId: founder?.id ?? '',
  }))
  await database.write`insert into "invitation" ${sql(invitations)}`
  await database.write`analyze`
  await database.end()
}
