import { describe, expect, test } from 'vitest'
import type { Browser } from '../../testing/browser.ts'
import { accessToken, cookieOf, serviceToken } from '../../testing/access-token.ts'
import { found, type TestOrganization } from '../../testing/organizations.ts'
import { routesOf } from '../../testing/routes.ts'
import { startTestApp } from '../../testing/start-test-app.ts'
import { testPassword } from '../../testing/test-password.ts'
import { addMember } from '../member/member.ts'

// Every path to an organization × its demand × what the session has shown.

const server = await startTestApp({ ORGANIZATION_LIMIT: '1000' })
const { app, ctx, clock, signUp } = server
const owner = await signUp({ emailVerified: true })

const demands = ['none', 'grace', 'in force'] as const
const sessions = ['no factor', 'elsewhere', 'trusted-device', 'backup-code', 'totp', 'passkey'] as const
type Demand = (typeof demands)[number]
type Session = (typeof sessions)[number]

interface Scene extends TestOrganization {
  readonly browser: Browser
  /** In everything of the organization except its id, name and slugs. */
  readonly mark: string
  readonly colleagueId: string
  readonly teamId: string
  readonly invitationId: string
  readonly colleagueMemberId: string
  readonly formerSlug: string
}

const day = 86_400_000
const startOf: Record<Demand, () => Date | null> = {
  none: () => null,
  grace: () => new Date(clock.now().getTime() + day),
  'in force': () => new Date(clock.now().getTime() - 1),
}
const demand = (id: string, start: Date | null) =>
  ctx.db.write`update "organization" set "secondFactorRequiredAt" = ${start} where "id" = ${id}`

async function signIn(session: Session): Promise<Browser> {
  const browser = server.browser()
  const { token } = {
    token: (await browser.post('/sign-in/email', { email: owner.email, password: testPassword })).at('token'),
  }
  const kind = session === 'no factor' || session === 'elsewhere' ? null : session
  await ctx.db.write`
    update "session" set "secondFactor" = ${kind}, "secondFactorAt" = ${kind && clock.now()} where "token" = ${token}`
  if (session === 'elsewhere') await signIn('totp')
  return browser
}

async function setScene(start: Demand, session: Session): Promise<Scene> {
  await ctx.db.write`delete from "mailBudget"`
  clock.advance(1) // for the order of the entries
  const organization = await found(server, owner)
  const { id: organizationId, slug } = organization
  const mark = `sealed-${slug.replace('organization-', '')}-`
  const colleague = await signUp({ email: `${mark}@example.com` })
  await owner.post('/organization/update', {
    data: { slug: `${slug}-new`, logo: `https://example.com/${mark}.png`, metadata: { mark } },
  })
  const member = await addMember(ctx, { organizationId, userId: colleague.id, role: 'member' })
  const team = await owner.post('/organization/create-team', { name: mark })
  await owner.post('/organization/add-team-member', { teamId: team.at('id'), userId: owner.id })
  const invited = await owner.post('/organization/invite-member', { email: `${mark}@x.test`, role: 'member' })
  await owner.post('/organization/create-role', { role: `${mark}role`, permission: {} })
  const browser = await signIn(session)
  await ctx.db.write`update "session" set "activeOrganizationId" = ${organizationId}, "activeTeamId" = ${team.at('id')}`
  await demand(organizationId, startOf[start]())
  const more = { teamId: team.at('id'), invitationId: invited.at('id'), colleagueMemberId: member.id }
  return { ...organization, ...more, mark, colleagueId: colleague.id, slug: `${slug}-new`, formerSlug: slug, browser }
}

type Row = readonly ['GET' | 'POST', string, ((at: Scene) => Record<string, unknown>)?]
type Input = (at: Scene) => Record<string, unknown>
const get = (path: string, input: Input = () => ({})): Row => ['GET', `/organization/${path}`, input]
const post = (path: string, input: Input = () => ({})): Row => ['POST', `/organization/${path}`, input]

