import { sql } from 'database/sql.ts'
import { readFileSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { makeDueReset, stopReset } from '../administration/factor-reset/factor-reset.ts'
import { withdrawDoubtfulProofs } from '../adopt/proofs.ts'
import { encrypt } from '../crypto/encryption.ts'
import { processMailRequests } from '../mail-worker.ts'
import { sealPurpose } from '../mail/mail.sql.ts'
import { deleteEmails, resendEmails } from '../mail/operate.ts'
import { addOperator, removeOperator } from '../operator/operator.ts'
import { eventNames } from './events.ts'
import { loggedNames } from './journal.ts'
import { grantOrganizations, setServiceSecret } from '../signed-token/service-client.ts'
import { replaceSigningKeys } from '../signed-token/signing-key.ts'
import { createAuthenticator } from '../testing/authenticator.ts'
import type { Result, Browser } from '../testing/browser.ts'
import { emailedLink, emailedToken } from '../testing/emailed-link.ts'
import { found } from '../testing/organizations.ts'
import { startSocialTestApp, visitProvider } from '../testing/social.ts'
import { testPassword } from '../testing/test-password.ts'
import { scanSecret } from '../testing/two-factor.ts'
import { findUserById } from '../user/user.sql.ts'
import { createWebhookSender } from '../webhook/webhook-worker.ts'

const t = await startSocialTestApp({ RATE_LIMIT_ENABLED: 'false', ORGANIZATION_LIMIT: '2' })
const headers = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'x-request-id': 'not-from-a-proxy',
}
const seen = new Set<string>()

interface Line {
  readonly event: string
  readonly [field: string]: unknown
}

/** An administrator gives it. It is not logged. */
const actReason = 'Ann asked for it'

