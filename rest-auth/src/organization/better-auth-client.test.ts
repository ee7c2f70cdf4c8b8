import { describe, expect, test } from 'vitest'
import { createNpmClient, npmClientVersions } from '../testing/npm-client.ts'
import { startTestApp } from '../testing/start-test-app.ts'
import { testPassword } from '../testing/test-password.ts'

const { app, clock, ctx } = await startTestApp()
const baseURL = (await app.listen({ port: 0 })) + ctx.config.AUTH_BASE_PATH

const id = expect.stringMatching(/^[a-zA-Z0-9]{32}$/)
const date = expect.any(Date)
const nothing = { data: null, error: null }
const refusal = (status: number, statusText: string, code: string, message: string) => ({
  data: null,
  error: { status, statusText, code, message },
})

describe.each(npmClientVersions)('the client of better-auth %s', (version) => {
  /**
   * A user who signed up with the client. `call` throws the response on failure, and advances the
   * clock.
   */
  const signUp = async (name: string) => {
    const client = await createNpmClient(version, baseURL)
    const email = `${name}-${version}@x.test`
    const attempt = (method: string, input?: unknown) => client.call(method, input)
    const call = async (method: string, input?: unknown) => {
      clock.advance(1)
      const { data, error } = await attempt(method, input)
      expect(error, method).toBeNull()
      return Object(data)
    }
    const { user } = await call('signUp.email', { email, name, password: testPassword })
    return { attempt, call, email, userId: user.id }
  }
  const slug = `acme-${version}`

  test('calls every method of organizations', async () => {
    const { attempt, call, userId } = await signUp('ann')
    expect(await attempt('organization.list')).toEqual({ data: [], error: null })
    expect(await attempt('organization.getFullOrganization')).toEqual(nothing)
    expect(await call('organization.checkSlug', { slug })).toEqual({ status: true })
    const created = await call('organization.create', { name: 'Acme', slug, metadata: { plan: 'free' } })
    expect(created).toEqual({
      id,
      name: 'Acme',
      slug,
      logo: null,
      metadata: { plan: 'free' },
      createdAt: date,
      members: [{ id, organizationId: created.id, userId, role: 'owner', teamId: id, createdAt: date }],
    })
    expect(await attempt('organization.checkSlug', { slug })).toEqual(
      refusal(400, 'Bad Request', 'SLUG_IS_TAKEN', 'slug is taken'),
    )
    const second = await call('organization.create', { name: 'Second', slug: `${slug}-2` })
    const updated = await call('organization.update', { data: { name: 'Other' }, organizationId: created.id })
    expect(updated).toMatchObject({ id: created.id, name: 'Other', metadata: { plan: 'free' } })
    expect(await call('organization.list')).toMatchObject([{ id: created.id }, { id: second.id, metadata: null }])
    const full = await call('organization.setActive', { organizationId: created.id })
    expect(full).toMatchObject({ id: created.id, members: [{ user: { name: 'ann' } }], invitations: [] })
    expect(await call('organization.getFullOrganization')).toEqual(full)
    const bySlug = await call('organization.getFullOrganization', { query: { organizationSlug: `${slug}-2` } })
    expect(bySlug).toMatchObject({ id: second.id, teams: [{ name: 'Second', createdAt: date }] })
    expect(await attempt('organization.setActive', { organizationId: null })).toEqual(nothing)
    const permissions = { organization: ['delete'] }
    const asked = { organizationId: created.id, permissions }
    expect(await call('organization.hasPermission', asked)).toEqual({ error: null, success: true })
    expect(await call('organization.delete', { organizationId: second.id })).toMatchObject({ id: second.id })
  })

  test('calls every method of members and invitations', async () => {
    const owner = await signUp('olga')
    const bob = await signUp('bob')
    const { id: organizationId } = await owner.call('organization.create', { name: 'Acme', slug: `${slug}-members` })
    const invite = (email: string, role: unknown = 'member') => owner.call('organization.inviteMember', { email, role })
    const invited = await invite(bob.email)
    expect(invited).toEqual({
      id,
      organizationId,
      email: bob.email,
      role: 'member',
      teamId: null,
      status: 'pending',
      expiresAt: date,
      createdAt: date,
      inviterId: owner.userId,
    })
    expect(await owner.attempt('organization.inviteMember', { email: bob.email, role: 'member' })).toMatchObject({
      error: { status: 400, code: 'USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION' },
    })
    expect(await owner.call('organization.listInvitations', { query: { organizationId } })).toEqual([invited])
    expect(await bob.call('organization.getInvitation', { query: { id: invited.id } })).toEqual({
      ...invited,
      organizationName: 'Acme',
      organizationSlug: `${slug}-members`,
      inviterName: expect.any(String),
      inviterEmail: '', // not proved
    })
    expect(await bob.attempt('organization.getActiveMember')).toEqual(nothing)
    expect(await bob.call('organization.acceptInvitation', { invitationId: invited.id })).toEqual({
      invitation: { ...invited, status: 'accepted' },
      member: { id, organizationId, userId: bob.userId, role: 'member', teamId: null, createdAt: date },
    })
    const member = await bob.call('organization.getActiveMember')
    expect(member).toMatchObject({ organizationId, role: 'member', user: { email: bob.email } })
    const raise = { memberId: member.id, role: ['admin', 'member'] }
    expect(await owner.call('organization.updateMemberRole', raise)).toMatchObject({ role: 'admin,member' })
    const { id: unwanted } = await invite('c@x.test', 'admin')
    const canceled = await owner.call('organization.cancelInvitation', { invitationId: unwanted })
    expect(canceled).toMatchObject({ id: unwanted, status: 'canceled' })
    const removed = await owner.call('organization.removeMember', { memberIdOrEmail: bob.email })
    expect(removed).toMatchObject({ member: { id: member.id, user: { email: bob.email } } })
    const declined = await bob.call('organization.rejectInvitation', { invitationId: (await invite(bob.email)).id })
    expect(declined).toMatchObject({ invitation: { status: 'rejected' }, member: null })
    await bob.call('organization.acceptInvitation', { invitationId: (await invite(bob.email, 'owner')).id })
    expect(await bob.call('organization.leave', { organizationId })).toMatchObject({
      userId: bob.userId,
      role: 'owner',
    })
    expect(await owner.attempt('organization.leave', { organizationId })).toMatchObject({
      error: { status: 400, code: 'YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER' },
    })
  })

  test('calls every method of teams', async () => {
    const { call } = await signUp('tess')
    const { id: organizationId } = await call('organization.create', { name: 'Acme', slug: `${slug}-teams` })
    const team = await call('organization.createTeam', { name: 'Blue', organizationId })
    expect(team).toEqual({ id, name: 'Blue', organizationId, memberCount: 0, createdAt: date, updatedAt: date })
    const change = { teamId: team.id, data: { name: 'Red', organizationId } }
    expect(await call('organization.updateTeam', change)).toEqual({ ...team, name: 'Red' })
    const teams = await call('organization.listTeams', { query: { organizationId } })
    expect(teams).toMatchObject([{ name: 'Acme', updatedAt: null }, { name: 'Red' }])
    let cursor: string | null = null
    const onResponse = ({ response }: { response: Response }) => void (cursor = response.headers.get('next-cursor'))
    const page = (query: object) => call('organization.listTeams', { query, fetchOptions: { onResponse } })
    expect(await page({ organizationId, limit: 1 })).toEqual([teams[0]])
    expect(await page({ organizationId, cursor })).toEqual([teams[1]])
    expect(cursor).toBeNull()
    expect(await call('organization.removeTeam', { teamId: team.id, organizationId })).toEqual({
      message: 'Team removed successfully.',
    })
  })
})
