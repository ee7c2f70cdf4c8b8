import { beforeAll, describe, expect, test } from 'vitest'
import { found, type Colleague, type TestOrganization } from '../testing/organizations.ts'
import { startTestApp, type SignedIn } from '../testing/start-test-app.ts'

const app = await startTestApp()

interface Page {
  items: { id: string; [field: string]: unknown }[]
  hasMore: boolean
  startCursor?: string
  endCursor?: string
  total?: number
}
type Node = { id: string; [part: string]: unknown }
interface Batch {
  organizations: (Node & { members: Page; teams: Page; invitations: Page })[]
  members: Node[]
  teams: (Node & { members: Page })[]
  invitations: Node[]
  users: Node[]
  own: { items: string[]; hasMore: boolean; endCursor?: string }
}

/** Reads a batch; values that are objects go as JSON text. */
async function read(caller: SignedIn, query: Record<string, string | object>): Promise<Batch> {
  const entries = Object.entries(query).map(([key, value]) => [
    key,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  const answer = await caller.get('/organization/batch', { query: Object.fromEntries(entries) })
  expect(answer.status, answer.text).toBe(200)
  return JSON.parse(answer.text)
}

let acme: TestOrganization
let other: TestOrganization
let admin: Colleague
let member: Colleague

beforeAll(async () => {
  acme = await found(app)
  other = await found(app)
  app.clock.advance(1)
  admin = await acme.join('admin', { name: 'Bea' })
  app.clock.advance(1)
  member = await acme.join('member', { name: 'Cid' })
  for (const [email, role] of [
    ['i1@example.com', 'owner'],
    ['i2@example.com', 'admin'],
    ['i3@example.com', 'member'],
  ]) {
    await acme.owner.post('/organization/invite-member', { email, role, organizationId: acme.id })
  }
})

describe('GET /organization/batch', () => {
  test('needs a session', async () => {
    expect((await app.browser().get('/organization/batch')).status).toBe(401)
  })

  test('returns the teams of members on request', async () => {
    const first = async (members: object) =>
      (await read(acme.owner, { organizationIds: acme.id, members })).organizations[0]?.members.items[0]
    expect(await first({ team: true })).toMatchObject({ team: { id: acme.teamId, name: expect.any(String) } })
    expect(await first({})).not.toHaveProperty('team')
  })

  test('answers by id and by slug with the named parts, and nothing of what the caller is no member of', async () => {
    const { organizations } = await read(acme.owner, {
      organizationIds: `${other.id},nobody`,
      organizationSlugs: [acme.slug, other.slug],
      include: 'membership,permissions',
      members: { first: 2, total: true },
      teams: { first: 5 },
    })
    expect(organizations).toHaveLength(1)
    expect(organizations[0]).toMatchObject({
      id: acme.id,
      slug: acme.slug,
      isActive: true,
      membership: { id: acme.memberId, role: 'owner' },
    })
    expect(organizations[0]?.permissions).toContain('organization:delete')
    expect(organizations[0]?.members).toMatchObject({ hasMore: true, total: 3 })
    expect(organizations[0]?.members.items[1]).toEqual({
      id: admin.memberId,
      organizationId: acme.id,
      role: 'admin',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      user: { id: admin.id, name: 'Bea', email: admin.email, image: null },
    })
    expect(organizations[0]?.teams.items).toEqual([expect.objectContaining({ id: acme.teamId })])
    expect(organizations[0]).not.toHaveProperty('invitations')
  })

  test('lists an invitation only to those whom it would not raise', async () => {
    const seenBy = async (caller: SignedIn) => {
      const { organizations } = await read(caller, { organizationIds: acme.id, invitations: { status: 'pending' } })
      return organizations[0]?.invitations.items.map((item) => item.role).toSorted()
    }
    expect(await seenBy(acme.owner)).toEqual(['admin', 'member', 'owner'])
    expect(await seenBy(admin)).toEqual(['admin', 'member'])
    expect(await seenBy(member)).toEqual(['member'])
    const { organizations } = await read(acme.owner, { organizationIds: acme.id, invitations: {} })
    const ids =
      organizations[0]?.invitations.items.filter((item) => item.status === 'pending').map((item) => item.id) ?? []
    expect((await read(member, { invitationIds: ids.join(',') })).invitations).toHaveLength(1)
    expect((await read(other.owner, { invitationIds: ids.join(',') })).invitations).toEqual([])
  })

  test.each(['createdAt', 'name', 'email'] as const)(
    'pages by %s in both directions without gaps or doubles',
    async (orderBy) => {
      for (const descending of [false, true]) {
        const whole = await read(member, { organizationIds: acme.id, members: { orderBy, descending } })
        const all = whole.organizations[0]?.members.items.map((item) => item.id)
        expect(all).toHaveLength(3)
        for (const backward of [false, true]) {
          const walked: string[] = []
          let cursor: string | undefined
          for (let hasMore = true; hasMore;) {
            const part = backward ? { last: 1, before: cursor } : { first: 1, after: cursor }
            const { organizations } = await read(member, {
              organizationIds: acme.id,
              members: { orderBy, descending, ...part },
            })
            const page = organizations[0]?.members
            walked[backward ? 'unshift' : 'push'](...(page?.items.map((item) => item.id) ?? []))
            hasMore = page?.hasMore ?? false
            cursor = backward ? page?.startCursor : page?.endCursor
          }
          expect(walked).toEqual(all)
        }
      }
    },
  )

  test('filters members by role and by a part of the name or address', async () => {
    const foundBy = async (filter: object) =>
      (await read(member, { organizationIds: acme.id, members: filter })).organizations[0]?.members.items.map(
        (item) => item.id,
      )
    expect(await foundBy({ role: 'admin' })).toEqual([admin.memberId])
    expect(await foundBy({ query: 'BE' })).toEqual([admin.memberId])
    expect(await foundBy({ query: member.email.slice(0, 8).toUpperCase() })).toEqual([member.memberId])
    expect(await foundBy({ query: '%' })).toEqual([])
  })

  test.each(['createdAt', 'name', 'email'] as const)('filters members by team, in the order of %s', async (orderBy) => {
    const { owner, ...crew } = await found(app)
    const colleagues = [await crew.join('admin', { name: 'Abe' }), await crew.join('member', { name: 'Bob' })]
    await app.ctx.sql`update "member" set "teamId" = ${crew.teamId} where "id" = ${colleagues[0]?.memberId ?? ''}`
    const page = async (filter: object) =>
      (await read(owner, { organizationIds: crew.id, members: { orderBy, total: true, ...filter } })).organizations[0]
        ?.members
    const ids = async (filter: object) =>
      (await page({ teamId: crew.teamId, ...filter }))?.items.map(({ id }) => id).toSorted()
    expect(await ids({})).toEqual([crew.memberId, colleagues[0]?.memberId].toSorted())
    expect((await page({ teamId: crew.teamId }))?.total).toBe(2)
    expect(await ids({ role: 'admin' })).toEqual([colleagues[0]?.memberId])
    expect(await ids({ query: 'abe' })).toEqual([colleagues[0]?.memberId])
    expect(await ids({ query: 'bob' })).toEqual([])
    for (const teamId of [acme.teamId, 'none', ''])
      expect(await page({ teamId })).toMatchObject({ items: [], total: 0 })
  })

  test('answers single members, teams with their members, and users who share an organization', async () => {
    const asked = {
      memberIds: `${admin.memberId},${other.memberId}`,
      teamIds: `${acme.teamId},${other.teamId}`,
      userIds: `${admin.id},${other.owner.id},${member.id}`,
      teamMembers: { total: true },
    }
    const answer = await read(member, asked)
    expect(answer.members).toEqual([expect.objectContaining({ id: admin.memberId, organizationId: acme.id })])
    expect(answer.teams).toEqual([expect.objectContaining({ id: acme.teamId, organizationId: acme.id })])
    expect(answer.teams[0]?.members.items.map((item) => item.id)).toEqual([acme.memberId])
    expect(answer.users.map((user) => user.id).toSorted()).toEqual([admin.id, member.id].toSorted())
  })

  test('pages teams oldest first and invitations latest expiry first, those of one status if asked', async () => {
    const organization = await found(app)
    const ids: Record<'teams' | 'invitations', string[]> = { teams: [], invitations: [] }
    for (const name of ['one', 'two', 'three']) {
      app.clock.advance(1)
      const { id: organizationId, owner } = organization
      ids.teams.push((await owner.post('/organization/create-team', { name, organizationId })).at('id'))
      const invitation = { email: `${name}@example.com`, role: 'member', organizationId }
      ids.invitations.unshift((await owner.post('/organization/invite-member', invitation)).at('id'))
    }
    const [newest = '', ...pending] = ids.invitations
    await organization.owner.post('/organization/cancel-invitation', { invitationId: newest })
    const idsOf = async (query: object) => {
      const batch = await read(organization.owner, { organizationIds: organization.id, ...query })
      const { teams, invitations } = batch.organizations[0] ?? {}
      return (teams ?? invitations)?.items.map(({ id }) => id)
    }
    const [own, ...added] = (await idsOf({ teams: {} })) ?? []
    expect(added).toEqual(ids.teams)
    expect(await idsOf({ teams: { first: 2 } })).toEqual([own, ids.teams[0]])
    expect(await idsOf({ invitations: {} })).toEqual(ids.invitations)
    expect(await idsOf({ invitations: { first: 2 } })).toEqual(ids.invitations.slice(0, 2))
    expect(await idsOf({ invitations: { status: 'pending' } })).toEqual(pending)
  })

  test("pages the caller's own organizations, oldest membership first", async () => {
    app.clock.advance(1)
    const second = await found(app, acme.owner)
    const first = await read(acme.owner, { own: { first: 1, total: true } })
    expect(first.own).toMatchObject({ items: [acme.id], hasMore: true, total: 2 })
    expect(first.organizations.map((one) => one.id)).toEqual([acme.id])
    const next = await read(acme.owner, { own: { first: 1, after: first.own.endCursor } })
    expect(next.own).toMatchObject({ items: [second.id], hasMore: false })
  })

  test.each([
    ['members', '{'],
    ['members', '{"first":0}'],
    ['members', '{"first":101}'],
    ['members', '{"after":"no cursor"}'],
    ['members', String.raw`{"query":"\u0000"}`],
    ['members', JSON.stringify({ after: Buffer.from(String.raw`["\u0000","x"]`).toString('base64') })],
    ['organizationSlugs', String.raw`["\u0000"]`],
    ['members', '{"team":"all"}'],
    ['include', 'everything'],
    ['organizationIds', Array(101).fill('x').join(',')],
  ])('refuses %s=%s', async (key, value) => {
    const answer = await acme.owner.get('/organization/batch', { query: { [key]: value } })
    expect([answer.status, answer.at('code')]).toEqual([400, 'VALIDATION_ERROR'])
  })
})