/** Refused with SECOND_FACTOR_REQUIRED. The last ones change what the others read. */
const closed: Row[] = [
  get('get-full-organization'),
  get('get-full-organization', (at) => ({ organizationId: at.id })),
  get('get-full-organization', (at) => ({ organizationSlug: at.slug })),
  get('get-organization'),
  get('get-organization', (at) => ({ organizationSlug: at.slug })),
  get('get-active-member'),
  get('get-active-member', () => ({ permissions: 'true' })),
  get('get-active-member-role'),
  get('get-active-member-role', (at) => ({ organizationSlug: at.slug, userId: at.colleagueId })),
  get('list-members'),
  get('list-members', (at) => ({ organizationSlug: at.slug, secondFactors: 'true' })),
  get('list-members', () => ({ filterField: 'hasSecondFactor', filterValue: 'false' })),
  get('list-invitations'),
  get('list-teams'),
  get('list-teams', (at) => ({ organizationId: at.id })),
  get('list-team-members'),
  get('list-team-members', (at) => ({ teamId: at.teamId })),
  get('list-user-teams', (at) => ({ organizationId: at.id })),
  get('list-user-teams', (at) => ({ userId: at.colleagueId })),
  get('list-roles'),
  get('list-permissions'),
  get('get-role', (at) => ({ roleName: `${at.mark}role` })),
  get('audit-log'),
  get('list-webhooks'),
  get('list-webhook-deliveries', () => ({ webhookId: 'x' })),
  post('has-permission', () => ({ permissions: { team: ['create'] } })),
  post('set-active', (at) => ({ organizationId: at.id })),
  post('set-active', (at) => ({ organizationSlug: at.slug })),
  post('set-active'),
  post('set-active-team', (at) => ({ teamId: at.teamId })),
  post('update', () => ({ data: { name: 'x' } })),
  post('update', (at) => ({ organizationId: at.id, data: {} })),
  post('update-member-role', (at) => ({ memberId: at.colleagueMemberId, role: 'admin' })),
  post('replace-member-role', (at) => ({ memberId: at.colleagueMemberId, expectedRole: ['admin'], role: ['member'] })),
  post('update-member-team', (at) => ({ memberId: at.colleagueMemberId, teamId: at.teamId })),
  post('invite-member', () => ({ email: 'more@x.test', role: 'member' })),
  post('cancel-invitation', (at) => ({ invitationId: at.invitationId })),
  post('create-team', () => ({ name: 'x' })),
  post('update-team', (at) => ({ teamId: at.teamId, data: { name: 'x' } })),
  post('add-team-member', (at) => ({ teamId: at.teamId, userId: at.colleagueId })),
  post('remove-team-member', (at) => ({ teamId: at.teamId, userId: at.colleagueId })),
  post('remove-team', (at) => ({ teamId: at.teamId })),
  post('create-role', () => ({ role: 'x', permission: {} })),
  post('update-role', (at) => ({ roleName: `${at.mark}role`, data: {} })),
  post('delete-role', (at) => ({ roleName: `${at.mark}role` })),
  post('remove-member', (at) => ({ memberIdOrEmail: at.colleagueMemberId })),
  post('create-webhook', () => ({ url: 'https://x.test/' })),
  post('update-webhook', () => ({ webhookId: 'x' })),
  post('rotate-webhook-secret', () => ({ webhookId: 'x' })),
  post('test-webhook', () => ({ webhookId: 'x' })),
  post('redeliver-webhook', () => ({ webhookId: 'x', deliveryId: 'x' })),
  post('delete-webhook', () => ({ webhookId: 'x' })),
  post('require-second-factor', () => ({ required: false })),
  post('delete', (at) => ({ organizationId: at.id })),
]

/** Without the rest of the organization. */
const partly: Row[] = [
  get('list'),
  get('list', () => ({ permissions: 'true' })),
  get('list-user-teams', () => ({ limit: 100 })),
  get('batch', () => ({ own: '{"first":100}', include: everyPart, ...everyPage })),
  get('batch', (at) => ({ organizationIds: at.id, include: everyPart, ...everyPage })),
  get('batch', (at) => ({ organizationSlugs: JSON.stringify([at.slug, at.formerSlug]), include: everyPart })),
  get('batch', (at) => ({ organizationIds: at.id, members: `{"query":"${at.mark}"}` })),
  get('batch', (at) => ({ organizationIds: at.id, members: '{"hasSecondFactor":false}' })),
  get('batch', (at) => ({ memberIds: at.colleagueMemberId, memberIdsForTeams: at.colleagueMemberId })),
  get('batch', (at) => ({ teamIds: at.teamId, teamMembers: '{}' })),
  get('batch', (at) => ({ teamIds: at.teamId, teamMembers: '{"hasSecondFactor":false}' })),
  get('batch', (at) => ({ invitationIds: at.invitationId })),
  get('batch', (at) => ({ userIds: at.colleagueId })),
  get('batch', () => ({ ownTeams: '{"first":100}' })),
  ['GET', '/activity', () => ({ limit: 100 })],
  ['POST', '/export-data'],
]
const withoutMark: Row[] = [
  get('batch', (at) => ({ memberIdsForFactors: at.colleagueMemberId })),
  ['GET', '/get-session'],
  ['GET', '/delete-user/obstacles'],
]
const everyPart = 'membership,permissions,grants,roles,roleCounts,remotePermissions'
const everyPage = { members: '{}', teams: '{}', invitations: '{}' }

