import { connect } from 'database/connect.ts'
import { startFaultProxy } from 'database/testing/fault-proxy.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { transaction, type Context } from '../context.ts'
import { openTransport, sendDueEmails } from '../testing/mail-sender.ts'
import { startSmtpServer } from '../testing/smtp-server.ts'
import { startTestApp } from '../testing/start-test-app.ts'
import { dropEmails, listEmails, reviveEmails } from './operate.sql.ts'
import { queueEmail } from './outbox.ts'
import { createMailSender } from './sender.ts'
import { defaultTimes } from './mail-transport.ts'

const t = await startTestApp()
beforeEach(async () => void (await t.ctx.db.write`delete from "mail"`))

const queue = (to: string) =>
  queueEmail(t.ctx, { to, userId: to, template: 'emailChanged', data: { name: 'Ann' }, language: null })
const stateOf = async (to: string) => (await t.emails(to))[0]

/** A worker of another instance, with its own timeouts. */
function startSender(url: string, times: Partial<typeof defaultTimes> = {}, ctx: Context = t.ctx) {
  const sender = createMailSender(ctx, openTransport(url), { ...defaultTimes, ...times })
  onTestFinished(() => sender.stop())
  return sender
}

/** Controlled by the test. */
function createGate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  onTestFinished(open)
  return { open, opened }
}

/** Lets the test advance the time of deliveries in progress. */
function takeTime() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
}

/** Advances the clock in steps, each after the leases were renewed. */
async function outlive(seconds: number, to: string) {
  for (let passed = 0; passed < seconds; passed += 30) {
    const before = Number((await stateOf(to))?.nextAttemptAt)
    t.clock.advance(30)
    await vi.waitUntil(async () => Number((await stateOf(to))?.nextAttemptAt) > before)
  }
}

describe('sends an email only once', () => {
  test('if the server is slow to accept it', async () => {
    const gate = createGate()
    const { url, received } = await startSmtpServer({ beforeReceiver: () => gate.opened })
    await queue('slow@example.com')
    const slow = startSender(url, { renewal: 20 })
    await slow.sendDue()
    await outlive(300, 'slow@example.com')
    expect(await sendDueEmails(t.ctx, openTransport(url))).toBe(false)
    gate.open()
    await slow.settled()
    expect(received).toHaveLength(1)
    expect(await stateOf('slow@example.com')).toMatchObject({ attempts: 1, sentAt: t.clock.now() })
  })

  test('if its lease expired while the database was unavailable', async () => {
    const gate = createGate()
    const { url, received } = await startSmtpServer({ beforeReceiver: () => gate.opened })
    await queue('own@example.com')
    const sender = startSender(url)
    await sender.sendDue()
    t.clock.advance(61)
    expect(await sender.sendDue()).toBe(true)
    gate.open()
    await sender.settled()
    expect(received).toHaveLength(1)
  })

  test('if the server is slow to respond after accepting it', async () => {
    takeTime()
    const { url, received } = await startSmtpServer({
      beforeReply: async ({ to }) => to.startsWith('thinker') && vi.advanceTimersByTime(2 * defaultTimes.handOver),
    })
    const sender = startSender(url)
    for (const to of ['first@example.com', 'thinker@example.com']) {
      await queue(to)
      await sender.sendDue()
      await sender.settled() // the second has a connection by then
    }
    expect(await stateOf('thinker@example.com')).toMatchObject({ attempts: 1, sentAt: t.clock.now() })
    expect(received).toHaveLength(2)
  })

  test('if the database fails before the status is saved', async () => {
    const proxy = await startFaultProxy(t.databaseUrl)
    const database = connect(proxy.url, { connections: 2 })
    onTestFinished(async () => {
      await database.end()
      await proxy.end()
    })
    const { url, received } = await startSmtpServer({ beforeReply: () => proxy.set('refuse') })
    await queue('marked@example.com')
    const sender = startSender(url, { saveRetry: 20 }, { ...t.ctx, database, db: database })
    await sender.sendDue()
    await vi.waitUntil(() => t.logged.some((line) => line.includes('email status not saved, will retry')))
    expect(await stateOf('marked@example.com')).toMatchObject({ sentAt: null })
    await proxy.set('pass')
    await sender.settled()
    expect(await stateOf('marked@example.com')).toMatchObject({ attempts: 1, sentAt: t.clock.now(), lastError: null })
    t.clock.advance(3600)
    expect(await sendDueEmails(t.ctx, openTransport(url))).toBe(false)
    expect(received).toHaveLength(1)
  })

  test('and marks an unavoidable duplicate with the same id', async () => {
    const idOf = (source = '') => /^Message-ID: .*$/m.exec(source)?.[0]
    takeTime()
    const { url, received } = await startSmtpServer({
      beforeReply: () => {
        vi.advanceTimersByTime(defaultTimes.reply)
        return new Promise(() => {})
      },
    })
    await queue('unknown@example.com')
    for (let attempt = 1; attempt <= 2; attempt++) {
      const sender = startSender(url)
      await sender.sendDue()
      await sender.settled()
      t.clock.advance(10)
    }
    expect(received).toHaveLength(2)
    expect(idOf(received[0]?.source)).toMatch(/\w{32}@/)
    expect(idOf(received[1]?.source)).toBe(idOf(received[0]?.source))
    expect(await stateOf('unknown@example.com')).toMatchObject({ lastError: expect.stringContaining('timed out') })
  })
})

