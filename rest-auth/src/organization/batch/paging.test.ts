import { fixed, sql } from 'database/sql.ts'
import { describe, expect, test } from 'vitest'
import { found } from '../../testing/organizations.ts'
import { startTestApp, type SignedIn } from '../../testing/start-test-app.ts'
import { nameKey } from './batch-lists.sql.ts'

// bench/size measures the cost of a page in a large organization.
const app = await startTestApp()
const { db } = app.ctx

interface Page {
  items: { id: string; user?: { name?: string }; name?: string; email?: string }[]
  endCursor?: string
  total?: number
}
type Part = 'members' | 'teams' | 'invitations'

async function read(caller: SignedIn, id: string, part: Part, page: object = {}): Promise<Page> {
  const query = { organizationIds: id, [part]: JSON.stringify(page) }
  const response = await caller.get('/organization/batch', { query })
  expect(response.status, response.text).toBe(200)
  const { organizations }: { organizations: Record<Part, Page>[] } = JSON.parse(response.text)
  return organizations[0]?.[part] ?? { items: [] }
}

test('limits counts to ten thousand and searches to a thousand', async () => {
  const { id, slug, owner, teamId } = await found(app)
  const key = (kind: string) => sql`${kind} || ${id} || n`
  app.clock.advance(1) // The initial team comes first.
  const now = app.clock.now()
  await db.write`
    insert into "team" ("id", "organizationId", "name", "createdAt")
    select ${key('t')}, ${id}, 'Team', ${now} from generate_series(1, 10001) n`
  await db.write`
    insert into "user" ("id", "name", "email", "createdAt", "updatedAt")
    select ${key('u')}, 'Person ' || n, 'p' || n || '@x.test', ${now}, ${now} from generate_series(1, 1999) n`
  await db.write`
    insert into "member" ("id", "organizationId", "userId", "role", "teamId", "createdAt")
    select ${key('m')}, ${id}, ${key('u')}, case n % 100 when 0 then 'admin' else 'member' end,
      case n % 100 when 1 then ${teamId} end, ${now}
    from generate_series(1, 1999) n`
  const total = async (part: Part, page: object) => (await read(owner, id, part, { total: true, ...page })).total
  expect(await total('teams', {})).toBe(10_000)
  expect(await total('teams', { query: 'TEAM' })).toBe(9999) // without the initial team and the last
  await db.write`analyze "team"`
  const plan = await db.read`
    explain select from "team" t where t."organizationId" = ${id}
    order by ${fixed(nameKey('t'))}, t."id" limit 3`
  expect(JSON.stringify(plan)).toContain('team_organizationId_name_idx')
  expect((await read(owner, id, 'teams', { orderBy: 'name', first: 1 })).items).toMatchObject([{ name: slug }])
  expect(await total('members', { query: '' })).toBe(2000)
  expect(await total('members', { query: 'person' })).toBe(1000)
  expect(await total('members', { query: 'person', role: 'admin' })).toBe(19)
  expect(await total('members', { query: 'person', teamId })).toBe(20)
  expect(await total('members', { role: 'member' })).toBe(1980)
})

describe('cursors', () => {
  test('keep microseconds', async () => {
    const { owner, id } = await found(app)
    await db.write`
      insert into "team" ("id", "organizationId", "name", "createdAt")
      select 'fine' || n, ${id}, 'Fine ' || n, '2050-01-01T00:00:00Z'::timestamptz + n * interval '1 microsecond' from generate_series(1, 5) n`
    const names: (string | undefined)[] = []
    let after: string | undefined
    for (let n = 0; n < 6; n += 1) {
      const page: Page = await read(owner, id, 'teams', { first: 1, after })
      names.push(page.items[0]?.name)
      after = page.endCursor
    }
    expect(names.slice(1)).toEqual(['Fine 1', 'Fine 2', 'Fine 3', 'Fine 4', 'Fine 5'])
  })

  test.each([['Person 000001'], ['0000-01-01T00:00:00Z'], ['2050-01-01T00:00:00.0000000000001Z'], ['infinity']])(
    'rejects a cursor of another order: %s',
    async (key) => {
      const after = Buffer.from(JSON.stringify([key, 'x'])).toString('base64')
      const { id, owner } = await found(app)
      const query = { organizationIds: id, members: JSON.stringify({ first: 1, after }) }
      const response = await owner.get('/organization/batch', { query })
      expect([response.status, response.at('code')]).toEqual([400, 'VALIDATION_ERROR'])
    },
  )
})

