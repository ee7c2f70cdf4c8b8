import { sql } from 'database/sql.ts'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { loadConfig } from '../config.ts'
import { ApiError } from '../errors.ts'
import { dataAddress, png } from '../testing/pictures.ts'
import { refusal } from '../testing/browser.ts'
import { production, startTestApp } from '../testing/start-test-app.ts'
import { testPassword } from '../testing/test-password.ts'

const t = await startTestApp()
const base = '/api/auth'
const invalidBody = { code: 'VALIDATION_ERROR', message: 'Invalid body parameters' }

describe('routing', () => {
  test.each([
    ['GET', '/nothing'],
    ['POST', '/ok'],
    ['DELETE', '/ok'],
    ['OPTIONS', '/ok'],
    ['GET', '/sign-in/email'],
    ['GET', '/organization/set-active'],
    ['POST', '/set-password'],
    ['POST', '/organization/add-member'],
  ] as const)('responds to %s %s with 404 and an empty body', async (method, path) => {
    const response = await t.app.inject({ method, url: base + path })
    expect([response.statusCode, response.body, response.headers['content-type']]).toEqual([404, '', undefined])
  })

  test.each(['/ok/', '//ok', '///ok//'])('routes %s to /ok', async (path) => {
    expect((await t.app.inject({ method: 'GET', url: base + path })).body).toBe('{"ok":true}')
  })

  test('disables caching and content sniffing', async () => {
    const { headers } = await t.get('/get-session')
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  })

  test('uses the last of several query parameters with the same name', async () => {
    const response = await t.get('/error?error=first&error=second')
    expect(response.text).toContain('Error Code: second')
  })

  test('rejects a path that cannot be decoded', async () => {
    const response = await t.app.inject({ method: 'GET', url: `${base}/reset-password/%zz?callbackURL=/` })
    expect([response.statusCode, response.json()]).toEqual(refusal(400, 'VALIDATION_ERROR', 'Invalid query parameters'))
  })
})

