import { createHash } from 'node:crypto'
import Fastify from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { demoProviders } from './demo-providers.ts'
import { demoTable } from './table.ts'

let now = new Date('2026-01-01')
const app = Fastify()
await app.register(demoProviders, { providers: demoTable, now: () => now })
afterAll(() => app.close())

const redirectUri = 'http://localhost:3000/x'
const verifier = 'a verifier that nobody else knows'
const challenge = createHash('sha256').update(verifier).digest('base64url')
const withChallenge = { code_challenge: challenge, code_challenge_method: 'S256' }

const authorize = (parameters: Record<string, string>) =>
  app.inject({
    url: '/gitlab.com/oauth/authorize',
    query: { response_type: 'code', client_id: 'c', state: 's', redirect_uri: redirectUri, ...parameters },
  })

async function codeFor(parameters: Record<string, string> = {}): Promise<string> {
  const { headers } = await authorize({ person: 'ada', decision: 'allow', ...parameters })
  return new URL(String(headers.location)).searchParams.get('code') ?? ''
}

/** Sends a form of client `c` to the token endpoint; returns status and body. */
async function redeem(fields: Record<string, string>): Promise<{ status: number; [field: string]: unknown }> {
  const response = await app.inject({
    method: 'POST',
    url: '/gitlab.com/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ client_id: 'c', client_secret: 's', ...fields }).toString(),
  })
  const body: Record<string, unknown> = JSON.parse(response.body)
  return { ...body, status: response.statusCode }
}

const redeemCode = (code: string, fields: Record<string, string> = {}) =>
  redeem({ grant_type: 'authorization_code', redirect_uri: redirectUri, code, ...fields })
const refresh = (token: unknown) => redeem({ grant_type: 'refresh_token', refresh_token: String(token) })
const refused = { status: 400, error: 'invalid_grant' }

describe('the page of a demo provider', () => {
  it('is as strict as the real one', async () => {
    expect((await authorize({})).statusCode).toBe(200)
    expect((await authorize({ client_secret: 'leaked' })).body).toContain('the client secret must never be in a URL')
    expect((await authorize({ redirect_uri: 'nowhere' })).statusCode).toBe(400)
    expect((await authorize({ code_challenge: 'x' })).statusCode).toBe(400)
  })

  it('escapes the query', async () => {
    const { body } = await authorize({ scope: '<script>alert(1)</script>', state: '"><script>alert(2)</script>' })
    expect(body).not.toContain('<script>')
  })
})

describe('the token endpoint of a demo provider', () => {
  it('redeems each code and refresh token once', async () => {
    const code = await codeFor()
    const first = await redeemCode(code)
    expect(first).toMatchObject({ status: 200, token_type: 'Bearer' })
    expect(await redeemCode(code)).toMatchObject(refused)
    const second = await refresh(first['refresh_token'])
    expect(second.status).toBe(200)
    expect(await refresh(first['refresh_token'])).toMatchObject(refused)
    expect((await refresh(second['refresh_token'])).status).toBe(200)
  })

  it('requires the verifier of a challenge, and rejects one without a challenge', async () => {
    const code = await codeFor(withChallenge)
    expect(await redeemCode(code)).toMatchObject(refused)
    expect(await redeemCode(code, { code_verifier: `${verifier}!` })).toMatchObject(refused)
    expect(await redeemCode(code, { code_verifier: challenge })).toMatchObject(refused)
    expect((await redeemCode(code, { code_verifier: verifier })).status).toBe(200)
    expect(await redeemCode(await codeFor(), { code_verifier: verifier })).toMatchObject(refused)
  })

  it.each([
    ['another redirect URL', { redirect_uri: 'http://localhost:3000/y' }, refused],
    ['another client', { client_id: 'd' }, refused],
    ['another grant type', { grant_type: 'password' }, refused],
    ['no secret', { client_secret: '' }, { status: 401, error: 'invalid_client' }],
  ])('refuses a code with %s, but keeps it valid for its client', async (_, fields, refusal) => {
    const code = await codeFor()
    expect(await redeemCode(code, fields)).toMatchObject(refusal)
    expect((await redeemCode(code)).status).toBe(200)
  })

  it('refuses codes and tokens that are malformed, of another kind, or expired', async () => {
    const code = await codeFor()
    const late = await codeFor()
    const tokens = await redeemCode(code)
    for (const wrong of ['', 'demo.', 'demo.e30', tokens['access_token']]) {
      expect(await refresh(wrong)).toMatchObject(refused)
    }
    expect(await redeemCode(String(tokens['refresh_token']))).toMatchObject(refused)
    now = new Date(now.getTime() + 600_000)
    expect(await redeemCode(late)).toMatchObject(refused)
  })
})

describe('the resources of a demo provider', () => {
  const read = (token: unknown, url = '/gitlab.com/api/v4/user') =>
    app.inject({ url, headers: { authorization: `Bearer ${String(token)}` } })

  it('describe the person who consented, and reject a wrong, foreign or expired token', async () => {
    const { access_token: token, refresh_token: refreshToken } = await redeemCode(await codeFor())
    expect((await read(token)).json()).toMatchObject({ name: 'Ada Lovelace', email: 'ada@example.com' })
    for (const wrong of ['wrong', refreshToken, await codeFor()]) expect((await read(wrong)).statusCode).toBe(401)
    expect((await read(token, '/oauth.reddit.com/api/v1/me')).statusCode).toBe(401)
    now = new Date(now.getTime() + 7_200_000)
    expect((await read(token)).statusCode).toBe(401)
  })
})
