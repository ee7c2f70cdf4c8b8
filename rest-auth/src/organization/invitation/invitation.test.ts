import { describe, expect, test } from 'vitest'
import { transaction } from '../../context.ts'
import { findSessionByToken } from '../../session/session.sql.ts'
import { found } from '../../testing/organizations.ts'
import { emailedToken } from '../../testing/emailed-link.ts'
import { startTestApp, type SignedIn } from '../../testing/start-test-app.ts'
import { statementsWait } from '../../testing/statements.ts'
import { acceptInvitation } from './received-invitation.ts'
import { lockOrganization, updateRole } from '../member/member.sql.ts'

const server = await startTestApp()
const { clock, ctx, emails, signUp } = server
const refusal = (status: number, code: string, message: string) => ({ status, body: { code, message } })

const notFound = refusal(400, 'INVITATION_NOT_FOUND', 'Invitation not found')
const openNotFound = refusal(400, 'INVITATION_NOT_FOUND', 'Invitation not found!')
const roleNotAllowed = refusal(
  403,
  'YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE',
  'you are not allowed to invite user with this role',
)
const days = 86_400
const in2Days = () => new Date(clock.now().getTime() + 2 * days * 1000).toISOString()

const invite = (by: SignedIn, email: string, fields: Record<string, unknown> = {}) =>
  by.post('/organization/invite-member', { email, role: 'member', ...fields })
const read = (by: SignedIn, invitationId: string) =>
  by.get('/organization/get-invitation', { query: { id: invitationId } })
const accept = (by: SignedIn, invitationId: string, fields: Record<string, unknown> = {}) =>
  by.post('/organization/accept-invitation', { invitationId, ...fields })
const reject = (by: SignedIn, invitationId: string) => by.post('/organization/reject-invitation', { invitationId })
const cancel = (by: SignedIn, invitationId: string) => by.post('/organization/cancel-invitation', { invitationId })
const findMember = async (by: SignedIn, organizationId: string) => {
  const members = await by.get('/organization/list-members', {
    query: { organizationId, filterField: 'userId', filterValue: by.id },
  })
  return { memberId: members.at('members', 0, 'id') }
}
const listed = async (by: SignedIn, organizationId: string): Promise<string[]> => {
  const { body } = await by.get('/organization/list-invitations', { query: { organizationId } })
  return Array.isArray(body) ? body.map((invitation: { id: string }) => invitation.id) : []
}

describe('invite-member', () => {
  test('queues the email with the invitation', async () => {
    const { owner, slug, teamId } = await found(server)
    const response = await invite(owner, 'New.Person@Example.com', { role: ['admin', 'member'], teamId })
    expect(response.body).toMatchObject({ email: 'new.person@example.com', role: 'admin,member', teamId })
    const [mail] = await emails('new.person@example.com')
    expect(mail).toMatchObject({ template: 'invitation', data: { organizationName: slug, inviterName: 'Ann' } })
    expect(mail?.data['url']).toMatch(
      new RegExp(`^http://localhost:3000/accept-invitation/${response.at('id')}\\?token=[\\w-]{43}$`),
    )
  })

  test('rejects emails of members and of open invitations, ignoring case (S10)', async () => {
    const organization = await found(server)
    const { owner } = organization
    const bob = await organization.join('member')
    expect(await invite(owner, bob.email.toUpperCase())).toMatchObject(
      refusal(400, 'USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION', 'User is already a member of this organization'),
    )
    await invite(owner, 'twice@x.test')
    const before = (await emails('twice@x.test')).length
    expect(await invite(owner, 'TWICE@x.test')).toMatchObject(
      refusal(400, 'USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION', 'User is already invited to this organization'),
    )
    expect(await emails('twice@x.test')).toHaveLength(before)
  })

  test.each(['', 'x', 'a@', `${'a'.repeat(250)}@x.test`, null, ['a@x.test'], 'a@x.test\nbcc: b@x.test'])(
    'rejects the email %j',
    async (email) => {
      const { owner } = await found(server)
      expect(await owner.post('/organization/invite-member', { email, role: 'member' })).toMatchObject(
        refusal(400, 'VALIDATION_ERROR', 'Invalid body parameters'),
      )
    },
  )

  test.each(['', [], 'boss', 'member,boss'])('rejects the role %j (S7)', async (role) => {
    const { owner } = await found(server)
    expect(await invite(owner, 'a@x.test', { role })).toMatchObject(refusal(400, 'ROLE_NOT_FOUND', 'Role not found'))
  })

  test('lets only owners invite owners, however the role is spelled (S7)', async () => {
    const organization = await found(server)
    const admin = await organization.join('admin')
    for (const role of ['owner', 'member,owner', ['admin', 'owner']]) {
      expect(await invite(admin, 'a@x.test', { role })).toMatchObject(roleNotAllowed)
    }
    const multiRoleOwner = await organization.join('member,owner')
    expect((await invite(multiRoleOwner, 'a@x.test', { role: 'owner' })).status).toBe(200)
  })

  describe('for an open invitation', () => {
    test('renews the row and emails again with resend', async () => {
      const { owner } = await found(server)
      const first = await invite(owner, 'again@x.test')
      clock.advance(days)
      const second = await invite(owner, 'again@x.test', { resend: true })
      expect(second.body).toEqual({ ...Object(first.body), expiresAt: in2Days() })
      expect(await emails('again@x.test')).toHaveLength(2)
    })

    test('replaces the row with resend if the roles differ', async () => {
      const organization = await found(server)
      const { owner } = organization
      const first = await invite(owner, 'other@x.test', { teamId: organization.teamId })
      const second = await invite(owner, 'other@x.test', { resend: true, role: 'admin' })
      expect(second.at('id')).not.toBe(first.at('id'))
      const recipient = await signUp({ email: 'other@x.test' })
      expect(await accept(recipient, first.at('id'))).toMatchObject(notFound)
      expect((await accept(recipient, second.at('id'))).at('member', 'role')).toBe('admin')
    })

    test('refuses callers who could not have sent it', async () => {
      const organization = await found(server)
      const admin = await organization.join('admin')
      await invite(organization.owner, 'boss@x.test', { role: 'owner' })
      expect(await invite(admin, 'boss@x.test', { resend: true })).toMatchObject(roleNotAllowed)
    })
  })
})

