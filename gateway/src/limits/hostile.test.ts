import { request, type IncomingMessage } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { byKeys, heavy, hostile, repeat, unknownKeys } from '../testing/hostile-documents.ts'
import { startGateway } from '../testing/start-gateway.ts'
import { limits } from './limits.ts'

// oxlint-disable-next-line typescript/unbound-method -- neither uses `this`
const { relay, url, visitor } = await startGateway({
  gateway: { NODE_ENV: 'production', GRAPHQL_INTROSPECTION: 'false', RATE_LIMIT_ENABLED: 'false' },
})

/** As large as what screens ask for. Nobody is signed in, so that it costs this process only. */
const honest = `query Page { viewer {
  user { id name email image }
  organizations { nodes { id name slug logo members(first: 50) { totalCount nodes { roles user { name } } } } }
} }`
const rounds = 5

/**
 * How many times the CPU of an honest document this one costs, at its best: both are measured in turn, so that a slow or
 * busy machine slows both. CPU, because the clock would also count what others do on the same processor.
 */
async function costAgainstHonest(document: string, variables: object | undefined, look: (answer: Answer) => void) {
  const cpu = async (text: string, sent: object | undefined, check: (answer: Answer) => void) => {
    const before = process.cpuUsage()
    const answer = await visitor().graphql(text, sent)
    const { user, system } = process.cpuUsage(before)
    check(answer)
    return user + system
  }
  const times: { honest: number; other: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    // A comment makes it a new document, which nothing remembers.
    const fresh = `#${Math.random()}`
    times.push({
      honest: await cpu(honest + fresh, undefined, () => undefined),
      other: await cpu(document + fresh, variables, look),
    })
  }
  return Math.min(...times.map(({ other }) => other)) / Math.min(...times.map((time) => time.honest))
}
type Answer = Awaited<ReturnType<ReturnType<typeof visitor>['graphql']>>

/** The dearest that is accepted costs 2 to 5 times as much; with a bound of 240 repeats it is 21. */
const most = 10

test.each(hostile)('%s: refused in words, at once, and never asked of rest-auth', async (_, document, variables) => {
  relay.clear()
  const cost = await costAgainstHonest(document, variables, (answer) => {
    expect(answer.errors.length).toBeGreaterThan(0)
    expect(answer.errors.length).toBeLessThanOrEqual(limits.validationErrors + 1)
    expect(answer.data).toBeUndefined()
    expect(answer.text.length).toBeLessThan(20_000)
    expect(answer.text).not.toMatch(/stack|node_modules|Did you mean|\.ts:/)
    for (const error of answer.errors)
      expect(error.extensions.code).toMatch(
        /^(GRAPHQL_\w+|COST_LIMIT_EXCEEDED|BAD_USER_INPUT|OPERATION_RESOLUTION_FAILURE)$/,
      )
  })
  expect(relay.calls).toEqual([])
  expect(cost).toBeLessThan(most)
})

test('of many wrong variables the first five are told, each in short, and no names of the schema', async () => {
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
  ['bytes that are no text', '%ff'],
  ['a fragment of the address', '#%0A}}}'],
])('%s in an address hide no document from the limits', async (_, tail) => {
  const query = encodeURIComponent(`{ ${repeat(31, (n) => `a${n}: __typename`)} } #`)
  const answer = await getRaw(`/graphql?query=${query}${tail}`)
  expect(answer).toContain('The document has 31 aliases')
})

/** What a client that writes the address as it likes is answered; `fetch` would tidy it first. */
async function getRaw(path: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const headers = { 'apollo-require-preflight': 'true' }
  return readText(await new Promise<IncomingMessage>((done) => request({ hostname, port, path, headers }, done).end()))
}

test('of many faults the first five are told', async () => {
  const { errors } = await visitor().graphql(`{ ${repeat(19, (n) => `field${n}`)} }`)
  expect(errors.map(({ message }) => message)).toEqual([
    ...Array(5).fill(expect.stringMatching(/^Cannot query field "field\d"/)),
    expect.stringContaining('Too many validation errors'),
  ])
})

test('half a character in a variable is a slug that nobody has, and stops nothing', async () => {
  const answer = await visitor().graphql('query ($slug: String!) { organization(by: {slug: $slug}) { id } }', {
    slug: '\ud800',
  })
  expect(answer.data).toEqual({ organization: null })
  expect(answer.errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }])
})

test.each(heavy)('%s: accepted, and answered at once', async (_, document) => {
  const cost = await costAgainstHonest(document, undefined, ({ data }) => expect(data).toEqual({ viewer: null }))
  expect(cost).toBeLessThan(most)
})
