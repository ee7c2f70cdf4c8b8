import { connect } from 'database/connect.ts'
import { templateUrlVariable, withDatabase } from 'database/test-database.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { found, type TestOrganization } from '../testing/organizations.ts'
import { startTestApp, type SignedIn } from '../testing/start-test-app.ts'

// One connection, whose server counts what it reads. `MEMBERS=100000` takes a minute.
const app = await startTestApp({ RATE_LIMIT_ENABLED: 'false' }, 1)
const { sql } = app.ctx
const many = Number(process.env['MEMBERS'] ?? 10_000)

interface Page {
  items: { id: string; user?: { name?: string }; name?: string; email?: string }[]
  hasMore: boolean
  startCursor?: string
  endCursor?: string
  total?: number
}
type Part = 'members' | 'teams' | 'invitations'

async function read(caller: SignedIn, id: string, part: Part, page: object = {}): Promise<Page> {
  const query = { organizationIds: id, [part]: JSON.stringify(page) }
  const answer = await caller.get('/organization/batch', { query })
  expect(answer.status, answer.text).toBe(200)
  const { organizations }: { organizations: Record<Part, Page>[] } = JSON.parse(answer.text)
  return organizations[0]?.[part] ?? { items: [], hasMore: false }
}

/** Adds members `Person 000001 …` with addresses `p1@<domain>`, one a second, teams and invitations of the same number by SQL. */
async function fill({ id, owner, teamId }: TestOrganization, count: number, domain: string): Promise<void> {
  const key = (kind: string) => sql`${kind} || ${id} || n`
  const times = (start: Date) => sql`${start}::timestamptz + n * interval '1 second'`
  const now = app.clock.now()
  await sql`
    insert into "user" ("id", "name", "email", "createdAt", "updatedAt")
    select ${key('u')}, 'Person ' || lpad(n::text, 6, '0'), 'p' || n || '@' || ${domain}::text, ${now}, ${now} from generate_series(1, ${count}::int) n`
  await sql`
    insert into "team" ("id", "organizationId", "name", "createdAt")
    select ${key('t')}, ${id}, 'Team ' || n, ${times(now)} from generate_series(1, ${count}::int) n`
  // Half of them are in the team that came with the organization, ten in another one.
  const ofTeam = sql`case when n % 2 = 0 then ${teamId} when n % ${Math.ceil(count / 10)} = 1 then 't' || ${id} || '1' end`
  await sql`
    insert into "member" ("id", "organizationId", "userId", "role", "teamId", "createdAt")
    select ${key('m')}, ${id}, ${key('u')}, case when n % 1000 = 7 then 'admin' else 'member' end, ${ofTeam}, ${times(now)} from generate_series(1, ${count}::int) n`
  await sql`
    insert into "invitation" ("id", "organizationId", "email", "role", "status", "expiresAt", "inviterId")
    select ${key('i')}, ${id}, 'i' || n || '@' || ${domain}::text, 'member', case when n % 2 = 0 then 'pending' else 'canceled' end, ${times(now)}, ${owner.id}
    from generate_series(1, ${count}::int) n`
}

interface Cost {
  /** Of tables and indexes, that PostgreSQL touches. */
  readonly pages: number
  /** Entries of indexes, and of tables that are read from end to end: two thousand of them are on a few pages. */
  readonly rows: number
}

/** What PostgreSQL reads for what `run` asks, once it has planned the statements. */
async function costOf(run: () => Promise<unknown>): Promise<Cost> {
  const counters = async (): Promise<Cost> => {
    await sql`select pg_stat_force_next_flush()`
    const [row] = await sql<Cost[]>`
      select (select sum("hits" + coalesce("reads", 0)) from pg_stat_get_backend_io(pg_backend_pid()) where "object" = 'relation')::float as "pages",
        (select sum("seq_tup_read") from pg_stat_user_tables)::float + (select sum("idx_tup_read") from pg_stat_user_indexes)::float as "rows"`
    return row ?? { pages: 0, rows: 0 }
  }
  for (let n = 0; n < 8; n += 1) await run()
  const [, before, after] = [await counters(), await counters(), await counters()]
  for (let n = 0; n < 4; n += 1) await run()
  const last = await counters()
  const each = (key: keyof Cost) => Math.round((last[key] - after[key] - (after[key] - before[key])) / 4)
  return { pages: each('pages'), rows: each('rows') }
}

let small: TestOrganization
let large: TestOrganization
beforeAll(async () => {
  small = await found(app)
  large = await found(app)
  await fill(small, 99, 'small.example')
  await fill(large, many - 1, 'large.example')
  await sql.unsafe('vacuum analyze')
}, 300_000)

