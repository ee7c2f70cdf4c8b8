import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { Webhook as Verifier } from 'standardwebhooks'
import { atEnd } from 'service/testing/at-end.ts'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { Browser } from '../testing/browser.ts'
import { cleanUp } from '../clean-up/clean-up.ts'
import { transaction } from '../context.ts'
import { record } from '../journal/journal.ts'
import { resealAfter, webhooks } from '../sealed-rows.ts'
import { found } from '../testing/organizations.ts'
import { startTestApp, type SignedIn } from '../testing/start-test-app.ts'
import { createWebhookSender } from './webhook-worker.ts'

const t = await startTestApp()

const eventSchema = z.object({
  id: z.string(),
  event: z.string(),
  organizationId: z.string().nullable(),
  position: z.number().nullable(),
})
interface Received {
  readonly headers: Record<string, string>
  readonly body: string
}

/** A receiver. A test chooses its status. */
async function receive() {
  const received: Received[] = []
  const receiver = {
    received,
    status: 200,
    url: '',
    events: () => received.map(({ body }) => eventSchema.parse(JSON.parse(body))),
  }
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    received.push({ headers: z.record(z.string(), z.string()).parse(request.headers), body })
    response.writeHead(receiver.status).end('a body that nobody may see')
  }
  const server = createServer((request, response) => void respond(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(() => void server.close())
  receiver.url = `http://127.0.0.1:${Object(server.address()).port}/hook`
  return receiver
}

/** All that is due, as one instance would send it. */
async function send(ctx = t.ctx): Promise<void> {
  const sender = createWebhookSender(ctx)
  while (await sender.serveDue());
  await sender.settled()
}

/** At the time of the test. */
function verify(secret: string, { headers, body }: Received | undefined = { headers: {}, body: '' }): unknown {
  vi.useFakeTimers({ toFake: ['Date'], now: t.clock.now() })
  try {
    return new Verifier(secret).verify(body, headers)
  } finally {
    vi.useRealTimers()
  }
}

async function scene(events: string[] | null = null) {
  const receiver = await receive()
  const organization = await found(t, await t.signUp({ emailVerified: true }))
  const { owner, id: organizationId } = organization
  const post = (path: string, body: object = {}, who: Browser = owner) =>
    who.post(`/organization/${path}`, { organizationId, ...body })
  const created = await post('create-webhook', { url: receiver.url, events })
  expect(created.status).toBe(200)
  const webhookId: string = created.at('id')
  const rename = (name: string) => post('update', { data: { name } })
  const deliveries = async () => {
    const response = await owner.get('/organization/list-webhook-deliveries', { query: { organizationId, webhookId } })
    return z.object({ deliveries: z.array(z.record(z.string(), z.unknown())) }).parse(response.body).deliveries
  }
  const list = async () => (await owner.get('/organization/list-webhooks', { query: { organizationId } })).body
  return {
    ...organization,
    organizationId,
    receiver,
    post,
    webhookId,
    secret: created.at('secret'),
    rename,
    deliveries,
    list,
  }
}

test('delivers changes in order, signed as Standard Webhooks verifies', async () => {
  const { receiver, rename, secret, owner, organizationId, webhookId } = await scene()
  for (const name of ['One', 'Two', 'Three']) await rename(name)
  await send()
  expect(receiver.events().map(({ event, position }) => [position, event])).toEqual([
    [2, 'webhook.created'],
    [3, 'organization.changed'],
    [4, 'organization.changed'],
    [5, 'organization.changed'],
  ])
  for (const each of receiver.received) expect(verify(secret, each)).toEqual(JSON.parse(each.body))
  const [first, second] = receiver.received
  expect(() => verify(secret, { headers: first?.headers ?? {}, body: second?.body ?? '' })).toThrow()
  expect(JSON.parse(first?.body ?? '')).toEqual({
    id: first?.headers['webhook-id'],
    event: 'webhook.created',
    at: t.clock.now().toISOString(),
    organizationId,
    position: 2,
    actor: { kind: 'person', id: owner.id, actedFor: null },
    target: { kind: 'person', id: owner.id },
    details: { webhookId },
  })
})

test('sends only what was asked for, and no personal data', async () => {
  const { receiver, post, rename, join } = await scene(['invitation.sent', 'member.joined'])
  await rename('Unwanted')
  await post('invite-member', { email: 'secret.person@example.com', role: 'member' })
  await join('member', { name: 'Hidden Name' })
  await send()
  expect(receiver.events().map(({ event }) => event)).toEqual(['invitation.sent', 'invitation.sent', 'member.joined'])
  const text = receiver.received.map(({ body }) => body).join()
  for (const hidden of ['secret.person', '@', 'Hidden Name', '127.0.0.1']) expect(text).not.toContain(hidden)
})

test('repeats a failed delivery with growing delays and the same id, and does not hold up the next', async () => {
  const { receiver, rename, deliveries } = await scene(['organization.changed'])
  receiver.status = 503
  await rename('First')
  await send()
  receiver.status = 200
  await rename('Second')
  await send()
  expect(receiver.events().map(({ position }) => position)).toEqual([3, 4])
  expect(await deliveries()).toMatchObject([
    { state: 'delivered', attempts: 1, status: 200, error: null },
    { state: 'waiting', attempts: 1, status: 503, error: 'status' },
  ])
  expect(JSON.stringify(await deliveries())).not.toContain('nobody may see')
  t.clock.advance(9)
  await send()
  expect(receiver.received).toHaveLength(2)
  t.clock.advance(1)
  await send()
  const [failed, , again] = receiver.received
  expect([again?.body, again?.headers['webhook-id']]).toEqual([failed?.body, failed?.headers['webhook-id']])
  expect(await deliveries()).toMatchObject([{ state: 'delivered' }, { state: 'delivered', attempts: 2 }])
})

test('disables a webhook after eight failures within a day, emails the owners, and resumes when it is enabled', async () => {
  const { receiver, rename, owner, list, post, webhookId, join, deliveries } = await scene(['organization.changed'])
  const coOwner = await join('owner')
  const admin = await join('admin')
  receiver.status = 500
  await rename('Lost')
  await send()
  const start = t.clock.now().getTime()
  for (const delay of [10, 60, 600, 3600, 10_800, 25_200, 43_200]) {
    expect(await list()).toMatchObject([{ disabledAt: null }])
    t.clock.advance(delay)
    await send()
  }
  expect(receiver.received).toHaveLength(8)
  expect(t.clock.now().getTime() - start).toBeLessThan(86_400_000)
  expect(await list()).toMatchObject([{ disabledBy: 'system', disabledAt: t.clock.now().toISOString() }])
  for (const person of [owner, coOwner]) {
    const mail = (await t.emails(person.email)).at(-1)
    expect(mail).toMatchObject({ template: 'webhookDisabled', data: { host: '127.0.0.1' } })
  }
  expect((await t.emails(admin.email)).map(({ template }) => template)).not.toContain('webhookDisabled')
  t.clock.advance(1000)
  await rename('Meanwhile')
  await send()
  expect(receiver.received).toHaveLength(8)
  for (const path of ['test-webhook', 'redeliver-webhook'])
    expect((await post(path, { webhookId, deliveryId: 'any' })).at('code')).toBe('WEBHOOK_IS_DISABLED')
  receiver.status = 200
  await owner.post('/sign-in/email', { email: owner.email, password: 'password1' })
  await t.ctx.db.write`update "session" set "updatedAt" = ${t.clock.now()} where "userId" = ${owner.id}`
  expect(await post('update-webhook', { webhookId, enabled: true })).toMatchObject({
    status: 200,
    body: { disabledAt: null },
  })
  await send()
  expect(
    receiver
      .events()
      .slice(8)
      .map(({ position }) => position),
  ).toEqual([9, 11])
  expect(await deliveries()).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }])
  const events = await t.ctx.db
    .read`select "event" from "journal" where "details"->>'webhookId' = ${webhookId} order by "position"`
  expect(events.map(({ event }) => event)).toEqual(['webhook.created', 'webhook.disabled', 'webhook.changed'])
})

