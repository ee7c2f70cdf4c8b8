import { describe, expect, test } from 'vitest'
import { found } from '../testing/organizations.ts'
import { startTestApp, type SignedIn } from '../testing/start-test-app.ts'

const server = await startTestApp()
const { db } = server.ctx

const owner = await server.signUp({ emailVerified: true })
for (let n = 0; n < 3; n += 1) await found(server, owner)
const acme = await found(server, owner) // the active one
const names = ['Zoe', 'anna', 'Анна', 'Bob', 'bob', 'Eve', 'Mallory']
const roles = ['member', 'admin', 'member,admin']
for (const [index, name] of names.entries()) await acme.join(roles[index % 3] ?? '', { name })
for (const name of ['Red', 'Green', 'Blue']) await owner.post('/organization/create-team', { name })
for (let n = 0; n < 7; n += 1) {
  const invitation = await owner.post('/organization/invite-member', { email: `i${n}@example.com`, role: 'member' })
  if (n % 2 === 0) await owner.post('/organization/cancel-invitation', { invitationId: invitation.at('id') })
}
// Times that differ by less than a millisecond, and some that do not.
await db.write`update "member" set "createdAt" = '2050-01-01'::timestamptz + length("userName") * interval '1 microsecond'`
await db.write`update "invitation" set "expiresAt" = '2050-01-01' where "status" = 'pending'`

type Query = Record<string, string>
interface Row {
  id: string
}

/** A page, and the cursor of the next one. */
async function read(who: SignedIn, path: string, query: Query) {
  const response = await who.get(`/organization/${path}`, { query })
  expect(response.status, response.text).toBe(200)
  const body: Row[] | { members: Row[]; total: number } = JSON.parse(response.text)
  const [rows, total] = Array.isArray(body) ? [body, undefined] : [body.members, body.total]
  const cursor = response.headers['next-cursor']
  return { rows, total, cursor: typeof cursor === 'string' ? cursor : undefined }
}

/** All pages of this size, from the first one. */
async function walk(who: SignedIn, path: string, query: Query, limit: number) {
  const pages = [await read(who, path, { ...query, limit: `${limit}` })]
  for (let cursor = pages[0]?.cursor; cursor !== undefined && pages.length < 50; cursor = pages.at(-1)?.cursor)
    pages.push(await read(who, path, { ...query, limit: `${limit}`, cursor }))
  return pages
}

const orders = ['createdAt', 'role', 'name', 'email'].flatMap((sortBy) =>
  ['asc', 'desc'].map((sortDirection): [string, Query] => ['list-members', { sortBy, sortDirection }]),
)

describe.each<[string, Query]>([
  ...orders,
  ['list-members', { filterField: 'role', filterValue: 'admin' }],
  ['list-members', { filterField: 'role', filterOperator: 'ne', filterValue: 'admin', sortBy: 'name' }],
  ['list-members', { filterField: 'email', filterOperator: 'contains', filterValue: '@', sortBy: 'role' }],
  ['list-teams', {}],
  ['list-invitations', {}],
  ['list', {}],
])('lists %s %j', (path, query) => {
  test('reads a whole list in order by cursors, whatever the page size', async () => {
    const whole = await read(owner, path, query)
    expect(whole.cursor).toBeUndefined()
    expect(whole.rows.length).toBeGreaterThan(2)
    for (const limit of [1, 2, whole.rows.length - 1, whole.rows.length]) {
      const pages = await walk(owner, path, query, limit)
      expect(pages.flatMap(({ rows }) => rows)).toEqual(whole.rows)
      expect(pages).toHaveLength(Math.ceil(whole.rows.length / limit))
      for (const { total } of pages) expect(total).toBe(whole.total)
    }
  })

  test('rejects an invalid cursor and one of another list', async () => {
    const place = (...keys: unknown[]) => Buffer.from(JSON.stringify(keys)).toString('base64url')
    const time = '2050-01-01T00:00:00Z'
    const wrong = ['nonsense', '', place(), place('x'), place(time), place('a\0', 'x'), place(1, 2), 'x'.repeat(2001)]
    wrong.push(place('a', 'b', 'c', 'd'), place('maybe', 'never', 'x'), place('true', time, 'x', 'y'))
    const isByText = query['sortBy'] === 'name' || query['sortBy'] === 'email'
    if (!isByText) wrong.push(place('2050-13-01T00:00:00Z', 'x'), place('infinity', 'x'), place('name', 'x'))
    for (const cursor of wrong) {
      const response = await owner.get(`/organization/${path}`, { query: { ...query, cursor } })
      expect([cursor, response.status]).toEqual([cursor, 400])
    }
  })
})

test('continues after a deleted row, and finds new rows', async () => {
  const first = await read(owner, 'list-members', { limit: '3' })
  const gone = first.rows.at(-1)?.id
  await owner.post('/organization/remove-member', { memberIdOrEmail: gone })
  const late = await acme.join('member', { name: 'Late' })
  await db.write`update "member" set "createdAt" = '2051-01-01' where "id" = ${late.memberId}`
  const rest = await read(owner, 'list-members', { cursor: first.cursor ?? '' })
  expect(rest.rows.map(({ id }) => id)).not.toContain(gone)
  expect(rest.rows.at(-1)?.id).toBe(late.memberId)
  expect(rest.rows).toHaveLength(names.length + 1 - 3 + 1)
})

test('supports an offset, and continues by cursor', async () => {
  const whole = await read(owner, 'list-members', {})
  const page = await read(owner, 'list-members', { offset: '2', limit: '2' })
  const next = await read(owner, 'list-members', { limit: '2', cursor: page.cursor ?? '' })
  expect([...page.rows, ...next.rows]).toEqual(whole.rows.slice(2, 6))
  expect((await read(owner, 'list-members', { offset: '1000000' })).rows).toEqual([])
})

test('shows an outsider nothing, even with a cursor', async () => {
  const { id: organizationId } = acme
  const { cursor = '' } = await read(owner, 'list-members', { limit: '1' })
  const outsider = await server.signUp()
  const refused = await outsider.get('/organization/list-members', { query: { organizationId, cursor } })
  expect(refused.at('code')).toBe('YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION')
  const own = await read(owner, 'list', { limit: '1' })
  expect((await read(outsider, 'list', { cursor: own.cursor ?? '' })).rows).toEqual([])
})
