import { describe, expect, test } from 'vitest'
import { found, type TestOrganization } from '../../testing/organizations.ts'
import { startTestApp, type SignedIn, type TestApp } from '../../testing/start-test-app.ts'

const day = 86_400
const invite = (by: SignedIn, organizationId: string, email: string, resend = false) =>
  by.post('/organization/invite-member', { email, role: 'member', organizationId, resend })

describe("the limit of an address (20, strangers' too)", () => {
  let count = 0

  /** An organization `age` seconds old, and a guest whose address strangers have used up. */
  async function scene(t: TestApp, age: number, isProved = true) {
    const organization = await found(t)
    if (!isProved) await t.ctx.db.write`update "user" set "proved" = false where "id" = ${organization.owner.id}`
    t.clock.advance(age)
    const guest = `guest${(count += 1)}@corp.example`
    for (let stranger = 0; stranger < 4; stranger++) {
      const by = await t.signUp()
      for (let n = 0; n < 5; n++) {
        const made = await by.post('/organization/create', { name: 'x', slug: `x-${count}-${stranger}-${n}` })
        expect((await invite(by, made.at('id'), guest)).body).not.toHaveProperty('emailSent')
      }
    }
    return { organization, guest }
  }
  const ofOwner = ({ owner, id }: TestOrganization, guest: string, resend = false) => invite(owner, id, guest, resend)
  const notSent = { status: 200, body: { emailSent: false } }

  test('does not hold up the first email of an organization older than a day', async () => {
    const t = await startTestApp()
    const { organization, guest } = await scene(t, day + 1)
    const first = await ofOwner(organization, guest)
    expect(first.status).toBe(200)
    expect(first.body).not.toHaveProperty('emailSent')
    expect((await t.emails(guest)).filter(({ template }) => template === 'invitation')).toHaveLength(21)
    expect(await ofOwner(organization, guest, true)).toMatchObject(notSent)
    await organization.owner.post('/organization/cancel-invitation', { invitationId: first.at('id') })
    expect(await ofOwner(organization, guest)).toMatchObject(notSent)
  })

  test('lets one of two at once through', async () => {
    const t = await startTestApp()
    const { organization, guest } = await scene(t, day + 1)
    const both = await Promise.all([ofOwner(organization, guest, true), ofOwner(organization, guest, true)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(both.filter(({ body }) => !('emailSent' in Object(body)))).toHaveLength(1)
    expect(await t.emails(guest)).toHaveLength(21)
  })

  test.each([
    ['an organization of today', day - 60, true],
    ['an inviter whose email is not proved', day + 1, false],
  ])('holds up %s', async (_, age, isProved) => {
    const { organization, guest } = await scene(await startTestApp(), age, isProved)
    expect(await ofOwner(organization, guest)).toMatchObject(notSent)
  })

  test('never lets more through than the limit of the inviter', async () => {
    const t = await startTestApp({ AUTH_RATE_LIMITS: 'invitations-by-user=2/3600' })
    const { owner, id } = await found(t)
    t.clock.advance(day + 1)
    const statuses = []
    for (const name of ['a', 'b', 'c']) statuses.push((await invite(owner, id, `${name}@corp.example`)).status)
    expect(statuses).toEqual([200, 200, 429])
  })
})

describe('the limit of the installation', () => {
  const start = () => startTestApp({ AUTH_RATE_LIMITS: 'invitations=3/3600' })
  const tooMany = { status: 429, body: { code: 'TOO_MANY_INVITATIONS' } }

  test('counts all alike and answers alike, whatever the address', async () => {
    const t = await start()
    const known = await t.signUp()
    for (let n = 0; n < 3; n++) {
      const { owner, id } = await found(t)
      expect((await invite(owner, id, `guest${n}@corp.example`)).status).toBe(200)
    }
    const { owner, id } = await found(t)
    const [stranger, user] = [await invite(owner, id, 'new@corp.example'), await invite(owner, id, known.email)]
    expect(stranger).toMatchObject(tooMany)
    expect(user.body).toEqual(stranger.body)
    expect(user.headers['retry-after']).toBe(stranger.headers['retry-after'])
    expect(Number(user.headers['retry-after'])).toBeLessThanOrEqual(1200)
    t.clock.advance(1200)
    expect((await invite(owner, id, 'new@corp.example')).status).toBe(200)
  })

  test('lets inviters with a proved email go on in organizations older than a week', async () => {
    const t = await start()
    const founded = async (days: number) => {
      const organization = await found(t)
      await t.ctx.db.write`
        update "organization" set "createdAt" = "createdAt" - make_interval(days => ${days}) where "id" = ${organization.id}`
      return organization
    }
    const [old, doubtful, young] = [await founded(7), await founded(7), await founded(6)]
    await t.ctx.db.write`update "user" set "proved" = false where "id" = ${doubtful.owner.id}`
    for (let n = 0; n < 5; n++) expect((await invite(old.owner, old.id, `guest${n}@corp.example`)).status).toBe(200)
    const { owner } = old
    const made = await owner.post('/organization/create', { name: 'x', slug: 'of-today' })
    expect(await invite(owner, made.at('id'), 'x@corp.example')).toMatchObject(tooMany)
    expect(await invite(young.owner, young.id, 'x@corp.example')).toMatchObject(tooMany)
    expect(await invite(doubtful.owner, doubtful.id, 'x@corp.example')).toMatchObject(tooMany)
  })

  test('takes the last one once, of two organizations at once', async () => {
    const t = await start()
    const [one, two] = [await found(t), await found(t)]
    for (const name of ['a', 'b']) await invite(one.owner, one.id, `${name}@corp.example`)
    const both = await Promise.all([one, two].map(({ owner, id }) => invite(owner, id, 'last@corp.example')))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 429])
  })
})
