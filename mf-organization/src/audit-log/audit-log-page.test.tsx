import { screen, waitFor, within } from 'kit/testing/page'
import { graphqlError, requestsOf } from 'kit/testing/server'
import { expect, test, vi } from 'vitest'
import { member, organization, serve } from '../testing/gateway.ts'
import type { Role } from '../generated/graphql.ts'
import { openPage } from '../testing/open-page.ts'

const olga = { kind: 'person', userId: 'U_olga', name: 'Olga', image: null, actedForUserId: null, actedForName: null }
const command = { ...olga, kind: 'command line', userId: null, name: null }
const invited = { kind: 'invitation', databaseId: 'i', name: null }
const anna = { kind: 'person', databaseId: 'anna', name: 'Anna' }

let count = 0
const entry = (event: string, more: object = {}) => ({
  databaseId: `entry ${(count += 1)}`,
  at: '2026-11-20T12:00:00.000Z',
  event,
  actor: olga,
  target: { kind: 'organization', databaseId: 'rest id of rowers', name: 'Rowers' },
  email: null,
  details: {},
  requestId: null,
  ...more,
})
type Entry = ReturnType<typeof entry>

interface Arguments {
  after: string | null
  filter: { events?: string[] }
}

interface Options {
  /** Search parameters. */
  address?: string
  roles?: Role[]
  /** Entries of a page. */
  size?: number
}

/** Opens the page for Ada, a member of an organization with these entries. */
async function openLog(entries: Entry[], { address = '', roles = ['ADMIN'], size = 3 }: Options = {}) {
  const rowers = Object.assign(organization(roles, roles.includes('MEMBER') ? [] : ['AUDIT_READ']), {
    auditLog: async ({ after, filter }: Arguments) => {
      const all = entries.filter(({ event }) => !filter.events || filter.events.includes(event))
      const start = Number(after ?? 0)
      const pageInfo = { hasNextPage: all.length > start + size, endCursor: String(start + size) }
      return { keptDays: 365, nodes: all.slice(start, start + size), pageInfo }
    },
  })
  serve(rowers)
  return { rowers, ...(await openPage(`/organizations/rowers/audit-log${address}`)) }
}
const rows = async () => within(await screen.findByRole('list', { name: 'Audit log' })).getAllByRole('listitem')
const sentences = async () => (await rows()).map((row) => within(row).getByRole('button').textContent)
const lastFilter = () => Object(requestsOf('AuditLog').at(-1)).filter

const described: [event: string, more: object, sentence: string][] = [
  ['member.joined', { details: { roles: 'member' } }, 'Olga joined as Member'],
  [
    'member.joined',
    { actor: command, target: anna, details: { roles: 'owner,admin' } },
    'Operator added Anna as Owner and Admin',
  ],
  [
    'member.role-changed',
    { target: anna, details: { roles: 'admin', previousRoles: 'member' } },
    'Olga changed the role of Anna from Member to Admin',
  ],
  [
    'owner.changed',
    { target: { ...anna, name: null }, details: { roles: 'owner', previousRoles: 'admin' } },
    'Olga changed the role of someone from Admin to Owner',
  ],
  ['member.team-changed', { target: anna }, 'Olga changed the team of Anna'],
  ['member.removed', { target: anna }, 'Olga removed Anna'],
  [
    'team.created',
    { actor: { ...olga, actedForName: 'Ben' }, target: { kind: 'team', databaseId: 't', name: 'Eights' } },
    'Olga for Ben created the team Eights',
  ],
  ['member.left', { actor: { ...olga, name: null } }, 'Deleted account left'],
  [
    'invitation.sent',
    { target: invited, email: 'ben@example.com', details: { roles: 'member' } },
    'Olga invited ben@example.com as Member',
  ],
  ['invitation.accepted', {}, 'Olga accepted the invitation'],
  ['invitation.rejected', {}, 'Olga declined the invitation'],
  [
    'invitation.canceled',
    { target: invited, email: 'ben@example.com' },
    'Olga canceled the invitation to ben@example.com',
  ],
  ['team.created', { target: { kind: 'team', databaseId: 't', name: 'Eights' } }, 'Olga created the team Eights'],
  ['team.changed', { target: { kind: 'team', databaseId: 't', name: 'Eights' } }, 'Olga renamed the team Eights'],
  ['team.deleted', { target: { kind: 'team', databaseId: 't', name: null } }, 'Olga removed a team'],
  ['organization.created', { actor: { ...command, kind: 'system' } }, 'The system created the organization'],
  [
    'organization.changed',
    { details: { fields: ['name', 'slug', 'metadata', 'new-field'] } },
    'Olga changed the settings: Organization name, URL, Metadata, and new-field',
  ],
  ['flag.raised', {}, 'Olga made another change: flag.raised'],
]

test('describes each event in a sentence, also those of a newer server', async () => {
  await openLog(
    described.map(([event, more]) => entry(event, more)),
    { size: described.length },
  )
  expect(await sentences()).toEqual(described.map(([, , sentence]) => sentence))
})

test('keeps filters in the URL, offers members and those who left, and clears them', async () => {
  const { rowers, user, arrivedAt } = await openLog([entry('member.left'), entry('member.removed')])
  Object.assign(rowers, { members: async () => ({ nodes: [member('Ben', 'MEMBER')] }) })
  await rows()
  screen.getByText('Kept for 365 days')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Filter by change' }), 'Member left')
  await arrivedAt('/organizations/rowers/audit-log?event=member.left')
  await waitFor(async () => expect(await sentences()).toEqual(['Olga left']))
  const people = screen.getByRole('combobox', { name: 'Filter by person' })
  expect(
    within(people)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['Everyone', 'Olga', 'Ben'])
  await user.selectOptions(people, 'Ben')
  await user.type(screen.getByLabelText('From'), '2026-11-01')
  await user.type(screen.getByLabelText('To'), '2026-11-02')
  await arrivedAt('/organizations/rowers/audit-log?event=member.left&person=Ben&from=2026-11-01&to=2026-11-02')
  const from = new Date(2026, 10, 1).toISOString()
  const to = new Date(2026, 10, 3).toISOString()
  await waitFor(() => expect(lastFilter()).toEqual({ actorId: 'Ben', events: ['member.left'], from, to }))
})

