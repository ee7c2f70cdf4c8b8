import { betterAuth } from 'better-auth-1-2-7'
import { memoryAdapter } from 'better-auth-1-2-7/adapters/memory'
import { multiSession, oneTimeToken, organization, username } from 'better-auth-1-2-7/plugins'
import { parseSetCookie } from 'cookie'
import { expect, test } from 'vitest'
import { conformanceSteps, type Step } from './testing/conformance-steps.ts'
import { startTestApp, testOrigin } from './testing/start-test-app.ts'

/** Sends one HTTP request to a server. */
type Server = (request: Request) => Promise<Response>

const t = await startTestApp()

const ours: Server = async (request) => {
  const { pathname, search } = new URL(request.url)
  const isPost = request.method === 'POST'
  const response = await t.app.inject({
    method: isPost ? 'POST' : 'GET',
    url: pathname + search,
    headers: Object.fromEntries(request.headers),
    ...(isPost && { payload: await request.text() }),
  })
  const headers = new Headers()
  for (const [name, value] of Object.entries(response.headers))
    for (const one of [value].flat()) headers.append(name, String(one))
  return new Response(response.body === '' ? null : response.body, { status: response.statusCode, headers })
}

/** The server of the npm package, with the options that ours has by default. It sends no emails. */
function startReference(): Server {
  const nowhere = async () => {}
  const tables = ['user', 'session', 'account', 'verification', 'organization', 'member', 'invitation', 'team']
  // Its types do not compile with exactOptionalPropertyTypes.
  const create: (options: object) => { handler: Server } = betterAuth
  const teams: (options: object) => object = organization
  const { handler } = create({
    baseURL: testOrigin,
    secret: t.ctx.config.secrets[0],
    database: memoryAdapter(Object.fromEntries(tables.map((name) => [name, []]))),
    emailAndPassword: { enabled: true, sendResetPassword: nowhere },
    emailVerification: { sendVerificationEmail: nowhere },
    user: {
      changeEmail: { enabled: true, sendChangeEmailVerification: nowhere },
      deleteUser: { enabled: true, sendDeleteAccountVerification: nowhere },
    },
    rateLimit: { enabled: false },
    logger: { disabled: true },
    plugins: [
      username(),
      oneTimeToken(),
      multiSession(),
      teams({ teams: { enabled: true }, sendInvitationEmail: nowhere }),
    ],
  })
  return handler
}