describe('get-invitation', () => {
  test('rejects an expired one, and one whose inviter has left', async () => {
    const { id: organizationId, join } = await found(server)
    const admin = await join('admin')
    const bob = await signUp()
    const sent = (await invite(admin, bob.email)).at('id')
    await admin.post('/organization/leave', { organizationId })
    const gone = { status: 400, body: { code: 'INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION' } }
    expect(await read(bob, sent)).toMatchObject(gone)
    expect(await accept(bob, sent)).toMatchObject(gone)
    clock.advance(2 * days)
    expect(await read(bob, sent)).toMatchObject(openNotFound)
  })

  test("cancels a member's invitations to higher roles when the member is demoted", async () => {
    const { owner, id: organizationId, join } = await found(server)
    const other = await join('owner')
    const send = async (role: string) => {
      const recipient = await signUp()
      return { recipient, sent: (await invite(other, recipient.email, { role, organizationId })).at('id') }
    }
    const [toOwner, toAdmin, toMember] = [await send('owner'), await send('admin'), await send('member')]
    const lower = (role: string) =>
      owner.post('/organization/update-member-role', { memberId: other.memberId, role, organizationId })
    expect((await lower('admin')).status).toBe(200)
    expect(await accept(toOwner.recipient, toOwner.sent)).toMatchObject(notFound)
    expect(await read(toAdmin.recipient, toAdmin.sent)).toMatchObject({ status: 200 })
    expect((await lower('member')).status).toBe(200)
    expect(await accept(toAdmin.recipient, toAdmin.sent)).toMatchObject(notFound)
    expect(await accept(toMember.recipient, toMember.sent)).toMatchObject(notFound)
  })

  test.each(['owner', 'admin'])('does not restore invitations of an %s who returns with lower roles', async (role) => {
    const { owner, id: organizationId, join } = await found(server)
    const inviter = await join(role)
    const recipient = await signUp({ emailVerified: true })
    const sent = (await invite(inviter, recipient.email, { role, organizationId })).at('id')
    await owner.post('/organization/remove-member', { memberIdOrEmail: inviter.memberId, organizationId })
    const comeBack = async (as: string) => {
      const again = (await invite(owner, inviter.email, { role: as, organizationId })).at('id')
      return accept(inviter, again)
    }
    expect((await comeBack('member')).at('member', 'role')).toBe('member')
    expect(await accept(recipient, sent)).toMatchObject(notFound)
    expect(await read(recipient, sent)).toMatchObject(openNotFound)
    expect((await recipient.get('/organization/list-user-invitations')).body).toEqual([])
    // Later roles do not restore it, and others may invite the email again.
    const { memberId } = await findMember(inviter, organizationId)
    await owner.post('/organization/update-member-role', { memberId, role, organizationId })
    expect(await accept(recipient, sent)).toMatchObject(notFound)
    const allowed = (await invite(inviter, recipient.email, { role, organizationId })).at('id')
    expect((await accept(recipient, allowed)).at('member', 'role')).toBe(role)
  })

  test('restores invitations of an inviter who returns with the same roles', async () => {
    const { owner, id: organizationId, join } = await found(server)
    const inviter = await join('admin')
    const recipient = await signUp()
    const sent = (await invite(inviter, recipient.email, { organizationId })).at('id')
    await inviter.post('/organization/leave', { organizationId })
    await accept(inviter, (await invite(owner, inviter.email, { role: 'admin', organizationId })).at('id'))
    expect((await accept(recipient, sent)).at('member', 'role')).toBe('member')
  })

  test('waits for a concurrent demotion of the inviter, and refuses', async () => {
    const { id: organizationId, join } = await found(server)
    const inviter = await join('owner')
    const recipient = await signUp()
    const sent = (await invite(inviter, recipient.email, { role: 'owner', organizationId })).at('id')
    const { accepting } = await transaction(ctx, async (tx) => {
      await lockOrganization(tx, organizationId)
      const response = accept(recipient, sent)
      await statementsWait(server, 1)
      await updateRole(tx, inviter.memberId, 'member')
      return { accepting: response }
    })
    expect(await accepting).toMatchObject(notFound)
  })
})

