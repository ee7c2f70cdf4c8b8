import { describe, expect, test } from 'vitest'
import { transaction } from '../context.ts'
import { notifyOwnersOfLoss } from '../organization/member/owner-notice.ts'
import { credentialProvider } from '../account/account.ts'
import { findAccountsOfUser, insertAccount } from '../account/account.sql.ts'
import { emailedLink, tokenOf } from '../testing/emailed-link.ts'
import { found } from '../testing/organizations.ts'
import { startTestApp, type SignedIn } from '../testing/start-test-app.ts'
import { testPassword } from '../testing/test-password.ts'
import { renderEmail } from './templates/render.ts'

const t = await startTestApp()

/** The newest email to this address. */
async function newestTo(email: string) {
  const mail = (await t.emails(email)).at(-1)
  if (!mail) throw new Error(`${email} got no mail`)
  return { template: mail.template, language: mail.language, ...renderEmail(mail, t.ctx.config) }
}
const countTo = async (email: string) => (await t.emails(email)).length

describe('notifies users by email', () => {
  test('of a new username in their language, but not of the same or a refused one', async () => {
    const ann = await t.signUp({ username: 'taken.one' })
    const bob = await t.signUp()
    expect((await bob.post('/update-user', { username: 'Bob.Bird', language: 'de' })).status).toBe(200)
    expect(await newestTo(bob.email)).toMatchObject({
      template: 'usernameChanged',
      subject: 'Ihr Benutzername wurde geändert',
      text: expect.stringContaining('Ihr neuer Benutzername ist Bob. Bird.'),
    })
    expect((await bob.post('/update-user', { username: 'BOB.bird', name: 'Bobby' })).status).toBe(200)
    expect((await bob.post('/update-user', { username: 'taken.one' })).status).toBe(422)
    expect(await countTo(bob.email)).toBe(1)
    expect(await countTo(ann.email)).toBe(0)
  })

  test('of an unlinked provider and a removed password', async () => {
    const ann = await t.signUp({ emailVerified: true })
    const [password] = await findAccountsOfUser(t.ctx, ann.id)
    if (!password) throw new Error('no account')
    for (const providerId of ['github', 'nobody-knows'])
      await insertAccount(t.ctx, {
        ...password,
        id: `${ann.id}-${providerId}`,
        providerId,
        accountId: ann.id,
        password: null,
      })
    const unlink = async (providerId: string) => (await ann.post('/unlink-account', { providerId })).status
    expect(await unlink('github')).toBe(200)
    expect(await newestTo(ann.email)).toMatchObject({ subject: 'GitHub was disconnected from your account' })
    expect(await unlink(credentialProvider)).toBe(200)
    expect(await newestTo(ann.email)).toMatchObject({ subject: 'Your password was removed' })
    expect(await unlink('nobody-knows')).toBe(400) // the last one
    expect(await countTo(ann.email)).toBe(2)
  })

  test('of the deletion', async () => {
    const ann = await t.signUp({ emailVerified: true })
    expect((await ann.post('/delete-user', { password: testPassword })).status).toBe(200)
    const link = await emailedLink(t, ann.email, 'deleteUser')
    expect((await ann.get('/delete-user/callback', { query: { token: tokenOf(link) } })).status).toBe(200)
    expect(await newestTo(ann.email)).toMatchObject({ template: 'accountDeleted', subject: 'Your account was deleted' })
    const sole = await t.signUp()
    await found(t, sole)
    expect((await sole.post('/delete-user', { password: testPassword })).status).toBe(400)
    expect(await countTo(sole.email)).toBe(0)
  })
})

describe('notifies members by email', async () => {
  const acme = await found(t)
  const change = (by: SignedIn, memberId: string, role: string) =>
    by.post('/organization/update-member-role', { memberId, role, organizationId: acme.id })
  const newTo = async (email: string) =>
    (await t.emails(email)).filter(({ template }) => template !== 'invitation').length

  test('of a role that someone else changed', async () => {
    const bob = await acme.join('admin')
    expect((await change(acme.owner, bob.memberId, 'member')).status).toBe(200)
    expect(await newestTo(bob.email)).toMatchObject({
      template: 'roleChanged',
      subject: `Your role in ${acme.slug} was changed`,
      text: expect.stringContaining('Role: Member'),
    })
    expect((await change(acme.owner, bob.memberId, 'member')).status).toBe(200) // as it was
    expect((await change(bob, bob.memberId, 'owner')).status).toBe(403)
    expect(await newTo(bob.email)).toBe(1)
  })

  test('of their removal by someone else, but not of their own actions', async () => {
    const cy = await acme.join('admin')
    const dee = await acme.join('member')
    expect((await change(cy, cy.memberId, 'member')).status).toBe(200)
    expect((await change(acme.owner, cy.memberId, 'admin')).status).toBe(200)
    expect(await newTo(cy.email)).toBe(1)
    const remove = (memberIdOrEmail: string) =>
      cy.post('/organization/remove-member', { memberIdOrEmail, organizationId: acme.id })
    expect((await remove(dee.memberId)).status).toBe(200)
    expect(await newestTo(dee.email)).toMatchObject({ template: 'membershipEnded' })
    expect((await remove(cy.email)).status).toBe(200)
    expect(await newTo(cy.email)).toBe(1)
  })
})

