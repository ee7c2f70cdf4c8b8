import { once } from 'node:events'
import { createServer } from 'node:http'
import { atEnd } from 'service/testing/at-end.ts'
import { expect, test } from 'vitest'
import { createTestOrganization } from '../testing/organizations.ts'
import { startGateway } from '../testing/start-gateway.ts'
import type { Visitor } from '../testing/visitor.ts'

const gateway = await startGateway()

const settings = 'databaseId url events createdAt disabledAt disabledBy'
const fields = `${settings} deliveredAt failedAt`

async function startReceiver(): Promise<string> {
  const server = createServer((_, response) => void response.end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(() => void server.close())
  return `http://127.0.0.1:${Object(server.address()).port}`
}

async function change(who: Visitor, mutation: string, input: object, selection: string) {
  const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`
  const document = `mutation ($input: ${type}!) { ${mutation}(input: $input) { ${selection} userErrors { code } } }`
  const response = await who.graphql(document, { input })
  expect([response.errors, response.at(mutation, 'userErrors')]).toEqual([[], []])
  return (name: string) => response.at(mutation, name)
}

test('manages webhooks and reads their deliveries', async () => {
  const { owner, id } = await createTestOrganization(gateway)
  const list = async () => {
    const found = await owner.graphql(`query ($id: ID!) { organization(by: { id: $id }) { webhooks { ${fields} } } }`, {
      id,
    })
    return found.at('organization', 'webhooks')
  }
  const receiver = await startReceiver()
  const url = `${receiver}/x?y`
  const created = await change(
    owner,
    'createWebhook',
    { url, events: ['team.created'] },
    `secret webhook { ${fields} }`,
  )
  const webhook = Object(created('webhook'))
  expect([created('secret'), await list()]).toEqual([expect.stringMatching(/^whsec_/), [webhook]])
  expect(webhook).toMatchObject({
    url,
    events: ['team.created'],
    disabledAt: null,
    disabledBy: null,
    deliveredAt: null,
  })
  const webhookId = webhook.databaseId
  const rotated = await change(owner, 'rotateWebhookSecret', { webhookId }, 'secret')
  expect(rotated('secret')).not.toBe(created('secret'))
  const sent: unknown[] = []
  for (let n = 0; n < 3; n += 1)
    sent.unshift((await change(owner, 'testWebhook', { webhookId }, 'deliveryId'))('deliveryId'))
  const page = async (args: string) => {
    const document = `query ($id: ID!, $webhookId: ID!) { organization(by: { id: $id }) {
      webhookDeliveries(webhookId: $webhookId, ${args}) {
        edges { cursor } pageInfo { hasNextPage endCursor }
        nodes { databaseId event state createdAt attempts nextAttemptAt triedAt status error duration payload }
      } } }`
    return owner.graphql(document, { id, webhookId })
  }
  const delivered = sent.map((databaseId) => ({ databaseId, event: 'webhook.test', state: 'delivered', attempts: 1 }))
  const readAll = async () => (await page('first: 3')).at('organization', 'webhookDeliveries', 'nodes')
  await expect.poll(readAll, { timeout: 30_000 }).toMatchObject(delivered)
  const first = await page('first: 2')
  const read = JSON.parse(JSON.stringify(first.at('organization', 'webhookDeliveries')))
  expect(read.nodes).toMatchObject(delivered.slice(0, 2))
  expect(read.nodes[0]).toMatchObject({ nextAttemptAt: null, triedAt: expect.any(String), status: 200, error: null })
  expect(JSON.parse(read.nodes[0].payload)).toMatchObject({ id: sent[0], event: 'webhook.test', position: null })
  expect(read.pageInfo).toEqual({ hasNextPage: true, endCursor: read.edges[1].cursor })
  const second = await page(`after: "${read.pageInfo.endCursor}"`)
  expect(second.at('organization', 'webhookDeliveries', 'nodes')).toMatchObject([{ databaseId: sent[2] }])
  expect((await page('first: 0')).at('organization', 'webhookDeliveries', 'pageInfo', 'hasNextPage')).toBe(true)
  expect((await page('last: 2')).errors[0]?.extensions.code).toBe('BAD_USER_INPUT')
  // After these, rest-auth also sends the entries of the audit log.
  const all = await change(
    owner,
    'updateWebhook',
    { webhookId, events: null, url: `${receiver}/z` },
    `webhook { ${settings} }`,
  )
  expect(all('webhook')).toMatchObject({ events: null, url: `${receiver}/z` })
  const unchanged = await change(owner, 'updateWebhook', { webhookId }, `webhook { ${settings} }`)
  expect(unchanged('webhook')).toEqual(all('webhook'))
  const repeated = await change(owner, 'redeliverWebhook', { webhookId, deliveryId: sent[1] }, 'deliveryId')
  expect(repeated('deliveryId')).toBe(sent[1])
  expect((await change(owner, 'deleteWebhook', { webhookId }, 'deletedWebhookId'))('deletedWebhookId')).toBe(webhookId)
  expect(await list()).toEqual([])
})

test('is for owners, who see the grant', async () => {
  const organization = await createTestOrganization(gateway)
  const { owner, id } = organization
  const admin = await organization.join('ADMIN')
  const document = 'query ($id: ID!) { organization(by: { id: $id }) { name viewerGrants webhooks { url } } }'
  const [own, other] = [await owner.graphql(document, { id }), await admin.graphql(document, { id })]
  expect([own.at('organization', 'webhooks'), other.at('organization', 'webhooks')]).toEqual([[], null])
  expect(own.at('organization', 'viewerGrants')).toContain('webhook:manage')
  expect(other.at('organization', 'viewerGrants')).not.toContain('webhook:manage')
  expect(other.errors[0]?.extensions).toMatchObject({
    code: 'FORBIDDEN',
    reason: 'YOU_ARE_NOT_ALLOWED_TO_MANAGE_WEBHOOKS',
  })
})