test('keeps a webhook whose other deliveries succeed', async () => {
  const { receiver, rename, list, deliveries } = await scene(['organization.changed'])
  receiver.status = 500
  await rename('Poison')
  await send()
  receiver.status = 200
  await rename('Fine')
  await send()
  receiver.status = 500
  for (const delay of [10, 60, 600, 3600, 10_800, 25_200, 43_200]) {
    t.clock.advance(delay)
    await send()
  }
  expect(await list()).toMatchObject([{ disabledAt: null }])
  expect(await deliveries()).toMatchObject([
    { state: 'delivered' },
    { state: 'failed', attempts: 8, nextAttemptAt: null },
  ])
})

test('sends a test event, delivers again on demand, and uses a new secret at once', async () => {
  const { receiver, post, webhookId, secret, owner, organizationId, deliveries } = await scene(['member.left'])
  const deliveryId = (await post('test-webhook', { webhookId })).at('deliveryId')
  await send()
  expect(receiver.events()).toEqual([{ id: deliveryId, event: 'webhook.test', organizationId, position: null }])
  expect((await post('redeliver-webhook', { webhookId, deliveryId })).status).toBe(200)
  expect(await deliveries()).toMatchObject([{ state: 'waiting' }])
  const rotated = (await post('rotate-webhook-secret', { webhookId })).at('secret')
  expect(rotated).toMatch(/^whsec_[\w+/]{32}$/)
  await send()
  const [first, second] = receiver.received
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  expect(() => verify(secret, second)).toThrow()
  verify(rotated, second)
  expect((await post('redeliver-webhook', { webhookId, deliveryId: 'unknown' })).at('code')).toBe('DELIVERY_NOT_FOUND')
  const everything = JSON.stringify([
    await owner.get('/organization/list-webhooks', { query: { organizationId } }),
    t.logged,
  ])
  for (const hidden of [secret, rotated, secret.slice(6)]) expect(everything).not.toContain(hidden)
  const [row] = await t.ctx.db.read`select "secret" from "webhook" where "id" = ${webhookId}`
  expect(row?.['secret']).toMatch(/^encrypted:v1:/)
})