/** About the person, or about invitations. */
const open = [
  'create',
  'check-slug',
  'suggest-slugs',
  'leave',
  'get-invitation',
  'read-mailed-invitation',
  'accept-invitation',
  'reject-invitation',
  'list-user-invitations',
]

const play = (browser: Browser, [method, path, input]: Row, at: Scene) => {
  const given = input?.(at) ?? {}
  const query = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]))
  return method === 'GET' ? browser.get(path, { query }) : browser.post(path, given)
}
const titleOf = ([method, path]: Row) => `${method} ${path}`

const pairs = demands.flatMap((start) => sessions.map((session) => ({ start, session })))
const isWhole = process.env['TEST_FULL'] !== undefined
/** Each pair of values at least once. */
const isChosen = (index: number) => isWhole || index % 2 === 0 || index >= 12

describe.each(pairs.filter((_, index) => isChosen(index)))(
  'demand $start, session $session',
  async ({ start, session }) => {
    const reaches = start !== 'in force' || !['no factor', 'elsewhere'].includes(session)

    test('decides every call alike', async () => {
      const at = await setScene(start, session)
      for (const row of [...partly, ...withoutMark]) {
        const { status, text } = await play(at.browser, row, at)
        expect([titleOf(row), status]).toEqual([titleOf(row), 200])
        const isSeen = reaches && !withoutMark.includes(row)
        expect([titleOf(row), text.includes(at.mark)]).toEqual([titleOf(row), isSeen])
      }
      const before = await stateOf(at.id)
      for (const row of closed) {
        const { outcome, text } = await play(at.browser, row, at)
        if (reaches) expect([titleOf(row), text]).not.toEqual([titleOf(row), expect.stringContaining('SECOND_FACTOR')])
        else expect([titleOf(row), outcome]).toEqual([titleOf(row), refused])
      }
      if (!reaches) expect(await stateOf(at.id)).toEqual(before)
    })

    test('decides tokens of services alike, and what they read', async () => {
      const at = await setScene(start, session)
      const named = await app.inject({
        url: `/inner/service-token?audience=mf-x&organization=${at.formerSlug}`,
        headers: { cookie: cookieOf(at.browser) },
        remoteAddress: '127.0.0.1',
      })
      expect([named.statusCode, named.body.includes('SECOND_FACTOR_REQUIRED')]).toEqual(
        reaches ? [200, false] : [403, true],
      )
      const claims: unknown = JSON.parse(atob((await serviceToken(server, at.browser)).split('.')[1] ?? ''))
      expect(claims).toMatchObject({ organization: reaches ? { id: at.id } : null })
      await demand(at.id, null)
      const token = await accessToken(server, at.browser)
      await demand(at.id, startOf[start]())
      const headers = { authorization: `Bearer ${token}` }
      const read = await server.get('/organization/batch', { headers, query: { organizationIds: at.id, ...everyPage } })
      expect([read.status, read.text.includes(at.mark)]).toEqual([200, reaches])
    })
  },
)

const refused = [403, { code: 'SECOND_FACTOR_REQUIRED', message: 'Second factor required' }]

/** Everything that a call could change. */
const stateOf = async (id: string) => ctx.db.read`
  select to_jsonb(o) as "organization", (select jsonb_agg(m order by m."id") from "member" m where m."organizationId" = o."id") as "members",
    (select jsonb_agg(t order by t."id") from "teamMember" t where t."organizationId" = o."id") as "teams",
    (select jsonb_agg(i order by i."id") from "invitation" i where i."organizationId" = o."id") as "invitations",
    (select jsonb_agg(r order by r."id") from "organizationRole" r where r."organizationId" = o."id") as "roles",
    (select count(*) from "webhook" w where w."organizationId" = o."id") as "webhooks",
    (select count(*) from "journal" j where j."organizationId" = o."id") as "entries"
  from "organization" o where o."id" = ${id}`

