import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  type GraphQLInputType,
} from 'graphql'
import { connect } from 'database/connect.ts'
import { beforeEach, expect, test } from 'vitest'
import { schema } from '../schema/schema.ts'
import { accessTokenFor } from '../testing/access-token.ts'
import { createTestOrganization, invite } from '../testing/organizations.ts'
import { startGateway } from '../testing/start-gateway.ts'
import type { Visitor } from '../testing/visitor.ts'

const gateway = await startGateway()
const { relay } = gateway
beforeEach(() => relay.clear())

/** Sends requests like a service on behalf of `person`. */
async function serviceOf(person: Visitor, remote?: string) {
  const token = await accessTokenFor(gateway.restAuth, person, remote)
  return (query: string, variables: object = {}, headers: Record<string, string> = {}) =>
    gateway.visitor().graphql(query, variables, { authorization: `Bearer ${token}`, ...headers })
}

const everything = `query ($id: ID!, $ids: [ID!]!) {
  organization(by: { id: $id }) {
    id name slug logo metadata isActive viewerMembership { id roles } viewerPermissions
    members { totalCount nodes { id roles user { id name email } team { name } organization { slug } } }
    teams { nodes { id name members { nodes { id } } } }
    invitations { nodes { id email roles status organizationName inviterEmail } }
  }
  nodes(ids: $ids) { id ... on Member { roles } ... on Invitation { email } ... on Team { name } ... on User { name } }
  viewer { organizations { totalCount nodes { slug } } invitations { totalCount nodes { id organizationName inviterName inviterEmail team { name } } } }
  rateLimit { cost }
}`

/** Services cannot accept an invitation, even for an owner, so they get no id that does. */
function withStandIns({ data }: { data: unknown }) {
  const { organization, ...rest } = Object(data)
  if (!organization) return data
  const standIn = expect.stringMatching(/^I_[0-9a-f]{32}$/)
  const nodes = organization.invitations.nodes.map((node: object) => ({ ...node, id: standIn }))
  return { organization: { ...organization, invitations: { nodes } }, ...rest }
}

test('reads the same as its user if an operator granted it, otherwise only the active organization', async () => {
  const database = connect(gateway.restAuth.databaseUrl, { connections: 1 })
  await database.write`insert into "serviceClient" ("remote", "allOrganizations") values ('mf-granted', true)`
  await database.end()
  const [acme, beta] = [await createTestOrganization(gateway), await createTestOrganization(gateway)]
  const member = await acme.join('MEMBER', 'Mia')
  const ids = [acme.ownerMemberId, acme.teamId, await invite(acme, 'new@example.com'), beta.ownerMemberId]
  const invited = await invite(beta, acme.owner.email)
  const people = [acme.owner, member, beta.owner]
  const own = await Promise.all(people.map((person) => person.graphql(everything, { id: acme.id, ids })))
  expect(own.map(({ errors }) => errors)).toEqual([[], [], []])
  const { slug: organizationName, owner } = beta
  const invitation = { id: invited, organizationName, inviterName: 'Olive', inviterEmail: owner.email, team: null }
  const none = { totalCount: 0, nodes: [] }
  expect(own.map((response) => response.at('viewer', 'invitations'))).toEqual([
    { totalCount: 1, nodes: [invitation] },
    none,
    none,
  ])
  const services = await Promise.all(people.map((person) => serviceOf(person, 'mf-granted')))
  relay.clear()
  const responses = await Promise.all(services.map((ask) => ask(everything, { id: acme.id, ids })))
  expect(responses.map(({ data, errors }) => [data, errors])).toEqual(own.map((one) => [withStandIns(one), []]))
  for (const { headers } of responses)
    expect([headers.getSetCookie(), headers.get('www-authenticate')]).toEqual([[], null])
  expect(new Set(relay.calls)).toEqual(new Set(['GET /organization/batch']))
  const limited = await Promise.all(people.map((person) => serviceOf(person)))
  const limitedResponses = await Promise.all(limited.map((ask) => ask(everything, { id: acme.id, ids })))
  expect(limitedResponses.map(({ data }) => data)).toEqual(
    own.map((response) => ({
      ...Object(withStandIns(response)),
      viewer: { organizations: response.at('viewer', 'organizations'), invitations: none },
    })),
  )
})

