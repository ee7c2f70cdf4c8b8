import { serveMetrics } from 'service/metrics.ts'
import { readMetrics, valueOf } from 'service/testing/read-metrics.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { startGateway } from './testing/start-gateway.ts'

const gateway = await startGateway({ gateway: { RATE_LIMIT_ENABLED: 'true' }, now: () => 0 })
const { relay } = gateway
const metrics = await serveMetrics('127.0.0.1', 0)
beforeEach(() => relay.clear())

/** The operations counted since the last call, each as `kind outcome`, sorted. */
const counted = new Map<string, number>()
async function operations(): Promise<string[]> {
  const samples = (await readMetrics(metrics)).filter(({ name }) => name === 'graphql_operations_total')
  return samples
    .flatMap(({ labels, value }) => {
      const operation = `${labels['kind']} ${labels['outcome']}`
      const more = value - (counted.get(operation) ?? 0)
      counted.set(operation, value)
      return Array.from({ length: more }, () => operation)
    })
    .toSorted()
}
const calls = async (labels: object) =>
  valueOf(await readMetrics(metrics), 'upstream_call_duration_seconds_count', {
    path: '/organization/batch',
    ...labels,
  })
const organization = '{ organization(by: { slug: "none" }) { id } }'

test('has series of 0 for failed operations on a fresh gateway', async () => {
  const samples = await readMetrics(metrics)
  for (const outcome of ['ok', 'UPSTREAM_UNAVAILABLE', 'INTERNAL_SERVER_ERROR', 'RATE_LIMITED'])
    expect(
      samples.filter(({ name, labels }) => name === 'graphql_operations_total' && labels['outcome'] === outcome),
    ).toMatchObject([{ value: 0 }, { value: 0 }, { value: 0 }])
})

test('counts operations by kind and outcome, never by name', async () => {
  await operations()
  const ann = await gateway.signUp()
  await ann.graphql('query Named { viewer { user { id } } }')
  await ann.graphql('mutation Other { createTeam(input: { name: "x" }) { userErrors { code } } }')
  expect(await operations()).toEqual(['mutation ok', 'query ok'])
  const visitor = gateway.visitor('198.51.100.1')
  await visitor.graphql('{ unclosed')
  await visitor.graphql('{ nothing }')
  await visitor.graphql('query ($id: ID!) { node(id: $id) { id } }', {})
  await visitor.graphql(`{ ${'a: __typename '.repeat(40)} }`)
  await visitor.graphql(
    '{ organization(by: { slug: "a" }) { members(first: 100) { nodes { organization { members(first: 100) { nodes { id } } } } } } }',
  )
  await visitor.graphql('subscription { viewer { id } }')
  await visitor.graphql('mutation { createTeam(input: { name: "x" }) { userErrors { code } } }')
  expect(await operations()).toEqual([
    'mutation UNAUTHENTICATED',
    'query BAD_USER_INPUT',
    'unknown COST_LIMIT_EXCEEDED',
    'unknown GRAPHQL_PARSE_FAILED',
    'unknown GRAPHQL_VALIDATION_FAILED',
    'unknown GRAPHQL_VALIDATION_FAILED',
    'unknown GRAPHQL_VALIDATION_FAILED',
  ])
})

test('records the cost of admitted operations', async () => {
  const cost = async () => valueOf(await readMetrics(metrics), 'graphql_operation_cost_sum')
  const sum = await cost()
  await gateway
    .visitor('198.51.100.2')
    .graphql('{ organization(by: { slug: "none" }) { members(first: 5) { nodes { id } } } }')
  expect(await cost()).toBe(sum + 6)
})

test('counts rate-limited operations', async () => {
  const visitor = gateway.visitor('198.51.100.3')
  await operations()
  const responses = await Promise.all(Array.from({ length: 60 }, () => visitor.graphql('{ __typename }')))
  const refused = responses.filter(({ status }) => status === 429).length
  expect(refused).toBeGreaterThan(0)
  expect((await operations()).filter((operation) => operation === 'unknown RATE_LIMITED').length).toBe(refused)
})

test('counts and times calls to rest-auth by outcome', async () => {
  const visitor = await gateway.signUp()
  const succeeded = await calls({ outcome: 200 })
  await visitor.graphql(organization)
  expect(await calls({ outcome: 200, method: 'GET' })).toBe(succeeded + 1)
  relay.behave = (_, response) => void response.writeHead(503).end()
  await visitor.graphql(organization)
  relay.behave = (_, response) => response.destroy()
  await visitor.graphql(organization)
  const sum = async () =>
    valueOf(await readMetrics(metrics), 'upstream_call_duration_seconds_sum', { outcome: 'timeout' })
  relay.behave = () => {}
  await visitor.graphql(organization)
  expect([
    await calls({ outcome: 503 }),
    await calls({ outcome: 'unreachable' }),
    await calls({ outcome: 'timeout' }),
  ]).toEqual([1, 1, 1])
  expect(await sum()).toBeGreaterThan(1.9)
})

test('counts calls abandoned because the client disconnected', async () => {
  const left = new AbortController()
  relay.behave = () => left.abort()
  const body = JSON.stringify({ query: organization })
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.4' }
  await fetch(`${gateway.url}/graphql`, { method: 'POST', headers, body, signal: left.signal }).catch(() => null)
  await vi.waitFor(async () => expect(await calls({ outcome: 'abandoned' })).toBe(1))
})

test('never makes labels from ids, slugs, operation names or hostile requests', async () => {
  const labels = async () =>
    new Set((await readMetrics(metrics)).map((sample) => JSON.stringify([sample.name, sample.labels])))
  const ann = await gateway.signUp()
  const ask = async (text: string) => {
    await ann.graphql(`query ${text} { organization(by: { slug: "${text}" }) { id } node(id: "${text}") { id } }`)
    const post = (path: string, body: string, type = 'application/json') =>
      fetch(`${gateway.url}${path}`, { method: 'POST', headers: { 'content-type': type }, body }).then((response) =>
        response.text(),
      )
    await post(
      `/graphql?operationName=${text}`,
      JSON.stringify({ query: `query ${text} { ${text} }`, operationName: `other${text}` }),
    )
    await post('/graphql', `{"query": "{${text}"`)
    await post(`/graphql`, text, `text/${text}`)
    await post(`/${text}`, '{}')
    await fetch(`${gateway.url}/graphql?query={${text}}`).then((response) => response.text())
    await fetch(`${gateway.url}/graphql/${text}`, { method: 'DELETE' }).then((response) => response.text())
  }
  await ask('first')
  await vi.waitFor(async () => expect([...(await labels())].join()).toContain('"none"'))
  const known = await labels()
  for (const text of ['second', 'third', 'fourth']) await ask(text)
  await ann.graphql('{ __typename }')
  const after = await labels()
  expect([...after].filter((label) => !known.has(label))).toEqual([])
})
