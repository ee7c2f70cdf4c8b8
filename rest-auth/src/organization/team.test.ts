import { describe, expect, test } from 'vitest'
import { found } from '../testing/organizations.ts'
import { startTestApp, type SignedIn } from '../testing/start-test-app.ts'

const server = await startTestApp()
const { clock, signUp } = server
const refusal = (status: number, code: string, message: string) => ({ status, body: { code, message } })

const noActive = refusal(400, 'NO_ACTIVE_ORGANIZATION', 'No active organization')
const teamNotFound = refusal(400, 'TEAM_NOT_FOUND', 'Team not found')
const invalid = refusal(400, 'VALIDATION_ERROR', 'Invalid body parameters')
const now = () => clock.now().toISOString()

const create = (by: SignedIn, name: unknown, organizationId?: string) =>
  by.post('/organization/create-team', { name, organizationId })
const rename = (by: SignedIn, teamId: string, data: unknown) => by.post('/organization/update-team', { teamId, data })
const remove = (by: SignedIn, teamId: string, organizationId?: string) =>
  by.post('/organization/remove-team', { teamId, organizationId })

describe('create-team', () => {
  test('answers the team; admins may', async () => {
    const organization = await found(server)
    const admin = await organization.join('admin')
    const answer = await create(admin, 'Blue', organization.id)
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^[a-zA-Z0-9]{32}$/),
      name: 'Blue',
      organizationId: organization.id,
      createdAt: now(),
      updatedAt: now(),
    })
  })

  test('refuses', async () => {
    const organization = await found(server)
    const outsider = await signUp()
    expect(await create(outsider, 'x')).toMatchObject(noActive)
    for (const id of [organization.id, 'absent']) {
      expect(await create(outsider, 'x', id)).toMatchObject(
        refusal(
          403,
          'YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION',
          'You are not allowed to invite users to this organization',
        ),
      )
    }
    expect(await create(await organization.join('member'), 'x')).toMatchObject(
      refusal(
        403,
        'YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION',
        'You are not allowed to create teams in this organization',
      ),
    )
    for (const name of ['', ' ', null, undefined, 1])
      expect(await create(organization.owner, name)).toMatchObject(invalid)
  })
})

describe('update-team', () => {
  test('changes the name and nothing else; without a name nothing', async () => {
    const { owner, id: organizationId, teamId } = await found(server)
    const answer = await rename(owner, teamId, { name: 'Red', organizationId, id: 'ignored' })
    expect(answer.body).toEqual({ id: teamId, name: 'Red', organizationId, createdAt: now(), updatedAt: null })
    expect((await rename(owner, teamId, {})).body).toEqual(answer.body)
  })

  test('refuses', async () => {
    const organization = await found(server)
    const other = await found(server)
    const { owner, teamId } = organization
    const mayNot = refusal(403, 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM', 'You are not allowed to update this team')
    expect(await rename(await signUp(), teamId, { name: 'x' })).toMatchObject(noActive)
    expect(await rename(await signUp(), teamId, { name: 'x', organizationId: organization.id })).toMatchObject(mayNot)
    expect(await rename(await organization.join('member'), teamId, { name: 'x' })).toMatchObject(mayNot)
    for (const id of ['absent', other.teamId]) {
      expect(await rename(owner, id, { name: 'x' })).toMatchObject(teamNotFound)
      expect(await rename(owner, id, {})).toMatchObject(teamNotFound)
    }
    for (const data of [{ name: '' }, { name: null }, undefined]) {
      expect(await rename(owner, teamId, data)).toMatchObject(invalid)
    }
  })
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
    const answer = await remove(owner, teamId, organizationId)
    expect(answer).toMatchObject({ status: 200, body: { message: 'Team removed successfully.' } })
    const full = (await owner.get('/organization/get-full-organization')).text
    expect(full).not.toContain(teamId)
    expect(JSON.parse(full)).toMatchObject({ members: { length: 2 }, invitations: { length: 2 }, teams: { length: 1 } })
  })

  test('refuses', async () => {
    const organization = await found(server)
    const { owner, id, teamId } = organization
    const blue = (await create(owner, 'Blue')).at('id')
    const outsider = await signUp()
    const mayNot = refusal(403, 'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM', 'You are not allowed to delete this team')
    expect(await remove(outsider, blue)).toMatchObject(noActive)
    expect(await remove(outsider, blue, id)).toMatchObject(mayNot)
    expect(await remove(owner, teamId)).toMatchObject(mayNot)
    expect(await remove(await organization.join('member'), blue)).toMatchObject(
      refusal(
        403,
        'YOU_ARE_NOT_ALLOWED_TO_DELETE_TEAMS_IN_THIS_ORGANIZATION',
        'You are not allowed to delete teams in this organization',
      ),
    )
    for (const absent of ['absent', (await found(server)).teamId]) {
      expect(await remove(owner, absent)).toMatchObject(teamNotFound)
    }
    const admin = await organization.join('admin')
    expect((await remove(admin, teamId)).status).toBe(200)
    const lastOne = refusal(400, 'UNABLE_TO_REMOVE_LAST_TEAM', 'Unable to remove last team')
    expect(await remove(admin, blue)).toMatchObject(lastOne)
  })

  test('removes the last one where the operator allows it', async () => {
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
  test('answers the first ones, as many as an organization may have members', async () => {
    const small = await startTestApp({ ORGANIZATION_MEMBERSHIP_LIMIT: '2' })
    const { owner, id, teamId } = await found(small)
    await small.ctx.sql`
      insert into "team" ("id", "name", "organizationId", "createdAt")
      select 'team' || n, 'x', ${id}, ${small.clock.now()}::timestamptz + n * interval '1 second' from generate_series(1, 3) n`
    expect((await owner.get('/organization/list-teams')).body).toMatchObject([{ id: teamId }, { id: 'team1' }])
    const { body } = await owner.get('/organization/get-full-organization')
    expect(body).toMatchObject({ teams: [{ id: teamId }, { id: 'team1' }] })
    expect(Object(body).teams).toHaveLength(2)
  })

  test('of the given organization rather than the active one (S42), for any member', async () => {
    const organization = await found(server)
    const bob = await organization.join('member')
    const { teamId } = await found(server, bob)
    const named = { query: { organizationId: organization.id } }
    expect((await bob.get('/organization/list-teams')).body).toMatchObject([{ id: teamId }])
    expect((await bob.get('/organization/list-teams', named)).body).toMatchObject([{ id: organization.teamId }])
  })

  test('null without any; refused to outsiders', async () => {
    const outsider = await signUp()
    const { id: organizationId } = await found(server)
    expect(await outsider.get('/organization/list-teams')).toMatchObject({ status: 200, text: 'null' })
    expect(await outsider.get('/organization/list-teams', { query: { organizationId } })).toMatchObject(
      refusal(403, 'YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION', 'You are not a member of this organization'),
    )
  })
})
