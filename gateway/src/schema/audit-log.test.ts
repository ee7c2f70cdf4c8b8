import { beforeAll, expect, test } from 'vitest'
import { createTestOrganization, type Colleague, type TestOrganization } from '../testing/organizations.ts'
import { startGateway } from '../testing/start-gateway.ts'
import type { Visitor } from '../testing/visitor.ts'

const gateway = await startGateway()

interface Entry {
  position: number
  event: string
  actor: { kind: string; userId: string | null; name: string | null }
  target: { kind: string; databaseId: string | null; name: string | null } | null
  email: string | null
  details: object
}
interface Log {
  keptDays: number
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null }
  edges: { cursor: string }[]
  nodes: Entry[]
}

const logQuery = `query ($id: ID!, $first: Int, $after: String, $last: Int, $before: String, $filter: AuditLogFilter) {
  organization(by: { id: $id }) {
    viewerHasPermissions(permissions: [AUDIT_READ]) viewerPermissions
    auditLog(first: $first, after: $after, last: $last, before: $before, filter: $filter) {
      keptDays
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      edges { cursor }
      nodes {
        databaseId position at event email details requestId
        actor { kind userId name image actedForUserId actedForName }
        target { kind databaseId name }
      }
    }
  }
}`

const ask = (who: Visitor, variables: object = {}) => who.graphql(logQuery, { id: acme.id, ...variables })

async function read(variables: object = {}): Promise<Log> {
  const response = await ask(acme.owner, variables)
  expect(response.errors).toEqual([])
  return JSON.parse(JSON.stringify(response.at('organization', 'auditLog')))
}
const positions = ({ nodes }: Log) => nodes.map(({ position }) => position)

