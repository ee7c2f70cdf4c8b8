import { expect, test } from 'vitest'
import { createNpmClient, npmClientVersions } from '../testing/npm-client.ts'
import { startTestApp } from '../testing/start-test-app.ts'
import { testPassword as password } from '../testing/test-password.ts'
import { keyOf } from './secret.ts'
import { codeAt, stepAt } from './totp.ts'

// Clients of the line that the product responds like. That line knows no organizations that
// require a second factor.

const t = await startTestApp()
const baseURL = (await t.app.listen({ port: 0 })) + t.ctx.config.AUTH_BASE_PATH

test.each(npmClientVersions)('the client of better-auth %s asks for the second factor', async (version) => {
  const email = `ann-${version}@x.test`
  const open = async () => {
    const client = await createNpmClient(version, baseURL)
    return async (method: string, input?: unknown) => {
      const { data, error } = await client.call(method, input)
      return { data, error, code: Object(error).code }
    }
  }
  const [ann, phone] = [await open(), await open()]
  const username = `ann_${version.replaceAll('.', '_')}`
  await ann('signUp.email', { email, password, name: 'Ann', username })
  const { data: acme } = await ann('organization.create', { name: 'Acme', slug: `acme-${version}` })
  const organizationId = Object(acme).id
  await t.ctx.db.write`
    update "organization" set "secondFactorRequiredAt" = ${t.clock.now()}::timestamptz - interval '1 second'
    where "id" = ${organizationId}`

  const closed = { data: null, code: 'SECOND_FACTOR_REQUIRED', error: { status: 403, statusText: 'Forbidden' } }
  const invitation = { email: 'bob@x.test', role: 'member', organizationId }
  const query = { organizationId }
  for (const [method, input] of [
    ['organization.setActive', { organizationId }],
    ['organization.getFullOrganization', { query }],
    ['organization.listInvitations', { query }],
    ['organization.hasPermission', { permission: { member: ['create'] }, organizationId }],
    ['organization.inviteMember', invitation],
    ['organization.update', { data: { name: 'x' }, organizationId }],
  ] as const)
    expect({ method, ...(await ann(method, input)) }).toMatchObject({ method, ...closed })
  expect((await ann('organization.list')).data).toMatchObject([{ id: organizationId, name: 'Acme' }])
  expect((await ann('organization.create', { name: 'Other', slug: `other-${version}` })).error).toBeNull()
  expect((await ann('updateUser', { name: 'Anna' })).error).toBeNull()
  expect((await ann('getSession')).data).toMatchObject({ user: { email } })

  const { data: started } = await ann('twoFactor.enable', { password })
  const secret = new URL(Object(started).totpURI).searchParams.get('secret') ?? ''
  const show = (browser: typeof ann) => {
    t.clock.advance(30)
    return browser('twoFactor.verifyTotp', { code: codeAt(keyOf(secret), stepAt(t.clock.now())) })
  }
  expect((await show(ann)).error).toBeNull()
  expect((await ann('organization.getFullOrganization', { query })).data).toMatchObject({ id: organizationId })

  for (const [method, input] of [
    ['signIn.email', { email, password }],
    ['signIn.username', { username, password }],
  ] as const) {
    expect(await phone(method, input)).toEqual({
      data: { twoFactorRedirect: true, twoFactorMethods: ['totp', 'backup-code'] },
      error: null,
      code: undefined,
    })
    expect(await phone('getSession')).toMatchObject({ data: null })
  }
  expect((await show(phone)).data).toMatchObject({ user: { email } })
  expect((await phone('organization.getFullOrganization', { query })).data).toMatchObject({ id: organizationId })
})
