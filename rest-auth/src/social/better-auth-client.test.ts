import { describe, expect, test } from 'vitest'
import { createNpmClient, npmClientVersions, type NpmClient } from '../testing/npm-client.ts'
import { consent, startSocialTestApp } from '../testing/social.ts'
import { testPassword } from '../testing/test-password.ts'

// The client keeps its cookies, so the provider's response arrives without them, like in a native
// app.
const { app, ctx } = await startSocialTestApp({ SOCIAL_STATE_COOKIE: 'false' })
const baseURL = (await app.listen({ port: 0, host: '127.0.0.1' })) + ctx.config.AUTH_BASE_PATH

/** Linking requires a proved email. */
async function signUpVerified(client: NpmClient, email: string): Promise<void> {
  await client.call('signUp.email', { email, name: 'Ann', password: testPassword })
  await ctx.db.write`update "user" set "emailVerified" = true where "email" = ${email}`
}

async function comeBack(authorizationUrl: unknown, email: string): Promise<string | null> {
  const { path, fields } = await consent(String(authorizationUrl), { email })
  const response = await fetch(`${baseURL}${path}?${new URLSearchParams(fields)}`, { redirect: 'manual' })
  return response.headers.get('location')
}

describe.each(npmClientVersions)('the client of better-auth %s', (version) => {
  const email = `social-${version}@example.com`

  test('starts a social sign-in', async () => {
    const client = await createNpmClient(version, baseURL)
    const { data, error } = await client.call('signIn.social', { provider: 'github', callbackURL: '/welcome' })
    expect({ data, error }).toEqual({ data: { url: expect.any(String), redirect: true }, error: null })
    expect(await comeBack(Object(data).url, `new-${email}`)).toBe('/welcome')
  })

  test('links, lists, refreshes and unlinks', async () => {
    const client = await createNpmClient(version, baseURL)
    await signUpVerified(client, email)
    const { data: started } = await client.call('linkSocial', { provider: 'github', callbackURL: '/account' })
    expect(await comeBack(Object(started).url, email)).toBe('/account')
    const { data: accounts } = await client.call('listAccounts')
    expect(accounts).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ provider: 'credential' }),
        expect.objectContaining({
          provider: 'github',
          scopes: ['read:user', 'user:email'],
          createdAt: expect.any(Date),
        }),
      ]),
    )
    expect(await client.call('refreshToken', { providerId: 'github' })).toMatchObject({
      data: { accessToken: expect.any(String), accessTokenExpiresAt: expect.any(Date) },
      error: null,
    })
    expect(await client.call('unlinkAccount', { providerId: 'github' })).toEqual({
      data: { status: true },
      error: null,
    })
    expect(await client.call('unlinkAccount', { providerId: 'credential' })).toMatchObject({
      data: null,
      error: { status: 400, code: 'YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT', message: "You can't unlink your last account" },
    })
  })
})

test('supports the newer calls of 1.2.12', async () => {
  const client = await createNpmClient('1.2.12', baseURL)
  await signUpVerified(client, 'newer@example.com')
  const { data: started } = await client.call('linkSocial', { provider: 'github', callbackURL: '/account' })
  await comeBack(Object(started).url, 'newer@example.com')
  expect(await client.call('getAccessToken', { providerId: 'github' })).toMatchObject({
    data: { accessToken: expect.any(String) },
  })
  const { data: accounts } = await client.call('listAccounts')
  const accountId = Array.isArray(accounts) && accounts.find((account) => account.provider === 'github')?.accountId
  expect(await client.call('accountInfo', { accountId })).toMatchObject({
    data: { user: { email: 'newer@example.com' } },
  })
})
