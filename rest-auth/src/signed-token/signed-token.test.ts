import { createLocalJWKSet, decodeProtectedHeader, errors, jwtVerify, SignJWT, type JWTVerifyOptions } from 'jose'
import { createAuthClient } from 'better-auth/client'
import { jwtClient } from 'better-auth/client/plugins'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { buildApp } from '../app.ts'
import { cleanUp } from '../clean-up/clean-up.ts'
import { cookieOf } from '../testing/access-token.ts'
import type { Browser } from '../testing/browser.ts'
import { found } from '../testing/organizations.ts'
import { startTestApp, testOrigin, type SignedIn } from '../testing/start-test-app.ts'
import { testPassword } from '../testing/test-password.ts'
import { countStatements } from '../testing/statements.ts'
import { insertAccount } from '../account/account.sql.ts'
import { warnOfSealedRows } from '../sealed-rows.ts'
import { encryptTokens } from '../social/stored-tokens.ts'
import { replaceSigningKeys, SigningKeys } from './signing-key.ts'

const t = await startTestApp()
const { app, ctx, clock, browser, signUp } = t
const day = 86_400

const jwks = z.object({ keys: z.array(z.looseObject({ kid: z.string() })) })
const keySet = async (from: Browser = browser()) => jwks.parse((await from.get('/jwks')).body)
const kids = async () => (await keySet()).keys.map(({ kid }) => kid)

/** The claims that a service reads with only the public keys. */
const verify = async (token: string, options: JWTVerifyOptions = {}) =>
  jwtVerify(token, createLocalJWKSet(await keySet()), { currentDate: ctx.now(), algorithms: ['EdDSA'], ...options })

/** The internal call of the shell's server. */
async function mint(who: Pick<SignedIn, 'jar'>, audience = 'mf-invoices', more: object = {}, on = app) {
  const cookie = cookieOf(who)
  const url = `/inner/service-token?audience=${audience}`
  const result = await on.inject({ url, headers: { cookie }, remoteAddress: '127.0.0.1', ...more })
  return { status: result.statusCode, body: result.body === '' ? null : result.json() }
}
const tokenFor = async (who: SignedIn, audience?: string) => z.string().parse((await mint(who, audience)).body.token)
const claimsFor = async (who: SignedIn) => (await verify(await tokenFor(who))).payload

