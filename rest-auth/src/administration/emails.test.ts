import { sql } from 'database/sql.ts'
import { expect, test } from 'vitest'
import { encrypt } from '../crypto/encryption.ts'
import { handleFailure } from '../mail/mail-failure.ts'
import { findNewestEmails, sealPurpose } from '../mail/mail.sql.ts'
import { queueEmail } from '../mail/outbox.ts'
import { startTestApp } from '../testing/start-test-app.ts'

const t = await startTestApp()
const admin = await t.signUp()
await t.ctx.db.write`update "user" set "role" = 'admin' where "id" = ${admin.id}`

/** Given up, or waiting without `deadAt`. */
async function put(id: string, deadAt: Date | null = t.clock.now(), expiresAt: Date | null = null): Promise<number> {
  const data = { sealed: encrypt(t.ctx.config.secrets, sealPurpose({ id }), '{"name":"Ann"}') }
  const [row] = await t.ctx.db.write<{ number: string }[]>`
    insert into "mail" ("id", "to", "template", "data", "language", "createdAt", "nextAttemptAt", "deadAt", "expiresAt", "lastError")
    values (${id}, ${`${id}@x.test`}, 'emailChanged', ${sql.json(data)}, 'en', ${t.clock.now()}, ${t.clock.now()}, ${deadAt}, ${expiresAt},
      'Error: 550 see https://x.test/reset?token=secret')
    returning "number"`
  return Number(row?.number)
}

const list = async (query: Record<string, string>) => admin.get('/admin/list-emails', { query })
const namesOf = (body: unknown): string[] => Object(body).emails.map(({ to }: { to: string }) => to.split('@')[0])

test('lists emails by state, newest first and in pages, without what they say', async () => {
  await t.ctx.db.write`delete from "mail"`
  for (const id of ['one', 'two', 'three']) await put(id)
  await put('late', t.clock.now(), t.clock.now())
  await put('waits', null)
  await put('sent', null)
  await t.ctx.db.write`update "mail" set "sentAt" = now() where "id" = 'sent'`
  expect(namesOf((await list({})).body)).toEqual(['waits'])
  expect(namesOf((await list({ state: 'expired' })).body)).toEqual(['late'])
  const { body, headers } = await list({ state: 'dead', limit: '2' })
  expect(body).toMatchObject({ total: 3 })
  expect(namesOf(body)).toEqual(['three', 'two'])
  const next = await list({ state: 'dead', limit: '2', cursor: String(headers['next-cursor']) })
  expect(Object(next.body).emails).toEqual([
    {
      number: expect.any(Number),
      to: 'one@x.test',
      template: 'emailChanged',
      createdAt: t.clock.now().toISOString(),
      attempts: 0,
      nextAttemptAt: t.clock.now().toISOString(),
      deadAt: t.clock.now().toISOString(),
      lastError: 'Error: 550 see …',
    },
  ])
  expect(next.headers['next-cursor']).toBeUndefined()
  expect((await list({ cursor: Buffer.from('["x"]').toString('base64') })).status).toBe(400)
  expect((await list({ state: 'sent' })).status).toBe(400)
})

test('finds a page by an index', async () => {
  await t.ctx.db.write`
    insert into "mail" ("id", "to", "template", "data", "language", "createdAt", "nextAttemptAt", "sentAt")
    select 'many ' || n, 'x@x.test', 'emailChanged', '{}', 'en', now(), now(), case when n % 100 > 0 then now() end
    from generate_series(1, 20000) n`
  await t.ctx.db.write`analyze "mail"`
  const plan = await t.ctx.db.read<{ 'QUERY PLAN': string }[]>`
    explain select "to" from "mail" where "sentAt" is null and
      (case when "deadAt" is null then 'waiting' when "expiresAt" <= "deadAt" then 'expired' else 'dead' end) = 'dead'
      and ("number") < (select '7'::text::bigint) order by "number" desc limit 50`
  const text = plan.map((line) => line['QUERY PLAN']).join('\n')
  expect(text).toMatch(/Index Scan Backward using mail_state_idx[^]*Index Cond: .*number/)
  expect(text).not.toMatch(/Sort/)
  await t.ctx.db.write`delete from "mail"`
})

test('sends an email again or drops it, once, with a reason in the journal', async () => {
  const [kept, dropped, late, waiting] = [
    await put('kept'),
    await put('dropped'),
    await put('late', t.clock.now(), t.clock.now()),
    await put('waits', null),
  ]
  const act = async (call: string, number: number) => {
    const { status, body } = await admin.post(`/admin/${call}`, { number, reason: 'asked by phone' })
    return status === 200 ? 'done' : Object(body).code
  }
  expect((await Promise.all([act('resend-email', kept), act('resend-email', kept)])).toSorted()).toEqual([
    'EMAIL_NOT_FOUND',
    'done',
  ])
  expect((await Promise.all([act('drop-email', dropped), act('drop-email', dropped)])).toSorted()).toEqual([
    'EMAIL_NOT_FOUND',
    'done',
  ])
  expect(await act('resend-email', late)).toBe('EMAIL_CANNOT_BE_SENT')
  expect(await act('drop-email', waiting)).toBe('EMAIL_NOT_FOUND') // it is not given up
  expect(namesOf((await list({ state: 'dead' })).body)).toEqual([])
  expect(namesOf((await list({ state: 'waiting' })).body)).toEqual(['waits', 'kept'])
  const entries = await t.ctx.db.read`select "event", "actorId", "details" from "journal" where "event" like 'outbox.%'`
  const details = (number: number) => ({ count: '1', number: String(number), reason: 'asked by phone' })
  expect(entries).toEqual([
    { event: 'outbox.resent', actorId: admin.id, details: details(kept) },
    { event: 'outbox.dropped', actorId: admin.id, details: details(dropped) },
  ])
  expect(t.logged.join()).not.toContain('asked by phone')
})

test('keeps no link that a mail server quotes', async () => {
  const to = 'quoted@x.test'
  const secret = 'Zm9yZ2V0LW1lLW5vdC0xMjM0'
  const data = { name: 'Ann', url: `https://x.test/reset-password?token=${secret}`, hasPassword: 'true' }
  await queueEmail(t.ctx, { to, userId: 'quoted', template: 'resetPassword', data, language: 'en' })
  const [mail] = await findNewestEmails(t.ctx, to)
  if (!mail) throw new Error('not queued')
  const quotes = [`${data.url} is blocked`, `=3D${secret}`, 'mail from x.test']
  for (const isPermanent of [false, true]) {
    await handleFailure(t.ctx, mail, new Error(`550 ${quotes.join(', ')}`), isPermanent)
    const [{ lastError } = mail] = await findNewestEmails(t.ctx, to)
    expect(lastError).toBe('Error: 550 … is blocked, =3D…, mail from x.test')
  }
})
