import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { PublishRequest } from 'contract/registry.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeVersion, newKey, signVersion } from '../testing/make-version.ts'
import { operatorToken, startRegistryApi } from '../testing/start-registry-api.ts'

let registry: Awaited<ReturnType<typeof startRegistryApi>>
beforeAll(async () => {
  registry = await startRegistryApi()
})
afterAll(() => registry.stop())

const name = `mf-${randomBytes(6).toString('hex')}`
const publish = (payload: unknown) => registry.call('POST', '/versions', { payload })
const countVersions = async () => (await registry.ctx.db.read`select 1 from "version"`).length
const request = () => makeVersion({ name, version: '1.0.0' })
/** The text of a document, signed as it stands. */
const signed = (document: string, more: Partial<PublishRequest> = {}) => ({
  ...request(),
  ...signVersion(document),
  ...more,
})
const document = () => request().document

describe('a publish', () => {
  const paths = [
    'a'.repeat(256),
    '../x.js',
    '/etc/passwd',
    'a/../../b',
    'a//b',
    'a\\b',
    'a%2fb',
    'a\u0000',
    'a b',
    '',
    '.',
    '..',
    './a',
  ].filter((path) => path !== '.' && path !== './a')
  const cases: Record<string, [code: string, make: () => unknown]> = {
    ...Object.fromEntries(
      paths.map((path) => [
        `the path ${JSON.stringify(path)}`,
        [
          'INVALID_VERSION',
          () => makeVersion({ name, version: '1.0.0', files: { 'assets/entry.js': '', [path]: '' } }),
        ],
      ]),
    ),
    ...Object.fromEntries(
      [
        'mf-a/../shell',
        '__proto__',
        'constructor',
        'MF-A',
        'mf-é',
        'mf-a%2f',
        'mf_a',
        'mf-',
        'mf-a\n',
        'shell ',
        `mf-${'a'.repeat(62)}`,
      ].map((bad) => [
        `the name ${JSON.stringify(bad)}`,
        ['INVALID_VERSION', () => makeVersion({ name: bad, version: '1.0.0' })],
      ]),
    ),
    ...Object.fromEntries(
      ['1.0', '1.0.0/..', '../1.0.0', '1.0.0\n', '1.0.0 ', 'latest', '1.0.0-a/b', `1.0.0-${'a'.repeat(59)}`].map(
        (bad) => [`the version ${JSON.stringify(bad)}`, ['INVALID_VERSION', () => makeVersion({ name, version: bad })]],
      ),
    ),
    'the name of another remote in its remote.json': [
      'INVALID_VERSION',
      () => makeVersion({ name, version: '1.0.0', description: { name: 'mf-account' } }),
    ],
    'a file named __proto__': [
      'INVALID_VERSION',
      () => signed(document().replace('"files":{', '"files":{"__proto__":{"integrity":"x","bytes":1},')),
    ],
    'a duplicate key': ['INVALID_VERSION', () => signed(document().replace('{', `{"name":"mf-other",`))],
    'a text with spaces': ['INVALID_VERSION', () => signed(` ${document()}`)],
    'another spelling of the same name': [
      'INVALID_VERSION',
      () => signed(document().replace('"mf-', String.raw`"\u006df-`)),
    ],
    'a number in another form': ['INVALID_VERSION', () => signed(document().replace('"format":1', '"format":1.0'))],
    'half a surrogate pair': ['INVALID_VERSION', () => signed(document().replace('"uses":{}', '"uses":{"\ud800":[]}'))],
    'no JSON': ['INVALID_VERSION', () => signed('null')],
    'a document that differs from the signed one': [
      'INVALID_SIGNATURE',
      () => ({ ...request(), document: document().replace('1.0.0', '1.0.1') }),
    ],
    'the signature of another version': [
      'INVALID_SIGNATURE',
      () => ({ ...request(), signature: makeVersion({ name, version: '2.0.0' }).signature }),
    ],
    'the signature by another key': [
      'INVALID_SIGNATURE',
      () => ({ ...request(), publicKey: makeVersion({ name, version: '1.0.0' }, newKey()).publicKey }),
    ],
    'a key of RSA': [
      'INVALID_KEY',
      () => {
        const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
        const der = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
        const signature = sign('sha256', Buffer.from(document()), privateKey).toString('base64')
        return { ...request(), publicKey: der, signature }
      },
    ],
    'a key of X25519, as long as one of ed25519, with a signature of zeros': [
      'INVALID_SIGNATURE',
      () => {
        const key = generateKeyPairSync('x25519').publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
        return { ...request(), publicKey: key.toString('base64'), signature: Buffer.alloc(64).toString('base64') }
      },
    ],
    'content that does not match its hash': [
      'INVALID_VERSION',
      () => {
        const { files, ...rest } = request()
        return { ...rest, files: Object.fromEntries(Object.keys(files).map((hash) => [hash, 'ZXZpbA=='])) }
      },
    ],
    'a file that the document does not name': [
      'INVALID_VERSION',
      () => {
        const other = makeVersion({ name, version: '1.0.0', files: { 'assets/entry.js': 'other()' } })
        return { ...request(), files: { ...request().files, ...other.files } }
      },
    ],
    'a size that differs from the content': [
      'INVALID_VERSION',
      () => signed(document().replace('"bytes":7', '"bytes":1')),
    ],
    'too many files': [
      'INVALID_VERSION',
      () => {
        const files = Object.fromEntries(Array.from({ length: 2001 }, (_, index) => [`assets/${index}.js`, '']))
        return makeVersion({ name, version: '1.0.0', files: { 'assets/entry.js': '', ...files } })
      },
    ],
    'files with __proto__ in the request': [
      'VALIDATION_ERROR',
      () => JSON.stringify(request()).replace('"files":{', '"files":{"__proto__":"",'),
    ],
    'a request that is not an object': ['VALIDATION_ERROR', () => '[]'],
    'an invalid channel': ['VALIDATION_ERROR', () => ({ ...request(), channel: 'pr-7/../stable' })],
  }

  test.each(Object.entries(cases))('with %s is rejected, and nothing is stored', async (_, [code, make]) => {
    const before = await countVersions()
    const refused = await publish(make())
    expect([refused.status, refused.body['code']]).toEqual([400, code])
    expect(String(refused.body['message']).length).toBeGreaterThan(20)
    expect(await countVersions()).toBe(before)
  })

  test('with an endless document is rejected before it is parsed', async () => {
    const refused = await publish(signed(`{"name":"${'x'.repeat(1_000_000)}"}`))
    expect(refused.body['problems']).toEqual([expect.stringContaining('more than 1000000 characters')])
  })

  test('lists all problems of the document at once', async () => {
    const bad = JSON.parse(document())
    const refused = await publish(signed(JSON.stringify({ ...bad, name: 'shell ', version: 'x', entry: '../a' })))
    expect(refused.body['problems']).toHaveLength(3)
  })
})