/** The logged events, without the common fields, which are checked here, as are the journal's entries. */
async function eventsOf(act: () => Promise<Result>): Promise<Line[]> {
  const before = t.logged.length
  await act()
  await processMailRequests(t.ctx)
  const lines = t.logged.slice(before).map((line) => JSON.parse(line))
  const { requestId } = lines.find(({ msg }) => msg === 'request')
  const events = lines.filter(({ msg }) => msg === 'security')
  const entries = await t.ctx.db.read`
    select "event", "actorKind", coalesce("actorId", "userId") as "actor", "actedFor", "userId", "organizationId", "position" is not null as "isNumbered",
      case when "details" ->> 'reason' = ${actReason} then "details" - 'reason' else "details" end as "details", "ipAddress", "device"
    from "journal" where "requestId" = ${requestId} and "event" <> 'sign-in.refused' order by "at"`
  const isErased = events.some(({ event }) => ['account.deleted', 'user.erased'].includes(event))
  const written = events.flatMap(
    ({
      level: _l,
      time: _t,
      pid: _p,
      hostname: _h,
      msg: _m,
      requestId: _r,
      route: _o,
      address,
      device,
      outcome,
      ...line
    }) => {
      const { event, userId, actedFor = null, targetUserId = userId, organizationId = null, ...details } = line
      const isNumbered = organizationId !== null
      const origin = isErased ? { ipAddress: null, device: null } : { ipAddress: address, device }
      const about = { actedFor, userId: targetUserId, organizationId, isNumbered, details, ...origin }
      return outcome === 'done' ? [{ event, actorKind: 'person', actor: userId, ...about }] : []
    },
  )
  expect(entries).toEqual(written)
  return events.map(
    ({ level, time, pid: _pid, hostname: _hostname, msg: _msg, requestId: id, route, device, ...line }) => {
      expect([level, typeof time, id]).toEqual([30, 'number', requestId])
      expect(route).toMatch(/^\/api\/auth\//)
      expect(device).toBe('Firefox, Linux')
      seen.add(line.event)
      return line
    },
  )
}

const done = (event: string, userId: string, more: object = {}) => ({
  event,
  userId,
  outcome: 'done',
  address: '203.0.113.9',
  ...more,
})
const refused = (reason: string, more: object = {}, event = 'refused') => ({
  event,
  reason,
  outcome: 'refused',
  address: '203.0.113.9',
  ...more,
})
const from = { headers, remoteAddress: '203.0.113.9' }
const post = (browser: Browser, path: string, body: object = {}) => eventsOf(() => browser.post(path, body, from))
const follow = (browser: Browser, link: URL) =>
  eventsOf(() => browser.get(link.pathname.replace('/api/auth', '') + link.search, from))

let people = 0
const newEmail = () => `person${(people += 1)}@example.com`

describe('of an account', () => {
  test('logs sign-up, successful and failed sign-ins, and sign-out', async () => {
    const browser = t.browser()
    const email = newEmail()
    const events = await post(browser, '/sign-up/email', { email, password: testPassword, name: 'Ann' })
    const userId = (await browser.get('/get-session')).at('user', 'id')
    expect(events).toEqual([
      done('account.created', userId, { provider: 'credential' }),
      done('session.created', userId),
    ])
    const wrong = { email, password: 'wrong password' }
    expect(await post(t.browser(), '/sign-in/email', wrong)).toEqual([refused('INVALID_EMAIL_OR_PASSWORD', { userId })])
    const nobody = { email: 'nobody@example.com', password: 'wrong password' }
    expect(await post(t.browser(), '/sign-in/email', nobody)).toEqual([refused('INVALID_EMAIL_OR_PASSWORD')])
    expect(await post(browser, '/sign-in/email', { email, password: testPassword })).toEqual([
      done('session.created', userId),
    ])
    expect(await post(browser, '/sign-out')).toEqual([done('session.ended', userId, { reason: 'signed out' })])
    expect(await post(browser, '/sign-in/email', { email: 'no address', password: '' })).toEqual([
      refused('INVALID_EMAIL'),
    ])
    expect(await eventsOf(() => browser.get('/list-sessions', from))).toEqual([]) // reads nothing, tells nothing
  })

  test('logs passwords and sessions', async () => {
    const ann = await t.signUp({ emailVerified: true })
    const { id: userId, email } = ann
    const [currentPassword, newPassword] = [testPassword, 'quite another battery']
    expect(await post(ann, '/change-password', { currentPassword: 'wrong password', newPassword })).toEqual([
      refused('INVALID_PASSWORD', { userId }),
    ])
    expect(await post(ann, '/change-password', { currentPassword, newPassword, revokeOtherSessions: true })).toEqual([
      done('password.changed', userId),
      done('session.ended', userId, { reason: 'password changed' }),
      done('session.created', userId),
    ])
    expect(await post(t.browser(), '/forget-password', { email })).toEqual([done('password.reset-asked', userId)])
    expect(await post(t.browser(), '/forget-password', { email: 'nobody@example.com' })).toEqual([])
    const token = await emailedToken(t, email, 'resetPassword')
    expect(await post(t.browser(), '/reset-password', { token: 'made up', newPassword })).toEqual([
      refused('INVALID_TOKEN'),
    ])
    expect(await post(t.browser(), '/reset-password', { token, newPassword })).toEqual([
      done('password.reset', userId),
      done('session.ended', userId, { reason: 'password reset' }),
    ])
    for (const browser of [t.browser(), ann]) await browser.post('/sign-in/email', { email, password: newPassword })
    for (const [path, reason] of [
      ['/revoke-other-sessions', 'others revoked'],
      ['/revoke-sessions', 'all revoked'],
    ] as const) {
      expect(await post(ann, path)).toEqual([done('session.ended', userId, { reason })])
      if (path === '/revoke-other-sessions') expect(await post(ann, path)).toEqual([]) // there are no more
    }
    const again = await ann.post('/sign-in/email', { email, password: newPassword })
    expect(await post(ann, '/revoke-session', { token: again.at('token') })).toEqual([
      done('session.ended', userId, { reason: 'one revoked' }),
    ])
  })

  test('logs second factors', async () => {
    const ann = await t.signUp()
    const userId = ann.id
    const app = await scanSecret(t, ann)
    const password = testPassword
    expect(await post(ann, '/two-factor/verify-totp', { code: app.nextCode(), trustDevice: true })).toEqual([
      done('two-factor.enabled', userId),
      done('trusted-device.added', userId),
    ])
    expect(await post(ann, '/two-factor/generate-backup-codes', { password })).toEqual([
      done('backup-codes.renewed', userId),
    ])
    const other = t.browser()
    // Nobody is signed in yet.
    expect(await post(other, '/sign-in/email', { email: ann.email, password })).toEqual([])
    const [code] = Object((await ann.post('/two-factor/generate-backup-codes', { password })).body).backupCodes
    expect(await post(other, '/two-factor/verify-backup-code', { code: 'wrong' })).toEqual([
      refused('INVALID_BACKUP_CODE', { userId }),
    ])
    expect(await post(other, '/two-factor/verify-backup-code', { code })).toEqual([
      done('backup-code.used', userId, { count: '9' }),
      done('session.created', userId),
    ])
    expect(await post(ann, '/two-factor/revoke-trusted-devices')).toEqual([done('trusted-device.removed', userId)])
    expect(await post(ann, '/two-factor/disable', { password })).toEqual([done('two-factor.disabled', userId)])
  })

  test('logs the claim of an account before the reset', async () => {
    const maker = await t.signUp()
    await t.post('/forget-password', { email: maker.email })
    const token = await emailedToken(t, maker.email, 'resetPassword')
    const events = await post(t.browser(), '/reset-password', { token, newPassword: 'quite another battery' })
    expect(events.map(({ event }) => event)).toEqual(['account.claimed', 'session.ended', 'password.reset'])
  })

  test('logs emails, usernames, one-time tokens and deletion', async () => {
    const ann = await t.signUp()
    const userId = ann.id
    await ann.post('/send-verification-email', { email: ann.email })
    const link = await emailedLink(t, ann.email)
    expect(await follow(ann, link)).toEqual([done('email.verified', userId)])
    link.searchParams.set('token', 'made up')
    expect(await follow(ann, link)).toEqual([refused('invalid_token', { userId })])
    expect(await post(ann, '/change-email', { newEmail: newEmail() })).toEqual([done('email.change-asked', userId)])
    expect(await post(ann, '/cancel-email-change', {})).toEqual([done('email.change-canceled', userId)])
    expect(await post(ann, '/cancel-email-change', {})).toEqual([])
    expect(await post(ann, '/change-email', { newEmail: newEmail() })).toEqual([done('email.change-asked', userId)])
    expect(await follow(ann, await emailedLink(t, ann.email, 'changeEmail'))).toEqual([done('email.changed', userId)])
    expect(await post(ann, '/change-email', { newEmail: newEmail() })).toEqual([done('email.changed', userId)])
    expect(await post(ann, '/update-user', { username: 'ann_events' })).toEqual([done('username.changed', userId)])
    expect(await post(ann, '/update-user', { name: 'Anne', image: null })).toEqual([
      done('profile.changed', userId, { fields: ['name', 'image'] }),
    ])
    let token = ''
    const make = async () => {
      const respond = await ann.get('/one-time-token/generate', from)
      token = respond.at('token')
      return respond
    }
    expect(await eventsOf(make)).toEqual([done('one-time-token.made', userId)])
    expect(await post(t.browser(), '/one-time-token/verify', { token })).toEqual([done('one-time-token.used', userId)])
    expect(await post(ann, '/export-data')).toEqual([done('account.exported', userId)])
    expect(await post(ann, '/delete-user')).toEqual([done('account.deletion-asked', userId)])
    const [user] = await t.ctx.db.read<{ email: string }[]>`select "email" from "user" where "id" = ${userId}`
    const deleteToken = await emailedToken(t, String(user?.email), 'deleteUser')
    expect(await post(ann, '/delete-user', { token: deleteToken })).toEqual([done('account.deleted', userId)])
  })

  test('logs providers and passkeys', async () => {
    const email = newEmail()
    const browser = t.browser()
    const before = t.logged.length
    await visitProvider(browser, 'github', { email })
    const made = t.logged
      .slice(before)
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === 'security')
    expect(made).toMatchObject([
      { event: 'account.created', provider: 'github', route: '/api/auth/callback/:id' },
      { event: 'session.created' },
    ])
    await visitProvider(browser, 'gitlab', { email }, {}, '/link-social')
    expect(JSON.parse(t.logged.findLast((line) => line.includes('"security"')) ?? '')).toMatchObject({
      event: 'provider.linked',
      provider: 'gitlab',
    })
    seen.add('provider.linked')
    const userId = (await browser.get('/get-session')).at('user', 'id')
    expect(await post(browser, '/unlink-account', { providerId: 'gitlab' })).toEqual([
      done('provider.unlinked', userId, { provider: 'gitlab' }),
    ])
    expect(await post(browser, '/unlink-account', { providerId: 'github' })).toEqual([
      refused('YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT', { userId }),
    ])
    const passkey = createAuthenticator()
    const options = async (path: string) => (await browser.get(`/passkey/${path}`)).body
    const added = { response: passkey.register(await options('generate-register-options')) }
    expect(await post(browser, '/passkey/verify-registration', added)).toEqual([done('passkey.added', userId)])
    const wrong = {
      response: passkey.answer(await options('generate-authenticate-options'), { isUserVerified: false }),
    }
    expect(await post(browser, '/passkey/verify-authentication', wrong)).toEqual([
      refused('AUTHENTICATION_FAILED', { userId }),
    ])
    const id = (await browser.get('/passkey/list-user-passkeys')).at(0, 'id')
    expect(await post(browser, '/passkey/delete-passkey', { id })).toEqual([done('passkey.removed', userId)])
    const stranger = t.browser()
    const ann = await t.signUp()
    await visitProvider(stranger, 'github', { email: ann.email, verified: false })
    expect(JSON.parse(t.logged.findLast((line) => line.includes('"security"')) ?? '')).toMatchObject({
      event: 'refused',
      reason: 'account_not_linked',
      provider: 'github',
      userId: ann.id,
    })
    await vi.waitFor(async () =>
      expect(
        await t.ctx.db.read`select from "journal" where "event" = 'sign-in.refused' and "userId" = ${ann.id}`,
      ).toHaveLength(1),
    )
  })
})