describe('an organization of thousands is read as one of a hundred', () => {
  const report: string[] = []
  afterAll(() => void (process.env['MEMBERS'] && process.stdout.write(`${report.join('\n')}\n`)))
  /** At most twice as many rows and pages, and the depth of the larger index; or `atMost` pages, and what a limit makes of rows. */
  async function compare(name: string, run: (organization: TestOrganization) => Promise<unknown>, atMost?: number) {
    const [few, lots] = [await costOf(() => run(small)), await costOf(() => run(large))]
    report.push(`${name}: ${few.pages} → ${lots.pages} pages, ${few.rows} → ${lots.rows} rows`)
    expect(lots.pages, report.at(-1)).toBeLessThanOrEqual(atMost ?? few.pages * 2 + 40)
    expect(lots.rows, report.at(-1)).toBeLessThanOrEqual(atMost ? 25_000 : few.rows * 2 + 40)
  }
  /** The cursor after `count` rows of a list. */
  async function cursorAfter(part: Part, organization: TestOrganization, count: number): Promise<string> {
    const table = { members: sql`"member"`, teams: sql`"team"`, invitations: sql`"invitation"` }[part]
    const key = part === 'invitations' ? sql`"expiresAt"` : sql`"createdAt"`
    const order = part === 'invitations' ? sql`${key} desc, "id" desc` : sql`${key}, "id"`
    const [row] = await sql<{ id: string; key: Date }[]>`
      select "id", ${key} as "key" from ${table} where "organizationId" = ${organization.id} order by ${order} offset ${count - 1} limit 1`
    return Buffer.from(JSON.stringify([row?.key.toISOString(), row?.id])).toString('base64')
  }
  const sizeOf = (organization: TestOrganization) => (organization === small ? 100 : many)

  test.each(['members', 'teams', 'invitations'] as const)(
    '%s: the first page, a late one and the last',
    async (part) => {
      await compare(`${part}, first`, (one) => read(one.owner, one.id, part, { first: 20 }))
      const late = new Map<TestOrganization, string>()
      for (const one of [small, large]) late.set(one, await cursorAfter(part, one, Math.floor(sizeOf(one) * 0.7)))
      await compare(`${part}, late`, async (one) => {
        const page = await read(one.owner, one.id, part, { first: 20, after: late.get(one) })
        expect(page.items).toHaveLength(20)
      })
      await compare(`${part}, last`, async (one) => {
        expect((await read(one.owner, one.id, part, { last: 20 })).items).toHaveLength(20)
      })
    },
  )

  test('counts end at ten thousand, and searches at a thousand', async () => {
    const total = async (part: Part, page: object) =>
      (await read(large.owner, large.id, part, { first: 20, total: true, ...page })).total
    const admins = Math.ceil((many - 7) / 1000)
    expect(await total('members', { query: '' })).toBe(many)
    expect(await total('members', { query: 'person' })).toBe(1000)
    expect(await total('members', { query: 'person', role: 'admin' })).toBe(admins)
    expect(await total('members', { query: 'person', teamId: `t${large.id}1` })).toBe(10)
    expect(await total('members', { role: 'member' })).toBe(Math.min(10_000, many - 1 - admins))
    expect(await total('teams', {})).toBe(Math.min(10_000, many))
  })

  test('members of one team, of many and of few', async () => {
    const ofTeam =
      (page: object, few = false) =>
      (one: TestOrganization) =>
        read(one.owner, one.id, 'members', { first: 20, teamId: few ? `t${one.id}1` : one.teamId, ...page })
    for (const orderBy of ['createdAt', 'name', 'email'] as const) {
      for (const few of [false, true])
        await compare(`of a ${few ? 'small' : 'large'} team by ${orderBy}`, ofTeam({ orderBy }, few))
    }
    await compare('everybody in a team matches', ofTeam({ query: 'person' }), 5000)
    await compare('nobody in a team matches', ofTeam({ query: 'zzz' }))
  })

  /** A list of REST by cursor: the first page, and one after seven tenths of it. */
  async function compareList(path: string, query: Record<string, string>, size: (one: TestOrganization) => number) {
    const get = (one: TestOrganization, more: Record<string, string> = {}) =>
      one.owner.get(`/organization/${path}`, { query: { organizationId: one.id, limit: '20', ...query, ...more } })
    const lateCursor = async (one: TestOrganization) => {
      let left = Math.floor(size(one) * 0.7)
      let cursor = {}
      while (left > 0) {
        // Of members an offset leads there at once.
        const step =
          path === 'list-members' ? { offset: `${left - 1}`, limit: '1' } : { limit: `${Math.min(left, 100)}` }
        cursor = { cursor: String((await get(one, { ...step, ...cursor })).headers['next-cursor']) }
        left -= path === 'list-members' ? left : 100
      }
      return cursor
    }
    const name = [path, ...Object.values(query)].join(' ')
    await compare(`${name}, first`, get)
    const late = new Map<TestOrganization, Record<string, string>>()
    for (const one of [small, large]) late.set(one, await lateCursor(one))
    await compare(`${name}, late`, async (one) => {
      const answer = await get(one, late.get(one))
      expect([answer.status, answer.text.match(/"createdAt"|"expiresAt"/g)?.length]).toEqual([200, 20])
    })
  }

  test.each<[string, Record<string, string>]>([
    ['list-members', {}],
    ['list-members', { sortDirection: 'desc' }],
    ['list-members', { sortBy: 'name' }],
    ['list-members', { sortBy: 'email', sortDirection: 'desc' }],
    ['list-members', { sortBy: 'role' }],
    ['list-teams', {}],
    ['list-invitations', {}],
  ])('%s %j, by cursor', (path, query) => compareList(path, query, sizeOf))

  test('own organizations, of somebody who is in thousands', async () => {
    const count = (one: TestOrganization) => (one === small ? 100 : many / 5)
    for (const one of [small, large]) {
      const others = sql`generate_series(2, ${count(one)}::int) n`
      await sql`
        insert into "organization" ("id", "name", "slug", "createdAt")
        select 'o' || ${one.id} || n, 'Organization', ${one.id} || n, now() from ${others}`
      await sql`
        insert into "member" ("id", "organizationId", "userId", "role", "createdAt")
        select 'own' || ${one.id} || n, 'o' || ${one.id} || n, ${one.owner.id}, 'member', now() + n * interval '1 second' from ${others}`
    }
    await sql.unsafe('vacuum analyze')
    await compareList('list', {}, count)
    // As GraphQL's viewer.organizations and nodes ask.
    await compare('own, last', async ({ owner }) => {
      const query = { own: JSON.stringify({ last: 20 }), members: '{"total":true,"first":1}' }
      const { own }: { own: Page } = JSON.parse((await owner.get('/organization/batch', { query })).text)
      expect(own.items).toHaveLength(20)
    })
    await compare('own, by ids', async (one) => {
      const numbers = Array.from({ length: 20 }, (_, index) => count(one) - index)
      const ids = (kind: string) => numbers.map((number) => `${kind}${one.id}${number}`).join(',')
      const query = { organizationIds: ids('o'), memberIds: ids('own') }
      const answer = await one.owner.get('/organization/batch', { query })
      expect(answer.text.match(/"role"/g)).toHaveLength(20)
    })
  })
})