/** The server as seen by the steps: a cookie jar per person, and the values that steps keep. */
function createWorld(server: Server) {
  const jars = new Map<string, Map<string, string>>()
  const kept = new Map<string, string>()
  const places = new Map<string, string>()
  const secrets = new Set<string>()
  const fill = (text: string) => text.replaceAll(/\$(\w+)/g, (_, name: string) => kept.get(name) ?? `missing ${name}`)

  async function take({ who, call, body, keep = {} }: Step) {
    const jar = jars.get(who) ?? new Map<string, string>()
    jars.set(who, jar)
    const [method = '', path = ''] = call.split(' ')
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await server(
      new Request(`${testOrigin}/api/auth${fill(path)}`, {
        method,
        headers: {
          'user-agent': 'x',
          'x-forwarded-for': '127.0.0.1',
          ...(cookie && { cookie }),
          ...(method === 'POST' && { origin: testOrigin, 'content-type': 'application/json' }),
        },
        ...(method === 'POST' && { body: fill(JSON.stringify(body ?? {})) }),
      }),
    )
    const cookies = response.headers.getSetCookie().map((line) => parseSetCookie(line, { decode: (text) => text }))
    for (const { name, value = '', maxAge } of cookies) {
      if (maxAge === 0) jar.delete(name)
      else jar.set(name, value)
      for (const part of decodeURIComponent(value).split('.')) if (part.length > 20) secrets.add(part)
    }
    for (const field of ['password', 'newPassword', 'currentPassword']) {
      const typed: unknown = Reflect.get(Object(body), field)
      if (typeof typed === 'string' && typed.length > 7) secrets.add(typed)
    }
    const text = await response.text()
    const parsed: unknown = /^[[{"]|^null$/.test(text) ? JSON.parse(text) : text
    for (const [name, place] of Object.entries(keep)) {
      kept.set(name, String(place.reduce<unknown>((value, key) => Reflect.get(Object(value), key), parsed)))
    }
    return {
      status: response.status,
      body: comparable(parsed, places),
      location: response.headers.get('location'),
      cookies: cookies
        .map(({ name, value, ...rest }) =>
          JSON.stringify([
            name.replace(/multi-.*/, 'multi-'),
            value !== '',
            { ...rest, maxAge: lifetime(rest.maxAge) },
          ]),
        )
        .toSorted((a, b) => (a < b ? -1 : 1)),
    }
  }
  return { take, secrets }
}

const lifetime = (maxAge: number | undefined) =>
  maxAge !== undefined && Math.abs(maxAge - 604_800) < 60 ? '7 days' : maxAge

// The reference's memory adapter omits nulls, its newer HTTP layer omits codes, names the fields of
// an invalid body and sends no body without a session. Clients of the 1.2 line handle both.
const absent = new Set(['code', 'language', 'providerId'])

/** Fields that newer clients of better-auth and our screens need, by calls. */
const newer: readonly (readonly [field: string, calls: RegExp])[] = [
  ['username', /sign-up|sign-in|change-password/],
  ['displayUsername', /sign-up|sign-in|change-password/],
  ['activeTeamId', /session/],
  ['role', /sign-|session|change-password|update-user/],
  ['banned', /sign-|session|change-password|update-user/],
  ['twoFactorEnabled', /sign-|session|change-password|update-user/],
  ['redirect', /sign-in\/username/],
  ['message', /forget-password/],
  ['userId', /list-accounts/],
  ['createdAt', /invit|full-organization|set-active/],
  ['memberCount', /team|full-organization|set-active|organization\/list/],
  ['role', /organization\/list/],
  ['needsSecondFactor', /organization\/list/],
  ['proved', /organization\//],
]

/** `own` without fields of newer clients that `theirs` does not have. */
function withoutNewer(own: unknown, theirs: unknown, call: string): unknown {
  if (Array.isArray(own)) return own.map((one, index) => withoutNewer(one, Reflect.get(Object(theirs), index), call))
  if (typeof own !== 'object' || own === null) return own
  const isNewer = (key: string) =>
    !(key in Object(theirs)) && newer.some(([field, calls]) => field === key && calls.test(call))
  return Object.fromEntries(
    Object.entries(own).flatMap(([key, one]) =>
      isNewer(key) ? [] : [[key, withoutNewer(one, Reflect.get(Object(theirs), key), call)]],
    ),
  )
}

/** Ids are numbered in order of appearance, and times are replaced by a mark. */
function comparable(value: unknown, places: Map<string, string>): unknown {
  if (value === '') return 'Unauthorized'
  if (Array.isArray(value)) return value.map((one) => comparable(one, places))
  if (typeof value === 'object' && value !== null) {
    if (Reflect.get(value, 'code') === 'VALIDATION_ERROR') return 'invalid'
    if (Reflect.get(value, 'code') === 'UNAUTHORIZED') return 'Unauthorized'
    const entries = Object.entries(value).filter(([key, one]) => one !== null && !absent.has(key))
    return Object.fromEntries(
      entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, comparable(one, places)]),
    )
  }
  if (typeof value !== 'string') return value
  if (/^\d{4}-\d\d-\d\dT.*Z$/.test(value)) return 'a time'
  if (!/^[\w-]{32}$/.test(value)) return value
  const place = places.get(value) ?? `id ${places.size + 1}`
  places.set(value, place)
  return place
}

test('responds to every step like better-auth 1.2.7, or differs for a stated reason', async () => {
  const [reference, own] = [createWorld(startReference()), createWorld(ours)]
  for (const step of conformanceSteps) {
    t.clock.advance(0.1) // so that ours has an order of what was made
    const [theirs, response] = [await reference.take(step), await own.take(step)]
    const name = `${step.who}: ${step.call} ${JSON.stringify(step.body ?? '')}`
    if (step.resent) {
      expect(response.cookies, `${name} no longer differs`).not.toEqual(theirs.cookies)
      theirs.cookies = response.cookies
    }
    response.body = withoutNewer(response.body, theirs.body, step.call)
    if (step.differs) expect(response, `${name} no longer differs`).not.toEqual(theirs)
    else expect(response, name).toEqual(theirs)
  }
  // No log line has an email or a secret that anyone received, typed or followed.
  const links = await emailedLinks()
  for (const link of links) await ours(new Request(link))
  const secrets = [...own.secrets, ...links.flatMap(secretOf)]
  expect(t.logged.filter((line) => line.includes('"security"')).length).toBeGreaterThan(20)
  expect(secrets.length).toBeGreaterThan(20)
  expect(t.logged.filter((line) => line.includes('@') || secrets.some((secret) => line.includes(secret)))).toEqual([])
})

const emailedLinks = async () => (await t.emails()).flatMap(({ data }) => (data['url'] ? new URL(data['url']) : []))

/** The parameters of an emailed link. */
const secretOf = ({ searchParams, pathname }: URL): string[] | string =>
  searchParams.get('token') ?? pathname.split('/').at(-1) ?? []