describe('of an organization', () => {
  test('logs every change with its actor and target', async () => {
    const { owner, id: organizationId, join } = await found(t)
    const userId = owner.id
    const bob = await join('member')
    const [targetUserId, memberId] = [bob.id, bob.memberId]
    const role = (roles: string) => post(owner, '/organization/update-member-role', { memberId, role: roles })
    expect(await role('admin')).toEqual([
      done('member.role-changed', userId, { organizationId, targetUserId, roles: 'admin', previousRoles: 'member' }),
    ])
    for (const [previousRoles, roles] of [
      ['admin', 'owner'],
      ['owner', 'member'],
    ] as const) {
      expect(await role(roles)).toEqual([
        done('owner.changed', userId, { organizationId, targetUserId, roles, previousRoles }),
      ])
    }
    expect(await post(bob, '/organization/update-member-role', { memberId, role: 'owner', organizationId })).toEqual([
      refused('YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER', { userId: bob.id }),
    ])
    expect(await post(owner, '/organization/update', { data: { name: 'Renamed' } })).toEqual([
      done('organization.changed', userId, { organizationId, fields: ['name'] }),
    ])
    const start = new Date(t.clock.now().getTime() + 7 * 86_400_000).toISOString()
    expect(await post(owner, '/organization/require-second-factor', { required: true, graceDays: 7 })).toEqual([
      done('organization.second-factor-required', userId, { organizationId, from: start }),
    ])
    expect(await post(owner, '/organization/require-second-factor', { required: false })).toEqual([
      done('organization.second-factor-not-required', userId, { organizationId }),
    ])
    const made = await post(owner, '/organization/create-team', { name: 'Eights' })
    const [team] = await t.ctx.db.read<{ id: string }[]>`
      select "id" from "team" where "organizationId" = ${organizationId} and "name" = 'Eights'`
    const teamId = String(team?.id)
    expect(made).toEqual([done('team.created', userId, { organizationId, teamId })])
    const rename = (name: string) => post(owner, '/organization/update-team', { teamId, data: { name } })
    expect(await rename('Fours')).toEqual([done('team.changed', userId, { organizationId, teamId })])
    expect(await rename('Fours')).toEqual([])
    const move = (to: string | null) => post(owner, '/organization/update-member-team', { memberId, teamId: to })
    for (const [previousTeamId, to] of [
      [null, teamId],
      [teamId, null],
    ])
      expect(await move(to ?? null)).toEqual([
        done('member.team-changed', userId, { organizationId, targetUserId, teamId: to, previousTeamId }),
      ])
    expect(await move(null)).toEqual([])
    expect(await post(owner, '/organization/remove-team', { teamId })).toEqual([
      done('team.deleted', userId, { organizationId, teamId }),
    ])
    const permissions = 'team:create'
    const permission = { team: ['create'] }
    expect(await post(owner, '/organization/create-role', { role: 'coach', permission })).toEqual([
      done('role.created', userId, { organizationId, roles: 'coach', permissions }),
    ])
    const data = { roleName: 'cox', permission: {} }
    expect(await post(owner, '/organization/update-role', { roleName: 'coach', data })).toEqual([
      done('role.changed', userId, {
        organizationId,
        roles: 'cox',
        previousRoles: 'coach',
        permissions: '',
        previousPermissions: permissions,
      }),
    ])
    expect(await post(owner, '/organization/delete-role', { roleName: 'cox' })).toEqual([
      done('role.deleted', userId, { organizationId, roles: 'cox', permissions: '' }),
    ])
    const key = await owner.post('/api-key/create', { organizationId })
    const keyId = key.at('id')
    seen.add('key.created')
    expect(await post(owner, '/api-key/update', { keyId, scopes: ['team:create'] })).toEqual([
      done('key.changed', userId, { organizationId, keyId, fields: ['scopes'], permissions: 'team:create' }),
    ])
    expect(await post(owner, '/api-key/delete', { keyId })).toEqual([
      done('key.deleted', userId, { organizationId, keyId }),
    ])
    const hook = await owner.post('/organization/create-webhook', { organizationId, url: 'http://127.0.0.1:1/' })
    const webhook = { organizationId, webhookId: hook.at('id') }
    seen.add('webhook.created')
    expect(await post(owner, '/organization/rotate-webhook-secret', webhook)).toEqual([
      done('webhook.changed', userId, { ...webhook, fields: ['secret'] }),
    ])
    await t.ctx.db.write`
      insert into "webhookDelivery" ("webhookId", "id", "event", "payload", "createdAt", "attempts", "nextAttemptAt")
      values (${webhook.webhookId}, 'last', 'x', '{}', now(), 7, '-infinity')`
    const sender = createWebhookSender(t.ctx)
    await sender.serveDue()
    await sender.settled()
    expect(t.logged.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ event: 'webhook.disabled', ...webhook, outcome: 'done' }),
    )
    seen.add('webhook.disabled')
    expect(await post(owner, '/organization/delete-webhook', webhook)).toEqual([
      done('webhook.deleted', userId, webhook),
    ])
    const standIn = expect.stringMatching(/^[\da-f]{32}$/) // no id that accepts it
    const invite = async (email: string, act: (id: string) => Promise<Line[]>) => {
      expect(await post(owner, '/organization/invite-member', { email, role: 'member' })).toEqual([
        done('invitation.sent', userId, { organizationId, invitationId: standIn, roles: 'member' }),
      ])
      const [row] = await t.ctx.db.read<{ id: string }[]>`
        select "id" from "invitation" where "email" = ${email} and "status" = 'pending'`
      return act(String(row?.id))
    }
    const carl = await t.signUp()
    const respond = (path: string, browser: Browser) => (invitationId: string) => post(browser, path, { invitationId })
    expect(await invite(carl.email, respond('/organization/cancel-invitation', owner))).toEqual([
      done('invitation.canceled', userId, { organizationId, invitationId: standIn }),
    ])
    const [canceled] = await t.ctx.db.read<{ id: string }[]>`select "id" from "invitation" where "status" = 'canceled'`
    expect(await post(owner, '/organization/cancel-invitation', { invitationId: canceled?.id })).toEqual([])
    expect(await invite(carl.email, respond('/organization/reject-invitation', carl))).toEqual([
      done('invitation.rejected', carl.id, { organizationId, invitationId: standIn }),
    ])
    expect(await invite(carl.email, respond('/organization/accept-invitation', carl))).toEqual([
      done('member.joined', carl.id, { organizationId, roles: 'member' }),
      done('invitation.accepted', carl.id, { organizationId, invitationId: standIn }),
    ])
    expect(await post(carl, '/organization/leave', { organizationId })).toEqual([
      done('member.left', carl.id, { organizationId }),
    ])
    expect(await post(owner, '/organization/remove-member', { memberIdOrEmail: bob.email })).toEqual([
      done('member.removed', userId, { organizationId, targetUserId }),
    ])
    expect(await post(owner, '/organization/delete', { organizationId })).toEqual([
      done('organization.deleted', userId, { organizationId }),
    ])
    const names = [1, 2, 3].map((number) => ({ name: 'x', slug: `of-events-${number}` }))
    const created = []
    for (const name of names) created.push(...(await post(owner, '/organization/create', name)))
    expect(created).toEqual([
      done('organization.created', userId, { organizationId: expect.any(String) }),
      done('organization.created', userId, { organizationId: expect.any(String) }),
      refused('YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS', { userId }, 'limit.reached'),
    ])
  })
})