test('is for owners only, of their own organization', async () => {
  const { post, webhookId, join, owner, organizationId, deliveries } = await scene()
  const elsewhere = await scene()
  const [admin, member] = [await join('admin'), await join('member')]
  const calls = ['create', 'update', 'delete', 'test', 'redeliver'].map((verb) => `${verb}-webhook`)
  for (const path of [...calls, 'rotate-webhook-secret']) {
    const body = { webhookId, deliveryId: 'any', url: 'https://example.com/' }
    const codeFor = async (who: SignedIn) => (await post(path, body, who)).at('code')
    expect(await Promise.all([admin, member, elsewhere.owner].map(codeFor))).toEqual([
      'YOU_ARE_NOT_ALLOWED_TO_MANAGE_WEBHOOKS',
      'YOU_ARE_NOT_ALLOWED_TO_MANAGE_WEBHOOKS',
      'YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION',
    ])
    if (path !== 'create-webhook')
      expect((await elsewhere.post(path, { webhookId, deliveryId: 'any', enabled: true })).at('code')).toBe(
        'WEBHOOK_NOT_FOUND',
      )
    expect((await t.post(`/organization/${path}`, { organizationId, ...body })).status).toBe(401)
  }
  for (const path of ['list-webhooks', 'list-webhook-deliveries']) {
    const query = { organizationId, webhookId }
    const statusFor = async (who: Pick<Browser, 'get'>) => (await who.get(`/organization/${path}`, { query })).status
    expect(await Promise.all([owner, admin, member, elsewhere.owner, t].map(statusFor))).toEqual([
      200, 403, 403, 403, 401,
    ])
  }
  const foreign = { organizationId: elsewhere.organizationId, webhookId }
  expect((await elsewhere.owner.get('/organization/list-webhook-deliveries', { query: foreign })).status).toBe(404)
  expect(await deliveries()).toEqual([])
})

