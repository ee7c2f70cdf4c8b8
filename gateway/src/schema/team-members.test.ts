import { beforeAll, expect, test } from 'vitest'
import { createTestOrganization, type Colleague, type TestOrganization } from '../testing/organizations.ts'
import { startGateway } from '../testing/start-gateway.ts'

const gateway = await startGateway()
let acme: TestOrganization
let mia: Colleague
let userId: string
const teamIds: string[] = []

beforeAll(async () => {
  acme = await createTestOrganization(gateway)
  mia = await acme.join('MEMBER', 'Mia')
  userId = (await mia.graphql('{ viewer { user { id } } }')).textAt('viewer', 'user', 'id')
  for (const name of ['Red', 'Blue']) {
    const create = `mutation { createTeam(input: { name: "${name}" }) { team { id } } }`
    teamIds.push((await acme.owner.graphql(create)).textAt('createTeam', 'team', 'id'))
  }
})

const change = async (mutation: string, teamId: string) => {
  const asked = `mutation { ${mutation}(input: { teamId: "${teamId}", userId: "${userId}" }) {
    team { name members { nodes { user { name } } } } member { team { name } teams { name } } userErrors { code path } } }`
  return (await acme.owner.graphql(asked)).at(mutation)
}
const [red, blue] = [{ name: 'Red' }, { name: 'Blue' }]

test('adds a member to teams and removes them, and reads all teams of a member, the viewer and an invitation', async () => {
  const [redId = '', blueId = ''] = teamIds
  const nodes = [{ user: { name: 'Mia' } }]
  const none = { userErrors: [] }
  expect(await change('addTeamMember', redId)).toEqual({
    team: { ...red, members: { nodes } },
    member: { team: red, teams: [red] },
    ...none,
  })
  expect(await change('addTeamMember', blueId)).toMatchObject({ member: { team: red, teams: [red, blue] } })
  const { data } = await mia.graphql(`{ viewer {
    teams(first: 1) { nodes { name } totalCount pageInfo { endCursor hasNextPage } }
    activeMembership { all: teams { name updatedAt organization { id } } one: teams(first: 1) { name } } } }`)
  const { viewer } = JSON.parse(JSON.stringify(data))
  expect(viewer.teams).toMatchObject({ nodes: [red], totalCount: 2, pageInfo: { hasNextPage: true } })
  const after = `{ viewer { teams(after: "${viewer.teams.pageInfo.endCursor}") { nodes { name } } } }`
  expect((await mia.graphql(after)).at('viewer', 'teams', 'nodes')).toEqual([blue])
  const organization = { id: acme.id }
  const updatedAt = expect.any(String)
  expect(viewer.activeMembership).toEqual({
    all: [
      { ...red, updatedAt, organization },
      { ...blue, updatedAt, organization },
    ],
    one: [red],
  })
  expect(await change('removeTeamMember', redId)).toEqual({
    team: { ...red, members: { nodes: [] } },
    member: { team: blue, teams: [blue] },
    ...none,
  })
  expect(await change('removeTeamMember', redId)).toMatchObject({
    member: null,
    userErrors: [{ code: 'USER_IS_NOT_A_MEMBER_OF_THE_TEAM', path: ['input', 'userId'] }],
  })
})

test('reads the teams of all members of a page with one further call, and of invitations', async () => {
  const [redId = '', blueId = ''] = teamIds
  gateway.relay.clear()
  const list = await acme.owner.graphql(`{ organization(by: { id: "${acme.id}" }) {
    members { nodes { user { name } teams(first: 5) { name } } }
    ofTeam: members(teamId: "${blueId}", query: "mi") { totalCount nodes { user { name } } } } }`)
  expect(list.errors).toEqual([])
  expect(list.at('organization', 'members', 'nodes')).toMatchObject([
    { teams: [{}] },
    { user: { name: 'Mia' }, teams: [blue] },
  ])
  expect(list.at('organization', 'ofTeam')).toEqual({ totalCount: 1, nodes: [{ user: { name: 'Mia' } }] })
  const invite = `mutation { inviteMember(input: { email: "a@example.com", roles: [MEMBER], teamIds: ["${blueId}", "${redId}"] }) {
    invitation { team { name } teams { name } } userErrors { code } } }`
  const both = { team: blue, teams: [blue, red] }
  expect((await acme.owner.graphql(invite)).at('inviteMember')).toEqual({ invitation: both, userErrors: [] })
  const listed = await acme.owner.graphql(
    `{ organization(by: { id: "${acme.id}" }) { invitations(status: PENDING) { nodes { team { name } teams { name } } } } }`,
  )
  expect(listed.at('organization', 'invitations', 'nodes')).toEqual([both])
})

test('counts the size of a list of teams as the size of a page', async () => {
  const read = (size: number) =>
    `{ organization(by: { id: "${acme.id}" }) { members(first: 100) { nodes { teams(first: ${size}) { name } } } } }`
  expect((await acme.owner.graphql(read(40))).errors).toEqual([])
  expect((await acme.owner.graphql(read(60))).errors[0]?.extensions.code).toBe('COST_LIMIT_EXCEEDED')
  expect(
    (await acme.owner.graphql('{ viewer { activeMembership { teams(first: -1) { name } } } }')).errors[0]?.extensions
      .code,
  ).toBe('BAD_USER_INPUT')
})
