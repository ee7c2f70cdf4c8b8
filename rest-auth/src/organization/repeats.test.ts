import { describe, expect, test } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import { emailedLink, tokenOf } from '../testing/emailed-link.ts'
import { found, type TestOrganization } from '../testing/organizations.ts'
import { startTestApp, type SignedIn } from '../testing/start-test-app.ts'

const t = await startTestApp()

async function invite({ owner, id: organizationId }: TestOrganization, guest: SignedIn): Promise<string> {
  const body = { email: guest.email, role: 'admin', organizationId }
  return (await owner.post('/organization/invite-member', body)).at('id')
}

interface Stage {
  readonly acme: TestOrganization
  readonly guest: SignedIn
  readonly invitationId: string
}

async function prepare(): Promise<Stage> {
  const [acme, guest] = [await found(t), await t.signUp()]
  return { acme, guest, invitationId: await invite(acme, guest) }
}

const answer = (action: string) => (stage: Stage, browser: Browser) =>
  browser.post(`/organization/${action}-invitation`, { invitationId: stage.invitationId })
const leave = ({ acme }: Stage, browser: Browser) => browser.post('/organization/leave', { organizationId: acme.id })
const accept = answer('accept')

type Act = (stage: Stage, browser: Browser) => ReturnType<Browser['post']>
const actions: Record<string, { act: Act; by: 'guest' | 'owner'; before?: Act }> = {
  accept: { act: accept, by: 'guest' },
  'accept with the token of the link': {
    by: 'guest',
    async act({ guest, invitationId }, browser) {
      const token = tokenOf(await emailedLink(t, guest.email, 'invitation'))
      return browser.post('/organization/accept-invitation', { invitationId, token })
    },
  },
  reject: { act: answer('reject'), by: 'guest' },
  cancel: { act: answer('cancel'), by: 'owner' },
  leave: { act: leave, by: 'guest', before: accept },
}

async function start(name: string) {
  const stage = await prepare()
  const { act, by, before } = actions[name] ?? { act: accept, by: 'guest' as const }
  await before?.(stage, stage.guest)
  const person = by === 'guest' ? stage.guest : stage.acme.owner
  return { stage, person, run: (browser: Browser = person) => act(stage, browser) }
}

describe.each(Object.keys(actions))('%s', (name) => {
  test('gives the same person the same result again, and happens once', async () => {
    const { stage, run } = await start(name)
    const first = await run()
    expect([first.status, (await run()).outcome, (await run()).outcome]).toEqual([200, first.outcome, first.outcome])
    const { body } = await stage.acme.owner.get('/organization/list-members', {
      query: { organizationId: stage.acme.id },
    })
    expect(body).toMatchObject({ total: name.startsWith('accept') ? 2 : 1 })
  })

  test('gives a double click the same result at once', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { run } = await start(name)
      const [first, ...others] = await Promise.all([run(), run(), run()])
      expect([first.status, ...others.map(({ outcome }) => outcome)]).toEqual([200, first.outcome, first.outcome])
    }
  })

  test('gives nobody else that result', async () => {
    const { run } = await start(name)
    const stranger = await t.signUp()
    const before = await run(stranger)
    expect(before.status).toBeGreaterThanOrEqual(400)
    expect((await run()).status).toBe(200)
    const after = await run(stranger)
    expect([400, 403]).toContain(after.status)
    expect((await run(t.browser())).status).toBe(401)
  })

  test('is logged once', async () => {
    const { run } = await start(name)
    const from = t.logged.length
    await run()
    if (name !== 'cancel') await run()
    const events = t.logged.slice(from).filter((line) => /"event":"(invitation\.|member\.left)/.test(line))
    expect(events).toHaveLength(1)
  })
})

test.each([
  ['accept', 'reject'],
  ['reject', 'accept'],
  ['cancel', 'accept'],
  ['cancel', 'reject'],
])('after %s, %s stays refused', async (first, second) => {
  const { stage, run } = await start(first)
  expect((await run()).status).toBe(200)
  expect((await answer(second)(stage, stage.guest)).status).toBe(400)
})

test('of accept and reject at once, one succeeds', async () => {
  for (let round = 0; round < 4; round += 1) {
    const stage = await prepare()
    const both = await Promise.all([accept(stage, stage.guest), answer('reject')(stage, stage.guest)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
  }
})

test('accept is not repeated for someone who has left or was removed', async () => {
  const stage = await prepare()
  await accept(stage, stage.guest)
  await leave(stage, stage.guest)
  expect((await accept(stage, stage.guest)).status).toBe(400)
  const next = await prepare()
  await accept(next, next.guest)
  const body = { memberIdOrEmail: next.guest.email, organizationId: next.acme.id }
  expect((await next.acme.owner.post('/organization/remove-member', body)).status).toBe(200)
  expect([(await accept(next, next.guest)).status, (await leave(next, next.guest)).status]).toEqual([400, 400])
})

test('accept is repeated only by who may accept: an unproved account needs the token', async () => {
  const stage = await prepare()
  await accept(stage, stage.guest)
  await t.ctx.db.write`update "user" set "emailVerified" = true where "id" = ${stage.guest.id}`
  expect((await accept(stage, stage.guest)).status).toBe(403)
})

test('leave is a new one after joining again, and forgotten after a day', async () => {
  const stage = await prepare()
  await accept(stage, stage.guest)
  const first = await leave(stage, stage.guest)
  t.clock.advance(1)
  await accept({ ...stage, invitationId: await invite(stage.acme, stage.guest) }, stage.guest)
  const second = await leave(stage, stage.guest)
  expect([second.status, second.at('id') === first.at('id')]).toEqual([200, false])
  expect((await leave(stage, stage.guest)).outcome).toEqual(second.outcome)
  t.clock.advance(86_401)
  expect((await leave(stage, stage.guest)).status).toBe(400)
})

test('leave is not repeated for the only owner, who has not left', async () => {
  const { owner, id } = await found(t)
  for (let time = 0; time < 2; time += 1)
    expect((await owner.post('/organization/leave', { organizationId: id })).status).toBe(400)
})