describe("a token for a remote's service", () => {
  test("identifies the user, the audience, and the user's permissions in the active organization", async () => {
    const acme = await found(t)
    const token = await tokenFor(acme.owner)
    const { payload, protectedHeader } = await verify(token, { audience: 'mf-invoices', issuer: testOrigin })
    const now = Math.floor(ctx.now().getTime() / 1000)
    expect(protectedHeader).toEqual({ alg: 'EdDSA', typ: 'service+jwt', kid: expect.any(String) })
    expect(payload).toEqual({
      iss: testOrigin,
      aud: 'mf-invoices',
      sub: acme.owner.id,
      iat: now,
      exp: now + 300,
      jti: expect.stringMatching(/^\w{32}$/),
      sid: expect.stringMatching(/^encrypted:v1:/),
      userRole: 'user',
      organization: {
        id: acme.id,
        roles: ['owner'],
        teams: [acme.teamId],
        permissions: expect.arrayContaining(['organization:delete', 'member:create']),
      },
    })
    const next = await claimsFor(acme.owner)
    expect([next.jti, next['sid']].filter((one) => [payload.jti, payload['sid']].includes(one))).toEqual([])
    // Only the user's id: a service gets no email that it did not request.
    expect(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).not.toContain(acme.owner.email)
  })

  test('follows changes of the organization, the role and the membership', async () => {
    const [acme, beta] = [await found(t), await found(t)]
    const ann = await acme.join('member')
    expect((await claimsFor(ann))['organization']).toMatchObject({
      id: acme.id,
      roles: ['member'],
      permissions: ['ac:read'],
    })
    const memberId = ann.memberId
    await acme.owner.post('/organization/update-member-role', { memberId, role: 'admin', organizationId: acme.id })
    expect((await claimsFor(ann))['organization']).toMatchObject({ roles: ['admin'] })
    // An outdated organization, as if left behind by a bug.
    await ctx.db.write`update "session" set "activeOrganizationId" = ${beta.id} where "userId" = ${ann.id}`
    expect((await claimsFor(ann))['organization']).toBeNull()
  })

  test('is about the only organization if none is active, and about none of several', async () => {
    const [acme, beta] = [await found(t), await found(t)]
    const ann = await acme.join('admin')
    await ann.post('/organization/set-active', { organizationId: null })
    expect((await claimsFor(ann))['organization']).toMatchObject({ id: acme.id, roles: ['admin'] })
    // The session stays as better-auth has it.
    expect(await ann.get('/get-session')).toMatchObject({ body: { session: { activeOrganizationId: null } } })
    expect(await ann.get('/organization/get-active-member')).toMatchObject({ body: null })
    const invited = { email: ann.email, role: 'member', organizationId: beta.id }
    const invitationId = (await beta.owner.post('/organization/invite-member', invited)).at('id')
    const memberId = (await ann.post('/organization/accept-invitation', { invitationId })).at('member', 'id')
    await ann.post('/organization/set-active', { organizationId: null })
    expect((await claimsFor(ann))['organization']).toBeNull()
    await beta.owner.post('/organization/remove-member', { memberIdOrEmail: memberId, organizationId: beta.id })
    expect((await claimsFor(ann))['organization']).toMatchObject({ id: acme.id })
    expect((await claimsFor(await signUp()))['organization']).toBeNull()
  })

  test('names the organization of the page by its present or a former slug, if the user is a member', async () => {
    const [acme, beta] = [await found(t), await found(t)]
    const ann = await acme.join('member')
    const named = async (who: SignedIn, slug: string) => {
      const { status, body } = await mint(who, `mf-invoices&organization=${encodeURIComponent(slug)}`)
      return status === 200 ? (await verify(body.token)).payload['organization'] : [status, body.code]
    }
    await acme.owner.post('/organization/set-active', { organizationId: null })
    expect(await named(acme.owner, acme.slug)).toMatchObject({ id: acme.id, roles: ['owner'], teams: [acme.teamId] })
    expect(await named(ann, acme.slug)).toMatchObject({ id: acme.id, roles: ['member'], permissions: ['ac:read'] })
    await acme.owner.post('/organization/update', { organizationId: acme.id, data: { slug: `${acme.slug}-renamed` } })
    expect(await named(ann, acme.slug)).toMatchObject({ id: acme.id })
    const hidden = [403, 'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION']
    for (const slug of [beta.slug, beta.id, acme.id, 'unknown', '', `${acme.slug}' or true --`])
      expect([slug, await named(ann, slug)]).toEqual([slug, hidden])
    await acme.owner.post('/organization/remove-member', { memberIdOrEmail: ann.memberId, organizationId: acme.id })
    expect(await named(ann, acme.slug)).toEqual(hidden)
  })

  test('takes one statement once the keys are cached', async () => {
    const acme = await found(t)
    const counted = countStatements(ctx)
    const second = await buildApp(counted.ctx)
    await mint(acme.owner, undefined, {}, second)
    for (const audience of ['mf-invoices', `mf-invoices&organization=${acme.slug}`]) {
      counted.statements.length = 0
      expect((await mint(acme.owner, audience, {}, second)).status).toBe(200)
      expect(counted.statements).toHaveLength(1)
    }
    await second.close()
  })

  test('expires with the session if that is sooner, and requires one', async () => {
    const ann = await signUp()
    clock.advance(ctx.config.SESSION_EXPIRES_IN - 100)
    expect((await mint(ann)).body.expiresIn).toBe(100)
    clock.advance(101)
    expect(await mint(ann)).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } })
    const bob = await signUp()
    const copy = { jar: new Map(bob.jar) }
    await bob.post('/sign-out')
    expect((await mint(copy)).status).toBe(401)
    expect((await mint(browser())).status).toBe(401)
    const forged = new Map([...copy.jar].map(([name, value]) => [name, `${value}x`]))
    expect((await mint({ jar: forged })).status).toBe(401)
  })

  test.each([
    ['a page', { headers: { origin: testOrigin } }],
    ['a page that reads', { headers: { 'sec-fetch-site': 'same-origin' } }],
    ['a link', { headers: { referer: testOrigin } }],
    ['a stranger on the network', { remoteAddress: '203.0.113.7' }],
  ])('is unavailable for %s', async (_, { headers = {}, ...more }: { headers?: object; remoteAddress?: string }) => {
    const ann = await signUp()
    const sent = { headers: { cookie: cookieOf(ann), ...headers }, ...more }
    expect((await mint(ann, undefined, sent)).status).toBe(404)
  })

  test('is only for remotes', async () => {
    const ann = await signUp()
    for (const audience of ['', 'shell', testOrigin, 'mf-', 'mf-x/../y'])
      expect((await mint(ann, audience)).status, audience).toBe(400)
  })

  test('is rejected by others, after its expiry, if changed, or with another or no signature', async () => {
    const ann = await signUp()
    const token = await tokenFor(ann)
    const [header = '', payload = '', signature = ''] = token.split('.')
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const { kid } = decodeProtectedHeader(token)
    const other = await startedElsewhere()
    const refused = async (text: string, options?: JWTVerifyOptions) =>
      expect(verify(text, { audience: 'mf-invoices', ...options }), text).rejects.toThrow(errors.JOSEError)
    await expect(verify(token, { audience: 'mf-invoices' })).resolves.toBeDefined()
    await refused(token, { audience: 'mf-billing' })
    await refused(token, { issuer: 'https://elsewhere.example' })
    await refused(token, { currentDate: new Date(ctx.now().getTime() + 301_000) })
    await refused(
      `${header}.${encode({ ...JSON.parse(Buffer.from(payload, 'base64url').toString()), sub: 'x' })}.${signature}`,
    )
    await refused(`${encode({ alg: 'none' })}.${payload}.`)
    await refused(`${encode({ alg: 'HS256', kid })}.${payload}.${signature}`)
    await refused(other)
  })
})