test.each([
  ['PUT', '/remotes/mf-..%2F..%2Fshell/channels/stable'],
  ['PUT', `/remotes/${name}/channels/constructor`],
  ['GET', '/remotes/__proto__'],
  ['GET', `/remotes/${name}/versions/..%2F1.0.0`],
  ['POST', '/remotes/shell%00/unpublish'],
] as const)('rejects the malicious path %s %s', async (method, path) => {
  const refused = await registry.call(method, path, method === 'GET' ? {} : { payload: { version: '1.0.0' } })
  expect([refused.status, refused.body['code']]).toEqual([400, 'VALIDATION_ERROR'])
})

describe('an unknown caller', () => {
  test('is rejected before the body is read', async () => {
    const refused = await registry.call('POST', '/versions', {
      token: 'rmt_x',
      payload: `{"document":"${'x'.repeat(40_000_000)}`,
    })
    expect(refused.status).toBe(401)
  })

  test.each([
    ['Basic with the token', () => `Basic ${Buffer.from(`x:${operatorToken}`).toString('base64')}`],
    ['a part of the token', () => `Bearer ${operatorToken.slice(0, -1)}`],
    ['the token twice', () => `Bearer ${operatorToken} ${operatorToken}`],
    ['no token', () => 'Bearer '],
  ])('is rejected with %s, even with the cookie of an operator', async (_, authorization) => {
    const headers = { authorization: authorization(), cookie: 'session_token=ann' }
    expect((await registry.call('GET', '/tokens', { token: null, headers })).status).toBe(401)
  })
})

describe('uploads', () => {
  test('of a token are limited to a thousand an hour, refused ones included; operators have no limit', async () => {
    const token = await registry.createToken(name)
    const send = (method: 'POST' | 'PUT', path: string, by = token) =>
      registry.call(method, path, { token: by, payload: '{' })
    for (let sent = 0; sent < 1000; sent += 50)
      await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          index % 2 ? send('POST', '/versions') : send('PUT', '/previews/x/build'),
        ),
      )
    for (const refused of [await send('POST', '/versions'), await send('PUT', '/previews/x/build')])
      expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_CHANGES' } })
    expect((await send('POST', '/versions', operatorToken)).status).toBe(400)
    expect((await send('POST', '/versions', await registry.createToken(name))).status).toBe(400)
    registry.pass(3_600_000)
    expect((await registry.call('POST', '/versions', { token, payload: request() })).status).toBe(200)
  })
})

test('limits calls without a token by network, and only those', async () => {
  const token = await registry.createToken(name)
  const ask = (path: string, by: string | null = null) => registry.call('GET', path, { token: by })
  registry.pass(10_000)
  for (let sent = 0; sent < 300; sent += 50)
    await Promise.all(Array.from({ length: 50 }, () => ask('/previews/unknown')))
  for (const path of ['/previews/unknown', '/previews/documents', '/facts'])
    expect(await ask(path)).toMatchObject({
      status: 429,
      headers: { 'retry-after': '10' },
      body: { code: 'TOO_MANY_REQUESTS' },
    })
  expect((await ask('/remotes', token)).status).toBe(200)
  registry.pass(10_000)
  expect(await ask('/previews/unknown')).toMatchObject({ status: 404, body: { code: 'PREVIEW_NOT_FOUND' } })
})