describe('a recipient server that hangs', () => {
  test('delays no others, and gets no further connection', async () => {
    const gate = createGate()
    let hanging = 0
    const { url, received, connections } = await startSmtpServer({
      beforeReceiver: async (address) => {
        if (!address.endsWith('@hangs.example')) return
        hanging++
        await gate.opened
      },
    })
    for (let number = 0; number < 15; number++) await queue(`${number}@hangs.example`)
    for (let number = 0; number < 15; number++) await queue(`${number}@works.example`)
    const sender = startSender(url, { slow: 200, renewal: 20 })
    const arrived = (count: number) =>
      vi.waitUntil(
        async () => {
          if (!(await sender.sendDue())) t.clock.advance(1) // for those that were put off
          return received.length === count
        },
        { interval: 5 },
      )
    await arrived(15)
    expect(new Set(received.map(({ to }) => to.split('@')[1]))).toEqual(new Set(['works.example']))
    expect(hanging).toBeLessThanOrEqual(10)
    expect(connections()).toBeLessThanOrEqual(30)
    gate.open()
    await arrived(30)
    expect(new Set(received.map(({ to }) => to)).size).toBe(30)
  })

  test('is given up in time, and retried later', async () => {
    const gate = createGate()
    const { url, received } = await startSmtpServer({ beforeReceiver: () => gate.opened })
    await queue('hangs@example.com')
    const sender = startSender(url, { handOver: 50 })
    await sender.sendDue()
    await sender.settled()
    expect(await stateOf('hangs@example.com')).toMatchObject({
      attempts: 1,
      sentAt: null,
      lastError: 'Error: The mail server timed out',
      nextAttemptAt: new Date(t.clock.now().getTime() + 10_000),
    })
    gate.open()
    t.clock.advance(10)
    await sendDueEmails(t.ctx, openTransport(url))
    expect(received).toHaveLength(1)
  })
})

describe('at shutdown', () => {
  test('leaves emails that no server has accepted to others', async () => {
    const gate = createGate()
    const { url } = await startSmtpServer({ beforeReceiver: () => gate.opened })
    await queue('left@example.com')
    const sender = startSender(url, { stop: 50 })
    await sender.sendDue()
    await sender.stop()
    expect(await stateOf('left@example.com')).toMatchObject({ sentAt: null, deadAt: null, attempts: 1 })
  })
})

test('lets several workers share due emails over kept connections', async () => {
  const { url, received, connections } = await startSmtpServer({ beforeReply: () => delay(5) })
  for (let number = 0; number < 90; number++) await queue(`${number}@example.com`)
  const taken = await Promise.all(
    [1, 2, 3].map(async () => {
      // On a busy machine a delivery may take longer. Slow ones defer the rest of their domain.
      const sender = startSender(url, { slow: 240_000 })
      let rounds = 0
      while (await sender.sendDue()) rounds++
      await sender.settled()
      return rounds
    }),
  )
  expect(new Set(received.map(({ to }) => to)).size).toBe(90)
  expect(received).toHaveLength(90)
  expect(Math.min(...taken)).toBeGreaterThan(1)
  expect(connections()).toBeLessThanOrEqual(30)
})

