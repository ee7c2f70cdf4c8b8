import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { atEnd } from 'service/testing/at-end.ts'
import { expect, test } from 'vitest'
import { events, type EventName } from '../journal/events.ts'
import { found } from '../testing/organizations.ts'
import { startTestApp } from '../testing/start-test-app.ts'
import { organizationEvents } from './webhook-schema.ts'
import { createWebhookSender } from './webhook-worker.ts'

const file = new URL('../../../docs/webhooks.md', import.meta.url)
const text = readFileSync(file, 'utf8')

/** By the name of a detail. */
const examples: Readonly<Record<string, unknown>> = {
  fields: ['name'],
  from: '2026-12-31T00:00:00.000Z',
  invitationId: 'b7Q…',
  keyId: 'kE2…',
  permissions: 'team:create',
  previousPermissions: '',
  previousRoles: 'member',
  previousTeamId: null,
  roles: 'admin',
  teamId: 'tR4…',
  webhookId: 'wH1…',
}
const elsewhere = ['userId', 'organizationId', 'email']

function tableOf(names: readonly EventName[]): string {
  const rows = names.map((name) => {
    const fields: readonly string[] = events[name].fields
    const details = Object.fromEntries(
      fields.filter((field) => !elsewhere.includes(field)).map((field) => [field, examples[field]]),
    )
    return `| \`${name}\` | \`${JSON.stringify(details)}\` |`
  })
  return ['| Event | `details` |', '|---|---|', ...rows].join('\n')
}

test('documents each event of an organization with an example (UPDATE_DOCS=1 writes it)', () => {
  const written = text.replace(
    /(<!-- generated -->)[^]*?(<!-- end -->)/,
    (_, start: string, end: string) => `${start}\n\n${tableOf(organizationEvents)}\n\n${end}`,
  )
  if (process.env['UPDATE_DOCS']) writeFileSync(file, written)
  else expect(text).toBe(written)
  const fields = organizationEvents.flatMap((name): readonly string[] => events[name].fields)
  expect(fields.filter((field) => !elsewhere.includes(field) && !(field in examples))).toEqual([])
})

test('has a receiver that verifies a delivery', async () => {
  const t = await startTestApp()
  const [, snippet = ''] = /```js\n([^]*?)```/.exec(text) ?? []
  const folder = fileURLToPath(new URL('../../node_modules/.webhook-receiver/', import.meta.url))
  mkdirSync(folder, { recursive: true })
  atEnd(() => rmSync(folder, { recursive: true }))
  writeFileSync(
    `${folder}/receiver.mjs`,
    snippet.replace('process.env.PORT ?? 8080)', '0, function () { console.log(this.address().port) })'),
  )
  const { owner, id: organizationId } = await found(t)
  const created = await owner.post('/organization/create-webhook', {
    organizationId,
    url: 'http://127.0.0.1:1/',
    events: ['team.created'],
  })
  const webhook = { organizationId, webhookId: created.at('id') }
  const receiver = spawn(process.execPath, [`${folder}/receiver.mjs`], {
    env: { WEBHOOK_SECRET: created.at('secret') },
  })
  atEnd(() => void receiver.kill())
  const lines: string[] = []
  receiver.stdout.on('data', (chunk) => lines.push(...String(chunk).trim().split('\n')))
  await once(receiver.stdout, 'data')
  await owner.post('/organization/update-webhook', { ...webhook, url: `http://127.0.0.1:${lines[0]}/` })
  const send = async () => {
    const sender = createWebhookSender(t.ctx)
    await sender.serveDue()
    await sender.settled()
  }
  const { body } = await owner.post('/organization/test-webhook', webhook)
  await send()
  await owner.post('/organization/redeliver-webhook', { ...webhook, ...Object(body) })
  await send()
  await owner.post('/organization/create-team', { organizationId, name: 'Eights' })
  await send()
  await expect.poll(() => lines.join()).toContain('team.created')
  const text200 = (await owner.get('/organization/list-webhook-deliveries', { query: webhook })).text
  expect([
    text200.match(/"delivered"/g)?.length,
    lines.filter((line) => line.startsWith('webhook.test')).length,
  ]).toEqual([2, 1])
  const forged = await fetch(`http://127.0.0.1:${lines[0]}/`, { method: 'POST', body: '{}' })
  expect(forged.status).toBe(400)
})