describe('accept-invitation', () => {
  test('rejects what is not open', async () => {
    const { owner } = await found(server)
    const bob = await signUp()
    const expired = (await invite(owner, bob.email)).at('id')
    clock.advance(2 * days)
    expect(await accept(bob, expired)).toMatchObject(notFound)
    const canceled = (await invite(owner, bob.email)).at('id')
    await cancel(owner, canceled)
    expect(await accept(bob, canceled)).toMatchObject(notFound)
  })

  test('changes nothing for an existing member (S10)', async () => {
    const organization = await found(server)
    const bob = await signUp()
    const sent = (await invite(organization.owner, bob.email, { role: 'admin' })).at('id')
    await ctx.db.write`
      insert into "member" ("id", "organizationId", "userId", "role", "createdAt")
      values ('before', ${organization.id}, ${bob.id}, 'member', ${clock.now()})`
    const response = await accept(bob, sent)
    expect(response).toMatchObject({
      status: 200,
      body: { invitation: { status: 'accepted' }, member: { id: 'before' } },
    })
    expect(response.at('member', 'role')).toBe('member')
  })

  test('is refused at the member limit and leaves the invitation open', async () => {
    const small = await startTestApp({ ORGANIZATION_MEMBERSHIP_LIMIT: '2' })
    const organization = await found(small)
    const bob = await small.signUp()
    const sent = (await invite(organization.owner, bob.email)).at('id')
    const cy = await organization.join('member')
    expect(await accept(bob, sent)).toMatchObject(
      refusal(403, 'ORGANIZATION_MEMBERSHIP_LIMIT_REACHED', 'Organization membership limit reached'),
    )
    await cy.post('/organization/leave', { organizationId: organization.id })
    expect((await accept(bob, sent)).status).toBe(200)
  })
})

describe('the token of the emailed link', () => {
  test('verifies the invited email when its owner accepts with it', async () => {
    const { owner } = await found(server)
    const bob = await signUp()
    const sent = (await invite(owner, bob.email)).at('id')
    expect((await accept(bob, sent, { token: await emailedToken(server, bob.email, 'invitation') })).status).toBe(200)
    expect((await bob.get('/get-session')).body).toMatchObject({ user: { emailVerified: true } })
  })

  test('verifies nothing after the user changed the email, even with an older session', async () => {
    const { owner } = await found(server)
    const bob = await signUp()
    const invitationId = (await invite(owner, bob.email)).at('id')
    const token = await emailedToken(server, bob.email, 'invitation')
    const active = await findSessionByToken(ctx, bob.token)
    if (!active) throw new Error('no session')
    await ctx.db.write`update "user" set "email" = 'somebody@else.test' where "id" = ${bob.id}`
    await acceptInvitation(ctx, active, { invitationId, token })
    expect((await bob.get('/get-session')).body).toMatchObject({ user: { emailVerified: false } })
  })

  test('of another invitation verifies nothing, but the invitation is accepted', async () => {
    const { owner } = await found(server)
    const [bob, cy] = [await signUp(), await signUp()]
    const sent = (await invite(owner, bob.email)).at('id')
    await invite(owner, cy.email)
    expect((await accept(bob, sent, { token: await emailedToken(server, cy.email, 'invitation') })).status).toBe(200)
    expect((await bob.get('/get-session')).body).toMatchObject({ user: { emailVerified: false } })
  })

  test('is required if the email must be verified (S9)', async () => {
    const strict = await startTestApp({ INVITATION_REQUIRES_VERIFIED_EMAIL: 'true' })
    const { owner } = await found(strict)
    const bob = await strict.signUp()
    const sent = (await invite(owner, bob.email)).at('id')
    const unverified = refusal(
      403,
      'EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION',
      'Email verification required before accepting or rejecting invitation',
    )
    expect(await accept(bob, sent)).toMatchObject(unverified)
    expect(await reject(bob, sent)).toMatchObject(unverified)
    const token = await emailedToken(strict, bob.email, 'invitation')
    expect((await accept(bob, sent, { token })).status).toBe(200)
  })
})