describe('emails all owners', () => {
  const told = async (person: SignedIn) =>
    (await t.emails(person.email)).map(({ template }) => template).filter((name) => name !== 'invitation')
  const body = (organizationId: string) => ({ organizationId })
  type Owners = Awaited<ReturnType<typeof owned>>
  const owned = async () => {
    const organization = await found(t)
    const [zoe, moe] = [await organization.join('owner'), await organization.join('member')]
    return { ...organization, zoe, moe }
  }
  const none: string[] = []
  const one = ['ownerLost']

  test.each<[string, (at: Owners) => Promise<{ status: number }>, Record<'owner' | 'zoe', string[]>]>([
    [
      'demotes another',
      ({ owner, id, zoe }) =>
        owner.post('/organization/update-member-role', { ...body(id), memberId: zoe.memberId, role: 'admin' }),
      { owner: one, zoe: ['roleChanged'] },
    ],
    [
      'demotes themselves',
      ({ owner, id, memberId }) =>
        owner.post('/organization/update-member-role', { ...body(id), memberId, role: 'admin' }),
      { owner: one, zoe: one },
    ],
    [
      'removes another',
      ({ owner, id, zoe }) => owner.post('/organization/remove-member', { ...body(id), memberIdOrEmail: zoe.email }),
      { owner: one, zoe: ['membershipEnded'] },
    ],
    ['leaves', ({ zoe, id }) => zoe.post('/organization/leave', body(id)), { owner: one, zoe: one }],
    [
      'deletes the account',
      ({ zoe }) => zoe.post('/delete-user', { password: testPassword }),
      { owner: one, zoe: ['accountDeleted'] },
    ],
    [
      'deletes the organization',
      ({ owner, id }) => owner.post('/organization/delete', body(id)),
      { owner: ['organizationDeleted'], zoe: ['organizationDeleted'] },
    ],
    // Not a loss of an owner:
    [
      'keeps owner among other roles',
      ({ owner, id, zoe }) =>
        owner.post('/organization/update-member-role', { ...body(id), memberId: zoe.memberId, role: 'admin,owner' }),
      { owner: none, zoe: ['roleChanged'] },
    ],
    ['loses a member', ({ moe, id }) => moe.post('/organization/leave', body(id)), { owner: none, zoe: none }],
  ])('if one %s', async (_, act, emails) => {
    const at = await owned()
    expect((await act(at)).status).toBe(200)
    expect({ owner: await told(at.owner), zoe: await told(at.zoe) }).toEqual(emails)
    expect(await told(at.moe)).toEqual(none)
  })

  test('in their language, and names who it was', async () => {
    const at = await owned()
    await at.zoe.post('/update-user', { name: 'Zoe Zuse', language: 'de' })
    await at.owner.post('/update-user', { name: 'Ann Adler' })
    await at.zoe.post('/organization/leave', body(at.id))
    expect(await newestTo(at.owner.email)).toMatchObject({
      subject: `Zoe Zuse is no longer an owner of ${at.slug}`,
      text: expect.stringContaining('Changed by: Zoe Zuse'),
    })
    expect(await newestTo(at.zoe.email)).toMatchObject({
      subject: `Zoe Zuse ist nicht mehr Inhaber von ${at.slug}`,
    })
    await at.owner.post('/organization/delete', body(at.id))
    expect(await newestTo(at.owner.email)).toMatchObject({
      subject: `${at.slug} was deleted`,
      text: expect.stringContaining('Changed by: Ann Adler'),
    })
  })

  test('in the transaction of the change', async () => {
    const at = await owned()
    await expect(
      transaction(t.ctx, async (tx) => {
        await notifyOwnersOfLoss(tx, { owner: at.zoe, by: at.zoe, isOwnerTold: true })
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    expect([await told(at.owner), await told(at.zoe)]).toEqual([none, none])
  })
})