test('logs acts of administrators without their reason, which the journal has', async () => {
  const admin = await t.signUp()
  await t.ctx.db.write`update "user" set "role" = 'admin' where "id" = ${admin.id}`
  const bob = await t.signUp()
  const [userId, reason] = [bob.id, actReason]
  const act = (path: string, body: object = {}) => post(admin, `/admin/${path}`, { userId, reason, ...body })
  const acted = (event: string, more: object = {}) => [done(event, admin.id, { targetUserId: userId, ...more })]
  expect(await act('set-role', { role: 'admin' })).toEqual(acted('user.role-changed', { roles: 'admin' }))
  await t.ctx.db.write`update "user" set "role" = 'user' where "id" = ${userId}`
  expect(await act('set-role', { role: 'user' })).toEqual([]) // is one already
  expect(await act('update-user', { data: { name: 'Bob', username: 'bob_b' } })).toEqual([
    ...acted('user.changed-by-administrator', { fields: ['name', 'username'] }),
    ...acted('username.changed'),
  ])
  const actedFor = userId
  expect(await act('impersonate-user')).toEqual(acted('impersonation.started', { actedFor, until: expect.any(String) }))
  expect(await act('stop-impersonating')).toEqual(acted('impersonation.ended', { actedFor, reason: 'stopped' }))
  expect(await act('set-user-password', { newPassword: 'quite another battery' })).toEqual(
    acted('password.set-by-administrator'),
  )
  expect(await act('revoke-user-sessions')).toEqual(acted('sessions.ended-by-administrator'))
  expect(await act('ban-user', { banReason: 'spam' })).toEqual(acted('user.banned', { until: null }))
  expect(await act('unban-user')).toEqual(acted('user.unbanned'))
  expect(await act('export-user')).toEqual(acted('user.exported'))
  const asked = acted('user.email-change-asked', { until: expect.any(String) })
  expect(await act('change-user-email', { newEmail: newEmail() })).toEqual(asked)
  expect(await act('cancel-user-email-change')).toEqual(acted('user.email-change-canceled'))
  const resetAsked = acted('user.factor-reset-asked', { until: expect.any(String) })
  expect(await act('reset-factors')).toEqual(resetAsked)
  expect(await act('cancel-factor-reset')).toEqual(acted('user.factor-reset-canceled'))
  expect(await act('remove-user')).toEqual(acted('user.erased'))
  const { id: organizationId } = await found(t)
  expect(await post(admin, '/admin/delete-organization', { organizationId, reason })).toEqual([
    done('organization.deleted-by-administrator', admin.id, { organizationId }),
  ])
  const made = { email: newEmail(), name: 'Cy', reason }
  expect(await post(admin, '/admin/create-user', made)).toMatchObject([{ event: 'user.created-by-administrator' }])
  const rows = await t.ctx.db.read<object[]>`
    select "event", "actorId", "details" ->> 'reason' as "reason" from "journal"
    where "details" ? 'reason' and "userId" = ${userId} and "event" <> 'impersonation.ended' order by "at"`
  expect(rows).toHaveLength(13)
  for (const row of rows) expect(row).toMatchObject({ actorId: admin.id, reason })
})

