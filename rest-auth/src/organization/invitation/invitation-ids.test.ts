import { expect, test } from 'vitest'
import openapi from '../../../generated/openapi.json' with { type: 'json' }
import { emailedLink } from '../../testing/emailed-link.ts'
import { found } from '../../testing/organizations.ts'
import { startTestApp, type SignedIn } from '../../testing/start-test-app.ts'
import { testPassword } from '../../testing/test-password.ts'

const app = await startTestApp()
const acme = await found(app)
const { id: organizationId, slug: organizationSlug, owner } = acme

const member = await acme.join('member')
const mixed = await acme.join('member')
await owner.post('/organization/update-member-role', {
  memberId: mixed.memberId,
  role: ['member', 'admin'],
  organizationId,
})
const people: Record<string, SignedIn> = { owner, admin: await acme.join('admin'), 'member,admin': mixed, member }

const guests = ['i1@example.com', 'i2@example.com', 'i3@example.com']
const realIds = new Map<string, string>()
for (const email of guests) {
  const invited = await owner.post('/organization/invite-member', { email, role: 'member', organizationId })
  realIds.set(email, invited.at('id'))
}
await owner.post('/organization/cancel-invitation', { invitationId: realIds.get('i3@example.com') })

interface Answer {
  readonly status: number
  readonly text: string
  readonly headers: object
}

const batch = (caller: SignedIn, invitations: object) =>
  caller.get('/organization/batch', {
    query: { organizationIds: organizationId, invitations: JSON.stringify(invitations) },
  })

/** Every call that lists invitations. The sweep below finds one that is missing here. */
const readers: Record<string, (caller: SignedIn) => Promise<Answer>> = {
  'list-invitations': (caller) => caller.get('/organization/list-invitations', { query: { organizationId } }),
  'list-invitations, by pages': (caller) =>
    caller.get('/organization/list-invitations', { query: { organizationId, limit: '4' } }),
  'get-full-organization': (caller) => caller.get('/organization/get-full-organization', { query: { organizationId } }),
  'get-full-organization of a slug': (caller) =>
    caller.get('/organization/get-full-organization', { query: { organizationSlug } }),
  'set-active': (caller) => caller.post('/organization/set-active', { organizationId }),
  'get-full-organization of the active one': (caller) => caller.get('/organization/get-full-organization'),
  batch: (caller) => batch(caller, {}),
  'batch, brief, with cursors': (caller) => batch(caller, { brief: true, cursors: true }),
  'batch, first of several': (caller) => batch(caller, { first: 5 }),
  'batch, backwards': (caller) => batch(caller, { last: 4, cursors: true }),
  'batch, pending': (caller) => batch(caller, { status: 'pending' }),
  'batch, canceled': (caller) => batch(caller, { status: 'canceled' }),
  'batch, searched': (caller) => batch(caller, { query: 'i1' }),
  'batch, by email': (caller) => batch(caller, { orderBy: 'email', cursors: true }),
}

/** The ids by email, wherever the response has them. */
function idsIn(value: unknown): [email: string, id: string][] {
  if (typeof value !== 'object' || value === null) return []
  const own = 'email' in value && 'expiresAt' in value && 'id' in value ? value : undefined
  return [
    ...(own ? [[String(own.email), String(own.id)] satisfies [string, string]] : []),
    ...Object.values(value).flatMap(idsIn),
  ]
}

/** Text, headers, and what base64 in them says: cursors too. */
function everythingIn({ text, headers }: Answer): string {
  const all = text + JSON.stringify(headers)
  return all + [...all.matchAll(/[\w+/-]{16,}={0,2}/g)].map(([part]) => Buffer.from(part, 'base64').toString()).join()
}

const listed = idsIn(JSON.parse((await readers['list-invitations']?.(member))?.text ?? 'null'))
const standIns = new Map(listed.filter(([email]) => realIds.has(email)))

test('has a stand-in for each invitation', () => {
  expect([...standIns.keys()].toSorted()).toEqual(guests)
  expect(new Set([...standIns.values(), ...realIds.values()]).size).toBe(6)
})

test.each(Object.keys(readers))('%s has real ids for who may invite or cancel only', async (name) => {
  for (const [role, person] of Object.entries(people)) {
    const answer = await readers[name]?.(person)
    if (answer?.status !== 200) throw new Error(`${name}: ${answer?.text}`)
    const ids = idsIn(JSON.parse(answer.text)).filter(([email]) => realIds.has(email))
    expect(ids.length, role).toBeGreaterThan(0)
    const expected = role === 'member' ? standIns : realIds
    expect(ids, role).toEqual(ids.map(([email]) => [email, expected.get(email)]))
    if (role === 'member') for (const id of realIds.values()) expect(everythingIn(answer)).not.toContain(id)
  }
})

test('no GET call of organizations shows a plain member a real id', async () => {
  const parameters = { organizationId, organizationSlug, id: organizationId, limit: '1' }
  let answered = 0
  for (const [path, calls] of Object.entries(openapi.paths)) {
    if (!path.startsWith('/organization/') || !('get' in calls)) continue
    for (const query of [{}, { organizationId }, { organizationSlug }, parameters]) {
      const answer = await member.get(path, { query })
      if (answer.status === 200) answered += 1
      for (const id of realIds.values()) expect(everythingIn(answer), path).not.toContain(id)
    }
  }
  expect(answered).toBeGreaterThan(15)
})

test('pages of a plain member have each invitation once', async () => {
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const query = { organizationId, limit: '1', ...(cursor && { cursor }) }
    const page = await member.get('/organization/list-invitations', { query })
    seen.push(...idsIn(JSON.parse(page.text)).map(([, id]) => id))
    cursor = page.headers['next-cursor']?.toString()
  } while (cursor)
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen).toEqual(expect.arrayContaining([...standIns.values()]))
})

test('no call takes a stand-in, and the mailed id still opens the seat', async () => {
  const email = 'i1@example.com'
  const invitationId = standIns.get(email) ?? ''
  // B3: a second account of a member, with the invited email.
  const impostor = await app.signUp({ email, name: 'Carla CFO' })
  for (const caller of [impostor, owner, member]) {
    const answers = [
      await caller.post('/organization/accept-invitation', { invitationId }),
      await caller.post('/organization/reject-invitation', { invitationId }),
      await caller.post('/organization/cancel-invitation', { invitationId }),
      await caller.get('/organization/get-invitation', { query: { id: invitationId } }),
      await caller.post('/organization/read-mailed-invitation', { invitationId, token: 'x' }),
    ]
    expect(answers.map(({ status, body }) => [status, Object(body).code])).toEqual(
      answers.map(() => [400, 'INVITATION_NOT_FOUND']),
    )
    const read = await caller.get('/organization/batch', { query: { invitationIds: invitationId } })
    expect(JSON.parse(read.text).invitations).toEqual([])
  }
  const [, mailedId = ''] =
    /accept-invitation\/([^?]+)/.exec((await emailedLink(app, email, 'invitation')).pathname) ?? []
  const reader = app.browser()
  await reader.post('/sign-in/email', { email, password: testPassword })
  const accepted = await reader.post('/organization/accept-invitation', { invitationId: mailedId })
  expect(accepted.status).toBe(200)
  expect(accepted.at('invitation', 'id')).toBe(realIds.get(email))
})