test('says what appears here, or that the filters match nothing, and clears them', async () => {
  const { user, arrivedAt } = await openLog([], { address: '?event=member.removed&person=U_gone' })
  await screen.findByText('No changes match these filters')
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  await arrivedAt('/organizations/rowers/audit-log')
  await screen.findByText('Nothing yet')
  screen.getByText('Changes to members, teams and settings appear here.')
})

const many = (length: number) =>
  Array.from({ length }, (_, n) => entry('member.removed', { target: { ...anna, name: `P${n}` } }))

test('shows more entries below, and why that failed', async () => {
  const { user, rowers } = await openLog(many(4))
  expect(await rows()).toHaveLength(3)
  const { auditLog } = rowers
  rowers.auditLog = async () => Promise.reject(graphqlError('UPSTREAM_UNAVAILABLE'))
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  await screen.findByRole('alert')
  rowers.auditLog = auditLog
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  await waitFor(async () => expect(await rows()).toHaveLength(4))
  expect((await sentences()).at(-1)).toBe('Olga removed P3')
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('opens a panel with ids and values, to copy', async () => {
  const details = { roles: 'admin', previousRoles: 'member', fields: ['slug'] }
  const shown = entry('member.role-changed', { target: anna, details, requestId: 'request 7' })
  const { user } = await openLog([shown])
  const copied = vi.spyOn(navigator.clipboard, 'writeText')
  await user.click(within((await rows())[0] ?? document.body).getByRole('button'))
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Olga changed the role of Anna from Member to Admin' }),
  )
  expect(
    dialog
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent),
  ).toEqual([
    'at2026-11-20T12:00:00.000Z',
    'eventmember.role-changed',
    'rolesadmin',
    'previousRolesmember',
    'fieldsURL',
    'actorU_olga',
    'targetanna',
    `databaseId${shown.databaseId}`,
    'requestIdrequest 7',
  ])
  await user.click(dialog.getByRole('button', { name: 'Copy as JSON' }))
  await dialog.findByRole('button', { name: 'Copied' })
  expect(JSON.parse(copied.mock.calls[0]?.[0] ?? '')).toMatchObject({ event: shown.event, details })
})

/** The lines of the exported file. */
function catchFile() {
  const { promise, resolve } = Promise.withResolvers<Blob>()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) resolve(blob)
    return 'blob:file'
  })
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  const names: string[] = []
  return {
    names,
    click,
    lines: async () =>
      new TextDecoder('utf8', { ignoreBOM: true }).decode(await (await promise).arrayBuffer()).split('\r\n'),
  }
}

test('exports all pages as CSV, without formulas, and waits for the rate limit', async () => {
  const formula = { ...olga, name: '=HYPERLINK("http://x")' }
  const { user, rowers } = await openLog([...many(3), entry('member.left', { actor: formula })])
  const { auditLog } = rowers
  const file = catchFile()
  let isLimited = true
  rowers.auditLog = async (page) => {
    if (!page.after || !isLimited) return auditLog(page)
    isLimited = false
    throw graphqlError('RATE_LIMITED', { retryAfter: 0.1 })
  }
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }))
  await screen.findByRole('button', { name: 'Exporting: 3' })
  const lines = await file.lines()
  expect(lines).toHaveLength(6)
  expect(lines[0]).toBe('\uFEFF"time","person","change","event","email","details","personId","targetId","requestId"')
  expect(lines[1]).toBe(
    '"2026-11-20T12:00:00.000Z","Olga","Olga removed P0","member.removed","","{}","U_olga","anna",""',
  )
  expect(lines[4]).toMatch(/^"2026-11-20T12:00:00.000Z","'=HYPERLINK\(""http:\/\/x""\)","'=HYPERLINK/)
  expect(file.names).toEqual(['audit-log-rowers.csv'])
  await screen.findByRole('button', { name: 'Export CSV' })
})

test('exports at most 10,000 entries, and says so', async () => {
  const { user, rowers } = await openLog(many(1))
  await rows()
  const nodes = many(2500) // more than a real page, to save time
  rowers.auditLog = async () => ({ keptDays: 365, nodes, pageInfo: { hasNextPage: true, endCursor: 'next' } })
  const file = catchFile()
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }))
  expect(await file.lines()).toHaveLength(10_002)
  await screen.findByText('Only the newest 10,000 changes were exported. Use filters for older ones.')
})

test('offers to load the log again', async () => {
  const { user, rowers, goTo } = await openLog([entry('member.left')])
  await rows()
  const { auditLog } = rowers
  rowers.auditLog = async () => Promise.reject(graphqlError('UPSTREAM_UNAVAILABLE'))
  await goTo('/organizations/rowers/audit-log?event=member.left')
  rowers.auditLog = auditLog
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(async () => expect(await sentences()).toEqual(['Olga left']))
})

test('refuses members', async () => {
  const { rowers } = await openLog([], { roles: ['MEMBER'] })
  rowers.auditLog = async () => Promise.reject(graphqlError('FORBIDDEN'))
  await screen.findByText('Page not found')
  expect(screen.queryByRole('link', { name: 'Audit log' })).toBeNull()
})
