import { describe, expect, test } from 'vitest'
import { found } from '../../testing/organizations.ts'
import { startTestApp, type SignedIn } from '../../testing/start-test-app.ts'

const server = await startTestApp()
const { clock, signUp } = server

const now = () => clock.now().toISOString()

const create = (by: SignedIn, name: unknown, organizationId?: string) =>
  by.post('/organization/create-team', { name, organizationId })
const rename = (by: SignedIn, teamId: string, data: unknown) => by.post('/organization/update-team', { teamId, data })
const remove = (by: SignedIn, teamId: string, organizationId?: string) =>
  by.post('/organization/remove-team', { teamId, organizationId })

describe('update-team', () => {
  test('changes only the name, and nothing without one', async () => {
    const { owner, id: organizationId, teamId } = await found(server)
    const response = await rename(owner, teamId, { name: 'Red', organizationId, id: 'ignored' })
    const team = { id: teamId, name: 'Red', organizationId, memberCount: 1, createdAt: now(), updatedAt: null }
    expect(response.body).toEqual(team)
    expect((await rename(owner, teamId, {})).body).toEqual(response.body)
  })
})

test.each(['', ' ', null, 1])('rejects the name %j', async (name) => {
  const { owner, teamId } = await found(server)
  expect((await create(owner, name)).at('code')).toBe('VALIDATION_ERROR')
  expect((await rename(owner, teamId, { name })).at('code')).toBe('VALIDATION_ERROR')
})

describe('remove-team', () => {
  test('leaves its members and invitations without a team (S41)', async () => {
    const organization = await found(server)
    const { owner, id: organizationId } = organization
    const teamId = (await create(owner, 'Blue')).at('id')
    const bob = await signUp()
    const invitation = await owner.post('/organization/invite-member', { email: bob.email, role: 'member', teamId })
    const accepted = await bob.post('/organization/accept-invitation', { invitationId: invitation.at('id') })
    expect(accepted.at('member', 'teamId')).toBe(teamId)
    await owner.post('/organization/invite-member', { email: 'open@x.test', role: 'member', teamId })
    const response = await remove(owner, teamId, organizationId)
    expect(response).toMatchObject({ status: 200, body: { message: 'Team removed successfully.' } })
    const full = (await owner.get('/organization/get-full-organization')).text
    expect(full).not.toContain(teamId)
    expect(JSON.parse(full)).toMatchObject({ members: { length: 2 }, invitations: { length: 2 }, teams: { length: 1 } })
  })

  test('removes the last one if the operator allows it', async () => {
    const strict = await server.browser().get('/team-rules')
    expect(strict).toMatchObject({ status: 200, body: { removeLastAllowed: false } })
    const organization = await found(await startTestApp({ TEAMS_REMOVE_LAST_ALLOWED: 'true' }))
    expect((await organization.owner.get('/team-rules')).body).toEqual({ removeLastAllowed: true })
    const admin = await organization.join('admin')
    expect((await remove(admin, organization.teamId)).status).toBe(200)
    expect((await admin.get('/organization/list-teams')).body).toEqual([])
  })
})

describe('list-teams', () => {
  test('returns the first ones, up to the member limit', async () => {
    const small = await startTestApp({ ORGANIZATION_MEMBERSHIP_LIMIT: '2' })
    const { owner, id, teamId } = await found(small)
    await small.ctx.db.write`
      insert into "team" ("id", "name", "organizationId", "createdAt")
      select 'team' || n, 'x', ${id}, ${small.clock.now()}::timestamptz + n * interval '1 second' from generate_series(1, 3) n`
    expect((await owner.get('/organization/list-teams')).body).toMatchObject([{ id: teamId }, { id: 'team1' }])
    const { body } = await owner.get('/organization/get-full-organization')
    expect(body).toMatchObject({ teams: [{ id: teamId }, { id: 'team1' }] })
    expect(Object(body).teams).toHaveLength(2)
  })

  test('reads the given organization instead of the active one (S42), for any member', async () => {
    const organization = await found(server)
    const bob = await organization.join('member')
    const { teamId } = await found(server, bob)
    const named = { query: { organizationId: organization.id } }
    expect((await bob.get('/organization/list-teams')).body).toMatchObject([{ id: teamId }])
    expect((await bob.get('/organization/list-teams', named)).body).toMatchObject([{ id: organization.teamId }])
  })
})