/** Of this file's database, for connections of its own. */
async function urlOfDatabase(): Promise<string> {
  const [row] = await sql<{ name: string }[]>`select current_database() as "name"`
  return withDatabase(process.env[templateUrlVariable] ?? '', row?.name ?? '')
}

describe('places in a list', () => {
  test('hold microseconds, and cursors of 1.1.0, which had milliseconds, are read', async () => {
    const { owner, id } = await found(app)
    await sql`
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
    const old = Buffer.from('["2049-12-31T23:59:59.999Z","x"]').toString('base64')
    expect((await read(owner, id, 'teams', { first: 1, after: old })).items[0]?.name).toBe('Fine 1')
  })

  test.each([['Person 000001'], ['0000-01-01T00:00:00Z'], ['2050-01-01T00:00:00.0000000000001Z'], ['infinity']])(
    'a cursor of another order is refused: %s',
    async (key) => {
      const after = Buffer.from(JSON.stringify([key, 'x'])).toString('base64')
      const query = { organizationIds: small.id, members: JSON.stringify({ first: 1, after }) }
      const answer = await small.owner.get('/organization/batch', { query })
      expect([answer.status, answer.at('code')]).toEqual([400, 'VALIDATION_ERROR'])
    },
  )
})

describe('what the rows of members hold of their users', () => {
  test('follows a new name, in any alphabet, and finds parts of it', async () => {
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

  test('is true when somebody joins and is renamed at once', async () => {
    const { id } = await found(app)
    const racing = connect(await urlOfDatabase(), { connections: 2 })
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
        racing.begin(async (tx) => {
          await tx`insert into "member" ${tx(member)}`
          await tx`select pg_sleep(0.01)`
        }),
        racing.sql`update "user" set "name" = ${`Name ${n}`} where "id" = ${person.id}`,
      ])
      const [row] = await racing.sql`select "userName" from "member" where "id" = ${member.id}`
      expect(row).toEqual({ userName: `name ${n}` })
      await racing.sql`delete from "member" where "id" = ${member.id}`
    }
    await racing.end()
  })

  test('the number of a team is kept through joining, moves, at once too, leaving and the end of the team', async () => {
    const { id, owner, teamId, join } = await found(app)
    const other = (await owner.post('/organization/create-team', { name: 'Other', organizationId: id })).at('id')
    const colleagues = [await join('member'), await join('member'), await join('member')]
    const counts = async () => {
      const rows = await sql<{ id: string; kept: number; there: number }[]>`
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

  test('the number of members is kept through joining, leaving, removal and the end of accounts', async () => {
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
    await sql`delete from "user" where "id" = ${three.id}`
    expect(await total()).toBe(1)
    expect((await organization.owner.post('/organization/delete', { organizationId: organization.id })).status).toBe(
      200,
    )
  })
})