test('logs what ends with a role, an account or a new invitation', async () => {
  const { owner, id: organizationId, join } = await found(t)
  const standIn = expect.stringMatching(/^[\da-f]{32}$/)
  const canceled = (userId: string) => done('invitation.canceled', userId, { organizationId, invitationId: standIn })
  const admin = async () => {
    const joined = await join('admin')
    const email = newEmail()
    await joined.post('/organization/invite-member', { email, role: 'member', organizationId })
    return { ...joined, invited: email }
  }

  const bob = await admin()
  const demoted = await post(owner, '/organization/update-member-role', { memberId: bob.memberId, role: 'member' })
  expect(demoted.slice(1)).toEqual([canceled(owner.id)])

  const carl = await admin()
  const again = { email: carl.invited, role: 'admin', resend: true, organizationId }
  expect((await post(carl, '/organization/invite-member', again)).map(({ event }) => event)).toEqual([
    'invitation.canceled',
    'invitation.sent',
  ])
  expect(await post(carl, '/delete-user', { password: testPassword })).toEqual([
    done('account.deleted', carl.id),
    canceled(carl.id),
    done('member.left', carl.id, { organizationId }),
  ])

  const dan = await admin()
  const { id: ownOrganization } = await found(t, dan)
  await dan.post('/send-verification-email', { email: dan.email })
  const mail = (await t.emails(dan.email)).findLast(({ template }) => template === 'verification')
  const token = new URL(mail?.data['otherUrl'] ?? '').searchParams.get('token')
  expect(await post(t.browser(), '/disown-account', { token })).toEqual([
    done('account.disowned', dan.id),
    done('organization.deleted', dan.id, { organizationId: ownOrganization }),
    done('account.deleted', dan.id),
    canceled(dan.id),
    done('member.left', dan.id, { organizationId }),
  ])
})