test('needs a recent sign-in to create, change and rotate', async () => {
  const { post, webhookId } = await scene()
  t.clock.advance(2 * 86_400)
  for (const path of ['create-webhook', 'update-webhook', 'rotate-webhook-secret'])
    expect((await post(path, { webhookId, url: 'https://example.com/' })).at('code')).toBe('SESSION_IS_NOT_FRESH')
  expect((await post('delete-webhook', { webhookId })).status).toBe(200)
})

test('refuses unknown events, internal URLs, and more than twenty webhooks, also at once', async () => {
  const { post, webhookId, list } = await scene()
  const url = 'https://example.com/'
  for (const events of [[], ['unknown'], ['session.created']])
    expect((await post('create-webhook', { url, events })).status).toBe(400)
  for (const wrong of ['http://example.com/', 'https://10.0.0.1/', 'file:///etc/passwd', ''])
    for (const path of ['create-webhook', 'update-webhook'])
      expect((await post(path, { webhookId, url: wrong })).at('code')).toBe('WEBHOOK_URL_IS_NOT_ALLOWED')
  const statuses = await Promise.all(
    Array.from({ length: 25 }, async () => (await post('create-webhook', { url })).status),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(19)
  expect(await list()).toHaveLength(20)
  expect((await post('create-webhook', { url })).at('code')).toBe('TOO_MANY_WEBHOOKS')
  await post('delete')
})

test('refuses loopback in production, except hosts of the operator', async () => {
  const strict = { ...t.ctx, config: { ...t.ctx.config, production: true } }
  const { receiver, rename, deliveries } = await scene()
  await send(strict)
  expect(receiver.received).toEqual([])
  expect(await deliveries()).toMatchObject([{ error: 'address', status: null }])
  await rename('Again')
  await send({ ...strict, config: { ...strict.config, WEBHOOK_ALLOWED_HOSTS: ['127.0.0.1'] } })
  expect(receiver.received).toHaveLength(1)
})

test('sends through one instance at a time, and again if that one was killed', async () => {
  const { receiver, rename, webhookId } = await scene(['organization.changed'])
  for (let count = 0; count < 20; count++) await rename(`Name ${count}`)
  await Promise.all([send(), send(), send()])
  const positions = receiver.events().map(({ position }) => position)
  expect(positions).toEqual(Array.from({ length: 20 }, (_, index) => index + 3))
  await rename('Killed')
  // Claimed and sent, but the outcome is not saved.
  const dying = { ...t.ctx, db: { ...t.ctx.db, write: failsAt(t.ctx.db.write, 'with "tried"') } }
  await send(dying)
  expect(receiver.received).toHaveLength(21)
  await send()
  expect(receiver.received).toHaveLength(21)
  t.clock.advance(31)
  await send()
  expect(receiver.received).toHaveLength(22)
  expect(receiver.received[21]?.headers['webhook-id']).toBe(receiver.received[20]?.headers['webhook-id'])
  expect(
    await t.ctx.db.read`select from "webhookDelivery" where "webhookId" = ${webhookId} and "nextAttemptAt" is not null`,
  ).toEqual([])
})

/** The statement that begins so fails, as after a crash. */
const failsAt =
  (write: typeof t.ctx.db.write, start: string): typeof t.ctx.db.write =>
  (strings, ...values) => {
    if (strings.join('').trim().startsWith(start)) throw new Error('killed')
    return write(strings, ...values)
  }

test('does not wait for a slow receiver of another webhook', async () => {
  const slow = createServer(() => {})
  slow.listen(0, '127.0.0.1')
  await once(slow, 'listening')
  atEnd(() => {
    slow.closeAllConnections()
    slow.close()
  })
  const { receiver, post, rename } = await scene(['organization.changed'])
  await post('create-webhook', {
    url: `http://127.0.0.1:${Object(slow.address()).port}/`,
    events: ['organization.changed'],
  })
  await rename('New')
  const sender = createWebhookSender(t.ctx)
  await sender.serveDue()
  await expect.poll(() => receiver.received.length).toBe(1)
  await rename('Newer')
  const served = async () => {
    await sender.serveDue()
    return receiver.received.length
  }
  await expect.poll(served).toBe(2)
})

test('ends with its organization, and its deliveries after a week', async () => {
  const { receiver, organizationId, owner, webhookId, rename } = await scene()
  await rename('Last')
  await send()
  const rows = () => t.ctx.db.read`select from "webhookDelivery" where "webhookId" = ${webhookId}`
  expect(await rows()).toHaveLength(2)
  expect((await owner.post('/organization/delete', { organizationId })).status).toBe(200)
  await send()
  expect(receiver.received).toHaveLength(2)
  expect(await t.ctx.db.read`select from "webhook" where "id" = ${webhookId}`).toEqual([])
  t.clock.advance(8 * 86_400)
  await cleanUp(t.ctx)
  expect(await rows()).toEqual([])
})

test('seals secrets with the present AUTH_SECRET, so that an older one can go', async () => {
  const { receiver, rename, secret } = await scene(['organization.changed'])
  const config = {
    ...t.ctx.config,
    secrets: ['a newer secret with enough characters', ...t.ctx.config.secrets] as const,
  }
  await resealAfter({ ...t.ctx, config }, webhooks, '')
  await rename('Sealed')
  await send({ ...t.ctx, config: { ...config, secrets: [config.secrets[0]] } })
  verify(secret, receiver.received[0])
  const back = { ...config, secrets: [t.ctx.config.secrets[0], config.secrets[0]] as const }
  await resealAfter({ ...t.ctx, config: back }, webhooks, '')
})

/** Administrators manage those of the installation. */
async function installationScene() {
  const receiver = await receive()
  const root = await t.signUp()
  await t.ctx.db.write`update "user" set "role" = 'admin' where "id" = ${root.id}`
  const created = await root.post('/admin/create-webhook', { url: receiver.url })
  expect(created.status).toBe(200)
  const webhookId: string = created.at('id')
  t.clock.advance(1)
  atEnd(async () => void (await root.post('/admin/delete-webhook', { webhookId })))
  return { receiver, root, webhookId, secret: created.at('secret') }
}

test('tells the installation of all, also of organizations that are gone and of changes that commit late', async () => {
  const { receiver, root, webhookId, secret } = await installationScene()
  const { owner, id } = await found(t)
  await send()
  t.clock.advance(2)
  let commit = (): void => {}
  const late = transaction(t.ctx, async (tx) => {
    record(tx, 'signing-keys.replaced', {})
    await tx.db.write`select 1`
    await new Promise<void>((resolve) => (commit = resolve))
  })
  t.clock.advance(2)
  await owner.post('/organization/delete', { organizationId: id })
  await send()
  const events = () => receiver.events().map(({ event }) => event)
  expect(events()).toEqual(expect.arrayContaining(['account.created', 'organization.created', 'organization.deleted']))
  expect(events()).not.toContain('signing-keys.replaced')
  commit()
  await late
  t.clock.advance(2)
  await send()
  expect(events()).toContain('signing-keys.replaced')
  const ids = receiver.events().map((one) => one.id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const each of receiver.received) verify(secret, each)
  const count = ids.length
  t.clock.advance(300)
  await send()
  expect(receiver.received).toHaveLength(count)
  expect((await root.get('/admin/list-webhooks')).body).toMatchObject([{ id: webhookId, organizationId: null }])
  const others = await t.signUp()
  expect((await others.get('/admin/list-webhooks')).at('code')).toBe('YOU_ARE_NOT_ALLOWED_TO_MANAGE_WEBHOOKS')
  expect((await others.post('/admin/create-webhook', { url: receiver.url })).status).toBe(403)
})

test('leaves the reason of an administrator out', async () => {
  const { receiver, root } = await installationScene()
  expect(
    await root.post('/admin/ban-user', {
      userId: (await t.signUp()).id,
      banReason: 'a private reason',
      reason: 'a private reason',
    }),
  ).toMatchObject({ status: 200 })
  await send()
  expect(receiver.events().map(({ event }) => event)).toContain('user.banned')
  expect(receiver.received.map(({ body }) => body).join()).not.toContain('private')
})