/** A token of another installation. */
async function startedElsewhere(): Promise<string> {
  const config = { ...ctx.config, secrets: ['another secret that opens nothing of the first'] as const }
  const keys = new SigningKeys({ ...ctx, config })
  const { privateKey } = await keys.present()
  const [row] = await ctx.db.read<{ id: string }[]>`select "id" from "signingKey" order by "createdAt" limit 1`
  return new SignJWT({})
    .setProtectedHeader({ alg: 'EdDSA', kid: row?.id ?? '' })
    .setAudience('mf-invoices')
    .sign(privateKey)
}

describe('the keys', () => {
  test('are created once, however many instances start concurrently', async () => {
    await ctx.db.write`delete from "signingKey"`
    const made = await Promise.all(Array.from({ length: 8 }, () => new SigningKeys(ctx).present()))
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    expect(await ctx.db.read`select from "signingKey"`).toHaveLength(1)
  })

  test('rotate monthly: published an hour before they sign, and kept until all tokens expired', async () => {
    await ctx.db.write`delete from "signingKey"`
    clock.advance(61)
    const ann = await signUp()
    const kidOf = async () => {
      clock.advance(61) // so that the instance asks the database
      return decodeProtectedHeader(await tokenFor(ann)).kid ?? ''
    }
    // The session lives for as long as the test.
    await ctx.db
      .write`update "session" set "expiresAt" = ${new Date(ctx.now().getTime() + 100 * day * 1000)} where "userId" = ${ann.id}`
    const first = await kidOf()
    clock.advance(29 * day)
    expect([await kidOf(), await kids()]).toEqual([first, [first]])
    clock.advance(day)
    expect(await kidOf()).toBe(first)
    const [second = '', ...rest] = await kids()
    expect(rest).toEqual([first])
    clock.advance(3600)
    expect(await kidOf()).toBe(second)
    await cleanUp(ctx)
    expect(await kids()).toEqual([second, first])
    clock.advance(2 * day)
    await cleanUp(ctx)
    clock.advance(61)
    expect(await kids()).toEqual([second])
    // Even after a long pause, the next key is published an hour before it signs.
    clock.advance(50 * day)
    await cleanUp(ctx)
    await ctx.db
      .write`update "session" set "expiresAt" = ${new Date(ctx.now().getTime() + 10 * day * 1000)} where "userId" = ${ann.id}`
    expect(await kidOf()).toBe(second)
    const [third = '', ...before] = await kids()
    expect([before, third === second]).toEqual([[second], false])
    clock.advance(3600)
    expect(await kidOf()).toBe(third)
    await cleanUp(ctx)
    expect(await kids()).toEqual([third, second])
    clock.advance(2 * day)
    await cleanUp(ctx)
    clock.advance(61)
    expect(await kids()).toEqual([third])
  })

  test('are encrypted in the database, and an inserted one is not trusted', async () => {
    clock.advance(61)
    const before = await kids()
    const rows = await ctx.db.read<{ privateKey: string }[]>`select "privateKey" from "signingKey"`
    expect(rows.every(({ privateKey }) => privateKey.startsWith('encrypted:v1:'))).toBe(true)
    const planted = JSON.stringify({ kty: 'OKP', crv: 'Ed25519', x: 'x'.repeat(43), d: 'd'.repeat(43) })
    await ctx.db
      .write`insert into "signingKey" ("id", "privateKey", "createdAt") values ('planted', ${planted}, ${ctx.now()})`
    // Not even our own code by another route.
    await ctx.db
      .write`insert into "signingKey" ("id", "privateKey", "createdAt") values ('moved', ${rows[0]?.privateKey ?? ''}, ${ctx.now()})`
    clock.advance(61)
    expect(await kids()).toEqual(before)
    expect(JSON.stringify(await keySet())).not.toContain('"d"')
    await ctx.db.write`delete from "signingKey" where "id" in ('planted', 'moved')`
  })

  test('are replaced at once after a leak, and their tokens with them', async () => {
    clock.advance(61)
    const ann = await signUp()
    const [before, old] = [await kids(), await tokenFor(ann)]
    await verify(old, { audience: 'mf-invoices' })
    expect(await replaceSigningKeys(ctx)).toBe(before.length)
    clock.advance(61)
    const after = await kids()
    expect([after.length, before.some((kid) => after.includes(kid))]).toEqual([1, false])
    await expect(verify(old, { audience: 'mf-invoices' })).rejects.toThrow(errors.JOSEError)
    await verify(await tokenFor(ann), { audience: 'mf-invoices' })
  })

  test('are named in the log if no secret opens them, once there are any', async () => {
    const warnings = () => t.logged.filter((line) => line.includes('sealed rows cannot be opened'))
    await warnOfSealedRows(ctx)
    expect(warnings()).toEqual([])
    const { id } = await signUp()
    const account = {
      id: 'sealed',
      providerId: 'github',
      accountId: 'sealed',
      userId: id,
      createdAt: ctx.now(),
      updatedAt: ctx.now(),
    }
    await insertAccount(ctx, { ...account, ...encryptTokens(ctx, account, { accessToken: 'a', refreshToken: 'b' }) })
    const rotated = { ...ctx.config, secrets: ['a new secret', ...ctx.config.secrets] as const }
    await warnOfSealedRows({ ...ctx, config: rotated })
    expect(warnings()).toEqual([])
    await warnOfSealedRows({ ...ctx, config: { ...ctx.config, secrets: ['a new secret'] } })
    const rows = (await kids()).length + 1
    expect(warnings()).toEqual([expect.stringContaining(`"rows":${rows}`)])
  })

  test('are public, also for pages, and can be cached', async () => {
    const result = await browser().get('/jwks', { headers: { origin: 'https://elsewhere.example' } })
    expect([result.status, result.headers['cache-control']]).toEqual([200, 'public, max-age=300'])
    const form = { alg: 'EdDSA', crv: 'Ed25519', kty: 'OKP', x: expect.any(String), kid: expect.any(String) }
    expect(jwks.parse(result.body).keys[0]).toEqual(form)
  })
})