test('logs nothing that is rolled back', async () => {
  const ann = await t.signUp({ emailVerified: true })
  await t.post('/forget-password', { email: ann.email })
  const token = await emailedToken(t, ann.email, 'resetPassword')
  await t.ctx.db.write`alter table "session" rename to "session_gone"`
  const events = await post(t.browser(), '/reset-password', { token, newPassword: 'quite another battery' })
  await t.ctx.db.write`alter table "session_gone" rename to "session"`
  expect(events).toEqual([])
  const told = await post(t.browser(), '/reset-password', { token, newPassword: 'quite another battery' })
  expect(told.map(({ event }) => event)).toEqual(['password.reset', 'session.ended'])
})

test('logs the right address and user for concurrent requests', async () => {
  const crowd = await Promise.all(Array.from({ length: 6 }, () => t.signUp({ emailVerified: true })))
  const before = t.logged.length
  await Promise.all(
    crowd.map((person, index) =>
      person.post(
        '/change-password',
        { currentPassword: testPassword, newPassword: 'quite another battery' },
        { headers, remoteAddress: `198.51.100.${index}` },
      ),
    ),
  )
  const changed = t.logged
    .slice(before)
    .map((line) => JSON.parse(line))
    .filter(({ event }) => event === 'password.changed')
  expect(Object.fromEntries(changed.map(({ userId, address }) => [userId, address]))).toEqual(
    Object.fromEntries(crowd.map(({ id }, index) => [id, `198.51.100.${index}`])),
  )
})