test('does not count a connection that the server closed as an attempt', async () => {
  const { url, hangUp } = await startSmtpServer()
  const sender = startSender(url)
  for (const to of ['1@closed.test', '2@closed.test', '3@closed.test']) {
    await queue(to)
    await sender.sendDue()
    await sender.settled()
    expect(await stateOf(to)).toMatchObject({ attempts: 1, sentAt: t.clock.now() })
    hangUp()
  }
})

test('logs an email whose link has expired instead of sending it', async () => {
  const { url, received } = await startSmtpServer()
  const data = { name: 'Ann', url: 'https://localhost/secret-link', hasPassword: 'true' }
  await queueEmail(t.ctx, { to: 'late@example.com', userId: 'late', template: 'resetPassword', data, language: 'en' })
  t.clock.advance(3600)
  expect(await sendDueEmails(t.ctx, openTransport(url))).toBe(true)
  expect(received).toEqual([])
  expect((await listEmails(t.ctx, ['expired'], 9)).map(({ to, attempts }) => [to, attempts])).toEqual([
    ['late@example.com', 0],
  ])
  expect((await stateOf('late@example.com'))?.data).toEqual({})
  expect(await transaction(t.ctx, (tx) => reviveEmails(tx, null, 'a ticket'))).toEqual({ revived: 0, left: 1 })
  const line = t.logged.map((text) => JSON.parse(text)).find(({ msg }) => msg.includes('email expired'))
  expect(line).toMatchObject({ level: 40, template: 'resetPassword' })
  expect(t.logged.join()).not.toContain('late@example.com')
})

test("sends a dead-lettered email again on an operator's command, and keeps its links encrypted", async () => {
  let refused = true
  const { url, received } = await startSmtpServer({ refuse: () => (refused ? 550 : null) })
  const link = 'https://localhost/secret-link'
  const mailTo = (to: string) =>
    queueEmail(t.ctx, {
      to,
      userId: to,
      template: 'resetPassword',
      data: { name: 'Ann', url: link, hasPassword: 'true' },
      language: 'de',
    })
  await mailTo('dead@example.com')
  await mailTo('other@example.com')
  await sendDueEmails(t.ctx, openTransport(url))
  const line = t.logged.map((text) => JSON.parse(text)).find(({ msg }) => msg.includes('email dead-lettered'))
  expect(line).toMatchObject({ level: 40, template: 'resetPassword', attempts: 1, responseCode: 550 })
  expect(t.logged.join()).not.toContain('dead@example.com')
  expect(JSON.stringify(await t.emails())).not.toContain('secret-link')
  const listed = await listEmails(t.ctx, ['dead'], 9)
  expect(listed).toHaveLength(2)
  expect(JSON.stringify(listed)).not.toMatch(/secret-link|encrypted/)
  const [dead, other] = listed.map(({ number }) => number)
  refused = false
  expect(await transaction(t.ctx, (tx) => reviveEmails(tx, dead ?? null, 'a ticket'))).toEqual({ revived: 1, left: 0 })
  expect(await transaction(t.ctx, (tx) => dropEmails(tx, dead ?? null, 'a ticket'))).toBe(0) // it waits
  expect(await transaction(t.ctx, (tx) => dropEmails(tx, other ?? null, 'a ticket'))).toBe(1)
  await sendDueEmails(t.ctx, openTransport(url))
  expect(received.map(({ to }) => to)).toEqual(['dead@example.com'])
  expect(received[0]?.source.replaceAll('=\r\n', '')).toContain('secret-link')
  expect(await listEmails(t.ctx, ['dead', 'waiting'], 9)).toEqual([])
  refused = true
  await mailTo('ended@example.com')
  await sendDueEmails(t.ctx, openTransport(url))
  t.clock.advance(3600)
  expect(await transaction(t.ctx, (tx) => reviveEmails(tx, null, 'a ticket'))).toEqual({ revived: 0, left: 1 }) // its link has ended meanwhile
})
