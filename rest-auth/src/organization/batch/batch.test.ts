import { beforeAll, describe, expect, test } from 'vitest'
import { found, type Colleague, type TestOrganization } from '../../testing/organizations.ts'
import { startTestApp, type SignedIn } from '../../testing/start-test-app.ts'

const app = await startTestApp()

interface Page {
  items: { id: string; [field: string]: unknown }[]
  hasMore: boolean
  total?: number
}
type Node = { id: string; [part: string]: unknown }
interface Batch {
  organizations: (Node & { members: Page; teams: Page; invitations: Page })[]
  members: Node[]
  teams: (Node & { members: Page })[]
  invitations: Node[]
  users: Node[]
  own: { items: string[] }
}

/** Reads a batch. Objects are sent as JSON text. */
async function read(caller: SignedIn, query: Record<string, string | object>): Promise<Batch> {
  const entries = Object.entries(query).map(([key, value]) => [
    key,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  const response = await caller.get('/organization/batch', { query: Object.fromEntries(entries) })
  expect(response.status, response.text).toBe(200)
  return JSON.parse(response.text)
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

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)

describe('GET /organization/batch', () => {
  test('returns organizations by id and by slug with the requested parts, only for members', async () => {
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
    const user = { id: admin.id, name: 'Bea', email: admin.email, image: null, proved: false }
    const row = { id: admin.memberId, organizationId: acme.id, role: 'admin' }
    const times = { createdAt: time, updatedAt: time }
    expect(organizations[0]?.members.items[1]).toEqual({ ...row, ...times, user: { ...user, ...times } })
    expect(organizations[0]?.teams.items).toEqual([expect.objectContaining({ id: acme.teamId })])
    expect(organizations[0]).not.toHaveProperty('invitations')
  })

  test('returns brief rows on request', async () => {
    const fieldsOf = async (page: object) => {
      const pages = { members: { ...page, team: true }, teams: page, invitations: page }
      const [pagesOf] = (await read(acme.owner, { organizationIds: acme.id, ...pages })).organizations
      const item = pagesOf?.members.items[0]
      const rows = [item, item?.['user'], item?.['team'], pagesOf?.teams.items[0], pagesOf?.invitations.items[0]]
      return rows.map((row) => Object.keys(Object(row)))
    }
    const whole = await fieldsOf({})
    for (const fields of whole) expect(fields).toEqual(expect.arrayContaining(['createdAt', 'updatedAt']))
    const absent = /^((created|updated)At|organization.*|inviter(Name|Email)|teamId)$/
    const [invitation = [], ...others] = whole.map((row) => row.filter((name) => !absent.test(name))).toReversed()
    const withoutTeam = invitation.filter((name) => name !== 'team')
    expect(withoutTeam).toEqual(['id', 'email', 'status', 'expiresAt', 'role'])
    expect((await fieldsOf({ brief: true })).toReversed()).toEqual([withoutTeam, ...others])
  })

  test('lists an invitation only to members with its roles', async () => {
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

  test('returns single members, teams with their members, and users of shared organizations', async () => {
    const asked = {
      memberIds: `${admin.memberId},${other.memberId}`,
      teamIds: `${acme.teamId},${other.teamId}`,
      userIds: `${admin.id},${other.owner.id},${member.id}`,
      teamMembers: { total: true },
    }
    const response = await read(member, asked)
    expect(response.members).toEqual([expect.objectContaining({ id: admin.memberId, organizationId: acme.id })])
    expect(response.teams).toEqual([expect.objectContaining({ id: acme.teamId, organizationId: acme.id })])
    expect(response.teams[0]?.members.items.map((item) => item.id)).toEqual([acme.memberId])
    expect(response.users.map((user) => user.id).toSorted()).toEqual([admin.id, member.id].toSorted())
  })

  test('orders teams and own organizations by age, invitations by latest expiry', async () => {
    const { id: organizationId, owner } = await found(app)
    for (const name of ['one', 'two']) {
      app.clock.advance(1)
      await owner.post('/organization/create-team', { name, organizationId })
      await owner.post('/organization/invite-member', { email: `${name}@example.com`, role: 'member', organizationId })
    }
    const second = await found(app, owner)
    const { organizations, own } = await read(owner, { own: {}, teams: {}, invitations: {} })
    expect(own.items).toEqual([organizationId, second.id])
    const first = organizations.find(({ id }) => id === organizationId)
    expect(first?.teams.items.slice(1)).toMatchObject([{ name: 'one' }, { name: 'two' }])
    expect(first?.invitations.items).toMatchObject([{ email: 'two@example.com' }, { email: 'one@example.com' }])
    const canceled = { organizationIds: organizationId, invitations: { status: 'canceled' } }
    expect((await read(owner, canceled)).organizations[0]?.invitations.items).toEqual([])
  })

  test.each([
    ['members', '{'],
    ['members', '{"first":-1}'],
    ['members', '{"first":101}'],
    ['members', '{"after":"no cursor"}'],
    ['members', String.raw`{"query":"\u0000"}`],
    ['members', JSON.stringify({ after: Buffer.from(String.raw`["\u0000","x"]`).toString('base64') })],
    ['organizationSlugs', String.raw`["\u0000"]`],
    ['members', '{"team":"all"}'],
    ['teams', '{"orderBy":"email"}'],
    ['teams', JSON.stringify({ after: Buffer.from('["b","x"]').toString('base64') })],
    ['invitations', JSON.stringify({ query: 'x'.repeat(256) })],
    ['own', String.raw`{"query":"\u0000"}`],
    ['include', 'everything'],
    ['organizationIds', Array(101).fill('x').join(',')],
  ])('rejects %s=%s', async (key, value) => {
    const response = await acme.owner.get('/organization/batch', { query: { [key]: value } })
    expect([response.status, response.at('code')]).toEqual([400, 'VALIDATION_ERROR'])
  })
})