describe('a search for members', () => {
  const names = [
    'Filiz Öztürk',
    'Anna Müller',
    'Anna-Lena Mueller-Müller',
    'Hanna Müller',
    'Łódź Straße',
    'Ирина Ковалёва',
    'Sean O’Brien',
  ]
  const people = found(app).then(async ({ id, owner }) => {
    const now = app.clock.now()
    for (const [n, name] of names.entries()) {
      const userId = `searched ${n}`
      await db.write`
        insert into "user" ("id", "name", "email", "createdAt", "updatedAt")
        values (${userId}, ${name}, ${`search-${n}@example.com`}, ${now}, ${now})`
      await db.write`
        insert into "member" ("id", "organizationId", "userId", "role", "createdAt")
        values (${userId}, ${id}, ${userId}, 'member', ${now})`
    }
    return { id, owner }
  })

  test.each([
    ['ozturk', ['Filiz Öztürk']],
    ['ÖZT', ['Filiz Öztürk']],
    ['o\u0308zturk', ['Filiz Öztürk']],
    ['müller anna', ['Anna Müller', 'Anna-Lena Mueller-Müller']],
    ['anna müll', ['Anna Müller', 'Anna-Lena Mueller-Müller']],
    ['lena muller', ['Anna-Lena Mueller-Müller']],
    ['anna hanna', []],
    ['m h', ['Hanna Müller']],
    ['nna', ['Anna Müller', 'Anna-Lena Mueller-Müller', 'Hanna Müller']],
    ['lodz strasse', ['Łódź Straße']],
    ['ирина ковалева', ['Ирина Ковалёва']],
    ['search-3 hanna', ['Hanna Müller']],
    ["o'brien", ['Sean O’Brien']],
    ['\u0301', []],
  ])('finds %j without accents, and several words in any order', async (query, expected) => {
    const { owner, id } = await people
    const page = await read(owner, id, 'members', { query, orderBy: 'name' })
    expect(page.items.map(({ user }) => user?.name)).toEqual(expected)
  })
})

describe('copies of user names in memberships', () => {
  test('follow a new name in any alphabet, and support substring search', async () => {
    const organization = await found(app)
    const colleague = await organization.join('member', { name: 'Zoe' })
    const names = async (page: object) =>
      (await read(organization.owner, organization.id, 'members', page)).items.map(({ user }) => user?.name)
    expect(await names({ orderBy: 'name' })).toEqual(['Ann', 'Zoe'])
    await colleague.post('/update-user', { name: 'Анна 100%_王伟' })
    for (const query of ['анна', 'АННА 1', '%_', '王伟', '王', colleague.email.slice(2, 9)])
      expect(await names({ query }), query).toEqual(['Анна 100%_王伟'])
    for (const query of ['zoe', '_%', String.raw`\\`, 'анна100']) expect(await names({ query }), query).toEqual([])
    await colleague.post('/update-user', { name: 'Abe' })
    expect(await names({ orderBy: 'name' })).toEqual(['Abe', 'Ann'])
  })

  test('are correct if a user joins and is renamed concurrently', async () => {
    const { id } = await found(app)
    const person = await app.signUp()
    for (let n = 0; n < 10; n += 1) {
      const member = {
        id: `race${n}`,
        organizationId: id,
        userId: person.id,
        role: 'member',
        createdAt: app.clock.now(),
      }
      await Promise.all([
        app.ctx.database.begin(async (tx) => {
          await tx.write`insert into "member" ${sql(member)}`
          await tx.write`select pg_sleep(0.01)`
        }),
        db.write`update "user" set "name" = ${`Name ${n}`} where "id" = ${person.id}`,
      ])
      const [row] = await db.read`select "userName" from "member" where "id" = ${member.id}`
      expect(row).toEqual({ userName: `name ${n}` })
      await db.write`delete from "member" where "id" = ${member.id}`
    }
  })

  test('keeps the count of a team through joins, concurrent moves, departures and its removal', async () => {
    const { id, owner, teamId, join } = await found(app)
    const other = (await owner.post('/organization/create-team', { name: 'Other', organizationId: id })).at('id')
    const colleagues = [await join('member'), await join('member'), await join('member')]
    const counts = async () => {
      const rows = await db.read<{ id: string; kept: number; there: number }[]>`
        select t."id", t."memberCount" as "kept", (select count(*) from "member" m where m."teamId" = t."id")::int as "there"
        from "team" t where t."organizationId" = ${id}`
      for (const { kept, there } of rows) expect(kept).toBe(there)
      return Object.fromEntries(rows.map((row) => [row.id === teamId ? 'first' : 'other', row.kept]))
    }
    expect(await counts()).toEqual({ first: 1, other: 0 })
    const move = (memberId: string, to: string | null) =>
      owner.post('/organization/update-member-team', { memberId, teamId: to, organizationId: id })
    await Promise.all(colleagues.map(({ memberId }) => move(memberId, other)))
    expect(await counts()).toEqual({ first: 1, other: 3 })
    const [one, two, three] = colleagues.map(({ memberId }) => memberId)
    await Promise.all([move(one ?? '', teamId), move(two ?? '', null), move(three ?? '', teamId)])
    expect(await counts()).toEqual({ first: 3, other: 0 })
    await colleagues[0]?.post('/organization/leave', { organizationId: id })
    expect(await counts()).toEqual({ first: 2, other: 0 })
    await move(three ?? '', other)
    await owner.post('/organization/remove-team', { teamId: other, organizationId: id })
    expect(await counts()).toEqual({ first: 1 })
  })

  test('keeps the count of members through joins, departures, removals and deleted accounts', async () => {
    const organization = await found(app)
    const [one, two, three] = [
      await organization.join('member'),
      await organization.join('member'),
      await organization.join('member'),
    ]
    const total = async () => (await read(organization.owner, organization.id, 'members', { total: true })).total
    expect(await total()).toBe(4)
    await one.post('/organization/leave', { organizationId: organization.id })
    expect(await total()).toBe(3)
    await organization.owner.post('/organization/remove-member', {
      memberIdOrEmail: two.memberId,
      organizationId: organization.id,
    })
    expect(await total()).toBe(2)
    await db.write`delete from "user" where "id" = ${three.id}`
    expect(await total()).toBe(1)
    expect((await organization.owner.post('/organization/delete', { organizationId: organization.id })).status).toBe(
      200,
    )
  })
})
