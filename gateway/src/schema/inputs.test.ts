import { isInputObjectType } from 'graphql'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startGateway } from '../testing/start-gateway.ts'
import { schema } from './schema.ts'

// oxlint-disable-next-line typescript/unbound-method -- does not use `this`
const { app, relay, visitor } = await startGateway()

const inputs: [mutation: string, input: object, sent: object][] = [
  [
    'createOrganization',
    { name: 'A', slug: 'a', logo: '/a.png', metadata: { plan: 1 }, teamName: 'T', keepCurrentActiveOrganization: true },
    { name: 'A', slug: 'a', logo: '/a.png', metadata: { plan: 1 }, teamName: 'T', keepCurrentActiveOrganization: true },
  ],
  [
    'updateOrganization',
    { organizationId: 'O_o', name: 'A', slug: 'a', logo: '/a.png', metadata: { plan: 1 } },
    { organizationId: 'o', data: { name: 'A', slug: 'a', logo: '/a.png', metadata: { plan: 1 } } },
  ],
  [
    'updateOrganization',
    { organizationId: 'O_o', name: 'A', expected: { name: 'B', slug: null, logo: null } },
    { organizationId: 'o', data: { name: 'A' }, expected: { name: 'B', logo: null } },
  ],
  ['deleteOrganization', { organizationId: 'O_o' }, { organizationId: 'o' }],
  ['setActiveOrganization', { organizationId: 'O_o' }, { organizationId: 'o' }],
  ['setActiveOrganization', { organizationId: 'O_o', slug: 'a' }, { organizationSlug: 'a' }],
  ['setActiveOrganization', {}, { organizationId: null }],
  ['leaveOrganization', { organizationId: 'O_o' }, { organizationId: 'o' }],
  [
    'inviteMember',
    { organizationId: 'O_o', email: 'a@b.co', roles: ['ADMIN', 'MEMBER'], teamId: 'T_t', resend: true },
    { organizationId: 'o', email: 'a@b.co', role: ['admin', 'member'], teamId: 't', resend: true },
  ],
  [
    'inviteMember',
    { email: 'a@b.co', roles: ['MEMBER'], teamId: 'T_t', teamIds: ['T_u'] },
    { email: 'a@b.co', role: ['member'], teamId: ['t', 'u'] },
  ],
  ['inviteMember', { email: 'a@b.co', roles: [], teamIds: ['T_u'] }, { email: 'a@b.co', role: [], teamId: 'u' }],
  [
    'addTeamMember',
    { organizationId: 'O_o', teamId: 'T_t', userId: 'U_u' },
    { organizationId: 'o', teamId: 't', userId: 'u' },
  ],
  [
    'removeTeamMember',
    { organizationId: 'O_o', teamId: 'T_t', userId: 'U_u' },
    { organizationId: 'o', teamId: 't', userId: 'u' },
  ],
  [
    'updateMemberRoles',
    { organizationId: 'O_o', memberId: 'M_m', roles: ['OWNER'] },
    { organizationId: 'o', memberId: 'm', role: ['owner'], builtInOnly: true },
  ],
  [
    'updateAssignedRoles',
    { organizationId: 'O_o', memberId: 'M_m', assignedRoles: ['support'] },
    { organizationId: 'o', memberId: 'm', role: ['support'] },
  ],
  [
    'createRole',
    { organizationId: 'O_o', name: 'a', grants: ['team:create', 'x:y', 'team:delete', 'z', '__proto__:a'] },
    {
      organizationId: 'o',
      role: 'a',
      permission: Object.fromEntries([
        ['team', ['create', 'delete']],
        ['x', ['y']],
        ['z', []],
        ['__proto__', ['a']],
      ]),
      additionalFields: { label: null },
    },
  ],
  [
    'createRole',
    { name: 'a', label: 'A', grants: [], confirm: true },
    {
      role: 'a',
      permission: {},
      additionalFields: { label: 'A' },
      confirm: true,
    },
  ],
  ['updateRole', { name: 'a' }, { roleName: 'a', data: {} }],
  [
    'updateRole',
    { name: 'a', newName: 'b', label: null, grants: ['team:create'], expected: { label: null, grants: [] } },
    {
      roleName: 'a',
      data: { roleName: 'b', label: null, permission: { team: ['create'] } },
      expected: { label: null, permission: {} },
    },
  ],
  ['deleteRole', { organizationId: 'O_o', name: 'A' }, { organizationId: 'o', roleName: 'A' }],
  [
    'inviteMember',
    { email: 'a@b.co', roles: ['MEMBER'], assignedRoles: ['support'] },
    {
      email: 'a@b.co',
      role: ['member', 'support'],
    },
  ],
  [
    'updateMemberTeam',
    { organizationId: 'O_o', memberId: 'M_m', teamId: 'T_t' },
    { organizationId: 'o', memberId: 'm', teamId: 't' },
  ],
  [
    'updateMemberTeam',
    { organizationId: 'O_o', memberId: 'M_m' },
    { organizationId: 'o', memberId: 'm', teamId: null },
  ],
  ['removeMember', { organizationId: 'O_o', member: { id: 'M_m' } }, { organizationId: 'o', memberIdOrEmail: 'm' }],
  [
    'removeMember',
    { organizationId: 'O_o', member: { email: 'a@b.co' } },
    { organizationId: 'o', memberIdOrEmail: 'a@b.co' },
  ],
  ['acceptInvitation', { invitationId: 'I_i', token: 't' }, { invitationId: 'i', token: 't' }],
  ['rejectInvitation', { invitationId: 'I_i' }, { invitationId: 'i' }],
  ['cancelInvitation', { invitationId: 'i' }, { invitationId: 'i' }],
  ['createTeam', { organizationId: 'O_o', name: 'T' }, { organizationId: 'o', name: 'T' }],
  [
    'updateTeam',
    { organizationId: 'O_o', teamId: 'T_t', name: 'T', expectedName: 'U' },
    { teamId: 't', data: { name: 'T', organizationId: 'o' }, expectedName: 'U' },
  ],
  ['removeTeam', { organizationId: 'O_o', teamId: 'O_t' }, { organizationId: 'o', teamId: 'none' }],
]