async function change(mutation: string, input: object): Promise<void> {
  const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`
  const query = `mutation ($input: ${type}!) { ${mutation}(input: $input) { userErrors { code } } }`
  const response = await acme.owner.graphql(query, { input: { organizationId: acme.id, ...input } })
  expect([response.errors, response.at(mutation, 'userErrors')]).toEqual([[], []])
}

let acme: TestOrganization
let admin: Colleague
let member: Colleague
let former: Colleague
beforeAll(async () => {
  acme = await createTestOrganization(gateway)
  admin = await acme.join('ADMIN', 'Anna')
  member = await acme.join('MEMBER', 'Max')
  former = await acme.join('MEMBER', 'Fred')
  await change('updateMemberRoles', { memberId: former.memberId, roles: ['ADMIN'] })
  await change('removeMember', { member: { id: former.memberId } })
})

test('shows who changed what, newest first, with the names of today', async () => {
  const { keptDays, nodes } = await read({ first: 2 })
  expect(keptDays).toBe(365)
  const { body } = await former.rest('GET', '/get-session')
  const formerId = Reflect.get(Object(body), 'user').id
  const actor = {
    kind: 'person',
    userId: expect.stringMatching(/^U_/),
    name: 'Olive',
    image: null,
    actedForUserId: null,
    actedForName: null,
  }
  const target = { kind: 'person', databaseId: formerId, name: 'Fred' }
  const entry = { databaseId: expect.any(String), at: expect.any(String), actor, target, email: null }
  const request = { requestId: expect.stringMatching(/\w/) }
  expect(nodes).toEqual([
    { ...entry, ...request, event: 'member.removed', position: nodes[0]?.position, details: {} },
    {
      ...entry,
      ...request,
      event: 'member.role-changed',
      position: (nodes[0]?.position ?? 0) - 1,
      details: { roles: 'admin', previousRoles: 'member' },
    },
  ])
})

test('can be read only by owners and admins of the organization', async () => {
  const other = await createTestOrganization(gateway)
  const foreignAdmin = await other.join('ADMIN')
  const operator = await gateway.signUp('Otto')
  await gateway.change(
    (db) =>
      db.write`insert into "operator" ("userId", "createdAt") select "id", now() from "user" where "email" = ${operator.email}`,
  )
  expect((await operator.rest('GET', '/is-operator')).body).toEqual({ operator: expect.any(Object) })
  for (const reader of [acme.owner, admin]) {
    const response = await ask(reader)
    expect(response.errors).toEqual([])
    expect(response.at('organization', 'viewerPermissions')).toContain('AUDIT_READ')
    expect(response.at('organization', 'viewerHasPermissions')).toBe(true)
  }
  const refused = await ask(member)
  expect(refused.at('organization', 'auditLog')).toBeNull()
  expect(refused.at('organization', 'viewerPermissions')).not.toContain('AUDIT_READ')
  expect(refused.errors.map(({ extensions }) => extensions)).toEqual([
    { code: 'FORBIDDEN', reason: 'YOU_ARE_NOT_ALLOWED_TO_READ_THE_AUDIT_LOG' },
  ])
  for (const stranger of [former, foreignAdmin, operator]) {
    expect((await ask(stranger)).data).toEqual({ organization: null })
  }
  expect((await ask(gateway.visitor())).errors[0]?.extensions.code).toBe('UNAUTHENTICATED')
})

test('pages in both directions as Relay specifies', async () => {
  const whole = await read({ first: 100 })
  const all = positions(whole)
  expect(all).toEqual(all.map((_, index) => all.length - index))
  expect(whole.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: false })
  const cursors = whole.edges.map(({ cursor }) => cursor)
  const [start, end] = [2, all.length - 2]
  const page = async (variables: object) => {
    const log = await read(variables)
    const { hasNextPage, hasPreviousPage, startCursor, endCursor } = log.pageInfo
    expect([startCursor, endCursor]).toEqual([log.edges[0]?.cursor ?? null, log.edges.at(-1)?.cursor ?? null])
    return [positions(log), hasPreviousPage, hasNextPage]
  }
  expect(await page({ first: 3 })).toEqual([all.slice(0, 3), false, true])
  expect(await page({ first: 3, after: cursors[start] })).toEqual([all.slice(start + 1, start + 4), true, true])
  expect(await page({ first: 100, after: cursors[start] })).toEqual([all.slice(start + 1), true, false])
  expect(await page({ last: 3 })).toEqual([all.slice(-3), true, false])
  expect(await page({ last: 3, before: cursors[end] })).toEqual([all.slice(end - 3, end), true, true])
  expect(await page({ last: 100, before: cursors[end] })).toEqual([all.slice(0, end), false, true])
  expect(await page({ first: 0 })).toEqual([[], false, true])
  expect(await page({ first: 0, after: cursors.at(-2) })).toEqual([[], true, true])
  expect(await page({ last: 0 })).toEqual([[], true, false])
  for (const invalid of [
    { first: 101 },
    { first: 1, last: 1 },
    { first: 1, after: 'nonsense' },
    { first: 1, before: '3' },
    { last: 1, after: '3' },
  ]) {
    expect((await ask(acme.owner, invalid)).errors[0]?.extensions.code).toBe('BAD_USER_INPUT')
  }
})

test('filters by person, event and time', async () => {
  const whole = await read({ first: 100 })
  const anna = whole.nodes.find(({ actor }) => actor.name === 'Anna')
  const names = async (filter: object) =>
    (await read({ first: 100, filter })).nodes.map(({ actor, event }) => `${actor.name}: ${event}`)
  expect(await names({ actorId: anna?.actor.userId })).toEqual(['Anna: invitation.accepted', 'Anna: member.joined'])
  expect(await names({ events: ['member.removed'] })).toEqual(['Olive: member.removed'])
  expect(await names({ actorId: acme.id })).toEqual([])
  const [{ at } = { at: '' }] = JSON.parse(JSON.stringify(whole.nodes))
  expect(await names({ from: at })).toEqual(['Olive: member.removed'])
  expect(await names({ to: at })).toHaveLength(whole.nodes.length - 1)
  expect(await names({ events: ['member.removed', 'member.role-changed'] })).toHaveLength(2)
  for (const filter of [{ from: 'yesterday' }, { events: ['member.vanished'] }]) {
    expect((await ask(acme.owner, { filter })).errors[0]?.extensions.code).toBe('BAD_USER_INPUT')
  }
})

test('misses no entry and repeats none for a reader that follows while others write', async () => {
  const before = await read({ first: 1 })
  const writers = Array.from({ length: 4 }, async (_, writer) => {
    for (let n = 0; n < 6; n += 1) await change('updateOrganization', { name: `Name ${writer} ${n}` })
  })
  const writing = new AbortController()
  const written = Promise.all(writers).then(() => writing.abort())
  const seen = positions(before)
  let cursor = before.pageInfo.startCursor
  let hasMore = true
  while (hasMore || !writing.signal.aborted) {
    const log = await read({ last: 3, before: cursor })
    seen.push(...positions(log).toReversed())
    cursor = log.pageInfo.startCursor ?? cursor
    hasMore = log.pageInfo.hasPreviousPage
  }
  await written
  const [newest = 0] = positions(await read({ first: 1 }))
  const [oldest = 0] = seen
  expect(newest).toBeGreaterThanOrEqual(oldest + 24)
  expect(seen).toEqual(Array.from({ length: newest - oldest + 1 }, (_, n) => oldest + n))
})
