import { expect, test } from 'vitest'
import { createTestOrganization } from '../testing/organizations.ts'
import { startGateway } from '../testing/start-gateway.ts'

const gateway = await startGateway({ restAuth: {} })

const approve = {
  name: 'mf-invoices:approve',
  key: 'one',
  admins: true,
  label: { en: 'Approve invoices', de: 'Rechnungen freigeben' },
}
/** As the shell's server. */
async function report(...permissions: object[]): Promise<void> {
  const body = JSON.stringify({ permissions })
  const headers = { 'content-type': 'application/json' }
  const url = `${gateway.restAuth.url}/inner/remote-permissions`
  expect((await fetch(url, { method: 'PUT', body, headers })).status).toBe(200)
}

const document = `query ($slug: String!) {
  organization(by: { slug: $slug }) {
    viewerPermissions
    viewerGrants
    viewerHasGrants(grants: ["mf-invoices:approve"])
    roles { name grants }
    builtInRoles { name grants }
    remotePermissions { name remote label(language: "de") other: label(language: "fr") isForAdmins }
  }
}`
const create = `mutation ($input: CreateRoleInput!) { createRole(input: $input) { role { grants } userErrors { code missingGrant } } }`

test('reads permissions of remotes, and gives them to roles, while they are released', async () => {
  await report(approve)
  const acme = await createTestOrganization(gateway)
  const member = await acme.join('MEMBER')
  const input = { organizationId: acme.id, name: 'clerk', grants: [approve.name, 'team:create'] }
  const refused = (await member.graphql(create, { input })).at('createRole', 'userErrors')
  expect(refused).toMatchObject([{ code: 'YOU_ARE_NOT_ALLOWED_TO_CREATE_A_ROLE' }])
  expect((await acme.owner.graphql(create, { input })).at('createRole')).toEqual({
    role: { grants: ['team:create', approve.name] },
    userErrors: [],
  })
  const read = async () => Object((await acme.owner.graphql(document, { slug: acme.slug })).at('organization'))
  const released = await read()
  expect(released).toMatchObject({
    viewerHasGrants: true,
    roles: [{ name: 'clerk', grants: ['team:create', approve.name] }],
    remotePermissions: [
      {
        name: approve.name,
        remote: 'mf-invoices',
        label: 'Rechnungen freigeben',
        other: 'Approve invoices',
        isForAdmins: true,
      },
    ],
  })
  expect(released.viewerGrants).toContain(approve.name)
  const holders = ({ builtInRoles }: { builtInRoles: { name: string; grants: string[] }[] }) =>
    builtInRoles.filter(({ grants }) => grants.includes(approve.name)).map(({ name }) => name)
  expect(holders(released)).toEqual(['owner', 'admin'])
  await report({ ...approve, key: 'of another team', admins: false })
  const renewed = await read()
  expect([renewed.roles, holders(renewed)]).toEqual([[{ name: 'clerk', grants: ['team:create'] }], ['owner']])
  await report()
  expect(await read()).toMatchObject({ viewerHasGrants: false, remotePermissions: [] })
})
