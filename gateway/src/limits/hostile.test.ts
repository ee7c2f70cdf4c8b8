import { request, type IncomingMessage } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { byKeys, heavy, hostile, repeat, unknownKeys } from '../testing/hostile-documents.ts'
import { startGateway } from '../testing/start-gateway.ts'
import { limits } from 'contract/graphql/limits.ts'

// oxlint-disable-next-line typescript/unbound-method -- neither uses `this`
const { relay, url, visitor } = await startGateway({
  gateway: { NODE_ENV: 'production', GRAPHQL_INTROSPECTION: 'false', RATE_LIMIT_ENABLED: 'false' },
})

/** As large as the documents of screens, but without a session, so it costs only this process. */
const honest = `query Page { viewer {
  user { id name email image }
  organizations { nodes { id name slug logo members(first: 50) { totalCount nodes { roles user { name } } } } }
} }`
/** The most expensive accepted document costs 2 to 5 times as much (21 with 240 repeats). */
const most = 10
/** Garbage collection and compilation may meet every one of the first. */
const rounds = { least: 5, most: 60 }

/**
 * Returns the CPU time relative to an honest document, the best of several rounds. Measures both
 * alternately, so that a slow or busy machine affects both.
 */
async function costAgainstHonest(document: string, variables: object | undefined, look: (response: Result) => void) {
  const cpu = async (text: string, sent: object | undefined, check: (response: Result) => void) => {
    const before = process.cpuUsage()
    const response = await visitor().graphql(text, sent)
    const { user, system } = process.cpuUsage(before)
    check(response)
    return user + system
  }
  const best = { honest: Infinity, other: Infinity }
  for (let round = 1; round <= rounds.most; round += 1) {
    // A comment makes it a new document that no cache has.
    const fresh = `#${Math.random()}`
    best.honest = Math.min(best.honest, await cpu(honest + fresh, undefined, () => undefined))
    best.other = Math.min(best.other, await cpu(document + fresh, variables, look))
    if (round >= rounds.least && best.other / best.honest < most) break
  }
  return best.other / best.honest
}
type Result = Awaited<ReturnType<ReturnType<typeof visitor>['graphql']>>

test.each(hostile)(
  'rejects %s quickly with a message and without a call to rest-auth',
  async (_, document, variables) => {
    relay.clear()
    const cost = await costAgainstHonest(document, variables, (response) => {
      expect(response.errors.length).toBeGreaterThan(0)
      expect(response.errors.length).toBeLessThanOrEqual(limits.validationErrors + 1)
      expect(response.data).toBeUndefined()
      expect(response.text.length).toBeLessThan(20_000)
      expect(response.text).not.toMatch(/stack|node_modules|Did you mean|\.ts:/)
      for (const error of response.errors)
        expect(error.extensions.code).toMatch(
          /^(GRAPHQL_\w+|COST_LIMIT_EXCEEDED|BAD_USER_INPUT|OPERATION_RESOLUTION_FAILURE)$/,
        )
    })
    expect(relay.calls).toEqual([])
    expect(cost).toBeLessThan(most)
  },
)

test('reports the first five invalid variables in short, without names of the schema', async () => {
  const { status, errors } = await visitor().graphql(byKeys, { b: { idd: 'x'.repeat(5000), ...unknownKeys(20) } })
  expect(status).toBe(400)
  expect(errors.map(({ message }) => message)).toEqual([
    expect.stringMatching(
      /^Variable "\$b" got invalid value \{ idd: "x+ … .*; Field "idd" is not defined by type "OrganizationBy"\.$/,
    ),
    ...Array(4).fill(expect.stringMatching(/Field "f\d" is not defined by type "OrganizationBy"\.$/)),
    expect.stringContaining('Too many errors processing variables'),
  ])
  for (const { message, extensions } of errors) {
    expect(message.length).toBeLessThan(310)
    expect(extensions).toEqual({ code: 'BAD_USER_INPUT' })
  }
})

test.each([
  ['bytes that are not UTF-8', '%ff'],
  ['a URL fragment', '#%0A}}}'],
])('measures a document in a URL with %s', async (_, tail) => {
  const query = encodeURIComponent(`{ ${repeat(31, (n) => `a${n}: __typename`)} } #`)
  const response = await getRaw(`/graphql?query=${query}${tail}`)
  expect(response).toContain('The document has 31 aliases')
})

/** Sends the URL as it is; `fetch` would normalize it. */
async function getRaw(path: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const headers = { 'apollo-require-preflight': 'true' }
  return readText(await new Promise<IncomingMessage>((done) => request({ hostname, port, path, headers }, done).end()))
}

test('reports the first five errors', async () => {
  const { errors } = await visitor().graphql(`{ ${repeat(19, (n) => `field${n}`)} }`)
  expect(errors.map(({ message }) => message)).toEqual([
    ...Array(5).fill(expect.stringMatching(/^Cannot query field "field\d"/)),
    expect.stringContaining('Too many validation errors'),
  ])
})

test('treats a slug with a lone surrogate as unknown', async () => {
  const response = await visitor().graphql('query ($slug: String!) { organization(by: {slug: $slug}) { id } }', {
    slug: '\ud800',
  })
  expect(response.data).toEqual({ organization: null })
  expect(response.errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }])
})

test.each(heavy)('accepts %s and responds quickly', async (_, document) => {
  const cost = await costAgainstHonest(document, undefined, ({ data }) => expect(data).toEqual({ viewer: null }))
  expect(cost).toBeLessThan(most)
})