test('takes precedence over cookies', async () => {
  const [acme, beta] = [await createTestOrganization(gateway), await createTestOrganization(gateway)]
  const cookie = [...beta.owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const ask = await serviceOf(acme.owner)
  const response = await ask('{ viewer { organizations { nodes { slug } } } }', {}, { cookie })
  expect(response.data).toEqual({ viewer: { organizations: { nodes: [{ slug: acme.slug }] } } })
})

test('reflects changes of roles and memberships at once', async () => {
  const acme = await createTestOrganization(gateway)
  const mia = await acme.join('MEMBER')
  const ask = await serviceOf(mia)
  const read = async () =>
    (await ask('query ($id: ID!) { organization(by: { id: $id }) { viewerPermissions } }', { id: acme.id })).data
  expect(await read()).toEqual({ organization: { viewerPermissions: [] } })
  const change = (mutation: string) =>
    acme.owner.graphql(`mutation ($id: ID!) { ${mutation} { userErrors { code } } }`, { id: mia.memberId })
  await change('updateMemberRoles(input: { memberId: $id, roles: [ADMIN] })')
  expect(await read()).toMatchObject({ organization: { viewerPermissions: expect.arrayContaining(['MEMBER_CREATE']) } })
  await change('removeMember(input: { member: { id: $id } })')
  expect(await read()).toEqual({ organization: null })
})

/** Makes a minimal value of this type. */
function valueOf(type: GraphQLInputType): unknown {
  if (isListType(type)) return [valueOf(type.ofType)]
  if (isNonNullType(type)) return valueOf(type.ofType)
  if (isEnumType(type)) return type.getValues()[0]?.name
  if (!isInputObjectType(type)) return type.name === 'Boolean' ? true : 'x'
  const fields = Object.values(type.getFields())
  const needed = type.isOneOf ? fields.slice(0, 1) : fields.filter(isRequiredInputField)
  return Object.fromEntries(needed.map((field) => [field.name, valueOf(field.type)]))
}

const message = 'This token can only read organizations, teams, members and invitations.'
const extensions = { code: 'FORBIDDEN', scope: 'organizations:read' }

const service = serviceOf(await gateway.signUp())

test.each(Object.values(schema.getMutationType()?.getFields() ?? {}).map((field) => [field.name, field] as const))(
  'cannot run the mutation %s',
  async (name, { args: [argument], type }) => {
    const ask = await service
    const payload = getNamedType(type).name
    expect([argument?.name, payload]).toEqual(['input', expect.stringMatching(/Payload$/)])
    const document = `mutation ($input: ${String(argument?.type)}) { ${name}(input: $input) { userErrors { code } } }`
    const variables = { input: argument && valueOf(argument.type) }
    relay.clear()
    const refused = await ask(document, variables)
    expect([refused.data, refused.errors]).toEqual([
      { [name]: null },
      [expect.objectContaining({ message, extensions, path: [name] })],
    ])
    expect(relay.calls).toEqual([])
  },
)

test.each([
  ['viewer { user { email } }', null],
  ['viewer { isEmailVerified }', null],
  ['viewer { activeOrganization { id } }', { activeOrganization: null }],
  ['viewer { activeMembership { id } }', { activeMembership: null }],
  ['isOrganizationSlugAvailable(slug: "a")', null],
  ['organizationSlug(slug: "a") { isAvailable }', null],
  ['invitation(id: "x") { invitation { email } }', null],
])('cannot read %s', async (field, value) => {
  const ask = await service
  relay.clear()
  const response = await ask(`{ ${field} }`)
  expect(response.data).toEqual({ [field.split(/\W/)[0] ?? '']: value })
  expect(response.errors).toEqual([expect.objectContaining({ message, extensions })])
  expect(relay.calls).toEqual([])
})

test('is rejected if it was changed or its session has ended', async () => {
  const { owner } = await createTestOrganization(gateway)
  const token = await accessTokenFor(gateway.restAuth, owner)
  const ask = async (authorization: string) => {
    const response = await gateway
      .visitor()
      .graphql('{ viewer { organizations { totalCount } } }', {}, { authorization, cookie: 'a=b' })
    const [error] = response.errors
    return [response.at('viewer', 'organizations'), error?.extensions.code, response.headers.get('www-authenticate')]
  }
  const wrong = [null, 'UNAUTHENTICATED', 'Bearer error="invalid_token"']
  expect(await ask(`Bearer ${token}`)).toEqual([{ totalCount: 1 }, undefined, null])
  const [header = '', payload = '', signature = ''] = token.split('.')
  const changed = Buffer.from(payload, 'base64url').toString().replace('"sub":"', '"sub":"x')
  expect(await ask(`Bearer ${header}.${Buffer.from(changed).toString('base64url')}.${signature}`)).toEqual(wrong)
  const none = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')
  expect(await ask(`Bearer ${none}.${payload}.x`)).toEqual(wrong)
  await owner.rest('POST', '/sign-out')
  expect(await ask(`Bearer ${token}`)).toEqual(wrong)
})
