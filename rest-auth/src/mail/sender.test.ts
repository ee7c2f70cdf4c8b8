import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { describe, expect, test } from 'vitest'
import { createLocalhostCertificate } from '../testing/certificate.ts'
import { openTransport, sendDueEmails } from '../testing/mail-sender.ts'
import { startSmtpServer } from '../testing/smtp-server.ts'
import { startTestApp } from '../testing/start-test-app.ts'
import { queueEmail } from './outbox.ts'
import { createMailSender } from './sender.ts'

const t = await startTestApp()

const queue = (to: string) =>
  queueEmail(t.ctx, { to, userId: to, template: 'emailChanged', data: { name: 'Ann' }, language: null })

const stateOf = async (to: string) => (await t.emails(to))[0]

describe('the email worker', () => {
  test('sends text and HTML, then deletes the content', async () => {
    const { url, received } = await startSmtpServer()
    await queue('ann@example.com')
    expect(await sendDueEmails(t.ctx, openTransport(url))).toBe(true)
    expect(received).toHaveLength(1)
    expect(received[0]?.to).toBe('ann@example.com')
    const source = received[0]?.source ?? ''
    expect(source).toMatch(/^From: no-reply@localhost\r?$/m)
    expect(source).toMatch(/^Subject: Your email address was changed\r?$/m)
    expect(source).toMatch(/^Message-ID: <[A-Za-z0-9]{32}@localhost>\r?$/m)
    expect(source).toMatch(/^Auto-Submitted: auto-generated\r?$/m)
    expect(source).toContain('Content-Type: text/plain')
    expect(source).toContain('Content-Type: text/html')
    const sent = await stateOf('ann@example.com')
    expect(sent).toMatchObject({ sentAt: t.clock.now(), attempts: 1 })
    expect(sent?.data).toEqual({})
    expect(await sendDueEmails(t.ctx, openTransport(url))).toBe(false)
  })

  test('retries with backoff while the server is down, and loses nothing', async () => {
    const dead = openTransport('smtp://127.0.0.1:1')
    await queue('patient@example.com')
    const waits: number[] = []
    for (let attempt = 1; attempt <= 4; attempt++) {
      expect(await sendDueEmails(t.ctx, dead)).toBe(true)
      expect(await sendDueEmails(t.ctx, dead)).toBe(false)
      const state = await stateOf('patient@example.com')
      const wait = (Number(state?.nextAttemptAt) - t.clock.now().getTime()) / 1000
      waits.push(wait)
      expect(state).toMatchObject({
        attempts: attempt,
        sentAt: null,
        deadAt: null,
        lastError: expect.stringContaining('ECONNREFUSED'),
      })
      t.clock.advance(wait)
    }
    expect(waits).toEqual([10, 20, 40, 80])
    const { url, received } = await startSmtpServer()
    await sendDueEmails(t.ctx, openTransport(url))
    expect(received.map(({ to }) => to)).toEqual(['patient@example.com'])
  })

  test('gives up a rejected recipient immediately, and retries a busy one', async () => {
    const { url, received } = await startSmtpServer({
      refuse: (address) => (address.startsWith('gone') ? 550 : address.startsWith('busy') ? 450 : null),
    })
    const transport = openTransport(url)
    await queue('gone@example.com')
    await queue('busy@example.com')
    await sendDueEmails(t.ctx, transport)
    expect(await stateOf('gone@example.com')).toMatchObject({
      deadAt: t.clock.now(),
      lastError: expect.stringContaining('550'),
      template: 'emailChanged',
    })
    expect(Object.keys((await stateOf('gone@example.com'))?.data ?? {})).toEqual(['sealed']) // links are secrets
    expect(await stateOf('busy@example.com')).toMatchObject({ deadAt: null, data: { name: 'Ann' } })
    for (let attempt = 2; attempt <= 12; attempt++) {
      t.clock.advance(7200)
      await sendDueEmails(t.ctx, transport)
    }
    expect(await stateOf('busy@example.com')).toMatchObject({ attempts: 12, deadAt: t.clock.now() })
    expect(JSON.stringify(await stateOf('busy@example.com'))).not.toContain('Ann')
    t.clock.advance(86_400)
    expect(await sendDueEmails(t.ctx, transport)).toBe(false)
    expect(received).toEqual([])
  })

  test.each([
    '530 5.7.0 authentication required',
    '550 5.7.1 not accepted',
    '550 relaying denied',
    '554 relay access denied',
  ])('keeps emails while the mail server rejects us: %s', async (reply) => {
    await t.ctx.db.write`with b as (delete from "mailBudget") delete from "mail"`
    let rejects = true
    const { url, received } = await startSmtpServer({ refuse: () => (rejects ? reply : null) })
    await queue('kept@example.com')
    await sendDueEmails(t.ctx, openTransport(url))
    expect(await stateOf('kept@example.com')).toMatchObject({ attempts: 1, deadAt: null, data: { name: 'Ann' } })
    rejects = false
    t.clock.advance(10)
    await sendDueEmails(t.ctx, openTransport(url))
    expect(received).toHaveLength(1)
  })

  test('keeps emails while the mail server rejects the sender, or one after the other', async () => {
    await t.ctx.db.write`delete from "mail"`
    const sender = await startSmtpServer({ refuseSender: () => 550 })
    await queue('0@example.com')
    await sendDueEmails(t.ctx, openTransport(sender.url))
    expect(await stateOf('0@example.com')).toMatchObject({ deadAt: null })
    let rejects = true
    const { url, received } = await startSmtpServer({
      refuse: (address) => (address.startsWith('gone') ? '550 5.1.1 no such user' : rejects ? 550 : null),
    })
    const worker = createMailSender(t.ctx, openTransport(url))
    const addresses = Array.from({ length: 6 }, (_, n) => `${n + 1}@example.com`)
    const dead = async () => (await t.emails()).filter(({ deadAt }) => deadAt).map(({ to }) => to)
    for (const to of addresses) {
      await queue(to)
      await worker.sendDue()
      await worker.settled()
    }
    expect((await dead()).toSorted()).toEqual(addresses.slice(0, 3))
    await queue('gone@example.com')
    await worker.sendDue()
    await worker.settled()
    expect(await dead()).toContain('gone@example.com')
    rejects = false
    t.clock.advance(10)
    await worker.sendDue()
    await worker.stop()
    expect(received.map(({ to }) => to).toSorted()).toEqual(['0@example.com', ...addresses.slice(3)])
  })

  test('neither waits for rows of another worker nor claims them', async () => {
    const { url, received } = await startSmtpServer()
    const transport = openTransport(url)
    await queue('taken@example.com')
    await t.ctx.database.begin(async (db) => {
      await db.write`select 1 from "mail" where "to" = 'taken@example.com' for update`
      expect(await sendDueEmails(t.ctx, transport)).toBe(false)
    })
    expect(await sendDueEmails(t.ctx, transport)).toBe(true)
    expect(received).toHaveLength(1)
  })

  test('prevents header injection', async () => {
    const { url, received } = await startSmtpServer()
    const data = {
      inviterName: 'Mallory\r\nBcc: all@example.com',
      organizationName: 'Acme',
      role: 'member',
      time: new Date(t.clock.now().getTime() + 60_000).toISOString(),
      url: 'http://localhost/',
      team: '',
      inviterEmail: '',
    }
    await queueEmail(t.ctx, { to: 'ann2@example.com', userId: null, template: 'invitation', data, language: 'en' })
    await sendDueEmails(t.ctx, openTransport(url))
    expect(received[0]?.to).toBe('ann2@example.com')
    expect(received[0]?.source).not.toMatch(/^Bcc:/m)
  })

  test('sends nothing if the transaction fails', async () => {
    const failing = t.ctx.database.begin(async (db) => {
      await queueEmail(
        { ...t.ctx, db },
        {
          to: 'never@example.com',
          userId: 'never',
          template: 'passwordChanged',
          data: { name: 'x', isFirst: 'false' },
          language: 'en',
        },
      )
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await t.emails('never@example.com')).toEqual([])
  })
})

describe('encryption to the mail server', () => {
  const tls = createLocalhostCertificate()
  setDefaultCACertificates([...getCACertificates(), tls.certificate])

  const named = (url: string) => url.replace('127.0.0.1', 'localhost')

  test('uses TLS if required and offered', async () => {
    const { url, received } = await startSmtpServer({ tls })
    await queue('safe@example.com')
    await sendDueEmails(t.ctx, openTransport(named(url), true))
    expect(received.map(({ to, secure }) => [to, secure])).toEqual([['safe@example.com', true]])
  })

  // An attacker can remove the STARTTLS offer, which looks the same.
  test('keeps the email if TLS is required but not offered', async () => {
    const { url, received } = await startSmtpServer()
    await queue('waits@example.com')
    await sendDueEmails(t.ctx, openTransport(named(url), true))
    expect(received).toEqual([])
    const waiting = { sentAt: null, deadAt: null, attempts: 1, data: { name: 'Ann' } }
    expect(await stateOf('waits@example.com')).toMatchObject(waiting)
    await t.ctx.db.write`delete from "mail" where "to" = 'waits@example.com'`
  })

  test('rejects an untrusted certificate if TLS is required', async () => {
    const { url, received } = await startSmtpServer({ tls: createLocalhostCertificate() })
    await queue('wrong@example.com')
    await sendDueEmails(t.ctx, openTransport(named(url), true))
    expect(received).toEqual([])
    await t.ctx.db.write`delete from "mail" where "to" = 'wrong@example.com'`
  })

  test('sends without TLS if it is neither required nor offered', async () => {
    const { url, received } = await startSmtpServer()
    await queue('open@example.com')
    await sendDueEmails(t.ctx, openTransport(named(url)))
    expect(received.map(({ secure }) => secure)).toEqual([false])
  })
})