test('logs what commands do', async () => {
  const bob = await t.signUp()
  const operator = await findUserById(t.ctx, bob.id)
  if (!operator) throw new Error('no such user')
  const ctx = { ...t.ctx, origin: { kind: 'command line' } as const }
  const sealed = encrypt(ctx.config.secrets, sealPurpose({ id: 'kept' }), '{}')
  await ctx.db.write`
    insert into "mail" ("id", "to", "template", "data", "language", "createdAt", "nextAttemptAt", "deadAt")
    select "id", 'gone@x.test', 'emailChanged', ${sql.json({ sealed })}, 'en', now(), now(), now()
    from unnest(array['kept', 'lost']) "id"`
  await ctx.db.write`update "user" set "proved" = true, "disownable" = false where "id" = ${bob.id}`
  await ctx.db.write`
    insert into "account" ("id", "providerId", "accountId", "userId", "createdAt", "updatedAt")
    values ('doubtful', 'vk', 'doubtful', ${bob.id}, now(), now())`
  const before = t.logged.length
  await addOperator(ctx, operator)
  await addOperator(ctx, operator)
  await removeOperator(ctx, operator)
  await setServiceSecret(ctx, 'mf-invoices', 's'.repeat(43), false)
  await grantOrganizations(ctx, 'mf-invoices', true)
  await grantOrganizations(ctx, 'mf-invoices', false)
  await replaceSigningKeys(ctx)
  await resendEmails(ctx, null, 'a ticket')
  await deleteEmails(ctx, null, 'a ticket')
  await withdrawDoubtfulProofs(ctx)
  await ctx.db.write`
    insert into "announcedFactorReset" ("userId", "askedAt", "effectiveAt") values (${bob.id}, ${ctx.now()}, ${ctx.now()})`
  await stopReset(ctx, bob.id)
  await ctx.db.write`update "announcedFactorReset" set "isStopped" = false, "effectiveAt" = ${ctx.now()}`
  await makeDueReset(ctx)
  const lines = t.logged.slice(before).map((line) => JSON.parse(line))
  expect(lines).toMatchObject([
    { event: 'operator.added', targetUserId: bob.id },
    { event: 'operator.removed', targetUserId: bob.id },
    { event: 'service.secret-set', service: 'mf-invoices' },
    { event: 'service.granted', service: 'mf-invoices' },
    { event: 'service.revoked', service: 'mf-invoices' },
    { event: 'signing-keys.replaced' },
    { event: 'outbox.resent', count: '1' },
    { event: 'outbox.dropped', count: '1' },
    { event: 'email.proof-withdrawn', targetUserId: bob.id },
    { event: 'factors.reset-stopped', targetUserId: bob.id },
    { event: 'factors.reset', targetUserId: bob.id },
  ])
  for (const { event } of lines) seen.add(event)
})

test('covers and documents every event', () => {
  expect([...seen].toSorted()).toEqual([...loggedNames].toSorted())
  const text = readFileSync(new URL('../../../docs/security-events.md', import.meta.url), 'utf8')
  const [, table = ''] = text.split('| Event | When |')
  const documented = [...table.matchAll(/^\| `([\w.-]+)`/gm)].map(([, name = '']) => name)
  const all = [...eventNames, 'refused', 'limit.reached', 'settings.refused']
  expect(documented.toSorted()).toEqual(all.toSorted())
})
