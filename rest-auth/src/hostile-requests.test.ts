import { fixed, sql } from 'database/sql.ts'
import * as fc from 'fast-check'
import { seed } from 'service/testing/seed.ts'
import { afterAll, describe, expect, test, vi } from 'vitest'
import type { Result, Call } from './testing/browser.ts'
import { routesOf, type InputSchema, type Route } from './testing/routes.ts'
import { fill, fitting, setScene } from './testing/scene.ts'
import { startTestApp } from './testing/start-test-app.ts'

// Whatever a call receives, the server stays up, reveals no internals and rejects in its own
// format.

const unsafe = vi.spyOn(sql, 'unsafe')
afterAll(() => unsafe.mockRestore())
const server = await startTestApp()
const routes = await routesOf(server.app)
const numRuns = process.env['TEST_FULL'] ? 20_000 : 300

const inside =
  /postgres|SQLSTATE|syntax error|violates|duplicate key|relation "|column "|(?-i:\b(?:ECONN|ENOTFOUND))|at .+\.(ts|js):\d|node_modules/i

const ownForm = { code: expect.stringMatching(/^[A-Z0-9_]+$/), message: expect.stringMatching(/./) }
/** For /token-exchange. */
const formOfOAuth = {
  error: expect.stringMatching(/^(invalid|unsupported)_[a-z_]+$/),
  error_description: ownForm.message,
}

function requireDecent(response: Result): void {
  expect(response.status).toBeLessThan(500)
  expect(response.text).not.toMatch(inside)
  expect(String(response.location)).not.toMatch(inside)
  if (response.status >= 400 && response.text !== '') {
    const isOfOAuth = Object.hasOwn(Object(response.body), 'error')
    expect(response.body).toEqual(isOfOAuth ? formOfOAuth : ownForm)
  }
}

/** Not part of our code. */
const telltale = 'x7q'
const allFitting = fitting.flatMap(([, ...values]) => values)
const likelyFor = (name: string) => {
  const [, ...values] = fitting.find(([pattern]) => pattern.test(name)) ?? [/./, telltale]
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...values) },
    { weight: 1, arbitrary: fc.constantFrom(...allFitting, '') },
  )
}
const odd = fc.constantFrom(
  '\0', 'a\0b', '\ud800', '\uffff', '\u202e', '__proto__', 'constructor', '1e400', '-1', 'NaN', 'null', '[]', '{}', "';--", '%00',
  '%', '\r\nset-cookie: a=b', '//evil.test', '../../etc/passwd', 'a'.repeat(5000), '{"a":1}', '[1', '💥',
) // prettier-ignore
const hostile = fc.oneof(
  odd,
  fc.string({ unit: 'binary' }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.double(),
  fc.constant(null),
)

/** Mostly what the schema requires, often with existing values, and sometimes anything. */
function valueOf(name: string, schema: InputSchema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 9, arbitrary: properValue(name, schema) }, { weight: 1, arbitrary: hostile })
}

function properValue(name: string, schema: InputSchema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valueOf(name, one)))
  if (schema.properties) return fieldsOf(schema.properties)
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'integer' || schema.type === 'number') return fc.oneof(fc.nat(200), fc.integer(), fc.double())
  if (schema.type === 'array') return fc.array(valueOf(name, schema.items ?? {}), { maxLength: 4 })
  if (schema.type === 'object') return fc.dictionary(fc.oneof(odd, fc.string()), fc.array(fc.string()), { maxKeys: 3 })
  return fc.oneof(
    { weight: 8, arbitrary: likelyFor(name) },
    { weight: 1, arbitrary: odd },
    { weight: 1, arbitrary: fc.string() },
  )
}

/** Fields are omitted one by one, including required ones, or all are present. */
const fieldsOf = (properties: Readonly<Record<string, InputSchema>>): fc.Arbitrary<Record<string, unknown>> => {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, valueOf(name, schema)]))
  return fc.oneof(fc.record(fields), fc.record(fields, { requiredKeys: [] }))
}

interface Hostile {
  readonly route: Route
  readonly body: unknown
  readonly query: Readonly<Record<string, unknown>>
  readonly parameter: unknown
  readonly headers: Readonly<Record<string, string>>
  readonly raw: 'json' | 'cut' | 'form' | 'bytes'
}

const headers: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.constantFrom(
    { 'content-type': 'text/plain' }, { 'content-type': 'application/x-www-form-urlencoded' }, { 'content-type': 'multipart/form-data' },
    { 'content-type': 'multipart/form-data; boundary=x' }, { 'content-type': 'application/json; charset=utf-16' }, { 'content-type': 'x' },
    { origin: 'https://evil.test' }, { origin: 'null' }, { origin: '' }, { cookie: '' }, { cookie: 'better-auth.session_token=x.y' },
    { cookie: 'better-auth.session_token=%E0%A4%A' }, { authorization: 'Bearer x' }, { authorization: 'Bearer %E0%A4%A' },
    { 'x-forwarded-for': 'a, b' }, { 'accept-language': '*;q=x' },
  ) },
) // prettier-ignore