describe('bodies', () => {
  const send = async (payload: string | Buffer, contentType = 'application/json') =>
    (await t.post('/sign-in/email', null, { payload, headers: { 'content-type': contentType } })).outcome

  test.each([
    ['JSON that is no object', '"text"'],
    ['nothing', ''],
    ['wrong types', '{"email":1,"password":["x"]}'],
    ['a member twice, once escaped', String.raw`{"email":"a@b.co","\u0065mail":"b@b.co","password":"x"}`],
    ['a NUL character in a name', String.raw`{"email":"a@b.co","password":"x","y\u0000":1}`],
    ['nesting without end', '['.repeat(10_000)],
    ['a list of thousands', `[${'0,'.repeat(7000)}0]`],
  ])('rejects %s with 400 VALIDATION_ERROR', async (_, payload) => {
    expect(await send(payload)).toEqual([400, invalidBody])
  })

  test('does not parse JSON of another content type', async () => {
    expect(await send('{"email":"a@b.co","password":"x"}', 'text/plain')).toEqual([400, invalidBody])
  })

  test('rejects a form without a boundary', async () => {
    expect(await send('x', 'multipart/form-data')).toEqual([400, invalidBody])
  })

  test('accepts a name that occurs in two objects', async () => {
    const browser = await t.signUp()
    const body = { name: 'A', slug: 'two-objects', metadata: { name: 'B', inner: { name: 'C' } } }
    expect((await browser.post('/organization/create', body)).status).toBe(200)
  })

  test('accepts nested metadata up to a depth that can be serialized', async () => {
    const browser = await t.signUp()
    const create = async (depth: number) => {
      const metadata = `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`
      const payload = `{"name":"A","slug":"nested-${depth}","metadata":${metadata}}`
      return (await browser.post('/organization/create', undefined, { payload })).status
    }
    expect([await create(90), await create(110), await create(20_000)]).toEqual([200, 400, 400])
  })

  test('rejects more than 16 kB before reading it', async () => {
    const tooLarge = [413, { code: 'PAYLOAD_TOO_LARGE', message: 'Request body is too large' }]
    for (const size of [16 * 1024 + 1, 1_000_000]) {
      expect(await send(JSON.stringify({ email: 'x' }).padEnd(size))).toEqual(tooLarge)
      expect(await send('{'.padEnd(size)), 'what could not be read').toEqual(tooLarge)
      expect(await send(`email=${'x'.repeat(size)}`, 'application/x-www-form-urlencoded')).toEqual(tooLarge)
    }
    expect((await send(JSON.stringify({ email: 'x' }).padEnd(16 * 1024)))[0]).toBe(400)
  })

  test('accepts 64 kB for calls with pictures, also with escaped values', async () => {
    const browser = await t.signUp()
    const payload = JSON.stringify({ name: 'A', slug: 'large', metadata: { long: 'ä'.repeat(4000) } })
    const escaped = payload.replaceAll('ä', String.raw`\u00e4`).padEnd(64 * 1024)
    expect((await browser.post('/organization/create', null, { payload: escaped })).status).toBe(200)
    const image = dataAddress(Buffer.concat([png('large')], 12_270)).replaceAll('/', String.raw`\/`)
    const picture = `{"image":"${image}"}`.padEnd(64 * 1024)
    expect((await browser.post('/update-user', null, { payload: picture })).status).toBe(200)
    expect((await browser.post('/update-user', null, { payload: `${picture} ` })).status).toBe(413)
    expect((await browser.post('/change-email', null, { payload: picture })).status).toBe(413)
  })

  test('reads forms with text fields', async () => {
    const { email } = await t.signUp()
    const form = new URLSearchParams({ email, password: testPassword }).toString()
    expect((await send(form, 'application/x-www-form-urlencoded'))[0]).toBe(200)
    expect(await send(`${form}&rememberMe=true`, 'application/x-www-form-urlencoded')).toEqual([400, invalidBody])
    const fields = [
      ['email', email],
      ['password', testPassword],
    ] as const
    const boundary = 'x'.repeat(32)
    const parts = fields.map(
      ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    expect((await send(`${parts.join('')}--${boundary}--\r\n`, `multipart/form-data; boundary=${boundary}`))[0]).toBe(
      200,
    )
  })
})

describe('the order of checks', () => {
  test('checks redirect targets before the body and the session', async () => {
    const response = await t.post('/change-email', { callbackURL: 'http://evil.test/' })
    expect(response.outcome).toEqual(refusal(403, 'INVALID_CALLBACKURL', 'Invalid callbackURL'))
  })

  test('checks the body before the session', async () => {
    const response = await t.post('/change-email', {})
    expect(response.outcome).toEqual([400, invalidBody])
  })
})

describe('internal errors', () => {
  /** Runs `work` while a table is missing. */
  const without = async <T>(table: string, act: () => Promise<T>): Promise<T> => {
    await t.ctx.db.write`alter table ${sql(table)} rename to "gone"`
    try {
      return await act()
    } finally {
      await t.ctx.db.write`alter table "gone" rename to ${sql(table)}`
    }
  }

  test('do not reveal their cause', async () => {
    const ann = await t.signUp()
    const credentials = { email: ann.email, password: testPassword }
    const responses = [
      await without('account', () => t.post('/sign-in/email', credentials)),
      await without('device', () => t.post('/sign-in/email', credentials)),
      await without('session', () => ann.get('/get-session')),
      await without('session', () => ann.get('/list-sessions')),
    ]
    expect(responses.map(({ status, body }) => [status, body])).toEqual([
      [500, { code: 'INTERNAL_SERVER_ERROR', message: 'Internal server error' }],
      [401, { code: 'FAILED_TO_CREATE_SESSION', message: 'Failed to create session' }],
      [500, { code: 'FAILED_TO_GET_SESSION', message: 'Failed to get session' }],
      [500, { code: 'FAILED_TO_GET_SESSION', message: 'Failed to get session' }],
    ])
  })

  test('are logged as errors, but refusals and overload are not', async () => {
    const lines: string[] = []
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
    const app = await buildApp({ ...t.ctx, log })
    app.get('/busy', async () => {
      throw new ApiError('SERVER_BUSY')
    })
    const ask = () =>
      app.inject({ method: 'POST', url: `${base}/sign-in/email`, payload: { email: 'no@x.test', password: 'x' } })
    expect((await ask()).statusCode).toBe(401)
    expect((await app.inject('/busy')).statusCode).toBe(503)
    expect(lines).toEqual([])
    expect((await without('account', ask)).statusCode).toBe(500)
    expect(lines).toEqual([expect.stringContaining('"msg":"request failed"')])
    await app.close()
  })
})

describe('pages', () => {
  test('escapes the code on /error', async () => {
    const response = await t.get('/error?error=%3Cimg%20src%3Dx%3E%26%22%27')
    expect(response.headers['content-type']).toContain('text/html')
    expect(response.text).toContain('<title>Authentication Error</title>')
    expect(response.text).toContain('<a href="/">Return to Application</a>')
    expect(response.text).toContain('Error Code: &lt;img src=x&gt;&amp;&quot;&#39;')
    expect((await t.get('/error')).text).toContain('Error Code: Unknown')
  })
})

describe('hides the reference and the outbox in production', () => {
  test.each([
    [production, 404],
    [{}, 200],
  ])('with %o', async (environment, status) => {
    const { ctx } = t
    const config = loadConfig({ AUTH_SECRET: ctx.config.secrets[0], ...environment })
    const app = await buildApp({ ...ctx, config })
    const reference = ['', '/json', '/yaml', '/static/swagger-ui.css'].map((path) => `/api/auth/reference${path}`)
    for (const path of [...reference, '/dev/mail', '/dev/mail.json'])
      expect([path, (await app.inject(path)).statusCode]).toEqual([path, status])
    await app.close()
  })
})

describe('health', () => {
  test('serves /live and /ready', async () => {
    expect((await t.app.inject('/live')).statusCode).toBe(200)
    expect((await t.app.inject('/ready')).statusCode).toBe(200)
    await t.ctx.db.write`alter table "session" rename to "session_gone"`
    const unready = await t.app.inject('/ready')
    await t.ctx.db.write`alter table "session_gone" rename to "session"`
    // PostgreSQL reports the missing relation, but only to the log.
    expect([unready.statusCode, unready.body]).toEqual([503, '{"ok":false,"reason":"the database rejects queries"}'])
  })
})