describe('read-mailed-invitation', () => {
  const readMailed = (invitationId: string, token: string, app = server) =>
    app.browser().post('/organization/read-mailed-invitation', { invitationId, token })
  const send = async (by: SignedIn, email: string, fields: Record<string, unknown> = {}, app = server) => {
    const invitationId = (await invite(by, email, fields)).at('id')
    const token = await emailedToken(app, email, 'invitation')
    return { invitationId, summary: () => readMailed(invitationId, token, app), token }
  }

  test('returns the invitation to anyone with the link, without a session or changes', async () => {
    const { owner, slug, teamId } = await found(server)
    await owner.post('/organization/update-team', { teamId, data: { name: 'Eight' } })
    const { invitationId, summary } = await send(owner, 'guest@mailed.test', { role: ['admin', 'member'], teamId })
    const told = {
      email: 'guest@mailed.test',
      role: 'admin,member',
      status: 'pending',
      expiresAt: in2Days(),
      organizationName: slug,
      organizationSlug: slug,
      teamName: 'Eight',
      inviterName: 'Ann',
      inviterEmail: owner.email,
    }
    const response = await summary()
    expect(response.body).toEqual(told)
    expect(response.setCookies).toEqual([])
    expect((await summary()).body).toEqual(told)
    const guest = await signUp({ email: 'guest@mailed.test' })
    expect((await guest.get('/get-session')).body).toMatchObject({ user: { emailVerified: false } })
    expect((await accept(guest, invitationId)).status).toBe(200)
  })

  test('does not distinguish an unknown id from a wrong token', async () => {
    const { owner } = await found(server)
    const { invitationId, token } = await send(owner, 'one@mailed.test')
    const other = await send(owner, 'two@mailed.test')
    const tampered = [
      ['absent', token],
      [other.invitationId, token],
      [invitationId, ''],
      [invitationId, `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`],
      [invitationId, `${token}A`],
      [invitationId, '\u00e9'.repeat(43)],
    ]
    for (const [of = '', given = ''] of tampered) expect(await readMailed(of, given)).toMatchObject(openNotFound)
    await cancel(owner, invitationId)
    expect(await readMailed(invitationId, '')).toMatchObject(openNotFound)
  })

  test('shows the name but not the email of an inviter with unproved ownership', async () => {
    const { owner } = await found(server)
    await ctx.db.write`update "user" set "proved" = false where "id" = ${owner.id}`
    const { summary } = await send(owner, 'unproved@mailed.test')
    expect((await summary()).body).toMatchObject({ status: 'pending', inviterName: owner.name, inviterEmail: '' })
  })

  test('shows the outcome, but no longer the inviter', async () => {
    const organization = await found(server)
    const { owner } = organization
    const closed = async (status: string, close: (sent: string, bob: SignedIn) => Promise<unknown>) => {
      const bob = await signUp()
      const { invitationId, summary } = await send(owner, bob.email)
      await close(invitationId, bob)
      const body = { status, organizationName: organization.slug, email: bob.email, inviterName: '', inviterEmail: '' }
      expect((await summary()).body).toMatchObject(body)
    }
    await closed('accepted', (sent, bob) => accept(bob, sent))
    await closed('rejected', (sent, bob) => reject(bob, sent))
    await closed('canceled', (sent) => cancel(owner, sent))
    await closed('expired', async () => clock.advance(2 * days))
  })

  test('shows that it lapsed while the inviter has left or may not grant it', async () => {
    const { id: organizationId, owner, join } = await found(server)
    const inviter = await join('admin', { emailVerified: true })
    const { summary } = await send(inviter, 'lapsed@mailed.test')
    await inviter.post('/organization/leave', { organizationId })
    expect((await summary()).body).toMatchObject({ status: 'lapsed', inviterEmail: '' })
    await accept(inviter, (await invite(owner, inviter.email, { role: 'admin', organizationId })).at('id'))
    expect((await summary()).body).toMatchObject({ status: 'pending', inviterEmail: inviter.email })
    const { memberId } = await findMember(inviter, organizationId)
    await transaction(ctx, (tx) => updateRole(tx, memberId, 'member')) // an old row: the call cancels it
    expect((await summary()).body).toMatchObject({ status: 'lapsed', inviterEmail: '' })
  })

  test('shows that the organization is full, except to members', async () => {
    const small = await startTestApp({ ORGANIZATION_MEMBERSHIP_LIMIT: '2' })
    const organization = await found(small)
    const bob = await small.signUp()
    const { summary } = await send(organization.owner, bob.email, {}, small)
    const cy = await organization.join('member')
    expect((await summary()).body).toMatchObject({ status: 'full', inviterEmail: organization.owner.email })
    await small.ctx.db.write`update "member" set "userId" = ${bob.id} where "userId" = ${cy.id}`
    expect((await summary()).body).toMatchObject({ status: 'pending' })
  })
})