const request: fc.Arbitrary<Hostile> = fc.constantFrom(...routes).chain((route) =>
  fc.record({
    route: fc.constant(route),
    body: fc.oneof({ weight: 9, arbitrary: fieldsOf(route.body) }, { weight: 1, arbitrary: hostile }),
    query: fieldsOf(route.query),
    parameter: fc.oneof(fc.constantFrom(...allFitting), odd),
    headers,
    raw: fc.oneof(
      { weight: 12, arbitrary: fc.constant('json' as const) },
      { weight: 1, arbitrary: fc.constantFrom('cut' as const, 'form' as const, 'bytes' as const) },
    ),
  }),
)

function payloadOf(raw: Hostile['raw'], json: string): string | Buffer {
  if (raw === 'cut') return json.slice(0, -1)
  if (raw === 'form') return new URLSearchParams({ email: json, token: json }).toString()
  return raw === 'bytes' ? Buffer.concat([Buffer.from(json), Buffer.from([0xff, 0xc0])]) : json
}

let scene = await setScene(server)

async function send({ route, body, query, parameter, headers: given, raw }: Hostile): Promise<Result> {
  const text = (value: unknown) => fill(scene, typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
  const path = route.path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(text(parameter).toWellFormed()) || 'x')
  const search = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, text(value).toWellFormed()]))
  const call: Call = { headers: given, query: search }
  if (route.method === 'GET') return scene.owner.get(path, call)
  return scene.owner.post(path, undefined, {
    ...call,
    payload: payloadOf(raw, fill(scene, JSON.stringify(body) ?? '')),
  })
}

test(
  `survives ${numRuns} generated requests (SEED=${seed})`,
  async () => {
    process.stdout.write(`hostile requests: SEED=${seed}\n`)
    let count = 0
    await fc.assert(
      fc.asyncProperty(request, async (generated) => {
        // Some calls end the session or delete the organization, and emails and sessions of a user
        // pile up.
        if ((count += 1) % 25 === 0 || scene.owner.jar.size === 0) {
          server.clock.advance(600) // invitations have a limit per hour
          scene = await setScene(server)
        }
        requireDecent(await send(generated))
      }),
      { numRuns, seed, endOnFailure: false },
    )
  },
  numRuns * 300,
)

test('never puts a value of a request into the text of a statement', async () => {
  const lists = routes.filter(({ method, query }) => method === 'GET' && Object.values(query).some((one) => one.enum))
  expect(lists.length).toBeGreaterThan(0)
  for (const { path, query } of lists) {
    const texts = Object.keys(query).filter((name) => query[name]?.type === 'string' && !query[name]?.enum)
    const given = Object.fromEntries(texts.filter((name) => /value/i.test(name)).map((name) => [name, telltale]))
    for (const choice of choicesOf(query))
      requireDecent(await scene.owner.get(path, { query: { ...given, ...choice } }))
  }
  void fixed('seen by this test')
  const statements = unsafe.mock.calls.map(([text]) => text)
  expect(statements).toContain('seen by this test')
  const foreign = [telltale, '💥', 'evil.test', 'new-slug', 'another password', ...Object.values(scene.values)]
  expect(statements.filter((text) => foreign.some((value) => text.includes(value)))).toEqual([])
})

/** All combinations of the listed values of the parameters. */
function choicesOf(query: Route['query']): Record<string, string>[] {
  let choices: Record<string, string>[] = [{}]
  for (const [name, { enum: values }] of Object.entries(query))
    if (values) choices = choices.flatMap((choice) => values.map((value) => ({ ...choice, [name]: String(value) })))
  return choices
}

describe('rejects in every call', () => {
  // A callback rejects invalid requests with a redirect to the error page.
  const posts = routes.filter(({ method, path }) => method === 'POST' && !path.startsWith('/callback/'))
  test.each([
    ['malformed JSON', () => '{"a":', 400],
    ['no JSON', () => 'a=b', 400],
    ['bytes that are not UTF-8', () => Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 400],
    ['a name twice', (field: string) => `{"${field}":"a","${field}":"b"}`, 400],
    ['__proto__', () => '{"__proto__":{"admin":true}}', 400],
    ['NUL', (field: string) => JSON.stringify({ [field]: 'a\0b' }), 400],
    ['a megabyte of text', (field: string) => JSON.stringify({ [field]: 'a'.repeat(2 ** 20) }), 413],
  ])('%s', async (_, payload, status) => {
    for (const { path } of posts) {
      const response = await scene.owner.post(path, undefined, {
        payload: payload(path.startsWith('/sign') ? 'email' : 'token'),
      })
      expect([path, response.status]).toEqual([path, status])
      requireDecent(response)
    }
  })

  test.each([
    ['an array', []],
    ['null', null],
    ['a number', 1],
    ['text', 'x'],
  ])('%s as the body instead of fields', async (_, body) => {
    for (const { path, body: fields } of posts) {
      const response = await scene.owner.post(path, undefined, { payload: JSON.stringify(body) })
      requireDecent(response)
      if (Object.keys(fields).length > 0 && response.status < 400) expect([path, response.text]).toBeUndefined()
    }
  })

  test('fields of any wrong type', async () => {
    for (const { path, body } of posts) {
      for (const value of [null, 1, true, [], ['a'], {}, [[[]]], { a: { b: 1 } }]) {
        const fields = Object.fromEntries(Object.keys(body).map((field) => [field, value]))
        requireDecent(await scene.owner.post(path, fields))
      }
    }
  })
})