describe("better-auth's jwt plugin", () => {
  test("returns a user's token to an unmodified client with a bearer token", async () => {
    const baseURL = (await app.listen({ port: 0 })) + ctx.config.AUTH_BASE_PATH
    const { email, id } = await signUp()
    // Its types do not compile with exactOptionalPropertyTypes.
    const create: (options: object) => unknown = createAuthClient
    const client = create({ baseURL, plugins: [jwtClient()] })
    const call = async (method: string, input: object) => {
      const action = method.split('.').reduce<unknown>((value, key) => Reflect.get(Object(value), key), client)
      if (typeof action !== 'function') throw new Error(`no ${method}`)
      return Object(await Reflect.apply(action, undefined, [input]))
    }
    let bearer = ''
    const onSuccess = ({ response }: { response: Response }) => {
      bearer = response.headers.get('set-auth-token') ?? ''
    }
    await call('signIn.email', { email, password: testPassword, fetchOptions: { onSuccess } })
    const { data, error } = await call('token', { fetchOptions: { auth: { type: 'Bearer', token: bearer } } })
    expect(error).toBeNull()
    const { payload, protectedHeader } = await verify(data.token, {
      audience: testOrigin,
      issuer: testOrigin,
      subject: id,
    })
    expect(protectedHeader).toEqual({ alg: 'EdDSA', kid: expect.any(String) })
    expect(payload).toMatchObject({ id, email, name: 'Ann', emailVerified: false, sub: id })
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(900)
    expect((await call('token', {})).error).toMatchObject({ status: 401 })
    // It is not a token for a remote's service.
    await expect(verify(data.token, { audience: 'mf-invoices' })).rejects.toThrow(errors.JOSEError)
    await expect(verify(data.token, { typ: 'service+jwt' })).rejects.toThrow(errors.JOSEError)
  })

  test.each([
    ['by cookie', {}],
    ['of our own origin', { origin: testOrigin }],
    ['that only reads', { 'sec-fetch-site': 'same-origin' }],
    ['by a bearer that it has', { authorization: 'Bearer x', 'sec-fetch-dest': 'empty' }],
  ])('returns none to a page: %s', async (name, headers: Record<string, string>) => {
    const ann = await signUp()
    if (name !== 'by cookie') ann.jar.clear()
    expect(await ann.get('/token', { headers })).toMatchObject({ status: 403, body: { code: 'INVALID_ORIGIN' } })
  })
})