const graphql = (mutation: string, input: object) => {
  const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`
  return visitor().graphql(`mutation ($input: ${type}!) { ${mutation}(input: $input) { userErrors { code } } }`, {
    input,
  })
}

/** Runs a mutation and returns the body of its call to rest-auth. */
async function bodyOf(mutation: string, input: object): Promise<unknown> {
  const bodies: Promise<Buffer>[] = []
  relay.behave = (incoming, _, pass) => {
    bodies.push(buffer(incoming))
    pass()
  }
  await graphql(mutation, input)
  const [body] = await Promise.all(bodies)
  return JSON.parse(String(body))
}

test.each(inputs)('%s sends all of %j to rest-auth', async (mutation, input, sent) => {
  expect(await bodyOf(mutation, input)).toEqual(sent)
})

test.each(['9007199254740993', '-9007199254740993', '123456789012345678901234567890'])(
  'rejects the integer %s in metadata, which would be rounded',
  async (number) => {
    relay.clear()
    const body = `{"query":"mutation ($m: JSONObject) { updateOrganization(input: { metadata: $m }) { userErrors { code } } }",
      "variables":{"m":{"a":[1,${number}],"b":"x"}}}`
    const headers = { 'content-type': 'application/json' }
    const byVariable = await app.inject({ method: 'POST', url: '/graphql', headers, payload: body })
    expect(byVariable.json()).toMatchObject({
      errors: [{ message: expect.stringContaining('Write larger ones as strings') }],
    })
    const inDocument = await visitor().graphql(
      `mutation { updateOrganization(input: { metadata: { a: [1, ${number}], b: "x" } }) { userErrors { code } } }`,
    )
    expect(inDocument.errors).toMatchObject([{ message: expect.stringContaining('Write larger ones as strings') }])
    expect(relay.calls).toEqual([])
  },
)

test('limits metadata to 32 levels', async () => {
  const send = (levels: number) => {
    const metadata = `${'{ a: '.repeat(levels - 1)}1${' }'.repeat(levels - 1)}`
    relay.clear()
    return visitor().graphql(
      `mutation { updateOrganization(input: { metadata: ${metadata} }) { userErrors { code } } }`,
    )
  }
  await send(32)
  expect(relay.calls).toHaveLength(1)
  const { errors } = await send(33)
  expect(errors).toMatchObject([{ message: expect.stringContaining('at most 32 levels') }])
  expect(relay.calls).toEqual([])
  const m = JSON.parse(`${'{"a":'.repeat(32)}1${'}'.repeat(32)}`)
  const byVariable = await visitor().graphql(
    'mutation ($m: JSONObject) { updateOrganization(input: { metadata: $m }) { userErrors { code } } }',
    { m },
  )
  expect(byVariable.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
})

test('responds with BAD_USER_INPUT if the variable of a required argument is null', async () => {
  const { errors } = await visitor().graphql('query ($id: ID = "O_x") { node(id: $id) { id } }', { id: null })
  expect(errors).toMatchObject([{ message: expect.stringContaining('"id"'), extensions: { code: 'BAD_USER_INPUT' } }])
})

/** The fields of the input that change the organization. */
const changeable = (() => {
  const type = schema.getType('UpdateOrganizationInput')
  const others = ['organizationId', 'expected']
  return isInputObjectType(type) ? Object.keys(type.getFields()).filter((name) => !others.includes(name)) : []
})()

test('clears every field of an organization that is null, but keeps name and slug', async () => {
  const [kept, cleared] = [['name', 'slug'], changeable.filter((name) => !['name', 'slug'].includes(name))]
  expect(cleared).toEqual(expect.arrayContaining(['logo', 'metadata']))
  const nulls = (names: string[]) => Object.fromEntries(names.map((name) => [name, null]))
  const input = { organizationId: 'O_o', ...nulls(kept), ...nulls(cleared) }
  expect(await bodyOf('updateOrganization', input)).toEqual({ organizationId: 'o', data: nulls(cleared) })
})

test.each([['"text"'], ['7'], ['true'], ['[{}]']])(
  'rejects metadata %s, which is not an object, without a call to rest-auth',
  async (json) => {
    relay.clear()
    const byVariable = await graphql('updateOrganization', { metadata: JSON.parse(json) })
    expect(byVariable.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
    expect(byVariable.errors[0]?.message).toContain('A JSONObject must be an object')
    const inDocument = await visitor().graphql(
      `mutation { updateOrganization(input: { metadata: ${json} }) { userErrors { code } } }`,
    )
    expect(inDocument.errors).toMatchObject([{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }])
    expect(relay.calls).toEqual([])
  },
)
