import { expect, test } from 'vitest'
import { connect } from 'database/connect.ts'
import { accessTokenFor } from '../testing/access-token.ts'
import { createTestOrganization, invite } from '../testing/organizations.ts'
import { startGateway } from '../testing/start-gateway.ts'
import type { Visitor } from '../testing/visitor.ts'

const gateway = await startGateway()
const acme = await createTestOrganization(gateway)
const admin = await acme.join('ADMIN')
const member = await acme.join('MEMBER')
const impostor = await gateway.signUp('Carla CFO')
const guest = impostor.email
const realId = await invite(acme, guest)

const database = connect(gateway.restAuth.databaseUrl, { connections: 1 })
await database.write`insert into "serviceClient" ("remote", "allOrganizations") values ('mf-listing', true)`
await database.end()

type Ask = (query: string, variables: object) => ReturnType<Visitor['graphql']>

const askAs =
  (person: Visitor): Ask =>
  (query, variables) =>
    person.graphql(query, variables)

async function serviceOf(person: Visitor, remote?: string): Promise<Ask> {
  const token = await accessTokenFor(gateway.restAuth, person, remote)
  return (query, variables) => gateway.visitor().graphql(query, variables, { authorization: `Bearer ${token}` })
}

/** Brief and whole rows, in the order of the list and another one, by connection and by node. */
const lists = `query ($id: ID!, $guest: String!) {
  organization(by: { id: $id }) { invitations(status: PENDING) { edges { cursor node { id databaseId } } } }
  node(id: $id) { ... on Organization { invitations { nodes { id email databaseId createdAt inviterEmail } } } }
  viewer { organizations { nodes { invitations(query: $guest, orderBy: { field: EMAIL, direction: ASC }) {
    edges { cursor node { id email databaseId } } } } } }
}`

/** The ids in the answer, and everything it says, also in base64. */
async function read(ask: Ask) {
  const { data, errors } = await ask(lists, { id: acme.id, guest })
  expect(errors).toEqual([])
  const text = JSON.stringify(data)
  const hidden = [...text.matchAll(/[\w+/-]{16,}={0,2}/g)].map(([part]) => Buffer.from(part, 'base64').toString())
  return { text: text + hidden.join(), ids: new Set([...text.matchAll(/"I_([^"]+)"/g)].map(([, id]) => id)) }
}

test('shows the real id to who may invite or cancel, otherwise one stand-in everywhere', async () => {
  const real = realId.replace('I_', '')
  const seen: Record<string, { isReal: boolean; ask: Ask }> = {
    owner: { isReal: true, ask: askAs(acme.owner) },
    admin: { isReal: true, ask: askAs(admin) },
    member: { isReal: false, ask: askAs(member) },
    'service of the owner': { isReal: false, ask: await serviceOf(acme.owner) },
    'service of the admin, for all organizations': { isReal: false, ask: await serviceOf(admin, 'mf-listing') },
    'service of the member': { isReal: false, ask: await serviceOf(member) },
  }
  const standIns = new Set<string | undefined>()
  for (const [who, { isReal, ask }] of Object.entries(seen)) {
    const { text, ids } = await read(ask)
    if (isReal) expect(ids, who).toContain(real)
    else {
      expect(text, who).not.toContain(real)
      const pending = await ask(
        'query ($id: ID!) { organization(by: { id: $id }) { invitations(status: PENDING) { nodes { id } } } }',
        { id: acme.id },
      )
      const shown = pending.textAt('organization', 'invitations', 'nodes', 0, 'id')
      standIns.add(shown)
      expect(ids, who).toContain(shown.replace('I_', ''))
    }
  }
  expect(standIns.size).toBe(1)
  const [standIn = ''] = standIns
  const plain = standIn.replace('I_', '')
  for (const id of [standIn, plain]) {
    for (const [who, ask] of Object.entries({ impostor: askAs(impostor), owner: askAs(acme.owner) })) {
      const answer = await ask(
        `query ($id: ID!) { node(id: $id) { id } nodes(ids: [$id]) { id } invitation(id: $id) { invitation { id } } }`,
        { id },
      )
      expect(answer.data, who).toEqual({ node: null, nodes: [null], invitation: { invitation: null } })
      for (const name of ['acceptInvitation', 'rejectInvitation', 'cancelInvitation']) {
        const refused = await ask(
          `mutation ($id: ID!) { ${name}(input: { invitationId: $id }) { userErrors { code } } }`,
          { id },
        )
        expect(refused.at(name, 'userErrors'), `${who} ${name}`).toEqual([{ code: 'INVITATION_NOT_FOUND' }])
      }
    }
  }
  const accepted = await impostor.graphql(
    `mutation ($id: ID!) { acceptInvitation(input: { invitationId: $id }) {
      invitation { id organizationName inviterName } userErrors { code } } }`,
    { id: real },
  )
  expect(accepted.at('acceptInvitation')).toEqual({
    invitation: { id: realId, organizationName: expect.any(String), inviterName: 'Olive' },
    userErrors: [],
  })
})
