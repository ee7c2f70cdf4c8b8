import type { RemoteNotice } from 'contract/remote-notice.ts'
import { expect, test } from 'vitest'
import { renderEmail } from '../mail/templates/render.ts'
import { startTestApp } from '../testing/start-test-app.ts'

const server = await startTestApp()

const failed = {
  event: 'failed',
  owner: 'Team@example.com',
  remote: 'mf-invoices',
  version: '1.1.0',
  error: 'TypeError',
  phase: 'late',
  route: '/invoices/:id',
  line: 'src/app/pages/list.tsx:3',
} satisfies RemoteNotice

const send = async (payload: object, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  (await server.app.inject({ method: 'POST', url: '/inner/remote-notices', payload, headers, remoteAddress }))
    .statusCode
const mailsTo = async (owner: string) =>
  (await server.emails(owner)).map((mail) => {
    const { subject, text } = renderEmail(mail, server.ctx.config)
    return `${subject}\n${text}`
  })

test('emails the owner of a remote what failed where, and that it was taken back', async () => {
  expect(await send(failed)).toBe(200)
  const takenBack = { event: 'takenBack', before: '1.0.0', failed: '12/24', usual: '1/200' }
  expect(await send({ ...failed, ...takenBack })).toBe(200)
  const [first, back] = (await mailsTo('team@example.com')).toSorted()
  expect(first).toMatch(/^New failure in mf-invoices 1\.1\.0\n/)
  expect(first).toContain('Line: src/app/pages/list.tsx:3\n')
  expect(first).toContain('Route: /invoices/:id\n')
  expect(back).toMatch(/^mf-invoices 1\.1\.0 was taken back\n/)
  expect(back).toContain('shows 1.0.0 again')
  expect(back).toContain('People with failures: 12/24\n')
})

test('leaves out what could be a link', async () => {
  const owner = 'links@example.com'
  expect(await send({ ...failed, owner, line: 'evil.example/a.ts:3', route: '/evil.example' })).toBe(200)
  expect(await send({ ...failed, owner, line: 'https://evil.example/a.ts:3', error: 'see evil.example' })).toBe(200)
  const mails = await mailsTo(owner)
  expect(mails).toHaveLength(2)
  expect(mails.join()).not.toMatch(/evil\.example/)
})

test('sends ten emails about a remote at once, then one an hour', async () => {
  const owner = 'busy@example.com'
  const remote = 'mf-busy'
  for (let n = 0; n < 15; n += 1) expect(await send({ ...failed, owner, remote, line: `src/a.ts:${n}` })).toBe(200)
  expect(await mailsTo(owner)).toHaveLength(10)
})

test('is a call of our own servers only', async () => {
  expect(await send(failed, {}, '203.0.113.7')).toBe(404)
  expect(await send(failed, { 'x-forwarded-for': '203.0.113.7' })).toBe(404)
  expect(await send(failed, { origin: 'http://localhost:3000' })).toBe(404)
  expect(await send({ ...failed, owner: 'nobody' })).toBe(400)
})