describe('list-invitations', () => {
  test('shows only invitations without higher roles', async () => {
    const organization = await found(server)
    const { owner, id: organizationId } = organization
    const [admin, member] = [await organization.join('admin'), await organization.join('member')]
    const before = await listed(member, organizationId)
    const asOwner = (await invite(owner, 'o@x.test', { role: 'owner' })).at('id')
    const asAdmin = (await invite(owner, 'a@x.test', { role: 'member,admin' })).at('id')
    const asMember = (await invite(owner, 'm@x.test')).at('id')
    const emailsListed = async () => {
      const list = await member.get('/organization/list-invitations', { query: { organizationId } })
      return JSON.parse(list.text).map(({ email }: { email: string }) => email)
    }
    const news = async (by: SignedIn) => (await listed(by, organizationId)).filter((one) => !before.includes(one))
    expect(await news(owner)).toEqual(expect.arrayContaining([asOwner, asAdmin, asMember]))
    expect(await news(admin)).toEqual(expect.arrayContaining([asAdmin, asMember]))
    expect(await news(admin)).not.toContain(asOwner)
    expect(await news(member)).toHaveLength(1)
    expect(await emailsListed()).toContain('m@x.test')
    const full = (await member.get('/organization/get-full-organization', { query: { organizationId } })).text
    const shown = ['o@x.test', 'a@x.test', 'm@x.test'].map((email) => full.includes(email))
    expect(shown).toEqual([false, false, true])
  })

  test('keeps hiding them after they expired, because they can be renewed', async () => {
    const organization = await found(server)
    const { owner, id: organizationId } = organization
    const member = await organization.join('member')
    const before = await listed(member, organizationId)
    const seen = (await invite(owner, 'x@x.test')).at('id')
    const during = await listed(member, organizationId)
    expect(during).toHaveLength(before.length + 1)
    clock.advance(2 * days)
    await invite(owner, 'x@x.test', { role: 'admin' })
    expect(await listed(member, organizationId)).toEqual(expect.arrayContaining(during))
    expect(await listed(member, organizationId)).toHaveLength(during.length)
    const thief = await signUp({ email: 'x@x.test' })
    expect(await accept(thief, seen)).toMatchObject(notFound)
  })
})

describe('list-user-invitations', () => {
  test('lists the open ones of a verified email', async () => {
    const organization = await found(server)
    const bob = await signUp({ emailVerified: true })
    const sent = await invite(organization.owner, bob.email)
    const elsewhere = await found(server)
    await cancel(elsewhere.owner, (await invite(elsewhere.owner, bob.email)).at('id'))
    const leaver = await (await found(server)).join('admin')
    const { activeOrganizationId } = Object(Object((await leaver.get('/get-session')).body).session)
    await invite(leaver, bob.email)
    await leaver.post('/organization/leave', { organizationId: activeOrganizationId })
    const { slug, owner } = organization
    expect((await bob.get('/organization/list-user-invitations')).body).toEqual([
      {
        ...Object(sent.body),
        organizationName: slug,
        organizationSlug: slug,
        inviterName: owner.name,
        inviterEmail: owner.email,
      },
    ])
    clock.advance(2 * days)
    expect((await bob.get('/organization/list-user-invitations')).body).toEqual([])
  })
})
