import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { emailedToken } from '../../testing/emailed-link.ts'
import { createNpmClient, type NpmClient } from '../../testing/npm-client.ts'
import { found } from '../../testing/organizations.ts'
import { startTestApp } from '../../testing/start-test-app.ts'
import { testPassword } from '../../testing/test-password.ts'

const versions = ['1.2.7', '1.2.12', '1.7.25'] as const

async function start(settings: Record<string, string>) {
  const t = await startTestApp(settings)
  const acme = await found(t)
  const colleague = (role: string) => acme.join(role, { emailVerified: true })
  const url = (await t.app.listen({ port: 0 })) + t.ctx.config.AUTH_BASE_PATH
  const invite = async (email: string, by = acme.owner) =>
    (await by.post('/organization/invite-member', { email, role: 'member', organizationId: acme.id })).at('id')
  return { t, acme, url, invite, colleague, member: await colleague('member') }
}
const usual = await start({})
const strict = await start({ INVITATION_REQUIRES_VERIFIED_EMAIL: 'true' })
const columns = [{ product: usual }, { product: strict }, { product: strict, hasToken: true }]

interface Guest {
  readonly product: typeof usual
  readonly client: NpmClient
  readonly email: string
}

/** Follows the emailed link in the session, or as somebody else's mail scanner would. */
async function openLink({ product: { t, url }, client, email }: Guest, isScanner: boolean): Promise<void> {
  await client.call('sendVerificationEmail', { email })
  const reader = isScanner ? await createNpmClient('1.2.12', url) : client
  await reader.call('verifyEmail', { query: { token: await emailedToken(t, email, 'verification') } })
}

/** Returns an id of an invitation. By the first column of the tables. */
const states: Record<string, (guest: Guest) => Promise<string>> = {
  'not verified': ({ product, email }) => product.invite(email),
  'verified by a link opened elsewhere': async (guest) => {
    await openLink(guest, true)
    return guest.product.invite(guest.email)
  },
  'verified by a link opened in the session': async (guest) => {
    await openLink(guest, false)
    return guest.product.invite(guest.email)
  },
  'accepted before': async ({ product, client, email }) => {
    const id = await product.invite(email)
    await client.call('organization.acceptInvitation', { invitationId: id })
    return id
  },
  'rejected before': async ({ product, client, email }) => {
    const id = await product.invite(email)
    await client.call('organization.rejectInvitation', { invitationId: id })
    return id
  },
  canceled: async ({ product: { invite, acme }, email }) => {
    const id = await invite(email)
    await acme.owner.post('/organization/cancel-invitation', { invitationId: id })
    return id
  },
  expired: async ({ product: { invite, t }, email }) => {
    const id = await invite(email)
    await t.ctx.db.write`update "invitation" set "expiresAt" = "createdAt" where "id" = ${id}`
    return id
  },
  'from someone who has left': async ({ product: { invite, acme, colleague }, email }) => {
    const inviter = await colleague('admin')
    const id = await invite(email, inviter)
    await inviter.post('/organization/leave', { organizationId: acme.id })
    return id
  },
  'from someone who may no longer invite': async ({ product: { invite, acme, colleague }, email }) => {
    const inviter = await colleague('admin')
    const id = await invite(email, inviter)
    const { memberId } = inviter
    await acme.owner.post('/organization/update-member-role', { memberId, role: 'member', organizationId: acme.id })
    return id
  },
  'for another email': ({ product, email }) => product.invite(`other-${email}`),
  "known by the id in a plain member's list": async ({ product: { invite, acme, member }, email }) => {
    await invite(email)
    const { body } = await member.get('/organization/list-invitations', { query: { organizationId: acme.id } })
    return String(Object([body].flat().find((one) => Object(one).email === email)).id)
  },
}

const doc = readFileSync(new URL('../../../../docs/better-auth-clients.md', import.meta.url), 'utf8')
const [section = ''] = doc.slice(doc.indexOf('## Invitations')).split('\n## ')
const rows = [...section.matchAll(/^\|(.+)\|$/gm)]
  .map(([, cells = '']) => cells.split('|').map((cell) => cell.trim()))
  .filter(([state = '']) => state in states)

test('the tables have a row for every state', () => {
  expect(rows.map(([state]) => state)).toEqual(Object.keys(states))
})

test.each(versions)('a client of better-auth %s accepts an invitation as the tables say', async (version) => {
  const play = async (state: string, column: number): Promise<string> => {
    const [{ product, hasToken } = { product: usual }, prepare] = [columns[column], states[state]]
    const email = `${state.replaceAll(/\W/g, '-')}-${column}-${version}@x.test`
    const client = await createNpmClient(version, product.url)
    await client.call('signUp.email', { email, name: 'Guest', password: testPassword })
    const invitationId = await prepare?.({ product, client, email })
    const token = hasToken && (await emailedToken(product.t, email, 'invitation'))
    const { error } = await client.call('organization.acceptInvitation', { invitationId, ...(token && { token }) })
    return error ? `\`${Object(error).code}\`` : 'yes'
  }
  const measured = rows.map(async ([state = '', ...cells]) => [
    state,
    ...(await Promise.all(cells.map((_, column) => play(state, column)))),
  ])
  expect(await Promise.all(measured)).toEqual(rows)
})