test('keeps a closed organization in the lists, with its name and a flag', async () => {
  const { browser, id, slug, formerSlug, ...at } = await setScene('in force', 'no factor')
  const name = formerSlug
  const own: unknown = (await browser.get('/organization/list')).body
  const createdAt = expect.any(String)
  const nothing = { role: 'owner', memberCount: 0, logo: null, metadata: null }
  expect(own).toContainEqual({ id, name, slug, createdAt, ...nothing, needsSecondFactor: true })
  const { body } = await browser.get('/organization/batch', { query: { organizationSlugs: `["${formerSlug}"]` } })
  const shown = { id, name, slug, logo: null, metadata: null, createdAt, updatedAt: createdAt, isActive: true }
  expect(body).toMatchObject({ organizations: [{ ...shown, needsSecondFactor: true, formerSlugs: [formerSlug] }] })
  const other = await found(server, at.owner)
  expect((await browser.get('/organization/list')).body).toContainEqual(
    expect.objectContaining({ id: other.id, role: 'owner', memberCount: 1, needsSecondFactor: false }),
  )
  expect((await browser.get('/organization/get-organization', { query: { organizationId: other.id } })).status).toBe(
    200,
  )
})

test('frees no former slug of a closed organization', async () => {
  const { browser, formerSlug: slug } = await setScene('in force', 'no factor')
  expect((await browser.post('/organization/check-slug', { slug })).status).toBe(400)
  expect((await browser.post('/organization/create', { name: 'x', slug })).at('code')).toBe(
    'ORGANIZATION_ALREADY_EXISTS',
  )
  const shown = await signIn('totp')
  expect((await shown.post('/organization/create', { name: 'x', slug })).status).toBe(200)
})

test('lets members leave, delete their account and accept an invitation without a factor', async () => {
  const organization = await found(server)
  const joining = await signUp()
  const email = joining.email
  const invited = await organization.owner.post('/organization/invite-member', { email, role: 'member' })
  await demand(organization.id, startOf['in force']())
  const { body } = await joining.post('/organization/accept-invitation', { invitationId: invited.at('id') })
  expect(body).toMatchObject({ member: { organizationId: organization.id } })
  expect((await joining.get('/organization/get-full-organization')).outcome).toEqual(refused)
  expect((await joining.post('/organization/leave', { organizationId: organization.id })).status).toBe(200)
  const gone = await signUp()
  await addMember(ctx, { organizationId: organization.id, userId: gone.id, role: 'member' })
  expect((await gone.post('/delete-user', { password: testPassword })).status).toBe(200)
})

test('tells strangers nothing', async () => {
  const { id, slug } = await setScene('in force', 'no factor')
  const stranger = await signUp()
  for (const query of [{ organizationId: id }, { organizationSlug: slug }] as Record<string, string>[]) {
    const asked = await stranger.get('/organization/get-full-organization', { query })
    expect(asked.at('code')).toBe('USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION')
  }
})

test('refuses from the next request on when the grace period ends, and when a factor is shown no longer', async () => {
  const { browser, id } = await setScene('grace', 'no factor')
  const read = () => browser.get('/organization/get-full-organization')
  expect((await read()).status).toBe(200)
  clock.advance(day / 1000 + 1)
  expect((await read()).outcome).toEqual(refused)
  await ctx.db.write`update "session" set "secondFactorAt" = ${clock.now()}`
  expect((await read()).status).toBe(200)
  await ctx.db.write`update "session" set "secondFactorAt" = null`
  expect((await read()).outcome).toEqual(refused)
  await demand(id, null)
  expect((await read()).status).toBe(200)
})

test('covers every call of organizations', async () => {
  const paths = (await routesOf(app)).map(({ path }) => path).filter((path) => path.startsWith('/organization/'))
  const listed = new Set([
    ...[...closed, ...partly].map(([, path]) => path),
    ...open.map((name) => `/organization/${name}`),
  ])
  expect(paths.filter((path) => !listed.has(path))).toEqual([])
  expect([...listed].filter((path) => path.startsWith('/organization/') && !paths.includes(path))).toEqual([])
})
